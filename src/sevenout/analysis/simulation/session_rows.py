"""Every session of a simulation as a row of its own: net, rolls and ending, to be compared or written to a file."""

import csv
from array import array
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from sevenout.analysis.simulation.session_spec import PlayedSessions
from sevenout.base.errors import BadInput
from sevenout.base.extras import wanting
from sevenout.base.files import write_whole
from sevenout.base.money import Cents

MOST_ROWS = 5_000_000
"""So many sessions are kept one by one at most."""
_UNPLAYED = 255
_PARQUET = ".parquet"
_COLUMNS = ("strategy", "rules", "session", "net_cents", "rolls", "ending")


class SessionRow(NamedTuple):
    """One session: its number, what it netted in cents, how many rolls it had and how it ended."""

    session: int
    net: Cents
    rolls: int
    ending: str


class SessionRows:
    """The sessions of one simulation by number; those that were not played, because somebody interrupted, are left out.

    Several threads may put sessions in: each writes its own stretch.

    >>> from sevenout import simulate
    >>> rows = SessionRows(3)
    >>> result = simulate("typical", "pass-line", sessions=3, rolls=20, bankroll=300_00, rows=rows)
    >>> len(rows), sum(row.net for row in rows) == round(3 * result.nets.mean)
    (3, True)
    """

    def __init__(self, sessions: int) -> None:
        if sessions > MOST_ROWS:
            raise BadInput(f"at most {MOST_ROWS:,} sessions can be compared or written one by one, not {sessions:,}")
        self.nets = array("q", bytes(8 * sessions))
        self._rolls = array("i", bytes(4 * sessions))
        self._ending = bytearray([_UNPLAYED]) * sessions
        self._endings: list[str] = []

    def put(self, first: int, played: PlayedSessions) -> None:
        """Takes in the sessions from number `first` on."""
        end = first + len(played.nets)
        codes = bytes(self._code(name) for name in played.endings)
        self.nets[first:end] = played.nets
        self._rolls[first:end] = array("i", played.rolls)
        self._ending[first:end] = bytes(codes[number] for number in played.ending)

    def _code(self, ending: str) -> int:
        if ending not in self._endings:
            self._endings.append(ending)
        return self._endings.index(ending)

    def __len__(self) -> int:
        return len(self._ending) - self._ending.count(_UNPLAYED)

    def __iter__(self) -> Iterator[SessionRow]:
        for session, code in enumerate(self._ending):
            if code != _UNPLAYED:
                yield SessionRow(session, self.nets[session], self._rolls[session], self._endings[code])

    def is_played(self, session: int) -> bool:
        """Whether that session was played."""
        return self._ending[session] != _UNPLAYED


class RowSource(NamedTuple):
    """The rows of one strategy in one house, by their names."""

    strategy: str
    rules: str
    rows: SessionRows


def write_rows(file: Path, sources: Sequence[RowSource]) -> None:
    """Writes every session of every source: Parquet if the file's name ends in .parquet (an extra), else CSV."""
    if file.suffix == _PARQUET:
        _write_parquet(file, sources)
        return
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(_COLUMNS)
    for strategy, rules, rows in sources:
        out.writerows((strategy, rules, *row) for row in rows)
    write_whole(file, text.getvalue(), "the sessions")


def _write_parquet(file: Path, sources: Sequence[RowSource]) -> None:
    with wanting("pyarrow", "a Parquet file"):
        import pyarrow
        from pyarrow import parquet
    lines = [(strategy, rules, *row) for strategy, rules, rows in sources for row in rows]
    columns = [list(column) for column in zip(*lines, strict=True)]
    parquet.write_table(pyarrow.table(columns, names=list(_COLUMNS)), file)
