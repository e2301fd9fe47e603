"""The school in houses that nobody thought of: random rulebooks, and whole books with something changed in them."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book
from sevenout.rulebook.source import Source
from sevenout.school.answers import ChoiceAnswer, Cut, LineNumber, NamesAnswer, OrderAnswer
from sevenout.school.catalogue import TOPICS, check, every_card, remake_question
from sevenout.school.exams.exam import questions
from sevenout.school.learners.syllabus import stages
from sevenout.school.questions import Question
from tests.unit.rulebook.bad_books.test_fuzz import broken
from tests.unit.school.test_houses import HOUSES, LEVELS, own
from tests.volume import examples, sample_by_day

BOXES = [4, 5, 6, 8, 9, 10]
TOTALS = list(range(2, 13))

PUCKLESS = """
format = 1
name   = "puckless"
title  = "A house without a puck, where wagers travel"
[wagers.come]
win    = [7, 11]
lose   = [2, 3, 12]
travel = { roll = [4, 5, 6, 8, 9, 10], to = "come-*" }
pays   = "1:1"
[wagers.come-n]
each      = [4, 5, 6, 8, 9, 10]
made      = "never"
win       = ["n"]
lose      = [7]
otherwise = "stay"
pays      = "1:1"
"""


@st.composite
def rulebooks(draw: st.DrawFn) -> dict[str, Any]:
    """A house of a few wagers: with a puck or without, on any numbers, at any odds, in any chips."""
    points = sorted(draw(st.lists(st.sampled_from(TOTALS), min_size=1, max_size=6, unique=True)))
    points = [point for point in points if point != 7] or [4]
    puck = draw(st.booleans())
    chip = draw(st.sampled_from([1, 2, 5, 25]))
    least = chip * draw(st.integers(1, 5))
    tables: dict[str, Any] = {
        "format": 1,
        "name": draw(st.sampled_from(["any-house", "catfish", "x"])),
        "title": "Any house",
        "table": {"minimum": least, "maximum": least * draw(st.sampled_from([1, 2, 10, 100])), "chip": chip},
        "money": {"rounding": draw(st.sampled_from(["down", "up", "exact"]))},
        "throw": {"made": draw(st.sampled_from(["closed", "open"]))},
        "wagers": {},
    }
    odds = st.tuples(st.integers(1, 12), st.integers(1, 9)).map(lambda pair: f"{pair[0]}:{pair[1]}")
    wagers = {
        "come": {
            "win": [7, 11] if 11 not in points else [7],
            "travel": {"roll": points, "to": "come-*"},
            "otherwise": draw(st.sampled_from(["lose", "stay"])),
            "pays": draw(odds),
        },
        "come-n": {
            "each": points,
            "made": "never",
            "win": ["n"],
            "lose": [7],
            "otherwise": "stay",
            "pays": draw(odds),
        },
        "place-n": {
            "each": draw(st.lists(st.sampled_from([n for n in TOTALS if n != 7]), min_size=1, unique=True)),
            "win": ["n"],
            "lose": [7],
            "otherwise": "stay",
            "pays": draw(odds),
            "after-win": draw(st.sampled_from(["up", "down"])),
        },
        "field": {
            "win": draw(st.lists(st.sampled_from(TOTALS), min_size=1, max_size=9, unique=True)),
            "otherwise": "lose",
            "pays": draw(odds),
        },
        "any-7": {"win": [7], "otherwise": "lose", "pays": draw(odds)},
    }
    if puck:
        tables["puck"] = {
            "points": points,
            "established": {"when": "off", "roll": ["points"]},
            "made": {"when": "on", "roll": ["point"]},
            "seven-out": {"when": "on", "roll": [7]},
        }
        wagers["pass"] = {
            "made": "off",
            "win": [{"when": "off", "roll": [7]}, {"when": "on", "roll": ["point"]}],
            "lose": [{"when": "on", "roll": [7]}],
            "otherwise": "stay",
            "pays": "1:1",
        }
        tables["shooter"] = {"line": draw(st.sampled_from([[], ["pass"]]))}
    kept = draw(st.lists(st.sampled_from(sorted(wagers)), min_size=1, unique=True))
    kept += ["come-n"] if "come" in kept else []
    kept += ["pass"] if tables.get("shooter", {}).get("line") else []
    tables["wagers"] = {key: wagers[key] for key in wagers if key in kept}
    return tables


def compiled_of(tables: dict[str, Any]) -> CompiledBook:
    compiled, _ = check_book(Source(tables, {}, "any-house.toml", "0"))
    assume(compiled is not None)
    assert compiled is not None
    return compiled


def plausible(asked: Question) -> int:
    """How many answers somebody could give who can read and knows nothing."""
    match asked.answer:
        case ChoiceAnswer(choices):
            return len(set(choices))
        case LineNumber(lines=lines):
            return lines
        case NamesAnswer(known=known):
            return 1 << len(known)
        case OrderAnswer(right=right):
            return len(right)
        case Cut():
            return 2
    return 2  # an amount or words: anything can be typed


def everything_can_be_asked(game: Game, rng: random.Random) -> int:
    asked_for = 0
    for topic, level in LEVELS:
        cards = every_card(game, topic, level)
        for card in rng.sample(cards, min(2, len(cards))):
            asked = remake_question(game, topic, level, card, rng.getrandbits(30))
            shown = asked.answer.as_typed
            assert check(asked, shown.split(": ")[0] if asked.choice_lines else shown).right, asked.text
            assert check(asked, "@").outcome == "unreadable"
            assert asked.because
            assert plausible(asked) >= 2, asked.text
            asked_for += 1
    for stage in stages():
        questions(game, stage, "any", 3)
    return asked_for


SLOWLY = settings(
    max_examples=examples(8),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@SLOWLY
@given(rulebooks(), st.integers(0, 2**30))
def test_the_school_asks_in_any_house(tables: dict[str, Any], seed: int) -> None:
    assert everything_can_be_asked(Game(compiled_of(tables)), random.Random(seed)) > 20


@SLOWLY
@given(broken(), st.integers(0, 2**30))
def test_the_school_asks_in_a_house_with_something_changed(tables: dict[str, Any], seed: int) -> None:
    assert everything_can_be_asked(Game(compiled_of(tables)), random.Random(seed)) > 20


def test_a_puckless_house_where_wagers_travel() -> None:
    game = Game(own(PUCKLESS))
    assert everything_can_be_asked(game, random.Random(1)) > 20
    assert "wrong number" in every_card(game, "mistake", 1)
    assert "sending-out" not in every_card(game, "stick", 1)  # no puck, no come-out


# --- no level has one answer for everything


@pytest.mark.parametrize("house", sample_by_day(HOUSES, 5))
def test_every_level_has_more_than_one_answer(house: str) -> None:
    """Neither the same words nor the same letter or line is right every time."""
    game = Game(HOUSES[house])
    rng = random.Random(7)
    for topic, level in LEVELS:
        cards = every_card(game, topic, level)
        if not cards:
            continue
        asked = [remake_question(game, topic, level, rng.choice(cards), rng.getrandbits(30)) for _ in range(16)]
        assert min(map(plausible, asked)) >= 2
        if house not in ("one-bet", "quarters", "nobody-shoots", "no-puck"):  # of so few wagers little can be asked
            assert len({_content(one) for one in asked}) > 1, (topic, level)
            assert len({one.answer.as_typed for one in asked}) > 1, (topic, level)


def _content(asked: Question) -> str:
    """The right answer in its own words, wherever it stands in the list."""
    match asked.answer:
        case ChoiceAnswer(choices, right):
            return choices[right]
        case OrderAnswer(right=right):
            return " ".join(asked.asked.lines[at] for at in right)
        case LineNumber(right=line):
            return asked.asked.lines[line - 1]
    return asked.answer.as_typed


def test_which_of_two_comes_first_is_never_the_dice_and_either_letter() -> None:
    game = Game(HOUSES["catfish-bend"])
    letters = set()
    for card in every_card(game, "order", 1):
        for seed in range(10):
            asked = remake_question(game, "order", 1, card, seed)
            assert "brings the dice in" not in asked.text
            letters.add(asked.answer.as_typed[0])
    assert letters == {"a", "b"}
    assert TOPICS["order"].levels[0] == "which of two comes first"
