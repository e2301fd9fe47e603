"""Entries out of the lines of a log: beside the loop and at the cost of whoever asks, if anybody does."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sevenout.server.operation.callers import CALLER
from sevenout.server.protocol.house_events import ServerLogEntry, entry_of

T = TypeVar("T")
_FEW = 20
"""Lines that are read at once wherever one is: they take less than handing them over."""


async def entries_of(lines: Sequence[bytes]) -> list[ServerLogEntry]:
    """The entries that lines of a log have; raises Busy if whoever asks has used up their share."""
    if len(lines) <= _FEW:
        return _decode_lines(lines)
    return await run_for_caller(lambda: _decode_lines(lines))


async def run_for_caller(work: Callable[[], T]) -> T:
    """Does something beside the loop for whoever asks; at once, if it is for the house itself. Raises Busy."""
    caller = CALLER.get()
    if caller is None or caller.workers is None:
        return work()
    return await caller.workers.do_or_raise(work)


def _decode_lines(lines: Sequence[bytes]) -> list[ServerLogEntry]:
    return [entry_of(line) for line in lines]
