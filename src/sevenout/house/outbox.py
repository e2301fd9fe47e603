"""What waits to be sent to one connection: never more than a little. Who reads too slowly gets a snapshot instead."""

import asyncio
from collections import deque

MOST_WAITING = 256
"""Messages."""


class Outbox:
    """The messages for one connection, in order; emptied by whoever sends them."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._some = asyncio.Event()
        self.stale = False
        """Whether something was thrown away: only a snapshot helps now."""
        self.closed = False

    def put(self, message: bytes) -> None:
        """One more; if nobody has read for long all of them are forgotten."""
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.stale = True
        self._waiting.append(message)
        self._some.set()

    def close(self) -> None:
        """Nothing more will come."""
        self.closed = True
        self._some.set()

    async def take(self) -> list[bytes]:
        """Everything that waits, as soon as something does; nothing once it is closed."""
        await self._some.wait()
        self._some.clear()
        waiting = [*self._waiting]
        self._waiting.clear()
        return waiting


class Allowance:
    """How much a connection may still say: so many at once, so many a second. A flood uses it up."""

    def __init__(self, at_once: float = 60, each_second: float = 20) -> None:
        self._at_once, self._each_second = at_once, each_second
        self._left = at_once
        self._then: float | None = None

    def spend(self, now: float) -> bool:
        """Whether one more is allowed at this time.

        >>> allowance = Allowance(at_once=2, each_second=1)
        >>> [allowance.spend(0.0), allowance.spend(0.0), allowance.spend(0.0), allowance.spend(1.5)]
        [True, True, False, True]
        """
        if self._then is not None:
            self._left = min(self._at_once, self._left + (now - self._then) * self._each_second)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
