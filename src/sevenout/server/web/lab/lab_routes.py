"""Questions of the lab over HTTP. They are worked out beside the loop, and some are remembered."""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from sevenout.base.errors import SevenoutError
from sevenout.base.refusal import Refusal
from sevenout.server.operation.callers import CALLER, is_never_gone
from sevenout.server.protocol import lab_types
from sevenout.server.web.lab import lab_answers
from sevenout.server.web.lab.lab_answers import IsGone
from sevenout.server.web.lab.lab_question import check_strategy_text, read_session
from sevenout.server.web.request_context import RefusedRequest, refusals, web_of

T = TypeVar("T")
_LAB = refusals("malformed", "busy")
_MOST_REMEMBERED = 400
_remembered: "OrderedDict[tuple[str, str], Any]" = OrderedDict()
"""Answers by what was asked: whoever opens a shared link is answered at once."""


@post("/api/lab/check", status_code=200, responses=_LAB)
async def check_text(state: State, data: JSONBody[lab_types.LabRequest]) -> lab_types.LabStrategy:
    """How the house reads a strategy: every mistake with line, column and what was probably meant."""
    return await _answer(state, "check", data, lambda _: check_strategy_text(data), quick=True)


@post("/api/lab/exact", status_code=200, responses=_LAB)
async def exact(state: State, data: JSONBody[lab_types.LabRequest]) -> lab_types.LabExact:
    """All that can come of a session, exactly: `result` is the record of `sevenout exact --json`."""
    return await _answer(state, "exact", data, lambda gone: lab_answers.answer_exactly(read_session(data), gone))


@post("/api/lab/simulate", status_code=200, responses=_LAB)
async def simulate_sessions(state: State, data: JSONBody[lab_types.LabSimulation]) -> lab_types.LabSimulated:
    """What came of so many sessions: `result` is the record of `sevenout simulate --json`."""
    return await _answer(
        state,
        "simulate",
        data,
        lambda gone: lab_answers.play_sessions(read_session(data.question), data.sessions, gone),
    )


@post("/api/lab/brief", status_code=200, responses=_LAB)
async def brief(state: State, data: JSONBody[lab_types.LabRequest]) -> lab_types.LabBrief:
    """A session in five figures, for tables of many."""
    return await _answer(state, "brief", data, lambda gone: lab_answers.answer_briefly(read_session(data), gone))


@post("/api/lab/duel", status_code=200, responses=_LAB)
async def duel(state: State, data: JSONBody[lab_types.LabDuel]) -> lab_types.LabDuelResult:
    """Two or three strategies on the same dice, and the paired difference of every two."""
    return await _answer(
        state, "duel", data, lambda gone: lab_answers.play_duel(tuple(map(read_session, data.questions)), gone)
    )


@post("/api/lab/best", status_code=200, responses=_LAB)
async def best(state: State, data: JSONBody[lab_types.LabRequest]) -> lab_types.LabBest:
    """The largest chance of the goal that any play of the line and its odds has."""
    return await _answer(state, "best", data, lambda gone: lab_answers.find_best_chance(read_session(data), gone))


async def _answer(state: State, kind: str, data: Any, work: Callable[[IsGone], T], *, quick: bool = False) -> T:
    """The answer, remembered or worked out; a question that makes no sense is refused in the words of the error."""
    asked = kind, msgspec.json.encode(data).decode()
    if (known := _remembered.get(asked)) is not None:
        _remembered.move_to_end(asked)
        return known  # type: ignore[no-any-return]
    house, caller = web_of(state).house, CALLER.get()
    is_gone = is_never_gone if caller is None else caller.is_gone
    answer = await (house.workers if quick else house.lab).do_or_raise(partial(_work_or_refuse, work, is_gone))
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
    if not is_gone():  # what was dropped half way is nobody's answer
        _remembered[asked] = answer
        if len(_remembered) > _MOST_REMEMBERED:
            _remembered.popitem(last=False)
    return answer


def _work_or_refuse(work: Callable[[IsGone], T], is_gone: IsGone) -> T | Refusal:
    try:
        return work(is_gone)
    except SevenoutError as error:
        return Refusal("malformed", str(error))


HANDLERS: list[Any] = [check_text, exact, simulate_sessions, brief, duel, best]
