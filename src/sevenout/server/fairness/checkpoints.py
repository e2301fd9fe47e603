"""Signed checkpoints, kept apart from the store: where a table's log was at some time. They find what a chain cannot.

A chain finds whatever was altered before its last line. That a log was cut, made anew from the start, or put in the
place of another's, only somebody finds who knows where it was: a checkpoint says so, with the house's signature.
"""

import fcntl
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.server.fairness.keys import Keys, signed_by
from sevenout.table.log.hash_chain import End


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a table's log was."""

    table: str
    entries: int
    hash: str
    at: datetime
    signature: str = ""
    accepted: bool = False
    """The operator opened the house though the log is not where earlier ones say: those reach only up to here."""

    @property
    def words(self) -> bytes:
        """What is signed."""
        return _line(msgspec.structs.replace(self, signature=""))


def _line(made: Checkpoint) -> bytes:
    """A checkpoint as it is written; `accepted` stands there if it is so."""
    told = {name: getattr(made, name) for name in ("table", "entries", "hash", "at", "signature")}
    return msgspec.json.encode({**told, "accepted": True} if made.accepted else told)


class _StoredCheckpoint(Checkpoint, frozen=True, forbid_unknown_fields=True):
    """A checkpoint as somebody may keep it: as the house wrote it, or as it tells whoever asks, with its key."""

    public_key: str = ""


def checkpoint(keys: Keys, table: str, end: End, at: datetime, *, accepted: bool = False) -> Checkpoint:
    """A signed word on where a log is; `accepted`: whatever earlier ones say of what comes behind.

    >>> from datetime import UTC
    >>> keys = Keys(b"d" * 32, b"s" * 32)
    >>> made = checkpoint(keys, "t-1", End(3, "00"), datetime(2026, 3, 2, tzinfo=UTC))
    >>> genuine(keys.public, made), genuine(keys.public, msgspec.structs.replace(made, entries=2))
    (True, False)
    """
    plain = Checkpoint(table, end.entries, end.hash, at, accepted=accepted)
    return msgspec.structs.replace(plain, signature=keys.sign(plain.words))


def genuine(public: str, made: Checkpoint) -> bool:
    """Whether the house signed it."""
    return signed_by(public, made.words, made.signature)


class Checkpoints:
    """A file of checkpoints, one a line, only ever added to; several servers may write to the same.

    What `GET /api/tables/T/verify` answered is such a line too.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn: list[int] = []
        """The lines that were cut when the file was last read: a crash came while they were written."""

    def add(self, made: Iterable[Checkpoint]) -> None:
        """Writes them, durably; what a crash cut short before them stays a line of its own."""
        lines = b"".join(_line(each) + b"\n" for each in made)
        with self.path.open("a+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = file.seek(0, os.SEEK_END)
            whole = not size or os.pread(file.fileno(), 1, size - 1) == b"\n"
            rest = memoryview(lines if whole else b"\n" + lines)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())

    def __iter__(self) -> Iterator[Checkpoint]:
        self.torn = []
        try:
            lines = self.path.read_bytes().splitlines()
        except OSError as error:
            raise BadInput(f"{self.path} cannot be read: {error.strerror}") from error
        for number, line in enumerate(lines, 1):
            try:
                kept = msgspec.json.decode(line, type=_StoredCheckpoint)
                yield Checkpoint(kept.table, kept.entries, kept.hash, kept.at, kept.signature, kept.accepted)
            except msgspec.DecodeError as error:
                if b"\0" not in line and not _BEGINS.startswith(line[: len(_BEGINS)]):
                    raise BadInput(f"line {number} of {self.path} is no checkpoint: {error}") from error
                self.torn.append(number)


_BEGINS = b'{"table":"'
"""How a checkpoint begins: a line that begins so and cannot be read was cut; so was one with nothing in a sector."""


class CheckpointsInForce(NamedTuple):
    """What the checkpoints of one table still promise."""

    promised: list[Checkpoint]
    given_up: Checkpoint | None = None
    """The last word of the operator that reached less far than what had been promised."""

    @property
    def last(self) -> Checkpoint | None:
        """The one that reaches farthest."""
        return max(self.promised, key=lambda made: made.entries, default=None)


def checkpoints_in_force(public: str, made: Iterable[Checkpoint]) -> CheckpointsInForce:
    """The checkpoints of a table that hold, in the order they were made.

    Where the operator accepted a log that ends earlier, those before that reach only up to there.
    """
    promised, given_up = list[Checkpoint](), None
    for one in made:
        if one.accepted and genuine(public, one):
            if any(each.entries > one.entries for each in promised):
                given_up = one
            promised = [each for each in promised if each.entries < one.entries]
        if one.entries:
            promised.append(one)
    return CheckpointsInForce(promised, given_up)


def describe_foreign_checkpoint(made: Checkpoint) -> str:
    """What to say of a checkpoint that somebody else made."""
    return f"the checkpoint at {made.entries} entries was not signed by this house"


class Promises:
    """What a table's checkpoints say of its log, held against it as it is read."""

    def __init__(self, promised: Iterable[Checkpoint], public: str) -> None:
        self._left = sorted(promised, key=lambda made: made.entries, reverse=True)
        """The next one last."""
        self._public = public
        self._kept = 0
        """The entries of which a checkpoint has been found kept."""
        self.broken = ""
        """What was not kept, if anything was not."""

    def check_up_to(self, end: End) -> None:
        """The log has come this far."""
        while not self.broken and self._left and self._left[-1].entries <= end.entries:
            made = self._left.pop()
            if not genuine(self._public, made):
                self.broken = describe_foreign_checkpoint(made)
            elif (made.entries, made.hash) != end:
                first = f"event {self._kept} of the log: "
                last = made.entries - 1
                which = "it" if last == self._kept else f"it, or one of those up to {last},"
                self.broken = f"{first}{which} is not what was there on {made.at.isoformat()}"
            else:
                self._kept = made.entries

    def missing(self, end: End) -> str:
        """What was promised beyond the end of the log, if anything was."""
        if not self._left:
            return ""
        made = self._left[0]
        if not genuine(self._public, made):
            return describe_foreign_checkpoint(made)
        return f"event {end.entries} of the log: it is missing, for there were {made.entries} on {made.at.isoformat()}"
