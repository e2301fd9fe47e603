"""The shift report as one printable HTML page: no script, nothing from elsewhere, black on white."""

from collections.abc import Iterable

from sevenout.base.html import Markup, document, join, tag
from sevenout.base.money import format_amount
from sevenout.crew.shift.sections import ShiftSection
from sevenout.crew.shift.shift_report import ShiftReport, figures

SHIFT_STYLE = """\
p { margin: .2em 0; color: #444; }
table { width: 100%; }
th, td { padding: .15em .6em; border-bottom: 1px solid #ccc; text-align: right; }
th:first-child, td:first-child, td.says { text-align: left; }
thead th { border-bottom: 2px solid #111; }
tfoot td { border-top: 2px solid #111; font-weight: bold; }
.figures { columns: 2; column-gap: 3em; margin-top: 1em; }
.figures div { display: flex; justify-content: space-between; border-bottom: 1px solid #ccc; break-inside: avoid; }
@media (max-width: 40em) {
  .figures { columns: 1; }
  th, td { padding: .15em .4em; }
  :is(td, th):first-child { position: sticky; left: 0; background: #fff; }
  td.says { min-width: 12em; }
  .sign { flex-direction: column; }
}
.running { font-size: .85em; }
@page { margin: 20mm 15mm 15mm; }
@media print { .running { position: fixed; top: -12mm; left: 0; right: 0; } }
"""


def shift_page(report: ShiftReport, part: str = "") -> str:
    """Builds the whole page, or of a part, named by its key, that alone.

    >>> from sevenout.crew.shift.shift_report import shift_report
    >>> from sevenout.engine.game import Game
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("typical"))
    >>> shift_page(shift_report(table.game, table.log)).count("<table>")
    2
    """
    limits = f"{format_amount(report.minimum)} to {format_amount(report.maximum)}, chip {format_amount(report.chip)}"
    return document(
        f"Shift report: {report.title}",
        tag("p", f"{report.title}: {report.heading}", class_="running") if report.heading else None,
        tag("h1", "Shift report"),
        tag("p", f"{report.title}. Table {limits}."),
        None if part else _totals(report),
        map(_section, (section for section in report.sections if part in ("", section.key))),
        tag("section", (tag("div", word) for word in ("Supervisor", "Licence", "Date and time")), class_="sign"),
        look="printed",
        style=SHIFT_STYLE,
    )


def _totals(report: ShiftReport) -> Markup:
    counted = (tag("div", tag("span", name), tag("span", value or "–")) for name, value in figures(report))
    return join(tag("section", counted, class_="figures"), _handle(report), _agreements(report))


def _handle(report: ShiftReport) -> Markup:
    rows = [
        (row.title, str(row.bets), *map(format_amount, (row.staked, row.lost, row.won, row.pushed, row.bank_win)))
        for row in report.handle
    ]
    bets, pushed = sum(row.bets for row in report.handle), sum(row.pushed for row in report.handle)
    sums = (report.total_staked, report.lost, report.won, pushed, report.lost - report.won)
    foot = tag("tfoot", _row(("all", str(bets), *map(format_amount, sums))))
    heads = ("wager", "bets", "staked", "lost", "won", "pushed", "kept")
    return join(tag("h2", "Handle by wager"), _table(heads, map(_row, rows), foot))


def _agreements(report: ShiftReport) -> Markup:
    rows = (
        tag(
            "tr",
            (tag("td", cell) for cell in (line.name, format_amount(line.log), format_amount(line.ledger))),
            tag("td", line.says, class_="says"),
        )
        for line in report.agreements
    )
    return join(
        tag("h2", "Reconciliation"), _table(("account", "by the log", "in the ledger", "what it adds up"), rows)
    )


def _section(section: ShiftSection) -> Markup:
    says = tag("p", section.says) if section.says else None
    rows = (_row(map(str, cells)) for cells in section.rows)
    return join(tag("h2", section.title), says, _table(section.headings, rows))


def _row(cells: Iterable[str]) -> Markup:
    return tag("tr", (tag("td", cell) for cell in cells))


def _table(heads: Iterable[str], rows: Iterable[Markup], foot: Markup | None = None) -> Markup:
    head = tag("thead", tag("tr", (tag("th", name) for name in heads)))
    return tag("div", tag("table", head, tag("tbody", rows), foot), class_="wide")
