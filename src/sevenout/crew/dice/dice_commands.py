"""The commands and events of handling dice: one value for each.

Whether a command is allowed is `dice_rules`'s business.
"""

from itertools import groupby
from typing import Literal

from msgspec import Struct

from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.dice.dice_sets import Breach, Die, Occasion, Place, inches

# --- commands


def told_dice(dice: tuple[Die, ...]) -> str:
    """Some dice as a line has them: how many, how wide, and what sets one of them apart from the first.

    >>> from sevenout.crew.dice.dice_sets import make_dice
    >>> told_dice((*make_dice("4711", 7550, 4), Die("0815", (7550, 7550, 7555), "a scratch")))
    '4 dice of 0.7550, 1 die of 0.7550 0.7550 0.7555 numbered 0815 flawed a scratch'
    """
    return ", ".join(_told_alike(die, len(tuple(alike)), dice[0].serial) for die, alike in groupby(dice))


def _told_alike(die: Die, count: int, serial: str) -> str:
    widths = die.widths[:1] if len(set(die.widths)) == 1 else die.widths
    numbered = "" if die.serial == serial else f" numbered {die.serial}"
    flawed = f" flawed {die.flaw}" if die.flaw else ""
    return f"{count} {'die' if count == 1 else 'dice'} of {' '.join(map(inches, widths))}{numbered}{flawed}"


def _format_dice(dice: tuple[int, ...]) -> str:
    """Dice as people count them, from 1."""
    return " ".join(str(die + 1) for die in dice)


class BringSet(Struct, frozen=True, tag="bring-set", omit_defaults=True):
    """`set 4711 brought: 5 dice of 0.7550`: the supervisor prepares a new set."""

    dice: tuple[Die, ...]

    def __str__(self) -> str:
        return f"set {self.dice[0].serial} brought: {told_dice(self.dice)}"


class InspectSet(Struct, frozen=True, tag="inspect-set", omit_defaults=True):
    """`supervisor inspects the new set`: the new set is looked over and measured."""

    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} inspects the new set"


class Scribe(Struct, frozen=True, tag="scribe", omit_defaults=True):
    """`supervisor scribes the new set CB`: every die of the new set is marked."""

    mark: str
    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} scribes the new set{f' {self.mark}' if self.mark else ''}"


class PutIn(Struct, frozen=True, tag="put-in", omit_defaults=True):
    """`set put in`: the new set goes on the game; one that is there goes off it."""

    def __str__(self) -> str:
        return "set put in"


class TakeOff(Struct, frozen=True, tag="take-off", omit_defaults=True):
    """`set taken off`: the set on the game goes off it, and none takes its place."""

    def __str__(self) -> str:
        return "set taken off"


class OfferDice(Struct, frozen=True, tag="offer-dice", omit_defaults=True):
    """`dice offered to Ann`: the stick offers the dice to a player."""

    seat: str

    def __str__(self) -> str:
        return f"dice offered to {self.seat}"


class Choose(Struct, frozen=True, tag="choose", omit_defaults=True):
    """`Ann chooses dice 1 4`: a player picks dice out of those offered, counted from 0."""

    seat: str
    dice: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.seat} chooses {f'dice {_format_dice(self.dice)}' if self.dice else 'no dice'}"


class NewDice(Struct, frozen=True, tag="new-dice", omit_defaults=True):
    """`Ann asks for other dice`: a player asks for other dice."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} asks for other dice"


class SameDice(Struct, frozen=True, tag="same-dice", omit_defaults=True):
    """`Ann asks for the same dice`: a player asks for the same dice, after one was down."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} asks for the same dice"


class DumpBowl(Struct, frozen=True, tag="dump-bowl", omit_defaults=True):
    """`dice dumped from the bowl`: the stick empties the bowl before the shooter, after a die was down."""

    def __str__(self) -> str:
        return "dice dumped from the bowl"


