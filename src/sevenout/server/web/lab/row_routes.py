"""What a page asks that simulates by itself: the steps and decisions of a strategy, traced by the house."""

from collections import OrderedDict
from typing import Any

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from sevenout.analysis.simulation.engines.page_feed import Mark, PageFeed, StrategyTelling
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.base.errors import SevenoutError
from sevenout.base.refusal import Refusal
from sevenout.server.protocol.lab_types import LabRequest
from sevenout.server.web.lab.lab_question import read_session
from sevenout.server.web.request_context import RefusedRequest, refusals, web_of
from sevenout.strategy.tracing import HiddenState, Untraceable

MOST_SESSIONS = 1_024
"""That one request may name."""
_BUDGET = 20_000
"""Situations that are traced for somebody's question."""
_PATIENCE = 0.3
"""Seconds that one request may take, so that nobody waits long behind it: the page asks again for the rest."""
_MOST_REMEMBERED = 8
"""Questions of late whose rows are remembered: their next requests go on from there."""
_feeds: "OrderedDict[bytes, PageFeed]" = OrderedDict()


class RowsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page wants to be told."""

    question: LabRequest
    epoch: str = ""
    marks: tuple[Mark, ...] = ()
    sessions: tuple[int, ...] = ()
    """Those that it could not finish."""


@post("/api/lab/rows", status_code=200, responses=refusals("malformed", "untraceable", "busy"))
async def lab_rows(state: State, data: JSONBody[RowsRequest]) -> StrategyTelling:
    """What a page's kernel needs to play a strategy's sessions by itself: steps and decisions, as far as known.

    `sessions` names those that it could not finish: the house finishes them, and tells all that they met. `epoch` and
    `marks` say what the page has been told. Amounts of the answer are in cents, or in chips where it says so.
    """
    # Not behind the lab's long questions: it is short, and somebody watches.
    telling = await web_of(state).house.workers.do_or_raise(lambda: _answer(data))
    if isinstance(telling, Refusal):
        raise RefusedRequest(telling)
    return telling


def _answer(asked: RowsRequest) -> StrategyTelling | Refusal:
    if len(asked.sessions) > MOST_SESSIONS or any(not 0 <= number < 2**53 for number in asked.sessions):
        return Refusal("malformed", f"name at most {MOST_SESSIONS:,} sessions at once, each from 0 on")
    if any(number < 0 for mark in asked.marks for number in mark):
        return Refusal("malformed", "marks are those of an earlier answer")
    try:
        return _feed(asked.question).answer(asked.epoch, asked.marks, asked.sessions, _PATIENCE)
    except (Untraceable, HiddenState) as error:
        return Refusal("untraceable", str(error))
    except SevenoutError as error:
        return Refusal("malformed", str(error))


def _feed(question: LabRequest) -> PageFeed:
    key = msgspec.json.encode(question)
    if (feed := _feeds.pop(key, None)) is None:
        game, plan, bankroll, end, _, seed = read_session(question)
        feed = PageFeed(SessionSpec.of(game, plan, bankroll, end, seed, _BUDGET))
    _feeds[key] = feed
    if len(_feeds) > _MOST_REMEMBERED:
        _feeds.popitem(last=False)
    return feed


HANDLERS: list[Any] = [lab_rows]
