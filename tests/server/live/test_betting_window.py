"""The window of a live table: who is waited for and how long, who is not, who gets up, and how a table is closed."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino, actor_at
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import THE_HOUSE, AskForTime, ThrowRequest
from sevenout.server.protocol.house_events import (
    ExtraTimeGranted,
    SeatAttended,
    SeatAway,
    SeatUnattended,
    SeedRevealed,
    TableShut,
    ThrowDeadlineSet,
)
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Store
from sevenout.server.tables.bots import BotRequest
from sevenout.server.verification.verifier import verify_store
from sevenout.server.web.request_context import Web
from sevenout.table.events import Left, Passed, Rolled
from tests.server.playing import KEYS, a_house, code, come_in, opened, says, sound, unsalted


class Ahead:
    """A store whose clock can be put forward."""

    def __init__(self, store: Store) -> None:
        self._store, self.by = store, timedelta()

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def now(self) -> datetime:
        return await self._store.now() + self.by


Play = Callable[[Casino, LiveTable, Person, Person, Ahead], Awaitable[None]]


def at_a_table(where: str, play: Play, **wanted: object) -> None:
    """Ann, who opened it, and Bob, both seated."""

    async def played() -> None:
        house = await a_house(where)
        clock = Ahead(house.store)
        house.store = clock  # type: ignore[assignment]
        ann, bob = await come_in(house, "Ann"), await come_in(house, "Bob")
        table, ann = await opened(house, ann, **wanted)
        for person in (ann, bob):
            await says(house, table, person, "sits 1000")
        await play(house, table, ann, bob, clock)
        await sound(table)
        await house.store.close()

    asyncio.run(played())


async def look(house: Casino, table: LiveTable, seconds: float = 0) -> None:
    """The house looks at a table, as if so much time had passed in this process."""
    kept = house.tables._kept[table.name]
    now = asyncio.get_running_loop().time() + seconds
    kept.attended = now - 10
    await house.tables._look_at(kept, now, await house.store.now())


def waits(table: LiveTable) -> bool:
    return table.throw_deadline is not None


def test_a_table_waits_for_nobody_until_something_lies_and_somebody_has_the_dice(where: str) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, _clock: Ahead) -> None:
        assert not waits(table)
        await says(house, table, bob, "bets 5 on field")
        assert not waits(table), "nobody has a line bet, so nobody has the dice"
        await says(house, table, ann, "bets 10 on pass")
        assert waits(table)
        await says(house, table, ann, "takes down pass")
        assert (await table.entries(table.n))[0].event == ThrowDeadlineSet()
        assert not waits(table)

    at_a_table(where, play)


def test_the_dice_are_thrown_by_the_deadline_once_on_any_server_and_not_before(where: str) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, _bob: Person, clock: Ahead) -> None:
        await says(house, table, ann, "bets 10 on pass")
        early = await table.submit(THE_HOUSE, ThrowRequest())
        assert isinstance(early, Refusal)
        assert early.code == "not-due"
        clock.by = timedelta(seconds=31)
        other = LiveTable(table.name, table.terms, clock, b"d" * 32, unsalted)  # type: ignore[arg-type]
        await other.catch_up()
        assert sorted(await asyncio.gather(table.throw_if_overdue(), other.throw_if_overdue())) == [False, True]
        await table.catch_up()
        rolls = [entry for entry in await table.entries(0) if isinstance(entry.event, Rolled)]
        assert [entry.actor for entry in rolls] == ["house"]

    at_a_table(where, play)


def test_the_deadline_holds_for_dice_that_are_out_and_bets_are_late_by_then(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await says(house, table, ann, "bets 10 on pass", "throw")
        assert await code(house, table, bob, "bets 5 on field") in ("closed", "unconfirmed")
        clock.by = timedelta(seconds=31)
        await look(house, table)
        assert len(table.floor.table.state.rolls) == 1

    at_a_table(str(tmp_path / "house.db"), play)


def test_a_shooter_who_is_gone_has_the_turn_played_on_and_their_wagers_stand(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, _bob: Person, clock: Ahead) -> None:
        await says(house, table, ann, "bets 10 on pass")
        for minutes in range(1, 200):
            clock.by = timedelta(minutes=minutes)
            await look(house, table, 4000 * minutes)
            seat = table.floor.table.seats.get("Ann")
            if table.throw_deadline is None:
                break
            assert seat is not None, "a wager keeps a seat"
        rolled = [entry.event for entry in await table.entries(0) if isinstance(entry.event, Rolled)]
        line = [one for event in rolled for seat in event.seats for one in seat.results if seat.seat == "Ann"]
        assert [(one.wager, one.stake) for one in line] == [("pass", 10_00)], "it was decided, once"
        assert table.throw_deadline is None, "nothing lies any more: the dice are not thrown for ever"

    at_a_table(str(tmp_path / "house.db"), play)


def test_a_seat_nobody_attends_is_given_up_with_notice_and_its_chips_are_cashed(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await says(house, table, ann, "bets 10 on place-6", "takes down place-6")
        table.connected[bob.key] += 1
        await look(house, table, 50)
        assert not any(isinstance(entry.event, SeatUnattended) for entry in await table.entries(0))
        await look(house, table, 70)
        assert [entry.event.seat for entry in await table.entries(0) if isinstance(entry.event, SeatUnattended)] == [
            "Ann"
        ]
        await look(house, table, 70)
        assert "Ann" in table.floor.table.seats, "there is a minute's notice"
        clock.by = timedelta(seconds=61)
        await look(house, table, 70)
        assert [*table.floor.table.seats] == ["Bob"]
        gone = next(entry for entry in await table.entries(0) if isinstance(entry.event, Left))
        assert (gone.actor, gone.event.cashed) == ("house", 1000_00)  # type: ignore[union-attr]
        person = await house.people.person(ann.key)
        assert person is not None
        assert (person.limits.settled, [tab.seat for tab in person.limits.tabs.values()]) == (0, [""])

    at_a_table(str(tmp_path / "house.db"), play, patience=60)


def test_whoever_is_connected_to_another_server_is_not_given_up(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        table.connected[bob.key] += 1
        await look(house, table, 70)
        table.connected[ann.key] += 1  # the server where she is hears of it
        await look(house, table, 70)
        assert any(entry.event == SeatAttended("Ann") for entry in await table.entries(0))
        clock.by = timedelta(hours=1)
        await look(house, table, 80)
        assert "Ann" in table.floor.table.seats

    at_a_table(str(tmp_path / "house.db"), play, patience=60)


def test_seats_are_whole_chips_within_the_table_s_bounds_one_a_person_and_sixteen_in_all(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, _bob: Person, _clock: Ahead) -> None:
        cy = await come_in(house, "Cy")
        for line, wanted in (
            ("sits 1000.50", "not-chips"),
            ("sits 99", "below-minimum"),
            ("sits 2001", "above-maximum"),
            ("sits 100 at 0", "no-room"),
            ("sits 100 at 17", "no-room"),
            ("sits 100 at 1", "place-taken"),
        ):
            assert await code(house, table, cy, line) == wanted, line
        assert await code(house, table, ann, "sits 100") == "seat-taken"
        assert await code(house, table, ann, "buys in for 5") == "below-minimum"
        await says(house, table, cy, "sits 100 at 16")
        for name in ("Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Kim", "Lou", "Max", "Ned", "Pat", "Rae", "Sue"):
            await says(house, table, await come_in(house, name), "sits 100")
        assert await code(house, table, await come_in(house, "Last"), "sits 100") == "no-room"

    at_a_table(str(tmp_path / "house.db"), play, smallest_buy_in="100", largest_buy_in="2000")


def test_a_table_that_is_closed_is_played_out_revealed_shut_and_makes_room(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await says(house, table, ann, "bets 10 on pass", "roll")
        refused = await house.close_table(table, bob)
        assert isinstance(refused, Refusal)
        assert refused.code == "not-yours"
        assert isinstance(await house.close_table(table, ann), int)
        assert await code(house, table, await come_in(house, "Cy"), "sits 100") == "table-closing"
        for minutes in range(1, 200):
            clock.by = timedelta(minutes=minutes)
            await look(house, table)
            if table.record.standing.shut:
                break
        last = [entry.event for entry in await table.entries(0)]
        assert last[-1] == TableShut()
        assert any(isinstance(event, SeedRevealed) for event in last), "no seed of a throw is kept back"
        cashed = sum(event.cashed for event in last if isinstance(event, Left))
        assert cashed in (1990_00, 2010_00), "every chip is cashed"
        assert (
            cashed
            == -table.floor.table.state.ledger.bank + 2000_00 - 2000_00 + cashed + table.floor.table.state.ledger.bank
        )
        assert await code(house, table, ann, "sits 100") == "shut"
        await house.tables._tidy()
        assert await house.lobby() == []
        again = Casino(house.store, KEYS)
        assert await again.tables.lobby.find_unlisted() == []
        found = await again.table(table.name)
        assert found is not None
        assert found.record.standing.shut

    at_a_table(str(tmp_path / "house.db"), play)


def test_a_table_that_is_shut_while_a_throw_is_awaited_waits_for_nobody_and_nothing_is_added(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await says(house, table, ann, "bets 10 on pass")
        assert waits(table)
        assert isinstance(await house.close_table(table, ann), int)
        await says(house, table, bob, "leaves")
        await says(house, table, ann, "leaves")
        assert (table.record.standing.shut, table.throw_deadline) == (True, None)
        shut_at, clock.by = table.n, timedelta(hours=1)
        assert not await table.throw_if_overdue()
        refused = await table.submit(THE_HOUSE, ThrowRequest())
        assert isinstance(refused, Refusal)
        assert (refused.code, table.n) == ("shut", shut_at)

    at_a_table(str(tmp_path / "house.db"), play)


def test_a_table_at_rest_is_let_go_and_one_where_somebody_is_waited_for_is_woken_after_a_restart(where: str) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, _bob: Person, _clock: Ahead) -> None:
        quiet, _ = await opened(house, ann)
        await says(house, table, ann, "bets 10 on pass")
        for kept in house.tables._kept.values():
            kept.touched -= 1000
        await house.tables._tidy()
        assert [*house.tables._kept] == [table.name], "where somebody is waited for the table is kept"
        assert {one.table for one in await house.lobby()} == {table.name, quiet.name}
        assert [one.seats for one in await house.lobby() if one.table == table.name] == [("Ann", "Bob")]
        again = Casino(house.store, KEYS)
        await again.tables._wake()
        assert [*again.tables._kept] == [table.name]
        assert await again.table(quiet.name) is not None

    at_a_table(where, play)


def test_tables_of_a_server_that_died_for_good_are_played_on_by_another(shared: str) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, _bob: Person, _clock: Ahead) -> None:
        busy, ann = await opened(house, ann)
        quiet, ann = await opened(house, ann)
        for each in (table, busy):
            await says(house, each, ann, *(() if each is table else ("sits 1000",)), "bets 10 on pass")
        house.tables._kept[quiet.name].touched -= 1000
        await house.tables._tidy()
        later = Ahead(await open_store(shared))
        other = Casino(later, KEYS)  # type: ignore[arg-type]
        await other.tables._adopt()
        assert [*other.tables._kept] == [], "whatever was not looked at before may be in good hands"
        await says(house, busy, ann, "bets 10 on field")
        await other.tables._adopt()
        assert [*other.tables._kept] == [table.name], "nothing happened there, and somebody is waited for"
        found = await other.table(table.name)
        assert found is not None
        later.by = timedelta(hours=1)
        await look(other, found)
        assert any(isinstance(entry.event, Rolled) for entry in await found.entries(0)), "the deadline was kept"
        await table.catch_up()
        await other.store.close()

    at_a_table(shared, play)


def test_a_table_that_was_visited_is_let_go_as_well_once_it_rests(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann, web = await come_in(house, "Ann"), Web(house)
        quiet, other = [(await opened(house, ann))[0] for _ in range(2)]
        await web.room(quiet)
        house.tables._kept[quiet.name].touched -= 1000
        await house.tables._tidy()
        await web.room(other)
        let_go = weakref.ref(quiet)
        del quiet
        gc.collect()
        assert let_go() is None
        await house.store.close()

    asyncio.run(play())


def test_a_house_that_stops_lets_dice_in_the_air_come_to_rest(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann)
        await house.start()
        await says(house, table, ann, "sits 1000", "bets 10 on pass", "throw")
        await house.stop()
        again = await a_house(str(tmp_path / "house.db"))
        found = await again.table(table.name)
        assert found is not None
        assert len(found.floor.table.state.rolls) == 1
        assert not found.floor.table.state.dice.thrown
        await sound(found)
        await again.store.close()

    asyncio.run(play())


async def to_a_winner(house: Casino, table: LiveTable, shooter: Person) -> None:
    """The shooter throws until a pass bet was decided and the dice are still theirs."""
    for _ in range(200):
        await says(house, table, shooter, "bets 10 on pass")
        while table.floor.table.layout("Ann"):
            await says(house, table, shooter, "roll")
        if not table.floor.table.state.dice.move_on:
            return
    raise AssertionError("two hundred hands of one roll")


def test_after_a_winner_the_shooter_is_waited_for_and_nobody_else_throws(where: str) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, _clock: Ahead) -> None:
        await to_a_winner(house, table, ann)
        turn = table.turns.turn
        await says(house, table, bob, "bets 10 on pass")
        assert (table.floor.table.shooter(), table.without_line_bet, waits(table)) == ("Ann", "Ann", True)
        assert await code(house, table, bob, "roll") == "not-shooter"
        assert await code(house, table, bob, "accepts the dice") == "not-shooter"
        assert await code(house, table, ann, "roll") == "no-line-bet"
        assert await code(house, table, ann, "time is over") == "not-yours"
        await says(house, table, ann, "bets 10 on dont-pass", "roll")
        assert table.turns.turn == turn, "her turn went on"

    at_a_table(where, play)


def test_the_time_to_bet_runs_out_and_the_dice_go_on_to_the_next_with_a_line_bet(where: str) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await to_a_winner(house, table, ann)
        await says(house, table, bob, "bets 10 on pass")
        first = table.throw_deadline
        assert first is not None
        clock.by = timedelta(seconds=29)
        await look(house, table)
        assert table.floor.table.shooter() == "Ann"
        clock.by = timedelta(seconds=31)
        await look(house, table)
        late = [entry for entry in await table.entries(0) if isinstance(entry.event, Passed)]
        assert [(entry.actor, entry.event.seat, entry.event.late) for entry in late] == [("house", "Ann", True)]  # type: ignore[union-attr]
        assert table.floor.table.shooter() == "Bob"
        assert table.throw_deadline is not None
        assert table.throw_deadline >= first + timedelta(seconds=30), "he has a time of his own"
        await says(house, table, ann, "bets 10 on pass")
        assert await code(house, table, ann, "roll") == "not-shooter"
        await says(house, table, bob, "roll")

    at_a_table(where, play)


def test_a_seat_asks_for_time_once_before_each_roll(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        assert await code(house, table, bob, "asks for time") == "not-now"
        await says(house, table, ann, "bets 10 on pass")
        first = table.throw_deadline
        assert first is not None
        await says(house, table, bob, "asks for time")
        assert table.throw_deadline == first + timedelta(seconds=30)
        assert (await table.entries(table.n))[0].event == ExtraTimeGranted("Bob", table.throw_deadline)
        assert await code(house, table, bob, "time") == "asked-before"
        assert await code(house, table, await come_in(house, "Cy"), "asks for time") == "no-seat"
        await says(house, table, ann, "asks for time")
        clock.by = timedelta(seconds=85)
        await look(house, table)
        assert not table.floor.table.state.rolls, "both have been given thirty seconds more"
        clock.by = timedelta(seconds=95)
        await look(house, table)
        assert len(table.floor.table.state.rolls) == 1
        if not waits(table):
            await says(house, table, ann, "bets 10 on pass")
        await says(house, table, bob, "asks for time")

    at_a_table(str(tmp_path / "house.db"), play)


def test_time_that_was_asked_for_under_a_key_is_sound_to_verify(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, _: Ahead) -> None:
        await says(house, table, ann, "bets 10 on pass")
        answer = await table.submit(actor_at(table, bob), AskForTime(), "k1")
        assert isinstance(answer, int)

    where = tmp_path / "house.db"
    at_a_table(str(where), play)
    assert [verdict.fault for verdict in verify_store(where)] == [""]


def test_nobody_is_hurried_who_is_alone(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await says(house, table, ann, "bets 10 on pass")
        assert waits(table)
        await says(house, table, bob, "leaves")
        assert not waits(table), "whoever is alone keeps nobody waiting"
        clock.by = timedelta(hours=5)
        await look(house, table)
        assert not table.floor.table.state.rolls
        await says(house, table, bob, "sits 100")
        assert waits(table)

    at_a_table(str(tmp_path / "house.db"), play)


def test_a_strategy_throws_when_the_time_that_is_told_is_over_and_not_before(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        table.connected[ann.key] += 1
        seat = await house.seat_bot(table, ann, BotRequest(strategy="pass-line", bankroll="500"))
        assert isinstance(seat, str)
        await look(house, table, 10)
        assert (table.floor.table.shooter(), [*table.floor.table.layout(seat)]) == (seat, ["pass"])
        told, now = table.throw_deadline, await clock.now()
        assert told is not None
        assert timedelta(seconds=5) < told - now <= timedelta(seconds=6), "twice its pause of 3 seconds"
        await look(house, table, 20)
        assert not table.floor.table.state.rolls, "the clock on the wall says that there is time"
        await says(house, table, bob, "asks for time")
        clock.by = timedelta(seconds=20)
        await look(house, table, 30)
        assert not table.floor.table.state.rolls
        clock.by = timedelta(seconds=37)
        await look(house, table, 40)
        rolls = [entry for entry in await table.entries(0) if isinstance(entry.event, Rolled)]
        assert [(entry.actor, entry.event.shooter) for entry in rolls] != []  # type: ignore[union-attr]
        assert rolls[0].actor != "house", "it threw them itself"

    at_a_table(str(tmp_path / "house.db"), play)


def test_a_table_rests_for_somebody_who_is_gone_and_plays_on_when_they_are_back(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await says(house, table, bob, "leaves")
        seat = await house.seat_bot(table, ann, BotRequest(strategy="pass-line", bankroll="500"))
        assert isinstance(seat, str)
        table.connected[ann.key] += 1
        await look(house, table, 10)
        assert table.floor.table.layout(seat), "somebody is there to play with"
        del table.connected[ann.key]
        await look(house, table, 60)
        await look(house, table, 80)
        assert (await table.entries(0))[-2].event == SeatAway("Ann")
        assert table.record.standing.away == ("Ann",)
        rested = table.n
        for minutes in range(1, 20):
            clock.by = timedelta(minutes=minutes)
            await look(house, table, 80 + 60 * minutes)
        assert (table.n, waits(table)) == (rested, False), "nothing happens while nobody is there"
        await says(house, table, ann, "bets 5 on field")
        assert any(entry.event == SeatAttended("Ann") for entry in await table.entries(rested))
        assert (len(table.record.standing.away), waits(table)) == (0, True)

    at_a_table(str(tmp_path / "house.db"), play)


def test_wagers_of_somebody_who_does_not_come_back_are_played_out_and_the_seat_is_given_up(tmp_path: Path) -> None:
    async def play(house: Casino, table: LiveTable, ann: Person, bob: Person, clock: Ahead) -> None:
        await says(house, table, bob, "leaves")
        await says(house, table, ann, "bets 10 on pass", "bets 12 on place-6")
        await look(house, table, 1000)
        assert (table.record.standing.away, waits(table)) == (("Ann",), False)
        for minutes in range(1, 200):
            clock.by = timedelta(minutes=minutes)
            await look(house, table, 1801 + 60 * minutes)
            if not table.floor.table.seats:
                break
        events = [entry.event for entry in await table.entries(0)]
        assert any(isinstance(event, SeatUnattended) for event in events)
        assert [event.seat for event in events if isinstance(event, Left)] == ["Bob", "Ann"]
        assert not table.floor.table.seats
        standing = table.record.standing
        assert (standing.away, standing.unattended) == ((), ()), "whoever sits down there next is not gone"

    at_a_table(str(tmp_path / "house.db"), play)
