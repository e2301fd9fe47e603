"""Files that a user named: read as text, written whole or not at all, or one line on why that cannot be."""

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from sevenout.base.errors import BadInput

if sys.platform != "win32":
    import fcntl


def read_text(path: Path, largest: int, kind: str) -> str:
    """The text of a file of at most `largest` bytes; `kind` names what it should be, e.g. "a transcript".

    What has no size of its own, a pipe or a device, is read as far as that and one byte more.
    """
    try:
        if path.is_file() and (size := path.stat().st_size) > largest:
            raise BadInput(f"{path}: {size:,} bytes is too large for {kind} (at most {largest:,})")
        with path.open("rb") as file:
            raw = file.read(largest + 1)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the name
        raise BadInput(f"{str(path)!r} is no file name") from error
    return decode(raw, str(path), largest, kind)


def decode(raw: bytes, origin: str, largest: int, kind: str) -> str:
    """The text of some bytes, wherever they come from."""
    if len(raw) > largest:
        raise BadInput(f"{origin}: more than {largest:,} bytes is too large for {kind}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{origin}: not a text file (byte {error.start + 1} is no UTF-8)") from error
    if "\0" in text:
        raise BadInput(f"{origin}: not a text file (it holds a NUL byte)")
    return text


def check_writable(file: Path) -> None:
    """Raises BadInput if it is plain already, before any work, that a file cannot be written.

    >>> check_writable(Path("nowhere/page.html"))
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: nowhere/page.html: there is no folder nowhere
    """
    if "\0" in str(file):
        raise BadInput(f"{str(file)!r} is no file name")
    try:
        if file.is_dir():
            why = "that is a folder, not a file"
        elif not file.parent.is_dir():
            why = f"there is no folder {file.parent}"
        else:
            why = _LEADS_NOWHERE if _is_dangling(file) else ""
    except OSError as error:
        why = error.strerror or str(error)
    if why:
        raise BadInput(f"{file}: {why}")


_LEADS_NOWHERE = "that is a link which leads nowhere"


def _is_dangling(file: Path) -> bool:
    return file.is_symlink() and not file.exists()


def write_whole(file: Path, text: str, what: str = "the page", *, errors: str = "strict") -> None:
    """Writes a file whole or not at all: whatever goes wrong, the old one stays; `what` names it if so.

    It is written beside the old one, under a name that nobody else uses, and takes its place once it is on the disk. A
    link stays one: what it leads to is written. A pipe or a device is written to and never replaced.
    """
    try:
        if _is_dangling(file):
            raise BadInput(f"{file}: {what} cannot be written: {_LEADS_NOWHERE}")
        raw = text.encode("utf-8", errors)
        if _is_replaceable(file):
            _replace(Path(os.path.realpath(file)), raw)
        else:
            file.write_bytes(raw)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{file}: {what} cannot be written: {reason}") from error


def is_regular(file: Path) -> bool:
    """True if it is a plain file or can become one: no folder, device, pipe, or link that leads nowhere."""
    try:
        return stat.S_ISREG(file.stat().st_mode)
    except FileNotFoundError:
        return not _is_dangling(file)


def _is_replaceable(file: Path) -> bool:
    """True if a path is a file to replace, not one that the process holds open (`/dev/stdout`, `/dev/fd/3`)."""
    while not (opened := Path(os.path.realpath(file.parent)).is_relative_to("/proc")) and file.is_symlink():
        file = file.parent / file.readlink()
    return not opened and is_regular(file)


def _replace(file: Path, raw: bytes) -> None:
    mode = None
    if file.exists():
        mode = stat.S_IMODE(file.stat().st_mode)
        with file.open("ab"):  # one that may not be written may not be replaced either
            pass
    beside = file.with_name(f".sevenout-{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as part:
            if mode is not None:
                beside.chmod(mode)
            part.write(raw)
            part.flush()
            os.fsync(part.fileno())
        os.replace(beside, file)  # noqa: PTH105 - whole or not at all
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk too, where the system can say so."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def alone_with(file: Path) -> Iterator[None]:
    """Keeps every other process that asks for the same file waiting; a file beside it, which stays, is the lock.

    On Windows nobody waits.
    """
    try:
        target = Path(os.path.realpath(file))
        lock = target.with_name(f".{target.name}.lock").open("ab")
    except OSError as error:
        raise BadInput(f"{file} cannot be locked: {error.strerror or error}") from error
    with lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
