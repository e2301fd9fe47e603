"""Pictures only speed things up: with one or without, a table is the same, and what does not fit is passed over."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.server.live.live_table import Listener, LiveTable
from sevenout.server.live.log_state import opening_mark, verify_log
from sevenout.server.live.requests import THE_HOUSE, Actor, GiveSeed, Request, ThrowRequest
from sevenout.server.live.state_snapshots import sealer
from sevenout.server.live.table_terms import TableRequest, encode_terms, read_terms
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Append, Store, TableRow
from sevenout.server.store.sqlite import SqliteStore
from sevenout.table.commands import Bet, RollDice, Sit, TellTime
from tests.property.floors import Night
from tests.property.games import NAMES
from tests.property.test_floor import RULES, in_every_book
from tests.server.conftest import with_store
from tests.server.playing import unsalted
from tests.server.serving import WITHIN

KEY = b"k" * 32
ANN = Actor("p-ann", "Ann")


async def opened(store: Store, name: str = "t-1", rules: str = "catfish-bend", **wanted: object) -> LiveTable:
    """A new table."""
    terms, _ = read_terms(TableRequest(rules=rules, **wanted), {}, "p-owner")  # type: ignore[arg-type]
    table = LiveTable(name, terms, store, KEY, unsalted)
    now = await store.now()
    await store.open_table(TableRow(name, encode_terms(terms), now), table.opening(now))
    await table.catch_up()
    return table


async def again(table: LiveTable, store: object = None) -> LiveTable:
    """The same table, as another process reads it."""
    other = LiveTable(table.name, table.terms, store or table.store, KEY, unsalted)  # type: ignore[arg-type]
    await other.catch_up()
    return other


async def played(table: LiveTable, rounds: int) -> None:
    """Some rounds of bets and throws."""
    if not table.floor.snapshot.seats:
        await table.submit(ANN, Sit("Ann", 10_000_00, player="p-ann"))
    for _ in range(rounds):
        await table.submit(ANN, Bet("Ann", 5_00, "pass"))
        await table.submit(ANN, ThrowRequest())


def quickly(folder: Path, play: Callable[[Store], Awaitable[None]]) -> None:
    """In a store that does not wait for the disk: what it keeps is looked at, not how surely."""

    async def all_of_it() -> None:
        store = SqliteStore(folder / "house.db", synchronous="OFF")
        try:
            await play(store)
        finally:
            await store.close()

    asyncio.run(all_of_it())


async def one_says(table: LiveTable, seat: str, saying: Request) -> int | Refusal:
    """Says it as somebody who may: the house itself throws only when it is late, and gives no seed."""
    if isinstance(saying, GiveSeed):
        return await table.submit(Actor(f"p-{seat}", seat), saying)
    stick = Actor("p-kim", seat, ("stickperson",))
    return await table.submit(stick if isinstance(saying, ThrowRequest) else THE_HOUSE._replace(seat=seat), saying)


def said(night: Night, table: LiveTable, dice: Random) -> Request:
    """What comes next at a live table, or anything."""
    night.floor, night.rail.table = table.floor, table.floor.table
    command = night.command()
    if dice.random() < 0.05:
        command = TellTime(f"2026-03-{dice.randint(1, 28):02}T{dice.randint(0, 23):02}:00", "America/Chicago")
    if not table.fair:
        return command
    if isinstance(command, RollDice):
        return ThrowRequest()
    return GiveSeed(dice.randbytes(4).hex()) if dice.random() < 0.1 else command


@in_every_book
@pytest.mark.parametrize("kind", ["fair", "entered"])
def test_a_picture_and_what_came_after_it_are_the_whole_night(book: str, kind: str, tmp_path: Path) -> None:
    dice = Random(f"{book} {kind}")

    async def play(store: Store) -> None:
        for number in range(3):
            night = Night(RULES[book], dice)
            table = await opened(store, f"t-{number}", book, dice=kind)
            for name in NAMES:
                await table.submit(THE_HOUSE, Sit(name, 10_000_00, player=f"p-{name}"))
            for _ in range(dice.randint(40, 120)):
                await one_says(table, dice.choice(NAMES), said(night, table, dice))
                if dice.random() < 0.03:
                    await table.save_snapshot()
            await table.save_snapshot()
            taken = table.pictured
            for _ in range(dice.randint(0, 25)):
                await one_says(table, dice.choice(NAMES), said(night, table, dice))
            pictured = await again(table)
            await store.put_picture(table.name, b"")
            whole = await again(table)
            assert (pictured.pictured, whole.pictured) == (taken, 0)
            assert pictured.record.state == whole.record.state == table.record.state
            for _ in range(10):  # and they go on alike
                saying = said(night, whole, dice)
                answers = [await one_says(one, "Ann", saying) for one in (whole, pictured)]
                alike = isinstance(answers[0], Refusal) and answers[0] == answers[1]
                assert alike or isinstance(answers[0], int)
                await pictured.catch_up()
                assert pictured.record.state.floor.table == whole.record.state.floor.table or not alike
                if not alike:
                    break
            assert verify_log(table.game, await store.lines(table.name)).entries >= taken

    quickly(tmp_path, play)


def test_the_nights_have_crews_fair_dice_undo_and_the_shootout(tmp_path: Path) -> None:
    kinds: set[str] = set()

    def heard(entries: list[ServerLogEntry]) -> None:
        kinds.update(type(entry.event).__name__ for entry in entries)

    async def play(store: Store) -> None:
        dice = Random(7011)
        for number in range(8):
            night = Night(RULES["catfish-bend"], dice)
            table = await opened(store, f"t-{number}")
            table.listeners.append(heard)
            await table.submit(THE_HOUSE, Sit("Ann", 10_000_00, player="p-Ann"))
            for _ in range(250):
                await one_says(table, "Ann", said(night, table, dice))

    quickly(tmp_path, play)
    assert kinds >= {"GameOpened", "Worked", "DiceShifted", "Undone", "TimePassed", "SeedGiven", "SeedRevealed"}


class Watched:
    """A store of which is known what was read."""

    def __init__(self, store: Store) -> None:
        self._store, self.read = store, list[int]()

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def lines(self, table: str, since: int = 0, until: int | None = None) -> list[bytes]:
        lines = await self._store.lines(table, since, until)
        self.read += range(since, since + len(lines))
        return lines


def test_with_a_picture_only_what_came_after_it_is_read(where: str) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 10)
        await table.save_snapshot()
        taken = table.n
        await played(table, 2)
        watched = Watched(store)
        other = await again(table, watched)
        assert other.record.state == table.record.state
        assert watched.read == list(range(taken, table.n + 1))

    with_store(where, play)


def test_of_what_was_played_nothing_stays_in_memory(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 30)
        for one in (table, await again(table)):
            assert (one.floor.record, one.floor.log, one.floor.table.log) == ([], [], None)

    quickly(tmp_path, play)


@pytest.mark.parametrize("how", ["nothing", "noise", "cut", "another key", "other terms", "another form", "a rack"])
def test_what_is_no_picture_of_this_table_is_passed_over(where: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 10)
        await table.save_snapshot()
        picture = await store.picture("t-1") or b""
        mark = opening_mark("t-1", encode_terms(table.terms))
        bad = {
            "nothing": b"",
            "noise": bytes(range(256)),
            "cut": picture[:-1],
            "another key": sealer(b"x" * 32, mark, table.game).picture(table.record.state),
            "other terms": sealer(KEY, opening_mark("t-1", b"{}"), table.game).picture(table.record.state),
            "a rack": picture.replace(b"\xa4Ann\xce", b"\xa4Ann\xcd"),
        }
        if how == "another form":
            monkeypatch.setattr("sevenout.server.live.state_snapshots.FORM", 2)
            bad[how] = sealer(KEY, mark, table.game).picture(table.record.state)
            monkeypatch.undo()
        await store.put_picture("t-1", bad[how] if bad[how] != picture else picture[:40] + b"x" + picture[41:])
        other = await again(table)
        assert other.pictured == 0
        assert other.record.state == table.record.state

    with_store(where, play)


def test_a_picture_that_does_not_fit_the_log_is_passed_over(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 10)
        await table.save_snapshot()
        cut = table.n // 2
        with closing(sqlite3.connect(tmp_path / "house.db", timeout=WITHIN)) as db, db:
            db.execute("DELETE FROM lines WHERE n >= ?", (cut,))
        other = await again(table)
        assert (other.pictured, other.n) == (0, cut - 1)

    quickly(tmp_path, play)


def test_a_picture_of_a_log_that_is_another_one_now_is_passed_over(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 10)
        other = await opened(store, "t-2")
        await played(other, 12)
        await table.save_snapshot()
        cut = table.n
        with closing(sqlite3.connect(tmp_path / "house.db", timeout=WITHIN)) as db, db:
            db.execute("DELETE FROM lines WHERE tbl = 1 AND n >= 2")
            db.execute("INSERT INTO lines SELECT 1, n, line FROM lines WHERE tbl = 2 AND n >= 2")
        reopened = LiveTable("t-1", table.terms, store, KEY, unsalted)
        with pytest.raises(BadInput, match="event 2 of the log"):
            await reopened.catch_up()
        assert (reopened.pictured, cut < other.n) == (0, True)

    quickly(tmp_path, play)


def test_a_log_that_was_mended_is_gone_on_with_and_nobody_is_told_anything_twice(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 5)
        late = await again(table)
        heard: list[int] = []
        late.listeners.append(_numbers_to(heard))
        await played(table, 2)
        await late.catch_up()
        before = table.n
        await played(table, 2)
        with closing(sqlite3.connect(tmp_path / "house.db", timeout=WITHIN)) as db, db:
            (line,) = db.execute("SELECT line FROM lines WHERE n = ?", (before + 2,)).fetchone()
            db.execute("UPDATE lines SET line = x'00' WHERE n = ?", (before + 2,))
            db.commit()
            with pytest.raises(BadInput, match=f"event {before + 2} of the log"):
                await late.catch_up()
            db.execute("UPDATE lines SET line = ? WHERE n = ?", (line, before + 2))
        await late.catch_up()
        assert late.record.state == table.record.state
        assert heard == list(range(heard[0], table.n + 1))

    quickly(tmp_path, play)


class Slow:
    """A store that writes, and never says so."""

    def __init__(self, store: Store, *, writes: bool) -> None:
        self._store, self._writes, self.began = store, writes, asyncio.Event()

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def append(self, append: Append) -> None:
        if self._writes:
            await self._store.append(append)
        self.began.set()
        await asyncio.Event().wait()


@pytest.mark.parametrize("writes", [False, True], ids=["not written", "written"])
def test_who_goes_away_in_the_middle_leaves_the_table_as_the_store_has_it(where: str, *, writes: bool) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 1)
        heard: list[int] = []
        table.listeners.append(lambda entries: heard.extend(entry.n for entry in entries))
        slow = Slow(store, writes=writes)
        before, table.store = table.n, slow  # type: ignore[assignment]
        saying = asyncio.create_task(table.submit(ANN, Bet("Ann", 5_00, "field"), "k"))
        await slow.began.wait()
        saying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saying
        table.store = store
        assert await table.submit(ANN, Bet("Ann", 5_00, "field"), "k") == table.n
        assert table.floor.snapshot.seats[0].layout.stakes["field"] == 5_00
        assert verify_log(table.game, await store.lines("t-1")) == table.chain.end
        assert heard == list(range(before + 1, table.n + 1))

    with_store(where, play)


def _numbers_to(numbers: list[int]) -> Listener:
    return lambda entries: numbers.extend(entry.n for entry in entries)


def test_after_a_conflict_nobody_is_told_anything_twice(shared: str) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        other_store = await open_store(shared)
        other = await again(table, other_store)
        heard: dict[LiveTable, list[int]] = {table: [], other: []}
        for one, numbers in heard.items():
            one.listeners.append(_numbers_to(numbers))
        await table.submit(ANN, Sit("Ann", 1000_00, player="p-ann"))
        bets = [one.submit(ANN, Bet("Ann", 5_00, "field"), f"{n}") for n in range(10) for one in (table, other)]
        await asyncio.gather(*bets)
        for one, numbers in heard.items():
            await one.catch_up()
            assert numbers == list(range(numbers[0], table.n + 1))
        await other_store.close()

    with_store(shared, play)


def test_a_picture_knows_the_deadline_and_the_throws_of_the_turn(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        table = await opened(store)
        await played(table, 1)
        while table.turns.throws == 0:
            await played(table, 1)
        await table.submit(ANN, Bet("Ann", 5_00, "pass"))
        await table.submit(Actor("p-bob", "Bob"), Sit("Bob", 100_00, player="p-bob"))
        await table.save_snapshot()
        other = await again(table)
        assert isinstance(other.throw_deadline, datetime)
        assert other.throw_deadline == table.throw_deadline
        assert other.record.state.thrown == table.record.state.thrown != ()

    quickly(tmp_path, play)
