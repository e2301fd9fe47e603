"""What is put between a house and its disk: `preload.c`, compiled here, and the word on which call is to fail."""

import errno
import mmap
import os
import shutil
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path

_SOURCE = Path(__file__).with_name("preload.c")
KINDS = ("opens", "reads", "writes", "syncs", "truncates", "removes", "renames", "locks", "sizes")
"""What can be made to fail, in the order of `preload.c`."""
HOWS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC, "short": -1, "kill": -2}
_FIELDS = ("kinds", "first", "last", "how", "seen", "failed", "what")
_FOR_EVER = 2**62


def built(folder: Path) -> Path:
    """The library, compiled into a folder."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        raise RuntimeError("no C compiler was found (cc, gcc or clang): `make setup` brings one, or says how")
    library = folder / "preload.so"
    if not library.exists():
        order = [compiler, "-std=gnu11", "-O2", "-Wall", "-shared", "-fPIC", "-o", str(library), str(_SOURCE), "-ldl"]
        subprocess.run(order, check=True, timeout=300)
    return library


def environment(
    library: Path, folder: Path, record: Path | None = None, control: "Control | None" = None
) -> dict[str, str]:
    """What a house is started with, to be watched: what it does to a folder's files, and what is to fail there."""
    settings = {"LD_PRELOAD": str(library), "FAULTS_FOLDER": str(folder.resolve())}
    if record is not None:
        settings["FAULTS_RECORD"] = str(record)
    if control is not None:
        settings["FAULTS_CONTROL"] = str(control.path)
    return settings


class Control:
    """Which call of a running house is to fail, and how many were seen: a few numbers that both processes see."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_bytes(bytes(8 * len(_FIELDS)))
        descriptor = os.open(path, os.O_RDWR)
        self._shared = mmap.mmap(descriptor, 8 * len(_FIELDS))
        os.close(descriptor)

    def _set(self, **fields: int) -> None:
        for name, value in fields.items():
            struct.pack_into("<q", self._shared, 8 * _FIELDS.index(name), value)

    def _get(self, name: str) -> int:
        return int(struct.unpack_from("<q", self._shared, 8 * _FIELDS.index(name))[0])

    def count(self, kinds: Iterable[str] = KINDS) -> None:
        """Begins to count calls of these kinds; none fails."""
        self._set(first=0, seen=0, failed=0, kinds=sum(1 << KINDS.index(kind) for kind in kinds))

    def fail(self, number: int, how: str, *, for_ever: bool = False, kinds: Iterable[str] = KINDS) -> None:
        """Lets a call from now on fail, and every one after it if the disk is gone for ever."""
        self.count(kinds)
        self._set(how=HOWS[how], last=_FOR_EVER if for_ever else number)
        self._set(first=number)

    def mend(self) -> None:
        """The disk is well again."""
        self._set(first=0)

    @property
    def seen(self) -> int:
        """How many calls there were since it was told to count or to fail."""
        return self._get("seen")

    @property
    def failed(self) -> str:
        """What failed first since then; nothing if nothing did."""
        return KINDS[self._get("what")] if self._get("failed") else ""
