"""What the crew does with dice, and what came of it: one value for each command and each event.

Whether a command is allowed is `dice_handling`'s business.
"""

from typing import Literal

from msgspec import Struct

from sevenout.crew.dice_sets import Breach, Die, Occasion, Place
from sevenout.refusal import Citation, Refusal

# --- commands


class BringSet(Struct, frozen=True):
    """The supervisor prepares a new set."""

    dice: tuple[Die, ...]


class InspectSet(Struct, frozen=True):
    """The new set is looked over and measured."""

    by: str = "supervisor"


class Scribe(Struct, frozen=True):
    """Every die of the new set is marked."""

    mark: str
    by: str = "supervisor"


class PutIn(Struct, frozen=True):
    """The new set goes on the game; one that is there goes off it."""


class TakeOff(Struct, frozen=True):
    """The set on the game goes off it, and none takes its place."""


class OfferDice(Struct, frozen=True):
    """The stick offers the dice to a player."""

    seat: str


class Choose(Struct, frozen=True):
    """A player picks dice out of those offered, counted from 0."""

    seat: str
    dice: tuple[int, ...]


class NewDice(Struct, frozen=True):
    """A player asks for other dice."""

    seat: str


class SameDice(Struct, frozen=True):
    """A player asks for the same dice, after one was down."""

    seat: str


class DumpBowl(Struct, frozen=True):
    """The stick empties the bowl before the shooter, after a die was down."""


class SendOut(Struct, frozen=True):
    """The stick pushes the dice to the shooter; `showing` are the faces that lie up."""

    showing: tuple[int, int]


class BringIn(Struct, frozen=True):
    """The stick takes the dice back to the middle: the shooter wants to bet again."""


class Gather(Struct, frozen=True):
    """The stick puts all dice into the bowl."""


class ThrowOut(Struct, frozen=True):
    """A player throws the dice."""

    seat: str


class GoDown(Struct, frozen=True):
    """Dice that were thrown leave the table."""

    dice: tuple[int, ...]


class BringBack(Struct, frozen=True):
    """Dice that were down come back to the table."""

    dice: tuple[int, ...]


class LoseSight(Struct, frozen=True):
    """The stick cannot see the dice."""


class Doubt(Struct, frozen=True):
    """Somebody doubts that the dice are as they were."""


class Mishandle(Struct, frozen=True):
    """A shooter handles the dice as nobody may."""

    seat: str
    how: Breach


class InspectDice(Struct, frozen=True):
    """The dice on the game are inspected; `seen` is what they turn out to be, nothing if that is what they were."""

    by: str = "supervisor"
    seen: tuple[Die, ...] = ()


class Recover(Struct, frozen=True):
    """What was down when its set went off the game is found."""

    serial: str


class Cancel(Struct, frozen=True):
    """A set that is off the game is cancelled on a number."""

    serial: str
    number: int
    by: str = "supervisor"


class Wrap(Struct, frozen=True):
    """A cancelled set is wrapped in foil that somebody has signed."""

    serial: str
    signed: str


SetCommand = (
    TakeOff | OfferDice | Choose | NewDice | SameDice | DumpBowl | SendOut | BringIn | Gather | ThrowOut | GoDown
    | BringBack | LoseSight | Doubt | Mishandle | InspectDice
)  # fmt: skip
"""What is done with the set on the game."""
DiceCommand = BringSet | InspectSet | Scribe | PutIn | Recover | Cancel | Wrap | SetCommand

# --- events


class SetBrought(Struct, frozen=True, tag="set-brought"):
    """A new set lies before the supervisor."""

    dice: tuple[Die, ...]


class SetInspected(Struct, frozen=True, tag="set-inspected"):
    """The new set was found fit for play."""

    by: str


class Scribed(Struct, frozen=True, tag="scribed"):
    """The new set is marked."""

    mark: str


class SetPutIn(Struct, frozen=True, tag="set-put-in"):
    """The new set is on the game, all of it in the bowl; the other, if there was one, is off it."""


class SetTakenOff(Struct, frozen=True, tag="set-taken-off"):
    """The set is off the game."""


DiceAct = Literal[
    "offered", "chosen", "same", "sent out", "brought in", "gathered", "thrown", "went down", "brought back", "given up"
]


class DiceShifted(Struct, frozen=True, tag="dice-shifted"):
    """Dice went from place to place: where each of them is now, and whose they are."""

    act: DiceAct
    places: tuple[Place, ...]
    shooter: str | None
    offered_to: str | None = None
    fell: bool = False


class InspectionDue(Struct, frozen=True, tag="inspection-due"):
    """The dice on the game are not thrown again before they are inspected."""

    why: Occasion


class Mishandled(Struct, frozen=True, tag="mishandled"):
    """A shooter handled the dice as nobody may: how, by which clause, and whether they are inspected before a throw."""

    seat: str
    how: Breach
    cite: Citation
    due: bool = False


class DiceInspected(Struct, frozen=True, tag="dice-inspected"):
    """The dice on the game were found sound."""

    by: str
    places: tuple[Place, ...]


class Condemned(Struct, frozen=True, tag="condemned"):
    """The dice on the game were found unfit: only another set can be played with."""

    by: str
    wrong: Refusal
    places: tuple[Place, ...]


class Recovered(Struct, frozen=True, tag="recovered"):
    """All dice of a set that is off the game are together."""

    serial: str
    places: tuple[Place, ...]


class Cancelled(Struct, frozen=True, tag="cancelled"):
    """A set was cancelled."""

    serial: str
    number: int


class Wrapped(Struct, frozen=True, tag="wrapped"):
    """A set was wrapped and signed for."""

    serial: str
    signed: str


DiceEvent = (
    SetBrought | SetInspected | Scribed | SetPutIn | SetTakenOff | DiceShifted | InspectionDue | Mishandled
    | DiceInspected | Condemned | Recovered | Cancelled | Wrapped
)  # fmt: skip
