"""The people and the things of a table in the drawing: crew, players' places, bank, bowl, and what marks a bet."""

from collections.abc import Iterator

from sevenout.base.html import Markup
from sevenout.crew.layout.rail import End
from sevenout.crew.layout.stations import At, stations
from sevenout.crew.markers import marks_of
from sevenout.crew.roll_calls import by_kind
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.chip_drawing import FACES, ChipLayout
from sevenout.reports.layout_svg.geometry import LayoutGeometry, Rect
from sevenout.reports.layout_svg.svg_shapes import SvgText, disc, group, shape, word, write_lines

_PERSON = 25
_PLACE = 17
_PLACES = 8
"""Players' places at each end, where nobody is named."""


def furniture(game: Game, layout: LayoutGeometry, *, shown: bool) -> Iterator[Markup]:
    """What stands on the table: the bank before the boxperson, the bowl before the stick; the box stays unmarked."""
    box = layout.box
    yield group(shape(Rect(box.x, box.y, box.w, box.h - 8), "box", 6), class_="box")
    if not shown:
        return
    titles: dict[At, list[str]] = {}
    for fact in stations(game.rules.book).things.values():
        titles.setdefault(fact.value.at, []).append(fact.value.title)
    middle = box.x + box.w / 2
    places: dict[At, list[Rect]] = {
        "before the boxperson": [Rect(middle - 150, box.y - 26, 300, 30)],
        "before the stick": [Rect(middle - 60, layout.height + 4, 120, 28)],
        "beside the base dealers": [
            Rect(band.x + band.w / 2 - 60, -30, 120, 24) for band in (_end(layout, end) for end in layout.ends)
        ],
    }
    for at, rects in places.items():
        for rect in rects if at in titles else ():
            yield group(
                shape(rect, "thing", 8),
                write_lines(rect, [SvgText(" and ".join(titles[at]), 15, "soft")]),
                class_="on-the-table",
            )


def _end(layout: LayoutGeometry, end: End) -> Rect:
    """The columns of the numbers at an end, or whatever lies there."""
    rects = [band.rect for band in layout.bands if band.side == end] or [
        cell.rect for cell in layout.cells if cell.side == end
    ]
    if not rects:
        return layout.box
    left, right = min(rect.x for rect in rects), max(rect.right for rect in rects)
    return Rect(left, 0, right - left, layout.height)


def people(game: Game, layout: LayoutGeometry, edge: float, stakes: ChipLayout | None) -> Iterator[Markup]:
    """The crew round the table, and the players along the rail from third base on, clockwise."""
    middle = layout.box.x + layout.box.w / 2
    top, bottom = -edge - _PERSON - 6, layout.height + edge + _PERSON + 6
    spots: dict[At, tuple[float, float]] = {"behind the box": (middle, top), "opposite the box": (middle, bottom)}
    for end, at in _BASES.items():
        if end in layout.ends:
            spots[at] = (_end(layout, end).x + _end(layout, end).w / 2, top)
    for fact in stations(game.rules.book).people.values():
        if fact.value.at in spots:
            x, y = spots[fact.value.at]
            above = y < 0
            yield group(
                disc(x, y, _PERSON, "person"),
                word(x + _PERSON + 10, y + (-6 if above else 6), fact.value.title, 17, "name out start"),
                class_="crew",
            )
    for end in layout.ends:
        names = stakes.names(end) if stakes else tuple("" for _ in range(_PLACES))
        yield from _players(layout, end, edge, names)


_BASES: dict[End, At] = {"third base": "left of the box", "second base": "right of the box"}


def _players(layout: LayoutGeometry, end: End, edge: float, names: tuple[str, ...]) -> Iterator[Markup]:
    """Places from the base dealer to the stick: along the end of the table, then along the stick's side."""
    third = end == "third base"
    side_x = layout.width + edge + _PLACE + 8 if third else -edge - _PLACE - 8
    inner = layout.box.right + 60 if third else layout.box.x - 60
    outer = layout.width - 40 if third else 40.0
    down = layout.height * 0.94 - 30
    along = abs(outer - inner)
    for at, name in enumerate(names):
        way = (down + along) * (at + 0.5) / max(len(names), 1)
        if way < down:
            x, y = side_x, 30 + way
        else:
            x, y = outer + (inner - outer) * (way - down) / along, layout.height + edge + _PLACE + 8
        number = at + 1 if third else 2 * len(names) - at
        yield group(
            disc(x, y, _PLACE, "place"),
            word(x, y, name[:2] if name else str(number), 14, "name"),
            *([word(x, y + _PLACE + 11, name, 13, "out")] if name else []),
            class_="player",
        )


def legend(game: Game, y: float) -> Iterator[Markup]:
    """The puck's two sides and the buttons that mark bets, as far as the house has a use for them."""
    rules = marks_of(game)
    pucks = [] if game.rules.book.puck is None else [(rules.puck.on.value, "ON"), (rules.puck.off.value, "OFF")]
    calls = dict.fromkeys(call for spot in game.rules.spots for call in spot.wager.working.calls.value)
    kinds = dict.fromkeys(
        kind.value for spot in game.rules.spots if (kind := by_kind(rules.buttons.kinds, spot.key)) is not None
    )
    x = 0.0
    for title, radius, entries in (
        ("puck", 20, pucks),
        ("buttons", 17, [("button", said.upper()) for said in (*calls, *kinds)]),
    ):
        if not entries:
            continue
        yield word(x, y, title, 17, "quiet start")
        x += 14 + 10 * len(title)
        for colour, text in entries:
            fill, ink = FACES.get(colour, FACES["button"])
            yield group(
                disc(x + radius, y, radius, fill=fill, stroke="#1a2022"),
                word(x + radius, y, text, radius * 0.62, f"name {ink}".strip()),
                class_="legend",
            )
            x += 2 * radius + 10
        x += 30
