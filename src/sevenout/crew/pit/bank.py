"""The bank by colour: opened, filled, credited and counted; drop and toke box; what besides money buys chips.

The table's ledger has amounts; what the bank should hold of each colour is reckoned as the manual says, with whatever
changes hands in the fewest chips unless somebody told how it was cut. A count puts it right.
"""

from collections.abc import Iterable
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents, format_amount, units
from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.layout.chips import Chips, Denomination, Stack
from sevenout.crew.manual.chapter_loader import refused_role
from sevenout.crew.pit.money_change import MoneyChange, told_stacks, worth
from sevenout.crew.pit.pit_rules import BankManners, pit_rules
from sevenout.engine.game import Game
from sevenout.table import events
from sevenout.table.commands import BuyIn
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.table_snapshot import Snapshot, state_of

Box = Literal["drop", "toke"]
"""The boxes of a table: for money and for tips."""
Medium = Literal["token", "voucher"]
"""What a house may take for a wager beside its chips."""

# --- commands


def format_signatures(signed: tuple[str, ...]) -> str:
    """Who signed a slip, as the end of its line.

    >>> format_signatures(("Ned", "Sue")), format_signatures(())
    (', signed Ned and Sue', '')
    """
    return f", signed {' and '.join(signed)}" if signed else ""


class OpenBank(Struct, frozen=True, tag="open-bank", omit_defaults=True):
    """`bank opened: 100 red of 5, 40 green of 25, cage: 200 red of 5, signed Ned and Sue`:
    what the bank holds as the table opens, by colour; what the cage holds, where that is told, and who signed."""

    chips: tuple[Stack, ...]
    cage: tuple[Stack, ...] | None = None
    signed: tuple[str, ...] = ()

    def __str__(self) -> str:
        cage = "" if self.cage is None else f", cage: {told_stacks(self.cage) or 'none'}"
        return f"bank opened: {told_stacks(self.chips) or 'none'}{cage}{format_signatures(self.signed)}"


class CountBank(Struct, frozen=True, tag="count-bank", omit_defaults=True):
    """`boxperson counts the bank: 80 red of 5, 40 green of 25, signed Ned and Sue`: the bank is counted, by colour."""

    chips: tuple[Stack, ...]
    by: str = "boxperson"
    signed: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.by} counts the bank: {told_stacks(self.chips) or 'none'}{format_signatures(self.signed)}"


class CountBox(Struct, frozen=True, tag="count-box", omit_defaults=True):
    """`supervisor counts the drop box: 2000`: the drop box or the toke box is counted."""

    box: Box
    amount: Cents
    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} counts the {self.box} box: {units(self.amount)}"


class Present(Struct, frozen=True, tag="present", omit_defaults=True):
    """`Ann presents 25 by voucher`: a player brings promotional tokens or a voucher to wager with."""

    seat: str
    amount: Cents
    medium: Medium

    def __str__(self) -> str:
        return f"{self.seat} presents {units(self.amount)} by {self.medium}"


BankCommand = OpenBank | CountBank | CountBox | Present

# --- events


class BankOpened(Struct, frozen=True, tag="bank-opened"):
    """The bank as the table opened."""

    chips: tuple[Stack, ...]
    cage: tuple[Stack, ...] | None = None
    signed: tuple[str, ...] = ()


class BankMoved(Struct, frozen=True, tag="bank-moved"):
    """The change that an event of the table made to the bank: chips by colour, below zero if they left it."""

    chips: tuple[Stack, ...]
    odd: Cents = 0
    """What no chips of the house make up."""
    owed: Cents = 0
    """What is to be paid and cannot be with the chips that are there: a fill comes first."""
    with_roll: bool = False
    """Whether it goes back if the last roll does."""


class BankCounted(Struct, frozen=True, tag="bank-counted"):
    """The bank was counted: what lies there, and what should."""

    counted: tuple[Stack, ...]
    expected: tuple[Stack, ...]
    odd: Cents
    """What should be there and is of no colour."""
    by: str
    signed: tuple[str, ...] = ()


class BoxCounted(Struct, frozen=True, tag="box-counted"):
    """A box was counted: what lay in it, and what should have."""

    box: Box
    counted: Cents
    expected: Cents
    by: str


