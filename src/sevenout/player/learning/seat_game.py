"""One seat that learns, through the engine itself: its bets, its rack, the puck, and what may be done now."""

from functools import cached_property

from sevenout.base.dice import Roll
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Change, Position, call, lying_on, place, settle, stake_on, take_down
from sevenout.player.learning.learning_tasks import LearningTask, TableAct, acts_of, line_wagers
from sevenout.rulebook.compiler.puck_machine import FRESH


class SeatGame:
    """A seat at a table of its own: acts change it, a roll settles it. Every rule is the engine's."""

    def __init__(self, task: LearningTask) -> None:
        self.task, self.game, self.acts = task, task.game, acts_of(task)
        self.wagers = (
            tuple(spot.key for spot in self.game.rules.spots)
            if task.wagers == "all"
            else tuple(key for pair in line_wagers(self.game) for key in pair if key)
        )
        self.rack: Cents = task.bankroll
        self.puck = FRESH
        self.position: Position = EMPTY

    def begin(self) -> None:
        """A new episode: the bankroll, an empty layout, a new shooter."""
        self.rack, self.puck, self.position = self.task.bankroll, FRESH, EMPTY

    @cached_property
    def least(self) -> Cents:
        """The smallest rack with which anything can be bet on an empty layout, wherever the puck stands."""
        answers = (
            place(self.game, EMPTY, state.index, act.wager, act.amount, None)
            for act in self.acts
            if act.verb == "bet"
            for state in self.game.rules.puck.states
        )
        return min((answer.cost for answer in answers if isinstance(answer, Change)), default=self.task.goal)

    def judge(self, act: TableAct) -> Change | Refusal:
        """What the house says to an act other than the roll."""
        if act.verb == "bet":
            if self._has_other_line(act):
                return Refusal("one-at-a-time", "a task is played with one line bet at a time", wager=act.wager)
            return place(self.game, self.position, self.puck, act.wager, act.amount, self.rack)
        if act.verb == "take down":
            return take_down(self.game, self.position, self.puck, act.wager)
        return call(self.game, self.position, act.wager, "on" if act.verb == "call on" else "off")

    def is_allowed(self, act: TableAct) -> bool:
        """Whether the house takes an act now."""
        return act.verb == "roll" or not isinstance(self.judge(act), Refusal)

    def _has_other_line(self, act: TableAct) -> bool:
        """Whether another line bet lies there: the optimum is one of plays with one at a time."""
        if self.task.wagers == "all":
            return False
        lines = [line for line, _ in line_wagers(self.game)]
        return act.wager in lines and any(self.stake(line) for line in lines if line != act.wager)

    def do(self, act: TableAct) -> Refusal | None:
        """Carries out an act other than the roll; a refusal changes nothing."""
        change = self.judge(act)
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

    def state(self, wager: str) -> int:
        """How a wager lies: 0 as it was made, else under a call, or with what it has gathered."""
        spot = self.game.rules.by_key[wager]
        slot, _ = lying_on(self.position, spot)
        return max(slot - spot.first, 0)

    def is_locked(self, wager: str) -> bool:
        """Whether a wager may not be added to, since it was reduced or taken down."""
        return self.game.rules.by_key[wager].index in self.position.marks.locked

    @property
    def has_goal(self) -> bool:
        """Whether the rack holds the goal."""
        return self.rack >= self.task.goal

    @property
    def is_ruined(self) -> bool:
        """Whether nothing lies there and nothing can be bet any more."""
        return not self.position.slots and self.rack < self.least
