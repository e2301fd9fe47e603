"""Other aims: what time and chance cost, the longest play, growth; bounds on both sides, held against other ways."""

from math import exp, log

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.solver.aims.frontier import Frontier, longest_play_of, loss_frontier, rolls_of_bet, time_frontier
from sevenout.analysis.solver.aims.growth import best_growth
from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.analysis.solver.rules_block import open_class, rules_block
from sevenout.base.errors import BadInput, GameRefused
from sevenout.engine.game import Game
from sevenout.strategy.session_end import SessionEnd
from tests.unit.cli.command import run
from tests.volume import nightly_except

NAMED = ("pass-line", "dont-pass", "field-flat", "dont-pass-lay-max")


@pytest.fixture(scope="module")
def times() -> Frontier:
    """What time costs from 20 to 40 at Catfish Bend."""
    return time_frontier("catfish-bend", 20_00, 40_00)


def test_a_pass_bet_lasts_557_of_165_rolls_and_a_dont_pass_bet_36_35ths_of_it() -> None:
    game = Game.open("typical")
    blocks = rules_block(game, open_class(game))["wagers"]
    assert [str(rolls_of_bet(wager)) for wager in blocks] == ["557/165", "6684/1925"]


def test_time_costs_chance_and_every_point_is_bounded_from_both_sides(times: Frontier) -> None:
    found = times
    best = best_chance("catfish-bend", 20_00, 40_00)
    assert found.points[0].chance == pytest.approx(best.chance, abs=1e-12)
    for point, later in zip(found.points, found.points[1:], strict=False):
        assert point.rolls < later.rolls < found.longest
        assert point.chance > later.chance
    for point in found.points:
        assert point.chance <= point.bound <= point.chance + 1e-9
        assert point.loss == pytest.approx(20_00 - 40_00 * point.chance, abs=1e-6)


@pytest.mark.parametrize("strategy", nightly_except(NAMED, ("pass-line",)))
def test_no_named_strategy_lies_above_the_frontier_of_time(strategy: str, times: Frontier) -> None:
    """Held against exact sessions of other plays: chance + price x rolls stays below what was proved."""
    session = distribution("catfish-bend", strategy, 20_00, end=SessionEnd(goal=40_00), settings={"unit": 5})
    rolls, chance = session.mean_rolls, session.share("goal")
    if strategy != "field-flat":  # it bets on another wager than the class
        for left, right in zip(times.points, times.points[1:], strict=False):
            slope = (right.bound - left.bound) / (right.rolls - left.rolls)
            assert chance <= left.bound + slope * (rolls - left.rolls) + 1e-9
    assert rolls <= times.longest


def test_less_chance_costs_less_if_one_may_leave() -> None:
    found = loss_frontier("catfish-bend", 20_00, 40_00)
    losses = [point.loss for point in found.points]
    assert losses == sorted(losses, reverse=True)
    for point in found.points:
        assert point.bound <= point.loss <= point.bound + 1e-4
        assert point.loss <= 20_00 - 40_00 * point.chance + 1e-6
    best = found.points[0]
    small = found.points[-1]
    assert small.loss / small.chance < best.loss / best.chance


def test_300_last_14_853_rolls_at_most_and_14_655_with_5_on_dont_pass() -> None:
    found = longest_play_of("catfish-bend", 300_00)
    assert (found.wager, found.stake) == ("dont-pass", 5_00)
    assert (round(found.at_least), round(found.at_most)) == (14_655, 14_853)
    assert longest_play_of("catfish-bend", 300_00, ("pass",)).at_most < found.at_most


@pytest.mark.nightly
def test_a_bankroll_is_played_as_long_as_proved() -> None:
    found = longest_play_of("typical", 8_00)
    session = distribution("typical", "dont-pass", 8_00, end=SessionEnd(goal=400_00), settings={"unit": 5})
    assert found.at_least * 0.9 < session.mean_rolls < found.at_most


def test_where_nothing_favours_the_player_nobody_with_a_concave_utility_bets() -> None:
    for aversion in (0.5, 1.0, 3.0):
        found = best_growth("catfish-bend", 60_00, aversion=aversion)
        assert found.move is None
        assert found.subfair


def test_the_bet_of_largest_growth_in_new_south_wales_is_the_best_of_all_stakes() -> None:
    """5 against the 4 wins 3 with 2/3 (6.7): growth by hand for every stake."""
    found = best_growth("new-south-wales", 300_00, ("place-lose-4",))

    def growth(stake: int) -> float:
        wins = -(-stake * 5 // 11)
        return exp(2 / 3 * log(1 + wins / 300) + 1 / 3 * log(1 - stake / 300)) - 1

    best = max(range(5, 300), key=growth)
    assert found.move is not None
    assert found.move.stake == best * 100
    assert found.growth == pytest.approx(growth(best), abs=1e-12)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--aim", "time", "--wagers", "line,field"), "how long field lasts hangs on the puck"),
        (("new-south-wales", "--aim", "loss"), "some stakes here favour the player"),
        (("--aim", "growth", "--rolls", "5"), "--rolls goes with the chance of a goal"),
        (("--aim", "longest", "--csv"), "has one answer, no table"),
        (("--aim", "time", "--aversion", "2"), "--aversion is for --aim growth"),
        (("--aim", "growth", "--aversion", "-1"), "an aversion to risk is above zero"),
        (("--hours", "0"), "expected a number of hours"),
        (("--pace", "100"), "--pace is how fast hours pass"),
        (("--hours", "1", "--rolls", "9"), "two deadlines"),
        (("--aim", "longest", "--bankroll", "3"), "3 is too little to bet with"),
        (("--csv",), "--csv is for another aim"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(words: tuple[str, ...], says: str) -> None:
    ran = run("solve", *words)
    assert ran.code != 0
    assert says in ran.err
    assert ran.err.count("\n") <= 2


def test_hours_are_rolls_at_a_pace() -> None:
    within = run("solve", "--bankroll", "20", "--goal", "40", "--hours", "0.1", "--pace", "120", "--json").json
    assert within["rolls"] == 12


def test_a_frontier_is_a_table_for_programs() -> None:
    ran = run("solve", "typical", "--aim", "loss", "--bankroll", "10", "--goal", "20", "--csv")
    head, *rows = ran.out.splitlines()
    assert head.startswith("price,rolls,chance,loss,loss_at_least,first")
    assert rows


def test_a_house_where_nothing_is_free_refuses_a_price_by_name() -> None:
    with pytest.raises(GameRefused, match="favour the player"):
        time_frontier("new-south-wales", 20_00, 40_00)
    with pytest.raises(BadInput, match="whole number"):
        best_growth("typical", 50)
