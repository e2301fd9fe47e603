"""Every drill in every house: the shipped ones, the examples, and houses with hardly anything in them."""

import random
import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.source import parse
from sevenout.school.answers import Cut
from sevenout.school.catalogue import TOPICS, ask, cards, check, every_card, remake_question
from sevenout.school.learners.memory import LearnerMemory
from sevenout.school.learners.syllabus import StudySession, next_session, progress, stages
from sevenout.school.questions import Question
from tests.unit.school.reading import cents
from tests.volume import sample_by_day

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
EXAMPLES = Path(__file__).parents[3] / "examples"
ONE_BET = """
format = 1
name   = "one-bet"
title  = "The one-bet house"
[puck]
points      = [4, 5, 6, 8, 9, 10]
established = { when = "off", roll = ["points"] }
made        = { when = "on", roll = ["point"] }
seven-out   = { when = "on", roll = [7] }
[wagers.pass]
made = "off"
win  = [{ when = "off", roll = [7, 11] }, { when = "on", roll = ["point"] }]
lose = [{ when = "off", roll = [2, 3, 12] }, { when = "on", roll = [7] }]
otherwise = "stay"
pays = "1:1"
"""
QUARTERS = """
format = 1
name   = "quarters"
title  = "The quarter house"
[table]
minimum = 0.25
maximum = 1
chip    = 0.25
[wagers.field]
win       = [2, 3, 4, 9, 10, 11, 12]
otherwise = "lose"
pays      = "1:1"
"""

NOBODY_SHOOTS = (
    ONE_BET.replace("one-bet", "nobody-shoots")
    + """
maximum = 1
[shooter]
line = ["pass"]
[wagers.field]
win       = [2, 3, 4, 9, 10, 11, 12]
otherwise = "lose"
pays      = "1:1"
"""
)


def own(text: str) -> CompiledBook:
    compiled, faults = check_book(parse(text, "own.toml"))
    assert compiled is not None, faults
    return compiled


HOUSES = {
    **{name: open_book(name) for name in shipped()},
    **{name: open_book(str(EXAMPLES / f"{name}.toml")) for name in ("no-puck", "collectors")},
    "one-bet": own(ONE_BET),
    "quarters": own(QUARTERS),
    "nobody-shoots": own(NOBODY_SHOOTS),
}
LEVELS = [(topic, level) for topic, drill in TOPICS.items() for level in range(1, len(drill.levels) + 1)]


@pytest.mark.parametrize("house", sample_by_day(HOUSES, 5))
def test_whatever_is_asked_can_be_answered_is_explained_and_can_be_asked_again(house: str) -> None:
    game = Game(HOUSES[house])
    for topic, level in LEVELS:
        for card in every_card(game, topic, level):
            for seed in range(3):
                asked = remake_question(game, topic, level, card, seed)
                assert asked == remake_question(game, topic, level, card, seed)
                shown = asked.answer.as_typed
                assert check(asked, shown.split(": ")[0] if asked.choice_lines else shown).right
                assert check(asked, "@").outcome == "unreadable"
                assert asked.because, asked.text
                assert max(len(line) for _, line in asked.choice_lines or [("", "")]) <= 200
                assert msgspec.json.decode(msgspec.json.encode(asked), type=Question) == asked


@pytest.mark.parametrize("house", shipped())
def test_a_whole_house_has_every_level_of_every_topic(house: str) -> None:
    game = Game(HOUSES[house])
    assert [(topic, level) for topic, level in LEVELS if not every_card(game, topic, level)] == []
    assert [learned.lesson.title for learned in progress(game, LearnerMemory(), NOON)] == [
        lesson.title for stage in stages() for lesson in stage.lessons
    ]


@pytest.mark.parametrize("house", ["no-puck", "one-bet", "quarters"])
def test_a_house_with_little_in_it_has_a_school_all_the_same(house: str) -> None:
    game = Game(HOUSES[house])
    assert cards(game, "pay", 1) != ()
    session = next_session(game, LearnerMemory(), NOON)
    assert isinstance(session, StudySession)
    assert session.lesson.topic == "chips"
    refusal = cards(game, "no-roll", 1)
    assert isinstance(refusal, Refusal)
    assert "nothing to ask for no-roll on level 1" in refusal.reason


def test_a_house_where_nobody_can_shoot_asks_about_no_roll() -> None:
    game = Game(HOUSES["nobody-shoots"])
    assert every_card(game, "pay", 1)
    for topic, level in (("roll", 2), ("order", 1), ("mistake", 1), ("call", 1)):
        assert isinstance(cards(game, topic, level), Refusal)


