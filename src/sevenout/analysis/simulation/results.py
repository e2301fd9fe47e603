"""What came of some sessions, counted: parts that add up whoever counted which, and the figures read from their sum.

All of it is plain values: a part travels as JSON or pickled, and parts are merged without NumPy.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import astuple

from sevenout.analysis.exact.sessions.session_action import ActionCounts, SessionAction, add_actions
from sevenout.analysis.simulation.statistics.bands import BandCounts, NetBand, add_bands
from sevenout.analysis.simulation.statistics.confidence import share_interval
from sevenout.analysis.simulation.statistics.tally import AmountTally
from sevenout.base.dice import FAIR_DICE
from sevenout.base.errors import BadInput
from sevenout.base.html import QUANTILES, Record, html_card
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game

EngineName = Literal["arrays", "compiled", "table"]
"""In the order in which one takes over from another: who gives up tracing ends at the table."""

Amounts = tuple[tuple[Cents, int], ...]
"""Amounts, ascending, with how often each came up."""
Spans = tuple[tuple[int, int], ...]
"""Stretches of sessions: each one's first, and the number after its last; ascending, with gaps between them."""
Counted = TypeVar("Counted", Cents, str)

MOST_SAMPLES = 2_000
"""Of more samples that come together so many stay, the same ones however the parts were merged."""
_SPREAD = 0x9E3779B97F4A7C15, 2**64
"""A session's number times the first, modulo the second, is its place in the order in which samples stay."""


class SessionNet(NamedTuple):
    """One session, by its number, and its net: it can be played again alone."""

    session: int
    net: Cents


class Sample(NamedTuple):
    """One session, by its number, and its outcome: to be held against the table."""

    session: int
    net: Cents
    rolls: int
    ending: str


class PartialResult(Struct, frozen=True, kw_only=True):
    """Some sessions of a simulation, counted; amounts are cents."""

    spans: Spans
    """Which sessions."""
    rolls: int
    nets: Amounts
    worst: SessionNet
    """The session with the lowest net; of several the first."""
    best: SessionNet
    endings: tuple[tuple[str, int], ...]
    lowest: Amounts = ()
    """The lowest nets of the sessions that were watched."""
    falls: Amounts = ()
    """Their largest falls from a highest net to a later one."""
    bands: tuple[BandCounts, ...] = ()
    """Their nets after some of the rolls."""
    action: ActionCounts | None = None
    """What they risked, and how many there are whose action was counted."""
    acted: int = 0
    samples: tuple[Sample, ...] = ()
    """Sessions to be played again, by number."""
    refused: tuple[tuple[str, Refusal], ...] = ()
    """What the house refused while the strategy was traced, by wager, each reason once."""
    engine: EngineName
    why: str
    trace_ns: int = 0
    run_ns: int = 0
    """Nanoseconds, added up over all that played. Tracing is part of the run."""

    def __repr__(self) -> str:
        spans = ", ".join(f"{first:,} to {end - 1:,}" for first, end in self.spans[:3])
        return f"<Part: sessions {spans}{', …' if len(self.spans) > 3 else ''}; {self.rolls:,} rolls, {self.engine}>"

    @property
    def sessions(self) -> int:
        """How many there are."""
        return sum(end - first for first, end in self.spans)


