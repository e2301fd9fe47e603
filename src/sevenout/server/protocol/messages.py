"""What goes over the socket of a table: messages, typed, tagged and versioned. `http_types` has what goes over HTTP.

Amounts in an event, a command, a picture and a change are cents, as in the log; wherever else money is written it is a
string with two decimals, as `replay --json` prints it. A field that a message does not have is refused, not passed
over. A message may grow in what it tells; what it asks for grows with the version.
"""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from sevenout.base.refusal import Provenance
from sevenout.crew.floor.floor import FloorCommand, FloorEvent
from sevenout.server.protocol.house_events import HouseEvent
from sevenout.table.events import Event
from sevenout.table.named_layout import Layout
from sevenout.table.state import Bonus, Ledger, PastRoll, TableDice
from sevenout.table.table_snapshot import SeatShown, Snapshot

VERSION = 1
LONGEST_MESSAGE = 4_096
"""Bytes that a client may send at once: some ten times the longest line."""
LONGEST_KEY = 64
AGAIN = frozenset(("unavailable", "busy"))
"""Refusals after which nobody knows whether it was done: it is said again, with the same key."""


# --- what a client sends


class _ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something that a client sends."""


class Hello(_ClientMessage, frozen=True, tag="hello", omit_defaults=True):
    """The first message of a client that shows no header: who it is, and what it has seen of this table already."""

    token: str = ""
    since: int | None = None
    """The number of the last event it has: it gets what came after, or a snapshot."""
    version: int = VERSION
    crew: bool = False
    """Whether it wants to be told what the crew says and does as well."""


class LineRequest(_ClientMessage, frozen=True, tag="say"):
    """A line of the notation, one's own name left out; `key` is its sender's name for it, never used twice."""

    key: str
    line: str


class Shoot(Struct, frozen=True, tag="shoot", forbid_unknown_fields=True):
    """`roll` at a table of fair dice: has them thrown, and what they show is theirs to say."""

    def __str__(self) -> str:
        return "roll"


class CommandRequest(_ClientMessage, frozen=True, tag="do"):
    """A command instead of a line: it is taken if there is a line that says the same."""

    key: str
    command: FloorCommand | Shoot


class SeedRequest(_ClientMessage, frozen=True, tag="seed"):
    """What this seat gives to the next turn's dice, in hexadecimal digits."""

    key: str
    seed: str


class PreviewRequest(_ClientMessage, frozen=True, tag="ask", omit_defaults=True):
    """What would be meant by a line, said in this seat as the table lies: nothing is done."""

    key: str
    line: str
    coach: bool = False
    """Whether to be told as well what its bets cost."""
    since: int | None = None
    """For a standing order: the `roll` when it was given, which is now unless it is said."""


class ChatRequest(_ClientMessage, frozen=True, tag="chat", omit_defaults=True):
    """A few words to everybody at the table; it is no part of the game, and in no log."""

    words: str
    key: str = "chat"
    """What a refusal is told under; nobody needs it twice."""


class Subscribe(_ClientMessage, frozen=True, tag="want"):
    """Asks for something once more: this seat's offers, the last rolls, a snapshot, the server's clock."""

    what: Literal["offers", "rolls", "snapshot", "clock"]


KeyedRequest = LineRequest | CommandRequest | SeedRequest
"""What may change a table: done once for each key."""
FromClient = Hello | KeyedRequest | PreviewRequest | ChatRequest | Subscribe


# --- what the server sends


class SeatMessage(Struct, frozen=True):
    """A rack and a layout, as `replay --json` prints them."""

    rack: str
    layout: dict[str, str]


class Deadline(Struct, frozen=True, omit_defaults=True):
    """When the shooter's time for this roll ends; then the dice are thrown for the shooter."""

    until: datetime
    now: datetime
    """The server's clock: what is left is the difference, whatever a client's own clock says."""
    asked: tuple[str, ...] = ()
    """The seats that have asked for more time before this roll, and cannot ask again."""


class Fair(Struct, frozen=True, omit_defaults=True):
    """What is published of the dice of a turn."""

    turn: int
    commitment: str
    given: tuple[str, ...] = ()
    """The seats that have given a seed."""
    mixed: str = ""
    """Their seeds, once nobody's changes any more."""
    throws: int = 0
    """Throws under this turn's seed, those that did not count included."""
    anchor: str = ""
    """What the house's seeds at this table are bound by; tables of before there were chains have none."""
    link: int = 0
    """Which seed of the chain this turn's is, counted from 1."""


