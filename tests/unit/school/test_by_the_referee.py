"""The referee, written by hand from the documents, answers the drills about money and legality and is always right.

It reads the questions as a person does, from their text. Every card of every level is asked, at tables of five kinds.
"""

from collections import Counter

import pytest

from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.answers import ChoiceAnswer
from sevenout.school.catalogue import TOPICS, check, every_card, remake_question
from tests.agreement.referee.houses import BOOKS
from tests.unit.school.answering import Learner
from tests.volume import SEED_NUMBER, scaled

QUESTIONS = scaled(100_000)
TABLES = ((500, 50_000, 100), (2500, 300_000, 100), (1000, 20_000, 500), (500, 100_000, 50), (100, 5000, 100))
"""Minimum, maximum and chip in cents: usual tables, a coarse and a fine chip, a small maximum."""

DRILLS = ("pay", "roll", "allowed")
EACH = -(-QUESTIONS // (len(BOOKS) * len(TABLES) * sum(len(TOPICS[topic].levels) for topic in DRILLS)))


@pytest.mark.parametrize("limits", TABLES, ids=str)
@pytest.mark.parametrize("book", BOOKS)
def test_the_referee_is_right_every_time(book: str, limits: tuple[int, int, int]) -> None:
    game, learner = Game(open_book(book), *limits), Learner(book, *limits)
    for topic in DRILLS:
        for level in range(1, len(TOPICS[topic].levels) + 1):
            cards = every_card(game, topic, level)
            for number in range(EACH):
                asked = remake_question(game, topic, level, cards[number % len(cards)], SEED_NUMBER + number)
                said = learner.answer(asked.text)
                assert check(asked, said).right, f"{asked.text}\nreferee: {said}\nschool: {asked.answer.as_typed}"


@pytest.mark.parametrize("book", BOOKS)
def test_neither_yes_nor_no_can_be_guessed(book: str) -> None:
    """A share of many questions: its seeds are its own, so that it is not red by luck."""
    game = Game(open_book(book))
    asked = (
        remake_question(game, "allowed", level, card, seed)
        for level in range(1, len(TOPICS["allowed"].levels) + 1)
        for card in every_card(game, "allowed", level)
        for seed in range(20)
    )
    answers = Counter(one.answer.as_typed for one in asked if isinstance(one.answer, ChoiceAnswer))
    assert min(answers["yes"], answers["no"]) > (answers["yes"] + answers["no"]) / 4 > 25


@pytest.mark.parametrize("book", BOOKS)
def test_a_referee_of_another_house_is_sometimes_wrong(book: str) -> None:
    """The questions tell the houses apart: the rules are asked about, not only sums."""
    game = Game(open_book(book))
    other = "new-south-wales" if book != "new-south-wales" else "catfish-bend"
    learner = Learner(other, game.minimum, game.maximum, game.chip)
    wrong = 0
    for card in every_card(game, "allowed", 2):
        for seed in range(60):
            asked = remake_question(game, "allowed", 2, card, seed)
            known = all(wager in learner.house.offers for wager in _wagers(asked.text))
            wrong += known and not check(asked, learner.answer(asked.text)).right
    assert wrong > 0


def _wagers(text: str) -> list[str]:
    players = [line.split(": ", 1)[1] for line in text.splitlines() if line.startswith("Ann") and ": " in line]
    return [bet.split()[0] for line in players for bet in line.split(", ") if bet != "nothing on the layout"]
