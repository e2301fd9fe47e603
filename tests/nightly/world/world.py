"""A world: servers on one disk, people at their tables, weather; all of it from one seed, and the same every time."""

import asyncio
import functools
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from sevenout.rulebook.source import read_book
from sevenout.server.accounts.people import People, Welcome
from sevenout.server.accounts.self_limits import Bounds, SelfLimits, set_bounds
from sevenout.server.connections import connections, outbox
from sevenout.server.fairness.keys import Keys
from sevenout.server.live import live_table, table_terms
from sevenout.server.live.table_terms import DiceAre, TableRequest
from sevenout.server.store.interface import Unavailable
from sevenout.server.tables.bots import BotRequest
from tests.nightly.world.loop import Stuck, WorldLoop, under
from tests.nightly.world.oracle import Oracle
from tests.nightly.world.people import CrewMember, Player
from tests.nightly.world.servers import Server
from tests.nightly.world.sockets import Line
from tests.nightly.world.store import CALM, Disk, Weather, WorldStore
from tests.nightly.world.tabs import Asked, Tab
from tests.nightly.world.trace import Trace

_NAMES = ("Ann", "Bob", "Cy", "Dee")
_STRATEGIES = ("pass-line", "iron-cross", "pass-2-come", "martingale")
"""That sit down as bots at some tables."""
_EVENING = 30.0
"""Seconds of play, by the world's clock."""
_AFTER = 12.0
"""And of calm after it, in which everything comes to rest."""
_TOLD_WITHIN = 3.0
"""Seconds in which everybody is told what was written, once it is calm."""
_read_book = functools.cache(read_book)
_MOST_WAITING = 16
"""Messages for one connection: few, so that slow readers are found out within an evening."""


class Outcome(NamedTuple):
    """What came of a seed."""

    seed: int
    digest: str
    wrong: list[str]
    counted: dict[str, int]
    lines: list[str]


