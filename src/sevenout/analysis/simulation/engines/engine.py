"""Chooses how sessions are played, and says why: compiled, with arrays, or at the table.

A strategy that can be traced is walked through its rows by the compiled kernel, or with NumPy where that was not built.
One that cannot is played at the table, roll by roll, with the same dice. If that turns out after a million sessions,
those are right all the same, and the table plays the rest.
"""

from array import array
from collections.abc import Callable
from functools import cache
from threading import Event, Lock
from typing import TYPE_CHECKING

from sevenout.analysis.simulation.engines.rows import DecisionRows
from sevenout.analysis.simulation.engines.traced_rows import TracedStrategy
from sevenout.analysis.simulation.results import EngineName, each_once
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec, play_at_table
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.strategy.session_end import SessionEnd, SessionPlayer, player_of
from sevenout.strategy.tracing import HiddenState, OverBudget, Untraceable

WATCHED, LONGEST_WATCHED = 2_000, 20_000
"""So many sessions, the first ones, are watched in every window, unless a session has more rolls than that."""
_ROLLS_AT_ONCE: dict[EngineName, int] = {"compiled": 20_000_000, "arrays": 400_000, "table": 2_000}
_SESSIONS_AT_ONCE, _SLOWER_WATCHED = 1 << 20, 8

WHOLE = 5_000
"""A strategy that leads to more situations is walked in parts, if it falls into such as are independent."""

if TYPE_CHECKING:
    from sevenout.analysis.simulation.engines.parts_engine import PartsEngine
    from sevenout.strategy.language.compiler.plan import Plan

_Walk = Callable[[TracedStrategy, DecisionRows, int, int], PlayedSessions]


@cache
def _walks(wanted: EngineName | None) -> tuple[EngineName, _Walk, _Walk]:
    """The fastest engine there is, or the one that is wanted: how it walks, and how it walks and watches."""
    if wanted != "arrays":
        try:
            from sevenout.analysis.simulation.engines import kernel_engine
        except ImportError as error:
            if wanted == "compiled":
                raise BadInput(f"there is no compiled engine here: {error}") from None
        else:
            return "compiled", kernel_engine.walk, kernel_engine.watch
    from sevenout.analysis.simulation.engines import numpy_engine

    return "arrays", numpy_engine.walk, numpy_engine.walk


