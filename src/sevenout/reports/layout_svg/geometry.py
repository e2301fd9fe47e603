"""Places every wager of a house on a flat layout, as rectangles; worked out from regions, rows and numbers alone.

The picture is seen from the stick's side: the box is at the top, third base on the right. Nothing here is drawn, and
nothing knows one house: a region without wagers has no room, and the rest moves up.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct

from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import End
from sevenout.crew.markers import place_of, symbols_of
from sevenout.engine.description import HouseDescription, RegionPlace, WagerDescription, describe
from sevenout.engine.game import Game

Side = End | Literal["middle"]
"""Which part of the table: an end, or the middle before the stick."""


class Rect(Struct, frozen=True):
    """A rectangle: its upper left corner, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def mirror(self, width: float) -> "Rect":
        """The same on the other side of something so wide.

        >>> Rect(10, 0, 20, 5).mirror(100)
        Rect(x=70, y=0, w=20, h=5)
        """
        return Rect(width - self.right, self.y, self.w, self.h)

    def move(self, x: float, y: float = 0) -> "Rect":
        """The same, so much further right and down."""
        return Rect(self.x + x, self.y + y, self.w, self.h)

    def columns(self, weights: Sequence[float]) -> "list[Rect]":
        """The rectangle cut into columns of these weights.

        >>> [part.w for part in Rect(0, 0, 100, 10).columns([1, 3])]
        [25.0, 75.0]
        """
        widths = [self.w * weight / sum(weights) for weight in weights]
        return [Rect(self.x + sum(widths[:at]), self.y, width, self.h) for at, width in enumerate(widths)]

    def rows(self, weights: Sequence[float]) -> "list[Rect]":
        """The rectangle cut into rows of these weights."""
        heights = [self.h * weight / sum(weights) for weight in weights]
        return [Rect(self.x, self.y + sum(heights[:at]), self.w, height) for at, height in enumerate(heights)]


class Cell(Struct, frozen=True):
    """One wager's space at one part of the table."""

    wager: WagerDescription
    side: Side
    rect: Rect
    heading: str = ""
    """What is printed above it and its neighbours."""


class Band(Struct, frozen=True):
    """The space in which a number stands; no wager lies there."""

    number: int
    side: Side
    rect: Rect


class Heading(Struct, frozen=True):
    """A heading above some spaces of the middle."""

    text: str
    rect: Rect


class Symbol(Struct, frozen=True):
    """A symbol of the middle, and the wager that may lie on it as well as in its own space."""

    text: str
    wager: str
    rect: Rect


class LayoutGeometry(Struct, frozen=True):
    """A whole layout: its cells, the numbers, the regions and the arms that run round the corners."""

    house: HouseDescription
    width: float
    height: float
    cells: tuple[Cell, ...]
    bands: tuple[Band, ...]
    regions: tuple[tuple[str, Side, Rect], ...]
    """Every region that has wagers, at each part of the table where it lies."""
    arms: tuple[tuple[str, Side, Rect], ...]
    """What runs along the end of the table: the line regions, going on round the corner."""
    headings: tuple[Heading, ...]
    symbols: tuple[Symbol, ...]
    box: Rect
    """The unmarked middle, before the bank."""
    ends: tuple[End, ...]

    def cell(self, wager: str, side: End) -> Cell | None:
        """The space of a wager at an end, or in the middle."""
        return next((cell for cell in self.cells if cell.wager.key == wager and cell.side in {side, "middle"}), None)


# --- sizes, in units of the picture

_ARM = 44
"""How broad a line is where it runs along the end."""
_SIDE = 118
"""The column beside the numbers."""
_COLUMN, _LEAST_COLUMN, _MOST_NUMBERS = 98, 72, 6
_MIDDLE = 372
_GAP = 26
_ROW = 46
_BAND = 62
_BOX = 92
_STRIPS = {"pass line": 62.0, "don't pass": 56.0, "field": 88.0, "come": 84.0}
_STRIP = 60.0
_BEHIND = 0.62
"""How high the odds behind the outermost line are, beside it."""
_ABREAST = 5
"""How many wagers stand beside each other in the middle."""
_HEADING = 0.5
"""How high a heading is, as a share of the row below it."""
_LINES = ("pass line", "don't pass")
"""The regions that run round the corner, outermost first."""
_BESIDE_NUMBERS, _BESIDE_FIELD, _FIELD = "don't come", "big 6 and 8", "field"


