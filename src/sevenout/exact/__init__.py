"""Exact probability from the compiled rows: no sampling, no floating point.

>>> from sevenout import exact
>>> str(exact.edges("crapless")["pass"].edge)
'373/6930'
"""

from sevenout.exact import shooter
from sevenout.exact.compare import Comparison, compare
from sevenout.exact.house_edge import Edges, Worth, edges, worth
from sevenout.exact.line import LineWithOdds, line, lines
from sevenout.exact.stakes import FLOOR, AtStake, Sweep, at_stake, sweep, sweeps

__all__ = [
    "FLOOR",
    "AtStake",
    "Comparison",
    "Edges",
    "LineWithOdds",
    "Sweep",
    "Worth",
    "at_stake",
    "compare",
    "edges",
    "line",
    "lines",
    "shooter",
    "sweep",
    "sweeps",
    "worth",
]
