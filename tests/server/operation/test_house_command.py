"""The operator's desk: copies while the house is played, stores of copies in either database, keys, and `verify`."""

import asyncio
import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sevenout.base.errors import BadInput
from sevenout.server.fairness.checkpoints import Checkpoints
from sevenout.server.fairness.keys import open_keys
from sevenout.server.store.backup import backup, restore
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Append, Store, TableRow
from sevenout.server.store.sqlite import MIGRATIONS, SqliteStore
from sevenout.server.verification.verifier import verify_store
from tests.server.conftest import with_store
from tests.server.live.test_state_snapshots import KEY, opened, played
from tests.server.serving import Served, serving
from tests.unit.cli.command import run
from tests.volume import sample_by_day


def a_night(house: Served) -> str:
    """A table at which something was played."""
    ann = house.guest("Ann")
    table = house.table(ann, rules="typical")
    client = house.connect(table, ann)
    for n, line in enumerate(("sits 500", "bets 10 on pass", "roll", "bets 5 on field", "roll")):
        client.say(f"k{n}", line)
    return table


async def whole(store: Store) -> dict[str, object]:
    """Everything that a store holds, as a house reads it."""
    rows = await store.tables()
    return {
        "tables": rows,
        "lines": [await store.lines(row.table) for row in rows],
        "pictures": [await store.picture(row.table) for row in rows],
        "answers": await store.find_answer("t-1", "p-ann", "k"),
        "cards": await store.cards("person"),
    }


def held(where: str) -> dict[str, object]:
    found: dict[str, object] = {}

    async def read(store: Store) -> None:
        found.update(await whole(store))

    with_store(where, read)
    return found


def filled(where: str) -> dict[str, object]:
    """A store with something of everything."""

    async def play(store: Store) -> None:
        for name in ("t-1", "t-2"):
            table = await opened(store, name)
            await played(table, 3)
        await table.save_snapshot()
        await store.put_card("person", "p-ann", 0, b"\x00card")

    with_store(where, play)
    return held(where)


def test_a_store_is_copied_and_restored_in_either_database(where: str, shared: str, tmp_path: Path) -> None:
    before = filled(where)
    copy, other, again = tmp_path / "copy.db", tmp_path / "other.db", tmp_path / "again.db"
    assert run("house", "backup", "--db", where, str(copy)).code == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == ["copy.db"]
    said = run("house", "restore", str(copy), "--db", str(other), "--json")
    assert (said.code, said.json["tables"]) == (0, 2)
    assert held(str(other)) == before
    assert run("house", "restore", str(copy), "--db", shared).code == 0
    assert held(shared) == before
    assert run("house", "backup", str(again), "--db", shared, "--json").json["to"] == str(again)
    assert run("verify", str(again)).out == run("verify", shared).out == run("verify", where).out

    async def goes_on(store: Store) -> None:
        await store.open_table(TableRow("t-3", b"", (await store.tables())[0].opened), (b"zero",))
        await store.append(Append("t-1", len(await store.lines("t-1")), (b"more",)))
        assert await store.check() == ""

    with_store(shared, goes_on)


def test_a_store_and_its_copies_are_read_by_nobody_else(tmp_path: Path) -> None:
    store, copy, other = (tmp_path / name for name in ("house.db", "copy.db", "other.db"))

    async def look(_: Store) -> None:
        assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
            f"house.db{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")
        }

    with_store(str(store), look)
    backup(str(store), copy)
    restore(copy, str(other))
    assert [path.stat().st_mode & 0o777 for path in (store, copy, other)] == [0o600] * 3


def test_nothing_is_written_over_and_nothing_unsound_restored(where: str, tmp_path: Path) -> None:
    before = filled(where)
    copy = tmp_path / "copy.db"
    assert run("house", "backup", "--db", where, str(copy)).code == 0
    kept = copy.read_bytes()
    twice = run("house", "backup", "--db", where, str(copy))
    assert (twice.code, copy.read_bytes()) == (2, kept)
    assert "a backup never writes over anything" in twice.err
    into = run("house", "restore", str(copy), "--db", where)
    assert into.code == 2
    assert "a copy is restored to a new store" in into.err
    assert held(where) == before
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("DELETE FROM lines WHERE tbl = 1 AND n = 4")
    bad = run("house", "restore", str(copy), "--db", str(tmp_path / "new.db"))
    assert (bad.code, (tmp_path / "new.db").exists()) == (1, False)
    assert "t-1: event 4 of the log" in bad.err


