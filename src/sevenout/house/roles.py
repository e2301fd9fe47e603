"""Who may say what at a live table: one's own seat, the dice in one's hand, and what a crew or a supervisor does."""

from typing import Literal

from sevenout.crew.floor import FloorCommand
from sevenout.refusal import Refusal
from sevenout.table.commands import (
    AcceptDice,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    DeclineDice,
    Leave,
    NoRoll,
    Parlay,
    PassDice,
    Press,
    Reduce,
    RollDice,
    Sit,
    TakeDown,
    ThrowDice,
    Toke,
    Undo,
)

Role = Literal["stickperson", "boxperson", "dealer", "supervisor", "owner", "house"]
CREW: tuple[Role, ...] = ("stickperson", "boxperson", "dealer", "supervisor")
OwnSeat = (
    Bet | Reduce | TakeDown | CallWager | CallProps | Press | Parlay | Toke | Undo | PassDice | DeclineDice | AcceptDice
    | BuyIn | Leave
)  # fmt: skip
"""What a player says for a seat."""


def refused_role(
    command: FloorCommand, seat: str, roles: tuple[str, ...], shooter: str | None, *, fair: bool
) -> Refusal | None:
    """Why somebody with this seat (or none) and these roles may not say that; None if they may.

    >>> refused_role(Bet("Ann", 500, "pass"), "Bob", (), "Ann", fair=True).reason
    "that is Ann's to say"
    """
    if "house" in roles:
        return None
    match command:
        case Sit(name):
            return None if name == seat else Refusal("not-yours", "one takes a seat for oneself")
        case Bet(confirmed=confirmed, unnoticed=unnoticed) if confirmed or unnoticed:
            wanted = ("supervisor",) if unnoticed else CREW
            return _one_of(roles, wanted, "what the crew has confirmed or overlooked, the crew says")
        case _ if isinstance(command, OwnSeat):
            if not seat:
                return Refusal("no-seat", "take a seat first: sits 100")
            return None if command.seat == seat else Refusal("not-yours", f"that is {command.seat}'s to say")
        case ThrowDice() if fair:
            mine = seat and seat == shooter
            return None if mine or "stickperson" in roles else _shooter(shooter)
        case RollDice():
            if fair:
                return Refusal("not-yours", "at this table nobody says what the dice show: say roll")
            return _one_of(roles, ("owner", "stickperson", "supervisor"), "whoever opened the table enters its rolls")
        case ThrowDice() | NoRoll():
            return _one_of(roles, ("owner", *CREW), "that is the crew's to call")
    return _one_of(roles, ("owner", *CREW), "that is for the crew or the supervisor")


def refused_roll(seat: str, roles: tuple[str, ...], shooter: str | None) -> Refusal | None:
    """Why somebody may not have the dice thrown now."""
    if "house" in roles or "stickperson" in roles or (seat and seat == shooter):
        return None
    return _shooter(shooter)


def _shooter(shooter: str | None) -> Refusal:
    whose = "nobody has the dice: make a line bet" if shooter is None else f"{shooter} has the dice"
    return Refusal("not-shooter", whose)


def _one_of(roles: tuple[str, ...], wanted: tuple[str, ...], otherwise: str) -> Refusal | None:
    return None if set(roles) & set(wanted) else Refusal("not-yours", otherwise)
