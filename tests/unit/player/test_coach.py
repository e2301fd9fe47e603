"""What the coach says of a bet, against figures worked by hand."""

from fractions import Fraction

import pytest

from sevenout.engine.betting import EMPTY, Change, place
from sevenout.engine.game import Game
from sevenout.player.coach import Advice, Shortfall, advise
from tests.unit.player.session_stats.houses import HOUSES, house


def told(name: str, wager: str, amount: int, point: int | None = 5) -> Advice:
    game = Game(house(name))
    advice = advise(game, EMPTY, game.puck(point), wager, amount)
    assert advice is not None
    return advice


@pytest.mark.parametrize(
    ("wager", "amount", "said"),
    [
        ("place-6", 12_00, "place-6 for 12: 1.52%, 18 cents a decision"),  # 1/66 of 12
        ("place-5", 10_00, "place-5 for 10: 4.00%, 40 cents a decision"),  # 1/25
        ("place-4", 5_00, "place-4 for 5: 6.67%, 33 cents a decision"),  # 1/15; buying it for 5 costs a whole chip
        ("place-4", 20_00, "place-4 for 20: 6.67%, 1.33 a decision; buy-4 has 4.76%"),  # 1/21 of 21
        ("buy-4", 5_00, "buy-4 for 5: 16.67%, 1.00 a decision; place-4 has 6.67%"),  # 1 of 6
        ("buy-4", 20_00, "buy-4 for 20: 4.76%, 1.00 a decision"),
        ("lay-4", 40_00, "lay-4 for 40: 2.44%, 1.00 a decision"),  # 1/41
        ("big-6", 10_00, "big-6 for 10: 9.09%, 91 cents a decision; place-6 has 4.55%"),  # 10 is paid 11, not 11.67
        ("hard-8", 5_00, "hard-8 for 5: 9.09%, 45 cents a decision"),  # 1/11
        ("field", 5_00, "field for 5: 5.56%, 28 cents a decision"),  # 1/18
        ("horn", 4_00, "horn for 4: 12.50%, 50 cents a decision"),  # 1/8; horns high come in fives
        ("three-way", 3_00, "three-way for 3: 12.96%, 39 cents a decision; any-craps has 11.11%"),  # 7/54
        ("hop-3-3", 5_00, "hop-3-3 for 5: 13.89%, 69 cents a decision"),  # 5/36
        ("any-7", 5_00, "any-7 for 5: 16.67%, 83 cents a decision"),  # 1/6
    ],
)
def test_a_bet_at_catfish_bend(wager: str, amount: int, said: str) -> None:
    assert str(told("catfish-bend", wager, amount)) == said


def test_the_line_before_a_point_and_put_behind_one() -> None:
    assert str(told("catfish-bend", "pass", 10_00, None)) == "pass for 10: 1.41%, 14 cents a decision"  # 7/495
    game = Game(house("catfish-bend"))
    up = place(game, EMPTY, game.puck(), "pass", 10_00, None)
    assert isinstance(up, Change)
    more = advise(game, up.position, game.puck(4), "pass", 10_00)
    assert more is not None
    assert more.edge == Fraction(1, 3)  # a four comes before a seven one time in three


def test_odds_cost_nothing_where_they_pay_exactly() -> None:
    game = Game(house("catfish-bend"))
    up = place(game, EMPTY, game.puck(), "pass", 10_00, None)
    assert isinstance(up, Change)
    exact, short = (advise(game, up.position, game.puck(6), "pass-odds", amount) for amount in (10_00, 11_00))
    assert exact is not None
    assert short is not None
    assert str(exact) == "pass-odds for 10: 0.00%, nothing a decision"
    assert short.shortfall == Shortfall(20, 10_00, 15_00)
    assert short.cost == Fraction(5, 11) * 20  # 13.20 is paid 13


@pytest.mark.parametrize(("name", "lost"), [("catfish-bend", 17), ("typical", 17), ("crapless", 17)])
def test_thirteen_on_the_six_is_paid_fifteen(name: str, lost: int) -> None:
    assert told(name, "place-6", 13_00).shortfall == Shortfall(lost, 12_00, 18_00)


def test_where_the_house_rounds_up_nothing_is_lost() -> None:
    advice = told("new-south-wales", "place-6", 13_00)
    assert advice.shortfall is None
    assert str(advice) == "place-6 for 13: -1.40%, gains 18 cents a decision"  # 5/11 of 16 less 6/11 of 13


def test_an_amount_beside_is_one_that_the_house_takes() -> None:
    most = told("catfish-bend", "place-4", 499_00).shortfall
    assert most == Shortfall(20, 495_00, 500_00)
    assert told("catfish-bend", "place-5", 6_00).shortfall == Shortfall(40, 5_00, 10_00)
    assert told("crapless", "place-6", 500_00).shortfall == Shortfall(34, 498_00, 0)


@pytest.mark.parametrize("name", HOUSES)
def test_whatever_is_named_as_better_can_be_made_and_costs_less_at_this_stake(name: str) -> None:
    game = Game(house(name))
    point = next((state.point for state in game.rules.puck.states if state.point), None)
    for spot in game.rules.spots:
        amount = max(game.minimum, game.step(spot) * 60)
        advice = advise(game, EMPTY, game.puck(point), spot.key, amount)
        if advice is not None and advice.better:
            other = advise(game, EMPTY, game.puck(point), advice.better, amount)
            assert other is not None
            assert other.edge == advice.better_edge < advice.edge
            assert game.rules.by_key[advice.better].wager.made.value != "never"


def test_a_collecting_bet_has_its_cost() -> None:
    assert str(told("collectors", "small", 5_00, None)).startswith("small for 5: 7.")
