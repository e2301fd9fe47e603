"""Rulings and corrections at a live table: on whose word, with which dice, and what everybody is told of them."""

import asyncio
from pathlib import Path

import msgspec

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino
from sevenout.server.history.live_sessions import LiveSessions
from sevenout.server.history.table_history import rolls
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import verify_log
from sevenout.server.live.public_view import PublicState, event_message, next_throw_message
from sevenout.server.live.requests import THE_HOUSE, BotActions, BotTurn, ThrowRequest
from sevenout.server.protocol import messages
from sevenout.server.protocol.client_picture import apply_event, seat_message
from sevenout.table.commands import RollDice, ThrowDice
from tests.server.playing import a_house, appointed, come_in, opened, says


async def refused(house: Casino, table: LiveTable, person: Person, line: str) -> str:
    answer = await house.submit_line(table, person, line, "")
    assert isinstance(answer, Refusal), f"{line} was taken"
    return answer.code


async def a_game(where: str, dice: str) -> tuple[Casino, LiveTable, Person, Person]:
    """A house, a table, somebody with a pass bet, and a supervisor."""
    house = await a_house(where)
    owner = await come_in(house, "Owen")
    table, _ = await opened(house, owner, dice=dice)
    ann, sue = await come_in(house, "Ann"), await appointed(house, table, "Sue", "supervisor", "stickperson", "dealer")
    await says(house, table, ann, "sits 1000", "bets 10 on pass")
    return house, table, ann, sue


def test_the_desk_corrects_a_mistyped_roll_and_everybody_sees_the_right_one(tmp_path: Path) -> None:
    async def play() -> None:
        house, table, ann, sue = await a_game(str(tmp_path / "house.db"), "entered")
        before = PublicState(table.n, table.floor.snapshot)
        page = messages.SnapshotMessage(
            n=before.n,
            name=table.name,
            table=before.shown,
            rules="catfish-bend",
            digest="",
            dice="entered",
            seats={seat.name: seat_message(seat) for seat in before.shown.seats},
            point=None,
            shooter="Ann",
            next=next_throw_message(table.game, before.shown),
            now=await table.store.now(),
            version=messages.VERSION,
            terms=messages.TermsMessage("5.00", "500.00", "1.00", 30, undo=True, watched=True, code=""),
        )
        assert await refused(house, table, ann, "roll corrected to 3 4") == "not-yours"
        await says(house, table, sue, "roll 4 2")
        await says(house, table, ann, "bets 20 on pass-odds")
        await says(house, table, sue, "roll corrected to 6 5")
        assert table.floor.table.rack("Ann") == 1010_00
        assert await refused(house, table, sue, "roll corrected to 6 5") == "not-now"
        for entry in await table.entries(before.n + 1):
            after = before.apply_entry(entry)
            page, before = apply_event(page, event_message(table.game, entry, before, after)), after
        assert page.table.public() == table.floor.snapshot.public()
        assert [(each.a, each.b) for each in page.table.rolls] == [(6, 5)]
        listed = (await rolls(table.store, table.name, table.game, table.n + 1)).rows
        assert [each.dice for each in listed] == [(6, 5)]
        evening = await LiveSessions().summarize(table, ann)
        assert not isinstance(evening, Refusal)
        assert (evening.net, evening.rolls, evening.nets) == ("10.00", 1, ("10.00",))
        verify_log(table.game, await table.store.lines(table.name))

    asyncio.run(play())


def test_a_ruling_is_public_and_what_strategies_remember_is_not(tmp_path: Path) -> None:
    async def play() -> None:
        house, table, ann, sue = await a_game(str(tmp_path / "house.db"), "entered")
        await says(house, table, sue, "roll 4 3", "supervisor rules no roll: on the rail")
        assert (table.floor.table.rack("Ann"), table.floor.table.layout("Ann")) == (990_00, {"pass": 10_00})
        assert await refused(house, table, sue, "supervisor rules no roll") == "not-now"
        assert (await rolls(table.store, table.name, table.game, table.n + 1)).rows == ()
        evening = await LiveSessions().summarize(table, ann)
        assert not isinstance(evening, Refusal)
        assert (evening.net, evening.rolls, evening.nets) == ("0.00", 0, ())
        (entry,) = await table.entries(table.n)
        picture = PublicState(table.n - 1, table.floor.snapshot)
        assert b"memory" not in msgspec.json.encode(event_message(table.game, entry, picture, picture).event)
        verify_log(table.game, await table.store.lines(table.name))

    asyncio.run(play())


def test_dice_thrown_by_seeds_are_neither_ruled_on_nor_corrected(tmp_path: Path) -> None:
    async def play() -> None:
        house, table, ann, sue = await a_game(str(tmp_path / "house.db"), "fair")
        await says(house, table, ann, "roll")
        lines = ("supervisor rules no roll", "supervisor rules no roll: on the rail", "roll corrected to 3 4")
        assert [await refused(house, table, sue, line) for line in lines] == ["by-seeds", "by-seeds", "by-seeds"]
        await says(house, table, sue, "crew: stick Kim, third base Lou", "Ann disputes the cocked die")
        for line in (*lines[:2], "supervisor rules on the cocked die, roll 1 1: it reads 1"):
            assert await refused(house, table, sue, line) == "by-seeds"
        await says(house, table, sue, "supervisor rules on the cocked die: it was read as it fell")

    asyncio.run(play())


def test_where_people_deal_the_dice_do_not_go_out_before_the_crews_work_is_done(tmp_path: Path) -> None:
    async def play() -> None:
        house, table, _, sue = await a_game(str(tmp_path / "house.db"), "entered")
        await says(house, table, sue, "crew: stick Kim, third base Lou", "roll 4 2")
        for line in ("dice sent out showing 4 2", "throw", "roll 3 3", "no roll: on the rail"):
            assert await refused(house, table, sue, line) == "unfinished", line
        await says(house, table, sue, "crew works", "roll 3 3")
        verify_log(table.game, await table.store.lines(table.name))

    asyncio.run(play())


def test_where_the_house_throws_a_posted_crew_still_finishes_its_work_first(tmp_path: Path) -> None:
    async def play() -> None:
        house, table, ann, sue = await a_game(str(tmp_path / "house.db"), "fair")
        await says(house, table, sue, "crew: stick Kim, third base Lou")
        await says(house, table, ann, "roll")
        assert table.floor.pit.left
        for person, line in ((ann, "roll"), (sue, "roll"), (ann, "throw"), (sue, "dice offered to Ann")):
            answer = await house.submit_line(table, person, line, "")
            assert isinstance(answer, Refusal), line
            assert (answer.code, answer.cite.clause) == ("unfinished", "Stickperson 16"), line
        answer = await table.submit(THE_HOUSE, ThrowRequest())
        assert isinstance(answer, Refusal)
        before = len(table.floor.snapshot.rolls)
        await table.submit(THE_HOUSE, BotTurn("Ann", lambda: BotActions((ThrowDice(), RollDice(1, 1)))))
        assert len(table.floor.snapshot.rolls) == before
        await says(house, table, sue, "crew works")

    asyncio.run(play())
