"""Amounts in cents, the odds a wager pays, and rounding to the house's smallest chip. No float touches money."""

import enum
import re
from fractions import Fraction
from typing import TypeAlias

import msgspec

from sevenout.base.errors import Malformed, WrongType

Cents: TypeAlias = int
"""Money, always: a whole number of cents. `1050` is ten dollars and a half."""

# Twelve digits keep every amount, in cents, well inside 64 bits.
_AMOUNT = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,2}))?")

# The first pattern that fits a text which is no amount tells how to mend it.
_AMOUNT_REMEDIES = tuple(
    (re.compile(pattern), remedy)
    for pattern, remedy in (
        (r"\s.*|.*\s", "Leave the spaces out."),
        (r"-?[$£€¥].*|[0-9.,]+[$£€¥]", "Leave the currency sign out."),
        (r"\+[0-9.,]+", "Leave the plus sign out."),
        (r"\.[0-9]{1,2}", "Write a 0 before the point."),
        (r"[0-9]+\.", "Leave the point out, or write the cents after it."),
        (r"-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?", "Leave the commas out."),
        (r"-?[0-9]+,[0-9]{1,2}", "Write a point before the cents, not a comma."),
        (r"-?[0-9.]+([eE][+-]?[0-9]+|[kKmM])|[0-9]+(_[0-9]+)+", "Write every digit out."),
        (r"-?[0-9]+\.[0-9]{3,}", "A cent is the smallest amount: give at most two decimals."),
        (r"-?[0-9]{13,}(\.[0-9]*)?", "No amount has more than twelve digits before the point."),
    )
)

_ODDS = re.compile(r"([1-9][0-9]{0,5}):([1-9][0-9]{0,5})")
_ODDS_TO = re.compile(r"([0-9]{1,6}) *(?:to|/|-|:) *([0-9]{1,6})")
_ODDS_FOR = re.compile(r"([0-9]{1,6}) *for *([0-9]{1,6})")
_ODDS_DECIMAL = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


class Rounding(enum.Enum):
    """The way a payout that is no whole number of chips is rounded."""

    DOWN = "down"
    UP = "up"
    EXACT = "exact"
    """It must not happen: the stake has to be one that pays in whole chips."""


