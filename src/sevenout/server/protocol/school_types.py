"""Bodies and answers of the school over HTTP: exercises, what a learner did, marks."""

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
