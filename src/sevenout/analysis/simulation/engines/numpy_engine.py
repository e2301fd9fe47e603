"""Sessions walked with NumPy, all of them a roll at a time: where there is no compiled kernel.

It reads the pieces and never the kernel's table: a fault in that table would show as a difference.
"""

from array import array
from functools import partial

from sevenout.analysis.dice.alias_table import COLUMN_BITS, IN_A_COLUMN, AliasTable, alias_table
from sevenout.analysis.simulation.engines.rows import (
    FIELDS,
    KIND,
    LAYOUT,
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
from sevenout.analysis.simulation.philox import (
    BLOCK,
    IN_A_WORD,
    KINDS,
    MASK,
    MULTIPLIERS,
    POWER,
    ROUNDS,
    UNFAIR,
    WEYL,
    WORDS,
)
from sevenout.analysis.simulation.session_spec import PlayedSessions, SimulationStopped
from sevenout.base.dice import FAIR_DICE, DiceModel
from sevenout.base.extras import wanting
from sevenout.strategy.session_end import LONGEST_CLOSING

with wanting("numpy", "a strategy's session"):
    import numpy as np
    from numpy.typing import NDArray


Ints = NDArray[np.int64]
Numbers = NDArray[np.uint64]


def walk(traced: TracedStrategy, rows: DecisionRows, first: int, count: int) -> PlayedSessions:
    """Sessions `first`, `first` + 1, … of a sitting, with their lowest nets and largest falls."""
    walking, sitting = _SessionBatch(traced, rows, count), traced.sitting
    rolls = sitting.rolls - sitting.plays_out
    walking.walk(first, 0, rolls)
    if sitting.plays_out:
        walking.close()
        walking.walk(first, sitting.blocks, LONGEST_CLOSING, rolls)
        rolls += LONGEST_CLOSING
    walking.played[walking.who] = rolls
    walking.stay(walking.who, rolls)
    return PlayedSessions(
        array("q", ((walking.worth - rows.bankroll) * rows.chip).tobytes()),
        array("i", walking.played.tobytes()),
        array("b", walking.ending.tobytes()),
        tuple(rows.endings),
        array("q", (walking.lowest * rows.chip).tobytes()),
        array("q", (walking.falls * rows.chip).tobytes()),
        array("q", (walking.paths * rows.chip).tobytes()),
        rows.count_action(walking.visits.tolist()),
    )


class _SessionBatch:
    """Sessions under way (`who`, with the row and the rack of each), and what is known of all of them."""

    def __init__(self, traced: TracedStrategy, rows: DecisionRows, count: int) -> None:
        self.traced = traced
        self.rows = rows
        first = rows.piece(rows.first)
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
        self.grid = traced.sitting.grid
        self.paths: Ints = np.zeros((count, self.grid.points), np.int64)
        """The nets after each roll of the grid."""
        self.visits: Ints = np.zeros(0, np.int64)
        """How often each row was rolled from."""
        self._watch(self.rack + first[LAYOUT])
        self._look(0)

    def walk(self, first: int, block: int, rolls: int, before: int = 0) -> None:
        """So many rolls with the dice from a block on, unless all sessions are over earlier."""
        for roll in range(rolls):
            if not len(self.who):
                break
            if self.traced.stop.is_set():
                raise SimulationStopped
            if not roll % BLOCK:
                self.throw(first, block + roll // BLOCK)
            self.roll(roll % BLOCK, before + roll + 1)

    def close(self) -> None:
        """Nothing more is bet: each session goes on in the row in which its bets are played out."""
        closings: Ints = np.frombuffer(self.rows.arrays.closings, np.int64).reshape(-1, 2)[
            self.row // self.rows.columns
        ]
        self.row, self.rack = closings[:, 0].copy(), self.rack + closings[:, 1]

    def throw(self, first: int, block: int) -> None:
        """Throws the dice of the next block."""
        sessions = self.who.astype(np.uint64) + np.uint64(first)
        column = np.frombuffer(columns_of(self.rows.columns), np.uint8).astype(np.int64)
        self.columns = column[throw_block(self.traced.sitting.seed, sessions, block, self.traced.sitting.dice)]

    def roll(self, place: int, played: int) -> None:
        """Plays one roll of the block, and the decision after it; so many have then been played."""
        rolled = np.bincount(self.row // self.rows.columns, minlength=len(self.visits))
        rolled[: len(self.visits)] += self.visits
        self.visits = rolled
        at = self.row + self.columns[place]
        piece = self._pieces(at)
        self.rack += self._origins[at, 1]
        piece = self._fitting(piece)
        decided = self._piece_rows[piece]
        self.rack += decided[:, PAID]
        self.row = decided[:, ROW]
        self._watch(self.rack + decided[:, LAYOUT])
        self._look(played)
        over = self.row == THE_END
        if over.any():
            self.played[self.who[over]] = played
            self.ending[self.who[over]] = decided[over, KIND]
            self.stay(self.who[over], played)
            on = ~over
            self.who, self.row, self.rack, self.columns = self.who[on], self.row[on], self.rack[on], self.columns[:, on]

    @property
    def _origins(self) -> Ints:
        """The piece that each cell leads to, and what its roll puts back into the rack."""
        origins: Ints = np.frombuffer(self.rows.arrays.origins, np.int64)
        return origins.reshape(-1, 2)

    @property
    def _piece_rows(self) -> Ints:
        """What is known of the pieces."""
        pieces: Ints = np.frombuffer(self.rows.arrays.pieces, np.int64)
        return pieces.reshape(-1, FIELDS)

    def _pieces(self, at: Ints) -> Ints:
        """The pieces that some cells lead to, filled where they are not."""
        piece: Ints = self._origins[at, 0]
        for lane in np.nonzero(piece == UNKNOWN)[0].tolist():
            row, rack = int(self.row[lane]), int(self.rack[lane])
            self.traced.ask(self.rows, partial(self.rows.fill, row, int(at[lane]) - row, rack))
            piece[lane] = self._origins[at[lane], 0]
        return piece

    def _fitting(self, piece: Ints) -> Ints:
        """The same situations' pieces that fit the racks."""
        pieces = self._piece_rows
        outside = (self.rack < pieces[piece, LEAST]) | (self.rack > pieces[piece, MOST])
        for lane in np.nonzero(outside)[0].tolist():
            decide = partial(self.rows.decide_again, int(piece[lane]), int(self.rack[lane]))
            piece[lane] = self.traced.ask(self.rows, decide)
        return piece

    def _look(self, played: int) -> None:
        """Keeps the nets of a roll of the grid."""
        point, off = divmod(played, self.grid.stride)
        if not off and point < self.grid.points:
            self.paths[self.who, point] = self.worth[self.who] - self.rows.bankroll

    def stay(self, who: Ints, played: int) -> None:
        """Sessions that are over stay where they are."""
        point = played // self.grid.stride + 1
        if point < self.grid.points:
            self.paths[who, point:] = (self.worth[who] - self.rows.bankroll)[:, None]

    def _watch(self, worth: Ints) -> None:
        self.worth[self.who] = worth
        net = worth - self.rows.bankroll
        self.lowest[self.who] = np.minimum(self.lowest[self.who], net)
        self.highest[self.who] = highest = np.maximum(self.highest[self.who], net)
        self.falls[self.who] = np.maximum(self.falls[self.who], highest - net)


def throw_block(seed: int, sessions: Numbers, block: int, dice: DiceModel = FAIR_DICE) -> NDArray[np.uint8]:
    """One block of rolls for each session, as indexes of `ROLLS`: one row a roll, one column a session.

    >>> throw_block(1, np.arange(2, dtype=np.uint64), block=0)[:5].T.tolist()
    [[32, 1, 27, 33, 19], [0, 35, 20, 29, 7]]
    """
    if not dice.is_fair:
        return _throw_loaded(seed, sessions, block, alias_table(dice))
    words = np.stack(_words(seed, sessions, block, 0))
    unfair = (words * np.uint64(POWER)) & np.uint64(MASK) < UNFAIR
    retry = 0
    while unfair.any():
        retry += 1
        for number, who in enumerate(unfair):
            words[number, who] = _words(seed, sessions[who], block, retry * WORDS + number)[0]
        unfair &= (words * np.uint64(POWER)) & np.uint64(MASK) < UNFAIR
    rolls = np.empty((BLOCK, len(sessions)), np.uint8)
    for place in range(IN_A_WORD):
        words *= np.uint64(KINDS)
        rolls[place::IN_A_WORD] = words >> np.uint64(32)
        words &= np.uint64(MASK)
    return rolls


def _throw_loaded(seed: int, sessions: Numbers, block: int, table: AliasTable) -> NDArray[np.uint8]:
    """The same with dice that are not fair."""
    cuts = np.array(table.cuts, np.uint64)
    below, above = np.array(table.below, np.uint8), np.array(table.above, np.uint8)
    words = np.concatenate([_words(seed, sessions, block, call) for call in range(BLOCK // WORDS)])
    column, side = words >> np.uint64(COLUMN_BITS), words & np.uint64(IN_A_COLUMN - 1)
    rolls: NDArray[np.uint8] = np.where(side < cuts[column], below[column], above[column])
    return rolls


def _words(seed: int, sessions: Numbers, block: int, word: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """`philox` for many sessions at once."""
    mask, half = np.uint64(MASK), np.uint64(32)
    left_times, right_times = np.uint64(MULTIPLIERS[0]), np.uint64(MULTIPLIERS[1])
    a, b = np.full_like(sessions, block & MASK), np.full_like(sessions, word)
    c, d = sessions & mask, sessions >> half
    first, second = seed & MASK, seed >> 32
    for _ in range(ROUNDS):
        left, right = left_times * a, right_times * c
        a, b, c, d = (
            (right >> half) ^ b ^ np.uint64(first),
            right & mask,
            (left >> half) ^ d ^ np.uint64(second),
            left & mask,
        )
        first, second = (first + WEYL[0]) & MASK, (second + WEYL[1]) & MASK
    return a, b, c, d
