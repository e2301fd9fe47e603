"""What a change of rules costs an hour: by hand for one wager, and where a house takes no such stake."""

from fractions import Fraction
from random import Random

import pytest

from sevenout import rule_costs
from sevenout.analysis.exact.hourly_costs import decisions_per_roll
from sevenout.base.errors import BadInput
from sevenout.rulebook.compiler.book_compiler import open_book
from tests.volume import SEED


def test_crapless_costs_a_pass_line_of_ten_by_edge_and_decisions() -> None:
    """7/495 every 557/165 rolls against 373/6930 as often as its own chain says."""
    costs = rule_costs("typical", "crapless", ["pass"], stake=10_00, pace=144)
    (line,) = costs.wagers
    assert line.here is not None
    assert line.there is not None
    assert line.here.per_hour == 1000 * Fraction(7, 495) * 144 / Fraction(557, 165)
    assert line.there.edge == Fraction(373, 6930)
    assert line.change is not None
    assert round(float(line.change)) == 1259
    assert any(cause.what == "11 with the puck off" for cause in line.causes)


def test_a_bet_that_waits_for_a_point_is_decided_on_no_come_out_roll() -> None:
    """392 of 557 rolls have a point on; there the 6 comes on 5 of 36 rolls and the 7 on 6, a hard 4 is decided on 9."""
    (six, four, field) = rule_costs("typical", "crapless", ["place-6", "hard-4", "field"], stake=12_00, pace=557).wagers
    assert [each.here and each.here.decisions for each in (six, four, field)] == [
        Fraction(392 * 11, 36),
        Fraction(392 * 9, 36),
        557,
    ]


def test_odds_are_decided_once_for_each_point_of_their_bet() -> None:
    """Two line bets of three get a point: 24 of 36. A come bet goes to the 4 on 3 rolls of 36."""
    typical = open_book("typical")
    come = decisions_per_roll(typical, "come")
    assert decisions_per_roll(typical, "pass-odds") == Fraction(2, 3) * decisions_per_roll(typical, "pass")
    assert decisions_per_roll(typical, "come-odds-4") == Fraction(3, 36) * come


def test_a_come_bet_kept_up_is_decided_as_often_as_when_it_is_played() -> None:
    """Thrown by hand, with nothing of the rulebook: a come bet is made whenever there is none and a point is on."""
    dice, rolls = Random(SEED), 40_000
    point = bet = None
    decided, is_up = 0, False
    for _ in range(rolls):
        total = dice.randint(1, 6) + dice.randint(1, 6)
        is_up = is_up or point is not None
        if is_up and bet is None and total in (2, 3, 7, 11, 12):
            decided, is_up = decided + 1, False
        elif is_up and bet is None:
            bet = total
        elif is_up and total in (7, bet):
            decided, is_up, bet = decided + 1, False, None
        if point is None:
            point = total if total in (4, 5, 6, 8, 9, 10) else None
        elif total in (7, point):
            point = None
    assert abs(decided / rolls - decisions_per_roll(open_book("typical"), "come")) < 0.015


def test_rows_for_a_data_frame_are_in_currency_units() -> None:
    (row,) = rule_costs("typical", "crapless", ["pass"], stake=10_00, pace=144).records()
    assert row["change"] == pytest.approx(12.59, abs=0.01)


def test_twice_the_pace_or_the_stake_costs_twice_as_much() -> None:
    once = rule_costs("typical", "crapless", ["pass"], stake=10_00, pace=100).changes[0].change
    assert once is not None
    assert rule_costs("typical", "crapless", ["pass"], stake=20_00, pace=100).changes[0].change == 2 * once
    assert rule_costs("typical", "crapless", ["pass"], stake=10_00, pace=200).changes[0].change == 2 * once


def test_rounding_alone_changes_a_place_bet_of_ten_and_is_named_as_the_cause() -> None:
    """Ten on the 6 pays 11.67: 11 where it is rounded down, 12 where it is rounded up."""
    (place,) = rule_costs("typical", "new-south-wales", ["place-6"], stake=10_00).wagers
    assert place.here is not None
    assert place.there is not None
    assert (place.here.edge, place.there.edge) == (Fraction(1, 22), Fraction(0))
    assert [cause.what for cause in place.causes] == ["rounding"]


def test_a_stake_that_a_house_does_not_take_gives_way_to_the_next_larger_one() -> None:
    (horn,) = rule_costs("typical", "crapless", ["horn"], stake=10_00).wagers
    assert horn.here is not None
    assert horn.here.stake == 12_00


@pytest.mark.parametrize(("stake", "pace", "says"), [(10_00, 0, "a pace of 0"), (0, 144, "is no stake")])
def test_no_pace_and_no_stake_are_bad_input(stake: int, pace: int, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        rule_costs("typical", "crapless", stake=stake, pace=pace)
