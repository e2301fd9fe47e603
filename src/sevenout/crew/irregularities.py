"""What goes wrong or out of the ordinary at a table, as its crew tells it: commands, and events that keep a record.

Past-posting and snatching move nothing: the table has settled by what lay there when the dice rested.
"""

from typing import Literal

from msgspec import Struct

from sevenout.columns import Outcome
from sevenout.crew.calls import Spoken
from sevenout.money import Cents
from sevenout.refusal import Citation

# --- commands


class PastPost(Struct, frozen=True):
    """A player placed or increased a wager after the dice had come to rest."""

    seat: str
    amount: Cents
    wager: str


class Snatch(Struct, frozen=True):
    """A player drew back a wager, or some of it, after the dice had come to rest."""

    seat: str
    amount: Cents
    wager: str


class VerifyBet(Struct, frozen=True):
    """A large bet is counted before the dice are thrown."""

    seat: str
    amount: Cents
    wager: str
    by: str = "dealer"


class Tender(Struct, frozen=True):
    """What a player put down for the bet that was just booked: the rest is change."""

    seat: str
    amount: Cents


class Assist(Struct, frozen=True):
    """A dealer stacks a player's chips or says what to bet, which the player asked for, or did not."""

    seat: str
    asked: bool = True


class CatchChecks(Struct, frozen=True):
    """A dealer catches chips that a player tossed."""

    seat: str
    amount: Cents


class Encourage(Struct, frozen=True):
    """A new or slow player is asked to play at the usual rate."""

    seat: str
    by: str = "stickperson"


class ClearRail(Struct, frozen=True):
    """Patrons who do not play are asked to step back from the rail."""

    by: str = "stickperson"


IrregularCommand = PastPost | Snatch | VerifyBet | Tender | Assist | CatchChecks | Encourage | ClearRail

# --- events

WagerIs = Literal["placed", "increased"]


class PastPosted(Struct, frozen=True, tag="past-posted"):
    """A wager came too late: it was refused, and by which clause."""

    seat: str
    amount: Cents
    wager: str
    how: WagerIs
    done: str
    cite: Citation


class Snatched(Struct, frozen=True, tag="snatched"):
    """A wager was drawn back too late: it was decided as if it lay there, and by which clause."""

    seat: str
    amount: Cents
    wager: str
    result: Outcome
    done: str
    cite: Citation


class BetVerified(Struct, frozen=True, tag="bet-verified"):
    """A bet was counted in time: what lies there, and how much of it is above its limit."""

    seat: str
    amount: Cents
    wager: str
    over: Cents
    by: str
    said: tuple[Spoken, ...]


class BelowMinimum(Struct, frozen=True, tag="below-minimum"):
    """A bet below its minimum was seen only after the roll: supervisor and player are told; it counts as it lies."""

    seat: str
    amount: Cents
    wager: str
    minimum: Cents
    said: tuple[Spoken, ...]
    cite: Citation


class Tendered(Struct, frozen=True, tag="tendered"):
    """More was put down than a bet needs, and the change was announced with it."""

    seat: str
    amount: Cents
    change: Cents
    said: tuple[Spoken, ...]


class Assisted(Struct, frozen=True, tag="assisted"):
    """A dealer helped a player who asked for it, with every bet paid."""

    seat: str
    by: str
    cite: Citation


class ChecksCaught(Struct, frozen=True, tag="checks-caught"):
    """Tossed chips were caught, so that no bet was disturbed."""

    seat: str
    amount: Cents
    by: str
    cite: Citation


class Encouraged(Struct, frozen=True, tag="encouraged"):
    """A player was asked to play at the usual rate."""

    seat: str
    by: str
    said: tuple[Spoken, ...]


class RailCleared(Struct, frozen=True, tag="rail-cleared"):
    """Patrons who do not play were asked to step back."""

    by: str
    said: tuple[Spoken, ...]


IrregularEvent = (
    PastPosted | Snatched | BetVerified | BelowMinimum | Tendered | Assisted | ChecksCaught | Encouraged | RailCleared
)  # fmt: skip
