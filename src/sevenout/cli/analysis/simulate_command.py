"""`sevenout simulate`: millions of sessions of one strategy or several, and what came of them."""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sevenout.base.errors import BadInput
from sevenout.base.extras import need
from sevenout.base.files import check_writable
from sevenout.cli.analysis.session_arguments import SessionOptions, add_session, session_options
from sevenout.cli.analysis.session_hint import session_order
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_dice,
    add_more,
    add_seed,
    houses_of,
    page_file,
    read_options,
    settings_of,
)
from sevenout.cli.shared.exit_codes import SAID_NO
from sevenout.cli.shared.number_parsing import parse_whole
from sevenout.cli.shared.text_output import complain, write_page

if TYPE_CHECKING:
    from sevenout.analysis.comparison.sweep import SweepCell, SweepResult
    from sevenout.analysis.simulation.dask_cluster import Cluster
    from sevenout.analysis.simulation.resume_file import ResumeFile
    from sevenout.analysis.simulation.run import Result
    from sevenout.analysis.simulation.session_rows import SessionRows
    from sevenout.engine.game import Game
    from sevenout.reports.figures.by_line import StrategyResult
    from sevenout.strategy.language.compiler.plan import Plan


def add_arguments(simulate: argparse.ArgumentParser) -> None:
    """What `sevenout simulate` takes."""
    simulate.description = (
        "Plays sessions of one strategy or several; the same seed gives the same dice to all of them."
    )
    simulate.add_argument("strategies", metavar="STRATEGY", nargs="+", help="strategies' names or .strategy files")
    simulate.add_argument("book", metavar="BOOK", nargs="?", help="the house, as behind --rules")
    add_session(simulate, several=True)
    simulate.add_argument(
        "--sweep", metavar="NAME=N,N", action="append", default=[],
        help="play every one of these settings on the same dice (unit=5,10,25); again for another parameter",
    )  # fmt: skip
    simulate.add_argument("--rows", metavar="FILE", help="also write every session as a row: .csv, or .parquet")
    simulate.add_argument(
        "--sessions", metavar="N", type=parse_whole, default=100_000, help="how many sessions (100000)"
    )
    add_seed(simulate)
    add_dice(simulate)
    simulate.add_argument("--from", dest="recorded", metavar="FILE", help="play the rolls recorded in a file instead")
    simulate.add_argument(
        "--each", metavar="N", type=parse_whole, help="cut them into sessions of N rolls (one of all)"
    )
    simulate.add_argument("--workers", metavar="N", type=parse_whole, help="how many threads play (one a processor)")
    simulate.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    simulate.add_argument("--keep", metavar="FILE", help="keep what is played in a file, and go on from there")
    simulate.add_argument(
        "--add", metavar="FILE", action="append", default=[], help="count in what was kept of the same elsewhere"
    )
    simulate.add_argument("--first", metavar="N", type=parse_whole, default=0, help="play from this session on (0)")
    simulate.add_argument("--count", dest="only", metavar="N", type=parse_whole, help="play so many from there (all)")
    add_more(simulate, "strategies")


class SimulateOptions(NamedTuple):
    """The command line."""

    strategies: Sequence[str]
    rules: Sequence[str] | None
    sweep: Sequence[str]
    rows: str | None
    sessions: int
    seed: int
    workers: int | None
    cluster: str | None
    keep: str | None
    add: Sequence[str]
    first: int
    only: int | None
    dice: str | None
    recorded: str | None
    each: int | None
    set: Sequence[str]
    json: bool
    csv: bool
    report: str | None


