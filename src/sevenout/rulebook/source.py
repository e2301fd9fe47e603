"""Reads a rulebook's TOML text, remembers on which line everything stands, and lays overlays over their base.

It knows nothing of wagers: `book_loader` gives the words their meaning.
"""

import hashlib
import os
import re
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec import Struct

from sevenout.base.errors import BadInput, BadRulebook, Fault
from sevenout.base.files import read_text
from sevenout.base.vocabulary import did_you_mean
from sevenout.rulebook.wager_schema import PRESENTATION

LARGEST_FILE = 1_000_000
"""Bytes. A rulebook is a page of text; anything longer is the wrong file."""

TomlTable = dict[str, Any]
TomlPath = tuple[str | int, ...]

MERGED = ("wagers", "groups")
"""Tables of tables: an overlay adds to each of them word by word."""

LISTS = ("grounds", "breaches")
"""The tables inside [no-roll] and [shooter]: an overlay adds to them one by one."""

MANUAL = "manual"
"""The crew's manual: `sevenout.crew.manual.chapter_loader` reads it, file by file."""

CITATION_WORDS = ("clause", "provenance", "says")
ROWS = ("win", "lose", "push", "stay", "travel", "collect", "count", "established", "made", "seven-out")
DROP = "drop"
"""The word of an overlay's wager that names inherited words it does without."""
_UNCITED = ("each", "offered", "of", DROP, *PRESENTATION, *CITATION_WORDS)
_DEEPEST_EXTENDS = 8
_DEEPEST = 50
_LONGEST_LINE = 2_000


class Source(Struct, frozen=True):
    """A rulebook's tables with the lines they stand on; `origin` names the file."""

    tables: TomlTable
    lines: dict[TomlPath, int]
    origin: str
    digest: str
    texts: tuple[tuple[str, str], ...] = ()
    """Name and text of the file, then of each that it extends: all that another machine needs to read it again."""

    def line(self, path: TomlPath) -> int:
        """The line of the nearest thing above or at the path; 0 if it stands only in the file that this one extends."""
        for length in range(len(path), 0, -1):
            line = self.lines.get(path[:length])
            if line is not None:
                return 0 if length == 1 < len(path) and path[0] in (*MERGED, MANUAL) else line
        return 0 if path and path[0] in self.tables else 1

    def __repr__(self) -> str:
        return f"<Source {self.origin}: digest {self.digest[:8]}>"


def shipped() -> tuple[str, ...]:
    """The names of the rulebooks that come with sevenout."""
    books = resources.files(__package__) / "books"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in books.iterdir() if entry.name.endswith(".toml")))


@cache
def shipped_digests() -> frozenset[str]:
    """The digests of the books that come with sevenout: any other text, however it is named and titled, is not ours."""
    return frozenset(read_book(name).digest for name in shipped())


def shipped_text(name: str) -> str:
    """The text of a shipped rulebook."""
    return (resources.files(__package__) / "books" / f"{name}.toml").read_text(encoding="utf-8")


def read_book(name_or_path: str, beside: Path | None = None) -> Source:
    """The source of a shipped book by name, or of a file by its path (anything with a dot or a slash in it)."""
    if name_or_path not in (names := shipped()) and re.search(r"[./\\]", name_or_path):
        path = Path(name_or_path)
        if beside is not None and not path.is_absolute() and os.path.exists(beside / path):  # noqa: PTH110 - never raises
            path = beside / path
        return _read(read_text(path, LARGEST_FILE, "a rulebook"), path.name, path.parent, 0)
    if name_or_path not in names:
        raise BadInput(
            f"there is no rulebook {name_or_path!r}.{did_you_mean(name_or_path, names)}"
            f" The books are {', '.join(names)}; a file of your own is named by its path, ending in .toml"
        )
    return _read(shipped_text(name_or_path), f"{name_or_path}.toml", None, 0)


