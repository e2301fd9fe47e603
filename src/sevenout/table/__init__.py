"""Many seats around one puck: commands in, events out. `decide` judges, `evolve` applies, `Table` plays."""

from sevenout.table.decide import decide
from sevenout.table.events import Event, Rolled
from sevenout.table.evolve import evolve
from sevenout.table.live import Table, transcript
from sevenout.table.log import Recorded
from sevenout.table.snapshot import Snapshot, snapshot
from sevenout.table.state import Seat, TableState

__all__ = [
    "Event",
    "Recorded",
    "Rolled",
    "Seat",
    "Snapshot",
    "Table",
    "TableState",
    "decide",
    "evolve",
    "snapshot",
    "transcript",
]
