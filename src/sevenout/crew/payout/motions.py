"""A motion: what one hand of the crew does once after a roll, to which chips, in which manner, by which clause."""

from typing import Literal, assert_never

from msgspec import Struct

from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import CREW
from sevenout.crew.layout.rail import Dealer, Direction, End

Act = Literal[
    "bring in", "clear", "cut down", "take", "pay", "ask", "return", "refund", "pick up", "deduct", "move", "mark",
    "puck",
]  # fmt: skip
"""What a hand does: `clear` pushes a loser aside that is taken later, `cut down` splits a stake above its limit into
what counts and what does not, `ask` asks for the commission of a winner's next round, `return` gives a stake back,
`refund` the commission of the part above the limit, `pick up` is a player who takes up a stake, `deduct` keeps a losing
proposition up at the cost of the payment that follows, `move` carries a bet to its number, `mark` notes what a
collecting wager has gathered."""

Who = Dealer | Literal["stickperson", "player"]

Hand = Literal["inside", "outside"]
"""Of a dealer's two: the one nearer the middle of the table, or the one nearer its end."""

Cut = Literal["come", "come, if of two colours"]
"""Where a payoff is cut before it is given, the colours one by one."""

SetDown = Literal["apron", "come", "beside the bet", "where it lies"]
"""Where a player's chips are left: never in the rail, which is the player's own."""

CutDown = Literal["come", "where it lies"]
"""Where a stake above its limit is cut down to what counts."""


class Manner(Struct, frozen=True):
    """The place and the hand with which chips are given or taken, as far as a manual says."""

    cut: Cut | Literal[""] = ""
    cut_by: Hand | Literal[""] = ""
    shown: Hand | Literal[""] = ""
    """The hand that is lifted for the supervisor to count along, before chips that were cut are stacked."""
    at: SetDown | Literal[""] = ""
    hand: Hand | Literal[""] = ""
    """The one that gives, brings or takes."""
    cites: tuple[Citation, ...] = ()
    """The clauses behind all this, in this order."""

    def of_colours(self, colours: int) -> "Manner":
        """How a payoff of so many colours is given: one that can be read at a glance is not cut where two would be.

        >>> manner = Manner("come, if of two colours", "inside", "inside", "come", "outside")
        >>> manner.of_colours(1).sentence, manner.of_colours(2).cut
        ('set down on the come with the outside hand', 'come')
        """
        if self.cut != "come, if of two colours":
            return self
        if colours > 1:
            return Manner("come", self.cut_by, self.shown, self.at, self.hand, self.cites)
        return Manner(at=self.at, hand=self.hand, cites=self.cites)

    @property
    def sentence(self) -> str:
        """The manner in a few words.

        >>> Manner("come", "inside", "inside", "apron", "outside").sentence
        'cut on the come with the inside hand, shown, set down on the apron with the outside hand'
        >>> Manner(hand="inside").sentence
        'with the inside hand'
        """
        cut = f"cut on the {self.cut} {_with(self.cut_by)}".strip() if self.cut else ""
        bare = {"": "", "where it lies": "where it lies", "beside the bet": "set down beside the bet"}
        at = bare.get(self.at, f"set down on the {self.at}")
        return ", ".join(part for part in (cut, self.shown and "shown", f"{at} {_with(self.hand)}".strip()) if part)


def _with(hand: str) -> str:
    return f"with the {hand} hand" if hand else ""


NO_MANNER = Manner()


class Motion(Struct, frozen=True):
    """One motion of one hand: `amount` goes from a wager or the bank to where `to` says."""

    who: Who
    act: Act
    cite: Citation
    """The clause of the manual that puts it here."""
    seat: str = ""
    """Whose chips they are; `crew` for tokes that ride."""
    wager: str = ""
    amount: Cents = 0
    to: str = ""
    """`bank`, `rack` (the player's, who takes them there), `toke box`, the wager that a bet moves to, where one is
    brought to be cut down (nothing: it is cut where it lies), or where the puck goes (a point, or `off`)."""
    end: End | Literal[""] = ""
    area: str = ""
    direction: Direction | Literal[""] = ""
    decided: Citation | None = None
    """The clause of the rulebook that decided the wager."""
    gathered: tuple[int, ...] = ()
    """Of a mark: all the totals that a collecting wager has gathered."""
    manner: Manner = NO_MANNER
    settled: bool = True
    """Whether any document settles when it is done."""

    @property
    def sentence(self) -> str:
        """The motion as one line.

        >>> Motion("third base", "take", Citation(), "Ann", "field", 500, "bank").sentence
        "Third base takes Ann's field: 5.00"
        >>> Motion("stickperson", "bring in", Citation()).sentence
        'The stickperson brings the dice in'
        """
        who = self.who.capitalize() if self.who in {"third base", "second base"} else f"The {self.who}"
        return f"{self.seat if self.who == 'player' else who} {self._does()}"

    def _does(self) -> str:
        wager = f"{'the crew' if self.seat == CREW else self.seat}'s {self.wager}"
        amount = format_amount(self.amount)
        match self.act:
            case "bring in":
                return "brings the dice in"
            case "clear":
                return f"pushes {wager} clear: {amount}"
            case "cut down":
                cut = f"brings {wager} into the {self.to} and cuts it" if self.to else f"breaks {wager}"
                return f"{cut} down: {amount}"
            case "take":
                return f"takes {wager}: {amount}"
            case "pay":
                return f"pays {wager}: {amount}"
            case "ask":
                return f"asks {self.seat} for the vig of {self.wager}: {amount}"
            case "pick up":
                return f"picks up {amount} of {self.wager}"
            case "return":
                return f"returns {amount} of {wager} to the {self.manner.at or self.to}"
            case "refund":
                return f"returns the vig over the limit of {wager} to the {self.manner.at or self.to}: {amount}"
            case "deduct":
                return f"deducts {amount} for {wager}, which stays up"
            case "move":
                return f"moves {wager} to {self.to}: {amount}"
            case "mark":
                return f"marks {wager}"
            case "puck":
                puck = "takes the puck off" if self.to == "off" else f"puts the puck on {self.to}"
                return puck if self.who == self.end else f"{puck} at {self.end}"
            case _:
                assert_never(self.act)
