"""Many seats around one puck: commands in, events out. Handlers judge a command against the state, events are applied
to it, `Table` plays and keeps the hash-chained log, and the notation writes every command as one line.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.table.event_application import evolve as evolve
    from sevenout.table.events import Event as Event
    from sevenout.table.events import Rolled as Rolled
    from sevenout.table.handlers.dispatch import decide_command as decide_command
    from sevenout.table.log.table_log import LogEntry as LogEntry
    from sevenout.table.named_layout import Layout as Layout
    from sevenout.table.named_layout import PlacedBet as PlacedBet
    from sevenout.table.notation import parse_line as parse_line
    from sevenout.table.state import Seat as Seat
    from sevenout.table.state import TableState as TableState
    from sevenout.table.table import Table as Table
    from sevenout.table.table import transcript as transcript
    from sevenout.table.table_snapshot import Snapshot as Snapshot
    from sevenout.table.table_snapshot import take_snapshot as take_snapshot
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "event_application": ("evolve",),
            "events": ("Event", "Rolled"),
            "handlers.dispatch": ("decide_command",),
            "log.table_log": ("LogEntry",),
            "named_layout": ("Layout", "PlacedBet"),
            "notation": ("parse_line",),
            "state": ("Seat", "TableState"),
            "table": ("Table", "transcript"),
            "table_snapshot": ("Snapshot", "take_snapshot"),
        },
    )
