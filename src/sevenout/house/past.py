"""What was played at a live table, read from the store bit by bit: nobody keeps a night in memory."""

from collections.abc import AsyncIterator

from sevenout.crew.floor import ROUTINE
from sevenout.house.happenings import HouseEvent, HouseRecorded
from sevenout.house.live import LiveTable
from sevenout.table.live import TranscriptLines

_AT_ONCE = 500


async def _played(table: LiveTable, last: int | None) -> AsyncIterator[HouseRecorded]:
    """Every durable entry so far, in its order, or the last so many."""
    end = table.n + 1
    for first in range(0 if last is None else max(0, end - last), end, _AT_ONCE):
        for entry in await table.entries(first, min(first + _AT_ONCE, end)):
            yield entry


async def transcript(table: LiveTable, last: int | None = None) -> AsyncIterator[str]:
    """The game so far in the notation, line by line; what the house or the crew does by itself goes without saying.

    Or the end of it: of so many entries.
    """
    lines = TranscriptLines()
    async for entry in _played(table, last):
        if entry.actor != ROUTINE and not isinstance(entry.event, HouseEvent):
            for line in lines.of(entry):
                yield f"{line}\n"


async def log(table: LiveTable) -> AsyncIterator[bytes]:
    """The chained log so far, as `sevenout verify` reads it, some lines at a time."""
    end = table.n + 1
    for first in range(0, end, _AT_ONCE):
        lines = await table.store.lines(table.name, first, min(first + _AT_ONCE, end))
        yield b"".join(line + b"\n" for line in lines)
