"""`sevenout simulate`: millions of sessions of one strategy or several, and what came of them."""

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sevenout.cli.arguments import (
    CATFISH_BEND,
    add_more,
    add_seed,
    add_session,
    house_of,
    page_file,
    settings_of,
    taken,
)
from sevenout.cli.numbers import whole
from sevenout.cli.plain import write_page
from sevenout.cli.session_order import session_order
from sevenout.errors import BadInput

if TYPE_CHECKING:
    from sevenout.game import Game
    from sevenout.money import Cents
    from sevenout.report.by_line import Simulated
    from sevenout.strategy.language.plan import Plan


def add_arguments(simulate: argparse.ArgumentParser) -> None:
    """What `sevenout simulate` takes."""
    simulate.description = (
        "Plays sessions of one strategy or several; the same seed gives the same dice to all of them."
    )
    simulate.add_argument("strategies", metavar="STRATEGY", nargs="+", help="strategies' names or .strategy files")
    simulate.add_argument("book", metavar="BOOK", nargs="?", help="the house, as behind --rules")
    add_session(simulate)
    simulate.add_argument("--sessions", metavar="N", type=whole, default=100_000, help="how many sessions (100000)")
    add_seed(simulate)
    simulate.add_argument("--workers", metavar="N", type=whole, help="how many threads play (one a processor)")
    add_more(simulate, "strategies")


class Options(NamedTuple):
    """The command line."""

    strategies: Sequence[str]
    rules: str | None
    sessions: int
    rolls: int
    bankroll: "Cents"
    seed: int
    workers: int | None
    set: Sequence[str]
    json: bool
    csv: bool
    report: str | None


def run(given: argparse.Namespace) -> int:
    """Simulates and prints."""
    from sevenout.cli.answer import give
    from sevenout.cli.simulate_table import Sessions, simulate_table
    from sevenout.game import Game
    from sevenout.strategy.library import open_strategy

    options = taken(Options, given)
    house, names = house_of(options.strategies, options.rules)
    if not names:
        raise BadInput("simulate needs a strategy: sevenout simulate pass-line; sevenout strategy list names them")
    options = options._replace(strategies=names, rules=house or CATFISH_BEND)
    game, bankroll = Game.open(options.rules or CATFISH_BEND), options.bankroll
    report = page_file(options.report)
    strategies = [open_strategy(name, game, settings_of(options.set)) for name in options.strategies]
    all_done = []
    for strategy in strategies:
        done = _simulated(options, game, strategy, bankroll)
        all_done.append(done)
        if done.result.sessions < done.result.asked:
            break
    played = Sessions(game, bankroll, options.rolls, options.seed, all_done)
    order = _worst_session(options, all_done[0])
    try:
        return give(simulate_table(played, order), json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.report.simulate_page import simulate_page

            write_page(report, simulate_page(all_done, bankroll, options.rolls, options.seed))


def _simulated(options: Options, game: "Game", strategy: "Plan", bankroll: "Cents") -> "Simulated":
    from sevenout.cli.figures import working
    from sevenout.report.by_line import Simulated, by_line
    from sevenout.simulation.played import Sitting
    from sevenout.simulation.run import simulate

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


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _worst_session(options: Options, done: "Simulated") -> str:
    """What to type to look at the worst session."""
    worst, rules = done.result.worst.session, options.rules or CATFISH_BEND
    return session_order(
        options.strategies[0], rules, options.rolls, options.bankroll, options.seed, options.set, worst
    )
