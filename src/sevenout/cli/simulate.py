"""`sevenout simulate`: millions of sessions of one strategy or several, and what came of them."""

import csv as csv_file
import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.figures import QUANTILES, amount, bankroll_of, percent, print_bars, working
from sevenout.cli.main import DONE, SAID_NO
from sevenout.cli.screen import Screen, print_json
from sevenout.cli.strategy import settings_of
from sevenout.game import Game
from sevenout.money import Cents
from sevenout.simulate.played import Plan, replayed
from sevenout.simulate.run import Result, simulate
from sevenout.simulate.tally import Tally
from sevenout.strategy.language.checking import NotOffered
from sevenout.strategy.language.plan import Plan as Strategy
from sevenout.strategy.language.report import LineReport, Watched
from sevenout.strategy.library import open_strategy

ROLLS_BY_LINE = 1_000
"""As many first sessions as have so many rolls are replayed, to tell what became of each line."""
REFUSALS = 3
"""So many reasons are shown for a line."""


class Options(NamedTuple):
    """The command line."""

    strategies: Sequence[str]
    rules: str
    sessions: int
    rolls: int
    bankroll: str
    seed: int
    workers: int | None
    set: Sequence[str]
    json: bool
    csv: bool


class Simulated(NamedTuple):
    """One strategy, what came of it, and what became of its lines."""

    strategy: Strategy
    result: Result
    lines: tuple[LineReport, ...]
    by_line: int
    """In so many sessions, the first ones."""


def run(options: Options) -> int:
    """Simulates and prints."""
    game, bankroll = Game.open(options.rules), bankroll_of(options.bankroll)
    try:
        strategies = [open_strategy(name, game, settings_of(options.set)) for name in options.strategies]
    except NotOffered as error:
        sys.stderr.write(f"sevenout: {error}\n")
        return SAID_NO
    all_done = []
    for strategy in strategies:
        done = _simulated(options, game, strategy, bankroll)
        all_done.append(done)
        if done.result.sessions < done.result.asked:
            break
    if options.json:
        print_json({"results": [_json(options, game, bankroll, done) for done in all_done]})
    elif options.csv:
        _print_csv([_json(options, game, bankroll, done) for done in all_done])
    else:
        _show(options, game, bankroll, all_done)
    return DONE