def merge(parts: Iterable[PartialResult]) -> PartialResult:
    """Several parts of one simulation as one: the same in any order, and however the parts were merged before.

    A session that is in two of them is refused: it would count twice.

    >>> one = PartialResult(spans=((0, 2),), rolls=9, nets=((-500, 1), (0, 1)), worst=SessionNet(1, -500),
    ...     best=SessionNet(0, 0),
    ...     endings=(("rolls", 2),), engine="arrays", why="as asked")
    >>> two = PartialResult(spans=((2, 3),), rolls=4, nets=((-500, 1),), worst=SessionNet(2, -500), best=SessionNet(2,
    ...     -500),
    ...     endings=(("ruin", 1),), engine="arrays", why="as asked")
    >>> both = merge([two, one])
    >>> both
    <Part: sessions 0 to 2; 13 rolls, arrays>
    >>> both.spans, both.nets, both.worst, both.endings
    (((0, 3),), ((-500, 2), (0, 1)), SessionNet(session=1, net=-500), (('rolls', 2), ('ruin', 1)))
    """
    every = list(parts)
    if not every:
        raise BadInput("there are no parts to merge")
    if len(every) == 1 and len(every[0].samples) <= MOST_SAMPLES:
        return every[0]
    any_action = any(part.action is not None for part in every)
    last = max(every, key=lambda part: (get_args(EngineName).index(part.engine), part.why))
    return PartialResult(
        spans=_join_spans(span for part in every for span in part.spans),
        rolls=sum(part.rolls for part in every),
        nets=_add_counts(part.nets for part in every),
        worst=min((part.worst for part in every), key=lambda one: (one.net, one.session)),
        best=min((part.best for part in every), key=lambda one: (-one.net, one.session)),
        endings=_add_counts(part.endings for part in every),
        lowest=_add_counts(part.lowest for part in every),
        falls=_add_counts(part.falls for part in every),
        bands=add_bands(part.bands for part in every),
        action=add_actions(part.action for part in every if part.action is not None) if any_action else None,
        acted=sum(part.acted for part in every),
        samples=_thin_samples(sample for part in every for sample in part.samples),
        refused=each_once(no for part in every for no in part.refused),
        engine=last.engine,
        why=last.why,
        trace_ns=sum(part.trace_ns for part in every),
        run_ns=sum(part.run_ns for part in every),
    )


def each_once(refused: Iterable[tuple[str, Refusal]]) -> tuple[tuple[str, Refusal], ...]:
    """Refusals by wager and code, of several the same one in whatever order they come."""
    reasons: dict[tuple[str, str], tuple[str, Refusal]] = {}
    for wager, refusal in sorted(refused, key=lambda each: (each[0], repr(astuple(each[1])))):
        reasons.setdefault((wager, refusal.code), (wager, refusal))
    return tuple(reasons[wager_and_code] for wager_and_code in sorted(reasons))


def missing(first: int, end: int, spans: Spans) -> Spans:
    """What no span holds of the sessions from `first` to `end` - 1.

    >>> missing(0, 10, ((0, 2), (5, 7))), missing(6, 9, ((0, 2), (5, 7))), missing(0, 2, ((0, 2),))
    (((2, 5), (7, 10)), ((7, 9),), ())
    """
    held = [(first, first), *((max(first, span), min(end, after)) for span, after in spans), (end, end)]
    held = sorted(span for span in held if span[0] <= span[1])
    return tuple((after, span) for (_, after), (span, _) in pairwise(held) if after < span)


def _thin_samples(samples: Iterable[Sample]) -> tuple[Sample, ...]:
    factor, modulus = _SPREAD
    every = sorted(samples)
    if len(every) > MOST_SAMPLES:
        every = sorted(sorted(every, key=lambda sample: sample.session * factor % modulus)[:MOST_SAMPLES])
    return tuple(every)


def _join_spans(spans: Iterable[tuple[int, int]]) -> Spans:
    ascending = sorted(spans)
    for (_, end), (first, _) in pairwise(ascending):
        if first < end:
            raise BadInput(f"session {first} is in two of the parts: it would count twice")
    bounds = sorted({first for first, _ in ascending} ^ {end for _, end in ascending})
    return tuple(zip(bounds[::2], bounds[1::2], strict=True))


def _add_counts(counts: Iterable[tuple[tuple[Counted, int], ...]]) -> tuple[tuple[Counted, int], ...]:
    total: dict[Counted, int] = {}
    for count in counts:
        for what, times in count:
            total[what] = total.get(what, 0) + times
    return tuple(sorted(total.items()))


