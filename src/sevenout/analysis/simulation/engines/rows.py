"""The rows of an automaton as numbers in arrays, filled as sessions meet them: what every engine walks over.

A rack is counted in chips here. A *piece* is a decision with the racks it holds for; the pieces of one situation know
their neighbours. A *row* is a situation after the decision with an interval of racks; each of its cells leads to the
piece that fitted when the cell was filled. A session rides along as one number: its row, and the rack's distances from
the least and from the most rack of that row. A cell is what has to be added to that number, and a sum with a sign bit
set says that the rack has left its interval: then the pieces are asked.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import Any

from msgspec import Struct

from sevenout.analysis.exact.sessions.session_action import ActionCounts, count_action
from sevenout.base.dice import ROLLS
from sevenout.strategy.tracing import OVER, OverBudget, StrategyTracer, Untraceable, Variant, Widened, column_of, kinds

LEAST, MOST, PAID, BELOW, ABOVE, ROW, KIND, LAYOUT = range(8)
"""What is known of a piece: its racks before the decision, what the decision adds to the rack, the pieces for lower and
for higher racks, the row it leads to, the situation there (of a session that is over: why), and what lies there."""
FIELDS = 8

LEAST_AT, MOST_AT = 24, 44
"""The parts of a ride: 24 bits of row, then 20 for each distance, signs included."""
BAND = 1 << (MOST_AT - LEAST_AT - 1)
"""The most racks that a row spans. Racks beyond are another band's, with rows of their own."""
UNFILLED = (-BAND << LEAST_AT) % 2**64
"""A cell that leads every rack out of its interval."""
ROOM = 1 << LEAST_AT
"""So many cells there may be."""

UNKNOWN = -1
THE_END = 0
"""The row of sessions that are over: no roll leads out of it."""
BY_ROLLS = 0
"""The ending of a session that had all its rolls."""
MOST_ENDINGS = 100
RUINED = -1
"""Instead of a situation: a part that could not pay what it wanted and has nothing up, while others may."""

POOR, POOREST = 10, 256
"""A rack below so many times the first bet is poor, but never a rack of so many chips."""
CACHED = 6_000
"""As many rows as a processor has close at hand; poor racks get rows of their own up to here."""


class Arrays(Struct, frozen=True):
    """What engines read. Arrays grow together or not at all, so that none points beyond another."""

    table: "array[int]"
    """The cells, row after row; a row's number is where it begins."""
    origins: "array[int]"
    """The piece that each cell leads to, and what its roll puts back into the rack."""
    lows: "array[int]"
    """The least rack of each row, by the row's number divided by its length."""
    highs: "array[int]"
    """The most rack, likewise."""
    layouts: "array[int]"
    """What lies on the layout in each row, likewise."""
    pieces: "array[int]"
    """Eight numbers a piece."""
    singles: "array[int]"
    """The row of one poor rack alone, by situation * poor + rack."""
    closings: "array[int]"
    """The row in which each row's bets are played out, by the row's number divided by its length, and what goes back to
    the rack then; a row that is played out leads to itself."""


