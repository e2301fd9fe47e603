"""A shooter's turn as records: its length, the points made in it, and what the Shootout is worth."""

from sevenout.analysis.exact import shooter
from sevenout.base.money import format_amount
from sevenout.reports.records.record_formats import JsonRecord, exact
from sevenout.reports.records.reference_records import entry_record
from sevenout.rulebook.compiler.book_compiler import CompiledBook

BASIS = "per turn: from a shooter's first come-out roll to the seven-out; nobody passes the dice"

POINTS_MADE = 10
"""So many points made in one turn are counted."""


def turn_record(rules: CompiledBook) -> JsonRecord:
    """Everything about a turn.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> turn_record(open_book("typical"))["figures"][0]["value"]
    '1671/196'
    """
    return {
        "rules": rules.book.name,
        "dice": rules.dice.name,
        "basis": BASIS,
        "figures": [
            {"figure": figure.name, "value": str(figure.value), "decimal": float(figure.value), "basis": figure.basis}
            for figure in shooter.turn_figures(rules)
        ],
        "points": [
            {"point": point.point, **exact(established=point.established, made=point.made, rolls=point.rolls)}
            for point in shooter.point_chances(rules)
        ],
        "points_made": list(map(str, shooter.points_made(rules, POINTS_MADE))),
        "distinct_points": list(map(str, shooter.distinct_points(rules))),
        "lengths": [
            {"rolls": rolls, "at_least": str(chance), "decimal": float(chance)}
            for rolls, chance in enumerate(shooter.turn_lengths(rules))
            if rolls
        ],
        "bonus": [_bonus_record(value) for value in shooter.bonus_values(rules)],
        "line_with_bonus": [_line_record(line) for line in lines_with_bonus(rules)],
        "rests_on": [entry_record(entry) for entry in shooter.rests_on(rules)],
    }


def lines_with_bonus(rules: CompiledBook) -> tuple[shooter.LineWithBonus, ...]:
    """A line bet of the table's minimum, flat for the whole turn, with the bonus at each posted amount."""
    return shooter.line_with_bonus(rules, rules.book.minimum.value)


def _bonus_record(value: shooter.BonusValue) -> JsonRecord:
    return {
        "amount": format_amount(value.amount),
        "share": format_amount(value.share),
        "shooter_cents": str(value.shooter),
        "other_cents": str(value.other),
        "shooter_cents_per_decision": str(value.shooter_per_decision),
        "other_cents_per_decision": str(value.other_per_decision),
    }


def _line_record(line: shooter.LineWithBonus) -> JsonRecord:
    return {
        "wager": line.wager,
        "bet": format_amount(line.bet),
        "posted": format_amount(line.amount),
        "edge": str(line.edge),
        "edge_for_shooter": str(line.edge_for_shooter),
        "edge_for_other": str(line.edge_for_other),
    }


def turn_rows(rules: CompiledBook) -> list[JsonRecord]:
    """A row for each length of a turn: a table of one kind is what CSV can hold."""
    lengths = shooter.turn_lengths(rules)
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
