"""What a table can be told: one value for each action, tagged for the wire, which prints itself as its line.

A command says what somebody wants; whether the house allows it is `decide`'s business.
"""

from typing import Literal

from msgspec import Struct

from sevenout.base.money import Cents, units


class Sit(Struct, frozen=True, gc=False, tag="sit", omit_defaults=True, forbid_unknown_fields=True):
    """`seat Ann 1000`, `seat Ann 1000 at 3`: at a place of the rail, or at the next one."""

    seat: str
    rack: Cents
    place: int | None = None
    player: str = ""
    """Who it is, whatever name is shown; the notation does not say it."""

    def __str__(self) -> str:
        return f"seat {self.seat} {units(self.rack)}" + ("" if self.place is None else f" at {self.place}")


class Bet(Struct, frozen=True, gc=False, tag="bet", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann bets 10 on pass`, `Bob bets 6 each on inside`.

    With `with 25`, `with a voucher`, `unnoticed`, `called`, `confirmed by dealer, boxperson`.
    """

    seat: str
    amount: Cents
    wager: str
    each: bool = False
    unnoticed: bool = False
    confirmed: tuple[str, ...] = ()
    called: bool = False
    """Called out, with no chips on the layout."""
    tendered: Cents = 0
    """What was put down for it, if not the very amount: the rest is change."""
    voucher: Literal["", "token", "voucher"] = ""
    """What is laid instead of chips: a token or voucher of that amount, whole."""

    def __str__(self) -> str:
        line = f"{self.seat} bets {units(self.amount)}{' each' if self.each else ''} on {self.wager}"
        line += f" with a {self.voucher}" if self.voucher else f" with {units(self.tendered)}" if self.tendered else ""
        how = f"{' unnoticed' if self.unnoticed else ''}{' called' if self.called else ''}"
        return f"{line}{how}{' confirmed by ' + ', '.join(self.confirmed) if self.confirmed else ''}"


class Reduce(Struct, frozen=True, gc=False, tag="reduce", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann reduces pass-odds by 10`."""

    seat: str
    wager: str
    amount: Cents

    def __str__(self) -> str:
        return f"{self.seat} reduces {self.wager} by {units(self.amount)}"


class TakeDown(Struct, frozen=True, gc=False, tag="take-down", omit_defaults=True, forbid_unknown_fields=True):
    """`Bob takes down place-6`, or a group: `Bob takes down place`."""

    seat: str
    what: str

    def __str__(self) -> str:
        return f"{self.seat} takes down {self.what}"


class CallWager(Struct, frozen=True, gc=False, tag="call", omit_defaults=True, forbid_unknown_fields=True):
    """`Bob calls place-6 off`, or a group: `Bob calls hard on`.

    With `confirmed by dealer`, or `unconfirmed`: nobody of the crew took the call up.
    """

    seat: str
    what: str
    now: Literal["on", "off"]
    confirmed: tuple[str, ...] = ()
    """Who confirmed it; nobody is named: whoever lays the button did."""
    unconfirmed: bool = False

    def __str__(self) -> str:
        line = f"{self.seat} calls {self.what} {self.now}"
        if self.confirmed:
            return f"{line} confirmed by {', '.join(self.confirmed)}"
        return f"{line} unconfirmed" if self.unconfirmed else line


class CallProps(Struct, frozen=True, gc=False, tag="call-props", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann calls props down`; `up` reverts."""

    seat: str
    now: Literal["down", "up"]

    def __str__(self) -> str:
        return f"{self.seat} calls props {self.now}"


class Press(Struct, frozen=True, gc=False, tag="press", omit_defaults=True, forbid_unknown_fields=True):
    """`Bob presses place-8 by 6`; without an amount it is doubled."""

    seat: str
    wager: str
    amount: Cents | None = None

    def __str__(self) -> str:
        return f"{self.seat} presses {self.wager}" + ("" if self.amount is None else f" by {units(self.amount)}")


class Parlay(Struct, frozen=True, gc=False, tag="parlay", omit_defaults=True, forbid_unknown_fields=True):
    """`Bob parlays place-8`: adds what it just won."""

    seat: str
    wager: str

    def __str__(self) -> str:
        return f"{self.seat} parlays {self.wager}"


class Toke(Struct, frozen=True, gc=False, tag="toke", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann tokes 5 on hard-8`; without a wager it goes into the toke box."""

    seat: str
    amount: Cents
    wager: str | None = None

    def __str__(self) -> str:
        return f"{self.seat} tokes {units(self.amount)}" + ("" if self.wager is None else f" on {self.wager}")


class Undo(Struct, frozen=True, gc=False, tag="undo", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann undoes`: takes back the last thing done to a layout since the last roll, where the table allows it."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} undoes"


class Remember(Struct, frozen=True, gc=False, tag="remember", omit_defaults=True, forbid_unknown_fields=True):
    """What a strategy in a seat goes by, as JSON; a transcript has it in a comment, for it is no part of the game."""

    seat: str
    memory: str

    def __str__(self) -> str:
        return f"# {self.seat} remembers {self.memory}"


class PassDice(Struct, frozen=True, gc=False, tag="pass-dice", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann passes the dice`."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} passes the dice"


class TimeOver(Struct, frozen=True, gc=False, tag="time-over", omit_defaults=True, forbid_unknown_fields=True):
    """`time is over`: the shooter made no line bet in time, and the dice go to the next seat that has one."""

    def __str__(self) -> str:
        return "time is over"


class DeclineDice(Struct, frozen=True, gc=False, tag="decline-dice", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann declines the dice`."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} declines the dice"


class AcceptDice(Struct, frozen=True, gc=False, tag="accept-dice", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann accepts the dice`: she is the shooter now, and an earlier no is taken back."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} accepts the dice"


class ThrowDice(Struct, frozen=True, gc=False, tag="throw", omit_defaults=True, forbid_unknown_fields=True):
    """`throw`: the dice leave the hand; `throw: one die` tells what happened to them, as grounds of the house."""

    told: str = ""

    def __str__(self) -> str:
        return f"throw: {self.told}" if self.told else "throw"


class RollDice(Struct, frozen=True, gc=False, tag="roll", omit_defaults=True, forbid_unknown_fields=True):
    """`roll 3 1`; `roll 3 1 called by supervisor`, where the stick could not see the dice."""

    a: int
    b: int
    called_by: Literal["", "base dealer", "supervisor"] = ""

    def __str__(self) -> str:
        return f"roll {self.a} {self.b}" + (f" called by {self.called_by}" if self.called_by else "")


class NoRoll(Struct, frozen=True, gc=False, tag="no-roll", omit_defaults=True, forbid_unknown_fields=True):
    """`no roll: a die left the table`."""

    ground: str = ""

    def __str__(self) -> str:
        return f"no roll: {self.ground}" if self.ground else "no roll"


class BuyIn(Struct, frozen=True, gc=False, tag="buy-in", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann buys in for 200`: money to the drop box, chips to the rack.

    `Ann presents 25 by voucher`: what a casino gives away comes to the table, and stays apart from the rack.
    """

    seat: str
    amount: Cents
    promotional: Literal["", "token", "voucher"] = ""

    def __str__(self) -> str:
        if self.promotional:
            return f"{self.seat} presents {units(self.amount)} by {self.promotional}"
        return f"{self.seat} buys in for {units(self.amount)}"


class Leave(Struct, frozen=True, gc=False, tag="leave", omit_defaults=True, forbid_unknown_fields=True):
    """`Ann leaves`: what may come down comes down, and the rack is cashed out."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} leaves"


class OrderPass(Struct, frozen=True, gc=False, tag="order-pass", omit_defaults=True, forbid_unknown_fields=True):
    """`supervisor orders Ann to pass the dice`, `supervisor orders Ann to pass the dice: both hands`."""

    seat: str
    ground: str = ""

    def __str__(self) -> str:
        return f"supervisor orders {self.seat} to pass the dice{f': {self.ground}' if self.ground else ''}"


class Warn(Struct, frozen=True, gc=False, tag="warn", omit_defaults=True, forbid_unknown_fields=True):
    """`supervisor warns Ann: short of the wall`."""

    seat: str
    about: str

    def __str__(self) -> str:
        return f"supervisor warns {self.seat}: {self.about}"


class TellTime(Struct, frozen=True, gc=False, tag="clock", omit_defaults=True, forbid_unknown_fields=True):
    """`clock 2026-11-15T08:59 America/Chicago`: the house's local time."""

    at: str
    zone: str

    def __str__(self) -> str:
        return f"clock {self.at} {self.zone}"


class Overrule(Struct, frozen=True, gc=False, tag="overrule", omit_defaults=True, forbid_unknown_fields=True):
    """`supervisor overrules, roll 3 1`: the throw that was called no roll counts after all."""

    a: int
    b: int

    def __str__(self) -> str:
        return f"supervisor overrules, roll {self.a} {self.b}"


class RuleNoRoll(Struct, frozen=True, gc=False, tag="rule-no-roll", omit_defaults=True, forbid_unknown_fields=True):
    """`supervisor rules no roll`, `supervisor rules no roll: on the rail`: a roll that was let pass does not count."""

    ground: str = ""

    def __str__(self) -> str:
        return f"supervisor rules no roll{f': {self.ground}' if self.ground else ''}"


class CorrectRoll(Struct, frozen=True, gc=False, tag="correct-roll", omit_defaults=True, forbid_unknown_fields=True):
    """`roll corrected to 3 4`: the last roll was entered or read wrongly, and the dice showed this."""

    a: int
    b: int

    def __str__(self) -> str:
        return f"roll corrected to {self.a} {self.b}"


class Award(Struct, frozen=True, gc=False, tag="award", omit_defaults=True, forbid_unknown_fields=True):
    """`supervisor awards Ann 25: the payoff was short`, or takes it: `supervisor takes 25 from Ann: paid twice`."""

    seat: str
    amount: Cents
    """To the rack, out of the bank; below zero the other way."""
    why: str
    clause: str = ""
    """By which clause; the notation does not say it."""

    def __str__(self) -> str:
        amount = units(abs(self.amount))
        moved = f"awards {self.seat} {amount}" if self.amount >= 0 else f"takes {amount} from {self.seat}"
        return f"supervisor {moved}: {self.why}"


class Inspect(Struct, frozen=True, gc=False, tag="inspect", omit_defaults=True, forbid_unknown_fields=True):
    """`supervisor finds the dice sound, signed Lee 4711`, or `tampered`: the dice of a Shootout."""

    sound: bool
    supervisor: str = ""
    licence: str = ""

    def __str__(self) -> str:
        signed = f", signed {self.supervisor} {self.licence}" if self.supervisor or self.licence else ""
        return f"supervisor finds the dice {'sound' if self.sound else 'tampered'}{signed if self.sound else ''}"


Command = (
    Sit | BuyIn | Leave | Bet | Reduce | TakeDown | CallWager | CallProps | Press | Parlay | Undo | Toke | Remember
    | PassDice | OrderPass | TimeOver | Warn | DeclineDice | AcceptDice | ThrowDice | RollDice | NoRoll | Overrule
    | TellTime | Inspect | Award | RuleNoRoll | CorrectRoll
)  # fmt: skip

LayoutCommand = Bet | Reduce | TakeDown | CallWager | CallProps | Press | Parlay
"""What changes a seat's own layout."""
SeatCommand = (
    BuyIn | Leave | LayoutCommand | Undo | Toke | Remember | PassDice | OrderPass | Warn | DeclineDice | AcceptDice
    | Award
)  # fmt: skip
"""What somebody who has a seat does, or is made to do."""
