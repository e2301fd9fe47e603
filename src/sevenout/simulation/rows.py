"""The rows of an automaton as numbers in arrays, filled as sessions meet them: what every engine walks over.

A rack is counted in chips here. A *piece* is a decision with the racks it holds for; the pieces of one situation know
their neighbours. A *row* is a situation after the decision with an interval of racks; each of its cells leads to the
piece that fitted when the row was filled. The compiled kernel reads a cell as one number: the next row, and what the
roll does to the rack's distances from the least and from the most rack of its row. Both distances ride in one sum, and
a sum with a sign bit set says that the rack has left its interval: then the pieces are asked.
"""

from bisect import bisect_right
from threading import Lock
from typing import TypeVar

from msgspec import Struct

from sevenout.automaton import OVER, Automaton, Untraceable, Variant, Widened, kinds
from sevenout.simulation.numeric import NDArray, np

Ints = NDArray[np.int64]
Cells = NDArray[np.uint64]
AnyArray = TypeVar("AnyArray", Ints, Cells)

LEAST, MOST, PAID, BELOW, ABOVE, ROW, KIND, LAYOUT = range(8)
"""What is known of a piece: its racks before the decision, what the decision adds to the rack, the pieces for lower and
for higher racks, the row it leads to, the situation there (of a session that is over: why), and what lies there."""
FIELDS = 8

ROW_BITS, LEAST_AT, MOST_AT = 22, 27, 45
"""The parts of a cell: 22 bits of row, with room to add up twenty of them, then 18 for one distance and 19 for the
other, signs included."""
BAND = 1 << (MOST_AT - LEAST_AT - 1)
"""The most racks that a row spans. Racks beyond are another band's, with rows of their own."""
UNFILLED = (-BAND << LEAST_AT) % 2**64
"""A cell that leads every rack out of its interval."""
ROOM = 1 << ROW_BITS

UNKNOWN = -1
THE_END = 0
"""The row of sessions that are over: no roll leads out of it."""
BY_ROLLS = 0
"""The ending of a session that had all its rolls."""
MOST_ENDINGS = 100

POOR, POOREST = 10, 256
"""A rack below so many times the first bet is poor, but never a rack of so many chips."""
CACHED = 6_000
"""As many rows as a processor has close at hand; poor racks get rows of their own up to here."""


class Arrays(Struct, frozen=True):
    """What engines read. Arrays grow together or not at all, so that none points beyond another."""

    table: Cells
    """The cells, row after row; a row's number is where it begins."""
    origins: Ints
    """The piece that each cell leads to, and what its roll puts back into the rack."""
    stays: Cells
    """A table in which every row leads to itself, for rolls that are not played."""
    lows: Ints
    """The least rack of each row, by the row's number divided by its length."""
    layouts: Ints
    """What lies on the layout in each row, likewise."""
    pieces: Ints
    singles: Ints
    """The row of one poor rack alone, by situation * poor + rack."""

    @property
    def piece(self) -> Ints:
        """The piece that each cell leads to."""
        return self.origins[:, 0]

    @property
    def back(self) -> Ints:
        """What the roll of each cell puts back into the rack."""
        return self.origins[:, 1]


