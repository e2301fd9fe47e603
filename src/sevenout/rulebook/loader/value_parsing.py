"""The kinds of value a rulebook knows (a word of a list, an amount, a ratio, rolls), each read or explained away."""

import re
from datetime import time
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeVar

from sevenout.base.errors import Malformed
from sevenout.base.money import Cents, Odds
from sevenout.base.vocabulary import hint, likely_word
from sevenout.rulebook.roll_sets import Number, Trigger

S = TypeVar("S", bound=str)

_LARGEST_AMOUNT = 10**12
_LARGEST_COUNT = 200
_RATIO = re.compile(r"\d+:\d+")
_PAIR = re.compile(r"([1-6])-([1-6])")
_TIME = re.compile(r"(\d{1,2}):([0-5]\d)")
_WAY = re.compile(r"(hard|easy)(?: (n|\d{1,2}))?")


class Unreadable(ValueError):
    """A value that is none of its kind: what is wrong with it, and what to write instead.

    `said` is what stands there and `instead` what replaces it, where both are known.
    """

    def __init__(self, message: str, remedy: str, said: object = "", instead: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.said, self.instead = (str(said), instead) if instead else ("", "")


def quote_value(raw: object) -> str:
    """A value as a message quotes it."""
    text = str(raw).lower() if isinstance(raw, bool | Decimal) else repr(raw)
    return text if len(text) <= 60 else f"{text[:57]}..."


def one_of(raw: object, options: tuple[S, ...]) -> S:
    """One word out of a list."""
    for option in options:
        if isinstance(raw, str) and raw == option:
            return option
    rest = f"Write one of: {', '.join(options)}"
    if not isinstance(raw, str):
        raise Unreadable(f"unknown word {quote_value(raw)}", rest)
    raise Unreadable(f"unknown word {quote_value(raw)}", hint(raw, options, rest), raw, likely_word(raw, options))


def word(raw: object) -> str:
    """Any word."""
    if not isinstance(raw, str):
        raise Unreadable(f"{quote_value(raw)} is no word", "Write it in double quotes")
    return raw


def words(raw: object) -> tuple[str, ...]:
    """A list of words."""
    if not isinstance(raw, list) or not all(isinstance(item, str) for item in raw):
        raise Unreadable(f"{quote_value(raw)} is no list of words", 'Write ["…", "…"]')
    return tuple(raw)


def phrases(raw: object) -> tuple[str, ...]:
    """A list of phrases, each of at least one word."""
    said = words(raw)
    if not all(re.search(r"[A-Za-z0-9]", phrase) and len(phrase) <= 100 for phrase in said):
        raise Unreadable(
            f"{quote_value(raw)} holds a phrase without a word, or a very long one", 'Write ["left the table"]'
        )
    return said


def boolean(raw: object) -> bool:
    """True or false."""
    if not isinstance(raw, bool):
        raise Unreadable(f"{quote_value(raw)} is neither true nor false", "Write true or false, without quotes")
    return raw


def parse_whole(raw: object) -> int:
    """A whole number above zero."""
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 < raw <= _LARGEST_AMOUNT:
        raise Unreadable(f"{quote_value(raw)} is no whole number above zero", "Write one, e.g. 10")
    return raw


def parse_times(raw: object) -> int | Fraction:
    """So many times a bet: a whole number above zero, or one with decimals such as 2.5."""
    if isinstance(raw, Decimal) and raw.is_finite() and 0 < raw <= _LARGEST_AMOUNT:
        times = Fraction(raw)
        return times.numerator if times.denominator == 1 else times
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 < raw <= _LARGEST_AMOUNT:
        raise Unreadable(f"{quote_value(raw)} is no number of times", "Write a number above zero, e.g. 10 or 2.5")
    return raw


def amount(raw: object) -> Cents:
    """An amount in currency units, whole or with cents, as integer cents."""
    units = Decimal(raw) if isinstance(raw, int | Decimal) and not isinstance(raw, bool) else Decimal(0)
    if not units.is_finite() or not 0 < units <= _LARGEST_AMOUNT:
        raise Unreadable(
            f"{quote_value(raw)} is no amount", "Write a positive number of currency units, e.g. 500 or 2.50"
        )
    cents = units * 100
    if cents != int(cents):
        raise Unreadable(f"{quote_value(raw)} is not a whole number of cents", "Write at most two decimals")
    return int(cents)


def time_of_day(raw: object) -> time:
    """A time of the day, e.g. "09:00"."""
    clock = _TIME.fullmatch(raw) if isinstance(raw, str) else None
    if clock is None or int(clock.group(1)) > 23:
        remedy = f'Write "{raw:%H:%M}", in quotes' if isinstance(raw, time) else 'Write hours and minutes, e.g. "09:00"'
        raise Unreadable(f"{quote_value(raw)} is no time of the day", remedy)
    return time(int(clock.group(1)), int(clock.group(2)))


def ratio(raw: object) -> Odds:
    """A payout, e.g. "7:6"."""
    try:
        return Odds.parse(str(raw) if isinstance(raw, str | Decimal) else "")
    except Malformed as error:
        remedy = error.message.partition(". ")[2].rstrip(".") or "Write the profit, a colon and the stake"
        ratios = _RATIO.findall(remedy) if isinstance(raw, str) else []
        instead = ratios[0] if len(ratios) == 1 else ""
        raise Unreadable(f"{quote_value(raw)} is no ratio", f'{remedy}, in quotes like "7:6"', raw, instead) from error


def number(raw: object) -> Number:
    """A total from 2 to 12, or a pair "3-1" with the higher die first."""
    if isinstance(raw, int) and not isinstance(raw, bool) and 2 <= raw <= 12:
        return Number(raw)
    if isinstance(raw, str) and (pair := _PAIR.fullmatch(raw)):
        high, low = int(pair.group(1)), int(pair.group(2))
        if high < low:
            raise Unreadable(f"{raw!r} has the lower die first", f'Write "{low}-{high}"', raw, f"{low}-{high}")
        return Number(high, low)
    forms = 'Write a total from 2 to 12, or a pair such as "3-1"'
    remedy = hint(raw, ("points",), forms) if isinstance(raw, str) else forms
    raise Unreadable(f"{quote_value(raw)} is no total and no pair", remedy)


def totals(raw: object) -> tuple[int, ...]:
    """A list of distinct totals."""
    if not isinstance(raw, list) or not raw or any(isinstance(item, str) for item in raw):
        raise Unreadable(f"{quote_value(raw)} is no list of totals", "Write [4, 5, 6]")
    listed = tuple(number(item).high for item in raw)
    if len(set(listed)) < len(listed):
        raise Unreadable(f"{quote_value(raw)} names a total twice", "Name each once")
    return listed


def number_gathered(text: str) -> int:
    """Returns how many totals a collecting wager has gathered, as a key of its `pays`."""
    if not text.isdecimal() or not 1 <= int(text) <= 11:
        raise Unreadable(f"{quote_value(text)} is no number of totals", 'Write how many are gathered, e.g. 4 = "24:1"')
    return int(text)


def number_counted(text: str) -> int:
    """How often a counting wager has counted, as a key of its `pays`."""
    if not text.isdecimal() or not 1 <= int(text) <= _LARGEST_COUNT:
        remedy = f'Write how often, at most {_LARGEST_COUNT}, e.g. 6 = "90:1"'
        raise Unreadable(f"{quote_value(text)} is no number of times", remedy)
    return int(text)


def trigger(raw: object) -> Trigger:
    """The rolls that a word of the rulebook names."""
    match raw:
        case "points" | "point" | "n":
            return Trigger(raw)
        case str() if way := _WAY.fullmatch(raw):
            return _of_one_way(way.group(1), way.group(2))
        case str() if not _PAIR.fullmatch(raw):
            forms = "Write a total, points, point, n, hard 8, easy 8 or a pair such as 3-1"
            known = ("points", "point", "hard", "easy")
            raise Unreadable(f"unknown roll {quote_value(raw)}", hint(raw, known, forms), raw, likely_word(raw, known))
        case _:
            total_or_pair = number(raw)
            return Trigger("total" if total_or_pair.low is None else "pair", total_or_pair)


def _of_one_way(way: str, which: str | None) -> Trigger:
    ways: tuple[Literal["hard", "easy"], ...] = ("hard", "easy")
    kind = one_of(way, ways)
    match which:
        case None:
            return Trigger("pair", None, kind)
        case "n":
            return Trigger("n", None, kind)
        case total:
            return Trigger("total", number(int(total)), kind)
