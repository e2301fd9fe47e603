"""The layout drawn in a terminal: puck, box numbers, lines, centre bets, everybody's stakes, racks and dice.

It draws a snapshot of the table and decides nothing. What lies on the layout always shows, whatever a house calls it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.box import ROUNDED, SQUARE
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.money import Cents, units
from sevenout.base.vocabulary import CREW
from sevenout.engine.game import Game
from sevenout.rulebook.value_listing import pays_text
from sevenout.table import Snapshot
from sevenout.table.named_layout import PlacedBet
from sevenout.table.narration import describe_bonus, rack_words

WIDEST = 120
_ROOM_FOR_BOXES, _ROOM_FOR_ALL = 24, 30
"""Lines of a terminal that hold every row of the boxes, or the centre too, with the news of a roll below."""
FELT = "#e8f0e8 on #0b3b24"
PRINT = "#9fc7ac"
EDGE = "#5f9a76"
_CHIPS = (
    "bold #ffd75f",
    "bold #87d7ff",
    "bold #ffafd7",
    "bold #afff87",
    "bold #ffaf5f",
    "bold #d7afff",
    "bold #afffff",
)
PUCK_ON, PUCK_OFF = ("bold black on white", "bold white on black")

_BOXES = (
    ("come", "come-", "come-odds-"),
    ("don't come", "dont-come-", "dont-come-odds-"),
    ("place", "place-", ""),
    ("place lose", "place-lose-", ""),
    ("buy", "buy-", ""),
    ("lay", "lay-", ""),
)
_LINES = (
    ("pass", "pass-odds"),
    ("come", ""),
    ("dont-pass", "dont-pass-odds"),
    ("dont-come", ""),
    ("field", ""),
)
_WIDEST_TITLE = 15
_CENTRE = (
    *("hard-4", "hard-6", "hard-8", "hard-10", "any-7", "any-craps", "eleven", "c-and-e"),
    *("craps-2", "craps-3", "craps-12", "horn"),
)
_PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


class Chip(NamedTuple):
    """One stack: its owner, amount, call (`on`, `off` or none), and whether a roll can decide it."""

    owner: str
    stake: Cents
    call: str
    off: bool = False


Stakes = dict[str, list[Chip]]
"""What lies on the layout, by wager."""


class LayoutView:
    """One table's layout as it is printed, for the seats that stand around it."""

    def __init__(self, game: Game, shown: Snapshot, you: str = "") -> None:
        self.game, self.shown, self.you = game, shown, you
        self.initials = initials([seat.name for seat in shown.seats])
        self.initials[CREW] = "crew "
        self.styles = {seat.name: _CHIPS[(seat.place - 1) % len(_CHIPS)] for seat in shown.seats}
        self.stakes = stakes_on(game, shown)
        self.drawn: set[str] = set()

    # --- chips

    def name(self, name: str) -> Text:
        """A name in the colour of its chips."""
        return Text(name, self.styles.get(name, "bold"))

    def chips(self, flat: str, odds: str = "") -> Text:
        """Everybody's stakes on a wager, with the odds behind them: A10+20 B5."""
        self.drawn |= {flat, odds}
        behind = {chip.owner: chip for chip in self.stakes.get(odds, ())}
        shown = []
        for chip in sorted(self.stakes.get(flat, ()), key=lambda chip: chip.owner != self.you):
            text = self._chip(chip)
            if chip.owner in behind:
                more = behind.pop(chip.owner)
                text.append(_off(f"+{units(more.stake)}", more), f"{text.style}{' dim' if more.off else ''}")
            shown.append(text)
        shown += [Text.assemble(self._chip(chip), ("odds", "dim")) for chip in behind.values()]
        return Text(" ").join(shown)

    def _chip(self, chip: Chip) -> Text:
        style = self.styles.get(chip.owner, "bold")
        said = _off(f"{self.initials[chip.owner]}{units(chip.stake)}", chip)
        return Text(said, style.replace("bold", "dim") if chip.off else style)

    # --- the parts of the layout

    def box_rows(self) -> tuple[list[tuple[str, str, str]], list[int]]:
        """The kinds of bet on a number in this house, and the numbers."""
        known = self.game.rules.by_key
        rows = [
            row for row in _BOXES if any(key.removeprefix(row[1]).isdigit() for key in known if key[0] == row[1][0])
        ]
        points = {state.point for state in self.game.rules.puck.states if state.point is not None}
        return rows, sorted(points | {n for n in range(2, 13) for row in rows if f"{row[1]}{n}" in known})

    def boxes(self, *, full: bool) -> Grid | None:
        """The box numbers with the puck over them, and what stands on each number."""
        point, (rows, numbers) = self.shown.point, self.box_rows()
        if not numbers:
            return None
        grid = Grid(
            box=SQUARE, show_edge=False, expand=True, padding=(0, 1 if len(numbers) < 8 else 0), border_style=EDGE
        )
        has_puck = self.game.rules.book.puck is not None
        off = Text.assemble((" OFF ", PUCK_OFF)) if has_puck and point is None else Text()
        grid.add_column(off, no_wrap=True, width=10)
        for number in numbers:
            printed = Text(SPELLED.get(number, str(number)), "bold")
            head = Text.assemble((" ON ", PUCK_ON), " ", printed) if number == point else printed
            grid.add_column(head, justify="center", ratio=1, overflow="fold")
        for label, flat, odds in rows:
            cells = [self.chips(f"{flat}{n}", f"{odds}{n}" if odds else "") for n in numbers]
            if full or any(cell.plain for cell in cells):
                grid.add_row(Text(label, PRINT), *cells)
        return grid

    def lines(self) -> Grid:
        """The lines, the field and the big bets, in pairs."""
        known, bold = self.game.rules.by_key, f"bold {PRINT}"
        lines = [(self._title(flat), flat, odds) for flat, odds in _LINES if flat in known]
        wide = max((len(title) for title, flat, _ in lines if flat != "field"), default=0)
        cells = [
            Text.assemble((f"{title} ", bold), self._field(), self.chips(flat))
            if flat == "field"
            else Text.assemble((f"{title:<{wide}} ", bold), self.chips(flat, odds))
            for title, flat, odds in lines
        ]
        big = [
            Text.assemble((f"{self._title(key)} ", bold), self.chips(key)) for key in ("big-6", "big-8") if key in known
        ]
        return _columns([*cells, Text("   ").join(big)] if big else cells, 2)

    def _title(self, key: str) -> str:
        """The printed label, cut to the room there is."""
        title = self.game.rules.by_key[key].title.upper()
        return title if len(title) <= _WIDEST_TITLE else f"{title[: _WIDEST_TITLE - 1].rstrip()}…"

    def _field(self) -> Text:
        wager = self.game.rules.by_key["field"].wager
        pays = pays_text(wager)
        return Text(f"{pays}  " if len(pays) < 24 else "", f"dim {PRINT}")

    def centre(self, across: int, *, full: bool) -> Grid:
        """The propositions, each with what it pays."""
        cells = []
        for key in _CENTRE:
            spot = self.game.rules.by_key.get(key)
            if spot is None or not (full or key in self.stakes):
                continue
            pays = pays_text(spot.wager)
            printed = Text.assemble(
                (key.replace("-", " "), PRINT), (f" {pays}" if len(pays) < 8 else "", f"dim {PRINT}")
            )
            cells.append(Text.assemble(printed, " ", self.chips(key)))
        return _columns(cells, across)

    def other_bets(self) -> Text:
        """Whatever else lies on the layout: hops, composites, a house's own wagers, the crew's tokes on them."""
        rest = [key for key in self.stakes if key not in self.drawn]
        return Text("   ").join(Text.assemble((f"{key} ", PRINT), self.chips(key)) for key in rest)

    def rail(self, bought: dict[str, Cents], across: int) -> Grid:
        """Every rack, what it has won or lost, and who has the dice."""
        cells = []
        for seat in self.shown.seats:
            net = seat.rack + seat.layout.at_risk - bought.get(seat.name, seat.bought)
            cells.append(
                Text.assemble(
                    ("⚂⚄ " if seat.name == self.shown.throws else "   ", "bold white"),
                    self.name(seat.name),
                    f" {rack_words(seat)} ",
                    (f"{net / 100:+,.2f}".removesuffix(".00") if net else "", "green" if net > 0 else "red"),
                )
            )
        if stands := describe_bonus(self.shown):
            cells.append(Text(f"   {stands}", "bold"))
        if self.shown.ledger.toke_box:
            cells.append(Text(f"   toke box {units(self.shown.ledger.toke_box)}", "dim"))
        return _columns(cells, across)

    def draw(
        self, bought: dict[str, Cents], width: int, height: int | None = None, *, note: str = ""
    ) -> RenderableType:
        """The whole table. On a low screen it leaves out boxes and propositions with nothing on them."""
        return Group(self.layout(width, height, note=note), self.rail(bought, 3 if width < 100 else 5))

    def layout(self, width: int, height: int | None = None, *, note: str = "") -> Panel:
        """The felt and what lies on it, without the racks."""
        width = min(width, WIDEST)
        boxes = self.boxes(full=height is None or height >= _ROOM_FOR_BOXES)
        parts: list[RenderableType] = [] if boxes is None else [boxes, Rule(style=EDGE)]
        parts.append(self.lines())
        centre = self.centre(4 if width < 100 else 6, full=height is None or height >= _ROOM_FOR_ALL)
        if centre.row_count:
            parts += [Rule(style=EDGE), centre]
        others = self.other_bets()
        if others.plain:
            parts += [Rule(style=EDGE), others]
        book, game = self.game.rules.book, self.game
        limits = f"{units(game.minimum)} to {units(game.maximum)}{note and f' · {note}'}"
        return Panel(
            Group(*parts),
            title=Text(f" {book.title} · {limits} ", f"bold {FELT}"),
            box=ROUNDED,
            style=FELT,
            border_style=EDGE,
            width=width,
        )


