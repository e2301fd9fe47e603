"""All that can come of a session, on the screen."""

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from sevenout.analysis.exact.sessions.session_distribution import Distribution
from sevenout.base.money import amount
from sevenout.cli.analysis.line_report import show_lines, show_remarks
from sevenout.cli.analysis.risk_report import show_action, show_lengths
from sevenout.cli.shared.charts import end_words, print_bars, show_quantiles
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer
from sevenout.reports.figures.by_line import ByLine
from sevenout.reports.figures.distribution import chance
from sevenout.reports.records.session_records import exact_record, exact_rows
from sevenout.strategy.language.compiler.plan import Plan as Strategy

_AFTER = 8
"""So many points of the curve are shown."""


def exact_table(strategy: Strategy, session: Distribution, lines: ByLine, seconds: float, pace: int) -> Answer:
    """The session in every form; `seconds` is how long it took to follow, `pace` rolls an hour."""
    return Answer(
        lambda: exact_record(strategy, session, lines, pace),
        lambda: exact_rows(session),
        lambda screen: _show(screen, strategy, session, lines, seconds, pace),
    )


def _show(screen: Screen, strategy: Strategy, session: Distribution, lines: ByLine, seconds: float, pace: int) -> None:
    played = f"{strategy.name}, {session.end.words}, bankroll {amount(session.bankroll)}"
    screen.print()
    screen.print(f"{strategy.game.rules.book.title}: {played}, exactly{strategy.game.rules.dice.note}")
    screen.print()
    show_remarks(screen, [strategy])
    for told, figure in (("mean net", amount(session.mean)), ("deviation", amount(session.sd))):
        screen.print(f"  {told:<24} {figure:>12}")
    for ending, share in sorted({"ruin": 0.0, **dict(session.endings)}.items()):
        if ending != "rolls":
            screen.print(f"  {ending:<24} {chance(share):>12}")
    if not session.end.is_limited:
        show_lengths(screen, session.lengths)
    show_quantiles(screen, session)
    print_bars(screen, session.nets)
    if session.curve:
        screen.print(_curve(session))
    else:
        screen.print()
    show_action(screen, session.action, session.sd, pace)
    show_lines(screen, lines)
    told = f"{session.rows:,} situations, {seconds:.2f} s; probability unaccounted for: {session.unaccounted:.1e}"
    screen.print(f"  {told}", style="dim")
    screen.print(f"  {end_words(face_value=session.end.face_value)}", style="dim")


def _curve(session: Distribution) -> Grid:
    """Some points of the curve, evenly spread, the last one among them."""
    grid = Grid(box=SIMPLE_HEAD)
    for name in ("after roll", "mean net", "deviation", "session over"):
        grid.add_column(name, justify="right")
    last = len(session.curve) - 1
    for number in sorted({last * point // _AFTER for point in range(1, _AFTER + 1)}):
        mean, sd, over = session.curve[number]
        grid.add_row(str(number), amount(mean), amount(sd), chance(over))
    return grid
