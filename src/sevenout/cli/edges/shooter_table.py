"""`sevenout edges BOOK --shooter`: how long a turn lasts, the points made in it, and what the Shootout is worth."""

from collections.abc import Sequence
from fractions import Fraction

from rich.text import Text

from sevenout.analysis.exact import shooter
from sevenout.base.money import format_amount
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer, show_note, show_title
from sevenout.cli.shared.rulebook_values import show_entries
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, bar, show_grid
from sevenout.reports.figures.number_format import decimal, one_in, percent, short
from sevenout.reports.records.shooter_records import BASIS, POINTS_MADE, lines_with_bonus, turn_record, turn_rows
from sevenout.rulebook.compiler.book_compiler import CompiledBook

LENGTHS = (2, 5, 10, 15, 20, 30, 40, 50, 75, 100, shooter.RECORD, shooter.LONGEST)
"""The lengths of a turn that the screen shows; JSON and CSV have all of them."""

_RARE = Fraction(1, 10**5)
_BAR = 30


def turn(rules: CompiledBook) -> Answer:
    """Everything about a shooter's turn; a house where no turn ends is bad input before anything is shown."""
    shooter.turn_figures(rules)
    return Answer(lambda: turn_record(rules), lambda: turn_rows(rules), lambda screen: _show(screen, rules))


def _show(screen: Screen, rules: CompiledBook) -> None:
    show_title(screen, rules.book.title, f"a shooter's turn, exactly{rules.dice.note}")
    show_note(screen, ("basis", "bold"), f"  {BASIS}")
    screen.print()
    columns = (
        Column("in a turn", justify="left"),
        Column(""),
        Column("", justify="left"),
        Column("exactly", 2, "left"),
        Column("counted", 3, "left"),
    )
    show_grid(screen, columns, [GridSection("", [_figure(figure) for figure in shooter.turn_figures(rules)])])
    screen.print()
    _show_points(screen, rules)
    _show_lengths(screen, shooter.turn_lengths(rules))
    _show_made(screen, shooter.points_made(rules, POINTS_MADE), shooter.distinct_points(rules))
    _show_bonus(screen, rules)
    screen.print(Text("\n  rests on", "bold"))
    show_entries(screen, shooter.rests_on(rules))


def _figure(figure: shooter.Figure) -> list[Cell]:
    value = figure.value
    rare = 0 < value < Fraction(1, 100)
    return [
        figure.name,
        Text(f"{float(value):.6g}" if rare else decimal(value, 4), "bold"),
        Text(one_in(value) if rare else "", "bold"),
        short(value, 12),
        Text(figure.basis, "dim"),
    ]


def _show_points(screen: Screen, rules: CompiledBook) -> None:
    columns = (Column("point"), Column("set by a come-out"), Column("then made"), Column("rolls until decided"))
    rows: list[list[Cell]] = [
        [
            Text(str(point.point), "bold"),
            f"{percent(point.established)} {point.established!s:>5}",
            f"{percent(point.made)} {point.made!s:>5}",
            f"{decimal(point.rolls)} {point.rolls!s:>6}",
        ]
        for point in shooter.point_chances(rules)
    ]
    show_grid(screen, columns, [GridSection("", rows)])
    screen.print()


def _show_lengths(screen: Screen, lengths: Sequence[Fraction]) -> None:
    columns = (
        Column("a turn of"),
        Column("or more", justify="left", gap=1),
        Column("chance"),
        Column(""),
        Column("", 1, "left"),
    )
    rows: list[list[Cell]] = []
    for rolls in LENGTHS:
        chance = lengths[rolls]
        style = "bold yellow" if rolls == shooter.RECORD else ""
        rows.append(
            [
                Text(str(rolls), style),
                Text("rolls, the longest on record" if rolls == shooter.RECORD else "rolls", style),
                percent(chance, 4) if chance >= _RARE else f"{float(chance):.3e}",
                Text(one_in(chance), style or "bold") if chance else "never",
                Text(bar(float(chance), _BAR), "cyan"),
            ]
        )
    show_grid(screen, columns, [GridSection("", rows)])
    screen.print()


def _show_made(screen: Screen, made: Sequence[Fraction], distinct: Sequence[Fraction]) -> None:
    columns = (
        Column("points"),
        Column("made"),
        Column("", 1, "left"),
        Column("different ones made"),
        Column("", 2, "left"),
    )
    rows: list[list[Cell]] = []
    for number, chance in enumerate(made):
        other = distinct[number] if number < len(distinct) else None
        rows.append(
            [
                Text(str(number), "bold"),
                percent(chance, 4),
                Text(bar(float(chance), _BAR // 2), "cyan"),
                "" if other is None else percent(other, 4),
                Text("" if other is None else bar(float(other), _BAR // 2), "cyan"),
            ]
        )
    show_grid(screen, columns, [GridSection("", rows)])


def _show_bonus(screen: Screen, rules: CompiledBook) -> None:
    values = shooter.bonus_values(rules)
    if not values:
        return
    screen.print(Text("\n  the Shootout, at each posted amount: mean cents a turn\n", "bold"))
    columns = (
        Column("posted"),
        Column("each other seat"),
        Column("worth to the shooter"),
        Column("to another seat"),
        Column("per line decision", 1),
        Column("another seat's", 1),
    )
    rows: list[list[Cell]] = [
        [
            Text(format_amount(value.amount), "bold"),
            format_amount(value.share),
            f"{decimal(value.shooter, 3)}¢",
            f"{decimal(value.other, 3)}¢",
            f"{decimal(value.shooter_per_decision, 3)}¢",
            f"{decimal(value.other_per_decision, 3)}¢",
        ]
        for value in values
    ]
    show_grid(screen, columns, [GridSection("", rows)])
    _show_fair(screen, rules)


def _show_fair(screen: Screen, rules: CompiledBook) -> None:
    """From which posted amount on a line bet favours the shooter."""
    screen.print()
    for line in {line.wager: line for line in lines_with_bonus(rules)}.values():
        if line.fair_at is not None:
            said = f"{line.wager} {format_amount(line.bet)}, flat for the whole turn:"
            fair = f"at a bonus of {decimal(line.fair_at / 100)} the shooter plays even"
            capped = f"{percent(line.edge_for_shooter)} edge at {format_amount(line.amount)}"
            show_note(screen, (said, "bold"), f" {percent(line.edge)} edge without the bonus; {fair}; {capped}")
