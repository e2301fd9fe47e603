"""Chooses how sessions are played, and says why: compiled, with arrays, or at the table.

A strategy that can be traced is walked through its rows, compiled where there is Numba. One that cannot is played at
the table, roll by roll, with the same dice. If that turns out after a million sessions, those are right all the same,
and the table plays the rest.
"""

from threading import Event
from time import perf_counter
from typing import Literal

from sevenout.automaton import Untraceable
from sevenout.extras import MissingExtra
from sevenout.refusal import Refusal
from sevenout.simulation import arrays
from sevenout.simulation.played import Played, Sitting, at_the_table
from sevenout.simulation.traced import Traced

EngineName = Literal["compiled", "arrays", "table"]

_ROLLS_AT_ONCE: dict[EngineName, int] = {"compiled": 20_000_000, "arrays": 400_000, "table": 2_000}
_SESSIONS_AT_ONCE = 1 << 20


class Engine:
    """Plays a sitting's sessions. It begins with arrays; `compile` makes it faster, `give_up` makes it the table."""

    def __init__(self, sitting: Sitting, wanted: EngineName | None = None) -> None:
        self.sitting = sitting
        self.wanted = wanted
        self.name: EngineName = "table" if wanted == "table" else "arrays"
        self.why = "as asked" if wanted else "so few sessions need no compiler"
        self.compile_seconds = 0.0
        self.stop = Event()
        """Once it is set, sessions that take long are dropped with `Stopped`."""
        self._walk = arrays.walk
        self._traced: Traced | None = None
        try:
            if wanted != "table":
                self._traced = Traced(sitting, self.stop)
        except Untraceable as reason:
            self.give_up(reason)
        if wanted == "compiled":
            self.compile()

    @property
    def trace_seconds(self) -> float:
        """What tracing has cost so far."""
        return self._traced.seconds if self._traced else 0.0

    @property
    def refused(self) -> tuple[tuple[str, Refusal], ...]:
        """What the house refused while the strategy was traced, by wager, each reason once."""
        return self._traced.refused if self._traced else ()

    @property
    def at_once(self) -> int:
        """How many sessions are best played at once: long enough to be fast, short enough to be interrupted."""
        return max(1, min(_ROLLS_AT_ONCE[self.name] // self.sitting.rolls, _SESSIONS_AT_ONCE))

    def compile(self) -> None:
        """Takes the compiled kernel from now on, if it can be had."""
        if self._traced is None or self.name == "table" or self.wanted == "arrays":
            return
        started = perf_counter()
        try:
            from sevenout.simulation import compiled, kernel
        except ImportError:
            if self.wanted == "compiled":
                raise MissingExtra("numba", "the compiled engine") from None
            self.why = "Numba is not installed: pip install 'sevenout[fast]'"
            return
        kernel.walker(self._traced.rows.columns)
        self.name, self._walk = "compiled", compiled.walk
        self.why = "as asked" if self.wanted else "the strategy can be traced"
        self.compile_seconds = perf_counter() - started

    def play(self, first: int, count: int) -> Played:
        """Plays sessions `first`, `first` + 1, …; several threads may ask."""
        if self.name == "table" or self._traced is None:
            return at_the_table(self.sitting, first, count, self.stop)
        return self._traced.play(self._walk, first, count)

    def check(self) -> None:
        """Asks the strategy again for some of what was traced."""
        if self._traced is not None:
            self._traced.check()

    def give_up(self, reason: Untraceable) -> None:
        """Plays at the table from now on."""
        self.name, self.why = "table", str(reason)
