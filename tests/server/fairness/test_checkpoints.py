"""Whatever is done to a store behind the house's back is found, with the first bad entry: by the chain or a checkpoint.

`CHAIN` is what anybody finds from the store alone; `SIGNED` takes the house's checkpoints, kept elsewhere.
"""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.server.fairness.checkpoints import Checkpoint, Checkpoints, checkpoint
from sevenout.server.fairness.keys import Keys, new_keys
from sevenout.server.live.live_table import LiveTable
from sevenout.server.store.interface import Store
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.tables.maintenance import Upkeep
from sevenout.server.verification.verifier import LogVerdict, verify_store
from sevenout.table.log.hash_chain import End
from tests.server.live.test_state_snapshots import opened, played

KEYS = Keys(b"d" * 32, b"s" * 32)
AT = datetime(2026, 3, 2, tzinfo=UTC)
Tamper = Callable[[sqlite3.Connection], object]


class Night:
    """A store with two tables, another in which the first was played differently, and the promises of the first."""

    def __init__(self, folder: Path) -> None:
        self.path, self.other = folder / "house.db", folder / "other.db"
        self.promised: list[Checkpoint] = []
        self.ends: dict[str, int] = {}
        asyncio.run(self._play())

    async def _play(self) -> None:
        for path, rounds in ((self.path, 12), (self.other, 20)):
            store: Store = SqliteStore(path, synchronous="OFF")
            for name in ("t-1", "t-2"):
                table = await opened(store, name)
                for _ in range(4):
                    await played(table, rounds // 4)
                    if path is self.path:
                        self.promised.append(checkpoint(KEYS, name, table.chain.end, AT))
                        self.ends[name] = table.n + 1
            await store.close()


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return Night(tmp_path_factory.mktemp("audit"))


def found(night: Night, tamper: Tamper, folder: Path, promised: list[Checkpoint]) -> dict[str, LogVerdict]:
    """What is found in a copy of the store that somebody changed."""
    copy = folder / "copy.db"
    shutil.copyfile(night.path, copy)
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("ATTACH ? AS other", (str(night.other),))
        tamper(db)
    return {verdict.table: verdict for verdict in verify_store(copy, promised, KEYS.public if promised else "")}


def sql(*statements: str) -> Tamper:
    return lambda db: [db.execute(statement) for statement in statements]


EXCHANGED = sql(
    "UPDATE lines SET tbl = 9 WHERE tbl = 1",
    "UPDATE lines SET tbl = 1 WHERE tbl = 2",
    "UPDATE lines SET tbl = 2 WHERE tbl = 9",
)
DELETED = sql("DELETE FROM lines WHERE tbl = 1", "DELETE FROM tables WHERE id = 1")


def of_terms(old: str, new: str) -> Tamper:
    return sql(f"UPDATE tables SET terms = CAST(replace(CAST(terms AS TEXT), '{old}', '{new}') AS BLOB) WHERE id = 1")


REWRITTEN = sql("DELETE FROM lines WHERE tbl = 1", "INSERT INTO lines SELECT * FROM other.lines WHERE tbl = 1")
CHAIN: dict[str, tuple[Tamper, int]] = {
    "a byte edited": (sql("UPDATE lines SET line = replace(line, 'Ann', 'Eve') || x'' WHERE tbl = 1 AND n = 5"), 5),
    "a line that is text": (sql("UPDATE lines SET line = CAST(line AS TEXT) WHERE tbl = 1 AND n = 5"), 5),
    "a blank behind it": (sql("UPDATE lines SET line = CAST(line || ' ' AS BLOB) WHERE tbl = 1 AND n = 5"), 5),
    "one deleted": (sql("DELETE FROM lines WHERE tbl = 1 AND n = 7"), 7),
    "one deleted, the others moved up": (
        sql(
            "DELETE FROM lines WHERE tbl = 1 AND n = 7",
            "UPDATE lines SET n = -n WHERE tbl = 1 AND n > 7",
            "UPDATE lines SET n = -n - 1 WHERE tbl = 1 AND n < 0",
        ),
        7,
    ),
    "the first deleted": (sql("DELETE FROM lines WHERE tbl = 1 AND n = 0"), 0),
    "two exchanged": (
        sql(
            "UPDATE lines SET n = -1 WHERE tbl = 1 AND n = 8",
            "UPDATE lines SET n = 8 WHERE tbl = 1 AND n = 9",
            "UPDATE lines SET n = 9 WHERE tbl = 1 AND n = -1",
        ),
        8,
    ),
    "one put in": (
        sql(
            "UPDATE lines SET n = -n - 1 WHERE tbl = 1 AND n > 7",
            "UPDATE lines SET n = -n WHERE tbl = 1 AND n < 0",
            "INSERT INTO lines SELECT tbl, 8, line FROM lines WHERE tbl = 1 AND n = 7",
        ),
        8,
    ),
    "another table's log in its place": (
        sql("DELETE FROM lines WHERE tbl = 1", "INSERT INTO lines SELECT 1, n, line FROM lines WHERE tbl = 2"),
        0,
    ),
    "two tables' logs exchanged": (EXCHANGED, 0),
    "other limits in its terms": (of_terms('"minimum":500', '"minimum":100'), 0),
    "another owner in its terms": (of_terms("p-owner", "p-eve"), 0),
    "other rules in its terms": (of_terms("Catfish", "Dogfish"), 0),
    "terms that are text": (sql("UPDATE tables SET terms = CAST(terms AS TEXT) WHERE id = 1"), 0),
}


@pytest.mark.parametrize("how", CHAIN)
def test_what_the_chain_alone_finds(night: Night, how: str, tmp_path: Path) -> None:
    tamper, first = CHAIN[how]
    for promised in ([], night.promised):
        verdicts = found(night, tamper, tmp_path, promised)
        assert verdicts["t-1"].fault.startswith(f"event {first} of the log: "), verdicts["t-1"]
        assert (verdicts["t-2"].fault == "") == (how != "two tables' logs exchanged")


def test_a_store_that_nobody_touched_is_sound(night: Night, tmp_path: Path) -> None:
    for promised in ([], night.promised):
        verdicts = found(night, lambda _: None, tmp_path, promised)
        assert {name: verdict.end and verdict.end.entries for name, verdict in verdicts.items()} == night.ends


@pytest.mark.parametrize("how", ["cut", "emptied", "made anew", "deleted"])
def test_what_only_a_checkpoint_finds(night: Night, how: str, tmp_path: Path) -> None:
    kept = [made.entries for made in night.promised if made.table == "t-1"]
    tamper, fault, alone = {
        "cut": (sql(f"DELETE FROM lines WHERE tbl = 1 AND n >= {kept[2] + 1}"), f"event {kept[2] + 1} of the log", ""),
        "emptied": (
            sql("DELETE FROM lines WHERE tbl = 1"),
            "event 0 of the log: it is missing",
            "event 0 of the log: it is missing (the log is empty)",
        ),
        "made anew": (REWRITTEN, "event 0 of the log: it, or one of those up to", ""),
        "deleted": (
            sql("DELETE FROM lines WHERE tbl = 1", "DELETE FROM tables WHERE id = 1"),
            "event 0 of the log",
            "",
        ),
    }[how]
    alone_found = found(night, tamper, tmp_path, [])
    assert alone_found["t-1"].fault == alone if how != "deleted" else "t-1" not in alone_found
    verdicts = found(night, tamper, tmp_path, night.promised)
    assert verdicts["t-1"].fault.startswith(fault), verdicts["t-1"]
    assert verdicts["t-2"].fault == ""


def test_a_checkpoint_between_narrows_down_where_a_log_was_made_anew(night: Night, tmp_path: Path) -> None:
    first, second, *_ = [made for made in night.promised if made.table == "t-1"]
    honest = End(first.entries, first.hash)
    with closing(sqlite3.connect(night.other)) as db, db:
        (line,) = db.execute("SELECT line FROM lines WHERE tbl = 1 AND n = ?", (second.entries - 1,)).fetchone()
    forged = checkpoint(KEYS, "t-1", End(second.entries, line[-66:-2].decode()), AT)
    promised = [checkpoint(KEYS, "t-1", honest, AT), forged]
    fault = found(night, lambda _: None, tmp_path, promised)["t-1"].fault
    assert fault.startswith(f"event {first.entries} of the log: it, or one of those up to {second.entries - 1}, is not")


def test_checkpoints_that_somebody_else_signed_are_not_believed(night: Night, tmp_path: Path) -> None:
    stranger = new_keys()
    for made in (
        checkpoint(stranger, "t-1", End(3, "00"), AT),
        replace(night.promised[1], entries=3),
        replace(night.promised[1], table="t-9"),
        replace(night.promised[1], signature="zz"),
    ):
        verdicts = found(night, lambda _: None, tmp_path, [*night.promised, made])
        assert "was not signed by this house" in verdicts[made.table].fault


def test_a_checkpoint_cut_by_a_crash_is_passed_over_and_said_and_the_next_is_whole(tmp_path: Path) -> None:
    file = Checkpoints(tmp_path / "checkpoints")
    made = [checkpoint(KEYS, "t-1", End(n, f"{n:02}"), AT) for n in range(1, 5)]
    file.add(made[:2])
    with file.path.open("r+b") as torn:
        torn.truncate(file.path.stat().st_size - 40)
    assert (list(file), file.torn) == (made[:1], [2])
    file.add(made[2:3])
    file.add(made[3:])
    assert (list(file), file.torn) == ([made[0], *made[2:]], [2])
    whole = file.path.read_bytes()
    file.path.write_bytes(bytes(100) + whole[100:])
    assert (list(file), file.torn) == (made[2:], [1, 2])  # a sector of the first never reached the disk
    file.path.write_bytes(b"something else\n")
    with pytest.raises(BadInput, match=r"line 1 of .* is no checkpoint"):
        list(file)


def test_several_servers_may_add_to_one_file(tmp_path: Path) -> None:
    made = [checkpoint(KEYS, "t-1", End(n, f"{n:02}"), AT) for n in range(1, 41)]
    children = []
    for part in range(4):
        child = os.fork()
        if child == 0:
            for each in made[part::4]:
                Checkpoints(tmp_path / "checkpoints").add([each])
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert sorted(Checkpoints(tmp_path / "checkpoints"), key=lambda one: one.entries) == made


def test_a_running_house_signs_where_every_log_is_that_grew(tmp_path: Path) -> None:
    file = Checkpoints(tmp_path / "checkpoints")

    def entries() -> list[tuple[str, int]]:
        return [(made.table, made.entries) for made in file]

    async def play() -> None:
        store: Store = SqliteStore(tmp_path / "house.db", synchronous="OFF")
        tables: list[LiveTable] = [await opened(store, name) for name in ("t-1", "t-2")]
        upkeep = Upkeep(KEYS, file)
        await upkeep.keep_due(tables)
        assert entries() == [("t-1", 2), ("t-2", 2)]
        await played(tables[0], 2)
        await upkeep.keep_due(tables)
        assert len(entries()) == 2, "a little is signed when the minute is over"
        await upkeep.keep_due(tables, last=True)
        await upkeep.keep_due(tables, last=True)
        assert entries()[2:] == [("t-1", tables[0].n + 1)]
        await played(tables[1], 120)
        await upkeep.keep_due(tables)
        assert entries()[3:] == [("t-2", tables[1].n + 1)], "much is signed at once"
        another = Upkeep(KEYS, file)
        another.recall()
        await another.keep_due(tables, last=True)
        assert len(entries()) == 4, "what was signed before is not signed again"
        await store.close()

    asyncio.run(play())
    verdicts = verify_store(tmp_path / "house.db", list(file), KEYS.public)
    assert [verdict.fault for verdict in verdicts] == ["", ""]


def test_a_disk_that_takes_no_checkpoints_does_not_stop_play(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        store: Store = SqliteStore(tmp_path / "house.db", synchronous="OFF")
        table = await opened(store)
        await Upkeep(KEYS, Checkpoints(tmp_path / "nowhere" / "checkpoints")).keep_due([table], last=True)
        await store.close()

    asyncio.run(play())
    assert "no checkpoints were written" in caplog.text
