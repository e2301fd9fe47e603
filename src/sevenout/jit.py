"""Compiles a function by Numba, where that is installed."""

from collections.abc import Callable
from typing import Any


def compiled(function: Callable[..., Any], signature: Any = None) -> Any:
    """The function compiled, and kept for the next process where there is a place to keep it; None without Numba.

    >>> twice = compiled(lambda number: 2 * number)
    >>> twice is None or twice(21) == 42
    True
    """
    try:
        from numba import njit
    except ImportError:
        return None
    try:
        return njit(signature, cache=True, nogil=True)(function)
    except RuntimeError:  # neither beside the module nor in the user's cache may anything be written
        return njit(signature, nogil=True)(function)
