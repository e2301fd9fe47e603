"""Exact probability from the compiled rows: no sampling, no floating point.

>>> from sevenout import exact
>>> str(exact.edges("crapless")["pass"].edge)
'373/6930'
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.analysis.exact import shooter as shooter
    from sevenout.analysis.exact.bet_set_figures import BetSet as BetSet
    from sevenout.analysis.exact.bet_sets import bet_set as bet_set
    from sevenout.analysis.exact.comparison import Comparison as Comparison
    from sevenout.analysis.exact.comparison import compare as compare
    from sevenout.analysis.exact.hourly_costs import RuleCosts as RuleCosts
    from sevenout.analysis.exact.hourly_costs import rule_costs as rule_costs
    from sevenout.analysis.exact.house_edge import Edges as Edges
    from sevenout.analysis.exact.house_edge import WagerEdge as WagerEdge
    from sevenout.analysis.exact.house_edge import edges as edges
    from sevenout.analysis.exact.house_edge import wager_edge as wager_edge
    from sevenout.analysis.exact.line_odds import LineWithOdds as LineWithOdds
    from sevenout.analysis.exact.line_odds import line_with_odds as line_with_odds
    from sevenout.analysis.exact.line_odds import lines_with_odds as lines_with_odds
    from sevenout.analysis.exact.real_stakes import FLOOR as FLOOR
    from sevenout.analysis.exact.real_stakes import AtStake as AtStake
    from sevenout.analysis.exact.real_stakes import Sweep as Sweep
    from sevenout.analysis.exact.real_stakes import at_stake as at_stake
    from sevenout.analysis.exact.real_stakes import sweep as sweep
    from sevenout.analysis.exact.real_stakes import sweeps as sweeps
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bet_set_figures": ("BetSet",),
            "bet_sets": ("bet_set",),
            "comparison": ("Comparison", "compare"),
            "house_edge": ("Edges", "WagerEdge", "edges", "wager_edge"),
            "line_odds": ("LineWithOdds", "line_with_odds", "lines_with_odds"),
            "real_stakes": ("FLOOR", "AtStake", "Sweep", "at_stake", "sweep", "sweeps"),
            "hourly_costs": ("RuleCosts", "rule_costs"),
            "shooter": ("shooter",),
        },
    )
