"""A table in the memory of one process: who plays and attends there, whether anything is due, and whether it rests."""

import asyncio
from datetime import datetime, timedelta

from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import is_bot
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.tables.bonus_clock import time_is_due
from sevenout.server.tables.bots import TableBots
from sevenout.server.tables.idle_seats import REST_AFTER, Attendance

ATTEND, _REST = 5.0, 300.0
"""Seconds between looks at who attends, and before a table that rests is let go."""
_OTHERS_FIRST = timedelta(seconds=1)
"""A deadline is left to servers where somebody is connected for so long."""


class LoadedTable:
    """A table that this process has in memory, with whoever plays and attends there."""

    def __init__(self, table: LiveTable, rest_after: float = REST_AFTER) -> None:
        self.table = table
        self.company, self.attendance = TableBots(table), Attendance(table, rest_after)
        self.touched = self.attended = asyncio.get_running_loop().time()
        self.behind = False
        """Whether another server has written something that was not read here."""
        self.changed = True
        """Whether its card may show something else than it does."""
        self.looking: asyncio.Task[None] | None = None
        table.listeners.append(self._note_activity)

    def _note_activity(self, _: list[ServerLogEntry]) -> None:
        self.changed, self.touched = True, asyncio.get_running_loop().time()

    def is_due(self, now: float, clock: datetime) -> bool:
        """Whether anything is to be done there, by an estimate that costs nothing; the store's clock judges."""
        table = self.table
        closing = table.record.standing.closing and not table.record.standing.shut
        attend = now - self.attended >= ATTEND
        told = time_is_due(table, clock)
        return self.behind or self.is_overdue(clock) or closing or attend or told or bool(self.company.seats)

    def is_overdue(self, clock: datetime) -> bool:
        """Whether the next throw was waited for long enough, and by servers where somebody is connected first."""
        awaited = self.table.throw_deadline
        return awaited is not None and clock >= awaited + (timedelta() if self.table.connected else _OTHERS_FIRST)

    def is_idle(self, now: float) -> bool:
        """Whether nobody is waited for, looks on or has chips to be given up there, and nothing happened for long."""
        table = self.table
        if table.connected or table.throw_deadline is not None or now - self.touched < _REST:
            return False
        seats = table.floor.table.state.seats
        kept = (is_bot(seat.player) or not seat.player or (not table.fair and seat.position.slots) for seat in seats)
        return table.record.standing.shut or all(kept)
