"""Reads a text file that a user named, or says in one line why it is none."""

from pathlib import Path

from sevenout.errors import BadInput


def read_text(path: Path, largest: int, kind: str) -> str:
    """The text of a file of at most `largest` bytes; `kind` names what it should be, e.g. "a transcript"."""
    try:
        if path.is_file() and (size := path.stat().st_size) > largest:
            raise BadInput(_too_large(str(path), size, largest, kind))
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the name
        raise BadInput(f"{str(path)!r} is no file name") from error
    return decode(raw, str(path), largest, kind)


def decode(raw: bytes, origin: str, largest: int, kind: str) -> str:
    """The text of some bytes, wherever they come from."""
    if len(raw) > largest:
        raise BadInput(_too_large(origin, len(raw), largest, kind))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{origin}: not a text file (byte {error.start + 1} is no UTF-8)") from error
    if "\0" in text:
        raise BadInput(f"{origin}: not a text file (it holds a NUL byte)")
    return text


def _too_large(origin: str, size: int, largest: int, kind: str) -> str:
    return f"{origin}: {size:,} bytes is too large for {kind} (at most {largest:,})"
