"""Strategies × houses × settings on the same dice: which combinations there are, each one's result, and the best.

A combination is played by whatever the caller hands in, so that it does not matter here how long a session lasts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, Protocol, TypeVar

from sevenout.analysis.comparison.paired_difference import PairedDifference, pair_sessions
from sevenout.analysis.simulation.results import Result
from sevenout.analysis.simulation.session_rows import SessionRows
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.library import open_strategy

MOST_CELLS = 400

OpenHouse = Callable[[str], Game]
"""Opens a house by its name."""


class SweepCell(NamedTuple):
    """One combination: a strategy by name, a house by name, and what the strategy's parameters are set to."""

    strategy: str
    rules: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def combination(self) -> tuple[tuple[str, str], ...]:
        """All that a combination is made of, by name."""
        return ("strategy", self.strategy), *self.settings, ("house", self.rules)

    def label(self, others: "Sequence[SweepCell]") -> str:
        """What tells this combination from the others, and no more.

        >>> cells = build_cells(["pass-line"], ["typical"], {"unit": ["5", "10"]})
        >>> cells[1].label(cells)
        'unit 10'
        """
        parts = [self.strategy] if any(cell.strategy != self.strategy for cell in others) else []
        parts += [f"{name} {value}" for name, value in self.settings]
        parts += [self.rules] if any(cell.rules != self.rules for cell in others) else []
        return ", ".join(parts) or self.strategy


class SweepResult(NamedTuple):
    """A combination and what came of it; `difference` is against the first combination, on the same dice."""

    cell: SweepCell
    plan: Plan
    result: Result
    difference: PairedDifference | None


Play = Callable[[Game, Plan, SessionRows | None], Result]
"""Plays the sessions of a strategy in a house, and puts each of them into the rows if there are any."""


def parse_axes(texts: Iterable[str]) -> dict[str, list[str]]:
    """The parameters of `--sweep unit=5,10,25`, by name, with the values of each.

    >>> parse_axes(["unit=5, 10", "odds=2"])
    {'unit': ['5', '10'], 'odds': ['2']}
    """
    axes: dict[str, list[str]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        each = [value.strip() for value in values.split(",")]
        if not sign or not name.strip() or not all(each):
            raise BadInput(f"--sweep {text}: write a name, '=' and values between commas: --sweep unit=5,10,25")
        if name.strip().lower() in axes:
            raise BadInput(f"--sweep names {name.strip()} twice: write all its values behind one '='")
        axes[name.strip().lower()] = list(dict.fromkeys(each))
    return axes


def build_cells(strategies: Sequence[str], houses: Sequence[str], axes: Mapping[str, Sequence[str]]) -> list[SweepCell]:
    """Every combination, in the order in which it is written down.

    >>> len(build_cells(["pass-line", "iron-cross"], ["typical", "catfish-bend"], {"unit": ["5", "10", "25"]}))
    12
    """
    settings = [tuple(zip(axes, values, strict=True)) for values in product(*axes.values())]
    cells = [SweepCell(*cell) for cell in product(strategies, houses, settings)]
    if len(cells) > MOST_CELLS:
        raise BadInput(f"these are {len(cells):,} combinations, and at most {MOST_CELLS} are played in one run")
    return cells


def run_sweep(
    cells: Sequence[SweepCell],
    sessions: int | None,
    fixed: Mapping[str, str],
    play: Play,
    open_house: OpenHouse = Game.open,
) -> list[SweepResult]:
    """Plays every combination with the same dice; one that is interrupted is the last.

    `fixed` are settings that hold for all of them; `sessions` is how many each has, to be paired with the first's, or
    None if they are not to be paired.

    >>> from sevenout import simulate
    >>> def play(game, plan, rows):
    ...     return simulate(game, plan, sessions=200, rolls=50, bankroll=300_00, rows=rows)
    >>> cells = build_cells(["pass-line"], ["typical"], {"unit": ["5", "10"]})
    >>> one, two = run_sweep(cells, 200, {}, play)
    >>> two.result.nets.mean / one.result.nets.mean, two.difference.mean == one.result.nets.mean
    (2.0, True)
    """
    opened = [
        open_cell(cell, fixed, open_house) for cell in cells
    ]  # every mistake is found before the first session is played
    done: list[SweepResult] = []
    first: SessionRows | None = None
    for cell, (game, plan) in zip(cells, opened, strict=True):
        rows = None if sessions is None else SessionRows(sessions)
        result = play(game, plan, rows)
        difference = None if first is None or rows is None else pair_sessions(rows, first)
        first = first or rows
        done.append(SweepResult(cell, plan, result, difference))
        if result.sessions < result.asked:
            break
    return done


def open_cell(cell: SweepCell, fixed: Mapping[str, str], open_house: OpenHouse = Game.open) -> tuple[Game, Plan]:
    """The house and the strategy of a combination, ready to be played."""
    game = open_house(cell.rules)
    return game, open_strategy(cell.strategy, game, {**fixed, **dict(cell.settings)})


class HasResult(Protocol):
    """Anything that has a result."""

    @property
    def result(self) -> Result: ...


Each = TypeVar("Each", bound=HasResult)


def find_frontier(results: Sequence[Each]) -> list[Each]:
    """Those that no other beats: nobody else costs as little and ends ahead as often; the cheapest first."""
    best: list[Each] = []
    for each in sorted(results, key=lambda one: (-one.result.nets.mean, -share_ahead(one.result))):
        if not best or share_ahead(each.result) > share_ahead(best[-1].result):
            best.append(each)
    return best


def share_ahead(result: Result) -> float:
    """The share of sessions that ended above the bankroll."""
    return sum(count for net, count in result.nets.counts if net > 0) / result.sessions
