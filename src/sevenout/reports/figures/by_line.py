"""One strategy that was simulated, and what became of its lines, as a screen and a page tell of it."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sevenout.analysis.comparison.paired_difference import PairedDifference
from sevenout.analysis.exact.sessions.line_action import LineAction, count_by_line
from sevenout.analysis.simulation.run import Result
from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan as Strategy
from sevenout.strategy.language.line_stats import LineReport, LineTally, OwnedPlan
from sevenout.strategy.session_end import SessionEnd, SessionPlayer
from sevenout.strategy.tracing import BY_ROLL, Situation
from sevenout.strategy.view import Strategy as Player
from sevenout.strategy.view import View

if TYPE_CHECKING:
    from sevenout.analysis.exact.sessions.session_distribution import Distribution

ROLLS = 1_000
"""As many first sessions as have so many rolls are played at the table, or so many rolls of the first."""


class ByLine(NamedTuple):
    """The results of each line of a strategy, and of what they are: the first sessions, or the first rolls of one."""

    lines: tuple[LineReport, ...]
    within: str
    risked: tuple[LineAction, ...] = ()
    """What each line risks a session, on average; nothing if that was not followed."""
    risked_within: str = ""
    """Of what that is: exactly, of the same sessions as the rest, or why there is nothing."""


def by_line(strategy: Strategy, sitting: SessionSpec, sessions: int) -> ByLine:
    """Plays the first of these sessions at the table, and counts what each line does."""
    tally = LineTally(strategy.lines)
    watched = OwnedPlan(strategy, tally)
    rolled_from: Counter[Situation] = Counter()

    def count_row(view: View | None, *_: int) -> None:
        if view is not None:
            rolled_from[Situation(view.puck, view.position, view.memory)] += 1

    player: Player = watched
    if isinstance(sitting.strategy, SessionPlayer):
        player = SessionPlayer(watched, sitting.strategy.end)
    rolls = min(sitting.rolls, ROLLS)
    cut = SessionSpec(sitting.game, player, sitting.bankroll, rolls, sitting.seed, plays_out=sitting.plays_out)
    number = min(sessions, max(ROLLS // sitting.usual_rolls, 1))
    with suppress(KeyboardInterrupt):  # what has been counted by then is told
        for session in range(number):
            replay_session(cut, session, watch=count_row)
    if sitting.usual_rolls > ROLLS:
        within = f"the first {ROLLS:,} rolls"
    else:
        within = f"the first {number:,} sessions" if number > 1 else "the first session"
    risked = count_by_line(strategy, tuple(rolled_from), rolled_from.values(), BY_ROLL, number)
    return ByLine(tally.report(), within, risked, within)


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
    rate = f"{result.rolls_per_second / 1e6:,.1f} million rolls a second"
    checked = f", replayed at the table: {result.replayed:,}" if result.replayed else ""
    return f"{result.engine} engine ({result.why}), {seconds}, {rate}{checked}"
