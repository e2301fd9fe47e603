"""The clock of a table that posts a Shootout: told by the house as it opens and as days begin, by nobody else."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import HOUSE
from sevenout.server.live.requests import Actor
from sevenout.server.live.table_terms import TableRequest, decode_terms, encode_terms, read_terms
from sevenout.server.operation.settings import read_settings
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Store
from sevenout.server.tables.bonus_clock import tell_time, time_is_due
from sevenout.table.commands import TellTime
from sevenout.table.events import Inspected
from tests.server.playing import KEYS, code, come_in, opened, says, sound

MORNING = datetime(2026, 11, 15, 14, 30, tzinfo=UTC)
"""Half past eight in Chicago: the gaming day begins in half an hour."""


class Told:
    """A store whose clock shows what it is told."""

    def __init__(self, store: Store) -> None:
        self._store, self.shows = store, MORNING

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def now(self) -> datetime:
        return self.shows


class Scene(NamedTuple):
    """A table of real dice in a house in Chicago, and its owner."""

    house: Casino
    table: LiveTable
    ann: Person
    clock: Told


Play = Callable[[Scene], Awaitable[None]]


def at_a_table(where: Path, play: Play, **wanted: object) -> None:
    """Plays there; the table's log is true at the end."""

    async def played() -> None:
        clock = Told(await open_store(str(where / "house.db")))
        house = Casino(clock, KEYS, zone="America/Chicago")  # type: ignore[arg-type]
        table, ann = await opened(house, await come_in(house, "Ann"), **{"dice": "entered", "zone": None, **wanted})
        await play(Scene(house, table, ann, clock))
        await sound(table)
        await house.store.close()

    asyncio.run(played())


def posted(table: LiveTable) -> int | None:
    bonus = table.floor.table.state.bonus
    return None if bonus is None else bonus.posted


def at(hour: int, minute: int = 0, day: int = 15) -> datetime:
    """A moment of November 2026, in UTC: six hours ahead of Chicago."""
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def test_what_is_posted_is_right_from_the_opening_on_and_grows_as_a_day_begins(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        table, clock = scene.table, scene.clock
        (entry,) = await table.entries(1)
        assert (entry.command, entry.actor) == (TellTime("2026-11-15T08:30", "America/Chicago"), HOUSE)
        assert posted(table) == 100_00
        days = ((at(14, 59), 100_00, 1), (at(15), 200_00, 2), (at(20), 200_00, 2), (at(16, 0, 17), 400_00, 3))
        for now, amount, n in days:
            clock.shows = now
            await tell_time(table)
            assert (posted(table), table.n) == (amount, n), now
        assert not time_is_due(table, clock.shows)

    at_a_table(tmp_path, play)


def test_a_clock_that_the_house_keeps_is_nobody_else_s_to_tell(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        house, table, ann = scene.house, scene.table, scene.ann
        assert await code(house, table, ann, "clock 2026-12-24T20:00 America/Chicago") == "not-yours"
        answer = await table.submit(Actor(ann.key, "", ("owner",)), TellTime("2026-12-24T20:00", "America/Chicago"))
        assert isinstance(answer, Refusal)
        assert (answer.code, table.n) == ("not-yours", 1)

    at_a_table(tmp_path, play)


def test_a_hit_is_logged_at_the_minute_it_was(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        house, table, ann, clock = scene.house, scene.table, scene.ann, scene.clock
        await says(house, table, ann, "sits 1000", "bets 10 on pass")
        for pair in ("2 2", "3 2", "3 3", "4 4", "5 4"):
            await says(house, table, ann, f"roll {pair}", f"roll {pair}", "bets 10 on pass")
        await says(house, table, ann, "roll 6 4")
        clock.shows = at(20, 17)
        assert time_is_due(table, clock.shows), "a day has begun"
        await tell_time(table)
        clock.shows = at(20, 40)
        assert not time_is_due(table, clock.shows), "nobody looks on"
        table.connected[ann.key] = 1
        await tell_time(table)
        await says(house, table, ann, "roll 6 4", "supervisor finds the dice sound, signed Lee 4711")
        (last,) = await table.entries(table.n)
        assert isinstance(last.event, Inspected)
        assert (last.event.bonus.last_hit, last.event.paid[0].amount) == (at(20, 40), 200_00)
        assert posted(table) == 100_00

    at_a_table(tmp_path, play)


def test_tables_without_a_shootout_or_with_a_clock_of_their_own_are_left_alone(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        house, table, ann, clock = scene.house, scene.table, scene.ann, scene.clock
        assert (table.n, time_is_due(table, clock.shows), posted(table)) == (0, False, None)
        await tell_time(table)
        await says(house, table, ann, "clock 2026-12-24T20:00 Europe/Vienna")

    for number, wanted in enumerate(({"rules": "typical"}, {"zone": ""})):
        (tmp_path / str(number)).mkdir()
        at_a_table(tmp_path / str(number), play, **wanted)


def test_a_table_is_opened_in_a_zone_of_its_own_and_no_zone_is_made_up(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        house, table, ann = scene.house, scene.table, scene.ann
        (entry,) = await table.entries(1)
        assert entry.command == TellTime("2026-11-15T15:30", "Europe/Vienna")
        refused = await house.open_table(ann, TableRequest("catfish-bend", zone="Mars/Olympus"))
        assert isinstance(refused, Refusal)
        assert "'Mars/Olympus' is no time zone" in refused.reason

    at_a_table(tmp_path, play, zone="Europe/Vienna")


def test_a_zone_of_the_house_is_one() -> None:
    assert read_settings({}, {"SEVENOUT_ZONE": "Asia/Singapore"}).settings.zone == "Asia/Singapore"
    with pytest.raises(BadInput, match="--zone: 'Mars' is no time zone"):
        read_settings({"zone": "Mars"}, {})


def test_terms_that_were_written_before_leave_the_clock_to_the_supervisor() -> None:
    terms, _ = read_terms(TableRequest("catfish-bend"), {}, "p-ann")
    before = encode_terms(terms).replace(b',"zone":""', b"")
    assert before != encode_terms(terms)
    assert (decode_terms(before), terms.zone) == (terms, "")
