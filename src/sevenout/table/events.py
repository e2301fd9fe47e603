"""What happened at a table: one class for each act, which says everything by name and encodes to JSON as it is.

Whoever reads an event needs neither the rules nor what was before it to know who did what, what every roll decided and
moved, and how racks, layouts, point and dice stand after it. A citation is a number: the opening event lists them.
"""

from typing import Any

import msgspec
from msgspec import Struct

from sevenout.base.money import Cents
from sevenout.base.refusal import Citation
from sevenout.engine.betting import Move, Settlement
from sevenout.engine.position import Voucher
from sevenout.rulebook.compiler.puck_machine import PuckEvent
from sevenout.rulebook.compiler.transitions import Outcome
from sevenout.table.named_layout import BARE, Layout
from sevenout.table.state import Bonus, Ledger, PastRoll, TableDice

VERSION = 2


class TableRules(Struct, frozen=True, gc=False, omit_defaults=True):
    """A table's house, pinned by the digest of its rulebook, and the table's own limits."""

    book: str
    title: str
    digest: str
    minimum: Cents
    maximum: Cents
    chip: Cents
    places: int | None = None
    """How many the rail holds; none: as many as come."""
    undo: bool = False
    """Whether players may take back what they did since the last roll."""
    puck: bool = True
    """Whether this house has a puck."""


class Opened(Struct, frozen=True, gc=False, tag="opened"):
    """The first event of a log: the house, its wagers' titles and all its citations, once."""

    house: TableRules
    labels: dict[str, str]
    """The house's own title of every wager."""
    citations: tuple[Citation, ...]
    """What settlements and moves cite, by number."""
    version: int = VERSION

    def __repr__(self) -> str:
        return f"<Opened {self.house.book}: {len(self.labels)} wagers>"


class Seated(Struct, frozen=True, gc=False, tag="seated", omit_defaults=True):
    """A player took a place at the rail and bought in."""

    seat: str
    place: int
    bought: Cents
    rack: Cents
    throws: str | None = None
    """Who has the dice after it; so in all events."""
    player: str = ""


class BoughtIn(Struct, frozen=True, gc=False, tag="bought-in", omit_defaults=True):
    """A player bought more chips, or brought promotional tokens or a voucher, which stay apart from the rack."""

    seat: str
    bought: Cents
    rack: Cents
    voucher: Voucher | None = None
    """What was brought instead of money, if it is no money: it is laid as it is, and never cashed."""


class Left(Struct, frozen=True, gc=False, tag="left", omit_defaults=True):
    """A player took down what may come down, cashed out and left; the dice may have moved."""

    seat: str
    cashed: Cents
    commission: Cents
    dice: TableDice
    throws: str | None = None
    bonus: Bonus | None = None
    vouchers: tuple[Voucher, ...] = ()
    """The tokens and vouchers that were not lost: the player takes them away, and has no money for them."""


class Changed(Struct, frozen=True, gc=False, tag="changed", omit_defaults=True):
    """A player's layout changed: what lies there now, and what the rack paid for it (below zero: got back)."""

    seat: str
    layout: Layout
    rack: Cents
    staked: Cents
    commission: Cents
    throws: str | None = None
    parlayed: str = ""


class Undone(Struct, frozen=True, gc=False, tag="undone", omit_defaults=True):
    """A player took the last act back, whole and free: layout, rack and commission are as they were before it."""

    seat: str
    layout: Layout
    rack: Cents
    staked: Cents
    commission: Cents
    throws: str | None = None
    results: tuple[Settlement, ...] = ()
    """What may be parlayed again."""


class Toked(Struct, frozen=True, gc=False, tag="toked"):
    """A tip: into the toke box, or on the crew's own layout."""

    seat: str
    boxed: Cents
    crew: Layout
    rack: Cents
    staked: Cents
    commission: Cents


