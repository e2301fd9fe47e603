"""A strategy at a table, traced: what it does in every situation it meets, each found out once.

A situation is all that can make a difference to what happens next, but the money in the rack: puck, layout, memory, and
what else the strategy looks at. The rack is an unknown amount: the strategy may compare it, and every comparison
narrows the interval of racks for which the same decision holds; if it reckons with the amount, that is an interval of
one. So a decision is a list of variants, each with its interval, and a session is a walk from row to row that only adds
and compares.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil, floor
from numbers import Number
from random import Random
from typing import Any

from msgspec import Struct

from sevenout.base.dice import FAIR_DICE, ROLLS, DiceModel, Roll
from sevenout.base.errors import GameRefused, SevenoutError
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Change, Position, Settlement, sum_takeable
from sevenout.engine.game import Game
from sevenout.engine.settlement import settle_plainly
from sevenout.rulebook.compiler.puck_machine import FRESH, PuckEvent
from sevenout.strategy.session_end import Closing, close_layout, is_closing, owners_in
from sevenout.strategy.view import (
    NO_PAST,
    NOTHING_YET,
    START,
    WORTH_COUNTS,
    Counts,
    Last,
    Past,
    Strategy,
    View,
    apply_strategy,
    past_of,
)

ROW_BUDGET = 100_000
"""So many situations a simulation keeps."""
OVER = -1
"""The row of a decision that ends the session."""
ANY_RACK = 10**12

WARY, RECALLED = 256, 100
"""So many first decisions are traced twice, and so many are traced once more at the end."""
_HIDDEN = "the strategy answers the same view in two ways: it keeps something outside its memory"

BY_TOTAL, BY_WAY, BY_ROLL = 11, 22, 36
"""How finely rolls are told apart: by total, by total and hardness, or all of them."""


def column_of(columns: int, roll: int) -> int:
    """Where a roll stands among so many kinds: by its total, by total and hardness, or on its own.

    >>> [column_of(columns, 35) for columns in (BY_TOTAL, BY_WAY, BY_ROLL)]
    [10, 21, 35]
    """
    thrown = ROLLS[roll]
    if columns == BY_TOTAL:
        return thrown.total - 2
    if columns == BY_WAY:
        return 2 * (thrown.total - 2) + thrown.hard
    return roll


@lru_cache(maxsize=64)
def kinds(columns: int, dice: DiceModel = FAIR_DICE) -> tuple[tuple[int, int, int], ...]:
    """The columns that rolls stand in, each with one of its rolls and the weight of all of them, if they have any.

    >>> kinds(BY_TOTAL)[:2]
    ((0, 0, 1), (1, 1, 2))
    """
    ways: Counter[int] = Counter()
    for roll, weight in zip(ROLLS, dice.weights, strict=True):
        ways[column_of(columns, roll.index)] += weight
    one = {column_of(columns, roll.index): roll.index for roll in reversed(ROLLS)}
    return tuple((column, one[column], ways[column]) for column in sorted(ways) if ways[column])


class Untraceable(GameRefused):
    """Why a strategy cannot be traced; it can still be played roll by roll."""


class OverBudget(Untraceable):
    """The strategy leads to more situations than are kept; sessions that stay among those can still be walked."""


class Reckoning(Untraceable):
    """The strategy reckons with the rack's amount: a decision then holds for that one rack."""


class HiddenState(SevenoutError):
    """The strategy answers the same view in two ways; however it is played, its figures mean nothing."""


class Disagreement(SevenoutError):
    """A session came out differently at the table: a fault of an engine, or a strategy that is no pure function."""


class Widened(Exception):
    """The strategy looked at something for the first time: all rows are void, and whoever holds one starts over."""


