"""The independent parts of a strategy, each traced on its own, walked together on one rack by the compiled kernel.

So a strategy whose situations multiply (six numbers, each with a ladder of its own) has as many rows as its parts have
together. That they are independent is proved (`strategy.language.independence.parts`), not assumed.
"""

from array import array
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock
from time import perf_counter

from msgspec import Struct

from sevenout.analysis.kernel import kernel
from sevenout.analysis.simulation.engines.kernel_engine import (
    KernelRequest,
    kernel_arguments,
    outcomes_of,
    played_by,
    rolls_to_walk,
)
from sevenout.analysis.simulation.engines.rows import KIND, LAYOUT, PAID, ROW, RUINED, THE_END, DecisionRows
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec, SimulationStopped
from sevenout.base.refusal import Refusal
from sevenout.strategy.tracing import OverBudget, StrategyTracer, Widened
from sevenout.strategy.view import Strategy

MOST_PARTS = kernel.MOST_PARTS


class _StartingRows(Struct, frozen=True):
    """The rows of all parts, and what stands after their first decisions."""

    rows: tuple[DecisionRows, ...]
    first_rows: "array[int]"
    rack: int
    worth: int
    ending: int
    """Of a strategy that does not stay for the first roll, why; else 0."""


class PartsEngine:
    """The parts of a sitting's strategy, in the order in which they act."""

    def __init__(self, sitting: SessionSpec, parts: Sequence[Strategy], stop: Event) -> None:
        self.sitting = sitting
        self.stop = stop
        self.seconds = 0.0
        """Spent on tracing."""
        self.full = ""
        """Why nothing more is traced: sessions that lead further are played at the table."""
        each = sitting.budget // len(parts)
        self._automata = [
            StrategyTracer(sitting.game, part, sitting.bankroll, each, reckoning=True, alone=False) for part in parts
        ]
        self._lock = Lock()
        started = perf_counter()
        self._begun = self._from_the_start()
        self.seconds += perf_counter() - started

    @property
    def rows(self) -> tuple[DecisionRows, ...]:
        """The rows of each part."""
        return self._begun.rows

    @property
    def many(self) -> int:
        """How many parts there are."""
        return len(self._automata)

    @property
    def refusals(self) -> tuple[tuple[str, Refusal], ...]:
        """What the house has refused to any of them, by wager."""
        return tuple(no for part in self._automata for no in part.refusals)

    def check(self) -> None:
        """Runs each part again where it has been."""
        with self._lock:
            for part in self._automata:
                part.check()

    def play(self, first: int, count: int) -> PlayedSessions:
        """Sessions `first`, `first` + 1, …, with their lowest nets and largest falls; any thread may."""
        while True:
            begun = self._begun
            with suppress(Widened):
                return self._walk(begun, first, count)

    def _walk(self, begun: _StartingRows, first: int, count: int) -> PlayedSessions:
        sitting, rows, to = self.sitting, begun.rows, outcomes_of(count)
        lowest, falls, missed = (array("q", [0]) * count for _ in range(3))
        lost = 0
        if begun.ending:
            net = begun.worth - rows[0].bankroll
            to = array("q", [begun.worth]) * count, to[1], array("b", [begun.ending]) * count
            lowest, falls = (array("q", [amount]) * count for amount in (min(net, 0), max(-net, 0)))
        under_way = bytearray(kernel.JOINTLY_BYTES)
        start = begun.first_rows, begun.rack, begun.worth, rows[0].bankroll, rows[0].endings.index("ruin")
        while not begun.ending:
            parts = tuple(kernel_arguments(part, sitting) for part in rows)
            order = sitting.source, first, count, rolls_to_walk(sitting), start, under_way, to, lowest, falls
            *met, lost, part = kernel.jointly(parts, *order, missed if self.full else None)
            if met[0] == KernelRequest.NOTHING:
                break
            if self.stop.is_set():
                raise SimulationStopped
            self._learn(begun, rows[part], met)
        return played_by(sitting, self.stop, rows[0], first, to, missed[:lost], (lowest, falls))

    def _learn(self, begun: _StartingRows, rows: DecisionRows, met: list[int]) -> None:
        what, row, column, piece, rack = met
        with self._lock:
            if self._begun is not begun:
                raise Widened
            started = perf_counter()
            try:
                if what == KernelRequest.CELL:
                    rows.fill(row, column, rack)
                else:
                    rows.decide_again(piece, rack)
            except Widened:
                self._begun, self.full = self._from_the_start(), ""
                raise
            except OverBudget as reason:
                self.full = str(reason)
            finally:
                self.seconds += perf_counter() - started

    def _from_the_start(self) -> _StartingRows:
        while True:
            with suppress(Widened):
                return self._first_decisions()

    def _first_decisions(self) -> _StartingRows:
        endings = ["rolls", "ruin"]
        rows = tuple(DecisionRows(part, endings, plays_out=self.sitting.plays_out) for part in self._automata)
        rack, lying, left, ruined = rows[0].bankroll, 0, 0, False
        first_rows = array("q")
        for part in rows:
            piece = part.piece(part.decide(part.automaton.first, rack))
            rack, lying = rack + piece[PAID], lying + piece[LAYOUT]
            first_rows.append(piece[ROW])
            if piece[ROW] == THE_END:
                left = left or piece[KIND]
            ruined = ruined or piece[KIND] == RUINED
        ending = left or (endings.index("ruin") if ruined and not lying else 0)
        return _StartingRows(rows, first_rows, rack, rack + lying, ending)
