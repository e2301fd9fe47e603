"""Sessions walked by the compiled kernel, which comes back for whatever it meets for the first time.

Two rolls a step where the rows are few enough to stay close to the processor; one roll a step otherwise, and for the
sessions that met something new. The same sessions come out in every way.
"""

import os
from array import array
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from threading import Event
from typing import Any

from msgspec.structs import replace

from sevenout.analysis.kernel import BUILT, kernel
from sevenout.analysis.simulation.engines.rows import PAID, ROW, DecisionRows, columns_of
from sevenout.analysis.simulation.engines.traced_rows import TracedStrategy
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec, SimulationStopped, replay_session
from sevenout.strategy.session_end import LONGEST_CLOSING

if not BUILT:
    raise ImportError("it was installed where there is no C compiler")

CLOSE = 3 << 17
"""So many bytes of cells for two rolls a step are still close to the processor."""
ODD_ONES = 50
"""Two rolls a step are too many if more than one pair in so many has to be played by the pieces."""

VECTORS = bool(kernel.VECTORS) and not os.environ.get("SEVENOUT_NO_VECTORS")
"""Whether dice are drawn by AVX2."""


class KernelRequest(IntEnum):
    """What the kernel comes back for: nothing, a cell to fill, a piece to decide, a row for one poor rack."""

    NOTHING, CELL, PIECE, SINGLE = range(4)


Outcomes = tuple["array[int]", "array[int]", "array[int]"]
"""Worth in chips, rolls played and ending of each session."""


class Pairs:
    """Rows of two rolls, as far as rows of one were filled when these were made."""

    def __init__(self, traced: TracedStrategy, rows: DecisionRows) -> None:
        self.made_of = rows, rows.filled_count, rows.many
        *read, _, columns, poor, singles, room, row, rack = kernel_arguments(rows, traced.sitting, room=not traced.full)
        self.rows = *read, rows.many, columns, poor, singles, room, row, rack
        self.cells = array("Q", [0]) * kernel.pair_cells(rows.many, rows.columns)
        self.lows, self.highs = (array("q", [0]) * rows.many for _ in range(2))
        kernel.pair(self.rows, self.cells, self.lows, self.highs)


def walk(traced: TracedStrategy, rows: DecisionRows, first: int, count: int) -> PlayedSessions:
    """Sessions `first`, `first` + 1, … of a sitting. Other threads may do the same with other sessions."""
    to, sitting = outcomes_of(count), traced.sitting
    paired = traced.ask(rows, partial(_pair_rows, traced, rows))
    if paired is None:
        return played_by(sitting, traced.stop, rows, first, to, _one_by_one(traced, rows, first, count, to))
    missed = array("q", [0]) * count
    order = sitting.source, first, count, rolls_to_walk(sitting), to, missed
    odd, many = kernel.walk_pairs(paired.rows, (paired.cells, paired.lows, paired.highs), *order, VECTORS)
    if not many and 2 * odd * ODD_ONES > kernel.total(to[1], count):
        traced.two_at_a_time = False
    if not many:
        return played_by(sitting, traced.stop, rows, first, to, missed[:0])
    places, again = missed[:many], outcomes_of(many)
    numbers = array("Q", [first + place for place in places])
    lost = _one_by_one(traced, rows, first, many, again, numbers)
    for ours, theirs in zip(to, again, strict=True):
        for at, place in enumerate(places):
            ours[place] = theirs[at]
    return played_by(sitting, traced.stop, rows, first, to, array("q", [places[at] for at in lost]))


def walk_named(traced: TracedStrategy, rows: DecisionRows, numbers: "array[int]") -> PlayedSessions:
    """The sessions with these numbers, in their order."""
    to = outcomes_of(len(numbers))
    lost = _one_by_one(traced, rows, 0, len(numbers), to, numbers)
    return played_by(traced.sitting, traced.stop, rows, 0, to, lost, numbers=numbers)


def watch(traced: TracedStrategy, rows: DecisionRows, first: int, count: int) -> PlayedSessions:
    """The same sessions, with their lowest nets and largest falls."""
    sitting, to, watching = traced.sitting, outcomes_of(count), bytearray(kernel.WATCHING_BYTES)
    lowest, falls, missed = (array("q", [0]) * count for _ in range(3))
    grid, visits = sitting.grid, array("q")
    paths = array("q", [0]) * (count * grid.points)

    def go_on() -> tuple[int, ...]:
        visits.extend([0] * (len(rows.arrays.lows) - len(visits)))
        trail = visits, paths, grid.stride, grid.points
        order = sitting.source, first, count, rolls_to_walk(sitting), rows.bankroll, watching, to, lowest, falls, trail
        told: tuple[int, ...] = kernel.watch(
            kernel_arguments(rows, sitting, room=not traced.full), *order, missed if traced.full else None
        )
        return told

    lost = missed[: _until_known(traced, rows, go_on)]
    played = played_by(sitting, traced.stop, rows, first, to, lost, (lowest, falls))
    if lost:  # of sessions that were given up the trail ends somewhere
        return played
    kernel.scale(paths, 0, rows.chip)
    return replace(played, paths=paths, action=rows.count_action(visits))


