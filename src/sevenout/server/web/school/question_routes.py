"""Questions of the school's topics over HTTP: made from their seeds, shown without what is right, and judged."""

from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.school.answers import AnswerVerdict, ChoiceAnswer
from sevenout.school.catalogue import TOPICS, check_level, judge_text, remake_question, topic_named
from sevenout.school.learners.memory import Key
from sevenout.school.learners.syllabus import lesson_of
from sevenout.school.questions import Question
from sevenout.server.history.class_register import FROZEN, ClassLearner
from sevenout.server.protocol import class_types as wire
from sevenout.server.protocol.school_types import RightLine
from sevenout.server.web.request_context import RefusedRequest, refusals, web_of
from sevenout.server.web.school.school_context import (
    IN_CLASS,
    class_register,
    find_class,
    open_syllabus,
    or_raise,
    pay_as_learner,
    work_out,
)

_LONGEST_SECONDS = 86_400
_LONGEST_ANSWER = 500


@get(
    "/api/school/{book:str}/questions/{topic:str}/{level:int}/{seed:int}",
    responses=refusals("not-found", "malformed", "busy"),
)
async def question(
    state: State,
    book: FromPath[str],
    topic: FromPath[str],
    level: FromPath[int],
    seed: FromPath[int],
    card: FromQuery[str],
) -> wire.QuestionResponse:
    """The question that a seed makes of a card, without what is right."""
    web = web_of(state)
    game, name = await open_syllabus(web, book), wire.QuestionName(topic, level, seed, card)
    return await work_out(web, lambda: question_response(_make(game, name)))


@post("/api/school/classes/{code:str}/learners/{name:str}/answers", status_code=200, responses=IN_CLASS)
async def answer_question(
    state: State, code: FromPath[str], name: FromPath[str], data: JSONBody[wire.QuestionAnswer]
) -> wire.AnswerResponse:
    """Whether an answer is right; its card moves. What cannot be read is refused and not counted."""
    web, group = web_of(state), await find_class(state, code)
    learner = or_raise(await class_register(web).find_learner(group, name))
    if group.frozen:
        raise RefusedRequest(FROZEN)
    pay_as_learner(group, learner.name)
    game = await open_syllabus(web, group.book)
    asked, verdict = await work_out(web, lambda: _judge(_make(game, data.question), data.text))
    if verdict.outcome == "unreadable":
        raise RefusedRequest(Refusal("malformed", verdict.reason))
    seconds, limit = min(max(data.seconds, 0.0), _LONGEST_SECONDS), lesson_of(asked.topic, asked.level).seconds
    key, now = Key(asked.book, asked.topic, asked.level, asked.card), await web.house.store.now()

    def remember(it: ClassLearner) -> ClassLearner:
        memory = it.memory.apply_answer(key, right=verdict.right, seconds=seconds, limit=limit, now=now)
        return replace(it, seen=now, memory=memory, answered=it.answered + 1, last=key.card)

    or_raise(await class_register(web).change_learner(group, name, remember))
    because = tuple(RightLine(line.text, line.cite) for line in asked.because)
    return wire.AnswerResponse(verdict.right, verdict.reason, asked.answer.as_typed, seconds, limit, because)


def _make(game: Game, name: wire.QuestionName) -> Question:
    check_level(topic_named(name.topic), name.level)
    return remake_question(game, name.topic, name.level, name.card, name.seed)


def _judge(asked: Question, text: str) -> tuple[Question, AnswerVerdict]:
    return asked, judge_text(asked, text[:_LONGEST_ANSWER])


def question_response(asked: Question) -> wire.QuestionResponse:
    """A question as it is shown."""
    answer = asked.answer
    one_of = answer.choices if isinstance(answer, ChoiceAnswer) and not answer.lettered else ()
    return wire.QuestionResponse(
        wire.QuestionName(asked.topic, asked.level, asked.seed, asked.card),
        TOPICS[asked.topic].title,
        asked.prompt,
        tuple(wire.ChoiceLine(mark, line) for mark, line in asked.choice_lines),
        one_of,
        answer.hint,
        lesson_of(asked.topic, asked.level).seconds,
        asked.asked.table,
        asked.asked.dice,
    )


HANDLERS: list[Any] = [question, answer_question]
