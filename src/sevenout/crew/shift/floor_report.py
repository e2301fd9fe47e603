"""The work of crew and pit in a shift, added up from a floor's log: rota, pace, bank by colour, rulings, records, dice.

A log without a crew has the pace, where its clock was told, throws that were no rolls, and warnings.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import assert_never
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents, format_amount
from sevenout.crew.dice.dice_commands import (
    Cancelled,
    Condemned,
    DiceEvent,
    DiceInspected,
    Mishandled,
    SetBrought,
    SetInspected,
    SetPutIn,
    SetTakenOff,
    Wrapped,
)
from sevenout.crew.dice.dice_sets import Die, inches
from sevenout.crew.layout.chips import Denomination, Stack
from sevenout.crew.pit.bank import BankCounted, BankOpened, BoxCounted, Presented, merge_stacks, off_by
from sevenout.crew.pit.irregularities import (
    Assisted,
    BelowMinimum,
    BetVerified,
    ChecksCaught,
    Encouraged,
    IrregularEvent,
    PastPosted,
    RailCleared,
    Snatched,
)
from sevenout.crew.pit.layout_checks import PayoutsVerified, PuckChecked
from sevenout.crew.pit.money_change import worth
from sevenout.crew.pit.pit_commands import (
    BoxPosted,
    Disputed,
    GameOpened,
    PitEvent,
    PitState,
    Relieved,
    Ruled,
    StacksMoved,
    WentDead,
)
from sevenout.crew.pit.pit_decisions import evolve_pit
from sevenout.engine.shootout import ShootoutLogEntry
from sevenout.rulebook.model import Rulebook
from sevenout.table import LogEntry, events


class Stint(Struct, frozen=True):
    """A person at a post, from one roll to another; rolls are counted from 1, `until` is the last one dealt."""

    post: str
    name: str
    since: int
    until: int | None = None
    """None: still there."""
    began: datetime | None = None
    ended: datetime | None = None


class Pace(Struct, frozen=True):
    """The speed of the game while its clock was told: rolls, and decisions of the line."""

    seconds: int
    rolls: int
    decisions: int
    began: datetime | None = None
    ended: datetime | None = None

    def an_hour(self, count: int) -> int:
        """A count as so many an hour."""
        return round(count * 3600 / self.seconds)


class Ruling(Struct, frozen=True):
    """A question that somebody raised, the decision, and the money that moved."""

    about: str
    seat: str
    ruling: str = ""
    """Nothing: it waits."""
    by: str = ""
    amount: Cents = 0
    clause: str = ""
    at: datetime | None = None
    """When it was raised, or ruled on if nobody had raised it."""


class Irregularity(Struct, frozen=True):
    """Something out of the ordinary: at which roll, who, what about, and what was done."""

    roll: int
    what: str
    seat: str
    wager: str
    amount: Cents
    done: str
    clause: str
    at: datetime | None = None


class NoRollCount(Struct, frozen=True):
    """The number of throws called no roll on one ground, and of those that a ruling made count after all."""

    ground: str
    clause: str
    count: int = 0
    overruled: int = 0


class SetUsed(Struct, frozen=True):
    """A set of dice: on the game after which roll until which, how often it was inspected, and how it ended."""

    serial: str
    since: int
    until: int | None = None
    inspections: int = 0
    end: str = "on the game"
    widths: str = ""
    inspectors: tuple[str, ...] = ()
    at: datetime | None = None
    """When it came to the game."""


class InventorySlip(Struct, frozen=True):
    """The bank by colour as the table opened, or as it was counted, and who signed."""

    kind: str
    """`opening` or `count`."""
    chips: tuple[Stack, ...]
    signed: tuple[str, ...]
    at: datetime | None = None
    off_by: Cents | None = None
    """What a count had beyond what should be there."""


class MoneySlip(Struct, frozen=True):
    """A fill from the cage or a credit to it, numbered in its shift."""

    kind: str
    number: int
    stack: Stack
    signed: tuple[str, ...]
    roll: int
    at: datetime | None = None


class ColourCount(Struct, frozen=True):
    """One colour of the bank at its last count, or now: opened with, filled and credited, and what should be there."""

    chip: Denomination
    opening: int
    fills: int
    credits: int
    expected: int
    counted: int | None = None
    now: int = 0
    """What should be there now, with everything since the count."""


class FloorReport(Struct, frozen=True):
    """The work of crew and pit."""

    rota: tuple[Stint, ...] = ()
    pace: Pace | None = None
    no_rolls: tuple[NoRollCount, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    dice: tuple[SetUsed, ...] = ()
    bank: tuple[ColourCount, ...] = ()
    off_by: Cents | None = None
    """What the last count of the bank had beyond what should be there."""
    boxes: tuple[BoxCounted, ...] = ()
    presented: dict[str, Cents] = {}
    """What of the drop was tokens and vouchers."""
    shootout: tuple[ShootoutLogEntry, ...] = ()
    """The Shootout's own log: the amount of every gaming day, each hit with its shares and who signed."""
    inventories: tuple[InventorySlip, ...] = ()
    slips: tuple[MoneySlip, ...] = ()


