"""Environments to learn on: clean by their checkers, the same for the same seed, equal to the table step by step."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import parallel_api_test, parallel_seed_test

import sevenout.player.learning
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.player.learning.craps_env import CrapsEnv
from sevenout.player.learning.learning_tasks import TASKS, LearningTask, acts_of, find_task
from sevenout.player.learning.seat_game import SeatGame
from sevenout.player.learning.seats_env import SeatsEnv
from sevenout.player.learning.vector_env import CrapsVectorEnv
from sevenout.rulebook import shipped
from sevenout.table import Table
from tests.volume import VOLUME, nightly_except, scaled, seeded


@pytest.mark.parametrize("name", sevenout.player.learning.ENVIRONMENTS)
def test_gymnasium_finds_nothing_to_remark(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


def test_pettingzoo_finds_nothing_to_remark(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(SeatsEnv(3), num_cycles=200)
    parallel_seed_test(lambda: SeatsEnv(2), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_what_is_masked_is_refused_and_what_is_not_is_done() -> None:
    env = CrapsEnv("double-20")
    _, info = env.reset(seed=3)
    rng = seeded("masks")
    for _ in range(scaled(1_500)):
        action = rng.randrange(len(env.seat.acts))
        allowed = bool(info["action_mask"][action])
        _, _, over, cut, info = env.step(action)
        assert allowed == ("refused" not in info)
        if over or cut:
            _, info = env.reset()


@pytest.mark.parametrize("name", nightly_except(TASKS, ("crapless-20",)))
def test_many_seats_step_as_the_engine_does_event_by_event(name: str) -> None:
    """The compiled step against seats of the engine with the same dice and acts: racks, bets, puck, masks and ends."""
    task, many = find_task(name), 16
    env, seats = CrapsVectorEnv(many, task), [SeatGame(task) for _ in range(many)]
    _, info = env.reset(seed=5)
    rng = np.random.default_rng(seeded(name).randrange(2**31))
    over = np.zeros(many, np.bool_)
    for _ in range(scaled(2_000, least=60)):
        masks = info["action_mask"]
        likes = rng.random(masks.shape) * masks
        likes[:, 0] *= 1.3
        chosen = likes.argmax(1)
        ahead = np.random.Generator(type(env.np_random.bit_generator)())
        ahead.bit_generator.state = env.np_random.bit_generator.state
        dice = ahead.integers(0, len(ROLLS), many)
        seen, rewards, ended, cut, info = env.step(chosen)
        for at, seat in enumerate(seats):
            act = seat.acts[chosen[at]]
            if over[at]:
                seat.begin()
            elif act.verb == "roll":
                seat.roll(ROLLS[dice[at]])
            else:
                assert seat.do(act) is None
            assert (seat.rack // task.chip, seat.puck) == (env.rack[at], env.puck[at])
            assert seen["stakes"][at] == pytest.approx([seat.stake(key) / task.goal for key in seat.wagers])
            assert bool(ended[at]) == (not over[at] and (seat.has_goal or seat.is_ruined))
            assert bool(rewards[at]) == (not over[at] and seat.has_goal)
            assert [seat.is_allowed(act) for act in seat.acts] == list(info["action_mask"][at])
        over = ended | cut


@pytest.mark.parametrize("house", nightly_except(shipped(), ("typical", "crapless")))
def test_a_seat_has_what_a_table_would_give_it(house: str) -> None:
    """Against the table itself: the same acts and the same dice leave the same rack, bets and puck, step by step.

    At full volume more than a million steps over all houses.
    """
    chip = 25_00 if house == "marina-bay-sands" else 5_00
    task = LearningTask(house, house, 20 * chip, 40 * chip, chip)
    seat, rng = SeatGame(task), seeded("table", house)
    table = _table_of(task)
    for _ in range(200_000 if VOLUME >= 1 else 300):
        mine = table.seats["Ann"]
        assert (mine.rack, mine.position.slots, mine.position.stakes, table.puck) == (
            seat.rack,
            seat.position.slots,
            seat.position.stakes,
            seat.puck,
        )
        if seat.has_goal or seat.is_ruined:
            seat.begin()
            table = _table_of(task)
        # of all acts a few are looked at, for most of them are refused
        allowed = [act for act in rng.sample(seat.acts[1:], 12) if seat.is_allowed(act)]
        act = rng.choice(allowed) if allowed and rng.random() < 0.6 else seat.acts[0]
        if act.verb == "roll":
            dice = rng.choice(ROLLS)
            if not isinstance(table.roll(dice), Refusal):  # who shoots needs a line bet
                seat.roll(dice)
        else:
            assert seat.do(act) is None
            table.bet("Ann", act.wager, act.amount) if act.verb == "bet" else table.take_down("Ann", act.wager)


def _table_of(task: LearningTask) -> Table:
    table = Table(task.game)
    table.seat("Ann", task.bankroll)
    return table


def test_the_same_seed_gives_the_same_to_the_bit() -> None:
    runs = []
    for _ in range(2):
        env = CrapsVectorEnv(64)
        seen, _ = env.reset(seed=11)
        rng = np.random.default_rng(4)
        steps = [env.step(rng.integers(0, env.actions, 64)) for _ in range(80)]
        runs.append((seen["rack"].tobytes(), [(each[0]["rack"].tobytes(), each[1].tobytes()) for each in steps]))
    assert runs[0] == runs[1]


def test_the_vector_environment_declares_how_it_begins_anew() -> None:
    env = CrapsVectorEnv(4)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.observation_space.contains(env.reset(seed=1)[0])
    with pytest.raises(BadInput, match="4 seats need as many actions"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="no such action"):
        env.step([0, 0, 0, 999])


def test_bad_input_is_one_line() -> None:
    with pytest.raises(BadInput, match=r"there is no task 'double-21'\. Did you mean 'double-20'\?"):
        CrapsEnv("double-21")
    with pytest.raises(BadInput, match="1 to 1,000,000 seats, not 0"):
        CrapsVectorEnv(0)
    with pytest.raises(BadInput, match="1 to 16 seats, not 17"):
        SeatsEnv(17)


def test_every_bet_of_the_solved_policy_is_an_action() -> None:
    for task in TASKS.values():
        acts = {(act.wager, act.amount) for act in acts_of(task)}
        moves = [move for move in task.optimum.policy if move is not None]
        names = [wager["wager"] for wager in task.optimum.block["wagers"]]
        assert all((names[number], stake * task.chip) in acts for number, stake, _ in moves)


def test_the_dice_roll_for_everybody_once_everybody_is_ready() -> None:
    env = SeatsEnv(2)
    env.reset(seed=2)
    bet = 1
    before = env.seats["seat_0"].puck
    env.step({"seat_0": bet, "seat_1": 0})
    assert env.seats["seat_0"].puck == before
    assert env.seats["seat_0"].stake("pass") == 5_00
    env.step({"seat_0": 0, "seat_1": 0})
    assert env.seats["seat_0"].puck == env.seats["seat_1"].puck != before
