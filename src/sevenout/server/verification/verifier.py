"""Checks what a house published, offline: a table's log, or a copy of its whole store with its checkpoints."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from sevenout.base.errors import BadEntry, BadInput, SevenoutError
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.server.fairness.checkpoints import (
    Checkpoint,
    Promises,
    checkpoints_in_force,
    describe_foreign_checkpoint,
    genuine,
)
from sevenout.server.live.envelopes import Envelopes
from sevenout.server.live.log_state import LogState, opening_mark
from sevenout.server.live.table_terms import decode_terms, game_of
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.protocol.published_entries import is_published
from sevenout.server.store.backup import immutable, readable
from sevenout.server.verification.dice_tally import DiceTally
from sevenout.server.verification.key_audit import KeptAnswer, KeyAudit
from sevenout.table.events import Opened
from sevenout.table.log.hash_chain import End, bad_entry, read_entries

_TOLD_EVERY = 500


class LogVerdict(NamedTuple):
    """What was found of one log."""

    table: str
    end: End | None = None
    fault: str = ""
    """The first entry that does not belong, and why; empty if all do."""
    dice: DiceTally | None = None
    """How its dice were made, if it is sound."""
    given_up: Checkpoint | None = None
    """The operator's signed word that what was promised beyond it holds no more, if there is one."""


Played = Callable[[int, int], object]
"""Told how many entries were played so far, of how many; 0 where nobody knows."""


def verify_log(
    table: str,
    lines: Iterable[bytes],
    game: Game,
    promised: Iterable[Checkpoint] = (),
    public: str = "",
    opened: str = "",
    played: Played = lambda _done, _all: None,
    answers: Iterable[KeptAnswer] | None = None,
) -> LogVerdict:
    """A log against its rules, what was promised of it, and the answers to its keys where there is a store.

    `opened` is how its first entry is marked.
    """
    holds = checkpoints_in_force(public, promised)
    promises, spent = Promises(holds.promised, public), KeyAudit(answers)
    record, dice, envelopes = LogState(game, opened), DiceTally(), Envelopes()
    before = record.turns
    try:
        for entry in record.read(lines):
            dice.count(before, entry, record.turns)
            before = record.turns
            promises.check_up_to(record.chain.end)
            spent.check_entry(entry)
            if answers is not None and is_published(entry):
                raise bad_entry(entry.n, "it tells of a person by a mark, as published logs do and no store")
            envelopes.check_entry(entry)
            if not entry.n % _TOLD_EVERY:
                played(entry.n, 0)
    except BadEntry as error:
        return LogVerdict(table, fault=promises.broken or str(error))
    except BadInput as error:  # there is not one line
        return LogVerdict(table, fault=f"event 0 of the log: it is missing ({error})")
    broken = promises.broken or promises.missing(record.chain.end) or spent.wrong()
    if broken:
        return LogVerdict(table, fault=broken)
    return LogVerdict(table, record.chain.end, dice=dice, given_up=holds.given_up)


def verify_store(
    path: Path,
    promised: Iterable[Checkpoint] = (),
    public: str = "",
    played: Played = lambda _done, _all: None,
) -> Iterator[LogVerdict]:
    """Every table of a store's file, or of a copy of it; a table that was promised and is not there is a fault too."""
    by_table: dict[str, list[Checkpoint]] = {}
    for made in promised:
        by_table.setdefault(made.table, []).append(made)
    with readable(path) as whole, closing(immutable(whole)) as db:
        try:
            tables = db.execute("SELECT id, name, terms FROM tables ORDER BY id").fetchall()
            (all_of_them,) = db.execute("SELECT count(*) FROM lines").fetchone()
            before = 0
            for number, name, terms in tables:
                try:
                    game = game_of(decode_terms(terms if isinstance(terms, bytes) else b""))
                except SevenoutError as error:
                    by_table.pop(name, None)
                    yield LogVerdict(name, fault=f"event 0 of the log: it was opened on other terms ({error})")
                    continue
                told = partial(_report_progress, played, before, all_of_them)
                kept, mark = by_table.pop(name, []), opening_mark(name, terms)
                lines, answers = _lines(db, number), _answers(db, number)
                verdict = verify_log(name, lines, game, kept, public, mark, told, answers)
                before += 0 if verdict.end is None else verdict.end.entries
                yield verdict
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{path} cannot be read as the store of a house: {error}") from error
    for name, made_of_it in sorted(by_table.items()):
        forged = [made for made in made_of_it if not genuine(public, made)]
        if forged or checkpoints_in_force(public, made_of_it).promised:
            yield LogVerdict(
                name,
                fault=describe_foreign_checkpoint(forged[0])
                if forged
                else "event 0 of the log: the whole log is missing",
            )


def _report_progress(played: Played, before: int, all_of_them: int, done: int, _: int) -> None:
    played(before + done, all_of_them)


def _lines(db: sqlite3.Connection, number: int) -> Iterator[bytes]:
    """The lines of a table as they lie there; what is no line is an empty one, and found as such.

    Raises BadEntry where one is missing.
    """
    rows = db.execute("SELECT n, line FROM lines WHERE tbl = ? ORDER BY n", (number,))
    for at, (n, line) in enumerate(rows):
        if n != at:
            raise bad_entry(at, f"it is missing in the store, where event {n} comes next")
        yield line if _bare(line) else b""


def _answers(db: sqlite3.Connection, number: int) -> Iterator[KeptAnswer]:
    """The answers to the keys of a table; one that says no entry at all says one that is not there."""
    for who, key, n in db.execute("SELECT who, key, n FROM answers WHERE tbl = ?", (number,)):
        yield KeptAnswer(who, key, n if isinstance(n, int) else -1)


def _bare(line: object) -> bool:
    """Whether it is a line as the house writes it, with nothing behind it that a text would pass over."""
    return isinstance(line, bytes) and line == line.rstrip()


class LogHead(NamedTuple):
    """What the first entry of a log says: at which table of a house it was played, if at any, and by which game."""

    table: str
    game: Game


def head_of_log(first_line: bytes, rules: str | None = None) -> LogHead:
    """What a log was played by, as its first entry names it; `rules` is a book not shipped."""
    first = next(read_entries([first_line], msgspec.json.Decoder(ServerLogEntry), None), None)
    if first is None or not isinstance(first.event, Opened):
        raise BadInput("event 0 of the log: a log begins with the table being opened")
    house = first.event.house
    book = open_book(rules or house.book)
    if book.book.digest != house.digest:
        raise BadInput(f"the log was played by another text of {house.book!r}: name its file with --rules")
    game = Game(book, house.minimum, house.maximum, house.chip, seats=house.places, undo=house.undo)
    return LogHead(first.key.partition(":")[0], game)