class Awarded(Struct, frozen=True, gc=False, tag="awarded", omit_defaults=True):
    """A ruling moved chips between the bank and a rack: why, and by which clause."""

    seat: str
    amount: Cents
    """Out of the bank; below zero into it."""
    rack: Cents
    why: str
    clause: str = ""


class Remembered(Struct, frozen=True, gc=False, tag="remembered"):
    """A strategy in a seat noted what it goes by, so that it goes on after a restart."""

    seat: str
    memory: str


class TimePassed(Struct, frozen=True, gc=False, tag="time-passed"):
    """The table's clock moved on."""

    bonus: Bonus


class Paid(Struct, frozen=True, gc=False):
    """Somebody's part of a bonus, and the rack after it."""

    seat: str
    amount: Cents
    rack: Cents


class Inspected(Struct, frozen=True, gc=False, tag="inspected", omit_defaults=True):
    """The dice of a Shootout were inspected: who was paid what from the bank, and who signed for it."""

    paid: tuple[Paid, ...]
    bonus: Bonus
    supervisor: str = ""
    licence: str = ""
    investigated: str = ""
    """Whose hit is void and investigated, because the dice were tampered with."""


class Thrown(Struct, frozen=True, gc=False, tag="thrown", omit_defaults=True):
    """The dice left the shooter's hand."""

    shooter: str
    dice: TableDice
    bonus: Bonus | None = None
    told: str = ""
    """What happened to them, as it was told; the grounds that it names stand with the dice."""


class Warned(Struct, frozen=True, gc=False, tag="warned", omit_defaults=True):
    """The supervisor warned the shooter: it is kept with the dice until the turn is over."""

    seat: str
    about: str
    """The ground for a no roll, or the rule for shooters, by its key."""
    said: str
    dice: TableDice
    throws: str | None = None
    clause: str = ""


class Passed(Struct, frozen=True, gc=False, tag="passed", omit_defaults=True):
    """The shooter gave up the dice, was ordered to, or has had the time to make a line bet."""

    seat: str
    dice: TableDice
    throws: str | None = None
    ordered: bool = False
    bonus: Bonus | None = None
    ground: str = ""
    """On which ground it was ordered, as it was said."""
    late: bool = False
    """The shooter's time to make a line bet ran out."""


class Declined(Struct, frozen=True, gc=False, tag="declined", omit_defaults=True):
    """A seat does not want the dice that may be offered to it next, or that it has."""

    seat: str
    dice: TableDice
    throws: str | None = None
    bonus: Bonus | None = None


class DiceAccepted(Struct, frozen=True, gc=False, tag="accepted", omit_defaults=True):
    """A seat took the dice that were offered to it."""

    seat: str
    dice: TableDice
    throws: str | None = None
    bonus: Bonus | None = None


class NoRollCalled(Struct, frozen=True, gc=False, tag="no-roll-called", omit_defaults=True):
    """A throw was called off: nothing is decided, and bets are open again."""

    said: str
    dice: TableDice
    ground: str = ""
    """Which ground of the house the words name, or the throw was told with; none where the house lists none."""
    throws: str | None = None
    bonus: Bonus | None = None
    """The Shootout after it, where there is one: it may be void now that somebody else throws."""


