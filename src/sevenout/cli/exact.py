"""`sevenout exact`: all that can come of a strategy's session, with its probability, and no sampling."""

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from sevenout.cli.arguments import add_session, bankroll_of, page_file, settings_of, taken
from sevenout.cli.codes import SAID_NO
from sevenout.cli.plain import complain, write_page
from sevenout.errors import BadInput

DICE = 1
"""The seed of the rolls in which the lines are watched."""


def add_arguments(exact: argparse.ArgumentParser) -> None:
    """What `sevenout exact` takes."""
    exact.description = "Follows a strategy's session with all its probability: no sampling."
    exact.add_argument("strategy", metavar="STRATEGY", help="a strategy's name or a .strategy file")
    add_session(exact)
    exact.set_defaults(take_more=_take_one_only)


def _take_one_only(_: argparse.Namespace, strategies: list[str]) -> None:
    raise BadInput(f"exact follows one strategy, not {strategies[0]} too; simulate takes several")


class Options(NamedTuple):
    """The command line."""

    strategy: str
    rules: str
    rolls: int
    bankroll: str
    set: Sequence[str]
    json: bool
    csv: bool
    report: str | None


def run(given: argparse.Namespace) -> int:
    """Follows the session and prints what can come of it."""
    from sevenout.automaton import Untraceable
    from sevenout.cli.answer import give
    from sevenout.cli.exact_table import exact_table
    from sevenout.cli.figures import working
    from sevenout.exact.session import TooLarge, distribution
    from sevenout.game import Game
    from sevenout.report.by_line import ROLLS, by_line
    from sevenout.simulation.played import Sitting, check_session
    from sevenout.strategy.library import open_strategy

    options = taken(Options, given)
    game, bankroll = Game.open(options.rules), bankroll_of(options.bankroll)
    check_session(game, bankroll, options.rolls)
    report = page_file(options.report)
    started = perf_counter()
    try:
        strategy = open_strategy(options.strategy, game, settings_of(options.set))
        with working(strategy.name, quiet=options.json or options.csv) as progress:
            session = distribution(game, strategy, bankroll, options.rolls, progress)
    except (TooLarge, Untraceable) as error:
        complain(f"sevenout: this is too large to follow exactly: {error}\nTry: {_simulating(options)}")
        return SAID_NO
    seconds = perf_counter() - started
    lines = by_line(strategy, Sitting(game, strategy, bankroll, options.rolls, DICE), ROLLS)
    try:
        return give(exact_table(strategy, session, lines, seconds), json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.report.exact_page import exact_page

            write_page(report, exact_page(strategy, session))


def _simulating(options: Options) -> str:
    given = "".join(f" --set {setting}" for setting in options.set)
    where = f"--rules {options.rules} --rolls {options.rolls} --bankroll {options.bankroll}"
    return f"sevenout simulate {options.strategy} {where}{given}"