def lay_out(game: Game, ends: Sequence[End] = ("second base", "third base")) -> LayoutGeometry:
    """The layout of a house with one or both of its ends, from left to right.

    >>> layout = lay_out(Game.open("catfish-bend"))
    >>> place = layout.cell("place-6", "third base")
    >>> place.wager.label, place.rect.w > 0
    ('Place Bet 6', True)
    >>> {cell.wager.region for cell in layout.cells if cell.side == "middle"}
    {'propositions'}
    """
    house = describe(game)
    described = {wager.key: wager for wager in house.wagers}
    middle = _Middle(game, [place for place in house.regions if place.at == "middle"], described)
    outer = {place.name: place for place in house.regions if place.at == "end"}
    end_height = max(_EndPlan(house, outer, described).height, 1.0)
    height = max(end_height, middle.height)
    plan = _EndPlan(house, outer, described, height)
    width = plan.width if outer else 0.0
    pieces = _Pieces()
    at = 0.0
    for number, end in enumerate(ends):
        if number == 1 or end == "third base":
            at = middle.add(pieces, at + (_GAP if outer and number else 0), height) + _GAP
        plan.add(pieces, game, end, at)
        at += width
    if ends[-1] == "second base":
        at = middle.add(pieces, at + _GAP, height)
    return LayoutGeometry(
        house=house,
        width=at,
        height=height,
        cells=tuple(pieces.cells),
        bands=tuple(pieces.bands),
        regions=tuple(pieces.regions),
        arms=tuple(pieces.arms),
        headings=tuple(pieces.headings),
        symbols=tuple(pieces.symbols),
        box=pieces.box,
        ends=tuple(ends),
    )


