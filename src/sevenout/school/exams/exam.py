"""An exam of a stage: its questions from a seed, the answers given, and the paper that comes of it.

Time is an argument, and a paper is a value: who prints it, and where, is not its business.
"""

from collections.abc import Sequence
from datetime import datetime
from random import Random

from msgspec import Struct

from sevenout.engine.game import Game
from sevenout.school.answers import AnswerVerdict
from sevenout.school.catalogue import TOPICS, any_seed, every_card, remake_question
from sevenout.school.learners.syllabus import Lesson, Stage, stages
from sevenout.school.questions import Question


class Sat(Struct, frozen=True):
    """One question of an exam as it was answered; an empty answer is one that was left out."""

    question: Question
    given: str
    verdict: AnswerVerdict
    seconds: float
    limit: int


class TopicScore(Struct, frozen=True):
    """One topic's share of an exam."""

    topic: str
    asked: int
    right: int
    in_time: int
    """Of the right ones."""
    seconds: float
    """On average."""


class Paper(Struct, frozen=True):
    """An exam that was taken: passed if enough answers were right, each in its time."""

    name: str
    house: str
    book: str
    digest: str
    stage: str
    title: str
    mark: int
    seed: str
    began: datetime
    questions: int
    """How many were to be answered; those that were not count as wrong."""
    answers: tuple[Sat, ...]

    @property
    def right(self) -> int:
        """Returns how many answers were right, in time or not."""
        return sum(sat.verdict.right for sat in self.answers)

    @property
    def right_in_time(self) -> int:
        """Returns how many were right and in time: these are what passes."""
        return sum(sat.verdict.right and sat.seconds <= sat.limit for sat in self.answers)

    @property
    def is_passed(self) -> bool:
        """True if the mark was reached."""
        return self.is_finished and 100 * self.right_in_time >= self.mark * self.questions

    @property
    def is_finished(self) -> bool:
        """True if it was not broken off."""
        return 0 < len(self.answers) == self.questions

    @property
    def seconds(self) -> float:
        """Returns how long it took."""
        return sum(sat.seconds for sat in self.answers)

    @property
    def parts(self) -> tuple[TopicScore, ...]:
        """Errors and speed by topic."""
        scores = []
        for key in TOPICS:
            sat = [sat for sat in self.answers if sat.question.topic == key]
            if sat:
                right = [one for one in sat if one.verdict.right]
                in_time = sum(one.seconds <= one.limit for one in right)
                seconds = sum(one.seconds for one in sat) / len(sat)
                scores.append(TopicScore(key, len(sat), len(right), in_time, seconds))
        return tuple(scores)


def questions(game: Game, stage: Stage, seed: str, count: int) -> tuple[tuple[Lesson, Question], ...]:
    """The questions of an exam: two in three about its own stage, the rest about all that came before.

    >>> from sevenout import Game
    >>> game = Game.open("typical")
    >>> asked = questions(game, stages()[1], "sevenout", 6)
    >>> len(asked), asked == questions(game, stages()[1], "sevenout", 6)
    (6, True)
    """
    rng = Random(f"exam {stage.key} {game.rules.book.name} {seed}")
    own = _in_turn([lesson for lesson in stage.lessons if lesson.keys(game)], rng)
    before = stages()[: stages().index(stage)]
    earlier = _in_turn([lesson for past in before for lesson in past.lessons if lesson.keys(game)], rng)
    asked = []
    for number in range(count):
        from_earlier = earlier and (number % 3 == 2 or not own)
        lessons = earlier if from_earlier else own
        if not lessons:
            break
        lesson = lessons.pop(0)
        lessons.append(lesson)
        asked.append((lesson, _of_lesson(game, lesson, rng)))
    return tuple(asked)


def questions_about(game: Game, lessons: Sequence[Lesson], seed: str, count: int) -> tuple[Question, ...]:
    """Questions of some lessons in turn, from a seed; none of a lesson that the house has nothing for.

    >>> from sevenout import Game
    >>> from sevenout.school.learners.syllabus import lesson_of
    >>> lessons = [lesson_of("hands", 1), lesson_of("hands", 2)]
    >>> [one.level for one in questions_about(Game.open("typical"), lessons, "a", 3)]
    [1, 2, 1]
    """
    own = [lesson for lesson in lessons if lesson.keys(game)]
    rng = Random(f"paper {' '.join(f'{lesson.topic} {lesson.level}' for lesson in own)} {game.rules.book.name} {seed}")
    return tuple(_of_lesson(game, own[at % len(own)], rng) for at in range(count)) if own else ()


def _of_lesson(game: Game, lesson: Lesson, rng: Random) -> Question:
    card = rng.choice(every_card(game, lesson.topic, lesson.level))
    return remake_question(game, lesson.topic, lesson.level, card, any_seed(rng))


def _in_turn(lessons: list[Lesson], rng: Random) -> list[Lesson]:
    rng.shuffle(lessons)
    return lessons
