"""One seat of a table, followed through its log alone: what it may want once more, and how its evening stands.

Nobody else's chips are looked at, so it is cheap however many sit there; and a log need not be read from its start.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from sevenout.engine.game import Game
from sevenout.player.talk import SeatMemory, remember_event
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.public_view import table_event_of
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.table.event_application import evolve
from sevenout.table.events import (
    Awarded,
    BoughtIn,
    Changed,
    Event,
    Inspected,
    Left,
    Remembered,
    RollCorrected,
    Rolled,
    RollVoided,
    Seated,
    Toked,
    Undone,
    singles,
)
from sevenout.table.table_snapshot import SeatShown, Snapshot, house_of

LOOKED_BACK = 400
"""Entries of a log that are read for what a seat may want once more."""
_UNKNOWN = 0
"""The point of a table of which nobody knows yet whether it has one."""


def events_for_seat(event: Event, you: str) -> Event | None:
    """An event as it concerns one seat: a roll without everybody else; nothing, if it is somebody else's."""
    match event:
        case Rolled():
            return _own_part(event, you)
        case RollVoided():
            return _own_part(event, you)
        case RollCorrected(voided, rolled):
            return RollCorrected(_own_part(voided, you), _own_part(rolled, you))
        case Inspected(paid=paid):
            return replace(event, paid=tuple(part for part in paid if part.seat == you))
        case Seated() | BoughtIn() | Left() | Changed() | Undone() | Toked() | Awarded() | Remembered():
            return event if event.seat == you else None
    return event


_R = TypeVar("_R", Rolled, RollVoided)


def _own_part(event: _R, you: str) -> _R:
    """A roll, or one that was taken back, without everybody else."""
    return replace(event, seats=tuple(seat for seat in event.seats if seat.seat == you))


async def recall_memory(table: LiveTable, you: str, until: int) -> SeatMemory:
    """What a seat may want once more, from the last entries before one."""
    entries = await table.entries(max(0, until - LOOKED_BACK), until)
    return memory_of(table.game, entries, you)


def memory_of(game: Game, entries: Iterable[ServerLogEntry], you: str) -> SeatMemory:
    """The same from some entries in their order, of which the first need not be the first of the log."""
    memory: SeatMemory | None = None
    shown = Snapshot(house_of(game), (SeatShown(you, 1, 0, 0),), point=_UNKNOWN)
    for entry in entries:
        memory = memory or SeatMemory(roll=entry.n)
        happened = table_event_of(entry)
        event = None if happened is None else events_for_seat(happened, you)
        if event is None:
            continue
        memory = update_memory(memory, shown, event, you, entry.n)
        if isinstance(event, Left | Seated):
            shown = replace(shown, seats=(SeatShown(you, 1, 0, 0),))
        elif (point := _point_without_seat(event)) is not _UNKNOWN:  # nobody sat there yet
            shown = replace(shown, point=point)
        else:
            shown = evolve(shown, event)
    return memory or SeatMemory()


def _point_without_seat(event: Event) -> int | None:
    """The point after a roll, or after one was taken back, at which the seat was not there; else what is not known."""
    last = singles(event)[-1]
    return last.point if isinstance(last, Rolled | RollVoided) and not last.seats else _UNKNOWN


def update_memory(memory: SeatMemory, before: Snapshot, event: Event, you: str, n: int) -> SeatMemory:
    """What a seat may want once more after an event, entry `n`; whoever sits there next begins anew."""
    if isinstance(event, Left | Seated) and event.seat == you:
        return SeatMemory(roll=n)
    return remember_event(memory, before, event, you, n)
