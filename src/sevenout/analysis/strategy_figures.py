"""A strategy's figures over the spans that people speak of: one shooter, ten shooters and an hour.

They are worked out when they are asked for, by sessions of a simulation with a fixed seed: some tenths of a second, and
never out of date. What still lies on the layout when a span ends counts at its face value.
"""

from collections.abc import Iterator

from msgspec import Struct

from sevenout.analysis.simulation.run import simulate
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.syntax_tree import Script
from sevenout.strategy.language.tools.formatter import INDENT
from sevenout.strategy.library import open_strategy

PACE = 144
"""Rolls in an hour at a table of medium size."""
LONGEST_SHOOTER = 200
"""So many rolls a shooter is followed; one in a hundred million has more."""
SESSIONS = 4_000
UNITS = 500
"""The bankroll, in units: enough that few of these spans end in ruin."""
_SEED = 1


class SpanFigures(Struct, frozen=True):
    """What comes of one span, in cents."""

    span: str
    mean: float
    margin: float
    """By so much the mean may be off, with 95 % confidence."""
    sd: float
    low: Cents
    high: Cents
    """Nine of ten spans end between these."""


def figures_of(script: Script, game: Game, sessions: int = SESSIONS) -> Iterator[SpanFigures]:
    """The figures of a strategy at a table, span by span.

    >>> from sevenout.strategy.library import read_strategy
    >>> for span in figures_of(read_strategy("pass-line"), Game.open("typical"), sessions=200):
    ...     print(span.span)
    a shooter
    ten shooters
    an hour
    """
    unit = open_strategy(script, game).unit
    for span, shooters, rolls in (
        ("a shooter", 1, LONGEST_SHOOTER),
        ("ten shooters", 10, 10 * LONGEST_SHOOTER),
        ("an hour", None, PACE),
    ):
        ended = _until(script, shooters)
        found = simulate(game, open_strategy(ended, game), sessions, rolls, UNITS * unit, _SEED).nets
        low, high = found.interval or (found.mean, found.mean)
        margin = max(high - found.mean, found.mean - low)
        yield SpanFigures(span, found.mean, margin, found.sd, found.quantile(0.05), found.quantile(0.95))


def _until(script: Script, shooters: int | None) -> Script:
    """The same, but it goes home after so many shooters; without a number, as it is."""
    if shooters is None:
        return script
    leaving = parse(f"when after {shooters} shooters: leave")
    lines = tuple(line + 1 for line in script.lines)
    text = f"when after {shooters} shooters: leave\n{script.text}"
    file = type(script.file)((*leaving.file.items, *script.file.items))
    return Script(script.name, text, file, (*leaving.lines, *lines), script.parts)


def figure_lines(figures: Iterator[SpanFigures], house: str) -> Iterator[str]:
    """The figures as comments that may stand below a strategy's text."""
    yield f"# On average, at {house}, in units of currency (and where nine of ten end):"
    for each in figures:
        mean = f"{each.mean / 100:+.2f} ± {each.margin / 100:.2f}"
        yield f"#{INDENT[:2]}{each.span:<12} {mean:>18}   from {each.low / 100:.0f} to {each.high / 100:.0f}"
