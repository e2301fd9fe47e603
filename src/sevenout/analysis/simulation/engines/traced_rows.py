"""A sitting's rows, shared by all that walk them: engines read freely, and ask here for what is not there yet."""

from array import array
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock
from time import perf_counter
from typing import TypeVar

from sevenout.analysis.exact.sessions.session_action import ActionCounts
from sevenout.analysis.simulation.engines.row_cache import fetch, file_of, put
from sevenout.analysis.simulation.engines.rows import KIND, LAYOUT, PAID, ROW, THE_END, DecisionRows
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec
from sevenout.base.refusal import Refusal
from sevenout.strategy.tracing import OverBudget, StrategyTracer, Widened

Answer = TypeVar("Answer")
_WORTH_KEEPING = 0.02
"""So many seconds of tracing."""


class TracedStrategy:
    """The automaton of a sitting and its rows, as far as sessions have come."""

    def __init__(self, sitting: SessionSpec, stop: Event | None = None, budget: int | None = None) -> None:
        self.sitting = sitting
        self.stop = Event() if stop is None else stop
        """Is set by who does not want to wait for sessions that take long."""
        self.seconds = 0.0
        """Spent on tracing."""
        self.lenient = False
        """Whether sessions that lead to more situations than the budget are put up with, or all is stopped."""
        self.full = ""
        """Why nothing more is traced: sessions that lead further are played at the table."""
        self.paired: object = None
        self.two_at_a_time = True
        """What the compiled engine keeps: rows of two rolls, and whether they pay."""
        kept = sitting.budget if budget is None else budget
        self._automaton = StrategyTracer(sitting.game, sitting.strategy, sitting.bankroll, kept, reckoning=True)
        self._lock = Lock()
        self._file = file_of(sitting, kept)
        known = self._from_the_shelf()
        started = perf_counter()
        self.rows = known or self._from_the_start()
        self.seconds += perf_counter() - started

    def play(
        self, walk: Callable[["TracedStrategy", DecisionRows, int, int], PlayedSessions], first: int, count: int
    ) -> PlayedSessions:
        """Has sessions walked, and again from their first roll if the strategy looked at something new on the way."""
        while True:
            rows = self.rows
            with suppress(Widened):
                return _over_at_once(rows, count, self.sitting.grid.points) or walk(self, rows, first, count)

    def ask(self, rows: DecisionRows, what: Callable[[], Answer]) -> Answer:
        """Has something found out about the rows, for one asker at a time; void rows are begun anew before the next."""
        with self._lock:
            if self.rows is not rows:
                raise Widened
            started = perf_counter()
            try:
                return what()
            except Widened:
                self.rows, self.full = self._from_the_start(), ""
                raise
            except OverBudget as reason:
                self.full = str(reason) if self.lenient else ""
                raise
            finally:
                self.seconds += perf_counter() - started

    def learn(self, rows: DecisionRows, what: Callable[[], object]) -> None:
        """Has something found out, if there is room for it."""
        try:
            self.ask(rows, what)
        except OverBudget:
            if not self.lenient:
                raise

    def go_on(self, budget: int) -> None:
        """Keeps so many situations, and is lenient from now on."""
        with self._lock:
            self._automaton.budget, self.lenient = budget, True

    @property
    def refusals(self) -> tuple[tuple[str, Refusal], ...]:
        """What the house has refused, by wager, each reason once."""
        return self._automaton.refusals

    def check(self) -> None:
        """Runs the strategy again where it has been; see `StrategyTracer.check`."""
        with self._lock:
            self._automaton.check()

    def shelve(self) -> None:
        """Keeps what was found out, if it was much, for who simulates the same again."""
        with self._lock:
            if self._file is not None and self.seconds > _WORTH_KEEPING:
                put(self._file, (self._automaton.traced_values, self.rows.plain_values))

    def _from_the_shelf(self) -> DecisionRows | None:
        """What an earlier simulation of the same has found out."""
        known = None if self._file is None else fetch(self._file)
        if known is None:
            return None
        self._automaton.recall(known[0])
        rows = DecisionRows(self._automaton, plays_out=self.sitting.plays_out)
        rows.recall(known[1])
        return rows

    def _from_the_start(self) -> DecisionRows:
        while True:
            with suppress(Widened):
                return DecisionRows(self._automaton, plays_out=self.sitting.plays_out)


def _over_at_once(rows: DecisionRows, count: int, points: int) -> PlayedSessions | None:
    """The sessions of a strategy that does not stay for the first roll."""
    first = rows.piece(rows.first)
    if first[ROW] != THE_END:
        return None
    net = (first[PAID] + first[LAYOUT]) * rows.chip
    nets, lowest, falls = (array("q", [amount]) * count for amount in (net, min(net, 0), max(-net, 0)))
    ending = array("b", [first[KIND]]) * count
    played, paths = array("i", [0]) * count, array("q", [net]) * (count * points)
    return PlayedSessions(nets, played, ending, tuple(rows.endings), lowest, falls, paths, ActionCounts())