class Next(Struct, frozen=True):
    """Who throws next, and why."""

    seat: str | None
    why: Literal["turn", "new-shooter", "finishing", "line-bet", "in-the-air", "inspection", "nobody"]
    """`line-bet`: whoever has the dice needs one before they can be thrown."""
    words: str


class LateBetMessage(Struct, frozen=True, omit_defaults=True):
    """A bet or a call that its player has said and that counts only once the crew confirms it."""

    seat: str
    wager: str
    line: str
    """As its player said it: with `confirmed by` and a role behind it, it is the word of one of the crew."""
    confirmed: tuple[str, ...] = ()
    """The roles that have."""
    switched: bool = False
    """Whether it calls a bet on or off, and makes none."""


class Presence(Struct, frozen=True):
    """How many are connected, and how many of them have no seat."""

    connected: int = 0
    watching: int = 0


class TermsMessage(Struct, frozen=True, omit_defaults=True):
    """How the table was opened, as far as it concerns who looks at it."""

    minimum: str
    maximum: str
    chip: str
    window: int
    """Seconds in which the shooter may throw."""
    undo: bool
    watched: bool
    """Whether somebody may watch who has not come in."""
    code: str
    """By which the table is found without its address: `GET /api/codes/CODE`."""
    smallest_buy_in: str = ""
    largest_buy_in: str = ""
    owner: str = ""
    """Who opened it, by name; nobody, if they are gone."""
    zone: str = ""
    """Where the house keeps its clock; nothing: a supervisor tells the time, if anybody does."""
    own_rules: bool = False
    """Whether it is played by a text that somebody sent, and no book of this house, whatever it is called."""