class Rack:  # noqa: PLW1641 - it has a __hash__, which refuses
    """An amount of whole cents that is only known by its comparisons, and by what has been added to it."""

    __slots__ = ("_guard", "_start", "added")

    def __init__(self, start: Cents, guard: list[Cents], added: Cents = 0) -> None:
        self._start = start
        self._guard = guard
        """The lowest and the highest start for which every comparison so far comes out the same."""
        self.added = added
        """What has been added since the start."""

    def __add__(self, cents: object) -> "Rack":
        return Rack(self._start, self._guard, self.added + cents) if isinstance(cents, int) else self._refuse()

    __radd__ = __add__

    def __sub__(self, cents: Any) -> Any:
        return self.added - cents.added if isinstance(cents, Rack) else self + -cents

    def __ge__(self, amount: Any) -> bool:
        return self._reaches(amount, ceil)

    def __gt__(self, amount: Any) -> bool:
        return self._reaches(amount, floor, more=1)

    def __lt__(self, amount: Any) -> bool:
        return not self >= amount

    def __le__(self, amount: Any) -> bool:
        return not self > amount

    def __eq__(self, amount: object) -> bool:
        return isinstance(amount, Number | Rack) and self >= amount and self <= amount

    def _reaches(self, amount: Any, whole: Callable[[Any], int], more: Cents = 0) -> bool:
        if isinstance(amount, Rack):  # of the same window: no other is at hand
            return self.added >= amount.added + more
        try:
            bound = whole(amount) + more - self.added
        except (OverflowError, ValueError):  # infinite, or no number
            return bool(self._refuse())
        if self._start >= bound:
            self._guard[0] = max(self._guard[0], bound)
            return True
        self._guard[1] = min(self._guard[1], bound - 1)
        return False

    def __repr__(self) -> str:
        return "<a rack>"

    def _refuse(self, *_: object) -> Any:
        raise Reckoning("the strategy reckons with the rack's amount; a traced rack can be compared and added to")

    __hash__ = __bool__ = __int__ = __index__ = __float__ = __complex__ = __str__ = __format__ = _refuse
    __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _refuse
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __neg__ = __pos__ = __abs__ = __rsub__ = __invert__ = _refuse
    __round__ = __floor__ = __ceil__ = __trunc__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refuse


class Situation(Struct, frozen=True, gc=False):
    """What a player faces before acting, or (with the last roll forgotten) has left on the table after it."""

    puck: int = FRESH
    position: Position = EMPTY
    memory: Hashable = None
    past: Past = NO_PAST
    """Of what has been, what the strategy looks at."""


class Variant(Struct, frozen=True, gc=False):
    """A decision and the racks it holds for: from `least` to `most` it leads to a row and adds `paid` to the rack."""

    least: Cents
    most: Cents
    paid: Cents
    layout: Cents
    """What lies on the layout after it."""
    row: int
    ending: str = ""
    """Why the session is over: `ruin`, or what the strategy gave as its reason to leave."""


