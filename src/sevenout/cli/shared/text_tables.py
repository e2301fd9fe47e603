"""Tables of figures in the terminal: a column that does not fit is left out whole, and no number is ever cut."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from sevenout.cli.shared.console import Screen

Cell = str | Text

_BLOCKS = " ▏▎▍▌▋▊▉█"
_MARGIN = "  "


class Column(NamedTuple):
    """One column. Those of the highest rank make room first, together; rank 0 always stays."""

    name: str
    rank: int = 0
    justify: Literal["left", "right"] = "right"
    gap: int = 2
    """The space before it."""


class GridSection(NamedTuple):
    """Rows under a heading; without one they just follow."""

    heading: str
    rows: Sequence[Sequence[Cell]]


def show_grid(screen: Screen, columns: Sequence[Column], sections: Iterable[GridSection]) -> None:
    """Prints the columns that fit; names that leave too little room stand on lines of their own above the figures.

    Below the narrowest table that is one, the terminal wraps.
    """
    sections = tuple(sections)
    widths = _widths(columns, sections)
    shown = _that_fit(columns, widths, screen.width)
    above: list[int] = []
    is_named = len(shown) > 1 and columns[shown[0]].justify == "left"
    if is_named and len(_MARGIN) + _length_of(columns, widths, shown) > screen.width:
        above, shown = shown[:1], shown[1:]
    screen.print(_line(columns, widths, shown, [Text(column.name, "dim") for column in columns]))
    screen.print(Text(_MARGIN + "─" * _length_of(columns, widths, shown), "dim"))
    for number, section in enumerate(sections):
        if section.heading:
            screen.print(Text(("\n" if number else "") + _MARGIN + section.heading, "bold"))
        for row in section.rows:
            if above:
                screen.print(_line(columns, widths, above, row))
            screen.print(_line(columns, widths, shown, row))


def bar(length: float, width: int) -> str:
    """A bar of a length between 0 and 1, in eighths of a character.

    >>> bar(0.5, 4), bar(0.03125, 4), bar(1, 4)
    ('██', '▏', '████')
    """
    eighths = round(max(0.0, min(length, 1.0)) * width * 8)
    return "█" * (eighths // 8) + _BLOCKS[eighths % 8].strip()


def _widths(columns: Sequence[Column], sections: Sequence[GridSection]) -> list[int]:
    """What each column needs; one without any content needs nothing."""
    widths = [
        max((_length(row[at]) for part in sections for row in part.rows), default=0) for at in range(len(columns))
    ]
    return [max(width, cell_len(column.name)) if width else 0 for column, width in zip(columns, widths, strict=True)]


def _that_fit(columns: Sequence[Column], widths: Sequence[int], width: int) -> list[int]:
    shown = [at for at, needed in enumerate(widths) if needed]
    while len(_MARGIN) + _length_of(columns, widths, shown) > width:
        least = max(columns[at].rank for at in shown)
        if not least:
            break
        shown = [at for at in shown if columns[at].rank < least]
    return shown


def _length_of(columns: Sequence[Column], widths: Sequence[int], shown: Iterable[int]) -> int:
    return sum(widths[at] + (columns[at].gap if at else 0) for at in shown)


def _line(columns: Sequence[Column], widths: Sequence[int], shown: Iterable[int], row: Sequence[Cell]) -> Text:
    line = Text(_MARGIN)
    for at in shown:
        column, cell = columns[at], row[at]
        space = " " * (widths[at] - _length(cell))
        line.append(" " * (column.gap if at else 0))
        if column.justify == "right":
            line.append(space)
        line.append_text(cell if isinstance(cell, Text) else Text(cell))
        if column.justify == "left":
            line.append(space)
    line.rstrip()
    return line


def _length(cell: Cell) -> int:
    return cell_len(cell if isinstance(cell, str) else cell.plain)