class SeatResult(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a roll did to one seat: all that it decided and moved, what went back to the rack, and the rack after it.

    Of the crew the rack is the toke box.
    """

    seat: str
    rack: Cents
    back: Cents = 0
    results: tuple[Settlement, ...] = ()
    moves: tuple[Move, ...] = ()
    layout: Layout | None = None
    """The layout after it, where something moved or is marked; else what was decided came down, unless it stays."""


class Rolled(Struct, frozen=True, gc=False, tag="rolled", omit_defaults=True):
    """A valid roll: who threw it, what it did to every seat, to the crew's tokes, to the puck and to the dice."""

    shooter: str
    a: int
    b: int
    event: PuckEvent
    point: int | None
    """After it."""
    lines: tuple[tuple[str, Outcome], ...]
    """What it does to the line bets, whether or not anybody has one."""
    seats: tuple[SeatResult, ...]
    crew: SeatResult
    bank: Cents
    dice: TableDice
    throws: str | None = None
    bonus: Bonus | None = None
    refunded: Cents = 0
    """Commission that went back with stakes above a limit, seen too late."""

    @property
    def total(self) -> int:
        """What the dice show."""
        return self.a + self.b

    @property
    def everybody(self) -> tuple[SeatResult, ...]:
        """Every seat, the crew last."""
        return (*self.seats, self.crew)

    @property
    def settled(self) -> tuple[tuple[str, Settlement], ...]:
        """Every decision with its seat, the crew's tokes last."""
        return tuple((done.seat, result) for done in self.everybody for result in done.results)

    @property
    def collected(self) -> Cents:
        """Tokens and vouchers that lost, and went into the drop box."""
        return sum([result.collected for done in self.seats for result in done.results])

    @property
    def moved(self) -> tuple[tuple[str, Move], ...]:
        """Every stake that the roll moved undecided, with its seat."""
        return tuple((done.seat, move) for done in self.everybody for move in done.moves)


class Overruled(Rolled, frozen=True, gc=False, tag="overruled", omit_defaults=True):
    """A roll that was called off and counts after all, by the supervisor's word."""


class SeatRestored(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat as it is once a roll was taken back."""

    seat: str
    rack: Cents
    layout: Layout = BARE
    results: tuple[Settlement, ...] = ()
    """What may be parlayed again."""
    undo: int = 0
    memory: str = ""
    vouchers: tuple[Voucher, ...] = ()


class RollVoided(Struct, frozen=True, gc=False, tag="roll-voided", omit_defaults=True):
    """The last roll does not count: what it settled, and what was bet or done with the dice since, is taken back.

    Money that was bought, awarded or put into the toke box since stays where it is.
    """

    shooter: str
    a: int
    b: int
    """What the dice showed that do not count."""
    seats: tuple[SeatRestored, ...]
    """Every seat as it is now."""
    crew: Layout
    point: int | None
    ledger: Ledger
    """The accounts as they are now."""
    dice: TableDice
    throws: str | None = None
    bonus: Bonus | None = None
    said: str = ""
    ground: str = ""
    """Which ground of the house the words name, or the throw was told with."""
    recalled: PastRoll | None = None
    """The oldest roll that a table of fifty remembered rolls can recall again."""


class RollCorrected(Struct, frozen=True, gc=False, tag="roll-corrected"):
    """The last roll was entered or read wrongly: it is taken back, and the right one is settled in its place."""

    voided: RollVoided
    rolled: Rolled | Overruled


SingleEvent = (
    Opened | Seated | BoughtIn | Left | Changed | Undone | Toked | Remembered | TimePassed | Inspected
    | Thrown | Warned | Passed | Declined | DiceAccepted | NoRollCalled | Rolled | Overruled | Awarded | RollVoided
)  # fmt: skip
"""What does one thing: a correction does two."""
Event = SingleEvent | RollCorrected


def singles(event: Event) -> tuple[SingleEvent, ...]:
    """What an event does, one thing after another."""
    return (event.voided, event.rolled) if isinstance(event, RollCorrected) else (event,)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Event)


def to_json(event: Event) -> bytes:
    """An event as JSON."""
    return _encoder.encode(event)


def from_json(raw: bytes | str) -> Event:
    """The event of its JSON form; raises msgspec.ValidationError with the path of what is wrong.

    >>> from_json(to_json(BoughtIn("Ann", 100_00, 150_00)))
    BoughtIn(seat='Ann', bought=10000, rack=15000, voucher=None)
    """
    event: Event = _decoder.decode(raw)
    return event


def plain(event: Event) -> dict[str, Any]:
    """An event as plain values: for a data frame, or to look at."""
    values: dict[str, Any] = msgspec.to_builtins(event)
    return values
