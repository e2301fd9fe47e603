"""What came of millions of sessions, on the screen: one strategy's figures, or several side by side."""

from collections.abc import Sequence

from rich.text import Text

from sevenout.base.money import amount
from sevenout.cli.analysis.line_report import show_lines, show_remarks
from sevenout.cli.analysis.risk_report import show_action
from sevenout.cli.analysis.session_hint import LONGEST
from sevenout.cli.shared.charts import end_words, print_bars, show_quantiles
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, show_grid
from sevenout.reports.figures.by_line import Sessions, StrategyResult, engine_line
from sevenout.reports.figures.distribution import chance, give_or_take
from sevenout.reports.records.session_records import simulated_record, simulated_rows
from sevenout.strategy.session_end import typical_rolls

_DIFFERENCES = (
    Column("", justify="left"),
    Column("difference"),
    Column("", gap=1),
    Column("ahead in"),
    Column("level in"),
)
_COMPARED = (
    Column("strategy", justify="left"),
    Column("mean net"),
    Column("", gap=1),
    Column("deviation"),
    Column("ruin"),
    Column("5 %", 2),
    Column("median", 2),
    Column("95 %", 2),
    Column("drawdown", 3),
)
_FEW = 4
"""Of more combinations the engine of each is not told."""


def simulate_table(played: Sessions, order: str) -> Answer:
    """The sessions in every form; `order` is what to type to look at the worst of them, if it can be."""
    return Answer(
        lambda: simulated_record(played),
        lambda: simulated_rows(played),
        lambda screen: _show(screen, played, order),
    )


def _show(screen: Screen, sessions: Sessions, order: str) -> None:
    game, bankroll, end, _, seed, all_done = sessions
    houses = dict.fromkeys(done.strategy.game.rules.book.title for done in all_done)
    played = all_done[-1].result
    begun = f"bankroll {amount(bankroll)}, {f'seed {seed}' if seed is not None else played.dice}"
    begun += game.rules.dice.note
    many = f"{played.sessions:,} session{'s' if played.sessions != 1 else ''}"
    screen.print()
    screen.print(f"{', '.join(houses)}: {many}, {end.words}, {begun}")
    if played.sessions < played.asked:
        screen.print(f"{played.ended_early}: {played.asked:,} sessions were asked for", style="yellow")
    screen.print()
    show_remarks(screen, [done.strategy for done in all_done])
    if len(all_done) == 1:
        _show_one(screen, all_done[0], sessions)
    else:
        _show_comparison(screen, all_done)
        _show_differences(screen, all_done)
    if len(all_done) <= _FEW:
        for done in all_done:
            screen.print(Text(f"  {done.name}: {engine_line(done.result)}", "dim"))
    few = (
        " (–: too few sessions to say, or all alike)" if any(not each.result.nets.interval for each in all_done) else ""
    )
    screen.print(Text(f"  ±: with 95 % confidence{few}. {end_words(face_value=end.face_value)}", "dim"))
    if order and len(all_done) == 1 and typical_rolls(end) <= LONGEST and bankroll % game.chip == 0:
        (best, high), (worst, low) = played.best, played.worst
        told = f"best session {best} ({amount(high)}), worst session {worst} ({amount(low)}): {order}"
        screen.print(Text(f"  {told}", "dim"))


def _show_differences(screen: Screen, all_done: Sequence[StrategyResult]) -> None:
    """How each did against the first, session by session on the same dice."""
    first, *others = all_done
    if not any(done.difference for done in others):
        return
    rows: list[list[Cell]] = [
        [
            Text(done.name, "bold"),
            Text(amount(difference.mean), "green" if difference.mean > 0 else "red"),
            Text(give_or_take(difference.interval, difference.mean, amount), "dim"),
            chance(difference.share_ahead),
            chance(difference.share_level),
        ]
        for done in others
        if (difference := done.difference) is not None
    ]
    screen.print(Text(f"  Against {first.name}, session by session on the same dice:\n", "bold"))
    show_grid(screen, _DIFFERENCES, [GridSection("", rows)])
    screen.print()


def _show_comparison(screen: Screen, all_done: Sequence[StrategyResult]) -> None:
    """One line a strategy, with as much as there is room for."""
    rows: list[list[Cell]] = []
    for done in all_done:
        result, nets = done.result, done.result.nets
        rows.append(
            [
                Text(done.name, "bold"),
                Text(amount(nets.mean), "green" if nets.mean > 0 else "red"),
                Text(give_or_take(nets.interval, nets.mean, amount), "dim"),
                amount(nets.sd),
                chance(result.ruin),
                *(amount(nets.quantile(share)) for share in (0.05, 0.5, 0.95)),
                amount(result.falls.mean) if result.falls.counts else "–",
            ]
        )
    show_grid(screen, _COMPARED, [GridSection("", rows)])
    screen.print()


def _show_one(screen: Screen, done: StrategyResult, sessions: Sessions) -> None:
    result, nets = done.result, done.result.nets
    screen.print(Text.assemble("  ", (done.strategy.name, "bold"), f"  {done.strategy.script.file.sentence}\n"))
    sure = give_or_take(nets.interval, nets.mean, amount)
    figures = [("mean net", amount(nets.mean), sure), ("deviation", amount(nets.sd), "")]
    for ending in sorted({"ruin", *(name for name, _ in result.endings)} - {"rolls"}):
        low, high = result.interval(ending)
        figures.append((ending, chance(result.share(ending)), f"{chance(low)} to {chance(high)}"))
    for name, tally in (("lowest net", result.lowest), ("drawdown", result.falls)):
        if tally.counts:
            sure = give_or_take(tally.interval, tally.mean, amount)
            figures.append((name, amount(tally.mean), f"{sure}, {tally.total:,} sessions"))
    for name, figure, confidence in figures:
        screen.print(Text.assemble(f"  {name:<24} {figure:>12}", (f"   {confidence}", "dim")))
    show_quantiles(screen, nets)
    print_bars(screen, nets.counts)
    screen.print()
    if result.action is not None:
        within = f"{result.acted:,} sessions that were watched (the loss is that of all sessions)"
        if result.acted == 1:
            within = "session that was watched"
        show_action(screen, result.action, result.sd, sessions.pace, within)
    show_lines(screen, done.by_line)
