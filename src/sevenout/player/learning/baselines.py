"""Baselines to compare a learner with: chance, named strategies and the solved optimum, with their scores."""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from sevenout.analysis.solver.policy_table import policy_player
from sevenout.base.dice import ROLLS
from sevenout.base.errors import SevenoutError
from sevenout.player.learning.learning_tasks import LearningTask, TableAct
from sevenout.player.learning.seat_game import SeatGame
from sevenout.strategy.library import open_strategy
from sevenout.strategy.view import Strategy, View, apply_strategy

Agent = Callable[[SeatGame], TableAct]
"""What is done next in a seat: one act."""
NAMED = ("pass-line", "dont-pass", "dont-pass-lay-max", "bold-play")
EPISODES = 2_000


class Score(Struct, frozen=True):
    """What an agent reached: the share of episodes with the goal, its standard error, and rolls an episode."""

    agent: str
    share: float
    error: float
    rolls: float


def random_agent(seed: int) -> Agent:
    """Any act that the house takes, all alike likely; half of the time it rolls."""
    chance = Random(seed)

    def choose(seat: SeatGame) -> TableAct:
        allowed = [act for act in seat.acts[1:] if seat.is_allowed(act)]
        return chance.choice(allowed) if allowed and chance.random() < 0.5 else seat.acts[0]

    return choose


def strategy_agent(strategy: Strategy, bankroll: int) -> Agent:
    """A strategy in the seat: what it does before a roll, act by act, then the roll. It has no memory of rolls."""
    waiting: list[TableAct] = []
    rolled = True

    def choose(seat: SeatGame) -> TableAct:
        nonlocal rolled
        if rolled:
            seen = View(seat.game, bankroll, seat.rack, seat.puck, seat.position)
            waiting[:] = [
                _act(action.verb, action.wager, action.amount) for action in apply_strategy(strategy, seen).done
            ]
            rolled = False
        if waiting:
            return waiting.pop(0)
        rolled = True
        return TableAct("roll")

    return choose


def _act(verb: str, wager: str, amount: int) -> TableAct:
    return TableAct("bet", wager, amount) if verb == "bet" else TableAct("take down", wager)


def optimum_agent(task: LearningTask) -> Agent:
    """The solved policy of a task."""
    return strategy_agent(policy_player(task.optimum), task.bankroll)


def play_episodes(task: LearningTask, name: str, agent: Agent, episodes: int = EPISODES, seed: int = 1) -> Score:
    """Plays so many episodes of a task; the same seed throws the same dice for every agent of the same play."""
    dice, seat = Random(seed), SeatGame(task)
    reached = rolls = 0
    for _ in range(episodes):
        seat.begin()
        for _ in range(task.longest):
            act = agent(seat)
            if act.verb == "roll":
                seat.roll(ROLLS[dice.randrange(len(ROLLS))])
                rolls += 1
            else:
                seat.do(act)
            if seat.has_goal or seat.is_ruined:
                reached += seat.has_goal
                break
    share = reached / episodes
    return Score(name, share, (share * (1 - share) / episodes) ** 0.5, rolls / episodes)


def baseline_scores(task: LearningTask, episodes: int = EPISODES, seed: int = 1) -> list[Score]:
    """The scores of all baselines, the best first.

    >>> from sevenout.player.learning.learning_tasks import find_task
    >>> [score.agent for score in baseline_scores(find_task("double-20"), 50)][-1]
    'random'
    """
    scores = [
        play_episodes(task, "optimum", optimum_agent(task), episodes, seed),
        play_episodes(task, "random", random_agent(seed), episodes, seed),
    ]
    for name in NAMED:
        try:
            strategy = open_strategy(name, task.game)
        except SevenoutError:  # the house lacks a wager of it
            continue
        agent = strategy_agent(strategy, task.bankroll)
        scores.append(play_episodes(task, name, agent, episodes, seed))
    return sorted(scores, key=lambda score: -score.share)
