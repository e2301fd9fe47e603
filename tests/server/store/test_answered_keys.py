"""What a key was answered before: done it stays done, refused it stays refused, and other words are neither."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from sevenout.base.refusal import Refusal
from sevenout.server.store.answered_keys import KEY_USED, AnsweredKeys, RequestKey
from sevenout.server.store.interface import Append, TableRow
from sevenout.server.store.sqlite import SqliteStore

BET, OTHER = RequestKey.of("ann", "k", "bets 10 on pass"), RequestKey.of("ann", "k", "bets 5 on field")
EARLY = Refusal("not-now", "no point is on")


async def _answers(tmp_path: Path) -> tuple[SqliteStore, AnsweredKeys]:
    store = SqliteStore(tmp_path / "house.db")
    await store.open_table(TableRow("t-1", b"{}", datetime(2026, 3, 2, tzinfo=UTC)), (b"zero",))
    return store, AnsweredKeys(store, "t-1", most=2)


def test_what_was_done_is_answered_by_its_entry_even_where_it_would_be_refused_now(tmp_path: Path) -> None:
    async def play() -> None:
        store, answers = await _answers(tmp_path)
        assert await answers.refuse(BET, EARLY) == EARLY
        await store.append(Append("t-1", 1, (b"one",), *BET))
        assert (await answers.find_done(BET), await answers.refuse(BET, EARLY)) == (1, 1)
        assert (await answers.find_done(OTHER), await answers.refuse(OTHER, EARLY)) == (KEY_USED, KEY_USED)
        assert (await answers.is_done("ann", "k"), await answers.is_done("bob", "k")) == (True, False)
        await store.close()

    asyncio.run(play())


def test_what_was_refused_is_refused_alike_until_another_server_has_done_it(tmp_path: Path) -> None:
    async def play() -> None:
        store, answers = await _answers(tmp_path)
        answers.remember(BET, EARLY)
        assert (await answers.find_refused(BET), await answers.find_refused(OTHER)) == (EARLY, KEY_USED)
        await store.append(Append("t-1", 1, (b"one",), *BET))
        assert await answers.find_refused(BET) == 1
        await store.close()

    asyncio.run(play())


def test_the_last_two_refusals_are_remembered_and_none_that_passes_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        store, answers = await _answers(tmp_path)
        keys = [RequestKey.of("ann", f"k{number}", "bets 10 on come") for number in range(3)]
        for key in keys:
            answers.remember(key, EARLY)
        assert [await answers.find_refused(key) for key in keys] == [None, EARLY, EARLY]
        answers.remember(BET, Refusal("busy", "not now"))
        assert await answers.find_refused(BET) is None
        await store.close()

    asyncio.run(play())
