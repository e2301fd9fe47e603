"""The exact distribution of a session: a traced strategy, followed roll by roll with all its probability, no sampling.

The state is a row of the automaton and the rack. Every edge of a row holds for an interval of racks (what can be paid,
stop-losses, goals), so a guard is a clipped range and not a test. Racks are kept on the coarsest grid that every
payment fits, and probabilities as floats whose sum is checked.
"""

from collections.abc import Callable, Mapping
from math import gcd, sqrt

from msgspec import Struct

from sevenout.analysis.dice.dice_file import AnyDice, game_with_dice
from sevenout.base.dice import FAIR_DICE, SeededDice
from sevenout.base.errors import BadInput, GameRefused
from sevenout.base.extras import wanting
from sevenout.base.html import QUANTILES, Record, html_card
from sevenout.base.money import Cents, cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.validation import whole_number
from sevenout.engine.game import AnyHouse
from sevenout.strategy.library import AnyStrategy, Setting, open_strategy
from sevenout.strategy.reference_session import play
from sevenout.strategy.tracing import ANY_RACK, OVER, Disagreement, StrategyTracer, Variant, Widened, kinds

with wanting("numpy", "a strategy's session"):
    import numpy as np

    from sevenout.analysis.exact.session_step import Floats, Ints, RowEdges, move, reachable_racks, sums, trim

_SITUATIONS = 20_000
"""So many situations are followed."""
CELLS = 60_000_000
"""The largest state space that is followed: rows times racks."""
MOST_ROLLS = 1_000_000
STEPS = 3 * 10**11
"""As much as some minutes allow: racks times edges, over all rolls that are left."""
RICHEST: Cents = ANY_RACK // 2
"""A rack that could grow beyond this is not followed: so much higher, an interval of racks has no end any more."""
CHECKED, CHECKED_ROLLS, LONGEST_CHECKED = 25, 1_000, 50_000
"""So many sessions are played again at the table, or so many rolls, unless a session has more rolls than the last."""
_NEGLIGIBLE, _TRIMMED_EVERY, _WEIGHED_EVERY = 1e-18, 8, 50
_ROUNDING = 1e-12
"""So close sums of probabilities are the same."""


class TooLarge(GameRefused):
    """The state space is larger than what is followed exactly."""


class Distribution(Struct, frozen=True):
    """All that can come of a session."""

    rolls: int
    bankroll: Cents
    nets: tuple[tuple[Cents, float], ...]
    """Every net result with its probability, ascending."""
    endings: tuple[tuple[str, float], ...]
    """How likely the session ends otherwise than by its last roll: ruin, and each reason to leave."""
    curve: tuple[tuple[float, float, float], ...]
    """Before the first roll and after each: mean net, deviation, and the probability that the session is over."""
    unaccounted: float
    """Probability that was too small to follow, and rounding."""
    rows: int
    refused: tuple[tuple[str, Refusal], ...] = ()
    """What the house refused at some rack or other: the wager and the reason, each once."""
    dice: str = FAIR_DICE.name
    """Whose dice they are."""

    @property
    def mean(self) -> float:
        """The mean net in cents."""
        return sum(net * chance for net, chance in self.nets)

    @property
    def sd(self) -> float:
        """The standard deviation of the net in cents."""
        mean = self.mean
        return sqrt(sum((net - mean) ** 2 * chance for net, chance in self.nets))

    @property
    def ruin(self) -> float:
        """The probability of ruin."""
        return dict(self.endings).get("ruin", 0.0)

    def __repr__(self) -> str:
        figures = f"mean net {self.mean / 100:.2f}, sd {self.sd / 100:.2f}, ruin {self.ruin:.2%}"
        return f"<Distribution of {self.rolls} rolls with {format_amount(self.bankroll)}: {figures}>"

    def _repr_html_(self) -> str:
        quantiles = {f"{share:.0%} quantile": format_amount(self.quantile(share)) for share in QUANTILES}
        endings = {name: f"{chance:.2%}" for name, chance in self.endings}
        figures = {"mean net": f"{self.mean / 100:.2f}", "standard deviation": f"{self.sd / 100:.2f}"}
        return html_card(
            f"{self.rolls} rolls with {format_amount(self.bankroll)}, exactly", {**figures, **quantiles, **endings}
        )

    def records(self) -> list[Record]:
        """Every net in cents with its probability, for a data frame."""
        return [{"net": net, "probability": chance} for net, chance in self.nets]

    def quantile(self, share: float) -> Cents:
        """The smallest net that is not exceeded with at least this probability."""
        passed = 0.0
        for net, chance in self.nets:
            passed += chance
            if passed >= share - _ROUNDING:
                return net
        return self.nets[-1][0]


