"""Bodies and answers of the school's classes over HTTP: a class, a home, the trainer's grid, the wall, exams."""

from datetime import datetime

from msgspec import Struct

from sevenout.school.exams.class_exam import ExamAnswer, ExamResult
from sevenout.school.exams.exam_certificate import Certificate
from sevenout.school.exercises.exercise import HandMotion, MarkKind
from sevenout.server.protocol.school_types import ExerciseName, ExerciseResponse, MarkResponse, RightLine
from sevenout.table.table_snapshot import Snapshot


class ClassRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A class that is to be opened."""

    title: str
    book: str


class ClassChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a trainer wants of everybody: hands off the chips, or one exercise for all."""

    frozen: bool = False
    pushed: ExerciseName | None = None
    seconds: int = 0
    """How long the exercise is open on the wall; 0: as long as it may take at the table."""
    revealed: bool = False
    """What is right is shown on the wall before the time is over."""


class ClassResponse(Struct, frozen=True):
    """A class as its learners see it."""

    code: str
    title: str
    book: str
    frozen: bool
    pushed: ExerciseName | None
    learners: int
    pushed_at: datetime | None = None
    exam: str = ""
    """The exam that is drawn for the learner who asks, and not answered yet, by its title."""


class ClassWall(Struct, frozen=True):
    """A class on one screen: the exercise for all, the seconds that are left, then what is right."""

    group: ClassResponse
    left: int
    """Whole seconds until what is right is shown."""
    revealed: bool
    answered: int
    right: int
    because: tuple[RightLine, ...]
    """What is right: nothing of it before it is revealed."""


class LearnerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name by which somebody comes into a class."""

    name: str


class QuestionName(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a question of a topic again in a house."""

    topic: str
    level: int
    seed: int
    card: str


class ChoiceLine(Struct, frozen=True):
    """A line to choose from or to put in order, with its letter or number; what is not lettered is typed as it is."""

    mark: str
    line: str


class QuestionResponse(Struct, frozen=True):
    """A question as it is shown: nothing of what is right."""

    name: QuestionName
    title: str
    prompt: str
    choices: tuple[ChoiceLine, ...]
    one_of: tuple[str, ...]
    """What may be answered, where it is one of few."""
    hint: str
    limit: int
    table: Snapshot | None
    dice: tuple[int, int] | None


class QuestionAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody answered; an empty text is a question that is left out."""

    question: QuestionName
    text: str
    seconds: float = 0.0


class AnswerResponse(Struct, frozen=True):
    """Whether an answer was right, and why."""

    right: bool
    reason: str
    answer: str
    seconds: float
    limit: int
    because: tuple[RightLine, ...]


class RoomStanding(Struct, frozen=True):
    """How one learner stands in one room."""

    room: str
    title: str
    says: str
    levels: tuple[str, ...]
    level: int
    """Where they go on."""
    cards: int
    known: int
    due: int
    asked: int
    right: int
    seconds: float | None
    money_errors: int
    """Among the answers that are kept."""
    weakest: str
    """The card with the most errors; empty if there are none."""


class LessonStanding(Struct, frozen=True):
    """How one learner stands in one lesson of the syllabus."""

    topic: str
    title: str
    level: int
    cards: int
    known: int
    due: int


class StageStanding(Struct, frozen=True):
    """How one learner stands in a stage of the syllabus."""

    stage: str
    title: str
    says: str
    cards: int
    known: int
    due: int
    questions: int
    """Of its exam."""
    passed: bool
    lessons: tuple[LessonStanding, ...]


class LearnerHome(Struct, frozen=True):
    """What is due, what is next, how it goes."""

    name: str
    group: ClassResponse
    due: int
    new: int
    """Cards of today that were never asked."""
    minutes: int
    """How long the rest of the day will take."""
    until: datetime | None
    """Done for today: when the next card is due. None: there is something to do."""
    next: ExerciseName | None
    """What is next with hands."""
    question: QuestionName | None
    """What is next in words."""
    rooms: tuple[RoomStanding, ...]
    stages: tuple[StageStanding, ...]
    seen: datetime


class WorkDone(Struct, frozen=True):
    """An exercise that somebody did: made again from its name, replayed by its motions."""

    number: int
    exercise: ExerciseName
    motions: tuple[HandMotion, ...]
    marks: tuple[MarkKind, ...]
    seconds: float
    at: datetime


class ProgressRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a learner is doing: the exercise, the motions so far, the chips that are cut."""

    exercise: ExerciseName | None = None
    motions: tuple[HandMotion, ...] = ()
    hand: tuple[int, ...] = ()
    seconds: float = 0.0


