"""Bodies and answers of the school over HTTP: exercises, what a learner did, marks."""

from msgspec import Struct

from sevenout.base.refusal import Citation
from sevenout.crew.layout.rail import Rail
from sevenout.school.exercises.exercise import Choice, HandMotion, MarkKind, Shout
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


class LessonResponse(Struct, frozen=True):
    """One key of a lesson: what it is about, the words, an example worked out on a layout, and the clause."""

    title: str
    words: str
    cite: Citation
    example: str
    table: Snapshot | None
    dice: tuple[int, int] | None


class ExerciseResponse(Struct, frozen=True):
    """An exercise as it is shown: nothing of what is right."""

    room: str
    title: str
    level: int
    levels: tuple[str, ...]
    book: str
    seed: int
    card: str
    """As it was asked for; empty if the seed chose it, since its name may be the answer."""
    prompt: str
    limit: int
    """Seconds that it may take at the table."""
    table: Snapshot | None
    dice: tuple[int, int] | None
    call: str
    moves: tuple[MoveChoices, ...]
    pucks: tuple[str, ...]
    """Where the puck can be put: `off` and the points; none where the house has no puck or nobody asks."""
    rail: Rail | None
    """Who stands where; none where nobody asks."""
    shouts: tuple[Shout, ...]
    """What players say, in turn."""
    choices: tuple[Choice, ...]
    """What can be chosen: spaces of the middle, buttons, reasons to refuse, kinds of mistakes, steps."""
    lines: tuple[str, ...]
    """What a crew does, line by line."""
    pace: int
    """Seconds that each line takes."""


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
