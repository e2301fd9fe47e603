"""The same rows walked by C that is compiled here and now, scalar or unguarded: what `bench.simulate` races against."""

import ctypes
import shutil
import subprocess
import tempfile
from array import array
from collections.abc import Callable
from pathlib import Path

from sevenout.analysis.simulation.engines.rows import (
    FIELDS,
    LEAST,
    MOST,
    PAID,
    ROW,
    THE_END,
    UNKNOWN,
    DecisionRows,
    columns_of,
)
from sevenout.analysis.simulation.engines.traced_rows import TracedStrategy

Nets = Callable[[], list[int]]
Walker = Callable[[int, int], tuple[int, Nets]]
"""Walks sessions of a sitting whose rows are filled; gives the rolls played and, if asked, each one's net in chips."""

_RACK_AT = 24


def library(name: str) -> ctypes.CDLL | None:
    """A file of this folder, compiled for this machine; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        made, source = Path(folder) / "walk.so", Path(__file__).with_name(name)
        order = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(source)]
        subprocess.run(order, check=True)
        loaded = ctypes.CDLL(str(made))
    loaded.walk.restype = ctypes.c_int64
    return loaded


def guarded(loaded: ctypes.CDLL, traced: TracedStrategy) -> Walker:
    """Scalar C, with the same guards."""
    rows, sitting = traced.rows, traced.sitting
    cells, origins = _cells(rows)
    read, first = rows.arrays, rows.piece(rows.first)
    given = cells, origins, read.pieces, read.layouts, array("B", columns_of(rows.columns))
    numbers = rows.columns, first[ROW] // rows.columns, rows.bankroll + first[PAID]

    def walk(start: int, count: int) -> tuple[int, Nets]:
        worth = array("q", [0]) * count
        played = loaded.walk(
            *map(_at, given),
            *map(ctypes.c_int64, numbers),
            ctypes.c_uint64(sitting.seed),
            *map(ctypes.c_int64, (start, count, sitting.rolls)),
            _at(worth),
        )
        if played < 0:
            raise ValueError("the rows are not filled for these sessions")
        return int(played), lambda: [each - rows.bankroll for each in worth]

    return walk


def unguarded(loaded: ctypes.CDLL, traced: TracedStrategy) -> Walker:
    """AVX2 without guards: right where money never forbids anything."""
    rows, sitting = traced.rows, traced.sitting
    read, first = rows.arrays, rows.piece(rows.first)
    cells = array("Q", [0]) * (rows.many * rows.columns)
    for at in range(rows.many * rows.columns):
        if read.origins[2 * at] != UNKNOWN:
            piece = rows.piece(read.origins[2 * at])
            added = read.origins[2 * at + 1] + piece[PAID]
            cells[at] = (piece[ROW] - at // rows.columns * rows.columns + (added << _RACK_AT)) % 2**64
    column = array("B", columns_of(rows.columns))
    begun = first[ROW] + (rows.bankroll + first[PAID] << _RACK_AT)

    def walk(start: int, count: int) -> tuple[int, Nets]:
        ends = array("Q", [0]) * count
        order = ctypes.c_uint64(begun), ctypes.c_uint64(sitting.seed)
        session = map(ctypes.c_int64, (start, count, sitting.rolls))
        played = loaded.walk(_at(cells), _at(column), *order, *session, _at(ends))
        return int(played), lambda: [(end >> _RACK_AT) + _lying(end) - rows.bankroll for end in ends]

    def _lying(end: int) -> int:
        return read.layouts[end % (1 << _RACK_AT) // rows.columns]

    return walk


def _at(numbers: "array[int]") -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.buffer_info()[0])


def _cells(rows: DecisionRows) -> tuple["array[int]", "array[int]"]:
    """Next row, what is added and the racks it holds for, of every cell; and the piece and the chips put back."""
    read = rows.arrays
    cells, origins = array("i"), array("i")
    for number, back in zip(read.origins[::2], read.origins[1::2], strict=True):
        piece = read.pieces[max(number, 0) * FIELDS : (max(number, 0) + 1) * FIELDS]
        never = number == UNKNOWN or piece[ROW] == THE_END
        holds = (1, 0) if never else (piece[LEAST] - back, piece[MOST] - back)
        cells.extend((piece[ROW], back + piece[PAID], *holds))
        origins.extend((number, back))
    return cells, origins
