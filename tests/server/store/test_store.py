"""Both stores keep the same promises: positions, keys with their lines, cards by version, migrations."""

import asyncio
import sqlite3
import struct
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.server.fairness.keys import open_keys
from sevenout.server.live.log_state import verify_log
from sevenout.server.store import postgres, sqlite
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Append, Conflict, KeyAnswer, Store, StoreCard, TableRow, Unavailable
from sevenout.table.commands import Bet, Sit
from tests.server.conftest import with_store
from tests.server.live.test_state_snapshots import ANN, opened
from tests.server.postgres import cluster

ROW = TableRow("t-1", b'{"rules":"typical"}', datetime(2026, 3, 2, tzinfo=UTC))


def test_lines_come_back_in_their_order_and_survive_being_opened_again(where: str) -> None:
    async def written(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        await store.append(Append("t-1", 1, (b"one", b"two"), "ann", "k1", b"d1"))
        await store.append(Append("t-1", 3, (b"three",)))

    async def read(store: Store) -> None:
        assert await store.tables() == [ROW]
        assert await store.lines("t-1") == [b"zero", b"one", b"two", b"three"]
        assert await store.lines("t-1", 1, 3) == [b"one", b"two"]
        assert await store.find_answer("t-1", "ann", "k1") == KeyAnswer(2, b"d1")
        assert await store.find_answer("t-1", "bob", "k1") is None
        assert await store.check() == ""

    with_store(where, written)
    with_store(where, read)


def test_an_append_at_a_position_that_is_taken_or_not_there_yet_writes_nothing(where: str) -> None:
    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        for first in (0, 2):
            with pytest.raises(Conflict):
                await store.append(Append("t-1", first, (b"x", b"y"), "ann", "k", b"d"))
        assert await store.lines("t-1") == [b"zero"]
        assert await store.find_answer("t-1", "ann", "k") is None

    with_store(where, play)


def test_a_key_that_was_answered_is_not_answered_again(where: str) -> None:
    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        await store.append(Append("t-1", 1, (b"one",), "ann", "k", b"d"))
        with pytest.raises(Conflict):
            await store.append(Append("t-1", 2, (b"two",), "ann", "k", b"d"))
        assert await store.lines("t-1") == [b"zero", b"one"]
        await store.append(Append("t-1", 2, (b"two",), "bob", "k", b"d"))

    with_store(where, play)


def test_of_many_at_one_position_one_is_written_and_other_tables_go_on(where: str) -> None:
    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        await store.open_table(TableRow("t-2", b"", ROW.opened), (b"zero",))
        same = [store.append(Append("t-1", 1, (b"%d" % n,), f"p{n}", "k", b"d")) for n in range(20)]
        other = [store.append(Append("t-2", n, (b"%d" % n,), "p", f"k{n}", b"d")) for n in range(1, 21)]
        answers = await asyncio.gather(*same, *other, return_exceptions=True)
        assert sum(answer is None for answer in answers[:20]) == 1
        assert answers[20:] == [None] * 20
        assert len(await store.lines("t-1")) == 2
        assert len(await store.lines("t-2")) == 21

    with_store(where, play)


def test_two_that_open_one_store_never_write_over_each_other(shared: str) -> None:
    async def play(store: Store) -> None:
        other = await open_store(shared)
        await store.open_table(ROW, (b"zero",))
        written = 0
        try:
            for _ in range(30):
                first = len(await store.lines("t-1"))
                try_both = [one.append(Append("t-1", first, (b"x",))) for one in (store, other)]
                answers = await asyncio.gather(*try_both, return_exceptions=True)
                written += sum(answer is None for answer in answers)
        finally:
            await other.close()
        assert written == len(await store.lines("t-1")) - 1 == 30

    with_store(shared, play)


def test_cards_are_changed_by_whoever_knows_their_version(where: str) -> None:
    async def play(store: Store) -> None:
        assert await store.card("person", "ann") is None
        assert await store.put_card("person", "ann", 0, b"a")
        assert not await store.put_card("person", "ann", 0, b"b")
        assert await store.put_card("person", "ann", 1, b"c")
        assert not await store.put_card("person", "ann", 1, b"d")
        assert await store.card("person", "ann") == StoreCard(2, b"c")
        assert await store.cards("person") == [("ann", StoreCard(2, b"c"))]
        assert not await store.put_card("person", "ann", 1, None)
        assert await store.put_card("person", "ann", 2, None)
        assert await store.cards("person") == []

    with_store(where, play)


def test_a_table_is_opened_once_and_an_unknown_one_is_said_so(where: str) -> None:
    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        with pytest.raises(Conflict):
            await store.open_table(ROW, (b"zero",))
        with pytest.raises(BadInput, match="no table 'nowhere'"):
            await store.append(Append("nowhere", 0, (b"x",)))

    with_store(where, play)


@pytest.mark.parametrize("version", range(1, len(sqlite.MIGRATIONS)))
def test_a_file_of_an_older_version_is_brought_up_to_date_with_what_it_has(version: int, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as db, db:
        for script in sqlite.MIGRATIONS[:version]:
            db.executescript(script)
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("INSERT INTO tables VALUES(1, 't-1', x'00', '2026-03-02T00:00:00+00:00')")
        db.execute("INSERT INTO lines VALUES(1, 0, x'7a')")
        db.execute("INSERT INTO answers VALUES(1, 'ann', 'k', 0, x'64')")
    with_store(str(path), today)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(sqlite.MIGRATIONS),)


@pytest.mark.parametrize("version", range(1, len(postgres.MIGRATIONS)))
def test_a_database_of_an_older_version_is_brought_up_to_date_with_what_it_has(version: int, shared: str) -> None:
    with psycopg.connect(shared) as db:
        for script in postgres.MIGRATIONS[:version]:
            db.execute(script.encode())
        db.execute("CREATE TABLE store_version(version int NOT NULL)")
        db.execute("INSERT INTO store_version VALUES(%s)", (version,))
        db.execute("INSERT INTO tables(name, terms, opened) VALUES('t-1', '\\x00', '2026-03-02T00:00:00+00:00')")
        db.execute("INSERT INTO heads VALUES(1, 1)")
        db.execute("INSERT INTO lines VALUES(1, 0, 'z')")
        db.execute("INSERT INTO answers VALUES(1, 'ann', 'k', 0, 'd')")
    with_store(shared, today)


async def today(store: Store) -> None:
    """A store that was an older one can do whatever a store can."""
    assert await store.tables() == [TableRow("t-1", b"\0", ROW.opened)]
    assert await store.lines("t-1") == [b"z"]
    assert await store.find_answer("t-1", "ann", "k") == KeyAnswer(0, b"d")
    await store.append(Append("t-1", 1, (b"y",), "ann", "k2", b"d"))
    assert await store.put_card("person", "ann", 0, b"a")
    await store.put_picture("t-1", b"p")
    assert (await store.picture("t-1"), await store.check()) == (b"p", "")


def test_a_newer_database_is_left_alone(shared: str) -> None:
    with_store(shared, today_empty)
    with psycopg.connect(shared) as db:
        db.execute("UPDATE store_version SET version = version + 1")
    with pytest.raises(BadInput, match="newer sevenout"):
        asyncio.run(open_store(shared))


async def today_empty(store: Store) -> None:
    assert await store.tables() == []


def test_a_file_has_one_server_and_the_next_is_told_so(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        with pytest.raises(BadInput, match="in use by another house: a file has one server, and several share a Post"):
            await open_store(str(tmp_path / "house.db"))
        await store.append(Append("t-1", 1, (b"one",)))

    with_store(str(tmp_path / "house.db"), play)
    with_store(str(tmp_path / "house.db"), today_whole)


async def today_whole(store: Store) -> None:
    assert len(await store.lines("t-1")) == 2


def test_a_picture_takes_the_place_of_the_last(where: str) -> None:
    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        assert await store.picture("t-1") is None
        for body in (b"one", b"two"):
            await store.put_picture("t-1", body)
            assert await store.picture("t-1") == body

    with_store(where, play)


def test_what_one_does_wrong_is_nobody_elses_trouble(where: str) -> None:
    async def play(store: Store) -> None:
        for name in ("t-1", "t-2", "t-3"):
            await store.open_table(TableRow(name, b"", ROW.opened), (b"zero",))
        await store.append(Append("t-2", 1, (b"one",), "ann", "k", b"d"))
        answers = await asyncio.gather(
            store.append(Append("t-1", 1, (b"one",), "ann", "k", b"d")),
            store.append(Append("t-2", 2, (b"two",), "ann", "k", b"d")),
            store.append(Append("t-3", 1, ("\ud800",), "ann", "k", b"d")),  # type: ignore[arg-type]
            store.append(Append("t-2", 2, (b"two",), "ann", "k2", b"d")),
            return_exceptions=True,
        )
        assert [type(answer).__name__ for answer in answers] == [
            "NoneType",
            "Conflict",
            "UnicodeEncodeError",
            "NoneType",
        ]
        assert [len(await store.lines(name)) for name in ("t-1", "t-2", "t-3")] == [2, 3, 1]
        await store.append(Append("t-3", 1, (b"one",), "ann", "k", b"d"))

    with_store(where, play)


def test_when_the_disk_is_full_nobody_in_the_commit_is_told_yes_and_every_table_goes_on_once_it_is_not(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        store = sqlite.SqliteStore(tmp_path / "house.db")
        tables = [await opened(store, f"t-{number}") for number in range(4)]
        for table in tables:
            await table.submit(ANN, Sit("Ann", 1000_00, player="p-ann"))
        (pages,) = store._writer().execute("PRAGMA page_count").fetchone()
        store._writer().execute(f"PRAGMA max_page_count = {pages}")
        answers: list[int | Refusal] = []
        said = 0
        while not any(isinstance(answer, Refusal) for answer in answers):
            said += 1
            bets = [table.submit(ANN, Bet("Ann", 1_00, "field"), f"k{said}") for table in tables]
            answers = await asyncio.gather(*bets)
        refused = [answer.code for answer in answers if isinstance(answer, Refusal)]
        assert set(refused) == {"unavailable"}
        store._writer().execute("PRAGMA max_page_count = 100000")
        for table in tables:
            answer = await table.submit(ANN, Bet("Ann", 1_00, "field"), f"k{said}")
            assert answer == table.n
            assert table.floor.snapshot.seats[0].layout.stakes == {"field": said * 1_00}
            assert verify_log(table.game, await store.lines(table.name)) == table.chain.end
        await store.close()

    asyncio.run(play())


def test_of_servers_that_start_at_once_one_makes_the_keys(tmp_path: Path) -> None:
    made: list[str] = []
    starting = [Thread(target=lambda: made.append(open_keys(tmp_path / "house.keys").public)) for _ in range(8)]
    for each in starting:
        each.start()
    for each in starting:
        each.join()
    assert len(made) == 8
    assert set(made) == {open_keys(tmp_path / "house.keys").public}
    assert [path.name for path in tmp_path.iterdir()] == ["house.keys"]


def test_after_it_is_closed_nobody_waits_for_a_store(where: str) -> None:
    async def play() -> None:
        store = await open_store(where)
        await store.open_table(ROW, (b"zero",))
        last = asyncio.create_task(store.append(Append("t-1", 1, (b"one",))))
        await asyncio.sleep(0)
        await store.close()
        await last
        for late in (store.append(Append("t-1", 2, (b"two",))), store.put_card("person", "ann", 0, b"")):
            with pytest.raises(Unavailable):
                await late

    asyncio.run(play())


def test_a_database_that_was_restarted_is_found_again_and_nobody_waits_for_ever() -> None:
    async def play(where: str) -> None:
        store = await open_store(where)
        hints: list[tuple[str, int]] = []
        heard = asyncio.Event()

        def hint(table: str, n: int) -> None:
            hints.append((table, n))
            heard.set()

        await store.listen(hint)
        await store.open_table(ROW, (b"zero",))
        await asyncio.gather(*(store.lines("t-1") for _ in range(10)))  # all connections are in use
        running.stop("immediate")
        with pytest.raises(Unavailable):
            await store.append(Append("t-1", 1, (b"one",), "ann", "k", b"d"))
        with pytest.raises(Unavailable):
            await store.now()
        running.start()
        while True:
            try:
                await store.append(Append("t-1", 1, (b"one",), "ann", "k", b"d"))
                break
            except Unavailable:
                await asyncio.sleep(0.1)
        assert await store.lines("t-1") == [b"zero", b"one"]
        n = 2
        while not heard.is_set():  # it listens again, and loses at most what was told in between
            await store.append(Append("t-1", n, (b"more",)))
            n += 1
            await asyncio.sleep(0.1)
        await store.close()

    with cluster() as running:
        asyncio.run(play(running.fresh("house")))


def test_what_is_not_a_hint_does_not_end_the_listening(shared: str) -> None:
    noise = ("", "nonsense", "999:1", f"{'9' * 40}:1", "1:2:3", "-1:1", "\N{ARABIC-INDIC DIGIT ONE}:1")

    async def play(store: Store) -> None:
        heard, n = set[int](), 1
        await store.listen(lambda _table, length: heard.add(length))
        await store.open_table(ROW, (b"zero",))
        async with asyncio.timeout(120):
            while not heard:  # it begins to listen in its own time
                await store.append(Append("t-1", n, (b"x",)))
                n += 1
                await asyncio.sleep(0.05)
        async with await psycopg.AsyncConnection.connect(shared, autocommit=True) as db:
            for each in noise:
                await db.execute("SELECT pg_notify('sevenout', %s)", (each,))
        await store.append(Append("t-1", n, (b"x",)))
        async with asyncio.timeout(120):
            while n + 1 not in heard:
                await asyncio.sleep(0.01)

    with_store(shared, play)


def test_servers_whose_tables_overlap_in_any_order_never_wait_for_each_other(shared: str) -> None:
    names = [f"t-{number}" for number in range(6)]

    async def writing(store: Store, order: list[str], rounds: int) -> int:
        written = 0
        for _ in range(rounds):
            ends = [len(await store.lines(name)) for name in order]
            appends = [store.append(Append(name, end, (b"x",))) for name, end in zip(order, ends, strict=True)]
            answers = await asyncio.gather(*appends, return_exceptions=True)
            assert all(answer is None or isinstance(answer, Conflict) for answer in answers), answers
            written += sum(answer is None for answer in answers)
        return written

    async def play(store: Store) -> None:
        for name in names:
            await store.open_table(TableRow(name, b"", ROW.opened), (b"zero",))
        other = await open_store(shared)
        written = await asyncio.gather(writing(store, names, 20), writing(other, names[::-1], 20))
        assert sum(written) == sum([len(await store.lines(name)) - 1 for name in names])
        assert await store.check() == ""
        await other.close()

    with_store(shared, play)


def test_a_head_that_does_not_fit_its_lines_is_found_before_the_house_opens(shared: str) -> None:
    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        async with await psycopg.AsyncConnection.connect(shared, autocommit=True) as db:
            await db.execute("UPDATE heads SET n = 5")
        assert "t-1" in await store.check()

    with_store(shared, play)


def test_what_is_no_file_of_a_house_is_left_alone(tmp_path: Path) -> None:
    strange, text, newer = tmp_path / "strange.db", tmp_path / "text.db", tmp_path / "newer.db"
    with closing(sqlite3.connect(strange)) as db, db:
        db.execute("CREATE TABLE mine(x)")
    text.write_text("not a database at all, and long enough to be looked at" * 20)
    with closing(sqlite3.connect(newer)) as db, db:
        db.execute(f"PRAGMA user_version = {len(sqlite.MIGRATIONS) + 1}")
    for path, why in ((strange, "not that of a house"), (text, "cannot be opened"), (newer, "newer sevenout")):
        kept = path.read_bytes()
        with pytest.raises(BadInput, match=why):
            asyncio.run(open_store(str(path)))
        assert path.read_bytes() == kept


def test_a_file_that_was_being_made_when_the_power_failed_is_made_anew(tmp_path: Path) -> None:
    """SQLite writes the first page of a new file, and then takes away the journal that says there was none before."""
    path = tmp_path / "house.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    began = struct.pack(">8sIIIII", bytes.fromhex("d9d505f920a163d7"), 0, 1, 0, 512, path.stat().st_size)
    path.with_name("house.db-journal").write_bytes(began.ljust(512, b"\0"))

    async def play(store: Store) -> None:
        await store.open_table(ROW, (b"zero",))
        assert await store.lines("t-1") == [b"zero"]

    with_store(str(path), play)
    assert not path.with_name("house.db-journal").exists()


# --- cards that were read before


def test_a_card_is_read_from_the_file_once_until_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    async def play(store: Store) -> None:
        assert isinstance(store, sqlite.SqliteStore)
        rows = store._rows

        def counted(sql: str, *values: Any) -> list[Any]:
            asked.append(sql)
            return rows(sql, *values)

        monkeypatch.setattr(store, "_rows", counted)
        assert await store.put_card("person", "ann", 0, b"one")
        assert [await store.card("person", "ann") for _ in range(3)] == [StoreCard(1, b"one")] * 3
        assert len(asked) == 1
        assert await store.put_card("person", "ann", 1, b"two")
        assert [await store.card("person", "ann") for _ in range(3)] == [StoreCard(2, b"two")] * 3
        assert not await store.put_card("person", "ann", 1, b"late")
        assert await store.card("person", "ann") == StoreCard(2, b"two")
        assert await store.put_card("person", "ann", 2, None)
        assert [await store.card("person", "ann"), await store.card("person", "ann")] == [None, None]
        assert len(asked) == 5  # what is not there is asked for each time

    with_store(str(tmp_path / "house.db"), play)


def test_a_card_that_is_written_by_somebody_who_does_not_wait_for_it_is_read_anew(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        assert await store.put_card("person", "ann", 0, b"one")
        assert await store.card("person", "ann") == StoreCard(1, b"one")
        writing = asyncio.ensure_future(store.put_card("person", "ann", 1, b"two"))
        await asyncio.sleep(0)
        writing.cancel()
        assert await store.put_card("person", "bob", 0, b"")  # written after it
        assert await store.card("person", "ann") == StoreCard(2, b"two")

    with_store(str(tmp_path / "house.db"), play)


def test_what_is_written_in_one_turn_of_the_loop_is_one_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = list[int]()

    async def play(store: Store) -> None:
        monkeypatch.setattr(sqlite, "count_commit", lambda _, writes: sizes.append(writes))
        names = [f"p{number}" for number in range(20)]
        assert all(await asyncio.gather(*(store.put_card("person", name, 0, b"") for name in names)))

    with_store(str(tmp_path / "house.db"), play)
    assert sizes == [20]