class World:
    """One evening."""

    def __init__(self, seed: int, *, keep: bool = False) -> None:
        self.seed = seed
        self.loop = WorldLoop(self.chance("order"))
        self.trace = Trace(self.loop.time, keep=keep)
        fate = self.chance("fate")
        self.embedded = fate.random() < 0.3
        self.disk = Disk(self.loop, self.trace, self.chance("disk"), embedded=self.embedded)
        self.oracle = Oracle(self.disk, self.loop)
        self.weather = _weather(fate)
        self.skew = fate.choice((0.0, -30.0, 30.0))
        keys = Keys(fate.randbytes(32), fate.randbytes(32))
        count = 1 if self.embedded else fate.choice((1, 2, 2, 3))
        self.servers = [Server(self, f"s{number}", keys) for number in range(1, count + 1)]
        self.names = _NAMES[: fate.randint(2, len(_NAMES))]
        self.over = False
        self.fair: dict[str, bool] = {}
        self.players: list[Player] = []
        self.refused: list[tuple[str, str, str]] = []
        self._fate = fate

    def chance(self, whose: str) -> random.Random:
        """A source of chance of somebody's own."""
        return random.Random(f"{self.seed}/{whose}")

    def a_server(self, chance: random.Random) -> Server | None:
        """One that is up."""
        up = [server for server in self.servers if server.up]
        return chance.choice(up) if up else None

    def new_line(self, chance: random.Random) -> Line:
        """A connection's."""
        return Line(self.loop, chance, chance.choice((0.002, 0.01, 0.1)))

    # --- the evening

    async def evening(self) -> None:
        """People come in, tables are opened, they play, the weather turns; then it is calm, and all is counted."""
        for server in self.servers:
            await server.start()
        await self._opened()
        self.disk.weather = self.weather
        playing = [asyncio.create_task(player.play()) for player in self.players]
        troubles = [asyncio.create_task(self._trouble(server)) for server in self.servers]
        troubles += [asyncio.create_task(self._store_goes_away()), asyncio.create_task(self._lines_are_cut())]
        troubles += [asyncio.create_task(self._crew_goes_home()), asyncio.create_task(self._outboxes_are_looked_at())]
        await asyncio.sleep(_EVENING)
        self.over = True
        self.disk.weather = CALM
        for task in troubles:
            task.cancel()
        await asyncio.gather(*troubles, return_exceptions=True)
        for server in self.servers:
            if not server.up:
                await server.start()
        await asyncio.gather(*playing)
        await self._at_rest()

    async def _opened(self) -> None:
        """People and tables, before anything goes wrong."""
        fate, house = self._fate, self.servers[0].house
        assert house is not None, "the first server has just come up"
        owner = await _welcome(house.people, "Olga", "a long password")
        tables = []
        for number in range(fate.randint(1, 2)):
            dice: DiceAre = "fair" if number == 0 or fate.random() < 0.6 else "entered"
            rules = fate.choice(("typical", "catfish-bend"))
            wanted = TableRequest(rules=rules, dice=dice, window=fate.randint(2, 5), pause=1)
            opened = await house.open_table(owner.person, wanted)
            assert isinstance(opened, live_table.LiveTable), "the terms are sound"
            self.fair[opened.name] = dice == "fair"
            tables.append(opened.name)
            for strategy in fate.sample(_STRATEGIES, fate.choice((0, 0, 1, 2))):
                owner_now = await house.people.person(owner.person.key)
                assert owner_now is not None, "somebody who is here has a card"
                seated = await house.seat_bot(
                    opened, owner_now, BotRequest(strategy, bankroll="300"), f"bot-{strategy}"
                )
                assert isinstance(seated, str), f"{strategy} does not sit down: {seated}"
        for name in self.names:
            who = await _welcome(house.people, name)
            if fate.random() < 0.4:
                most = fate.choice((100_00, 250_00))
                await house.people.change(who.person.key, functools.partial(_bounded, most=most, now=self.disk.now()))
                self.oracle.most[who.person.key] = most
            self._seat_at(who, name, tables if fate.random() < 0.3 else [fate.choice(tables)], Player)
        for name in tables:
            who = await _welcome(house.people, ("Kim", "Lou")[tables.index(name)])
            await house.people.appoint(who.person.key, name, ("stickperson", "supervisor"))
            self.oracle.roles[who.person.key, name] = {"stickperson", "supervisor"}
            self.oracle.roles[owner.person.key, name] = {"owner"}
            self._seat_at(who, who.person.name, [name], CrewMember)

    def _seat_at(self, who: Welcome, name: str, tables: list[str], kind: type[Player]) -> None:
        for table in tables:
            chance = self.chance(f"{name}@{table}")
            tabs = [
                Tab(self, name, who.person.key, who.token, table, self.chance(f"{name}@{table}/{number}"))
                for number in range(1 + (chance.random() < 0.3))
            ]
            self.players.append(kind(self, name, who.person.key, tabs, chance))

    # --- what goes wrong

    async def _trouble(self, server: Server) -> None:
        chance = self.chance(f"trouble of {server.name}")
        while self.weather.crashes:
            await asyncio.sleep(chance.expovariate(self.weather.crashes))
            if not server.up:
                continue
            if chance.random() < 0.7:
                server.crash()
            else:
                await server.stop()
            await asyncio.sleep(chance.uniform(0.1, 5))
            await server.start()

    async def _store_goes_away(self) -> None:
        chance = self.chance("store")
        while self.weather.away:
            await asyncio.sleep(chance.expovariate(self.weather.away))
            self.disk.away_until = self.loop.time() + chance.uniform(0.1, 3)

    async def _lines_are_cut(self) -> None:
        chance = self.chance("cuts")
        while self.weather.cut:
            await asyncio.sleep(chance.expovariate(self.weather.cut * len(self.players)))
            tab = chance.choice([tab for player in self.players for tab in player.tabs])
            if tab.line is not None:
                self.trace(tab.person, "cut")
                tab.line.cut()

    async def _crew_goes_home(self) -> None:
        """Somebody of the crew is sent home, on the card that every server reads."""
        chance = self.chance("shift")
        await asyncio.sleep(chance.uniform(5, 40))
        crew = chance.choice([player for player in self.players if isinstance(player, CrewMember)])
        people = People(WorldStore(self.disk, "office"))
        while True:
            try:
                await people.appoint(crew.key, crew.tab.table, ())
                break
            except Unavailable:
                await asyncio.sleep(0.3)
        self.trace(crew.name, "sent home")
        crew.sent_home = True

    # --- what is looked at

    async def _outboxes_are_looked_at(self) -> None:
        while True:
            await asyncio.sleep(0.25)
            for server in self.servers:
                for waiting in server.waiting():
                    if waiting > _MOST_WAITING:
                        self.oracle.note(f"{waiting} messages wait for one connection")

    def pictured(self, tab: Tab) -> None:
        """A page has folded one more event: what it shows is what the table was then."""
        reading = self.oracle.tables[tab.table]
        if tab.shown is None or tab.n is None or tab.n >= len(reading.shown):
            return
        if any(entry.table is not None for entry in reading.entries[: tab.n + 1]):
            return  # what a ruling did to chips is told by racks, not by an event of the table
        if tab.shown != reading.shown[tab.n]:
            self.oracle.note(f"{tab.person}@{tab.table}: the picture after {tab.n} is another than the table's")
            tab.shown = reading.shown[tab.n]

    def answered(self, tab: Tab, asked: Asked, *, doubtful: bool) -> None:
        """Somebody was answered: what is accepted is written, and what was refused for good never will be."""
        kept = self.disk.answers.get((tab.table, tab.key, asked.key))
        if asked.n is not None and (kept is None or kept.n != asked.n):
            self.oracle.note(f"{tab.person}: {asked.key} was accepted by {asked.n}, and it is not there")
        if asked.code and not doubtful and asked.code != "key-used":
            self.refused.append((tab.table, tab.key, asked.key))

    async def _at_rest(self) -> None:
        """Everybody looks at their table until nothing moves, and sees the same."""
        tabs = [tab for player in self.players for tab in player.tabs]
        for tab in tabs:
            tab.reads = True
        until, lengths = self.loop.time() + _AFTER, dict[str, int]()
        while self.loop.time() < until:
            if self.loop.time() < until - _TOLD_WITHIN:  # strategies play on
                lengths = {name: len(lines) for name, lines in self.disk.lines.items()}
            for tab in tabs:
                if not tab.connected:
                    await tab.connect()
            await asyncio.sleep(0.5)
        for tab in tabs:
            length = lengths[tab.table]
            if tab.n is None or tab.n < length - 1:
                self.oracle.note(f"{tab.person}@{tab.table}: was told up to {tab.n} of {length} entries")
        for table, who, key in self.refused:
            if (table, who, key) in self.disk.answers:
                self.oracle.note(f"{table}: {key} of {who} was refused, and it was done")
        self.oracle.finish()


