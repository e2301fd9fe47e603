"""The clock of the school: what day it is, for cards that are due, and seconds, for answers that are timed."""

import time
from datetime import UTC, datetime
from typing import Protocol


class TimeSource(Protocol):
    """Tells the time; a test has one that stands still."""

    def now(self) -> datetime: ...

    def seconds(self) -> float: ...


class SystemClock:
    """The machine's own."""

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.now(UTC)

    def seconds(self) -> float:
        """Seconds that only ever go on."""
        return time.monotonic()
