"""What people say at a live table: one thing is done, once for its key; anything else is refused with what to say."""

import asyncio
from pathlib import Path

import pytest

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino
from sevenout.server.live.live_table import LiveTable
from tests.server.playing import a_house, come_in, opened, says


async def seated(tmp_path: Path) -> tuple[Casino, LiveTable, Person]:
    house = await a_house(str(tmp_path / "house.db"))
    table, ann = await opened(house, await come_in(house, "Ann"))
    await says(house, table, ann, "sits 1000")
    return house, table, ann


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("12 6", "ambiguous", "Ann bets 12 on place-6; or Ann bets 6 on craps-12"),
        ("six and eight 12 each", "several", "Ann bets 12 on place-6, Ann bets 12 on place-8"),
        ("pas 10", "unclear", "Did you mean: bet 10 on pass?"),
        ("yo", "unclear", "How much? Did you mean: bet 1 on eleven?"),
        ("banana", "malformed", "expected"),
        ("rebet", "malformed", "expected"),
        ("3 on the line", "below-minimum", "Pass Line"),
        ("sits ten", "malformed", "sits 1000"),
        ("roll 7 7", "malformed", "expected a die from 1 to 6, found '7'"),
        ("roll 3", "malformed", "expected a die from 1 to 6"),
        ("\x1b[2J 10 pass", "malformed", "type one action"),
    ],
)
def test_what_is_not_one_thing_to_do_is_refused_with_what_to_say(
    tmp_path: Path, line: str, code: str, told: str
) -> None:
    async def play() -> int | Refusal:
        house, table, ann = await seated(tmp_path)
        n = table.n
        answer = await house.submit_line(table, ann, line, "k1")
        assert table.n == n
        await house.store.close()
        return answer

    answer = asyncio.run(play())
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert told in answer.reason


def test_what_is_said_is_done_once_for_its_key_whatever_it_means_by_then(tmp_path: Path) -> None:
    async def play() -> None:
        house, table, ann = await seated(tmp_path)
        await says(house, table, ann, "10 on the pass line", "twelve dollar eight")
        assert table.floor.table.layout("Ann") == {"pass": 1000, "place-8": 1200}
        first = await house.submit_line(table, ann, "press my eight", "k1")
        assert await house.submit_line(table, ann, "press my eight", "k1") == first
        assert table.floor.table.layout("Ann")["place-8"] == 2400
        assert isinstance(await house.submit_line(table, ann, "take down my eight", "k2"), int)
        assert await house.submit_line(table, ann, "press my eight", "k1") == first  # there is no eight any more
        other = await house.submit_line(table, ann, "press my nine", "k1")
        assert isinstance(other, Refusal)
        assert other.code == "key-used"
        await house.store.close()

    asyncio.run(play())


def test_who_has_no_seat_speaks_the_notation(tmp_path: Path) -> None:
    async def play() -> int | Refusal:
        house, table, _ = await seated(tmp_path)
        answer = await house.submit_line(table, await come_in(house, "Bob"), "10 pass", "k1")
        await house.store.close()
        return answer

    answer = asyncio.run(play())
    assert isinstance(answer, Refusal)
    assert answer.code == "malformed"
