"""`sevenout play --plain`: sentences only, also where the screen has tables and pictures of dice."""

import re

import pytest

from tests.unit.cli.seat import at_the_table, seed_for

pytestmark = pytest.mark.usefixtures("away")
DRAWN = re.compile("[─│╭╮╰╯┌┐└┘●]")


def told(*lines: str, book: str = "typical", seed: str = "sevenout") -> list[str]:
    """What is told after each of these lines."""
    ran = at_the_table(*lines, options=("--plain", "--rules", book, "--name", "Ann", "--company", "0"), seed=seed)
    assert ran.code == 0, ran.err
    return ran.out.splitlines()


def test_what_may_be_bet_is_told_in_sentences() -> None:
    said = told("10 pass", "", "offers", seed=seed_for(8))
    offers = said[
        said.index("Ann, point 8> offers") + 1 : said.index("Ann bought in for 1000 and goes with 1000: 0.00.")
    ]
    assert "You can bet from 5 to 50 on pass-odds." in offers
    assert "You can bet from 4 to 64 in steps of 4 on horn." in offers
    assert all(re.fullmatch(r"You can bet (from .+ to .+|exactly .+) on .+\.", line) for line in offers), offers


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("offers place-6", "You can bet from 5 to 500 on place-6."),
        ("offers field", "You can bet from 1 to 240 on field, on top of 10."),
        ("offers horn", "You can bet from 4 to 64 in steps of 4 on horn."),
    ],
)
def test_what_one_wager_takes_is_a_sentence(line: str, answer: str) -> None:
    assert answer in told("10 pass", "", "10 field", line, seed=seed_for(8))


def test_an_amount_below_the_minimum_that_is_paid_exactly_is_told() -> None:
    said = told("10 pass", "", "offers pass-odds", book="catfish-bend", seed=seed_for(5))
    assert "You can bet from 2 to 100, below 5 in steps of 2, on pass-odds." in said


def test_where_the_house_takes_nothing_it_says_why() -> None:
    assert any(line.startswith("No: ") for line in told("offers pass-odds"))


def test_the_last_roll_is_told_again_with_its_clauses_and_without_a_picture() -> None:
    said = told("10 pass", "", "again", seed=seed_for(7))
    after = said[said.index("Ann, come-out> again") + 1 :]
    assert after[0].startswith("You shoot ")
    assert after[1] == "Your pass for 10 wins 10, by Come-out."


def test_what_is_written_about_a_wager_is_told_value_by_value() -> None:
    said = told("rules pass")
    assert "pays: 1:1; pass pays even money (Rules of play, assumed)." in said


def test_nothing_is_drawn() -> None:
    lines = ("10 pass", "", "again", "offers", "rules pass", "why", "help", "stats", "balance", "history", "split")
    assert [line for line in told(*lines) if DRAWN.search(line)] == []
