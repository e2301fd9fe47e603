"""The clock of a table that is played live: what it shows in the house's zone, as the command that tells the table.

A command is judged without a clock: time comes in as a line like any other, and a log replays it.
"""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sevenout.table.commands import TellTime


def system_time() -> datetime:
    """Now, by this machine."""
    return datetime.now(UTC)


def zone_here() -> str:
    """The name of the zone that this machine is set to; UTC where it cannot be told."""
    named = (os.environ.get("TZ", ""), os.path.realpath("/etc/localtime").partition("zoneinfo/")[2], _read_timezone())
    return next((name for name in named if _is_zone(name)), "UTC")


def _read_timezone() -> str:
    try:
        return Path("/etc/timezone").read_text(encoding="utf-8")[:80].strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _is_zone(name: str) -> bool:
    try:
        return bool(name) and ZoneInfo(name).key == name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


class TableClock:
    """A clock in a zone, by which a live table keeps its time to the minute.

    >>> TableClock("America/Chicago", lambda: datetime(2026, 11, 15, 14, 59, 30, tzinfo=UTC)).shows()
    TellTime(at='2026-11-15T08:59', zone='America/Chicago')
    """

    def __init__(self, zone: str | None = None, now: Callable[[], datetime] = system_time) -> None:
        self.zone, self.now = zone or zone_here(), now

    def shows(self) -> TellTime:
        """The time now, as a table is told it."""
        local = self.now().astimezone(ZoneInfo(self.zone)).replace(tzinfo=None)
        return TellTime(local.isoformat(timespec="minutes"), self.zone)
