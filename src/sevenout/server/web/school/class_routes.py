"""Classes of the school over HTTP: a trainer opens and leads one, learners come in by its code and work."""

from typing import Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from sevenout.base.refusal import Refusal
from sevenout.school.exercises.exercise import MOST_CHIPS, MOST_MOTIONS
from sevenout.school.exercises.rooms import make_exercise
from sevenout.school.learners.syllabus import stage_named
from sevenout.server.history.class_register import SchoolClass
from sevenout.server.history.class_standing import class_grid, class_response, class_wall, learner_home
from sevenout.server.history.exam_register import ExamRegister
from sevenout.server.protocol import class_types as wire
from sevenout.server.protocol.school_types import ExerciseWork, JudgementResponse
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, web_of
from sevenout.server.web.school.school_context import (
    IN_CLASS,
    TRAINERS,
    class_register,
    find_class,
    open_game,
    open_syllabus,
    or_raise,
    own_class,
    pay_as_learner,
    work_out,
)
from sevenout.server.web.school.school_routes import judge_work, judgement_response

# --- the trainer's


@post("/api/school/classes", responses=TRAINERS)
async def open_class(state: State, request: Asked, data: JSONBody[wire.ClassRequest]) -> wire.ClassResponse:
    """Opens a class: whoever opens it is its trainer."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    open_game(data.book)
    opened = or_raise(await class_register(web).open_class(person.key, data.title, data.book))
    return class_response(opened, 0)


@get("/api/school/classes", responses=TRAINERS)
async def own_classes(state: State, request: Asked) -> list[wire.ClassResponse]:
    """The classes that the caller has opened, the last one first."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    return [await _class_response(web, group) for group in await class_register(web).classes_of(person.key)]


@delete("/api/school/classes/{code:str}", status_code=204, responses=TRAINERS)
async def close_class(state: State, request: Asked, code: FromPath[str]) -> None:
    """Forgets a class and everybody in it: its trainer's alone."""
    group = await own_class(state, request, code)
    await class_register(web_of(state)).close_class(group)


@put("/api/school/classes/{code:str}", status_code=200, responses=TRAINERS)
async def change_class(
    state: State, request: Asked, code: FromPath[str], data: JSONBody[wire.ClassChange]
) -> wire.ClassResponse:
    """Freezes a class, lets it go on, or gives one exercise to all: its trainer's alone."""
    web, group = web_of(state), await own_class(state, request, code)
    pushed = data.pushed
    if pushed is not None:
        game = open_game(group.book)
        await work_out(web, lambda: make_exercise(game, pushed.room, pushed.level, pushed.seed, pushed.card))
    return await _class_response(web, or_raise(await class_register(web).change_class(group, data)))


@get("/api/school/classes/{code:str}/grid", responses=TRAINERS)
async def grid(state: State, request: Asked, code: FromPath[str]) -> wire.ClassGrid:
    """Learners by rooms: accuracy, seconds, money errors, the weakest card, what they do now. Its trainer's alone."""
    web, group = web_of(state), await own_class(state, request, code)
    register = class_register(web)
    learners, doing = await register.learners(group), await register.progress(group)
    game, now = await open_syllabus(web, group.book), await web.house.store.now()
    return await work_out(web, lambda: class_grid(game, group, learners, doing, now))


@get("/api/school/classes/{code:str}/learners/{name:str}/work", responses=TRAINERS)
async def work_done(state: State, request: Asked, code: FromPath[str], name: FromPath[str]) -> list[wire.WorkDone]:
    """The last exercises of a learner with every motion and its time, newest first. The trainer's alone."""
    group = await own_class(state, request, code)
    return list(reversed(or_raise(await class_register(web_of(state)).find_learner(group, name)).work))


# --- everybody's


@get("/api/school/classes/{code:str}", responses=IN_CLASS)
async def school_class(state: State, code: FromPath[str]) -> wire.ClassResponse:
    """A class by its code: its book, whether it is frozen, the exercise that everybody is given."""
    return await _class_response(web_of(state), await find_class(state, code))