class SendOut(Struct, frozen=True, tag="send-out", omit_defaults=True):
    """`dice sent out showing 4 2`: the stick pushes the dice to the shooter; `showing` are the faces that lie up."""

    showing: tuple[int, int]

    def __str__(self) -> str:
        return f"dice sent out showing {self.showing[0]} {self.showing[1]}"


class BringIn(Struct, frozen=True, tag="bring-in", omit_defaults=True):
    """`dice brought in`: the stick takes the dice back to the middle: the shooter wants to bet again."""

    def __str__(self) -> str:
        return "dice brought in"


class Gather(Struct, frozen=True, tag="gather", omit_defaults=True):
    """`dice gathered`: the stick puts all dice into the bowl."""

    def __str__(self) -> str:
        return "dice gathered"


class ThrowOut(Struct, frozen=True, tag="throw-out", omit_defaults=True):
    """`Ann throws the dice`: a player throws the dice."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} throws the dice"


class GoDown(Struct, frozen=True, tag="go-down", omit_defaults=True):
    """`dice 2 down`: dice that were thrown leave the table."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return f"dice {_format_dice(self.dice)} down"


class BringBack(Struct, frozen=True, tag="bring-back", omit_defaults=True):
    """`dice 2 brought back`: dice that were down come back to the table."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return f"dice {_format_dice(self.dice)} brought back"


class LoseSight(Struct, frozen=True, tag="lose-sight", omit_defaults=True):
    """`dice lost from sight`: the stick cannot see the dice."""

    def __str__(self) -> str:
        return "dice lost from sight"


class Doubt(Struct, frozen=True, tag="doubt", omit_defaults=True):
    """`dice doubted`: somebody doubts that the dice are as they were."""

    def __str__(self) -> str:
        return "dice doubted"


class Mishandle(Struct, frozen=True, tag="mishandle", omit_defaults=True):
    """`Ann mishandles the dice: both hands`: a shooter handles the dice as nobody may."""

    seat: str
    how: Breach

    def __str__(self) -> str:
        return f"{self.seat} mishandles the dice: {self.how.replace('-', ' ')}"


class InspectDice(Struct, frozen=True, tag="inspect-dice", omit_defaults=True):
    """`supervisor inspects the dice`:
    the dice on the game are inspected; `seen` is what they turn out to be, nothing if that is what they were."""

    by: str = "supervisor"
    seen: tuple[Die, ...] = ()

    def __str__(self) -> str:
        found = f": set {self.seen[0].serial}, {told_dice(self.seen)}" if self.seen else ""
        return f"{self.by} inspects the dice{found}"


class Recover(Struct, frozen=True, tag="recover", omit_defaults=True):
    """`set 4711 recovered`: what was down when its set went off the game is found."""

    serial: str

    def __str__(self) -> str:
        return f"set {self.serial} recovered"


class Cancel(Struct, frozen=True, tag="cancel", omit_defaults=True):
    """`supervisor cancels set 4711 on 4`: a set that is off the game is cancelled on a number."""

    serial: str
    number: int
    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} cancels set {self.serial} on {self.number}"


class Wrap(Struct, frozen=True, tag="wrap", omit_defaults=True):
    """`set 4711 wrapped, signed Lee`: a cancelled set is wrapped in foil that somebody has signed."""

    serial: str
    signed: str

    def __str__(self) -> str:
        return f"set {self.serial} wrapped{f', signed {self.signed}' if self.signed else ''}"


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


class InspectionLifted(Struct, frozen=True, tag="inspection-lifted"):
    """Dice need not be inspected after all: the roll that called for it was taken back."""

    why: tuple[Occasion, ...]


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
    SetBrought | SetInspected | Scribed | SetPutIn | SetTakenOff | DiceShifted | InspectionDue | InspectionLifted
    | Mishandled | DiceInspected | Condemned | Recovered | Cancelled | Wrapped
)  # fmt: skip
