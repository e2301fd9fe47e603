"""A house as a front end draws it: its regions, and of every wager what it is called, where it lies, what it is about.

All of it is read from the compiled book; nothing here knows one house or one wager. What a seat may put on a wager now
is `offers`' business.
"""

from msgspec import Struct

from sevenout.compile import Compiled, Spot
from sevenout.dice import ROLLS
from sevenout.game import AnyHouse, open_rules
from sevenout.money import Cents
from sevenout.rulebook.regions import Region, regions
from sevenout.rulebook.values import pays_text


class Described(Struct, frozen=True):
    """One wager: its names, its place on the layout, and what it is about."""

    key: str
    title: str
    """As the house calls it."""
    also: tuple[str, ...]
    """What else the house calls it."""
    label: str
    """What a small box or a chip says."""
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


class Place(Struct, frozen=True):
    """A region of the layout and the wagers that lie there, row by row."""

    name: str
    at: str
    """`end`: before a base dealer; `middle`: before the stick."""
    shape: str
    """`strip`, `boxes` (a column for each number, a row for each order) or `cells` (a row for each order)."""
    wagers: tuple[str, ...]


class Grouped(Struct, frozen=True):
    """Wagers that are bet together by one word."""

    name: str
    wagers: tuple[str, ...]
    except_point: bool


class HouseDescribed(Struct, frozen=True):
    """All that is needed to draw a house and to name what it offers."""

    name: str
    title: str
    document: str
    digest: str
    points: tuple[int, ...]
    minimum: Cents
    maximum: Cents
    chip: Cents
    regions: tuple[Place, ...]
    groups: tuple[Grouped, ...]
    wagers: tuple[Described, ...]
    glossary: dict[str, tuple[str, ...]]
    """Every name as it may be written, and the wagers it may mean."""

    def __repr__(self) -> str:
        return f"<HouseDescribed {self.name}: {len(self.wagers)} wagers in {len(self.regions)} regions>"


def describe(house: AnyHouse) -> HouseDescribed:
    """A whole house; regions in which nothing lies are left out.

    >>> house = describe("new-south-wales")
    >>> [(place.name, place.wagers) for place in house.regions][:2]
    [('pass line', ('pass', 'pass-odds')), ("don't pass", ('dont-pass', 'dont-pass-odds'))]
    """
    rules = open_rules(house)
    book = rules.book
    wagers = tuple(described(rules, spot) for spot in rules.spots)
    return HouseDescribed(
        name=book.name,
        title=book.title,
        document=book.document,
        digest=book.digest,
        points=book.points,
        minimum=book.minimum.value,
        maximum=book.maximum.value,
        chip=book.chip.value,
        regions=tuple(place for name, region in regions().items() if (place := _place(name, region, wagers)).wagers),
        groups=tuple(
            Grouped(
                group.name,
                tuple(f"{group.of.removesuffix('n')}{number}" for number in group.numbers.value),
                group.except_point.value,
            )
            for group in book.groups
        ),
        wagers=wagers,
        glossary=rules.glossary,
    )


def described(rules: Compiled, spot: Spot) -> Described:
    """One wager of a house.

    >>> from sevenout.compile import open_book
    >>> rules = open_book("new-south-wales")
    >>> found = [described(rules, rules.by_key[key]) for key in ("place-6", "hard-6", "any-craps")]
    >>> [(one.title, one.label, one.region, one.numbers, one.dice) for one in found][:1]
    [('Place Bet to Win 6', 'Place 6', 'box edges', (6,), None)]
    >>> [(one.label, one.order, one.numbers, one.dice) for one in found][1:]
    [('Hard 6', 2, (6,), (3, 3)), ('Any Craps', 6, (2, 3, 12), None)]
    """
    wager = spot.wager
    wins = _wins(rules, spot)
    pairs = {ROLLS[index].pair for index in wins}
    return Described(
        key=spot.key,
        title=wager.title,
        also=wager.also.value,
        label=wager.label,
        family=wager.family,
        region=wager.region,
        order=wager.order,
        numbers=_numbers(spot, wins),
        dice=next(iter(pairs)) if len(pairs) == 1 else None,
        attaches_to=None if spot.flat is None else rules.spots[spot.flat].key,
        parts=tuple(rules.spots[part].key for part, _ in spot.parts),
        pays=pays_text(wager),
        proposition=wager.proposition.value,
    )


def _place(name: str, region: Region, wagers: tuple[Described, ...]) -> Place:
    here = sorted((one for one in wagers if one.region == name), key=lambda one: one.order)
    return Place(name, region.at, region.shape, tuple(one.key for one in here))


def _wins(rules: Compiled, spot: Spot) -> frozenset[int]:
    """The rolls that a wager wins on whenever it works, if they are the same under every puck."""
    every: set[frozenset[int]] = set()
    for rows in () if spot.gathers else rules.cells:
        edges = ((index, row[slot]) for index, row in enumerate(rows) for _, slot in spot.slots)
        every.add(frozenset(index for index, edge in edges if edge is not None and edge.outcome == "win"))
    every.discard(frozenset())
    return next(iter(every)) if len(every) == 1 else frozenset()


def _numbers(spot: Spot, wins: frozenset[int]) -> tuple[int, ...]:
    n = spot.wager.n
    if n is not None:
        return (n.high + (n.low or 0),)
    if spot.gathers:
        return spot.gathers
    turns = spot.flat is not None or any(row.outcome == "travel" for row in spot.rows)
    return () if turns else tuple(sorted({ROLLS[index].total for index in wins}))
