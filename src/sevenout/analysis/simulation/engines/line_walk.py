"""What became of a strategy's lines in the first sessions of a simulation, walked through decisions that are traced.

A decision is traced once, with what became of every line in it; whoever meets it again only adds one. So ten times as
many sessions are followed as the table could play meanwhile, and they come out the same.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.compiler.window import LineOutcome
from sevenout.strategy.language.line_stats import LineTally, OwnedPlan
from sevenout.strategy.session_end import SessionPlayer
from sevenout.strategy.tracing import OVER, Situation, StrategyTracer, Untraceable, Variant, Widened
from sevenout.strategy.view import Strategy

MOST_TRACED = 1_500
"""So many decisions are traced: who reckons with the rack's amount faces another one at every roll."""


class _LastOutcomes(LineTally):
    """Keeps what became of the lines when the plan was last asked."""

    last: tuple[LineOutcome, ...] = ()

    def add(self, outcomes: Iterable[LineOutcome], times: int = 1) -> None:  # noqa: ARG002
        self.last = tuple(outcomes)


class LineWalk:
    """Follows sessions one by one, and adds up what became of the lines and what was rolled from."""

    def __init__(self, plan: Plan, sitting: SessionSpec) -> None:
        self.tally = LineTally(plan.lines)
        self.rolled_from: Counter[Situation] = Counter()
        """How often each situation was rolled from, with the owners of its bets in its memory."""
        self._heard = _LastOutcomes(plan.lines)
        self._sitting = replace(sitting, strategy=owned_player(plan, sitting, self._heard))
        self._tracer = self._new_tracer()
        self._lines: dict[tuple[int, int], tuple[LineOutcome, ...]] = {}
        """What becomes of the lines, by what is faced and the least rack of the decision."""

    def follow(self, number: int) -> bool:
        """Adds a session; returns False, and adds nothing, once too much would have to be traced."""
        while True:
            decided: Counter[tuple[int, int]] = Counter()
            rolled: Counter[int] = Counter()
            try:
                if not self._walk(number, decided, rolled):
                    return False
            except Widened:  # what was traced is void, but what was counted is right
                self._lines.clear()
                continue
            except Untraceable:
                return False
            for place, times in decided.items():
                self.tally.add(self._lines[place], times)
            for row, times in rolled.items():
                self.rolled_from[self._tracer.rows[row]] += times
            return True

    def _walk(self, number: int, decided: "Counter[tuple[int, int]]", rolled: Counter[int]) -> bool:
        """The walk of `StrategyTracer.walk`, counted; returns False if it was broken off."""
        tracer, closes_after = self._tracer, self._sitting.closes_after
        faced, rack, played = tracer.first, self._sitting.bankroll, 0
        dice = iter(self._sitting.rolls_of_session(number))
        while tracer.traces <= MOST_TRACED:
            variant = self._decide(faced, rack)
            decided[faced, variant.least] += 1
            rack += variant.paid
            roll = None if variant.row == OVER else next(dice, None)
            if roll is None:
                return True
            row, added = tracer.close(variant.row) if played == closes_after else (variant.row, 0)
            rolled[row] += 1
            faced, back = tracer.step(row, roll.index)
            rack, played = rack + added + back, played + 1
        return False

    def _decide(self, faced: int, rack: int) -> Variant:
        self._heard.last = ()
        traces = self._tracer.traces
        variant = self._tracer.decide(faced, rack)
        if self._tracer.traces > traces:
            self._lines[faced, variant.least] = self._heard.last
        return variant

    def _new_tracer(self) -> StrategyTracer:
        sitting = self._sitting
        return StrategyTracer(sitting.game, sitting.strategy, sitting.bankroll, sitting.budget, reckoning=True)


def owned_player(plan: Plan, sitting: SessionSpec, tally: LineTally) -> Strategy:
    """The plan with the owners of its bets and a tally of its lines, ending its sessions as the sitting does."""
    watched, ending = OwnedPlan(plan, tally), sitting.strategy
    return SessionPlayer(watched, ending.end) if isinstance(ending, SessionPlayer) else watched
