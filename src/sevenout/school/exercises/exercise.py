"""An exercise for the hands, what a learner does in it, and the marks that it gets: money, order, manner, seconds."""

from typing import Literal

from msgspec import Struct

from sevenout.base.money import Cents
from sevenout.base.refusal import Citation
from sevenout.crew.layout.rail import Rail
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.precedence import Precedence
from sevenout.school.answers import Cut, RollCall
from sevenout.school.questions import Because
from sevenout.table.table_snapshot import Snapshot

RoomName = Literal["cut", "end", "call", "props", "buttons", "book", "spot", "change"]
HandAct = Literal[
    "take", "pay", "move", "puck", "cut", "say", "set", "repeat", "close", "wait", "deduct", "announce", "button",
    "call", "book", "commission", "give", "refuse", "stop", "explain", "step",
]  # fmt: skip
"""What a learner does. `set`: a player's chips into their space; `repeat`: a bet aloud; `close`: the dice go out, and
nothing more is booked; `wait`: a bet that comes too late; `deduct`: a loser is made good and stays up; `announce`: a
payoff by amount, bet and player; `button`, `call`: a button that tells what a bet is, or that it is called on or off;
`give`: change to a player; `stop`: the game, at a line; `explain`: what kind of mistake it is; `step`: of a change."""
KnownBy = Literal["seat", "wager", "to"]
MarkKind = Literal["money", "order", "manner", "seconds"]

MOST_MOTIONS, MOST_CHIPS, LONGEST_CALL = 200, 400, 200
"""More than any exercise needs: what a learner sends is bounded."""


class HandMotion(Struct, frozen=True, forbid_unknown_fields=True):
    """One motion of a learner: whose bet, with which chips, to where, and when."""

    act: HandAct
    seat: str = ""
    wager: str = ""
    chips: tuple[Cents, ...] = ()
    """What is cut, chip by chip, from the box outward."""
    to: str = ""
    """Where a bet moves, or where the puck goes (a point, or `off`)."""
    words: str = ""
    at: float = 0.0
    """Seconds since the exercise was shown."""

    @property
    def amount(self) -> Cents:
        """The worth of the chips."""
        return sum(self.chips)


class Mark(Struct, frozen=True):
    """Something that was not as it should be: of which kind, why, by which clause, at which motion and spot."""

    kind: MarkKind
    reason: str
    cite: Citation
    motion: int | None = None
    """Which of the learner's motions; none: the exercise as a whole."""
    seat: str = ""
    wager: str = ""


class Task(Struct, frozen=True):
    """A part of an exercise's work: the motion that does it, why, and what has to be done before it."""

    motion: HandMotion
    says: str
    cite: Citation
    known_by: tuple[KnownBy, ...] = ("seat", "wager")
    """What a motion of the same act must have in common with it to be meant for it; in the rest it may be wrong."""
    kind: MarkKind = "money"
    """The mark if it is not done, or done elsewhere."""
    after: tuple[tuple[int, Citation], ...] = ()
    """Which of the other tasks a clause puts first."""
    as_well: tuple[str, ...] = ()
    """Other wagers at which it is right as well."""
    beside: tuple[str, ...] = ()
    """Other wagers at which it is a fault of manner alone."""


class Shout(Struct, frozen=True):
    """Something that a player says, with the chips that come along; `late`: when the dice are out."""

    seat: str
    words: str
    amount: Cents = 0
    late: bool = False


class Choice(Struct, frozen=True):
    """Something that a learner can choose, by its name for the judge and in words."""

    value: str
    words: str


class Judgement(Struct, frozen=True):
    """The marks of an exercise, and which of its motions are still to be made."""

    marks: tuple[Mark, ...]
    left: int
    seconds: float
    limit: int

    @property
    def right(self) -> bool:
        """True if nothing but the clock is to be said against it."""
        return not any(mark.kind != "seconds" for mark in self.marks)

    def has(self, kind: MarkKind) -> bool:
        """True if there is a mark of a kind."""
        return any(mark.kind == kind for mark in self.marks)


class ExerciseRoom(Struct, frozen=True):
    """A kind of exercise: its levels, and the topic of the school whose cards it moves."""

    key: RoomName
    title: str
    says: str
    levels: tuple[str, ...]
    topic: str
    topic_levels: tuple[int, ...]


class Exercise(Struct, frozen=True):
    """Something for the hands to do: room, level, book and seed make it again."""

    room: RoomName
    level: int
    book: str
    seed: int
    card: str
    prompt: str
    limit: int
    """How many seconds it may take at the table."""
    right: tuple[HandMotion, ...]
    """One way to do all of it, in the order of the house's manual."""
    because: tuple[Because, ...] = ()
    table: Snapshot | None = None
    dice: tuple[int, int] | None = None
    call: str = ""
    """What the stick says of the roll."""
    cut: Cut | None = None
    words: RollCall | None = None
    work: tuple[Motion, ...] = ()
    """What is judged: the motions of the learner's own hands."""
    order: Precedence | None = None
    rail: Rail | None = None
    tasks: tuple[Task, ...] = ()
    """What is judged in the rooms of the stick, of marks and of bets."""
    shouts: tuple[Shout, ...] = ()
    choices: tuple[Choice, ...] = ()