class _Pieces:
    """The pieces that have been laid out so far."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.bands: list[Band] = []
        self.regions: list[tuple[str, Side, Rect]] = []
        self.arms: list[tuple[str, Side, Rect]] = []
        self.headings: list[Heading] = []
        self.symbols: list[Symbol] = []
        self.box = Rect(0, 0, 0, 0)

    def strip(
        self, place: RegionPlace, side: Side, rect: Rect, described: dict[str, WagerDescription], *, behind: bool
    ) -> None:
        """A region of rows by order: behind each other towards the players, or beside each other."""
        rows = _by_order(place, described)
        weights = [1.0, *[_BEHIND] * (len(rows) - 1)]
        parts = rect.rows(weights) if behind else rect.columns([2.2, *[1.0] * (len(rows) - 1)])
        self.regions.append((place.name, side, rect))
        for row, part in zip(rows, parts, strict=True):
            self.row(row, side, part)

    def row(self, wagers: Sequence[WagerDescription], side: Side, rect: Rect) -> None:
        """Wagers beside each other."""
        parts = rect.columns([1.0] * len(wagers))
        self.cells += [Cell(wager, side, part) for wager, part in zip(wagers, parts, strict=True)]


def _by_order(place: RegionPlace, described: dict[str, WagerDescription]) -> list[list[WagerDescription]]:
    wagers = [described[key] for key in place.wagers]
    return [list(row) for _, row in groupby(wagers, key=lambda wager: wager.order)]


# --- one end


class _EndPlan:
    """One end, laid out as it is on the left; the other is its mirror, but for the order of the numbers."""

    def __init__(
        self,
        house: HouseDescription,
        outer: dict[str, RegionPlace],
        described: dict[str, WagerDescription],
        height: float = 0,
    ) -> None:
        self.house, self.outer, self.described = house, outer, described
        self.boxes = [place for place in reversed(list(outer.values())) if place.shape == "boxes"]
        """From the dealer's side on: behind the numbers, then the boxes and their edges."""
        numbered = [described[key] for place in self.boxes for key in place.wagers]
        self.numbers = sorted({wager.numbers[0] for wager in numbered if len(wager.numbers) == 1})
        column = max(_LEAST_COLUMN, _COLUMN * _MOST_NUMBERS / max(len(self.numbers), _MOST_NUMBERS))
        self.lines = [name for name in _LINES if name in outer]
        self.column_width = column * max(len(self.numbers), _MOST_NUMBERS)
        self.beside = outer.get(_BESIDE_NUMBERS) if self.boxes else None
        self.side = _SIDE if self.beside or (_BESIDE_FIELD in outer and _FIELD in outer) else 0
        self.strips = self._strips()
        self.natural = self._box_rows() * _ROW + (_BAND if self.numbers else 0) + sum(self.strips.values())
        self.height = max(height, self.natural)
        self.width = _ARM * len(self.lines) + self.side + self.column_width

    def _strips(self) -> dict[str, float]:
        """The regions across the end and how high they are, from the dealer's side to the players."""
        alone = {_BESIDE_NUMBERS} if self.beside else set()
        if _FIELD in self.outer:
            alone.add(_BESIDE_FIELD)
        across = [place for place in reversed(list(self.outer.values())) if place.shape != "boxes"]
        heights = {}
        for place in across:
            if place.name not in alone:
                rows = len(_by_order(place, self.described)) if place.name == self._outermost else 1
                heights[place.name] = _STRIPS.get(place.name, _STRIP) * (1 + _BEHIND * (rows - 1))
        return heights

    @property
    def _outermost(self) -> str:
        return next(iter(self.outer), "")

    def _box_rows(self) -> int:
        """How many rows the boxes have: one for each order, and one for each order that has no single number."""
        return sum(len(self._rows_of(place)) for place in self.boxes)

    def _rows_of(self, place: RegionPlace) -> list[list[WagerDescription]]:
        rows = []
        for row in _by_order(place, self.described):
            numbered = [wager for wager in row if len(wager.numbers) == 1]
            others = [wager for wager in row if len(wager.numbers) != 1]
            rows += [part for part in (numbered, others) if part]
        return rows

    # --- laying it out

    def add(self, pieces: _Pieces, game: Game, end: End, at: float) -> None:
        """Puts the end into the picture, so far from the left."""
        mirror = end == "third base"
        stretch = self.height / self.natural if self.natural else 1.0
        own = _Pieces()
        left = _ARM * len(self.lines)
        down = self._add_boxes(own, game, end, left, stretch)
        for name, natural in self.strips.items():
            outer_lines = self.lines.index(name) if name in self.lines else len(self.lines)
            rect = Rect(_ARM * outer_lines, down, self.width - _ARM * outer_lines, natural * stretch)
            self._add_strip(own, name, end, rect)
            if name in self.lines:
                own.arms.append((name, end, Rect(_ARM * outer_lines, 0, _ARM, down)))
            down = rect.bottom

        def there(rect: Rect) -> Rect:
            return (rect.mirror(self.width) if mirror else rect).move(at)

        pieces.cells += [Cell(cell.wager, end, there(cell.rect)) for cell in own.cells]
        pieces.bands += [Band(band.number, end, there(band.rect)) for band in own.bands]
        pieces.regions += [(name, side, there(rect)) for name, side, rect in own.regions]
        pieces.arms += [(name, side, there(rect)) for name, side, rect in own.arms]

    def _add_strip(self, own: _Pieces, name: str, end: End, rect: Rect) -> None:
        beside = self.outer.get(_BESIDE_FIELD) if name == _FIELD else None
        if beside is not None:
            column = Rect(rect.x, rect.y, _SIDE, rect.h)
            wagers = [self.described[key] for key in beside.wagers]
            own.regions.append((beside.name, end, column))
            for wager, part in zip(wagers, column.rows([1.0] * len(wagers)), strict=True):
                own.row([wager], end, part)
            rect = Rect(rect.x + _SIDE, rect.y, rect.w - _SIDE, rect.h)
        own.strip(self.outer[name], end, rect, self.described, behind=name == self._outermost)

    def _add_boxes(self, own: _Pieces, game: Game, end: End, left: float, stretch: float) -> float:
        """The boxes, and beside them whatever lies there; returns how far down they reach."""
        order = self._from_the_outside(game, end)
        columns = Rect(left + self.side, 0, self.column_width, 1).columns([1.0] * max(len(order), 1))
        spread = Rect(left + self.side, 0, self.column_width, 1)
        down = 0.0
        banded = not self.numbers
        for place in self.boxes:
            if place.name != "behind the numbers" and not banded:
                down, banded = self._add_bands(own, end, order, columns, down, stretch), True
            top = down
            for row in self._rows_of(place):
                height = _ROW * stretch
                for number, column in zip(order, columns, strict=False):
                    here = [wager for wager in row if wager.numbers == (number,)]
                    if here:
                        own.row(here, end, Rect(column.x, down, column.w, height))
                others = [wager for wager in row if len(wager.numbers) != 1]
                if others:
                    own.row(others, end, Rect(spread.x, down, spread.w, height))
                down += height
            own.regions.append((place.name, end, Rect(spread.x, top, spread.w, down - top)))
        if not banded:
            down = self._add_bands(own, end, order, columns, down, stretch)
        if self.beside is not None:
            own.strip(self.beside, end, Rect(left, 0, _SIDE, down), self.described, behind=True)
        return down

    def _add_bands(
        self, own: _Pieces, end: End, order: Iterable[int], columns: Iterable[Rect], down: float, stretch: float
    ) -> float:
        for number, column in zip(order, columns, strict=False):
            own.bands.append(Band(number, end, Rect(column.x, down, column.w, _BAND * stretch)))
        return down + _BAND * stretch

    def _from_the_outside(self, game: Game, end: End) -> list[int]:
        """The numbers as they run from the outer edge of an end to the middle, by the house's manual."""
        felt_areas = areas(game)
        depths = {}
        for place in self.boxes:
            for key in place.wagers:
                spot = game.rules.by_key[key]
                if len(self.described[key].numbers) == 1:
                    depths[self.described[key].numbers[0]] = felt_areas.depth(felt_areas.of(spot), spot, end)
        return sorted(depths, key=lambda number: (depths[number], number))


