"""Sessions walked with NumPy, all of them a roll at a time: where there is no compiler, and to watch every window.

It reads the pieces and never the kernel's table: a fault in that table would show as a difference.
"""

from functools import cache, partial

from sevenout.automaton import column_of
from sevenout.dice import ROLLS
from sevenout.simulation.numeric import NDArray, np
from sevenout.simulation.philox import BLOCK, thrown
from sevenout.simulation.played import Played, Stopped
from sevenout.simulation.rows import KIND, LAYOUT, LEAST, MOST, PAID, ROW, THE_END, UNKNOWN, Ints, Rows
from sevenout.simulation.traced import Traced


def walk(traced: Traced, rows: Rows, first: int, count: int) -> Played:
    """Sessions `first`, `first` + 1, … of a sitting, with their lowest nets and largest falls."""
    walking = _Walking(traced, rows, count)
    rolls = traced.sitting.rolls
    for roll in range(rolls):
        if not len(walking.who):
            break
        if traced.stop.is_set():
            raise Stopped
        if not roll % BLOCK:
            walking.throw(first, roll // BLOCK)
        walking.roll(roll)
    walking.played[walking.who] = rolls
    return Played(
        (walking.worth - rows.bankroll) * rows.chip,
        walking.played,
        walking.ending,
        tuple(rows.endings),
        walking.lowest * rows.chip,
        walking.falls * rows.chip,
    )


class _Walking:
    """Sessions under way (`who`, with the row and the rack of each), and what is known of all of them."""

    def __init__(self, traced: Traced, rows: Rows, count: int) -> None:
        self.traced = traced
        self.rows = rows
        first = rows.arrays.pieces[rows.first]
        self.who = np.arange(count)
        self.row: Ints = np.full(count, first[ROW])
        self.rack: Ints = np.full(count, rows.bankroll + first[PAID])
        self.columns: Ints = np.zeros((0, count), np.int64)
        """Where the rolls of this block stand in a row."""
        self.worth: Ints = np.zeros(count, np.int64)
        self.played: NDArray[np.int32] = np.zeros(count, np.int32)
        self.ending: NDArray[np.int8] = np.zeros(count, np.int8)
        self.lowest: Ints = np.zeros(count, np.int64)
        self.highest: Ints = np.zeros(count, np.int64)
        self.falls: Ints = np.zeros(count, np.int64)
        self._watch(self.rack + first[LAYOUT])

    def throw(self, first: int, block: int) -> None:
        """Throws the dice of the next block."""
        sessions = self.who.astype(np.uint64) + np.uint64(first)
        self.columns = _columns(self.rows.columns)[thrown(self.traced.sitting.seed, sessions, block)]

    def roll(self, roll: int) -> None:
        """Plays one roll and the decision after it."""
        at = self.row + self.columns[roll % BLOCK]
        piece = self._pieces(at)
        self.rack += self.rows.arrays.back[at]
        piece = self._fitting(piece)
        decided = self.rows.arrays.pieces[piece]
        self.rack += decided[:, PAID]
        self.row = decided[:, ROW]
        self._watch(self.rack + decided[:, LAYOUT])
        over = self.row == THE_END
        if over.any():
            self.played[self.who[over]] = roll + 1
            self.ending[self.who[over]] = decided[over, KIND]
            on = ~over
            self.who, self.row, self.rack, self.columns = self.who[on], self.row[on], self.rack[on], self.columns[:, on]

    def _pieces(self, at: Ints) -> Ints:
        """The pieces that some cells lead to, filled where they are not."""
        piece = self.rows.arrays.piece[at]
        for lane in np.nonzero(piece == UNKNOWN)[0].tolist():
            self.traced.ask(self.rows, partial(self.rows.fill, int(self.row[lane]), int(self.rack[lane])))
            piece[lane] = self.rows.arrays.piece[at[lane]]
        return piece

    def _fitting(self, piece: Ints) -> Ints:
        """The same situations' pieces that fit the racks."""
        pieces = self.rows.arrays.pieces
        outside = (self.rack < pieces[piece, LEAST]) | (self.rack > pieces[piece, MOST])
        for lane in np.nonzero(outside)[0].tolist():
            decide = partial(self.rows.decide_again, int(piece[lane]), int(self.rack[lane]))
            piece[lane] = self.traced.ask(self.rows, decide)
        return piece

    def _watch(self, worth: Ints) -> None:
        self.worth[self.who] = worth
        net = worth - self.rows.bankroll
        self.lowest[self.who] = np.minimum(self.lowest[self.who], net)
        self.highest[self.who] = highest = np.maximum(self.highest[self.who], net)
        self.falls[self.who] = np.maximum(self.falls[self.who], highest - net)


@cache
def _columns(columns: int) -> Ints:
    """The column of every roll."""
    return np.array([column_of(columns, roll.index) for roll in ROLLS], np.int64)
