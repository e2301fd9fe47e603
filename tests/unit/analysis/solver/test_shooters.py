"""The best chance within a number of shooters: known figures, brute force, and what is refused."""

import pytest

from sevenout.analysis.solver.aims.shooters import best_chance_within_shooters
from sevenout.analysis.solver.goal_chance import ONE, best_chance
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from tests.unit.analysis.solver.brute_force import best_within_shooters_by_brute_force
from tests.unit.cli.command import run

LINE = ("pass", "pass-odds", "dont-pass", "dont-pass-odds")


def test_300_to_600_at_catfish_bend_within_one_two_and_three_shooters() -> None:
    solved = best_chance_within_shooters("catfish-bend", 300_00, 600_00, 3)
    assert [round(solved.chance_within(n), 6) for n in (1, 2, 3)] == [0.492987, 0.498275, 0.498663]
    assert solved.upper[3] - solved.lower[3] < 1000
    assert solved.lower[3] < best_chance("catfish-bend", 300_00, 600_00).upper[300]


@pytest.mark.parametrize("house", ["catfish-bend", "typical", "crapless"])
@pytest.mark.parametrize("shooters", [1, 2])
def test_brute_force_through_the_engine_lies_between_the_bounds(house: str, shooters: int) -> None:
    game = Game.open(house, minimum=100, maximum=200, chip=100)
    wagers = tuple(key for key in LINE if key in game.rules.by_key)
    solved = best_chance_within_shooters(game, 3_00, 5_00, shooters)
    exactly = best_within_shooters_by_brute_force(game, 3_00, 5_00, wagers, shooters)
    assert solved.lower[-1] / ONE - 1e-12 <= exactly <= solved.upper[-1] / ONE + 1e-12


def test_more_shooters_never_hurt_and_come_near_the_chance_without_limit() -> None:
    solved = best_chance_within_shooters("typical", 20_00, 40_00, 40)
    assert list(solved.lower) == sorted(solved.lower)
    assert solved.chance_within(40) == pytest.approx(best_chance("typical", 20_00, 40_00).chance, abs=1e-9)


def test_interrupted_it_keeps_the_shooters_that_are_solved() -> None:
    def interrupting(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    solved = best_chance_within_shooters("typical", 20_00, 40_00, 9, progress=interrupting)
    assert (solved.shooters, solved.asked, solved.complete) == (2, 9, False)
    whole = best_chance_within_shooters("typical", 20_00, 40_00, 2)
    assert solved.lower == whole.lower
    assert solved.bounds[1] == "0.50000000000000"


def test_what_is_not_solved_within_shooters_is_one_line() -> None:
    with pytest.raises(BadInput, match="within a number of shooters only line bets and odds are solved: leave field"):
        best_chance_within_shooters("typical", 20_00, 40_00, 2, ("line", "field"))
    with pytest.raises(BadInput, match="a limit is 1 to 1,000 shooters, not 0"):
        best_chance_within_shooters("typical", 20_00, 40_00, 0)


def test_the_command_prints_the_shooters_and_takes_one_limit() -> None:
    ran = run("solve", "typical", "--bankroll", "20", "--shooters", "3")
    assert ran.code == 0
    assert "within 3 shooters" in ran.out
    found = run("solve", "typical", "--bankroll", "20", "--shooters", "3", "--json").json
    assert found["at_least"] in ran.out
    assert len(found["within"]) == 4
    for more in (("--rolls", "5"), ("--certificate", "x.json"), ("--aim", "time")):
        refused = run("solve", "typical", "--shooters", "3", *more)
        assert (refused.code, refused.out) == (2, "")
