"""A table's whole past for a screen: one frame for every roll, with the table after it and what led to it.

Frames are written as JSON lines, some at a time beside the loop, as the transcript is. A page draws them with the very
felt that it plays on.
"""

from collections.abc import AsyncIterator, Iterable
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.crew.floor.floor import ROUTINE
from sevenout.engine.betting import Settlement
from sevenout.engine.game import Game
from sevenout.server.history.export import write_parts
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.public_view import PublicState, entry_message, table_event_of, with_crew
from sevenout.server.protocol.house_events import HouseEvent, ServerLogEntry, entry_of
from sevenout.server.protocol.messages import CallMessage
from sevenout.table.events import Rolled, singles
from sevenout.table.table import TranscriptLines
from sevenout.table.table_snapshot import Snapshot, house_of

_encoder = msgspec.json.Encoder()


class ReplayFrame(Struct, frozen=True, omit_defaults=True):
    """A roll: its dice, the lines that were said since the roll before, and the table after it."""

    n: int
    """The entry of the log."""
    at: datetime | None
    dice: tuple[int, int]
    shooter: str
    event: str
    """`established`, `made`, `seven-out` or nothing: what the roll did to the puck."""
    table: Snapshot
    lines: tuple[str, ...] = ()
    calls: tuple[CallMessage, ...] = ()
    settled: tuple[tuple[str, Settlement], ...] = ()
    """Every decision with its seat; `cite` is a number of the book's `citations`."""


class FrameWriter:
    """Frames of a log that is handed in bit by bit, from its first entry on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._before = PublicState(-1, Snapshot(house_of(game)))
        self._lines, self._said = TranscriptLines(), list[str]()

    def write(self, raw: list[bytes]) -> bytes:
        """The frames of these entries, a line each."""
        return self.write_entries(map(entry_of, raw))

    def say(self, line: str) -> None:
        """A line for the next frame that is no entry of the log, as one that the house refused."""
        self._said.append(line)

    def write_entries(self, entries: Iterable[ServerLogEntry]) -> bytes:
        """The same of entries that were read."""
        frames = (frame for entry in entries if (frame := self._frame(entry)) is not None)
        return b"".join(_encoder.encode(frame) + b"\n" for frame in frames)

    def _frame(self, entry: ServerLogEntry) -> ReplayFrame | None:
        before, self._before = self._before, self._before.apply_entry(entry)
        if entry.actor != ROUTINE and not isinstance(entry.event, HouseEvent):
            self._said += self._lines.of(entry)
        happened = table_event_of(entry)
        rolled = None if happened is None else singles(happened)[-1]
        if not isinstance(rolled, Rolled):
            return None
        told = with_crew(entry_message(entry), self._game, entry, before.shown)
        said, self._said = tuple(self._said), []
        shown = self._before.shown
        return ReplayFrame(
            entry.n,
            entry.at,
            (rolled.a, rolled.b),
            rolled.shooter,
            rolled.event,
            replace(shown.public(), rolls=shown.rolls[-1:]),
            said,
            told.calls,
            rolled.settled,
        )


async def frames(table: LiveTable) -> AsyncIterator[bytes]:
    """All frames of a table, some lines at a time."""
    writer = FrameWriter(table.floor.game)
    async for part in write_parts(table, 0, table.n + 1, writer.write):
        if part:
            yield part
