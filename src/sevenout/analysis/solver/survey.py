"""The picture around one goal: what each class of wagers adds, what time costs, where named strategies stand."""

from collections.abc import Sequence

from msgspec import Struct

from sevenout.analysis.simulation.run import simulate
from sevenout.analysis.solver.aims.frontier import Frontier, time_frontier
from sevenout.analysis.solver.goal_chance import ClassTooLarge, GoalChance, best_chance
from sevenout.analysis.solver.policy_iteration import Progress
from sevenout.analysis.solver.rules_block import LINE, ODDS
from sevenout.base.errors import BadInput, SevenoutError
from sevenout.base.money import Cents, units
from sevenout.engine.game import Game
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.named_texts import list_strategies
from sevenout.strategy.session_end import SessionEnd

SESSIONS, LONGEST = 2_000, 20_000
"""So many sessions of a named strategy are played, of at most so many rolls."""
_SEED = 1


class ClassGain(Struct, frozen=True):
    """What a class adds to the line with odds."""

    words: tuple[str, ...]
    chance: float
    gain: float


class StrategyPoint(Struct, frozen=True):
    """A named strategy that goes for the same goal, simulated: its chance with a deviation, and its mean rolls."""

    strategy: str
    chance: float
    deviation: float
    rolls: float


class SolverSurvey(Struct, frozen=True):
    """All that a page shows of one goal."""

    solved: GoalChance
    frontier: Frontier
    classes: tuple[ClassGain, ...]
    """The line alone first, then the line with odds, then each family beside them, the largest gain first."""
    strategies: tuple[StrategyPoint, ...]
    """The largest chance first."""

    @property
    def best_strategy(self) -> StrategyPoint | None:
        """The named strategy with the largest chance."""
        return self.strategies[0] if self.strategies else None

    def sentences(self) -> list[str]:
        """What surprises, in words, with its numbers."""
        solved = self.solved
        money = f"{units(solved.bankroll)} to {units(solved.goal)}"
        told = [
            f"The best play from {money} loses {solved.loss / 100:.2f} on average,"
            f" makes {solved.bets:.1f} bets and reaches the goal with {solved.chance:.4%}."
        ]
        bare = next((each for each in self.classes if each.words == (LINE,)), None)
        if bare is not None:
            told.append(
                f"Odds are worth {solved.chance - bare.chance:.4%} of chance: without them it is {bare.chance:.4%}."
            )
        others = [each for each in self.classes if each.words not in ((LINE,), (LINE, ODDS))]
        if others:
            most = others[0]
            told.append(f"Of all other wagers {most.words[-1]} adds most: {most.gain:.2e}.")
        if (best := self.best_strategy) is not None:
            told.append(
                f"The best named strategy, {best.strategy}, has {best.chance:.2%}:"
                f" {solved.chance - best.chance:.2%} less, in {best.rolls:,.0f} rolls."
            )
        first, last = self.frontier.points[0], self.frontier.points[-1]
        told.append(
            f"{last.rolls:.0f} rolls instead of {first.rolls:.0f} cost {first.chance - last.chance:.4%} of chance."
        )
        return told


def survey(
    solved: GoalChance,
    strategies: Sequence[str] | None = None,
    families: Sequence[str] | None = None,
    sessions: int = SESSIONS,
    progress: Progress = lambda *_: None,
) -> SolverSurvey:
    """Solves, prices and simulates all that the picture of a goal needs, which was solved over line and odds.

    By default every family of wagers and every named strategy is looked at.
    """
    game, bankroll, goal, step = solved.game, solved.bankroll, solved.goal, solved.chosen.step
    names = list_strategies() if strategies is None else strategies
    others = families_of(game) if families is None else families
    work = len(names) + len(others) + 3
    frontier = time_frontier(game, bankroll, goal, (LINE, ODDS), step)
    progress(2, work)
    bare = best_chance(game, bankroll, goal, (LINE,), step)
    alone = ClassGain((LINE,), bare.chance, bare.chance - solved.chance)
    added: list[ClassGain] = []
    for done, family in enumerate(others):
        added += _class_gain(game, solved, family, step)
        progress(3 + done, work)
    points: list[StrategyPoint] = []
    for done, name in enumerate(names):
        points += _strategy_point(game, name, bankroll, goal, sessions)
        progress(3 + len(others) + done + 1, work)
    added.sort(key=lambda each: -each.gain)
    points.sort(key=lambda each: -each.chance)
    return SolverSurvey(solved, frontier, (alone, ClassGain((LINE, ODDS), solved.chance, 0.0), *added), tuple(points))


def families_of(game: Game) -> list[str]:
    """The families of wagers beside the line that a house offers, each once."""
    own = {spot.wager.family for spot in game.rules.spots if spot.flat is None and spot.wager.made.value != "never"}
    return sorted(own - {"pass", "dont-pass", "line"})


def _class_gain(game: Game, solved: GoalChance, family: str, step: Cents | None) -> list[ClassGain]:
    """What a family adds; nothing if it cannot be solved, or not soon."""
    words = (LINE, ODDS, family)
    try:
        chance = best_chance(game, solved.bankroll, solved.goal, words, step).chance
    except (BadInput, ClassTooLarge):
        return []
    return [ClassGain(words, chance, max(chance - solved.chance, 0.0))]


def _strategy_point(game: Game, name: str, bankroll: Cents, goal: Cents, sessions: int) -> list[StrategyPoint]:
    """A named strategy that leaves with the goal; nothing if the house lacks a wager of it, or it cannot be played."""
    end = SessionEnd(rolls=LONGEST, goal=goal)
    try:
        result = simulate(game, name, sessions, None, bankroll, _SEED, end=end)
    except (NotOffered, SevenoutError):
        return []
    chance = dict(result.endings).get("goal", 0) / result.sessions
    deviation = (chance * (1 - chance) / result.sessions) ** 0.5
    return [StrategyPoint(name, chance, deviation, result.rolls_played / result.sessions)]
