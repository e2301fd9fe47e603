"""What comes of bets and strategies: exact probability from the compiled rulebook, and simulation of millions of
sessions, with a compiled kernel where there is one.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.analysis.dice.dice_file import read_dice as read_dice
    from sevenout.analysis.dice.dice_report import DiceReport as DiceReport
    from sevenout.analysis.dice.dice_report import examine_rolls as examine_rolls
    from sevenout.analysis.dice.roll_file import read_rolls as read_rolls
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
    from sevenout.analysis.exact.markov_chain import NeverDecided as NeverDecided
    from sevenout.analysis.exact.real_stakes import AtStake as AtStake
    from sevenout.analysis.exact.real_stakes import Sweep as Sweep
    from sevenout.analysis.exact.real_stakes import at_stake as at_stake
    from sevenout.analysis.exact.real_stakes import sweep as sweep
    from sevenout.analysis.exact.real_stakes import sweeps as sweeps
    from sevenout.analysis.exact.sessions.session_distribution import Distribution as Distribution
    from sevenout.analysis.exact.sessions.session_distribution import TooLarge as TooLarge
    from sevenout.analysis.exact.sessions.session_distribution import distribution as distribution
    from sevenout.analysis.simulation.dask_cluster import NoCluster as NoCluster
    from sevenout.analysis.simulation.jobs import Job as Job
    from sevenout.analysis.simulation.results import PartialResult as PartialResult
    from sevenout.analysis.simulation.results import Result as Result
    from sevenout.analysis.simulation.run import simulate as simulate
    from sevenout.analysis.solver.goal_chance import ClassTooLarge as ClassTooLarge
    from sevenout.analysis.solver.policy_iteration import NoKernelHere as NoKernelHere

else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "exact.bet_set_figures": ("BetSet",),
            "exact.bet_sets": ("bet_set",),
            "dice.dice_file": ("read_dice",),
            "dice.dice_report": ("DiceReport", "examine_rolls"),
            "dice.roll_file": ("read_rolls",),
            "exact.comparison": ("Comparison", "compare"),
            "exact.house_edge": ("Edges", "WagerEdge", "edges", "wager_edge"),
            "exact.line_odds": ("LineWithOdds",),
            "exact.markov_chain": ("NeverDecided",),
            "exact.real_stakes": ("AtStake", "Sweep", "at_stake", "sweep", "sweeps"),
            "exact.hourly_costs": ("RuleCosts", "rule_costs"),
            "exact.sessions.session_distribution": ("Distribution", "TooLarge", "distribution"),
            "simulation.dask_cluster": ("NoCluster",),
            "simulation.jobs": ("Job",),
            "simulation.results": ("PartialResult", "Result"),
            "simulation.run": ("simulate",),
            "solver.goal_chance": ("ClassTooLarge",),
            "solver.policy_iteration": ("NoKernelHere",),
        },
    )
