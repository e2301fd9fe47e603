"""Every key of a log is somebody's once and has its answer in the store: what was taken away or altered is found."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from sevenout.base.refusal import Refusal
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import Actor, Close, GiveSeed, Request, SeatBot, ThrowRequest
from sevenout.server.live.table_terms import decode_terms
from sevenout.server.protocol.house_events import SeedGiven, TableClosing, entry_of
from sevenout.server.store.interface import Store
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.verification.published_turns import turn_of
from sevenout.server.verification.verifier import verify_log, verify_store
from sevenout.strategy.named_texts import named_text
from sevenout.table.commands import Bet, Leave, Sit
from tests.server.conftest import with_store
from tests.server.live.test_state_snapshots import ANN, KEY, opened
from tests.unit.cli.command import run

OWNER = Actor("p-owner", "", ("owner",))


async def keyed(table: LiveTable) -> None:
    """Somebody gives a seed and plays two turns, a strategy sits down, the table is closed: all of it under keys."""
    number = 0

    async def say(voice: Actor, saying: Request) -> None:
        nonlocal number
        number += 1
        answer = await table.submit(voice, saying, f"k{number}")
        assert not isinstance(answer, Refusal), answer

    await say(ANN, Sit("Ann", 10_000_00, player="p-ann"))
    await say(ANN, GiveSeed("6c75636b79"))
    while table.turns.turn < 3:
        if not table.floor.table.state.seats[0].position.slots:
            await say(ANN, Bet("Ann", 5_00, "pass"))
        await say(ANN, ThrowRequest())
    await say(OWNER, SeatBot("Bot", 500_00, "pass-line", named_text("pass-line")))
    await say(OWNER, Close())
    await say(ANN, Leave("Ann"))


class Night:
    """A store with a table at which everything has a key, and its first turn as it is published."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "house.db"
        asyncio.run(self._play())

    async def _play(self) -> None:
        store: Store = SqliteStore(self.path, synchronous="OFF")
        table = await opened(store)
        await keyed(table)
        self.game = table.game
        self.lines = await store.lines("t-1")
        self.entries = [entry_of(line) for line in self.lines]
        self.turn = msgspec.to_builtins(await turn_of(store, "t-1", len(self.lines), 1))
        await store.close()

    def at(self, key: str) -> int:
        """The entry that has a key."""
        return next(entry.n for entry in self.entries if entry.key == key)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return Night(tmp_path_factory.mktemp("spent"))


def fault(night: Night, folder: Path, sql: str) -> str:
    """What is found in a copy at which somebody was."""
    copy = folder / "copy.db"
    shutil.copyfile(night.path, copy)
    with closing(sqlite3.connect(copy)) as db, db:
        assert db.execute(sql).rowcount > 0
    (verdict,) = verify_store(copy)
    return verdict.fault


def test_a_store_in_which_every_key_is_answered_is_sound(night: Night) -> None:
    assert {SeedGiven, TableClosing} <= {type(entry.event) for entry in night.entries if not entry.key}
    assert [verdict.fault for verdict in verify_store(night.path)] == [""]


def test_an_answer_that_was_deleted_is_found_at_its_entry(night: Night, tmp_path: Path) -> None:
    found = fault(night, tmp_path, "DELETE FROM answers WHERE key IN ('k5', 'k6')")
    assert found == f"event {night.at('k5')} of the log: the store has no answer to its key 'k5'"
    assert fault(night, tmp_path, "DELETE FROM answers").endswith("the store has no answer to its key 'k1'")
    assert fault(night, tmp_path, "UPDATE answers SET who = 'p-eve' WHERE key = 'k5'").endswith("to its key 'k5'")


@pytest.mark.parametrize("key", ["k5", "k2"])
def test_an_answer_that_says_another_entry_is_found(night: Night, key: str, tmp_path: Path) -> None:
    at = night.at("k4")
    found = fault(night, tmp_path, f"UPDATE answers SET n = {at} WHERE key = '{key}'")
    assert found == f"event {at} of the log: the store has it as the answer to the key '{key}', which it is not"
    for nowhere in (len(night.lines), "'nowhere'"):
        found = fault(night, tmp_path, f"UPDATE answers SET n = {nowhere} WHERE key = '{key}'")
        assert found.endswith(f"the store has it as the answer to the key '{key}', and it is not there")


def test_an_answer_to_a_key_that_nobody_used_is_found(night: Night, tmp_path: Path) -> None:
    at = night.at("k4")
    found = fault(night, tmp_path, f"INSERT INTO answers VALUES(1, 'p-ann', 'new', {at}, x'00')")
    assert found == f"event {at} of the log: the store has it as the answer to the key 'new', which it is not"


def test_a_log_that_was_cut_is_found_by_the_answers_that_are_left(night: Night, tmp_path: Path) -> None:
    last = len(night.lines) - 1
    found = fault(night, tmp_path, f"DELETE FROM lines WHERE n = {last}")
    assert found.startswith(f"event {last} of the log: the store has it as the answer to the key")


def test_a_key_that_is_used_twice_is_found_at_the_second(where: str) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await table.submit(ANN, Sit("Ann", 1_000_00, player="p-ann"), "k0")
        for key in ("k1", "k1", "k2"):
            await table.submit(ANN, Bet("Ann", 5_00, "field"), key)
        assert [entry_of(line).key for line in await store.lines("t-1")].count("k1") == 1

    with_store(where, play)
    assert run("verify", where).code == 0
    second, first = _said_again(where)
    ran = run("verify", where)
    assert ran.code == 1
    assert ran.err == f"t-1: event {second} of the log: its key 'k1' is that of event {first}, by the same person\n"


def _said_again(where: str) -> tuple[int, int]:
    """Somebody takes the answers away, and what was said is said again: the entry that comes of it, and the first."""
    found: list[int] = []

    async def play(store: Store) -> None:
        if isinstance(store, SqliteStore):
            with closing(sqlite3.connect(where)) as db, db:
                db.execute("DELETE FROM answers")
        else:
            await store._rows("DELETE FROM answers")  # type: ignore[attr-defined]
        table = await again_at(store)
        await table.submit(ANN, Bet("Ann", 5_00, "field"), "k1")
        keys = [entry_of(line).key for line in await store.lines("t-1")]
        found.extend((len(keys) - 1, keys.index("k1")))

    with_store(where, play)
    return found[0], found[1]


async def again_at(store: Store) -> LiveTable:
    """The table as another process finds it."""
    (row,) = await store.tables()
    table = LiveTable(row.table, decode_terms(row.terms), store, KEY)
    await table.catch_up()
    return table


def test_the_same_key_is_two_peoples_own(tmp_path: Path) -> None:
    async def play() -> None:
        store: Store = SqliteStore(tmp_path / "house.db", synchronous="OFF")
        table = await opened(store)
        for name in ("ann", "bob"):
            answer = await table.submit(Actor(f"p-{name}", name), Sit(name, 100_00, player=f"p-{name}"), "k")
            assert isinstance(answer, int)
        assert verify_log("t-1", await store.lines("t-1"), table.game).fault == ""
        await store.close()

    asyncio.run(play())
    assert [verdict.fault for verdict in verify_store(tmp_path / "house.db")] == [""]


def test_a_row_that_is_missing_is_said_to_be(night: Night, tmp_path: Path) -> None:
    found = fault(night, tmp_path, "DELETE FROM lines WHERE n IN (7, 8)")
    assert found == "event 7 of the log: it is missing in the store, where event 9 comes next"
