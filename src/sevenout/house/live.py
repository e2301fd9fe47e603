"""A live table: one at a time it takes what people say, judges it, makes it durable, and only then tells anybody.

The floor is played ahead of the store by one append. If the store says no the floor goes back; if another server was
first it reads on and judges anew; if nobody can say what became of an append, the table is read again before it goes on.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from sevenout.crew.floor import Floor, FloorCommand, FloorRecorded
from sevenout.house import turns as dice
from sevenout.house.happenings import Awaited, HouseEvent, HouseRecorded, SeedGiven, TurnOpened
from sevenout.house.roles import refused_role, refused_roll
from sevenout.house.store import Append, Conflict, Store, Unavailable
from sevenout.house.terms import Terms, game_of
from sevenout.house.turns import Turns
from sevenout.refusal import Refusal
from sevenout.table.commands import Overrule, RollDice
from sevenout.table.log import FIRST_LINK, chained, written

HOUSE = "house"
_MOST_TRIES = 20
"""How often an append is judged anew because another server was first."""


class Voice(NamedTuple):
    """Who speaks: a person by key, the seat that is theirs at this table, and what they are there."""

    person: str
    seat: str
    roles: tuple[str, ...] = ()


class Roll(NamedTuple):
    """The shooter has the dice thrown: what they show is the dice's to say."""


class GiveSeed(NamedTuple):
    """A seat's part in the dice."""

    seed: str


Saying = FloorCommand | Roll | GiveSeed


class Done(NamedTuple):
    """What somebody said was done: by which entry."""

    n: int


Listener = Callable[[list[HouseRecorded], Floor], None]
"""Told of entries once they are durable, and the floor after them."""


class LiveTable:
    """One table of a house, in one of its processes."""

    def __init__(self, name: str, terms: Terms, store: Store, house_key: bytes) -> None:
        self.name, self.terms, self.store = name, terms, store
        self.game = game_of(terms)
        self._house_key = house_key
        self._lock = asyncio.Lock()
        self.listeners: list[Listener] = []
        self._stale = True
        """Whether the store may have more than was read, or less than was played."""
        self._forget()

    def _forget(self) -> None:
        self.floor = Floor(self.game)
        self.turns = Turns()
        self.awaited: datetime | None = None
        self.n, self._link = 0, FIRST_LINK

    @property
    def fair(self) -> bool:
        """Whether its dice are thrown by seeds, not entered."""
        return self.terms.dice == "fair"

    # --- the log

    def opening(self, at: datetime) -> tuple[bytes, ...]:
        """The first lines of a new table: how it opens, and the commitment to its first dice."""
        self._forget()
        entries = [HouseRecorded(0, None, self.floor.record[0].event, at)]
        if self.fair:
            entries.append(HouseRecorded(1, None, dice.opened(self._house_key, self.name, 1), at))
        return self._lines(entries)

    def _lines(self, entries: Iterable[HouseRecorded]) -> tuple[bytes, ...]:
        """Entries as lines of the log, each chained to the one before."""
        lines, link = [], self._link
        for entry in entries:
            raw = msgspec.json.encode(entry)
            link = chained(link, raw)
            lines.append(written(raw, link))
        self._ahead = link
        return tuple(lines)

    async def catch_up(self) -> None:
        """Reads what the store has beyond what was played, by whichever server it was written."""
        lines = await self.store.lines(self.name, self.n)
        entries = [self._read(line) for line in lines]
        for entry in entries:
            self._take(entry)
        self._stale = False
        if entries:
            self._tell(entries)

    def _read(self, line: bytes) -> HouseRecorded:
        raise NotImplementedError

    def _take(self, entry: HouseRecorded) -> None:
        """Plays an entry that is in the store already."""
        raise NotImplementedError

    def _tell(self, entries: list[HouseRecorded]) -> None:
        for listener in self.listeners:
            listener(entries, self.floor)
