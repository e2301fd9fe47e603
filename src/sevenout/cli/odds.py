"""`sevenout edges BOOK --odds`: the line and come bets with odds behind them, from none to what the house allows."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from rich.text import Text

from sevenout.cli.answer import ASSUMED, Answer, Record, decimals, entry_record, exact, show_note, show_title
from sevenout.cli.grids import Cell, Column, Section, bar, show_grid
from sevenout.cli.screen import Screen
from sevenout.compile import Compiled
from sevenout.errors import BadInput
from sevenout.exact.line import LineWithOdds, lines
from sevenout.report.figures import decimal, percent, short
from sevenout.words import did_you_mean

BASIS = "per flat bet decided, of flat bet and odds together; a push counts as decided; nothing rounded to chips"

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


def with_odds(rules: Compiled, flats: Sequence[str]) -> Answer:
    """The line with odds: every bet that takes them, or those that are named."""
    found = lines(rules)
    known = tuple(dict.fromkeys(line.flat for line in found))
    flats = [rules.wager_named(flat) or flat for flat in flats]
    for flat in flats:
        if flat not in known:
            takes = f"those that do: {', '.join(known)}" if known else "no wager does"
            raise BadInput(f"{flat!r} takes no odds at {rules.book.title}.{did_you_mean(flat, known)} There, {takes}")
    chosen = [line for line in found if not flats or line.flat in flats]
    payload = {"rules": rules.book.name, "basis": BASIS, "lines": [_record(line) for line in chosen]}
    return Answer(payload, [_row(rules, line) for line in chosen], lambda screen: _show(screen, rules, chosen))


def _record(line: LineWithOdds) -> Record:
    return {
        "flat": line.flat,
        "odds": line.odds,
        **_figures(line),
        "sd": line.sd,
        "provenance": line.provenance,
        "clause": line.clause,
        "times": {str(number): str(times) for number, times in line.times},
        "chances": [[str(net), str(chance)] for net, chance in line.chances],
        "rests_on": [entry_record(entry) for entry in line.rests_on],
    }


def _row(rules: Compiled, line: LineWithOdds) -> Record:
    return {
        "rules": rules.book.name,
        "flat": line.flat,
        "odds": line.odds,
        **_figures(line),
        "sd": line.sd,
        **decimals(edge=line.edge, edge_on_flat=line.edge_on_flat, wagered=line.wagered),
        "times": "; ".join(f"{number}: {times}" for number, times in line.times),
        "provenance": line.provenance,
        "clause": line.clause,
        "basis": BASIS,
    }


def _figures(line: LineWithOdds) -> dict[str, str]:
    return exact(
        edge=line.edge,
        edge_on_flat=line.edge_on_flat,
        wagered=line.wagered,
        net=line.net,
        variance=line.variance,
    )


def _show(screen: Screen, rules: Compiled, found: Sequence[LineWithOdds]) -> None:
    show_title(screen, rules.book.title, "the line with odds")
    if not found:
        show_note(screen, "no wager of this house takes odds")
        return
    widest = max(abs(line.edge) for line in found) or Fraction(1)
    sections = [
        Section(flat, [_cells(line, widest) for line in group])
        for flat, group in groupby(found, lambda line: line.flat)
    ]
    show_grid(screen, _COLUMNS, sections)
    screen.print()
    show_note(screen, ("basis", "bold"), f"  {BASIS}")
    show_note(
        screen, "of the flat: the same loss as a share of the flat bet alone; put down, sd: per unit of the flat bet"
    )
    for flat, group in groupby(found, lambda line: line.flat):
        most = list(group)[-1]
        if most.cite.says:
            show_note(
                screen,
                (flat, "bold"),
                f"  {most.cite.says.removeprefix('assumed: ')}  {most.clause} {most.cite.provenance}",
            )
    if any(line.provenance == "assumed" for line in found):
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
        _staked(line),
    ]


def _staked(line: LineWithOdds) -> str:
    """The odds' stake, the numbers that take the same put together."""
    numbers: dict[Fraction, list[str]] = {}
    for number, times in line.times:
        numbers.setdefault(times, []).append(str(number))
    if len(numbers) == 1:
        return str(next(iter(numbers)) or "")
    return "; ".join(f"{times} on {', '.join(on)}" for times, on in numbers.items())
