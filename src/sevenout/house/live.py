"""A live table: one at a time it takes what people say, judges it, makes it durable, and only then tells anybody.

The floor is played ahead of the store by one append. If the store does not take it, or another server was first, the
table is read again from where it was durable, and what was said is judged anew.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from sevenout.crew.floor import Floor, FloorCommand, FloorRecorded
from sevenout.house import turns
from sevenout.house.happenings import Awaited, HouseEvent, HouseRecorded, SeedGiven, SeedsMixed
from sevenout.house.record import Record
from sevenout.house.roles import refused_role, refused_roll
from sevenout.house.store import Append, Conflict, Store, Unavailable
from sevenout.house.terms import Terms, game_of
from sevenout.house.turns import Turns
from sevenout.refusal import Refusal
from sevenout.table.chain import Chain
from sevenout.table.commands import Overrule, RollDice

HOUSE = "house"
_MOST_TRIES = 20
"""How often something is judged anew because another server was first."""


class _Line(msgspec.Struct):
    """A line of the log, whose chain was looked at when it was played."""

    entry: HouseRecorded


class Voice(NamedTuple):
    """Who speaks: a person by key, the seat that is theirs at this table, and what they are there."""

    person: str
    seat: str = ""
    roles: tuple[str, ...] = ()


class Throw(NamedTuple):
    """The dice are thrown: what they show is theirs to say."""

    def __str__(self) -> str:
        return "roll"


class GiveSeed(NamedTuple):
    """A seat's part in the dice."""

    seed: str

    def __str__(self) -> str:
        return f"seed {self.seed}"


Saying = FloorCommand | Throw | GiveSeed
Listener = Callable[[list[HouseRecorded]], None]
"""Told of entries once they are durable."""
THE_HOUSE = Voice(HOUSE, "", (HOUSE,))