class _ServerMessage(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that the server sends."""


class SnapshotMessage(_ServerMessage, frozen=True, tag="snapshot"):
    """The whole table after event `n`: everything a front end draws."""

    n: int
    name: str
    """The table's address."""
    table: Snapshot
    rules: str
    digest: str
    """Of the rulebook: `GET /api/tables/T/book` has it, and need not be asked again as long as this is the same."""
    dice: Literal["fair", "entered"]
    seats: dict[str, SeatMessage]
    point: int | None
    shooter: str | None
    next: Next
    now: datetime
    version: int
    terms: TermsMessage
    you: str = ""
    """The seat that this connection speaks for."""
    roles: tuple[str, ...] = ()
    """What its person is at this table."""
    window: Deadline | None = None
    fair: Fair | None = None
    present: Presence = Presence()
    late: tuple[LateBetMessage, ...] = ()
    """Bets that wait to be confirmed."""


class TableChange(Struct, frozen=True, omit_defaults=True):
    """What an event changed in the picture: whatever is not here is as it was."""

    seats: tuple[SeatShown, ...] = ()
    """Seats that are new or look different."""
    order: tuple[str, ...] | UnsetType = UNSET
    """Everybody's name, clockwise from the left of the box, if somebody came or went."""
    crew: Layout | UnsetType = UNSET
    point: int | UnsetType | None = UNSET
    throws: str | UnsetType | None = UNSET
    dice: TableDice | UnsetType = UNSET
    ledger: Ledger | UnsetType = UNSET
    bonus: Bonus | UnsetType | None = UNSET
    roll: PastRoll | UnsetType = UNSET
    """One more of the last fifty."""
    rolls: tuple[PastRoll, ...] | UnsetType = UNSET
    """All of the last fifty, where one of them was taken back or corrected."""
    window: Deadline | UnsetType | None = UNSET
    fair: Fair | UnsetType = UNSET
    next: Next | UnsetType = UNSET
    late: tuple[LateBetMessage, ...] | UnsetType = UNSET
    """All bets that wait to be confirmed."""


class CallMessage(Struct, frozen=True, omit_defaults=True):
    """Something that the crew says."""

    who: str
    words: str
    clause: str = ""
    to: str = ""
    """For whom it is, if not for all."""
    before: bool = False
    """Whether it is said before the dice are out."""


class StepMessage(Struct, frozen=True, omit_defaults=True):
    """One motion of the crew after a roll: what goes where."""

    who: str
    act: str
    says: str
    seat: str = ""
    wager: str = ""
    amount: str = ""
    to: str = ""
    chips: tuple[tuple[str, int], ...] = ()
    """Value and count, colour by colour as they are cut."""
    clause: str = ""


class EventMessage(_ServerMessage, frozen=True, tag="event"):
    """What happened: the event as the log has it, its line, and what is different now."""

    n: int
    event: FloorEvent | HouseEvent
    line: str = ""
    at: datetime | None = None
    touched: Event | None = None
    """What it did at the table, where a ruling or a change of the crew's touches chips or dice there."""
    change: TableChange = TableChange()
    calls: tuple[CallMessage, ...] = ()
    """What the crew said to it, for whoever asked."""
    steps: tuple[StepMessage, ...] = ()
    """What the crew did after it, in its order, for whoever asked."""
    past: bool = False
    """Whether it was before this connection came in: what it changed is in the snapshot that follows."""


class OfferMessage(Struct, frozen=True, omit_defaults=True):
    """One wager for this seat: the amounts that one bet may put on it, or why none.

    Taken are `minimum`, `maximum` and whatever lies between them in whole steps from `minimum`; below `exact_below`
    only whole `exact_step`s. Where `pays_in` is given, a stake loses to rounding unless it comes, together with what is
    held, to whole `pays_in`s.
    """

    wager: str
    title: str
    held: str
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    exact_below: str = ""
    exact_step: str = ""
    pays_in: str = ""
    refused: "RefusalReason | None" = None


class RefusalReason(Struct, frozen=True, omit_defaults=True):
    """Why something is not allowed: for programs, for people, by which clause, and the limits that it is about."""

    code: str
    reason: str
    clause: str
    provenance: Provenance = "assumed"
    document: str = ""
    """Of which the clause is."""
    wager: str = ""
    title: str = ""
    """As the house calls the wager."""
    amount: str = ""
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    retry_after: int = 0
    """Seconds after which it is worth asking the same again; of `busy` and `too-many`."""


class OffersMessage(_ServerMessage, frozen=True, tag="offers"):
    """What this seat may bet now, or why not, wager by wager."""

    n: int
    offers: tuple[OfferMessage, ...]


class RollMessage(Struct, frozen=True):
    """A roll that was."""

    dice: tuple[int, int]
    shooter: str
    event: str
    point: int | None
    """After it."""


class RollsMessage(_ServerMessage, frozen=True, tag="rolls"):
    """The last rolls, fifty at most, newest last."""

    rolls: tuple[RollMessage, ...]


class ClockMessage(_ServerMessage, frozen=True, tag="clock"):
    """The server's clock."""

    now: datetime


class PresentMessage(_ServerMessage, frozen=True, tag="present"):
    """Somebody came to look, or went."""

    present: Presence


class AcceptedMessage(_ServerMessage, frozen=True, tag="accepted"):
    """It is done and durable: by which event."""

    key: str
    n: int


class RefusedMessage(RefusalReason, frozen=True, tag_field="type", tag="refused", kw_only=True):
    """It is not done, and why. Without a key it is about the connection or about something that was no message."""

    key: str


class Preview(_ServerMessage, frozen=True, tag="meant"):
    """What somebody asked would be meant: lines to say one by one, a choice of such, or why nothing is."""

    key: str
    lines: tuple[str, ...]
    """Of the notation, one's own name left out; none if it is a choice, or unclear."""
    note: str = ""
    """What is worth knowing beside them: what of it the house does not take now."""
    choices: tuple[tuple[str, ...], ...] = ()
    """The lines of each reading, where the house would take several."""
    reason: str = ""
    """Why nothing is meant by it."""
    nearest: str = ""
    """What may have been meant, as one would type it."""
    remarks: tuple[str, ...] = ()
    """What its bets lose to rounding, and what they cost, for whoever asked the coach."""
    order: str = ""
    """The standing order that it gives, as it reads itself back: the lines are what that leads to now."""
    roll: int = 0
    """For an order: the event of the last roll, after which its lines are said, once."""
    best: str | None = None
    """It asks what is best to do now: ask `POST /api/tables/T/best` with this as the `aim`."""


class ChatLine(Struct, frozen=True):
    """Words that somebody wrote to everybody."""

    who: str
    words: str
    at: datetime


class ChatMessage(ChatLine, frozen=True, tag_field="type", tag="chat"):
    """Somebody writes to everybody at the table."""


class ChatBacklogMessage(_ServerMessage, frozen=True, tag="chats"):
    """What was written before this connection came, the newest last: all that is still known."""

    said: tuple[ChatLine, ...]


class NoticeMessage(_ServerMessage, frozen=True, tag="notice"):
    """Something to be told to this person alone: a reality check, that the house closes."""

    code: str
    words: str


FromServer = (
    SnapshotMessage | EventMessage | OffersMessage | RollsMessage | ClockMessage | PresentMessage | AcceptedMessage
    | RefusedMessage | Preview | ChatMessage | ChatBacklogMessage | NoticeMessage
)  # fmt: skip
