"""Orders and calls are held against what was written by hand: the manual's phases, and the list of the calls."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from sevenout.base.dice import roll
from sevenout.crew.manual.chapter_loader import chapter
from sevenout.crew.payout.sequence import SequenceRules
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.answers import LETTERS, RollCall
from sevenout.school.catalogue import TOPICS, check, every_card, remake_question
from sevenout.school.topics.roll_call import roll_call
from sevenout.table import Rolled, Table
from tests.agreement.referee.houses import BOOKS
from tests.unit.school.answering import Learner
from tests.unit.school.finder import Right, rails_in, said_in
from tests.unit.school.reading import read
from tests.unit.school.work_order import Said, WorkOrder
from tests.volume import SEED_NUMBER, scaled

SEEDS = scaled(30, least=6)
CALLS = tomllib.loads((Path(__file__).parents[1] / "crew" / "calls.toml").read_text(encoding="utf-8"))["states"]


def order_of(learner: Learner, text: str) -> tuple[WorkOrder, list[Said]]:
    """What a question says of the table, and its lines."""
    prompt, *lines = re.split(r"\n  [a-z]  ", text)
    shooter = re.search(r"^(\w+) shoots\.$", prompt, re.MULTILINE)
    assert shooter, "the shooter is named"
    scene = [line for line in prompt.split("\n")[:-1] if "shoots." not in line]
    rails = rails_in(prompt)
    out = Right(learner, read("\n".join([*scene, "?"]))).seven_out
    order = WorkOrder(rails, shooter[1], seven_out=out)
    return order, [said_in(line, order.ends) for line in lines]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("book", BOOKS)
def test_only_what_a_clause_orders_is_an_order(book: str, level: int) -> None:
    game = Game(open_book(book))
    learner = Learner(book, game.minimum, game.maximum, game.chip)
    for card in every_card(game, "order", level):
        for seed in range(SEED_NUMBER, SEED_NUMBER + SEEDS):
            asked = remake_question(game, "order", level, card, seed)
            order, said = order_of(learner, asked.text)
            right = asked.answer.as_typed.split(":")[0].split()
            if level == 1:
                right = [right[0], *(mark for mark, _ in asked.choice_lines if mark != right[0])]
            lines = [said[LETTERS.index(mark)] for mark in right]
            for one, other in pairwise(lines):
                assert order.before(one, other), f"{asked.text}\n{one} is not before {other}"
                assert not order.before(other, one), f"{asked.text}\n{other} is before {one}"
            assert check(asked, " ".join(right) if level > 1 else right[0]).right
            assert len([line for line in asked.because if line.cite.clause]) >= 1


def _listed(book: str) -> dict[str, dict[str, str]]:
    return {state["name"]: state["rolls"] for state in CALLS if state["book"] == book}


@pytest.mark.parametrize("book", [book for book in BOOKS if "come-out" in _listed(book)])
def test_every_call_is_the_one_in_the_list(book: str) -> None:
    game, listed = Game(open_book(book)), _listed(book)
    held = 0
    for level in (1, 3):
        for card in every_card(game, "call", level):
            for seed in range(SEED_NUMBER, SEED_NUMBER + SEEDS):
                asked = remake_question(game, "call", level, card, seed)
                prompt, *choices = re.split(r"\n  [a-z]  ", asked.text)
                seen = read(prompt)
                state = "come-out" if seen.point is None else f"the point is {seen.point}"
                assert seen.dice is not None
                if state not in listed:
                    continue
                words = listed[state][f"{max(seen.dice)}-{min(seen.dice)}"]
                said = LETTERS[choices.index(words)] if choices else words
                assert check(asked, said).right, f"{asked.text}\nlist: {words}, school: {asked.answer.as_typed}"
                held += 1
    assert held >= 2 * SEEDS or book != "catfish-bend"


def test_the_words_of_the_list_are_said_as_the_dice_go_out() -> None:
    game = Game(open_book("catfish-bend"))
    sent = {
        ("OFF", "pass"): "Coming out. All hardways are working unless called off. Dice are out.",
        ("OFF", "dont-pass"): "Coming out. All hardways are working unless called off. Shooting from the don't. "
        "Dice are out.",
        ("ON", "pass"): "Dice are out.",
        ("ON", "dont-pass"): "Shooting from the don't. Dice are out.",
    }
    for seed in range(SEED_NUMBER, SEED_NUMBER + SEEDS):
        asked = remake_question(game, "call", 2, "dice out", seed)
        prompt, *choices = re.split(r"\n  [a-z]  ", asked.text)
        (line,) = [line for line in prompt.splitlines() if line.startswith("Ann:")]
        words = sent["ON" if "Puck ON" in prompt else "OFF", line.split()[1]]
        assert check(asked, LETTERS[choices.index(words)]).right


HEARD = {
    "come-out 6-5": ("yo eleven", "Yo!", "eleven, front line winner", "winner, eleven"),
    "come-out 4-3": ("seven winner", "Winner seven, pay the line", "front line winner seven", "natural seven"),
    "come-out 1-1": ("aces", "craps two", "two craps, line away", "Two. Craps two, aces. Line away."),
    "come-out 6-6": ("boxcars", "twelve, craps", "craps twelve, bar the don'ts"),
    "come-out 5-3": ("eight easy", "easy eight, mark it", "the point is eight", "8, mark the 8"),
    "come-out 5-4": ("nine, mark it", "point is nine"),
    "point 8 4-4": ("winner eight", "eight the hard way, winner", "hard eight, front line winner", "8 wins"),
    "point 8 6-1": ("seven out", "seven out, line away", "line away, seven", "Seven. Seven out. Pay the don'ts."),
    "point 8 5-1": ("six easy", "six", "easy six", "6"),
    "point 8 5-6": ("yo", "eleven", "yo eleven"),
}
"""What sticks say: the number and the outcome are in it, in whatever order."""

NOT_HEARD = {
    "come-out 6-5": ("eleven", "winner", "yo, line away", "seven winner"),
    "come-out 4-3": ("seven", "winner", "seven out", "seven, mark it"),
    "come-out 1-1": ("two", "line away", "aces, winner", "boxcars"),
    "come-out 6-6": ("twelve", "craps two", "yo"),
    "come-out 5-3": ("eight", "mark it", "hard eight", "eight winner", "eight out"),
    "come-out 5-4": ("nine", "easy nine, mark it"),
    "point 8 4-4": ("eight", "hard eight", "easy eight, winner", "winner", "the point is eight, mark it"),
    "point 8 6-1": ("seven", "line away", "seven winner", "seven out, winner seven"),
    "point 8 5-1": ("hard six", "winner six", "seven", "easy", "six, mark it", "the point is six", "six made"),
    "point 8 5-6": ("yo winner", "twelve"),
}
"""What leaves the number or the outcome out, or says another."""


def rolled_in(scene: str) -> RollCall:
    *state, dice = scene.split()
    table = Table(Game(open_book("catfish-bend")))
    table.seat("Ann", 100_000)
    table.bet("Ann", "pass", 1000)
    if state[0] == "point":
        table.roll(roll(6, 2))
    event = table.roll(roll(*map(int, dice.split("-"))))
    assert isinstance(event, Rolled)
    return roll_call(table.game, event)


@pytest.mark.parametrize("scene", HEARD)
def test_a_call_is_understood_by_its_number_and_its_outcome(scene: str) -> None:
    call = rolled_in(scene)
    for words in (*HEARD[scene], call.as_typed):
        assert call.judge(words).right, (words, call.judge(words))
    for words in NOT_HEARD[scene]:
        assert call.judge(words).outcome == "wrong", words


@pytest.mark.parametrize("book", BOOKS)
def test_the_call_that_is_shown_is_understood_in_every_house(book: str) -> None:
    game = Game(open_book(book))
    for card in every_card(game, "call", 3):
        for seed in range(SEED_NUMBER, SEED_NUMBER + SEEDS):
            asked = remake_question(game, "call", 3, card, seed)
            assert check(asked, asked.answer.as_typed).right, asked.answer.as_typed


def test_the_words_of_a_no_roll_are_not_in_its_question() -> None:
    game = Game(open_book("catfish-bend"))
    given_away = 0
    for seed in range(100):
        asked = remake_question(game, "call", 2, "no roll", seed)
        answer = dict(asked.choice_lines)[asked.answer.as_typed[0]]
        ground = re.sub(r"^No roll(, )?|\.$", "", answer).lower()
        given_away += ground in asked.prompt.lower()
    assert given_away < 25  # "on the rail" has no other word


# --- what the manual only assumes


@pytest.mark.parametrize("book", ["catfish-bend", "marina-bay-sands", "typical"])
def test_no_order_asks_when_the_puck_moves(book: str) -> None:
    """Base Dealer 3 says who marks the point and not when."""
    game = Game(open_book(book))
    for level in (1, 2, 3):
        for card in every_card(game, "order", level):
            for seed in range(SEED_NUMBER, SEED_NUMBER + SEEDS):
                assert "puck" not in " ".join(
                    line for _, line in remake_question(game, "order", level, card, seed).choice_lines
                )


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_assumed_is_told_with_the_question(book: str) -> None:
    game = Game(open_book(book))
    tried = 0
    for topic in ("pay", "allowed", "no-roll", "roll"):
        for level in range(1, len(TOPICS[topic].levels) + 1):
            for card in every_card(game, topic, level):
                for seed in range(3):
                    asked = remake_question(game, topic, level, card, seed)
                    for line in asked.because:
                        if line.cite.provenance == "assumed" and line.cite.says:
                            tried += 1
                            assert line.cite.says.removeprefix("assumed: ").rstrip(".") in " ".join(
                                asked.prompt.split()
                            ), asked.text
    assert tried > 5


def test_what_another_houses_manual_says_is_asked_as_that_houses() -> None:
    for book, told in (("marina-bay-sands", True), ("catfish-bend", False)):
        asked = remake_question(Game(open_book(book)), "hands", 1, "never-toss", 1)
        assert ("As at Catfish Bend: this house's own document does not say." in asked.prompt) == told


def test_no_puck_is_a_mistake_for_being_early() -> None:
    game = Game(open_book("catfish-bend"))
    for level in (1, 2, 3):
        for seed in range(3 * SEEDS):
            asked = remake_question(game, "mistake", level, "wrong order", seed)
            wrong = dict(asked.choice_lines)[asked.answer.as_typed]
            assert "puck" not in wrong, asked.text
            assert not any("puck" in line.text for line in asked.because), asked.text


def test_whatever_is_assumed_in_the_sequence_says_so() -> None:
    """By that word the school knows what it must not mark."""
    rules = chapter(open_book("catfish-bend").book, "sequence", SequenceRules)
    for phase in rules.phases:
        assert phase.provenance != "assumed" or "assumed" in phase.says
    (puck,) = [phase for phase in rules.phases if phase.act == "puck"]
    assert puck.provenance == "assumed" or "assumed" in puck.says
