"""A class: several learners' memories side by side, topic by topic, with where each is strong and where weak."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from sevenout.engine.game import Game
from sevenout.school.learners.memory import LearnerMemory, TopicStats
from sevenout.school.learners.syllabus import stages, topics_of

_ENOUGH = 3
"""How many answers of a topic say anything about somebody."""


class Learner(Struct, frozen=True):
    """Somebody of the class, and what they remember."""

    name: str
    memory: LearnerMemory


class LearnerReport(Struct, frozen=True):
    """The progress of one learner."""

    name: str
    topics: dict[str, TopicStats]
    whole: TopicStats
    """All topics together."""
    exams: tuple[str, ...]
    """The stages passed, in the order of the syllabus."""

    @property
    def strong(self) -> str:
        """The topic with the fewest errors; empty if nothing was asked often enough."""
        ranked = self._rank_topics()
        return ranked[-1] if ranked and (len(ranked) > 1 or ranked[-1] != self.weak) else ""

    @property
    def weak(self) -> str:
        """The topic with the most errors; empty if there are none, or nothing was asked often enough."""
        ranked = self._rank_topics()
        return ranked[0] if ranked and self.topics[ranked[0]].wrong else ""

    def _rank_topics(self) -> list[str]:
        """The topics from the weakest to the strongest; of two alike the slower is the weaker."""
        asked = [topic for topic, standing in self.topics.items() if standing.asked >= _ENOUGH]
        return sorted(
            asked, key=lambda topic: (share_right(self.topics[topic]) or 0, -(self.topics[topic].seconds or 0))
        )


class TopicReport(Struct, frozen=True):
    """The progress of a class in one topic."""

    topic: str
    asked: int
    right: int
    weakest: tuple[str, ...]
    """Who has most to learn there: those with errors, by how large a share of their answers they are."""


def share_right(standing: TopicStats) -> float | None:
    """Returns how much of what was asked was right; none if nothing was.

    >>> share_right(TopicStats(4, 0, 1, asked=8, right=6, seconds=4.0)), share_right(TopicStats(4, 0, 0, 0, 0, None))
    (0.75, None)
    """
    return standing.right / standing.asked if standing.asked else None


def reports(game: Game, learners: Sequence[Learner], now: datetime) -> tuple[LearnerReport, ...]:
    """Returns how everybody stands in a house, in the order given.

    >>> from datetime import UTC
    >>> from sevenout.school.learners.syllabus import lesson_of
    >>> game, noon = Game.open("typical"), datetime(2026, 11, 15, 12, tzinfo=UTC)
    >>> memory = LearnerMemory()
    >>> for number, key in enumerate(lesson_of("pay", 1).keys(game)[:4]):
    ...     memory = memory.apply_answer(key, right=number > 0, seconds=5, limit=10, now=noon)
    >>> (ann,) = reports(game, [Learner("Ann", memory)], noon)
    >>> ann.weak, ann.topics["pay"].asked, ann.whole.right
    ('pay', 4, 3)
    """
    every = [key for stage in stages() for lesson in stage.lessons for key in lesson.keys(game)]
    return tuple(
        LearnerReport(
            learner.name,
            topics_of(game, learner.memory, now),
            learner.memory.stats_of(every, now),
            _passed_stages(game, learner.memory),
        )
        for learner in learners
    )


def _passed_stages(game: Game, memory: LearnerMemory) -> tuple[str, ...]:
    passed = {
        exam.get("exam") for exam in memory.exams if exam.get("rules") == game.rules.book.name and exam.get("passed")
    }
    return tuple(stage.key for stage in stages() if stage.key in passed)


def by_topic(class_reports: Sequence[LearnerReport]) -> tuple[TopicReport, ...]:
    """The same topic by topic, as far as anything was asked."""
    rows = []
    for topic in dict.fromkeys(topic for report in class_reports for topic in report.topics):
        standings = {report.name: report.topics[topic] for report in class_reports}
        asked = sum(standing.asked for standing in standings.values())
        if asked:
            wrong = [name for name, standing in standings.items() if standing.wrong]
            weakest = sorted(wrong, key=lambda name: share_right(standings[name]) or 0)
            rows.append(TopicReport(topic, asked, sum(one.right for one in standings.values()), tuple(weakest)))
    return tuple(rows)
