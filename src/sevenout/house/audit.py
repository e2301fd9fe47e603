"""Signed checkpoints, kept apart from the store: where a table's log was at some time. They find what a chain cannot.

A chain finds whatever was altered before its last line. That a log was cut, made anew from the start, or put in the
place of another's, only somebody finds who knows where it was: a checkpoint says so, with the house's signature.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from sevenout.errors import BadInput
from sevenout.house.keys import Keys, signed_by
from sevenout.table.chain import End


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a table's log was."""

    table: str
    entries: int
    hash: str
    at: datetime
    signature: str = ""

    @property
    def words(self) -> bytes:
        """What is signed."""
        return msgspec.json.encode(msgspec.structs.replace(self, signature=""))


def checkpoint(keys: Keys, table: str, end: End, at: datetime) -> Checkpoint:
    """A signed word on where a log is.

    >>> from datetime import UTC
    >>> keys = Keys(b"d" * 32, b"s" * 32)
    >>> made = checkpoint(keys, "t-1", End(3, "00"), datetime(2026, 3, 2, tzinfo=UTC))
    >>> genuine(keys.public, made), genuine(keys.public, msgspec.structs.replace(made, entries=2))
    (True, False)
    """
    plain = Checkpoint(table, end.entries, end.hash, at)
    return msgspec.structs.replace(plain, signature=keys.sign(plain.words))


def genuine(public: str, made: Checkpoint) -> bool:
    """Whether the house signed it."""
    return signed_by(public, made.words, made.signature)


class Checkpoints:
    """A file of checkpoints, one a line, only ever added to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, made: Iterable[Checkpoint]) -> None:
        """Writes them, durably."""
        with self.path.open("ab") as file:
            for each in made:
                file.write(msgspec.json.encode(each) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def __iter__(self) -> Iterator[Checkpoint]:
        for number, line in enumerate(self.path.read_bytes().splitlines(), 1):
            try:
                yield msgspec.json.decode(line, type=Checkpoint)
            except msgspec.DecodeError as error:
                raise BadInput(f"line {number} of {self.path} is no checkpoint: {error}") from error


def broken_promise(lines: list[bytes], promised: Iterable[Checkpoint], public: str) -> str:
    """What of a table's checkpoints its log does not keep, if anything; the lines' own chain is sound already."""
    for made in promised:
        if not genuine(public, made):
            return f"the checkpoint at {made.entries} entries was not signed by this house"
        if made.entries > len(lines):
            return f"entry {len(lines)} is missing: the log had {made.entries} entries on {made.at.isoformat()}"
        if lines[made.entries - 1][-66:-2] != made.hash.encode():
            return f"entry {made.entries - 1} is not the one that was there on {made.at.isoformat()}"
    return ""