class DecisionRows:
    """All that has been met so far.

    Engines in several threads read while one of them writes: nothing leads to a row or a piece before it is complete,
    and what is complete never changes, but for a piece's neighbours.
    """

    def __init__(self, automaton: StrategyTracer, endings: list[str] | None = None, *, plays_out: bool = False) -> None:
        self.automaton = automaton
        self.plays_out = plays_out
        """Whether sessions are played out after their last roll."""
        self.columns = automaton.columns
        """The cells of a row."""
        self.endings = ["rolls"] if endings is None else endings
        """Why sessions end; the parts of a strategy share them."""
        self.chip = automaton.game.chip
        self.bankroll, self.rest = divmod(automaton.bankroll, self.chip)
        self.arrays = Arrays(array("Q"), *[array("q") for _ in range(7)])
        self._spans: list[tuple[int, int, int]] = []
        """Situation, least and most rack of each row."""
        self._row_of: dict[tuple[int, int, int], int] = {}
        self._roll_of = {column: roll for column, roll, _ in kinds(self.columns)}
        self._filled: set[int] = set()
        self._faced: list[int] = []
        """The situation that each piece is a decision in."""
        self._leads: list[tuple[int, int, int, int]] = []
        """What each piece adds to the rack, the row and the situation it leads to, and what lies there."""
        self._pieces_of: dict[int, list[tuple[int, int, int]]] = {}
        """Least rack, most rack and number of the pieces in a situation, ascending."""
        self._row(OVER, 0, BAND - 1, 0)
        self.arrays.table[: self.columns] = array("Q", [0] * self.columns)
        self.first = self.decide(automaton.first, self.bankroll)
        first_bet = max(-self._leads[self.first][0], automaton.game.minimum // self.chip)
        self.poor = min(POOR * first_bet, POOREST)
        """Below this a rack often forbids what is wanted, and leaves its interval: such racks get rows of their own."""

    @property
    def plain_values(self) -> tuple[Any, ...]:
        """All that has been met, as plain values."""
        arrays = tuple(getattr(self.arrays, name) for name in Arrays.__struct_fields__)
        return self.endings, arrays, self._spans, self._filled, self._faced, self._leads, self._pieces_of

    def recall(self, known: tuple[Any, ...]) -> None:
        """Goes on from what other rows of the same automaton have met."""
        self.endings, arrays, self._spans, self._filled, self._faced, self._leads, self._pieces_of = known
        self.arrays = Arrays(*arrays)
        self._row_of = {span: number * self.columns for number, span in enumerate(self._spans)}

    @property
    def filled_count(self) -> int:
        """How many cells have been filled."""
        return len(self._filled)

    @property
    def many(self) -> int:
        """How many rows there are."""
        return len(self._spans)

    @property
    def busy(self) -> int:
        """How many rows there are in which something may still be bet: where sessions spend nearly all their rolls."""
        closings = self.arrays.closings
        played_out = sum(closings[2 * number] == number * self.columns for number in range(self.many))
        return self.many - played_out if self.plays_out else self.many

    def piece(self, number: int) -> "array[int]":
        """What is known of a piece."""
        return self.arrays.pieces[number * FIELDS : (number + 1) * FIELDS]

    def count_action(self, visits: Iterable[int]) -> ActionCounts:
        """What was risked, from how often each row was rolled from."""
        often = [0] * len(self.automaton.rows)
        for (situation, _, _), count in zip(self._spans, visits, strict=False):
            if count and situation != OVER:
                often[situation] += count
        return count_action(self.automaton.game, self.automaton.rows, often, self.columns)

    def decide(self, faced: int, rack: int) -> int:
        """The piece for a situation that is faced with so many chips."""
        known = self._pieces_of.setdefault(faced, [])
        at = bisect_right(known, rack, key=_first)
        if at and rack <= known[at - 1][1]:
            return known[at - 1][2]
        variant = self.automaton.decide(faced, rack * self.chip + self.rest)
        if self.automaton.columns != self.columns:
            raise Widened
        return self._new_piece(faced, at, variant, rack)

    def decide_again(self, piece: int, rack: int) -> int:
        """The piece for the situation of another one, with another rack."""
        return self.decide(self._faced[piece], rack)

    def fill(self, row: int, column: int, rack: int) -> None:
        """Finds out where a roll leads from a row; of several pieces, the one for this rack is taken."""
        if row + column in self._filled:
            return
        situation, least, most = self._spans[row // self.columns]
        faced, cents = self.automaton.step(situation, self._roll_of[column])
        back = self.chips(cents)
        piece = self.decide(faced, rack + back)
        cell = self._cell(row, least, most, piece, rack, back)
        at = row + column
        self._filled.add(at)
        self.arrays.origins[2 * at + 1] = back
        with _FENCE:
            self.arrays.origins[2 * at] = piece
        self.arrays.table[at] = cell

    def single(self, piece: int, rack: int) -> None:
        """Makes the row that a piece leads to for one poor rack alone."""
        _, _, situation, layout = self._leads[piece]
        self._single(situation, rack, layout)

    @property
    def has_room(self) -> bool:
        """Whether poor racks still get rows of their own."""
        return len(self._spans) < CACHED

    def _cell(self, row: int, least: int, most: int, piece: int, rack: int, back: int) -> int:
        """The number that leads from a row with these racks to the row of a piece."""
        paid, to, situation, layout = self._leads[piece]
        if to == THE_END:
            return UNFILLED
        added = back + paid
        if least == most and rack + added < self.poor and situation != RUINED:
            to = self._single(situation, rack + added, layout, to)
        _, next_least, next_most = self._spans[to // self.columns]
        up, down = added + least - next_least, next_most - most - added
        if max(abs(up), abs(down)) >= BAND:
            return UNFILLED
        return (to - row + (up << LEAST_AT) + (down << MOST_AT)) % 2**64

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
        least, most = -(-(variant.least - self.rest) // self.chip), (variant.most - self.rest) // self.chip
        if not least <= rack <= most:
            raise Untraceable(f"a rack of {rack:,} chips is more than any that is traced")
        paid, layout = self.chips(variant.paid), self.chips(variant.layout)
        if variant.row == OVER:
            row, kind = THE_END, self.ending_number(variant.ending)
        else:
            band = (rack + paid) // BAND * BAND
            low, high = max(least + paid, band), min(most + paid, band + BAND - 1)
            kind = RUINED if variant.ending else variant.row
            least, most, row = low - paid, high - paid, self._row(variant.row, low, high, layout)
        known, number = self._pieces_of[faced], len(self._faced)
        below = known[at - 1][2] if at else UNKNOWN
        above = known[at][2] if at < len(known) else UNKNOWN
        if number * FIELDS >= len(self.arrays.pieces):
            self._grow(pieces=number + 1)
        pieces, known_of_it = self.arrays.pieces, (least, most, paid, below, above, row, kind, layout)
        pieces[number * FIELDS : (number + 1) * FIELDS] = array("q", known_of_it)
        self._faced.append(faced)
        self._leads.append((paid, row, kind, layout))
        with _FENCE:
            known.insert(at, (least, most, number))
        if below != UNKNOWN:
            pieces[below * FIELDS + ABOVE] = number
        if above != UNKNOWN:
            pieces[above * FIELDS + BELOW] = number
        return number

    def _row(self, situation: int, least: int, most: int, layout: int) -> int:
        span = situation, least, most
        known = self._row_of.get(span)
        if known is not None:
            return known
        number = len(self._spans)
        row = number * self.columns
        if row + self.columns > ROOM:
            raise OverBudget(f"the strategy leads to more than {number:,} rows")
        if number >= len(self.arrays.lows):
            self._grow(rows=number + 1)
        self.arrays.lows[number], self.arrays.highs[number], self.arrays.layouts[number] = least, most, layout
        self._spans.append(span)
        self._row_of[span] = row
        if self.plays_out:
            closing, back = (row, 0) if situation == OVER else self._close(situation, least, most)
            self.arrays.closings[2 * number : 2 * number + 2] = array("q", (closing, back))
        return row

    def _close(self, situation: int, least: int, most: int) -> tuple[int, int]:
        """The row in which the bets of another one are played out, and what goes back to the rack."""
        closing, cents = self.automaton.close(situation)
        back = self.chips(cents)
        if closing == situation:
            return self._row_of[situation, least, most], 0
        if not back:  # most of them share the row of their whole band
            least = least // BAND * BAND
            most = least + BAND - 1
        layout = self.chips(sum(self.automaton.rows[closing].position.stakes))
        return self._row(closing, least + back, most + back, layout), back

    def _grow(self, rows: int = 0, pieces: int = 0, singles: int = 0) -> None:
        """Replaces all arrays by larger ones; whoever reads the old ones will ask for what is not there."""
        old = self.arrays
        rows = _room(len(old.lows), rows)
        cells = rows * self.columns
        self.arrays = Arrays(
            _grow_array(old.table, cells, UNFILLED),
            _grow_array(old.origins, 2 * cells, UNKNOWN),
            _grow_array(old.lows, rows, 0),
            _grow_array(old.highs, rows, 0),
            _grow_array(old.layouts, rows, 0),
            _grow_array(old.pieces, FIELDS * _room(len(old.pieces) // FIELDS, pieces), 0),
            _grow_array(old.singles, _room(len(old.singles), singles), UNKNOWN),
            _grow_array(old.closings, 2 * rows, UNKNOWN),
        )

    def ending_number(self, name: str) -> int:
        """Which of the endings it is; a new one is added."""
        if name not in self.endings:
            if len(self.endings) > MOST_ENDINGS:
                raise Untraceable(f"the strategy gives more than {MOST_ENDINGS} reasons to leave")
            self.endings.append(name)
        return self.endings.index(name)

    def chips(self, cents: int) -> int:
        """So many cents in chips; raises Untraceable if they are no whole number of them."""
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


def _grow_array(old: "array[int]", length: int, blank: int) -> "array[int]":
    """A larger array that begins with the same."""
    return old + array(old.typecode, [blank]) * (length - len(old))


@cache
def columns_of(columns: int) -> bytes:
    """The column that each roll stands in."""
    return bytes(column_of(columns, roll.index) for roll in ROLLS)
