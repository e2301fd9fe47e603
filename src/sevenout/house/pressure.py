"""How hard pressed a house is: how late its loop runs and how much is under way. Too hard, and new things are refused.

Refused is early and cheaply, before anything is looked up: what was taken is answered in time, and whoever is refused
knows at once, and when to come back.
"""

import asyncio

from sevenout.house import counts
from sevenout.house.workers import busy
from sevenout.refusal import Refusal

MOST_LATE = 0.15
"""Seconds that the loop may be late, twice in a row: a command goes through it about four times."""
MOST_UNDER_WAY = 100
"""Commands that are begun and not answered."""
_BEAT = 0.05
_COME_BACK = 2.0
_WORDS = "the house has more to do than it can: ask the same again in a moment"


class Pressure:
    """What one process has to do at once."""

    def __init__(self, most_late: float = MOST_LATE, most_under_way: int = MOST_UNDER_WAY) -> None:
        self._most_late, self._most_under_way = most_late, most_under_way
        self._late = (0.0, 0.0)
        """How late the last two looks at the clock were."""
        self.under_way = 0

    async def watch(self) -> None:
        """Looks at the clock, for as long as the house is open."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _BEAT
            await asyncio.sleep(_BEAT)
            self.note(loop.time() - due)

    def note(self, late: float) -> None:
        """The loop came so much later than it was to."""
        self._late = (self._late[1], late)
        counts.late.observe(max(0.0, late))

    @property
    def is_high(self) -> bool:
        """Whether nothing more should be begun."""
        return min(self._late) > self._most_late or self.under_way >= self._most_under_way

    def refused(self) -> Refusal | None:
        """Why nothing more is begun just now."""
        if not self.is_high:
            return None
        counts.shed.labels("load").inc()
        return busy(_WORDS, _COME_BACK)
