"""What the page on the learning environment shows runs."""

import contextlib
import io
import shlex
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pyspiel
import pytest

from sevenout.player.learning.baselines import play_episodes
from sevenout.player.learning.learning_tasks import find_task
from sevenout.player.learning.seat_game import SeatGame
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "design" / "learning.md"


def test_the_example_plays_an_episode_to_its_end() -> None:
    one_seat, many_seats = blocks(PAGE, "python")
    assert _printed_by(one_seat) in ("0.0", "1.0")
    assert _printed_by(many_seats) == "768 (1024, 85) False"


def _printed_by(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), {})
    return printed.getvalue().strip()


def test_the_commands_run_and_the_optima_are_those_of_the_page() -> None:
    (orders,) = blocks(PAGE, "sh")
    for order in orders.splitlines():
        ran = run(*shlex.split(order, comments=True)[1:])
        assert ran.code == 0, ran.err
    for task in run("learn", "--json").json["tasks"]:
        assert f"| {task['optimum']:.6f}".replace("0.", ".", 1) in PAGE.read_text(encoding="utf-8")


def _example(name: str) -> ModuleType:
    spec = spec_from_file_location(name, ROOT / "examples" / "learning" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_learner_beats_chance_after_a_second_of_training() -> None:
    task, learner = find_task("double-20"), _example("q_learning").QLearner(seed=7)
    seat = SeatGame(task)
    for number in range(12_000):
        learner.train(seat, explore=0.5 * (1 - number / 12_000) + 0.02)
    learned = play_episodes(task, "learned", learner.best, 2_000)
    # chance reaches .40 and the optimum .493; four standard errors are .045
    assert 0.44 < learned.share < task.optimum.chance + 0.045


def test_open_spiel_finds_a_game_with_dice_as_chance_nodes() -> None:
    craps = _example("open_spiel_game")
    game = pyspiel.load_game(craps.NAME, {"task": "crapless-20"})
    state = game.new_initial_state()
    begun = state.clone()
    state.apply_action(1)
    assert str(begun) == "rack 20, come-out, no bets"
    assert str(state) == "rack 15, come-out, 5 on pass"
    state.apply_action(0)
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    pyspiel.random_sim_test(game, 2, False, False)
