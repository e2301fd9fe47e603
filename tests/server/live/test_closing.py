"""While a house closes it takes nothing more from anybody: no seat for a strategy, no role, no closing of a table."""

import asyncio
from pathlib import Path

from sevenout.server.casino import CLOSING
from sevenout.server.protocol.join_codes import code_of, free_name
from sevenout.server.tables.bots import BotRequest
from tests.server.playing import a_house, come_in, opened


def test_nothing_is_begun_while_the_house_closes(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, olga = await opened(house, await come_in(house, "Olga"))
        bob = await come_in(house, "Bob")
        await house.finish()
        n = table.n
        assert await house.seat_bot(table, olga, BotRequest("pass-line")) == CLOSING
        assert await house.dismiss_bot(table, olga, "nobody") == CLOSING
        assert await house.close_table(table, olga) == CLOSING
        assert await house.appoint(table, olga, bob, ("dealer",)) == CLOSING
        assert await house.appoint_everywhere(bob, ("supervisor",)) == CLOSING
        assert table.n == n
        await house.store.close()

    asyncio.run(play())


def test_no_two_open_tables_have_one_code() -> None:
    taken = "t-00000001"
    names = iter(["00000001", "00000001", "00000002"])
    assert free_name([taken], lambda _: next(names)) == "t-00000002"
    assert len({code_of(f"t-{number:08x}") for number in range(200)}) > 195
    assert set("01ilo").isdisjoint("".join(code_of(f"t-{number:08x}") for number in range(200)))
