"""The first lesson: what it says is the house's, and whoever does what it asks sees what it promises."""

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from sevenout.base.dice import Roll
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.player.first_lesson import FirstLesson, first_lesson
from sevenout.rulebook.source import shipped
from sevenout.table import Table
from sevenout.table.events import Rolled

BOOKS = shipped()


@cache
def _lesson(book: str) -> FirstLesson:
    return first_lesson(Game.open(book))


def _chapter(lesson: FirstLesson, name: str) -> tuple[str, ...]:
    (found,) = (chapter for chapter in lesson.chapters if chapter.name == name)
    return tuple(task.says for task in found.tasks)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("stakes", [1, 4])
def test_whoever_does_what_it_asks_sees_what_it_promises(book: str, stakes: int) -> None:
    game = Game.open(book)
    table = Table(game, keep_log=False)
    table.seat("Ann", 1000 * stakes * game.minimum)
    for chapter in _lesson(book).chapters:
        assert table.point is None, f"{chapter.name} begins without a point"
        for task in chapter.tasks:
            if task.dice is None:
                for wager in task.wagers:
                    if wager not in table.layout("Ann"):
                        offer = table.offer("Ann", wager)
                        assert table.bet("Ann", wager, stakes * max(offer.minimum, offer.pays_in)) is None
                continue
            (wager,) = task.wagers
            effect = task.throws[Roll(*task.dice).index]
            rolled = table.roll(Roll(*task.dice))
            assert isinstance(rolled, Rolled)
            results = {one.wager: one.result for one in rolled.seats[0].results}
            assert results.get(wager, "") == {"wins": "win", "loses": "lose"}.get(effect, ""), task.says
            assert (rolled.event == "established") == (effect == "sets")
            assert task.done.startswith(str(rolled.total))


def test_a_come_out_at_catfish_bend_is_won_by_8_throws_and_lost_by_4() -> None:
    throw = _lesson("catfish-bend").chapters[0].tasks[1]
    assert Counter(throw.throws) == {"wins": 8, "loses": 4, "sets": 24}
    assert "7 or 11 wins at once, 2, 3 or 12 loses" in throw.says


def test_a_house_without_craps_loses_no_come_out_and_has_no_other_side() -> None:
    lesson = _lesson("crapless")
    assert "dont" not in {chapter.name for chapter in lesson.chapters}
    assert Counter(lesson.chapters[0].tasks[1].throws) == {"wins": 6, "sets": 30}


def test_the_house_s_own_words_and_its_own_bar_are_said() -> None:
    says = _chapter(_lesson("new-south-wales"), "dont")
    assert says[0] == "Put a chip on Don't Win."
    assert "3 or 12 wins, 7 or 11 loses, 2 gives it back" in says[1]


def test_costs_are_of_100_dollars_and_the_cheapest_is_first() -> None:
    costs = _lesson("catfish-bend").costs
    assert (costs[0].wager, costs[0].cents) == ("pass-odds", 0)
    assert (costs[-1].wager, costs[-1].cents, costs[-1].exactly) == ("any-7", 1667, "1/6")
    assert {cost.wager: cost.cents for cost in costs}["pass"] == 141


def test_words_come_from_the_document_of_the_house() -> None:
    (chapter, *_) = _lesson("catfish-bend").chapters
    assert (chapter.terms[0].term, chapter.terms[0].clause) == ("Shooter", "Definitions: Shooter")
    assert _lesson("typical").chapters[0].terms == ()


def test_a_house_where_no_round_ends_has_no_lesson() -> None:
    rules = Game.open("typical").rules
    endless = tuple(tuple(replace(edge, event="") for edge in under) for under in rules.puck.edges)
    with pytest.raises(BadInput, match="no line bet"):
        first_lesson(Game(replace(rules, puck=replace(rules.puck, edges=endless))))
