"""The plan of lessons from the first day to the audition, and how far a learner has come with it."""

import tomllib
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import Game
from sevenout.school.catalogue import TOPICS, every_card
from sevenout.school.learners.memory import Key, LearnerMemory, TopicStats


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One level of one topic, and how long an answer may take at the table."""

    topic: str
    level: int
    seconds: int

    @property
    def title(self) -> str:
        """The lesson's subject."""
        topic = TOPICS[self.topic]
        return f"{topic.title}: {topic.levels[self.level - 1]}"

    def keys(self, game: Game, cards: tuple[str, ...] | None = None) -> tuple[Key, ...]:
        """Its cards in a house, or some of them."""
        every = every_card(game, self.topic, self.level) if cards is None else cards
        return tuple(Key(game.rules.book.name, self.topic, self.level, card) for card in every)


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the syllabus, and its exam: how many questions, and how many of a hundred must be right."""

    key: str
    title: str
    says: str
    questions: int
    mark: int
    lessons: tuple[Lesson, ...]


@cache
def stages() -> tuple[Stage, ...]:
    """The syllabus, in order.

    >>> [stage.key for stage in stages()]
    ['first-day', 'first-week', 'base', 'stick', 'audition']
    """
    text = (resources.files("sevenout.school") / "data" / "syllabus.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["stages"], tuple[Stage, ...])


def stage_named(name: str) -> Stage:
    """The stage of that key; raises BadInput with the nearest.

    >>> stage_named("audition").mark
    90
    """
    exams = {stage.key: stage for stage in stages()}
    if name not in exams:
        raise BadInput(f"there is no exam {name[:40]!r}.{did_you_mean(name[:40], exams)} Exams: {', '.join(exams)}")
    return exams[name]


def lesson_of(topic: str, level: int) -> Lesson:
    """The lesson that one level of a topic is.

    >>> lesson_of("pay", 3).title
    'Pay this bet: stakes that do not come out even'
    """
    return next(
        lesson for stage in stages() for lesson in stage.lessons if (lesson.topic, lesson.level) == (topic, level)
    )


class Progress(Struct, frozen=True):
    """The progress in one lesson."""

    stage: Stage
    lesson: Lesson
    standing: TopicStats


def progress(game: Game, memory: LearnerMemory, now: datetime) -> Iterator[Progress]:
    """Returns how every lesson stands that this house has cards for."""
    for stage in stages():
        for lesson in stage.lessons:
            keys = lesson.keys(game)
            if keys:
                yield Progress(stage, lesson, memory.stats_of(keys, now))


class StudySession(Struct, frozen=True):
    """The next lesson, and its cards that are due, or else new."""

    lesson: Lesson
    keys: tuple[Key, ...]


class Pause(Struct, frozen=True):
    """Nothing is due, and every card of the stage that a learner is in was asked."""

    stage: Stage
    until: datetime
    """When the next card is due."""


def stage_of(game: Game, memory: LearnerMemory, now: datetime) -> Stage:
    """The stage that a learner is in: the first whose cards are not all known and whose exam was not passed."""
    for stage in stages():
        keys = [key for lesson in stage.lessons for key in lesson.keys(game)]
        done = memory.stats_of(keys, now).is_learned or memory.has_passed(game.rules.book.name, stage.key)
        if keys and not done:
            return stage
    return stages()[-1]


def next_session(game: Game, memory: LearnerMemory, now: datetime) -> StudySession | Pause:
    """What to do next: cards that are due, of whatever stage; then new cards of the learner's stage; then a pause.

    >>> from datetime import UTC, datetime
    >>> from sevenout import Game
    >>> game, noon = Game.open("typical"), datetime(2026, 11, 15, 12, tzinfo=UTC)
    >>> session = next_session(game, LearnerMemory(), noon)
    >>> session.lesson.title, [key.card for key in session.keys]
    ('Cut the chips: two colours', ['red', 'green', 'black', 'purple', 'yellow'])
    """
    lessons = [lesson for stage in stages() for lesson in stage.lessons]
    for lesson in lessons:
        if due := memory.due(lesson.keys(game), now):
            return StudySession(lesson, tuple(due))
    stage = stage_of(game, memory, now)
    for lesson in stage.lessons:
        if new := memory.new(lesson.keys(game)):
            return StudySession(lesson, tuple(new))
    asked = (memory.card(key) for lesson in lessons for key in lesson.keys(game))
    return Pause(stage, min((card.due for card in asked if card is not None), default=now))


def topics_of(game: Game, memory: LearnerMemory, now: datetime) -> dict[str, TopicStats]:
    """Returns how every topic stands, all levels together."""
    return {
        key: memory.stats_of(
            [card for level in range(1, len(topic.levels) + 1) for card in lesson_of(key, level).keys(game)], now
        )
        for key, topic in TOPICS.items()
    }


def weakest(game: Game, memory: LearnerMemory, count: int) -> tuple[tuple[Key, int, int], ...]:
    """The cards with most errors: card, wrong answers, answers in all."""
    keys = [key for stage in stages() for lesson in stage.lessons for key in lesson.keys(game)]
    errors = [
        (key, card.asked - card.right, card.asked)
        for key in keys
        if (card := memory.card(key)) is not None and card.asked > card.right
    ]
    return tuple(sorted(errors, key=lambda error: (-error[1] / error[2], -error[1]))[:count])
