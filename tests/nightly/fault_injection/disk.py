"""A disk as it may be found after the power failed: rebuilt from the record of everything that was done to it.

What was synced is there. Of what was not, every sector is as it was after any of the writes to it, each by itself: so
writes are lost, torn between two sectors, and reach the disk in any order. A file's size and a folder's names likewise.
After a sync that failed, the system believes that what it should have written is clean: some of it never comes.
"""

import struct
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR = 512
_HEADER = struct.Struct("<IIQII")


class Op(IntEnum):
    """What a house did, in the numbers of `preload.c`."""

    MADE = 1
    FOUND = 2
    WRITE = 3
    TRUNCATE = 4
    SYNC_BEGINS = 5
    SYNC_ENDS = 6
    SYNC_FAILS = 7
    FOLDER_SYNCED = 8
    REMOVED = 9
    RENAMED = 10
    SENT = 11


class Done(NamedTuple):
    """One entry of a record."""

    op: Op
    number: int
    """The file's, or the connection's."""
    offset: int
    content: bytes


def read_record(path: Path) -> list[Done]:
    """Everything that was written down; an entry that was cut off when the house was stopped is none."""
    raw, at, done = path.read_bytes(), 0, []
    while at + _HEADER.size <= len(raw):
        op, number, offset, length, _ = _HEADER.unpack_from(raw, at)
        at += _HEADER.size
        if at + length > len(raw):
            break
        done.append(Done(Op(op), number, offset, raw[at : at + length]))
        at += length
    return done


Pick = Callable[[int], int]
"""Of so many states that something went through, the first of them durable, says which one the disk has."""


def _dropped(_: int) -> int:
    return 0


def _kept(states: int) -> int:
    return states - 1


def picks(rng: Random) -> tuple[str, Pick]:
    """A way in which a disk may have treated what was not synced."""
    share = rng.choice((0.1, 0.5, 0.9))
    ways: tuple[tuple[str, Pick], ...] = (
        ("dropped", _dropped),
        ("kept", _kept),
        ("any of them", rng.randrange),
        (f"kept by {share:.0%}", lambda states: states - 1 if rng.random() < share else rng.randrange(states)),
        (f"dropped by {share:.0%}", lambda states: 0 if rng.random() < share else rng.randrange(states)),
    )
    return rng.choice(ways)


class _File:
    """A file: what the system shows of it, what the disk surely has, and what every sector went through since."""

    def __init__(self) -> None:
        self.shown, self._durable, self._size = bytearray(), bytearray(), 0
        self.sectors: dict[int, list[bytes]] = {}
        self.sizes: list[int] = []
        self._begun: tuple[dict[int, int], int] = ({}, 0)

    def write(self, offset: int, content: bytes) -> None:
        """Writes as the system shows it; the disk may have it or not."""
        end = offset + len(content)
        if end > len(self.shown):
            self.shown.extend(bytes(end - len(self.shown)))
            self.sizes.append(end)
        self.shown[offset:end] = content
        self._touched(offset, end)

    def truncate(self, size: int) -> None:
        """Cuts, or fills up with nothing."""
        end = len(self.shown)
        del self.shown[size:]
        self.shown.extend(bytes(size - len(self.shown)))
        self.sizes.append(size)
        self._touched(size, end)

    def _touched(self, offset: int, end: int) -> None:
        for sector in range(offset // SECTOR, -(-end // SECTOR)):
            content = bytes(self.shown[sector * SECTOR : (sector + 1) * SECTOR])
            self.sectors.setdefault(sector, []).append(content.ljust(SECTOR, b"\0"))

    def sync_begins(self) -> None:
        """What is there now is what the sync is about."""
        self._begun = {sector: len(states) for sector, states in self.sectors.items()}, len(self.sizes)

    def sync_ends(self) -> None:
        """All of that is durable; what was written meanwhile is not."""
        sectors, sizes = self._begun
        self.settle(lambda states: states - 1, sectors, sizes)
        self._begun = {}, 0

    def settle(self, pick: Pick, sectors: dict[int, int], sizes: int) -> None:
        """Makes one of the states that things went through durable, and forgets those before."""
        if sizes:
            chosen = pick(sizes + 1)
            self._size = self.sizes[chosen - 1] if chosen else self._size
            del self.sizes[:sizes]
        for sector, states in sectors.items():
            chosen = pick(states + 1)
            if chosen:
                _place(self._durable, sector, self.sectors[sector][chosen - 1])
            del self.sectors[sector][:states]
            if not self.sectors[sector]:
                del self.sectors[sector]

    def found(self, pick: Pick) -> bytes:
        """The file as it may be found."""
        disk = bytearray(self._durable)
        chosen = pick(len(self.sizes) + 1)
        size = self.sizes[chosen - 1] if chosen else self._size
        for sector, states in self.sectors.items():
            chosen = pick(len(states) + 1)
            if chosen:
                _place(disk, sector, states[chosen - 1])
        return bytes(disk[:size].ljust(size, b"\0"))


class Disk:
    """All files of a folder, step by step through a record that begins with an empty one."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._files: dict[int, _File] = {}
        self._durable: dict[str, int] = {}
        self._renaming: list[Callable[[dict[str, int]], None]] = []

    def step(self, done: Done) -> None:
        """One more thing was done."""
        match done.op:
            case Op.MADE:
                self._files.setdefault(done.number, _File())
                name, number = _name(done.content), done.number
                self._renaming.append(lambda names: names.update({name: number}))
            case Op.REMOVED:
                gone = _name(done.content)
                self._renaming.append(lambda names: _forget(names, gone))
            case Op.RENAMED:
                old, new = map(_name, done.content.split(b"\0"))
                self._renaming.append(lambda names: _rename(names, old, new))
            case Op.FOLDER_SYNCED:
                for rename in self._renaming:
                    rename(self._durable)
                self._renaming.clear()
            case Op.FOUND | Op.SENT:
                pass
            case _:
                self._step_in(self._files[done.number], done)

    def _step_in(self, file: _File, done: Done) -> None:
        match done.op:
            case Op.WRITE:
                file.write(done.offset, done.content)
            case Op.TRUNCATE:
                file.truncate(done.offset)
            case Op.SYNC_BEGINS:
                file.sync_begins()
            case Op.SYNC_ENDS:
                file.sync_ends()
            case Op.SYNC_FAILS:
                whole = {sector: len(states) for sector, states in file.sectors.items()}
                file.settle(self._rng.randrange, whole, len(file.sizes))

    def found(self, pick: Pick) -> Iterator[tuple[str, bytes]]:
        """The files as they may be found if the power fails now."""
        names = dict(self._durable)
        for rename in self._renaming[: pick(len(self._renaming) + 1)]:
            rename(names)
        for name, number in names.items():
            yield name, self._files[number].found(pick)


def _place(disk: bytearray, sector: int, content: bytes) -> None:
    start = sector * SECTOR
    if len(disk) < start + SECTOR:
        disk.extend(bytes(start + SECTOR - len(disk)))
    disk[start : start + SECTOR] = content


def _name(path: bytes) -> str:
    return Path(path.decode()).name


def _forget(names: dict[str, int], gone: str) -> None:
    names.pop(gone, None)


def _rename(names: dict[str, int], old: str, new: str) -> None:
    if old in names:
        names[new] = names.pop(old)