class FloorCount:
    """Adds a floor's log up, entry by entry."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.pit = book, PitState()
        self.called: dict[str, NoRollCount] = {}
        self.last_ground = ""
        self.rolls = self.decisions = 0
        self.clock: list[tuple[datetime, int, int]] = []
        self.rota: list[Stint] = []
        self.rulings: list[Ruling] = []
        self.irregularities: list[Irregularity] = []
        self.sets: list[SetUsed] = []
        self.new: SetUsed = SetUsed("", 0)
        """The set that was brought last."""
        self.inventories: list[InventorySlip] = []
        self.slips: list[MoneySlip] = []
        self.opening: tuple[Stack, ...] = ()
        self.sold_before: Cents = 0
        """What was bought in before the bank was opened by colour."""
        self.found: Cents = 0
        """What counts of the bank had beyond what should be there."""
        self.fills: tuple[Stack, ...] = ()
        self.credits: tuple[Stack, ...] = ()
        self.count: BankCounted | None = None
        self.at_count: tuple[tuple[Stack, ...], tuple[Stack, ...]] = ((), ())
        self.boxes: dict[str, BoxCounted] = {}
        self.presented: dict[str, Cents] = {}

    def count_entry(self, entry: LogEntry) -> None:
        """An entry of the table: rolls, throws that were none, who was warned or made to pass, and what time it is."""
        self._count_throw(entry.event)
        now = entry.at
        if now is None and isinstance(entry.event, events.TimePassed):
            now = entry.event.bonus.now.astimezone(ZoneInfo(entry.event.bonus.zone))
        if now is not None:
            self.clock.append((now, self.rolls, self.decisions))

    def _count_throw(self, event: events.Event) -> None:
        match event:
            case events.Rolled():
                self.rolls += 1
                self.decisions += any(outcome in ("win", "lose") for _, outcome in event.lines)
                if isinstance(event, events.Overruled):
                    called = self.called[self.last_ground]
                    self.called[self.last_ground] = replace(called, overruled=called.overruled + 1)
            case events.RollCorrected(rolled=rolled):
                self._count_throw(rolled)
            case events.NoRollCalled(said=said, ground=key) | events.RollVoided(said=said, ground=key):
                ground = self.book.no_roll.ground(key)
                title, clause = (said, "") if ground is None else (ground.title, ground.call.cite.clause)
                called = self.called.get(title, NoRollCount(title, clause))
                self.called[title], self.last_ground = replace(called, count=called.count + 1), title
            case events.Awarded(seat, amount, _, why, clause):
                self.rulings.append(Ruling("award", seat, why, "supervisor", amount, clause, self.now))
            case events.Warned(seat=seat, about=about, clause=clause):
                self._irregular(f"warned: {about.replace('-', ' ')}", seat, "", 0, "warned by supervisor", clause)
            case events.Passed(seat=seat, ordered=True, ground=why):
                clause = self.book.shooter.ordered_to_pass.cite.clause
                self._irregular("ordered to pass", seat, "", 0, why or "no ground given", clause)

    @property
    def now(self) -> datetime | None:
        """The last time that was told."""
        return self.clock[-1][0] if self.clock else None

    def count_dice_event(self, event: DiceEvent) -> None:
        """What was done with dice."""
        match event:
            case SetBrought(dice):
                self.new = SetUsed(dice[0].serial, 0, widths=_describe_widths(dice))
            case SetInspected(by):
                self.new = replace(self.new, inspections=self.new.inspections + 1, inspectors=(by,))
            case SetPutIn():
                self._off("off the game")
                self.sets.append(replace(self.new, since=self.rolls + 1, inspections=1, at=self.now))
            case SetTakenOff():
                self._off("off the game")
            case DiceInspected() | Condemned():
                last = self.sets[-1]
                end = last.end if isinstance(event, DiceInspected) else f"condemned: {event.wrong.reason}"
                seen = (*last.inspectors, event.by)
                self.sets[-1] = replace(last, inspections=last.inspections + 1, end=end, inspectors=seen)
            case Cancelled(serial, number):
                self._end_set(serial, f"cancelled on the {number}")
            case Wrapped(serial, signed):
                self._end_set(serial, f"wrapped, signed {signed}")
            case Mishandled(seat, how, cite):
                self._irregular(f"dice {how}", seat, "", 0, "recorded", cite.clause)
            case _:
                pass

    def _off(self, end: str) -> None:
        if self.sets and self.sets[-1].until is None:
            last = self.sets[-1]
            self.sets[-1] = replace(last, until=self.rolls, end=end if last.end == "on the game" else last.end)

    def _end_set(self, serial: str, end: str) -> None:
        self.sets = [replace(used, end=end) if used.serial == serial else used for used in self.sets]

    def count_pit_event(self, event: PitEvent) -> None:
        """What the pit did."""
        match event:
            case GameOpened(posts):
                for post, name in posts.items():
                    self._take_post(post, name)
            case BoxPosted(name):
                self._leaves("boxperson")
                if name:
                    self._take_post("boxperson", name)
            case Relieved(post, _, incoming):
                self._leaves(post)
                self._take_post(post, incoming)
            case WentDead(_, stick, bowl):
                self._irregular("dead game", "", "", 0, f"the stick {stick}, the bowl {bowl}", "")
            case Disputed(seat, about):
                self.rulings.append(Ruling(about, seat, at=self.now))
            case Ruled():
                self._count_ruling(event)
            case StacksMoved(value, chips, start, to, colour, signed):
                stack = Stack(Denomination(value, colour), chips)
                self._write_slip(stack, "fill" if start == "cage" else "credit" if to == "cage" else "", signed)
                self.fills = merge_stacks((*self.fills, stack)) if start == "cage" else self.fills
                self.credits = merge_stacks((*self.credits, stack)) if to == "cage" else self.credits
            case BankOpened(chips):
                self.opening, self.sold_before = chips, self.pit.dropped
                self.inventories.append(InventorySlip("opening", chips, event.signed, self.now))
            case BankCounted(counted):
                self.inventories.append(InventorySlip("count", counted, event.signed, self.now, off_by(event)))
                self.count, self.at_count = event, (self.fills, self.credits)
                self.found += off_by(event)
            case BoxCounted(box):
                self.boxes[box] = event
            case Presented(_, amount, medium):
                self.presented[medium] = self.presented.get(medium, 0) + amount
            case PuckChecked() | PayoutsVerified():
                self._note_check(event)
            case _:
                if isinstance(event, IrregularEvent):
                    self._count_irregularity(event)
        self.pit = evolve_pit(self.pit, event)

    def _write_slip(self, stack: Stack, kind: str, signed: tuple[str, ...]) -> None:
        """A fill or a credit, numbered by its kind; chips that stay at the table need no slip."""
        if kind:
            number = 1 + sum(slip.kind == kind for slip in self.slips)
            self.slips.append(MoneySlip(kind, number, stack, signed, self.rolls, self.now))

    def _take_post(self, post: str, name: str) -> None:
        self.rota.append(Stint(post, name, self.rolls + 1, began=self.now))

    def _leaves(self, post: str) -> None:
        self.rota = [
            replace(stint, until=self.rolls, ended=self.now) if stint.post == post and stint.until is None else stint
            for stint in self.rota
        ]

    def _count_ruling(self, event: Ruled) -> None:
        if event.amount:
            self.rulings.pop()  # what it moved at the table was recorded just before
        shown = "" if event.dice is None else f" {event.dice[0]} {event.dice[1]}"
        ruled = Ruling(
            event.about, event.seat, f"{event.ruling}{shown}", event.by, event.amount, event.clause, self.now
        )
        for at, raised in enumerate(self.rulings):
            if raised.about == event.about and not raised.ruling:
                self.rulings[at] = replace(ruled, seat=raised.seat, at=raised.at)
                return
        self.rulings.append(ruled)

    def _note_check(self, event: PuckChecked | PayoutsVerified) -> None:
        """A puck that stood wrong, or payouts that somebody went over."""
        match event:
            case PuckChecked(end, said):
                for words in said:
                    self._irregular("puck", "", "", 0, f"put right at {end}", words.cite.clause)
            case PayoutsVerified(by, payouts, cite):
                self._irregular("payouts", "", "", event.amount, f"{len(payouts)} verified by {by}", cite.clause)

    def _count_irregularity(self, event: IrregularEvent) -> None:
        match event:
            case PastPosted(seat, amount, wager, how, done, cite):
                self._irregular(f"past-post, {how}", seat, wager, amount, done, cite.clause)
            case Snatched(seat, amount, wager, result, done, cite):
                self._irregular("snatch", seat, wager, amount, f"{done}: {result}", cite.clause)
            case BelowMinimum(seat, amount, wager, _, done, cite):
                self._irregular("below the minimum", seat, wager, amount, done, cite.clause)
            case BetVerified(seat, amount, wager, over, by, cite):
                done = f"counted by {by}" + (f", {format_amount(over)} over its limit" if over else "")
                self._irregular("large bet", seat, wager, amount, done, cite.clause)
            case Assisted(seat, by, cite):
                self._irregular("help asked for", seat, "", 0, f"given by {by}", cite.clause)
            case ChecksCaught(seat, amount, by, cite):
                self._irregular("tossed chips", seat, "", amount, f"caught by {by}", cite.clause)
            case Encouraged(seat, by, said):
                self._irregular("slow player", seat, "", 0, f"encouraged by {by}", said[0].cite.clause)
            case RailCleared(by, said):
                self._irregular("crowded rail", "", "", 0, f"room asked for by {by}", said[0].cite.clause)
            case _:
                assert_never(event)

    def _irregular(self, what: str, seat: str, wager: str, amount: Cents, done: str, clause: str) -> None:
        self.irregularities.append(Irregularity(self.rolls, what, seat, wager, amount, done, clause, self.now))

    # --- the end

    @property
    def bank_gain(self) -> Cents | None:
        """What the bank has in chips beyond its opening, fills and credits, and what counts found; None: not known.

        It is not known where no bank was opened by colour, or only after chips were sold.
        """
        if self.pit.bank is None or self.sold_before:
            return None
        moved = worth(self.opening) + worth(self.fills) - worth(self.credits)
        return self.pit.bank.amount - moved - self.found

    def report(self) -> FloorReport:
        """Everything that was counted."""
        return FloorReport(
            tuple(self.rota),
            self._pace(),
            tuple(self.called.values()),
            tuple(self.rulings),
            tuple(self.irregularities),
            tuple(self.sets),
            tuple(self._bank()),
            None if self.count is None else off_by(self.count),
            tuple(self.boxes.values()),
            self.presented,
            inventories=tuple(self.inventories),
            slips=tuple(self.slips),
        )

    def _pace(self) -> Pace | None:
        """From the first time that was told to the last."""
        if not self.clock:
            return None
        (began, rolls, decisions), (ended, *last) = self.clock[0], self.clock[-1]
        seconds = round((ended - began).total_seconds())
        return Pace(seconds, last[0] - rolls, last[1] - decisions, began, ended) if seconds > 0 else None

    def _bank(self) -> Iterator[ColourCount]:
        """The bank colour by colour, if it was opened so: at the last count, or as it should be now."""
        if self.pit.bank is None:
            return
        count, now = self.count, self.pit.bank.held
        fills, credited = (self.fills, self.credits) if count is None else self.at_count
        expected = now if count is None else count.expected
        counted = () if count is None else count.counted
        known = {stack.denomination for part in (self.opening, expected, counted, now) for stack in part}
        for chip in sorted(known):
            yield ColourCount(
                chip,
                _chips_of(chip, self.opening),
                _chips_of(chip, fills),
                _chips_of(chip, credited),
                _chips_of(chip, expected),
                None if count is None else _chips_of(chip, counted),
                _chips_of(chip, now),
            )


def _chips_of(chip: Denomination, stacks: Iterable[Stack]) -> int:
    return sum(stack.chips for stack in stacks if stack.denomination == chip)


def _describe_widths(dice: Sequence[Die]) -> str:
    """The widths of a set in inches: one, or the narrowest and the widest."""
    widths = [width for die in dice for width in die.widths]
    return inches(min(widths)) if min(widths) == max(widths) else f"{inches(min(widths))} to {inches(max(widths))}"
