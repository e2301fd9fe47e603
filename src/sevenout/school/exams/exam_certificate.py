"""A certificate: an exam as it was answered, its marks, and who examined; checked by judging all of it again.

Its seal is made of everything that it states, and its address is its seal: whoever has the paper finds what was signed
and nothing else. What the seal cannot show, judging again does: the marks follow from the answers, or a line says so.
"""

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.school.exams.class_exam import (
    ExamAnswer,
    ExamResult,
    GivenMark,
    exam_tasks,
    facts_by_hand,
    judge_exam,
    judge_task,
)
from sevenout.school.exercises.exercise import Mark
from sevenout.school.learners.syllabus import stage_named

LONGEST_EXAMINER = 60
_SEAL = 20
_SHOWN = 12
"""So many faults are told one by one."""


class MarkByHand(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that no screen sees, and whether the examiner saw it done right."""

    fact: str
    sentence: str
    clause: str
    good: bool


class Certificate(Struct, frozen=True, forbid_unknown_fields=True):
    """An exam that was taken and signed."""

    form: Literal["sevenout-certificate-1"]
    version: str
    """Of the judge."""
    learner: str
    book: str
    house: str
    digest: str
    stage: str
    title: str
    seed: str
    began: datetime
    ended: datetime
    answers: tuple[ExamAnswer, ...]
    result: ExamResult
    by_hand: tuple[MarkByHand, ...]
    passed: bool
    examiner: str
    licence: str
    signed: datetime

    @property
    def seal(self) -> str:
        """What everything on it comes to: another mark, answer or name has another seal."""
        as_read = msgspec.json.decode(msgspec.json.encode(self), type=Certificate)  # numbers as they are read back
        return sha256(msgspec.json.encode(as_read, order="deterministic")).hexdigest()[:_SEAL]


def parse_certificate(body: bytes) -> Certificate:
    """Reads a certificate. Raises BadInput for what is none.

    >>> parse_certificate(b"[]")
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: this is no certificate of an exam: Expected `object`, got `array`
    """
    try:
        return msgspec.json.decode(body, type=Certificate)
    except msgspec.DecodeError as error:
        raise BadInput(f"this is no certificate of an exam: {str(error)[:200]}") from error


def judge_again(game: Game, certificate: Certificate, task: int) -> tuple[Mark, ...]:
    """The marks of one task, counted from 0, as they are given now. Raises BadInput for what cannot be read."""
    tasks = exam_tasks(game, stage_named(certificate.stage), certificate.seed)
    if not 0 <= task < min(len(tasks), len(certificate.answers)):
        raise BadInput(f"this exam has the tasks 1 to {min(len(tasks), len(certificate.answers))}")
    return judge_task(game, tasks[task], certificate.answers[task])


def find_faults(game: Game, certificate: Certificate) -> tuple[str, ...]:
    """What is not as it would be if the exam were judged now, each in a line; none: all of it follows."""
    faults = [*_faults(game, certificate)]
    more = len(faults) - _SHOWN
    return (*faults[:_SHOWN], *([f"and {more} more"] if more > 0 else []))


def _faults(game: Game, certificate: Certificate) -> Iterator[str]:
    book, stated = game.rules.book, certificate.result
    if certificate.book != book.name:
        yield f"the certificate is of the book {certificate.book}, and this is {book.name}"
        return
    if certificate.digest != book.digest:
        yield (
            f"the certificate states {certificate.digest[:16]} as the digest of its book, and the book here has"
            f" {book.digest[:16]}: another edition, or a digest that was changed"
        )
    try:
        stage = stage_named(certificate.stage)
        again = judge_exam(game, stage, certificate.seed, certificate.answers)
    except BadInput as error:
        yield f"it cannot be judged again: {error}"
        return
    if len(stated.marks) != len(again.marks):
        yield f"the certificate has marks of {len(stated.marks)} tasks, and the exam has {len(again.marks)}"
    for number, (was, now) in enumerate(zip(stated.marks, again.marks, strict=False), start=1):
        if was != now:
            yield f"task {number}: the certificate states {_marks_text(was)}, and its answer gets {_marks_text(now)}"
    for name in ("right_in_time", "sections", "clauses", "criteria", "passed"):
        if getattr(stated, name) != getattr(again, name):
            yield f"{name.replace('_', ' ')} is not what the answers come to"
    wanted = {name: (fact.sentence(), fact.clause) for name, fact in facts_by_hand(game, stage).items()}
    if {mark.fact: (mark.sentence, mark.clause) for mark in certificate.by_hand} != wanted:
        yield "the marks by hand are not those that this stage asks for"
    if certificate.passed != (again.passed and all(mark.good for mark in certificate.by_hand)):
        yield "passed or not is not what the marks come to"


def _marks_text(marks: tuple[GivenMark, ...]) -> str:
    return ", ".join(f"{mark.kind} ({mark.clause}): {mark.reason}" for mark in marks) or "no mark"


def certificate_lines(certificate: Certificate, faults: tuple[str, ...]) -> Iterator[str]:
    """A certificate and what judging it again found, as lines to read."""
    passed = "passed" if certificate.passed else "did not pass"
    yield f"{certificate.learner} {passed} the exam {certificate.title!r} at {certificate.house}"
    day, digest = f"{certificate.ended:%Y-%m-%d}", certificate.digest[:16]
    yield f"{day}, seed {certificate.seed}, book {digest}, seal {certificate.seal}"
    yield f"Examiner {certificate.examiner}, licence {certificate.licence}"
    for section in certificate.result.sections:
        yield f"  {section.section}: {section.right} of {section.asked} right, {section.in_time} in time"
    for clause in certificate.result.clauses:
        yield f"  {clause.kind}, {clause.clause}: {clause.tasks}"
    for one in certificate.result.criteria:
        yield f"  {one.says}: {one.reached}, {'met' if one.met else 'not met'} ({one.source})"
    for mark in certificate.by_hand:
        yield f"  by hand, {mark.clause}: {mark.sentence} {'Yes.' if mark.good else 'No.'}"
    if not faults:
        yield "Judged again: all of it follows from the answers."
        return
    yield "Judged again, this does not follow from the answers:"
    for fault in faults:
        yield f"  {fault}"
