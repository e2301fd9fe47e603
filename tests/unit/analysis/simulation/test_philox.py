"""The dice: known answers, four ways to throw that agree, and no roll that is favoured."""

from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from sevenout.analysis.kernel import kernel
from sevenout.analysis.simulation.engines.numpy_engine import throw_block
from sevenout.analysis.simulation.philox import BLOCK, IN_A_WORD, KINDS, MASK, POWER, UNFAIR, WORDS, philox, rolls_of
from sevenout.base.errors import BadInput

SEED = 0x0123456789ABCDEF


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_known_answers_of_random123(counter: str, key: str, words: str) -> None:
    a, b, c, d = (int(word, 16) for word in counter.split())
    first, second = (int(word, 16) for word in key.split())
    assert " ".join(f"{word:08x}" for word in philox((a, b, c, d), (first, second))) == words


def unfair_words(session: int, block: int) -> int:
    """How many words of a block are drawn again."""
    words = philox((block, 0, session & MASK, session >> 32), (SEED & MASK, SEED >> 32))
    return sum((word * POWER) & MASK < UNFAIR for word in words)


GROUP = 8
"""So many sessions are thrown for at once."""
FIRST, SESSIONS, BLOCKS = 2**32 - 500, 1_000, 3
"""Sessions on both sides of what 32 bits hold."""


def plainly() -> NDArray[np.int64]:
    """All rolls of these sessions: one row a roll, one column a session."""
    sessions = [list(islice(rolls_of(SEED, FIRST + number), BLOCKS * BLOCK)) for number in range(SESSIONS)]
    return np.array([[roll.index for roll in session] for session in sessions]).T


def test_arrays_throw_what_plain_python_throws() -> None:
    sessions = np.arange(FIRST, FIRST + SESSIONS, dtype=np.uint64)
    assert np.array_equal(np.concatenate([throw_block(SEED, sessions, block) for block in range(BLOCKS)]), plainly())


def test_some_of_these_words_are_drawn_again() -> None:
    again = sum(unfair_words(FIRST + number, block) for number in range(SESSIONS) for block in range(BLOCKS))
    assert 0 < again < 20  # one word in 2,298


@pytest.mark.parametrize("vectors", [True, False])
def test_the_kernel_throws_what_plain_python_throws(vectors: bool) -> None:
    """One by one and as pairs, with the processor's vectors and without."""
    assert kernel.VECTORS or not vectors, "this processor has no AVX2: its path cannot be tested here"
    singly, paired = np.zeros((2, BLOCKS, BLOCK, SESSIONS), np.int64)
    for at in range(0, SESSIONS, GROUP):
        sessions = np.arange(FIRST + at, FIRST + at + GROUP, dtype=np.uint64)
        for block in range(BLOCKS):
            blocks = np.full(GROUP, block, np.uint64)
            rolls, pairs = (np.frombuffer(each, np.uint64) for each in kernel.thrown(SEED, sessions, blocks, vectors))
            singly[block, :, at : at + GROUP] = rolls.reshape(BLOCK, GROUP)
            paired[block, ::2, at : at + GROUP], paired[block, 1::2, at : at + GROUP] = divmod(
                pairs.reshape(BLOCK // 2, GROUP), KINDS
            )
    assert np.array_equal(singly.reshape(-1, SESSIONS), plainly())
    assert np.array_equal(paired, singly)


def test_every_roll_comes_up_alike() -> None:
    rolls = np.concatenate([throw_block(2, np.arange(20_000, dtype=np.uint64), block) for block in range(2)])
    expected = rolls.size / 36
    chi_square = float(((np.bincount(rolls.ravel(), minlength=36) - expected) ** 2 / expected).sum())
    assert 12 < chi_square < 72  # 35 degrees of freedom: outside once in five thousand tries


def test_a_block_has_its_words_one_after_the_other() -> None:
    words = philox((0, 0, 7, 0), (1, 0))
    rolls = [roll.index for roll in islice(rolls_of(1, 7), BLOCK)]
    leading = [word * 36 >> 32 for word in words]
    assert rolls[::IN_A_WORD] == leading
    assert len(leading) == WORDS


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(BadInput, match="a seed is a whole number from 0 to 18446744073709551615"):
        next(rolls_of(seed, 0))
