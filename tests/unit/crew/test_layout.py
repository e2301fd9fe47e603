"""Every wager of every house lies in one area of the layout."""

import pytest

from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import ENDS
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import check_book
from sevenout.rulebook.source import overlay, parse, read_book

AREAS = {
    "pass line": "pass pass-odds",
    "don't pass": "dont-pass dont-pass-odds",
    "big 6 and 8": "big-6 big-8",
    "field": "field",
    "come": "come",
    "don't come": "dont-come",
    "come boxes": "come-4 come-10 come-odds-4 come-odds-10",
    "box edges": "place-4 place-10 buy-4 buy-10",
    "behind the numbers": "dont-come-4 dont-come-10 dont-come-odds-4 lay-4 place-lose-4",
    "propositions": "any-7 any-craps craps-2 craps-12 eleven c-and-e horn horn-high-12 hi-lo three-way hard-4 hop-6-4",
}


ELSEWHERE = {("marina-bay-sands", "lay-4"): "box edges"}
"""Wagers that a house puts into another area than the others do."""


@pytest.mark.parametrize("book", shipped())
def test_the_wagers_of_each_area(book: str) -> None:
    game = Game.open(book)
    for area, keys in AREAS.items():
        for key in keys.split():
            if key in game.rules.by_key:
                assert areas(game).of(game.rules.by_key[key]).name == ELSEWHERE.get((book, key), area)


@pytest.mark.parametrize("book", shipped())
def test_every_proposition_of_a_rulebook_lies_in_the_middle(book: str) -> None:
    game = Game.open(book)
    propositions = [spot for spot in game.rules.spots if spot.wager.proposition.value]
    assert {areas(game).of(spot).name for spot in propositions} <= {"propositions"}
    assert bool(propositions) == (book == "catfish-bend")


def test_a_bet_of_the_users_own_lies_with_its_flat_bet_or_in_the_middle() -> None:
    text = """
    format = 1
    name = "mine"
    title = "My house"
    extends = "typical"
    [wagers.twelve-twice]
    title = "Twelve twice"
    win = [12]
    otherwise = "lose"
    pays = "30:1"
    [wagers.pass-insurance]
    title = "Insurance"
    attaches-to = "pass"
    made = "on"
    pays = "2:1"
    """
    compiled, faults = check_book(overlay(parse(text, "mine.toml"), read_book("typical")))
    assert faults == ()
    assert compiled is not None
    game = Game(compiled)
    lying = {key: areas(game).of(compiled.by_key[key]) for key in ("twelve-twice", "pass-insurance", "pass")}
    assert {key: area.name for key, area in lying.items()} == {
        "twelve-twice": "propositions",
        "pass-insurance": "pass line",
        "pass": "pass line",
    }
    assert lying["pass"].cite.provenance == "assumed"


def test_the_numbers_read_upwards_from_the_sticks_left_to_right() -> None:
    """At third base, the stick's right, the ten lies outermost; at second base the four does."""
    game = Game.open("catfish-bend")
    boxes = areas(game)
    edges = next(area for area in boxes.all if area.name == "box edges")
    numbers = (4, 5, 6, 8, 9, 10)
    outside_in = [
        sorted(numbers, key=lambda n: boxes.depth(edges, game.rules.by_key[f"place-{n}"], end)) for end in ENDS
    ]
    assert outside_in == [[10, 9, 8, 6, 5, 4], [4, 5, 6, 8, 9, 10]]
