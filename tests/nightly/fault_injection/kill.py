"""`kill -9` at any moment under load: nothing that was accepted is lost, nothing is done twice.

People play at several tables; the house is killed, started again on the same store, and they say again, with the same
keys, whatever was not answered. After every kill what was accepted must be in the logs once, what is said again must
get the answer that it got before, and every log must still be true and its money conserved.
"""

import asyncio
import itertools
import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from sevenout.server.live.table_terms import decode_terms, game_of
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import TableRow
from tests.nightly.fault_injection.rail import Ledger, Patron
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.warm import Warmed, warm
from tests.server.postgres import Cluster, cluster
from tests.server.serving import Served, serving

_NAMES = ("Pae", "Paf", "Pag", "Pbe", "Pbf", "Pbg", "Pde", "Pdf", "Pdg")
_TABLES = 3
_BEFORE, _LONGEST = 5, 0.2
"""How many are accepted before a kill, at least; and the seconds of play after that, at most."""
_ANSWERED_WITHIN = 180
"""Seconds: a house that has not answered by then never will."""
_ASKED_AGAIN = 0.2
"""Seconds after which what a busy house refused is said again."""


class Killed:
    """A house that is killed over and over, and the people who play there."""

    def __init__(self, served: Served, where: str, seed: str) -> None:
        self._served, self._where, self._rng = served, where, random.Random(seed)
        host = served.guest("Host")
        tables = [served.table(host, rules="catfish-bend", dice="fair", window=3600) for _ in range(_TABLES)]
        self._patrons = [
            Patron(name, table, served.guest(name), random.Random(self._rng.random()))
            for name, table in zip(_NAMES, 3 * tables, strict=True)
        ]
        self._ledgers: dict[str, Ledger] = {}

    def once(self) -> str:
        """Plays, kills, looks, starts again; what is wrong."""
        wrong = asyncio.run(self._play_until_killed(self._rng.random() ** 2 * _LONGEST)) or asyncio.run(self._look())
        self._served.start()
        return wrong

    def last(self) -> str:
        """Everybody says again what was not answered, as often as a busy house asks for it; what is wrong."""
        try:
            asyncio.run(asyncio.wait_for(self._until_answered(), _ANSWERED_WITHIN))
        except TimeoutError:
            return f"{self._unanswered} is not answered within {_ANSWERED_WITHIN} seconds"
        return asyncio.run(self._look())

    @property
    def _unanswered(self) -> str:
        """The key of a line that waits for its answer."""
        return next((key for patron in self._patrons for key in patron.unanswered), "")

    async def _until_answered(self) -> None:
        await self._all_play(0)
        while self._unanswered:
            await asyncio.sleep(_ASKED_AGAIN)
            await self._all_play(0)

    async def _all_play(self, lines: int) -> None:
        await asyncio.gather(*(patron.play(self._served.address, lines) for patron in self._patrons))

    async def _play_until_killed(self, seconds: float) -> str:
        """Kills it some time after the first of them are answered."""
        enough = self.accepted + _BEFORE
        playing = asyncio.create_task(self._all_play(1_000))
        wrong = ""
        try:
            async with asyncio.timeout(_ANSWERED_WITHIN):
                while self.accepted < enough and not playing.done():
                    await asyncio.sleep(0.005)
            await asyncio.sleep(seconds)
        except TimeoutError:
            wrong = f"{_BEFORE} lines were not accepted within {_ANSWERED_WITHIN} seconds"
        self._served.kill()
        await playing
        return wrong

    async def _look(self) -> str:
        """What is wrong with what the store has. A file is copied first: whoever opens it next is to be the house."""
        wrong = next((patron.wrong for patron in self._patrons if patron.wrong), "")
        if wrong:
            return wrong
        with tempfile.TemporaryDirectory() as folder:
            store = await open_store(_copied(self._where, Path(folder)))
            try:
                for row in await store.tables():
                    wrong = wrong or self._table_wrong(row, await store.lines(row.table))
                return wrong or await store.check()
            finally:
                await store.close()

    def _table_wrong(self, row: TableRow, lines: list[bytes]) -> str:
        if row.table not in self._ledgers:
            self._ledgers[row.table] = Ledger(game_of(decode_terms(row.terms)))
        ledger = self._ledgers[row.table]
        wrong = ledger.read(lines)
        for patron in self._patrons:
            if patron.table == row.table:
                wrong = wrong or ledger.misses(patron.accepted) or _told_otherwise(patron, ledger)
        return wrong

    @property
    def accepted(self) -> int:
        """How much was accepted so far."""
        return sum(len(patron.accepted) for patron in self._patrons)


def _copied(where: str, folder: Path) -> str:
    if "://" in where:
        return where
    for file in Path(where).parent.glob("house.db*"):
        if not file.name.endswith(("-shm", ".lock")):
            shutil.copy(file, folder / file.name)
    return str(folder / "house.db")


def _told_otherwise(patron: Patron, ledger: Ledger) -> str:
    """What somebody was refused, and was done all the same."""
    for key in patron.lines:
        if key in ledger.keys and key not in patron.accepted and key not in patron.unanswered:
            return f"{key} was refused, and is there"
    return ""


class Part(NamedTuple):
    """So many kills of one house."""

    kills: int
    store: str
    cold: bool = False
    """Whether every start is that of a new process, as people start it."""


ROUND = (Part(30, "sqlite"), Part(5, "sqlite", cold=True), Part(15, "postgres"))


def run(tally: Tally, given: Given) -> None:
    """Kills houses as often as is left to try."""
    with ExitStack() as stack:
        running: Cluster | None = None
        for number, part in enumerate(itertools.cycle(ROUND)):
            if not tally.left:
                return
            folder = given.folder / f"house-{number}"
            folder.mkdir()
            where = str(folder / "house.db")
            if part.store == "postgres":
                running = running or stack.enter_context(cluster())
                where = running.fresh(f"house_{number}")
            with _started(where, folder, cold=part.cold) as served:
                _kill(tally, Killed(served, where, f"{given.seed}/{number}"), part, given.seed)


def _kill(tally: Tally, killed: Killed, part: Part, seed: int) -> None:
    for _ in range(min(tally.left, part.kills)):
        tally.one(killed.once(), f"--seed {seed}")
    tally.one(killed.last(), f"--seed {seed}", 0)
    tally.notes = f"{killed.accepted:,} commands were accepted at the last house"


@contextmanager
def _started(where: str, folder: Path, *, cold: bool) -> Iterator[Served]:
    if cold:
        with serving(where, folder) as served:
            yield served
        return
    with warm() as ready:
        served = Warmed(ready, where, folder)
        try:
            yield served
        finally:
            served.kill()
