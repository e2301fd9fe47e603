"""One strategy that was simulated, and what became of its lines, as a screen and a page tell of it."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sevenout.analysis.comparison.paired_difference import PairedDifference
from sevenout.analysis.exact.sessions.line_action import LineAction, count_by_line
from sevenout.analysis.simulation.engines.line_walk import LineWalk, owned_player
from sevenout.analysis.simulation.run import Result
from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan as Strategy
from sevenout.strategy.language.line_stats import LineReport, LineTally
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.tracing import BY_ROLL, Situation
from sevenout.strategy.view import View

if TYPE_CHECKING:
    from sevenout.analysis.exact.sessions.session_distribution import Distribution

ROLLS, AT_TABLE = 20_000, 1_000
"""As many first sessions as have so many rolls are followed, or so many rolls of the first; fewer where the strategy
cannot be traced, or only with too much work, and the table plays."""


class ByLine(NamedTuple):
    """The results of each line of a strategy, and of what they are: the first sessions, or the first rolls of one."""

    lines: tuple[LineReport, ...]
    within: str
    risked: tuple[LineAction, ...] = ()
    """What each line risks a session, on average; nothing if that was not followed."""
    risked_within: str = ""
    """Of what that is: exactly, of the same sessions as the rest, or why there is nothing."""


def by_line(strategy: Strategy, sitting: SessionSpec, sessions: int) -> ByLine:
    """Follows the first of these sessions, and counts what each line does."""
    walk, number = LineWalk(strategy, _cut(sitting, ROLLS)), 0
    tally, rolled_from, most = walk.tally, walk.rolled_from, ROLLS
    with suppress(KeyboardInterrupt):  # what has been counted by then is told
        while number < _many(sitting, sessions, ROLLS) and walk.follow(number):
            number += 1
        if number < (at_table := _many(sitting, sessions, AT_TABLE)):
            tally, rolled_from, most, number = LineTally(strategy.lines), Counter(), AT_TABLE, at_table
            _play_at_table(strategy, _cut(sitting, AT_TABLE), number, tally, rolled_from)
    if sitting.usual_rolls > most:
        within = f"the first {most:,} rolls"
    else:
        within = f"the first {number:,} sessions" if number > 1 else "the first session"
    risked = count_by_line(strategy, tuple(rolled_from), rolled_from.values(), BY_ROLL, max(number, 1))
    return ByLine(tally.report(), within, risked, within)


def _many(sitting: SessionSpec, sessions: int, rolls: int) -> int:
    return min(sessions, max(rolls // sitting.usual_rolls, 1))


def _cut(sitting: SessionSpec, rolls: int) -> SessionSpec:
    return replace(sitting, rolls=min(sitting.rolls, rolls))


def _play_at_table(
    strategy: Strategy, sitting: SessionSpec, sessions: int, tally: LineTally, rolled_from: "Counter[Situation]"
) -> None:
    def count_row(view: View | None, *_: int) -> None:
        if view is not None:
            rolled_from[Situation(view.puck, view.position, view.memory)] += 1

    played = replace(sitting, strategy=owned_player(strategy, sitting, tally))
    for session in range(sessions):
        replay_session(played, session, watch=count_row)


def with_exact_lines(lines: ByLine, session: "Distribution") -> ByLine:
    """The same with what each line risks exactly, or with the reason why that is not to be had."""
    if session.lines:
        return lines._replace(risked=session.lines, risked_within="")
    return lines._replace(risked_within=f"{lines.risked_within}; {session.lines_missing}")


class StrategyResult(NamedTuple):
    """One strategy, what came of it, and what became of its lines.

    Among several, `label` tells it from the others, and `difference` is that to the first of them, on the same dice.
    """

    strategy: Strategy
    result: Result
    by_line: ByLine
    label: str = ""
    combination: tuple[tuple[str, str], ...] = ()
    """What differs from one to the other, by name: strategy, settings and house, the same names for all of them."""
    difference: PairedDifference | None = None

    @property
    def name(self) -> str:
        """What it is called beside the others."""
        return self.label or self.strategy.name


class Sessions(NamedTuple):
    """What was played: where, with how much, how long, with which dice, and what came of each strategy."""

    game: Game
    bankroll: Cents
    end: SessionEnd
    pace: int
    """Rolls an hour."""
    seed: int | None
    """None: the rolls were recorded."""
    all_done: Sequence[StrategyResult]


def engine_line(result: Result) -> str:
    """Returns which engine played, why, and how long it took."""
    seconds = f"{result.run_seconds:.2f} s, {result.trace_seconds:.2f} s of it tracing"
    rolls = result.rolls_per_second
    rate = f"{rolls / 1e6:,.1f} million" if rolls >= 1_000_000 else f"{rolls:,.0f}"
    checked = f", replayed at the table: {result.replayed:,}" if result.replayed else ""
    return f"{result.engine} engine ({result.why}), {seconds}, {rate} rolls a second{checked}"
