"""One seat's bets and their results, as plain values: no rule, and no money beside them."""

from bisect import bisect_left
from typing import Literal

from msgspec import Struct

from sevenout.base.money import Cents
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.transitions import Outcome


class Voucher(Struct, frozen=True, gc=False, order=True):
    """A promotional voucher, or tokens that were presented together: laid whole, and never worth money."""

    kind: Literal["token", "voucher"]
    amount: Cents


class LayoutFlags(Struct, frozen=True):
    """Rare facts about a layout: locked wagers, stakes over their limit that nobody noticed, vouchers."""

    locked: frozenset[int] = frozenset()
    unnoticed: frozenset[int] = frozenset()
    props_down: bool = False
    vouchers: tuple[tuple[int, Voucher], ...] = ()
    """What of the stakes is vouchers, by wager."""


PLAIN = LayoutFlags()


class Position(Struct, frozen=True, gc=False):
    """A seat's layout: sorted slots with their stakes."""

    slots: tuple[int, ...] = ()
    stakes: tuple[Cents, ...] = ()
    marks: LayoutFlags = PLAIN


EMPTY = Position()


class Change(Struct, frozen=True, gc=False):
    """An accepted action: the layout after it, and what the rack pays (below zero: gets back)."""

    position: Position
    staked: Cents
    commission: Cents = 0

    @property
    def cost(self) -> Cents:
        """All that the rack pays."""
        return self.staked + self.commission

    def combine(self, further: "Change") -> "Change":
        """Both changes as one."""
        return Change(further.position, self.staked + further.staked, self.commission + further.commission)


class Settlement(Struct, frozen=True, gc=False, omit_defaults=True):
    """The decision of a roll about one wager. `won` is what was paid; `cite` is a number of `CompiledBook.citations`.

    `won` excludes the stake, and the next commission of a winner that stays up.
    """

    wager: str
    stake: Cents
    result: Outcome
    won: Cents
    cite: int
    stays: bool = False
    """Whether it lies there still: a winner that stays up, or a loser that winners made good."""
    over: Cents = 0
    """What of the stake was above its limit, seen too late, and went back undecided."""
    commission: Cents = 0
    """What was kept of the winnings of a bet that stays up: a decision spends the commission, so the next one pays."""
    refund: Cents = 0
    """What of the commission was held for the part above the limit, and went back with it."""
    vouchers: Cents = 0
    """What of the stake was tokens and vouchers."""

    @property
    def parlays(self) -> Cents:
        """The stake that a parlay of the win would put up, in whole chips."""
        return self.won if self.stays else self.stake - self.over - self.vouchers + self.won

    @property
    def collected(self) -> Cents:
        """Tokens and vouchers of a losing stake, which the house collects."""
        return self.vouchers if self.result == "lose" and not self.stays else 0


class Move(Struct, frozen=True, gc=False, omit_defaults=True):
    """A change by a roll that decided nothing: a bet that travelled, or a total that a collecting wager gathered."""

    wager: str
    to: str
    """Where it lies now; itself, of a collecting wager."""
    stake: Cents
    cite: int
    gathered: tuple[int, ...] = ()
    """All that it has gathered."""


class Settled(Struct, frozen=True, gc=False):
    """A layout after a roll, what goes back to the rack, what the bank won (below zero: paid), and what happened."""

    position: Position
    back: Cents
    bank: Cents
    results: tuple[Settlement, ...]
    moves: tuple[Move, ...] = ()
    refunded: Cents = 0
    """Commission that went back to the rack with what lay above a limit."""


def at_risk(position: Position) -> Cents:
    """All chips that lie on the layout; tokens and vouchers are no money."""
    chips, marks = sum(position.stakes), position.marks
    return chips if marks is PLAIN else chips - sum([voucher.amount for _, voucher in marks.vouchers])


def find(position: Position, spot: CompiledWager) -> int | None:
    """The index of a wager in the position."""
    index = bisect_left(position.slots, spot.first)
    return index if index < len(position.slots) and position.slots[index] < spot.end else None


def stake_on(position: Position, spot: CompiledWager) -> Cents:
    """The stake on a wager; 0 if it is not up."""
    index = find(position, spot)
    return 0 if index is None else position.stakes[index]


def lying_on(position: Position, spot: CompiledWager) -> tuple[int, Cents]:
    """The slot of a wager and what lies there; -1 and nothing if it is not up."""
    index = find(position, spot)
    return (-1, 0) if index is None else (position.slots[index], position.stakes[index])
