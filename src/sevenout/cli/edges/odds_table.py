"""`sevenout edges BOOK --odds`: the line and come bets with odds behind them, from none to what the house allows."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from rich.text import Text

from sevenout.analysis.exact.line_odds import LineWithOdds, lines_with_odds
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import ASSUMED, Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, bar, show_grid
from sevenout.reports.figures.number_format import decimal, percent, short
from sevenout.reports.records.edge_records import ODDS_BASIS, odds_record, odds_rows
from sevenout.rulebook.compiler.book_compiler import CompiledBook

_BAR = 14
_COLUMNS = (
    Column("odds", justify="left"),
    Column("edge"),
    Column("", gap=0, justify="left"),
    Column("exactly", 1, "left", gap=1),
    Column("", 2, "left"),
    Column("of the flat"),
    Column("put down"),
    Column("sd", 1),
    Column("odds staked", 3, "left"),
)


def with_odds(rules: CompiledBook, flats: Sequence[str]) -> Answer:
    """The line with odds: every bet that takes them, or those that are named."""
    chosen = lines_with_odds(rules, [rules.wager_named(flat) or flat for flat in flats])
    return Answer(
        lambda: odds_record(rules, chosen),
        lambda: odds_rows(rules, chosen),
        lambda screen: _show(screen, rules, chosen),
    )


def _show(screen: Screen, rules: CompiledBook, chosen: Sequence[LineWithOdds]) -> None:
    show_title(screen, rules.book.title, f"the line with odds{rules.dice.note}")
    if not chosen:
        show_note(screen, "no wager of this house takes odds")
        return
    widest = max(abs(line.edge) for line in chosen) or Fraction(1)
    sections = [
        GridSection(flat, [_cells(line, widest) for line in group])
        for flat, group in groupby(chosen, lambda line: line.flat)
    ]
    show_grid(screen, _COLUMNS, sections)
    screen.print()
    show_note(screen, ("basis", "bold"), f"  {ODDS_BASIS}")
    show_note(
        screen, "of the flat: the same loss as a share of the flat bet alone; put down, sd: per unit of the flat bet"
    )
    for flat, group in groupby(chosen, lambda line: line.flat):
        most = list(group)[-1]
        if most.cite.says:
            show_note(
                screen,
                (flat, "bold"),
                f"  {most.cite.says.removeprefix('assumed: ')}  {most.clause} {most.cite.provenance}",
            )
    if any(line.provenance == "assumed" for line in chosen):
        show_note(screen, (ASSUMED, "yellow"), " rests on a value that no document states: --json names it")


def _cells(line: LineWithOdds, widest: Fraction) -> list[Cell]:
    return [
        f"  {line.odds}",
        Text(percent(line.edge), "bold"),
        Text(ASSUMED if line.provenance == "assumed" else "", "yellow"),
        short(line.edge, 12),
        Text(bar(float(line.edge / widest), _BAR), "cyan"),
        percent(line.edge_on_flat),
        decimal(line.wagered, 3),
        decimal(line.sd, 3),
        _format_odds(line),
    ]


def _format_odds(line: LineWithOdds) -> str:
    """The odds' stake, the numbers that take the same put together."""
    numbers: dict[Fraction, list[str]] = {}
    for number, times in line.times:
        numbers.setdefault(times, []).append(str(number))
    if len(numbers) == 1:
        return str(next(iter(numbers)) or "")
    return "; ".join(f"{times} on {', '.join(on)}" for times, on in numbers.items())
