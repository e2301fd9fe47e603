"""Twenty years of a bonus in five zones, with hits and restarts, against a counter that walks from day to day."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from sevenout.engine.shootout import ClockRefusal, Hit, ShootoutLogEntry, day_log, posted_amount
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.model import Shootout

ZONES = ("America/Chicago", "Australia/Sydney", "Asia/Singapore", "Europe/London", "America/St_Johns")
FIRST, LAST = date(2005, 1, 1), date(2025, 1, 1)
SECOND = timedelta(seconds=1)


@cache
def bonus() -> Shootout:
    shootout = open_book("catfish-bend").book.shootout
    assert shootout is not None
    return shootout


class Counter:
    """The posted amount as a clerk keeps it: a number that is changed at nine and at every hit."""

    def __init__(self) -> None:
        self.amount = 100
        self.hit_today = False

    def nine_oclock(self) -> None:
        if not self.hit_today:
            self.amount = min(self.amount + 100, 1500)
        self.hit_today = False

    def hit(self) -> None:
        self.amount = 100
        self.hit_today = True


def nines(zone: ZoneInfo) -> Iterator[datetime]:
    """Nine o'clock of every day, as an instant."""
    day = FIRST
    while day < LAST:
        yield datetime(day.year, day.month, day.day, 9, tzinfo=zone).astimezone(UTC)
        day += timedelta(days=1)


def moments(nine: datetime, following: datetime, rng: Random) -> list[tuple[datetime, bool]]:
    """What happens in one gaming day, in order: moments at which the amount is read, or (true) the bonus is hit."""
    length = (following - nine) // SECOND
    read = [(nine, False), (following - SECOND, False), (nine + rng.randrange(length) * SECOND, False)]
    hits = 0 if rng.random() > 0.06 else rng.choice((1, 1, 1, 2, 3))
    hit = [(nine + rng.choice((0, length - 1, rng.randrange(length))) * SECOND, True) for _ in range(hits)]
    return sorted(read + hit)


@pytest.mark.parametrize("name", ZONES)
def test_twenty_years_agree_with_a_counter(name: str) -> None:
    rules, zone, rng = bonus(), ZoneInfo(name), Random(name)
    days = list(nines(zone))
    opened, counter = days[0] + timedelta(hours=3), Counter()
    last_hit: datetime | None = None
    hits: list[Hit] = []
    log: list[ShootoutLogEntry] = []
    lengths = set()
    for index, (nine, following) in enumerate(pairwise(days)):
        lengths.add((following - nine) // timedelta(minutes=1))
        if index:
            counter.nine_oclock()
        today = nine.astimezone(zone).date()
        log.append(ShootoutLogEntry(today, counter.amount * 100))
        for moment, is_hit in moments(nine, following, rng):
            if moment < opened:
                continue
            local = moment.astimezone(zone)
            # Nothing but the last hit is kept: every reading is one after a restart, and after a leap of the clock.
            assert posted_amount(rules, zone, opened, last_hit, local) == counter.amount * 100, (name, local, last_hit)
            if is_hit:
                each = 10 if counter.amount <= 700 else 20 if counter.amount <= 1400 else 30
                hits.append(Hit(moment, len(hits) % 12, "R. Voss", "T-1204"))
                shares = hits[-1].shares
                log.append(
                    ShootoutLogEntry(
                        today, counter.amount * 100, moment, shares, shares * each * 100, "R. Voss", "T-1204"
                    )
                )
                counter.hit()
                last_hit = moment
    assert len(hits) > 300
    assert len(lengths) == (1 if name == "Asia/Singapore" else 3)
    assert day_log(rules, zone, opened, hits, days[-1] - SECOND) == tuple(log)


@pytest.mark.parametrize("name", ZONES)
def test_leaps_forward_skip_nothing_and_leaps_back_are_refused(name: str) -> None:
    rules, zone, rng = bonus(), ZoneInfo(name), Random(f"leaps {name}")
    days = list(nines(zone))
    for _ in range(2000):
        first = rng.randrange(len(days) - 1)
        leap = rng.choice((0, 1, 2, 13, 14, 15, 16, 400))
        nine = days[min(first + leap, len(days) - 1)]
        start = days[first] + rng.randrange(23 * 3600) * SECOND
        now = max(start, nine + rng.choice((0, 1, 22 * 3600)) * SECOND)
        counted = min(first + leap, len(days) - 1) - first
        assert posted_amount(rules, zone, start, None, now) == min(100 + 100 * counted, 1500) * 100
        assert posted_amount(rules, zone, start, start, now) == min(100 + 100 * max(counted - 1, 0), 1500) * 100
        assert isinstance(
            posted_amount(rules, zone, start, None, start - rng.randrange(1, 10**8) * SECOND), ClockRefusal
        )


@example("America/St_Johns", time(0, 0), datetime(2010, 11, 7, 2, 25, tzinfo=UTC), [5, 5, 5, 5, 30, 30])
@example("America/Chicago", time(1, 30), datetime(2024, 11, 3, 6, 20, tzinfo=UTC), [15, 15, 15, 15, 15, 15])
@example("America/Chicago", time(2, 30), datetime(2024, 3, 10, 7, 20, tzinfo=UTC), [15, 15, 30, 30, 30, 30])
@given(
    st.sampled_from(ZONES),
    st.times().map(lambda at: at.replace(second=0, microsecond=0)),
    st.datetimes(datetime(2005, 1, 1), datetime(2024, 1, 1)).map(lambda at: at.replace(tzinfo=UTC)),
    st.lists(st.integers(0, 60 * 24 * 40), max_size=12),
)
def test_it_never_falls_but_by_a_hit_whenever_the_day_begins(
    name: str, begins: time, opened: datetime, minutes: list[int]
) -> None:
    rules = bonus()
    rules = replace(rules, day_begins=replace(rules.day_begins, value=begins))
    now, before = opened, 10_000
    for passing in minutes:
        now += timedelta(minutes=passing)
        amount = posted_amount(rules, ZoneInfo(name), opened, None, now)
        assert isinstance(amount, int)
        days = (amount - 10_000) // 10_000
        assert amount >= before
        assert amount == 150_000 or abs((now - opened) / timedelta(days=1) - days) < 1 + 1 / 24
        before = amount