class Engine:
    """Plays a sitting's sessions; `give_up` makes it the table."""

    def __init__(self, sitting: SessionSpec, wanted: EngineName | None = None) -> None:
        self.sitting = sitting
        self.wanted = wanted
        self.name: EngineName = "table"
        self._why = "as asked" if wanted else "the strategy can be traced"
        self.stop = Event()
        """Once it is set, sessions that take long are dropped with `SimulationStopped`."""
        self._traced: TracedStrategy | None = None
        self._parts: PartsEngine | None = None
        self._lock = Lock()
        if wanted == "table":
            return
        self.name, self._walk, self._watch = _walks(wanted)
        if self.name == "arrays" and not wanted:
            self._why += "; there is no compiled kernel here"
        try:
            kept = min(WHOLE, sitting.budget) if self.name == "compiled" else sitting.budget
            self._traced = TracedStrategy(sitting, self.stop, kept)
        except Untraceable as reason:
            self.give_up(reason)

    @property
    def reason(self) -> str:
        """Why this engine."""
        walked = self._parts or self._traced
        full = walked.full if walked and self.name != "table" else ""
        return f"{full}; sessions that lead further are played at the table" if full else self._why

    @property
    def rows(self) -> tuple[DecisionRows, ...]:
        """The rows that sessions are walked through, of each part; none where the table plays."""
        if self.name == "table" or self._traced is None:
            return ()
        return self._parts.rows if self._parts is not None else (self._traced.rows,)

    @property
    def full(self) -> str:
        """Why nothing more is traced, if that is so."""
        walked = self._parts or self._traced
        return walked.full if walked is not None else ""

    @property
    def trace_ns(self) -> int:
        """What tracing has cost so far."""
        return int(sum(walked.seconds for walked in (self._traced, self._parts) if walked) * 1e9)

    @property
    def refusals(self) -> tuple[tuple[str, Refusal], ...]:
        """What the house refused while the strategy was traced, by wager, each reason once."""
        return each_once(no for walked in (self._traced, self._parts) if walked for no in walked.refusals)

    def count_watched(self, sessions: int) -> int:
        """How many of a simulation's sessions are watched in every window: the first ones."""
        return (
            min(sessions, WATCHED) if self.sitting.usual_rolls <= LONGEST_WATCHED and self.wanted != "compiled" else 0
        )

    def at_once(self, *, watched: bool = False) -> int:
        """How many sessions are best played at once: long enough to be fast, short enough to be interrupted."""
        rolls = _ROLLS_AT_ONCE[self.name] // (_SLOWER_WATCHED if watched else 1)
        return max(1, min(rolls // self.sitting.usual_rolls, _SESSIONS_AT_ONCE))

    def play(self, first: int, count: int, *, watched: bool = False) -> PlayedSessions:
        """Plays sessions `first`, `first` + 1, …; several threads may ask."""
        if self.name == "table" or self._traced is None:
            try:
                return play_at_table(self.sitting, first, count, self.stop)
            except Untraceable as error:
                raise HiddenState("the strategy raises Untraceable at the table, where nothing is traced") from error
        while True:
            parts = self._parts
            try:
                if parts is not None:
                    return parts.play(first, count)
                return self._traced.play(self._watch if watched else self._walk, first, count)
            except OverBudget:
                if self.name != "compiled" or parts is not None:
                    raise
                self._go_further(self._traced)

    def play_named(self, numbers: "array[int]") -> list[PlayedSessions]:
        """Sessions by their numbers, in one lot or several; only where the compiled kernel plays."""
        from sevenout.analysis.simulation.engines.kernel_engine import walk_named

        while self._parts is None and self._traced is not None:
            try:
                return [self._traced.play(lambda traced, rows, *_: walk_named(traced, rows, numbers), 0, len(numbers))]
            except OverBudget:
                self._go_further(self._traced)
        return [self.play(number, 1) for number in numbers]

    def _go_further(self, traced: TracedStrategy) -> None:
        """By parts, if the strategy falls into such; else by more rows, and where those end, at the table."""
        with self._lock:
            if self._parts is not None or traced.lenient:
                return
            parts = _parts_of(self.sitting, self.stop)
            if parts is None:
                traced.go_on(self.sitting.budget)
                return
            self._parts = parts
            self._why = f"the strategy falls into {parts.many} independent parts"

    def check(self) -> None:
        """Asks the strategy again for some of what was traced."""
        for walked in (self._traced, self._parts):
            if walked is not None:
                walked.check()

    def shelve(self) -> None:
        """Keeps the rows for the next simulation of the same; what is walked in parts has few."""
        if self._traced is not None and self._parts is None and self.name == "compiled":
            self._traced.shelve()

    def give_up(self, reason: Untraceable) -> None:
        """Plays at the table from now on."""
        self.name, self._why = "table", str(reason)


def _parts_of(sitting: SessionSpec, stop: Event) -> "PartsEngine | None":
    from sevenout.analysis.simulation.engines.parts_engine import MOST_PARTS, PartsEngine
    from sevenout.strategy.language.compiler.plan import Plan
    from sevenout.strategy.language.independence.parts import NotIndependent, independent

    player = sitting.strategy
    plan = player.strategy if isinstance(player, SessionPlayer) else player
    end = player.end if isinstance(player, SessionPlayer) else SessionEnd(face_value=True)
    if not isinstance(plan, Plan) or not _is_for_parts(plan, end, sitting):
        return None
    found = independent(plan)
    if isinstance(found, NotIndependent) or len(found) > MOST_PARTS:
        return None
    return PartsEngine(sitting, [player_of(part, end) for part in found], stop)


def _is_for_parts(plan: "Plan", end: SessionEnd, sitting: SessionSpec) -> bool:
    """Whether all parts come to the end of a session together: by its rolls alone, or at face value."""
    from sevenout.strategy.language.syntax_tree import LeaveAction, LimitedAction

    if end.face_value:
        return end.shooters is end.goal is end.stop_loss is None
    leaves = any(
        isinstance(one, LimitedAction) and isinstance(one.action, LeaveAction) for one in plan.script.file.statements()
    )
    return end.shooters is end.goal is end.stop_loss is None and not leaves and sitting.closes_after != 0
