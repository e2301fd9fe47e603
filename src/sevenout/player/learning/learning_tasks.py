"""Tasks to learn: a table, a bankroll and a goal, the acts that there are, and the solved optimum to compare with."""

from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.solver.goal_chance import GoalChance, best_chance
from sevenout.analysis.solver.rules_block import LINE, ODDS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, Rounding
from sevenout.base.vocabulary import LINES, did_you_mean
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager

Wagers = Literal["line", "all"]
"""What may be bet on in a task: one line bet at a time with its odds, or every wager of the house."""


class LearningTask(Struct, frozen=True):
    """Turn a bankroll into a goal before ruin; amounts are cents, stakes whole chips."""

    name: str
    house: str
    bankroll: Cents
    goal: Cents
    chip: Cents
    longest: int = 1_000
    """Acts after which an episode is cut off."""
    wagers: Wagers = "line"

    @property
    def game(self) -> Game:
        """The table."""
        return _open_game(self.house, self.chip)

    @property
    def optimum(self) -> GoalChance:
        """The largest chance of the goal: what no learner can exceed with line bets and odds, one at a time."""
        return _solve(replace(self, wagers="line"))


class TableAct(NamedTuple):
    """One act of a seat: `roll` throws the dice; else a bet with its cents, a taking down, or a call."""

    verb: Literal["roll", "bet", "take down", "call on", "call off"]
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


def open_task(task: str | LearningTask, wagers: Wagers | None = None) -> LearningTask:
    """A task by its name or as it is, with other wagers if they are named.

    >>> open_task("double-20", "all").wagers
    'all'
    """
    found = find_task(task) if isinstance(task, str) else task
    if wagers not in (None, "line", "all"):
        raise BadInput(f"a task has wagers 'line' or 'all', not {wagers!r}")
    return found if wagers is None else replace(found, wagers=wagers)


def line_wagers(game: Game) -> tuple[tuple[str, str], ...]:
    """The line bets of a house, each with its odds."""
    spots = [game.rules.by_key[key] for key in LINES if key in game.rules.by_key]
    return tuple((spot.key, game.rules.spots[spot.attached[0]].key if spot.attached else "") for spot in spots)


def acts_of(task: LearningTask) -> tuple[TableAct, ...]:
    """Every act of a task, in the order of the discrete actions: the roll first.

    >>> [str(act) for act in acts_of(find_task("double-20"))[:3]]
    ['roll', 'bet 5 on pass', 'bet 10 on pass']
    """
    game = task.game
    if task.wagers == "all":
        spots = game.rules.spots
        amounts = {spot.key: _usual_amounts(task, spot) for spot in spots if spot.wager.made.value != "never"}
    else:
        spots = tuple(game.rules.by_key[key] for pair in line_wagers(game) for key in pair if key)
        amounts = {spot.key: tuple(range(task.chip, task.goal, task.chip)) for spot in spots}
    bets = [TableAct("bet", key, amount) for key, some in amounts.items() for amount in some]
    down = [TableAct("take down", spot.key) for spot in spots]
    calls = [
        TableAct("call on" if now == "on" else "call off", spot.key)
        for spot in spots
        for now in spot.wager.working.calls.value
    ]
    return (TableAct("roll"), *bets, *down, *(calls if task.wagers == "all" else ()))


def _usual_amounts(task: LearningTask, spot: CompiledWager) -> tuple[Cents, ...]:
    """The least stakes of a wager and 1, 2, 5, 10, 20, … of its steps: together they make up every larger stake."""
    game, amounts = task.game, set[Cents]()
    for state in game.rules.puck.states:
        step = game.exact_step(spot, state.index) if game.rounding is Rounding.EXACT else game.step(spot)
        least = game.minimum_of(spot, state.index).amount or step
        amounts.add(-(-least // step) * step)
        tens = step
        while tens < task.goal:
            amounts |= {tens, 2 * tens, 5 * tens}
            tens *= 10
    return tuple(sorted(amount for amount in amounts if amount < task.goal))


@lru_cache(64)
def _open_game(house: str, chip: Cents) -> Game:
    return Game.open(house, chip=chip)


@lru_cache(64)
def _solve(task: LearningTask) -> GoalChance:
    return best_chance(task.game, task.bankroll, task.goal, (LINE, ODDS))