class LiveTable:
    """One table of a house, in one of its processes."""

    def __init__(self, name: str, terms: Terms, store: Store, house_key: bytes) -> None:
        self.name, self.terms, self.store = name, terms, store
        self.game = game_of(terms)
        self._house_key = house_key
        self._lock = asyncio.Lock()
        self.listeners: list[Listener] = []
        self._begin()

    def _begin(self) -> None:
        self.record = Record(self.game)
        self._read_on = True
        """Whether the store may have something that was not played here."""

    @property
    def floor(self) -> Floor:
        """The table, its dice and its crew."""
        return self.record.floor

    @property
    def turns(self) -> Turns:
        """How its fair dice stand."""
        return self.record.turns

    @property
    def awaited(self) -> datetime | None:
        """Until when the next throw is waited for."""
        return self.record.awaited

    @property
    def chain(self) -> Chain:
        """Where its log ends."""
        return self.record.chain

    @property
    def fair(self) -> bool:
        """Whether its dice are thrown by seeds, not entered."""
        return self.terms.dice == "fair"

    @property
    def n(self) -> int:
        """The number of the last durable entry."""
        return self.chain.end.entries - 1

    def opening(self, at: datetime) -> tuple[bytes, ...]:
        """The first lines of a new table: how it opens, and the commitment to its first dice."""
        chain = Chain()
        entries = [HouseRecorded(0, None, self.floor.record[0].event, at)]
        if self.fair:
            entries.append(HouseRecorded(1, None, turns.opened(self._house_key, self.name, 1), at))
        return tuple(chain.line(entry) for entry in entries)

    # --- what the store has

    async def catch_up(self) -> None:
        """Reads what the store has beyond what was played here, by whichever server it was written."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        lines = await self.store.lines(self.name, self.chain.end.entries)
        entries = self.record.read(lines) if lines else []
        self._read_on = False
        self._tell(entries)

    def _tell(self, entries: list[HouseRecorded]) -> None:
        if entries:
            for listener in self.listeners:
                listener(entries)

    async def entries(self, since: int) -> list[HouseRecorded]:
        """The durable entries from a number on."""
        lines = await self.store.lines(self.name, since, self.chain.end.entries)
        return [msgspec.json.decode(line, type=_Line).entry for line in lines]

    # --- what is said

    async def say(self, voice: Voice, saying: Saying, key: str = "") -> int | Refusal:
        """Does it once, durably, and says by which entry; or says why not."""
        digest = hashlib.sha256(str(saying).encode()).digest()
        async with self._lock:
            for _ in range(_MOST_TRIES):
                try:
                    if self._read_on:
                        await self._catch_up()
                    return await self._say(voice, saying, key, digest)
                except Conflict:
                    self._begin_again()
                except Unavailable as error:
                    self._begin_again()
                    reason = f"the house cannot write just now; ask again with the same key ({error})"
                    return Refusal("unavailable", reason)
        return Refusal("busy", "too much is going on at this table: ask again with the same key")

    def _begin_again(self) -> None:
        """What was played ahead is not in the store: the table is read anew."""
        listeners = self.listeners
        self._begin()
        self.listeners = listeners

    async def _say(self, voice: Voice, saying: Saying, key: str, digest: bytes) -> int | Refusal:
        if key:
            answered = await self.store.answered(self.name, voice.person, key)
            if answered is not None:
                same = answered.digest == digest
                return answered.n if same else Refusal("key-used", "this key was something else's: take another")
        now = await self.store.now()
        done = self._done(voice, saying, key, now)
        if isinstance(done, Refusal):
            return done
        entries = [*done, *self._afterwards(done, now)]
        chain = Chain(self.chain.end)
        lines = tuple(chain.line(entry) for entry in entries)
        first = self.chain.end.entries
        await self.store.append(Append(self.name, first, lines, voice.person if key else "", key, digest))
        self.record.chain = chain
        self._tell(entries)
        return self.n

    def _done(self, voice: Voice, saying: Saying, key: str, now: datetime) -> list[HouseRecorded] | Refusal:
        """What was said, played on the floor: its entries, or why not."""
        if isinstance(saying, GiveSeed):
            return self._seed(voice, saying, now)
        mixed: list[SeedsMixed] = []
        if isinstance(saying, Throw):
            command = self._thrown(voice)
            if isinstance(command, Refusal):
                return command
            mixed = list(turns.before_throw(self.turns))
            saying = RollDice(*turns.next_faces(self._house_key, self.name, turns.mixed_by(self.turns, mixed)))
        else:
            refusal = refused_role(saying, voice.seat, voice.roles, self.floor.table.shooter(), fair=self.fair)
            if refusal is not None:
                return refusal
            if isinstance(saying, Overrule) and self.fair:
                saying = Overrule(*turns.last_faces(self._house_key, self.name, self.turns))
        recorded = len(self.floor.record)
        answer = self.floor.tell(saying, at=now, actor=voice.person, key=key)
        if isinstance(answer, Refusal):
            return answer
        before = self._house(mixed, now)
        return [*before, *self._entries(self.floor.record[recorded:], len(before))]

    def _thrown(self, voice: Voice) -> Refusal | None:
        if not self.fair:
            return Refusal("entered", "the dice of this table are thrown by hand: say what they show, as in roll 3 4")
        return refused_roll(voice.seat, voice.roles, self.floor.table.shooter())

    def _seed(self, voice: Voice, saying: GiveSeed, now: datetime) -> list[HouseRecorded] | Refusal:
        if not self.fair:
            return Refusal("entered", "the dice of this table are thrown by hand: they take no seeds")
        if not voice.seat:
            return Refusal("no-seat", "take a seat first: sits 100")
        refusal = turns.refused_seed(self.turns, saying.seed)
        return refusal or self._house([SeedGiven(voice.seat, saying.seed)], now)

    def _entries(self, recorded: Iterable[FloorRecorded], ahead: int) -> Iterator[HouseRecorded]:
        for told in recorded:
            self.record.follow(told.event)
            envelope = (told.at, told.actor, told.key)
            yield HouseRecorded(self.chain.end.entries + ahead, told.command, told.event, *envelope, told.table)
            ahead += 1

    def _house(self, events: Iterable[HouseEvent], now: datetime, ahead: int = 0) -> list[HouseRecorded]:
        """What the house does itself, as entries after `ahead` others."""
        entries: list[HouseRecorded] = []
        for event in events:
            self.record.follow(event)
            entries.append(HouseRecorded(self.chain.end.entries + ahead + len(entries), None, event, now, HOUSE))
        return entries

    def _afterwards(self, done: list[HouseRecorded], now: datetime) -> list[HouseRecorded]:
        """What follows from what was done: a turn that is over, and how long the next throw is waited for."""
        events: list[HouseEvent] = []
        throws = self.floor.table.shooter()
        if self.fair:
            for entry in done:
                if not isinstance(entry.event, HouseEvent):
                    over = turns.turned(self._house_key, self.name, self.turns, entry.event, throws)
                    events = events or list(over)
        if self.awaited is None and throws is not None and self.fair:
            events.append(Awaited(now + timedelta(seconds=self.terms.window)))
        return self._house(events, now, len(done))

    # --- deadlines

    async def overdue(self) -> bool:
        """Throws the dice for whoever did not, if it is time by the store's clock; says whether it did."""
        if self.awaited is None or await self.store.now() < self.awaited:
            return False
        return not isinstance(await self.say(THE_HOUSE, Throw()), Refusal)
