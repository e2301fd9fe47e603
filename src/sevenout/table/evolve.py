"""Applies events to a table's state: adds and assigns, with no rule and no randomness."""

from msgspec.structs import replace

from sevenout.position import Position
from sevenout.table.events import (
    BoughtIn,
    Changed,
    DiceMoved,
    Event,
    Inspected,
    Left,
    Opened,
    Rolled,
    Seated,
    TimePassed,
    Toked,
)
from sevenout.table.state import Seat, TableState


def evolve(state: TableState, event: Event) -> TableState:
    """The state after an event."""
    if state.dice.called_off is not None:
        state = replace(state, dice=replace(state.dice, called_off=None))
    match event:
        case Opened():
            return state
        case Seated(_, name, bought):
            ledger = state.ledger.plus(bank=-bought, drop=bought)
            return replace(state, seats=(*state.seats, Seat(name, bought)), ledger=ledger)
        case BoughtIn(_, name, bought):
            seat = _seat(state, name)
            ledger = state.ledger.plus(bank=-bought, drop=bought)
            return replace(state, seats=state.with_seat(replace(seat, rack=seat.rack + bought)), ledger=ledger)
        case Left(_, name, cashed, commission, dice, bonus):
            seats = tuple(seat for seat in state.seats if seat.name != name)
            ledger = state.ledger.plus(bank=cashed, commission=commission)
            return replace(state, seats=seats, dice=dice, ledger=ledger, bonus=bonus)
        case Changed():
            return _changed(state, event)
        case Toked(_, name, boxed, crew, staked, commission):
            seat = _seat(state, name)
            seats = state.with_seat(replace(seat, rack=seat.rack - boxed - staked - commission))
            ledger = state.ledger.plus(toke_box=boxed, commission=commission)
            return replace(state, seats=seats, crew=crew, ledger=ledger)
        case DiceMoved(_, dice, bonus):
            return replace(state, dice=dice, bonus=bonus)
        case TimePassed(_, bonus):
            return replace(state, bonus=bonus)
        case Inspected():
            return _inspected(state, event)
        case Rolled():
            return _rolled(state, event)


def _seat(state: TableState, name: str) -> Seat:
    seat = state.seat(name)
    if seat is None:
        raise LookupError(f"the log speaks of {name}, who has no seat")
    return seat


def _changed(state: TableState, event: Changed) -> TableState:
    seat = _seat(state, event.seat)
    results = seat.last_results
    if event.parlayed:
        results = tuple(result for result in results if result.wager != event.parlayed)
    changed = Seat(seat.name, seat.rack - event.staked - event.commission, event.position, results)
    ledger = state.ledger.plus(commission=event.commission) if event.commission else state.ledger
    return TableState(state.with_seat(changed), state.crew, state.puck, state.dice, ledger, state.bonus)


def _rolled(state: TableState, event: Rolled) -> TableState:
    seats = []
    for seat, done in zip(state.seats, event.seats, strict=True):
        seats.append(Seat(seat.name, seat.rack + done.back, done.position, done.results))
    crew: Position = event.crew.position
    ledger = state.ledger.plus(bank=event.bank, toke_box=event.crew.back)
    return TableState(tuple(seats), crew, event.puck, event.dice, ledger, event.bonus)


def _inspected(state: TableState, event: Inspected) -> TableState:
    for name, amount in event.paid:
        seat = _seat(state, name)
        state = replace(state, seats=state.with_seat(replace(seat, rack=seat.rack + amount)))
    total = sum(amount for _, amount in event.paid)
    return replace(state, ledger=state.ledger.plus(bank=-total, bonus=total), bonus=event.bonus)