class StrategyTracer:
    """The rows of a strategy, traced as they are met. A row is a situation after the decision, waiting for the dice."""

    def __init__(
        self,
        game: Game,
        strategy: Strategy,
        bankroll: Cents,
        budget: int = ROW_BUDGET,
        *,
        reckoning: bool = False,
        alone: bool = True,
    ) -> None:
        self.game = game
        self.strategy = strategy
        self.bankroll = bankroll
        self.budget = budget
        self.reckoning = reckoning
        """Whether a decision that reckons with the rack is traced for that one rack, or not at all."""
        self.alone = alone
        """Whether this is the whole strategy; a part of one is not ruined while another part has a bet up."""
        self.read: frozenset[str] = frozenset()
        """What the strategy has ever looked at, beside puck, layout, rack and memory."""
        self._needs: dict[int, int] = {}
        self.refused: dict[tuple[str, str], Refusal] = {}
        """What the house has refused, by wager and code, each once."""
        self._answers: dict[tuple[Position, int, str, Cents], Change | Refusal] = {}
        self._clear()

    def _clear(self) -> None:
        self._row_of: dict[Situation, int] = {}
        self.rows: list[Situation] = []
        self._number_of: dict[Situation, int] = {}
        self.faced: list[Situation] = []
        self._variants: list[list[Variant]] = []
        self._steps: dict[tuple[int, int], tuple[int, Cents]] = {}
        self._closed: dict[int, tuple[int, Cents]] = {}
        self._playing = 0
        """How many situations there are in which the player still bets; the others cost no decision."""
        self.columns = BY_ROLL if "dice" in self.read else BY_WAY if "hard" in self.read else BY_TOTAL
        self._counted = [name for name in Counts.__struct_fields__ if name in self.read]
        self._counts_worth = not self.read.isdisjoint(WORTH_COUNTS)
        self._decided = self.read & self.game.rules.by_key.keys()
        self._traced: list[tuple[Situation, Cents, Variant]] = []
        self.first = self._face(Situation())

    @property
    def traced_values(self) -> tuple[Any, ...]:
        """All that has been traced, as plain values; some of the decisions to be checked."""
        traced = self.read, self.columns, self.rows, self.faced, self._variants, self._steps
        return *traced, self.refused, self._needs, self._traced[-RECALLED:]

    def recall(self, known: tuple[Any, ...]) -> None:
        """Goes on from what another automaton of the same strategy, table and bankroll has traced."""
        self.read = known[0]
        self._clear()
        _, self.columns, self.rows, self.faced, self._variants, self._steps, self.refused, self._needs, some = known
        self._row_of = {situation: number for number, situation in enumerate(self.rows)}
        self._number_of = {situation: number for number, situation in enumerate(self.faced)}
        self._playing = sum(not is_closing(situation.memory) for situation in self.rows)
        self._traced = some

    @property
    def refusals(self) -> tuple[tuple[str, Refusal], ...]:
        """What the house has refused, by wager, each reason once; any thread may ask while another traces."""
        known = self.refused.copy()  # at once; each item of items() is made anew, which may let another thread in
        return tuple((wager, no) for (wager, _), no in known.items())

    @property
    def known_steps(self) -> Mapping[tuple[int, int], tuple[int, Cents]]:
        """By row and roll: the situation it leads to and what goes back to the rack; in the order they were traced."""
        return self._steps

    @property
    def known_decisions(self) -> Sequence[Sequence[Variant]]:
        """By the situation that is faced: what is done there, by ascending racks."""
        return self._variants

    @property
    def traces(self) -> int:
        """How many decisions have been traced."""
        return len(self._traced)

    def decide(self, faced: int, rack: Cents) -> Variant:
        """What the strategy does in a situation it faces, with so much in the rack."""
        variants = self._variants[faced]
        at = bisect_right(variants, rack, key=lambda variant: variant.least) - 1
        if at >= 0 and rack <= variants[at].most:
            return variants[at]
        variant = self._trace(self.faced[faced], rack)
        variants.insert(at + 1, variant)
        return variant

    def walk(self, rolls: Iterable[Roll], closes_after: int | None = None) -> tuple[Cents, int, str]:
        """One session through the rows: its net, its rolls and its ending; see `reference_session.play`."""
        faced, rack, played, dice = self.first, self.bankroll, 0, iter(rolls)
        while True:
            variant = self.decide(faced, rack)
            rack += variant.paid
            roll = None if variant.row == OVER else next(dice, None)
            if roll is None:
                return rack + variant.layout - self.bankroll, played, variant.ending or "rolls"
            row, added = self.close(variant.row) if played == closes_after else (variant.row, 0)
            faced, back = self.step(row, roll.index)
            rack, played = rack + added + back, played + 1

    def close(self, row: int) -> tuple[int, Cents]:
        """The row of a player who bets no more from here on, and what goes back to the rack."""
        known = self._closed.get(row)
        if known is None:
            kept = self.rows[row]
            if is_closing(kept.memory):
                known = row, 0
            else:
                change = close_layout(self.game, kept.position, kept.puck)
                after = Situation(kept.puck, change.position, Closing("rolls", owners_in(kept.memory)))
                known = self._number_row(after), -change.cost
            self._closed[row] = known
        return known

    def step(self, row: int, roll: int) -> tuple[int, Cents]:
        """The situation that a roll leads to from a row, and what goes back to the rack."""
        known = self._steps.get((row, roll))
        if known is None:
            known = self._steps[row, roll] = self._apply_roll(self.rows[row], ROLLS[roll])
        return known

    def _apply_roll(self, row: Situation, roll: Roll) -> tuple[int, Cents]:
        game = self.game
        edge = game.rules.puck.edges[row.puck][roll.index]
        if is_closing(row.memory):
            done = settle_plainly(game, row.position, row.puck, roll, riding=True)
            return self._face(Situation(edge.goto, done.position, row.memory)), done.back
        done = settle_plainly(game, row.position, row.puck, roll)
        counts = START
        if self._counted:
            takeable = sum_takeable(game, done.position, edge.goto) if self._counts_worth else 0
            counts = self._looked_at(row.past.counts.after_roll(edge.event, done.back, takeable))
        last = self._seen_of(roll.total, edge.event, done.results)
        dice = roll.index if "dice" in self.read else -1
        past = Past(last, roll.hard and "hard" in self.read, counts, dice)
        return self._face(Situation(edge.goto, done.position, row.memory, past)), done.back

    def _seen_of(self, total: int, event: PuckEvent, results: tuple[Settlement, ...]) -> Last:
        """Of the last roll, what the strategy looks at."""
        if "last" in self.read:
            return Last(total, event, results)
        seen = tuple([settled for settled in results if settled.wager in self._decided]) if self._decided else ()
        heard: PuckEvent = event if "event" in self.read else ""
        return Last(event=heard, results=seen) if heard or seen else NOTHING_YET

    # --- tracing

    def _trace(self, faced: Situation, rack: Cents) -> Variant:
        """Runs the strategy, at first twice: one that answers differently hides something."""
        variant = self._variant(faced, rack)
        if self.traces < WARY and self._variant(faced, rack) != variant:
            raise HiddenState(_HIDDEN)
        self._traced.append((faced, rack, variant))
        return variant

    def check(self) -> None:
        """Runs the strategy again where it has been, in another order: what it keeps outside its memory shows."""
        picking = Random(self.traces)
        for faced, rack, variant in picking.choices(self._traced, k=RECALLED if self._traced else 0):
            try:
                same = self._variant(faced, rack) == variant
            except Widened:
                same = False
            if not same:
                raise HiddenState(_HIDDEN)

    def _variant(self, faced: Situation, rack: Cents) -> Variant:
        guard = [-ANY_RACK, ANY_RACK]
        reads: set[str] = set()
        try:
            after = apply_strategy(self.strategy, self._view(faced, Rack(rack, guard), reads))
            added = _rack_change(after)
        except Reckoning:
            if not self.reckoning:
                raise
            guard = [rack, rack]
            after = apply_strategy(self.strategy, self._view(faced, rack, reads))
            added = _rack_change(after, rack)
        if not reads <= self.read:
            self.read |= reads
            self._clear()
            raise Widened
        for action, refusal in after.refused:
            self.refused.setdefault((action.wager, refusal.code), refusal)
        row = OVER if after.left or (self.alone and after.ending) else self._row(after)
        return Variant(guard[0], guard[1], added, sum(after.position.stakes), row, after.ending)

    def _view(self, situation: Situation, rack: Rack | Cents, reads: set[str]) -> View:
        return View(
            game=self.game,
            bankroll=self.bankroll,
            rack=rack,
            puck=situation.puck,
            position=situation.position,
            memory=situation.memory,
            reads=reads,
            answers=self._answers,
            _past=situation.past,
        )

    def _row(self, after: View) -> int:
        """The row of a view after the decision: the last roll is forgotten."""
        counts = START if is_closing(after.memory) else self._looked_at(past_of(after).counts)
        kept = Situation(after.puck, after.position, after.memory, Past(counts=counts) if counts != START else NO_PAST)
        return self._number_row(kept)

    def _number_row(self, kept: Situation) -> int:
        number = self._row_of.get(kept)
        if number is None:
            self._playing += not is_closing(kept.memory)
            if self._playing > self.budget:
                raise OverBudget(f"the strategy leads to more than {self.budget:,} situations")
            number = self._row_of[kept] = len(self.rows)
            self.rows.append(kept)
            self._tell_apart(kept.position)
        return number

    def _face(self, faced: Situation) -> int:
        number = self._number_of.get(faced)
        if number is None:
            number = self._number_of[faced] = len(self.faced)
            self.faced.append(faced)
            self._variants.append([])
        return number

    def _looked_at(self, counts: Counts) -> Counts:
        return Counts(**{name: getattr(counts, name) for name in self._counted}) if self._counted else START

    def _tell_apart(self, position: Position) -> None:
        """Widens the columns if a wager on the layout tells rolls of one total apart."""
        for slot in position.slots:
            if slot not in self._needs:
                self._needs[slot] = _needed_columns(self.game, slot)
            self.columns = max(self.columns, self._needs[slot])


def _rack_change(view: View, known: Cents | None = None) -> Cents:
    """What the strategy has added to the rack it was shown, or to one that it was told."""
    if known is None and isinstance(view.rack, Rack):
        return view.rack.added
    if known is not None and isinstance(view.rack, int):
        return view.rack - known
    raise Untraceable("the strategy put another rack in place of its own")


def _needed_columns(game: Game, slot: int) -> int:
    """How finely one slot tells rolls apart."""
    for columns in (BY_TOTAL, BY_WAY):
        first: dict[tuple[int, int], object] = {}
        if all(
            first.setdefault((puck, column_of(columns, roll.index)), row[slot]) == row[slot]
            for puck, cells in enumerate(game.rules.cells)
            for roll, row in zip(ROLLS, cells, strict=True)
        ):
            return columns
    return BY_ROLL
