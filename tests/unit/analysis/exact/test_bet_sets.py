"""Several bets as one: against hand-written sums, enumeration roll by roll, and the figures of each bet alone."""

from fractions import Fraction
from itertools import product

import pytest

from sevenout import Game, Refusal, exact
from sevenout.analysis.exact.bet_set_figures import BetSet
from sevenout.analysis.exact.bet_sets import bet_set
from sevenout.base.errors import BadInput


def found(house: str, bets: str, point: int | None = None) -> BetSet:
    answer = bet_set(house, bets, point=point)
    assert isinstance(answer, BetSet), answer
    return answer


def test_rows_for_a_data_frame_are_in_currency_units() -> None:
    (row,) = found("typical", "10 on field").records()
    assert row["stake"] == 10
    assert row["net"] == pytest.approx(-10 / 18)


def test_two_place_bets_have_the_covariance_of_the_sixteen_rolls_that_decide_one_of_them() -> None:
    """Of 16 rolls five are a 6, five an 8, six a 7; the survivor is worth -2/11 of a dollar."""
    both = found("typical", "12 on place-6, 12 on place-8")
    mean = Fraction(14 * 5 - 12 * 6, 11)
    product_mean = Fraction(10, 16) * 14 * mean + Fraction(6, 16) * 144
    assert both.decision.covariances[0][1] == 10_000 * (product_mean - mean**2)
    assert both.decision.net == 2 * 100 * mean


def test_the_chances_played_out_are_those_of_a_6_and_an_8_before_the_7() -> None:
    """Both win with 5/11 x 5/11 after the first; one win of 14 covers a loss of 12."""
    both = found("typical", "12 on place-6, 12 on place-8")
    first, second = Fraction(10, 16), Fraction(5, 11)
    nets = {2800: first * second, 200: first * (1 - second), -2400: Fraction(6, 16)}
    assert dict(both.decision_nets or ()) == nets
    assert both.decision_chances is not None
    assert both.decision_chances.win == first


def test_the_next_roll_is_the_sum_over_36_rolls() -> None:
    """Place 6 and 8 for 12 and the field for 5, double on 2 and 12."""
    nets = []
    for a, b in product(range(1, 7), repeat=2):
        total = a + b
        field = {2: 10, 12: 10}.get(total, 5) if total in (2, 3, 4, 9, 10, 11, 12) else -5
        place = 14 if total in (6, 8) else -24 if total == 7 else 0
        nets.append(100 * (field + place))
    answer = found("typical", "12 on place-6, 12 on place-8, 5 on field")
    mean = Fraction(sum(nets), 36)
    assert answer.roll.net == mean
    assert answer.roll.variance == Fraction(sum(net * net for net in nets), 36) - mean**2
    assert answer.roll_chances.win == Fraction(sum(net > 0 for net in nets), 36)


def test_the_hand_of_a_place_bet_that_stays_up_is_won_by_one_hit() -> None:
    """A 6 for 12 that stays up: one hit pays 14, more than can be lost; with a point on the 8 others may decide."""
    answer = found("typical", "12 on place-6", point=8)
    assert answer.hand is not None
    assert answer.hand.chances is not None
    # the point is made (5 rolls) or the 7 comes (6) or the 6 (5): on the come-out the bet rests and cannot lose
    rules = Game.open("typical").rules
    assert not rules.by_key["place-6"].wager.working.off.value
    assert answer.hand.chances.win + answer.hand.chances.lose == 1
    assert answer.hand.chances.win == Fraction(5, 11)


@pytest.mark.parametrize("house", ["catfish-bend", "typical", "marina-bay-sands", "new-south-wales", "crapless"])
def test_one_bet_alone_has_the_edge_it_has_at_that_stake(house: str) -> None:
    for wager in ("pass", "place-6", "field", "hard-8", "buy-4", "horn"):
        at_stake = exact.at_stake(house, wager, 60_00)
        if isinstance(at_stake, Refusal):
            continue
        alone = bet_set(house, {wager: 60_00})
        assert isinstance(alone, BetSet)
        assert alone.edge == at_stake.edge
        assert alone.decision_nets == at_stake.chances
        mean = at_stake.net
        assert alone.decision.variance == sum(p * (net - mean) ** 2 for net, p in at_stake.chances)


def test_all_nets_together_have_the_mean_and_the_variance_of_the_covariances() -> None:
    answer = found("catfish-bend", "10 on pass, 20 on pass-odds, 12 on place-8, 5 on hard-4, 5 on any-7", point=6)
    assert answer.decision_nets is not None
    assert sum(chance for _, chance in answer.decision_nets) == 1
    mean = sum(net * chance for net, chance in answer.decision_nets)
    assert mean == answer.decision.net
    assert sum(chance * (net - mean) ** 2 for net, chance in answer.decision_nets) == answer.decision.variance


def test_any_7_hedges_the_pass_line_with_the_point_on_and_costs_a_sixth() -> None:
    """The pass line of 25 loses what a seven of 5 pays four for one: 5.50 on it would lessen the spread most."""
    answer = found("typical", "25 on pass, 5 on any-7", point=4)
    line, seven = answer.hedges("roll")
    assert seven.costs == Fraction(500, 6)
    assert seven.sd_with < seven.sd_without
    assert seven.correlation is not None
    assert seven.correlation < 0
    assert seven.least_spread == 550
    assert line.least_spread is not None


def test_the_numbers_are_told_apart_by_hard_and_easy() -> None:
    answer = found("typical", "12 on place-8, 5 on hard-8", point=6)
    named = {outcome.name: outcome.net for outcome in answer.numbers}
    assert (named["easy 8"], named["hard 8"], named["7"]) == (900, 5900, -1700)
    assert sum(outcome.ways for outcome in answer.numbers) == 36


def test_what_the_house_refuses_is_refused_with_its_clause() -> None:
    below = bet_set("catfish-bend", "1 on place-6")
    assert isinstance(below, Refusal)
    assert (below.code, below.wager) == ("below-minimum", "place-6")
    assert below.clause
    odds = bet_set("catfish-bend", "10 on pass-odds")
    assert isinstance(odds, Refusal)
    assert odds.code == "no-flat"
    later = bet_set("catfish-bend", "10 on pass-odds, 10 on pass", point="off")
    assert isinstance(later, Refusal)
    assert later.code == "not-now"


def test_a_set_begins_where_all_of_it_may_be_made() -> None:
    assert found("typical", "12 on place-6").begins.startswith("with a point on")
    assert found("typical", "10 on pass, 12 on place-6").begins == "on the come-out"
    assert found("typical", "10 on pass, 10 on pass-odds").begins.startswith("with a point on")


def test_a_line_bet_with_the_point_on_was_made_before_and_a_place_bet_was_not() -> None:
    bets = found("typical", "10 on pass, 12 on place-8", point=6).bets
    assert [(bet.wager, bet.made_before) for bet in bets] == [("pass", True), ("place-8", False)]


def test_a_set_that_cannot_be_read_says_what_to_write() -> None:
    with pytest.raises(BadInput, match="such as 12 on place-6, found 'place-6'"):
        bet_set("typical", "place-6")
    with pytest.raises(BadInput, match="its points are 4, 5, 6, 8, 9, 10"):
        bet_set("typical", "12 on place-6", point=7)
