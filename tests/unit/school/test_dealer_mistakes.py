"""Planted mistakes are found by somebody who shares no code with the planter, and there is exactly one in each roll."""

import re

import pytest

from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.answers import LineNumber
from sevenout.school.catalogue import check, every_card, remake_question
from tests.agreement.referee.houses import BOOKS
from tests.unit.school.answering import Learner
from tests.unit.school.finder import find

SEEDS = 40
KINDS = ("wrong amount", "wrong order", "wrong bet", "wrong player", "wrong number")


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("book", BOOKS)
def test_every_mistake_is_found(book: str, level: int) -> None:
    game = Game(open_book(book))
    learner = Learner(book, game.minimum, game.maximum, game.chip)
    assert every_card(game, "mistake", level) == KINDS
    for kind in KINDS:
        for seed in range(SEEDS):
            asked = remake_question(game, "mistake", level, kind, seed)
            line = find(learner, asked.text)
            assert check(asked, str(line)).right, f"{kind}\n{asked.text}\nfound {line}, planted {asked.answer.as_typed}"


@pytest.mark.parametrize("book", BOOKS)
def test_a_roll_that_is_put_right_again_has_no_mistake(book: str) -> None:
    """The finder finds nothing else: with the wrong line taken out, a roll with a bet too many is a good one."""
    game = Game(open_book(book))
    learner = Learner(book, game.minimum, game.maximum, game.chip)
    for seed in range(SEEDS):
        asked = remake_question(game, "mistake", 2, "wrong bet", seed)
        assert isinstance(asked.answer, LineNumber)
        lines = [line for at, line in enumerate(asked.asked.lines, start=1) if at != asked.answer.right]
        text = "\n".join([asked.prompt, *(f"  {number}  {line}" for number, line in enumerate(lines, start=1))])
        with pytest.raises(AssertionError, match="nothing is wrong"):
            find(learner, text)


def test_the_explanation_says_what_would_have_been_right() -> None:
    game = Game(open_book("catfish-bend"))
    for kind in KINDS:
        asked = remake_question(game, "mistake", 1, kind, 7)
        first, *rest = asked.because
        assert isinstance(asked.answer, LineNumber)
        assert first.text == f"line {asked.answer.right}: {asked.asked.lines[asked.answer.right - 1]}"
        assert rest
        assert rest[-1].cite.clause


def test_an_amount_is_wrong_by_what_a_dealer_may_get_wrong() -> None:
    game = Game(open_book("catfish-bend"))
    for seed in range(SEEDS):
        asked = remake_question(game, "mistake", 1, "wrong amount", seed)
        told = re.search(r"is paid ([\d.]+), not ([\d.]+)", asked.because[1].text)
        assert told
        assert told[1] != told[2]
