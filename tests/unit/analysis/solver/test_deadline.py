"""The best chance within a number of rolls: the table of deadlines, brute force, and what is refused."""

import pytest

from sevenout.analysis.solver.aims.deadline import best_chance_within
from sevenout.analysis.solver.goal_chance import ONE, best_chance, share_up
from sevenout.analysis.solver.rules_block import Block, WagerClass, rules_block
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from tests.unit.analysis.solver.brute_force import best_within_by_brute_force
from tests.unit.cli.command import run

LINE = ("pass", "pass-odds", "dont-pass", "dont-pass-odds")


def test_300_to_600_in_fives_at_catfish_bend_has_the_table_of_deadlines() -> None:
    solved = best_chance_within(Game.open("catfish-bend", chip=500), 300_00, 600_00, 20)
    found = {rolls: round(solved.chance_within(rolls), 4) for rolls in (1, 2, 3, 5, 8, 10, 15, 20)}
    assert found == {1: 0.2222, 2: 0.2994, 3: 0.3544, 5: 0.4218, 8: 0.4666, 10: 0.4793, 15: 0.4902, 20: 0.4924}


@pytest.mark.parametrize("house", ["catfish-bend", "typical"])
def test_brute_force_in_fractions_lies_between_the_bounds(house: str) -> None:
    game = Game.open(house, minimum=100, maximum=200, chip=100)
    solved = best_chance_within(game, 3_00, 5_00, 3)
    exactly = best_within_by_brute_force(game, 3_00, 5_00, LINE, 3)
    assert solved.curve[-1] <= exactly * ONE <= solved.upper
    assert solved.upper - solved.curve[-1] == 3


def test_more_rolls_never_hurt_and_come_near_the_chance_without_limit() -> None:
    solved = best_chance_within("typical", 20_00, 40_00, 300)
    assert list(solved.curve) == sorted(solved.curve)
    unlimited = best_chance("typical", 20_00, 40_00)
    assert solved.curve[-1] <= unlimited.upper[20]
    assert solved.chance_within(300) == pytest.approx(unlimited.chance, abs=1e-9)


def test_interrupted_it_keeps_the_rolls_that_are_solved() -> None:
    def interrupting(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    solved = best_chance_within("typical", 20_00, 40_00, 9, progress=interrupting)
    assert (solved.rolls, solved.asked, solved.complete) == (4, 9, False)
    whole = best_chance_within("typical", 20_00, 40_00, 9)
    assert solved.curve[4] == whole.curve[4] <= whole.curve[9] <= solved.upper == share_up(20, 40)


def test_what_is_not_solved_within_rolls_is_one_line() -> None:
    with pytest.raises(BadInput, match="only line bets and odds are solved: leave field out"):
        best_chance_within("typical", 20_00, 40_00, 5, ("line", "field"))
    with pytest.raises(BadInput, match="a deadline is 1 to 10,000 rolls, not 0"):
        best_chance_within("typical", 20_00, 40_00, 0)


def test_the_command_prints_the_deadline_and_has_no_certificate_of_it() -> None:
    ran = run("solve", "typical", "--bankroll", "20", "--rolls", "5")
    assert ran.code == 0
    assert "within 5 rolls" in ran.out
    found = run("solve", "typical", "--bankroll", "20", "--rolls", "5", "--json").json
    assert found["at_least"] in ran.out
    assert len(found["within"]) == 6
    refused = run("solve", "typical", "--rolls", "5", "--certificate", "x.json")
    assert (refused.code, refused.out) == (2, "")


def test_raising_pass_with_a_point_on_helps_where_the_house_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wagers = ("pass", "odds")
    eight = best_chance_within("catfish-bend", 100_00, 150_00, 8, wagers).chance_within(8)
    unlimited = best_chance("catfish-bend", 100_00, 150_00, wagers).chance

    def without_raises(game: Game, chosen: WagerClass) -> Block:
        block = rules_block(game, chosen)
        return {**block, "wagers": [{**wager, "may_rise": False} for wager in block["wagers"]]}

    monkeypatch.setattr("sevenout.analysis.solver.aims.deadline.rules_block", without_raises)
    monkeypatch.setattr("sevenout.analysis.solver.goal_chance.rules_block", without_raises)
    fixed = best_chance_within("catfish-bend", 100_00, 150_00, 8, wagers).chance_within(8)
    assert eight - fixed == pytest.approx(5.574e-6, abs=1e-9)
    assert unlimited - best_chance("catfish-bend", 100_00, 150_00, wagers).chance == pytest.approx(4.367e-7, abs=1e-10)
