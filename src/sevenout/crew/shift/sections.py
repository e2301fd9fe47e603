"""The report of a floor in rows: what a page, a terminal and a CSV file show of it, section by section."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TypeAlias

from msgspec import Struct

from sevenout.base.money import Cents, format_amount
from sevenout.crew.shift.floor_report import ColourCount, FloorReport, Pace, Stint
from sevenout.engine.shootout import ShootoutLogEntry

Cell: TypeAlias = int | str


class ShiftSection(Struct, frozen=True):
    """Part of a report in rows: its key, its title, the keys of its columns, and a line of explanation."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    says: str = ""
    titles: tuple[str, ...] = ()
    """What the columns are called where people read them, if not by their keys."""

    @property
    def headings(self) -> tuple[str, ...]:
        """The lines above the columns."""
        return self.titles or tuple(name.replace("_", " ") for name in self.columns)


def sections(floor: FloorReport) -> list[ShiftSection]:
    """The parts of a floor's report, those that have anything in them.

    >>> [section.key for section in sections(FloorReport(pace=Pace(1800, 50, 15)))]
    ['pace']
    """
    basis = "expected: whatever changed hands in the fewest chips, or as it was cut; a count puts it right"
    if floor.off_by is not None:
        over = "over" if floor.off_by > 0 else "short"
        off = f"{format_amount(abs(floor.off_by))} {over}" if floor.off_by else "right"
        basis = f"the count is {off}; all up to it, and now with whatever came since; {basis}"
    every = [
        ShiftSection(
            "rota",
            "Who dealt when",
            ("post", "name", "roll", "to", "time", "until"),
            tuple(_rota(floor.rota)),
            "no last roll: still there; no rolls at all: left before the next one",
            ("post", "name", "first roll", "last roll", "came", "left"),
        ),
        ShiftSection("pace", "Pace", ("of", "count", "an_hour"), tuple(_pace(floor.pace)), _counted_on(floor.pace)),
        ShiftSection(
            "bank",
            "Bank by colour",
            ("colour", "value", "opening", "fills", "credits", "expected", "counted", "off_by", "now"),
            tuple(_bank(floor.bank)),
            basis,
        ),
        ShiftSection(
            "boxes",
            "Boxes",
            ("box", "counted", "expected", "off_by", "by"),
            tuple(
                (box.box, *map(format_amount, (box.counted, box.expected, box.counted - box.expected)), box.by)
                for box in floor.boxes
            ),
        ),
        ShiftSection(
            "presented",
            "Tokens and vouchers presented",
            ("medium", "amount"),
            tuple((medium, format_amount(amount)) for medium, amount in sorted(floor.presented.items())),
        ),
        ShiftSection(
            "shootout",
            "Log of the Shootout",
            ("day", "amount", "hit", "shares", "shared", "supervisor", "licence"),
            tuple(_shootout(floor.shootout)),
            "the amount posted as each gaming day begins, and each hit, with the time by the table's own clock",
        ),
        ShiftSection(
            "no_rolls",
            "No rolls by ground",
            ("ground", "count", "overruled", "clause"),
            tuple((each.ground, each.count, each.overruled, each.clause) for each in floor.no_rolls),
        ),
        ShiftSection(
            "rulings",
            "Disputes and rulings",
            ("time", "about", "raised_by", "ruling", "by", "paid", "clause"),
            tuple(
                (
                    clock_cell(each.at),
                    each.about,
                    each.seat,
                    each.ruling or "waits",
                    each.by,
                    _format_paid(each.amount),
                    each.clause,
                )
                for each in floor.rulings
            ),
        ),
        ShiftSection(
            "irregularities",
            "Irregularities and notes",
            ("after_roll", "time", "what", "seat", "wager", "amount", "done", "clause"),
            tuple(
                (
                    each.roll,
                    clock_cell(each.at),
                    each.what,
                    each.seat,
                    each.wager,
                    _format_paid(each.amount),
                    each.done,
                    each.clause,
                )
                for each in floor.irregularities
            ),
        ),
        ShiftSection(
            "dice",
            "Sets of dice",
            ("set", "widths", "time", "roll", "to", "inspections", "inspected_by", "end"),
            tuple(
                (
                    each.serial,
                    each.widths,
                    clock_cell(each.at),
                    *_from_to(each.since, each.until),
                    each.inspections,
                    ", ".join(dict.fromkeys(each.inspectors)),
                    each.end,
                )
                for each in floor.dice
            ),
            "widths in inches, the narrowest and the widest of the set as it was brought",
            ("set", "widths", "came", "first roll", "last roll", "inspections", "inspected by", "end"),
        ),
    ]
    return [section for section in every if section.rows]


def _format_paid(amount: Cents) -> str:
    return format_amount(amount) if amount else ""


def _from_to(since: int, until: int | None) -> tuple[Cell, Cell]:
    """The first and the last roll of somebody or something; neither, if no roll was dealt in between."""
    if until is None:
        return since, ""
    return (since, until) if since <= until else ("", "")


def _counted_on(pace: Pace | None) -> str:
    """On which stretch of the clock the pace was counted."""
    told = (
        ""
        if pace is None or pace.began is None
        else f"counted from {clock_cell(pace.began)} to {clock_cell(pace.ended)}, "
    )
    return f"{told}between the first and the last time told; decisions: rolls that decide the line"


def clock_cell(at: datetime | None) -> str:
    """A time in a cell, to the minute; nothing where no time was told."""
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"


def _rota(rota: Iterable[Stint]) -> Iterator[tuple[Cell, ...]]:
    for stint in rota:
        rolls = _from_to(stint.since, stint.until)
        yield (stint.post, stint.name, *rolls, clock_cell(stint.began), clock_cell(stint.ended))


def _shootout(log: Iterable[ShootoutLogEntry]) -> Iterator[tuple[Cell, ...]]:
    for entry in log:
        day, amount = entry.day.isoformat(), format_amount(entry.amount)
        if entry.hit is None:
            yield day, amount, "", "", "", "", ""
        else:
            hit = clock_cell(entry.hit)
            yield day, amount, hit, entry.shares, format_amount(entry.shared), entry.supervisor, entry.licence


def _pace(pace: Pace | None) -> Iterator[tuple[Cell, ...]]:
    if pace is not None:
        for name, count in (("rolls", pace.rolls), ("decisions", pace.decisions)):
            yield name, count, pace.an_hour(count)


def _bank(bank: Iterable[ColourCount]) -> Iterator[tuple[Cell, ...]]:
    for row in bank:
        counted: tuple[Cell, ...] = ("", "") if row.counted is None else (row.counted, row.counted - row.expected)
        value = format_amount(row.chip.cents)
        yield (row.chip.colour, value, row.opening, row.fills, row.credits, row.expected, *counted, row.now)
