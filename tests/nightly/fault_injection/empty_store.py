"""A store from which something is gone that the house signed for: it does not open again as if nothing had been.

Each try is a copy of a house of three tables with its checkpoints beside it, from which are taken: the whole file, all
tables, one table, the end of one log, or all lines of one. The look before opening must name every table that is gone
or shorter, and no other; a house as it was must be found as it should be.
"""

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from sevenout.server.casino import Casino
from sevenout.server.fairness.checkpoints import Checkpoints
from sevenout.server.fairness.keys import open_keys
from sevenout.server.operation.settings import Settings
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.verification.startup_checks import self_check
from tests.nightly.fault_injection.report import Given, Tally
from tests.server.playing import come_in, opened, says

_TABLES = 3
_KINDS = ("nothing", "the file", "all tables", "a table", "a log", "the end of a log")


def run(tally: Tally, given: Given) -> None:
    """Takes something away, each kind in turn."""
    sound = given.folder / "sound"
    sound.mkdir()
    asyncio.run(_played(_settings(sound)))
    for number in range(tally.wanted):
        rng = random.Random(f"{given.seed} {number}")
        folder = given.folder / "copy"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(sound, folder)
        kind = _KINDS[number % len(_KINDS)]
        gone = _taken(folder / "house.db", kind, rng)
        found = asyncio.run(_found(_settings(folder)))
        wrong = "" if found == gone else f"{kind}: {sorted(gone)} are gone, and {sorted(found)} are said to be"
        tally.one(wrong, f"--seed {given.seed} --count {number + 1}")


def _settings(folder: Path) -> Settings:
    return Settings(db=str(folder / "house.db"))


async def _played(settings: Settings) -> None:
    """An evening of three tables, closed in good order: every log is signed for to its end."""
    keys = open_keys(settings.key_file)
    house = Casino(SqliteStore(Path(settings.db), synchronous="OFF"), keys, Checkpoints(settings.checkpoint_file))
    await house.start()
    ann = await come_in(house, "Ann")
    for _ in range(_TABLES):
        table, ann = await opened(house, ann)
        await says(house, table, ann, "sits 500", "bets 5 on pass", "roll", "bets 5 on field")
    await house.stop()


def _taken(db: Path, kind: str, rng: random.Random) -> set[str]:
    """Takes it away, and says which tables it was taken from."""
    with closing(sqlite3.connect(db, isolation_level=None)) as file:
        names = dict(file.execute("SELECT id, name FROM tables").fetchall())
        number = rng.choice(list(names))
        if kind == "the file":
            db.unlink()
        if kind in ("the file", "all tables"):
            file.executescript("DELETE FROM lines; DELETE FROM answers; DELETE FROM tables; DELETE FROM pictures")
            return set(names.values())
        if kind == "nothing":
            return set()
        (length,) = file.execute("SELECT count(*) FROM lines WHERE tbl = ?", (number,)).fetchone()
        first = rng.randrange(1, length) if kind == "the end of a log" else 0
        for table in ("lines", "answers"):
            file.execute(f"DELETE FROM {table} WHERE tbl = ? AND n >= ?", (number, first))
        if kind == "a table":
            file.execute("DELETE FROM tables WHERE id = ?", (number,))
    return {names[number]}


async def _found(settings: Settings) -> set[str]:
    """The tables that the look before opening says are not as they were signed for, or cannot be read."""
    store = SqliteStore(Path(settings.db), synchronous="OFF")
    try:
        names = {one for found in await self_check(settings, store) if found.grave for one in found.words.split()}
    finally:
        await store.close()
    return {name.rstrip(":,") for name in names if name.startswith("t-")}
