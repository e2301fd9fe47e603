"""Answers "what should I do now?": the best act from a seat's layout for a goal, and what one's own plan is worth."""

import re
from collections.abc import Iterator

from msgspec import Struct

from sevenout.analysis.exact.sessions.session_distribution import TooLarge, distribution
from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.analysis.solver.layout_value import BestAct, LayoutValue, TableSituation
from sevenout.analysis.solver.policy_iteration import Progress
from sevenout.analysis.solver.rules_block import LINE, ODDS, WagerClass
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, parse_amount, units
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, layout, place
from sevenout.engine.game import Game
from sevenout.strategy.library import AnyStrategy
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.tracing import Untraceable
from sevenout.table import Table

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
_QUICK = 800
"""Up to so many stakes below the goal an answer comes at once; beyond, stakes come in larger steps."""


_AIM = re.compile(r"(?:(?:for|to) )?\$?(?P<goal>[\d.,]+)?(?: ?(?:against|with) (?P<plan>\S+))?", re.IGNORECASE)


class Aim(Struct, frozen=True):
    """What is asked for: a goal, if it is not the usual one, and a strategy to hold the best play against."""

    goal: Cents | None = None
    plan: str = ""


def read_aim(words: str) -> Aim:
    """What stands behind `best`: a goal, and perhaps a named strategy of one's own.

    >>> read_aim("for 2000 against iron-cross")
    Aim(goal=200000, plan='iron-cross')
    >>> read_aim("")
    Aim(goal=None, plan='')
    """
    read = _AIM.fullmatch(words.strip())
    if read is None:
        raise BadInput("say what to reach, as in best 2000, or best 2000 against pass-line")
    goal = read["goal"]
    return Aim(parse_amount(goal) if goal else None, (read["plan"] or "").lower())


class PlanWorth(Struct, frozen=True):
    """What one's own strategy is worth from the same cash; nothing is up when it begins."""

    strategy: str
    chance: float | None
    """Nothing where it is too large to be followed exactly."""

    def sentence(self, best: BestAct) -> str:
        """What it is worth, held against the best act."""
        if self.chance is None:
            return f"What {self.strategy} is worth is too large to be followed exactly."
        less = best.worth - self.chance
        return f"{self.strategy} from {units(best.cash)} on is worth {self.chance:.6f}: {less:.6f} less."


class Advisory(Struct, frozen=True):
    """An answer: the goal, the class it is solved over, the situation, the best act and one's own plan."""

    game: Game
    goal: Cents
    chosen: WagerClass
    situation: TableSituation
    best: BestAct
    plan: PlanWorth | None = None

    @property
    def stakes(self) -> dict[str, Cents]:
        """What lies on the layout, by wager."""
        return layout(self.game, self.situation.position)

    @property
    def point(self) -> int | None:
        """The point that is on."""
        return self.game.rules.puck.states[self.situation.puck].point

    def sentences(self) -> Iterator[str]:
        """The answer in words, what matters first."""
        best = self.best
        if best.cash >= self.goal:
            yield f"You can leave with {units(best.cash)}: the goal of {units(self.goal)} is reached."
            return
        if not best.worth:
            yield f"{units(best.cash)} is too little to bet with: {units(self.goal)} is out of reach."
            return
        act = ", then ".join(best.acts) if best.acts else "leave all as it lies" if self.stakes else "wait"
        later = f"; on the next come-out {best.waits}" if best.waits else ""
        then = f"; with a point on, {best.later}" if best.later else ""
        yield f"For {units(self.goal)} before ruin: {act}{later}{then}."
        yield f"That is worth {best.worth:.6f}, the chance of the goal."
        if self.stakes and best.acts:
            yield f"As it lies it is worth {best.untouched:.6f}: {best.worth - best.untouched:.6f} less."
        if self.plan is not None:
            yield self.plan.sentence(best)