def _deeper_than(tables: TomlTable, most: int) -> bool:
    level: list[object] = [tables]
    for _ in range(most):
        level = [
            inner
            for value in level
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return False
    return True


def parse(text: str, origin: str) -> Source:
    """One file's own tables, whatever it extends."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _LONGEST_LINE:
            message = f"a line of {len(line):,} characters"
            raise BadRulebook((Fault(origin, number, message, f"Keep lines under {_LONGEST_LINE:,}"),))
    try:
        tables = tomllib.loads(text, parse_float=_decimal)
    except ValueError as error:  # tomllib's own, or a number of thousands of digits
        raise BadRulebook((_syntax_fault(error, text),)) from error
    except RecursionError as error:
        raise BadInput(f"{origin}: nested too deeply for a rulebook") from error
    if _deeper_than(tables, _DEEPEST):  # how deep Python itself goes depends on who set it to what
        raise BadInput(f"{origin}: nested too deeply for a rulebook")
    return Source(tables, line_index(text), origin, hashlib.sha256(text.encode()).hexdigest(), ((origin, text),))


def read_texts(texts: Sequence[tuple[str, str]]) -> Source:
    """A rulebook from its own text and those of what it extends, in that order, wherever their files are.

    >>> book = read_book("crapless")
    >>> [name for name, _ in book.texts], read_texts(book.texts) == book
    (['crapless.toml', 'typical'], True)
    """
    if not texts:
        raise BadInput("a rulebook without a text cannot be read")
    *above, (origin, text) = texts
    source = parse(text, origin)
    for origin, text in reversed(above):
        source = overlay(parse(text, origin), source)
    return source


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
    except BadRulebook as error:  # in the other file, or in one that it extends
        raise BadRulebook(fault._replace(file=fault.file or base_name) for fault in error.faults) from error
    except BadInput as error:
        raise BadRulebook((Fault("extends", line, str(error), "Name a book that exists"),)) from error


def _read_base(name: str, folder: Path | None, depth: int) -> Source:
    """The file that another one extends: beside it, or a shipped book."""
    if name.endswith(".toml") and folder is not None:
        path = folder / name
        return _read(read_text(path, LARGEST_FILE, "a rulebook"), path.name, path.parent, depth)
    return _read(shipped_text(name), name, None, depth) if name in shipped() else read_book(name)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:
        raise ValueError(f"{text} is out of all bounds") from None


def _syntax_fault(error: ValueError, text: str) -> Fault:
    position = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    message = re.sub(r" \(at .*\)$", "", str(error))
    if position:
        line = int(position.group(1))
    elif isinstance(error, tomllib.TOMLDecodeError):  # at the end of the document
        line = text.count("\n") + 1
    else:
        message = "a number out of all bounds"
        monsters = (n for n, words in enumerate(text.split("\n"), 1) if re.search(r"\d{4000}|[eE]\+?\d{6}", words))
        line = next(monsters, 1)
    remedy = "Text goes in double quotes, each closed on its line, and an inline table on one line"
    if "overwrite" in message or "twice" in message:
        message, remedy = "something is written twice", "Write each word and each table once"
    return Fault("TOML", line, message, remedy)


def overlay(own: Source, base: Source) -> Source:
    """Own words over the base's. Where the document changes, what is inherited becomes assumed."""
    inherited = _cited_tables(base.tables)
    if "document" in own.tables and own.tables["document"] != inherited.get("document"):
        inherited = _mark_assumed(inherited)
    merged: TomlTable = {**inherited}
    for name, table in _cited_tables(own.tables).items():
        below = inherited.get(name)
        if name in MERGED and isinstance(table, dict) and isinstance(below, dict):
            merged[name] = {**below, **{key: _merge(below.get(key), words) for key, words in table.items()}}
        else:
            merged[name] = _merge(below, table)
    digest = hashlib.sha256(f"{own.digest}{base.digest}".encode()).hexdigest()
    return Source(merged, own.lines, own.origin, digest, own.texts + base.texts)


def _merge(below: object, above: object) -> object:
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    below = _without_dropped(below, above)
    merged = {**below, **above}
    for listed in LISTS:
        if listed in below and listed in above:
            merged[listed] = _merge(below[listed], above[listed])
    return merged


def _without_dropped(below: TomlTable, above: TomlTable) -> TomlTable:
    """What is inherited without the words that `drop` names; those that are not there stay named, to be told."""
    listed = above.get(DROP)
    if not isinstance(listed, list):
        return below
    unknown = [word for word in listed if word not in below or word in CITATION_WORDS]
    above.pop(DROP)
    if unknown:
        above[DROP] = unknown
    return {word: raw for word, raw in below.items() if word not in listed or word in CITATION_WORDS}


def _cited_tables(tables: TomlTable) -> TomlTable:
    """The tables with every word's citation written out, so that none can pass to another file's word."""
    top = _citation(tables, {"clause": "", "provenance": "assumed", "says": ""})
    cited: TomlTable = {}
    for name, table in tables.items():
        if not isinstance(table, dict) or name == MANUAL:
            cited[name] = table
        elif name in MERGED:
            cite = _citation(table, top)
            cited[name] = {key: _cited_words(words, cite) for key, words in table.items()}
        else:
            cited[name] = _cited_words(table, top)
    return cited


def _cited_words(table: Any, inherited: TomlTable) -> Any:
    if not isinstance(table, dict):
        return table
    cite = _citation(table, inherited)
    return {word: raw if word in _UNCITED else _with_citation(word, raw, cite) for word, raw in table.items()}


def _with_citation(word: str, raw: Any, cite: TomlTable) -> Any:
    if isinstance(raw, dict) and word in LISTS:
        return _cited_words(raw, cite)
    if isinstance(raw, dict):
        return raw if any(key in raw for key in CITATION_WORDS) else {**raw, **cite}
    if isinstance(raw, list) and raw and all(isinstance(item, dict) for item in raw):
        return [_with_citation(word, item, cite) for item in raw]
    if isinstance(raw, list) and word in ROWS:
        return {"roll": raw, **cite} if raw else raw
    return {"value": raw, **cite}


def _citation(table: TomlTable, inherited: TomlTable) -> TomlTable:
    if not any(word in table for word in CITATION_WORDS):
        return inherited
    return {word: table.get(word, "assumed" if word == "provenance" else "") for word in CITATION_WORDS}


def _mark_assumed(table: Any) -> Any:
    if isinstance(table, dict):
        return {key: "assumed" if key == "provenance" else _mark_assumed(value) for key, value in table.items()}
    if isinstance(table, list):
        return [_mark_assumed(value) for value in table]
    return table


_HEADER = re.compile(r"\s*(\[\[?)([^\]]*)\]\]?")
_KEY = re.compile(r"\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_KEY_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_-]+)")
_VALUE = re.compile(_KEY.pattern + r"\s*(?P<value>(?:\"[^\"]*\"|'[^']*'|[^\s#]|\s+(?=[^\s#]))+)")
_LONG_TEXT = re.compile(r'"{3}(?:[^\\]|\\.)*?"{3}|' + r"'{3}.*?'{3}", re.DOTALL)


def line_index(text: str) -> dict[TomlPath, int]:
    """The line of every table, key and array element of a TOML text that `tomllib` has accepted.

    >>> line_index('[puck]\\npoints = [4,\\n  5]')
    {('puck',): 1, ('puck', 'points'): 2, ('puck', 'points', 0): 2, ('puck', 'points', 1): 3}
    """
    index: dict[TomlPath, int] = {}
    table: TomlPath = ()
    open_value: TomlPath = ()
    depth = element = 0
    plain = _LONG_TEXT.sub(lambda long_text: '""' + "\n" * long_text.group().count("\n"), text)
    for number, line in enumerate(plain.split("\n"), start=1):
        rest = line
        if depth == 0:
            if header := _HEADER.match(line):
                table = _key_parts(header.group(2))
                if header.group(1) == "[[":
                    table = (*table, sum(path[:-1] == table and isinstance(path[-1], int) for path in index))
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
            if depth == 1 and fresh and mark not in ",]}":
                index.setdefault((*open_value, element), number)
                fresh = False
            if mark in "[{":
                depth += 1
            elif mark in "]}":
                depth -= 1
            elif mark == "," and depth == 1:
                element += 1
                fresh = True
    return index


def columns_of(text: str, fault: Fault) -> tuple[int, int]:
    """The column at which what is wrong begins on its line, counted from 1, and the one behind it; 0, 0 if unknown.

    >>> text = '[wagers.field.pays]\\n12 = "3-1"  # triple'
    >>> columns_of(text, Fault("wagers.field.pays.12", 2, "'3-1' is no ratio", "Write 3:1", said="3-1", instead="3:1"))
    (7, 10)
    >>> columns_of(text, Fault("wagers.field.pays.12", 2, "another fault", "Mend it"))
    (6, 11)
    """
    lines = text.split("\n")
    if fault.file or not 1 <= fault.line <= len(lines):
        return 0, 0
    line = lines[fault.line - 1]
    if fault.said:
        word = re.search(rf"(?<![\w-]){re.escape(fault.said)}(?![\w-])", line)
        if word is not None:
            return word.start() + 1, word.end() + 1
    value = _VALUE.match(line)
    found = value.span("value") if value else (len(line) - len(line.lstrip()), len(line.rstrip()))
    return (found[0] + 1, found[1] + 1) if found[1] > found[0] else (0, 0)


def _key_parts(text: str) -> TomlPath:
    return tuple(a or b or c for a, b, c in _KEY_PART.findall(text))


def _structure(text: str) -> list[str]:
    """The brackets and commas of a line outside strings and comments, and the words between them."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'', "x", text)
    return re.findall(r"[\[\]{},]|[^\s\[\]{},]+", bare.split("#", 1)[0])
