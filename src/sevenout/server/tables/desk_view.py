"""A live table as its crew's desk shows it: posts, dice, bank and boxes, the last roll's work, and what is due next.

It is the floor's own state (`crew`), told by name: nothing here is judged or changed. Money is a string with two
decimals, as everywhere over HTTP.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sevenout.base.money import format_amount
from sevenout.base.refusal import Provenance
from sevenout.crew.dice.dice_sets import DiceSet, dice_rules
from sevenout.crew.floor.due_acts import due_acts
from sevenout.crew.floor.floor import Floor
from sevenout.crew.layout.chips import Stack
from sevenout.crew.payout.work_steps import steps_of
from sevenout.crew.pit.bank import Bank
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.crew.pit.relief import rail_of
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.public_view import offer_message, offers_message, step_message
from sevenout.server.protocol.messages import OfferMessage, StepMessage


class DueActResponse(Struct, frozen=True):
    """Something that is to be done now: by whom, what, by which clause, and the line that says it is done."""

    who: tuple[str, ...]
    """Those who may do it; nobody: it is a player's to act."""
    says: str
    clause: str
    provenance: Provenance
    line: str
    """`…` stands where somebody fills in what only a person sees; nothing: there is no line for it."""


class DiceSetResponse(Struct, frozen=True):
    """The set of dice on the game: its number, and how many of its dice are where."""

    serial: str
    places: dict[str, int]
    scribed: str = ""
    due: str = ""
    """Why it has to be inspected first."""
    condemned: str = ""
    """What an inspection found wrong."""


class ChipCount(Struct, frozen=True):
    """Chips of one colour."""

    value: str
    colour: str
    chips: int


class BankResponse(Struct, frozen=True):
    """The bank by colour, as it should be; none is known before somebody said what it held."""

    amount: str
    chips: tuple[ChipCount, ...]
    owed: str
    """What is to be paid and cannot be before a fill."""
    cage: tuple[ChipCount, ...] | None = None


class DisputeResponse(Struct, frozen=True):
    """Something that waits for a ruling."""

    seat: str
    about: str
    ruled_by: tuple[str, ...]


class DeskResponse(Struct, frozen=True):
    """A table as its crew has to know it, after entry `n`."""

    n: int
    game: Literal["no crew", "dealt", "dead"]
    posts: dict[str, str]
    """Who stands where, by post."""
    due: tuple[DueActResponse, ...]
    """What has to be done, what comes first before what waits for it."""
    work: tuple[StepMessage, ...]
    """What the last roll has left to do, in order, each with its clause."""
    dice: DiceSetResponse | None
    drop: str
    toke_box: str
    fills: str
    credits: str
    bank: BankResponse | None
    disputes: tuple[DisputeResponse, ...]
    without_phone: tuple[str, ...]
    """The seats whose bets the crew books."""
    offers: tuple[OfferMessage, ...] = ()
    """What the seat that was asked about may bet now, or why not."""


def view_desk(table: LiveTable, seat: str = "") -> DeskResponse:
    """Everything that the desk shows beside the table itself, as it is now, with what a seat may bet."""
    floor = table.floor
    game, pit, dice = table.game, floor.pit, floor.dice
    rulers = pit_rules(game).rulings.by
    ledger = floor.table.state.ledger
    due = tuple(
        DueActResponse(act.who, act.says, act.cite.clause, act.cite.provenance, act.line) for act in due_acts(floor)
    )
    return DeskResponse(
        table.n,
        "dead" if pit.dead else "dealt" if pit.open else "no crew",
        {str(post): name for post, name in pit.posts.items()},
        due,
        tuple(map(step_message, steps_of(game, pit.left, rail_of(floor.snapshot, pit)))),
        None if dice.playing is None else _describe_set(floor, dice.playing),
        format_amount(ledger.drop),
        format_amount(ledger.toke_box),
        format_amount(pit.filled),
        format_amount(pit.credited),
        None if pit.bank is None else _describe_bank(pit.bank),
        tuple(DisputeResponse(each.seat, each.about, tuple(sorted(rulers[each.about].value))) for each in pit.disputed),
        tuple(each.name for each in floor.table.state.seats if not each.player),
        tuple(map(offer_message, offers_message(game, floor.table.state, seat))),
    )


def _describe_set(floor: Floor, playing: DiceSet) -> DiceSetResponse:
    when = dice_rules(floor.game).inspection.when
    due = when[playing.due[0]].value if playing.due else ""
    condemned = "" if playing.condemned is None else playing.condemned.reason
    return DiceSetResponse(playing.serial, dict(Counter(playing.places)), playing.scribed, due, condemned)


def _describe_bank(bank: Bank) -> BankResponse:
    cage = None if bank.cage is None else _count_chips(bank.cage)
    return BankResponse(format_amount(bank.amount), _count_chips(bank.held), format_amount(bank.owed), cage)


def _count_chips(stacks: Iterable[Stack]) -> tuple[ChipCount, ...]:
    return tuple(
        ChipCount(format_amount(stack.denomination.cents), stack.denomination.colour, stack.chips) for stack in stacks
    )
