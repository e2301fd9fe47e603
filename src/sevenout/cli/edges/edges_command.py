"""`sevenout edges`: what every wager of a house is worth, exactly, and the other tables that can be asked for."""

import argparse
from typing import TYPE_CHECKING, Literal, NamedTuple, assert_never

from sevenout.base.errors import BadInput
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_dice,
    add_house,
    add_json,
    add_limits,
    add_more,
    add_report,
    check_one_form,
    house_and_wagers,
    page_file,
    read_options,
)
from sevenout.cli.shared.exit_codes import DONE
from sevenout.cli.shared.number_parsing import amount, parse_point
from sevenout.cli.shared.text_output import print_line

if TYPE_CHECKING:
    from sevenout.base.money import Cents
    from sevenout.cli.shared.output_formats import Answer
    from sevenout.engine.game import Game
    from sevenout.rulebook.compiler.book_compiler import CompiledBook

OneHouse = Literal["edges", "bets", "odds", "stake", "sweep", "shooter"]
View = OneHouse | Literal["compare"]
"""The tables that can be asked for."""


def add_arguments(edges: argparse.ArgumentParser) -> None:
    """What `sevenout edges` takes."""
    edges.description = (
        "sevenout edges BOOK · edges BOOK WAGER · edges BOOK '12 on place-6, 5 on field' · edges --compare. "
        "Figures are exact fractions, from the rulebook's rows alone."
    )
    edges.add_argument("book", nargs="?", metavar="BOOK", help="a rulebook's name or a .toml file (catfish-bend)")
    words = "only these; one alone gets its whole story; several bets as one: '12 on place-6, 5 on field'"
    edges.add_argument("wagers", nargs="*", metavar="WAGER", help=words)
    add_house(edges)
    edges.add_argument(
        "--sort", choices=("book", "edge"), default="book", help="in the book's order, or the best first"
    )
    view = edges.add_argument_group("instead of the edges")
    view.add_argument("--odds", action="store_true", help="the line with odds behind it, from none to the maximum")
    view.add_argument(
        "--stake", metavar="AMOUNT", type=amount, help="what a stake is worth in chips, rounded as the house rounds"
    )
    view.add_argument("--sweep", action="store_true", help="every stake the table takes: where rounding bites")
    view.add_argument("--shooter", action="store_true", help="how long a turn lasts, the points made, the Shootout")
    view.add_argument("--compare", nargs="*", metavar="BOOK", help="houses side by side (all of them)")
    edges.add_argument(
        "--point", metavar="POINT", type=parse_point, help="for several bets as one: begun with the point on 6, or off"
    )
    table = edges.add_argument_group("the table, for several bets as one, --stake, --sweep and --report")
    add_limits(table)
    add_dice(edges)
    form = edges.add_argument_group("instead of a screen")
    add_json(form, "print JSON, fractions as strings")
    form.add_argument("--csv", action="store_true", help="print comma-separated values")
    add_report(form, "write one HTML page with plots and clauses")
    add_more(edges, "wagers")


class EdgesOptions(NamedTuple):
    """What the command line asks for."""

    book: str | None
    wagers: list[str]
    rules: str | None
    sort: str
    odds: bool
    stake: "Cents | None"
    sweep: bool
    shooter: bool
    compare: list[str] | None
    point: "int | Literal['off'] | None"
    minimum: "Cents | None"
    maximum: "Cents | None"
    chip: "Cents | None"
    dice: str | None
    json: bool
    csv: bool
    report: str | None
    bets: str = ""
    """Several bets as one, as they were written."""


def run(given: argparse.Namespace) -> int:
    """Answers with one table, one wager's story or one page."""
    from sevenout.cli.shared.output_formats import print_answer, write_page

    given.bets = ""
    asked = read_options(EdgesOptions, given)
    words, bets = _split_bets([word for word in (asked.book, *asked.wagers) if word is not None])
    book, wagers = house_and_wagers(words, asked.rules)
    asked = asked._replace(book=book, wagers=list(dict.fromkeys(wagers)), bets=bets)
    view = _view(asked)
    if view == "compare":
        from sevenout.cli.edges.comparison_table import compare_houses

        if asked.report is not None:
            return _write_comparison(asked)
        return print_answer(compare_houses(_houses(asked), asked.wagers), json=asked.json, csv=asked.csv)
    rules = _open(asked)
    if view == "bets" and (file := page_file(asked.report, plots=False)) is not None:
        return write_page(_choose_answer(rules, asked, view), file, f"{asked.bets}, {rules.book.title}")
    if asked.report is not None:
        return _write(rules, asked)
    return print_answer(_choose_answer(rules, asked, view), json=asked.json, csv=asked.csv)


def _choose_answer(rules: "CompiledBook", asked: EdgesOptions, view: OneHouse) -> "Answer":
    match view:
        case "bets":
            from sevenout.cli.edges.bet_set_table import answer_bet_set

            return answer_bet_set(_game(rules, asked), asked.bets, asked.point)
        case "odds":
            from sevenout.cli.edges.odds_table import with_odds

            return with_odds(rules, asked.wagers)
        case "stake":
            from sevenout.cli.edges.stake_tables import answer_stake

            assert asked.stake is not None, "a stake is asked for"
            return answer_stake(_game(rules, asked), asked.stake, asked.wagers, by_edge=asked.sort == "edge")
        case "sweep":
            from sevenout.cli.edges.stake_tables import at_every_stake

            return at_every_stake(_game(rules, asked), asked.wagers)
        case "shooter":
            from sevenout.cli.edges.shooter_table import turn

            return turn(rules)
        case "edges":
            from sevenout.analysis.exact import edges
            from sevenout.cli.edges.edge_table import edge_table

            return edge_table(rules, edges(rules, asked.wagers), by_edge=asked.sort == "edge")
        case _:
            assert_never(view)


