"""Exams of a class: drawn by its trainer, answered by its learners, signed, and kept as certificates by their seal.

An exam goes with its class; a certificate stays, for whoever has its address. Only the answers are taken on trust: a
learner is known by code and name alone, so that whoever examines has to see who answers.
"""

from datetime import datetime
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.base.version import __version__
from sevenout.engine.game import Game
from sevenout.school.exams.class_exam import ExamAnswer, ExamResult, facts_by_hand
from sevenout.school.exams.exam_certificate import LONGEST_EXAMINER, Certificate, MarkByHand, parse_certificate
from sevenout.school.learners.syllabus import stage_named
from sevenout.server.history.class_register import EXAM, FROZEN, NO_LEARNER, ClassRegister, SchoolClass, card_name
from sevenout.server.store.interface import Store

MOST_CERTIFICATES, LONGEST_SEED = 2_000, 40
"""How many certificates a house keeps, and how long a seed that is typed may be."""
_CERTIFICATE, _COUNT = "school-certificate", "school-certificate-count"
_TRIES = 8
NO_EXAM = Refusal("not-found", "no exam is drawn for this learner: their trainer draws one")
NO_CERTIFICATE = Refusal("not-found", "this house has no certificate under this address")
_BUSY = Refusal("busy", "this exam is being changed by somebody else: try again")


class DrawnExam(Struct, frozen=True):
    """An exam of one learner: what makes its tasks, and what was answered so far."""

    learner: str
    stage: str
    seed: str
    tasks: int
    drawn: datetime
    answers: tuple[ExamAnswer, ...] = ()
    began: datetime | None = None
    ended: datetime | None = None
    result: ExamResult | None = None
    certificate: str = ""


class ExamRegister:
    """The exams and certificates that a store keeps."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def draw(
        self, group: SchoolClass, names: tuple[str, ...], stage: str, seed: str, tasks: int
    ) -> list[DrawnExam] | Refusal:
        """Draws an exam for learners of a class, or for all; one that is begun is drawn over by name alone."""
        known = {one.name: one for one in await ClassRegister(self._store).learners(group)}
        wanted = names or tuple(known)
        if not wanted or not set(wanted) <= set(known):
            return NO_LEARNER
        drawn = []
        for name in wanted:
            card = await self._store.card(EXAM, card_name(group, name))
            was = None if card is None else _exam_of(card.body)
            if not names and was is not None and was.answers and was.result is None:
                return Refusal("not-now", f"{name} is in the middle of an exam: draw another by name to begin it anew")
            exam = DrawnExam(name, stage, seed, tasks, await self._store.now())
            version = 0 if card is None else card.version
            if not await self._store.put_card(EXAM, card_name(group, name), version, msgspec.json.encode(exam)):
                return _BUSY
            drawn.append(exam)
        return drawn

    async def exams(self, group: SchoolClass) -> list[DrawnExam]:
        """The exams of a class, by the learners' names."""
        after = f"{group.code}/"
        cards = await self._store.cards(EXAM, after, 100)
        return [_exam_of(card.body) for name, card in cards if name.startswith(after)]

    async def find_exam(self, group: SchoolClass, name: str) -> DrawnExam | Refusal:
        """The exam of a learner."""
        card = await self._store.card(EXAM, card_name(group, name))
        return NO_EXAM if card is None else _exam_of(card.body)

    async def take_answer(
        self, group: SchoolClass, exam: DrawnExam, answer: ExamAnswer, result: ExamResult | None
    ) -> DrawnExam | Refusal:
        """Keeps the next answer of an exam, with the last one what all of it came to."""
        if group.frozen:
            return FROZEN
        now, name = await self._store.now(), card_name(group, exam.learner)
        card = await self._store.card(EXAM, name)
        if card is None or _exam_of(card.body) != exam:
            return _BUSY
        taken = replace(
            exam,
            answers=(*exam.answers, answer),
            began=exam.began or now,
            ended=None if result is None else now,
            result=result,
        )
        put = await self._store.put_card(EXAM, name, card.version, msgspec.json.encode(taken))
        return taken if put else _BUSY

    async def sign(
        self, game: Game, group: SchoolClass, exam: DrawnExam, examiner: str, licence: str, good: tuple[str, ...]
    ) -> Certificate | Refusal:
        """Makes the certificate of an exam that is answered, by its examiner and with the marks by hand."""
        if exam.result is None or exam.began is None or exam.ended is None:
            return Refusal("not-now", f"{exam.learner} has answered {len(exam.answers)} of {exam.tasks}: sign it then")
        if exam.certificate:
            return Refusal("not-now", f"this exam is signed: its certificate is {exam.certificate}")
        stage, book = stage_named(exam.stage), game.rules.book
        lines = facts_by_hand(game, stage)
        refused = refused_line(examiner, "the examiner's name") or refused_line(licence, "the licence")
        if refused is None and not set(good) <= set(lines):
            refused = Refusal("malformed", f"the marks by hand of this stage: {', '.join(lines)}")
        if refused is not None:
            return refused
        by_hand = tuple(MarkByHand(key, fact.sentence(), fact.clause, key in good) for key, fact in lines.items())
        made = Certificate(
            "sevenout-certificate-1",
            __version__,
            exam.learner,
            book.name,
            book.title,
            book.digest,
            exam.stage,
            stage.title,
            exam.seed,
            exam.began,
            exam.ended,
            exam.answers,
            exam.result,
            by_hand,
            exam.result.passed and all(mark.good for mark in by_hand),
            " ".join(examiner.split()),
            " ".join(licence.split()),
            await self._store.now(),
        )
        return await self._keep(group, exam, made)

    async def _keep(self, group: SchoolClass, exam: DrawnExam, made: Certificate) -> Certificate | Refusal:
        async with self._store.alone():
            name = card_name(group, exam.learner)
            card, count = await self._store.card(EXAM, name), await self._store.card(_COUNT, "all")
            if card is None or _exam_of(card.body) != exam:
                return _BUSY
            kept = 0 if count is None else cast("int", msgspec.json.decode(count.body))
            if kept >= MOST_CERTIFICATES:
                return Refusal("full", f"this house has {MOST_CERTIFICATES} certificates, which is all that it keeps")
            await self._store.put_card(_CERTIFICATE, made.seal, 0, msgspec.json.encode(made))
            version = 0 if count is None else count.version
            await self._store.put_card(_COUNT, "all", version, msgspec.json.encode(kept + 1))
            signed = msgspec.json.encode(replace(exam, certificate=made.seal))
            await self._store.put_card(EXAM, name, card.version, signed)
        return made

    async def find_certificate(self, seal: str) -> Certificate | Refusal:
        """The certificate of a seal."""
        card = await self._store.card(_CERTIFICATE, seal[:40].lower())
        return NO_CERTIFICATE if card is None else parse_certificate(card.body)


def refused_line(text: str, what: str) -> Refusal | None:
    """Why something cannot stand on a line of a certificate; None if it can.

    >>> refused_line("Ruth Ames", "the name"), refused_line(" ", "the name").reason
    (None, 'the name: 1 to 60 characters on one line, please')
    """
    line = " ".join(text.split())
    if 0 < len(line) <= LONGEST_EXAMINER and line.isprintable():
        return None
    return Refusal("malformed", f"{what}: 1 to {LONGEST_EXAMINER} characters on one line, please")


def _exam_of(body: bytes) -> DrawnExam:
    return msgspec.json.decode(body, type=DrawnExam)
