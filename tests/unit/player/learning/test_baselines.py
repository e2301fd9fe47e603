"""Baselines: the optimum reaches what is solved, nobody is above it, and the command tells so."""

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.solver.policy_table import policy_player
from sevenout.player.learning.baselines import baseline_scores, optimum_agent, play_episodes, random_agent
from sevenout.player.learning.learning_tasks import find_task
from sevenout.strategy.session_end import SessionEnd
from tests.unit.cli.command import run
from tests.volume import SEED_NUMBER, scaled


@pytest.mark.nightly
def test_the_optimum_is_what_exact_says_of_its_play_and_episodes_come_near_it() -> None:
    task = find_task("last-30-of-100")
    session = distribution(task.game, policy_player(task.optimum), task.bankroll, end=SessionEnd(goal=task.goal))
    assert abs(session.share("goal") - task.optimum.chance) < 1e-11
    score = play_episodes(task, "optimum", optimum_agent(task), scaled(10_000), SEED_NUMBER)
    assert abs(score.share - task.optimum.chance) < 5 * score.error


def test_chance_is_below_the_optimum() -> None:
    task = find_task("crapless-20")
    score = play_episodes(task, "random", random_agent(1), scaled(1_000), SEED_NUMBER)
    assert score.share < task.optimum.chance + 4 * score.error


def test_named_strategies_are_scored_where_the_house_has_their_wagers() -> None:
    agents = {score.agent for score in baseline_scores(find_task("crapless-20"), 20)}
    assert {"optimum", "random", "pass-line"} <= agents
    assert "dont-pass" not in agents


def test_the_command_lists_tasks_and_scores() -> None:
    assert run("learn", "--json").json["tasks"][0]["task"] == "double-20"
    ran = run("learn", "double-20", "--episodes", "20")
    assert "the solved optimum  0.492987" in ran.out
    assert "Did you mean 'double-20'?" in run("learn", "double-2").err
    assert "not 0" in run("learn", "double-20", "--episodes", "0").err