class Advisor:
    """One table's adviser: what was solved for a goal is solved once."""

    def __init__(self, game: Game, wagers: tuple[str, ...] = (LINE, ODDS), step: Cents | None = None) -> None:
        self.game, self.wagers, self.step = game, wagers, step
        self._solved: dict[Cents, LayoutValue] = {}

    def advise_seat(self, table: Table, seat: str, aim: Aim) -> Advisory:
        """The best act of a seat, for a goal or for twice what was bought in for."""
        situation = situation_at(table, seat)
        goal = 2 * table.total_bought(seat) if aim.goal is None else aim.goal
        return self.advise(situation, goal, aim.plan or None)

    def advise(
        self,
        situation: TableSituation,
        goal: Cents,
        plan: AnyStrategy | None = None,
        progress: Progress = lambda *_: None,
    ) -> Advisory:
        """The best act in a situation, for a goal.

        >>> game = Game.open("catfish-bend")
        >>> print(*Advisor(game).advise(situation_of(game, 36_00, {"dont-pass": 24_00}, 6), 120_00).sentences())
        For 120 before ruin: 36 on dont-pass-odds. That is worth 0.517197, the chance of the goal. As it lies it is \
worth 0.516233: 0.000964 less.
        """
        valued = self._solved.get(goal)
        if valued is None:
            chip = self.game.chip
            half = max(goal // 2 // chip * chip, chip)
            solved = best_chance(self.game, half, goal, self.wagers, self._step_for(goal), progress)
            valued = self._solved[goal] = LayoutValue(solved)
        best = valued.best_act(situation)
        own = None if plan is None else self._plan_worth(plan, best.cash, goal, progress)
        return Advisory(self.game, goal, valued.solved.chosen, situation, best, own)

    def _step_for(self, goal: Cents) -> Cents:
        chip = self.game.chip
        if self.step is not None:
            return self.step
        return next((step * chip for step in _STEPS if goal // (step * chip) <= _QUICK), _STEPS[-1] * chip)

    def _plan_worth(self, plan: AnyStrategy, cash: Cents, goal: Cents, progress: Progress) -> PlanWorth:
        named = str(plan) if isinstance(plan, str) else getattr(plan, "name", "this strategy")
        if not 0 < cash < goal:
            return PlanWorth(named, float(cash >= goal))
        try:
            session = distribution(self.game, plan, cash, progress=progress, end=SessionEnd(goal=goal))
        except (TooLarge, Untraceable):
            return PlanWorth(named, None)
        return PlanWorth(named, dict(session.endings).get("goal", 0.0))


def situation_at(table: Table, seat: str) -> TableSituation:
    """What a seat has before it at a table; raises BadInput where nobody sits there or the dice are in the air."""
    sitting = table.seats.get(seat)
    if sitting is None:
        there = ", ".join(table.seats)
        raise BadInput(f"nobody called {seat} sits at this table{f': there is {there}' if there else ''}")
    if table.state.dice.thrown:
        raise BadInput("the dice are in the air: nothing can be done before they have landed")
    return TableSituation(sitting.position, table.puck, sitting.rack)


def situation_of(game: Game, rack: Cents, stakes: dict[str, Cents], point: int | None = None) -> TableSituation:
    """A situation as a person tells it: the rack beside these bets, and the point; raises BadInput for what cannot be.

    A bet that is only made on the come-out may lie there with a point on.
    """
    try:
        position, puck = EMPTY, game.puck(point)
    except ValueError as error:
        raise BadInput(str(error)) from error
    for wager, stake in sorted(stakes.items(), key=lambda each: game.rules.by_key[each[0]].flat is not None):
        made: object = None
        for where in (puck, game.puck()):
            made = place(game, position, where, wager, stake, None)
            if not isinstance(made, Refusal):
                position = made.position
                break
        if isinstance(made, Refusal):
            raise BadInput(f"{units(stake)} on {wager} cannot lie there: {made.reason}")
    return TableSituation(position, puck, rack)