def _split_bets(words: list[str]) -> tuple[list[str], str]:
    """The words of the command line, and behind them bets: from the first word on that begins with an amount.

    >>> _split_bets(["typical", "12 on place-6, 5 on field"]), _split_bets(["typical", "pass"])
    ((['typical'], '12 on place-6, 5 on field'), (['typical', 'pass'], ''))
    """
    begins = next((at for at, word in enumerate(words) if word.lstrip("$-+")[:1].isdigit()), len(words))
    return words[:begins], " ".join(words[begins:])


# --- what goes together


def _view(asked: EdgesOptions) -> View:
    """The one table that is asked for; words that do not go together are bad input."""
    views: dict[View, bool] = {
        "bets": bool(asked.bets),
        "odds": asked.odds,
        "stake": asked.stake is not None,
        "sweep": asked.sweep,
        "shooter": asked.shooter,
        "compare": asked.compare is not None,
    }
    view: View = next((name for name, wanted in views.items() if wanted), "edges")
    chosen = ["a set of bets" if name == "bets" else f"--{name}" for name, wanted in views.items() if wanted]
    if len(chosen) > 1:
        raise BadInput(f"{chosen[0]} and {chosen[1]}: each is a table of its own. Ask for one at a time")
    if asked.report is not None and chosen and view not in ("bets", "compare"):
        raise BadInput(f"--report writes one page with all of it: leave {chosen[0]} out")
    check_one_form(json=asked.json, csv=asked.csv, report=asked.report)
    limits = [f"--{name}" for name in ("minimum", "maximum", "chip") if getattr(asked, name) is not None]
    if limits and view not in ("bets", "stake", "sweep") and (asked.report is None or view == "compare"):
        raise BadInput(f"{limits[0]} is about real stakes: it goes with --stake, --sweep, --report or a set of bets")
    if asked.point is not None and view != "bets":
        raise BadInput("--point is where a set of bets begins: write the bets, such as '12 on place-6, 5 on field'")
    if view == "bets" and asked.wagers:
        raise BadInput(f"{asked.wagers[0]!r} has no amount: write every bet of the set as 12 on place-6")
    if asked.sort == "edge" and (view not in ("edges", "stake") or asked.report is not None):
        raise BadInput(f"--sort edge does not go with {chosen[0] if chosen else '--report'}")
    if view == "shooter" and asked.wagers:
        raise BadInput(f"--shooter tells of the dice, not of a wager: leave {asked.wagers[0]!r} out")
    return view


def _open(asked: EdgesOptions) -> "CompiledBook":
    from sevenout.analysis.dice.dice_file import rules_with_dice

    return rules_with_dice(asked.book or CATFISH_BEND, asked.dice)


def _houses(asked: EdgesOptions) -> "list[CompiledBook]":
    """The houses to compare: the one named first is home. One alone is compared with all the others."""
    from sevenout.analysis.dice.dice_file import rules_with_dice
    from sevenout.rulebook.source import shipped

    named = [*([asked.book] if asked.book else []), *(asked.compare or [])]
    if len(named) < 2:
        named += [book for book in shipped() if book not in named]
    return [rules_with_dice(name, asked.dice) for name in named]


def _game(rules: "CompiledBook", asked: EdgesOptions) -> "Game":
    from sevenout.engine.game import Game

    try:
        return Game(rules, asked.minimum, asked.maximum, asked.chip)
    except ValueError as error:
        raise BadInput(str(error)) from error


def _write_comparison(asked: EdgesOptions) -> int:
    from sevenout.analysis.exact import compare
    from sevenout.base.files import write_whole
    from sevenout.reports.html.houses.comparison_page import comparison_page

    file = page_file(asked.report, plots=False)
    assert file is not None, "a page is asked for"
    comparison = compare(_houses(asked), asked.wagers)
    text = comparison_page(comparison)
    write_whole(file, text, errors="backslashreplace")
    names = ", ".join(house.name for house in comparison.houses)
    many = len(comparison.wagers)
    print_line(f"{file}: {names} side by side, {many} wager{'s' * (many != 1)}, {len(text):,} characters")
    return DONE


def _write(rules: "CompiledBook", asked: EdgesOptions) -> int:
    from sevenout.analysis.exact import edges
    from sevenout.base.files import write_whole
    from sevenout.reports.html.houses.edges_page import page

    file = page_file(asked.report)
    assert file is not None, "a page is asked for"
    game, exactly = _game(rules, asked), edges(rules, asked.wagers)
    text = page(game, exactly)
    write_whole(file, text, errors="backslashreplace")
    wagers = f"{len(exactly)} wager{'s' if len(exactly) > 1 else ''}"
    print_line(f"{file}: {exactly.title}, {wagers}, {len(text):,} characters")
    return DONE
