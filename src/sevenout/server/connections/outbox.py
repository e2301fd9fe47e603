"""What waits to be sent to one connection: never more than a little. Who reads too slowly gets a snapshot instead."""

from collections import OrderedDict, deque
from collections.abc import Callable

from sevenout.server.operation import metrics

MOST_WAITING = 256
"""Messages."""
MOST_BYTES = 512 * 1024
"""Beside what the server's own write buffer holds, which is 64 KB and one message."""


class Outbox:
    """The messages for one connection, in order; emptied by whoever sends them.

    >>> outbox = Outbox(most=2)
    >>> for event in (b"one", b"two", b"three"):
    ...     outbox.put(event)
    >>> outbox.put_answer(b"accepted")
    >>> outbox.take(), outbox.stale
    ([b'accepted'], True)
    """

    def __init__(self, most: int = MOST_WAITING, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._waiting: deque[tuple[bytes, bool]] = deque()
        self._bytes = 0
        self.on_some: Callable[[], None] = _send_later
        """Called whenever there is something to send, or nothing ever will be: by whoever sends it."""
        self.stale = False
        """Whether events were thrown away: only a snapshot helps now, and no event is taken until it was made."""
        self.closed = False

    def put(self, message: bytes) -> None:
        """One more event; if nobody has read for long all of them are forgotten."""
        if self.stale:
            return
        if self._full(message):
            self._forget()
        else:
            self._add(message, lasting=False)

    def put_answer(self, message: bytes) -> None:
        """An answer, which is not forgotten; who leaves too many of them unread is given up."""
        if self._full(message):
            self._forget()
        if self._full(message):
            self.close()
        else:
            self._add(message, lasting=True)

    def _full(self, message: bytes) -> bool:
        return len(self._waiting) >= self._most or self._bytes + len(message) > self._most_bytes

    def _forget(self) -> None:
        """Throws the events away."""
        metrics.dropped.inc(sum(not lasting for _, lasting in self._waiting))
        self._waiting = deque(kept for kept in self._waiting if kept[1])
        self._bytes = sum(len(kept) for kept, _ in self._waiting)
        self.stale = True
        self.wake()

    def _add(self, message: bytes, *, lasting: bool) -> None:
        self._waiting.append((message, lasting))
        self._bytes += len(message)
        self.wake()

    def wake(self) -> None:
        """There is something to send."""
        self.on_some()

    def close(self) -> None:
        """Nothing more will come."""
        self.closed = True
        self.wake()

    def take(self) -> list[bytes]:
        """Everything that waits."""
        if not self._waiting:
            return []
        waiting = [message for message, _ in self._waiting]
        self._waiting.clear()
        self._bytes = 0
        return waiting


def _send_later() -> None:
    """Nobody sends it yet."""


class RateLimit:
    """How much somebody may still say: so much at once, so much a second. A flood uses it up."""

    def __init__(self, at_once: float = 60, each_second: float = 20) -> None:
        self._at_once, self._each_second = at_once, each_second
        self._left = at_once
        self._then: float | None = None

    def spend(self, now: float, much: float = 1) -> bool:
        """Whether so much more is allowed at this time.

        >>> allowance = RateLimit(at_once=2, each_second=1)
        >>> [allowance.spend(0.0), allowance.spend(0.0), allowance.spend(0.0), allowance.spend(1.5)]
        [True, True, False, True]
        """
        if self._then is not None:
            self._left = min(self._at_once, self._left + (now - self._then) * self._each_second)
        self._then = now
        if self._left < much:
            return False
        self._left -= much
        return True

    def wait(self, much: float = 1) -> float:
        """In how many seconds so much will be allowed."""
        return max(0.0, (much - self._left) / self._each_second)


class RateLimits:
    """An allowance for each of many, who are known by name; who has not come for long is forgotten.

    >>> allowances = RateLimits(at_once=1, each_second=1, most=2)
    >>> [allowances.seconds_to_wait(name, 0.0) for name in ("ann", "ann", "bob")]
    [0.0, 1.0, 0.0]
    """

    def __init__(self, at_once: float, each_second: float, most: int = 10_000) -> None:
        self._at_once, self._each_second, self._most = at_once, each_second, most
        self._of: OrderedDict[str, RateLimit] = OrderedDict()

    def seconds_to_wait(self, name: str, now: float) -> float:
        """In how many seconds somebody may come again; nothing if they may now, which is counted."""
        allowance = self._of.pop(name, None) or RateLimit(self._at_once, self._each_second)
        self._of[name] = allowance
        if len(self._of) > self._most:
            self._of.popitem(last=False)
        return 0.0 if allowance.spend(now) else allowance.wait()
