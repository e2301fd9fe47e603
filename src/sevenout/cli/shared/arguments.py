"""Arguments that several commands share, and the command line as a typed value of the command's own.

A house, a page, an amount and JSON are asked for by the same words everywhere; `tests/unit/cli/test_same_words.py`
holds it.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from sevenout.base.errors import BadInput
from sevenout.base.extras import need
from sevenout.base.files import check_writable
from sevenout.cli.shared.number_parsing import amount, parse_whole, written_out

CATFISH_BEND = "catfish-bend"
"""The house, where none is named."""

Options = TypeVar("Options", bound=NamedTuple)


def read_options(kind: type[Options], given: argparse.Namespace) -> Options:
    """What a command asks of its command line, as its own tuple of options.

    >>> class Options(NamedTuple):
    ...     rolls: int
    >>> read_options(Options, argparse.Namespace(rolls=200, command="exact"))
    Options(rolls=200)
    """
    return kind._make(getattr(given, name) for name in kind._fields)


# --- the house


def add_house(command: argparse._ActionsContainer, otherwise: str = CATFISH_BEND) -> None:
    """`--rules BOOK`, the same as the house's name among the command's words."""
    command.add_argument("--rules", metavar="BOOK", help=f"the house: a rulebook's name or a .toml file ({otherwise})")


def is_book(word: str) -> bool:
    """Whether a word names a house wherever it stands: a rulebook that comes along, or a .toml file.

    >>> is_book("typical"), is_book("mine.toml"), is_book("place-6")
    (True, True, False)
    """
    from sevenout.rulebook.source import shipped

    return word.endswith(".toml") or word in shipped()


def house_of(words: Iterable[str | None], rules: str | None) -> tuple[str | None, list[str]]:
    """The house that is named by `--rules` or by a word of its own, and the other words; two houses are one too many.

    >>> house_of(["typical", "pass"], None), house_of(["pass"], "typical"), house_of(["typical"], "typical")
    (('typical', ['pass']), ('typical', ['pass']), ('typical', []))
    """
    rest = [word for word in words if word is not None]
    named = [word for word in rest if is_book(word)]
    houses = list(dict.fromkeys([*named, *([] if rules is None else [rules])]))
    if len(houses) > 1:
        raise BadInput(f"{houses[0]} and {houses[1]} are two houses: name one, as a word or behind --rules")
    return (houses[0] if houses else None), [word for word in rest if word not in named]


def houses_of(words: Iterable[str], rules: Sequence[str]) -> tuple[list[str], list[str]]:
    """All houses that are named, behind `--rules` or by words of their own, and the other words.

    Behind `--rules` stands a house, and then more houses; whatever else follows is one of the command's words.

    >>> houses_of(["pass-line", "typical"], ["crapless", "catfish-bend", "iron-cross"])
    (['crapless', 'catfish-bend', 'typical'], ['iron-cross', 'pass-line'])
    """
    named, more = list(rules[:1]), [*rules[1:], *words]
    houses = dict.fromkeys([*named, *(word for word in more if is_book(word))])
    return list(houses), [word for word in more if not is_book(word)]


def house_and_wagers(words: Iterable[str | None], rules: str | None) -> tuple[str | None, list[str]]:
    """The house and wagers of it; a first word that is neither a book nor near a wager of the usual house is a book.

    >>> house_and_wagers(["pass"], None), house_and_wagers(["catfsh", "pass"], None), house_and_wagers([], None)
    (('catfish-bend', ['pass']), ('catfsh', ['pass']), (None, []))
    """
    house, rest = house_of(words, rules)
    if house is not None or not rest:
        return house, rest
    from sevenout.base.vocabulary import find_meanings, nearest
    from sevenout.rulebook.compiler.book_compiler import open_book
    from sevenout.rulebook.source import shipped

    usual, first = open_book(CATFISH_BEND), rest[0]
    known = {*usual.by_key, *(wager.family for wager in usual.book)}
    if first in known or usual.wager_named(first) or find_meanings(first, known):
        return CATFISH_BEND, rest
    if not nearest(first, shipped()) and not set("./\\") & set(first) and nearest(first, known):
        return CATFISH_BEND, rest
    return first, rest[1:]


def house_instead(command: str, given: argparse.Namespace) -> str | None:
    """The house of a command that else goes by what its file names."""
    return house_alone(command, given) if given.book or given.rules else None


def house_alone(command: str, given: argparse.Namespace) -> str:
    """The house of a command that takes no other words."""
    house, rest = house_of(given.book, given.rules)
    if rest and house is None:
        house, *rest = rest
    if rest:
        raise BadInput(f"{command} is about one house alone: {rest[0]!r} has no place there")
    return house or CATFISH_BEND


def add_more(command: argparse.ArgumentParser, name: str) -> None:
    """Words may also stand behind an option, where argparse looks for none: they join the list of that name."""

    def take(given: argparse.Namespace, words: list[str]) -> None:
        setattr(given, name, [*(getattr(given, name) or ()), *words])

    command.set_defaults(take_more=take)


# --- the form of the answer


def add_json(command: argparse._ActionsContainer, words: str = "print JSON") -> None:
    """`--json`, which every command that prints a result takes."""
    command.add_argument("--json", action="store_true", help=words)


def add_report(command: argparse._ActionsContainer, words: str) -> None:
    """`--report FILE`, for every page that is written; `--html`, as some commands once had it, means the same."""
    command.add_argument("--report", metavar="FILE", help=words)
    command.add_argument("--html", dest="report", metavar="FILE", help=argparse.SUPPRESS)


def check_one_form(*, json: bool, csv: bool, report: str | None) -> None:
    """Refuses two forms of one answer at once."""
    wanted = {"--json": json, "--csv": csv, "--report": report is not None}
    forms = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(forms) > 1:
        raise BadInput(f"{forms[0]} and {forms[1]}: each is a form of its own. Ask for one at a time")


# --- a session, and a table


def add_seed(command: argparse._ActionsContainer) -> None:
    """The seed of simulated dice."""
    command.add_argument(
        "--seed", metavar="N", type=parse_whole, default=1, help="the number that decides the dice (1)"
    )


def add_dice(command: argparse._ActionsContainer) -> None:
    """Dice that are not fair."""
    command.add_argument("--dice", metavar="FILE", help="a .toml file with the chances of the dice (fair dice)")


def add_set(command: argparse._ActionsContainer) -> None:
    """Parameters of a strategy."""
    command.add_argument(
        "--set", metavar="NAME=N", action="append", default=[], help="a unit or parameter of your own (unit=25)"
    )


def add_limits(command: argparse._ActionsContainer) -> None:
    """The limits of one table, where they are not the book's."""
    for word, says in (("minimum", "the table's minimum"), ("maximum", "its maximum"), ("chip", "its smallest chip")):
        command.add_argument(f"--{word}", metavar="AMOUNT", type=amount, help=f"{says} (the book's)")


def settings_of(given: Iterable[str]) -> dict[str, str]:
    """The parameters of `--set unit=25`, by name.

    >>> settings_of(["unit=25", "odds=2", "stop=$1,000"])
    {'unit': '25', 'odds': '2', 'stop': '1000'}
    """
    settings: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise BadInput(f"--set {text}: write a name, '=' and a number: --set unit=25")
        settings[name.strip().lower()] = written_out(value.strip()) or value.strip()
    return settings


def page_file(name: str | None, *, plots: bool = True) -> Path | None:
    """The file of `--report`, if one is asked for; that it cannot be written is told before the work if it can."""
    if name is None:
        return None
    from sevenout.reports.html.plots.plot_style import PLOTS

    file = Path(name)
    if file.suffix.lower() not in {".html", ".htm", ""}:
        raise BadInput(f"{name}: a report is a page: give it a name that ends in .html (a browser prints it as PDF)")
    check_writable(file)
    if plots:
        need("matplotlib", PLOTS)
    return file
