"""`sevenout edges --compare`: houses side by side, what differs, and the clauses that make it so."""

from collections.abc import Hashable, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from rich.padding import Padding
from rich.text import Text

from sevenout.analysis.exact.comparison import Comparison, Difference, HouseSwitch, LineRow, WagerRow, compare
from sevenout.analysis.exact.house_edge import WagerEdge
from sevenout.analysis.exact.line_odds import LineWithOdds
from sevenout.base.vocabulary import stem
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import ASSUMED, Answer, show_note
from sevenout.cli.shared.rulebook_values import format_cause
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, show_grid
from sevenout.reports.figures.number_format import alike, by_stem, percent, short_name
from sevenout.reports.html.houses.comparison_page import describe_gain
from sevenout.reports.records.comparison_records import comparison_record, comparison_rows
from sevenout.rulebook.compiler.book_compiler import CompiledBook

_OTHER_EDGE, _SAME_EDGE = "≠", "≈"
_LONGEST_NAME, _SHORTEST_NAME = 32, 20


def compare_houses(books: Sequence[CompiledBook], wagers: Sequence[str]) -> Answer:
    """The houses, the first of which is home."""
    comparison = compare(books, wagers)
    return Answer(
        lambda: comparison_record(comparison),
        lambda: comparison_rows(comparison),
        lambda screen: _show(screen, comparison),
    )


class _Look(NamedTuple):
    """How the table is written: under the houses' names, or, where they do not fit, closer and under letters."""

    heads: list[str]
    longest: int
    places: int
    narrow: bool


def _show(screen: Screen, comparison: Comparison) -> None:
    screen.print(Text.assemble("\n", ("Houses side by side", "bold"), ("  the house's edge, exactly", "dim"), "\n"))
    look = _choose_look(screen, comparison)
    _show_houses(screen, comparison, look)
    columns = [Column("wager", justify="left"), Column("", justify="left", gap=1)]
    columns += (Column(head, gap=1 if look.narrow else 2) for head in look.heads)
    wagers = [_cells(look, name, row, row.worths) for name, row in _families(comparison, look)]
    lines = [cells for row in comparison.lines for cells in _line_cells(look, row)]
    sections = [GridSection("", wagers), GridSection("with the most odds allowed", lines)]
    show_grid(screen, columns, sections if lines else sections[:1])
    screen.print()
    show_note(screen, ("basis", "bold"), f"  {'in %, ' if look.narrow else ''}{comparison.basis}")
    marks = f" another edge, {_SAME_EDGE} the same edge by other rules: told below; {ASSUMED} rests on a value that no "
    show_note(
        screen,
        (_OTHER_EDGE, "bold yellow"),
        marks,
        "document states; – not offered; ",
        ("green", "bold green"),
        ": the kindest",
    )
    for walk in comparison.walks:
        _show_walk(screen, comparison, walk)


def _choose_look(screen: Screen, comparison: Comparison) -> _Look:
    names = [house.name for house in comparison.houses]
    width = _LONGEST_NAME + sum(max(len(name), 9) + 2 for name in names)
    if width <= screen.width or len(names) > len(ascii_uppercase):
        return _Look(names, _LONGEST_NAME, 3, narrow=False)
    return _Look(list(ascii_uppercase[: len(names)]), _SHORTEST_NAME, 2, narrow=True)


def _show_houses(screen: Screen, comparison: Comparison, look: _Look) -> None:
    for number, (head, house) in enumerate(zip(look.heads, comparison.houses, strict=True)):
        mark = f"{head}  {house.name}" if look.narrow else house.name
        home = "  home" if not number else ""
        screen.print(Text.assemble("  ", (mark, "bold"), f"  {house.title}, {house.wagers} wagers", (home, "yellow")))
    screen.print()


def _families(comparison: Comparison, look: _Look) -> list[tuple[str, WagerRow]]:
    """Wagers of one stem which have the same edges in every house and differ alike."""

    def key(row: WagerRow) -> Hashable:
        edges = tuple(worth and (worth.edge, worth.provenance) for worth in row.worths)
        return stem(row.wager), edges, bool(row.differences)

    return [(short_name([row.wager for row in rows], look.longest), rows[0]) for rows in alike(comparison.wagers, key)]


def _cells(
    look: _Look, name: str, row: WagerRow | LineRow, figures: Sequence[WagerEdge | LineWithOdds | None]
) -> list[Cell]:
    offered = [figure.edge for figure in figures if figure is not None]
    varies, least = len(set(offered)) > 1, min(offered)
    mark = Text(_OTHER_EDGE, "bold yellow") if varies else Text(_SAME_EDGE if row.differences else "", "dim")
    cells: list[Cell] = [Text(name, "bold"), mark]
    for figure in figures:
        if figure is None:
            cells.append(Text("– ", "dim"))
            continue
        style = "bold green" if varies and figure.edge == least else "red" if varies else ""
        edge = percent(figure.edge, look.places)
        sign = (ASSUMED, "yellow") if figure.provenance == "assumed" else " "
        cells.append(Text.assemble((edge.removesuffix("%") if look.narrow else edge, style), sign))
    return cells


def _line_cells(look: _Look, row: LineRow) -> list[list[Cell]]:
    """The edges, and where there is room the odds below them."""
    policies: list[Cell] = ["", ""]
    policies += (Text(f"{line.odds} " if line else "", "dim") for line in row.lines)
    edges = _cells(look, row.wager, row, row.lines)
    return [edges] if look.narrow else [edges, policies]


def _show_walk(screen: Screen, comparison: Comparison, walk: HouseSwitch) -> None:
    screen.print(Text.assemble("\n  ", (f"from {walk.here} to {walk.there}", "bold")))
    for steps in alike((*walk.wagers, *walk.lines), _step_key):
        _show_step(screen, steps)
    touches = {row.word: row.touches for row in comparison.rules}
    for cause in walk.rules:
        _show_line(screen, 4, (cause.what, "bold"), (f"  {touches[cause.what]}", "dim"))
        _show_line(screen, 8, format_cause(cause))
    for words, keys in (("offered only here", walk.only_here), ("offered only there", walk.only_there)):
        if keys:
            _show_line(screen, 4, (words, "bold"), f"  {by_stem(keys)}")


def _step_key(step: Difference) -> Hashable:
    return stem(step.wager), step.gain, step.causes, step.with_odds


def _show_step(screen: Screen, steps: Sequence[Difference]) -> None:
    first = steps[0]
    name = short_name([step.wager for step in steps], _LONGEST_NAME)
    style = "green" if first.gain > 0 else "red" if first.gain < 0 else "dim"
    gain = (f"  {describe_gain(first)}", style)
    _show_line(screen, 4, (name, "bold"), " with odds" if first.with_odds else "", gain)
    for cause in first.causes:
        _show_line(screen, 8, format_cause(cause))


def _show_line(screen: Screen, indent: int, *parts: str | tuple[str, str]) -> None:
    screen.print(Padding(Text.assemble(*parts), (0, 2, 0, indent)), soft_wrap=False)
