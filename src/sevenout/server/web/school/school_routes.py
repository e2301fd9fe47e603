"""The school over HTTP: exercises made from their seeds and judged, classes with a code, and what each learner did."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from litestar import Response, get, post, put
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.school.exercises.exercise import Exercise, Judgement
from sevenout.school.exercises.rooms import ROOMS, judge_exercise, make_exercise
from sevenout.school.topics.payouts import ladder_keys
from sevenout.server.history.class_register import (
    ClassRegister,
    SchoolClass,
    class_grid,
    class_response,
    learner_home,
)
from sevenout.server.protocol import school_types as wire
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, refusals, web_of

T = TypeVar("T")
_MADE = refusals("not-found", "malformed", "busy")
_CLASS = refusals("not-found", "malformed", "full", "busy")
_OWN = refusals("not-found", "malformed", "no-token", "idle", "not-yours", "full", "busy")
_LONGEST_SECONDS = 86_400


@get("/api/school/rooms")
async def exercise_rooms() -> list[wire.RoomResponse]:
    """The kinds of exercises, in the order in which they are learned."""
    return [wire.RoomResponse(room.key, room.title, room.says, room.levels) for room in ROOMS.values()]


@get("/api/school/{book:str}/exercises/{room:str}/{level:int}/{seed:int}", responses=_MADE)
async def exercise(
    state: State,
    book: FromPath[str],
    room: FromPath[str],
    level: FromPath[int],
    seed: FromPath[int],
    card: FromQuery[str] = "",
) -> wire.ExerciseResponse:
    """The exercise that a seed makes in a house, without what is right."""
    game = _open(book)
    return await _work(web_of(state), lambda: _exercise_response(game, make_exercise(game, room, level, seed, card)))


@post("/api/school/{book:str}/judgements", status_code=200, responses=_MADE)
async def judge(state: State, book: FromPath[str], data: JSONBody[wire.ExerciseWork]) -> wire.JudgementResponse:
    """The marks of what somebody did so far; nothing of it is remembered."""
    game = _open(book)
    return await _work(web_of(state), lambda: _judgement(*_judge(game, data), done=data.done))


@post("/api/school/classes", responses=_OWN)
async def open_class(state: State, request: Asked, data: JSONBody[wire.ClassRequest]) -> wire.ClassResponse:
    """Opens a class: whoever opens it is its trainer."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    _open(data.book)
    opened = _or_raise(await _register(web).open_class(person.key, data.title, data.book))
    return class_response(opened, 0)


@get("/api/school/classes/{code:str}", responses=_CLASS)
async def school_class(state: State, code: FromPath[str]) -> wire.ClassResponse:
    """A class by its code: its book, whether it is frozen, and the exercise that everybody is given."""
    return await _class_response(web_of(state), await _find_class(state, code))


@put("/api/school/classes/{code:str}", status_code=200, responses=_OWN)
async def change_class(
    state: State, request: Asked, code: FromPath[str], data: JSONBody[wire.ClassChange]
) -> wire.ClassResponse:
    """Freezes a class, lets it go on, or gives one exercise to all: its trainer's alone."""
    web, group = web_of(state), await _own_class(state, request, code)
    pushed = data.pushed
    if pushed is not None:
        game = _open(group.book)
        await _work(web, lambda: make_exercise(game, pushed.room, pushed.level, pushed.seed, pushed.card))
    return await _class_response(web, _or_raise(await _register(web).change_class(group, data)))


@get("/api/school/classes/{code:str}/grid", responses=_OWN)
async def grid(state: State, request: Asked, code: FromPath[str]) -> wire.ClassGrid:
    """Learners by rooms: accuracy, seconds, money errors, the weakest card, last seen. Its trainer's alone."""
    web, group = web_of(state), await _own_class(state, request, code)
    learners, now = await _register(web).learners(group), await web.house.store.now()
    game, shown = _open(group.book), class_response(group, len(learners))
    return await _work(web, lambda: class_grid(game, shown, learners, now))


@post("/api/school/classes/{code:str}/learners", status_code=200, responses=_CLASS)
async def come_in(state: State, code: FromPath[str], data: JSONBody[wire.LearnerRequest]) -> wire.LearnerHome:
    """Somebody comes in by the code and a name, for the first time or again; there is no account."""
    web, group = web_of(state), await _find_class(state, code)
    _or_raise(await _register(web).come_in(group, data.name.strip()))
    return await _home(web, group, data.name.strip())


@get("/api/school/classes/{code:str}/learners/{name:str}", responses=_CLASS)
async def home(state: State, code: FromPath[str], name: FromPath[str]) -> wire.LearnerHome:
    """What is due, what is next, how it goes."""
    return await _home(web_of(state), await _find_class(state, code), name)


@post("/api/school/classes/{code:str}/learners/{name:str}/work", status_code=200, responses=_CLASS)
async def answer(
    state: State, code: FromPath[str], name: FromPath[str], data: JSONBody[wire.ExerciseWork]
) -> wire.JudgementResponse:
    """The marks of an exercise that is done; its card moves and its motions are kept."""
    web, group = web_of(state), await _find_class(state, code)
    game = _open(group.book)
    asked, judged = await _work(web, lambda: _judge(game, msgspec.structs.replace(data, done=True)))
    _or_raise(await _register(web).record(game, group, name, asked, data.motions, judged))
    return _judgement(asked, judged, done=True)


