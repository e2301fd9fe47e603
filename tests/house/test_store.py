"""Both stores keep the same promises: positions, keys with their lines, cards by version, migrations."""

import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sevenout.errors import BadInput
from sevenout.house.store import Answered, Append, Card, Conflict, Store, TableRow, open_store
from sevenout.house.store.sqlite import MIGRATIONS, SqliteStore
from tests.house.conftest import with_store

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
        assert await store.answered("t-1", "ann", "k1") == Answered(2, b"d1")
        assert await store.answered("t-1", "bob", "k1") is None
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
        assert await store.answered("t-1", "ann", "k") is None

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
        assert await store.card("person", "ann") == Card(2, b"c")
        assert await store.cards("person") == [("ann", Card(2, b"c"))]
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


def test_a_file_of_an_older_version_is_brought_up_to_date_with_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as db:
        db.executescript(MIGRATIONS[0])
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO tables VALUES(1, 't-1', x'00', '2026-03-02T00:00:00+00:00')")
        db.execute("INSERT INTO lines VALUES(1, 0, x'7a')")

    async def play(store: Store) -> None:
        assert await store.lines("t-1") == [b"z"]
        assert await store.put_card("person", "ann", 0, b"a")

    with_store(str(path), play)


def test_what_is_no_file_of_a_house_is_left_alone(tmp_path: Path) -> None:
    strange, text, newer = tmp_path / "strange.db", tmp_path / "text.db", tmp_path / "newer.db"
    with sqlite3.connect(strange) as db:
        db.execute("CREATE TABLE mine(x)")
    text.write_text("not a database at all, and long enough to be looked at" * 20)
    with sqlite3.connect(newer) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    for path, why in ((strange, "not that of a house"), (text, "cannot be opened"), (newer, "newer sevenout")):
        kept = path.read_bytes()
        with pytest.raises(BadInput, match=why):
            asyncio.run(open_store(str(path)))
        assert path.read_bytes() == kept


def test_a_backup_is_whole_while_play_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        store = await SqliteStore.open(str(tmp_path / "house.db"))
        await store.open_table(ROW, (b"zero",))
        appends = [asyncio.create_task(store.append(Append("t-1", n, (b"%d" % n,)))) for n in range(1, 200)]
        await asyncio.to_thread(store.backup, tmp_path / "copy.db")
        await asyncio.gather(*appends)
        await store.close()
        copy = await SqliteStore.open(str(tmp_path / "copy.db"))
        lines = await copy.lines("t-1")
        assert lines == [b"zero", *(b"%d" % n for n in range(1, len(lines)))]
        await copy.close()

    asyncio.run(play())
