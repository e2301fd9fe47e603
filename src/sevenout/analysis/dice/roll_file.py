"""Reads recorded rolls in the forms that people and programs write them: which roll stood on which line.

A line a roll (`3 4`, `3-4`, `34`, or a total alone), comma-separated values with or without headings, JSON, transcripts
of the notation, and table logs. What a broken file has wrong is one line that names the line. A roll that a supervisor
took back or corrected counts as it stands in the end.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sevenout.base.dice import FACES, ROLLS, Roll
from sevenout.base.dice import roll as roll_of
from sevenout.base.errors import BadInput
from sevenout.base.files import read_text

LARGEST = 1 << 28
_WHAT = "a file of rolls"
_TOTALS = frozenset(roll.total for roll in ROLLS)
_MIXED_UP = frozenset(total for total in _TOTALS if len(str(total)) == 2 and all(int(d) in FACES for d in str(total)))
"""Totals of two digits that could also be two faces."""

_FIRST = frozenset({"die1", "die_1", "die 1", "d1", "dice1", "first", "left", "a", "red"})
_SECOND = frozenset({"die2", "die_2", "die 2", "d2", "dice2", "second", "right", "b", "white"})
_TOTAL = frozenset({"total", "sum", "number", "result"})
_BOTH = frozenset({"dice", "roll", "rolls", "faces", "outcome", "throw"})

_TWO = re.compile(r"\(?\[?\s*(\d)\s*(?:[-,;:+/x|]|\s)\s*(\d)\s*\]?\)?")
_PAIRS = re.compile(r"\d\s*[-+/]\s*\d(?:[\s,;]+\d\s*[-+/]\s*\d)+")
_LISTED = re.compile(r"[\[(]\s*(\d+)\s*,\s*(\d+)\s*[\])]")
_ROLL_LINE = re.compile(r"(?:supervisor overrules, )?roll (\d+) (\d+)(?: called by .*)?", re.IGNORECASE)
_CORRECTED = re.compile(r"roll corrected to (\d+) (\d+).*", re.IGNORECASE)
_TAKEN_BACK = re.compile(r"supervisor rules no roll.*", re.IGNORECASE)
_OPENS = re.compile(r"rules \S+|seat \S+ .*|table (?:minimum|maximum|chip) .*", re.IGNORECASE)


class RecordedRoll(NamedTuple):
    """One roll of a file: its total, its faces where they are known, and the line it stands on."""

    total: int
    roll: Roll | None
    line: int


class RollRecord(NamedTuple):
    """All rolls of a file, in their order."""

    name: str
    rolls: tuple[RecordedRoll, ...]

    @property
    def has_faces(self) -> bool:
        """Whether the faces of every roll are known."""
        return all(recorded.roll is not None for recorded in self.rolls)


def read_rolls(path: str | Path) -> RollRecord:
    """The rolls of a file; one line on what is wrong with it, if anything is."""
    file = Path(path)
    return parse_rolls(read_text(file, LARGEST, _WHAT), file.name, str(file))


def parse_rolls(text: str, name: str = "rolls", origin: str = "rolls") -> RollRecord:
    """The rolls of a text in any of the forms.

    >>> [recorded.total for recorded in parse_rolls("3 4\\n6-2  # the point\\n\\n5,5").rolls]
    [7, 8, 10]
    >>> parse_rolls("3 4\\n3 9")
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: rolls: line 2: no dice show 3 and 9: a die has the faces 1 to 6
    >>> parse_rolls("die1,die2\\n3,4").rolls[0]
    RecordedRoll(total=7, roll=Roll(3, 4), line=2)
    """
    try:
        rolls = tuple(_read(text))
    except _BadLine as error:
        raise BadInput(f"{origin}: line {error.line}: {error.why}") from None
    if not rolls:
        raise BadInput(f"{origin}: there is no roll in it: write one a line, such as 3 4")
    return RollRecord(name, rolls)


class _BadLine(Exception):
    """A line that is no roll."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


