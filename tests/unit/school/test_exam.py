"""The syllabus, the exam that comes of it, and its paper as text, page and JSON."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest

from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.answers import AnswerVerdict
from sevenout.school.catalogue import TOPICS
from sevenout.school.exams.exam import Paper, Sat, questions
from sevenout.school.exams.paper import html, text, verdict_line
from sevenout.school.learners.memory import LearnerMemory
from sevenout.school.learners.syllabus import (
    Lesson,
    Pause,
    Stage,
    StudySession,
    lesson_of,
    next_session,
    progress,
    stage_named,
    stages,
    topics_of,
    weakest,
)
from sevenout.school.school_records import paper_record

GAME = Game(open_book("catfish-bend"))
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


# --- the syllabus


def test_every_level_of_every_topic_stands_in_one_stage() -> None:
    lessons = [(lesson.topic, lesson.level) for stage in stages() for lesson in stage.lessons]
    assert sorted(lessons) == sorted(
        (topic, level) for topic, drill in TOPICS.items() for level in range(1, len(drill.levels) + 1)
    )
    for topic, level in lessons:
        assert (lesson_of(topic, level).topic, lesson_of(topic, level).level) == (topic, level)


def test_levels_come_in_order_and_exams_grow_harder() -> None:
    seen: Counter[str] = Counter()
    for stage in stages():
        for lesson in stage.lessons:
            seen[lesson.topic] += 1
            assert lesson.level == seen[lesson.topic], lesson
    marks = [stage.mark for stage in stages()]
    assert marks == sorted(marks)
    assert [stage.questions for stage in stages()] == sorted(stage.questions for stage in stages())


def learned(memory: LearnerMemory, lesson: Lesson, now: datetime) -> LearnerMemory:
    """Everything of a lesson answered in time as often as it takes."""
    for key in lesson.keys(GAME):
        for hour in (0, 9):
            later = now.replace(hour=now.hour + hour) if hour else now
            memory = memory.apply_answer(key, right=True, seconds=1, limit=lesson.seconds, now=later)
    return memory


def comes_next(memory: LearnerMemory, now: datetime) -> tuple[Lesson, int]:
    """The lesson that comes next, and how many of its cards."""
    session = next_session(GAME, memory, now)
    assert isinstance(session, StudySession)
    return session.lesson, len(session.keys)


def asked_once(memory: LearnerMemory, stage: Stage, now: datetime) -> LearnerMemory:
    """Every card of a stage answered right and in time, once."""
    for lesson in stage.lessons:
        for key in lesson.keys(GAME):
            memory = memory.apply_answer(key, right=True, seconds=1, limit=lesson.seconds, now=now)
    return memory


def test_what_was_asked_and_is_not_due_is_left_alone_and_the_next_lesson_comes() -> None:
    first, second, *_ = stages()[0].lessons
    assert comes_next(LearnerMemory(), NOON) == (first, 5)
    memory, keys = LearnerMemory(), first.keys(GAME)
    for at, key in enumerate(keys, start=1):
        memory = memory.apply_answer(key, right=True, seconds=1, limit=first.seconds, now=NOON)
        assert comes_next(memory, NOON)[0] == (first if at < len(keys) else second)
    assert comes_next(memory, NOON) == (second, 33)


def test_due_cards_come_before_new_ones_whatever_their_stage() -> None:
    first, *_ = stages()[0].lessons
    memory = learned(LearnerMemory(), first, NOON)
    evening = NOON.replace(hour=22)
    assert next(iter(progress(GAME, memory, evening))).standing.is_learned
    assert comes_next(memory, NOON.replace(month=12)) == (first, 5)
    later = stages()[2].lessons[0]
    memory = memory.apply_answer(later.keys(GAME)[3], right=False, seconds=1, limit=9, now=evening)
    assert comes_next(memory, evening) == (later, 1)  # the one that was wrong, and none of its new ones


def test_when_all_cards_of_a_stage_were_asked_there_is_a_pause_until_one_is_due() -> None:
    first, second, *_ = stages()
    memory = asked_once(LearnerMemory(), first, NOON)
    assert next_session(GAME, memory, NOON) == Pause(first, NOON + timedelta(hours=8))
    assert comes_next(memory, NOON + timedelta(hours=8)) == (first.lessons[0], 5)
    passed = memory.with_exam({"rules": "catfish-bend", "exam": "first-day", "passed": True})
    assert comes_next(passed, NOON) == (second.lessons[0], 5)
    failed = memory.with_exam({"rules": "catfish-bend", "exam": "first-day", "passed": False})
    elsewhere = memory.with_exam({"rules": "typical", "exam": "first-day", "passed": True})
    assert (
        next_session(GAME, failed, NOON) == next_session(GAME, elsewhere, NOON) == Pause(first, NOON.replace(hour=20))
    )
    known = asked_once(memory, first, NOON + timedelta(hours=8))
    assert comes_next(known, NOON + timedelta(hours=8)) == (second.lessons[0], 5)


def test_whoever_knows_everything_rests_until_the_first_card_is_due() -> None:
    memory = LearnerMemory()
    for stage in stages():
        for hours in (0, 8):
            memory = asked_once(memory, stage, NOON + timedelta(hours=hours))
    assert next_session(GAME, memory, NOON + timedelta(hours=8)) == Pause(
        stages()[-1], NOON + timedelta(days=2, hours=8)
    )


def test_errors_by_topic_and_the_weakest_cards() -> None:
    memory = LearnerMemory()
    keys = lesson_of("pay", 1).keys(GAME)
    for key, wrong in ((keys[0], 3), (keys[1], 1), (keys[2], 0)):
        for number in range(4):
            memory = memory.apply_answer(key, right=number >= wrong, seconds=6, limit=10, now=NOON)
    assert [(key.card, wrong, asked) for key, wrong, asked in weakest(GAME, memory, 5)] == [
        (keys[0].card, 3, 4),
        (keys[1].card, 1, 4),
    ]
    standing = topics_of(GAME, memory, NOON)["pay"]
    assert (standing.asked, standing.wrong, standing.seconds) == (12, 4, 6)
    assert topics_of(GAME, memory, NOON)["roll"].asked == 0


def test_an_exam_that_does_not_exist() -> None:
    with pytest.raises(BadInput, match=r"there is no exam 'auditon'\. Did you mean 'audition'"):
        stage_named("auditon")


# --- the exam


@pytest.mark.parametrize("stage", stages(), ids=lambda stage: stage.key)
def test_an_exam_is_about_its_stage_and_those_before(stage: Stage) -> None:
    asked = questions(GAME, stage, "a", stage.questions)
    assert len(asked) == stage.questions
    own = [(lesson.topic, lesson.level) for lesson in stage.lessons]
    before = [(lesson.topic, lesson.level) for past in stages()[: stages().index(stage)] for lesson in past.lessons]
    lessons = [(lesson.topic, lesson.level) for lesson, _ in asked]
    assert set(own) <= set(lessons) <= {*own, *before}
    assert sum(one in own for one in lessons) >= 2 * len(lessons) // 3
    assert all((lesson.topic, lesson.level) == (one.topic, one.level) for lesson, one in asked)


def test_a_seed_makes_the_same_exam_and_another_seed_another() -> None:
    stage = stages()[2]
    assert questions(GAME, stage, "a", 12) == questions(GAME, stage, "a", 12)
    assert questions(GAME, stage, "a", 12) != questions(GAME, stage, "b", 12)


def sat(right: int, late: int, wrong: int, *, left: int = 0, name: str = "Ann", given: str = "7") -> Paper:
    """A paper with so many answers of each kind; `left` were never asked."""
    count = right + late + wrong
    asked = questions(GAME, stages()[0], "a", count)
    kinds = ["right"] * right + ["late"] * late + ["wrong"] * wrong
    answers = tuple(
        Sat(
            one,
            given,
            AnswerVerdict("wrong", "It is not.") if kind == "wrong" else AnswerVerdict("right"),
            lesson.seconds + 1.0 if kind == "late" else 2.0,
            lesson.seconds,
        )
        for (lesson, one), kind in zip(asked, kinds, strict=True)
    )
    book = GAME.rules.book
    return Paper(
        *(name, book.title, book.name, book.digest, "first-day", "Exam: First day", 80, "a", NOON, count + left),
        answers,
    )


@pytest.mark.parametrize(
    ("right", "late", "wrong", "passed"),
    [(8, 0, 2, True), (10, 0, 0, True), (7, 0, 3, False), (7, 3, 0, False), (8, 2, 0, True)],
)
def test_enough_right_in_time_passes(right: int, late: int, wrong: int, passed: bool) -> None:
    paper = sat(right, late, wrong)
    assert (paper.right, paper.right_in_time, paper.is_passed) == (right + late, right, passed)
    word = "Passed" if passed else "Not passed"
    more = f", {late} more too late" if late else ""
    assert verdict_line(paper) == f"{word}: {right} of 10 right in time{more}; 80% are needed."


def test_an_exam_that_was_broken_off_does_not_count() -> None:
    paper = sat(9, 0, 0, left=1)
    assert not paper.is_passed
    assert verdict_line(paper) == "Broken off after 9 of 10 questions: it does not count."
    assert not paper_record(paper)["finished"]


def test_the_text_has_figures_by_topic_and_every_wrong_answer_with_its_clause() -> None:
    shown = text(sat(7, 1, 2))
    assert "Exam: First day, Catfish Bend Casinos" in shown
    assert "Ann, 2026-11-15 12:00 UTC" in shown
    assert shown.count("Answered: 7. Right: ") == 2
    assert "topic                        asked  right  in time  seconds" in shown
    assert "[" in shown.split("Answered: 7.")[1]


class Page(HTMLParser):
    """Collects tags and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_holds_every_answer_and_needs_nothing_else() -> None:
    paper = sat(7, 1, 2)
    page = Page()
    page.feed(html(paper))
    assert page.tags["li"] == 10
    assert page.tags["tr"] == 1 + len(paper.parts)
    assert page.addresses == []
    assert page.tags["script"] == 0
    assert "url(" not in html(paper)
    assert "Not passed: 7 of 10" in html(paper)


def test_names_and_answers_are_no_markup() -> None:
    evil = "<script>alert(1)</script>"
    shown = html(sat(1, 0, 1, name=evil, given=evil))
    assert "<script>" not in shown
    assert shown.count("&lt;script&gt;") == 3


def test_json_tells_it_all() -> None:
    told = json.loads(json.dumps(paper_record(sat(8, 1, 1))))
    assert (told["rules"], told["exam"], told["questions"], told["passed"]) == ("catfish-bend", "first-day", 10, True)
    assert (told["right"], told["right_in_time"], told["mark"]) == (9, 8, 80)
    assert sum(part["asked"] for part in told["topics"]) == 10
    assert {"topic", "level", "card", "seed", "question", "given", "right", "answer"} <= told["answers"][0].keys()
