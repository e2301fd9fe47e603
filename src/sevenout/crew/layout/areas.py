"""The areas of the layout from the outside to the inside, and in which of them a wager lies.

Where exactly in an area a player's chips lie, and what lies on them, is `markers`; what a wager is worth is the
table's.
"""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Citation, Provenance
from sevenout.crew.layout.rail import ENDS, End
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """One area of the layout, and where the house speaks of it."""

    name: str
    """As the region of the wagers that lie in it."""
    clause: str
    says: str
    provenance: Provenance = "stated"
    boxes: bool = False
    """Whether it is divided into a box for each number."""

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


Reading = Literal["ascending", "descending"]


class Boxes(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of the numbers from the outside to the inside of each end."""

    third: Fact[Reading]
    second: Fact[Reading]


class WorkedElsewhere(Struct, frozen=True, forbid_unknown_fields=True):
    """Wagers that the crew takes and pays with another area than the one they are drawn in."""

    wagers: frozenset[str]
    """By family."""
    area: str
    clause: str
    says: str
    provenance: Provenance = "stated"

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


class LayoutRules(Struct, frozen=True, cache_hash=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual on the layout."""

    areas: tuple[Area, ...]
    """From the outside to the inside."""
    elsewhere: Fact[str]
    """Where a wager lies that no area names."""
    boxes: Boxes
    worked: tuple[WorkedElsewhere, ...] = ()


class Areas:
    """The layout of one house: finds the area of a wager, and how far inside it lies."""

    def __init__(self, rules: LayoutRules) -> None:
        self.all = rules.areas
        self._rank = {area.name: rank for rank, area in enumerate(rules.areas)}
        self._named = {area.name: area for area in rules.areas}
        if rules.elsewhere.value not in self._named:
            raise BadInput(f"the layout has no area {rules.elsewhere.value!r} for what no other holds")
        self._elsewhere = self._named[rules.elsewhere.value]
        self._worked = {family: self._area_of(rule) for rule in rules.worked for family in rule.wagers}
        self._reads = dict(zip(ENDS, (rules.boxes.third.value, rules.boxes.second.value), strict=True))

    def _area_of(self, rule: WorkedElsewhere) -> Area:
        if rule.area not in self._named:
            raise BadInput(f"the layout has no area {rule.area!r} to work {', '.join(sorted(rule.wagers))} with")
        return self._named[rule.area]

    def of(self, spot: CompiledWager) -> Area:
        """Returns where a wager lies: the area of its region, else where the manual puts what it does not speak of.

        >>> game = Game.open("catfish-bend")
        >>> [areas(game).of(game.rules.by_key[key]).name for key in ("pass-odds", "come", "come-6", "hop-3-1")]
        ['pass line', 'come', 'come boxes', 'propositions']
        """
        return self._named.get(spot.wager.region, self._elsewhere)

    def worked_with(self, spot: CompiledWager) -> Area:
        """With which area a wager is taken and paid: where it lies, unless the manual says otherwise.

        >>> game = Game.open("marina-bay-sands")
        >>> lay = game.rules.by_key["lay-4"]
        >>> areas(game).of(lay).name, areas(game).worked_with(lay).name
        ('box edges', 'behind the numbers')
        """
        return self._worked.get(spot.wager.family) or self.of(spot)

    def rank(self, area: str) -> int:
        """Returns how far inside an area lies; 0 is the outermost."""
        return self._rank[area]

    def depth(self, area: Area, spot: CompiledWager, end: End) -> int:
        """Returns how far inside the box of a wager's number lies at an end; 0 in an area without boxes.

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


_areas = lru_cache(maxsize=64)(Areas)
