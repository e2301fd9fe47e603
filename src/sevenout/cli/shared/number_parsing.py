"""Amounts and counts as people type them behind a command's options: 300, $300, 1,000, 1e6, 2.5k.

The notation of transcripts and strategies stays strict: there a slip of the pen is money.
"""

import argparse
import math
import re
from decimal import Decimal
from typing import Literal

from sevenout.base.errors import Malformed
from sevenout.base.money import Cents, parse_amount

_TYPED = re.compile(
    r"(?P<sign>-?)(?P<currency>[$€£]?)(?P<units>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?:_[0-9]{3})+|[0-9]{1,40})"
    r"(?P<part>\.[0-9]{1,12})?(?P<times>[eE]\+?[0-9]{1,2}|[kKmM])?"
)
_TIMES = {"k": "e3", "m": "e6"}


def written_out(text: str, *, money: bool = True) -> str | None:
    """What was typed with every digit written out, as the notation has it; None if it is no number.

    >>> written_out("$300"), written_out("1,000.50"), written_out("1e6"), written_out("2.5k"), written_out("1,5")
    ('300', '1000.50', '1000000', '2500', None)
    """
    typed = _TYPED.fullmatch(text)
    if typed is None or (typed["currency"] and not money):
        return None
    times = (typed["times"] or "").lower()
    if not times:
        return typed["sign"] + re.sub("[,_]", "", typed["units"]) + (typed["part"] or "")
    digits = re.sub("[,_]", "", typed["units"]) + (typed["part"] or "")
    number = Decimal(digits + _TIMES.get(times, times))
    whole = number == number.to_integral_value()
    return typed["sign"] + format(number.to_integral_value() if whole else number.normalize(), "f")


def amount(text: str) -> Cents:
    """An amount of money, the one way that every option reads it.

    >>> amount("300"), amount("$1,000"), amount("1e6"), amount("-0.05")
    (30000, 100000, 100000000, -5)
    """
    typed = written_out(text)
    if typed is None:
        found = text if len(text) <= 40 else f"{text[:39]}…"
        raise argparse.ArgumentTypeError(f"expected an amount such as 10, 10.50, $300, 1,000 or 1e6, found {found!r}")
    try:
        return parse_amount(typed)
    except Malformed as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def parse_whole(text: str) -> int:
    """A whole number that counts something: 1000000, 1_000_000, 1,000,000, 1e6 or 1m.

    >>> parse_whole("1,000,000"), parse_whole("1e6"), parse_whole("2.5k")
    (1000000, 1000000, 2500)
    """
    try:
        return int(written_out(text, money=False) or text)
    except ValueError:
        found = text if len(text) <= 40 else f"{text[:39]}…"
        raise argparse.ArgumentTypeError(
            f"expected a whole number such as 100000, 100,000 or 1e5, found {found!r}"
        ) from None


def parse_point(text: str) -> int | Literal["off"]:
    """The point that a set of bets begins with.

    >>> parse_point("6"), parse_point("off")
    (6, 'off')
    """
    if text == "off":
        return "off"
    try:
        return parse_whole(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"expected a point such as 6, or off, found {text!r}") from None


def parse_hours(text: str) -> float:
    """A number of hours: 4, 2.5.

    >>> parse_hours("2.5")
    2.5
    """
    try:
        hours = float(written_out(text, money=False) or text)
    except ValueError:
        hours = math.nan
    if not 0 < hours < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number of hours such as 4 or 2.5, found {text!r}")
    return hours


def parse_aversion(text: str) -> float:
    """How much somebody minds risk: 1 is the logarithm.

    >>> parse_aversion("2")
    2.0
    """
    try:
        aversion = float(text)
    except ValueError:
        aversion = math.nan
    if not 0 < aversion <= 50:
        raise argparse.ArgumentTypeError(f"an aversion to risk is above zero and at most 50, such as 1, not {text!r}")
    return aversion
