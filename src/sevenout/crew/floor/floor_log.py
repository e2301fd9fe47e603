"""The log of a floor: what was told to table, dice and crew in one order and one chain, and the floor it leads to.

Entries are written and chained as a table's are (`table.log.hash_chain`); of a table without a crew they are the very
same
lines. What follows from an entry (work left, an inspection due) is not written: reading a log plays it again.
"""

from collections.abc import Iterable, Iterator

import msgspec

from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import ROUTINE, Floor, FloorLogEntry
from sevenout.engine.game import Game
from sevenout.table import transcript
from sevenout.table.log.hash_chain import End, bad_entry, end_of, read_entries

_entry = msgspec.json.Decoder(FloorLogEntry)


def read_floor_log(game: Game, lines: Iterable[str | bytes], *, end: End | None = None) -> Floor:
    """The floor that a log leads to; raises BadInput at the first entry that does not belong or does not follow.

    >>> from sevenout.crew.pit.pit_commands import OpenGame
    >>> from sevenout.table.log.hash_chain import write_log
    >>> floor = Floor(Game.open("catfish-bend"))
    >>> _ = floor.execute(OpenGame("Kim", "Lou"))
    >>> read_floor_log(floor.game, write_log(floor.record)).pit.posts
    {'stickperson': 'Kim', 'third base': 'Lou'}
    """
    floor = Floor(game)
    for entry in read_entries(lines, _entry, end):
        if entry.n == 0:
            _open(floor, entry)
        else:
            _play(floor, entry)
    return floor


def verify_floor_log(game: Game, lines: Iterable[str | bytes], *, end: End | None = None) -> End:
    """Plays a log again: every command must lead to the event that stands beside it. Where the log ends."""
    return end_of(read_floor_log(game, lines, end=end).record)


def _open(floor: Floor, entry: FloorLogEntry) -> None:
    opened = floor.record[0]
    if entry.event != opened.event or entry.command is not None or entry.table is not None:
        raise bad_entry(0, "it is not how this house opens a table")
    floor.record[0] = entry


def _play(floor: Floor, entry: FloorLogEntry) -> None:
    if entry.command is None:
        raise bad_entry(entry.n, "a log is opened once")
    answer = floor.execute(entry.command, at=entry.at, actor=entry.actor, key=entry.key)
    if isinstance(answer, Refusal):
        raise bad_entry(entry.n, f"the house refuses «{entry.command}»: {answer.reason}")
    if floor.record[-1] != entry:
        raise bad_entry(entry.n, f"«{entry.command}» leads to something else than is written there")


def floor_transcript(record: Iterable[FloorLogEntry]) -> Iterator[str]:
    """A floor's record as the lines of a transcript; what is routine goes without saying there too."""
    return transcript(entry for entry in record if entry.actor != ROUTINE)
