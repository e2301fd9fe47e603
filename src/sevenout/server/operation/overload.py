"""How hard pressed a house is, by its own measure: how late its loop runs, and how long commands take to be answered.

So many commands are under way at once, fewer while the loop runs late; the next wait for their turn. From what the last
ones took it is known how long one more would: who would wait too long is refused at once, and told when to come back.
So what is taken is answered in time on any machine, quick or slow. A loop that runs very late again and again takes
nothing new at all.
"""

import asyncio
from collections import deque

from sevenout.base.refusal import Refusal
from sevenout.server.operation import metrics
from sevenout.server.operation.workers import busy

MOST_LATE = 0.2
"""Seconds that the loop may be late, three times in a row."""
LATE = 0.03
"""Seconds by which a loop is late that has too much under way."""
LEAST_UNDER_WAY, MOST_UNDER_WAY = 12, 40
"""Commands that are begun and not answered: each is told to everybody at its table."""
LONGEST_ANSWER = 0.5
"""Seconds in which whoever is taken would be answered: half of what they are promised, for what cannot be foreseen."""
MOST_WAITING, LONGEST_WAIT = 400, 0.4
"""Commands that wait for their turn, and the seconds after which one of them is refused whatever was foreseen."""
_BEAT = 0.05
_LASTING = 0.9
"""What is left of the past in a mean when one more is counted."""
_COME_BACK = 2.0
_WORDS = "the house is busy: try again in a moment"


class Pressure:
    """What one process has to do at once."""

    def __init__(self, most_late: float = MOST_LATE, most_under_way: int = MOST_UNDER_WAY) -> None:
        self._most_late, self._most_under_way = most_late, most_under_way
        self._late = (0.0, 0.0, 0.0)
        """How late the last three looks at the clock were: late once is anything, late again and again is too much."""
        self.room = float(most_under_way)
        """How many commands may be under way now."""
        self.under_way = 0
        self._took = 0.0
        """Seconds from the turn of a command to its answer: the mean of the last ones."""
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
        """The loop came so much later than it was to: it gets less to do at once, or a little more again."""
        self._late = (*self._late[1:], late)
        metrics.late.observe(max(0.0, late))
        if late > LATE:
            self.room = max(min(LEAST_UNDER_WAY, self._most_under_way), self.room * 0.8)
        else:
            self.room = min(self._most_under_way, self.room + 1)
        if not self.under_way:
            self._took *= _LASTING  # what it took is long ago

    @property
    def is_high(self) -> bool:
        """Whether nothing more should be begun."""
        return min(self._late) > self._most_late or len(self._waiting) >= MOST_WAITING

    @property
    def foreseen(self) -> float:
        """Seconds until a command that comes now would be answered: read and sent late, and once it has its turn."""
        ahead = 0.0 if self.under_way < self.room else (len(self._waiting) + 1) / self.room
        return 2 * sum(self._late) / len(self._late) + (ahead + 1) * self._took

    def refused_pressure(self) -> Refusal | None:
        """Why nothing more is begun just now."""
        return _refusal() if self.is_high else None

    # --- commands, which are begun and ended

    async def begin(self) -> Refusal | float:
        """Waits until a command may be begun, which is ended with `end` and when it began; or why it may not."""
        loop = asyncio.get_running_loop()
        if self.is_high or (self.under_way and self.foreseen > LONGEST_ANSWER):
            return _refusal()
        if self.under_way < self.room and not self._waiting:
            self.under_way += 1
            return loop.time()
        turn: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((loop.time(), turn))
        try:
            return loop.time() if await turn else _refusal()
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():  # it came as they left
                self.end()
            raise

    def end(self, began: float | None = None) -> None:
        """A command that was begun is answered: the next has its turn."""
        now = asyncio.get_running_loop().time()
        self.under_way -= 1
        if began is not None:
            self._took = _LASTING * self._took + (1 - _LASTING) * (now - began)
        if self._waiting:
            self._next(now)

    def _next(self, now: float) -> None:
        """Gives those their turn who may have it, the first to come first, and sends away who waited too long."""
        while self._waiting:
            since, turn = self._waiting[0]
            late = now - since > LONGEST_WAIT
            if not (turn.done() or late or self.under_way < self.room):
                return
            self._waiting.popleft()
            if not turn.done():
                self.under_way += not late
                turn.set_result(not late)


def _refusal() -> Refusal:
    metrics.shed.labels("load").inc()
    return busy(_WORDS, _COME_BACK)
