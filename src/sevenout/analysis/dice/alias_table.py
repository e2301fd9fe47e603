"""Rolls of dice that are not fair, drawn from words of 32 bits: one table for every engine, so that all throw alike.

The chances become whole numbers of the 2**32 words. What each roll gets differs from its chance by less than one word:
to notice that takes some 10**17 rolls. The words are laid out in 64 columns of 2**26 (A. J. Walker, "An efficient
method for generating discrete random variables with general distributions", 1977): the high six bits of a word name a
column, the rest says on which side of the column's cut it falls.
"""

import struct
from functools import lru_cache
from typing import NamedTuple

from sevenout.base.dice import DiceModel

WORD_BITS, COLUMN_BITS = 32, 26
COLUMNS, IN_A_COLUMN = 1 << (WORD_BITS - COLUMN_BITS), 1 << COLUMN_BITS


class AliasTable(NamedTuple):
    """For each column: where it is cut, the roll below the cut, and the roll from the cut on."""

    cuts: tuple[int, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]

    def roll_of(self, word: int) -> int:
        """The index of the roll that a word of 32 bits means."""
        column = word >> COLUMN_BITS
        return self.below[column] if word & (IN_A_COLUMN - 1) < self.cuts[column] else self.above[column]

    def to_bytes(self) -> bytes:
        """The table as the kernel reads it: the cuts, 32 bits each in the machine's order, then two rolls a column."""
        return struct.pack(f"={COLUMNS}I{COLUMNS}B{COLUMNS}B", *self.cuts, *self.below, *self.above)


def words_of(dice: DiceModel) -> tuple[int, ...]:
    """How many of the 2**32 words each roll gets: rounded down, then the largest remainders get one more.

    >>> from sevenout.base.dice import FAIR_DICE
    >>> sum(words_of(FAIR_DICE)) == 2**32, sorted(set(words_of(FAIR_DICE)))
    (True, [119304647, 119304648])
    """
    shares = [divmod(weight << WORD_BITS, dice.whole) for weight in dice.weights]
    left = (1 << WORD_BITS) - sum(words for words, _ in shares)
    most_left = sorted(range(len(shares)), key=lambda index: (-shares[index][1], index))[:left]
    return tuple(words + (index in most_left) for index, (words, _) in enumerate(shares))


@lru_cache(maxsize=16)
def alias_table(dice: DiceModel) -> AliasTable:
    """The table of some dice; exact: each roll has as many words as `words_of` says."""
    left = list(words_of(dice))
    cuts, below, above = [], [], []
    for _ in range(COLUMNS):
        # the roll with the fewest words left goes below the cut, the one with the most above: so none is overdrawn
        least = min((words, index) for index, words in enumerate(left) if words)[1]
        most = max((words, -index) for index, words in enumerate(left))[1] * -1
        cut = min(left[least], IN_A_COLUMN)
        left[least] -= cut
        left[most] -= IN_A_COLUMN - cut
        cuts.append(cut)
        below.append(least)
        above.append(most)
    return AliasTable(tuple(cuts), tuple(below), tuple(above))
