"""What the house answers in the lab: exact and simulated sessions, duels, five figures, the best chance of a goal.

Everything here is plain computing on a thread beside the loop. It stops when the visitor is gone, and what would take
longer than a visitor may have is said to be too large, or cut short and said to be.
"""

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import combinations
from math import hypot, sqrt
from typing import Any

from sevenout.analysis.comparison.paired_difference import pair_sessions
from sevenout.analysis.exact.sessions.session_distribution import Distribution, TooLarge, distribution
from sevenout.analysis.simulation.run import Result, simulate
from sevenout.analysis.simulation.session_rows import SessionRows
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.analysis.simulation.statistics.tally import AmountTally
from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.base.errors import BadInput, SevenoutError
from sevenout.reports.figures.by_line import ROLLS, Sessions, StrategyResult, by_line, with_exact_lines
from sevenout.reports.records.session_records import exact_record, simulated_record
from sevenout.server.protocol.lab_types import LabBest, LabBrief, LabDuelResult, LabExact, LabPair, LabSimulated
from sevenout.server.web.lab.lab_question import LabSession
from sevenout.strategy.session_end import typical_rolls
from sevenout.strategy.tracing import Untraceable

SITUATIONS, SECONDS = 3_000, 5.0
"""An exact answer is given up beyond so many situations, or after so many seconds of a processor."""
MOST_SESSIONS, MOST_ROLLS = 250_000, 60_000_000
"""So many sessions, or so many rolls of them together, the house plays at once for one visitor."""
DUEL_SESSIONS, DOTS = 20_000, 150
BRIEF_SITUATIONS, BRIEF_SESSIONS = 500, 20_000
"""Of a brief answer: it is exact if it is that small, else of so many simulated sessions."""
MOST_DUELLISTS = 3
_WATCHED_SEED = 1
"""The seed of the rolls in which an exact answer's lines are watched, as `sevenout exact` has it."""
_LARGEST_GOAL = 400
"""In stakes: beyond it the best chance takes longer to prove than a visitor waits."""
_95 = 1.96

IsGone = Callable[[], bool]


class _CutShort(Exception):
    """The time is used up, or whoever asked is gone."""


class _InlineExecutor(ThreadPoolExecutor):
    """Plays on the thread that asks, so that what it takes is charged to whoever asked, and no thread is begun."""

    workers = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def _stop_when(is_gone: IsGone, seconds: float) -> Callable[[int, int], None]:
    """To be told of progress: raises `_CutShort` once so many seconds of this thread are used or the caller is gone."""
    until = time.thread_time() + seconds

    def watch(_done: int, _of: int) -> None:
        if is_gone() or time.thread_time() > until:
            raise _CutShort

    return watch


def answer_exactly(session: LabSession, is_gone: IsGone) -> LabExact:
    """All that can come of the session: the record of `sevenout exact --json`, or why there is none."""
    found = _follow(session, is_gone, lines=True)
    if isinstance(found, str):
        return LabExact(None, found)
    spec = SessionSpec.of(session.game, session.plan, session.bankroll, session.end, _WATCHED_SEED)
    lines = with_exact_lines(by_line(session.plan, spec, ROLLS), found)
    return LabExact(exact_record(session.plan, found, lines, session.pace))


def _follow(session: LabSession, is_gone: IsGone, situations: int = SITUATIONS, *, lines: bool) -> Distribution | str:
    try:
        return distribution(
            session.game,
            session.plan,
            session.bankroll,
            end=session.end,
            progress=_stop_when(is_gone, SECONDS),
            situations=situations,
            by_line=lines,
        )
    except (TooLarge, Untraceable) as error:
        return f"too large to follow exactly: {error}"
    except _CutShort:
        return "too large to follow exactly in the time that one visitor has"


def play_sessions(session: LabSession, sessions: int, is_gone: IsGone) -> LabSimulated:
    """So many sessions: the record of `sevenout simulate --json`, fewer where the house's limits say so."""
    count = _limit(session, sessions)
    result, rows = _simulate(session, count, is_gone)
    median = result.nets.quantile(0.5)
    middle = next((row.session for row in rows if row.net == median), 0)
    return LabSimulated(_record(session, result), middle, result.sessions == sessions)


