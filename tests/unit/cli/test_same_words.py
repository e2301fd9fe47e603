"""The same thing is asked for by the same words in every command: a new one cannot depart from them."""

from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator

import pytest

from sevenout.cli.completion_command import FREE, KINDS
from sevenout.cli.registry import COMMANDS
from sevenout.cli.shared.number_parsing import amount, parse_whole
from sevenout.rulebook.source import shipped
from sevenout.strategy.named_texts import list_strategies
from tests.unit.cli.command import Ran, run

WITHOUT_A_RESULT = {"play", "completion"}
"""A game and a script are no results."""
OPERATORS = {"serve", "house"}
"""Their options are a server's settings, no words of the game."""


def actions(name: str) -> list[Action]:
    """What a command takes."""
    parser = ArgumentParser(prog=name)
    COMMANDS[name].module().add_arguments(parser)
    return parser._actions


def everything() -> Iterator[tuple[str, Action]]:
    """Every argument of every command."""
    return ((name, action) for name in COMMANDS for action in actions(name))


def option(name: str, word: str) -> Action | None:
    return next((action for action in actions(name) if word in action.option_strings), None)


def test_every_command_that_prints_a_result_takes_json() -> None:
    assert {name for name in COMMANDS if option(name, "--json") is None} == WITHOUT_A_RESULT


def test_every_page_is_written_by_report() -> None:
    pages = {name for name in COMMANDS if option(name, "--report")}
    assert pages >= {"edges", "exact", "simulate", "notice", "shift", "school"}
    for name in COMMANDS:
        report, html = option(name, "--report"), option(name, "--html")
        assert report is not None or html is None, name
        if report is not None and html is not None:
            assert (report.metavar, html.dest, html.help) == ("FILE", report.dest, SUPPRESS), name
            assert "--html" not in run(name, "--help").out


def test_a_house_is_a_word_or_stands_behind_rules() -> None:
    for name in COMMANDS:
        words = [action for action in actions(name) if not action.option_strings]
        says_book = any("BOOK" in str(action.metavar).split("|") for action in words)
        rules = option(name, "--rules")
        assert says_book == (rules is not None), name
        if rules is not None:
            assert (rules.metavar, rules.default) == ("BOOK", None), name


def test_amounts_and_counts_have_one_reader() -> None:
    readers = {"AMOUNT": amount, "N": parse_whole, "K": parse_whole}
    for name, action in everything():
        if action.metavar in readers:
            assert action.type is readers[str(action.metavar)], (name, action.dest)
        assert action.type not in (int, float), (name, action.dest)


def test_every_word_is_of_a_kind_that_completion_knows() -> None:
    for name, action in everything():
        if name not in OPERATORS and action.nargs != 0 and action.choices is None and action.help != SUPPRESS:
            kinds = set(str(action.metavar).split("|"))
            assert kinds <= {*KINDS, *FREE}, (name, action.dest)


def test_no_strategy_or_wager_could_be_taken_for_a_house() -> None:
    assert not {*shipped()} & {*list_strategies()}


# --- the house


@pytest.mark.parametrize(
    "order",
    [
        ("edges",),
        ("edges", "pass"),
        ("edges", "pass", "--odds"),
        ("rules", "place-6"),
        ("rules", "--manual"),
        ("notice",),
        ("layout",),
        ("exact", "pass-line", "--rolls", "20"),
        ("strategy", "session", "pass-line", "--rolls", "20"),
        ("school", "paper", "words", "--seed", "s"),
    ],
    ids=" ".join,
)
def test_catfish_bend_is_the_house_where_none_is_named(order: tuple[str, ...]) -> None:
    alone, named_ = run(*order, "--json"), run(*order, "--rules", "catfish-bend", "--json")
    assert alone.code == 0
    assert alone.out == named_.out
    assert alone.json["rules"] == "catfish-bend"


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        (("edges",), ("pass",)),
        (("edges",), ()),
        (("rules",), ("pass",)),
        (("rules",), ()),
        (("notice",), ()),
        (("layout",), ()),
        (("glossary",), ()),
        (("glossary",), ("pass",)),
        (("exact", "pass-line"), ("--rolls", "20")),
        (("strategy", "check", "pass-line"), ()),
        (("strategy", "session", "pass-line"), ("--rolls", "20")),
        (("school", "paper", "words"), ("--seed", "s")),
        (("replay", "examples/first-night.craps"), ("--keep-going",)),
        (("shift", "examples/first-night.craps"), ("--keep-going",)),
    ],
    ids=str,
)
def test_a_word_and_rules_name_a_house_alike(first: tuple[str, ...], rest: tuple[str, ...]) -> None:
    word = run(*first, "new-south-wales", *rest, "--json")
    behind = run(*first, "--json", *rest, "new-south-wales")
    option_ = run(*first, *rest, "--rules", "new-south-wales", "--json")
    both = run(*first, "new-south-wales", *rest, "--rules", "new-south-wales", "--json")
    assert word.code == 0, word.err
    assert word.out == behind.out == option_.out == both.out
    two = run(*first, "new-south-wales", *rest, "--rules", "typical", "--json")
    assert (two.code, two.out) == (2, "")
    assert "new-south-wales and typical are two houses: name one, as a word or behind --rules" in two.err