def run(seed: int, *, keep: bool = False) -> Outcome:
    """Plays a seed from beginning to end."""
    world = World(seed, keep=keep)
    loop = world.loop
    asyncio.set_event_loop(None)
    with under(loop, world.chance("randomness"), world.skew), _overheard(world), _made_small():
        try:
            loop.run_until_complete(loop.create_task(world.evening()))
        except Stuck as stuck:
            world.oracle.patient = True
            world.oracle.note(f"the world stood still: {stuck}")
        except RuntimeError:  # it was stopped by whoever saw something wrong
            if not world.oracle.wrong:
                raise
        finally:
            world.oracle.patient = True
            _closed(loop)
    return Outcome(seed, world.trace.digest, world.oracle.wrong, world.trace.counted, world.trace.lines)


def _closed(loop: WorldLoop) -> None:
    """Ends whatever still runs, as the end of a process would."""
    loop.set_exception_handler(lambda *_: None)
    tasks = [task for of_one in loop.tasks.values() for task in of_one if not task.done()]
    for task in tasks:
        task.cancel()
    loop.steps = 0
    with suppress(Stuck):
        loop.stop()  # once round, for whoever was about to stop it
        loop.run_forever()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    loop.close()


@contextmanager
def _overheard(world: World) -> Iterator[None]:
    """What the house complains of is wrong; what it warns of is weather."""

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            world.trace("log", record.levelname, record.getMessage())
            if record.levelno >= logging.ERROR and not _is_weather(record):
                error = "" if record.exc_info is None else f": {record.exc_info[1]!r}"
                world.oracle.note(f"{record.getMessage()}{error}")

    log, ear = logging.getLogger("sevenout.server"), Ear()
    kept = log.propagate
    log.propagate = False
    log.addHandler(ear)
    try:
        yield
    finally:
        log.removeHandler(ear)
        log.propagate = kept


def _is_weather(record: logging.LogRecord) -> bool:
    """Whether it is of a store that was away; nothing that goes on all evening may end of that."""
    if record.getMessage() == "something in the house went wrong":
        return False
    return record.exc_info is not None and isinstance(record.exc_info[1], Unavailable)


@contextmanager
def _made_small() -> Iterator[None]:
    """A rulebook is read once for all worlds: it is the same whoever reads it. And outboxes are small."""
    others: dict[ModuleType, dict[str, Any]] = {
        table_terms: {"read_book": _read_book},
        connections: {"Outbox": functools.partial(outbox.Outbox, _MOST_WAITING), "MOST_WAITING": _MOST_WAITING},
    }
    kept = {module: {name: getattr(module, name) for name in named} for module, named in others.items()}
    try:
        for module, named in others.items():
            vars(module).update(named)
        yield
    finally:
        for module, named in kept.items():
            vars(module).update(named)


async def _welcome(people: People, name: str, password: str = "") -> Welcome:
    answer = await (people.register(name, password) if password else people.guest(name))
    assert isinstance(answer, Welcome), f"{name} is a name that nobody has"
    return answer


def _bounded(person: Any, *, most: int, now: Any) -> Any:
    limits = set_bounds(person.limits, Bounds(loss=most), now)
    assert isinstance(limits, SelfLimits), "more than nothing"
    return msgspec.structs.replace(person, limits=limits)


def _weather(fate: random.Random) -> Weather:
    """Each kind of trouble is there or not, so that none hides another."""

    def some(most: float) -> float:
        return fate.uniform(0, most) if fate.random() < 0.5 else 0.0

    return Weather(
        lost_before=some(0.05),
        lost_after=some(0.05),
        slow=fate.choice((0.001, 0.01, 0.05)),
        hints_lost=some(1.0),
        hints_late=fate.choice((0.01, 0.3)),
        cut=some(0.1),
        crashes=some(0.1),
        away=some(0.1),
    )