# --- the middle


class _Middle:
    """The middle: rows of wagers below the box, with their headings, and the symbols beside a wager."""

    def __init__(self, game: Game, places: Sequence[RegionPlace], described: dict[str, WagerDescription]) -> None:
        self.game = game
        self.rows = {place.name: _middle_rows(place, described) for place in places}
        self.symbols = symbols_of(game)
        self.weights = {name: [self._weight(row) for row in rows] for name, rows in self.rows.items()}
        self.height = _BOX + _ROW * self._total_weight

    @property
    def _total_weight(self) -> float:
        return sum(map(sum, self.weights.values()))

    def _heading(self, wager: WagerDescription) -> str:
        return place_of(self.game, wager.key).heading

    def _weight(self, row: Sequence[WagerDescription]) -> float:
        return 1 + (_HEADING if any(map(self._heading, row)) else 0)

    def add(self, pieces: _Pieces, at: float, height: float) -> float:
        """Puts the middle into the picture; returns where it ends."""
        pieces.box = Rect(at, 0, _MIDDLE, _BOX)
        down = float(_BOX)
        each = (height - _BOX) / self._total_weight if self._total_weight else 0.0
        for name, rows in self.rows.items():
            whole = Rect(at, down, _MIDDLE, each * sum(self.weights[name]))
            pieces.regions.append((name, "middle", whole))
            for row, rect in zip(rows, whole.rows(self.weights[name]), strict=True):
                self._add_row(pieces, row, rect, each * _HEADING)
            down = whole.bottom
        return at + _MIDDLE

    def _add_row(self, pieces: _Pieces, row: Sequence[WagerDescription], rect: Rect, head: float) -> None:
        """Wagers of one heading stand together below it; the others have the whole height."""
        groups = [(text, list(wagers)) for text, wagers in groupby(row, key=self._heading)]
        parts = rect.columns([float(len(wagers)) for _, wagers in groups])
        for (text, wagers), part in zip(groups, parts, strict=True):
            below = Rect(part.x, part.y + head, part.w, part.h - head) if text else part
            if text:
                pieces.headings.append(Heading(text, Rect(part.x, part.y, part.w, head)))
            for wager, own in zip(wagers, below.columns([1.0] * len(wagers)), strict=True):
                self._add_wager(pieces, wager, own, text)

    def _add_wager(self, pieces: _Pieces, wager: WagerDescription, rect: Rect, heading: str) -> None:
        """A wager, or one between two symbols."""
        beside = [text for text in place_of(self.game, wager.key).between if text in self.symbols]
        if len(beside) > 1:
            left, rect, right = rect.columns([1.0, 2.0, 1.0])
            pieces.symbols += [
                Symbol(text, self.symbols[text], part) for text, part in zip(beside, (left, right), strict=True)
            ]
        pieces.cells.append(Cell(wager, "middle", rect, heading))


def _middle_rows(place: RegionPlace, described: dict[str, WagerDescription]) -> list[list[WagerDescription]]:
    """The wagers row by row; an order with many of them takes several rows, as even as can be."""
    rows = []
    for row in _by_order(place, described):
        count = -(-len(row) // _ABREAST)
        size = -(-len(row) // count)
        rows += [row[start : start + size] for start in range(0, len(row), size)]
    return rows
