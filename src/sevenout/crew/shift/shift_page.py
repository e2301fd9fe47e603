"""The shift report as one printable HTML page: no script, nothing from elsewhere, black on white."""

from collections.abc import Iterable
from html import escape

from sevenout.base.money import format_amount
from sevenout.crew.shift.sections import ShiftSection
from sevenout.crew.shift.shift_report import ShiftReport, figures

_STYLE = """
:root { color-scheme: light; }
body { font: 11pt/1.4 Georgia, "Times New Roman", serif; color: #111; background: #fff; }
body { max-width: 46em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; margin: 0; }
h2 { font-size: 1.1em; margin: 1.6em 0 .4em; }
p { margin: .2em 0; color: #444; }
.wide { overflow-x: auto; background:
  linear-gradient(to right, #fff 40%, transparent) left / 2.4em 100% no-repeat local,
  linear-gradient(to left, #fff 40%, transparent) right / 2.4em 100% no-repeat local,
  linear-gradient(to right, #9bb, transparent) left / 1em 100% no-repeat scroll,
  linear-gradient(to left, #9bb, transparent) right / 1em 100% no-repeat scroll; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .15em .6em; border-bottom: 1px solid #ccc; text-align: right; }
th:first-child, td:first-child, td.says { text-align: left; }
thead th { border-bottom: 2px solid #111; }
tfoot td { border-top: 2px solid #111; font-weight: bold; }
.figures { columns: 2; column-gap: 3em; margin-top: 1em; }
.figures div { display: flex; justify-content: space-between; border-bottom: 1px solid #ccc; break-inside: avoid; }
.sign { margin-top: 3em; display: flex; gap: 3em; }
.sign div { flex: 1; border-top: 1px solid #111; padding-top: .3em; color: #444; }
@media (max-width: 40em) {
  .figures { columns: 1; }
  th, td { padding: .15em .4em; }
  :is(td, th):first-child { position: sticky; left: 0; background: #fff; }
  td.says { min-width: 12em; }
  .sign { flex-direction: column; }
}
@media print { .wide { overflow: visible; background: none; } }
@media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } @page { margin: 15mm; } }
"""


def shift_page(report: ShiftReport) -> str:
    """The whole page.

    >>> from sevenout.crew.shift.shift_report import shift_report
    >>> from sevenout.engine.game import Game
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("typical"))
    >>> shift_page(shift_report(table.game, table.log)).count("<table>")
    2
    """
    limits = f"{format_amount(report.minimum)} to {format_amount(report.maximum)}, chip {format_amount(report.chip)}"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Shift report: {escape(report.title)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            "<h1>Shift report</h1>",
            f"<p>{escape(report.title)}. Table {limits}.</p>",
            '<section class="figures">',
            *(f"<div><span>{name}</span><span>{value or '–'}</span></div>" for name, value in figures(report)),
            "</section>",
            *_handle(report),
            *_agreements(report),
            *(line for section in report.sections for line in _section(section)),
            '<section class="sign"><div>Supervisor</div><div>Licence</div><div>Date and time</div></section>',
            "</body>",
            "</html>",
            "",
        ]
    )


def _handle(report: ShiftReport) -> Iterable[str]:
    yield "<h2>Handle by wager</h2>"
    yield _head("wager", "bets", "staked", "lost", "won", "pushed", "kept")
    for row in report.handle:
        amounts = (row.staked, row.lost, row.won, row.pushed, row.bank_win)
        yield _row(escape(row.title), str(row.bets), *(format_amount(amount) for amount in amounts))
    yield "</tbody>"
    bets, pushed = sum(row.bets for row in report.handle), sum(row.pushed for row in report.handle)
    sums = (report.total_staked, report.lost, report.won, pushed, report.lost - report.won)
    yield f"<tfoot>{_row('all', str(bets), *(format_amount(amount) for amount in sums))}</tfoot></table></div>"


def _agreements(report: ShiftReport) -> Iterable[str]:
    yield "<h2>Reconciliation</h2>"
    yield _head("account", "by the log", "in the ledger", "")
    for line in report.agreements:
        says = f'<td class="says">{escape(line.says)}</td>'
        cells = (line.name, format_amount(line.log), format_amount(line.ledger))
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + f"{says}</tr>"
    yield "</tbody></table></div>"


def _section(section: ShiftSection) -> Iterable[str]:
    yield f"<h2>{escape(section.title)}</h2>"
    if section.says:
        yield f"<p>{escape(section.says)}</p>"
    yield _head(*map(escape, section.headings))
    for cells in section.rows:
        yield _row(*(escape(str(cell)) for cell in cells))
    yield "</tbody></table></div>"


def _row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _head(*names: str) -> str:
    heads = "".join(f"<th>{name}</th>" for name in names)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>'
