"""How a player plays: the view a strategy is given before a roll, the language strategies are written in, the named
strategies that come with sevenout, a plain session played roll by roll, and the tracer that finds out all a strategy
can do.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.strategy.language.compiler.plan import Plan as Plan
    from sevenout.strategy.language.mistakes import BadStrategy as BadStrategy
    from sevenout.strategy.language.tools.checker import NotOffered as NotOffered
    from sevenout.strategy.library import open_strategy as open_strategy
    from sevenout.strategy.named_texts import list_strategies as list_strategies
    from sevenout.strategy.session_end import SessionEnd as SessionEnd
    from sevenout.strategy.tracing import Disagreement as Disagreement
    from sevenout.strategy.tracing import HiddenState as HiddenState
    from sevenout.strategy.tracing import OverBudget as OverBudget
    from sevenout.strategy.tracing import Reckoning as Reckoning
    from sevenout.strategy.tracing import Untraceable as Untraceable
    from sevenout.strategy.view import FalsePlay as FalsePlay
    from sevenout.strategy.view import Strategy as Strategy
    from sevenout.strategy.view import View as View
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "language.compiler.plan": ("Plan",),
            "language.mistakes": ("BadStrategy",),
            "language.tools.checker": ("NotOffered",),
            "library": ("open_strategy",),
            "named_texts": ("list_strategies",),
            "session_end": ("SessionEnd",),
            "tracing": ("Disagreement", "HiddenState", "OverBudget", "Reckoning", "Untraceable"),
            "view": ("FalsePlay", "Strategy", "View"),
        },
    )