class Presented(Struct, frozen=True, tag="presented"):
    """Tokens or a voucher came to the table: the player lays them as they are, or has chips for them."""

    seat: str
    amount: Cents
    medium: Medium
    into: str
    cite: Citation
    cashed: bool = False
    """Whether the player has chips for them, which are cashed like any."""


BankEvent = BankOpened | BankMoved | BankCounted | BoxCounted | Presented


# --- the bank


class Bank(Struct, frozen=True):
    """The chips in the house's places at a table, by colour, and in the cage if that is known."""

    held: tuple[Stack, ...] = ()
    odd: Cents = 0
    """What no chips of the house make up."""
    cage: tuple[Stack, ...] | None = None
    owed: Cents = 0
    """What of the last payoffs there were no chips for."""

    @property
    def amount(self) -> Cents:
        """Its worth in cents."""
        return worth(self.held) + self.odd - self.owed

    def plus(self, chips: Iterable[Stack], odd: Cents = 0) -> "Bank":
        """The bank with more chips, or with fewer where they are below zero."""
        return replace(self, held=merge_stacks((*self.held, *chips)), odd=self.odd + odd)

    def apply_event(self, event: BankEvent) -> "Bank":
        """The bank after one of its events."""
        match event:
            case BankOpened(chips, cage):
                return Bank(merge_stacks(chips), 0, None if cage is None else merge_stacks(cage))
            case BankMoved(chips, odd, owed):
                return replace(self.plus(chips, odd), owed=self.owed + owed)
            case BankCounted(counted):
                return replace(self, held=counted, odd=0)
            case BoxCounted() | Presented():
                return self
            case _:
                assert_never(event)

    def refused_move(self, rules: BankManners, chip: Denomination, chips: int, start: str) -> Refusal | None:
        """Why so many chips of one colour cannot leave the bank, or the cage, if they cannot."""
        lying = self.cage if start == "cage" else self.held
        there = 0 if lying is None else sum(stack.chips for stack in lying if stack.denomination == chip)
        if lying is None or chips <= there or not rules.cover.value:
            return None
        place = "cage" if start == "cage" else "bank"
        reason = f"the {place} has only {max(there, 0)} {chip.colour} chips, not {chips}"
        return Refusal("bank-short", reason, rules.cover.cite)

    def move_stack(self, stack: Stack, start: str, to: str) -> "Bank":
        """The bank after a fill, a credit, or a move between its own places."""
        if "cage" not in (start, to):
            return self
        into = 1 if start == "cage" else -1
        cage = None if self.cage is None else merge_stacks((*self.cage, _times(stack, -into)))
        return replace(self.plus((_times(stack, into),)), cage=cage)._with_debts_paid()

    def _with_debts_paid(self) -> "Bank":
        """Pays what could not be paid before, as far as there are chips now."""
        paid, owed = self.cut(self.owed)
        return replace(self.plus(_times(stack, -1) for stack in paid), owed=owed)

    def cut(self, amount: Cents) -> tuple[tuple[Stack, ...], Cents]:
        """Chips that are there for an amount, the largest first, and what is left of it without any.

        >>> red, green = Denomination(500, "red"), Denomination(2500, "green")
        >>> chips, left = Bank((Stack(red, 3), Stack(green, 1))).cut(5_500)
        >>> [str(stack) for stack in chips], left
        (['1 green', '3 red'], 1500)
        """
        chips = []
        for stack in sorted(self.held, key=lambda stack: stack.denomination, reverse=True):
            count = min(amount // stack.denomination.cents, max(stack.chips, 0))
            if count:
                chips.append(Stack(stack.denomination, count))
                amount -= count * stack.denomination.cents
        return tuple(chips), amount

    def refused_chips(self, rules: BankManners, chips: Iterable[Stack]) -> Refusal | None:
        """Why some chips cannot leave the bank."""
        each = (self.refused_move(rules, stack.denomination, stack.chips, "bank") for stack in merge_stacks(chips))
        return next((refusal for refusal in each if refusal is not None), None)

    def refused_amount(self, rules: BankManners, chips: Chips, amount: Cents) -> Refusal | None:
        """Why an amount cannot leave the bank, if its chips do not reach."""
        left = self.cut(amount)[1]
        if not left or not rules.cover.value or isinstance(chips.cut(amount), Refusal):
            return None
        reason = f"the bank's chips are {format_amount(left)} short of {format_amount(amount)}: fill it first"
        return Refusal("bank-short", reason, rules.cover.cite, amount=amount)


def merge_stacks(stacks: Iterable[Stack]) -> tuple[Stack, ...]:
    """Chips by colour, the smallest value first; what adds up to none is left out.

    >>> red = Denomination(500, "red")
    >>> [str(stack) for stack in merge_stacks((Stack(red, 20), Stack(red, 5), Stack(Denomination(100, "white"), 0)))]
    ['25 red']
    """
    counts: dict[Denomination, int] = {}
    for stack in stacks:
        counts[stack.denomination] = counts.get(stack.denomination, 0) + stack.chips
    return tuple(Stack(chip, counts[chip]) for chip in sorted(counts) if counts[chip])


def _times(stack: Stack, by: int) -> Stack:
    return Stack(stack.denomination, stack.chips * by)


# --- judging


def decide_bank(game: Game, table: Snapshot, bank: Bank | None, command: BankCommand) -> BankEvent | Refusal:
    """The event of a command about the bank and the boxes, or the refusal.

    >>> from sevenout.table import Table
    >>> game = Game.open("catfish-bend")
    >>> decide_bank(game, Table(game).snapshot(), None, CountBank(())).reason
    'say first what the bank held when the table opened, as in: bank opened: 80 red, 40 green'
    """
    rules, chips = pit_rules(game), Chips.of(game.rules.book)
    match command:
        case OpenBank(stacks, cage, signed):
            if bank is not None:
                return Refusal("not-now", "the bank is already open: count it", rules.bank.rules.count.cite)
            refusal = _refused_stacks(chips, (*stacks, *(cage or ())))
            return refusal or BankOpened(merge_stacks(stacks), None if cage is None else merge_stacks(cage), signed)
        case CountBank(stacks, by, signed):
            if bank is None:
                reason = "say first what the bank held when the table opened, as in: bank opened: 80 red, 40 green"
                return Refusal("not-now", reason, rules.bank.rules.basis.cite)
            refusal = refused_role(by, rules.bank.rules.count) or _refused_stacks(chips, stacks)
            return refusal or BankCounted(merge_stacks(stacks), bank.held, bank.odd, by, signed)
        case CountBox(box, amount, by):
            refusal = refused_role(by, rules.boxes.drop if box == "drop" else rules.boxes.toke)
            if refusal is None and amount < 0:
                refusal = Refusal("no-amount", "a box cannot hold less than nothing")
            expected = table.ledger.drop if box == "drop" else table.ledger.toke_box
            return refusal or BoxCounted(box, amount, expected, by)
        case Present():
            return _present(game, table, command)
        case _:
            assert_never(command)


def _refused_stacks(chips: Chips, stacks: tuple[Stack, ...]) -> Refusal | None:
    for stack in stacks:
        if stack.denomination not in chips.denominations:
            return Refusal("no-such-chip", f"this house has chips of {chips.describe()}", chips.cite)
        if stack.chips < 0:
            return Refusal("bank-short", f"there cannot be {stack.chips} {stack.denomination.colour} chips", chips.cite)
    return None


def _present(game: Game, table: Snapshot, command: Present) -> BankEvent | Refusal:
    """Tokens and vouchers are worth what they say where the house takes them; the table hears who owns them."""
    rules = pit_rules(game).wagering
    rule = rules.made_with
    if command.medium not in rule.value:
        takes = ", ".join(sorted(rule.value))
        return Refusal("not-here", f"this house takes no {command.medium}: bets are made with {takes}", rule.cite)
    bought = decide_command(game, state_of(game, table), BuyIn(command.seat, command.amount))
    if isinstance(bought, Refusal):
        return bought
    cashed = rules.promotional_cashed.value
    return Presented(command.seat, command.amount, command.medium, rules.presented.value, rule.cite, cashed)


# --- what the table's events do


def follow_bank(game: Game, bank: Bank, event: events.SingleEvent, changing: MoneyChange | None) -> BankMoved | None:
    """What an event of the table does to the bank; `changing` is money that is being changed, and may be cut already.

    What comes in is there before anything is paid, and nothing is paid with chips that are not there.

    >>> bank = Bank(tuple(Stack(chip, 20) for chip in Chips.of(Game.open("catfish-bend").rules.book).denominations))
    >>> moved = follow_bank(Game.open("catfish-bend"), bank, events.BoughtIn("Ann", 13_000, 20_000), None)
    >>> [str(stack) for stack in moved.chips]
    ['-1 red', '-1 green', '-1 black']
    """
    chips = Chips.of(game.rules.book)
    if isinstance(event, events.BoughtIn) and changing is not None and _is_for(changing, event):
        return BankMoved(merge_stacks(_times(stack, -1) for stack in changing.cut))
    odd, owed, after = 0, 0, bank
    for amount in sorted(_into_the_bank(event), reverse=True):
        cut = chips.cut(abs(amount)) if amount else ()
        if isinstance(cut, Refusal):
            odd += amount
        elif amount > 0:
            after = after.plus(cut)
        else:
            paid, left = (cut, 0) if _has_chips(after, cut) else after.cut(-amount)
            after, owed = after.plus(_times(stack, -1) for stack in paid), owed + left
    moved = merge_stacks((*after.held, *(_times(stack, -1) for stack in bank.held)))
    goes_back = isinstance(event, events.Rolled | events.Changed | events.Undone | events.Toked)
    return BankMoved(moved, odd, owed, goes_back) if moved or odd or owed else None


def reversal_of(moved: BankMoved) -> BankMoved | None:
    """The event that moves the chips of a voided roll back; None if it moved none.

    >>> red = Denomination(500, "red")
    >>> [str(stack) for stack in reversal_of(BankMoved((Stack(red, 3),))).chips]
    ['-3 red']
    """
    chips = merge_stacks(_times(stack, -1) for stack in moved.chips)
    return BankMoved(chips, -moved.odd, -moved.owed) if chips or moved.odd or moved.owed else None


def _has_chips(bank: Bank, chips: Iterable[Stack]) -> bool:
    """True if so many chips of every colour are there."""
    there = {stack.denomination: stack.chips for stack in bank.held}
    return all(stack.chips <= there.get(stack.denomination, 0) for stack in merge_stacks(chips))


def _is_for(changing: MoneyChange, event: events.BoughtIn) -> bool:
    """True if chips that were cut are those of a buy-in; somebody may buy in while other money is being changed."""
    asked = (changing.kind, changing.seat, changing.amount)
    return bool(changing.cut) and asked == ("currency", event.seat, event.bought)


def _into_the_bank(event: events.SingleEvent) -> Iterable[Cents]:
    """Every amount that an event brought to the bank, or took from it: below zero."""
    match event:
        case events.Seated() | events.BoughtIn():
            return [-event.bought]
        case events.Left():  # who leaves walks to the cage with the chips of the rack that are cashed
            return [event.commission]
        case events.Changed() | events.Undone() | events.Toked():
            return [event.commission]
        case events.Awarded():
            return [-event.amount]
        case events.Inspected():
            return [-part.amount for part in event.paid]
        case events.Rolled():
            lost = [done.stake - done.over - done.collected for _, done in event.settled if done.result == "lose"]
            refunds = [-done.refund for _, done in event.settled if done.refund]
            return [*lost, *(-done.won for _, done in event.settled if done.won), *refunds]
        case _:
            return []


def differences(counted: BankCounted) -> tuple[Stack, ...]:
    """The difference between the count and the books, by colour; negative for missing chips.

    >>> red = Denomination(500, "red")
    >>> [str(stack) for stack in differences(BankCounted((Stack(red, 38),), (Stack(red, 40),), 0, "boxperson"))]
    ['-2 red']
    """
    return merge_stacks((*counted.counted, *(_times(stack, -1) for stack in counted.expected)))


def off_by(counted: BankCounted) -> Cents:
    """The same in money.

    >>> red = Denomination(500, "red")
    >>> off_by(BankCounted((Stack(red, 38),), (Stack(red, 40),), 0, "boxperson"))
    -1000
    """
    return worth(counted.counted) - worth(counted.expected) - counted.odd
