"""Plays what a file gives, and says where what it expects is not so.

What is given is made to happen: of all rolls the shortest row that leads to the event is taken, and among rows of one
length the first of a fixed order. The strategy is played at a table all the while.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from sevenout.base.dice import ROLLS, Roll
from sevenout.base.money import Cents, units
from sevenout.rulebook.compiler.puck_machine import FRESH
from sevenout.strategy.language.compiler.amount_compiler import PlanDraft
from sevenout.strategy.language.compiler.condition_compiler import judge_atom
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.compiler.registers import Registers
from sevenout.strategy.language.compiler.window import BettingWindow, Test
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.mistakes import Mistake, column_of
from sevenout.strategy.language.syntax_tree import Expectation, Expected, StakeAt
from sevenout.strategy.language.tools import formatter
from sevenout.strategy.reference_session import apply_roll
from sevenout.strategy.view import View, past_of

LONGEST_WAY = 4
"""So many rolls an event may be away."""
MOST_STANDS = 20_000
"""So many stands of the table are looked at on the way to one event."""
_UNITS = 1000
"""The bankroll that expectations are played with, in units."""


def unmet_expectations(plan: Plan) -> tuple[Mistake, ...]:
    """Every expectation of a file that is not met in the plan's house, with what was there instead.

    >>> from sevenout.engine.game import Game
    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> text = "with a point: bet 12 on place-6\\ngiven place-6 wins twice: expect place-6 at 24"
    >>> print(*unmet_expectations(Plan(parse(text), Game.open("typical"))))
    2:27: place-6 is at 12, not at 24, after 4, 6, 6.
    """
    return tuple(
        mistake for line, each in _expectations(plan) for mistake in _ExpectationTrial(plan, line, each).play()
    )


def _expectations(plan: Plan) -> Iterator[tuple[int, Expectation]]:
    for line, statement in plan.script.numbered_statements():
        if isinstance(statement, Expectation):
            yield line, statement


_ONE_OF_EACH = tuple({(roll.total, roll.hard): roll for roll in ROLLS}.values())
"""One roll of each total, easy and hard."""


class _ExpectationTrial:
    """One expectation, played."""

    def __init__(self, plan: Plan, line: int, expectation: Expectation) -> None:
        self.plan, self.line, self.expectation = plan, line, expectation
        self.draft = PlanDraft(HouseNames(plan.game, plan.unit), plan.settings, Registers())
        self.rolled: list[Roll] = []
        ways = Counter(roll.total for roll in ROLLS)
        boxes = plan.game.rules.book.points
        self.order = sorted(_ONE_OF_EACH, key=lambda roll: (roll.hard, roll.total not in boxes, ways[roll.total]))
        """Easy rolls first, box numbers before others, and of each the rarer first; so the 7 comes last."""

    def play(self) -> Iterator[Mistake]:
        """What is not as expected; if it cannot be made to happen, that alone."""
        bankroll = _UNITS * self.plan.unit
        stand: View | None = self.plan(View(self.plan.game, bankroll, bankroll))
        for given in self.expectation.given:
            event = judge_atom(self.draft, given.event)
            for _ in range(given.times):
                stand = None if stand is None else self._make_happen(stand, event)
            if stand is None:
                said = formatter.atom(given.event)
                after = f" after {self._row()}" if self.rolled else ""
                yield self._mistake("given", f"no {LONGEST_WAY} rolls make it so that {said}{after}.")
                return
        assert stand is not None
        for expected in self.expectation.expected:
            if instead := self._instead(stand, expected):
                when = f"after {self._row()}" if self.rolled else "at the start"
                yield self._mistake("expect", f"{instead}, {when}.")

    def _mistake(self, word: str, message: str) -> Mistake:
        return Mistake(self.line, column_of(word, self.plan.script.text, self.line), message)

    def _row(self) -> str:
        return ", ".join(f"hard {roll.total}" if self._is_hard(roll) else str(roll.total) for roll in self.rolled)

    @staticmethod
    def _is_hard(roll: Roll) -> bool:
        return roll.hard and any(each.total == roll.total and not each.hard for each in ROLLS)

    # --- on the way

    def _make_happen(self, start: View, event: Test) -> View | None:
        """The stand behind the shortest row of rolls that ends with the event."""
        reached: list[tuple[View, tuple[Roll, ...]]] = [(start, ())]
        for _ in range(LONGEST_WAY):
            following: list[tuple[View, tuple[Roll, ...]]] = []
            for stand, way in reached:
                for roll in self.order:
                    faced = apply_roll(stand, roll)
                    after = self.plan(faced)
                    if event(self._window(faced, stand.puck), None):
                        self.rolled += [*way, roll]
                        return after
                    if not after.ending:
                        following.append((after, (*way, roll)))
            reached = list(islice(following, MOST_STANDS // len(self.order)))
        return None

    @staticmethod
    def _window(view: View, before: int = FRESH) -> BettingWindow:
        """A window that shows all of the last roll."""
        window, past = BettingWindow(view, [before], None), past_of(view)
        window.before, window.total, window.hard = before, past.last.total, past.hard
        window.event, window.results = past.last.event, past.last.results
        return window

    # --- at its end

    def _instead(self, stand: View, expected: Expected) -> str:
        """What is there in place of what is expected; nothing if it is there."""
        if isinstance(expected, StakeAt):
            wanted, held = self._stake(expected), stand.stake(expected.wager)
            there = f"is at {units(held)}" if held else "is not up"
            return "" if held == wanted else f"{expected.wager} {there}, not at {units(wanted)}"
        if judge_atom(self.draft, expected)(self._window(stand, stand.puck), None):
            return ""
        up = ", ".join(f"{wager} {units(stake)}" for wager, stake in stand.layout.items()) or "nothing"
        assert isinstance(stand.rack, int)
        return f"not so: {formatter.atom(expected)}; up is {up}, and the rack holds {units(stand.rack)}"

    def _stake(self, expected: StakeAt) -> Cents:
        return self.draft.money(expected.amount)(self._window(View(self.plan.game, 0, 0)))
