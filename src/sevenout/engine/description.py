"""A house as a front end draws it: its regions, and of every wager what it is called, where it lies, what it is about.

All of it is read from the compiled book; nothing here knows one house or one wager. What a seat may put on a wager now
is `offers`' business.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sevenout.base.dice import ROLLS
from sevenout.base.money import Cents, Odds
from sevenout.engine.game import AnyHouse, open_rules
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.loader.layout_regions import Region, regions
from sevenout.rulebook.model import Collect
from sevenout.rulebook.roll_sets import RollMask, roll_indexes
from sevenout.rulebook.roll_sets import describe as rolls_named
from sevenout.rulebook.value_listing import pays_text

Turned = Literal["off", "on"]
Counting = Literal["", "rolls", "totals"]


class WagerDescription(Struct, frozen=True):
    """One wager: its names, its place on the layout, and what it is about."""

    key: str
    title: str
    """As the house calls it."""
    also: tuple[str, ...]
    """What else the house calls it."""
    label: str
    """What a small box or a chip says."""
    printed: str
    """What a space says that has room for it: the title, if the label is none of its words."""
    family: str
    region: str
    order: int
    """Its row in the region."""
    numbers: tuple[int, ...]
    """The totals it is about: its own, those it wins on wherever the puck stands, or those it gathers."""
    dice: tuple[int, int] | None
    """The only dice it wins on, if there is but one pair."""
    attaches_to: str | None
    """The bet it goes with."""
    parts: tuple[str, ...]
    """The wagers it consists of."""
    pays: str
    proposition: bool
    note: str
    """What the layout prints beside the name: what is barred, what pays more; nothing for most."""
    bar: tuple[int, int] | None
    """The dice that are barred, if there is but one pair."""
    made: bool
    """Whether a player may bet it; else it only arises by travelling."""
    calls: tuple[Turned, ...]
    """How its player may call it."""
    rests: tuple[Turned, ...]
    """How the puck stands while it does not work, unless it was called on; without a puck: `on`."""
    counts: Counting = ""
    """What it has, of one that counts: how many `rolls`, or every total as often as it came; else each total once."""


class RegionPlace(Struct, frozen=True):
    """A region of the layout and the wagers that lie there, row by row."""

    name: str
    at: str
    """`end`: before a base dealer; `middle`: before the stick."""
    shape: str
    """`strip`, `boxes` (a column for each number, a row for each order) or `cells` (a row for each order)."""
    wagers: tuple[str, ...]


class WagerGroup(Struct, frozen=True):
    """Wagers that are bet together by one word."""

    name: str
    wagers: tuple[str, ...]
    except_point: bool


class HouseDescription(Struct, frozen=True):
    """All that is needed to draw a house and to name what it offers."""

    name: str
    title: str
    document: str
    digest: str
    points: tuple[int, ...]
    minimum: Cents
    maximum: Cents
    chip: Cents
    puck: bool
    """Whether the house has one; else no roll ever sets a point."""
    shootout: tuple[int, ...] | None
    """The points that a shooter has to make for the bonus; nothing in a house without one."""
    regions: tuple[RegionPlace, ...]
    groups: tuple[WagerGroup, ...]
    wagers: tuple[WagerDescription, ...]
    glossary: dict[str, tuple[str, ...]]
    """Every name as it may be written, and the wagers it may mean."""

    def __repr__(self) -> str:
        return f"<HouseDescribed {self.name}: {len(self.wagers)} wagers in {len(self.regions)} regions>"


def describe(house: AnyHouse) -> HouseDescription:
    """A whole house; regions in which nothing lies are left out.

    >>> house = describe("new-south-wales")
    >>> [(place.name, place.wagers) for place in house.regions][:2]
    [('pass line', ('pass', 'pass-odds')), ("don't pass", ('dont-pass', 'dont-pass-odds'))]
    """
    rules = open_rules(house)
    book = rules.book
    wagers = tuple(describe_wager(rules, spot) for spot in rules.spots)
    return HouseDescription(
        name=book.name,
        title=book.title,
        document=book.document,
        digest=book.digest,
        points=book.points,
        minimum=book.minimum.value,
        maximum=book.maximum.value,
        chip=book.chip.value,
        puck=book.puck is not None,
        shootout=None if book.shootout is None else book.shootout.points.value,
        regions=tuple(place for name, region in regions().items() if (place := _place(name, region, wagers)).wagers),
        groups=tuple(
            WagerGroup(
                group.name,
                tuple(f"{group.of.removesuffix('n')}{number}" for number in group.numbers.value),
                group.except_point.value,
            )
            for group in book.groups
        ),
        wagers=wagers,
        glossary=rules.glossary,
    )


def describe_wager(rules: CompiledBook, spot: CompiledWager) -> WagerDescription:
    """One wager of a house.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> rules = open_book("new-south-wales")
    >>> found = [describe_wager(rules, rules.by_key[key]) for key in ("place-6", "hard-6", "any-craps")]
    >>> [(one.title, one.label, one.region, one.numbers, one.dice) for one in found][:1]
    [('Place Bet to Win 6', 'Place 6', 'box edges', (6,), None)]
    >>> [(one.label, one.order, one.numbers, one.dice) for one in found][1:]
    [('Hard 6', 2, (6,), (3, 3)), ('Any Craps', 6, (2, 3, 12), None)]
    """
    wager, working = spot.wager, spot.wager.working
    wins, barred = _wins(rules, spot), _barred_rolls(rules, spot)
    pairs, bars = ({ROLLS[index].pair for index in of} for of in (wins, roll_indexes(barred)))
    works: dict[Turned, bool] = {"off": working.off.value, "on": working.on.value}
    return WagerDescription(
        key=spot.key,
        title=wager.title,
        also=wager.also.value,
        label=wager.label,
        printed=wager.printed,
        family=wager.family,
        region=wager.region,
        order=wager.order,
        numbers=_numbers(spot, wins),
        dice=next(iter(pairs)) if len(pairs) == 1 else None,
        attaches_to=None if spot.flat is None else rules.spots[spot.flat].key,
        parts=tuple(rules.spots[part].key for part, _ in spot.parts),
        pays=pays_text(wager),
        proposition=wager.proposition.value,
        note=_note(rules, spot, barred),
        bar=next(iter(bars)) if len(bars) == 1 else None,
        made=wager.made.value != "never",
        calls=tuple(call for call in works if call in working.calls.value),
        rests=tuple(puck for puck, at_risk in works.items() if not at_risk and (rules.book.puck or puck == "on")),
        counts=_counting(wager.collect),
    )


def _counting(collect: Collect | None) -> Counting:
    if collect is None or not collect.counts:
        return ""
    return "totals" if collect.each else "rolls"


def _place(name: str, region: Region, wagers: tuple[WagerDescription, ...]) -> RegionPlace:
    here = sorted((one for one in wagers if one.region == name), key=lambda one: one.order)
    return RegionPlace(name, region.at, region.shape, tuple(one.key for one in here))


def _wins(rules: CompiledBook, spot: CompiledWager) -> frozenset[int]:
    """The rolls that a wager wins on whenever it works, if they are the same under every puck."""
    every: set[frozenset[int]] = set()
    for rows in () if spot.gathers else rules.cells:
        edges = ((index, row[slot]) for index, row in enumerate(rows) for _, slot in spot.slots)
        every.add(frozenset(index for index, edge in edges if edge is not None and edge.outcome == "win"))
    every.discard(frozenset())
    return next(iter(every)) if len(every) == 1 else frozenset()


def _numbers(spot: CompiledWager, wins: frozenset[int]) -> tuple[int, ...]:
    n = spot.wager.n
    if n is not None:
        return (n.high + (n.low or 0),)
    if spot.gathers:
        return spot.gathers
    turns = spot.flat is not None or any(row.outcome == "travel" for row in spot.rows)
    return () if turns else tuple(sorted({ROLLS[index].total for index in wins}))


# --- what the layout prints beside a name


def _barred_rolls(rules: CompiledBook, spot: CompiledWager) -> RollMask:
    """The rolls that decide nothing for a bet as it is made."""
    barred = 0
    if spot.flat is None and spot.wager.n is None:
        for row in spot.rows:
            for trigger in row.triggers if row.outcome == "push" else ():
                barred |= trigger.rolls(None, None, rules.book.points)
    return barred


def _note(rules: CompiledBook, spot: CompiledWager, barred: RollMask) -> str:
    """As the book has it; else what is barred, or what pays more than the rest."""
    written = spot.wager.note
    if barred:
        return (written or "Bar {bar}").replace("{bar}", rolls_named(barred))
    return written if written and "{bar}" not in written else _paid_more(rules, spot)


def _paid_more(rules: CompiledBook, spot: CompiledWager) -> str:
    """Of a wager that wins on several totals those that pay more, if they are the fewer: `2 and 12 pay 2 to 1`."""
    paid: dict[Odds, set[int]] = {}
    for index in () if spot.parts else _wins(rules, spot):
        for rows in rules.cells:
            edge = rows[index][spot.first]
            if edge is not None and edge.odds is not None:
                paid.setdefault(edge.odds, set()).add(ROLLS[index].total)
    ranked = [(sorted(paid[odds]), odds) for odds in sorted(paid, key=lambda odds: odds.fraction)]
    usual, special = ranked[:1], ranked[1:]
    if len({total for totals in paid.values() for total in totals}) < sum(map(len, paid.values())):
        return ""  # it is the dice that count, not their total, or the puck
    if sum(len(totals) for totals, _ in special) >= sum(len(totals) for totals, _ in usual):
        return ""
    said = (
        f"{_join_totals(totals)} pay{'s' * (len(totals) == 1)} {odds.num} to {odds.den}" for totals, odds in special
    )
    return "; ".join(said)


def _join_totals(totals: Iterable[int]) -> str:
    *others, last = map(str, totals)
    return f"{', '.join(others)} and {last}" if others else last