def test_simulate_takes_the_house_among_its_words() -> None:
    ran = run("simulate", "pass-line", "typical", "--sessions", "1e2", "--rolls", "1e1", "--bankroll", "$300", "--json")
    assert ran.json["results"][0]["rules"] == "typical"
    assert ran.json["results"][0]["sessions"] == 100


def test_a_list_where_a_list_is_the_better_answer() -> None:
    assert all(book in run("rules").out for book in shipped())
    assert run("glossary").out.startswith("\nNames across houses")


def test_a_word_too_many() -> None:
    assert "replay is about one house alone: 'c' has no place there" in run("replay", "a", "b", "c").err
    assert "exact follows one strategy, not iron-cross too" in run("exact", "pass-line", "iron-cross", "typical").err


def test_a_first_word_that_is_nearly_a_book_or_nearly_a_wager() -> None:
    assert "Did you mean 'typical'?" in run("edges", "typcal").err
    assert "Did you mean 'any-craps'?" in run("edges", "any-carps").err


# --- strategies, amounts, and what nobody knows


def test_strategies_are_listed_and_shown_by_a_verb_or_without() -> None:
    assert run("strategy", "list", "--json").out == run("strategy", "--json").out
    assert run("strategy", "show", "iron-cross").out.startswith(run("strategy", "iron-cross").out)
    assert "Did you mean: sevenout strategy show iron-cross" in run("strategy", "list", "iron-cross").err
    assert "Did you mean 'iron-cross' or 'iron-cross-total'?" in run("strategy", "show", "iron-cros").err


def asked(typed: str) -> Ran:
    return run("edges", "typical", "pass", "--stake", typed, "--maximum", "1e6", "--json")


@pytest.mark.parametrize(
    "typed", ["1000", "1000.00", "$1000", "$1,000", "1,000.0", "1_000", "1e3", "1k", "1K", "€1,000"]
)
def test_an_amount_however_it_is_typed(typed: str) -> None:
    assert asked(typed).json == asked("1000").json


@pytest.mark.parametrize(
    "typed", ["", "$", "1,00", "1,0000", "ten", "1e", "1e999", "1e-3", "0.001", "1k5", "10$", "\u0661\u0660", "9" * 50]
)
def test_what_is_no_amount_is_told(typed: str) -> None:
    ran = asked(typed)
    assert (ran.code, ran.out) == (2, "")
    assert "amount" in ran.err


def test_the_notation_stays_strict() -> None:
    ran = run("replay", "-", stdin=b"rules typical\nseat Ann $1,000\n")
    assert ran.code == 2
    assert "Leave the currency sign out" in ran.err


def test_settings_are_read_like_amounts() -> None:
    order = ("exact", "pass-line", "--rolls", "10", "--json")
    assert run(*order, "--set", "unit=$2.5e1").out == run(*order, "--set", "unit=25").out


@pytest.mark.parametrize(
    ("order", "near"),
    [
        (("simulat",), "'simulate'"),
        (("simulate", "pass-line", "--sesions", "5"), "--sessions"),
        (("edges", "--sort", "edgee"), "'edge'"),
        (("notice", "typcal"), "'typical'"),
        (("exact", "iron-cros"), "'iron-cross' or 'iron-cross-total'"),
        (("school", "chps"), "'chips'"),
        (("rules", "--manual", "cals"), "'calls'"),
        (("completion", "bsh"), "'bash'"),
    ],
    ids=str,
)
def test_an_unknown_word_gets_the_nearest(order: tuple[str, ...], near: str) -> None:
    ran = run(*order)
    assert (ran.code, ran.out) == (2, "")
    assert f"Did you mean {near}?" in ran.err
