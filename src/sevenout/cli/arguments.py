"""Arguments that several commands share, and the command line as a typed value of the command's own."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from sevenout.errors import BadInput, Malformed
from sevenout.extras import need
from sevenout.files import check_writable
from sevenout.money import Cents, parse_amount

CATFISH_BEND = "catfish-bend"
"""The house, where none is named."""

Options = TypeVar("Options", bound=NamedTuple)


def taken(kind: type[Options], given: argparse.Namespace) -> Options:
    """What a command asks of its command line, as its own tuple of options.

    >>> class Options(NamedTuple):
    ...     rolls: int
    >>> taken(Options, argparse.Namespace(rolls=200, command="exact"))
    Options(rolls=200)
    """
    return kind._make(getattr(given, name) for name in kind._fields)


def whole(text: str) -> int:
    """A whole number: 1000000, 1_000_000 or 1,000,000.

    >>> whole("1,000,000")
    1000000
    """
    try:
        return int(text.replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number such as 100000, found {text!r}") from None


def add_json(command: argparse._ActionsContainer, words: str = "print JSON") -> None:
    """`--json`, which every command that prints a result takes."""
    command.add_argument("--json", action="store_true", help=words)


def add_session(command: argparse.ArgumentParser) -> None:
    """What a session of a strategy is played under, and the form of the answer."""
    command.add_argument("--rules", metavar="BOOK", default=CATFISH_BEND, help=f"a rulebook's name ({CATFISH_BEND})")
    add_length(command)
    add_set(command)
    form = command.add_mutually_exclusive_group()
    add_json(form)
    form.add_argument("--csv", action="store_true", help="print comma-separated values")
    command.add_argument("--report", metavar="FILE", help="also write one HTML page with plots and all figures")


def add_length(command: argparse._ActionsContainer) -> None:
    """How long a session lasts, and what it begins with."""
    command.add_argument("--rolls", metavar="N", type=whole, default=200, help="rolls in a session (200)")
    command.add_argument("--bankroll", metavar="AMOUNT", default="300", help="what a session begins with (300)")


def add_seed(command: argparse._ActionsContainer) -> None:
    """The seed of simulated dice."""
    command.add_argument("--seed", metavar="N", type=whole, default=1, help="the number that decides the dice (1)")


def add_set(command: argparse._ActionsContainer) -> None:
    """Parameters of a strategy."""
    command.add_argument(
        "--set", metavar="NAME=N", action="append", default=[], help="a unit or parameter of your own (unit=25)"
    )


def add_limits(command: argparse._ActionsContainer) -> None:
    """The limits of one table, where they are not the book's."""
    for word, says in (("minimum", "the table's minimum"), ("maximum", "its maximum"), ("chip", "its smallest chip")):
        command.add_argument(f"--{word}", metavar="AMOUNT", help=f"{says} (the book's)")


def limit_of(word: str, text: str | None) -> Cents | None:
    """The amount of `--minimum`, `--maximum` or `--chip`, if one is given.

    >>> limit_of("minimum", "10"), limit_of("chip", None)
    (1000, None)
    """
    if text is None:
        return None
    try:
        return parse_amount(text)
    except Malformed as error:
        raise BadInput(f"--{word} {text}: {error}") from error


def bankroll_of(text: str) -> Cents:
    """The amount of `--bankroll`.

    >>> bankroll_of("300")
    30000
    """
    try:
        return parse_amount(text)
    except Malformed as error:
        raise BadInput(f"--bankroll {text}: {error}") from error


def settings_of(given: Iterable[str]) -> dict[str, str]:
    """The parameters of `--set unit=25`, by name.

    >>> settings_of(["unit=25", "odds=2"])
    {'unit': '25', 'odds': '2'}
    """
    settings: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise BadInput(f"--set {text}: write a name, '=' and a number: --set unit=25")
        settings[name.strip().lower()] = value.strip()
    return settings


def page_file(name: str | None) -> Path | None:
    """The file of `--report`, if one is asked for; that it cannot be written is told before the work if it can."""
    if name is None:
        return None
    from sevenout.report.drawing import PLOTS

    check_writable(Path(name))
    need("matplotlib", PLOTS)
    return Path(name)