def _limit(session: LabSession, sessions: int) -> int:
    if sessions < 1:
        raise BadInput("ask for one session or more")
    return max(1, min(sessions, MOST_SESSIONS, MOST_ROLLS // typical_rolls(session.end)))


def _simulate(session: LabSession, count: int, is_gone: IsGone) -> tuple[Result, SessionRows]:
    """Plays on this thread; what is played when the time is used up counts, and a strategy that can only be played at
    the table gets fewer sessions."""
    rows = SessionRows(count)
    watch = _stop_when(is_gone, SECONDS)

    def progress(done: int, of: int) -> None:
        try:
            watch(done, of)
        except _CutShort:
            raise KeyboardInterrupt from None  # which ends a simulation with what it has

    executor: Executor = _InlineExecutor(1)
    result = simulate(
        session.game,
        session.plan,
        count,
        None,
        session.bankroll,
        session.seed,
        end=session.end,
        executor=executor,
        progress=progress,
        rows=rows,
    )
    return result, rows


def _record(session: LabSession, result: Result) -> dict[str, Any]:
    spec = SessionSpec.of(session.game, session.plan, session.bankroll, session.end, session.seed)
    done = StrategyResult(session.plan, result, by_line(session.plan, spec, result.sessions))
    played = Sessions(session.game, session.bankroll, session.end, session.pace, session.seed, [done])
    record: dict[str, Any] = simulated_record(played)["results"][0]
    return record


def answer_briefly(session: LabSession, is_gone: IsGone) -> LabBrief:
    """Five figures: exact, or of some simulated sessions where that is too large."""
    found = _follow(session, is_gone, BRIEF_SITUATIONS, lines=False)
    if isinstance(found, str):
        result, _ = _simulate(session, _limit(session, BRIEF_SESSIONS), is_gone)
        nets = result.nets
        ahead = sum(count for net, count in nets.counts if net > 0) / result.sessions
        low, high = nets.quantile(0.05), nets.quantile(0.95)
        return LabBrief(False, result.sessions, ahead, result.ruin, nets.mean / 100, low / 100, high / 100)
    ahead = sum(chance for net, chance in found.nets if net > 0)
    low, high = found.quantile(0.05), found.quantile(0.95)
    return LabBrief(True, 0, ahead, found.ruin, found.mean / 100, low / 100, high / 100)


def play_duel(sessions: tuple[LabSession, ...], is_gone: IsGone) -> LabDuelResult:
    """The same dice for each: every one's record, and the paired difference of every two."""
    if not 2 <= len(sessions) <= MOST_DUELLISTS:
        raise BadInput(f"a duel is between 2 and {MOST_DUELLISTS} strategies")
    count = min(_limit(each, DUEL_SESSIONS) for each in sessions)
    seed = sessions[0].seed
    results, rows = zip(*(_simulate(each._replace(seed=seed), count, is_gone) for each in sessions), strict=True)
    pairs = []
    for one, other in combinations(range(len(sessions)), 2):
        difference = pair_sessions(rows[one], rows[other])
        bounds = difference.interval
        apart = hypot(*(_half_width(results[each].nets) for each in (one, other)))
        interval = None if bounds is None else (bounds[0] / 100, bounds[1] / 100)
        pairs.append(
            LabPair(
                one,
                other,
                difference.mean / 100,
                interval,
                apart / 100,
                difference.share_ahead,
                difference.share_level,
            )
        )
    records = tuple(_record(each._replace(seed=seed), result) for each, result in zip(sessions, results, strict=True))
    nets = tuple(tuple(net / 100 for net in each.nets[:DOTS]) for each in rows)
    return LabDuelResult(count, records, tuple(pairs), nets)


def _half_width(nets: AmountTally) -> float:
    """Half the width of the interval of a mean, in cents."""
    return _95 * nets.sd / sqrt(nets.total)


def find_best_chance(session: LabSession, is_gone: IsGone) -> LabBest:
    """The best chance of the session's goal before ruin, over the line and its odds in stakes of whole units."""
    goal, unit = session.end.goal, session.plan.unit
    if goal is None:
        return LabBest(None, missing="there is no goal")
    if session.bankroll % unit or goal % unit:
        return LabBest(None, missing="bankroll and goal are not whole numbers of units")
    if goal // unit > _LARGEST_GOAL:
        return LabBest(None, missing="the goal is too many units away to be solved while you wait")
    watch = _stop_when(is_gone, SECONDS)
    try:
        found = best_chance(session.game, session.bankroll, goal, step=unit, progress=lambda *_: watch(0, 0))
    except SevenoutError as error:
        return LabBest(None, missing=str(error))
    except _CutShort:
        return LabBest(None, missing="it takes longer to solve than a visitor has")
    return LabBest(found.chance, "the line and its odds", unit / 100)
