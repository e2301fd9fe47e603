"""The books of a pit for one table: inventories and slips with who signed, drop and win by hour, breaks of the crew.

The win by inventory is what a count of the chips would say (drop, what the bank has gained beyond its fills and
credits); the win by the game is what the rolls say. Hour by hour and in all they are the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from sevenout.base.money import Cents, format_amount
from sevenout.crew.layout.chips import Stack
from sevenout.crew.pit.money_change import worth
from sevenout.crew.shift.floor_report import InventorySlip, MoneySlip, Stint
from sevenout.crew.shift.sections import ShiftSection, clock_cell


class HourSums(Struct, frozen=True):
    """The sums of a shift so far, as they stood at some time; money in cents."""

    rolls: int = 0
    drop: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    win: Cents = 0
    inventory_win: Cents | None = None
    """None: the bank was not opened by colour, or only after chips were sold."""

    def since(self, before: "HourSums") -> "HourSums":
        """The sums of the time between two.

        >>> HourSums(40, 1000, win=500).since(HourSums(15, 800, win=700))
        HourSums(rolls=25, drop=200, fills=0, credits=0, win=-200, inventory_win=None)
        """
        known = self.inventory_win is not None
        return HourSums(
            self.rolls - before.rolls,
            self.drop - before.drop,
            self.fills - before.fills,
            self.credits - before.credits,
            self.win - before.win,
            (self.inventory_win or 0) - (before.inventory_win or 0) if known else None,
        )


class ShiftHour(Struct, frozen=True):
    """One hour of a shift, by the clock; None: before any time was told."""

    hour: datetime | None
    sums: HourSums


class Break(Struct, frozen=True):
    """The time that one of the crew was away from the table, between two posts."""

    name: str
    began: datetime
    ended: datetime

    @property
    def minutes(self) -> int:
        """Its length."""
        return round((self.ended - self.began).total_seconds() / 60)


class HourBook:
    """Sums up a shift by hour: told the sums after every entry, it keeps the last of each hour."""

    def __init__(self) -> None:
        self._last: dict[datetime | None, HourSums] = {}

    def tell(self, now: datetime | None, sums: HourSums) -> None:
        """Takes in how the sums stand now."""
        self._last[None if now is None else now.replace(minute=0, second=0, microsecond=0)] = sums

    def hours(self) -> tuple[ShiftHour, ...]:
        """The hours in their order.

        >>> book = HourBook()
        >>> book.tell(None, HourSums(drop=500))
        >>> book.tell(datetime(2026, 3, 2, 20, 15), HourSums(drop=700))
        >>> [hour.sums.drop for hour in book.hours()]
        [500, 200]
        """
        before, hours = HourSums(), list[ShiftHour]()
        for hour, sums in self._last.items():
            part = sums.since(before)
            if part != HourSums(inventory_win=part.inventory_win and 0):
                hours.append(ShiftHour(hour, part))
            before = sums
        return tuple(hours)


def breaks_of(rota: Sequence[Stint]) -> tuple[Break, ...]:
    """The breaks of a rota: whoever left a post by the clock and took one again later was away in between.

    >>> eight, nine = datetime(2026, 3, 2, 20), datetime(2026, 3, 2, 21)
    >>> [each.name for each in breaks_of([Stint("stickperson", "Kim", 1, 9, None, eight),
    ...     Stint("boxperson", "Kim", 10, None, nine)])]
    ['Kim']
    """
    away: dict[str, datetime] = {}
    breaks = []
    for at, name, comes in sorted(_moves(rota), key=lambda move: (move[0], move[2])):
        left = away.pop(name, None)
        if not comes:
            away[name] = at
        elif left is not None and left < at:
            breaks.append(Break(name, left, at))
    return tuple(breaks)


def _moves(rota: Iterable[Stint]) -> Iterator[tuple[datetime, str, bool]]:
    for stint in rota:
        if stint.began is not None:
            yield stint.began, stint.name, True
        if stint.ended is not None:
            yield stint.ended, stint.name, False


def book_sections(
    inventories: Sequence[InventorySlip], slips: Sequence[MoneySlip], hours: Sequence[ShiftHour], rota: Sequence[Stint]
) -> list[ShiftSection]:
    """The books in rows, those that have anything in them; hours where there is more than one.

    >>> [section.key for section in book_sections([], [], [], [])]
    []
    """
    every = [
        ShiftSection(
            "inventories",
            "Inventory slips",
            ("slip", "time", "chips", "amount", "off_by", "signed"),
            tuple(
                (
                    each.kind,
                    clock_cell(each.at),
                    _describe_chips(each.chips),
                    format_amount(worth(each.chips)),
                    "" if each.off_by is None else format_amount(each.off_by),
                    _describe_signatures(each.signed),
                )
                for each in inventories
            ),
            "the last count of a shift is its closing inventory; two people sign each",
        ),
        ShiftSection(
            "slips",
            "Fills and credits",
            ("slip", "time", "after_roll", "chips", "amount", "signed"),
            tuple(
                (
                    f"{each.kind} {each.number}",
                    clock_cell(each.at),
                    each.roll,
                    str(each.stack),
                    format_amount(worth((each.stack,))),
                    _describe_signatures(each.signed),
                )
                for each in slips
            ),
        ),
        ShiftSection(
            "hours",
            "Drop and win by hour",
            ("hour", "rolls", "drop", "fills", "credits", "win_by_inventory", "win_by_the_game"),
            tuple(_hour_cells(each) for each in hours) if len(hours) > 1 else (),
            "by inventory: drop and what the bank gained beyond fills and credits; by the game: what the rolls decided",
        ),
        ShiftSection(
            "breaks",
            "Breaks",
            ("name", "from", "to", "minutes"),
            tuple(
                (
                    each.name,
                    clock_cell(each.began),
                    clock_cell(each.ended),
                    round((each.ended - each.began).seconds / 60),
                )
                for each in breaks_of(rota)
            ),
        ),
    ]
    return [section for section in every if section.rows]


def _hour_cells(each: ShiftHour) -> tuple[int | str, ...]:
    sums = each.sums
    return (
        "" if each.hour is None else f"{each.hour:%Y-%m-%d %H}:00",
        sums.rolls,
        *map(format_amount, (sums.drop, sums.fills, sums.credits)),
        "" if sums.inventory_win is None else format_amount(sums.inventory_win),
        format_amount(sums.win),
    )


def _describe_chips(chips: Iterable[Stack]) -> str:
    return ", ".join(map(str, chips)) or "none"


def _describe_signatures(signed: Sequence[str]) -> str:
    return " and ".join(signed) or "not signed"


def pit_section(tables: Iterable[tuple[str, "PitTable"]]) -> ShiftSection:
    """Several tables of one pit, a row each, and their sums.

    >>> pit_section([("1", PitTable(40, 50_000, 7_000)), ("2", PitTable(35, 30_000, -1_000))]).rows[-1]
    ('all', 75, '800.00', '0.00', '0.00', '60.00', '7.50')
    """
    every = list(tables)
    whole = PitTable(*(sum(getattr(table, name) for _, table in every) for name in PitTable.__struct_fields__))
    return ShiftSection(
        "pit",
        "The pit",
        ("table", "rolls", "drop", "fills", "credits", "win", "hold_%"),
        tuple((name, *table.cells()) for name, table in (*every, ("all", whole))),
    )


class PitTable(Struct, frozen=True):
    """One table in the summary of a pit; money in cents."""

    rolls: int
    drop: Cents
    win: Cents
    fills: Cents = 0
    credits: Cents = 0

    def cells(self) -> tuple[int | str, ...]:
        """Its row, without its name."""
        hold = format_amount(round(self.win * 10_000 / self.drop)) if self.drop else ""
        return (self.rolls, *map(format_amount, (self.drop, self.fills, self.credits, self.win)), hold)