SPELLED = {6: "SIX", 9: "NINE"}  # as felts have it: they are read from both sides


def _off(said: str, chip: Chip) -> str:
    """What lies there as it is seen without colour: in brackets what no roll can decide now, and `on` if called so."""
    if chip.off:
        return f"({said})"
    return f"{said} on" if chip.call == "on" else said  # a blank, so that a narrow box breaks there


def _columns(cells: Sequence[Text], across: int) -> Grid:
    grid = Grid.grid(expand=True, padding=(0, 1))
    for _ in range(across):
        grid.add_column(ratio=1, overflow="fold")
    for at in range(0, len(cells), across):
        grid.add_row(*cells[at : at + across])
    return grid


def stakes_on(game: Game, shown: Snapshot) -> Stakes:
    """The bets on the layout: seats in the order of the rail, the crew last."""
    puck = game.puck(shown.point)
    stakes: Stakes = {}
    for owner, layout in (*((seat.name, seat.layout) for seat in shown.seats), (CREW, shown.crew)):
        for bet in layout.lying:
            stakes.setdefault(bet.wager, []).append(Chip(owner, bet.stake, bet.call, _is_off(game, bet, puck)))
    return stakes


def _is_off(game: Game, bet: PlacedBet, puck: int) -> bool:
    """True if no roll can decide or move a bet now, whatever made it so."""
    slot = game.rules.slot_of[bet.wager, bet.call, bet.gathered]
    edges = (row[slot] for row in game.rules.cells[puck])
    return all(edge is None or edge.outcome == "return" for edge in edges)


def initials(names: Iterable[str]) -> dict[str, str]:
    """The shortest beginning of each name that is nobody else's.

    >>> initials(["Ann", "Abe", "Bob"])
    {'Ann': 'An', 'Abe': 'Ab', 'Bob': 'B'}
    """
    every = list(names)
    shortest = {}
    for name in every:
        others = [other for other in every if other != name]
        lengths = (n for n in range(1, len(name)) if not any(other.startswith(name[:n]) for other in others))
        shortest[name] = name[: next(lengths, len(name))]
    return shortest


def dice(a: int, b: int) -> Text:
    """Two dice, five lines high."""
    faces = [("┌───────┐", *(f"│ {row} │" for row in _PIPS[face]), "└───────┘") for face in (a, b)]
    return Text("\n".join(f"{left} {right}" for left, right in zip(*faces, strict=True)), "bold")
