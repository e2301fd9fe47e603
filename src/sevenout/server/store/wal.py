"""Looks at the write-ahead log beside a SQLite file, before SQLite does: whether something in its middle is damaged.

SQLite reads such a log up to the first frame whose checksum does not fit, and passes over the rest without a word: that
is how it finds the end of what a crash cut short. But a commit is synced before the next one begins. So if commits that
belong together lie from a bad frame on, more than the one that a crash may have interrupted, that frame was on the disk
once and was altered since. A damaged header of the log cannot be told from one that a crash cut.
"""

import struct
from pathlib import Path

_HEADER, _FRAME = 32, 24
"""Bytes before the first frame, and before the page of each."""
_MAGIC = 0x377F0682
"""The first number of a log; with its last bit set checksums are of big-endian words."""
_UNSYNCED = 1
"""Commits behind a bad frame that may never have been synced: the one that a crash interrupted."""


Sums = tuple[int, int]


def wal_damage(path: Path) -> str:
    """What is wrong with the write-ahead log of a SQLite file, if anything surely is."""
    wal = path.with_name(f"{path.name}-wal")
    raw = wal.read_bytes() if wal.exists() else b""
    bad, behind = _bad_frame(raw)
    if not bad or behind <= _UNSYNCED:
        return ""
    lost = f"{behind} commits from there on, which were acknowledged, cannot be read"
    return f"{wal} is damaged at page {bad}: {lost}"


def _bad_frame(raw: bytes) -> tuple[int, int]:
    """The first frame whose checksum does not fit, counted from 1, and the commits that go on from it; 0 if all fit."""
    header = _header(raw)
    if header is None:
        return 0, 0
    order, size, salt, sums = header
    known: tuple[Sums, ...] = (sums,)
    """What the next frame's checksum may go on from: behind a bad one what it says, or what it comes to."""
    bad = behind = 0
    step = _FRAME + size
    for number, at in enumerate(range(_HEADER, len(raw) - step + 1, step), 1):
        head = raw[at : at + _FRAME]
        if head[8:16] != salt:
            break
        one, two = struct.unpack_from(">2I", head, 16)
        come = tuple(_checksum(order, head[:8] + raw[at + _FRAME : at + step], before) for before in known)
        if (one, two) in come:
            known = ((one, two),)
        elif bad:
            break
        else:
            bad, known = number, ((one, two), *come)
        behind += bool(bad) and any(head[4:8])
    return bad, behind


def _header(raw: bytes) -> tuple[str, int, bytes, Sums] | None:
    """The order of bytes, the size of a page, the salt of the frames and the first checksum, if there is a log."""
    if len(raw) < _HEADER:
        return None
    magic, _, size, *_ = struct.unpack_from(">8I", raw)
    order = ">" if magic & 1 else "<"
    sums = _checksum(order, raw[:24], (0, 0))
    if magic & ~1 != _MAGIC or not size or sums != struct.unpack_from(">2I", raw, 24):
        return None
    return order, size, raw[16:24], sums


def _checksum(order: str, words: bytes, sums: Sums) -> Sums:
    """SQLite's running checksum over words of four bytes, two at a time."""
    one, two = sums
    for first, second in struct.iter_unpack(f"{order}2I", words):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