def cents(value: object) -> Cents:
    """The amount itself, if it is a whole number of cents: no float, Decimal, truth value or text is money.

    >>> cents(30050)
    30050
    >>> cents(300.5)
    Traceback (most recent call last):
    sevenout.base.errors.WrongType: money is whole cents: 30050 for 300.50, not 300.5
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = str(value)  # a traced rack, which is no amount either, says here that nobody may reckon with it
    meant = f": {parse_amount(text)} for {format_amount(parse_amount(text))}" if _is_amount(text) else ""
    raise WrongType(f"money is whole cents{meant}, not {value!r}")


def _is_amount(text: str) -> bool:
    return _AMOUNT.fullmatch(text) is not None


def parse_amount(text: str) -> Cents:
    """Read an amount written in currency units.

    >>> parse_amount("10"), parse_amount("10.5"), parse_amount("-0.05")
    (1000, 1050, -5)
    >>> parse_amount("$10")
    Traceback (most recent call last):
    sevenout.base.errors.Malformed: expected an amount such as 10 or 10.50, found '$10'. Leave the currency sign out.
    """
    if match := _AMOUNT.fullmatch(text):
        sign, units, cents = match.groups(default="")
        magnitude = 100 * int(units) + int(cents.ljust(2, "0"))
        return -magnitude if sign else magnitude
    raise Malformed(_quote_found(text, amount_remedy(text)), expected="an amount such as 10 or 10.50")


def amount_remedy(text: str) -> str:
    """Returns how to write an amount that was written in another way.

    >>> amount_remedy("10.555"), amount_remedy("5k")
    ('A cent is the smallest amount: give at most two decimals.', 'Write every digit out.')
    """
    remedies = (remedy for pattern, remedy in _AMOUNT_REMEDIES if pattern.fullmatch(text))
    return next(remedies, "Use the digits 0 to 9, with one or two of them after a point if there are cents.")


def format_amount(cents: Cents) -> str:
    """Write an amount in currency units, always with two decimals.

    >>> format_amount(99000), format_amount(-500)
    ('990.00', '-5.00')
    """
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units}.{rest:02}"


def units(cents: Cents) -> str:
    """Write an amount as the notation does: without the cents where there are none.

    >>> units(1000), units(250)
    ('10', '2.50')
    """
    return format_amount(cents).removesuffix(".00")


def amount(cents: float) -> str:
    """Write a mean, a deviation or another amount to read, rounded to the cent, with commas: it is no money to count.

    >>> amount(-710.69), amount(250_000), amount(-0.2)
    ('-7.11', '2,500.00', '0.00')
    """
    text = f"{cents / 100:,.2f}"
    return "0.00" if text == "-0.00" else text


def round_to_chip(num: int, den: int, chip: Cents, rounding: Rounding) -> Cents:
    """Round the amount of `num / den` cents to a multiple of `chip`.

    >>> round_to_chip(1750, 3, 100, Rounding.DOWN), round_to_chip(1750, 3, 100, Rounding.UP)
    (500, 600)
    """
    if num < 0 or den <= 0 or chip <= 0:
        raise ValueError(f"cannot round {num}/{den} cents to a chip of {chip}: amounts and chips are positive")
    chips, rest = divmod(num, den * chip)
    if rest:
        if rounding is Rounding.EXACT:
            raise ValueError(f"{num}/{den} cents is no whole number of {format_amount(chip)} chips")
        if rounding is Rounding.UP:
            chips += 1
    return chips * chip


class Odds(msgspec.Struct, frozen=True, gc=False):
    """The odds that a wager pays: a profit of `num` for every `den` staked, the stake itself not counted.

    Odds are kept and compared as written, since 2:1 and 4:2 are different words of a house: `Odds(2, 1) != Odds(4, 2)`.
    Compare `fraction` to ask whether they pay the same.
    """

    num: int
    den: int

    def __post_init__(self) -> None:
        if self.num < 1 or self.den < 1:
            raise ValueError(
                f"odds of {self.num}:{self.den} pay nothing that can be counted: both sides are at least 1"
            )

    @classmethod
    def parse(cls, text: str) -> "Odds":
        """Read odds as a rulebook writes them.

        >>> Odds.parse("9:5")
        Odds(9, 5)
        >>> Odds.parse("30 for 1")
        Traceback (most recent call last):
        sevenout.base.errors.Malformed: expected odds such as 9:5, found '30 for 1'. That counts the stake: write 29:1.
        """
        if match := _ODDS.fullmatch(text):
            return cls(int(match[1]), int(match[2]))
        raise Malformed(_quote_found(text, _odds_remedy(text)), expected="odds such as 9:5")

    def __str__(self) -> str:
        return f"{self.num}:{self.den}"

    def __repr__(self) -> str:
        return f"Odds({self.num}, {self.den})"

    @property
    def fraction(self) -> Fraction:
        """The profit per unit staked, in lowest terms."""
        return Fraction(self.num, self.den)

    def pay(self, stake: Cents, chip: Cents, rounding: Rounding) -> Cents:
        """The profit on a stake, in whole chips.

        >>> Odds(7, 6).pay(1000, 100, Rounding.DOWN)
        1100
        """
        return round_to_chip(stake * self.num, self.den, chip, rounding)


def _odds_remedy(text: str) -> str:
    """Returns how to write what the text probably means."""
    if match := _ODDS_TO.fullmatch(text):
        profit, stake = int(match[1]), int(match[2])
        if profit and stake:
            return f"Write {profit}:{stake}."
        return "Both sides are at least 1; a wager that only gives the stake back is a push."
    if match := _ODDS_FOR.fullmatch(text):
        back, stake = int(match[1]), int(match[2])
        if back > stake > 0:
            return f"That counts the stake: write {back - stake}:{stake}."
    if _ODDS_DECIMAL.fullmatch(text) and (ratio := Fraction(text)):
        return f"Write a ratio of whole numbers: {ratio.numerator}:{ratio.denominator}."
    return "Write two whole numbers: the profit, a colon, the stake."


def _quote_found(text: str, remedy: str) -> str:
    if not text:
        return "found nothing"
    return f"found {text if len(text) <= 40 else text[:39] + '…'!r}. {remedy}"
