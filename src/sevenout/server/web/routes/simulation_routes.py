"""What a page asks that simulates by itself: the steps and decisions of a strategy, traced by the house."""

from collections import OrderedDict
from typing import Any

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from sevenout.analysis.simulation.engines.page_feed import Mark, PageFeed, StrategyTelling
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.base.dice import PACE
from sevenout.base.errors import SevenoutError
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game, open_game
from sevenout.rulebook.source import shipped
from sevenout.server.tables.bots import LONGEST_TEXT
from sevenout.server.web.request_context import RefusedRequest, refusals, web_of
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.library import open_strategy
from sevenout.strategy.named_texts import list_strategies, named_text
from sevenout.strategy.session_end import SessionEnd, rolls_in
from sevenout.strategy.tracing import HiddenState, Untraceable

MOST_SESSIONS = 256
"""That one request may name."""
_BUDGET = 20_000
"""Situations that are traced for somebody's question."""
_KEPT = 8
"""Questions of late whose rows are kept: their next requests go on from there."""

_LONGEST_SEED = 20
"""Digits: seeds have 64 bits."""


class SimulationQuestion(msgspec.Struct, frozen=True):
    """Whose sessions are to be played, and how they end. Amounts are in cents."""

    house: str
    strategy: str
    """A name, or the text of one if it has a line's end in it."""
    bankroll: Cents
    unit: Cents | None = None
    rolls: int | None = None
    shooters: int | None = None
    hours: float | None = None
    """Instead of rolls."""
    pace: int = PACE
    goal: Cents | None = None
    stop_loss: Cents | None = None
    face_value: bool = False
    seed: str = "1"
    """Text, for it has 64 bits, and numbers of a page have 53."""


class RowsRequest(msgspec.Struct, frozen=True):
    """What a page wants to be told."""

    question: SimulationQuestion
    epoch: str = ""
    marks: tuple[Mark, ...] = ()
    sessions: tuple[int, ...] = ()
    """Those that it could not finish."""


class RefusedQuestion(SevenoutError):
    """A question that cannot be put to any engine."""


_feeds: OrderedDict[bytes, PageFeed] = OrderedDict()


@post("/api/lab/rows", status_code=200, responses=refusals("malformed", "not-found", "untraceable", "busy"))
async def lab_rows(state: State, data: JSONBody[RowsRequest]) -> StrategyTelling:
    """What a page's kernel needs to play a strategy's sessions by itself: steps and decisions, as far as known.

    `sessions` names those that it could not finish: the house finishes them, and tells all that they met. `epoch` and
    `marks` say what the page has been told. Amounts are in cents, or in chips where it says so.
    """
    told = await web_of(state).house.workers.do_or_raise(lambda: _answer(data))
    if isinstance(told, Refusal):
        raise RefusedRequest(told)
    return told


def _answer(asked: RowsRequest) -> StrategyTelling | Refusal:
    if len(asked.sessions) > MOST_SESSIONS or any(not 0 <= number < 2**53 for number in asked.sessions):
        return Refusal("malformed", f"name at most {MOST_SESSIONS} sessions at once, each from 0 on")
    if any(number < 0 for mark in asked.marks for number in mark):
        return Refusal("malformed", "marks are those of an earlier answer")
    try:
        return _feed(asked.question).answer(asked.epoch, asked.marks, asked.sessions)
    except (Untraceable, HiddenState) as error:
        return Refusal("untraceable", str(error))
    except SevenoutError as error:
        return Refusal("malformed", str(error))


def _feed(question: SimulationQuestion) -> PageFeed:
    key = msgspec.json.encode(question)
    feed = _feeds.pop(key, None) or PageFeed(_sitting(question))
    _feeds[key] = feed
    if len(_feeds) > _KEPT:
        _feeds.popitem(last=False)
    return feed


def _sitting(question: SimulationQuestion) -> SessionSpec:
    if question.house not in shipped():
        raise RefusedQuestion(f"this house has no rulebook {question.house[:40]!r}: see GET /api/books")
    game = open_game(question.house)
    rolls = question.rolls if question.hours is None else rolls_in(question.hours, question.pace)
    end = SessionEnd(
        rolls=rolls,
        shooters=question.shooters,
        goal=question.goal,
        stop_loss=question.stop_loss,
        face_value=question.face_value,
    )
    if not (question.seed.isascii() and question.seed.isdecimal() and len(question.seed) <= _LONGEST_SEED):
        raise RefusedQuestion(f"a seed is a whole number, not {question.seed[:40]!r}")
    return SessionSpec.of(game, _strategy(question, game), question.bankroll, end, int(question.seed), _BUDGET)


def _strategy(question: SimulationQuestion, game: Game) -> Any:
    """The strategy by its name, or by its text; never a file."""
    what = question.strategy
    if "\n" not in what and what not in list_strategies():
        raise RefusedQuestion(f"there is no strategy {what[:40]!r}: see GET /api/strategies")
    if len(what) > LONGEST_TEXT:
        raise RefusedQuestion(f"a strategy has at most {LONGEST_TEXT:,} characters")
    title, text = ("own", what) if "\n" in what else (what, named_text(what))
    settings = {} if question.unit is None else {"unit": format_amount(question.unit)}
    return open_strategy(parse(text, title, game.rules.glossary), game, settings)


HANDLERS: list[Any] = [lab_rows]
