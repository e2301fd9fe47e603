"""Which throws count, who says so and who may reverse it, against a list written by hand from the documents."""

import re
from collections import Counter

import pytest

from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.catalogue import check, every_card, remake_question

STICK, SUPERVISOR = ("stickperson",), ("supervisor",)
BOX_AND_STICK = ("boxperson", "stickperson")

SEEN = {
    "drops to the floor": "off the table",
    "the neighbour picks them up": "wrong shooter",
    "a moment later the other": "not together",
    "house's chips": "on the bank",
    "bowl in front of the stick": "in the bowl",
    "on the rail, between two racks": "on the rail",
    "A single die": "one die",
    "Three dice": "too many dice",
    "never turn over": "no tumble",
    "a bet on neither line": "no line bet",
    "nobody can say which face": "cocked",
    "not played on": "outside",
    "a hand in the way": "stopped",
    "picks one of them up": "picked up",
    "has been warned before": "short of the wall",
    "near half of the table": "short of half way",
    "just lets the dice fall": "no effort",
    "on top of the other": "stacked",
    "telephone": "on an object",
}
"""Words by which a throw is recognised."""

MAY = {
    *("wrong shooter", "not together", "on the bank", "in the bowl", "on the rail", "too many dice", "no tumble"),
    *("no line bet", "cocked", "outside", "stopped", "picked up", "short of the wall", "short of half way"),
}
"""Catfish Bend, Invalid Roll 3 a to m and Shooting 9: for the stick to call, 3m for the supervisor."""

MUST = {
    *("not together", "no effort", "no line bet", "off the table", "stacked", "on the bank", "in the bowl"),
    *("on the rail", "on an object", "cocked", "wrong shooter", "stopped"),
}
"""Marina Bay Sands 3.11.1 to 3.11.12: each is called, by box or stick."""


HOW = {"catfish-bend": "may be called no roll", "marina-bay-sands": "is always no roll"}
"""What most grounds of a house have in common."""


def recognised_in(text: str) -> list[str]:
    return [ground for words, ground in SEEN.items() if words in text]


def recognised(text: str) -> str:
    (named,) = recognised_in(text)
    return named


def letter(text: str, words: str) -> str:
    named = re.search(rf"\n  ([a-z])  {words}", text)
    assert named
    return named[1]


@pytest.mark.parametrize("book", ["catfish-bend", "marina-bay-sands"])
def test_does_it_count(book: str) -> None:
    game = Game(open_book(book))
    grounds = set()
    for card in every_card(game, "no-roll", 1):
        for seed in range(3):
            asked = remake_question(game, "no-roll", 1, card, seed)
            text = asked.text
            if "One of these" in text:
                (mark, ground), *others = [
                    (mark, named) for mark, line in asked.choice_lines for named in recognised_in(line)
                ]
                grounds.add(ground)
                assert check(asked, mark).right, text
                assert f"One of these {HOW[book]}. Which?" in text
                assert others == []
                continue
            if "lie flat" in text or "both flat" in text or "plain to everybody" in text:
                said = "it counts"
            else:
                ground = recognised(text)
                grounds.add(ground)
                always = book == "marina-bay-sands" or ground in ("off the table", "one die")
                said = "it is always no roll" if always else "it may be called no roll"
            assert check(asked, letter(text, said)).right, text
    assert grounds == (MUST if book == "marina-bay-sands" else MAY | {"off the table", "one die"})


@pytest.mark.parametrize("book", ["catfish-bend", "marina-bay-sands", "new-south-wales", "typical"])
def test_no_letter_is_right_most_of_the_time(book: str) -> None:
    game = Game(open_book(book))
    for level in (1, 2, 3):
        asked = [
            remake_question(game, "no-roll", level, card, seed)
            for card in every_card(game, "no-roll", level)
            for seed in range(9)
        ]
        said = Counter(one.answer.as_typed.split(":")[0] for one in asked if one.choice_lines)
        assert max(said.values()) < 0.4 * said.total(), (level, said)


def test_nobody_is_asked_whether_the_supervisor_overrules_the_supervisor() -> None:
    """Invalid Roll 3m is the supervisor's own call."""
    game = Game(open_book("catfish-bend"))
    assert "short-of-the-wall" in every_card(game, "no-roll", 2)
    for card in every_card(game, "no-roll", 3):
        for seed in range(3):
            asked = remake_question(game, "no-roll", 3, card, seed)
            assert "short of the wall" not in recognised_in(
                dict(asked.choice_lines).get(asked.answer.as_typed[0], asked.prompt)
            )


def who_calls(book: str, ground: str) -> tuple[str, ...]:
    return BOX_AND_STICK if book == "marina-bay-sands" else SUPERVISOR if ground == "short of the wall" else STICK


def may_be_overruled(book: str, ground: str) -> bool:
    return book == "catfish-bend" and ground not in ("off the table", "one die")


@pytest.mark.parametrize("book", ["catfish-bend", "marina-bay-sands"])
def test_who_calls_it(book: str) -> None:
    """Where the same people call most throws, one of theirs is to be found among others and among good ones."""
    game = Game(open_book(book))
    for card in every_card(game, "no-roll", 2):
        for seed in range(3):
            asked = remake_question(game, "no-roll", 2, card, seed)
            if asked.choice_lines:
                (mark,) = [
                    mark
                    for mark, line in asked.choice_lines
                    for ground in recognised_in(line)
                    if f"for the {' or the '.join(who_calls(book, ground))} to call" in asked.prompt
                ]
                assert check(asked, mark).right, asked.text
            else:
                assert recognised(asked.text) == "short of the wall"
                assert check(asked, ", ".join(SUPERVISOR)).right, asked.text


@pytest.mark.parametrize("book", ["catfish-bend", "marina-bay-sands"])
def test_who_may_overrule_it(book: str) -> None:
    game = Game(open_book(book))
    for card in every_card(game, "no-roll", 3):
        for seed in range(3):
            asked = remake_question(game, "no-roll", 3, card, seed)
            if asked.choice_lines:
                may = "the supervisor may overrule it" in asked.prompt
                assert may or "nobody may overrule it" in asked.prompt
                (mark,) = [
                    mark
                    for mark, line in asked.choice_lines
                    for ground in recognised_in(line)
                    if may_be_overruled(book, ground) == may
                ]
                assert check(asked, mark).right, asked.text
            else:
                assert recognised(asked.text) in ("off the table", "one die")
                assert check(asked, "nobody").right, asked.text
