"""The shift report: what a table took in, decided, paid and kept, added up from its log and held against its ledger.

Every figure is counted from the events alone; the ledger is what the table itself says. Where the two do not agree
there is no report.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, assert_never
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.crew.dice.dice_commands import DiceEvent
from sevenout.crew.floor.floor import FloorEntry
from sevenout.crew.pit.irregularities import BelowMinimum
from sevenout.crew.pit.pit_commands import StacksMoved
from sevenout.crew.shift.floor_report import FloorCount, FloorReport
from sevenout.crew.shift.rating_sections import rating_sections, ratings_json
from sevenout.crew.shift.ratings import ShiftRatings
from sevenout.crew.shift.sections import ShiftSection, sections
from sevenout.crew.shift.shift_books import HourBook, HourSums, PitTable, ShiftHour, book_sections, pit_section
from sevenout.engine.betting import Settlement
from sevenout.engine.game import Game
from sevenout.engine.shootout import ShootoutLogEntry
from sevenout.table import LogEntry, Snapshot, events, evolve
from sevenout.table.handlers.shootout_bonus import shootout_log
from sevenout.table.log.effective_entries import standing_entries
from sevenout.table.state import TableState
from sevenout.table.table_snapshot import house_of

_CAGE = "cage"


class Handle(Struct, frozen=True):
    """The totals of one wager, with the tokes that rode: stakes decided, lost to the bank, won from it."""

    wager: str
    title: str
    bets: int
    staked: Cents
    lost: Cents
    won: Cents
    pushed: Cents

    @property
    def bank_win(self) -> Cents:
        """The bank's gain by it; negative for a loss."""
        return self.lost - self.won

    @property
    def share(self) -> Fraction | None:
        """The bank's gain from stakes."""
        return Fraction(self.bank_win, self.staked) if self.staked else None


class Agreement(Struct, frozen=True):
    """One line of the reconciliation: what the log adds up to, what the ledger has, and what they both stand for."""

    name: str
    log: Cents
    ledger: Cents
    says: str

    @property
    def agrees(self) -> bool:
        """True if they are the same."""
        return self.log == self.ledger


class ShiftReport(Struct, frozen=True):
    """A table's shift in figures; money in cents."""

    book: str
    title: str
    minimum: Cents
    maximum: Cents
    chip: Cents
    rolls: int
    no_rolls: int
    hands: int
    shooters: int
    players: int
    drop: Cents
    cashed: Cents
    in_play: Cents
    """Chips that players hold: racks and layouts."""
    lost: Cents
    won: Cents
    commission: Cents
    bonus: Cents
    hits: int
    tokes: Cents
    """In the toke box."""
    riding: Cents
    """Tokes on the layout."""
    fills: Cents
    credits: Cents
    handle: tuple[Handle, ...]
    agreements: tuple[Agreement, ...]
    awarded: Cents = 0
    """What rulings paid, less what they took."""
    floor: FloorReport = FloorReport()
    """What crew and pit did."""
    hours: tuple[ShiftHour, ...] = ()
    label: str = ""
    """Which table and which shift it is, as it stands on every page."""
    others: tuple["ShiftReport", ...] = ()
    """The other tables of the pit, where a summary was asked for."""
    ratings: ShiftRatings | None = None
    """What players, wagers and hours were to bring, where that was asked for."""

    @property
    def sections(self) -> list[ShiftSection]:
        """All its parts in rows: the ratings first, then the books, then what crew and pit did."""
        rated = [] if self.ratings is None else rating_sections(self.ratings)
        floor = self.floor
        pit = [pit_section((table.label, table.pit_row) for table in (self, *self.others))] if self.others else []
        return [*pit, *rated, *book_sections(floor.inventories, floor.slips, self.hours, floor.rota), *sections(floor)]

    @property
    def pit_row(self) -> PitTable:
        """Its row in the summary of a pit."""
        return PitTable(self.rolls, self.drop, self.win, self.fills, self.credits)

    @property
    def heading(self) -> str:
        """Table, shift and date, where they are known."""
        pace = self.floor.pace
        days = [] if pace is None else [at for at in (pace.began, pace.ended) if at is not None]
        dates = " to ".join(dict.fromkeys(f"{at:%Y-%m-%d}" for at in days))
        return ", ".join(part for part in (self.label, dates) if part)

    @property
    def total_staked(self) -> Cents:
        """All stakes that were decided."""
        return sum(row.staked for row in self.handle)

    @property
    def win(self) -> Cents:
        """What the house kept: stakes lost less winnings paid, and commission, less the bonus and what rulings paid."""
        return self.lost - self.won + self.commission - self.bonus - self.awarded

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the drop; none if nothing was dropped."""
        return Fraction(self.win, self.drop) if self.drop else None


def percent(share: Fraction | None) -> str:
    """A share as people read it, to a hundredth of a percent.

    >>> percent(Fraction(1, 8)), percent(Fraction(-1, 3)), percent(None)
    ('12.50', '-33.33', '')
    """
    return "" if share is None else format_amount(round(share * 10_000))


def shift_report(game: Game, log: Iterable[FloorEntry]) -> ShiftReport:
    """The report of a table's log, or of a floor's, which also has what crew and pit did.

    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 1000), table.bet("Ann", "field", 500)
    (None, None, None)
    >>> _ = table.roll(roll(4, 3))
    >>> report = shift_report(table.game, table.log)
    >>> report.drop, report.lost, report.won, report.win, percent(report.hold)
    (10000, 500, 1000, -500, '-5.00')
    """
    count = _ShiftCounter(game)
    for entry in standing_entries(log, also=BelowMinimum):
        if isinstance(entry, LogEntry):
            count.add(entry.event)
            count.floor.count_entry(entry)
        elif isinstance(entry, DiceEvent):
            count.floor.count_dice_event(entry)
        else:
            if isinstance(entry, StacksMoved):
                count.count_move(entry)
            count.floor.count_pit_event(entry)
        count.tell_hour()
    report = count.report()
    wrong = [line for line in report.agreements if not line.agrees]
    if wrong:
        amounts = f"{format_amount(wrong[0].log)} by the log, {format_amount(wrong[0].ledger)} in the ledger"
        raise BadInput(f"the log does not agree with its ledger: {wrong[0].name}, {amounts}")
    return report


class _WagerSums:
    """One wager's sums."""

    def __init__(self) -> None:
        self.bets = self.staked = self.lost = self.won = self.pushed = 0