class Rows:
    """All that has been met so far.

    Engines in several threads read while one of them writes: nothing leads to a row or a piece before it is complete,
    and what is complete never changes, but for a piece's neighbours.
    """

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.columns = automaton.columns
        """The cells of a row."""
        self.endings = ["rolls"]
        self.chip = automaton.game.chip
        self.bankroll, self._rest = divmod(automaton.bankroll, self.chip)
        none, no_cells = np.zeros(0, np.int64), np.zeros(0, np.uint64)
        no_origins, no_pieces = np.zeros((0, 2), np.int64), np.zeros((0, FIELDS), np.int64)
        self.arrays = Arrays(no_cells, no_origins, no_cells, none, none, no_pieces, none)
        self._spans: list[tuple[int, int, int]] = []
        """Situation, least and most rack of each row."""
        self._row_of: dict[tuple[int, int, int], int] = {}
        self._filled: set[int] = set()
        self._faced: list[int] = []
        """The situation that each piece is a decision in."""
        self._leads: list[tuple[int, int, int, int]] = []
        """What each piece adds to the rack, the row and the situation it leads to, and what lies there."""
        self._pieces_of: dict[int, list[tuple[int, int, int]]] = {}
        """Least rack, most rack and number of the pieces in a situation, ascending."""
        self._row(OVER, 0, BAND - 1, 0)
        self.arrays.table[: self.columns] = THE_END
        self.first = self.decide(automaton.first, self.bankroll)
        first_bet = max(-self._leads[self.first][0], automaton.game.minimum // self.chip)
        self.poor = min(POOR * first_bet, POOREST)
        """Below this a rack often forbids what is wanted, and leaves its interval: such racks get rows of their own."""

    @property
    def filled(self) -> int:
        """How many rows have been filled."""
        return len(self._filled)

    def decide(self, faced: int, rack: int) -> int:
        """The piece for a situation that is faced with so many chips."""
        known = self._pieces_of.setdefault(faced, [])
        at = bisect_right(known, rack, key=_first)
        if at and rack <= known[at - 1][1]:
            return known[at - 1][2]
        variant = self.automaton.decide(faced, rack * self.chip + self._rest)
        if self.automaton.columns != self.columns:
            raise Widened
        return self._new_piece(faced, at, variant, rack)

    def decide_again(self, piece: int, rack: int) -> int:
        """The piece for the situation of another one, with another rack."""
        return self.decide(self._faced[piece], rack)

    def fill(self, row: int, rack: int) -> None:
        """Finds out where every roll leads from a row; of several pieces, the one for this rack is taken."""
        if row in self._filled:
            return
        situation, least, most = self._spans[row // self.columns]
        backs, pieces, cells = [0] * self.columns, [UNKNOWN] * self.columns, [UNFILLED] * self.columns
        for column, roll, _ in kinds(self.columns):
            faced, back = self.automaton.step(situation, roll)
            backs[column] = self._chips(back)
            pieces[column] = self.decide(faced, rack + backs[column])
            cells[column] = self._cell(least, most, pieces[column], rack, backs[column])
        with _FENCE:
            self._filled.add(row)
        its_own = slice(row, row + self.columns)
        self.arrays.back[its_own] = backs
        self.arrays.piece[its_own] = pieces
        self.arrays.table[its_own] = np.array(cells, np.uint64)

    def single(self, piece: int, rack: int) -> None:
        """Makes the row that a piece leads to for one poor rack alone."""
        _, _, situation, layout = self._leads[piece]
        self._single(situation, rack, layout)

    @property
    def has_room(self) -> bool:
        """Whether poor racks still get rows of their own."""
        return len(self._spans) < CACHED

    def _cell(self, least: int, most: int, piece: int, rack: int, back: int) -> int:
        """The number that leads from a row with these racks to the row of a piece."""
        paid, row, situation, layout = self._leads[piece]
        if row == THE_END:
            return UNFILLED
        added = back + paid
        if least == most and rack + added < self.poor:
            row = self._single(situation, rack + added, layout, row)
        _, next_least, next_most = self._spans[row // self.columns]
        return int(row + (added + least - next_least << LEAST_AT) + (next_most - most - added << MOST_AT)) % 2**64

    def _single(self, situation: int, rack: int, layout: int, otherwise: int = UNKNOWN) -> int:
        known = self._row_of.get((situation, rack, rack))
        if known is None and not self.has_room:
            return otherwise
        row = self._row(situation, rack, rack, layout)
        at = situation * self.poor + rack
        if at >= len(self.arrays.singles):
            self._grow(singles=at + 1)
        with _FENCE:
            self.arrays.singles[at] = row
        return row

    def _new_piece(self, faced: int, at: int, variant: Variant, rack: int) -> int:
        least, most = -(-(variant.least - self._rest) // self.chip), (variant.most - self._rest) // self.chip
        if not least <= rack <= most:
            raise Untraceable(f"a rack of {rack:,} chips is more than any that is traced")
        paid, layout = self._chips(variant.paid), self._chips(variant.layout)
        if variant.row == OVER:
            row, kind = THE_END, self._ending(variant.ending)
        else:
            band = (rack + paid) // BAND * BAND
            low, high = max(least + paid, band), min(most + paid, band + BAND - 1)
            least, most, row, kind = low - paid, high - paid, self._row(variant.row, low, high, layout), variant.row
        known, number = self._pieces_of[faced], len(self._faced)
        below = known[at - 1][2] if at else UNKNOWN
        above = known[at][2] if at < len(known) else UNKNOWN
        if number >= len(self.arrays.pieces):
            self._grow(pieces=number + 1)
        pieces = self.arrays.pieces
        pieces[number] = least, most, paid, below, above, row, kind, layout
        self._faced.append(faced)
        self._leads.append((paid, row, kind, layout))
        with _FENCE:
            known.insert(at, (least, most, number))
        if below != UNKNOWN:
            pieces[below, ABOVE] = number
        if above != UNKNOWN:
            pieces[above, BELOW] = number
        return number

    def _row(self, situation: int, least: int, most: int, layout: int) -> int:
        span = situation, least, most
        known = self._row_of.get(span)
        if known is not None:
            return known
        number = len(self._spans)
        row = number * self.columns
        if row + self.columns > ROOM:
            raise Untraceable(f"the strategy leads to more than {number:,} rows")
        if number >= len(self.arrays.lows):
            self._grow(rows=number + 1)
        self.arrays.lows[number], self.arrays.layouts[number] = least, layout
        self._spans.append(span)
        self._row_of[span] = row
        return row

    def _grow(self, rows: int = 0, pieces: int = 0, singles: int = 0) -> None:
        """Replaces all arrays by larger ones; whoever reads the old ones will ask for what is not there."""
        old = self.arrays
        rows = _room(len(old.lows), rows)
        cells = rows * self.columns
        self.arrays = Arrays(
            _copied(old.table, cells, UNFILLED),
            _copied(old.origins, cells, UNKNOWN),
            np.arange(cells, dtype=np.uint64),
            _copied(old.lows, rows, 0),
            _copied(old.layouts, rows, 0),
            _copied(old.pieces, _room(len(old.pieces), pieces), 0),
            _copied(old.singles, _room(len(old.singles), singles), UNKNOWN),
        )

    def _ending(self, name: str) -> int:
        if name not in self.endings:
            if len(self.endings) > MOST_ENDINGS:
                raise Untraceable(f"the strategy gives more than {MOST_ENDINGS} reasons to leave")
            self.endings.append(name)
        return self.endings.index(name)

    def _chips(self, cents: int) -> int:
        chips, rest = divmod(cents, self.chip)
        if rest:
            raise Untraceable(f"{cents} cents changed hands, which is no whole number of chips")
        return chips


_FENCE = Lock()
"""Taken and let go between writing something down and leading to it: no processor moves a write across that."""


def _first(piece: tuple[int, int, int]) -> int:
    return piece[0]


def _room(had: int, needed: int) -> int:
    return max(had if needed <= had else max(2 * had, needed), 1024)


def _copied(array: AnyArray, length: int, blank: int) -> AnyArray:
    """A larger array that begins with the same."""
    copied = np.full((length, *array.shape[1:]), blank, array.dtype)
    copied[: len(array)] = array
    return copied
