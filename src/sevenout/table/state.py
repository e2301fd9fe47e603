"""All that a table is between two commands, in the numbers that the rules work with. Values only.

What others look at is a `Snapshot`: the same by name.
"""

from datetime import datetime
from itertools import compress, count
from operator import is_not

from msgspec import Struct

from sevenout.base.money import Cents
from sevenout.engine.betting import EMPTY, Position, Settlement, at_risk
from sevenout.engine.position import Voucher
from sevenout.engine.shootout import Hand
from sevenout.engine.vouchers import on_layout, without
from sevenout.rulebook.compiler.puck_machine import PuckEvent

REMEMBERED_ROLLS = 50
"""So many of the last rolls a table can recall."""
MOST_UNDONE = 64
"""So many acts a seat can take back, one after another."""


class Earlier(Struct, frozen=True, gc=False):
    """A seat before an act since the last roll, and what the act cost: all that taking it back needs."""

    position: Position
    staked: Cents
    commission: Cents
    results: tuple[Settlement, ...]


class Seat(Struct, frozen=True, gc=False):
    """A player: name, rack, layout, and what the last roll decided, for a parlay."""

    name: str
    rack: Cents
    position: Position = EMPTY
    last_results: tuple[Settlement, ...] = ()
    place: int = 0
    """Where at the rail, clockwise from the left of the box; it is kept until the player leaves."""
    player: str = ""
    """Who it is, whatever name is shown."""
    bought: Cents = 0
    """What was bought in for since sitting down."""
    earlier: tuple[Earlier, ...] = ()
    """What can be taken back, the last act last."""
    memory: str = ""
    """What a strategy in this seat remembers, as JSON."""
    vouchers: tuple[Voucher, ...] = ()
    """The promotional tokens and vouchers that the player owns; those on the layout are among them."""

    @property
    def just_won(self) -> tuple[Settlement, ...]:
        """What may be parlayed."""
        return tuple(result for result in self.last_results if result.result == "win")

    @property
    def held_vouchers(self) -> tuple[Voucher, ...]:
        """The tokens and vouchers that are not on the layout."""
        return without(self.vouchers, on_layout(self.position)) if self.vouchers else ()


class ShooterWarning(Struct, frozen=True, gc=False):
    """A shooter was warned about a ground for a no roll or a rule for shooters, by its key."""

    seat: str
    about: str


class TableDice(Struct, frozen=True, gc=False, omit_defaults=True):
    """Who has the dice, and what is known about the turn."""

    holder: str | None = None
    """Who has the dice, or had them last."""
    turn: str | None = None
    """Whose turn has begun with a roll and is not over."""
    move_on: bool = False
    """The holder has sevened out, passed them or gone: they go to the next seat that accepts."""
    finishing: bool = False
    """The holder plays out somebody else's point, with a hand of their own to come."""
    inherited: bool = False
    """Somebody else began the hand and gave up the dice: whoever takes them over completes it, where the house says."""
    declined: tuple[str, ...] = ()
    thrown: bool = False
    """They are in the air."""
    called_off: str | None = None
    """The ground on which the last throw was called no roll, until anything else happens."""
    told: tuple[str, ...] = ()
    """What happened to the throw as it was told, fact by fact, as long as it can count or be overruled."""
    warned: tuple[ShooterWarning, ...] = ()
    """The warnings of this turn."""


class Bonus(Struct, frozen=True, gc=False, omit_defaults=True):
    """The clock and the Shootout: when it was first posted and last hit, the turn so far, a hit that is held."""

    zone: str
    opened: datetime
    now: datetime
    posted: Cents | None = None
    """What the bonus stands at; nothing where there is none."""
    last_hit: datetime | None = None
    hand: Hand | None = None
    held_for: str = ""
    """The shooter of a hit whose dice are being inspected."""
    held_amount: Cents = 0
    eligible: tuple[str, ...] = ()
    """Who had a wager on the layout when it was hit, beside the shooter."""
    held_at: datetime | None = None
    """When it was hit: by this, not by the inspection, it starts again."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points made towards it in this turn; none once its hit is paid or void, until the next turn."""
        if self.hand is None or (self.hand.hit and not self.held_for):
            return ()
        return self.hand.points


