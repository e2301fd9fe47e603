"""Exercises of the school over HTTP: made from their seeds, shown without what is right, and judged."""

from typing import Any

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from sevenout.engine.game import Game
from sevenout.school.exercises.exercise import Exercise, Judgement
from sevenout.school.exercises.lessons import lesson_lines
from sevenout.school.exercises.rooms import ROOMS, find_room, judge_exercise, make_exercise
from sevenout.school.exercises.spot_it import PACE
from sevenout.server.protocol import school_types as wire
from sevenout.server.web.request_context import refusals, web_of
from sevenout.server.web.school.school_context import open_game, work_out

_MADE = refusals("not-found", "malformed", "busy")
_LONGEST_SECONDS = 86_400


@get("/api/school/rooms")
async def exercise_rooms() -> list[wire.RoomResponse]:
    """The kinds of exercises, in the order in which they are learned."""
    return [wire.RoomResponse(room.key, room.title, room.says, room.levels) for room in ROOMS.values()]


@get("/api/school/{book:str}/exercises/{room:str}/{level:int}/{seed:int}", responses=_MADE)
async def exercise(
    state: State,
    book: FromPath[str],
    room: FromPath[str],
    level: FromPath[int],
    seed: FromPath[int],
    card: FromQuery[str] = "",
) -> wire.ExerciseResponse:
    """The exercise that a seed makes in a house, without what is right."""
    game = open_game(book)
    asked = await work_out(web_of(state), lambda: make_exercise(game, room, level, seed, card))
    return exercise_response(game, asked, card)


@get("/api/school/{book:str}/lessons/{room:str}/{level:int}", responses=_MADE)
async def lesson(
    state: State, book: FromPath[str], room: FromPath[str], level: FromPath[int]
) -> list[wire.LessonResponse]:
    """What is told before a level of a room is drilled, each key worked out on a layout."""
    game = open_game(book)
    lines = await work_out(web_of(state), lambda: lesson_lines(game, find_room(room, level).key, level))
    return [msgspec.convert(line, wire.LessonResponse, from_attributes=True) for line in lines]


@post("/api/school/{book:str}/judgements", status_code=200, responses=_MADE)
async def judge(state: State, book: FromPath[str], data: JSONBody[wire.ExerciseWork]) -> wire.JudgementResponse:
    """The marks of what somebody did so far; nothing of it is remembered."""
    game = open_game(book)
    return await work_out(web_of(state), lambda: judgement_response(*judge_work(game, data), done=data.done))


# --- what they share


def judge_work(game: Game, data: wire.ExerciseWork) -> tuple[Exercise, Judgement]:
    """The exercise that somebody worked in, made again, and its marks. Raises BadInput for what cannot be read."""
    name = data.exercise
    asked = make_exercise(game, name.room, name.level, name.seed, name.card)
    seconds = min(max(data.seconds, 0.0), _LONGEST_SECONDS)
    return asked, judge_exercise(game, asked, data.motions, seconds=seconds, done=data.done)


def judgement_response(asked: Exercise, judged: Judgement, *, done: bool) -> wire.JudgementResponse:
    """Some marks as they go out, once it is done with what is right."""
    marks = tuple(msgspec.convert(mark, wire.MarkResponse, from_attributes=True) for mark in judged.marks)
    right = tuple(wire.RightLine(line.text, line.cite) for line in asked.because) if done else ()
    return wire.JudgementResponse(judged.right, judged.left, marks, judged.seconds, judged.limit, right)


def exercise_response(game: Game, asked: Exercise, card: str) -> wire.ExerciseResponse:
    """An exercise as it is shown; its card only to whoever knows it already."""
    room = ROOMS[asked.room]
    is_end, points = asked.room == "end", game.rules.book.points
    pucked = is_end or any(task.motion.act == "puck" for task in asked.tasks)
    moves = _moves(game, asked) if is_end else ()
    pucks = ("off", *map(str, points)) if pucked and game.rules.book.puck is not None else ()
    return wire.ExerciseResponse(
        asked.room,
        room.title,
        asked.level,
        room.levels,
        asked.book,
        asked.seed,
        card,
        asked.prompt,
        asked.limit,
        asked.table,
        asked.dice,
        asked.call,
        moves,
        pucks,
        asked.rail if asked.room != "end" else None,
        asked.shouts,
        asked.choices,
        tuple(step.sentence for step in asked.work) if asked.room == "spot" else (),
        PACE[asked.level - 1] if asked.room == "spot" else 0,
    )


def _moves(game: Game, asked: Exercise) -> tuple[wire.MoveChoices, ...]:
    """Where each bet on the layout could be moved by any roll."""
    assert asked.table is not None, "an end has a layout"
    rules = game.rules
    owners = {slot: spot.key for spot in rules.spots for slot in range(spot.first, spot.end)}
    choices = []
    for wager in sorted({bet.wager for seat in asked.table.seats for bet in seat.layout.lying}):
        first = rules.by_key[wager].first
        edges = (edge for rows in rules.cells for row in rows if (edge := row[first]) is not None)
        to = dict.fromkeys(owners[edge.goto] for edge in edges if edge.outcome == "move")
        if set(to) - {wager}:
            choices.append(wire.MoveChoices(wager, tuple(key for key in rules.by_key if key in to)))
    return tuple(choices)


HANDLERS: list[Any] = [exercise_rooms, exercise, lesson, judge]
