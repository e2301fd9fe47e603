"""The shift report of a live table: its log is played again beside the loop, a bit at a time, and added up.

What a report says is `crew.shift`'s; whoever asks pays for the playing, as for a transcript.
"""

from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import Floor, FloorEntry
from sevenout.crew.shift.shift_report import ShiftReport, shift_report
from sevenout.engine.game import Game
from sevenout.server.history.export import work_in_time
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import LogState
from sevenout.server.operation.callers import GONE
from sevenout.server.protocol.join_codes import code_of
from sevenout.table import LogEntry

MOST_READ = 100_000
_AT_ONCE = 200
_TOO_LONG = Refusal(
    "too-long",
    f"this log is longer than the {MOST_READ:,} entries that are added up here: `sevenout shift` adds its log up",
)


class TimedFloor:
    """A live table's log as it is played from its first entry on, every entry with the time at which it was written."""

    def __init__(self, game: Game, opened: str = "") -> None:
        self._record = LogState(game, opened, keep_log=True)

    @property
    def floor(self) -> Floor:
        """The table as the log leads to it, with all that happened there in `log`."""
        return self._record.floor

    def play(self, lines: list[bytes]) -> int:
        """Plays the lines that come next and says how many entries it has; raises BadInput at the first untrue one."""
        log: list[FloorEntry] = self.floor.log
        played = len(log)
        for entry in self._record.read(lines):
            for at in range(played, len(log)):
                happened = log[at]
                if isinstance(happened, LogEntry) and happened.at is None:
                    log[at] = replace(happened, at=entry.at)
            played = len(log)
        return self._record.chain.end.entries


async def report_shift(table: LiveTable, shift: str = "") -> ShiftReport | Refusal:
    """The report up to the last durable entry, with the table's code and the shift's name on every page."""
    played, end = TimedFloor(table.game, f"{table.name}:"), table.n + 1
    if end > MOST_READ:
        return _TOO_LONG
    for since in range(0, end, _AT_ONCE):
        lines = await table.store.lines(table.name, since, min(since + _AT_ONCE, end))
        if await work_in_time(played.play, lines) is None:
            return GONE
    report = await work_in_time(lambda floor: shift_report(table.game, floor.log), played.floor)
    if report is None:
        return GONE
    named = (f"table {code_of(table.name)}", f"{shift} shift" if shift else "")
    return replace(report, label=", ".join(filter(None, named)))
