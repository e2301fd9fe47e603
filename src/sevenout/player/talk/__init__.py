"""A seat that listens: what people say at a table, read as tokens, phrases and names of this house's wagers, and
understood as commands, a choice between readings, or the nearest thing that could be meant.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.player.talk.interpretations import Choice as Choice
    from sevenout.player.talk.interpretations import Heard as Heard
    from sevenout.player.talk.interpretations import Unclear as Unclear
    from sevenout.player.talk.interpretations import Understood as Understood
    from sevenout.player.talk.interpretations import typed as typed
    from sevenout.player.talk.interpreter import understand as understand
    from sevenout.player.talk.repeats import Memory as Memory
    from sevenout.player.talk.repeats import memory_of as memory_of
    from sevenout.player.talk.repeats import remembered as remembered
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "interpretations": ("Choice", "Heard", "Unclear", "Understood", "typed"),
            "interpreter": ("understand",),
            "repeats": ("Memory", "memory_of", "remembered"),
        },
    )
