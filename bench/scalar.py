"""The same rows walked by scalar C, compiled here and now: what `bench.simulate` races against."""

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenout.automaton import column_of
from sevenout.dice import ROLLS
from sevenout.simulation.rows import LEAST, MOST, PAID, ROW, THE_END, UNKNOWN, Ints, Rows
from sevenout.simulation.traced import Traced


def library() -> ctypes.CDLL | None:
    """`walk.c`, compiled for this machine; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        made, source = Path(folder) / "walk.so", Path(__file__).with_name("walk.c")
        order = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(source)]
        subprocess.run(order, check=True)
        loaded = ctypes.CDLL(str(made))
    loaded.walk.restype = ctypes.c_int64
    return loaded


def walker(loaded: ctypes.CDLL, traced: Traced) -> Callable[[int, int], tuple[int, Ints]]:
    """Walks sessions of a plan whose rows are filled; gives the rolls played and each session's net in chips."""
    rows, plan = traced.rows, traced.sitting
    cells, origins = _cells(rows)
    columns = np.array([column_of(rows.columns, roll.index) for roll in ROLLS], np.uint8)
    read, first = rows.arrays, rows.arrays.pieces[rows.first]
    arrays: list[NDArray[Any]] = [cells, origins, read.pieces, read.layouts, columns]
    numbers = [rows.columns, first[ROW] // rows.columns, rows.bankroll + first[PAID]]

    def walk(start: int, count: int) -> tuple[int, Ints]:
        worth = np.zeros(count, np.int64)
        played = loaded.walk(
            *(ctypes.c_void_p(array.ctypes.data) for array in arrays),
            *(ctypes.c_int64(int(number)) for number in numbers),
            ctypes.c_uint64(plan.seed),
            *(ctypes.c_int64(number) for number in (start, count, plan.rolls)),
            ctypes.c_void_p(worth.ctypes.data),
        )
        if played < 0:
            raise ValueError("the rows are not filled for these sessions")
        return int(played), worth - rows.bankroll

    return walk


def _cells(rows: Rows) -> tuple[Ints, Ints]:
    """Next row, what is added and the racks it holds for, of every cell; and the piece and the chips put back."""
    read = rows.arrays
    known = read.piece != UNKNOWN
    decided = read.pieces[np.where(known, read.piece, 0)]
    least, most = decided[:, LEAST] - read.back, decided[:, MOST] - read.back
    never = ~known | (decided[:, ROW] == THE_END)
    cells = np.stack([decided[:, ROW], read.back + decided[:, PAID], least, most], axis=1)
    cells[never, 2:] = 1, 0
    return (
        np.ascontiguousarray(cells, np.int32),
        np.ascontiguousarray(np.stack([read.piece, read.back], axis=1), np.int32),
    )
