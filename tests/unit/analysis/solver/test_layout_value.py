"""What to do now: layouts are worth what the solved policy makes of them, and the best act is never worth less."""

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.analysis.solver.layout_value import LayoutValue
from sevenout.analysis.solver.policy_table import policy_player
from sevenout.engine.game import Game
from sevenout.player.advisor import Advisor, situation_of
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.view import View
from tests.volume import scaled, seeded

GAME = Game.open("catfish-bend")


@pytest.fixture(scope="module")
def advised() -> Advisor:
    return Advisor(GAME)


@pytest.fixture(scope="module")
def values() -> LayoutValue:
    return LayoutValue(best_chance(GAME, 30_00, 60_00))


def test_the_solved_bet_on_the_layout_is_worth_what_the_cash_is(values: LayoutValue) -> None:
    cash = situation_of(GAME, 30_00, {})
    found = values.best_act(cash)
    (bet,) = found.acts
    stake, _, wager = bet.partition(" on ")
    lies = situation_of(GAME, 30_00 - int(stake) * 100, {wager: int(stake) * 100})
    assert values.worth(lies) == pytest.approx(values.solved.chance, abs=1e-12)
    assert found.later != ""


def test_with_the_point_on_the_best_odds_are_those_of_the_policy_and_as_it_lies_is_worth_less(advised: Advisor) -> None:
    found = advised.advise(situation_of(GAME, 36_00, {"dont-pass": 24_00}, 6), 120_00)
    assert found.best.acts == ("36 on dont-pass-odds",)
    assert found.best.untouched < found.best.worth == pytest.approx(0.517197, abs=1e-6)


def test_bets_that_cost_are_taken_down_and_the_next_come_out_is_waited_for(values: LayoutValue) -> None:
    found = values.best_act(situation_of(GAME, 10_00, {"place-6": 12_00, "hard-8": 5_00}, 5))
    assert found.acts == ("take down place-6", "take down hard-8")
    assert found.waits.endswith("pass")
    assert found.cash == 27_00
    assert found.worth == values.solved.value[27] > found.untouched


def test_a_bet_left_alone_is_worth_what_exact_finds_when_the_policy_follows_it() -> None:
    """A place bet and a policy after it: the same by following the engine from the first bet on."""
    values = LayoutValue(best_chance(GAME, 18_00, 36_00))
    player = policy_player(values.solved)

    def first_the_six(view: View) -> View:
        if view.memory == 2 or (view.memory == 1 and not view.stake("place-6")):
            return player(view.remember(2))
        if view.memory == 1:
            return player(view.take_down("place-6").remember(2)) if view.decided("place-6") else view
        return view.bet("place-6", 12_00).remember(1) if view.point == 5 else view

    by_exact = distribution(GAME, first_the_six, 18_00, end=SessionEnd(goal=36_00)).share("goal")
    start = situation_of(GAME, 6_00, {"place-6": 12_00}, 5)
    assert values.worth(start, hold=True) == pytest.approx(by_exact, abs=1e-9)


def test_no_act_is_worth_less_than_doing_nothing_in_any_layout(values: LayoutValue) -> None:
    rng = seeded("layouts")
    wagers = ["pass", "dont-pass", "place-6", "place-8", "field", "hard-6", "come"]
    for _ in range(scaled(200)):
        stakes = {key: rng.choice((6, 10, 12)) * 100 for key in rng.sample(wagers, rng.randint(0, 3))}
        now = situation_of(GAME, rng.randint(5, 40) * 100, stakes, rng.choice((4, 5, 6, 8)))
        found = values.best_act(now)
        assert 0 <= found.untouched <= found.worth <= 1


def test_what_can_be_carried_away_already_is_the_goal(advised: Advisor) -> None:
    found = advised.advise(situation_of(GAME, 110_00, {"place-6": 12_00}, 5), 120_00)
    assert list(found.sentences()) == ["You can leave with 122: the goal of 120 is reached."]


def test_the_plan_of_ones_own_is_worth_what_exact_says(advised: Advisor) -> None:
    found = advised.advise(situation_of(GAME, 60_00, {}), 120_00, "pass-line")
    by_exact = distribution(GAME, "pass-line", 60_00, end=SessionEnd(goal=120_00)).share("goal")
    assert found.plan is not None
    assert found.plan.chance == pytest.approx(by_exact)
    assert found.best.worth > by_exact
