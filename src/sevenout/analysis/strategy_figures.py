"""A strategy's figures over the spans that people speak of: one shooter, ten shooters and an hour.

They are worked out when they are asked for, and never out of date: exactly where the session is small enough to be
followed in about a second, else by sessions of a simulation with a fixed seed. When a span ends, nothing more
is bet, and what lies on the layout is played out; who leaves earlier takes down what may come down.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from sevenout.base.dice import PACE
from sevenout.base.errors import GameRefused
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.syntax_tree import Script
from sevenout.strategy.language.tools.formatter import INDENT
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd

if TYPE_CHECKING:
    from sevenout.analysis.exact.sessions.session_distribution import Distribution

SPANS = (
    ("a shooter", SessionEnd(shooters=1)),
    ("ten shooters", SessionEnd(shooters=10)),
    ("an hour", SessionEnd(rolls=PACE)),
)
"""The spans, by what they are called; an hour has the rolls of a usual pace."""
SESSIONS = 4_000
SITUATIONS = 200
"""With no more situations than these a span is followed exactly."""
UNITS = 500
"""The bankroll, in units: enough that few of these spans end in ruin."""
_SEED = 1


class SpanFigures(Struct, frozen=True):
    """What comes of one span with its bets played out, in cents."""

    span: str
    mean: float
    margin: float
    """By so much the mean may be off, with 95 % confidence; nothing if it is exact."""
    sd: float
    low: Cents
    high: Cents
    """Nine of ten spans end between these."""
    exact: bool

    @property
    def words(self) -> str:
        """The mean in units of currency, and how sure it is."""
        return f"{self.mean / 100:+.2f} {'exactly' if self.exact else f'± {self.margin / 100:.2f}'}"


def figures_of(
    script: Script, game: Game, sessions: int = SESSIONS, situations: int = SITUATIONS
) -> Iterator[SpanFigures]:
    """The figures of a strategy at a table, span by span; of no shooters where none sevens out.

    >>> from sevenout.strategy.library import read_strategy
    >>> for span in figures_of(read_strategy("pass-line"), Game.open("typical")):
    ...     print(span.span, span.words)
    a shooter -0.36 exactly
    ten shooters -3.57 exactly
    an hour -6.14 exactly
    """
    from sevenout.analysis.simulation.run import simulate

    played = open_strategy(script, game)
    bankroll = UNITS * played.unit
    for span, end in SPANS:
        if end.shooters is not None and not game.rules.puck.has_turns:
            continue
        try:
            found = _follow(played, bankroll, end, situations)
        except GameRefused:  # too many situations, or no NumPy to follow them with
            nets = simulate(game, played, sessions, None, bankroll, _SEED, end=end).nets
            low, high = nets.interval or (nets.mean, nets.mean)
            margin = max(high - nets.mean, nets.mean - low)
            yield SpanFigures(span, nets.mean, margin, nets.sd, nets.quantile(0.05), nets.quantile(0.95), exact=False)
        else:
            yield SpanFigures(span, found.mean, 0.0, found.sd, found.quantile(0.05), found.quantile(0.95), exact=True)


def _follow(played: Plan, bankroll: Cents, end: SessionEnd, situations: int) -> "Distribution":
    from sevenout.analysis.exact.sessions.session_distribution import distribution

    return distribution(played.game, played, bankroll, end=end, situations=situations)


def figure_lines(figures: Iterable[SpanFigures], house: str) -> Iterator[str]:
    """The figures as comments that may stand below a strategy's text."""
    yield f"# On average at {house}, bets played out (and where nine of ten end):"
    for each in figures:
        yield f"#{INDENT[:2]}{each.span:<12} {each.words:>18}   from {each.low / 100:.0f} to {each.high / 100:.0f}"
