"""The money on a drawing: every bet that lies at a table as chips with its amount, the puck where it stands."""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from sevenout.base.html import Markup
from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW
from sevenout.crew.layout.chips import Chips
from sevenout.crew.layout.rail import End, Rail
from sevenout.crew.markers import marks_of, puck_mark
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.geometry import Cell, LayoutGeometry
from sevenout.reports.layout_svg.svg_shapes import disc, group, word
from sevenout.table.table_snapshot import Snapshot

FACES = {
    "white": ("#f2f4f5", "dark"),
    "red": ("#c23b34", ""),
    "green": ("#23774a", ""),
    "black": ("#20262a", ""),
    "purple": ("#6b46b8", ""),
    "yellow": ("#e3b04b", "dark"),
    "button": ("#d8ddda", "dark"),
}
"""How a chip or the puck of a colour looks, and the ink on it."""
_CHIP = 15
_BROAD = 200
_PUCK = 19
PUCK_ROOM = 2 * _PUCK + 4
"""What a puck needs of the width of a number's space."""


class ChipLayout(Struct, frozen=True):
    """A table as it lies, and where its seats stand."""

    table: Snapshot
    rail: Rail

    @classmethod
    def of(cls, table: Snapshot) -> "ChipLayout":
        """The bets of a table whose seats stand as they came."""
        return cls(table, Rail.of(table))

    def names(self, end: End) -> tuple[str, ...]:
        """The seats of an end, from the base dealer to the stick."""
        return self.rail.base_to_stick(end)


def chips(game: Game, layout: LayoutGeometry, stakes: ChipLayout | None) -> Iterator[Markup]:
    """A chip for every bet, with its amount and the colour of its largest chip."""
    if stakes is None:
        return
    piles: dict[int, list[tuple[str, Cents]]] = defaultdict(list)
    spaces: dict[int, Cell] = {}
    lying = [*((seat.name, seat.layout) for seat in stakes.table.seats), (CREW, stakes.table.crew)]
    for name, bets in lying:
        for bet in bets.lying:
            cell = layout.cell(bet.wager, stakes.rail.end_of(name))
            if cell is not None:
                spaces[id(cell)] = cell
                piles[id(cell)].append((name, bet.stake))
    for key, cell in spaces.items():
        yield from _pile(game, cell, piles[key])


def _pile(game: Game, cell: Cell, bets: list[tuple[str, Cents]]) -> Iterator[Markup]:
    """Beside the words of a broad space, in the corner of a small one."""
    rect = cell.rect
    broad = rect.w > _BROAD
    for at, (name, stake) in enumerate(bets):
        step = min(2.2 * _CHIP, rect.w * (0.3 if broad else 0.8) / max(len(bets), 1))
        x = rect.right - _CHIP - (24 if broad else 3) - at * step
        y = rect.y + rect.h / 2 if broad else rect.bottom - _CHIP - 2
        fill, ink = _face(game, stake)
        yield group(
            disc(x, y, _CHIP, fill=fill, stroke="#08120f", stroke_width="2"),
            disc(x, y, _CHIP - 4, fill="none", stroke="#ffffff", stroke_width="1.2", stroke_dasharray="4 3"),
            word(x, y, units(stake), 12 if len(units(stake)) < 4 else 9, f"name {ink}".strip()),
            class_="chip",
            data_seat=name,
            data_wager=cell.wager.key,
            data_stake=units(stake),
        )


def _face(game: Game, stake: Cents) -> tuple[str, str]:
    """The look of the largest chip of a stake; of one that no chips make, a button's."""
    cut = Chips.of(game.rules.book).cut(stake)
    colour = "button" if isinstance(cut, Refusal) else max(stack.denomination for stack in cut).colour
    return FACES.get(colour, FACES["button"])


def puck(game: Game, layout: LayoutGeometry, stakes: ChipLayout | None) -> Iterator[Markup]:
    """The puck at each end: on its number, or off in the don't come; nowhere in a house without one."""
    if game.rules.book.puck is None:
        return
    mark = puck_mark(game, stakes.table) if stakes else None
    rules = marks_of(game).puck
    colour, number = (rules.off.value, None) if mark is None else (mark.colour, mark.number)
    fill, ink = FACES.get(colour, FACES["button"])
    for end in layout.ends:
        centre = _puck_place(layout, end, number)
        if centre is not None:
            x, y = centre
            yield group(
                disc(x, y, _PUCK, fill=fill, stroke="#f2f4f5" if number is None else "#08120f", stroke_width="2"),
                word(x, y, "OFF" if number is None else "ON", 14, f"name {ink}".strip()),
                class_="puck",
                data_side=end,
            )


def _puck_place(layout: LayoutGeometry, end: End, number: int | None) -> tuple[float, float] | None:
    if number is not None:
        bands = [band.rect for band in layout.bands if band.side == end and band.number == number]
        return (bands[0].right - _PUCK - 4, bands[0].y + bands[0].h / 2) if bands else None
    rects = [rect for name, side, rect in layout.regions if name == "don't come" and side == end]
    return (rects[0].x + rects[0].w / 2, rects[0].bottom - _PUCK - 10) if rects else None
