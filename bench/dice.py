"""A thousand million rolls of the simulation's dice, counted: `python -m bench.dice`."""

from itertools import count, repeat

import numpy as np

from sevenout.analysis.kernel import kernel
from sevenout.analysis.simulation.philox import BLOCK
from sevenout.base.dice import ROLLS

MANY = 10**9
LOW, HIGH = 8.0, 85.0
"""Chi-square with 35 degrees of freedom lies outside once in a hundred thousand tries."""
_GROUP = 8
_AT_ONCE = 1_000


def counting(rolls: int = MANY // 20, seed: int = 1) -> list[str]:
    """Chi-square over so many rolls, as the kernel throws them."""
    counts, sessions = np.zeros(len(ROLLS), np.int64), np.arange(_GROUP, dtype=np.uint64)
    blocks = map(np.full, repeat(_GROUP), count(), repeat(np.uint64))
    for _ in range(rolls // (BLOCK * _GROUP * _AT_ONCE)):
        thrown = b"".join(kernel.thrown(seed, sessions, next(blocks), bool(kernel.VECTORS))[0] for _ in range(_AT_ONCE))
        counts += np.bincount(np.frombuffer(thrown, np.int64), minlength=len(ROLLS))
    expected = counts.sum() / len(ROLLS)
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert LOW < chi_square < HIGH, f"chi-square {chi_square:.1f} over {counts.sum():,} rolls"
    return [f"dice: chi-square {chi_square:.1f} over {counts.sum():,} rolls, 35 degrees of freedom"]


if __name__ == "__main__":
    print("\n".join(counting(MANY)))