class Result(Struct, frozen=True):
    """What came of a simulation; amounts are cents."""

    sessions: int
    """How many were played: fewer than were asked for if it was interrupted."""
    asked: int
    rolls_played: int
    nets: AmountTally
    worst: SessionNet
    """The session with the lowest net; of several the first."""
    best: SessionNet
    ending_counts: tuple[tuple[str, int], ...]
    """How many sessions ended how: `rolls`, `ruin`, or what the strategy gave as its reason to leave."""
    lowest: AmountTally
    """The lowest nets of the sessions that were watched."""
    falls: AmountTally
    """Their largest falls from a highest net to a later one."""
    bands: tuple[NetBand, ...]
    """How their nets spread, roll by roll."""
    action: SessionAction | None
    """What a session risked on average, of those whose action was counted, and how many they are; None of none."""
    acted: int
    engine: EngineName
    why: str
    """Why this engine."""
    replayed: int
    """How many sessions were played again at the table, with the same outcome."""
    refused: tuple[tuple[str, Refusal], ...]
    """What the house refused at some rack or other: the wager and the reason, each once (not with the table engine)."""
    trace_seconds: float
    run_seconds: float
    """What all sessions took, tracing included."""
    ended_early: str = ""
    """Why fewer were played than were asked for: `interrupted`, or what became of the executor."""
    dice: str = FAIR_DICE.name
    """Whose dice they were."""

    @classmethod
    def of(
        cls,
        part: PartialResult,
        asked: int | None = None,
        replayed: int = 0,
        seconds: float | None = None,
        ended_early: str = "",
        game: Game | None = None,
    ) -> "Result":
        """The figures of what has been merged; `seconds` is how long one waited, if the parts ran side by side.

        What was risked is told only with the `game` it was played in.
        """
        nets, action = AmountTally(part.nets), None
        if game is not None and part.action is not None:
            action = part.action.per_session(game, part.acted, nets.mean)
        return cls(
            sessions=part.sessions,
            asked=part.sessions if asked is None else asked,
            rolls_played=part.rolls,
            nets=nets,
            worst=part.worst,
            best=part.best,
            ending_counts=part.endings,
            lowest=AmountTally(part.lowest),
            falls=AmountTally(part.falls),
            bands=tuple(band.band for band in part.bands),
            action=action,
            acted=part.acted,
            engine=part.engine,
            why=part.why,
            replayed=replayed,
            refused=part.refused,
            trace_seconds=part.trace_ns / 1e9,
            run_seconds=part.run_ns / 1e9 if seconds is None else seconds,
            ended_early=ended_early,
        )

    def __repr__(self) -> str:
        figures = f"mean net {self.nets.mean / 100:.2f}, sd {self.nets.sd / 100:.2f}, ruin {self.ruin:.2%}"
        return f"<Result of {self.sessions:,} sessions: {figures}>"

    def _repr_html_(self) -> str:
        quantiles = {f"{share:.0%} quantile": format_amount(self.nets.quantile(share)) for share in QUANTILES}
        endings = {name: f"{share:.2%}" for name, share in self.endings}
        figures = {"mean net": f"{self.nets.mean / 100:.2f}", "standard deviation": f"{self.nets.sd / 100:.2f}"}
        return html_card(f"{self.sessions:,} sessions, simulated", {**figures, **quantiles, **endings})

    def records(self) -> list[Record]:
        """Every net, in currency units as in the CSV, with its share and number of all sessions: for a data frame."""
        counts = self.nets.counts
        return [{"net": net / 100, "probability": count / self.sessions, "sessions": count} for net, count in counts]

    @property
    def mean(self) -> float:
        """The mean net in cents."""
        return self.nets.mean

    @property
    def sd(self) -> float:
        """The standard deviation of the net in cents."""
        return self.nets.sd

    def quantile(self, share: float) -> Cents:
        """The smallest net that is not exceeded in at least this share of sessions."""
        return self.nets.quantile(share)

    @property
    def endings(self) -> tuple[tuple[str, float], ...]:
        """The share of sessions that ended for each reason."""
        return tuple((name, count / self.sessions) for name, count in self.ending_counts)

    @property
    def mean_rolls(self) -> float:
        """How many rolls a session had on average."""
        return self.rolls_played / self.sessions

    @property
    def ruin(self) -> float:
        """The share of sessions that ended in ruin."""
        return self.share("ruin")

    def share(self, ending: str) -> float:
        """The share of sessions that ended so."""
        return dict(self.endings).get(ending, 0.0)

    def interval(self, ending: str) -> tuple[float, float]:
        """Where the probability of an ending lies, with 95 % confidence at least."""
        return share_interval(dict(self.ending_counts).get(ending, 0), self.sessions)

    @property
    def rolls_per_second(self) -> float:
        """How fast it went."""
        return self.rolls_played / self.run_seconds