def _simulated(options: Options, game: Game, strategy: Strategy, bankroll: Cents) -> Simulated:
    with working(strategy.name, quiet=options.json or options.csv) as progress:
        result = simulate(
            game,
            strategy,
            options.sessions,
            options.rolls,
            bankroll,
            options.seed,
            options.workers if options.workers is not None else _processors(),
            progress=progress,
        )
    watched = Watched(strategy)
    plan = Plan(game, watched, bankroll, options.rolls, options.seed)
    by_line = min(result.sessions, max(ROLLS_BY_LINE // options.rolls, 1))
    for number in range(by_line):
        replayed(plan, number)
    return Simulated(strategy, result, watched.tally.report(), by_line)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- for programs


def _json(options: Options, game: Game, bankroll: Cents, done: Simulated) -> dict[str, Any]:
    result = done.result
    return {
        "strategy": done.strategy.name,
        "rules": game.rules.book.name,
        "bankroll": bankroll / 100,
        "rolls": options.rolls,
        "seed": options.seed,
        "sessions": result.sessions,
        "sessions_asked": result.asked,
        "rolls_played": result.rolls_played,
        "mean_net": result.nets.mean / 100,
        "mean_net_interval": [bound / 100 for bound in result.nets.interval],
        "sd_net": result.nets.sd / 100,
        "ruin": result.ruin,
        "ruin_interval": list(result.interval("ruin")),
        "endings": {ending: result.share(ending) for ending, _ in result.endings},
        "quantiles": _quantiles(result.nets),
        "lowest": _watched(result.lowest),
        "drawdown": _watched(result.falls),
        "engine": result.engine,
        "why": result.why,
        "replayed": result.replayed,
        "compile_seconds": round(result.compile_seconds, 3),
        "trace_seconds": round(result.trace_seconds, 3),
        "run_seconds": round(result.run_seconds, 3),
        "rolls_per_second": round(result.rolls_per_second),
        "lines": [_line(report) for report in done.lines],
    }


def _quantiles(tally: Tally) -> dict[str, float]:
    return {str(share): tally.quantile(share) / 100 for share in QUANTILES}


def _watched(tally: Tally) -> dict[str, Any] | None:
    """Of the sessions that were watched in every window."""
    if not tally.counts:
        return None
    return {"sessions": tally.total, "mean": tally.mean / 100, "quantiles": _quantiles(tally)}


def _line(report: LineReport) -> dict[str, Any]:
    refused = [
        {"wager": no.wager, "code": no.code, "clause": no.clause, "reason": no.reason, "times": no.times}
        for no in report.refused
    ]
    return {
        "line": report.line,
        "text": report.text,
        "fired": report.fired,
        "held": report.held,
        "waited": dict(report.waited),
        "refused": refused,
    }


def _print_csv(results: Sequence[dict[str, Any]]) -> None:
    """One line a strategy; figures with parts get a column for each."""
    plain = [_flat(result) for result in results]
    writer = csv_file.DictWriter(sys.stdout, list(plain[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(plain)


def _flat(result: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in result.items() if not isinstance(value, dict | list)}
    for name in ("mean_net", "ruin"):
        kept[f"{name}_low"], kept[f"{name}_high"] = result[f"{name}_interval"]
    kept |= {f"quantile_{share}": net for share, net in result["quantiles"].items()}
    return kept | {"lowest": (result["lowest"] or {}).get("mean"), "drawdown": (result["drawdown"] or {}).get("mean")}


# --- for people


def _show(options: Options, game: Game, bankroll: Cents, all_done: Sequence[Simulated]) -> None:
    screen = Screen()
    played = all_done[-1].result
    begun = f"bankroll {amount(bankroll)}, seed {options.seed}"
    screen.print()
    screen.print(f"{game.rules.book.title}: {played.sessions:,} sessions of {options.rolls:,} rolls, {begun}")
    if played.sessions < played.asked:
        screen.print(f"interrupted: {played.asked:,} sessions were asked for", style="yellow")
    screen.print()
    if len(all_done) == 1:
        _show_one(screen, all_done[0])
    else:
        screen.print(_comparison(screen, all_done))
    for done in all_done:
        screen.print(Text(f"  {done.strategy.name}: {_engine(done.result)}", "dim"))


def _comparison(screen: Screen, all_done: Sequence[Simulated]) -> Grid:
    """One line a strategy, with as much as there is room for."""
    wide = screen.width >= 110
    grid = Grid(box=SIMPLE_HEAD)
    grid.add_column("strategy", no_wrap=True)
    for name in ("mean net", "", "deviation", "ruin", *(("5 %", "median", "95 %", "drawdown") if wide else ())):
        grid.add_column(name, justify="right", no_wrap=True)
    for strategy, result, *_ in all_done:
        nets = result.nets
        more = [amount(nets.quantile(share)) for share in (0.05, 0.5, 0.95)]
        more.append(amount(result.falls.mean) if result.falls.counts else "–")
        grid.add_row(
            Text(strategy.name, "bold"),
            Text(amount(nets.mean), "green" if nets.mean > 0 else "red"),
            Text(f"±{amount(_reach(nets.interval))}", "dim"),
            amount(nets.sd),
            percent(result.ruin),
            *(more if wide else ()),
        )
    return grid


def _reach(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


def _show_one(screen: Screen, done: Simulated) -> None:
    result, nets = done.result, done.result.nets
    screen.print(Text.assemble("  ", (done.strategy.name, "bold"), f"  {done.strategy.script.file.sentence}\n"))
    figures = [("mean net", amount(nets.mean), f"±{amount(_reach(nets.interval))}"), ("deviation", amount(nets.sd), "")]
    for ending in sorted({"ruin", *(name for name, _ in result.endings)} - {"rolls"}):
        low, high = result.interval(ending)
        figures.append((ending, percent(result.share(ending)), f"{percent(low)} to {percent(high)}"))
    for name, tally in (("lowest net", result.lowest), ("drawdown", result.falls)):
        if tally.counts:
            figures.append((name, amount(tally.mean), f"±{amount(_reach(tally.interval))}, {tally.total:,} sessions"))
    for name, figure, confidence in figures:
        screen.print(Text.assemble(f"  {name:<24} {figure:>12}", (f"   {confidence}", "dim")))
    grid = Grid(box=SIMPLE_HEAD)
    for share in QUANTILES:
        grid.add_column(f"{100 * share:.0f} %", justify="right")
    grid.add_row(*(amount(nets.quantile(share)) for share in QUANTILES))
    screen.print(grid)
    print_bars(screen, nets.counts)
    screen.print()
    _show_lines(screen, done)


def _show_lines(screen: Screen, done: Simulated) -> None:
    screen.print(f"  What became of each line in the first {done.by_line:,} sessions:")
    for line in done.lines:
        heading = f"{line.heading}: " if line.heading else ""
        screen.print(Text.assemble((f"{line.fired:>8,} times  ", "dim"), f"{heading}{line.text}"))
        for no in line.refused[:REFUSALS]:
            clause = f" [{no.clause}]" if no.clause else ""
            screen.print(Text(f"{no.times:>8,} times  refused: {no.reason}{clause}", "yellow"))
    screen.print()


def _engine(result: Result) -> str:
    seconds = f"{result.run_seconds:.2f} s, {result.trace_seconds:.2f} s of it tracing"
    compiling = f", {result.compile_seconds:.2f} s to compile" if result.compile_seconds else ""
    rate = f"{result.rolls_per_second / 1e6:,.1f} million rolls a second"
    checked = f", replayed at the table: {result.replayed:,}" if result.replayed else ""
    return f"{result.engine} engine ({result.why}), {seconds}{compiling}, {rate}{checked}"
