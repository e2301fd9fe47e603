"""The house's view of a shift: theoretical win by hand, luck that adds up, hours, and an alarm that keeps its level."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sevenout import Game, Table, roll
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.crew.shift.chance_alarm import RATES, ChanceAlarm
from sevenout.crew.shift.ratings import Rating, rate_shift
from sevenout.crew.shift.shift_report import shift_report
from tests.volume import SEED_NUMBER, scaled, seeded

PASS, PLACE_6 = Fraction(7, 495), Fraction(1, 66)


def table_of(house: str = "typical") -> Table:
    table = Table(Game.open(house))
    table.seat("Ann", 1000_00)
    return table


def rated(table: Table) -> Rating:
    return rate_shift(table.game, table.log or ()).table


def test_a_bet_is_rated_when_it_is_made_and_lies_open_with_what_it_is_still_to_lose() -> None:
    table = table_of()
    table.bet("Ann", "pass", 10_00)
    found = rated(table)
    assert (found.theoretical, found.win, found.open_loss, found.luck) == (1000 * PASS, 0, 1000 * PASS, Fraction(0))


def test_a_point_on_the_six_is_luck_for_the_house_before_anything_is_decided() -> None:
    """With the point on 6 the line loses 6 of 11: what was to lose 0.14 is now to lose 0.91."""
    table = table_of()
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(3, 3))
    found = rated(table)
    assert (found.theoretical, found.open_loss) == (1000 * PASS, Fraction(1000, 11))
    assert found.luck == Fraction(1000, 11) - 1000 * PASS


def test_a_winner_that_stays_up_is_a_bet_made_anew() -> None:
    """The come-out is over with 5 and 4; three sixes then pay 14 each on the 12 that stay up."""
    table = table_of()
    table.bet("Ann", "pass", 5_00)
    table.roll(roll(5, 4))
    table.bet("Ann", "place-6", 12_00)
    for _ in range(3):
        table.roll(roll(5, 1))
    (place,) = (each for each in rate_shift(table.game, table.log or ()).wagers if each.name == "place-6")
    assert (place.bets, place.action, place.win) == (4, 48_00, -42_00)
    assert place.theoretical == 4 * 1200 * PLACE_6


def test_what_comes_down_undecided_gives_back_what_it_was_still_to_lose() -> None:
    table = table_of()
    table.bet("Ann", "pass", 5_00)
    table.roll(roll(5, 4))
    table.bet("Ann", "place-6", 12_00)
    table.take_down("Ann", "place-6")
    (place,) = (each for each in rate_shift(table.game, table.log or ()).wagers if each.name == "place-6")
    assert (place.theoretical, place.action) == (Fraction(0), 12_00)


def test_a_commission_is_both_theoretical_and_won() -> None:
    table = table_of("catfish-bend")
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(5, 4))
    table.bet("Ann", "buy-4", 20_00)
    (buy,) = (each for each in rate_shift(table.game, table.log or ()).wagers if each.name == "buy-4")
    assert (buy.theoretical, buy.win) == (Fraction(100), 100)


def test_players_wagers_and_hours_add_up_to_the_table_and_its_win_is_the_reports() -> None:
    table = table_of("catfish-bend")
    table.seat("Bob", 1000_00)
    dice = seeded("ratings")
    for _ in range(scaled(400)):
        for seat, wager, amount in (
            ("Ann", "pass", 10_00),
            ("Ann", "come", 10_00),
            ("Ann", "hard-6", 5_00),
            ("Bob", "place-6", 12_00),
            ("Bob", "buy-4", 20_00),
            ("Bob", "field", 5_00),
            ("Bob", "dont-pass", 10_00),
        ):
            if dice.random() < 0.3:
                table.bet(seat, wager, amount)
        table.roll(dice.choice(ROLLS))
    ratings = rate_shift(table.game, table.log or (), pace=60)
    for name in ("bets", "action", "theoretical", "win", "open_loss"):
        whole = getattr(ratings.table, name)
        assert sum(getattr(each.rating, name) for each in ratings.players) == whole
        assert sum(getattr(each.rating, name) for each in ratings.hours) == whole
    assert sum(each.win for each in ratings.wagers) == ratings.table.win
    assert ratings.table.win == shift_report(table.game, table.log or ()).win


def test_the_luck_of_one_roll_has_the_mean_nothing_and_the_variance_that_is_told() -> None:
    """Every roll tried on one layout: pass with the point on 6, its odds, a place bet and the field."""

    def begun() -> Table:
        table = table_of()
        table.bet("Ann", "pass", 10_00)
        table.roll(roll(3, 3))
        for wager, amount in (("pass-odds", 10_00), ("place-8", 12_00), ("field", 5_00), ("hard-4", 5_00)):
            assert table.bet("Ann", wager, amount) is None
        return table

    before = rated(begun())
    lucks, spreads = [], set()
    for each in ROLLS:
        table = begun()
        table.roll(each)
        after = rated(table)
        lucks.append(after.luck - before.luck)
        assert after.variance is not None
        assert before.variance is not None
        spreads.add(after.variance - before.variance)
    assert sum(lucks) == 0
    assert spreads == {sum((luck**2 for luck in lucks), Fraction(0)) / 36}


def test_a_called_bet_is_rated_by_the_roll_it_is_really_at_risk_on() -> None:
    """Place 6 called on for a come-out roll: the luck of the 36 rolls still sums to nothing."""

    def begun() -> Table:
        table = table_of()
        table.bet("Ann", "pass", 10_00)
        table.roll(roll(5, 4))
        table.bet("Ann", "place-6", 12_00)
        table.roll(roll(6, 3))
        table.bet("Ann", "pass", 10_00)
        assert table.call("Ann", "place-6", "on") is None
        return table

    before = rated(begun()).luck
    lucks = []
    for each in ROLLS:
        table = begun()
        table.roll(each)
        lucks.append(rated(table).luck - before)
    assert sum(lucks) == 0


def test_the_evidence_against_fair_dice_has_a_mean_of_one_at_every_roll() -> None:
    """Every pair of rolls on two layouts: the accounts begin with 1 and keep it on the mean."""
    gains = ([-100.0] * 5 + [20.0] * 31, [-3000.0] * 1 + [100.0] * 35)
    total = 0.0
    for first in range(36):
        for second in range(36):
            alarm = ChanceAlarm(Fraction(1, 1000))
            alarm.follow(gains[0], first)
            alarm.follow(gains[1], second)
            total += 2.718281828459045**alarm.log_evidence
    assert total / 36**2 == pytest.approx(1)


LAYOUTS = (
    [-70.0] * 5 + [60.0] * 6 + [0.0] * 25,
    [50.0] * 20 + [-50.0] * 15 + [-100.0],
    [-400.0] * 5 + [10.0] * 31,
    [-30_000.0] + [900.0] * 35,
)
"""What the house would gain by each of the 36 rolls, in cents."""


def increments() -> NDArray[np.float64]:
    """By layout, rate and roll, how much each account of the alarm grows, in logarithms."""
    tilts = np.array(RATES)[None, :, None] * (np.array(LAYOUTS) - np.mean(LAYOUTS, axis=1, keepdims=True))[:, None, :]
    top = tilts.max(axis=2, keepdims=True)
    grown: NDArray[np.float64] = tilts - top - np.log(np.exp(tilts - top).mean(axis=2, keepdims=True))
    return grown


def highest_at_once(rolls: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """The most that the evidence ever was in each of many shifts: one row a roll, one column a shift.

    The players bet by what has come: the roll before decides what lies on the layout now.
    """
    grown, logs = increments(), np.zeros((len(RATES), rolls.shape[1]))
    highest, layout = np.zeros(rolls.shape[1]), np.zeros(rolls.shape[1], int)
    for row in rolls:
        logs += grown[layout, :, row].T
        top = logs.max(axis=0)
        highest = np.maximum(highest, top + np.log(np.exp(logs - top).mean(axis=0)))
        layout = row % len(LAYOUTS)
    most: NDArray[np.float64] = np.exp(highest)
    return most


def test_many_shifts_at_once_are_what_one_alarm_is() -> None:
    rolls = np.random.default_rng(25).integers(0, 36, (80, 12))
    rang = []
    for shift in range(12):
        alarm, layout = ChanceAlarm(Fraction(3, 4)), 0
        for index in rolls[:, shift].tolist():
            alarm.follow(LAYOUTS[layout], index)
            layout = index % len(LAYOUTS)
        rang.append(alarm.rings)
    assert rang == (highest_at_once(rolls) >= 4 / 3).tolist()
    assert len(set(rang)) == 2


def test_fair_shifts_ring_no_more_often_than_the_level_however_often_one_looks() -> None:
    """100,000 shifts of 200 rolls by night, a tenth by day, looked at after every roll."""
    many = scaled(100_000)
    most = highest_at_once(np.random.default_rng(SEED_NUMBER).integers(0, 36, (200, many), np.uint8))
    for level in (0.05, 0.2):
        assert 0 < int((most >= 1 / level).sum()) <= level * many


def test_a_shift_in_which_the_house_loses_every_hand_rings() -> None:
    table = table_of()
    for _ in range(30):
        table.bet("Ann", "pass", 50_00)
        table.roll(roll(6, 5))
    ratings = rate_shift(table.game, table.log or ())
    assert ratings.alarm.rang_after is not None
    assert ratings.alarm.rang_after < 15
    assert ratings.players[0].alarm.threshold == 2000


@pytest.mark.parametrize(("level", "pace"), [(Fraction(0), None), (Fraction(2), None), (Fraction(1, 10), 0)])
def test_a_level_that_is_no_chance_and_a_pace_of_nothing_are_bad_input(level: Fraction, pace: int | None) -> None:
    with pytest.raises(BadInput):
        rate_shift(Game.open("typical"), [], level=level, pace=pace)
