"""An exam before a trainer: exercises for the hands and questions in words from one seed, and the marks of the answers.

The marks are those of the exercises: money, order, manner, seconds, each with its clause. What passes is data
(`data/exam.toml`), assumed because no document has it, and says so.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from random import Random

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Citation
from sevenout.engine.game import Game
from sevenout.school.answers import AmountAnswer, Cut, OrderAnswer
from sevenout.school.catalogue import TOPICS, any_seed, judge_text
from sevenout.school.exams.exam import questions
from sevenout.school.exercises.exercise import Exercise, HandMotion, Mark, MarkKind
from sevenout.school.exercises.rooms import ROOMS, judge_exercise, make_exercise, mark_seconds, room_cards
from sevenout.school.learners.syllabus import Stage
from sevenout.school.lesson_loader import Taught
from sevenout.school.questions import Question
from sevenout.school.topics.manual_facts import facts

KINDS: tuple[MarkKind, ...] = ("money", "order", "manner", "seconds")
LONGEST_ANSWER = 500


class PlannedExercise(Struct, frozen=True, forbid_unknown_fields=True):
    """So many exercises of a room on one level."""

    room: str
    level: int
    count: int


class ExamPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What an exam of a stage has for the hands, what passes it, and what an examiner marks by hand."""

    exercises: tuple[PlannedExercise, ...]
    money_errors: int
    """Tasks with an error of money that it may have at most."""
    order_errors: int
    by_hand: tuple[str, ...]


