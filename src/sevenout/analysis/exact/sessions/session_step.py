"""One roll of a session's whole distribution: moves probability from cell to cell along the edges of the rows.

A cell is a row of the automaton and a rack on the grid. Of each row only the racks from `low` to `high` mean anything;
what lies beyond is left over from earlier rolls. The compiled kernel does it where it was built; else NumPy moves a
slice at a time, with the same results.
"""

from msgspec import Struct

from sevenout.analysis.kernel import BUILT, kernel
from sevenout.base.extras import wanting

with wanting("numpy", "a strategy's session"):
    import numpy as np
    from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_EMPTY_LOW, _EMPTY_HIGH = 1 << 62, -1


class RowEdges(Struct, frozen=True):
    """The edges of all rows: those of row r are `first[r]` to `first[r + 1]`. Racks and nets are steps of the grid."""

    first: Ints
    target: Ints
    """The row it leads to; below zero the session is over."""
    least: Ints
    most: Ints
    added: Ints
    over: Ints
    """From the rack before to the net of a session that is over, as an index."""
    ending: Ints
    chance: Floats


def reachable_racks(edges: RowEdges, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """The racks that each row can have after a roll; an interval that is upside down is empty."""
    low_after, high_after = np.full_like(low, _EMPTY_LOW), np.full_like(high, _EMPTY_HIGH)
    if BUILT:
        kernel.reached(_arrays(edges), low, high, low_after, high_after)
    else:
        _reached_by_slices(edges, low, high, low_after, high_after)
    return low_after, high_after


def move(
    edges: RowEdges,
    low: Ints,
    high: Ints,
    before: Floats,
    low_after: Ints,
    high_after: Ints,
    after: Floats,
    ended: Floats,
) -> None:
    """Moves each cell's probability to the cells it leads to, or adds it to `ended[ending, net]` where it is over."""
    if not BUILT:
        _move_by_slices(edges, low, high, before, low_after, high_after, after, ended)
        return
    to = low_after, high_after, after, ended, ended.shape[1]
    kernel.move(_arrays(edges), low, high, before, before.shape[1], *to)


def trim(cells: Floats, low: Ints, high: Ints, negligible: float) -> None:
    """Lets go of probability at both ends of each row that is too small to matter."""
    if BUILT:
        kernel.trim(cells, len(cells), cells.shape[1], low, high, negligible)
    else:
        _trim_by_slices(cells, low, high, negligible)


def sums(cells: Floats, low: Ints, high: Ints, layouts: Ints) -> tuple[float, float]:
    """The sums over all cells of probability times worth, and times worth squared, in steps."""
    if BUILT:
        return kernel.sums(cells, len(cells), cells.shape[1], low, high, layouts)
    return _sums_by_slices(cells, low, high, layouts)


def masses(cells: Floats, low: Ints, high: Ints) -> Floats:
    """The probability of each row."""
    found: Floats = np.zeros(len(low))
    if BUILT:
        kernel.masses(cells, len(cells), cells.shape[1], low, high, found)
    else:
        for row in np.nonzero(high >= low)[0]:
            found[row] = cells[row, low[row] : high[row] + 1].sum()
    return found


def _arrays(edges: RowEdges) -> tuple[NDArray[np.generic], ...]:
    """The edges as the kernel takes them."""
    return tuple(np.ascontiguousarray(getattr(edges, name)) for name in RowEdges.__struct_fields__)


def _reached_by_slices(edges: RowEdges, low: Ints, high: Ints, low_after: Ints, high_after: Ints) -> None:
    source = np.repeat(np.arange(len(low)), np.diff(edges.first))
    start, stop = np.maximum(low[source], edges.least), np.minimum(high[source], edges.most)
    used = (start <= stop) & (edges.target >= 0)
    np.minimum.at(low_after, edges.target[used], (start + edges.added)[used])
    np.maximum.at(high_after, edges.target[used], (stop + edges.added)[used])


def _move_by_slices(
    edges: RowEdges,
    low: Ints,
    high: Ints,
    before: Floats,
    low_after: Ints,
    high_after: Ints,
    after: Floats,
    ended: Floats,
) -> None:
    for row in np.nonzero(high_after >= low_after)[0]:
        after[row, low_after[row] : high_after[row] + 1] = 0
    for row in np.nonzero(high >= low)[0]:
        for edge in range(edges.first[row], edges.first[row + 1]):
            start, stop = max(low[row], edges.least[edge]), min(high[row], edges.most[edge]) + 1
            if start >= stop:
                continue
            moved, added, over = edges.chance[edge] * before[row, start:stop], edges.added[edge], edges.over[edge]
            if edges.target[edge] >= 0:
                after[edges.target[edge], start + added : stop + added] += moved
            else:
                ended[edges.ending[edge], start + over : stop + over] += moved


def _trim_by_slices(cells: Floats, low: Ints, high: Ints, negligible: float) -> None:
    for row in np.nonzero(high >= low)[0]:
        matters = np.nonzero(cells[row, low[row] : high[row] + 1] >= negligible)[0]
        if len(matters):
            low[row], high[row] = low[row] + matters[0], low[row] + matters[-1]
        else:
            low[row], high[row] = _EMPTY_LOW, _EMPTY_HIGH


def _sums_by_slices(cells: Floats, low: Ints, high: Ints, layouts: Ints) -> tuple[float, float]:
    first = second = 0.0
    for row in np.nonzero(high >= low)[0]:
        worth = np.arange(low[row], high[row] + 1) + layouts[row]
        weighed = cells[row, low[row] : high[row] + 1] * worth
        first += weighed.sum()
        second += (weighed * worth).sum()
    return first, second
