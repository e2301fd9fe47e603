"""The layout at a size of its own on a terminal: as many lines whatever lies there, with the dice and the last rolls.

What has no room is cut, yours last; `bets` says it all in words.
"""

from collections.abc import Iterator, Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.money import Cents, units
from sevenout.base.vocabulary import CREW
from sevenout.cli.play.layout_view import EDGE, FELT, PRINT, PUCK_OFF, PUCK_ON, SPELLED, WIDEST, LayoutView
from sevenout.cli.play.statistics import strip
from sevenout.table import Snapshot
from sevenout.table.narration import describe_bonus, rack_words

_NARROW = 60
_LINES = (
    ("pass", "pass-odds"), ("come", ""), ("dont-pass", "dont-pass-odds"), ("dont-come", ""), ("field", ""),
)  # fmt: skip
_BIG = ("big-6", "big-8")
_PROPS = 2
"""Lines for propositions and whatever else a house has."""
_DICE = "⚀⚁⚂⚃⚄⚅"


def board(felt: LayoutView, bought: dict[str, Cents], width: int, *, note: str = "") -> RenderableType:
    """Felt, racks and last rolls."""
    width = min(width, WIDEST)
    parts: list[RenderableType] = [*_boxes(felt, width), *_lines(felt, width), Rule(style=EDGE)]
    parts += _other_bets(felt, width - 4)
    game, shown = felt.game, felt.shown
    tokes = f"tokes {units(shown.ledger.toke_box)}" if shown.ledger.toke_box else ""
    limits = f"{units(game.minimum)} to {units(game.maximum)}"
    title = " · ".join(word for word in (game.rules.book.title, limits, describe_bonus(shown), tokes, note) if word)
    panel = Panel(
        Group(*parts),
        title=Text(f" {title} ", f"bold {FELT}"),
        subtitle=Text(f" {describe_turn(shown, game.rules.book.shooter.line.value)} ", f"bold {FELT}"),
        box=ROUNDED,
        style=FELT,
        border_style=EDGE,
        width=width,
    )
    return Group(panel, _rail(felt, bought, width), _last_rolls(shown, width))


def _boxes(felt: LayoutView, width: int) -> Iterator[RenderableType]:
    rows, numbers = felt.box_rows()
    if not numbers:
        return
    point = felt.shown.point
    grid = _fixed_grid(len(numbers) + 1, 11 if width >= _NARROW else 6, gap=1 if width >= _NARROW else 0)
    has_puck = felt.game.rules.book.puck is not None
    heads = [Text(" OFF ", PUCK_OFF) if has_puck and point is None else Text()]
    spelled = SPELLED if width >= 80 or len(numbers) < 8 else {}  # ten numbers leave no room for words
    for number in numbers:
        printed = Text(spelled.get(number, str(number)), "bold")
        heads.append(Text(f"ON {printed.plain}", PUCK_ON) if number == point else printed)
    grid.add_row(*heads)
    for label, flat, odds in rows:
        cells = [felt.chips(f"{flat}{n}", f"{odds}{n}" if odds else "") for n in numbers]
        grid.add_row(Text(label, PRINT), *cells)
    yield grid
    yield Rule(style=EDGE)


def _lines(felt: LayoutView, width: int) -> Iterator[RenderableType]:
    known = felt.game.rules.by_key
    lines = [(flat, odds) for flat, odds in _LINES if flat in known]
    titles = [known[flat].title.upper() for flat, _ in lines]
    wide = min(max((Text(title).cell_len for title in titles), default=0), 15 if width >= _NARROW else 10)
    cells = []
    for (flat, odds), title in zip(lines, titles, strict=True):
        name = Text(title, f"bold {PRINT}")
        name.truncate(wide, overflow="ellipsis", pad=True)
        cells.append(Text.assemble(name, " ", felt.chips(flat, odds)))
    big = [
        Text.assemble((f"{known[key].title.upper()} ", f"bold {PRINT}"), felt.chips(key))
        for key in _BIG
        if key in known
    ]
    yield _in_columns([*cells, Text("  ").join(big)] if big else cells, 2)


def _other_bets(felt: LayoutView, width: int) -> list[Text]:
    """Propositions and all else that lies there, yours first, in lines that are always there."""
    rest = [key for key in felt.stakes if key not in felt.drawn]
    rest.sort(key=lambda key: not any(chip.owner == felt.you for chip in felt.stakes[key]))
    lines = [Text() for _ in range(_PROPS)]
    at = 0
    for done, key in enumerate(rest):
        piece = Text.assemble((f"{key} ", PRINT), felt.chips(key))
        more = f" … {len(rest) - done} more"
        room = width - (len(more) if at == _PROPS - 1 else 0)
        if lines[at].cell_len and lines[at].cell_len + 3 + piece.cell_len > room:
            at += 1
        if at == _PROPS:
            lines[-1].append(more, "dim")
            break
        lines[at].append_text(Text.assemble("   " if lines[at].cell_len else "", piece))
    if not rest:
        lines[0] = Text("propositions", f"dim {PRINT}")
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return lines


