"""One reading of a strategy: the view after the lines above, the memory, and what is noted of each line."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Settlement, stake_on
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import PuckEvent
from sevenout.strategy.view import View

Outcome = Literal["fired", "waited", "refused", "held"]


class LineOutcome(Struct, frozen=True):
    """What became of one line for one wager: done, not now (`waited`), refused by the house, or a count at its end."""

    line: int
    outcome: Outcome
    wager: str = ""
    code: str = ""
    """Why, for programs: the code of a refusal, or what it waited for."""
    reason: str = ""
    clause: str = ""
    change: Cents = 0
    """What it added to the stake, below zero what it took back."""


class BettingWindow:
    """A betting window while the file is read. It lives for one decision and is thrown away."""

    __slots__ = (
        "before", "event", "hard", "line_view", "lot", "memory", "notes", "puck", "results", "taken", "total", "view"
    )  # fmt: skip

    def __init__(self, view: View, memory: list[int], notes: list[LineOutcome] | None) -> None:
        self.view = view
        self.line_view = view
        """The view as the line found it that is carried out: shares of the rack are shares of that."""
        self.lot = -1
        """What the dice have drawn for lines that leave something to chance; below zero before the first roll."""
        self.memory = memory
        self.notes = notes
        self.puck = view.puck
        self.before = view.puck
        """The puck before the last roll, if the file looks at it."""
        self.total = 0
        """What the last roll showed, and the rest of it, as far as the file looks at it."""
        self.hard = False
        self.event: PuckEvent = ""
        self.results: tuple[Settlement, ...] = ()
        self.taken = False
        """Whether the heading before was true, for `otherwise`."""

    def note(self, line: int, outcome: Outcome, wager: str = "", code: str = "") -> None:
        """Writes down what became of a line, if anybody wants to know."""
        if self.notes is not None:
            self.notes.append(LineOutcome(line, outcome, wager, code))

    def take_over(self, line: int, spot: CompiledWager, after: View) -> bool:
        """Takes over the view after an action; whether the house did it."""
        refused, before = len(after.refused) > len(self.view.refused), self.view.position
        self.view = after
        if self.notes is not None:
            change = stake_on(after.position, spot) - stake_on(before, spot)
            self.notes.append(_line_outcome(line, spot, after.refused[-1][1] if refused else None, change))
        return not refused


def _line_outcome(line: int, spot: CompiledWager, refusal: Refusal | None, change: Cents) -> LineOutcome:
    if refusal is None:
        return LineOutcome(line, "fired", spot.key, change=change)
    return LineOutcome(line, "refused", spot.key, refusal.code, refusal.reason, refusal.clause)


Test = Callable[[BettingWindow, CompiledWager | None], bool]
"""A condition, judged for a line's own wager (none in a heading)."""
Reckoned = Callable[[BettingWindow, CompiledWager], int]
"""An amount in cents for one wager."""
WhatItIs = Callable[[BettingWindow], list[CompiledWager]]
"""The wagers that made an event true: what `it` is."""
CountNow = Callable[[BettingWindow, CompiledWager | None], int]
"""How many, for a line's own wager (none in a heading)."""
Run = Callable[[BettingWindow], bool]
"""A line that is carried out; True: nothing further is read."""
