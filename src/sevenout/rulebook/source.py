"""Reads a rulebook's TOML text, remembers on which line everything stands, and lays overlays over their base.

It knows nothing of wagers: `load` gives the words their meaning.
"""

import hashlib
import re
import tomllib
from decimal import Decimal
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec import Struct

from sevenout.errors import BadInput, BadRulebook
from sevenout.words import did_you_mean

LARGEST_FILE = 1_000_000
"""Bytes. A rulebook is a page of text; anything longer is the wrong file."""

TomlTable = dict[str, Any]
TomlPath = tuple[str | int, ...]

_DEEPEST_EXTENDS = 8


class Fault(Struct, frozen=True):
    """One thing wrong with a rulebook: where, what, and what to write instead."""

    where: str
    line: int
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.where}: {self.message}. {self.remedy}."


class Source(Struct, frozen=True):
    """A rulebook's tables with the lines they stand on; `origin` names the file."""

    tables: TomlTable
    lines: dict[TomlPath, int]
    origin: str
    digest: str

    def line(self, path: TomlPath) -> int:
        """The line of the nearest thing above or at the path; 0 if it was inherited from another file."""
        for length in range(len(path), 0, -1):
            found = self.lines.get(path[:length])
            if found is not None:
                return found
        return 1


def shipped() -> tuple[str, ...]:
    """The names of the rulebooks that come with sevenout."""
    books = resources.files(__package__) / "books"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in books.iterdir() if entry.name.endswith(".toml")))


def shipped_text(name: str) -> str:
    """The text of a shipped rulebook."""
    return (resources.files(__package__) / "books" / f"{name}.toml").read_text(encoding="utf-8")


def read_book(name_or_path: str, beside: Path | None = None) -> Source:
    """The source of a shipped book by name, or of a file (a path, or a name ending in `.toml`)."""
    if name_or_path.endswith(".toml"):
        path = Path(name_or_path)
        if beside is not None and not path.is_absolute() and (beside / path).exists():
            path = beside / path
        return _read(_file_text(path), path.name, path.parent, 0)
    names = shipped()
    if name_or_path not in names:
        raise BadInput(
            f"there is no rulebook {name_or_path!r}.{did_you_mean(name_or_path, names)}"
            f" The books are {', '.join(names)}; a file of your own is named by its path, ending in .toml"
        )
    return _read(shipped_text(name_or_path), f"{name_or_path}.toml", None, 0)


def _file_text(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise BadInput(f"{path}: {size:,} bytes is too large for a rulebook (at most {LARGEST_FILE:,})")
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text file (byte {error.start + 1} is no UTF-8)") from error
    if "\0" in text:
        raise BadInput(f"{path}: not a text file (it holds a NUL byte)")
    return text


def parse(text: str, origin: str) -> Source:
    """One file's own tables, whatever it extends."""
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadRulebook((_syntax_fault(error, origin, text),)) from error
    except RecursionError as error:
        raise BadInput(f"{origin}: nested too deeply for a rulebook") from error
    return Source(tables, line_index(text), origin, hashlib.sha256(text.encode()).hexdigest())


def _read(text: str, origin: str, folder: Path | None, depth: int) -> Source:
    own = parse(text, origin)
    base_name = own.tables.get("extends")
    if not isinstance(base_name, str):
        return own
    line = own.line(("extends",))
    if depth >= _DEEPEST_EXTENDS:
        raise BadRulebook((Fault("extends", line, "the files extend each other in a circle", "Break it"),))
    try:
        return overlay(own, _read_base(base_name, folder, depth + 1))
    except BadInput as error:
        raise BadRulebook((Fault("extends", line, str(error), "Name a book that exists"),)) from error


def _read_base(name: str, folder: Path | None, depth: int) -> Source:
    if name.endswith(".toml") and folder is not None:
        return _read(_file_text(folder / name), name, folder, depth)
    if name in shipped():
        return _read(shipped_text(name), f"{name}.toml", None, depth)
    return read_book(name)


def _syntax_fault(error: tomllib.TOMLDecodeError, origin: str, text: str) -> Fault:
    found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    line = int(found.group(1)) if found else text.count("\n") + 1
    message = re.sub(r" \(at .*\)$", "", str(error))
    return Fault(origin, line, f"not TOML: {message}", "Text goes in double quotes, and inline tables on one line")


def overlay(own: Source, base: Source) -> Source:
    """Own words over the base's. Where the document changes, what is inherited becomes assumed."""
    inherited = base.tables
    if "document" in own.tables and own.tables["document"] != inherited.get("document"):
        inherited = _assumed(inherited)
    merged: TomlTable = {**inherited}
    for name, table in own.tables.items():
        below = inherited.get(name)
        if name in ("wagers", "groups") and isinstance(table, dict) and isinstance(below, dict):
            merged[name] = {**below, **{key: _merge(below.get(key), words) for key, words in table.items()}}
        else:
            merged[name] = _merge(below, table)
    digest = hashlib.sha256(f"{own.digest}{base.digest}".encode()).hexdigest()
    return Source(merged, own.lines, own.origin, digest)


def _merge(below: object, above: object) -> object:
    return {**below, **above} if isinstance(below, dict) and isinstance(above, dict) else above


def _assumed(table: Any) -> Any:
    if isinstance(table, dict):
        return {key: "assumed" if key == "provenance" else _assumed(value) for key, value in table.items()}
    if isinstance(table, list):
        return [_assumed(value) for value in table]
    return table


_HEADER = re.compile(r"\s*\[\[?([^\]]*)\]\]?")
_KEY = re.compile(r"\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_KEY_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_-]+)")


def line_index(text: str) -> dict[TomlPath, int]:
    """The line of every table, key and array element of a TOML text that `tomllib` has accepted.

    >>> line_index('[puck]\\npoints = [4,\\n  5]')
    {('puck',): 1, ('puck', 'points'): 2, ('puck', 'points', 0): 2, ('puck', 'points', 1): 3}
    """
    index: dict[TomlPath, int] = {}
    table: TomlPath = ()
    open_value: TomlPath = ()
    depth = element = 0
    for number, line in enumerate(text.splitlines(), start=1):
        rest = line
        if depth == 0:
            if header := _HEADER.match(line):
                table = _key_parts(header.group(1))
                for length in range(1, len(table) + 1):
                    index.setdefault(table[:length], number)
                continue
            if not (key := _KEY.match(line)):
                continue
            open_value = table + _key_parts(key.group(1))
            index[open_value] = number
            rest = line[key.end() :]
            element = 0
        fresh = True
        for mark in _structure(rest):
            if mark in "[{":
                if depth == 1 and fresh:
                    index.setdefault((*open_value, element), number)
                    fresh = False
                depth += 1
            elif mark in "]}":
                depth -= 1
            elif depth == 1:
                if mark == ",":
                    element += 1
                    fresh = True
                elif fresh:
                    index.setdefault((*open_value, element), number)
                    fresh = False
    return index


def _key_parts(text: str) -> TomlPath:
    return tuple(a or b or c for a, b, c in _KEY_PART.findall(text))


def _structure(text: str) -> list[str]:
    """The brackets and commas of a line outside strings and comments; `x` stands for anything else."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'', "x", text)
    return re.findall(r"[\[\]{},]|[^\s\[\]{},]+", bare.split("#", 1)[0])
