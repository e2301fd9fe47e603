"""Players without a phone at a table of real dice: the crew seats them, and books what they say."""

import asyncio
from pathlib import Path

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import verify_log
from sevenout.server.tables.desk_view import view_desk
from tests.server.playing import a_house, appointed, come_in, opened, says


async def refused(house: Casino, table: LiveTable, person: Person, line: str) -> str:
    answer = await house.submit_line(table, person, line, "")
    assert isinstance(answer, Refusal), f"{line} was taken"
    return answer.code


def test_the_crew_seats_a_player_without_a_phone_and_books_bets_calls_and_the_way_out(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        owner = await come_in(house, "Owen")
        table, owner = await opened(house, owner, dice="entered")
        dan = await appointed(house, table, "Dan", "dealer")
        await says(house, table, dan, "seat Tess 500", "Tess bets 10 on pass", "Tess bets 12 on place-6")
        assert view_desk(table).without_phone == ("Tess",)
        await says(house, table, owner, "roll 4 4")
        await says(house, table, dan, "Tess bets 20 on pass-odds", "Tess calls place-6 off", "Tess takes down place-6")
        assert table.floor.table.layout("Tess") == {"pass": 10_00, "pass-odds": 20_00}
        await says(house, table, owner, "roll 5 3")
        await says(house, table, dan, "Tess leaves")
        assert table.floor.table.state.seats == ()
        verify_log(table.game, await table.store.lines(table.name))

    asyncio.run(play())


def test_nobody_is_spoken_for_who_has_a_phone_and_no_player_books_for_others(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        owner = await come_in(house, "Owen")
        table, owner = await opened(house, owner, dice="entered")
        ann, dan = await come_in(house, "Ann"), await appointed(house, table, "Dan", "dealer")
        box = await appointed(house, table, "Bea", "boxperson")
        await says(house, table, ann, "sits 500")
        assert await refused(house, table, dan, "Ann bets 10 on pass") == "not-yours"
        assert await refused(house, table, dan, "seat Ann 500") == "name-taken"
        assert await refused(house, table, dan, "seat Dealer-7 500") == "bad-name"
        assert await refused(house, table, ann, "seat Tess 500") == "not-yours"
        assert await refused(house, table, box, "seat Tess 500") == "not-yours"
        await says(house, table, dan, "seat Tess 500")
        assert await refused(house, table, ann, "Tess bets 10 on pass") == "not-yours"
        assert await refused(house, table, box, "Tess bets 10 on pass") == "not-yours"

    asyncio.run(play())


def test_at_a_table_of_fair_dice_nobody_sits_without_a_page_of_their_own(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        owner = await come_in(house, "Owen")
        table, owner = await opened(house, owner, dice="fair")
        dan = await appointed(house, table, "Dan", "dealer")
        assert await refused(house, table, dan, "seat Tess 500") == "not-yours"

    asyncio.run(play())


def test_a_late_bet_that_is_booked_still_needs_each_posts_own_person(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        owner = await come_in(house, "Owen")
        table, owner = await opened(house, owner, dice="entered", rules="new-south-wales")
        dan = await appointed(house, table, "Dan", "dealer")
        bea = await appointed(house, table, "Bea", "boxperson")
        await says(house, table, dan, "seat Tess 500", "Tess bets 10 on pass")
        await says(house, table, owner, "throw")
        assert await refused(house, table, dan, "Tess bets 5 on field") == "unconfirmed"
        await says(house, table, dan, "Tess bets 5 on field confirmed by dealer")
        assert "field" not in table.floor.table.layout("Tess")
        assert await refused(house, table, dan, "Tess bets 5 on field confirmed by boxperson") == "not-yours"
        await says(house, table, bea, "Tess bets 5 on field confirmed by boxperson")
        assert table.floor.table.layout("Tess") == {"pass": 10_00, "field": 5_00}
        verify_log(table.game, await table.store.lines(table.name))

    asyncio.run(play())
