"""The exact distribution of a session: a traced strategy, followed with all its probability, no sampling.

A session with a limit is followed roll by roll (`session_flow`); one that only a goal, a loss or ruin ends is solved
(`session_horizon`). What it risks is in `session_action`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.dice.dice_file import AnyDice, game_with_dice
from sevenout.analysis.exact.sessions.line_action import LineAction, count_by_line
from sevenout.analysis.exact.sessions.session_action import SessionAction, count_action
from sevenout.analysis.exact.sessions.session_flow import CELLS, RICHEST, STEPS, ProbabilityFlow, TooLarge
from sevenout.analysis.exact.sessions.session_horizon import SHARES, Horizon, Lengths
from sevenout.analysis.simulation.statistics.bands import BAND_SHARES, BANDS, NetBand
from sevenout.base.dice import FAIR_DICE, Roll, SeededDice
from sevenout.base.errors import BadInput
from sevenout.base.html import QUANTILES, Record, html_card
from sevenout.base.money import Cents, cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import AnyHouse
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.line_stats import OwnedPlan
from sevenout.strategy.library import AnyStrategy, Setting, open_strategy
from sevenout.strategy.reference_session import play
from sevenout.strategy.session_end import LONGEST_CLOSING, SessionEnd, end_after, player_of, typical_rolls
from sevenout.strategy.tracing import Disagreement, StrategyTracer, Untraceable, Widened
from sevenout.strategy.view import View

__all__ = ["CELLS", "RICHEST", "STEPS", "Distribution", "TooLarge", "distribution"]

SITUATIONS = 20_000
"""So many situations are followed, unless fewer are asked for."""
MOST_ROLLS = 1_000_000
CHECKED, CHECKED_ROLLS, LONGEST_CHECKED = 25, 1_000, 50_000
"""So many sessions are played again at the table, or so many rolls, unless a session has more rolls than the last."""
_ROUNDING = 1e-12
"""So close sums of probabilities are the same."""
_LAST_SHOOTERS = 400
"""In so many rolls more than two times their mean, any number of shooters has sevened out, nearly always."""


class Distribution(Struct, frozen=True):
    """All that can come of a session."""

    end: SessionEnd
    bankroll: Cents
    nets: tuple[tuple[Cents, float], ...]
    """Every net result with its probability, ascending."""
    endings: tuple[tuple[str, float], ...]
    """How likely the session ends for each reason: `rolls`, `shooters`, `goal`, `stop-loss`, `ruin`, or another."""
    curve: tuple[tuple[float, float, float], ...]
    """Before the first roll and after each: mean net, deviation, and the probability that the session is over. None of
    a session without a limit."""
    bands: tuple[NetBand, ...]
    """How nets spread, roll by roll; none of a session without a limit."""
    lengths: Lengths
    """How many rolls it has."""
    action: SessionAction
    """What it risks."""
    unaccounted: float
    """Probability that was too small to follow, and rounding."""
    rows: int
    refused: tuple[tuple[str, Refusal], ...] = ()
    """What the house refused at some rack or other: the wager and the reason, each once."""
    dice: str = FAIR_DICE.name
    """Whose dice they are."""
    lines: tuple[LineAction, ...] = ()
    """What each line of the strategy risks, if that was asked for and could be followed."""
    lines_missing: str = ""
    """Why it could not, if so."""

    @property
    def rolls(self) -> int | None:
        """After so many rolls nothing more is bet; None if something else ends it."""
        return self.end.rolls

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
        return self.share("ruin")

    def share(self, ending: str) -> float:
        """How likely the session ends so."""
        return dict(self.endings).get(ending, 0.0)

    @property
    def mean_rolls(self) -> float:
        """How many rolls it has on average."""
        return self.lengths.mean

    def __repr__(self) -> str:
        figures = f"mean net {self.mean / 100:.2f}, sd {self.sd / 100:.2f}, ruin {self.ruin:.2%}"
        return f"<Distribution of {self.end.words} with {format_amount(self.bankroll)}: {figures}>"

    def _repr_html_(self) -> str:
        quantiles = {f"{share:.0%} quantile": format_amount(self.quantile(share)) for share in QUANTILES}
        endings = {name: f"{chance:.2%}" for name, chance in self.endings}
        figures = {"mean net": f"{self.mean / 100:.2f}", "standard deviation": f"{self.sd / 100:.2f}"}
        return html_card(
            f"{self.end.words} with {format_amount(self.bankroll)}, exactly", {**figures, **quantiles, **endings}
        )

    def records(self) -> list[Record]:
        """Every net, in currency units as in the CSV, with its probability: for a data frame."""
        return [{"net": net / 100, "probability": chance} for net, chance in self.nets]

    def quantile(self, share: float) -> Cents:
        """The smallest net that is not exceeded with at least this probability."""
        return _quantile(self.nets, share)


def distribution(
    game: AnyHouse,
    strategy: AnyStrategy,
    bankroll: Cents,
    rolls: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    *,
    end: SessionEnd | None = None,
    settings: Mapping[str, Setting] | None = None,
    dice: AnyDice | None = None,
    large: Callable[[int], object] | None = None,
    situations: int = SITUATIONS,
    by_line: bool = False,
) -> Distribution:
    """All that can come of a session of so many rolls, or of less if the player leaves or is ruined.

    `end` says otherwise when it ends: after shooters, at a goal or a loss, and whether bets that lie there then count
    at face value; without any limit the session is solved. A house and a strategy may be named; `settings` are the
    strategy's own, `{"unit": 25}`; `dice` a model or the file of one, if they are not fair. `progress` is told how many
    rolls have been followed, and of how many; `large`, once, that there are so many situations that it may take long,
    or be given up. A strategy that leads to more than so many `situations` is. `by_line` also follows which line of a
    strategy made each bet, if there is room for that.

    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> [net for net, _ in distribution("typical", flat, 20_00, 2).nets]
    [-2000, -1000, 0, 1000, 2000]
    >>> distribution("typical", "pass-line", 200_00, 100, settings={"unit": 25})
    <Distribution of 100 rolls with 200.00: mean net -10.17, sd 133.02, ruin 15.00%>
    >>> round(distribution("typical", flat, 60_00, end=SessionEnd(goal=100_00)).share("goal"), 6)
    0.565793
    """
    game = game_with_dice(game, dice)
    played = open_strategy(strategy, game, settings)
    bankroll, end = cents(bankroll), end_after(rolls, end)
    if bankroll < 0:
        raise BadInput(f"a session has a bankroll, not {format_amount(bankroll)}")
    end.check(game, bankroll)
    if end.rolls is not None and end.rolls > MOST_ROLLS:
        raise TooLarge(f"a session has {end.rolls:,} rolls, and {MOST_ROLLS:,} are followed at most")
    if bankroll > RICHEST:
        raise TooLarge(
            f"a bankroll of {format_amount(bankroll)} is more than the {format_amount(RICHEST)} that is followed"
        )
    if not end.is_limited and end.goal is None:
        raise TooLarge("a session that only ruin ends has no largest rack: give a goal, or a limit")
    if end.rolls == 0:
        played = _sit_out
    missing = ""
    if by_line and isinstance(played, Plan):
        try:
            owned = StrategyTracer(game, player_of(OwnedPlan(played), end), bankroll, situations, reckoning=True)
            return _follow(owned, end, large, progress, played)
        except (TooLarge, Untraceable) as error:
            missing = f"with the lines that made them there are too many bets to tell apart: {error}"
    automaton = StrategyTracer(game, player_of(played, end), bankroll, situations, reckoning=True)
    return replace(_follow(automaton, end, large, progress), lines_missing=missing)


def _follow(
    automaton: StrategyTracer,
    end: SessionEnd,
    large: Callable[[int], object] | None,
    progress: Callable[[int, int], object] | None,
    plan: Plan | None = None,
) -> Distribution:
    """Follows or solves the session; of an owned plan also what each of its lines risks."""
    while True:
        try:
            return _Session(automaton, end, large, plan).distribution(progress)
        except Widened:
            continue


def _sit_out(view: View) -> View:
    """A session of no rolls has no bets."""
    return view


class _Session:
    """One session, followed or solved."""

    def __init__(
        self, automaton: StrategyTracer, end: SessionEnd, large: Callable[[int], object] | None, plan: Plan | None
    ) -> None:
        self.automaton = automaton
        self.plan = plan
        self.end = end
        self.large = large
        self.bands: list[NetBand] = []

    def distribution(self, progress: Callable[[int, int], object] | None) -> Distribution:
        """All that can come of it."""
        end, automaton = self.end, self.automaton
        if end.is_limited:
            flow = ProbabilityFlow(automaton, self._observe)
            flow.large = self.large
            self._follow(flow, progress)
            lengths, curve = _lengths(flow), tuple(flow.curve)
        else:
            horizon = Horizon(automaton, self.large)
            flow = horizon.flow
            lengths, curve = horizon.solve(progress), ()
        automaton.check()
        check_at_the_table(automaton, end)
        nets = tuple(flow.shares)
        total = sum(chance for _, chance in nets)
        mean = sum(net * chance for net, chance in nets)
        endings = {name: flow.share(name) for name in flow.endings}
        if (left := flow.live) > _ROUNDING or not endings:
            endings["rolls"] = endings.get("rolls", 0.0) + left
        visits = flow.visits.tolist()
        return Distribution(
            end,
            automaton.bankroll,
            nets,
            tuple(sorted(endings.items())),
            curve,
            tuple(self.bands),
            lengths,
            count_action(automaton.game, automaton.rows, visits, automaton.columns).per_session(
                automaton.game, 1, mean
            ),
            abs(1 - total),
            len(flow.traced),
            automaton.refusals,
            automaton.game.rules.dice.name,
            () if self.plan is None else count_by_line(self.plan, automaton.rows, visits, automaton.columns),
        )

    def _follow(self, flow: ProbabilityFlow, progress: Callable[[int, int], object] | None) -> None:
        end = self.end
        if end.rolls == 0:
            return
        if end.rolls is None:
            flow.follow(MOST_ROLLS, progress, 2 * typical_rolls(end) + _LAST_SHOOTERS)
        else:
            flow.follow(end.rolls - (not end.face_value), progress)
            if not end.face_value:
                flow.close(LONGEST_CLOSING)
        flow.curve += [flow.curve[-1]] * ((end.rolls or 0) + 1 - len(flow.curve))

    def _observe(self, flow: ProbabilityFlow) -> None:
        """Keeps a band of every so many rolls."""
        lasts = typical_rolls(self.end)
        if flow.rolled % max(lasts // BANDS, 1) == 0 and flow.rolled <= 2 * lasts:
            shares = flow.shares
            nets = tuple(_quantile(shares, share) for share in BAND_SHARES)
            ahead = sum(chance for net, chance in shares if net > 0)
            self.bands.append(NetBand(flow.rolled, nets, ahead, flow.share("ruin")))


def _quantile(shares: Sequence[tuple[Cents, float]], share: float) -> Cents:
    passed = 0.0
    for net, chance in shares:
        passed += chance
        if passed >= share - _ROUNDING:
            return net
    return shares[-1][0]


def _lengths(flow: ProbabilityFlow) -> Lengths:
    """How long the session is: by how likely it is over after each roll."""
    over = [done for *_, done in flow.curve]
    ends = [(roll, after - before) for roll, (before, after) in enumerate(pairwise([0.0, *over[:-1], 1.0]))]
    mean = float(flow.visits.sum())
    spread = sum((roll - mean) ** 2 * chance for roll, chance in ends)
    quantiles = tuple(
        (share, next(roll for roll, done in enumerate([*over[:-1], 1.0]) if done >= share)) for share in SHARES
    )
    return Lengths(mean, sqrt(max(spread, 0.0)), quantiles, tuple(enumerate(over)))


def check_at_the_table(automaton: StrategyTracer, end: SessionEnd) -> None:
    """Plays some sessions at the table: each must come out as its rows say.

    So a strategy is found out that plays otherwise once the rack is an amount and no unknown.
    """
    if typical_rolls(end) > LONGEST_CHECKED or end.rolls == 0:
        return
    limit, seed = end.roll_limit, f"{automaton.bankroll} cents, {end.rolls} rolls"
    closes_after = None if end.face_value else limit - 1
    dice, played = SeededDice(seed), 0
    for _ in range(CHECKED):
        if played > CHECKED_ROLLS:
            break
        length = limit if end.face_value else limit + LONGEST_CLOSING
        thrown = RecordedDice(dice, length)
        there = play(automaton.game, automaton.strategy, automaton.bankroll, thrown, closes_after)
        here, at_the_table = automaton.walk(thrown.again, closes_after), (there.net, there.rolls, there.ending)
        if here != at_the_table:
            raise Disagreement(
                f"a session came out as {here} when it was traced and as {at_the_table} at the table."
                " Does the strategy keep something outside its memory, or ask what kind of thing its rack is?"
            )
        played += there.rolls


class RecordedDice:
    """Dice thrown as they are needed, so many at most, and kept: the same rolls can be had again."""

    def __init__(self, dice: SeededDice, most: int) -> None:
        self._dice = dice
        self._left = most
        self._thrown: list[Roll] = []

    def __iter__(self) -> "RecordedDice":
        return self

    def __next__(self) -> Roll:
        if not self._left:
            raise StopIteration
        self._left -= 1
        self._thrown.append(self._dice.throw())
        return self._thrown[-1]

    @property
    def again(self) -> Iterator[Roll]:
        """The rolls that were thrown, and then further ones."""
        return chain(tuple(self._thrown), self)
