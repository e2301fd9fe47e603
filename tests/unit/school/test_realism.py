"""Tables as they are: small bets on the first day, nobody against themselves, payoffs with the keys of the trade."""

import re

import pytest

from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.catalogue import every_card, remake_question
from sevenout.school.learners.syllabus import stages
from tests.unit.school.reading import read

GAME = Game(open_book("catfish-bend"))
AGAINST = (
    ("pass", "dont-pass"), ("come", "dont-come"), *((f"{one}-{n}", f"{other}-{n}") for n in (4, 5, 6, 8, 9, 10)
    for one, other in (("place", "lay"), ("buy", "lay"), ("come", "dont-come"))),
)  # fmt: skip
"""Wagers that cannot both win."""


@pytest.mark.parametrize("topic", ["allowed", "roll", "order", "mistake", "call"])
def test_nobody_bets_on_both_sides(topic: str) -> None:
    players = 0
    for level in (1, 2, 3):
        for card in every_card(GAME, topic, level):
            for seed in range(20):
                for lying in read(remake_question(GAME, topic, level, card, seed).prompt).lying.values():
                    players += 1
                    assert not [pair for pair in AGAINST if {*pair} <= lying.keys()]
    assert players > 100


def test_the_first_day_has_no_amount_that_nobody_bets_on_it() -> None:
    """Ten times odds on 10 are 200 to 10 at most against a 4 or a 10: 1,426 of them are for later days."""
    for lesson in stages()[0].lessons:
        if lesson.topic in ("pay", "allowed"):
            for card in every_card(GAME, lesson.topic, lesson.level):
                for seed in range(60):
                    seen = read(remake_question(GAME, lesson.topic, lesson.level, card, seed).prompt)
                    assert all(bet.stake <= 3000 for lying in seen.lying.values() for bet in lying.values())
                    odds = re.search(r"bets ([\d.]+) on [\w-]*odds", seen.question)
                    assert odds is None or float(odds[1]) <= 250, seen.question


KEYS = {
    ("place 7:6", 1): r"the key: 7 for every 6, and \d+ is (\d) times 6: \1 x 7 = \d+",
    ("place 7:5", 1): r"the key: 7 for every 5, and \d+ is (\d) times 5: \1 x 7 = \d+",
    ("lay-odds 5:6", 1): r"the key: 5 for every 6, and \d+ is (\d) times 6: \1 x 5 = \d+",
    ("odds 6:5", 1): r"the key: 6 for every 5, and \d+ is (\d) times 5: \1 x 6 = \d+",
    ("hard 9:1", 1): r"the key: times 10 less the bet: \d+0 - \d+ = \d+",
    ("horn", 1): r".*The key: (27|12) for each unit, \d+ x \1 = \d+",
    ("hard 7:1", 1): "",
    ("even money", 1): "",
}
"""How a dealer reckons."""


@pytest.mark.parametrize(("card", "level"), KEYS)
def test_a_payoff_is_explained_by_the_dealers_key(card: str, level: int) -> None:
    for seed in range(8):
        asked = remake_question(GAME, "pay", level, card, seed)
        keys = [line.text for line in asked.because if "key: " in line.text.lower()]
        assert len(keys) == bool(KEYS[card, level]), asked.text
        for key in keys:
            assert re.fullmatch(KEYS[card, level], key), key
            assert key.endswith(f"= {asked.answer.as_typed}"), key
