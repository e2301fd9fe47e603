"""Applies events to the picture of a table: adds and assigns, with no rule and no randomness."""

from typing import assert_never

from msgspec.structs import replace

from sevenout.engine.vouchers import Vouchers, without
from sevenout.table.events import (
    Awarded,
    BoughtIn,
    Changed,
    Declined,
    DiceAccepted,
    Event,
    Inspected,
    Left,
    NoRollCalled,
    Opened,
    Overruled,
    Passed,
    Remembered,
    RollCorrected,
    Rolled,
    RollVoided,
    Seated,
    SeatResult,
    Thrown,
    TimePassed,
    Toked,
    Undone,
    Warned,
    singles,
)
from sevenout.table.named_layout import Layout, after_roll
from sevenout.table.state import MOST_UNDONE, REMEMBERED_ROLLS, PastRoll
from sevenout.table.table_snapshot import SeatShown, Snapshot


def evolve(shown: Snapshot, event: Event) -> Snapshot:
    """The picture after an event."""
    if shown.dice.called_off is not None and not isinstance(event, Remembered | TimePassed):
        shown = replace(shown, dice=replace(shown.dice, called_off=None, told=()))
    match event:
        case Changed():
            return _apply_change(shown, event)
        case Rolled() | Overruled() | RollVoided() | RollCorrected():
            return _after_dice(shown, event)
        case Opened(house):
            return Snapshot(house)
        case Seated(name, place, bought, rack, throws, player):
            seat = SeatShown(name, place, rack, bought, player=player)
            seats = tuple(sorted((*shown.seats, seat), key=lambda seat: seat.place))
            return replace(shown, seats=seats, throws=throws, ledger=shown.ledger.plus(bank=-bought, drop=bought))
        case BoughtIn(name, bought, rack, voucher):
            seat = _seat(shown, name)
            vouchers = seat.vouchers if voucher is None else tuple(sorted((*seat.vouchers, voucher)))
            richer = replace(seat, rack=rack, bought=seat.bought + bought, vouchers=vouchers)
            seats = _with(shown, richer)
            return replace(shown, seats=seats, ledger=shown.ledger.plus(bank=-bought, drop=bought))
        case Left(name, cashed, commission, dice, throws, bonus):
            seats = tuple(seat for seat in shown.seats if seat is not _seat(shown, name))
            ledger = shown.ledger.plus(bank=cashed, commission=commission)
            return replace(shown, seats=seats, dice=dice, throws=throws, ledger=ledger, bonus=bonus)
        case Undone(name, layout, rack, _, commission, throws, results):
            seat = _seat(shown, name)
            seat = replace(seat, layout=layout, rack=rack, results=results, undo=seat.undo - 1)
            ledger = shown.ledger.plus(commission=commission)
            return replace(shown, seats=_with(shown, seat), throws=throws, ledger=ledger)
        case Toked() | Awarded() | Remembered():
            return _beside_the_game(shown, event)
        case Thrown(shooter, dice, bonus):
            return replace(shown, throws=shooter, dice=dice, bonus=bonus)
        case (
            Passed(_, dice, throws, _, bonus) | DiceAccepted(_, dice, throws, bonus) | Declined(_, dice, throws, bonus)
        ):
            return replace(shown, dice=dice, throws=throws, bonus=bonus)
        case NoRollCalled(_, dice, _, throws, bonus):
            return replace(shown, dice=dice, throws=throws, bonus=bonus or shown.bonus)
        case Warned(dice=dice, throws=throws):
            return replace(shown, dice=dice, throws=throws)
        case TimePassed(bonus):
            return replace(shown, bonus=bonus)
        case Inspected():
            return _apply_inspection(shown, event)
        case _:
            assert_never(event)


def _beside_the_game(shown: Snapshot, event: Toked | Awarded | Remembered) -> Snapshot:
    """A tip, a ruling's chips, a note: one seat and the ledger."""
    match event:
        case Toked(name, boxed, crew, rack, _, commission):
            seats = _with(shown, replace(_seat(shown, name), rack=rack))
            ledger = shown.ledger.plus(toke_box=boxed, commission=commission)
            return replace(shown, seats=seats, crew=crew, ledger=ledger)
        case Awarded(name, amount, rack):
            seats = _with(shown, replace(_seat(shown, name), rack=rack))
            return replace(shown, seats=seats, ledger=shown.ledger.plus(bank=-amount, awarded=amount))
        case Remembered(name, memory):
            return replace(shown, seats=_with(shown, replace(_seat(shown, name), memory=memory)))
        case _:
            assert_never(event)