def distribution(
    game: AnyHouse,
    strategy: AnyStrategy,
    bankroll: Cents,
    rolls: int,
    progress: Callable[[int, int], object] | None = None,
    *,
    settings: Mapping[str, Setting] | None = None,
    dice: AnyDice | None = None,
) -> Distribution:
    """All that can come of a session of so many rolls, or of less if the player leaves or is ruined.

    A house and a strategy may be named; `settings` are the strategy's own, `{"unit": 25}`; `dice` a model or the file
    of one, if they are not fair. `progress` is told how many rolls have been followed, and of how many.

    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> [net for net, _ in distribution("typical", flat, 20_00, 2).nets]
    [-2000, -1000, 0, 1000, 2000]
    >>> distribution("typical", "pass-line", 200_00, 100, settings={"unit": 25})
    <Distribution of 100 rolls with 200.00: mean net -7.24, sd 132.39, ruin 15.23%>
    """
    game = game_with_dice(game, dice)
    played = open_strategy(strategy, game, settings)
    bankroll, rolls = cents(bankroll), whole_number(rolls, "a session's rolls")
    if bankroll < 0 or rolls < 0:
        raise BadInput(f"a session has a bankroll and rolls, not {bankroll} cents and {rolls} rolls")
    if rolls > MOST_ROLLS:
        raise TooLarge(f"a session has {rolls:,} rolls, and {MOST_ROLLS:,} are followed at most")
    if bankroll > RICHEST:
        raise TooLarge(
            f"a bankroll of {format_amount(bankroll)} is more than the {format_amount(RICHEST)} that is followed"
        )
    automaton = StrategyTracer(game, played, bankroll, _SITUATIONS)
    while True:
        try:
            return _ProbabilityFlow(automaton).to_the_end(rolls, progress)
        except Widened:
            continue


