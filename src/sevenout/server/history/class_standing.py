"""How a class goes, worked out from what is kept of its learners: a home, the trainer's grid, the wall."""

from datetime import datetime, timedelta
from random import Random

from sevenout.engine.game import Game
from sevenout.school.catalogue import TOPICS
from sevenout.school.day_plan import DayPlan, level_keys, level_to_learn, plan_day
from sevenout.school.exercises.exercise import Exercise
from sevenout.school.exercises.rooms import ROOMS
from sevenout.school.learners.syllabus import progress, stages
from sevenout.server.history.class_register import ClassLearner, SchoolClass, card_name
from sevenout.server.protocol.class_types import (
    ClassGrid,
    ClassResponse,
    ClassWall,
    LearnerHome,
    LearnerProgress,
    LearnerRow,
    LessonStanding,
    QuestionName,
    QuestionStanding,
    RoomStanding,
    StageStanding,
)
from sevenout.server.protocol.school_types import ExerciseName, RightLine

_HERE = timedelta(seconds=30)


def class_response(group: SchoolClass, learners: int) -> ClassResponse:
    """A class as its learners see it."""
    return ClassResponse(group.code, group.title, group.book, group.frozen, group.pushed, learners, group.pushed_at)


def learner_home(game: Game, group: ClassResponse, learner: ClassLearner, now: datetime) -> LearnerHome:
    """What is due, what is next, and how each room and each stage goes."""
    rng, plan = _plan(game, learner, now)
    exercise = question = None
    if plan.next is not None:
        key, seed = plan.next.key, rng.getrandbits(32)
        if plan.next.room:
            exercise = ExerciseName(plan.next.room, plan.next.level, seed, key.card)
        else:
            question = QuestionName(key.topic, key.level, seed, key.card)
    return LearnerHome(
        learner.name,
        group,
        plan.due,
        plan.new,
        plan.minutes,
        plan.until,
        exercise,
        question,
        tuple(_room_standing(game, learner, name, now) for name in ROOMS),
        _stage_standings(game, learner, now),
        learner.seen,
    )


def _plan(game: Game, learner: ClassLearner, now: datetime) -> tuple[Random, DayPlan]:
    """The day of a learner. How much was answered is the seed, so that the same home shows the same exercise."""
    rng = Random(f"next {game.rules.book.name} {learner.name} {learner.answered}")
    return rng, plan_day(game, learner.memory, now, rng, learner.last)


def class_grid(
    game: Game, group: SchoolClass, learners: list[ClassLearner], doing: dict[str, LearnerProgress], now: datetime
) -> ClassGrid:
    """Everybody by room, with what they are doing."""
    rows = tuple(_row(game, learner, doing.get(card_name(group, learner.name)), now) for learner in learners)
    return ClassGrid(class_response(group, len(learners)), rows)


def _row(game: Game, learner: ClassLearner, doing: LearnerProgress | None, now: datetime) -> LearnerRow:
    by_hand = {(room.topic, level) for room in ROOMS.values() for level in room.topic_levels}
    asked = [
        key
        for stage in stages()
        for lesson in stage.lessons
        if (lesson.topic, lesson.level) not in by_hand
        for key in lesson.keys(game)
    ]
    words = learner.memory.stats_of(asked, now)
    passed = (stage.key for stage in stages() if learner.memory.has_passed(game.rules.book.name, stage.key))
    seen = max(learner.seen, doing.at) if doing else learner.seen
    return LearnerRow(
        learner.name,
        now - seen < _HERE,
        _plan(game, learner, now)[1].due,
        tuple(_room_standing(game, learner, name, now) for name in ROOMS),
        QuestionStanding(words.cards, words.known, words.asked, words.right, words.seconds),
        tuple(passed),
        doing,
        seen,
    )


def class_wall(group: SchoolClass, learners: list[ClassLearner], exercise: Exercise | None, now: datetime) -> ClassWall:
    """The one screen: what is right only when the time is over, or when the trainer shows it."""
    shown = class_response(group, len(learners))
    if exercise is None or group.pushed_at is None:
        return ClassWall(shown, 0, False, 0, 0, ())
    passed = (now - group.pushed_at).total_seconds()
    left = max(0, round((group.open_for or exercise.limit) - passed))
    revealed = group.revealed or not left
    at = ExerciseName(exercise.room, exercise.level, exercise.seed, exercise.card)
    answers = [
        next((done for done in learner.work if done.at >= group.pushed_at and done.exercise == at), None)
        for learner in learners
    ]
    given = [done for done in answers if done is not None]
    because = tuple(RightLine(line.text, line.cite) for line in exercise.because) if revealed else ()
    right = sum(all(mark == "seconds" for mark in done.marks) for done in given) if revealed else 0
    return ClassWall(shown, 0 if revealed else left, revealed, len(given), right, because)


def _room_standing(game: Game, learner: ClassLearner, name: str, now: datetime) -> RoomStanding:
    room = next(room for key, room in ROOMS.items() if key == name)
    keys = [key for level in range(1, len(room.levels) + 1) for key in level_keys(game, name, level)]
    stats = learner.memory.stats_of(keys, now)
    wrong = {
        key.card: card.asked - card.right
        for key in keys
        if (card := learner.memory.card(key)) is not None and card.asked > card.right
    }
    money = sum("money" in done.marks for done in learner.work if done.exercise.room == name)
    return RoomStanding(
        name,
        room.title,
        room.says,
        room.levels,
        level_to_learn(game, learner.memory, name, now),
        stats.cards,
        stats.known,
        stats.due,
        stats.asked,
        stats.right,
        stats.seconds,
        money,
        max(wrong, key=wrong.__getitem__, default=""),
    )


def _stage_standings(game: Game, learner: ClassLearner, now: datetime) -> tuple[StageStanding, ...]:
    every, standings = [*progress(game, learner.memory, now)], []
    for stage in stages():
        own = [one for one in every if one.stage == stage]
        whole = learner.memory.stats_of([key for one in own for key in one.lesson.keys(game)], now)
        lessons = tuple(
            LessonStanding(lesson.topic, TOPICS[lesson.topic].title, lesson.level, it.cards, it.known, it.due)
            for lesson, it in ((one.lesson, one.standing) for one in own)
        )
        passed = learner.memory.has_passed(game.rules.book.name, stage.key)
        figures = whole.cards, whole.known, whole.due
        standings.append(StageStanding(stage.key, stage.title, stage.says, *figures, stage.questions, passed, lessons))
    return tuple(standings)
