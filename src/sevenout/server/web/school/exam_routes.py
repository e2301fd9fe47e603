"""Exams over HTTP: a trainer draws and signs them, learners answer, and anybody looks through a certificate."""

import secrets
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.school.exams.class_exam import ExamAnswer, ExamResult, exam_tasks, facts_by_hand, judge_exam, judge_task
from sevenout.school.exams.exam_certificate import Certificate, find_faults, judge_again
from sevenout.school.exercises.exercise import Exercise
from sevenout.school.learners.syllabus import stage_named, stages
from sevenout.server.history.exam_register import LONGEST_SEED, DrawnExam, ExamRegister
from sevenout.server.protocol import class_types as wire
from sevenout.server.protocol.school_types import MarkResponse, RightLine
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, web_of
from sevenout.server.web.school.question_routes import question_response
from sevenout.server.web.school.school_context import (
    IN_CLASS,
    TRAINERS,
    class_register,
    find_class,
    open_syllabus,
    or_raise,
    own_class,
    pay_as_learner,
    work_out,
)
from sevenout.server.web.school.school_routes import exercise_response

_LONGEST_SECONDS = 86_400

# --- the trainer's


@post("/api/school/classes/{code:str}/exams", status_code=200, responses=TRAINERS)
async def draw_exam(
    state: State, request: Asked, code: FromPath[str], data: JSONBody[wire.ExamRequest]
) -> list[wire.ExamStanding]:
    """Draws an exam of a stage for learners of a class, or for all of it: its trainer's alone."""
    web, group = web_of(state), await own_class(state, request, code)
    seed = " ".join(data.seed.split()) or secrets.token_hex(4)
    if len(seed) > LONGEST_SEED or not seed.isprintable():
        raise RefusedRequest(Refusal("malformed", f"a seed has at most {LONGEST_SEED} characters"))
    game = await open_syllabus(web, group.book)
    tasks = await work_out(web, lambda: len(exam_tasks(game, stage_named(data.stage), seed)))
    if not tasks:
        raise RefusedRequest(Refusal("not-offered", f"{game.rules.book.title} has nothing to ask for {data.stage}"))
    drawn = or_raise(await _exams(web).draw(group, data.learners, data.stage, seed, tasks))
    return [_standing(game, exam) for exam in drawn]


@get("/api/school/classes/{code:str}/exams", responses=TRAINERS)
async def class_exams(state: State, request: Asked, code: FromPath[str]) -> list[wire.ExamStanding]:
    """How the exams of a class stand, and what those that are answered came to: its trainer's alone."""
    web, group = web_of(state), await own_class(state, request, code)
    game = await open_syllabus(web, group.book)
    return [_standing(game, exam) for exam in await _exams(web).exams(group)]


@post("/api/school/classes/{code:str}/exams/{name:str}/certificate", status_code=200, responses=TRAINERS)
async def sign_exam(
    state: State, request: Asked, code: FromPath[str], name: FromPath[str], data: JSONBody[wire.SigningRequest]
) -> wire.ExamStanding:
    """Signs an exam that is answered, with name, licence and the marks by hand: its trainer's alone."""
    web, group = web_of(state), await own_class(state, request, code)
    exam = or_raise(await _exams(web).find_exam(group, name))
    game = await open_syllabus(web, group.book)
    made = or_raise(await _exams(web).sign(game, group, exam, data.examiner, data.licence, data.good))
    summary = {
        "rules": made.book,
        "exam": made.stage,
        "seed": made.seed,
        "began": made.began.isoformat(),
        "questions": len(made.answers),
        "right": sum(section.right for section in made.result.sections),
        "right_in_time": made.result.right_in_time,
        "passed": made.passed,
        "seconds": round(sum(answer.seconds for answer in made.answers), 1),
    }
    await class_register(web).change_learner(
        group, exam.learner, lambda it: replace(it, memory=it.memory.with_exam(summary))
    )
    return _standing(game, replace(exam, certificate=made.seal))


# --- the learner's


@get("/api/school/classes/{code:str}/learners/{name:str}/exam", responses=IN_CLASS)
async def learner_exam(state: State, code: FromPath[str], name: FromPath[str]) -> wire.LearnerExam:
    """The exam of a learner: the task that is next, without a word on what was answered until the end."""
    web, group = web_of(state), await find_class(state, code)
    exam = or_raise(await _exams(web).find_exam(group, name))
    pay_as_learner(group, exam.learner)
    game = await open_syllabus(web, group.book)
    return await work_out(web, lambda: _learner_exam(game, exam))


