"""How a session begins and ends, as `exact`, `simulate` and `strategy session` are told: the same words for all."""

import argparse
from typing import TYPE_CHECKING, NamedTuple

from sevenout.base.dice import PACE
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.cli.shared.arguments import CATFISH_BEND, add_house, add_json, add_report, add_set
from sevenout.cli.shared.number_parsing import amount, parse_hours, parse_whole

if TYPE_CHECKING:  # no command loads the game before it runs
    from sevenout.strategy.session_end import SessionEnd

ROLLS = 200
"""Rolls in a session, where nothing else ends it."""


def add_session(command: argparse.ArgumentParser, *, several: bool = False) -> None:
    """What a session of a strategy is played under, in one house or several, and the form of the answer."""
    if several:
        says = f"the house, or several: rulebooks' names or .toml files ({CATFISH_BEND})"
        command.add_argument("--rules", metavar="BOOK", nargs="+", action="extend", help=says)
    else:
        add_house(command)
    add_length(command)
    add_set(command)
    form = command.add_mutually_exclusive_group()
    add_json(form)
    form.add_argument("--csv", action="store_true", help="print comma-separated values")
    add_report(command, "also write one HTML page with plots and all figures")


def add_length(command: argparse._ActionsContainer) -> None:
    """How long a session lasts, what ends it, and what it begins with."""
    length = command.add_mutually_exclusive_group()
    length.add_argument("--rolls", metavar="N", type=parse_whole, help=f"rolls in a session ({ROLLS})")
    length.add_argument(
        "--shooters", metavar="N", type=parse_whole, help="shooters in a session; the last one's seven-out ends it"
    )
    length.add_argument(
        "--hands", dest="shooters", metavar="N", type=parse_whole, help="the same: a hand is one shooter's"
    )
    length.add_argument("--hours", metavar="H", type=parse_hours, help="hours in a session, at the --pace")
    length.add_argument(
        "--no-limit", action="store_true", help="play until the goal, the stop or ruin (the default with --goal alone)"
    )
    command.add_argument("--pace", metavar="N", type=parse_whole, default=PACE, help=f"rolls an hour ({PACE})")
    command.add_argument(
        "--goal", metavar="AMOUNT", type=amount, help="leave with this much; it counts what could be carried away"
    )
    command.add_argument("--stop-loss", metavar="AMOUNT", type=amount, help="leave after losing this much")
    lying = command.add_mutually_exclusive_group()
    lying.add_argument(
        "--until-decided", action="store_true", help="at the end, bet no more and play out what is up (the default)"
    )
    lying.add_argument("--face-value", action="store_true", help="count what is up at the end at face value")
    command.add_argument(
        "--bankroll", metavar="AMOUNT", type=amount, default="300", help="what a session begins with (300)"
    )
    command.add_argument("--minimum", metavar="AMOUNT", type=amount, help="the table's minimum (the book's)")
    command.add_argument("--maximum", metavar="AMOUNT", type=amount, help="its maximum (the book's)")


class SessionOptions(NamedTuple):
    """When a session ends, what it begins with and where it is played, from the command line."""

    end: "SessionEnd"
    pace: int
    bankroll: Cents
    minimum: Cents | None
    maximum: Cents | None

    @property
    def words(self) -> list[str]:
        """The options that say the same to another command."""
        end, options = self.end, []
        for name, value in (("rolls", end.rolls), ("shooters", end.shooters)):
            options += [] if value is None else [f"--{name}", str(value)]
        if not end.is_limited and end.goal is None:
            options.append("--no-limit")
        money = (("bankroll", self.bankroll), ("goal", end.goal), ("stop-loss", end.stop_loss))
        for name, held in (*money, ("minimum", self.minimum), ("maximum", self.maximum)):
            options += [] if held is None else [f"--{name}", units(held)]
        return [*options, *(["--face-value"] if end.face_value else [])]


def session_options(given: argparse.Namespace) -> SessionOptions:
    """What the command line says of a session.

    >>> parser = argparse.ArgumentParser()
    >>> add_length(parser)
    >>> session_options(parser.parse_args(["--hours", "2.5"])).end.words
    '360 rolls'
    >>> session_options(parser.parse_args(["--goal", "600"])).words
    ['--bankroll', '300', '--goal', '600']
    """
    from sevenout.strategy.session_end import MOST_ROLLS, SessionEnd, rolls_in

    if given.pace < 1:
        raise BadInput(f"a pace of {given.pace} rolls an hour gets nowhere: give --pace 1 or more")
    rolls = rolls_in(given.hours, given.pace) if given.hours is not None else given.rolls
    if rolls is None and given.shooters is None and not given.no_limit and given.goal is None:
        rolls = ROLLS
    if rolls is not None and rolls < 1:
        raise BadInput(f"a session has from 1 to {MOST_ROLLS:,} rolls, not {rolls:,}")
    end = SessionEnd(
        rolls=rolls,
        shooters=given.shooters,
        goal=given.goal,
        stop_loss=given.stop_loss,
        face_value=given.face_value,
    )
    return SessionOptions(end, given.pace, given.bankroll, given.minimum, given.maximum)
