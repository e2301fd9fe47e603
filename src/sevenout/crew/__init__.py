"""The people who run the game, by the house's manual: what they call, take, pay, mark and check, who stands at which
post, and how dice and money are handled. Nothing here decides a wager: the table has done that, and the crew carries it
out. `Floor` is a table with its crew.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.crew.floor.floor import Floor as Floor
    from sevenout.crew.replay import play as play
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "floor.floor": ("Floor",),
            "replay": ("play",),
        },
    )