def test_a_copy_of_an_older_version_is_restored_as_one_of_today(shared: str, tmp_path: Path) -> None:
    filled(str(tmp_path / "house.db"))
    old = tmp_path / "old.db"
    backup(str(tmp_path / "house.db"), old)
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("DROP TABLE pictures")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
    for where in (str(tmp_path / "new.db"), shared):
        assert run("house", "restore", str(old), "--db", where).code == 0
        assert held(where)["pictures"] == [None, None]


def test_the_desk_goes_by_the_settings_of_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    filled("ours.db")
    open_keys(tmp_path / "ours.keys")
    (tmp_path / "house.toml").write_text('db = "ours.db"\nkeys = "ours.keys"\nport = 1\n', encoding="utf-8")
    by_file = ("--config", "house.toml", "--json")
    assert run("house", "backup", "a.db", *by_file).json["from"] == "ours.db"
    assert run("house", "backup", "b.db", *by_file, "--db", "a.db").json["from"] == "a.db"
    assert len(run("house", "key", *by_file).json["key"]) == 64
    assert "no house answers at http://127.0.0.1:1:" in run("house", "appoint", "Ann", "dealer", *by_file).err
    monkeypatch.setenv("SEVENOUT_DB", "a.db")
    assert run("house", "backup", "c.db", *by_file).json["from"] == "a.db"
    monkeypatch.setenv("SEVENOUT_DB", "mysql://house:secret@db/x")
    refused = run("house", "backup", "d.db")
    assert (refused.code, "secret" in refused.err) == (2, False)
    assert "a store is a file's path or postgresql://…" in refused.err


def test_the_help_of_house_explains_each_of_its_five_words() -> None:
    told = " ".join(run("house", "--help").out.split())
    assert all(f"`{word}" in told for word in ("backup TO", "restore FROM", "key`", "appoint NAME", "close TABLE"))


def test_what_is_no_store_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a store " * 100)
    for where in (str(tmp_path / "nowhere.db"), str(tmp_path / "text")):
        ran = run("house", "backup", str(tmp_path / "copy.db"), "--db", where)
        assert ran.code == 2
        assert not (tmp_path / "copy.db").exists()
        assert not (tmp_path / "nowhere.db").exists()
    for words in (("backup",), ("restore",), ("key", "x.keys"), ("backup", "a", "b")):
        assert run("house", *words, "--db", str(tmp_path / "house.db")).code == 2


def test_a_copy_is_whole_while_play_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        where = str(tmp_path / "house.db")
        store = await open_store(where)
        await store.open_table(TableRow("t-1", b"", await store.now()), (b"zero",))
        appends = [asyncio.create_task(store.append(Append("t-1", n, (b"%d" % n,)))) for n in range(1, 200)]
        await asyncio.to_thread(backup, where, tmp_path / "copy.db")
        await asyncio.gather(*appends)
        await store.close()
        copy = await open_store(str(tmp_path / "copy.db"))
        lines = await copy.lines("t-1")
        assert lines == [b"zero", *(b"%d" % n for n in range(1, len(lines)))]
        await copy.close()

    asyncio.run(play())


@pytest.mark.parametrize("where", sample_by_day(["sqlite", "postgres"], 1, "copying"), indirect=True)
def test_a_running_house_is_copied_verified_and_signs_what_it_wrote(where: str, tmp_path: Path) -> None:
    keys, checkpoints = tmp_path / "house.keys", tmp_path / "house.checkpoints"
    with serving(where, tmp_path) as house:
        table = a_night(house)
        assert run("verify", where).code == 0
        assert run("verify", f"{house.address}/api/tables/{table}/log").code == 0
        assert run("house", "backup", "--db", where, str(tmp_path / "copy.db")).code == 0
        log = house.web.get(f"/api/tables/{table}/log").content
        assert house.stop() == 0
    public = run("house", "key", "--keys", str(keys)).out.strip()
    assert run("house", "key", "--keys", str(keys), "--json").json == {"key": public}
    signed = ("--checkpoints", str(checkpoints), "--key", public)
    assert run("verify", where, *signed).code == 0
    copied = run("verify", str(tmp_path / "copy.db"), "--json").json["tables"][0]
    assert copied == run("verify", where, "--json").json["tables"][0]
    (tmp_path / "night.log").write_bytes(log)
    assert run("verify", str(tmp_path / "night.log"), *signed).code == 0
    (tmp_path / "night.log").write_bytes(b"".join(log.splitlines(keepends=True)[:-1]))
    cut = run("verify", str(tmp_path / "night.log"), *signed)
    assert cut.code == 1
    assert f"event {len(log.splitlines()) - 1} of the log: it is missing" in cut.err
    with checkpoints.open("ab") as file:
        file.write(b'{"table":"t-')
    torn = run("verify", where, *signed)
    assert torn.code == 0
    assert "was cut short by a crash" in torn.err
    assert run("verify", where, "--key", public).code == 2
    assert "64 hexadecimal digits" in run("verify", where, *signed[:3], "abc").err
    assert [made.table for made in Checkpoints(checkpoints)] == [table] * len(list(Checkpoints(checkpoints)))


