"""A blank paper with its key, and a class of several memories."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.answers import ChoiceAnswer
from sevenout.school.catalogue import check
from sevenout.school.exams.exam import questions, questions_about
from sevenout.school.exams.worksheet import Worksheet, blank, blank_html, key, key_html
from sevenout.school.learners.classroom import Learner, by_topic, reports
from sevenout.school.learners.memory import LearnerMemory
from sevenout.school.learners.syllabus import lesson_of, stages
from sevenout.school.questions import Question
from sevenout.school.school_records import class_record, worksheet_record

GAME = Game(open_book("catfish-bend"))
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
STAGE = stages()[2]


def sheet(seed: str = "a", count: int = 12) -> Worksheet:
    book = GAME.rules.book
    asked = tuple(one for _, one in questions(GAME, STAGE, seed, count))
    return Worksheet("Exam: On base", book.title, book.name, book.digest, seed, asked)


# --- the paper


def test_the_paper_has_every_question_and_no_answer() -> None:
    paper = sheet()
    for page in (blank(paper), blank_html(paper)):
        plain = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page).replace("&#x27;", "'"))
        for asked in paper.questions:
            assert re.sub(r"\s+", " ", asked.prompt) in plain
            for line in asked.because:
                assert line.text not in plain or line.text in asked.text
        assert "stated" not in plain
        assert "seed a" in plain


def test_the_key_has_every_answer_with_its_clause_in_the_same_order() -> None:
    paper = sheet()
    words = " ".join(key(paper).split())
    for number, asked in enumerate(paper.questions, start=1):
        assert f"\n{f'{number}.':<5}{asked.answer.as_typed}\n" in key(paper)
        for line in asked.because:
            assert line.cite.clause in words
    items = key_html(paper).count("<li>")
    assert items == len(paper.questions) == 12


def test_paper_and_key_come_from_one_seed_and_the_exam_asks_the_same() -> None:
    assert blank(sheet("a")) == blank(sheet("a")) != blank(sheet("b"))
    assert key(sheet("a")) == key(sheet("a")) != key(sheet("b"))
    told = worksheet_record(sheet("a"))
    assert len(told["questions"]) == len(told["key"]) == 12
    assert "answer" not in told["questions"][0]
    for asked, answer in zip(sheet("a").questions, told["key"], strict=True):
        typed = answer["answer"]
        lettered = isinstance(asked.answer, ChoiceAnswer) and asked.answer.lettered
        assert check(asked, typed.split(": ")[0] if lettered else typed).right


def test_the_layout_is_drawn_where_there_is_a_table() -> None:
    def drawn(asked: Question) -> str:
        return "<THE FELT>\n" if asked.asked.table is not None else ""

    paper = sheet()
    tables = sum(asked.asked.table is not None for asked in paper.questions)
    assert tables > 2
    assert blank(paper, drawn).count("<THE FELT>") == tables
    assert blank_html(paper, drawn).count('<pre class="felt">&lt;THE FELT&gt;') == tables


class Page(HTMLParser):
    """Collects what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_pages_stand_alone() -> None:
    for text in (blank_html(sheet()), key_html(sheet())):
        page = Page()
        page.feed(text)
        assert page.fetched == []
        assert text.startswith("<!DOCTYPE html>")


def test_a_paper_about_one_topic_takes_its_levels_in_turn() -> None:
    lessons = [lesson_of("stick", level) for level in (1, 2, 3, 4)]
    asked = questions_about(GAME, lessons, "a", 9)
    assert [one.level for one in asked] == [1, 2, 3, 4, 1, 2, 3, 4, 1]
    assert {one.topic for one in asked} == {"stick"}
    assert questions_about(GAME, [], "a", 3) == ()


# --- the class


def answered(**topics: tuple[int, int]) -> LearnerMemory:
    """A memory with so many answers of each topic's first level, and so many of them right."""
    memory = LearnerMemory()
    for topic, (asked, right) in topics.items():
        keys = lesson_of(topic, 1).keys(GAME)
        for number in range(asked):
            memory = memory.apply_answer(
                keys[number % len(keys)], right=number < right, seconds=4 + number, limit=9, now=NOON
            )
    return memory


CLASS = (
    Learner("Ann", answered(pay=(10, 9), hands=(4, 1))),
    Learner("Bob", answered(pay=(5, 2), hands=(4, 4), chips=(1, 0))),
    Learner("Cy", LearnerMemory()),
)


def test_everybody_is_strong_and_weak_in_something() -> None:
    ann, bob, cy = reports(GAME, CLASS, NOON)
    assert (ann.strong, ann.weak, ann.whole.asked, ann.whole.right) == ("pay", "hands", 14, 10)
    assert (bob.strong, bob.weak) == ("hands", "pay")  # one answer about chips says nothing of anybody
    assert (cy.strong, cy.weak, cy.whole.asked) == ("", "", 0)


@pytest.mark.parametrize(("right", "strong", "weak"), [(4, "pay", ""), (3, "", "pay"), (0, "", "pay")])
def test_one_topic_alone_is_either_strong_or_weak(right: int, strong: str, weak: str) -> None:
    (one,) = reports(GAME, [Learner("Ann", answered(pay=(4, right)))], NOON)
    assert (one.strong, one.weak) == (strong, weak)


def test_topic_by_topic_with_who_has_most_to_learn() -> None:
    rows = {row.topic: row for row in by_topic(reports(GAME, CLASS, NOON))}
    assert set(rows) == {"pay", "hands", "chips"}
    assert (rows["pay"].asked, rows["pay"].right, rows["pay"].weakest) == (15, 11, ("Bob", "Ann"))
    assert rows["hands"].weakest == ("Ann",)


def test_exams_that_were_passed_are_counted_for_their_house() -> None:
    memory = LearnerMemory()
    for rules, stage, passed in (
        ("catfish-bend", "base", True),
        ("catfish-bend", "first-day", True),
        ("catfish-bend", "stick", False),
        ("typical", "audition", True),
    ):
        memory = memory.with_exam({"rules": rules, "exam": stage, "passed": passed})
    (ann,) = reports(GAME, [Learner("Ann", memory)], NOON)
    assert ann.exams == ("first-day", "base")


def test_the_class_as_a_record() -> None:
    told = class_record(GAME, reports(GAME, CLASS, NOON))
    assert [one["name"] for one in told["learners"]] == ["Ann", "Bob", "Cy"]
    assert (told["learners"][0]["weak"], told["learners"][2]["weak"]) == ("hands", None)
    assert told["topics"][0] == {"topic": "pay", "asked": 15, "right": 11, "weakest": ["Bob", "Ann"]}
    pay = next(topic for topic in told["learners"][1]["topics"] if topic["topic"] == "pay")
    assert (pay["asked"], pay["wrong"]) == (5, 3)
