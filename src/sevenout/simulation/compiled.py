"""Sessions walked by the compiled kernel, which comes back for whatever it meets for the first time."""

from functools import partial
from typing import Any

from sevenout.simulation import kernel
from sevenout.simulation.numeric import np
from sevenout.simulation.philox import BLOCK
from sevenout.simulation.played import Played
from sevenout.simulation.rows import LEAST, LEAST_AT, MOST, MOST_AT, PAID, ROW, Rows
from sevenout.simulation.traced import Traced


def walk(traced: Traced, rows: Rows, first: int, count: int) -> Played:
    """Sessions `first`, `first` + 1, … of a sitting. Other threads may do the same with other sessions."""
    walker, sitting = kernel.walker(rows.columns), traced.sitting
    lanes, control = _lanes(rows, first, count)
    worth, played, ending = np.zeros(count, np.int64), np.zeros(count, np.int32), np.zeros(count, np.int8)
    first_row, first_ride = _start(rows)
    while True:
        read = rows.arrays
        walker(
            read.origins, read.lows, read.layouts, read.pieces, read.singles,
            *lanes, control, worth, played, ending,
            read.table.ctypes.data, read.stays.ctypes.data, sitting.seed, first, count, sitting.rolls,
            rows.poor, rows.has_room, first_row, first_ride,
        )  # fmt: skip
        if control[kernel.STATE] == kernel.DONE:
            return Played((worth - rows.bankroll) * rows.chip, played, ending, tuple(rows.endings))
        traced.ask(rows, partial(_learn, rows, control.tolist()))


def _learn(rows: Rows, control: list[int]) -> None:
    """Finds out what the kernel has met."""
    piece, rack = control[kernel.PIECE_MET], control[kernel.RACK_MET]
    match control[kernel.STATE]:
        case kernel.NOT_FILLED:
            rows.fill(control[kernel.ROW_MET], rack)
        case kernel.NOT_DECIDED:
            rows.decide_again(piece, rack)
        case _:
            rows.single(piece, rack + int(rows.arrays.pieces[piece, PAID]))


def _lanes(rows: Rows, first: int, count: int) -> tuple[list[Any], Any]:
    """Session, block, row and ride of each lane, room for dice, and the kernel's control."""
    taken = min(kernel.LANES, count)
    session, row = np.full(kernel.LANES, kernel.NOBODY, np.uint64), np.zeros(kernel.LANES, np.uint64)
    block, ride = np.zeros(kernel.LANES, np.uint64), np.full(kernel.LANES, kernel.AT_REST, np.uint64)
    session[:taken] = np.arange(first, first + taken, dtype=np.uint64)
    row[:taken], ride[:taken] = _start(rows)
    control = np.zeros(kernel.CONTROLS, np.int64)
    control[kernel.NEXT] = control[kernel.LIVE] = taken
    return [session, block, row, ride, np.zeros(BLOCK * kernel.GROUP, np.uint64)], control


def _start(rows: Rows) -> tuple[int, int]:
    """The row after the first decision, and the rack's distances there."""
    first = rows.arrays.pieces[rows.first].tolist()
    return first[ROW], (rows.bankroll - first[LEAST] << LEAST_AT) + (first[MOST] - rows.bankroll << MOST_AT)