def _rail(felt: LayoutView, bought: dict[str, Cents], width: int) -> Grid:
    shown, cells = felt.shown, []
    for seat in shown.seats:
        net = seat.rack + seat.layout.at_risk - bought.get(seat.name, seat.bought)
        name = felt.name(seat.name)
        name.truncate(max(width // 3 - 20, 8), overflow="ellipsis")
        signed = f"{net / 100:+,.2f}".removesuffix(".00") if net else ""
        dice = ("⚂⚄ " if seat.name == shown.throws else "   ", "bold")
        cells.append(
            Text.assemble(
                dice, name, f" {rack_words(seat)} ", (signed if width >= _NARROW else "", "green" if net > 0 else "red")
            )
        )
    return _in_columns(cells, 3 if width < 100 else 5)


def _last_rolls(shown: Snapshot, width: int) -> Text:
    """The dice, and the totals before them with their shooters; the newest last."""
    if not shown.rolls:
        return Text("   no roll yet", "dim")
    last = shown.rolls[-1]
    dice = Text(f"   {_DICE[last.a - 1]}{_DICE[last.b - 1]} {last.a}-{last.b}   ", "bold")
    for most in range(16, 0, -1):
        told = strip(shown.rolls, most)
        if dice.cell_len + told.cell_len <= width:
            break
    line = Text.assemble(dice, told)
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def describe_turn(shown: Snapshot, line: tuple[str, ...] = ()) -> str:
    """Returns whose turn it is or will be, and why. `line`: the wagers one of which a shooter needs.

    >>> from sevenout import Table, roll
    >>> table = Table("typical")
    >>> _ = table.seat("Ann", 100_00), table.seat("Bob", 100_00)
    >>> describe_turn(table.snapshot())
    'nobody shoots: no line bet'
    >>> _ = table.bet("Ann", "pass", 5_00), table.roll(roll(6, 5)), table.bet("Bob", "pass", 5_00)
    >>> describe_turn(table.snapshot(), table.game.rules.book.shooter.line.value)
    'Ann has the dice: no line bet yet'
    >>> _ = table.pass_dice("Ann")
    >>> describe_turn(table.snapshot())
    'Bob next: Ann passed the dice'
    """
    dice, who = shown.dice, shown.throws
    if dice.thrown:
        return "the dice are in the air"
    if who is None:
        return "nobody shoots: no line bet"
    holder = dice.holder
    if who == holder and not dice.move_on:
        seat = shown.seat(who)
        lacks = bool(line) and shown.point is None and seat is not None and seat.layout.stakes.keys().isdisjoint(line)
        return f"{who} has the dice: no line bet yet" if lacks else f"{who} shoots"
    if holder is None:
        return f"{who} shoots"
    if who == holder:
        return f"{who} shoots again: nobody else takes the dice"
    return f"{who} next: {_shooter_note(shown, holder)}"


def _shooter_note(shown: Snapshot, holder: str) -> str:
    dice = shown.dice
    if shown.seat(holder) is None:
        return f"{holder} has left"
    if dice.move_on:
        out = shown.rolls and shown.rolls[-1].shooter == holder and shown.rolls[-1].event == "seven-out"
        return f"{holder} sevened out" if out else f"{holder} passed the dice"
    return f"{holder} declined the dice" if holder in dice.declined else f"{holder} has no line bet"


def describe_bets(felt: LayoutView) -> Iterator[Text]:
    """All that lies on the layout, in words, yours first."""
    up = {chip.owner for chips in felt.stakes.values() for chip in chips}
    rail = (felt.you, *(seat.name for seat in felt.shown.seats), CREW)
    owners = [owner for owner in dict.fromkeys(rail) if owner in up]
    for owner in owners:
        named = "The crew" if owner == CREW else owner
        said = [
            f"{units(chip.stake)} on {key}{' (off)' if chip.off else ''}"
            for key, chips in felt.stakes.items()
            for chip in chips
            if chip.owner == owner
        ]
        yield Text(f"{named}: {', '.join(said)}.")
    if not owners:
        yield Text("There are no bets on the layout.")


def _fixed_grid(across: int, first: int, gap: int) -> Grid:
    grid = Grid.grid(expand=True, padding=(0, gap, 0, 0))
    grid.add_column(no_wrap=True, overflow="ellipsis", width=first)
    for _ in range(across - 1):
        grid.add_column(no_wrap=True, overflow="ellipsis", justify="center", ratio=1)
    return grid


def _in_columns(cells: Sequence[Text], across: int) -> Grid:
    grid = Grid.grid(expand=True, padding=(0, 1, 0, 0))
    for _ in range(across):
        grid.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    for at in range(0, len(cells), across):
        grid.add_row(*cells[at : at + across])
    return grid
