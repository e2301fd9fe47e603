"""The bank by colour: opened, filled, credited and counted; drop and toke box; what besides money buys chips."""

from typing import Literal

from msgspec import Struct

from sevenout.crew.chips import Stack
from sevenout.money import Cents
from sevenout.refusal import Citation

Box = Literal["drop", "toke"]
"""The boxes of a table: for money and for tips."""
Medium = Literal["token", "voucher"]
"""What a house may take for a wager beside its chips."""

# --- commands


class OpenBank(Struct, frozen=True):
    """What the bank holds as the table opens, by colour; what the cage holds, where that is told."""

    chips: tuple[Stack, ...]
    cage: tuple[Stack, ...] | None = None


class CountBank(Struct, frozen=True):
    """The bank is counted, by colour."""

    chips: tuple[Stack, ...]
    by: str = "boxperson"


class CountBox(Struct, frozen=True):
    """The drop box or the toke box is counted."""

    box: Box
    amount: Cents
    by: str = "supervisor"


class Present(Struct, frozen=True):
    """A player brings promotional tokens or a voucher to wager with."""

    seat: str
    amount: Cents
    medium: Medium


BankCommand = OpenBank | CountBank | CountBox | Present

# --- events


class BankOpened(Struct, frozen=True, tag="bank-opened"):
    """The bank as the table opened."""

    chips: tuple[Stack, ...]
    cage: tuple[Stack, ...] | None = None


class BankMoved(Struct, frozen=True, tag="bank-moved"):
    """What an event of the table did to the bank: chips by colour, below zero if they left it."""

    chips: tuple[Stack, ...]
    odd: Cents = 0
    """What no chips of the house make up."""


class BankCounted(Struct, frozen=True, tag="bank-counted"):
    """The bank was counted: what lies there, and what should."""

    counted: tuple[Stack, ...]
    expected: tuple[Stack, ...]
    odd: Cents
    """What should be there and is of no colour."""
    by: str


class BoxCounted(Struct, frozen=True, tag="box-counted"):
    """A box was counted: what lay in it, and what should have."""

    box: Box
    counted: Cents
    expected: Cents
    by: str


class Presented(Struct, frozen=True, tag="presented"):
    """Tokens or a voucher were taken for what they say, and went into the player's rack."""

    seat: str
    amount: Cents
    medium: Medium
    cite: Citation


BankEvent = BankOpened | BankMoved | BankCounted | BoxCounted | Presented
