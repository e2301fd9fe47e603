"""What was played at a live table, read from the store bit by bit: nobody keeps a night in memory.

A night is worked out a bit at a time beside the loop. Whoever has used up their share gets the rest more slowly.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from sevenout.crew.floor.floor import ROUTINE
from sevenout.server.live.live_table import LiveTable
from sevenout.server.operation.callers import GONE
from sevenout.server.operation.workers import Busy
from sevenout.server.protocol.entry_decoding import run_for_caller
from sevenout.server.protocol.house_events import HouseEvent, entry_of
from sevenout.table.table import TranscriptLines

S = TypeVar("S")
T = TypeVar("T")
_AT_ONCE = 200


async def transcript(table: LiveTable, last: int | None = None) -> AsyncIterator[bytes]:
    """The game so far in the notation, some lines at a time; what the house or the crew does by itself goes without.

    Or the end of it: of so many entries.
    """
    lines, end = TranscriptLines(), table.n + 1

    def write_lines(raw: list[bytes]) -> bytes:
        entries = map(entry_of, raw)
        told = (entry for entry in entries if entry.actor != ROUTINE and not isinstance(entry.event, HouseEvent))
        return "".join(f"{line}\n" for entry in told for line in lines.of(entry)).encode()

    async for part in write_parts(table, 0 if last is None else max(0, end - last), end, write_lines):
        yield part


async def log(table: LiveTable) -> AsyncIterator[bytes]:
    """The chained log so far in its published form, as `sevenout verify` reads it, some lines at a time."""
    chain = table.chain

    def publish(raw: list[bytes]) -> bytes:
        return b"".join(chain.published_line(entry_of(line), line) + b"\n" for line in raw)

    async for part in write_parts(table, 0, table.n + 1, publish):
        yield part


async def write_parts(
    table: LiveTable, first: int, end: int, written: Callable[[list[bytes]], bytes]
) -> AsyncIterator[bytes]:
    """Some entries of a log as `written` makes them, a part at a time; it ends when whoever reads is gone."""
    for since in range(first, end, _AT_ONCE):
        raw = await table.store.lines(table.name, since, min(since + _AT_ONCE, end))
        part = await work_in_time(written, raw)
        if part is None:
            return
        yield part


async def work_in_time(work: Callable[[S], T], some: S) -> T | None:
    """What comes of a piece of work, as soon as whoever asks may have more; None if they are gone."""
    while True:
        try:
            return await run_for_caller(lambda: work(some))
        except Busy as later:
            if later.refusal is GONE:
                return None
            await asyncio.sleep(later.refusal.retry_after)
