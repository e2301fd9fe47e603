"""Amounts as chips: a house's denominations, and the cut of a payoff, fewest chips, colour by colour from the box out.

It counts chips; what is owed is the table's business.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import gcd, lcm
from typing import Literal

from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount, units
from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.rulebook.model import Rulebook

_LARGEST_TABLE = 2_000_000
"""How many amounts are worth tabulating; values that share next to nothing would need more."""


class Denomination(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A chip's value and its colour."""

    cents: Cents
    colour: str


class Stack(Struct, frozen=True):
    """Chips of one colour on top of each other."""

    denomination: Denomination
    chips: int

    @property
    def amount(self) -> Cents:
        """The worth of the stack in cents."""
        return self.chips * self.denomination.cents

    def __str__(self) -> str:
        return f"{self.chips} {self.denomination.colour}"


class ChipRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual about chips."""

    denominations: Fact[frozenset[Denomination]]
    full_stack: Fact[int]
    cut: Fact[Literal["colour by colour"]]
    nearest_the_box: Fact[Literal["largest", "smallest"]]
    payoff: Fact[Literal["fewest chips"]]


class Chips:
    """The denominations of a house and how its dealers cut an amount out of them."""

    def __init__(self, denominations: Iterable[Denomination], rules: ChipRules) -> None:
        self.denominations = tuple(sorted(denominations))
        self.rules = rules
        self._check()
        self._unit = gcd(*(chip.cents for chip in self.denominations))
        self._values = tuple(chip.cents // self._unit for chip in self.denominations)
        self._beyond = _most_in_smaller(self._values) + self._values[-1]
        if self._beyond > _LARGEST_TABLE:
            raise BadInput(f"chips of {self.describe()} share too little to be counted: choose rounder values")

    def _check(self) -> None:
        values = [chip.cents for chip in self.denominations]
        if not values or values[0] <= 0:
            raise BadInput("a house has at least one kind of chip, and each is worth something")
        for name, known in (("value", values), ("colour", [chip.colour for chip in self.denominations])):
            if len(set(known)) < len(known):
                raise BadInput(f"two kinds of chips have the same {name}: {self.describe()}")

    @classmethod
    def of(cls, book: Rulebook) -> "Chips":
        """The chips of a rulebook's house.

        >>> from sevenout import open_book
        >>> chips = Chips.of(open_book("catfish-bend").book)
        >>> [str(stack) for stack in chips.cut(38_700)]
        ['3 black', '3 green', '2 red', '2 white']
        """
        rules = chapter(book, "chips", ChipRules)
        return cls(rules.denominations.value, rules)

    def describe(self) -> str:
        """The denominations in words: `1, 5 and 25`."""
        *most, last = [units(chip.cents) for chip in self.denominations]
        return f"{', '.join(most)} and {last}" if most else last

    # --- cutting

    def cut(self, amount: Cents) -> tuple[Stack, ...] | Refusal:
        """The fewest chips that make an amount, in the order they are cut, starting at the box; or why none do.

        >>> from sevenout import open_book
        >>> house = Chips.of(open_book("catfish-bend").book)
        >>> chips = Chips((Denomination(100, "white"), Denomination(300, "3"), Denomination(400, "4")), house.rules)
        >>> [str(stack) for stack in chips.cut(600)]  # one 4 and two 1 would be a chip more
        ['2 3']
        """
        counts = self._fewest(amount)
        if isinstance(counts, Refusal):
            return counts
        stacks = tuple(
            stack for chip, count in zip(self.denominations, counts, strict=True) for stack in self._stack(chip, count)
        )
        return stacks[::-1] if self.rules.nearest_the_box.value == "largest" else stacks

    def count(self, amount: Cents) -> int | Refusal:
        """Returns how many chips a dealer needs for an amount.

        >>> from sevenout import open_book
        >>> chips = Chips.of(open_book("typical").book)
        >>> chips.count(12_100), chips.count(50).reason
        (6, '0.50 cannot be made up of chips of 1, 5, 25, 100, 500 and 1000')
        """
        counts = self._fewest(amount)
        return counts if isinstance(counts, Refusal) else sum(counts)

    def full_stacks(self, chip: Denomination, chips: int) -> int | Refusal:
        """Returns how many full stacks some chips of one colour are: all that may leave the bank or go back to it.

        >>> from sevenout import open_book
        >>> chips = Chips.of(open_book("catfish-bend").book)
        >>> white, *_ = chips.denominations
        >>> chips.full_stacks(white, 60), chips.full_stacks(white, 50).reason
        (3, '50 white are not full stacks: move 20 at a time')
        """
        size = self.rules.full_stack
        stacks, loose = divmod(chips, size.value)
        if chips > 0 and not loose:
            return stacks
        reason = f"{chips} {chip.colour} are not full stacks: move {size.value} at a time"
        return Refusal("not-stacks", reason, size.cite)

    @property
    def cite(self) -> Citation:
        """Returns which chips there are, and where that is written."""
        return self.rules.denominations.cite

    def _stack(self, chip: Denomination, count: int) -> Iterable[Stack]:
        """Loose chips last when counted from the box, hence first here: no stack is higher than a full one."""
        full, loose = divmod(count, self.rules.full_stack.value)
        return [*([Stack(chip, loose)] if loose else []), *[Stack(chip, self.rules.full_stack.value)] * full]

    def _fewest(self, amount: Cents) -> tuple[int, ...] | Refusal:
        """Returns how many chips of each denomination; of two ways with as few chips, the one with the larger."""
        if amount <= 0:
            return Refusal("no-amount", f"{format_amount(amount)} cannot be cut out: it has to be above zero")
        rest, odd = divmod(amount, self._unit)
        largest = self._values[-1]
        whole = 0 if rest <= self._beyond else -(-(rest - self._beyond) // largest)
        rest -= whole * largest
        if odd or self._last[rest] is None:
            return Refusal(
                "not-chips", f"{format_amount(amount)} cannot be made up of chips of {self.describe()}", self.cite
            )
        counts = [0] * len(self._values)
        counts[-1] = whole
        while rest:
            at = self._last[rest]
            assert at is not None, "the table leads down to nothing"
            counts[at] += 1
            rest -= self._values[at]
        return tuple(counts)

    @property
    def _last(self) -> tuple[int | None, ...]:
        return _last_chips(self._values, self._beyond)


@lru_cache(maxsize=64)
def _last_chips(values: tuple[int, ...], beyond: int) -> tuple[int | None, ...]:
    """For every amount up to the bound one chip of its fewest, the largest; None: it cannot be made.

    Kept, since it takes some milliseconds and every payoff of a house asks for it.
    """
    never = beyond + 1
    fewest = [0] + [never] * beyond
    last: list[int | None] = [None] * (beyond + 1)
    for at, value in enumerate(values):
        for amount in range(value, beyond + 1):
            chips = fewest[amount - value] + 1
            if chips <= min(fewest[amount], never - 1):
                fewest[amount], last[amount] = chips, at
    last[0] = 0  # nothing takes no chip: there is a way to make it
    return tuple(last)


def _most_in_smaller(values: tuple[int, ...]) -> int:
    """The most that the fewest chips ever hold in chips other than the largest.

    Of chips worth a, lcm(a, b) / a are as much as fewer chips worth a larger b: the fewest chips never hold so many.
    """
    return sum(
        (min(lcm(value, larger) // value for larger in values[at + 1 :]) - 1) * value
        for at, value in enumerate(values[:-1])
    )