def _read(text: str) -> Iterable[RecordedRoll]:
    """Finds out which form a text has, by how it begins."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    if text.lstrip()[:1] in {"[", "{"}:
        listed = _as_json(text, lines)
        if listed is not None:
            return listed
    plain = [(number, bare) for number, line in lines if (bare := line.split("#", 1)[0].strip())]
    if not plain:
        return ()
    if any(_OPENS.fullmatch(line) for _, line in plain[:1]):
        return _of_transcript(plain)
    heads = [cell.strip().lower() for cell in _cells(plain[0][1])]
    if any(head in _FIRST | _SECOND | _TOTAL | _BOTH for head in heads):
        return _of_table(heads, plain)
    return _of_lines(plain)


# --- one roll a line


def _of_lines(lines: Sequence[tuple[int, str]]) -> Iterator[RecordedRoll]:
    """A roll a line, or several pairs. Two digits are two faces where some cannot be a total and none else is one."""
    numbers = {line for _, line in lines if line.isascii() and line.isdigit()}
    has_faces = any(len(written) == 2 and int(written) not in _TOTALS for written in numbers)
    has_totals = any(int(written) in _TOTALS - _MIXED_UP for written in numbers if len(written) <= 2)
    for number, line in lines:
        if _PAIRS.fullmatch(line):
            pairs = re.findall(r"(\d)\D+?(\d)", line)
            yield from (_faces(int(first), int(second), number) for first, second in pairs)
        elif line in numbers and len(line) == 2 and int(line) in _MIXED_UP and not (has_faces or has_totals):
            shown = "-".join(line)
            raise _BadLine(number, f"{line} may be a total or the faces {shown}: write {shown}, or a heading above it")
        else:
            yield _parse_cell(line, number, glued=has_faces and not has_totals)


def _parse_cell(cell: str, line: int, *, glued: bool = False) -> RecordedRoll:
    """A roll as one text: two faces, or a total."""
    cell = cell.strip().strip("\"'")
    shown = _TWO.fullmatch(cell)
    if shown is None and glued and len(cell) == 2 and cell.isdigit():
        shown = re.fullmatch(r"(\d)(\d)", cell)
    if shown is not None:
        return _faces(int(shown[1]), int(shown[2]), line)
    if listed := re.fullmatch(r"(\d+)\D+(\d+)", cell):
        return _faces(int(listed[1]), int(listed[2]), line)
    if cell.isascii() and cell.isdigit():
        return _total(int(cell), line)
    raise _BadLine(line, f"{_short(cell)} is no roll: write both faces, such as 3 4, or a total")


def _faces(first: int, second: int, line: int) -> RecordedRoll:
    if first not in FACES or second not in FACES:
        raise _BadLine(line, f"no dice show {first} and {second}: a die has the faces 1 to 6")
    thrown = roll_of(first, second)
    return RecordedRoll(thrown.total, thrown, line)


def _total(total: int, line: int) -> RecordedRoll:
    if total not in _TOTALS:
        raise _BadLine(line, f"no two dice add up to {total}: a total is {min(_TOTALS)} to {max(_TOTALS)}")
    ways = [roll for roll in ROLLS if roll.total == total]
    return RecordedRoll(total, ways[0] if len(ways) == 1 else None, line)


# --- comma-separated values


def _of_table(heads: Sequence[str], lines: Sequence[tuple[int, str]]) -> Iterator[RecordedRoll]:
    """Rows under headings: two columns of faces, one of both, or one of totals, whichever says most."""

    def column(names: frozenset[str]) -> int | None:
        return next((at for at, head in enumerate(heads) if head in names), None)

    first, second, both, total = (column(names) for names in (_FIRST, _SECOND, _BOTH, _TOTAL))
    if both is not None and "dice" in heads:
        both = heads.index("dice")
    for number, line in lines[1:]:
        cells = [cell.strip() for cell in _cells(line)]
        if len(cells) < len(heads):
            raise _BadLine(number, f"{len(cells)} columns, and the headings name {len(heads)}")
        if first is not None and second is not None:
            yield _faces(_whole(cells[first], number), _whole(cells[second], number), number)
        elif both is not None and total is not None and not _TWO.fullmatch(cells[both]):
            yield _total(_whole(cells[total], number), number)  # the other column counts the rolls, or is empty
        elif both is not None:
            yield _parse_cell(cells[both], number, glued=heads[both] in {"dice", "faces"})
        elif total is not None:
            yield _total(_whole(cells[total], number), number)
        else:
            raise _BadLine(number, "the headings name one die: give both, such as die1 and die2, or total")


def _cells(line: str) -> list[str]:
    separator = next((mark for mark in (";", "\t", ",") if mark in line), ",")
    return next(csv.reader([line], delimiter=separator), [])


def _whole(cell: str, line: int) -> int:
    if not (cell.isascii() and cell.isdigit() and len(cell) <= 2):
        raise _BadLine(line, f"{_short(cell)} is no face and no total")
    return int(cell)


# --- transcripts


def _of_transcript(lines: Sequence[tuple[int, str]]) -> list[RecordedRoll]:
    """The rolls of a transcript that stand: without those that were ruled no roll, and as they were corrected."""
    rolls: list[RecordedRoll] = []
    for number, line in lines:
        if shown := _ROLL_LINE.fullmatch(line):
            rolls.append(_faces(int(shown[1]), int(shown[2]), number))
        elif shown := _CORRECTED.fullmatch(line):
            if not rolls:
                raise _BadLine(number, "there is no roll before it to correct")
            rolls[-1] = _faces(int(shown[1]), int(shown[2]), number)
        elif _TAKEN_BACK.fullmatch(line) and rolls:
            rolls.pop()
    return rolls


# --- JSON


def _as_json(text: str, lines: Sequence[tuple[int, str]]) -> list[RecordedRoll] | None:
    """One value, or one a line as in a log; a list of pairs as Python prints it; None if it is none of these."""
    rolls: list[RecordedRoll] = []
    try:
        _take_value(json.loads(text), rolls, 1)
    except json.JSONDecodeError:
        pass
    except RecursionError:
        raise _BadLine(1, "this JSON is nested too deeply") from None
    else:
        return rolls
    for number, line in lines:
        if not line:
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            if pairs := _LISTED.findall(line):
                rolls += (_faces(int(first), int(second), number) for first, second in pairs)
                continue
            if number == 1:
                return None
            raise _BadLine(number, f"this is no JSON: {error.msg}") from None
        except RecursionError:
            raise _BadLine(number, "this JSON is nested too deeply") from None
        _take_value(value, rolls, number)
    return rolls


def _take_value(value: Any, rolls: list[RecordedRoll], line: int) -> None:
    """Adds the rolls of a value; an entry of a log may also take the last one back, or correct it."""
    entry = value.get("entry", value) if isinstance(value, dict) else None
    if not isinstance(entry, dict) or "n" not in entry:
        rolls.extend(_of_value(value, line))
        return
    found = entry.get("event")
    event: dict[str, Any] = found if isinstance(found, dict) else {}
    kind = event.get("type")
    if kind in {"roll-voided", "roll-corrected"} and rolls:
        rolls.pop()
    rolled = event.get("rolled") if kind == "roll-corrected" else event if kind in {"rolled", "overruled"} else None
    if isinstance(rolled, dict):
        rolls.append(_faces(_face(rolled.get("a"), line), _face(rolled.get("b"), line), line))


def _of_value(value: Any, line: int) -> Iterator[RecordedRoll]:
    """The rolls in a value: a list of them, pairs of faces, totals, or records with `dice`, two dice or `total`."""
    match value:
        case {"rolls": [*rolls]}:
            yield from _of_value(rolls, line)
        case {"dice": [first, second], **_rest}:
            yield _faces(_face(first, line), _face(second, line), line)
        case dict():
            by_name = {str(name).lower(): each for name, each in value.items()}
            first, second, total = (
                next((each for name, each in by_name.items() if name in names), None)
                for names in (_FIRST, _SECOND, _TOTAL)
            )
            if first is not None and second is not None:
                yield _faces(_face(first, line), _face(second, line), line)
            elif total is not None:
                yield _total(_face(total, line), line)
            else:
                raise _BadLine(line, f"{_short(json.dumps(value))} names no dice and no total")
        case [int(first), int(second)]:
            yield _faces(_face(first, line), _face(second, line), line)
        case list():
            for at, each in enumerate(value, 1):
                if isinstance(each, int) and not isinstance(each, bool):
                    yield _total(each, line)
                elif isinstance(each, str):
                    yield _parse_cell(each, line, glued=True)
                elif isinstance(each, dict) or (isinstance(each, list) and len(each) == 2):
                    yield from _of_value({"dice": each} if isinstance(each, list) else each, line)
                else:
                    raise _BadLine(line, f"{_short(json.dumps(each))}, number {at} of the list, is no roll")
        case _:
            raise _BadLine(line, f"{_short(json.dumps(value))} is no roll")


def _face(value: Any, line: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _BadLine(line, f"{_short(json.dumps(value))} is no face and no total")
    return value


def _short(text: str) -> str:
    """A text to quote in a message, cut if it is long."""
    shown = "".join(mark if mark.isprintable() else "?" for mark in text)
    return repr(shown if len(shown) <= 40 else f"{shown[:39]}…")