class _ShiftCounter:
    """Adds a log up, event by event."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = Snapshot(house_of(game))
        self.rows: dict[str, _WagerSums] = {}
        self.rolls = self.no_rolls = self.hands = 0
        self.between_hands = True
        self.shooters: set[str] = set()
        self.players = 0
        self.drop = self.cashed = self.bank = 0
        self.commission = self.bonus = self.hits = self.tokes = 0
        self.fills = self.credits = self.awarded = 0
        self.floor = FloorCount(game.rules.book)
        self.hours = HourBook()
        self.bonuses: list[events.Event] = []
        """What the Shootout's own log is made of."""

    def count_move(self, event: StacksMoved) -> None:
        self.fills += event.amount if event.start == _CAGE else 0
        self.credits += event.amount if event.to == _CAGE else 0

    def add(self, event: events.Event) -> None:
        hit = isinstance(event, events.Rolled) and event.bonus is not None and event.bonus.held_for
        if hit or isinstance(event, events.Inspected):
            self.bonuses.append(event)
        match event:
            case events.Opened(house):
                if house.digest != self.game.rules.book.digest:
                    raise BadInput(f"the log was played by another text of {house.book!r} than this")
            case events.Seated():
                self.players += 1
                self.drop += event.bought
            case events.BoughtIn():
                self.drop += event.bought
            case events.Left():
                self.cashed += event.cashed
                self.commission += event.commission
            case events.Changed() | events.Undone():
                self.commission += event.commission
            case events.Toked():
                self.commission += event.commission
                self.tokes += event.boxed
            case events.Awarded(amount=amount):
                self.awarded += amount
            case events.Inspected(paid=paid):
                self.bonus += sum(part.amount for part in paid)
                self.hits += bool(paid)
            case events.NoRollCalled() | events.RollVoided():  # the roll itself is no entry that stands
                self.no_rolls += 1
            case events.Rolled():
                self.no_rolls -= isinstance(event, events.Overruled)  # the throw that was called no roll counts
                self._count_roll(event)
            case events.RollCorrected(voided, rolled):
                self.table = evolve(self.table, voided)
                self.add(rolled)
                return
            case events.Remembered() | events.TimePassed() | events.Thrown():
                pass
            case events.Passed() | events.Declined() | events.DiceAccepted() | events.Warned():
                pass
            case _:
                assert_never(event)
        self.table = evolve(self.table, event)

    def _count_roll(self, event: events.Rolled) -> None:
        self.rolls += 1
        self.shooters.add(event.shooter)
        self.bank += event.bank + event.collected
        self.drop += event.collected
        self.commission -= event.refunded
        self.tokes += event.crew.back
        if self.table.house.puck:
            self.hands += self.between_hands
            self.between_hands = event.event == "seven-out"
        for _, done in event.settled:
            self._count_decision(done)

    def _count_decision(self, done: Settlement) -> None:
        """One decision. Of a stake over its limit that nobody noticed only the limit is at risk."""
        if done.result == "return":
            return
        row = self.rows.setdefault(done.wager, _WagerSums())
        stake = done.stake - done.over
        row.bets += 1
        row.staked += stake
        row.won += done.won
        row.lost += stake if done.result == "lose" else 0
        row.pushed += stake if done.result == "push" else 0

    def tell_hour(self) -> None:
        """Writes down how the sums stand, for the hour that it is now."""
        win = self.bank + self.commission - self.bonus - self.awarded
        gained = self.floor.bank_gain
        by_inventory = None if gained is None else self.drop + gained
        sums = HourSums(self.rolls, self.drop, self.fills, self.credits, win, by_inventory)
        self.hours.tell(self.floor.now, sums)

    # --- the end

    def report(self) -> ShiftReport:
        game = self.game
        handle = tuple(
            Handle(key, spot.wager.title, row.bets, row.staked, row.lost, row.won, row.pushed)
            for key, spot in game.rules.by_key.items()
            if (row := self.rows.get(key)) is not None
        )
        lost, won = sum(row.lost for row in handle), sum(row.won for row in handle)
        in_play = sum(seat.rack + seat.layout.at_risk for seat in self.table.seats)
        riding = self.table.crew.at_risk
        return ShiftReport(
            book=game.rules.book.name,
            title=game.rules.book.title,
            minimum=game.minimum,
            maximum=game.maximum,
            chip=game.chip,
            rolls=self.rolls,
            no_rolls=self.no_rolls,
            hands=self.hands,
            shooters=len(self.shooters),
            players=self.players,
            drop=self.drop,
            cashed=self.cashed,
            in_play=in_play,
            lost=lost,
            won=won,
            commission=self.commission,
            bonus=self.bonus,
            hits=self.hits,
            tokes=self.tokes,
            riding=riding,
            fills=self.fills,
            credits=self.credits,
            handle=handle,
            agreements=tuple(self._agreements(lost - won, in_play + riding)),
            awarded=self.awarded,
            hours=self.hours.hours(),
            floor=replace(self.floor.report(), shootout=self._shootout()),
        )

    def _shootout(self) -> tuple[ShootoutLogEntry, ...]:
        """The log of the Shootout, each hit by the table's own clock."""
        bonus = self.table.bonus
        log = shootout_log(self.game, TableState(bonus=bonus), self.bonuses) or ()
        if bonus is None:
            return log
        zone = ZoneInfo(bonus.zone)
        return tuple(replace(entry, hit=entry.hit and entry.hit.astimezone(zone)) for entry in log)

    def _agreements(self, kept: Cents, out: Cents) -> Iterator[Agreement]:
        """The totals of the log, beside those of the ledger and of the chips on the table."""
        ledger = self.table.ledger
        out += ledger.toke_box
        win = kept + self.commission - self.bonus - self.awarded
        bank = self.cashed - self.drop + kept - self.bonus - self.awarded
        yield Agreement("drop", self.drop, ledger.drop, "all that was bought in, and vouchers collected")
        yield Agreement("decisions", kept, self.bank, "wager by wager, and roll by roll")
        yield Agreement("commission", self.commission, ledger.commission, "taken less given back")
        yield Agreement("tokes", self.tokes, ledger.toke_box, "given, and brought in riding")
        yield Agreement("bonus", self.bonus, ledger.bonus, "hits and their shares")
        yield Agreement("rulings", self.awarded, ledger.awarded, "paid to players less taken from them")
        yield Agreement("bank", bank, ledger.bank, "chips sold, cashed, won, lost")
        yield Agreement("win", win, ledger.drop - self.cashed - out, "drop less cashed and still out")
        yield Agreement("chips out", out, -ledger.bank - ledger.commission, "what the bank is short of")
        gained = self.floor.bank_gain
        if gained is not None:
            yield Agreement("inventory", self.drop + gained, win, "drop and the chips of the bank, uncounted")


