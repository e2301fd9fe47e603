"""An exam before a trainer: its tasks from a seed, its marks and what passes it, and the certificate judged again."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sevenout import Game
from sevenout.base.errors import BadInput
from sevenout.rulebook import shipped
from sevenout.school.exams.class_exam import ExamAnswer, exam_tasks, facts_by_hand, judge_exam, judge_task, plan_of
from sevenout.school.exams.exam_certificate import (
    Certificate,
    MarkByHand,
    find_faults,
    judge_again,
    parse_certificate,
)
from sevenout.school.exercises.exercise import Exercise
from sevenout.school.exercises.rooms import ROOMS
from sevenout.school.learners.syllabus import Stage, stage_named, stages
from tests.volume import nightly_except

GAME = Game.open("catfish-bend")
BASE = stage_named("base")
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def right_answers(game: Game, stage: Stage, seed: str) -> tuple[ExamAnswer, ...]:
    """Everything right and in no time."""
    every = (task.asked for task in exam_tasks(game, stage, seed))
    return tuple(
        ExamAnswer(1, motions=asked.right)
        if isinstance(asked, Exercise)
        else ExamAnswer(
            1, text=asked.answer.as_typed.split(":")[0] if ":" in asked.answer.as_typed else asked.answer.as_typed
        )
        for asked in every
    )


def signed(**changed: Any) -> Certificate:
    """The certificate of somebody who cut the first payoff wrong, left out the last question, and was slow once."""
    answers = list(right_answers(GAME, BASE, "spring"))
    answers[0] = ExamAnswer(2)
    answers[1] = replace(answers[1], seconds=500)
    answers[-1] = ExamAnswer(3)
    result = judge_exam(GAME, BASE, "spring", answers)
    hand = tuple(MarkByHand(key, one.sentence(), one.clause, True) for key, one in facts_by_hand(GAME, BASE).items())
    book = GAME.rules.book
    made = Certificate(
        "sevenout-certificate-1", "1", "Ann", book.name, book.title, book.digest, BASE.key, BASE.title, "spring",
        NOON, NOON, tuple(answers), result, hand, result.passed, "Ruth Ames", "4711", NOON,
    )  # fmt: skip
    return replace(made, **changed)


@pytest.mark.parametrize("book", nightly_except(sorted(shipped()), ["catfish-bend"]))
def test_an_exam_of_every_stage_answered_right_gets_no_mark_and_passes(book: str) -> None:
    game = Game.open(book)
    for stage in stages():
        tasks = exam_tasks(game, stage, "a")
        result = judge_exam(game, stage, "a", right_answers(game, stage, "a"))
        assert (result.passed, result.right_in_time, result.clauses) == (True, len(tasks), ())
        assert sum(section.asked for section in result.sections) == len(tasks)
        assert tasks == exam_tasks(game, stage, "a") != exam_tasks(game, stage, "b")
        assert all("assumed" in one.source for one in result.criteria)


def test_every_stage_has_work_for_the_hands_and_marks_by_hand_with_their_clauses() -> None:
    for stage in stages():
        plan = plan_of(stage)
        for planned in plan.exercises:
            assert planned.level <= len(ROOMS[planned.room].levels)  # type: ignore[index]
        assert tuple(facts_by_hand(GAME, stage)) == plan.by_hand
        assert all(fact.clause for fact in facts_by_hand(GAME, stage).values())


def test_nothing_answered_fails_by_every_criterion_with_clauses() -> None:
    tasks = exam_tasks(GAME, BASE, "a")
    result = judge_exam(GAME, BASE, "a", [ExamAnswer()] * len(tasks))
    assert (result.passed, result.right_in_time, [one.met for one in result.criteria]) == (False, 0, [False] * 3)
    assert {one.kind for one in result.clauses} == {"money", "order", "manner"}
    assert sum(one.clause != "assumed" for one in result.clauses) > 5
    with pytest.raises(BadInput, match=f"has {len(tasks)} tasks, and 1 are"):
        judge_exam(GAME, BASE, "a", [ExamAnswer()])


def test_what_cannot_be_read_is_no_answer() -> None:
    tasks = exam_tasks(GAME, BASE, "a")
    money = next(
        task for task in tasks if not isinstance(task.asked, Exercise) and task.asked.answer.hint == "an amount"
    )
    with pytest.raises(BadInput, match="An amount such as"):
        judge_task(GAME, money, ExamAnswer(text="much"))
    with pytest.raises(BadInput, match="at most 500"):
        judge_task(GAME, money, ExamAnswer(text="1" * 501))


def test_a_certificate_follows_from_its_answers_and_reads_back_with_its_seal() -> None:
    made = signed()
    assert find_faults(GAME, made) == ()
    again = parse_certificate(msgspec.json.encode(made))
    assert (again, again.seal) == (made, made.seal)
    assert [mark.kind for mark in judge_again(GAME, made, 0)] == ["money"]
    assert [mark.kind for mark in judge_again(GAME, made, 1)] == ["seconds"]
    assert [len(judge_again(GAME, made, at)) for at in range(2, len(made.answers) - 1)] == [0] * (len(made.answers) - 3)
    with pytest.raises(BadInput, match="tasks 1 to"):
        judge_again(GAME, made, len(made.answers))


def test_whatever_is_changed_on_a_certificate_is_said_and_changes_its_seal() -> None:
    made = signed()
    clean = (made.result.marks[0][:0], *made.result.marks[1:])
    better = replace(made.answers[0], motions=right_answers(GAME, BASE, "spring")[0].motions)
    hand = (replace(made.by_hand[0], good=False), *made.by_hand[1:])
    changes: dict[str, dict[str, Any]] = {
        "task 1: the certificate states no mark": {"result": replace(made.result, marks=clean)},
        "task 1: the certificate states money": {"answers": (better, *made.answers[1:])},
        "right in time is not": {"result": replace(made.result, right_in_time=99)},
        "criteria is not": {"result": replace(made.result, criteria=())},
        "passed is not what": {"result": replace(made.result, passed=not made.result.passed)},
        "passed or not is not": {"by_hand": hand} if made.passed else {"passed": True},
        "as the digest of its book": {"digest": "0" * 64},
        "is of the book typical": {"book": "typical"},
        "cannot be judged again: there is no exam": {"stage": "nowhere"},
        "cannot be judged again: this exam has": {"answers": made.answers[1:]},
        "the marks by hand are not those": {"by_hand": made.by_hand[1:]},
    }
    for fault, change in changes.items():
        other = replace(made, **change)
        assert any(fault in line for line in find_faults(GAME, other)), fault
        assert other.seal != made.seal
    other_seed = find_faults(GAME, replace(made, seed="autumn"))
    assert len(other_seed) <= 13
    assert other_seed
    assert replace(made, learner="Bob").seal != made.seal != replace(made, licence="4712").seal


def test_a_file_that_is_no_certificate_is_refused_in_a_line() -> None:
    for body in (b"", b"{}", b"\xff", msgspec.json.encode(signed()).replace(b"certificate-1", b"certificate-9")):
        with pytest.raises(BadInput, match="no certificate") as caught:
            parse_certificate(body)
        assert "\n" not in str(caught.value)
