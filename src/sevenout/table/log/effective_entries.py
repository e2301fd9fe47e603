"""A log as it counts: without the rolls that were taken back, and without what was taken back with them."""

from collections.abc import Iterable
from typing import TypeVar

from sevenout.table.events import (
    Changed,
    Declined,
    DiceAccepted,
    Event,
    Passed,
    Remembered,
    RollCorrected,
    Rolled,
    RollVoided,
    Toked,
    Undone,
)
from sevenout.table.log.table_log import LogEntry

T = TypeVar("T")


def standing_entries(log: Iterable[T], also: type | tuple[type, ...] = ()) -> list[T]:
    """The entries of a log that stand; what is no entry of a table, such as what its crew did, is left alone.

    Whatever takes a roll back stands: it says how the table is after it. `also`: what goes with a roll beside that.

    >>> from sevenout import Table, roll
    >>> table = Table("typical")
    >>> _ = table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00), table.roll(roll(6, 5))
    >>> _ = table.correct_roll(roll(6, 4))
    >>> [type(entry.event).__name__ for entry in standing_entries(table.log)]
    ['Opened', 'Seated', 'Changed', 'RollCorrected']
    """
    entries = list(log)
    gone: set[int] = set()
    rolled: int | None = None
    for at, entry in enumerate(entries):
        event = entry.event if isinstance(entry, LogEntry) else None
        if isinstance(event, RollVoided | RollCorrected) and rolled is not None:
            gone.update(i for i in range(rolled, at) if i == rolled or _goes_back(entries[i], also))
        if isinstance(event, Rolled | RollCorrected):
            rolled = at
        elif isinstance(event, RollVoided):
            rolled = None
    return [entry for at, entry in enumerate(entries) if at not in gone]


def goes_back(event: Event) -> bool:
    """Whether an event after a roll is taken back with it."""
    if isinstance(event, Toked):
        return not event.boxed
    return isinstance(event, Changed | Undone | Remembered | Passed | Declined | DiceAccepted)


def _goes_back(entry: object, also: type | tuple[type, ...]) -> bool:
    return goes_back(entry.event) if isinstance(entry, LogEntry) else isinstance(entry, also)