# --- what it looks like


def figures(report: ShiftReport) -> list[tuple[str, str]]:
    """The single figures of a report, by name; hits, fills and credits where there were any.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("typical"))
    >>> table.seat("Ann", 10_000)
    >>> dict(figures(shift_report(table.game, table.log)))["still in play"]
    '100.00'
    """
    return [
        *((name, str(count)) for name, count in _roll_counts(report).items()),
        *((name, format_amount(amount)) for name, amount in _house(report).items()),
        ("hold %", percent(report.hold)),
        *((name, format_amount(amount)) for name, amount in _chips_elsewhere(report).items()),
    ]


def _roll_counts(report: ShiftReport) -> dict[str, int]:
    counts = {
        "rolls": report.rolls,
        "no rolls": report.no_rolls,
        "hands": report.hands,
        "shooters": report.shooters,
        "players": report.players,
    }
    return counts | ({"bonus hits": report.hits} if report.hits else {})


def _house(report: ShiftReport) -> dict[str, Cents]:
    """The parts of the win; rulings where they moved money."""
    return {
        "drop": report.drop,
        "handle": report.total_staked,
        "lost to the bank": report.lost,
        "won from the bank": report.won,
        "commission": report.commission,
        "bonus": report.bonus,
        **({"rulings paid": report.awarded} if report.awarded else {}),
        "win": report.win,
    }


