"""What happens at a live table beside the game: turns of fair dice, deadlines, strategies that sit down, its closing.

None of these has a command; the log that has all of it says by whom they were. Whether they are true is checked when
the log is played again, and of dice when a turn's seed is known.
"""

from datetime import datetime

import msgspec
from msgspec import Struct

from sevenout.crew.floor.floor import FloorCommand, FloorEvent
from sevenout.table.commands import Bet, CallWager
from sevenout.table.events import Event


class TurnOpened(Struct, frozen=True, gc=False, tag="turn-opened", omit_defaults=True):
    """The dice of a new turn are fixed, and this is their commitment; betting on them opens now."""

    turn: int
    commitment: str
    salt: str = ""
    """Picked anew for every chain of seeds; in logs of before there were chains, for every turn."""
    anchor: str = ""
    """What all seeds of the chain hash back to, published before its first turn; older logs have none."""
    link: int = 0
    """Which seed of the chain this turn's is, counted from 1."""


class SeedGiven(Struct, frozen=True, gc=False, tag="seed-given"):
    """A seat gave its part to the dice of this turn, in place of one that it gave before; its player alone does."""

    seat: str
    seed: str


class SeedsMixed(Struct, frozen=True, gc=False, tag="seeds-mixed"):
    """The turn's first throw is next: nobody's part changes any more."""

    turn: int
    mixed: str


class SeedRevealed(Struct, frozen=True, gc=False, tag="seed-revealed"):
    """The turn is over, and this was its seed."""

    turn: int
    seed: str


class ThrowDeadlineSet(Struct, frozen=True, gc=False, tag="awaited", omit_defaults=True):
    """The next throw is waited for until then; after that the dice are thrown for whoever has them.

    Dice whose shooter made no line bet go to the next seat that has one. Without a time: nobody is waited for, for
    nothing lies on any layout, nobody has the dice, nobody else is there, or `why`.
    """

    until: datetime | None = None
    why: str = ""


class ExtraTimeGranted(Struct, frozen=True, gc=False, tag="time-asked"):
    """A seat asked for time before the next throw, once: it is waited for until then."""

    seat: str
    until: datetime


class BotSeated(Struct, frozen=True, gc=False, tag="bot-seated"):
    """A strategy sits down: its name, and its text as it will be played, whatever becomes of the name."""

    seat: str
    strategy: str
    text: str


class BotEnded(Struct, frozen=True, gc=False, tag="bot-ended"):
    """A bot makes no more bets, and why; it leaves as soon as its bets allow."""

    seat: str
    why: str


class SeatUnattended(Struct, frozen=True, gc=False, tag="unattended"):
    """Nobody was heard of a seat for long: by then it is given up, or once what lies on its layout is played out."""

    seat: str
    until: datetime


class SeatAway(Struct, frozen=True, gc=False, tag="seat-away"):
    """Whoever has that seat is connected no more: nobody is hurried on their account, and no strategy plays on."""

    seat: str


class RolesAppointed(Struct, frozen=True, gc=False, tag="appointed"):
    """Somebody is this at the table from now on, and nothing else; `by` said so."""

    name: str
    roles: tuple[str, ...]
    by: str


class SeatAttended(Struct, frozen=True, gc=False, tag="attended"):
    """Somebody of that seat is here after all."""

    seat: str


class ClockSetBack(Struct, frozen=True, gc=False, tag="clock-set-back"):
    """The clock is far behind the entry before this one, whose time this is: it was wrong then, and is right now."""

    was: datetime


class TableClosing(Struct, frozen=True, gc=False, tag="table-closing"):
    """The table takes no new players; what lies there is played out."""


class TableShut(Struct, frozen=True, gc=False, tag="table-shut"):
    """Nobody has a seat any more, and every seed is revealed: this is the log's last entry."""


class LateBetOffered(Struct, frozen=True, gc=False, tag="late-bet-offered"):
    """A player says a bet, or calls one on or off, which counts only once the crew confirms it.

    It takes the place of another on the same wager.
    """

    seat: str
    bet: Bet | CallWager


class LateBetConfirmed(Struct, frozen=True, gc=False, tag="late-bet-confirmed", omit_defaults=True):
    """One of the crew confirms a bet or a call that waits."""

    seat: str
    bet: Bet | CallWager
    role: str
    by: str
    """Whose word it is: the same mark for the same person, and no name."""
    taken: tuple[str, ...] = ()
    """Everybody who confirmed it, once that is all that the house wants: the bet is laid, the call counts."""


class LateBetWithdrawn(Struct, frozen=True, gc=False, tag="late-bet-withdrawn"):
    """A player takes back a bet or a call that waited to be confirmed."""

    seat: str
    bet: Bet | CallWager


class LateBet(Struct, frozen=True, gc=False, omit_defaults=True):
    """A bet or a call that waits to be confirmed, and the words it has: role and mark of each who confirmed it."""

    bet: Bet | CallWager
    words: tuple[tuple[str, str], ...] = ()

    @property
    def wager(self) -> str:
        """The wager, or the group of them, that it is about."""
        return self.bet.wager if isinstance(self.bet, Bet) else self.bet.what

    @property
    def place(self) -> tuple[str, str, bool]:
        """What can wait once: a seat's bet on a wager, and its call of it."""
        return self.bet.seat, self.wager, isinstance(self.bet, Bet)


LateBetEvent = LateBetOffered | LateBetConfirmed | LateBetWithdrawn
HouseEvent = (
    TurnOpened | SeedGiven | SeedsMixed | SeedRevealed | ThrowDeadlineSet | ExtraTimeGranted | BotSeated | BotEnded
    | SeatAway | SeatUnattended | SeatAttended | TableClosing | TableShut | RolesAppointed | LateBetEvent
    | ClockSetBack
)  # fmt: skip


def late_after(waiting: tuple[LateBet, ...], event: LateBetEvent) -> tuple[LateBet, ...]:
    """The bets and calls that wait after one was offered, confirmed or withdrawn; on a wager a seat has one of each.

    >>> first, more = (LateBetOffered("Ann", Bet("Ann", cents, "field")) for cents in (500, 1000))
    >>> [one.bet.amount for one in late_after(late_after((), first), more)]
    [1000]
    """
    bet = event.bet
    others = tuple(one for one in waiting if one.place != LateBet(bet).place)
    match event:
        case LateBetOffered():
            return (*others, LateBet(bet))
        case LateBetConfirmed(role=role, by=by, taken=()):
            before = next((one.words for one in waiting if one.bet == bet), ())
            return (*others, LateBet(bet, (*before, (role, by))))
        case LateBetConfirmed() | LateBetWithdrawn():
            return others


class ServerLogEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of a live table's log: a floor's, or what the house did itself."""

    n: int
    command: FloorCommand | None
    event: FloorEvent | HouseEvent
    at: datetime | None = None
    actor: str = ""
    key: str = ""
    table: Event | None = None

    @property
    def events(self) -> "tuple[FloorEvent | HouseEvent, ...]":
        """What it came to: its event, and what that did at the table, where a ruling touches dice or chips there."""
        return (self.event,) if self.table is None else (self.event, self.table)


class _LogLine(Struct):
    entry: ServerLogEntry


_line = msgspec.json.Decoder(_LogLine)


def entry_of(line: bytes) -> ServerLogEntry:
    """The entry of a line whose chain was looked at when it was played."""
    return _line.decode(line).entry
