"""What a change of rules costs an hour: by hand for one wager, and where a house takes no such stake."""

from fractions import Fraction

import pytest

from sevenout import rule_costs
from sevenout.base.errors import BadInput


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
