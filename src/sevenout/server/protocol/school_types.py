"""Bodies and answers of the school over HTTP: exercises, what a learner did, marks, a learner's home, a class."""

from datetime import datetime

from msgspec import Struct

from sevenout.base.refusal import Citation
from sevenout.school.exercises.exercise import HandMotion, MarkKind
from sevenout.table.table_snapshot import Snapshot


class RoomResponse(Struct, frozen=True):
    """A kind of exercise, and its levels from the first."""

    room: str
    title: str
    says: str
    levels: tuple[str, ...]


class MoveChoices(Struct, frozen=True):
    """Where a bet of an exercise may be moved by one roll or another."""

    wager: str
    to: tuple[str, ...]


class KeyLine(Struct, frozen=True):
    """A way of paying as a dealer remembers it."""

    card: str
    words: str
    cite: Citation


class ExerciseResponse(Struct, frozen=True):
    """An exercise as it is shown: nothing of what is right."""

    room: str
    title: str
    level: int
    levels: tuple[str, ...]
    book: str
    seed: int
    card: str
    prompt: str
    limit: int
    """Seconds that it may take at the table."""
    table: Snapshot | None
    dice: tuple[int, int] | None
    call: str
    moves: tuple[MoveChoices, ...]
    pucks: tuple[str, ...]
    """Where the puck can be put: `off` and the points; none where the house has no puck or nobody asks."""
    keys: tuple[KeyLine, ...]
    """The lesson: every way of paying in this house."""


class ExerciseName(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes an exercise again in a house."""

    room: str
    level: int
    seed: int
    card: str = ""


class ExerciseWork(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody did in an exercise so far, and whether they say that it is all."""

    exercise: ExerciseName
    motions: tuple[HandMotion, ...] = ()
    seconds: float = 0.0
    done: bool = True


class MarkResponse(Struct, frozen=True):
    """Something that was not as it should be; `motion` counts from 0."""

    kind: MarkKind
    reason: str
    cite: Citation
    motion: int | None = None
    seat: str = ""
    wager: str = ""


class RightLine(Struct, frozen=True):
    """A line of what would have been right, with its clause."""

    text: str
    cite: Citation


class JudgementResponse(Struct, frozen=True):
    """The marks so far; when it is done, also what would have been right."""

    right: bool
    left: int
    marks: tuple[MarkResponse, ...]
    seconds: float
    limit: int
    because: tuple[RightLine, ...] = ()


class ClassRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A class that is to be opened."""

    title: str
    book: str


class ClassChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a trainer wants of everybody: hands off the chips, or one exercise for all."""

    frozen: bool = False
    pushed: ExerciseName | None = None


class ClassResponse(Struct, frozen=True):
    """A class as its learners see it."""

    code: str
    title: str
    book: str
    frozen: bool
    pushed: ExerciseName | None
    learners: int


class LearnerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name by which somebody comes into a class."""

    name: str


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


class LearnerHome(Struct, frozen=True):
    """What is due, what is next, how it goes."""

    name: str
    group: ClassResponse
    due: int
    rooms: tuple[RoomStanding, ...]
    next: ExerciseName
    seen: datetime


class WorkDone(Struct, frozen=True):
    """An exercise that somebody did: made again from its name, replayed by its motions."""

    number: int
    exercise: ExerciseName
    motions: tuple[HandMotion, ...]
    marks: tuple[MarkKind, ...]
    seconds: float
    at: datetime


class ClassGrid(Struct, frozen=True):
    """Learners by rooms, for the trainer."""

    group: ClassResponse
    learners: tuple[LearnerHome, ...]
