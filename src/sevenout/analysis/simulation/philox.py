"""The dice of a simulation: a roll is a function of the seed, the session and the roll's number, and of nothing else.

Philox4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011) with the seed as its key and
(block, retry * 4 + word, session) as its counter. A block is four words of 32 bits and a word is five rolls: times 36,
the high half is the roll and the low half goes on. A word that would favour some rolls is drawn again under the next
retry. So any session can be played again alone, and whoever plays which sessions in what order makes no difference.

Dice that are not fair take a word a roll: five calls a block, with (block, call, session) as the counter, and each word
is looked up in `analysis.dice.alias_table`.

It stands here plainly, in `numpy_engine` for NumPy, and in the compiled kernel plainly and for the processor's vectors.
"""

from collections.abc import Iterator
from itertools import count

from sevenout.analysis.dice.alias_table import alias_table
from sevenout.base.dice import FAIR_DICE, ROLLS, DiceModel, Roll
from sevenout.base.errors import BadInput
from sevenout.base.validation import whole_number

Four = tuple[int, int, int, int]

MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
"""What is added to the key after each round."""
ROUNDS = 10
MASK = 0xFFFFFFFF

KINDS = len(ROLLS)
WORDS, IN_A_WORD = 4, 5
BLOCK = WORDS * IN_A_WORD
"""How many rolls one call gives."""
POWER = KINDS**IN_A_WORD
UNFAIR = 2**32 % POWER
"""A word is drawn again if what its five rolls leave is below this: so every roll has the same number of words."""

SEEDS = 2**64


def philox(counter: Four, key: tuple[int, int]) -> Four:
    """Four random words of 32 bits.

    >>> [f"{word:08x}" for word in philox((0, 0, 0, 0), (0, 0))]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    a, b, c, d = counter
    first, second = key
    for _ in range(ROUNDS):
        left, right = MULTIPLIERS[0] * a, MULTIPLIERS[1] * c
        a, b, c, d = (right >> 32) ^ b ^ first, right & MASK, (left >> 32) ^ d ^ second, left & MASK
        first, second = (first + WEYL[0]) & MASK, (second + WEYL[1]) & MASK
    return a, b, c, d


def rolls_of(seed: int, session: int, model: DiceModel = FAIR_DICE) -> Iterator[Roll]:
    """The rolls of one session, without end.

    >>> dice = rolls_of(seed=1, session=0)
    >>> [next(dice).total for _ in range(10)]
    [9, 3, 9, 10, 6, 9, 4, 5, 6, 9]
    """
    check_seed(seed)
    key, low, high = (seed & MASK, seed >> 32), session & MASK, session >> 32
    if not model.is_fair:
        table = alias_table(model)
        for number in count():
            block, call = divmod(number, BLOCK // WORDS)
            yield from (ROLLS[table.roll_of(word)] for word in philox((block, call, low, high), key))
    for block in count():
        words = philox((block, 0, low, high), key)
        for number, word in enumerate(words):
            retry = 0
            while (word * POWER) & MASK < UNFAIR:
                retry += 1
                word, *_ = philox((block, retry * WORDS + number, low, high), key)  # noqa: PLW2901
            for _ in range(IN_A_WORD):
                word *= KINDS  # noqa: PLW2901
                yield ROLLS[word >> 32]
                word &= MASK  # noqa: PLW2901


def check_seed(seed: int) -> None:
    """Says so if a number is no seed."""
    if not 0 <= whole_number(seed, "a seed") < SEEDS:
        raise BadInput(f"a seed is a whole number from 0 to {SEEDS - 1}, not {seed}")
