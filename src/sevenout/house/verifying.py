"""Checks what a house published, offline: a table's log, or a copy of its whole store with its checkpoints."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from sevenout.compile import open_book
from sevenout.errors import BadInput
from sevenout.game import Game
from sevenout.house.audit import Checkpoint, broken_promise
from sevenout.house.happenings import HouseRecorded
from sevenout.house.record import verified
from sevenout.house.terms import decoded, game_of
from sevenout.table.chain import End, read_entries
from sevenout.table.events import Opened


class Verdict(NamedTuple):
    """What was found of one log."""

    table: str
    end: End | None = None
    fault: str = ""
    """The first entry that does not belong, and why; empty if all do."""


def verify_log(
    table: str, lines: list[bytes], game: Game, promised: Iterable[Checkpoint] = (), public: str = ""
) -> Verdict:
    """A log against its rules, and against what was promised of it."""
    try:
        end = verified(game, lines)
    except BadInput as error:
        return Verdict(table, fault=str(error))
    broken = broken_promise(lines, promised, public)
    return Verdict(table, None if broken else end, broken)


def verify_store(path: Path, promised: Iterable[Checkpoint] = (), public: str = "") -> Iterator[Verdict]:
    """Every table of a store's file, or of a copy of it; a table that was promised and is not there is a fault too."""
    by_table: dict[str, list[Checkpoint]] = {}
    for made in promised:
        by_table.setdefault(made.table, []).append(made)
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        try:
            tables = db.execute("SELECT id, name, terms FROM tables ORDER BY id").fetchall()
            for number, name, terms in tables:
                rows = db.execute("SELECT n, line FROM lines WHERE tbl = ? ORDER BY n", (number,)).fetchall()
                gap = next((at for at, (n, line) in enumerate(rows) if n != at or not isinstance(line, bytes)), None)
                if gap is not None:
                    yield Verdict(
                        name, fault=f"event {gap} of the log: it is missing, or is no line as the house writes it"
                    )
                    continue
                lines = [line for _, line in rows]
                yield verify_log(name, lines, game_of(decoded(terms)), by_table.pop(name, []), public)
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{path} cannot be read as the store of a house: {error}") from error
    for name in sorted(by_table):
        yield Verdict(name, fault="the whole log is missing: there are checkpoints of it")


def game_of_log(lines: list[bytes], rules: str | None = None) -> Game:
    """The game that a log was played by, as its first entry names it; `rules` is a book not shipped."""
    first = next(read_entries(lines[:1], msgspec.json.Decoder(HouseRecorded), None), None)
    if first is None or not isinstance(first.event, Opened):
        raise BadInput("event 0 of the log: a log begins with the table being opened")
    house = first.event.house
    book = open_book(rules or house.book)
    if book.book.digest != house.digest:
        raise BadInput(f"the log was played by another text of {house.book!r}: name its file with --rules")
    return Game(book, house.minimum, house.maximum, house.chip, seats=house.places, undo=house.undo)
