"""Two servers on one PostgreSQL: one is killed in the middle of commands, or the database goes down and comes back.

Players who lose their server come to the other one with the number of the last event they heard, and say what was not
answered again with the same key. Nothing that was acknowledged is lost or done twice, nobody misses an event, and
everybody goes on: after each fault every player is answered again.
"""

import asyncio
import random
from contextlib import ExitStack, suppress

from tests.nightly.fault_injection.kept import broken_word
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.speaking import Answer, Gone, Speaker
from tests.server.postgres import Cluster, cluster
from tests.server.serving import Served

_TABLES, _SEATS = 4, ("Ann", "Bob", "Cy")
_LINES = ("bets 10 on pass", "roll", "bets 5 on field", "roll", "bets 12 on place-6", "bets 12 on place-8", "undoes")
_PAUSE = 0.055
"""Seconds between two lines over one connection: fewer than a flood."""
_ASK_AGAIN = frozenset({"unavailable", "busy", "closing"})
"""Refusals that ask for the same key again."""
_LOST_WITHIN = 180.0
"""Seconds in which a player must have been answered again."""


def run(tally: Tally, given: Given) -> None:
    """Does one harm after another, while everybody plays."""
    with ExitStack() as stack:
        database = stack.enter_context(cluster())
        where = database.fresh("house")
        servers = [Served(where, given.folder) for _ in range(2)]
        for served in servers:
            stack.callback(served.kill)
        asyncio.run(_harmed(tally, database, servers, given))


async def _harmed(tally: Tally, database: Cluster, servers: list[Served], given: Given) -> None:
    rng, again = random.Random(given.seed), f"--seed {given.seed}"
    host = servers[0].guest("Host")
    tables = [servers[0].table(host, rules="catfish-bend", window=5) for _ in range(_TABLES)]
    fuse = Fuse()
    people = [
        Player(fuse, f"{name}-{'abcdefgh'[n]}", table, servers, random.Random(rng.random()))
        for n, table in enumerate(tables)
        for name in _SEATS
    ]
    playing = [asyncio.create_task(person.play()) for person in people]
    try:
        while tally.left:
            await asyncio.sleep(rng.uniform(0.1, 0.6))
            harm = rng.choice(("kill", "kill", "restart", "crash"))
            await _harm(harm, database, servers, fuse, rng)
            tally.one(wrong := await _all_go_on(people, harm), again)
            if wrong:
                break
    finally:
        for person in people:
            person.stopping = True
        await asyncio.wait(playing, timeout=_LOST_WITHIN)
        for player in playing:
            player.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
    broken = [error for error in ended if isinstance(error, BaseException)]
    tally.one(f"a player could not go on: {broken[0]!r}" if broken else "", again, 0)
    for table in tables:
        here = [person for person in people if person.table == table]
        accepted, gaps = sum(len(person.accepted) for person in here), sum(person.gaps for person in here)
        tally.one(broken_word(table, servers, accepted, given.folder), again, 0)
        tally.one(f"{table}: players missed events {gaps} times" if gaps else "", again, 0)
    said = sum(len(person.accepted) for person in people)
    moved = sum(person.moved for person in people)
    tally.notes = f"{said:,} commands were acknowledged; players came back {moved:,} times"


async def _harm(harm: str, database: Cluster, servers: list[Served], fuse: "Fuse", rng: random.Random) -> None:
    """One of the servers dies and is started again, or the database is stopped, at once or in order, and started."""
    if harm == "kill":
        served = rng.choice(servers)
        await fuse.burnt(served, rng)
        served.kill()
        await asyncio.sleep(rng.uniform(0.0, 0.3))
        await asyncio.to_thread(served.start)
    else:
        await asyncio.to_thread(database.stop, "immediate" if harm == "crash" else "fast")
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        await asyncio.to_thread(database.start)


async def _all_go_on(people: list["Player"], harm: str) -> str:
    """Waits until everybody was answered again."""
    for person in people:
        person.answered.clear()
    try:
        async with asyncio.timeout(_LOST_WITHIN):
            for person in people:
                await person.answered.wait()
    except TimeoutError:
        silent = [person.name for person in people if not person.answered.is_set()]
        return f"after {harm} nobody answers {', '.join(silent)}"
    return ""


class Fuse:
    """Kills a server in the middle of a command: a few milliseconds after it was said, or as its answer is heard."""

    def __init__(self) -> None:
        self._struck = asyncio.Event()
        self._served: Served | None = None
        self._delay: float | None = None

    async def burnt(self, served: Served, rng: random.Random) -> None:
        """Waits for the next command to that server, which is its last; not for long, nobody may be there."""
        self._struck.clear()
        self._served, self._delay = served, rng.choice((None, rng.uniform(0.0, 0.01)))
        with suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                await self._struck.wait()
        self._served = None

    def said(self, served: Served) -> None:
        """Something was just said to a server."""
        if served is self._served and self._delay is not None:
            asyncio.get_running_loop().call_later(self._delay, self._strike, served)
            self._served = None

    def answered(self, served: Served) -> None:
        """A server just answered something."""
        if served is self._served and self._delay is None:
            self._strike(served)
            self._served = None

    def _strike(self, served: Served) -> None:
        served.process.kill()
        self._struck.set()


class Player:
    """Somebody who plays on, whichever server there is."""

    def __init__(self, fuse: Fuse, name: str, table: str, servers: list[Served], rng: random.Random) -> None:
        self._fuse, self.name, self.table, self._servers, self._rng = fuse, name, table, servers, rng
        self.token = servers[0].guest(name)
        self.person = ""
        self.accepted: dict[str, int] = {}
        self.refused: set[str] = set()
        self.answered = asyncio.Event()
        self.stopping = False
        self.moved = 0
        self.gaps = 0
        self._at = rng.randrange(len(servers))
        self._speaker: Speaker | None = None
        self._heard: int | None = None

    async def play(self) -> None:
        """Says one line after another until it is told to stop."""
        await self._said("sits", "sits 100000")
        number = 0
        while not self.stopping:
            number += 1
            await self._said(f"k{number}", self._rng.choice(_LINES))
            await asyncio.sleep(_PAUSE * self._rng.uniform(1, 2))
        if self._speaker is not None:
            self.gaps += self._speaker.gaps
            await self._speaker.go()

    async def _said(self, key: str, line: str) -> None:
        """Says it until it is answered, always with the same key."""
        while True:
            try:
                speaker = await self._connected()
                self._fuse.said(self._servers[self._at])
                answer = await speaker.say(key, line)
                self._fuse.answered(self._servers[self._at])
            except (Gone, TimeoutError):
                self._leave()
                await asyncio.sleep(0.05)
                continue
            if answer.code not in _ASK_AGAIN:
                break
            await asyncio.sleep(0.2)
        self._note(key, answer)

    def _note(self, key: str, answer: Answer) -> None:
        self.answered.set()
        if answer.accepted:
            self.accepted[key] = answer.n
        else:
            self.refused.add(key)

    async def _connected(self) -> Speaker:
        if self._speaker is None:
            self._speaker = await Speaker.at(self._servers[self._at], self.table, self.token, self._heard)
        return self._speaker

    def _leave(self) -> None:
        """The server does not answer: the other one may."""
        if self._speaker is not None:
            self._heard, self.gaps = self._speaker.heard, self.gaps + self._speaker.gaps
            self.moved += 1
        self._speaker = None
        self._at = (self._at + 1) % len(self._servers)
