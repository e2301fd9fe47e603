"""Everything ever played, by query: in pages, from the store, and each person's own results alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sevenout.server.accounts.people import Person, Welcome
from sevenout.server.casino import Casino, HistoryKind
from sevenout.server.fairness.keys import Keys
from sevenout.server.history import table_history
from sevenout.server.history.table_history import HandPlayed, HistoryPage
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.store.factory import open_store

KEYS = Keys(b"d" * 32, b"s" * 32)


async def person(house: Casino, name: str) -> Person:
    welcome = await house.people.guest(name)
    assert isinstance(welcome, Welcome)
    return welcome.person


async def a_house(where: str) -> tuple[Casino, LiveTable, Person, Person]:
    house = Casino(await open_store(where), KEYS)
    ann, bob = await person(house, "Ann"), await person(house, "Bob")
    table = await house.open_table(ann, TableRequest(rules="catfish-bend", dice="entered", zone=""))
    assert isinstance(table, LiveTable)
    for who in (ann, bob):
        assert await house.submit_line(table, who, "sits 1000", "sit") == table.n
    return house, table, await house.people.person(ann.key) or ann, bob


async def roll(house: Casino, table: LiveTable, owner: Person, dice: str) -> None:
    number = table.n
    for name, line in (("a", "bets 5 on pass"), ("b", "bets 5 on field"), ("c", f"roll {dice}")):
        answer = await house.submit_line(table, owner, line, f"{name}{number}")
        assert line.startswith("bets 5 on pass") or isinstance(answer, int), answer


async def whole(house: Casino, table: LiveTable, what: HistoryKind, most: int, who: Person | None = None) -> list[Any]:
    rows: list[Any] = []
    page = HistoryPage((), None)
    before: int | None = None
    while True:
        page = await house.history(table, what, person=who, before=before, most=most)
        rows += page.rows
        if page.before is None:
            return rows
        assert before is None or page.before < before, "a cursor goes back"
        before = page.before


DICE = ("3 1", "5 4", "2 2", "6 4", "1 2", "4 3", "5 6", "2 2", "3 4")


def test_pages_of_any_size_have_every_roll_and_every_hand_once(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_history, "_CHUNK", 7)

    async def play() -> None:
        house, table, ann, _ = await a_house(where)
        for dice in DICE:
            await roll(house, table, ann, dice)
        for most in (1, 2, 3, 100):
            played = await whole(house, table, "rolls", most)
            assert [f"{row.dice[0]} {row.dice[1]}" for row in reversed(played)] == [*DICE]
            hands: list[HandPlayed] = await whole(house, table, "hands", most)
            assert [(len(hand.rolls), hand.points, hand.ended) for hand in reversed(hands)] == [
                (6, 1, "seven-out"),
                (3, 0, "seven-out"),
            ]
        newest = await house.history(table, most=1)
        assert [(one["wager"], one["result"], one["won"]) for one in newest.rows[0].settled] == [
            ("pass", "lose", "0.00"),
            ("field", "lose", "0.00"),
        ]
        monkeypatch.setattr(table_history, "MOST_READ", 3)
        assert len(await whole(house, table, "rolls", 100)) == len(DICE)
        await house.store.close()

    asyncio.run(play())


def test_results_are_one_s_own_whoever_had_that_name_before(tmp_path: Path) -> None:
    async def play() -> None:
        house, table, ann, bob = await a_house(str(tmp_path / "house.db"))
        assert await house.submit_line(table, bob, "bets 10 on field", "f") == table.n
        await roll(house, table, ann, "3 1")
        assert await house.submit_line(table, bob, "leaves", "l") == table.n
        stranger = Person("p-other", "Bob", bob.joined)
        await house.store.put_card(
            "person", "p-other", 0, b'{"key":"p-other","name":"Bob","joined":"2026-01-01T00:00:00Z"}'
        )
        assert await house.submit_line(table, stranger, "sits 500", "s") == table.n
        assert await house.submit_line(table, stranger, "bets 20 on field", "f") == table.n
        await roll(house, table, ann, "5 4")
        for who, stake in ((bob, "10.00"), (stranger, "20.00")):
            rows = await whole(house, table, "results", 5, who)
            assert [[one["stake"] for one in row.settled] for row in rows] == [[stake]]
        await house.store.close()

    asyncio.run(play())
