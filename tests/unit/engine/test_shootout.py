"""The Shootout bonus: what it stands at, turn by turn and day by day, and how likely a hit is."""

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from sevenout.engine.shootout import (
    ClockRefusal,
    Hand,
    Hit,
    ShootoutLogEntry,
    advance_clock,
    day_log,
    gaming_day,
    posted_amount,
    share,
)
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.compiler.puck_machine import OFF
from sevenout.rulebook.model import Shootout

CHICAGO = ZoneInfo("America/Chicago")
OPENED = datetime(2024, 3, 8, 12, tzinfo=CHICAGO)
CATFISH = open_book("catfish-bend")
DOLLAR = 100


def bonus() -> Shootout:
    assert CATFISH.book.shootout is not None
    return CATFISH.book.shootout


def at(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2024, month, day, hour, minute, tzinfo=CHICAGO)


def stands(now: datetime, hit: datetime | None = None) -> int:
    amount = posted_amount(bonus(), CHICAGO, OPENED, hit, now)
    assert isinstance(amount, int), amount
    return amount // DOLLAR


# --- the amount (Craps Shootout 6 to 9)


def test_it_starts_at_100_and_grows_by_100_at_nine() -> None:
    assert [stands(at(9, 8, 59)), stands(at(9, 9)), stands(at(10, 8, 59)), stands(at(10, 9))] == [100, 200, 200, 300]


def test_opened_before_nine_it_grows_the_same_morning() -> None:
    early = at(8, 8, 59)
    assert posted_amount(bonus(), CHICAGO, early, None, early) == 100 * DOLLAR
    assert posted_amount(bonus(), CHICAGO, early, None, at(8, 9)) == 200 * DOLLAR


def test_it_reaches_1500_after_fourteen_days_and_stays() -> None:
    assert [stands(OPENED + timedelta(days=days)) for days in (13, 14, 15, 5000)] == [1400, 1500, 1500, 1500]


def test_after_a_hit_it_is_100_until_the_second_nine_oclock() -> None:
    hit = at(20, 23)
    assert stands(hit) == 1300
    assert [stands(now, hit) for now in (hit, at(21, 9), at(22, 8, 59), at(22, 9))] == [100, 100, 100, 200]


def test_a_hit_one_minute_before_nine_belongs_to_the_day_just_ended() -> None:
    assert [stands(at(20, 9), at(20, 8, 59)), stands(at(21, 9), at(20, 8, 59))] == [100, 200]
    assert [stands(at(20, 9), at(20, 9)), stands(at(21, 9), at(20, 9)), stands(at(22, 9), at(20, 9))] == [100, 100, 200]


def test_the_day_of_23_hours_and_the_day_of_25_begin_at_nine_by_the_clock() -> None:
    assert at(10, 9).astimezone(UTC) - at(9, 9).astimezone(UTC) == timedelta(hours=23)
    assert [stands(at(10, 8, 59)), stands(at(10, 9))] == [200, 300]
    autumn = at(2, 12, month=11)
    assert posted_amount(bonus(), CHICAGO, autumn, None, at(3, 8, 59, month=11)) == 100 * DOLLAR
    assert posted_amount(bonus(), CHICAGO, autumn, None, at(3, 9, month=11)) == 200 * DOLLAR


def test_the_hour_that_a_clock_shows_twice_passes_forwards() -> None:
    first = datetime(2024, 11, 3, 1, 45, tzinfo=CHICAGO)
    again = datetime(2024, 11, 3, 1, 15, tzinfo=CHICAGO, fold=1)
    assert advance_clock(first, again) == again
    assert isinstance(advance_clock(again, first), ClockRefusal)


def test_a_moment_may_be_told_in_any_zone() -> None:
    assert stands(datetime(2024, 3, 9, 14, 59, tzinfo=UTC)) == 100
    assert stands(datetime(2024, 3, 9, 15, 0, tzinfo=UTC)) == 200
    assert gaming_day(bonus(), CHICAGO, datetime(2024, 3, 9, 14, 59, tzinfo=UTC)) == date(2024, 3, 8)


@pytest.mark.parametrize(
    ("hit", "now"), [(None, at(8, 11, 59)), (at(10, 12), at(10, 11)), (at(8, 11), at(12, 11)), (at(8, 11), at(8, 10))]
)
def test_a_clock_that_jumps_back_is_refused_with_a_reason(hit: datetime | None, now: datetime) -> None:
    refused = posted_amount(bonus(), CHICAGO, OPENED, hit, now)
    assert isinstance(refused, ClockRefusal)
    assert refused.code == "clock-backwards"
    assert "does not go back to 2024-03-" in refused.reason


def test_a_time_without_a_zone_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="says nothing about its zone"):
        posted_amount(bonus(), CHICAGO, OPENED, None, at(9, 9).replace(tzinfo=None))


# --- the shares (Craps Shootout 10)


