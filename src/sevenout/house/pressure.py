"""How hard pressed a house is: how late its loop runs and how much is under way. Too hard, and new things are refused.

So many commands are under way at once, the next wait for their turn, and whoever would wait too long is refused: what
is taken is answered in time, whoever is refused knows soon, and when to come back. A loop that runs late again and
again takes nothing new at all.
"""

import asyncio
from collections import deque

from sevenout.house import counts
from sevenout.house.workers import busy
from sevenout.refusal import Refusal

MOST_LATE = 0.2
"""Seconds that the loop may be late, three times in a row."""
MOST_UNDER_WAY = 40
"""Commands that are begun and not answered: each is told to everybody at its table."""
MOST_WAITING, LONGEST_WAIT = 400, 0.4
"""Commands that wait for their turn, and the seconds after which one of them is refused."""
_BEAT = 0.05
_COME_BACK = 2.0
_WORDS = "the house is busy: try again in a moment"


class Pressure:
    """What one process has to do at once."""

    def __init__(self, most_late: float = MOST_LATE, most_under_way: int = MOST_UNDER_WAY) -> None:
        self._most_late, self._most_under_way = most_late, most_under_way
        self._late = (0.0, 0.0, 0.0)
        """How late the last three looks at the clock were: late once is anything, late again and again is too much."""
        self.under_way = 0
        self._waiting: deque[tuple[float, asyncio.Future[bool]]] = deque()
        """Since when somebody waits, and whether it came to be their turn."""

    async def watch(self) -> None:
        """Looks at the clock, for as long as the house is open."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _BEAT
            await asyncio.sleep(_BEAT)
            self.note(loop.time() - due)
            self._next(loop.time())

    def note(self, late: float) -> None:
        """The loop came so much later than it was to."""
        self._late = (*self._late[1:], late)
        counts.late.observe(max(0.0, late))

    @property
    def is_high(self) -> bool:
        """Whether nothing more should be begun."""
        return min(self._late) > self._most_late or len(self._waiting) >= MOST_WAITING

    def refused(self) -> Refusal | None:
        """Why nothing more is begun just now."""
        return _refusal() if self.is_high else None

    # --- commands, which are begun and ended

    async def begin(self) -> Refusal | None:
        """Waits until a command may be begun, which is ended with `end`; or why it may not."""
        if self.is_high:
            return _refusal()
        if self.under_way < self._most_under_way and not self._waiting:
            self.under_way += 1
            return None
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((loop.time(), turn))
        try:
            return None if await turn else _refusal()
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():  # it came as they left
                self.end()
            raise

    def end(self) -> None:
        """A command that was begun is answered: the next has its turn."""
        self.under_way -= 1
        if self._waiting:
            self._next(asyncio.get_running_loop().time())

    def _next(self, now: float) -> None:
        """Gives those their turn who may have it, the first to come first, and sends away who waited too long."""
        while self._waiting:
            since, turn = self._waiting[0]
            late = now - since > LONGEST_WAIT
            if not (turn.done() or late or self.under_way < self._most_under_way):
                return
            self._waiting.popleft()
            if not turn.done():
                self.under_way += not late
                turn.set_result(not late)


def _refusal() -> Refusal:
    counts.shed.labels("load").inc()
    return busy(_WORDS, _COME_BACK)