def _seat(shown: Snapshot, name: str) -> SeatShown:
    seat = shown.seat(name)
    if seat is None:
        raise LookupError(f"the log speaks of {name}, who has no seat")
    return seat


def _with(shown: Snapshot, changed: SeatShown) -> tuple[SeatShown, ...]:
    return tuple([changed if seat.name == changed.name else seat for seat in shown.seats])


def _apply_change(shown: Snapshot, event: Changed) -> Snapshot:
    seat = _seat(shown, event.seat)
    results = seat.results
    if event.parlayed:
        results = tuple(result for result in results if result.wager != event.parlayed)
    undo = min(seat.undo + 1, MOST_UNDONE) if shown.house.undo else 0
    changed = SeatShown(
        seat.name, seat.place, event.rack, seat.bought, event.layout, results, seat.player, undo, seat.memory,
        seat.vouchers,
    )  # fmt: skip
    at = shown.seats.index(seat)
    seats = (*shown.seats[:at], changed, *shown.seats[at + 1 :])
    ledger = shown.ledger.plus(commission=event.commission) if event.commission else shown.ledger
    return Snapshot(  # as `replace` would, without its keywords: most of a log is bets
        shown.house, seats, shown.crew, shown.point, event.throws, shown.dice, ledger, shown.bonus, shown.rolls
    )


def _after_dice(shown: Snapshot, event: Rolled | RollVoided | RollCorrected) -> Snapshot:
    """After a roll, one that was taken back, or one in the place of another."""
    for single in singles(event):
        shown = _apply_void(shown, single) if isinstance(single, RollVoided) else shown
        shown = _apply_roll(shown, single) if isinstance(single, Rolled) else shown
    return shown


def _apply_roll(shown: Snapshot, event: Rolled) -> Snapshot:
    seats = []
    for seat, done in zip(shown.seats, event.seats, strict=True):
        if seat.name != done.seat:
            raise LookupError(f"the log speaks of {done.seat} where {seat.name} stands")
        layout = _layout_after(seat.layout, done)
        lost = _lost_vouchers(seat.layout, done) if seat.vouchers else ()
        vouchers = without(seat.vouchers, lost) if lost else seat.vouchers
        kept = (layout, done.results, seat.player, 0, seat.memory, vouchers)
        seats.append(SeatShown(seat.name, seat.place, done.rack, seat.bought, *kept))
    return Snapshot(
        shown.house,
        tuple(seats),
        _layout_after(shown.crew, event.crew),
        event.point,
        event.throws,
        event.dice,
        shown.ledger.plus(bank=event.bank, drop=event.collected, toke_box=event.crew.back, commission=-event.refunded),
        event.bonus,
        (*shown.rolls[1 - REMEMBERED_ROLLS :], PastRoll(event.a, event.b, event.shooter, event.event, event.point)),
    )


def _apply_void(shown: Snapshot, event: RollVoided) -> Snapshot:
    """Every seat as the event says: who sat down or left since is there or gone by an event of their own."""
    restored = {seat.seat: seat for seat in event.seats}
    seats = []
    for seat in shown.seats:
        now = restored.get(seat.name)
        if now is None:
            raise LookupError(f"the log takes a roll back and does not say how {seat.name} stands")
        seats.append(
            replace(
                seat, rack=now.rack, layout=now.layout, results=now.results, undo=now.undo, memory=now.memory,
                vouchers=now.vouchers,
            )
        )  # fmt: skip
    recalled = () if event.recalled is None else (event.recalled,)
    return replace(
        shown,
        seats=tuple(seats),
        crew=event.crew,
        point=event.point,
        throws=event.throws,
        dice=event.dice,
        ledger=event.ledger,
        bonus=event.bonus,
        rolls=(*recalled, *shown.rolls[:-1]),
    )


def _layout_after(layout: Layout, done: SeatResult) -> Layout:
    return after_roll(layout, done.results) if done.layout is None else done.layout


def _lost_vouchers(before: Layout, done: SeatResult) -> Vouchers:
    """The tokens and vouchers that a roll lost: the house collects them."""
    lost = {result.wager for result in done.results if result.collected}
    return tuple([voucher for bet in before.lying if bet.wager in lost for voucher in bet.vouchers])


def _apply_inspection(shown: Snapshot, event: Inspected) -> Snapshot:
    for paid in event.paid:
        shown = replace(shown, seats=_with(shown, replace(_seat(shown, paid.seat), rack=paid.rack)))
    total = sum(paid.amount for paid in event.paid)
    return replace(shown, ledger=shown.ledger.plus(bank=-total, bonus=total), bonus=event.bonus)
