"""`sevenout edges BOOK --shooter`: how long a turn lasts, the points made in it, and what the Shootout is worth."""

from collections.abc import Sequence
from fractions import Fraction

from rich.text import Text

from sevenout.cli.answer import Answer, Record, entry_record, exact, show_entries, show_note, show_title
from sevenout.cli.grids import Cell, Column, Section, bar, show_grid
from sevenout.cli.screen import Screen
from sevenout.compile import Compiled
from sevenout.exact import shooter
from sevenout.money import format_amount
from sevenout.report.figures import decimal, one_in, percent, short

BASIS = "per turn: from a shooter's first come-out roll to the seven-out; nobody passes the dice"

LENGTHS = (2, 5, 10, 15, 20, 30, 40, 50, 75, 100, shooter.RECORD, shooter.LONGEST)
"""The lengths of a turn that the screen shows; JSON and CSV have all of them."""

_POINTS_MADE = 10
_RARE = Fraction(1, 10**5)
_BAR = 30


def turn(rules: Compiled) -> Answer:
    """Everything about a shooter's turn."""
    lengths = shooter.turn_lengths(rules)
    figures = shooter.turn_figures(rules)
    made, distinct = shooter.points_made(rules, _POINTS_MADE), shooter.distinct_points(rules)
    payload = {
        "rules": rules.book.name,
        "basis": BASIS,
        "figures": [
            {"figure": figure.name, "value": str(figure.value), "decimal": float(figure.value), "basis": figure.basis}
            for figure in figures
        ],
        "points": [
            {"point": point.point, **exact(established=point.established, made=point.made, rolls=point.rolls)}
            for point in shooter.point_chances(rules)
        ],
        "points_made": list(map(str, made)),
        "distinct_points": list(map(str, distinct)),
        "lengths": [
            {"rolls": rolls, "at_least": str(chance), "decimal": float(chance)}
            for rolls, chance in enumerate(lengths)
            if rolls
        ],
        "bonus": [_bonus_record(value) for value in shooter.bonus_values(rules)],
        "line_with_bonus": [_line_record(line) for line in _lines(rules)],
        "rests_on": [entry_record(entry) for entry in shooter.rests_on(rules)],
    }
    return Answer(payload, _rows(rules, lengths), lambda screen: _show(screen, rules, figures, lengths, made, distinct))


def _bonus_record(value: shooter.BonusValue) -> Record:
    return {
        "amount": format_amount(value.amount),
        "share": format_amount(value.share),
        "shooter_cents": str(value.shooter),
        "other_cents": str(value.other),
        "shooter_cents_per_decision": str(value.shooter_per_decision),
        "other_cents_per_decision": str(value.other_per_decision),
    }


def _lines(rules: Compiled) -> tuple[shooter.LineWithBonus, ...]:
    """A line bet of the table's minimum, flat for the whole turn, with the bonus at each posted amount."""
    return shooter.line_with_bonus(rules, rules.book.minimum.value)


def _line_record(line: shooter.LineWithBonus) -> Record:
    return {
        "wager": line.wager,
        "bet": format_amount(line.bet),
        "posted": format_amount(line.amount),
        "edge": str(line.edge),
        "edge_for_shooter": str(line.edge_for_shooter),
        "edge_for_other": str(line.edge_for_other),
    }


def _rows(rules: Compiled, lengths: Sequence[Fraction]) -> list[Record]:
    """One row for each length: a table of one kind is what CSV can hold."""
    rows = []
    for rolls, chance in enumerate(lengths):
        if rolls:
            ends = chance - lengths[rolls + 1] if rolls + 1 < len(lengths) else None
            rows.append(
                {
                    "rules": rules.book.name,
                    "rolls": rolls,
                    "at_least": float(chance),
                    "exactly": "" if ends is None else float(ends),
                    "one_in": float(1 / chance) if chance else "",
                }
            )
    return rows


def _show(
    screen: Screen,
    rules: Compiled,
    figures: Sequence[shooter.Figure],
    lengths: Sequence[Fraction],
    made: Sequence[Fraction],
    distinct: Sequence[Fraction],
) -> None:
    show_title(screen, rules.book.title, "a shooter's turn, exactly")
    show_note(screen, ("basis", "bold"), f"  {BASIS}")
    screen.print()
    columns = (
        Column("in a turn", justify="left"),
        Column(""),
        Column("", justify="left"),
        Column("exactly", 2, "left"),
        Column("counted", 3, "left"),
    )
    show_grid(screen, columns, [Section("", [_figure(figure) for figure in figures])])
    screen.print()
    _show_points(screen, rules)
    _show_lengths(screen, lengths)
    _show_made(screen, made, distinct)
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


def _show_points(screen: Screen, rules: Compiled) -> None:
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
    show_grid(screen, columns, [Section("", rows)])
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
    show_grid(screen, columns, [Section("", rows)])
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
    show_grid(screen, columns, [Section("", rows)])


def _show_bonus(screen: Screen, rules: Compiled) -> None:
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
    show_grid(screen, columns, [Section("", rows)])
    _show_fair(screen, rules)


def _show_fair(screen: Screen, rules: Compiled) -> None:
    """From which posted amount on a line bet favours the shooter."""
    screen.print()
    for line in {line.wager: line for line in _lines(rules)}.values():
        if line.fair_at is not None:
            said = f"{line.wager} {format_amount(line.bet)}, flat for the whole turn:"
            fair = f"at a bonus of {decimal(line.fair_at / 100)} the shooter plays even"
            capped = f"{percent(line.edge_for_shooter)} edge at {format_amount(line.amount)}"
            show_note(screen, (said, "bold"), f" {percent(line.edge)} edge without the bonus; {fair}; {capped}")
