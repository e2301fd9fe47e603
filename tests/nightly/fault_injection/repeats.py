"""The same command sent two to ten times at once, over several connections and several servers: done once.

Half of it to a house on SQLite, half to two servers on one PostgreSQL. Every time is answered alike, the log has the
key once, and of two different commands under one key one is done. Other players go on meanwhile.
"""

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.nightly.fault_injection.kept import broken_word
from tests.nightly.fault_injection.load import BUSY
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.speaking import WEAK, Answer, Gone, Speaker
from tests.server.postgres import cluster
from tests.server.serving import Served, serving

_PLAYERS, _TABLES, _CONNECTIONS = ("Ann", "Bob", "Cy"), 4, 10
_LINES = ("bets 5 on field", "bets 10 on pass", "roll", "bets 6 on place-6", "roll", "bets 10 on come", "undoes")
_OTHER = "bets 1 on any-7"
_EACH_SECOND = 15.0
"""Lines over one connection: fewer than a flood."""


def run(tally: Tally, given: Given) -> None:
    """Sends everything several times, to a house of each kind."""
    half = tally.wanted // 2
    with serving(str(given.folder / "house.db"), given.folder) as served:
        asyncio.run(_sent(tally, [served], half, given.seed, given.folder))
    with ExitStack() as stack:
        database = stack.enter_context(cluster())
        where = database.fresh("house")
        folder = given.folder / "shared"  # keys and signatures of its own: those of one house are not another's
        folder.mkdir()
        servers = [stack.enter_context(serving(where, folder)) for _ in range(2)]
        asyncio.run(_sent(tally, servers, tally.left, given.seed + 1, folder))


async def _sent(tally: Tally, servers: Sequence[Served], count: int, seed: int, folder: Path) -> None:
    rng = random.Random(seed)
    host = servers[0].guest("Host")
    tables = [servers[0].table(host, rules="catfish-bend", window=60) for _ in range(_TABLES)]
    people = [
        await Repeater.at(servers, table, f"{name}-{'abcdefgh'[n]}", random.Random(rng.random()))
        for n, table in enumerate(tables)
        for name in _PLAYERS
    ]

    left = iter(range(count))
    again = f"--seed {seed if len(servers) == 1 else seed - 1}"
    await asyncio.gather(*(person.play(left, tally, again) for person in people))
    for table in tables:
        accepted = sum(len(person.accepted) for person in people if person.table == table)
        tally.one(broken_word(table, servers, accepted, folder), again, 0)
    await asyncio.gather(*(person.go() for person in people))
    accepted = sum(len(person.accepted) for person in people)
    kind = "SQLite" if len(servers) == 1 else f"PostgreSQL, {len(servers)} servers"
    tally.notes += f"{kind}: {accepted:,} of {count:,} accepted. "
    tally.one("" if accepted > count / 4 else "hardly anything was accepted: this tries nothing", again, 0)


async def _insisted(speaker: Speaker, key: str, line: str) -> Answer:
    """The answer to a line, which is said again as long as the house is busy: one person speaks for ten here."""
    while (answer := await speaker.say(key, line)).code == BUSY:
        await asyncio.sleep(1)
    return answer


class Repeater:
    """Somebody who says everything several times at once."""

    def __init__(self, name: str, table: str, speakers: list[Speaker], rng: random.Random) -> None:
        self.name, self.table, self._speakers, self._rng = name, table, speakers, rng
        self._free = [0.0] * len(speakers)
        """When each connection may say something again."""
        self.accepted: dict[str, int] = {}

    @classmethod
    async def at(cls, servers: Sequence[Served], table: str, name: str, rng: random.Random) -> "Repeater":
        """With connections to every server."""
        token = servers[0].guest(name)
        speakers = [await Speaker.at(servers[n % len(servers)], table, token) for n in range(_CONNECTIONS)]
        person = cls(name, table, speakers, rng)
        sat = await speakers[0].say("sits", "sits 100000")
        assert sat.accepted, sat
        person.accepted["sits"] = sat.n
        return person

    async def play(self, left: Iterator[int], tally: Tally, again: str) -> None:
        """Says one thing after another, as long as there is something left to try."""
        for number in left:
            tally.one(await self._one(f"k{number}"), again)

    async def _one(self, key: str) -> str:
        times, line = self._rng.randint(2, 10), self._rng.choice(_LINES)
        lines = [line] * times
        if self._rng.random() < 0.05:
            lines = self._rng.choices((line, _OTHER), k=times)
        chosen = self._rng.sample(range(len(self._speakers)), times)
        await self._pace(chosen)
        said = [_insisted(self._speakers[at], key, line) for at, line in zip(chosen, lines, strict=True)]
        answers = await asyncio.gather(*said, return_exceptions=True)
        failed = next((answer for answer in answers if isinstance(answer, BaseException)), None)
        if failed is not None:
            if not isinstance(failed, Gone | TimeoutError):
                raise failed
            return f"«{line}» was not answered: {failed!r}"
        return self._judged(key, lines, [answer for answer in answers if isinstance(answer, Answer)])

    def _judged(self, key: str, lines: list[str], answers: list[Answer]) -> str:
        """What is wrong with the answers; a refusal of the game may come before what made it one was over."""
        ns = {answer.n for answer in answers if answer.accepted}
        done = {line for line, answer in zip(lines, answers, strict=True) if answer.accepted}
        weak = {answer.code for answer in answers} & WEAK
        if len(ns) > 1 or len(done) > 1:
            return f"«{lines}» was done by {sorted(ns)}"
        if ns:
            self.accepted[key] = ns.pop()
        if weak - ({"key-used"} if len(set(lines)) > 1 else set()):
            return f"«{lines[0]}» was refused: {next(answer for answer in answers if answer.code in weak)}"
        return ""

    async def _pace(self, chosen: list[int]) -> None:
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, max(self._free[at] for at in chosen) - now))
        then = asyncio.get_running_loop().time()
        for at in chosen:
            self._free[at] = max(self._free[at], then - 2.0) + 1 / _EACH_SECOND

    async def go(self) -> None:
        """Hangs up."""
        await asyncio.gather(*(speaker.go() for speaker in self._speakers))