def test_verify_leaves_nothing_beside_what_it_reads(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    with serving(str(live / "house.db"), live) as house:
        a_night(house)
        beside = sorted(path.name for path in live.glob("house.db*"))
        assert run("verify", str(live / "house.db")).code == 0
        assert sorted(path.name for path in live.glob("house.db*")) == beside
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for name in ("house.db", "house.db-wal"):
            shutil.copyfile(live / name, crashed / name)
    entries = []
    for folder in (live, crashed):  # killed, and copied from under a running house
        beside = sorted(path.name for path in folder.iterdir())
        (verdict,) = run("verify", str(folder / "house.db"), "--json").json["tables"]
        entries.append(verdict["entries"])
        assert sorted(path.name for path in folder.iterdir()) == beside
    assert entries[0] == entries[1] > 5
    alone = tmp_path / "alone.db"
    backup(str(live / "house.db"), alone)
    before = {path.name for path in tmp_path.iterdir()}
    assert run("verify", str(alone)).code == 0
    assert {path.name for path in tmp_path.iterdir()} == before


def test_a_second_house_on_one_file_is_refused_and_the_first_plays_on(tmp_path: Path) -> None:
    db = str(tmp_path / "house.db")
    with serving(db, tmp_path) as house:
        second = run("serve", "--db", db, "--port", "0", "--keys", str(tmp_path / "house.keys"))
        assert second.code == 2
        assert "in use by another house" in second.err
        assert house.web.get("/healthz").status_code == 200


def test_a_file_has_one_server_by_whatever_name(tmp_path: Path) -> None:
    db, elsewhere = tmp_path / "house.db", tmp_path / "elsewhere"
    elsewhere.mkdir()
    names = [tmp_path / "link.db", elsewhere / "house.db"]
    for name in names:
        name.symlink_to(db)

    async def play() -> None:
        store = await SqliteStore.open(str(names[0]))
        assert (tmp_path / "house.db.lock").exists()
        for name in (db, *names):
            with pytest.raises(BadInput, match=r"is in use by another house"):
                await SqliteStore.open(str(name))
        hard = elsewhere / "hard.db"
        os.link(db, hard)
        with pytest.raises(BadInput, match=r"hard\.db has other names too \(hard links\)"):
            await SqliteStore.open(str(hard))
        hard.unlink()
        await opened(store)
        await store.close()
        again = await SqliteStore.open(str(db))
        assert [row.table for row in await again.tables()] == ["t-1"]
        await again.close()

    asyncio.run(play())


def test_a_running_house_is_verified_by_a_link_to_its_file(tmp_path: Path) -> None:
    link = tmp_path / "link.db"

    async def play() -> None:
        store: Store = SqliteStore(tmp_path / "house.db", synchronous="OFF")
        link.symlink_to(tmp_path / "house.db")
        table = await opened(store)
        await played(table, 3)
        (verdict,) = await asyncio.to_thread(lambda: list(verify_store(link)))
        assert verdict.end == table.chain.end
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("what", ["nowhere.db", "http://127.0.0.1:9/api/tables/t-1/log", "postgresql://127.0.0.1:9/x"])
def test_what_cannot_be_read_is_no_verdict(what: str, tmp_path: Path) -> None:
    ran = run("verify", what if "://" in what else str(tmp_path / what))
    assert (ran.code, ran.out) == (2, "")


def test_a_log_of_another_table_at_this_tables_address_is_found(tmp_path: Path) -> None:
    filled(str(tmp_path / "house.db"))
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.execute("DELETE FROM lines WHERE tbl = 1")
        db.execute("INSERT INTO lines SELECT 1, n, line FROM lines WHERE tbl = 2")
    ran = run("verify", str(tmp_path / "house.db"))
    assert ran.code == 1
    assert "t-1: event 0 of the log: it opens another table" in ran.err
    keys = tmp_path / "house.keys"
    keys.touch(0o600)
    keys.write_text(json.dumps({"dice": KEY.hex(), "signing": KEY.hex()}), encoding="utf-8")
    opens = run("serve", "--check", "--db", str(tmp_path / "house.db"), "--keys", str(keys))
    assert opens.code == 1
    assert "table t-1" in opens.err
    assert "table t-2" not in opens.err
