"""One seat that learns, through the engine itself: its bets, its rack, the puck, and what may be done now."""

from functools import cached_property

from sevenout.base.dice import Roll
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Position, place, settle, stake_on, take_down
from sevenout.player.learning.learning_tasks import LearningTask, TableAct, acts_of, line_wagers
from sevenout.rulebook.compiler.puck_machine import FRESH


class SeatGame:
    """A seat at a table of its own: acts change it, a roll settles it. Every rule is the engine's."""

    def __init__(self, task: LearningTask) -> None:
        self.task, self.game, self.acts = task, task.game, acts_of(task)
        self.wagers = tuple(key for pair in line_wagers(self.game) for key in pair if key)
        self.rack: Cents = task.bankroll
        self.puck = FRESH
        self.position: Position = EMPTY

    def begin(self) -> None:
        """A new episode: the bankroll, an empty layout, a new shooter."""
        self.rack, self.puck, self.position = self.task.bankroll, FRESH, EMPTY

    @cached_property
    def least(self) -> Cents:
        """The smallest rack with which anything can be bet on an empty layout, wherever the puck stands."""
        states = self.game.rules.puck.states
        return min(
            (
                act.amount
                for act in self.acts
                if act.verb == "bet"
                and any(not isinstance(self._answer(act, EMPTY, state.index), Refusal) for state in states)
            ),
            default=self.task.goal,
        )

    def _answer(self, act: TableAct, position: Position, puck: int) -> object:
        return place(self.game, position, puck, act.wager, act.amount, None)

    def is_allowed(self, act: TableAct) -> bool:
        """Whether the house takes an act now."""
        if act.verb == "roll":
            return True
        if act.verb == "bet":
            answer = place(self.game, self.position, self.puck, act.wager, act.amount, self.rack)
            return not isinstance(answer, Refusal) and not self._has_other_line(act)
        lies = stake_on(self.position, self.game.rules.by_key[act.wager])
        return bool(lies) and not isinstance(take_down(self.game, self.position, self.puck, act.wager), Refusal)

    def _has_other_line(self, act: TableAct) -> bool:
        """Whether another line bet lies there: the optimum is one of plays with one at a time."""
        lines = [line for line, _ in line_wagers(self.game)]
        return act.wager in lines and any(self.stake(line) for line in lines if line != act.wager)

    def do(self, act: TableAct) -> Refusal | None:
        """Carries out a bet or a taking down; a refusal changes nothing."""
        if act.verb == "bet" and self._has_other_line(act):
            return Refusal("one-at-a-time", "a task is played with one line bet at a time", wager=act.wager)
        if act.verb == "bet":
            change = place(self.game, self.position, self.puck, act.wager, act.amount, self.rack)
        else:
            change = take_down(self.game, self.position, self.puck, act.wager)
        if isinstance(change, Refusal):
            return change
        self.position, self.rack = change.position, self.rack - change.cost
        return None

    def roll(self, roll: Roll) -> None:
        """The dice are thrown, and the seat is paid."""
        done = settle(self.game, self.position, self.puck, roll)
        self.puck = self.game.rules.puck.edges[self.puck][roll.index].goto
        self.position, self.rack = done.position, self.rack + done.back

    def stake(self, wager: str) -> Cents:
        """What lies on a wager."""
        return stake_on(self.position, self.game.rules.by_key[wager])

    @property
    def has_goal(self) -> bool:
        """Whether the rack holds the goal."""
        return self.rack >= self.task.goal

    @property
    def is_ruined(self) -> bool:
        """Whether nothing lies there and nothing can be bet any more."""
        return not self.position.slots and self.rack < self.least
