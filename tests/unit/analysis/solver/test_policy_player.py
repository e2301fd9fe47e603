"""The policy is a player: its exact session has the solved chance, in every house and with other wagers too."""

from pathlib import Path

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation.run import simulate
from sevenout.analysis.solver.certificate import certificate_of
from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.analysis.solver.policy_table import certificate_player, policy_player, policy_rows
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from tests.unit.cli.command import run


@pytest.mark.parametrize(
    ("house", "goal", "wagers"),
    [
        ("catfish-bend", 40_00, ("line", "odds")),
        ("crapless", 40_00, ("line", "odds")),
        ("typical", 30_00, ("line", "odds", "field")),
        pytest.param("marina-bay-sands", 150_00, ("line", "odds"), marks=pytest.mark.nightly),
    ],
)
def test_its_exact_session_reaches_the_goal_as_often_as_solved(house: str, goal: int, wagers: tuple[str, ...]) -> None:
    solved = best_chance(house, goal // 2, goal, wagers)
    session = distribution(house, policy_player(solved), goal // 2, 600)
    assert dict(session.endings)["goal"] == pytest.approx(solved.chance, abs=1e-11)


@pytest.mark.nightly
def test_300_to_600_at_catfish_bend_is_played_as_solved() -> None:
    solved = best_chance("catfish-bend", 300_00, 600_00)
    session = distribution("catfish-bend", policy_player(solved), 300_00, 800)
    assert dict(session.endings)["goal"] == pytest.approx(0.498703416179, abs=1e-11)


def test_a_certificate_is_played_like_the_policy_it_holds_and_only_with_its_chip() -> None:
    solved = best_chance("typical", 15_00, 30_00)
    certificate = certificate_of(solved)
    player = certificate_player(certificate, Game.open("typical"))
    result = simulate("typical", player, sessions=2_000, rolls=200, bankroll=15_00, seed=3)
    same = simulate("typical", policy_player(solved), sessions=2_000, rolls=200, bankroll=15_00, seed=3)
    assert dict(result.endings) == dict(same.endings)
    with pytest.raises(BadInput, match="for chips of 100 cents, and the table has chips of 500"):
        certificate_player(certificate, Game.open("typical", chip=500))


def test_the_table_begins_with_the_bankroll_and_groups_points_that_are_played_alike() -> None:
    rows = policy_rows(best_chance("catfish-bend", 60_00, 100_00))
    assert rows[0].move.cash == 60_00
    assert rows[0].visits >= 1
    assert [row.visits for row in rows] == sorted((row.visits for row in rows), reverse=True)
    assert all(words.count(":") <= 3 for words in (row.move.in_words for row in rows))


def test_without_any_limit_exact_follows_a_policy_file_to_its_own_goal(tmp_path: Path) -> None:
    file = tmp_path / "best.policy"
    assert run("solve", "typical", "--bankroll", "15", "--policy", str(file)).code == 0
    ran = run("exact", str(file), "typical", "--bankroll", "15", "--no-limit")
    assert ran.code == 0, ran.err
    assert "until 30.00 or ruin" in ran.out
    assert "49.30 %" in ran.out
