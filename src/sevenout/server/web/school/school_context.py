"""What the handlers of the school share: books, classes by their code and their trainer, work beside the loop."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from litestar.datastructures import State

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.school.learners.syllabus import stages
from sevenout.server.history.class_register import ClassRegister, SchoolClass, card_name
from sevenout.server.operation.callers import CALLER
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, refusals, web_of

T = TypeVar("T")
IN_CLASS = refusals("not-found", "malformed", "full", "busy")
TRAINERS = refusals("not-found", "malformed", "no-token", "idle", "not-yours", "full", "busy")


def open_game(book: str) -> Game:
    """A house by its book; refused where there is none."""
    if book not in shipped():
        raise RefusedRequest(Refusal("not-found", "there is no such book: GET /api/books lists them"))
    return _open_shipped(book)


@cache
def _open_shipped(book: str) -> Game:
    return Game.open(book)


async def open_syllabus(web: Web, book: str) -> Game:
    """A house whose cards are known: they are searched for once, for everybody."""
    game = open_game(book)
    await web.house.workers.do_or_raise(lambda: _find_cards(game), for_everybody=True)
    return game


@cache
def _find_cards(game: Game) -> int:
    return sum(len(lesson.keys(game)) for stage in stages() for lesson in stage.lessons)


def class_register(web: Web) -> ClassRegister:
    """The classes of a house."""
    return ClassRegister(web.house.store)


def or_raise(value: T | Refusal) -> T:
    """What is no refusal; a refusal goes out."""
    if isinstance(value, Refusal):
        raise RefusedRequest(value)
    return value


async def work_out(web: Web, work: Callable[[], T]) -> T:
    """Works something out beside everything else, by the caller's share of it. Raises Busy, or a refusal."""

    def careful() -> T | Refusal:
        try:
            return work()
        except BadInput as error:
            return Refusal("malformed", str(error))

    return or_raise(await web.house.workers.do_or_raise(careful))


async def find_class(state: State, code: str) -> SchoolClass:
    """The class of a code."""
    return or_raise(await class_register(web_of(state)).find_class(code))


async def own_class(state: State, request: Asked, code: str) -> SchoolClass:
    """The class of a code, asked for by its trainer; refused to everybody else."""
    person = await web_of(state).person(request.headers.get("authorization"))
    group = await find_class(state, code)
    if group.owner != person.key:
        raise RefusedRequest(Refusal("not-yours", "only whoever opened this class is its trainer"))
    return group


def pay_as_learner(group: SchoolClass, name: str) -> None:
    """A class of tablets has one address: each learner has turns of their own, and the address still pays."""
    caller = CALLER.get()
    if caller is not None and not caller.person:
        caller.person = f"learner {card_name(group, name)}"
