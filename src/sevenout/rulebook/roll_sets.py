"""Sets of rolls and the words that name them: totals, pairs, `point`, `hard n`. Which of them win, the book says."""

from functools import cache
from typing import Literal, assert_never

from msgspec import Struct

from sevenout.base.dice import ROLLS

RollMask = int
"""A set of rolls: bit i is the roll with index i."""

EVERY_ROLL: RollMask = (1 << len(ROLLS)) - 1


class Number(Struct, frozen=True):
    """The number or pair of a family's member: the 6 of `place-6`, the 3-1 of `hop-3-1`."""

    high: int
    low: int | None = None

    def __str__(self) -> str:
        return str(self.high) if self.low is None else f"{self.high}-{self.low}"


class Trigger(Struct, frozen=True):
    """A set of rolls named in the rulebook's words, e.g. `7`, `point`, `hard n`, `3-1`."""

    kind: Literal["total", "points", "point", "n", "pair"]
    number: Number | None = None
    way: Literal["hard", "easy", "either"] = "either"

    def __str__(self) -> str:
        name = "" if self.kind == "pair" and self.number is None else str(self.number or self.kind)
        return " ".join(part for part in ("" if self.way == "either" else self.way, name) if part)

    def rolls(self, n: Number | None, point: int | None, points: tuple[int, ...]) -> RollMask:
        """The rolls it names for a family's number `n` while `point` is on."""
        return _trigger_mask(self, n, point, points)


@cache
def _trigger_mask(trigger: Trigger, n: Number | None, point: int | None, points: tuple[int, ...]) -> RollMask:
    match trigger.kind:
        case "points":
            wanted = tuple(Number(total) for total in points)
        case "point":
            wanted = () if point is None else (Number(point),)
        case "n":
            wanted = () if n is None else (n,)
        case "total":
            wanted = () if trigger.number is None else (trigger.number,)
        case "pair":
            if trigger.number is None:
                return _way_mask(trigger.way)
            wanted = (trigger.number,)
        case _:
            assert_never(trigger.kind)
    mask = 0
    for number in wanted:
        mask |= number_mask(number)
    return mask & _way_mask(trigger.way)


@cache
def number_mask(number: Number) -> RollMask:
    """The rolls that show a total, or a pair in either order."""
    return sum(
        1 << roll.index
        for roll in ROLLS
        if (roll.total == number.high if number.low is None else roll.pair == (number.high, number.low))
    )


@cache
def _way_mask(way: str) -> RollMask:
    if way == "either":
        return EVERY_ROLL
    return sum(1 << roll.index for roll in ROLLS if roll.hard == (way == "hard"))


def total_mask(total: int) -> RollMask:
    """The rolls of a total."""
    return number_mask(Number(total))


def roll_indexes(mask: RollMask) -> list[int]:
    """The rolls of a set, by index."""
    return [index for index in range(len(ROLLS)) if mask >> index & 1]


def describe(mask: RollMask) -> str:
    """A set of rolls in words.

    >>> describe(total_mask(7) | total_mask(11))
    '7, 11'
    """
    words = []
    for total in range(2, 13):
        whole = total_mask(total)
        if mask & whole == whole:
            words.append(str(total))
        elif mask & whole:
            pairs = sorted({roll.pair for roll in ROLLS if mask >> roll.index & 1 and roll.total == total})
            words += [f"{high}-{low}" for high, low in pairs]
    return ", ".join(words)
