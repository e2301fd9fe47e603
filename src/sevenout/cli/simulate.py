"""`sevenout simulate`: millions of sessions of one strategy or several, and what came of them."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.answer import Answer, Record, give
from sevenout.cli.figures import FACE_VALUE, bankroll_of, print_bars, quantile_grid, quantiles, working
from sevenout.cli.lines import lines_json, remarks_json, show_lines, show_remarks
from sevenout.cli.pages import page_file, write_page
from sevenout.cli.screen import Screen
from sevenout.cli.strategy import LONGEST, session_order, settings_of
from sevenout.game import Game
from sevenout.money import Cents, amount
from sevenout.report.by_line import Simulated, by_line, engine_line
from sevenout.report.shares import QUANTILES, chance, quantile_interval, reach
from sevenout.simulation.played import Sitting
from sevenout.simulation.run import Numbered, Result, simulate
from sevenout.simulation.tally import Tally
from sevenout.strategy.language.plan import Plan as Strategy
from sevenout.strategy.library import open_strategy


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
    report: str | None


def run(options: Options) -> int:
    """Simulates and prints."""
    game, bankroll = Game.open(options.rules), bankroll_of(options.bankroll)
    report = page_file(options.report)
    strategies = [open_strategy(name, game, settings_of(options.set)) for name in options.strategies]
    all_done = []
    for strategy in strategies:
        done = _simulated(options, game, strategy, bankroll)
        all_done.append(done)
        if done.result.sessions < done.result.asked:
            break
    answer = _answer(options, game, bankroll, all_done)
    try:
        return give(answer, json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.report.simulate_page import simulate_page

            write_page(report, simulate_page(all_done, bankroll, options.rolls, options.seed))


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
    sitting = Sitting(game, strategy, bankroll, options.rolls, options.seed)
    return Simulated(strategy, result, by_line(strategy, sitting, result.sessions))


def _answer(options: Options, game: Game, bankroll: Cents, all_done: Sequence[Simulated]) -> Answer:
    results = [_json(options, game, bankroll, done) for done in all_done]
    return Answer(
        {"results": results},
        [_row(result) for result in results],
        lambda screen: _show(screen, options, game, bankroll, all_done),
    )


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- for programs


def _json(options: Options, game: Game, bankroll: Cents, done: Simulated) -> Record:
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
        "quantiles": quantiles(result.nets),
        "quantile_intervals": {
            str(share): [bound / 100 for bound in quantile_interval(result.nets.counts, result.sessions, share)]
            for share in QUANTILES
        },
        "worst": _numbered(result.worst),
        "best": _numbered(result.best),
        "lowest": _watched(result.lowest),
        "drawdown": _watched(result.falls),
        "engine": result.engine,
        "why": result.why,
        "replayed": result.replayed,
        "compile_seconds": round(result.compile_seconds, 3),
        "trace_seconds": round(result.trace_seconds, 3),
        "run_seconds": round(result.run_seconds, 3),
        "rolls_per_second": round(result.rolls_per_second),
        "remarks": remarks_json(done.strategy.remarks),
        "lines": lines_json(done.by_line),
    }


def _numbered(one: Numbered) -> Record:
    return {"session": one.session, "net": one.net / 100}


def _watched(tally: Tally) -> Record | None:
    """Of the sessions that were watched in every window."""
    if not tally.counts:
        return None
    return {"sessions": tally.total, "mean": tally.mean / 100, "quantiles": quantiles(tally)}


def _row(result: Record) -> Record:
    """A result as a row of the CSV: figures with parts get a column for each."""
    parts = ("lowest", "drawdown")
    kept = {name: value for name, value in result.items() if not isinstance(value, dict | list) and name not in parts}
    for name in ("mean_net", "ruin"):
        kept[f"{name}_low"], kept[f"{name}_high"] = result[f"{name}_interval"]
    kept |= {f"quantile_{share}": net for share, net in result["quantiles"].items()}
    kept |= {f"{one}_{name}": value for one in ("worst", "best") for name, value in result[one].items()}
    return kept | {name: (result[name] or {}).get("mean") for name in parts}


# --- for people


def _show(screen: Screen, options: Options, game: Game, bankroll: Cents, all_done: Sequence[Simulated]) -> None:
    played = all_done[-1].result
    begun = f"bankroll {amount(bankroll)}, seed {options.seed}"
    screen.print()
    screen.print(f"{game.rules.book.title}: {played.sessions:,} sessions of {options.rolls:,} rolls, {begun}")
    if played.sessions < played.asked:
        screen.print(f"interrupted: {played.asked:,} sessions were asked for", style="yellow")
    screen.print()
    show_remarks(screen, [done.strategy for done in all_done])
    if len(all_done) == 1:
        _show_one(screen, all_done[0])
    else:
        screen.print(_comparison(screen, all_done))
    for done in all_done:
        screen.print(Text(f"  {done.strategy.name}: {engine_line(done.result)}", "dim"))
    screen.print(Text(f"  ±: with 95 % confidence. {FACE_VALUE}", "dim"))
    if len(all_done) == 1 and options.rolls <= LONGEST and bankroll % game.chip == 0:
        _show_where_to_look(screen, options, all_done[0].result)


def _show_where_to_look(screen: Screen, options: Options, result: Result) -> None:
    """The best and the worst session, and how to see it roll by roll."""
    (best, high), (worst, low) = result.best, result.worst
    order = session_order(
        options.strategies[0], options.rules, options.rolls, options.bankroll, options.seed, options.set, worst
    )
    screen.print(Text(f"  best session {best} ({amount(high)}), worst session {worst} ({amount(low)}): {order}", "dim"))


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
            Text(f"±{amount(reach(nets.interval))}", "dim"),
            amount(nets.sd),
            chance(result.ruin),
            *(more if wide else ()),
        )
    return grid


def _show_one(screen: Screen, done: Simulated) -> None:
    result, nets = done.result, done.result.nets
    screen.print(Text.assemble("  ", (done.strategy.name, "bold"), f"  {done.strategy.script.file.sentence}\n"))
    figures = [("mean net", amount(nets.mean), f"±{amount(reach(nets.interval))}"), ("deviation", amount(nets.sd), "")]
    for ending in sorted({"ruin", *(name for name, _ in result.endings)} - {"rolls"}):
        low, high = result.interval(ending)
        figures.append((ending, chance(result.share(ending)), f"{chance(low)} to {chance(high)}"))
    for name, tally in (("lowest net", result.lowest), ("drawdown", result.falls)):
        if tally.counts:
            figures.append((name, amount(tally.mean), f"±{amount(reach(tally.interval))}, {tally.total:,} sessions"))
    for name, figure, confidence in figures:
        screen.print(Text.assemble(f"  {name:<24} {figure:>12}", (f"   {confidence}", "dim")))
    screen.print(quantile_grid(nets))
    print_bars(screen, nets.counts)
    screen.print()
    show_lines(screen, done.by_line)
