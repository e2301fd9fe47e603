"""Remembers settlements: for a layout and a roll, the stakes that matter and their results.

A plan is made for the slots of a layout, whatever their stakes, by `settlement`; a layout of the same slots and the
same
stakes where the roll touches it is settled by looking it up. Nothing here knows a rule, and nothing is kept for ever.
"""

from collections.abc import Callable, Hashable, Iterable
from operator import itemgetter
from typing import TypeAlias

from msgspec import Struct

from sevenout.base.dice import ROLLS
from sevenout.base.money import Cents
from sevenout.engine.position import Move, Settlement

MOST_KEPT = 16_000
"""So many plans and answers a table keeps, 2 KB each at most; then it begins anew."""
MOST_ANSWERS = 128
"""So many answers one plan keeps; then it begins anew, or is given up."""

Pick: TypeAlias = Callable[[tuple[Cents, ...]], tuple[Cents, ...]]
Answer: TypeAlias = tuple[tuple[int, ...], Pick | None, Cents, Cents, tuple[Settlement, ...], tuple[Move, ...]]
"""The slots after a roll, the stakes that lie there (None: all is as before), and the rest of a `Settled`.

A tuple, because settling takes it apart for every seat at every roll.
"""


class LayoutPlan(Struct, frozen=True, gc=False):
    """The effect of a roll on a layout: the stakes it touches, and the results for stakes that were settled before."""

    touched: Callable[[tuple[Cents, ...]], Hashable]
    """The stakes that the roll touches: all that an answer depends on."""
    answers: dict[Hashable, Answer | None]
    """By those stakes; None for some that were met once, and where a stake lands on another."""


def pick_of(indexes: Iterable[int]) -> Pick:
    """Takes the stakes at some indexes, as a tuple, without a turn of Python for each.

    >>> pick_of([0, 2])((10, 20, 30)), pick_of([1])((10, 20, 30)), pick_of([])((10, 20, 30))
    ((10, 30), (20,), ())
    """
    at = tuple(indexes)
    if len(at) > 1:
        return itemgetter(*at)
    return itemgetter(slice(at[0], at[0] + 1) if at else slice(0))


PLAIN_WAY = LayoutPlan(pick_of(()), {})
"""The plan of a layout that is settled the plain way: a stake lands on another, or its stakes are ever new ones."""


class Plans:
    """All that one table remembers, by puck and roll."""

    def __init__(self, pucks: int) -> None:
        self.of: list[list[dict[tuple[int, ...], LayoutPlan | None]]] = [[{} for _ in ROLLS] for _ in range(pucks)]
        """The plans under a puck and a roll, by the slots of a layout; None for one that was met once."""
        self._kept = 0

    @property
    def size(self) -> int:
        """Returns how much is kept now."""
        return self._kept

    def keep(self, more: int = 1) -> None:
        """Counts what is kept; all goes when it is too much. Threads may miscount a little, and lose nothing."""
        self._kept += more
        if self._kept > MOST_KEPT:
            self._kept = 0
            for by_roll in self.of:
                for plans in by_roll:
                    plans.clear()
