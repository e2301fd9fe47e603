"""Random commands over several tables of one house: no chip is made or lost, and what is read again is what was live.

Evenings of a few tables each, over books with and without a crew, fair dice and entered ones. Half of what is said is
what comes next, half is anything by anybody; some of it is said again with its key, some by another server of the same
table, and now and then a table is read anew and goes on. An evening is repeated by its seed.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.crew.pit.pit_commands import RuleOnThrow
from sevenout.server.accounts.permissions import CREW
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import LogState
from sevenout.server.live.requests import THE_HOUSE, Actor, GiveSeed, Request, ThrowRequest
from sevenout.server.live.table_terms import DiceAre, TableRequest, decode_terms, encode_terms, game_of, read_terms
from sevenout.server.store.interface import Store, TableRow
from sevenout.server.store.sqlite import SqliteStore
from sevenout.table.commands import Overrule, RollDice, Sit
from sevenout.table.state import out_of_balance
from tests.nightly.fault_injection.report import Given, Tally
from tests.property.floors import Night
from tests.property.games import NAMES
from tests.server.playing import unsalted

EVENING = 10_000
"""Commands."""
_TABLES: tuple[tuple[str, DiceAre], ...] = (
    ("catfish-bend", "fair"),
    ("catfish-bend", "entered"),
    ("marina-bay-sands", "fair"),
)
_OTHER_BOOKS = ("new-south-wales", "crapless", "typical-bar-2", "typical")
HOUSE_KEY = b"k" * 32
_PROCESSES = 2


def run(tally: Tally, given: Given) -> None:
    """Plays evenings until so many commands were told."""
    with ProcessPoolExecutor(_PROCESSES) as processes:
        lengths = [min(EVENING, tally.wanted - begun) for begun in range(0, tally.wanted, EVENING)]
        seeds = range(given.seed, given.seed + len(lengths))
        for seed, length, wrong in zip(seeds, lengths, processes.map(_played, seeds, lengths), strict=True):
            tally.one(wrong, f"--seed {seed} --count {length}", length)


def _played(seed: int, length: int) -> str:
    with TemporaryDirectory(prefix="sevenout-") as folder:
        return asyncio.run(evening(seed, length, Path(folder)))


async def evening(seed: int, length: int, folder: Path) -> str:
    """One evening; what was wrong with it."""
    rng = random.Random(seed)
    store = SqliteStore(folder / "house.db", synchronous="OFF")  # nobody pulls the plug here
    try:
        books = (*_TABLES, (rng.choice(_OTHER_BOOKS), "fair"))
        tables = [await Seating.opened(store, rng, f"t-{n}", book, dice) for n, (book, dice) in enumerate(books)]
        try:
            for _ in range(-(-length // len(tables))):
                await asyncio.gather(*(table.one() for table in tables))
        except Exception as error:  # whatever it is, a house must not end by it
            said = "; ".join(f"{table.live.name}: {table.said}" for table in tables)
            return f"{type(error).__name__}: {error} (last said: {said})"
        return next(iter([wrong for table in tables async for wrong in table.wrong()]), "")
    finally:
        await store.close()


class Seating:
    """One of the tables, and whoever says something there."""

    def __init__(self, live: LiveTable, rng: random.Random) -> None:
        self.live, self.rng = live, rng
        self.other = LiveTable(live.name, live.terms, live.store, HOUSE_KEY, unsalted)
        """The same table, as another server has it."""
        self.night = Night(live.game.rules, rng)
        self.night.rail.minimum, self.night.rail.chip = live.game.minimum, live.game.chip
        self.bare = rng.random() < 0.3
        """Whether no crew comes to it."""
        self.said, self._count = "", 0
        self._mark = f"{rng.randrange(10**9):x}"
        """In its keys: another evening at the same table has others."""
        self._answered: tuple[Actor, Request, str, int] | None = None
        self._faults: list[str] = []

    @classmethod
    async def opened(
        cls, store: Store, rng: random.Random, name: str, book: str, dice: DiceAre, *, own_seats: bool = False
    ) -> "Seating":
        """A new table with people at it; with `own_seats` each sits down themself, and the seat is theirs alone."""
        terms, _ = read_terms(TableRequest(rules=book, dice=dice), {}, "p-owner")
        live, now = LiveTable(name, terms, store, HOUSE_KEY, unsalted), await store.now()
        await store.open_table(TableRow(live.name, encode_terms(terms), now), live.opening(now))
        seating = cls(live, random.Random(rng.random()))
        for seat in NAMES:
            actor = Actor(f"p-{seat}", seat) if own_seats else THE_HOUSE
            await live.submit(actor, Sit(seat, 200 * live.game.minimum, player=actor.person if own_seats else ""))
        return seating

    @classmethod
    async def found(cls, store: Store, rng: random.Random, name: str) -> "Seating":
        """A table that is there already."""
        row = next(row for row in await store.tables() if row.table == name)
        live = LiveTable(name, decode_terms(row.terms), store, HOUSE_KEY, unsalted)
        await live.catch_up()
        return cls(live, rng)

    async def one(self) -> None:
        """Somebody says something, here or at the other server, for the first time or again."""
        rng = self.rng
        self._count += 1
        if rng.random() < 0.02 and self._answered is not None:
            await self._again(*self._answered)
            return
        if rng.random() < 0.002:
            self.live, self.other = self.other, self.live  # which reads what it has missed
        self.night.floor, self.night.rail.table = self.live.floor, self.live.floor.table
        saying, key = self._saying(), f"k{self._count}-{self._mark}" if rng.random() < 0.5 else ""
        voice = self._voice(saying)
        if isinstance(saying, Sit):
            saying = replace(saying, player=voice.person)
        self.said = f"{voice.person}: {saying}"
        answer = await self.live.submit(voice, saying, key)
        if isinstance(answer, int) and key:
            self._answered = (voice, saying, key, answer)

    async def _again(self, voice: Actor, saying: Request, key: str, answer: int) -> None:
        """The same key: the same answer, and with other words none."""
        await self.live.catch_up()  # it may not have read what was done at the other: that is not done twice
        before = self.live.n
        if await self.live.submit(voice, saying, key) != answer:
            self._faults.append(f"«{saying}» was answered otherwise the second time")
        other = await self.live.submit(voice, GiveSeed("c0ffee"), key)
        if (not isinstance(other, Refusal) or other.code != "key-used") and not isinstance(saying, GiveSeed):
            self._faults.append(f"the key of «{saying}» was taken for something else: {other}")
        if self.live.n != before:
            self._faults.append(f"«{saying}» was done twice")

    def _saying(self) -> Request:
        if self.rng.random() < 0.02:
            return GiveSeed(self.rng.randbytes(self.rng.randrange(1, 70)).hex())
        if self.live.floor.table.state.dice.called_off is not None and self.rng.random() < 0.4:
            shown = self.rng.randint(1, 6), self.rng.randint(1, 6)
            return RuleOnThrow(shown) if self.live.floor.is_posted else Overrule(*shown)
        command = self.night.rail.action() if self.bare else self.night.command()
        return ThrowRequest() if isinstance(command, RollDice) and self.live.fair else command

    def _voice(self, saying: Request) -> Actor:
        """Mostly somebody who may say it; else anybody."""
        chance = self.rng.random()
        if chance < 0.15:
            name = self.rng.choice(NAMES)
            return Actor(f"p-{name}", name, self.rng.choice(((), (), CREW, ("owner",))))
        seat = str(getattr(saying, "seat", "")) or self.live.floor.table.shooter() or "Ann"
        return Actor(f"p-{seat}", seat, ("owner", *CREW))

    async def wrong(self) -> AsyncIterator[str]:
        """What is not as it should be once the evening is over."""
        for fault in self._faults:
            yield f"{self.live.name}: {fault}"
        record = LogState(game_of(self.live.terms))
        try:
            list(record.read(await self.live.store.lines(self.live.name)))
        except BadInput as error:
            yield f"{self.live.name}: it cannot be read again: {error}"
            return
        for live in (self.live, self.other):
            await live.catch_up()  # nobody calls the server that said nothing last
            if _standing(record) != _standing(live.record):
                yield f"{self.live.name}: read again it is not as it was live"
        if out_of_balance(record.floor.table.state):
            yield f"{self.live.name}: chips were made or lost"


def _standing(record: LogState) -> tuple[Any, ...]:
    """Everything that a table is."""
    floor = record.floor
    return floor.table.state, floor.dice, floor.pit, floor.snapshot, record.turns, record.awaited, record.chain.end
