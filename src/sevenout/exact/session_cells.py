"""One roll of a session's whole distribution: moves probability from cell to cell along the edges of the rows.

A cell is a row of the automaton and a rack on the grid. Of each row only the racks from `low` to `high` mean anything;
what lies beyond is left over from earlier rolls. Compiled by Numba where it is installed; else NumPy moves a slice at a
time, with the same results.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sevenout.jit import compiled

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


def reached(edges: RowEdges, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """The racks that each row can have after a roll; an interval that is upside down is empty."""
    low_after, high_after = np.full_like(low, _EMPTY_LOW), np.full_like(high, _EMPTY_HIGH)
    arrays = edges.first, edges.target, edges.least, edges.most, edges.added
    _fastest(_reached_by_cells, _reached_by_slices)(*arrays, low, high, low_after, high_after)
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
    arrays = edges.first, edges.target, edges.least, edges.most, edges.added, edges.over, edges.ending, edges.chance
    _fastest(_move_by_cells, _move_by_slices)(*arrays, low, high, before, low_after, high_after, after, ended)


def trim(cells: Floats, low: Ints, high: Ints, negligible: float) -> None:
    """Lets go of probability at both ends of each row that is too small to matter."""
    _fastest(_trim_by_cells, _trim_by_slices)(cells, low, high, negligible)


def sums(cells: Floats, low: Ints, high: Ints, layouts: Ints) -> tuple[float, float]:
    """The sums over all cells of probability times worth, and times worth squared, in steps."""
    first, second = _fastest(_sums_by_cells, _sums_by_slices)(cells, low, high, layouts)
    return float(first), float(second)


@cache
def _fastest(by_cells: Callable[..., Any], by_slices: Callable[..., Any]) -> Any:
    """Cell by cell, compiled; or slice by slice, where there is no compiler."""
    return compiled(by_cells) or by_slices


def _reached_by_slices(
    first: Ints, target: Ints, least: Ints, most: Ints, added: Ints,
    low: Ints, high: Ints, low_after: Ints, high_after: Ints,
) -> None:  # fmt: skip
    source = np.repeat(np.arange(len(low)), np.diff(first))
    start, stop = np.maximum(low[source], least), np.minimum(high[source], most)
    used = (start <= stop) & (target >= 0)
    np.minimum.at(low_after, target[used], (start + added)[used])
    np.maximum.at(high_after, target[used], (stop + added)[used])


def _reached_by_cells(
    first: Ints, target: Ints, least: Ints, most: Ints, added: Ints,
    low: Ints, high: Ints, low_after: Ints, high_after: Ints,
) -> None:  # fmt: skip
    for row in range(low.shape[0]):
        for edge in range(first[row], first[row + 1]):
            start, stop, to = max(low[row], least[edge]), min(high[row], most[edge]), target[edge]
            if start <= stop and to >= 0:
                low_after[to] = min(low_after[to], start + added[edge])
                high_after[to] = max(high_after[to], stop + added[edge])


def _move_by_slices(
    first: Ints, target: Ints, least: Ints, most: Ints, added: Ints, over: Ints, ending: Ints, chance: Floats,
    low: Ints, high: Ints, before: Floats, low_after: Ints, high_after: Ints, after: Floats, ended: Floats,
) -> None:  # fmt: skip
    for row in np.nonzero(high_after >= low_after)[0]:
        after[row, low_after[row] : high_after[row] + 1] = 0
    for row in np.nonzero(high >= low)[0]:
        for edge in range(first[row], first[row + 1]):
            start, stop = max(low[row], least[edge]), min(high[row], most[edge]) + 1
            if start >= stop:
                continue
            moved = chance[edge] * before[row, start:stop]
            if target[edge] >= 0:
                after[target[edge], start + added[edge] : stop + added[edge]] += moved
            else:
                ended[ending[edge], start + over[edge] : stop + over[edge]] += moved


def _move_by_cells(
    first: Ints, target: Ints, least: Ints, most: Ints, added: Ints, over: Ints, ending: Ints, chance: Floats,
    low: Ints, high: Ints, before: Floats, low_after: Ints, high_after: Ints, after: Floats, ended: Floats,
) -> None:  # fmt: skip
    for row in range(low.shape[0]):
        for cell in range(low_after[row], high_after[row] + 1):
            after[row, cell] = 0
    for row in range(low.shape[0]):
        if high[row] < low[row]:
            continue
        for edge in range(first[row], first[row + 1]):
            start, stop = max(low[row], least[edge]), min(high[row], most[edge]) + 1
            if start >= stop:
                continue
            if target[edge] >= 0:
                to = after[target[edge], start + added[edge] : stop + added[edge]]
            else:
                to = ended[ending[edge], start + over[edge] : stop + over[edge]]
            share, held = chance[edge], before[row, start:stop]
            for cell in range(stop - start):
                to[cell] += share * held[cell]


def _trim_by_slices(cells: Floats, low: Ints, high: Ints, negligible: float) -> None:
    for row in np.nonzero(high >= low)[0]:
        matters = np.nonzero(cells[row, low[row] : high[row] + 1] >= negligible)[0]
        if len(matters):
            low[row], high[row] = low[row] + matters[0], low[row] + matters[-1]
        else:
            low[row], high[row] = _EMPTY_LOW, _EMPTY_HIGH


def _trim_by_cells(cells: Floats, low: Ints, high: Ints, negligible: float) -> None:
    for row in range(low.shape[0]):
        while low[row] <= high[row] and cells[row, low[row]] < negligible:
            low[row] += 1
        while low[row] <= high[row] and cells[row, high[row]] < negligible:
            high[row] -= 1
        if low[row] > high[row]:
            low[row], high[row] = _EMPTY_LOW, _EMPTY_HIGH


def _sums_by_slices(cells: Floats, low: Ints, high: Ints, layouts: Ints) -> tuple[float, float]:
    first = second = 0.0
    for row in np.nonzero(high >= low)[0]:
        worth = np.arange(low[row], high[row] + 1) + layouts[row]
        weighed = cells[row, low[row] : high[row] + 1] * worth
        first += weighed.sum()
        second += (weighed * worth).sum()
    return first, second


def _sums_by_cells(cells: Floats, low: Ints, high: Ints, layouts: Ints) -> tuple[float, float]:
    first = second = 0.0
    for row in range(low.shape[0]):
        for cell in range(low[row], high[row] + 1):
            worth = cell + layouts[row]
            weighed = cells[row, cell] * worth
            first += weighed
            second += weighed * worth
    return first, second
