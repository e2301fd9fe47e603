"""What a table answers to a command that it carries out."""

from msgspec import Struct

from sevenout.table.events import Event
from sevenout.table.state import TableState


class CommandOutcome(Struct, frozen=True, gc=False):
    """An event, and the state after it, which whoever decided has worked out anyhow.

    Whoever reads the event elsewhere gets there by `evolve`, without the rules.
    """

    event: Event
    state: TableState
