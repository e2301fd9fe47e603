"""NumPy for the engines, or one line that says what to type to have it. Jobs and results do without it."""

from sevenout.extras import wanting

with wanting("numpy", "a strategy's session"):
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NDArray", "np"]
