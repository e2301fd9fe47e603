"""The 36 rolls of two dice, how likely each is, where rolls come from. What a roll means is a rulebook's business."""

import hashlib
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import Protocol

from sevenout.base.errors import Malformed, WrongType

# A byte below 252 = 7 * 36 names each of the 36 rolls seven times; the four bytes above would favour some.
_FAIR_BYTES = 252


PACE = 144
"""Rolls an hour at a table, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice, told apart: `Roll(3, 1)` and `Roll(1, 3)` are two of the 36. Rolls are equal by their faces.

    The rest is worked out once, here, since it is read once for every wager on the layout.

    >>> Roll(3, 1).total, Roll(3, 1).hard, Roll(1, 3).pair, Roll(6, 6).index
    (4, False, (3, 1), 35)
    """

    a: int
    b: int
    total: int = field(init=False, repr=False, compare=False)
    hard: bool = field(init=False, repr=False, compare=False)
    """Both dice show the same face."""
    index: int = field(init=False, repr=False, compare=False)
    """The place in `ROLLS`, 0 to 35."""
    pair: tuple[int, int] = field(init=False, repr=False, compare=False)
    """The higher face, then the lower."""

    def __repr__(self) -> str:
        return f"Roll({self.a}, {self.b})"

    def __post_init__(self) -> None:
        a, b = self.a, self.b
        _check_faces(a, b)
        derive = object.__setattr__  # the only way past `frozen`
        derive(self, "total", a + b)
        derive(self, "hard", a == b)
        derive(self, "index", 6 * (a - 1) + (b - 1))
        derive(self, "pair", (max(a, b), min(a, b)))


def _check_faces(a: int, b: int) -> None:
    if type(a) is not int or type(b) is not int:
        raise WrongType(f"a die shows a whole number from 1 to 6: {a!r} and {b!r} are no roll. Write roll(3, 1)")
    if not (1 <= a <= 6 and 1 <= b <= 6):
        raise Malformed(f"no dice show {a} and {b}: a die has the faces 1 to 6")


FACES = range(1, 7)
"""What one die can show."""
ROLLS = tuple(Roll(a, b) for a in FACES for b in FACES)
"""All 36, in the order of their index: (1, 1), (1, 2), … (6, 6)."""


def roll(a: int, b: int) -> Roll:
    """The one member of `ROLLS` that shows these faces.

    >>> roll(3, 1)
    Roll(3, 1)
    """
    _check_faces(a, b)
    return ROLLS[6 * (a - 1) + (b - 1)]


@dataclass(frozen=True, slots=True)
class DiceModel:
    """Dice by how likely each of the 36 rolls is, in whole numbers: fair dice have a weight of one for every roll.

    Analysis reads it; at a table the dice are thrown. Two models are equal if their chances are, whatever they are
    called.

    >>> loaded = DiceModel("loaded", (2, *(1,) * 35))
    >>> loaded.chance(roll(1, 1)), loaded.chance_of_total(3), loaded.is_fair
    (Fraction(2, 37), Fraction(2, 37), False)
    >>> DiceModel("a uniform file", (5,) * 36) == FAIR_DICE
    True
    """

    name: str = field(compare=False)
    """Whose dice they are, as results and pages name them."""
    weights: tuple[int, ...]
    """By the index of the roll, in lowest terms."""
    whole: int = field(init=False, repr=False, compare=False)
    """The sum of the weights."""

    def __post_init__(self) -> None:
        weights = tuple(self.weights)
        if len(weights) != len(ROLLS) or any(type(weight) is not int or weight < 0 for weight in weights):
            raise Malformed(f"dice have {len(ROLLS)} weights, whole numbers from 0 up, one for each roll")
        if not any(weights):
            raise Malformed("dice that show nothing: every weight is 0")
        lowest = gcd(*weights)
        derive = object.__setattr__  # the only way past `frozen`
        derive(self, "weights", tuple(weight // lowest for weight in weights))
        derive(self, "whole", sum(self.weights))

    @property
    def is_fair(self) -> bool:
        """Whether every roll is as likely as any other."""
        return len(set(self.weights)) == 1

    @property
    def note(self) -> str:
        """What a heading adds to say whose dice they are: nothing for the usual fair ones."""
        return "" if self.name == FAIR_DICE.name else f", dice: {self.name}"

    def chance(self, thrown: Roll) -> Fraction:
        """How likely a roll is, its dice told apart."""
        return Fraction(self.weights[thrown.index], self.whole)

    def chance_of_total(self, total: int) -> Fraction:
        """How likely a total is."""
        return sum((self.chance(one) for one in ROLLS if one.total == total), Fraction(0))


FAIR_DICE = DiceModel("fair dice", (1,) * len(ROLLS))
"""Dice that favour no roll."""


class Dice(Protocol):
    """Anything that can be thrown."""

    def throw(self) -> Roll: ...


class SystemDice:
    """Dice that nobody can foresee: each throw asks the operating system, and nothing is drawn ahead."""

    def __init__(self, urandom: Callable[[int], bytes] = os.urandom) -> None:
        self._urandom = urandom

    def throw(self) -> Roll:
        while True:
            byte = self._urandom(1)[0]
            if byte < _FAIR_BYTES:
                return ROLLS[byte % 36]


class SeededDice:
    """Dice that a seed decides: the same rolls on every machine and under every version of Python.

    Block n, for n = 0, 1, 2, …, is SHA-256 of

    - the length of the seed in bytes, as 8 bytes, most significant first,
    - the seed in UTF-8,
    - n, as 8 bytes, most significant first.

    The bytes of the blocks are read in order. A byte of 252 or more is skipped; any other gives `ROLLS[byte % 36]`.

    >>> dice = SeededDice("sevenout")
    >>> dice.throw() == SeededDice("sevenout").throw()
    True
    """

    def __init__(self, seed: str) -> None:
        if not isinstance(seed, str):
            raise WrongType(f"a seed is text, e.g. SeededDice({str(seed)!r})")
        self._rolls = (ROLLS[byte % 36] for byte in _seeded_bytes(seed) if byte < _FAIR_BYTES)

    def throw(self) -> Roll:
        return next(self._rolls)


def _seeded_bytes(seed: str) -> Iterator[int]:
    encoded = seed.encode()
    prefix = len(encoded).to_bytes(8, "big") + encoded
    for block in itertools.count():
        yield from hashlib.sha256(prefix + block.to_bytes(8, "big")).digest()


class ScriptedDice:
    """Dice that show what they are told, in order.

    >>> dice = ScriptedDice([roll(3, 1)])
    >>> dice.throw()
    Roll(3, 1)
    >>> dice.throw()
    Traceback (most recent call last):
    LookupError: the script has run out after roll 1: give ScriptedDice more rolls
    """

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self._rolls = iter(rolls)
        self._thrown = 0

    def throw(self) -> Roll:
        for scripted in self._rolls:
            self._thrown += 1
            return scripted
        raise LookupError(f"the script has run out after roll {self._thrown}: give ScriptedDice more rolls")