def _one_by_one(
    traced: TracedStrategy,
    rows: DecisionRows,
    first: int,
    count: int,
    to: Outcomes,
    numbers: "array[int] | None" = None,
) -> "array[int]":
    """A roll a step; gives the places of sessions that led to more situations than there is room for."""
    sitting, lanes, missed = traced.sitting, bytearray(kernel.LANES_BYTES), array("q", [0]) * count

    def go_on() -> tuple[int, ...]:
        walked = rolls_to_walk(sitting)
        order = sitting.source, first, count, walked, numbers, lanes, to, missed if traced.full else None
        told: tuple[int, ...] = kernel.walk(kernel_arguments(rows, sitting, room=not traced.full), *order, VECTORS)
        return told

    return missed[: _until_known(traced, rows, go_on)]


def _until_known(traced: TracedStrategy, rows: DecisionRows, go_on: Callable[[], tuple[int, ...]]) -> int:
    """Lets the kernel go on until it has nothing to ask; how many sessions it gave up."""
    while True:
        what, row, column, piece, rack, lost = go_on()
        if what != KernelRequest.NOTHING and traced.stop.is_set():
            raise SimulationStopped
        match what:
            case KernelRequest.NOTHING:
                return lost
            case KernelRequest.CELL:
                traced.learn(rows, partial(rows.fill, row, column, rack))
            case KernelRequest.PIECE:
                traced.learn(rows, partial(rows.decide_again, piece, rack))
            case _:
                traced.learn(rows, partial(rows.single, piece, rack + rows.piece(piece)[PAID]))


def _pair_rows(traced: TracedStrategy, rows: DecisionRows) -> Pairs | None:
    """Rows of two rolls, made anew if there is more to make them of; None where they do not pay."""
    cells = rows.busy * rows.columns**2
    odd = traced.sitting.rolls % 2 and not traced.sitting.plays_out
    if odd or not rows.filled_count or not traced.two_at_a_time or cells * 8 > CLOSE:
        return None
    if not isinstance(traced.paired, Pairs) or traced.paired.made_of != (rows, rows.filled_count, rows.many):
        traced.paired = Pairs(traced, rows)
    return traced.paired


def kernel_arguments(rows: DecisionRows, sitting: SessionSpec, *, room: bool = False) -> tuple[Any, ...]:
    """Rows as the kernel takes them."""
    read, first = rows.arrays, rows.piece(rows.first)
    kept = read.table, read.origins, read.lows, read.highs, read.layouts, read.pieces, read.singles
    sizes = len(read.lows), rows.columns, rows.poor, len(read.singles), room and rows.has_room
    row, rack, closings = first[ROW], rows.bankroll + first[PAID], read.closings if sitting.plays_out else None
    if sitting.closes_after == 0:
        at = 2 * (row // rows.columns)
        row, rack, closings = read.closings[at], rack + read.closings[at + 1], None
    return *kept, closings, columns_of(rows.columns), *sizes, row, rack


def rolls_to_walk(sitting: SessionSpec) -> int:
    """The rolls of a session until nothing more is bet, or all that it may have if that is so from the first."""
    return LONGEST_CLOSING if sitting.closes_after == 0 else sitting.rolls - sitting.plays_out


def outcomes_of(count: int) -> Outcomes:
    """Room for what comes of so many sessions."""
    return array("q", [0]) * count, array("i", [0]) * count, array("b", [0]) * count


def played_by(
    sitting: SessionSpec,
    stop: Event,
    rows: DecisionRows,
    first: int,
    to: Outcomes,
    lost: "array[int]",
    watched: "tuple[array[int], array[int]] | None" = None,
    numbers: "array[int] | None" = None,
) -> PlayedSessions:
    """What came of the sessions from `first` on, or of those with these numbers, in cents; those that got lost are
    played at the table."""
    worth, played, ending = to
    kernel.scale(worth, rows.bankroll, rows.chip)
    for amounts in watched or ():
        kernel.scale(amounts, 0, rows.chip)
    endings = list(rows.endings)
    ending = array("q", ending) if lost else ending
    for place in lost:
        session = replay_session(sitting, first + place if numbers is None else numbers[place], stop)
        if session.ending not in endings:
            endings.append(session.ending)
        worth[place], played[place], ending[place] = session.net, session.rolls, endings.index(session.ending)
        if watched is not None:
            watched[0][place], watched[1][place] = session.lowest, session.fall
    return PlayedSessions(worth, played, ending, tuple(endings), *(watched or ()))