@post("/api/school/classes/{code:str}/learners/{name:str}/exam/answers", status_code=200, responses=IN_CLASS)
async def answer_task(
    state: State, code: FromPath[str], name: FromPath[str], data: JSONBody[wire.ExamAnswerRequest]
) -> wire.LearnerExam:
    """Takes the answer to the next task of an exam; one that cannot be read is refused and does not count."""
    web, group = web_of(state), await find_class(state, code)
    exam = or_raise(await _exams(web).find_exam(group, name))
    pay_as_learner(group, exam.learner)
    number = len(exam.answers) + 1
    if exam.result is not None or data.number != number:
        told = "this exam is answered to its end" if exam.result is not None else f"task {number} is next"
        raise RefusedRequest(Refusal("not-now", told))
    game = await open_syllabus(web, group.book)
    answer = ExamAnswer(round(min(max(data.seconds, 0.0), _LONGEST_SECONDS), 1), data.text, data.motions)

    def judge() -> ExamResult | None:
        stage = stage_named(exam.stage)
        tasks = exam_tasks(game, stage, exam.seed)
        judge_task(game, tasks[number - 1], answer)
        return judge_exam(game, stage, exam.seed, (*exam.answers, answer)) if number == len(tasks) else None

    result = await work_out(web, judge)
    taken = or_raise(await _exams(web).take_answer(group, exam, answer, result))
    return await work_out(web, lambda: _learner_exam(game, taken))


# --- everybody's


@get("/api/school/stages")
async def exam_stages() -> list[wire.ExamStage]:
    """The stages of the syllabus, from the first day on: each has an exam."""
    return [wire.ExamStage(stage.key, stage.title, stage.says) for stage in stages()]


@get("/api/school/certificates/{seal:str}", responses=IN_CLASS)
async def certificate(state: State, seal: FromPath[str]) -> wire.CertificateResponse:
    """A certificate by its seal, judged again: what does not follow from its answers is said."""
    web = web_of(state)
    found = or_raise(await _exams(web).find_certificate(seal))
    game = await open_syllabus(web, found.book)
    return await work_out(web, lambda: _certificate_response(game, seal, found))


@get("/api/school/certificates/{seal:str}/file", responses=IN_CLASS)
async def certificate_file(state: State, seal: FromPath[str]) -> Response[bytes]:
    """A certificate as `sevenout school certificate FILE` reads and judges it."""
    found = or_raise(await _exams(web_of(state)).find_certificate(seal))
    headers = {"content-disposition": f'attachment; filename="certificate-{found.seal}.json"'}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


@get("/api/school/certificates/{seal:str}/tasks/{number:int}", responses=IN_CLASS)
async def certificate_task(state: State, seal: FromPath[str], number: FromPath[int]) -> wire.TaskReplay:
    """One task of a certificate's exam: what was asked and given, the marks it gets now, and what is right."""
    web = web_of(state)
    found = or_raise(await _exams(web).find_certificate(seal))
    game = await open_syllabus(web, found.book)
    return await work_out(web, lambda: _task_replay(game, found, number))


# --- what they share


def _exams(web: Web) -> ExamRegister:
    return ExamRegister(web.house.store)


def _standing(game: Game, exam: DrawnExam) -> wire.ExamStanding:
    stage = stage_named(exam.stage)
    lines = facts_by_hand(game, stage).items()
    return wire.ExamStanding(
        exam.learner,
        exam.stage,
        stage.title,
        exam.seed,
        exam.tasks,
        len(exam.answers),
        exam.result,
        tuple(wire.LineByHand(key, fact.sentence(), fact.clause) for key, fact in lines),
        exam.certificate,
    )


def _learner_exam(game: Game, exam: DrawnExam) -> wire.LearnerExam:
    stage, number = stage_named(exam.stage), len(exam.answers) + 1
    if exam.result is not None:
        return wire.LearnerExam(stage.title, exam.tasks, number, "", None, None, exam.result, exam.certificate)
    task = exam_tasks(game, stage, exam.seed)[number - 1]
    exercise = question = None
    if isinstance(task.asked, Exercise):
        exercise = replace(exercise_response(game, task.asked, ""), seed=0)
    else:
        shown = question_response(task.asked)
        question = replace(shown, name=replace(shown.name, seed=number, card=""))
    return wire.LearnerExam(stage.title, exam.tasks, number, task.section, question, exercise, None, "")


def _certificate_response(game: Game, seal: str, found: Certificate) -> wire.CertificateResponse:
    faults = find_faults(game, found)
    if found.seal != seal.lower():
        faults = (f"its seal is {found.seal}, and it lies under {seal}: something on it was changed", *faults)
    tasks = exam_tasks(game, stage_named(found.stage), found.seed)
    return wire.CertificateResponse(found.seal, found, tuple(task.section for task in tasks), faults)


def _task_replay(game: Game, found: Certificate, number: int) -> wire.TaskReplay:
    marks = judge_again(game, found, number - 1)
    task = exam_tasks(game, stage_named(found.stage), found.seed)[number - 1]
    asked = task.asked
    return wire.TaskReplay(
        number,
        task.section,
        task.limit,
        None if isinstance(asked, Exercise) else question_response(asked),
        exercise_response(game, asked, asked.card) if isinstance(asked, Exercise) else None,
        found.answers[number - 1],
        tuple(msgspec.convert(mark, MarkResponse, from_attributes=True) for mark in marks),
        "" if isinstance(asked, Exercise) else asked.answer.as_typed,
        tuple(RightLine(line.text, line.cite) for line in asked.because),
    )


HANDLERS: list[Any] = [
    draw_exam,
    class_exams,
    sign_exam,
    learner_exam,
    answer_task,
    exam_stages,
    certificate,
    certificate_file,
    certificate_task,
]
