"""A clock that somebody sets: deadlines go by the time that passes, no log runs backwards, and a restart says so."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino
from sevenout.server.live.live_table import LiveTable
from sevenout.server.operation.settings import Settings
from sevenout.server.protocol.house_events import ClockSetBack, ThrowDeadlineSet
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.store.steady_clock import SteadyClock
from sevenout.server.verification.startup_checks import self_check
from sevenout.server.verification.verifier import verify_log
from tests.server.playing import KEYS, come_in, opened, says, unsalted

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


class Ticking:
    """A clock on the wall that can be set, and the time that passes whatever it shows."""

    def __init__(self) -> None:
        self.passed, self.off = 0.0, timedelta()
        self.steady = SteadyClock(lambda: self.passed)

    def after(self, seconds: float) -> datetime:
        self.passed += seconds
        return self.steady.read(NOON + timedelta(seconds=self.passed) + self.off)

    @property
    def true(self) -> datetime:
        return NOON + timedelta(seconds=self.passed)


def test_a_clock_that_goes_is_followed() -> None:
    clock = Ticking()
    assert [clock.after(seconds) - NOON for seconds in (0, 1, 60)] == [0 * SECOND, SECOND, 61 * SECOND]
    clock.off = SECOND  # put right by a little
    ahead = clock.after(1)
    assert ahead == clock.true + SECOND
    clock.off = -SECOND
    assert clock.after(1) == ahead, "it stands still for a moment, and does not go back"


def test_a_clock_a_day_ahead_for_a_second_is_not_followed() -> None:
    clock = Ticking()
    clock.after(0)
    clock.off = DAY
    assert clock.after(1) == clock.true
    clock.off = timedelta()
    assert clock.after(1) == clock.true


def test_a_clock_that_stays_ahead_is_followed_after_a_minute() -> None:
    clock = Ticking()
    clock.after(0)
    clock.off = DAY
    assert [clock.after(20) - clock.true for _ in range(5)] == [timedelta()] * 3 + [DAY] * 2


def test_a_clock_that_is_set_back_600_seconds_stops_no_time() -> None:
    clock = Ticking()
    clock.after(0)
    clock.off = -600 * SECOND
    shown = [clock.after(30) for _ in range(100)]
    assert shown[-1] == clock.true
    assert shown == sorted(shown)


class Set(SqliteStore):
    """A store whose clock shows what the test says."""

    by = timedelta()

    async def now(self) -> datetime:
        return NOON + self.by


def in_two_lives(where: Path, between: timedelta, then: Callable[[Casino, LiveTable, Person], Awaitable[None]]) -> None:
    """A table at which Ann is waited for; its house is closed, the clock is set, and it is opened again."""

    async def play() -> None:
        store = Set(where)
        house = Casino(store, KEYS, token=unsalted)
        table, ann = await opened(house, await come_in(house, "Ann"))
        await says(house, table, await come_in(house, "Bob"), "sits 500")  # who is alone is not hurried
        await says(house, table, ann, "sits 500", "bets 5 on pass")
        assert table.throw_deadline is not None
        await store.close()
        store = Set(where)
        store.by = between
        house = Casino(store, KEYS, token=unsalted)
        again = await house.table(table.name)
        assert again is not None
        await then(house, again, ann)
        found = verify_log(again.name, await store.lines(again.name), again.game)
        assert found.fault == ""
        await store.close()

    asyncio.run(play())


def test_after_a_day_s_setting_back_the_log_says_so_and_the_deadline_is_by_the_clock_of_now(tmp_path: Path) -> None:
    async def then(house: Casino, table: LiveTable, _ann: Person) -> None:
        set_back, awaited = (await table.entries(table.n - 1))[-2:]
        assert isinstance(set_back.event, ClockSetBack)
        assert (set_back.event.was, set_back.at) == (NOON, NOON - DAY)
        assert awaited.event == ThrowDeadlineSet(NOON - DAY + timedelta(seconds=table.terms.window))
        store = house.store
        assert isinstance(store, Set)
        store.by += timedelta(seconds=table.terms.window + 1)
        assert await table.throw_if_overdue(), "nobody waits until tomorrow"

    in_two_lives(tmp_path / "house.db", -DAY, then)


def test_a_clock_that_is_a_little_behind_lets_no_entry_be_dated_before_the_last(tmp_path: Path) -> None:
    async def then(house: Casino, table: LiveTable, ann: Person) -> None:
        last = table.record.at
        await says(house, table, ann, "bets 5 on field")
        assert [entry.at for entry in await table.entries(table.n)] == [last]
        assert not any(isinstance(entry.event, ClockSetBack) for entry in await table.entries(0))

    in_two_lives(tmp_path / "house.db", timedelta(seconds=-3), then)


@pytest.mark.parametrize("behind", [timedelta(seconds=6), DAY])
def test_a_house_whose_clock_is_behind_opens_on_the_operator_s_word_alone(tmp_path: Path, behind: timedelta) -> None:
    where = tmp_path / "house.db"

    async def look() -> None:
        store = Set(where)
        house = Casino(store, KEYS, token=unsalted)
        await opened(house, await come_in(house, "Ann"))
        store.by = -behind
        found = [one for one in await self_check(Settings(db=str(where)), store) if one.accept]
        assert [(one.grave, one.accept) for one in found] == [(True, "clock")]
        await store.close()

    asyncio.run(look())