def test_the_shares_by_amount() -> None:
    shares = [share(bonus(), amount * DOLLAR) // DOLLAR for amount in range(100, 1600, 100)]
    assert shares == [10] * 7 + [20] * 7 + [30]


# --- a turn (Craps Shootout 12)


def turn(*points: int) -> Hand:
    hand = Hand.of(bonus())
    for point in points:
        hand = hand.after_point(point)
    return hand


def test_it_is_hit_by_the_sixth_point_and_once_in_a_turn() -> None:
    five = turn(9, 5, 4, 10, 6)
    assert not five.hit
    assert five.after_point(8).hit
    assert five.after_point(8).after_point(8) == five.after_point(8)
    assert five.after_point(8).points == (9, 5, 4, 10, 6, 8)


def test_a_seven_out_ends_the_turn() -> None:
    assert turn(9, 5, 4, 10, 6).seven_out() == Hand.of(bonus())


def test_passing_before_the_first_roll_voids_nothing() -> None:
    assert Hand.of(bonus()).after_pass() == Hand.of(bonus())


def test_passing_after_the_first_roll_voids_it_until_the_next_seven_out() -> None:
    over = Hand.of(bonus()).after_roll().after_pass()
    assert over.void
    assert over.after_point(4).points == ()
    assert over.after_pass().void
    assert not over.seven_out().void


def test_where_passing_voids_nothing_the_next_shooter_begins_afresh() -> None:
    hand = Hand((4, 5), void_when_passed=False).after_point(4)
    assert hand.after_pass() == Hand((4, 5), void_when_passed=False)
    assert hand.after_point(5).hit


# --- the log (Craps Shootout 14)


def test_the_log_has_every_day_and_every_hit() -> None:
    hits = [Hit(at(10, 20), 3, "R. Voss", "T-1204"), Hit(at(10, 22), 0, "R. Voss", "T-1204")]
    assert day_log(bonus(), CHICAGO, OPENED, hits, at(13, 8)) == (
        ShootoutLogEntry(date(2024, 3, 8), 10_000),
        ShootoutLogEntry(date(2024, 3, 9), 20_000),
        ShootoutLogEntry(date(2024, 3, 10), 30_000),
        ShootoutLogEntry(date(2024, 3, 10), 30_000, at(10, 20), 3, 3_000, "R. Voss", "T-1204"),
        ShootoutLogEntry(date(2024, 3, 10), 10_000, at(10, 22), 0, 0, "R. Voss", "T-1204"),
        ShootoutLogEntry(date(2024, 3, 11), 10_000),
        ShootoutLogEntry(date(2024, 3, 12), 20_000),
    )


def test_the_log_of_a_hit_at_the_cap() -> None:
    log = day_log(bonus(), CHICAGO, OPENED, [Hit(at(30, 20), 11, "R. Voss", "T-1204")], at(30, 21))
    assert isinstance(log, tuple)
    assert (log[-1].amount, log[-1].shared) == (150_000, 33_000)


@pytest.mark.parametrize("moments", [(at(8, 11),), (at(12, 1), at(11, 1)), (at(14, 1),)])
def test_a_log_out_of_order_is_refused(moments: tuple[datetime, ...]) -> None:
    hits = [Hit(moment, 1, "R. Voss", "T-1204") for moment in moments]
    assert isinstance(day_log(bonus(), CHICAGO, OPENED, hits, at(13, 8)), ClockRefusal)


@pytest.mark.parametrize(("shares", "name", "licence"), [(-1, "R. Voss", "T-1204"), (1, " ", "T-1204"), (1, "V", "")])
def test_a_hit_is_signed(shares: int, name: str, licence: str) -> None:
    with pytest.raises(ValueError, match="a supervisor's name and licence number"):
        Hit(at(9, 9), shares, name, licence)


# --- how likely a hit is


def chance() -> Fraction:
    """That one turn hits the bonus, by the rows of the puck: a chain over the sets of points made in it."""
    edges, states = CATFISH.puck.edges, CATFISH.puck.states
    needed = frozenset(bonus().points.value)

    def share_of(puck: int, event: str, goto: int | None = None) -> Fraction:
        """How often the puck leaves a state by an event: the rolls that leave it where it is do not count."""
        leaving = [edge for edge in edges[puck] if edge.event]
        return Fraction(sum(edge.event == event and goto in (None, edge.goto) for edge in leaving), len(leaving))

    rounds = {
        state.point: share_of(OFF, "established", state.index) * share_of(state.index, "made")
        for state in states
        if state.point is not None
    }
    """How often a round sets each point and makes it; else it sevens out."""

    @cache
    def hits(made: frozenset[int]) -> Fraction:
        if made == needed:
            return Fraction(1)
        onwards = sum((odds * hits(made | {point}) for point, odds in rounds.items() if point not in made), Fraction(0))
        return onwards / (1 - sum(rounds[point] for point in made))

    return hits(frozenset())


def test_one_turn_in_6156_hits_it() -> None:
    hit = chance()
    assert round(1 / hit) == 6156
    assert round(hit * 10**9) == 162_435
