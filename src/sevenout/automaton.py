"""A strategy at a table, traced: what it does in every situation it meets, each found out once.

A situation is all that can make a difference to what happens next, but the money in the rack: puck, layout, memory, and
what else the strategy looks at. The rack is an unknown amount: the strategy may compare it, and every comparison
narrows the interval of racks for which the same decision holds. So a decision is a list of variants, each with its
interval, and a session is a walk from row to row that only adds and compares.
"""

from bisect import bisect_right
from collections.abc import Hashable
from typing import Any

from msgspec import Struct

from sevenout.dice import ROLLS, Roll
from sevenout.errors import SevenoutError
from sevenout.game import Game, Refusal
from sevenout.money import Cents
from sevenout.position import EMPTY, Change, Position, Settlement, settle
from sevenout.puck import FRESH, PuckEvent
from sevenout.strategy.view import NOTHING_YET, START, Counts, Last, Strategy, View

ROW_BUDGET = 20_000
OVER = -1
"""The row of a decision that ends the session."""
ANY_RACK = 10**12

BY_TOTAL, BY_WAY, BY_ROLL = 11, 22, 36
"""How finely rolls are told apart: by total, by total and hardness, or all of them."""


class Untraceable(SevenoutError):
    """Why a strategy cannot be traced; it can still be played roll by roll."""


class HiddenState(Untraceable):
    """The strategy answers the same view in two ways; however it is played, its figures mean nothing."""


class Widened(Exception):
    """The strategy looked at something for the first time: all rows are void, and whoever holds one starts over."""


class Rack:  # noqa: PLW1641 - it has a __hash__, which refuses
    """An amount that is only known by its comparisons, and by what has been added to it."""

    __slots__ = ("_added", "_guard", "_start")

    def __init__(self, start: Cents, guard: list[Cents], added: Cents = 0) -> None:
        self._start = start
        self._guard = guard
        """The lowest and the highest start for which every comparison so far comes out the same."""
        self._added = added

    @property
    def added(self) -> Cents:
        """What has been added since the start."""
        return self._added

    def __add__(self, cents: Cents) -> "Rack":
        return Rack(self._start, self._guard, self._added + cents)

    def __sub__(self, cents: Cents) -> "Rack":
        return Rack(self._start, self._guard, self._added - cents)

    def __ge__(self, cents: Cents) -> bool:
        bound = cents - self._added
        if self._start >= bound:
            self._guard[0] = max(self._guard[0], bound)
            return True
        self._guard[1] = min(self._guard[1], bound - 1)
        return False

    def __lt__(self, cents: Cents) -> bool:
        return not self >= cents

    def __gt__(self, cents: Cents) -> bool:
        return self >= cents + 1

    def __le__(self, cents: Cents) -> bool:
        return not self >= cents + 1

    def __eq__(self, cents: object) -> bool:
        if not isinstance(cents, int):
            return NotImplemented
        return self >= cents and not self >= cents + 1

    def _refuse(self, *_: object) -> Any:
        raise Untraceable("the strategy reckons with the rack's amount; a traced rack can be compared and added to")

    __hash__ = __bool__ = __int__ = __index__ = __float__ = __format__ = _refuse
    __mul__ = __rmul__ = __floordiv__ = __truediv__ = __mod__ = __divmod__ = __neg__ = __rsub__ = _refuse


class Situation(Struct, frozen=True):
    """What a player faces before acting, or (with nothing about the last roll) has left on the table after it."""

    puck: int = FRESH
    position: Position = EMPTY
    memory: Hashable = None
    counts: Counts = START
    last: Last = NOTHING_YET
    hard: bool = False


class Variant(Struct, frozen=True):
    """A decision and the racks it holds for: from `least` to `most` it leads to a row and adds `paid` to the rack."""

    least: Cents
    most: Cents
    paid: Cents
    layout: Cents
    """What lies on the layout after it."""
    row: int
    ending: str = ""
    """Why the session is over: `ruin`, or what the strategy gave as its reason to leave."""


