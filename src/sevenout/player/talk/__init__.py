"""A seat that listens: what people say at a table, read as tokens, phrases and names of this house's wagers, and
understood as commands, a choice between readings, or the nearest thing that could be meant.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.player.talk.interpretations import Heard as Heard
    from sevenout.player.talk.interpretations import ReadingChoice as ReadingChoice
    from sevenout.player.talk.interpretations import Unclear as Unclear
    from sevenout.player.talk.interpretations import Understood as Understood
    from sevenout.player.talk.interpretations import format_typed as format_typed
    from sevenout.player.talk.interpreter import understand as understand
    from sevenout.player.talk.repeats import SeatMemory as SeatMemory
    from sevenout.player.talk.repeats import memory_of as memory_of
    from sevenout.player.talk.repeats import remember_event as remember_event
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "interpretations": ("Heard", "ReadingChoice", "Unclear", "Understood", "format_typed"),
            "interpreter": ("understand",),
            "repeats": ("SeatMemory", "memory_of", "remember_event"),
        },
    )