def run(given: argparse.Namespace) -> int:
    """Simulates and prints."""
    from sevenout.analysis.comparison.sweep import build_cells, open_cell, parse_axes, run_sweep
    from sevenout.analysis.dice.dice_file import game_with_dice
    from sevenout.analysis.simulation.session_rows import MOST_ROWS, RowSource, write_rows
    from sevenout.cli.analysis.simulate_table import simulate_table
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.engine.game import Game
    from sevenout.reports.figures.by_line import Sessions

    options, asked = read_options(SimulateOptions, given), session_options(given)
    houses, names = houses_of(options.strategies, options.rules or ())
    if not names:
        raise BadInput("simulate needs a strategy: sevenout simulate pass-line; sevenout strategy list names them")
    cells = build_cells(names, houses or [CATFISH_BEND], parse_axes(options.sweep))
    _check_options(options, len(cells))
    report = page_file(options.report)
    fixed = settings_of(options.set)

    def open_house(rules: str) -> Game:
        return game_with_dice(Game.open(rules, asked.minimum, asked.maximum), options.dice)

    if options.recorded is not None:
        from sevenout.cli.analysis.recorded_table import play_file

        return play_file([open_cell(cell, fixed, open_house)[1] for cell in cells], options, asked, report)
    if options.each is not None:
        raise BadInput("--each cuts recorded rolls into sessions: it goes with --from FILE")
    kept_rows: list[RowSource] = []
    with _cluster(options.cluster) as cluster:
        keeping = _open_resume_file(options, asked, *open_cell(cells[0], fixed, open_house))

        def play(game: Game, plan: "Plan", rows: "SessionRows | None") -> "Result":
            if options.rows is not None and rows is not None:
                kept_rows.append(RowSource(plan.name, game.rules.book.name, rows))
            return _simulate(options, asked, plan, keeping, cluster, rows)

        paired = options.sessions if options.rows or (len(cells) > 1 and not options.cluster) else None
        if paired is not None and paired > MOST_ROWS and not options.rows:
            complain(f"sevenout: not compared session by session: that is done for {MOST_ROWS:,} sessions at most")
            paired = None
        swept = run_sweep(cells, paired, fixed, play, open_house)
    if options.rows is not None:
        write_rows(Path(options.rows), kept_rows)
        complain(f"Every session is in {options.rows}.")
    all_done = [_with_lines(options, asked, cells, each) for each in swept]
    first_game = all_done[0].strategy.game
    played = Sessions(first_game, asked.bankroll, asked.end, asked.pace, options.seed, all_done)
    order = _worst_session(options, asked, cells[0], all_done[0])
    try:
        code = print_answer(simulate_table(played, order), json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.reports.html.simulate_page import simulate_page

            write_page(report, simulate_page(played))
    return _say_how_it_ended(options, all_done[-1], keeping) or code


def _check_options(options: SimulateOptions, cells: int) -> None:
    """Says before anything is played what does not go together."""
    if cells > 1 and (options.keep or options.add):
        raise BadInput("--keep and --add are about one simulation: name one strategy and one house, and sweep nothing")
    if options.workers is not None and options.cluster:
        raise BadInput("--workers are threads of this machine, and --cluster plays elsewhere: give one of them")
    if options.rows is not None:
        if options.cluster:
            raise BadInput("--rows keeps sessions that are played on this machine: leave --cluster out")
        if Path(options.rows).suffix.lower() not in {".csv", ".parquet"}:
            raise BadInput(f"--rows {options.rows}: give it a name that ends in .csv or .parquet")
        check_writable(Path(options.rows))
        if options.rows.endswith(".parquet"):
            need("pyarrow", "a Parquet file")


@contextmanager
def _cluster(address: str | None) -> "Iterator[Cluster | None]":
    if address is None:
        yield None
        return
    from sevenout.analysis.simulation.dask_cluster import Cluster

    with Cluster(address) as cluster:
        yield cluster


def _open_resume_file(options: SimulateOptions, asked: SessionOptions, game: "Game", strategy: "Plan") -> "ResumeFile":
    """What was played of the simulation before, and where it is kept."""
    from sevenout.analysis.simulation.jobs import Job
    from sevenout.analysis.simulation.resume_file import ResumeFile

    job = Job.of(game, strategy, options.sessions, None, asked.bankroll, options.seed, end=asked.end)
    file = None if options.keep is None else Path(options.keep)
    return ResumeFile(job, file, [Path(name) for name in options.add], lambda why: complain(f"sevenout: {why}"))


def _simulate(
    options: SimulateOptions,
    asked: SessionOptions,
    strategy: "Plan",
    keeping: "ResumeFile",
    cluster: "Cluster | None",
    rows: "SessionRows | None",
) -> "Result":
    from msgspec.structs import replace

    from sevenout.analysis.simulation.run import simulate
    from sevenout.cli.shared.charts import working

    with working(strategy.name, quiet=options.json or options.csv) as progress:
        result = simulate(
            strategy.game,
            strategy,
            options.sessions,
            None,
            asked.bankroll,
            options.seed,
            options.workers if options.workers is not None else _processors(),
            end=asked.end,
            progress=progress,
            executor=cluster,
            first=options.first,
            count=options.only,
            before=keeping.before,
            so_far=None if keeping.file is None else keeping.keep,
            rows=rows,
        )
    return replace(result, run_seconds=result.run_seconds + keeping.seconds)


def _with_lines(
    options: SimulateOptions, asked: SessionOptions, cells: "Sequence[SweepCell]", swept: "SweepResult"
) -> "StrategyResult":
    """A combination's result as screens and pages tell of it, with what became of the strategy's lines."""
    from sevenout.analysis.simulation.session_spec import SessionSpec
    from sevenout.reports.figures.by_line import StrategyResult, by_line

    plan = swept.plan
    spec = SessionSpec.of(plan.game, plan, asked.bankroll, asked.end, options.seed)
    lines = by_line(plan, spec, swept.result.sessions)
    return StrategyResult(plan, swept.result, lines, swept.cell.label(cells), swept.cell.combination, swept.difference)


def _say_how_it_ended(options: SimulateOptions, done: "StrategyResult", keeping: "ResumeFile") -> int:
    """Where it is kept, and what is missing; an executor that broke is an exit code of its own."""
    from sevenout.analysis.simulation.resume_file import describe_spans

    result, broken = done.result, done.result.ended_early not in {"", "interrupted"}
    played = f"{result.sessions:,} of {result.asked:,} sessions were played"
    if keeping.trouble is not None:
        raise keeping.trouble
    if broken:
        told = "" if keeping.file else ". With --keep FILE the same command goes on where it ended"
        complain(f"sevenout: {result.ended_early}: {played}{told}")
    if keeping.file is not None and keeping.kept is not None:
        held = f"{keeping.file} holds sessions {describe_spans(keeping.kept.spans)} of {options.sessions:,}"
        complain(f"{held}{'' if result.sessions == result.asked else ': the same command goes on from there'}.")
    return SAID_NO if broken else 0


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _worst_session(options: SimulateOptions, asked: SessionOptions, cell: "SweepCell", done: "StrategyResult") -> str:
    """What to type to look at the worst session."""
    worst, given = done.result.worst.session, [*options.set, *(f"{name}={value}" for name, value in cell.settings)]
    return session_order(cell.strategy, cell.rules, asked, options.seed, given, worst, options.dice)