@pytest.mark.parametrize("house", ["catfish-bend", "new-south-wales", "crapless"])
def test_the_ladders_are_those_that_dealers_learn(house: str) -> None:
    ladders = set(every_card(Game(HOUSES[house]), "pay", 1))
    assert {"place 9:5", "place 7:5", "place 7:6", "odds 2:1", "odds 3:2", "odds 6:5"} <= ladders
    assert {"buy 2:1", "lay 1:2", "hard 7:1", "hard 9:1", "horn", "horn-high", "commission buy"} <= ladders
    own = {
        "catfish-bend": {"hop 30:1", "hop 15:1", "three-way", "hi-lo", "lay-odds 5:6"},
        "new-south-wales": {"c-and-e 3:1", "c-and-e 7:1", "place-lose 5:11"},
        "crapless": {"place 11:2", "buy 6:1"},
    }
    assert own[house] <= ladders


# --- asking for something


def test_a_topic_that_is_misspelt() -> None:
    with pytest.raises(BadInput, match=r"there is no topic 'alowed'\. Did you mean 'allowed'"):
        ask(Game(HOUSES["typical"]), "alowed", 1, random.Random(1))


@pytest.mark.parametrize("level", [0, 5, -1, 99])
def test_a_level_that_does_not_exist(level: int) -> None:
    with pytest.raises(BadInput, match=f"pay has the levels 1 to 4, not {level}"):
        ask(Game(HOUSES["typical"]), "pay", level, random.Random(1))


@pytest.mark.parametrize(
    ("house", "word"), [("catfish-bend", "c-and-e"), ("typical", "hop-5-5"), ("crapless", "dont-pass")]
)
def test_a_wager_that_the_house_does_not_have(house: str, word: str) -> None:
    refusal = ask(Game(HOUSES[house]), "pay", 1, random.Random(1), about=word)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-offered"
    assert refusal.reason.endswith(f"has nothing about {word} here")


def test_a_wager_that_nobody_has() -> None:
    with pytest.raises(BadInput, match=r"pay knows nothing of 'plase'\. Did you mean 'place'"):
        ask(Game(HOUSES["typical"]), "pay", 1, random.Random(1), about="plase")
    with pytest.raises(BadInput, match="pay has no card 'place' on level 1 here"):
        remake_question(Game(HOUSES["typical"]), "pay", 1, "place", 1)


@pytest.mark.parametrize(
    ("word", "cards_about"),
    [
        ("place", {"place 9:5", "place 7:5", "place 7:6"}),
        ("place-6", {"place 7:6"}),
        ("come-odds-6", {"odds 6:5"}),
        ("commission", {"commission buy", "commission lay"}),
        ("horn-high-2", {"horn-high"}),
    ],
)
def test_a_drill_about_one_wager_or_one_family(word: str, cards_about: set[str]) -> None:
    chosen = cards(Game(HOUSES["catfish-bend"]), "pay", 2, word)
    assert not isinstance(chosen, Refusal)
    assert set(chosen) == cards_about


# --- chips


def fewest(amount: int, values: list[int]) -> int:
    """The fewest chips, amount by amount up from nothing."""
    step = min(values)
    least = {0: 0}
    for sum_ in range(step, amount + 1, step):
        ways = [least[sum_ - value] for value in values if sum_ - value in least]
        if ways:
            least[sum_] = min(ways) + 1
    return least[amount]


@pytest.mark.parametrize("house", ["catfish-bend", "quarters"])
def test_the_chips_asked_for_are_the_fewest(house: str) -> None:
    game = Game(HOUSES[house])
    for level in (1, 2, 3, 4):
        for card in every_card(game, "chips", level):
            for seed in range(15):
                asked = remake_question(game, "chips", level, card, seed)
                assert isinstance(asked.answer, Cut)
                listed = re.search(r"Chips: (.*)\.$", asked.text)
                assert listed
                values = {name: cents(value) for _, name, value in (chip.split() for chip in listed[1].split(", "))}
                assert check(asked, asked.answer.short).right, asked.answer.short
                chips = [
                    (int(count), values[name]) for count, name in re.findall(r"(\d+) (\w+)", asked.answer.as_typed)
                ]
                assert sum(count * value for count, value in chips) == asked.answer.amount
                assert sum(count for count, _ in chips) == fewest(asked.answer.amount, list(values.values()))
                assert [value for _, value in chips] == sorted((value for _, value in chips), reverse=True)
