"""Opening a table by a key: however often, at once or after a server died, there is one, and it has its owner."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.casino import MOST_OWNED, Casino
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.protocol.join_codes import code_of
from sevenout.server.tables.creation_keys import CreationKeys
from tests.server.playing import a_house, come_in

WANTED = TableRequest(rules="typical")


async def opened(house: Casino, person: Person) -> str:
    table = await house.open_table(person, WANTED, "k")
    assert isinstance(table, LiveTable), table
    return table.name


def test_the_same_asked_twice_at_once_opens_one_table(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        names = await asyncio.gather(*(opened(house, ann) for _ in range(4)))
        assert len({*names}) == len(await house.lobby()) == 1
        await house.store.close()

    asyncio.run(play())


def test_who_asks_for_25_tables_at_once_has_20(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        answers = await asyncio.gather(*(house.open_table(ann, WANTED, f"k{number}") for number in range(25)))
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["full"] * 5
        assert len(await house.lobby()) == MOST_OWNED == 20
        first = await house.open_table(ann, WANTED, "k0")
        assert isinstance(first, LiveTable), "it is open already, and no other"
        await house.store.close()

    asyncio.run(play())


def test_who_asks_two_servers_of_one_database_for_30_tables_at_once_has_20(shared: str) -> None:
    async def play() -> None:
        one, other = await a_house(shared), await a_house(shared)
        ann = await come_in(one, "Ann")
        answers = await asyncio.gather(
            *(house.open_table(ann, WANTED, f"k{number}") for number in range(15) for house in (one, other))
        )
        opened_names = {answer.name for answer in answers if isinstance(answer, LiveTable)}
        assert len(opened_names) == 15  # the same key is the same table at both
        more = await asyncio.gather(
            *(house.open_table(ann, WANTED) for _ in range(8) for house in (one, other)),
        )
        assert [answer.code for answer in more if isinstance(answer, Refusal)] == ["full"] * 11
        assert len(await one.lobby()) == len(await other.lobby()) == MOST_OWNED
        await one.store.close()
        await other.store.close()

    asyncio.run(play())


def test_the_list_of_tables_reads_each_card_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[bytes]()

    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        for number in range(3):
            assert isinstance(await house.open_table(ann, WANTED, f"k{number}"), LiveTable)
        first = await house.lobby()
        decode = msgspec.json.decode

        def counted(body: bytes, **named: Any) -> Any:
            read.append(body)
            return decode(body, **named)

        monkeypatch.setattr(msgspec.json, "decode", counted)
        assert await house.lobby() == first
        assert [each.code for each in first] == [code_of(each.table) for each in first]
        await house.store.close()

    asyncio.run(play())
    assert read == []


def test_a_server_that_died_in_the_middle_leaves_nothing_that_asking_again_does_not_mend(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        assert (
            await CreationKeys(house.store).assign(ann.key, "k", WANTED, "t-0000abcd") == "t-0000abcd"
        )  # and no table yet
        with pytest.MonkeyPatch.context() as dies:
            dies.setattr(house.people, "appoint", _dies)
            with pytest.raises(InterruptedError):
                await opened(house, ann)  # and no owner yet
        assert await opened(house, ann) == "t-0000abcd"
        assert await house.people.serving("t-0000abcd") == {"Ann": ("owner",)}
        await house.people.appoint(ann.key, "t-0000abcd", ())
        await opened(house, ann)
        assert await house.people.serving("t-0000abcd") == {}
        await house.store.close()

    asyncio.run(play())


@pytest.mark.parametrize("dies_at", ["change", "_list"])
def test_a_server_that_died_between_two_writes_of_an_owner_leaves_no_table_that_nobody_owns(
    tmp_path: Path, dies_at: str
) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        with pytest.MonkeyPatch.context() as dies:
            dies.setattr(house.people, dies_at, _dies)
            with pytest.raises(InterruptedError):
                await opened(house, ann)
        name = await opened(house, ann)
        assert await house.people.serving(name) == {"Ann": ("owner",)}
        known = await house.people.person(ann.key)
        assert known is not None
        assert known.roles == {name: ("owner",)}
        await house.store.close()

    asyncio.run(play())


async def _dies(*_: object) -> None:
    raise InterruptedError
