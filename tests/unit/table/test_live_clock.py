"""A live table keeps its own time: told before commands, once a minute, and only where there is a bonus."""

from datetime import UTC, datetime, timedelta

import pytest

from sevenout.base.dice import roll
from sevenout.table import Rolled, Table
from sevenout.table.commands import TellTime
from sevenout.table.live_clock import TableClock, zone_here


class Watch:
    """Time that a test moves on."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 15, 14, 59, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


def told(table: Table) -> list[str]:
    return [str(entry.command) for entry in table.log or () if isinstance(entry.command, TellTime)]


def test_a_live_table_is_told_the_time_once_a_minute_and_its_bonus_grows_at_nine() -> None:
    watch = Watch()
    table = Table("catfish-bend", clock=TableClock("America/Chicago", watch))
    assert table.seat("Ann", 100_00) is None
    assert table.bet("Ann", "pass", 10_00) is None
    assert (told(table), table.posted_bonus()) == (["clock 2026-11-15T08:59 America/Chicago"], 100_00)
    watch.at += timedelta(minutes=1)
    table.keep_time()
    assert (len(told(table)), table.posted_bonus()) == (2, 200_00)


@pytest.mark.parametrize("book", ["new-south-wales", "marina-bay-sands", "typical"])
def test_where_there_is_no_bonus_no_time_is_told(book: str) -> None:
    table = Table(book, clock=TableClock("America/Chicago", Watch()))
    assert table.seat("Ann", 100_00) is None
    assert told(table) == []


def test_a_minute_that_passes_does_not_end_the_supervisors_time_to_overrule() -> None:
    watch = Watch()
    table = Table("catfish-bend", clock=TableClock("America/Chicago", watch))
    table.seat("Ann", 100_00)
    table.bet("Ann", "pass", 10_00)
    table.throw("on the rail")
    assert table.no_roll() is None
    watch.at += timedelta(minutes=1)
    assert isinstance(table.overrule(roll(3, 4)), Rolled)


def test_a_clock_set_back_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    table = Table("catfish-bend", clock=TableClock("America/Chicago", watch))
    table.seat("Ann", 100_00)
    watch.at -= timedelta(hours=1)
    assert table.buy_in("Ann", 5_00) is None
    assert len(told(table)) == 1
    monkeypatch.setenv("TZ", "Asia/Singapore")
    assert zone_here() == "Asia/Singapore"
