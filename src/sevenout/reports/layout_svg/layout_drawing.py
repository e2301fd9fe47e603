"""The layout of a house as an SVG drawing: the cloth and what is printed on it, the crew, the puck, and chips.

Where things lie is `geometry`'s, how shapes and words are written `svg_shapes`'s; who stands where, and which letter a
house's
diagram gives to a place, are the manual's.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from sevenout.base.html import Markup, tag
from sevenout.crew.layout.rail import End
from sevenout.crew.markers import place_of
from sevenout.engine.description import WagerDescription
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.chip_drawing import PUCK_ROOM, ChipLayout, chips, puck
from sevenout.reports.layout_svg.crew_and_rail import furniture, legend, people
from sevenout.reports.layout_svg.geometry import Cell, Heading, LayoutGeometry, Rect, Side, Symbol, lay_out
from sevenout.reports.layout_svg.svg_shapes import (
    STYLE,
    SvgText,
    die,
    disc,
    fits,
    group,
    number,
    path,
    shape,
    well_formed,
    word,
    write_lines,
)
from sevenout.rulebook.loader.layout_regions import regions

_CLOTH, _RAIL, _CREW, _TITLE = 34, 40, 78, 52
"""Margins: of the cloth round the layout, of the rail round the cloth, of the people round the rail; and the title."""
_KEY_ROW, _KEY_COLUMN, _LEGEND = 26, 560, 48
_CORNER = 64


class LayoutPicture(Struct, frozen=True):
    """The parts of a house to draw: which ends, and whether with people and the letters of its diagram."""

    ends: tuple[End, ...] = ("second base", "third base")
    people: bool = True
    letters: bool = False
    close_up: str = ""
    """A wager: only the part of the cloth where it lies is in the picture, and its space is framed."""


WHOLE = LayoutPicture()
"""Both ends, with everybody."""


def layout_svg(game: Game, picture: LayoutPicture = WHOLE, stakes: ChipLayout | None = None) -> str:
    """The drawing, as a file that stands by itself.

    >>> drawn = layout_svg(Game.open("new-south-wales"))
    >>> drawn.startswith("<svg"), drawn.count(">Win Line<")
    (True, 2)
    """
    layout = lay_out(game, picture.ends)
    edge = _CLOTH + _RAIL + (_CREW if picture.people else 16)
    key = _key(game, layout) if picture.letters else []
    rows = -(-len(key) // _columns(layout))
    below = (rows * _KEY_ROW + 24 if rows else 0) + (_LEGEND if picture.people else 0)
    width, height = layout.width + 2 * edge, layout.height + 2 * edge + _TITLE + below
    likes: dict[tuple[Side, str, int], tuple[str, ...]] = {}
    for cell in layout.cells:
        likes[_row(cell)] = (*likes.get(_row(cell), ()), _name(cell))
    inner = [
        _table(layout),
        *(_arm(layout, name, side, arm) for name, side, arm in layout.arms),
        *_frames(layout),
        *(_heading(heading) for heading in layout.headings),
        *(_symbol(symbol) for symbol in layout.symbols),
        *(_cell(cell, likes[_row(cell)], lettered=picture.letters) for cell in layout.cells),
        *(
            _band(band.number, band.rect, on=stakes is not None and stakes.table.point == band.number)
            for band in layout.bands
        ),
        *furniture(game, layout, shown=picture.people),
        *(
            _letter_mark(game, wager, rect)
            for wager, rect in (
                *((cell.wager.key, cell.rect) for cell in layout.cells),
                *((symbol.wager, symbol.rect) for symbol in layout.symbols),
            )
            if picture.letters
        ),
        *puck(game, layout, stakes),
        *chips(game, layout, stakes),
        *(shape(rect, "sought", 6) for rect in _spaces(layout, picture.close_up)[:1]),
        *(people(game, layout, _CLOTH + _RAIL, stakes) if picture.people else ()),
    ]
    foot = layout.height + edge + 14
    title = f"{game.rules.book.title}: the layout"
    seen = Rect(0, 0, width, height)
    for space in _spaces(layout, picture.close_up)[:1]:
        title = f"{game.rules.book.title}: where {game.rules.by_key[picture.close_up].title} lies"
        seen = _around(Rect(space.x + edge, space.y + edge + _TITLE, space.w, space.h), seen)
    content = [
        tag("title", title),
        tag("style", Markup(STYLE)),
        shape(Rect(0, 0, width, height), "paper", 14),
        word(edge, 30, game.rules.book.title, 26, "name out start"),
        word(width - edge, 32, game.rules.book.document, 15, "quiet end"),
        group(
            *inner,
            *(legend(game, foot) if picture.people else ()),
            *_key_rows(key, layout, foot + (_LEGEND if picture.people else 0)),
            transform=f"translate({number(edge)} {number(edge + _TITLE)})",
        ),
    ]
    box = " ".join(map(number, (seen.x, seen.y, seen.w, seen.h)))
    drawn = tag("svg", *content, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img", aria_label=title)
    return f"{well_formed(drawn)}\n"


def _spaces(layout: LayoutGeometry, wager: str) -> list[Rect]:
    """Where a wager lies: a space at each end that is drawn, or one in the middle."""
    return [cell.rect for cell in layout.cells if cell.wager.key == wager]


def _around(space: Rect, whole: Rect) -> Rect:
    """The part of the picture with a space in its middle, as wide and high as shows its neighbours."""
    w, h = max(_CLOSE_WIDTH, space.w + 2 * _CLOTH), max(_CLOSE_HEIGHT, space.h + 2 * _CLOTH)
    x, y = space.x + (space.w - w) / 2, space.y + (space.h - h) / 2
    return Rect(max(0, min(x, whole.w - w)), max(0, min(y, whole.h - h)), w, h)


_CLOSE_WIDTH, _CLOSE_HEIGHT = 720, 300

# --- the cloth


def _table(layout: LayoutGeometry) -> Markup:
    def round_it(margin: float) -> Rect:
        return Rect(-margin, -margin, layout.width + 2 * margin, layout.height + 2 * margin)

    wood, cloth = round_it(_CLOTH + _RAIL), round_it(_CLOTH)
    groove = round_it(_CLOTH + _RAIL / 2)
    return group(shape(wood, "wood", 118), shape(groove, "groove", 98), shape(cloth, "cloth", 82))


def _arm(layout: LayoutGeometry, name: str, side: Side, arm: Rect) -> Markup:
    """A line that comes along the end and turns the corner, as one shape."""
    first = next(cell.rect for cell in layout.cells if cell.wager.region == name and cell.side == side)
    row = [cell.rect for cell in layout.cells if cell.side == side and cell.rect.y == first.y]
    left, right = min(rect.x for rect in row), max(rect.right for rect in row)
    if side == "third base":
        outer, inner, far, sign = arm.right, arm.x, left, -1
    else:
        outer, inner, far, sign = arm.x, arm.right, right, 1
    corner, bottom = _CORNER * sign, first.bottom
    points = (
        f"M{number(outer)} {number(arm.y)} H{number(inner)} V{number(first.y)} H{number(far)} V{number(bottom)} "
        f"H{number(outer + corner)} Q{number(outer)} {number(bottom)} {number(outer)} {number(bottom - _CORNER)} Z"
    )
    return group(path(points, "line"), data_arm=name)


def _frames(layout: LayoutGeometry) -> Iterator[Markup]:
    """The regions; those that turn the corner have their shape already, and the boxes have theirs."""
    turning = {name for name, _, _ in layout.arms}
    for name, side, rect in layout.regions:
        kind = "line" if name not in turning else "none"
        back = [shape(rect, "back")] if name == "behind the numbers" else []
        frame = [] if kind == "none" else [shape(rect, kind, 6 if side == "middle" else 0)]
        yield group(*back, *frame, class_="region", data_region=name, data_side=side)


def _band(shown: int, rect: Rect, *, on: bool) -> Markup:
    """A number; it makes room for the puck that stands on it."""
    words = SvgText(_NAMED.get(shown, str(shown)), rect.h * 0.8, "number")
    room = Rect(rect.x, rect.y, rect.w - PUCK_ROOM, rect.h) if on else rect
    return group(shape(rect, "line"), write_lines(room, [words]), class_="band")


_NAMED = {6: "SIX", 9: "NINE"}
"""Numbers that are written out, so that nobody reads them upside down."""


# --- what is printed in a space


def _row(cell: Cell) -> tuple[Side, str, int]:
    """The cells whose labels are to look alike."""
    return cell.side, cell.wager.region, cell.wager.order


def _cell(cell: Cell, likes: tuple[str, ...], *, lettered: bool) -> Markup:
    wager, rect = cell.wager, cell.rect
    room = Rect(rect.x, rect.y, rect.w - 24, rect.h) if lettered and rect.w < _NARROW and rect.h < _LOW else rect
    kind = "odds" if wager.attaches_to else "thin"
    strip = regions()[wager.region].shape == "strip"
    words = [SvgText(_name(cell), _size(cell), _kind(wager), likes)]
    words += [SvgText(text, size, "soft") for text, size in _printed_lines(wager, strip=strip)]
    inset = Rect(rect.x + 3, rect.y + 3, rect.w - 6, rect.h - 6) if wager.attaches_to else rect
    bare = strip and not wager.attaches_to
    return group(
        *([] if bare else [shape(inset, kind, 4 if wager.attaches_to else 0)]),
        *_dice(wager, rect, 24 if lettered else 0),
        write_lines(
            Rect(room.x, room.y + _dice_height(wager, rect), room.w, room.h - _dice_height(wager, rect)), words
        ),
        tag("title", f"{wager.title}: pays {wager.pays}" if wager.pays else wager.title),
        class_="spot",
        data_wager=wager.key,
        data_region=wager.region,
        data_side=cell.side,
        data_rect=" ".join(map(number, (rect.x, rect.y, rect.w, rect.h))),
    )


def _heading(heading: Heading) -> Markup:
    rect = heading.rect
    return group(
        shape(rect, "thin"),
        write_lines(rect, [SvgText(heading.text, min(17.0, rect.h * 0.5), "great")]),
        class_="heading",
    )


def _symbol(symbol: Symbol) -> Markup:
    rect = symbol.rect
    x, y, radius = rect.x + rect.w / 2, rect.y + rect.h / 2, min(rect.w, rect.h) * 0.34
    return group(
        disc(x, y, radius, "symbol"),
        word(x, y, symbol.text, radius * 1.1, "number"),
        class_="sign",
        data_wager=symbol.wager,
        data_symbol=symbol.text,
    )


def _name(cell: Cell) -> str:
    """What the house calls it, where there is room for it; below a heading of the same words, what is left of them."""
    wager = cell.wager
    start, left = wager.title[: len(cell.heading)], wager.title[len(cell.heading) :].strip()
    if cell.heading and left and start.casefold() == cell.heading.casefold():
        return left
    return wager.printed if fits(SvgText(wager.printed, _size(cell), _kind(wager)), cell.rect.w) else wager.label


def _kind(wager: WagerDescription) -> str:
    return "great" if regions()[wager.region].shape == "strip" and not wager.attaches_to else "name"


_NARROW, _LOW = 200, 60
"""A space smaller than this has no room for a letter above its words."""
_DIE = 22
_HIGH = 76
"""A space lower than this has no room for dice above its words."""


def _dice_height(wager: WagerDescription, rect: Rect) -> float:
    """The room that dice take at the top of a space: in the middle, of a bet on one pair, if it is high enough."""
    pictured = wager.dice and regions()[wager.region].at == "middle" and rect.h >= _HIGH and rect.w >= 3 * _DIE
    return _DIE + 10 if pictured else 0


def _dice(wager: WagerDescription, rect: Rect, kept_free: float) -> Iterator[Markup]:
    if wager.dice and _dice_height(wager, rect):
        middle = rect.x + (rect.w - kept_free) / 2
        for at, face in zip((-0.6, 0.6), wager.dice, strict=True):
            yield die(middle + at * _DIE, rect.y + 10 + _DIE / 2, _DIE, face)


def _size(cell: Cell) -> float:
    """Returns how large a label may be: by the height of its space."""
    if regions()[cell.wager.region].shape == "strip" and not cell.wager.attaches_to:
        return min(38.0, cell.rect.h * 0.5)
    return min(19.0, cell.rect.h * 0.4)


def _printed_lines(wager: WagerDescription, *, strip: bool) -> Iterator[tuple[str, float]]:
    """The small print of a space: the numbers it wins on, those barred or paid more, and its pays."""
    if strip and len(wager.numbers) > 1:
        yield " · ".join(map(str, wager.numbers)), 21
        yield wager.note or f"pays {wager.pays}", 13
    elif regions()[wager.region].at == "end":
        yield from ((wager.note, 17),) if wager.note else ()
    elif ":" in wager.pays and len(wager.pays) <= _SHORT:
        yield wager.pays.replace(":", " to "), 14


_SHORT = 6
"""Characters of a payout that is short enough to be printed in its space."""


# --- the letters of a house's diagram


def letter_of(game: Game, wager: str) -> str:
    """The letter by which a house's diagram calls the place of a wager; nothing where it has none.

    >>> letter_of(Game.open("marina-bay-sands"), "hard-8"), letter_of(Game.open("typical"), "hard-8")
    ('S', '')
    """
    return place_of(game, wager).letter


def _letter_mark(game: Game, wager: str, rect: Rect) -> Markup:
    letter = letter_of(game, wager)
    if not letter:
        return Markup("")
    x, y = rect.right - 15, rect.y + 15
    return group(
        disc(x, y, 12, "letter"), word(x, y, letter, 13 if len(letter) == 1 else 11, "name dark"), class_="mark"
    )


def _key(game: Game, layout: LayoutGeometry) -> list[tuple[str, str]]:
    """Every letter of the diagram, with the wagers and the place that it stands for."""
    titles: dict[str, list[str]] = {}
    places: dict[str, str] = {}
    for cell in layout.cells:
        lies = place_of(game, cell.wager.key)
        titles.setdefault(lies.letter, []).append(cell.wager.title)
        places[lies.letter] = lies.at.format(number="n", edge="upper or lower")
    key = ((letter, f"{_shared_words(titles[letter])}: {at}") for letter, at in places.items() if letter)
    return sorted(key, key=lambda item: (item[0][0], item[0]))


def _shared_words(titles: Sequence[str]) -> str:
    """The words with which all the titles begin."""
    columns = zip(*(title.split() for title in titles), strict=False)
    return " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns))


def _columns(layout: LayoutGeometry) -> int:
    return max(1, int(layout.width // _KEY_COLUMN))


def _key_rows(key: Sequence[tuple[str, str]], layout: LayoutGeometry, top: float) -> Iterator[Markup]:
    columns = _columns(layout)
    rows = -(-len(key) // columns)
    for at, (letter, says) in enumerate(key):
        column, row = divmod(at, rows)
        x = column * layout.width / columns
        y = top + 16 + row * _KEY_ROW
        yield group(word(x, y, letter, 16, "name out start"), word(x + 34, y, says, 16, "out start"), class_="key")