class LearnerProgress(Struct, frozen=True):
    """What a learner was doing when their screen last told."""

    exercise: ExerciseName | None
    motions: tuple[HandMotion, ...]
    hand: tuple[int, ...]
    seconds: float
    at: datetime


class QuestionStanding(Struct, frozen=True):
    """How one learner stands in all that is asked in words."""

    cards: int
    known: int
    asked: int
    right: int
    seconds: float | None


class LearnerRow(Struct, frozen=True):
    """One learner as the trainer sees them."""

    name: str
    here: bool
    """Their screen has told of itself within the last half minute."""
    due: int
    rooms: tuple[RoomStanding, ...]
    questions: QuestionStanding
    passed: tuple[str, ...]
    """The stages whose exam was passed."""
    doing: LearnerProgress | None
    seen: datetime


class ClassGrid(Struct, frozen=True):
    """Learners by rooms, for the trainer."""

    group: ClassResponse
    learners: tuple[LearnerRow, ...]


# --- exams


class ExamStage(Struct, frozen=True):
    """A stage of the syllabus, of which an exam can be drawn."""

    stage: str
    title: str
    says: str


class ExamRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An exam that a trainer draws: for some learners, or for all; without a seed one is drawn."""

    stage: str
    seed: str = ""
    learners: tuple[str, ...] = ()


class LineByHand(Struct, frozen=True):
    """Something that no screen sees, for the examiner to mark."""

    fact: str
    sentence: str
    clause: str


class ExamStanding(Struct, frozen=True):
    """How the exam of one learner stands, for the trainer."""

    learner: str
    stage: str
    title: str
    seed: str
    tasks: int
    answered: int
    result: ExamResult | None
    by_hand: tuple[LineByHand, ...]
    certificate: str
    """The seal of its certificate; empty until it is signed."""


class ExamAnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer in an exam: the number of its task, and a text or motions."""

    number: int
    text: str = ""
    motions: tuple[HandMotion, ...] = ()
    seconds: float = 0.0


class LearnerExam(Struct, frozen=True):
    """An exam as its learner sees it: the task that is next, without its seed, and at the end what it came to."""

    title: str
    tasks: int
    number: int
    """Of the task that is next, from 1; above `tasks`: all are answered."""
    section: str
    question: QuestionResponse | None
    exercise: ExerciseResponse | None
    result: ExamResult | None
    certificate: str


class SigningRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who examined, by which licence, and which of the marks by hand are good: all others are not."""

    examiner: str
    licence: str
    good: tuple[str, ...] = ()


class CertificateResponse(Struct, frozen=True):
    """A certificate, and what is found when it is judged again."""

    seal: str
    certificate: Certificate
    sections: tuple[str, ...]
    """Of each task."""
    faults: tuple[str, ...]
    """What does not follow from the answers; none: all of it does."""


class TaskReplay(Struct, frozen=True):
    """One task of an exam again: what was asked and given, the marks it gets now, and what is right."""

    number: int
    section: str
    limit: int
    question: QuestionResponse | None
    exercise: ExerciseResponse | None
    given: ExamAnswer
    marks: tuple[MarkResponse, ...]
    answer: str
    because: tuple[RightLine, ...]
