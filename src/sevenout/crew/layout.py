"""The areas of the layout from the outside to the inside, and in which of them a wager lies.

Where exactly in an area a player's chips lie, and what lies on them, is `marks`; what a wager is worth is the table's.
"""

from functools import cache
from typing import Literal

from msgspec import Struct

from sevenout.compile import Spot
from sevenout.crew.manual import Fact, chapter
from sevenout.crew.rail import ENDS, End
from sevenout.game import Game
from sevenout.refusal import Citation, Provenance
from sevenout.words import stem


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """One area of the layout, the wagers that lie in it, and where that is said."""

    name: str
    wagers: tuple[str, ...]
    """Keys; `come-n` stands for every number."""
    clause: str
    says: str
    provenance: Provenance = "stated"
    boxes: bool = False
    """Whether it is divided into a box for each number."""

    @property
    def cite(self) -> Citation:
        """What to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


Reading = Literal["ascending", "descending"]


class Boxes(Struct, frozen=True, forbid_unknown_fields=True):
    """How the numbers run from the outside to the inside of each end."""

    third: Fact[Reading]
    second: Fact[Reading]


class LayoutRules(Struct, frozen=True, cache_hash=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual on the layout."""

    areas: tuple[Area, ...]
    """From the outside to the inside."""
    elsewhere: Fact[str]
    """Where a wager lies that no area names."""
    boxes: Boxes


class Areas:
    """The layout of one house: finds the area of a wager, and how far inside it lies."""

    def __init__(self, rules: LayoutRules) -> None:
        self.all = rules.areas
        self._rank = {area.name: rank for rank, area in enumerate(rules.areas)}
        self._named = {wager: area for area in rules.areas for wager in area.wagers}
        self._elsewhere = rules.areas[self._rank[rules.elsewhere.value]]
        self._reads = dict(zip(ENDS, (rules.boxes.third.value, rules.boxes.second.value), strict=True))

    def of(self, game: Game, spot: Spot) -> Area:
        """Where a wager lies: as the manual names it, else with its flat bet, else in the middle.

        >>> game = Game.open("catfish-bend")
        >>> [areas(game).of(game, game.rules.by_key[key]).name for key in ("pass-odds", "come", "come-6", "hop-3-1")]
        ['pass line', 'come', 'come boxes', 'propositions']
        """
        key = spot.key
        named = self._named.get(key) or self._named.get(f"{stem(key)}-n")
        if named is not None:
            return named
        return self._elsewhere if spot.flat is None else self.of(game, game.rules.spots[spot.flat])

    def rank(self, area: str) -> int:
        """How far inside an area lies; 0 is the outermost."""
        return self._rank[area]

    def depth(self, area: Area, spot: Spot, end: End) -> int:
        """How far inside the box of a wager's number lies at an end; 0 in an area without boxes.

        >>> game = Game.open("catfish-bend")
        >>> edges, four, ten = areas(game).all[7], game.rules.by_key["place-4"], game.rules.by_key["place-10"]
        >>> [areas(game).depth(edges, four, end) > areas(game).depth(edges, ten, end) for end in ENDS]
        [True, False]
        """
        n = spot.wager.n
        if not area.boxes or n is None:
            return 0
        return n.high if self._reads[end] == "ascending" else -n.high


def areas(game: Game) -> Areas:
    """The layout of a house, by its manual.

    >>> [area.name for area in areas(Game.open("typical")).all][:4]
    ['pass line', "don't pass", 'big 6 and 8', 'field']
    """
    return _areas(chapter(game.rules.book, "layout", LayoutRules))


_areas = cache(Areas)