class _ProbabilityFlow:
    """All the probability there is, followed roll by roll through the rows that it reaches."""

    def __init__(self, automaton: StrategyTracer) -> None:
        self.automaton = automaton
        self.bankroll = automaton.bankroll
        self.traced: list[_SessionRow] = []
        self.endings: list[str] = []
        self.unit = 0
        """The step of the grid in cents: all that is ever added to a rack is whole steps."""
        self.low = self.high = self.covered_low = self.covered_high = np.zeros(0, np.int64)
        self.cells: Floats = np.zeros((0, 0))
        self.next_cells: Floats = np.zeros((0, 0))
        self.ended: Floats = np.zeros((0, 0))
        self.edges: RowEdges | None = None
        self.rolled = 0
        self.layouts: Ints = np.zeros(0, np.int64)

    def to_the_end(self, rolls: int, progress: Callable[[int, int], object] | None = None) -> Distribution:
        """Follows every roll."""
        self._begin()
        curve = [self._moments()]
        for _ in range(rolls):
            if np.all(self.high < self.low):
                break
            self._trace()
            if not self.rolled % _WEIGHED_EVERY:
                self._check_work(rolls - self.rolled)
            self._roll()
            curve.append(self._moments())
            if progress is not None:
                progress(self.rolled, rolls)
        curve += [curve[-1]] * (rolls + 1 - len(curve))
        self.automaton.check()
        check_at_the_table(self.automaton, rolls)
        nets = self._nets()
        total = float(nets.sum())
        first = -(self.bankroll // self.unit)
        return Distribution(
            rolls,
            self.bankroll,
            tuple(((first + index) * self.unit, float(nets[index])) for index in np.nonzero(nets)[0].tolist()),
            tuple((name, float(self.ended[index].sum())) for index, name in enumerate(self.endings)),
            tuple(curve),
            abs(1 - total),
            len(self.traced),
            self.automaton.refusals,
            self.automaton.game.rules.dice.name,
        )

    def _begin(self) -> None:
        first = self.automaton.decide(self.automaton.first, self.bankroll)
        self.unit = gcd(first.paid, first.layout) or self.automaton.game.chip
        rack = (self.bankroll + first.paid) // self.unit
        width = 2 * (self.bankroll // self.unit) + 2
        _check_size(1, width)
        self.ended = np.zeros((0, width))
        if first.row == OVER:
            ending = self._ending(first.ending)
            self.ended[ending, rack + first.layout // self.unit] = 1.0
            return
        self.cells = np.zeros((0, width))
        self._make_room(1)
        self.low[first.row] = self.high[first.row] = rack
        self.cells[first.row, rack] = 1.0
        self.edges = self._edges()

    def _rack(self, index: int) -> Cents:
        return index * self.unit + self.bankroll % self.unit

    def _trace(self) -> None:
        """Traces what the probability has reached for the first time, and fits the grid to it."""
        new = (self.high >= self.low) & ((self.low < self.covered_low) | (self.high > self.covered_high))
        if not new.any():
            return
        for row in np.nonzero(new)[0].tolist():
            its_own = self.traced[row]
            its_own.reach(self.automaton, row, self._rack(int(self.low[row])), self._rack(int(self.high[row])))
            its_own.ending = np.array([self._ending(name) for name in its_own.endings], np.int64)
        self._refine(gcd(self.unit, *(self.traced[row].unit for row in np.nonzero(new)[0].tolist())))
        self._make_room(len(self.automaton.rows) - len(self.low))
        self.edges = self._edges()

    def _make_room(self, rows: int) -> None:
        """Room for more rows, none of them reached yet."""
        _check_size(len(self.low) + rows, self.cells.shape[1])
        self.low, self.high = np.append(self.low, np.full(rows, 1)), np.append(self.high, np.full(rows, 0))
        self.cells = np.pad(self.cells, ((0, rows), (0, 0)))
        self.traced += [_SessionRow() for _ in range(rows)]

    def _refine(self, unit: Cents) -> None:
        """Moves everything to a finer grid."""
        if unit == self.unit:
            return
        times, rest = self.unit // unit, (self.bankroll % self.unit) // unit
        _check_size(len(self.cells), self.cells.shape[1] * times + rest)
        reached = self.high >= self.low
        self.low, self.high = (
            np.where(reached, self.low * times + rest, 1),
            np.where(reached, self.high * times + rest, 0),
        )
        self.cells, self.ended = _spread(self.cells, times, rest), _spread(self.ended, times, rest)
        self.unit = unit
        self.layouts = np.zeros(0, np.int64)

    def _edges(self) -> RowEdges:
        least, most, added, target, layout = np.concatenate([row.edges for row in self.traced], axis=1)
        rest = self.bankroll % self.unit
        covered = np.array([row.covered for row in self.traced])
        self.covered_low = -(-(covered[:, 0] - rest) // self.unit)
        self.covered_high = (covered[:, 1] - rest) // self.unit
        return RowEdges(
            np.append(0, np.cumsum([row.edges.shape[1] for row in self.traced])),
            target,
            -(-(least - rest) // self.unit),
            (most - rest) // self.unit,
            added // self.unit,
            (added + layout) // self.unit,
            np.concatenate([row.ending for row in self.traced]),
            np.concatenate([row.chances for row in self.traced]),
        )

    def _check_work(self, rolls: int) -> None:
        """Says no if the rolls that are left take too long."""
        assert self.edges is not None
        reached = np.maximum(self.high - self.low + 1, 0)
        steps = rolls * int((reached * np.diff(self.edges.first)).sum())
        if steps > STEPS:
            size = f"{steps / 10**9:,.0f} billion steps"
            raise TooLarge(f"{rolls:,} rolls are left and take {size}, and {STEPS // 10**9:,} billion are made at most")

    def _ending(self, name: str) -> int:
        if not name:
            return OVER
        if name not in self.endings:
            self.endings.append(name)
            self.ended = np.pad(self.ended, ((0, 1), (0, 0)))
        return self.endings.index(name)

    def _roll(self) -> None:
        assert self.edges is not None
        low, high = reachable_racks(self.edges, self.low, self.high)
        needed = int(max(high.max(initial=0), self.high.max(initial=0) + self.edges.over.max(initial=0))) + 1
        if needed > self.cells.shape[1]:
            grown = 2 * needed
            _check_size(len(self.cells), grown)
            self.cells = np.pad(self.cells, ((0, 0), (0, grown - self.cells.shape[1])))
            self.ended = np.pad(self.ended, ((0, 0), (0, grown - self.ended.shape[1])))
        if self.next_cells.shape != self.cells.shape:
            self.next_cells = np.empty_like(self.cells)
        self.rolled += 1
        move(self.edges, self.low, self.high, self.cells, low, high, self.next_cells, self.ended)
        self.cells, self.next_cells, self.low, self.high = self.next_cells, self.cells, low, high
        if not self.rolled % _TRIMMED_EVERY:
            trim(self.cells, self.low, self.high, _NEGLIGIBLE)

    def _layouts(self) -> Ints:
        """What lies on the layout in each row, in steps."""
        rows = self.automaton.rows[: len(self.low)]
        if len(self.layouts) != len(rows):
            self.layouts = np.array([sum(row.position.stakes) // self.unit for row in rows], np.int64)
        return self.layouts

    def _nets(self) -> Floats:
        """The probability of every net, as if the session ended now."""
        layouts = self._layouts()
        nets = np.zeros(max(self.cells.shape[1] + int(layouts.max(initial=0)), self.ended.shape[1]))
        nets[: self.ended.shape[1]] += self.ended.sum(axis=0)
        for row, layout in enumerate(layouts.tolist()):
            low, high = int(self.low[row]), int(self.high[row]) + 1
            if low < high:
                nets[low + layout : high + layout] += self.cells[row, low:high]
        return nets

    def _moments(self) -> tuple[float, float, float]:
        """Mean and deviation of the net, and how likely the session is over."""
        start = self.bankroll // self.unit
        ended, nets = self.ended.sum(axis=0), np.arange(float(self.ended.shape[1])) - start
        first, second = sums(self.cells, self.low, self.high, self._layouts() - start)
        mean, square = first + float((ended * nets).sum()), second + float((ended * nets**2).sum())
        return mean * self.unit, sqrt(max(square - mean**2, 0.0)) * self.unit, float(ended.sum())


def check_at_the_table(automaton: StrategyTracer, rolls: int) -> None:
    """Plays some sessions at the table: each must come out as its rows say.

    So a strategy is found out that plays otherwise once the rack is an amount and no unknown.
    """
    if rolls > LONGEST_CHECKED:
        return
    dice, played = SeededDice(f"{automaton.bankroll} cents, {rolls} rolls"), 0
    for _ in range(CHECKED):
        if played > CHECKED_ROLLS:
            break
        thrown = [dice.throw() for _ in range(rolls)]
        there = play(automaton.game, automaton.strategy, automaton.bankroll, thrown)
        here, at_the_table = automaton.walk(thrown), (there.net, there.rolls, there.ending)
        if here != at_the_table:
            raise Disagreement(
                f"a session came out as {here} when it was traced and as {at_the_table} at the table."
                " Does the strategy keep something outside its memory, or ask what kind of thing its rack is?"
            )
        played += there.rolls


class _SessionRow:
    """The edges of one row, for the racks that have been asked for."""

    def __init__(self) -> None:
        self.covered: tuple[Cents, Cents] = (1, 0)
        self.edges: Ints = np.zeros((5, 0), np.int64)
        """Least and most rack, what is added, the row it leads to, and the layout there."""
        self.chances: Floats = np.zeros(0)
        """How likely each of the edges is."""
        self.endings: list[str] = []
        self.ending: Ints = np.zeros(0, np.int64)
        """The same as numbers."""
        self.unit = 0
        self.steps: dict[tuple[int, Cents], int] = {}
        """What the rolls lead to, with the weight of those that do: of fair dice, how many of the 36."""

    def reach(self, automaton: StrategyTracer, row: int, least: Cents, most: Cents) -> None:
        """Finds the edges for the racks from `least` to `most`, and for those it had."""
        if most > RICHEST:
            raise TooLarge(f"a rack can grow beyond {format_amount(RICHEST)}, which is the most that is followed")
        if self.covered[0] <= self.covered[1]:
            least, most = min(self.covered[0], least), max(self.covered[1], most)
        if not self.steps:
            for _, roll, weight in kinds(automaton.columns, automaton.game.rules.dice):
                step = automaton.step(row, roll)
                self.steps[step] = self.steps.get(step, 0) + weight
        low, high = -ANY_RACK, ANY_RACK
        edges, self.endings, weights = [], [], []
        for (faced, back), weight in self.steps.items():
            variants = _variants(automaton, faced, least + back, most + back)
            low, high = max(low, variants[0].least - back), min(high, variants[-1].most - back)
            for variant in variants:
                interval = variant.least - back, variant.most - back
                edges.append((*interval, back + variant.paid, variant.row, variant.layout))
                weights.append(weight)
                self.endings.append(variant.ending)
        self.covered = low, high
        self.edges = np.array(edges, np.int64).T
        self.chances = np.array([weight / automaton.game.rules.dice.whole for weight in weights])
        self.unit = gcd(*(edge[2] for edge in edges), *(edge[4] for edge in edges))


def _spread(cells: Floats, times: int, rest: int) -> Floats:
    wider = np.zeros((cells.shape[0], cells.shape[1] * times + rest))
    wider[:, rest::times][:, : cells.shape[1]] = cells
    return wider


def _check_size(rows: int, racks: int) -> None:
    if rows * racks > CELLS:
        size = f"{rows:,} × {racks:,} states (situations × racks)"
        raise TooLarge(f"the strategy leads to at least {size}, and {CELLS:,} are followed at most")


def _variants(automaton: StrategyTracer, faced: int, least: Cents, most: Cents) -> list[Variant]:
    """The decisions for every rack from `least` to `most`."""
    variants = [automaton.decide(faced, least)]
    while variants[-1].most < most:
        variants.append(automaton.decide(faced, variants[-1].most + 1))
    return variants