def _chips_elsewhere(report: ShiftReport) -> dict[str, Cents]:
    """Returns where the other chips are."""
    chips = {
        "cashed out": report.cashed,
        "still in play": report.in_play,
        "tokes": report.tokes,
        "tokes riding": report.riding,
    }
    return chips | ({"fills": report.fills, "credits": report.credits} if report.fills or report.credits else {})


def shift_json(report: ShiftReport) -> dict[str, Any]:
    """A report as plain JSON values: counts are numbers, amounts and the hold in percent are strings.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("typical"))
    >>> shift_json(shift_report(table.game, table.log))["table"]
    {'minimum': '5.00', 'maximum': '500.00', 'chip': '1.00'}
    """
    amounts = {**_house(report), **_chips_elsewhere(report)}
    return {
        "rules": report.book,
        **({"heading": report.heading} if report.heading else {}),
        "table": {
            "minimum": format_amount(report.minimum),
            "maximum": format_amount(report.maximum),
            "chip": format_amount(report.chip),
        },
        **{name.replace(" ", "_"): count for name, count in _roll_counts(report).items()},
        **{name.replace(" ", "_"): format_amount(amount) for name, amount in amounts.items()},
        "hold": percent(report.hold) or None,
        "handle_by_wager": [{"wager": row.wager, "bets": row.bets, **_amounts(row)} for row in report.handle],
        "reconciliation": [
            {"name": line.name, "log": format_amount(line.log), "ledger": format_amount(line.ledger)}
            for line in report.agreements
        ],
        **{
            section.key: [dict(zip(section.columns, row, strict=True)) for row in section.rows]
            for section in report.sections
        },
        **({} if report.ratings is None else {"ratings": ratings_json(report.ratings)}),
    }


def _amounts(row: Handle) -> dict[str, str]:
    amounts = {"staked": row.staked, "lost": row.lost, "won": row.won, "pushed": row.pushed, "kept": row.bank_win}
    return {name: format_amount(amount) for name, amount in amounts.items()}


def shift_csv(report: ShiftReport) -> str:
    """A report as CSV, one figure a line: section, item, measure, value.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("typical"))
    >>> shift_csv(shift_report(table.game, table.log)).splitlines()[:2]
    ['section,item,measure,value', 'figures,rolls,,0']
    """
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(("section", "item", "measure", "value"))
    if report.heading:
        writer.writerow(("report", "heading", "", report.heading))
    writer.writerows(("figures", name, "", value) for name, value in figures(report))
    for row in report.handle:
        measures = {"bets": str(row.bets), **_amounts(row)}
        writer.writerows(("handle", row.wager, measure, value) for measure, value in measures.items())
    for line in report.agreements:
        measures = {"log": format_amount(line.log), "ledger": format_amount(line.ledger)}
        writer.writerows(("reconciliation", line.name, measure, value) for measure, value in measures.items())
    for section in report.sections:
        for number, cells in enumerate(section.rows, start=1):
            named = zip(section.columns, cells, strict=True)
            writer.writerows((section.key, number, measure, value) for measure, value in named)
    return page.getvalue()
