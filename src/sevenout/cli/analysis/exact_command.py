"""`sevenout exact`: all that can come of a strategy's session, with its probability, and no sampling."""

import argparse
import shlex
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.cli.analysis.session_arguments import SessionOptions, add_session, session_options
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_dice,
    add_more,
    house_of,
    page_file,
    read_options,
    settings_of,
)
from sevenout.cli.shared.exit_codes import SAID_NO
from sevenout.cli.shared.text_output import complain, write_page

if TYPE_CHECKING:
    from sevenout.strategy.language.compiler.plan import Plan

DICE = 1
"""The seed of the rolls in which the lines are watched."""


def add_arguments(exact: argparse.ArgumentParser) -> None:
    """What `sevenout exact` takes."""
    exact.description = "Follows a strategy's session with all its probability: no sampling."
    exact.add_argument("strategy", metavar="STRATEGY", help="a strategy's name or a .strategy file")
    exact.add_argument("book", metavar="BOOK", nargs="*", help="the house, as behind --rules")
    add_session(exact)
    add_dice(exact)
    add_more(exact, "book")


class ExactOptions(NamedTuple):
    """The command line."""

    strategy: str
    book: Sequence[str]
    rules: str | None
    set: Sequence[str]
    dice: str | None
    json: bool
    csv: bool
    report: str | None


def run(given: argparse.Namespace) -> int:
    """Follows the session and prints what can come of it."""
    from sevenout.analysis.dice.dice_file import game_with_dice
    from sevenout.analysis.exact.sessions.session_distribution import TooLarge, distribution
    from sevenout.analysis.simulation.session_spec import SessionSpec, check_bankroll
    from sevenout.cli.analysis.exact_table import exact_table
    from sevenout.cli.shared.charts import working
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.engine.game import Game
    from sevenout.reports.figures.by_line import ROLLS, by_line, with_exact_lines
    from sevenout.strategy.library import open_strategy
    from sevenout.strategy.tracing import Untraceable

    options, asked = _read_options(read_options(ExactOptions, given)), session_options(given)
    house, bankroll = Game.open(options.rules or CATFISH_BEND, asked.minimum, asked.maximum), asked.bankroll
    game = game_with_dice(house, options.dice)
    check_bankroll(game, bankroll)
    asked.end.check(game, bankroll)
    report = page_file(options.report)
    started = perf_counter()
    try:
        strategy = open_strategy(options.strategy, game, settings_of(options.set))
        asked = _until_own_goal(asked, strategy)
        with working(strategy.name, quiet=options.json or options.csv) as progress:
            session = distribution(
                game,
                strategy,
                bankroll,
                progress=progress,
                end=asked.end,
                large=partial(_suggest, options, asked),
                by_line=True,
            )
    except (TooLarge, Untraceable) as error:
        complain(f"sevenout: this is too large to follow exactly: {error}\nTry: {_simulating(options, asked)}")
        return SAID_NO
    seconds = perf_counter() - started
    watched = by_line(strategy, SessionSpec.of(game, strategy, bankroll, asked.end, DICE), ROLLS)
    lines = with_exact_lines(watched, session)
    try:
        answer = exact_table(strategy, session, lines, seconds, asked.pace)
        return print_answer(answer, json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.reports.html.exact_page import exact_page

            write_page(report, exact_page(strategy, session, asked.pace))


def _until_own_goal(asked: SessionOptions, strategy: "Plan") -> SessionOptions:
    """A session without any limit ends at the goal of a solved policy, which leaves there by itself."""
    policy, end = strategy.script.file.policy, asked.end
    if policy is None or not policy.goal or any((end.rolls, end.shooters, end.goal)):
        return asked
    return asked._replace(end=replace(end, goal=policy.goal))


def _read_options(options: ExactOptions) -> ExactOptions:
    """One strategy and one house, whichever way it is named."""
    house, strategies = house_of((options.strategy, *options.book), options.rules)
    if not strategies:
        raise BadInput("exact needs a strategy: sevenout exact pass-line; sevenout strategy list names them")
    if len(strategies) > 1:
        from sevenout.base.vocabulary import did_you_mean
        from sevenout.rulebook.source import shipped

        meant = did_you_mean(strategies[1], shipped())
        raise BadInput(f"exact follows one strategy, not {strategies[1]} too; simulate takes several.{meant}")
    return options._replace(strategy=strategies[0], rules=house or CATFISH_BEND)


def _simulating(options: ExactOptions, asked: SessionOptions) -> str:
    settings = [word for setting in options.set for word in ("--set", setting)]
    dice = [] if options.dice is None else ["--dice", options.dice]
    words = ["sevenout", "simulate", options.strategy, "--rules", str(options.rules), *asked.words, *settings, *dice]
    return shlex.join(words)


def _suggest(options: ExactOptions, asked: SessionOptions, situations: int) -> None:
    """Names the other command as soon as this one gets long."""
    complain(
        f"sevenout: {situations:,} situations so far, and more to come; this may take minutes, or be given up."
        f" A sample is there at once: {_simulating(options, asked)}"
    )