class Automaton:
    """The rows of a strategy, traced as they are met. A row is a situation after the decision, waiting for the dice."""

    def __init__(self, game: Game, strategy: Strategy, bankroll: Cents, budget: int = ROW_BUDGET) -> None:
        self.game = game
        self.strategy = strategy
        self.bankroll = bankroll
        self.budget = budget
        self.read: frozenset[str] = frozenset()
        """What the strategy has ever looked at, beside puck, layout, rack and memory."""
        self._needs = _Needs(game)
        self._answers: dict[tuple[Position, int, str, Cents], Change | Refusal] = {}
        self._clear()

    def _clear(self) -> None:
        self._rows: dict[Situation, int] = {}
        self.rows: list[Situation] = []
        self._faced: dict[Situation, int] = {}
        self.faced: list[Situation] = []
        self._variants: list[list[Variant]] = []
        self._steps: dict[tuple[int, int], tuple[int, Cents]] = {}
        self.columns = BY_WAY if "hard" in self.read else BY_TOTAL
        self._counted = [name for name in Counts.__struct_fields__ if name in self.read]
        self._decided = self.read & self.game.rules.by_key.keys()
        self.traces = 0
        self.first = self._face(Situation())

    def decide(self, faced: int, rack: Cents) -> Variant:
        """What the strategy does in a situation it faces, with so much in the rack."""
        variants = self._variants[faced]
        at = bisect_right(variants, rack, key=lambda variant: variant.least) - 1
        if at >= 0 and rack <= variants[at].most:
            return variants[at]
        found = self._trace(self.faced[faced], rack)
        variants.insert(at + 1, found)
        return found

    def step(self, row: int, roll: int) -> tuple[int, Cents]:
        """The situation that a roll leads to from a row, and what goes back to the rack."""
        known = self._steps.get((row, roll))
        if known is None:
            known = self._steps[row, roll] = self._rolled(self.rows[row], ROLLS[roll])
        return known

    def _rolled(self, row: Situation, roll: Roll) -> tuple[int, Cents]:
        game = self.game
        done = settle(game, row.position, row.puck, roll)
        edge = game.rules.puck.edges[row.puck][roll.index]
        counts = START
        if self._counted:
            change = sum(done.position.stakes) - sum(row.position.stakes)
            counts = self._looked_at(row.counts.rolled(edge.event, done.back, change))
        hard = roll.hard and "hard" in self.read
        last = self._seen_of(roll.total, edge.event, done.results)
        return self._face(Situation(edge.goto, done.position, row.memory, counts, last, hard)), done.back

    def _seen_of(self, total: int, event: PuckEvent, results: tuple[Settlement, ...]) -> Last:
        """Of the last roll, what the strategy looks at."""
        if "last" in self.read:
            return Last(total, event, results)
        seen = tuple([settled for settled in results if settled.wager in self._decided]) if self._decided else ()
        heard: PuckEvent = event if "event" in self.read else ""
        return Last(event=heard, results=seen) if heard or seen else NOTHING_YET

    # --- tracing

    def _trace(self, faced: Situation, rack: Cents) -> Variant:
        """Runs the strategy, twice: one that answers differently has something up its sleeve."""
        after, answer = self._run(faced, rack)
        if self._run(faced, rack)[1] != answer:
            raise HiddenState("the strategy answers the same view in two ways: it keeps something outside its memory")
        self.traces += 1
        least, most, paid = answer[:3]
        ending = after.left or ("ruin" if after.ruined else "")
        row = OVER if ending else self._row(after)
        return Variant(least, most, paid, sum(after.position.stakes), row, ending)

    def _run(self, faced: Situation, rack: Cents) -> tuple[View, tuple[Any, ...]]:
        guard = [-ANY_RACK, ANY_RACK]
        reads: set[str] = set()
        after = self.strategy(self._view(faced, Rack(rack, guard), reads))
        if not reads <= self.read:
            self.read |= reads
            self._clear()
            raise Widened
        refused = tuple([refusal.code for _, refusal in after.refused])
        return after, (*guard, _added(after), after.position, after.memory, after.done, refused, after.left)

    def _view(self, situation: Situation, rack: Rack, reads: set[str] | None = None) -> View:
        return View(
            game=self.game,
            bankroll=self.bankroll,
            rack=rack,
            puck=situation.puck,
            position=situation.position,
            last_seen=situation.last,
            hard_seen=situation.hard,
            counted=situation.counts,
            memory=situation.memory,
            reads=reads,
            answers=self._answers,
        )

    def _row(self, after: View) -> int:
        """The row of a view after the decision: the last roll is forgotten."""
        kept = Situation(after.puck, after.position, after.memory, self._looked_at(after.counted))
        number = self._rows.get(kept)
        if number is None:
            if len(self.rows) >= self.budget:
                raise Untraceable(f"the strategy leads to more than {self.budget:,} situations")
            number = self._rows[kept] = len(self.rows)
            self.rows.append(kept)
            self._tell_apart(after.position)
        return number

    def _face(self, faced: Situation) -> int:
        number = self._faced.get(faced)
        if number is None:
            number = self._faced[faced] = len(self.faced)
            self.faced.append(faced)
            self._variants.append([])
        return number

    def _looked_at(self, counts: Counts) -> Counts:
        return Counts(**{name: getattr(counts, name) for name in self._counted}) if self._counted else START

    def _tell_apart(self, position: Position) -> None:
        """Widens the columns if a wager on the layout tells rolls of one total apart."""
        needed = max([self._needs[slot] for slot in position.slots], default=BY_TOTAL)
        self.columns = max(self.columns, needed)


def _added(view: View) -> Cents:
    if not isinstance(view.rack, Rack):
        raise Untraceable("the strategy put another rack in place of its own")
    return view.rack.added


class _Needs(dict[int, int]):
    """How finely each slot tells rolls apart, found out when it is first asked."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, slot: int) -> int:
        needed = self[slot] = _needed(self.game, slot)
        return needed


def _needed(game: Game, slot: int) -> int:
    """How finely one slot tells rolls apart."""
    needed = BY_TOTAL
    for cells in game.rules.cells:
        by_total: dict[int, set[object]] = {}
        by_way: dict[tuple[int, bool], set[object]] = {}
        for roll, row in zip(ROLLS, cells, strict=True):
            by_total.setdefault(roll.total, set()).add(row[slot])
            by_way.setdefault((roll.total, roll.hard), set()).add(row[slot])
        if any(len(edges) > 1 for edges in by_way.values()):
            return BY_ROLL
        if any(len(edges) > 1 for edges in by_total.values()):
            needed = BY_WAY
    return needed