@get("/api/school/classes/{code:str}/learners/{name:str}/work", responses=_CLASS)
async def work_done(state: State, code: FromPath[str], name: FromPath[str]) -> list[wire.WorkDone]:
    """The last exercises of a learner with every motion and its time, newest first."""
    web, group = web_of(state), await _find_class(state, code)
    return list(reversed(_or_raise(await _register(web).find_learner(group, name)).work))


@get("/api/school/classes/{code:str}/learners/{name:str}/memory", responses=_CLASS)
async def memory(state: State, code: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A learner's memory as the terminal reads it: `sevenout school --memory FILE`."""
    web, group = web_of(state), await _find_class(state, code)
    learner = _or_raise(await _register(web).find_learner(group, name))
    headers = {"content-disposition": 'attachment; filename="school.json"'}
    return Response(msgspec.json.encode(learner.memory), media_type="application/json", headers=headers)


# --- what they share


@cache
def _open_game(book: str) -> Game:
    return Game.open(book)


def _open(book: str) -> Game:
    if book not in shipped():
        raise RefusedRequest(Refusal("not-found", "there is no such book: GET /api/books lists them"))
    return _open_game(book)


def _register(web: Web) -> ClassRegister:
    return ClassRegister(web.house.store)


def _or_raise(value: T | Refusal) -> T:
    if isinstance(value, Refusal):
        raise RefusedRequest(value)
    return value


async def _work(web: Web, work: Callable[[], T]) -> T:
    """Works something out beside everything else, by the caller's share of it. Raises Busy, or a refusal."""

    def careful() -> T | Refusal:
        try:
            return work()
        except BadInput as error:
            return Refusal("malformed", str(error))

    return _or_raise(await web.house.workers.do_or_raise(careful))


def _judge(game: Game, data: wire.ExerciseWork) -> tuple[Exercise, Judgement]:
    name = data.exercise
    asked = make_exercise(game, name.room, name.level, name.seed, name.card)
    seconds = min(max(data.seconds, 0.0), _LONGEST_SECONDS)
    return asked, judge_exercise(game, asked, data.motions, seconds=seconds, done=data.done)


def _judgement(asked: Exercise, judged: Judgement, *, done: bool) -> wire.JudgementResponse:
    marks = tuple(msgspec.convert(mark, wire.MarkResponse, from_attributes=True) for mark in judged.marks)
    right = tuple(wire.RightLine(line.text, line.cite) for line in asked.because) if done else ()
    return wire.JudgementResponse(judged.right, judged.left, marks, judged.seconds, judged.limit, right)


def _exercise_response(game: Game, asked: Exercise) -> wire.ExerciseResponse:
    room = ROOMS[asked.room]
    keys = tuple(wire.KeyLine(*key) for key in ladder_keys(game))
    is_end, points = asked.room == "end", game.rules.book.points
    moves = _moves(game, asked) if is_end else ()
    pucks = ("off", *map(str, points)) if is_end and game.rules.book.puck is not None else ()
    return wire.ExerciseResponse(
        asked.room,
        room.title,
        asked.level,
        room.levels,
        asked.book,
        asked.seed,
        asked.card,
        asked.prompt,
        asked.limit,
        asked.table,
        asked.dice,
        asked.call,
        moves,
        pucks,
        keys if asked.room != "call" else (),
    )


def _moves(game: Game, asked: Exercise) -> tuple[wire.MoveChoices, ...]:
    """Where each bet on the layout could be moved by any roll."""
    assert asked.table is not None, "an end has a layout"
    rules = game.rules
    owners = {slot: spot.key for spot in rules.spots for slot in range(spot.first, spot.end)}
    choices = []
    for wager in sorted({bet.wager for seat in asked.table.seats for bet in seat.layout.lying}):
        first = rules.by_key[wager].first
        edges = (edge for rows in rules.cells for row in rows if (edge := row[first]) is not None)
        to = dict.fromkeys(owners[edge.goto] for edge in edges if edge.outcome == "move")
        if set(to) - {wager}:
            choices.append(wire.MoveChoices(wager, tuple(key for key in rules.by_key if key in to)))
    return tuple(choices)


async def _find_class(state: State, code: str) -> SchoolClass:
    return _or_raise(await _register(web_of(state)).find_class(code))


async def _own_class(state: State, request: Asked, code: str) -> SchoolClass:
    person = await web_of(state).person(request.headers.get("authorization"))
    group = await _find_class(state, code)
    if group.owner != person.key:
        raise RefusedRequest(Refusal("not-yours", "only whoever opened this class is its trainer"))
    return group


async def _class_response(web: Web, group: SchoolClass) -> wire.ClassResponse:
    return class_response(group, len(await _register(web).learners(group)))


async def _home(web: Web, group: SchoolClass, name: str) -> wire.LearnerHome:
    learner, now = _or_raise(await _register(web).find_learner(group, name)), await web.house.store.now()
    game, shown = _open(group.book), await _class_response(web, group)
    return await _work(web, lambda: learner_home(game, shown, learner, now))


HANDLERS: list[Any] = [
    exercise_rooms,
    exercise,
    judge,
    open_class,
    school_class,
    change_class,
    grid,
    come_in,
    home,
    answer,
    work_done,
    memory,
]