@get("/api/school/classes/{code:str}/wall", responses=IN_CLASS)
async def wall(state: State, code: FromPath[str]) -> wire.ClassWall:
    """A class on one screen: the exercise for all, the seconds that are left, then what is right and how many were."""
    web, group = web_of(state), await find_class(state, code)
    learners, now = await class_register(web).learners(group), await web.house.store.now()
    game, pushed = open_game(group.book), group.pushed

    def look() -> wire.ClassWall:
        if pushed is None:
            return class_wall(group, learners, None, now)
        made = make_exercise(game, pushed.room, pushed.level, pushed.seed, pushed.card)
        return class_wall(group, learners, made, now)

    return await work_out(web, look)


@post("/api/school/classes/{code:str}/learners", status_code=200, responses=IN_CLASS)
async def come_in(state: State, code: FromPath[str], data: JSONBody[wire.LearnerRequest]) -> wire.LearnerHome:
    """Somebody comes in by the code and a name, for the first time or again; there is no account."""
    web, group = web_of(state), await find_class(state, code)
    or_raise(await class_register(web).come_in(group, data.name.strip()))
    return await _home(web, group, data.name.strip())


@get("/api/school/classes/{code:str}/learners/{name:str}", responses=IN_CLASS)
async def home(state: State, code: FromPath[str], name: FromPath[str]) -> wire.LearnerHome:
    """What is due, what is next, how it goes."""
    return await _home(web_of(state), await find_class(state, code), name)


@put("/api/school/classes/{code:str}/learners/{name:str}/progress", status_code=200, responses=IN_CLASS)
async def tell_progress(
    state: State, code: FromPath[str], name: FromPath[str], data: JSONBody[wire.ProgressRequest]
) -> wire.ClassResponse:
    """A learner's screen tells what is done on it, and is told what the trainer wants of everybody."""
    web, group = web_of(state), await find_class(state, code)
    if len(data.motions) > MOST_MOTIONS or len(data.hand) > MOST_CHIPS:
        raise RefusedRequest(Refusal("malformed", f"at most {MOST_MOTIONS} motions and {MOST_CHIPS} chips, please"))
    register = class_register(web)
    learner = or_raise(await register.find_learner(group, name))
    await register.note_progress(group, learner.name, data)
    exam = await ExamRegister(web.house.store).find_exam(group, learner.name)
    waits = "" if isinstance(exam, Refusal) or exam.result is not None else stage_named(exam.stage).title
    return msgspec.structs.replace(await _class_response(web, group), exam=waits)


@post("/api/school/classes/{code:str}/learners/{name:str}/work", status_code=200, responses=IN_CLASS)
async def answer(
    state: State, code: FromPath[str], name: FromPath[str], data: JSONBody[ExerciseWork]
) -> JudgementResponse:
    """The marks of an exercise that is done; its card moves and its motions are kept."""
    web, group = web_of(state), await find_class(state, code)
    learner = or_raise(await class_register(web).find_learner(group, name))
    pay_as_learner(group, learner.name)
    game = open_game(group.book)
    asked, judged = await work_out(web, lambda: judge_work(game, msgspec.structs.replace(data, done=True)))
    or_raise(await class_register(web).record(game, group, name, asked, data.motions, judged))
    return judgement_response(asked, judged, done=True)


@get("/api/school/classes/{code:str}/learners/{name:str}/memory", responses=IN_CLASS)
async def memory(state: State, code: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A learner's memory as the terminal reads it: `sevenout school --memory FILE`."""
    web, group = web_of(state), await find_class(state, code)
    learner = or_raise(await class_register(web).find_learner(group, name))
    headers = {"content-disposition": 'attachment; filename="school.json"'}
    return Response(msgspec.json.encode(learner.memory), media_type="application/json", headers=headers)


async def _class_response(web: Web, group: SchoolClass) -> wire.ClassResponse:
    return class_response(group, await class_register(web).count_learners(group))


async def _home(web: Web, group: SchoolClass, name: str) -> wire.LearnerHome:
    learner, now = or_raise(await class_register(web).find_learner(group, name)), await web.house.store.now()
    pay_as_learner(group, learner.name)
    game, shown = await open_syllabus(web, group.book), await _class_response(web, group)
    return await work_out(web, lambda: learner_home(game, shown, learner, now))


HANDLERS: list[Any] = [
    open_class,
    own_classes,
    close_class,
    change_class,
    grid,
    work_done,
    school_class,
    wall,
    come_in,
    home,
    tell_progress,
    answer,
    memory,
]
