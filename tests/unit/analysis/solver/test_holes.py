"""Stakes that favour the player: New South Wales has them, and a change of limits closes some."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from sevenout.analysis.exact.real_stakes import at_stake
from sevenout.analysis.solver.holes import Hole, find_holes
from sevenout.engine.game import Game
from sevenout.rulebook.source import shipped
from tests.unit.cli.command import run

BOOKS = Path(__file__).parents[4] / "src" / "sevenout" / "rulebook" / "books"


@cache
def new_south_wales() -> dict[str, Hole]:
    return {hole.title: hole for hole in find_holes("new-south-wales")}


def test_the_minimum_laid_against_the_4_wins_a_fifteenth_by_clause_6_7() -> None:
    hole = new_south_wales()["place-lose-4"]
    assert (hole.edge, hole.best, hole.cite.clause) == (Fraction(1, 15), 500, "6.7")
    assert hole.reason == "its wins are rounded up"


def test_a_minimum_of_10_or_a_chip_of_50_cents_closes_it_and_no_lower_one_does() -> None:
    hole = new_south_wales()["place-lose-4"]
    assert (hole.minimum, hole.chip) == (1000, 50)
    for game in (Game.open("new-south-wales", minimum=1000), Game.open("new-south-wales", chip=50)):
        assert "place-lose-4" not in {each.wager for each in find_holes(game, closing=False)}
    nine = at_stake(Game.open("new-south-wales", minimum=900), "place-lose-4", 900)
    assert nine.edge < 0  # type: ignore[union-attr]


def test_fair_odds_that_are_rounded_up_are_closed_by_nothing() -> None:
    hole = new_south_wales()["dont-pass-odds on 6"]
    assert (hole.edge, hole.minimum, hole.chip) == (Fraction(1, 11), None, None)


@pytest.mark.parametrize("house", [name for name in shipped() if name != "new-south-wales"])
def test_no_other_shipped_house_has_a_hole(house: str) -> None:
    assert find_holes(house, closing=False) == ()


def test_a_payout_that_is_too_high_is_blamed_on_its_own_clause(tmp_path: Path) -> None:
    book = tmp_path / "generous.toml"
    text = (BOOKS / "typical.toml").read_text(encoding="utf-8")
    before, table, after = text.partition('[wagers.any-7.pays]\nvalue      = "4:1"')
    book.write_text(before + table.replace("4:1", "6:1") + after, encoding="utf-8")
    (hole,) = find_holes(book, closing=False)
    assert (hole.wager, hole.edge, hole.reason) == ("any-7", Fraction(1, 6), "it pays more than its chances")
    assert hole.cite == Game.open(book).rules.by_key["any-7"].wager.pays.cite  # type: ignore[union-attr]
    checked = run("rules", "check", str(book)).out
    assert f"One wager can favour the player (any-7 most, 16.7% at 1): sevenout solve {book} --holes" in checked


def test_the_command_lists_holes_or_says_that_there_are_none() -> None:
    shown = run("solve", "typical", "--holes").out
    assert "None: at every stake of every wager the house wins on average, or nobody does." in shown
    assert run("solve", "typical", "--holes", "--json").json["holes"] == []
    refused = run("solve", "typical", "--holes", "--rolls", "5")
    assert (refused.code, "--rolls has no place there" in refused.err) == (2, True)