class _Plans(Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    stages: dict[str, ExamPlan]


class ExamTask(Struct, frozen=True):
    """One thing that is asked in an exam: for the hands or in words."""

    section: str
    limit: int
    asked: Question | Exercise


class ExamAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody gave for one task: motions or a text, neither where it was left out."""

    seconds: float = 0.0
    text: str = ""
    motions: tuple[HandMotion, ...] = ()


class GivenMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A mark as a certificate states it."""

    kind: MarkKind
    clause: str
    reason: str


class SectionScore(Struct, frozen=True, forbid_unknown_fields=True):
    """One section of an exam: a room or a topic."""

    section: str
    asked: int
    right: int
    in_time: int
    """Of the right ones."""


class ClauseScore(Struct, frozen=True, forbid_unknown_fields=True):
    """How often one clause was broken, and in which kind of marks."""

    kind: MarkKind
    clause: str
    tasks: int


class Criterion(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that an exam is passed by, and whether it was met."""

    says: str
    reached: str
    met: bool
    source: str
    """Which document has it, or that it is assumed."""


class ExamResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What an exam came to: the marks of each task, by section and by clause, and whether it is passed."""

    marks: tuple[tuple[GivenMark, ...], ...]
    right_in_time: int
    sections: tuple[SectionScore, ...]
    clauses: tuple[ClauseScore, ...]
    criteria: tuple[Criterion, ...]
    passed: bool


@cache
def _plans() -> _Plans:
    text = (resources.files("sevenout.school") / "data" / "exam.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Plans)


def plan_of(stage: Stage) -> ExamPlan:
    """What the exam of a stage has beside its questions.

    >>> from sevenout.school.learners.syllabus import stage_named
    >>> plan_of(stage_named("base")).money_errors
    1
    """
    return _plans().stages[stage.key]


def facts_by_hand(game: Game, stage: Stage) -> dict[str, Taught]:
    """What an examiner looks at because no screen sees it, each with its clause; what a house has of it."""
    known = facts(game)
    return {name: known[name] for name in plan_of(stage).by_hand if name in known}


@lru_cache(maxsize=64)
def exam_tasks(game: Game, stage: Stage, seed: str) -> tuple[ExamTask, ...]:
    """The tasks of an exam: first what the hands do, then questions in words; the seed alone decides.

    >>> from sevenout import Game
    >>> from sevenout.school.learners.syllabus import stage_named
    >>> tasks = exam_tasks(Game.open("catfish-bend"), stage_named("first-week"), "spring")
    >>> [task.section for task in tasks[:5]], len(tasks)
    (['Cut', 'Cut', 'Pay the end', 'Pay the end', 'What does this roll do'], 29)
    """
    rng = Random(f"exam for the hands {stage.key} {game.rules.book.name} {seed}")
    tasks = []
    for planned in plan_of(stage).exercises:
        if not room_cards(game, planned.room, planned.level):
            continue
        for _ in range(planned.count):
            made = make_exercise(game, planned.room, planned.level, any_seed(rng))
            tasks.append(ExamTask(ROOMS[made.room].title, made.limit, made))
    for lesson, asked in questions(game, stage, seed, stage.questions):
        tasks.append(ExamTask(TOPICS[asked.topic].title, lesson.seconds, asked))
    return tuple(tasks)


def judge_task(game: Game, task: ExamTask, answer: ExamAnswer) -> tuple[Mark, ...]:
    """The marks of an answer. Raises BadInput for what cannot be read: it is asked again and does not count."""
    asked = task.asked
    if isinstance(asked, Exercise):
        return judge_exercise(game, asked, answer.motions, seconds=answer.seconds).marks
    if len(answer.text) > LONGEST_ANSWER:
        raise BadInput(f"at most {LONGEST_ANSWER} characters, please")
    verdict = judge_text(asked, answer.text)
    if verdict.outcome == "unreadable":
        raise BadInput(verdict.reason)
    cites = [line.cite for line in asked.because]
    cite = next((cite for cite in cites if cite.clause), next((cite for cite in cites if cite.says), Citation()))
    wrong = () if verdict.right else (Mark(_kind_of(asked), verdict.reason, cite),)
    return (*wrong, *mark_seconds(answer.seconds, task.limit))


def _kind_of(asked: Question) -> MarkKind:
    """What a wrong answer in words is: of money, of order, or of all that is done, said and known beside."""
    match asked.answer:
        case AmountAnswer() | Cut():
            return "money"
        case OrderAnswer():
            return "order"
        case _:
            return "manner"


def judge_exam(game: Game, stage: Stage, seed: str, answers: Sequence[ExamAnswer]) -> ExamResult:
    """What all the answers of an exam come to. Raises BadInput if they are not one for each task, or not to be read."""
    tasks = exam_tasks(game, stage, seed)
    if len(answers) != len(tasks):
        raise BadInput(f"this exam has {len(tasks)} tasks, and {len(answers)} are answered")
    marks = [judge_task(game, task, answer) for task, answer in zip(tasks, answers, strict=True)]
    sections = tuple(
        _score_section(section, [those for task, those in zip(tasks, marks, strict=True) if task.section == section])
        for section in dict.fromkeys(task.section for task in tasks)
    )
    counts = Counter(one for those in marks for one in {(mark.kind, _name(mark.cite)) for mark in those})
    clauses = sorted(counts.items(), key=lambda one: (KINDS.index(one[0][0]), one[0][1]))
    in_time = sum(not those for those in marks)
    criteria = _criteria(stage, len(tasks), in_time, marks)
    return ExamResult(
        tuple(tuple(GivenMark(mark.kind, _name(mark.cite), mark.reason) for mark in those) for those in marks),
        in_time,
        sections,
        tuple(ClauseScore(kind, clause, tasks) for (kind, clause), tasks in clauses),
        criteria,
        all(one.met for one in criteria),
    )


def _name(cite: Citation) -> str:
    """A clause by its name, with a word where it is not stated."""
    if not cite.clause:
        return cite.provenance
    return cite.clause if cite.provenance == "stated" else f"{cite.clause} ({cite.provenance})"


def _score_section(section: str, marks: list[tuple[Mark, ...]]) -> SectionScore:
    right = sum(all(mark.kind == "seconds" for mark in those) for those in marks)
    return SectionScore(section, len(marks), right, sum(not those for those in marks))


def _criteria(stage: Stage, tasks: int, in_time: int, marks: list[tuple[Mark, ...]]) -> tuple[Criterion, ...]:
    plan, source = plan_of(stage), _plans().says

    def at_most(kind: MarkKind, most: int) -> Criterion:
        found = sum(any(mark.kind == kind for mark in those) for those in marks)
        return Criterion(f"at most {most} with an error of {kind}", str(found), found <= most, source)

    right = Criterion(
        f"{stage.mark}% right and in time", f"{in_time} of {tasks}", 100 * in_time >= stage.mark * tasks, source
    )
    return (right, at_most("money", plan.money_errors), at_most("order", plan.order_errors))
