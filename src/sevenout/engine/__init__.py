"""One seat's bets under one house: the position on the layout, placing, reducing and calling wagers, what a roll
settles, what may be bet now, and the Shootout's reckoning. Pure functions over frozen values; many seats are the
table's business.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.engine.betting import call as call
    from sevenout.engine.betting import place as place
    from sevenout.engine.betting import reduce as reduce
    from sevenout.engine.betting import take_down as take_down
    from sevenout.engine.description import describe as describe
    from sevenout.engine.game import Game as Game
    from sevenout.engine.offers import Offer as Offer
    from sevenout.engine.offers import offer as offer
    from sevenout.engine.position import EMPTY as EMPTY
    from sevenout.engine.position import Change as Change
    from sevenout.engine.position import Move as Move
    from sevenout.engine.position import Position as Position
    from sevenout.engine.position import Settlement as Settlement
    from sevenout.engine.settlement import settle as settle
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "betting": ("call", "place", "reduce", "take_down"),
            "description": ("describe",),
            "game": ("Game",),
            "offers": ("Offer", "offer"),
            "position": ("EMPTY", "Change", "Move", "Position", "Settlement"),
            "settlement": ("settle",),
        },
    )
