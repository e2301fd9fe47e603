"""Tasks to learn: a table, a bankroll and a goal, the acts that there are, and the solved optimum to compare with."""

from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from sevenout.analysis.solver.goal_chance import GoalChance, best_chance
from sevenout.analysis.solver.rules_block import LINE, ODDS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.base.vocabulary import LINES, did_you_mean
from sevenout.engine.game import Game


class LearningTask(Struct, frozen=True):
    """Turn a bankroll into a goal before ruin, with line bets and odds; amounts are cents, stakes whole chips."""

    name: str
    house: str
    bankroll: Cents
    goal: Cents
    chip: Cents
    longest: int = 1_000
    """Acts after which an episode is cut off."""

    @property
    def game(self) -> Game:
        """The table."""
        return _open_game(self.house, self.chip)

    @property
    def optimum(self) -> GoalChance:
        """The largest chance of the goal: what no learner can exceed with line bets and odds, one at a time."""
        return _solve(self)


class TableAct(NamedTuple):
    """One act of a seat: `roll` throws the dice; else a bet or a taking down, with its cents."""

    verb: Literal["roll", "bet", "take down"]
    wager: str = ""
    amount: Cents = 0

    def __str__(self) -> str:
        if self.verb == "bet":
            return f"bet {self.amount / 100:g} on {self.wager}"
        return f"{self.verb} {self.wager}".strip()


_TASKS = (
    LearningTask("double-20", "typical", 20_00, 40_00, 5_00),
    LearningTask("double-50", "catfish-bend", 50_00, 100_00, 5_00),
    LearningTask("last-30-of-100", "catfish-bend", 70_00, 100_00, 5_00),
    LearningTask("crapless-20", "crapless", 20_00, 40_00, 5_00),
    LearningTask("marina-100", "marina-bay-sands", 100_00, 200_00, 25_00),
)
TASKS = {task.name: task for task in _TASKS}


def find_task(name: str) -> LearningTask:
    """A task by its name.

    >>> find_task("double-20").goal
    4000
    """
    if name not in TASKS:
        raise BadInput(f"there is no task {name!r}.{did_you_mean(name, TASKS)} There are {', '.join(TASKS)}")
    return TASKS[name]


def line_wagers(game: Game) -> tuple[tuple[str, str], ...]:
    """The line bets of a house, each with its odds."""
    spots = [game.rules.by_key[key] for key in LINES if key in game.rules.by_key]
    return tuple((spot.key, game.rules.spots[spot.attached[0]].key if spot.attached else "") for spot in spots)


def acts_of(task: LearningTask) -> tuple[TableAct, ...]:
    """Every act of a task, in the order of the discrete actions: the roll first.

    >>> [str(act) for act in acts_of(find_task("double-20"))[:3]]
    ['roll', 'bet 5 on pass', 'bet 10 on pass']
    """
    keys = [key for pair in line_wagers(task.game) for key in pair if key]
    amounts = range(task.chip, task.goal, task.chip)
    bets = [TableAct("bet", key, amount) for key in keys for amount in amounts]
    return (TableAct("roll"), *bets, *(TableAct("take down", key) for key in keys))


@lru_cache(64)
def _open_game(house: str, chip: Cents) -> Game:
    return Game.open(house, chip=chip)


@lru_cache(64)
def _solve(task: LearningTask) -> GoalChance:
    return best_chance(task.game, task.bankroll, task.goal, (LINE, ODDS))