class Ledger(Struct, frozen=True, gc=False, omit_defaults=True):
    """The accounts beside racks and layouts. Chips leave the bank for a rack against money in the drop."""

    bank: Cents = 0
    drop: Cents = 0
    commission: Cents = 0
    toke_box: Cents = 0
    bonus: Cents = 0
    """What of the bank's payments was bonus."""
    awarded: Cents = 0
    """What of them rulings awarded, less what rulings took."""

    def plus(
        self,
        bank: Cents = 0,
        drop: Cents = 0,
        commission: Cents = 0,
        toke_box: Cents = 0,
        bonus: Cents = 0,
        awarded: Cents = 0,
    ) -> "Ledger":
        """The accounts after a transfer."""
        return Ledger(
            self.bank + bank,
            self.drop + drop,
            self.commission + commission,
            self.toke_box + toke_box,
            self.bonus + bonus,
            self.awarded + awarded,
        )


class PastRoll(Struct, frozen=True, gc=False, omit_defaults=True):
    """A roll that was: the dice, who threw them, what it did to the puck, and the point after it."""

    a: int
    b: int
    shooter: str
    event: PuckEvent = ""
    point: int | None = None


class TableState(Struct, frozen=True, gc=False):
    """A table between two commands. Seats stand in clockwise order from the left of the box."""

    seats: tuple[Seat, ...] = ()
    crew: Position = EMPTY
    point: int | None = None
    dice: TableDice = TableDice()
    ledger: Ledger = Ledger()
    bonus: Bonus | None = None
    rolls: tuple[PastRoll, ...] = ()
    """The last of them, the newest last."""
    revocable: "RevocableRoll | None" = None
    """What the last roll can be taken back to, until the next throw."""

    def seat(self, name: str) -> Seat | None:
        """The seat of that name."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        return None

    def with_seat(self, changed: Seat) -> tuple[Seat, ...]:
        """The seats with one of them replaced."""
        seats, name = self.seats, changed.name
        for at, seat in enumerate(seats):
            if seat.name == name:
                return (*seats[:at], changed, *seats[at + 1 :])
        return seats


class RevocableRoll(Struct, frozen=True, gc=False):
    """A roll that can be taken back until the next throw: ruled no roll, or corrected."""

    table: TableState
    """The table as it would be without the roll: as it was thrown at, with the money that came and went since."""
    ruled: bool = False
    """A supervisor had it count: it can be corrected, and not be ruled no roll."""
    bound: str = ""
    """Why it can be taken back no more, if it cannot."""


def fault_in(before: TableState, after: TableState) -> str:
    """What is wrong with a state, if the one before it was sound: it makes or loses chips, or leaves a rack in debt.

    Where one seat alone is another value than before, as after a bet, that seat is counted and the accounts; after a
    roll, when somebody came or went, or when more than one seat changed, everything is.
    """
    at = next(compress(count(), map(is_not, before.seats, after.seats)), len(after.seats))
    alone = len(before.seats) == len(after.seats) and before.seats[at + 1 :] == after.seats[at + 1 :]
    if after.rolls is not before.rolls or not alone:
        chips, least = out_of_balance(after), min([seat.rack for seat in after.seats], default=0)
    else:
        chips, least = _in_accounts(after) - _in_accounts(before), 0
        if at < len(after.seats):
            seat, changed = before.seats[at], after.seats[at]
            chips += changed.rack - seat.rack + at_risk(changed.position) - at_risk(seat.position)
            least = changed.rack
    if chips:
        return "makes or loses chips"
    return "leaves a rack below nothing" if least < 0 else ""


def _in_accounts(state: TableState) -> Cents:
    """All chips that are no seat's: the crew's layout, and the accounts that hold any."""
    ledger = state.ledger
    return at_risk(state.crew) + ledger.bank + ledger.commission + ledger.toke_box


def out_of_balance(state: TableState) -> Cents:
    """Chips made or lost: racks, layouts, tokes, bank and commission always sum to nothing, computed from scratch."""
    chips = _in_accounts(state)
    for seat in state.seats:
        chips += seat.rack + at_risk(seat.position)
    return chips
