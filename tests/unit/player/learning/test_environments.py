"""Environments to learn on: clean by their checkers, the same for the same seed, equal to the table step by step."""

from collections import Counter
from pathlib import Path

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
from sevenout.player.learning.craps_env import CrapsEnv, observe
from sevenout.player.learning.learning_tasks import TASKS, LearningTask, TableAct, Wagers, acts_of, find_task
from sevenout.player.learning.seat_game import SeatGame
from sevenout.player.learning.seats_env import SeatsEnv
from sevenout.player.learning.vector_env import CrapsVectorEnv
from sevenout.rulebook import shipped
from sevenout.table import Table
from tests.docs.test_documents import ROOT
from tests.volume import VOLUME, nightly_except, sample_by_day, scaled, seeded


@pytest.mark.parametrize("name", sevenout.player.learning.ENVIRONMENTS)
def test_gymnasium_finds_nothing_to_remark(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


def test_gymnasium_finds_nothing_to_remark_with_every_wager() -> None:
    check_env(gymnasium.make("sevenout/Craps-v0", wagers="all").unwrapped)


def test_pettingzoo_finds_nothing_to_remark(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(SeatsEnv(3), num_cycles=200)
    parallel_seed_test(lambda: SeatsEnv(2), num_cycles=60)
    parallel_api_test(SeatsEnv(2, wagers="all"), num_cycles=20)
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
    _step_beside_the_engine(find_task(name), scaled(2_000, least=60))


@pytest.mark.parametrize("house", sample_by_day(shipped(), 2, "many seats"))
def test_with_every_wager_many_seats_step_as_the_engine_does(house: str) -> None:
    """In every shipped house; at full volume more than a million steps of a seat in all."""
    acts = _step_beside_the_engine(_wide_task(house), 21_000 if VOLUME >= 1 else 40)
    assert acts["bet"] > acts["roll"] > 50
    assert acts["take down"] > 10
    assert acts["call off"] > 1
    assert acts["refused"] > 5


@pytest.mark.parametrize("name", nightly_except(("no-puck", "collectors", "side-bets"), ("no-puck", "side-bets")))
def test_houses_without_a_puck_with_collectors_and_with_counts_are_stepped_too(name: str) -> None:
    _step_beside_the_engine(_wide_task(str(ROOT / "examples" / f"{name}.toml")), scaled(4_000, least=60))


def test_a_line_bet_that_was_taken_down_is_locked_where_the_house_says_so() -> None:
    """New South Wales: a don't that was taken down may not be made again until a roll decides it."""
    task = LearningTask("locks", "new-south-wales", 50_00, 100_00, 5_00)
    _step_beside_the_engine(task, scaled(4_000, least=60))


def _wide_task(house: str) -> LearningTask:
    chip = 25_00 if house == "marina-bay-sands" else 1_00
    return LearningTask(house, house, 60 * chip, 200 * chip, chip, wagers="all")


def _step_beside_the_engine(task: LearningTask, steps: int, many: int = 8) -> Counter[str]:
    """The compiled step against seats of the engine with the same dice and acts: racks, bets, puck, locks and ends.

    A tenth of the acts are drawn from all, so that many are refused; all masks are compared at each twentieth step.
    """
    env, seats = CrapsVectorEnv(many, task), [SeatGame(task) for _ in range(many)]
    _, info = env.reset(seed=5)
    rng = np.random.default_rng(seeded(task.house, task.wagers).randrange(2**31))
    over, acts = np.zeros(many, np.bool_), Counter[str]()
    for number in range(steps):
        masks = info["action_mask"]
        likes = rng.random(masks.shape) * masks
        likes[:, 0] = 0
        any_act = rng.integers(0, env.actions, many)
        chosen = np.where(rng.random(many) < 0.1, any_act, likes.argmax(1)) * (rng.random(many) < 0.7)
        ahead = np.random.Generator(type(env.np_random.bit_generator)())
        ahead.bit_generator.state = env.np_random.bit_generator.state
        dice = ahead.integers(0, len(ROLLS), many)
        seen, rewards, ended, cut, info = env.step(chosen)
        for at, seat in enumerate(seats):
            act, refusal = seat.acts[chosen[at]], None
            if over[at]:
                seat.begin()
            elif act.verb == "roll":
                seat.roll(ROLLS[dice[at]])
            else:
                refusal = seat.do(act)
            acts[act.verb if refusal is None else "refused"] += 1
            assert bool(info["refused"][at]) == (refusal is not None)
            assert (seat.rack // task.chip, seat.puck) == (env.rack[at], env.puck[at])
            assert _layout_of(seat) == _layout_in(env, at)
            assert bool(ended[at]) == (not over[at] and (seat.has_goal or seat.is_ruined))
            assert bool(rewards[at]) == (not over[at] and seat.has_goal)
            if number % 20 == 0:
                assert [seat.is_allowed(act) for act in seat.acts] == list(info["action_mask"][at])
                one = observe(seat)
                assert all(one[name] == pytest.approx(seen[name][at]) for name in one)
        over = ended | cut
    return acts


def _layout_of(seat: SeatGame) -> tuple[dict[int, tuple[int, int]], set[int]]:
    """By wager: its chips, and how it lies; and the wagers that are locked."""
    position, spots = seat.position, seat.game.rules.spot_of
    lying = {
        spots[slot].index: (stake // seat.task.chip, slot - spots[slot].first)
        for slot, stake in zip(position.slots, position.stakes, strict=True)
    }
    return lying, set(position.marks.locked)


def _layout_in(env: CrapsVectorEnv, at: int) -> tuple[dict[int, tuple[int, int]], set[int]]:
    lying = {int(wager): (env.stakes[at, wager], env.states[at, wager]) for wager in env.stakes[at].nonzero()[0]}
    return lying, set(env.locked[at].nonzero()[0])


@pytest.mark.parametrize("wagers", ["line", "all"])
@pytest.mark.parametrize("house", nightly_except(shipped(), ("typical", "crapless")))
def test_a_seat_has_what_a_table_would_give_it(house: str, wagers: Wagers) -> None:
    """Against the table itself: the same acts and the same dice leave the same rack, bets and puck, step by step.

    At full volume more than a million steps over all houses.
    """
    chip = 25_00 if house == "marina-bay-sands" else 5_00
    task = LearningTask(house, house, 20 * chip, 40 * chip, chip, wagers=wagers)
    seat, rng = SeatGame(task), seeded("table", house, wagers)
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
            assert _do_at_a_table(table, act) is None


def _do_at_a_table(table: Table, act: TableAct) -> Refusal | None:
    if act.verb == "bet":
        return table.bet("Ann", act.wager, act.amount)
    if act.verb == "take down":
        return table.take_down("Ann", act.wager)
    return table.call("Ann", act.wager, "on" if act.verb == "call on" else "off")


def _table_of(task: LearningTask) -> Table:
    table = Table(task.game)
    table.seat("Ann", task.bankroll)
    return table


@pytest.mark.parametrize("wagers", ["line", "all"])
def test_the_same_seed_gives_the_same_to_the_bit(wagers: Wagers) -> None:
    runs = []
    for _ in range(2):
        env = CrapsVectorEnv(64, wagers=wagers)
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


def test_with_copy_off_the_environments_own_masks_are_shown_and_cannot_be_changed() -> None:
    env = CrapsVectorEnv(4, wagers="all", copy=False)
    _, info = env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        info["action_mask"][0, 0] = 0
    _, _, _, _, after = env.step([0, 0, 0, 0])
    assert np.shares_memory(info["action_mask"], after["action_mask"])


def test_amounts_of_every_wager_make_up_every_stake_from_its_least_on() -> None:
    task = LearningTask("", "catfish-bend", 60_00, 200_00, 1_00, wagers="all")
    amounts: dict[str, list[int]] = {}
    for act in acts_of(task):
        if act.verb == "bet":
            amounts.setdefault(act.wager, []).append(act.amount // 100)
    assert amounts["place-6"] == [1, 2, 5, 10, 20, 50, 100]
    assert amounts["horn"] == [4, 8, 20, 40, 80]


def test_what_many_seats_cannot_carry_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"different stakes in chips of 0\.01: .* name a larger chip"):
        CrapsVectorEnv(2, LearningTask("", "typical", 20_00, 40_00, 1, wagers="all"))
    endless = tmp_path / "endless.toml"
    text = (ROOT / "examples" / "no-puck.toml").read_text(encoding="utf-8")
    endless.write_text(text.replace('title      = "Place {n}"', 'title      = "Place {n}"\nmaximum    = "none"'))
    with pytest.raises(BadInput, match="place-4 has no maximum: many seats cannot carry that; sevenout/Craps-v0 can"):
        CrapsVectorEnv(2, LearningTask("", str(endless), 20_00, 40_00, 1_00, wagers="all"))
    with pytest.raises(BadInput, match="wagers 'line' or 'all', not 'every'"):
        CrapsVectorEnv(2, wagers="every")  # type: ignore[arg-type]


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
