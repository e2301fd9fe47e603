"""Chooses how sessions are played, and says why: compiled, with arrays, or at the table.

A strategy that can be traced is walked through its rows, compiled where there is Numba. One that cannot is played at
the table, roll by roll, with the same dice. If that turns out after a million sessions, those are right all the same,
and the table plays the rest.
"""

from threading import Event
from time import perf_counter_ns

from sevenout.automaton import HiddenState, Untraceable
from sevenout.extras import MissingExtra
from sevenout.refusal import Refusal
from sevenout.simulation import arrays
from sevenout.simulation.played import Played, Sitting, at_the_table
from sevenout.simulation.results import EngineName, each_once
from sevenout.simulation.traced import Traced

WATCHED, LONGEST_WATCHED = 2_000, 20_000
"""So many sessions, the first ones, are watched in every window, unless a session has more rolls than that."""
FEW_ROLLS, SHORT = 6_000_000, 2_000
"""If no more rolls are left, in sessions no longer than this, arrays are done before Numba is loaded."""
_ROLLS_AT_ONCE: dict[EngineName, int] = {"compiled": 20_000_000, "arrays": 400_000, "table": 2_000}
_SESSIONS_AT_ONCE = 1 << 20


class Engine:
    """Plays a sitting's sessions. It begins with arrays; `compile` makes it faster, `give_up` makes it the table."""

    def __init__(self, sitting: Sitting, wanted: EngineName | None = None) -> None:
        self.sitting = sitting
        self.wanted = wanted
        self.name: EngineName = "table" if wanted == "table" else "arrays"
        self.why = "as asked" if wanted else "so few sessions need no compiler"
        self.compile_ns = 0
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
    def trace_ns(self) -> int:
        """What tracing has cost so far."""
        return int(self._traced.seconds * 1e9) if self._traced else 0

    @property
    def refused(self) -> tuple[tuple[str, Refusal], ...]:
        """What the house refused while the strategy was traced, by wager, each reason once."""
        return each_once(self._traced.refused) if self._traced else ()

    def watched(self, sessions: int) -> int:
        """How many of a simulation's sessions are watched in every window: the first ones."""
        return min(sessions, WATCHED) if self.sitting.rolls <= LONGEST_WATCHED and self.wanted != "compiled" else 0

    def needs_compiler(self, sessions: int) -> bool:
        """Whether a simulation of so many sessions has more left, once some are watched, than arrays do in no time."""
        left, rolls = sessions - self.watched(sessions), self.sitting.rolls
        return left * rolls > FEW_ROLLS or (left > 0 and rolls > SHORT)

    def at_once(self, *, watched: bool = False) -> int:
        """How many sessions are best played at once: long enough to be fast, short enough to be interrupted."""
        name = "arrays" if watched and self.name == "compiled" else self.name
        return max(1, min(_ROLLS_AT_ONCE[name] // self.sitting.rolls, _SESSIONS_AT_ONCE))

    def compile(self) -> None:
        """Takes the compiled kernel from now on, if it can be had."""
        if self._traced is None or self.name != "arrays" or self.wanted == "arrays":
            return
        started = perf_counter_ns()
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
        self.compile_ns = perf_counter_ns() - started

    def play(self, first: int, count: int, *, watched: bool = False) -> Played:
        """Plays sessions `first`, `first` + 1, …; several threads may ask. The kernel watches nobody: arrays do."""
        if self.name == "table" or self._traced is None:
            try:
                return at_the_table(self.sitting, first, count, self.stop)
            except Untraceable as error:
                raise HiddenState("the strategy raises Untraceable at the table, where nothing is traced") from error
        return self._traced.play(arrays.walk if watched else self._walk, first, count)

    def check(self) -> None:
        """Asks the strategy again for some of what was traced."""
        if self._traced is not None:
            self._traced.check()

    def give_up(self, reason: Untraceable) -> None:
        """Plays at the table from now on."""
        self.name, self.why = "table", str(reason)
