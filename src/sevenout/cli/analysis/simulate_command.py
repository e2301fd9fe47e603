"""`sevenout simulate`: millions of sessions of one strategy or several, and what came of them."""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sevenout.base.errors import BadInput
from sevenout.cli.analysis.session_arguments import SessionOptions, add_session, session_options
from sevenout.cli.analysis.session_hint import session_order
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_more,
    add_seed,
    house_of,
    page_file,
    read_options,
    settings_of,
)
from sevenout.cli.shared.exit_codes import SAID_NO
from sevenout.cli.shared.number_parsing import parse_whole
from sevenout.cli.shared.text_output import complain, write_page

if TYPE_CHECKING:
    from sevenout.analysis.simulation.dask_cluster import Cluster
    from sevenout.analysis.simulation.resume_file import ResumeFile
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
    add_session(simulate)
    simulate.add_argument(
        "--sessions", metavar="N", type=parse_whole, default=100_000, help="how many sessions (100000)"
    )
    add_seed(simulate)
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
    rules: str | None
    sessions: int
    seed: int
    workers: int | None
    cluster: str | None
    keep: str | None
    add: Sequence[str]
    first: int
    only: int | None
    set: Sequence[str]
    json: bool
    csv: bool
    report: str | None


def run(given: argparse.Namespace) -> int:
    """Simulates and prints."""
    from sevenout.cli.analysis.simulate_table import simulate_table
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.engine.game import Game
    from sevenout.reports.figures.by_line import Sessions
    from sevenout.strategy.library import open_strategy

    options, asked = read_options(SimulateOptions, given), session_options(given)
    house, names = house_of(options.strategies, options.rules)
    if not names:
        raise BadInput("simulate needs a strategy: sevenout simulate pass-line; sevenout strategy list names them")
    options = options._replace(strategies=names, rules=house or CATFISH_BEND)
    if len(names) > 1 and (options.keep or options.add):
        raise BadInput("--keep and --add are about one simulation: name one strategy")
    if options.workers is not None and options.cluster:
        raise BadInput("--workers are threads of this machine, and --cluster plays elsewhere: give one of them")
    game = Game.open(options.rules or CATFISH_BEND, asked.minimum, asked.maximum)
    report = page_file(options.report)
    strategies = [open_strategy(name, game, settings_of(options.set)) for name in options.strategies]
    keeping = _open_resume_file(options, asked, game, strategies[0])
    all_done = []
    with _cluster(options.cluster) as cluster:
        for strategy in strategies:
            done = _simulate(options, asked, game, strategy, keeping, cluster)
            all_done.append(done)
            if done.result.sessions < done.result.asked:
                break
    played = Sessions(game, asked.bankroll, asked.end, asked.pace, options.seed, all_done)
    order = _worst_session(options, asked, all_done[0])
    try:
        code = print_answer(simulate_table(played, order), json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.reports.html.simulate_page import simulate_page

            write_page(report, simulate_page(played))
    return _say_how_it_ended(options, all_done[-1], keeping) or code


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
    game: "Game",
    strategy: "Plan",
    keeping: "ResumeFile",
    cluster: "Cluster | None",
) -> "StrategyResult":
    from msgspec.structs import replace

    from sevenout.analysis.simulation.run import simulate
    from sevenout.analysis.simulation.session_spec import SessionSpec
    from sevenout.cli.shared.charts import working
    from sevenout.reports.figures.by_line import StrategyResult, by_line

    with working(strategy.name, quiet=options.json or options.csv) as progress:
        result = simulate(
            game,
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
        )
    result = replace(result, run_seconds=result.run_seconds + keeping.seconds)
    sitting = SessionSpec.of(game, strategy, asked.bankroll, asked.end, options.seed)
    return StrategyResult(strategy, result, by_line(strategy, sitting, result.sessions))


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


def _worst_session(options: SimulateOptions, asked: SessionOptions, done: "StrategyResult") -> str:
    """What to type to look at the worst session."""
    worst, rules = done.result.worst.session, options.rules or CATFISH_BEND
    return session_order(options.strategies[0], rules, asked, options.seed, options.set, worst)
