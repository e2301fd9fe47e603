"""Formats and orders figures: percentages, fractions, wagers of equal figures on one line, groups of wagers.

It computes no figure: it reads what `sevenout.exact` found.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from sevenout.analysis.exact.hourly_costs import CostChange, RuleCosts
from sevenout.analysis.exact.house_edge import WagerEdge
from sevenout.base.vocabulary import stem
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.value_listing import RulebookValue

T = TypeVar("T")

GRADES = (Fraction(1, 50), Fraction(1, 20), Fraction(1, 10))
"""Where an edge begins to read as fair, dear and very dear."""

_LONGEST_NAME = 20
_LONGEST_FRACTION = 9


def percent(share: Fraction | float, places: int = 3) -> str:
    """A share as a percentage.

    >>> percent(Fraction(7, 495)), percent(Fraction(-1, 8), 1), percent(Fraction(0))
    ('1.414%', '-12.5%', '0.000%')
    """
    return f"{100 * float(share):.{places}f}%"


def decimal(number: Fraction | float, places: int = 2) -> str:
    """A number to so many places.

    >>> decimal(Fraction(557, 165))
    '3.38'
    """
    return f"{float(number):.{places}f}"


def short(share: Fraction, longest: int = _LONGEST_FRACTION) -> str:
    """A fraction as it is, or nothing if it is too long for a table.

    >>> short(Fraction(7, 495)), short(Fraction(1, 3**40))
    ('7/495', '')
    """
    return text if len(text := str(share)) <= longest else ""


def one_in(chance: Fraction) -> str:
    """A small chance as people say it, to four digits.

    >>> one_in(Fraction(1, 6156)), one_in(Fraction(1, 5_590_264_072))
    ('1 in 6,156', '1 in 5.590 billion')
    """
    times = float(1 / chance)
    for size, name in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if size <= times < 1000 * size:
            return f"1 in {times / size:.3f} {name}"
    if times >= 1e6:
        return f"1 in {times:.3e}"
    return f"1 in {times:,.0f}" if times >= 100 else f"1 in {times:.3g}"


def count_rolls(rolls: int) -> str:
    """So many rolls, in words.

    >>> count_rolls(1), count_rolls(1200)
    ('1 roll', '1,200 rolls')
    """
    return f"{rolls:,} roll{'s' if rolls != 1 else ''}"


def to_one(net: Fraction) -> str:
    """A net win as odds.

    >>> to_one(Fraction(7, 6)), to_one(Fraction(30))
    ('7:6', '30:1')
    """
    return f"{net.numerator}:{net.denominator}"


def nets(worth: WagerEdge) -> str:
    """Its wins per unit staked, in a few characters; a composite's are net of the parts that lose."""
    return ", ".join(to_one(net) for net, _ in worth.chances if net > 0)


def grade(edge: Fraction) -> int:
    """0 for the kindest wagers to 3 for the dearest; -1 where the house has no edge at all."""
    return -1 if edge <= 0 else sum(edge > limit for limit in GRADES)


class Family(NamedTuple):
    """Wagers of one stem whose figures are all the same."""

    name: str
    members: tuple[WagerEdge, ...]

    @property
    def worth(self) -> WagerEdge:
        """The figures that they share."""
        return self.members[0]


def families(wagers: Iterable[WagerEdge]) -> tuple[Family, ...]:
    """The wagers with equal figures put together, each family where its first member stands.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> from sevenout.analysis.exact import edges
    >>> [family.name for family in families(edges(open_book("catfish-bend"), ("place-4", "place-5", "place-10")))]
    ['place-4/10', 'place-5']
    """

    def figures(worth: WagerEdge) -> Hashable:
        later = tuple((other.chances, other.rolls) for other in worth.later)
        rolls = worth.rolls, worth.rolls_in_all
        return stem(worth.wager), worth.chances, rolls, worth.commission, worth.provenance, later

    return tuple(
        Family(short_name([worth.wager for worth in members]), tuple(members)) for members in alike(wagers, figures)
    )


