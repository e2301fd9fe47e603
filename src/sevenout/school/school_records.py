"""The school as records: the syllabus with how far it is learned, the record of a learner, a drill, an exam."""

from collections.abc import Sequence
from datetime import datetime

from sevenout.engine.game import Game
from sevenout.reports.records.record_formats import JsonRecord
from sevenout.school.exams.exam import Paper, Sat
from sevenout.school.exams.worksheet import Worksheet
from sevenout.school.learners.classroom import LearnerReport, by_topic
from sevenout.school.learners.memory import LearnerMemory, TopicStats
from sevenout.school.learners.syllabus import Lesson, StudySession, next_session, progress, stages, topics_of, weakest

_WEAKEST = 10


def syllabus_record(game: Game, memory: LearnerMemory, now: datetime) -> JsonRecord:
    """Every stage and lesson, and the lesson that comes next, or none and when there is something to do again.

    >>> from datetime import UTC
    >>> syllabus_record(Game.open("catfish-bend"), LearnerMemory(), datetime(2026, 11, 15, tzinfo=UTC))["next"]
    {'topic': 'chips', 'level': 1}
    """
    comes = next_session(game, memory, now)
    lesson = comes.lesson if isinstance(comes, StudySession) else None
    return {
        "rules": game.rules.book.name,
        "next": None if lesson is None else {"topic": lesson.topic, "level": lesson.level},
        "done_until": None if isinstance(comes, StudySession) else comes.until.isoformat(),
        "stages": [
            {
                "stage": stage.key,
                "title": stage.title,
                "lessons": [
                    {
                        "topic": learned.lesson.topic,
                        "level": learned.lesson.level,
                        "title": learned.lesson.title,
                        "seconds_allowed": learned.lesson.seconds,
                        **_standing_record(learned.standing),
                    }
                    for learned in progress(game, memory, now)
                    if learned.stage == stage
                ],
            }
            for stage in stages()
        ],
    }


def progress_record(game: Game, memory: LearnerMemory, now: datetime) -> JsonRecord:
    """Returns how a learner stands in each topic, what goes wrong most, and the exams taken."""
    return {
        "rules": game.rules.book.name,
        "topics": [
            {"topic": key, **_standing_record(standing)} for key, standing in topics_of(game, memory, now).items()
        ],
        "weakest": [
            {"topic": key.topic, "level": key.level, "card": key.card, "wrong": wrong, "asked": asked}
            for key, wrong, asked in weakest(game, memory, _WEAKEST)
        ],
        "exams": [exam for exam in memory.exams if exam.get("rules") == game.rules.book.name],
    }


def _standing_record(standing: TopicStats) -> JsonRecord:
    return {
        "cards": standing.cards,
        "known": standing.known,
        "due": standing.due,
        "asked": standing.asked,
        "wrong": standing.wrong,
        "seconds": None if standing.seconds is None else round(standing.seconds, 1),
    }


def drill_record(game: Game, lesson: Lesson, answers: Sequence[Sat], seed: str | None) -> JsonRecord:
    """A drill: every question with what was answered."""
    return {
        "rules": game.rules.book.name,
        "topic": lesson.topic,
        "level": lesson.level,
        "seed": seed,
        "asked": len(answers),
        "right": sum(sat.verdict.right for sat in answers),
        "seconds": round(sum(sat.seconds for sat in answers), 1),
        "answers": [_answer_record(sat) for sat in answers],
    }


def _answer_record(sat: Sat) -> JsonRecord:
    return {
        "card": sat.question.card,
        "seed": sat.question.seed,
        "question": sat.question.text,
        "given": sat.given,
        "right": sat.verdict.right,
        "answer": sat.question.answer.as_typed,
        "seconds": round(sat.seconds, 1),
        "clauses": [line.cite.clause for line in sat.question.because if line.cite.clause],
    }


def paper_record(paper: Paper) -> JsonRecord:
    """The paper of an exam: the result, topic by topic and answer by answer."""
    return {
        "name": paper.name,
        "rules": paper.book,
        "digest": paper.digest,
        "exam": paper.stage,
        "seed": paper.seed,
        "began": paper.began.isoformat(),
        "questions": paper.questions,
        "finished": paper.is_finished,
        "right": paper.right,
        "right_in_time": paper.right_in_time,
        "mark": paper.mark,
        "passed": paper.is_passed,
        "seconds": round(paper.seconds, 1),
        "topics": [
            {
                "topic": part.topic,
                "asked": part.asked,
                "right": part.right,
                "right_in_time": part.in_time,
                "seconds": round(part.seconds, 1),
            }
            for part in paper.parts
        ],
        "answers": [
            {
                "topic": sat.question.topic,
                "level": sat.question.level,
                **_answer_record(sat),
                "limit": sat.limit,
            }
            for sat in paper.answers
        ],
    }


def worksheet_record(sheet: Worksheet) -> JsonRecord:
    """A blank paper and its key: every question, and apart from them every answer with its clauses."""
    return {
        "title": sheet.title,
        "rules": sheet.book,
        "digest": sheet.digest,
        "seed": sheet.seed,
        "questions": [
            {
                "topic": asked.topic,
                "level": asked.level,
                "card": asked.card,
                "seed": asked.seed,
                "question": asked.text,
                "answer_as": asked.answer.hint,
            }
            for asked in sheet.questions
        ],
        "key": [
            {
                "answer": asked.answer.as_typed,
                "because": [line.text for line in asked.because if line.text],
                "clauses": [line.cite.clause for line in asked.because if line.cite.clause],
            }
            for asked in sheet.questions
        ],
    }


def class_record(game: Game, everybody: Sequence[LearnerReport]) -> JsonRecord:
    """A class: everybody by topic, and each topic by everybody."""
    return {
        "rules": game.rules.book.name,
        "learners": [
            {
                "name": report.name,
                **_standing_record(report.whole),
                "strong": report.strong or None,
                "weak": report.weak or None,
                "exams_passed": list(report.exams),
                "topics": [{"topic": topic, **_standing_record(one)} for topic, one in report.topics.items()],
            }
            for report in everybody
        ],
        "topics": [
            {"topic": row.topic, "asked": row.asked, "right": row.right, "weakest": list(row.weakest)}
            for row in by_topic(everybody)
        ],
    }
