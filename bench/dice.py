"""A thousand million rolls of the simulation's dice, counted: `python -m bench.dice`."""

import numpy as np
from numba import njit

from sevenout.dice import ROLLS
from sevenout.simulation import kernel
from sevenout.simulation.philox import BLOCK

MANY = 10**9
LOW, HIGH = 8.0, 85.0
"""Chi-square with 35 degrees of freedom lies outside once in a hundred thousand tries."""

_throw, _draw_again = kernel._throw, kernel._draw_again
_GROUP, _BLOCK = kernel.GROUP, BLOCK


@njit
def _count(counts: np.ndarray, seed: np.uint64, blocks: int) -> None:
    dice, session = np.zeros(_BLOCK * _GROUP, np.uint64), np.arange(_GROUP).astype(np.uint64)
    block, nowhere = np.zeros(_GROUP, np.uint64), np.uint64(0)
    for _ in range(blocks):
        unfair = _throw(36, dice, session, block, 0, seed, nowhere)
        if unfair:
            _draw_again(36, dice, session, block, 0, seed, nowhere, unfair)
        for place in range(dice.size):
            counts[dice[place] >> np.uint64(3)] += 1
        block += np.uint64(1)


def counting(rolls: int = MANY // 20, seed: int = 1) -> list[str]:
    """Chi-square over so many rolls."""
    counts = np.zeros(len(ROLLS), np.int64)
    _count(counts, np.uint64(seed), rolls // (_BLOCK * _GROUP))
    expected = counts.sum() / len(ROLLS)
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert LOW < chi_square < HIGH, f"chi-square {chi_square:.1f} over {counts.sum():,} rolls"
    return [f"dice: chi-square {chi_square:.1f} over {counts.sum():,} rolls, 35 degrees of freedom"]


if __name__ == "__main__":
    print("\n".join(counting(MANY)))
