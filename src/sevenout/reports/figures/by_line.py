"""One strategy that was simulated, and what became of its lines, as a screen and a page tell of it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from sevenout.analysis.comparison.paired_difference import PairedDifference
from sevenout.analysis.simulation.run import Result
from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan as Strategy
from sevenout.strategy.language.line_stats import LineReport, TalliedPlan
from sevenout.strategy.session_end import SessionEnd, SessionPlayer
from sevenout.strategy.view import Strategy as Player

ROLLS = 1_000
"""As many first sessions as have so many rolls are played at the table, or so many rolls of the first."""


class ByLine(NamedTuple):
    """The results of each line of a strategy, and of what they are: the first sessions, or the first rolls of one."""

    lines: tuple[LineReport, ...]
    within: str


def by_line(strategy: Strategy, sitting: SessionSpec, sessions: int) -> ByLine:
    """Plays the first of these sessions at the table, and counts what each line does."""
    watched = TalliedPlan(strategy)
    player: Player = watched
    if isinstance(sitting.strategy, SessionPlayer):
        player = SessionPlayer(watched, sitting.strategy.end)
    rolls = min(sitting.rolls, ROLLS)
    cut = SessionSpec(sitting.game, player, sitting.bankroll, rolls, sitting.seed, plays_out=sitting.plays_out)
    number = min(sessions, max(ROLLS // sitting.usual_rolls, 1))
    with suppress(KeyboardInterrupt):  # what has been counted by then is told
        for session in range(number):
            replay_session(cut, session)
    if sitting.usual_rolls > ROLLS:
        within = f"the first {ROLLS:,} rolls"
    else:
        within = f"the first {number:,} sessions" if number > 1 else "the first session"
    return ByLine(watched.tally.report(), within)


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