def alike(rows: Iterable[T], key: Callable[[T], Hashable]) -> list[list[T]]:
    """Groups values by key, each group where its first member stood.

    >>> alike(["place-4", "pass", "place-5"], stem)
    [['place-4', 'place-5'], ['pass']]
    """
    by_key: dict[Hashable, list[T]] = {}
    for row in rows:
        by_key.setdefault(key(row), []).append(row)
    return list(by_key.values())


def change_families(costs: RuleCosts) -> list[list[CostChange]]:
    """The wagers that a change of rules touches, those of one stem and the same figures put together.

    >>> from sevenout.analysis.exact import rule_costs
    >>> [[each.wager for each in family] for family in change_families(rule_costs("typical", "catfish-bend"))]
    [['hard-4', 'hard-10'], ['hard-6', 'hard-8']]
    """
    return alike(costs.changes, lambda each: (stem(each.wager), each.here, each.there, each.causes))


def by_stem(keys: Iterable[str], longest: int = 32) -> str:
    """A list of wagers, those of one stem by one name.

    >>> by_stem(["come", "come-4", "come-5", "field"])
    'come, come-4/5, field'
    """
    return ", ".join(short_name(members, longest) for members in alike(keys, lambda key: (stem(key), key == stem(key))))


def short_name(keys: Sequence[str], longest: int = _LONGEST_NAME) -> str:
    """Wagers of one stem by one name.

    >>> short_name(["place-4", "place-10"]), short_name(["hop-2-1", "hop-3-1", "hop-4-1", "hop-5-1"], longest=16)
    ('place-4/10', 'hop-2-1 +3 alike')
    """
    first, others = keys[0], [key.removeprefix(f"{stem(key)}-") for key in keys[1:]]
    name = "/".join([first, *others])
    return name if len(name) <= longest else f"{first} +{len(others)} alike"


GROUPS = ("Line and come", "Odds", "Where a bet has travelled", "Many rolls", "One roll", "Collecting")
"""The kinds of wagers, in the order in which they are shown."""


def group_by_kind(rules: CompiledBook, rows: Iterable[T], worth: Callable[[T], WagerEdge]) -> dict[str, list[T]]:
    """Rows by what kind of wager they tell of."""
    groups: dict[str, list[T]] = {name: [] for name in GROUPS}
    for row in rows:
        groups[group_of(rules, worth(row))].append(row)
    return {name: members for name, members in groups.items() if members}


def group_of(rules: CompiledBook, worth: WagerEdge) -> str:
    """The kind of wager, told from the book's own words and rows.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> from sevenout.analysis.exact import edges
    >>> typical = open_book("typical")
    >>> [group_of(typical, worth) for worth in edges(typical, ("come", "come-6", "place-6", "field"))]
    ['Line and come', 'Where a bet has travelled', 'Many rolls', 'One roll']
    """
    wager = rules.by_key[worth.wager].wager
    if wager.attaches_to is not None:
        return "Odds"
    if wager.key in rules.book.shooter.line.value or any(row.outcome == "travel" for row in wager.rows):
        return "Line and come"
    if wager.made.value == "never":
        return "Where a bet has travelled"
    if wager.collect is not None:
        return "Collecting"
    return "One roll" if worth.rolls_in_all == 1 else "Many rolls"


def bettable(rules: CompiledBook, worth: WagerEdge) -> bool:
    """True if a player can make it out of nothing: no bet that has travelled, and none that needs another behind it.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> from sevenout.analysis.exact import edges
    >>> typical = open_book("typical")
    >>> [bettable(typical, worth) for worth in edges(typical, ("come", "come-6", "come-odds-6"))]
    [True, False, False]
    """
    wager = rules.by_key[worth.wager].wager
    return wager.attaches_to is None and wager.made.value != "never"


def assumed_values(worths: Iterable[WagerEdge]) -> tuple[tuple[RulebookValue, tuple[str, ...]], ...]:
    """Every assumed value that some figures rest on, with the wagers whose figures those are."""
    by_entry: dict[RulebookValue, list[str]] = {}
    for worth in worths:
        for entry in worth.assumed:
            by_entry.setdefault(entry, []).append(worth.wager)
    return tuple((entry, tuple(keys)) for entry, keys in by_entry.items())
