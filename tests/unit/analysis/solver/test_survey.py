"""The picture of a goal: classes that add something, strategies below the frontier, and the page that shows them."""

from pathlib import Path

import pytest

from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.analysis.solver.survey import SolverSurvey, families_of, survey
from sevenout.engine.game import Game
from sevenout.reports.html.parts.solver_page import solver_page
from tests.unit.cli.command import run


@pytest.fixture(scope="module")
def found() -> SolverSurvey:
    solved = best_chance("catfish-bend", 20_00, 40_00)
    return survey(solved, ("pass-line", "bold-play"), ("field", "any-craps"), sessions=200)


def test_other_wagers_add_to_the_line_with_odds_and_odds_to_the_line(found: SolverSurvey) -> None:
    line, odds, *others = found.classes
    assert (line.words, odds.words) == (("line",), ("line", "odds"))
    assert line.gain < 0 == odds.gain
    assert [each.gain for each in others] == sorted((each.gain for each in others), reverse=True)
    assert all(odds.chance <= each.chance <= 0.5 for each in others)


def test_named_strategies_stand_below_the_best_play(found: SolverSurvey) -> None:
    assert [each.strategy for each in found.strategies][-1] != "bold-play"
    for each in found.strategies:
        assert each.chance <= found.solved.chance + 4 * each.deviation
    curve = found.frontier.bound_curve()
    assert curve[-1][1] == pytest.approx(0)
    assert curve[0][1] >= found.frontier.points[-1].chance


def test_the_page_says_what_surprises_and_holds_both_plots(found: SolverSurvey) -> None:
    page = solver_page(found)
    assert page.count("<svg") == 2
    assert "Odds are worth" in page
    assert "The best named strategy" in page
    assert found.solved.bounds[0] in page


def test_every_family_but_the_line_is_looked_at() -> None:
    families = families_of(Game.open("typical"))
    assert "field" in families
    assert "pass" not in families


def test_a_page_is_of_line_and_odds_and_of_no_deadline(tmp_path: Path) -> None:
    file = str(tmp_path / "goal.html")
    assert "leave --wagers out" in run("solve", "--wagers", "field", "--report", file).err
    assert "there is no page with --rolls" in run("solve", "--rolls", "5", "--report", file).err
    assert "ends in .html" in run("solve", "--report", "goal.pdf").err
