"""How much of the store people fill: what they say themselves, and what strategies write at the tables they own.

People who have written too much are refused for a while; strategies only wait. What all strategies of a house write
together is bounded too, because anybody can come in under another name.
"""

import time
from collections.abc import Callable

from sevenout.base.refusal import Refusal
from sevenout.server.operation.budgets import Budgets
from sevenout.server.operation.workers import busy

SAID, SAID_EACH_SECOND = 16_000_000.0, 6_000.0
"""Bytes of the log that one person's words may come to: in one go, and each second in the long run."""
PLAYED, PLAYED_EACH_SECOND = 2_000_000.0, 3_000.0
"""And those of the strategies at all tables of one owner."""
_ALL_AS_MANY_AS = 20
"""The strategies of the whole house write as much as those of so many owners."""
_ALL = "all"


class Growth:
    """What was written lately, by person and by owner of a table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said = Budgets(SAID, SAID_EACH_SECOND)
        self._played = Budgets(PLAYED, PLAYED_EACH_SECOND)
        self._all = Budgets(PLAYED * _ALL_AS_MANY_AS, PLAYED_EACH_SECOND * _ALL_AS_MANY_AS)

    def note_growth(self, person: str, size: int) -> None:
        """What somebody said has grown the store by so many bytes."""
        if person:
            self._said.charge((person,), self._clock(), size)

    def note_played(self, owner: str, size: int) -> None:
        """What a strategy did at a table of that owner has."""
        now = self._clock()
        self._played.charge((owner,), now, size)
        self._all.charge((_ALL,), now, size)

    def refused_growth(self, person: str) -> Refusal | None:
        """Why somebody may not have more written down just now."""
        wait = self._said.wait((person,), self._clock())
        return busy("you have used up your share of this house's storage", wait) if wait else None

    def may_play(self, owner: str) -> bool:
        """Whether strategies at the tables of that owner may go on."""
        now = self._clock()
        return not (self._played.wait((owner,), now) or self._all.wait((_ALL,), now))
