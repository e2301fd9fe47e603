"""Plays sessions by an engine and counts what came of them: from arrays to the plain values of a part."""

from array import array
from bisect import bisect_right
from collections import Counter
from contextlib import suppress

from sevenout.analysis.kernel import BUILT, kernel
from sevenout.analysis.simulation.engines.engine import Engine
from sevenout.analysis.simulation.results import Amounts, PartialResult, Sample, SessionNet, merge
from sevenout.analysis.simulation.session_rows import SessionRows
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec
from sevenout.analysis.simulation.statistics.bands import BandCounts
from sevenout.strategy.tracing import Untraceable

CHECKED_EVERY = 1_000
"""One session in so many is kept to be played again."""
_CLOSE = 1 << 22


def play_all(engine: Engine, first: int, end: int, sessions: int) -> PartialResult:
    """Sessions `first` to `end` - 1 of a simulation with so many in all, one stretch after another in this thread.

    What is watched depends on the numbers of the sessions and on how many there are in all, never on the stretch: so
    any split has the same outcome.
    """
    watched = engine.count_watched(sessions)
    parts = _stretches(engine, first, min(end, watched), watched=True)
    return merge(parts + _stretches(engine, max(first, watched), end, watched=False))


def _stretches(engine: Engine, first: int, end: int, *, watched: bool) -> list[PartialResult]:
    parts: list[PartialResult] = []
    while first < end:
        count = min(engine.at_once(watched=watched), end - first)
        try:
            parts.append(play(engine, first, count, watched=watched))
        except Untraceable as reason:
            engine.give_up(reason)
        else:
            first += count
    return parts


def play(engine: Engine, first: int, count: int, *, watched: bool, rows: SessionRows | None = None) -> PartialResult:
    """Plays some sessions at once and counts them, and puts each into the rows if there are any; any thread may."""
    played = engine.play(first, count, watched=watched)
    if rows is not None:
        rows.put(first, played)
    chip = engine.sitting.game.chip
    worst, best = _ends(played.nets)
    sampled = range(-first % CHECKED_EVERY, count, CHECKED_EVERY)
    return PartialResult(
        spans=((first, first + count),),
        rolls=total(played.rolls),
        nets=count_amounts(played.nets, chip),
        worst=SessionNet(first + worst, played.nets[worst]),
        best=SessionNet(first + best, played.nets[best]),
        endings=_endings(played),
        lowest=count_amounts(played.lowest if watched else None, chip),
        falls=count_amounts(played.falls if watched else None, chip),
        bands=_bands(played, engine.sitting) if watched else (),
        action=played.action if watched else None,
        acted=count if watched and played.action is not None else 0,
        samples=tuple(_sample(first, played, at) for at in sampled),
        refused=engine.refusals,
        engine=engine.name,
        why=engine.reason,
    )


def _bands(played: PlayedSessions, sitting: SessionSpec) -> tuple[BandCounts, ...]:
    """The nets after each roll of the grid, counted."""
    grid, chip = sitting.grid, sitting.game.chip
    if played.paths is None:
        return ()
    ruin = played.endings.index("ruin") if "ruin" in played.endings else None
    ruined = sorted(rolls for rolls, ending in zip(played.rolls, played.ending, strict=True) if ending == ruin)
    return tuple(
        BandCounts(roll, count_amounts(played.paths[point :: grid.points], chip), bisect_right(ruined, roll))
        for point, roll in enumerate(grid.rolls)
    )


def count_amounts(amounts: "array[int] | None", step: int = 1) -> Amounts:
    """How often each amount came up, ascending; quickly if all are whole steps apart, as chips are.

    >>> count_amounts(array("q", [7, 5, 7])), count_amounts(array("q", [700, 500, 700]), step=100)
    (((5, 1), (7, 2)), ((500, 1), (700, 2)))
    >>> count_amounts(array("q", [700, 550]), step=100)
    ((550, 1), (700, 1))
    """
    if not amounts:
        return ()
    least, most = (amounts[at] for at in _ends(amounts))
    steps = (most - least) // step + 1
    if BUILT and steps < _CLOSE:
        counts = array("q", [0]) * steps
        with suppress(ValueError):  # some are no whole steps apart
            kernel.count(amounts, len(amounts), least, step, counts)
            return tuple((least + above * step, often) for above, often in enumerate(counts) if often)
    return tuple(sorted(Counter(amounts).items()))


def total(numbers: "array[int]") -> int:
    """The sum of numbers of 32 bits."""
    return kernel.total(numbers, len(numbers)) if BUILT else sum(numbers)


def _endings(played: PlayedSessions) -> tuple[tuple[str, int], ...]:
    """How often sessions ended how."""
    if played.ending.itemsize == 1:
        numbers = played.ending.tobytes()
        often = [numbers.count(number) for number in range(len(played.endings))]
    else:
        counts = Counter(played.ending)
        often = [counts[number] for number in range(len(played.endings))]
    return tuple(sorted((name, many) for name, many in zip(played.endings, often, strict=True) if many))


def _ends(amounts: "array[int]") -> tuple[int, int]:
    """Where the first of the least and the first of the most amounts are."""
    if not BUILT:
        return amounts.index(min(amounts)), amounts.index(max(amounts))
    _, least_at, _, most_at = kernel.ends(amounts, len(amounts))
    return least_at, most_at


def _sample(first: int, played: PlayedSessions, at: int) -> Sample:
    return Sample(first + at, played.nets[at], played.rolls[at], played.endings[played.ending[at]])
