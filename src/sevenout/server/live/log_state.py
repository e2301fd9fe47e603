"""What a live table's log leads to: the floor, the dice of the turn, the deadline. Playing an entry checks it.

Every command must lead to the event beside it; when a turn's seed is revealed it must be the one that was committed to,
mixed with what the seats gave, and every throw of the turn must be what they lead to. What was played is not kept,
unless somebody asks for it: it is in the store.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.errors import BadEntry, SevenoutError
from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import Floor, FloorEvent, FloorState
from sevenout.engine.game import Game
from sevenout.server.accounts.permissions import CREW
from sevenout.server.fairness.dice_turns import Turns, untrue
from sevenout.server.fairness.fair_dice import Faces, Turn, check
from sevenout.server.protocol.house_events import (
    BotSeated,
    ExtraTimeGranted,
    HouseEvent,
    LateBet,
    LateBetConfirmed,
    LateBetOffered,
    LateBetWithdrawn,
    RolesAppointed,
    SeatAttended,
    SeatAway,
    SeatUnattended,
    SeedGiven,
    SeedRevealed,
    ServerLogEntry,
    TableClosing,
    TableShut,
    ThrowDeadlineSet,
    TurnOpened,
    late_after,
)
from sevenout.server.protocol.published_entries import EntryPublisher
from sevenout.table.events import (
    Event,
    Left,
    NoRollCalled,
    Overruled,
    Passed,
    RollCorrected,
    Rolled,
    RollVoided,
    Seated,
)
from sevenout.table.handlers.shooter_rules import waits_for_line_bet
from sevenout.table.log.hash_chain import Chain, End, bad_entry, read_entries
from sevenout.table.table_snapshot import opening

HOUSE = "house"
"""On whose word the house itself acts."""
BOT = "Bot-"
"""How the names of seats begin in which strategies sit; nobody else is called so."""
_entry = msgspec.json.Decoder(ServerLogEntry)


class ClosingState(Struct, frozen=True):
    """How a table stands beside its game: whether it is being closed, which strategy sits down next, who is gone."""

    closing: bool = False
    shut: bool = False
    coming: BotSeated | None = None
    away: tuple[str, ...] = ()
    """The seats whose person is connected no more."""
    unattended: tuple[str, ...] = ()
    """Those of whom nobody was heard for long."""
    asked: tuple[str, ...] = ()
    """Who asked for time before the next throw."""
    late: tuple[LateBet, ...] = ()
    """Bets that wait to be confirmed, until the dice rest."""
    dealing: tuple[str, ...] = ()
    """The names of those who were made something of the crew here, and have no seat while they are."""

    def with_attended(self, seat: str) -> "ClosingState":
        """The same with somebody back in a seat, or with nobody in it any more."""
        away = tuple(name for name in self.away if name != seat)
        unattended = tuple(name for name in self.unattended if name != seat)
        return replace(self, away=away, unattended=unattended)

    def without_seat(self, seat: str) -> "ClosingState":
        """The same without anything of somebody who has left."""
        late = tuple(one for one in self.late if one.bet.seat != seat)
        return replace(self.with_attended(seat), late=late)


class LogStateSnapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a live table is after some entry of its log, as values: to go on from it, or back to it."""

    end: End
    floor: FloorState
    turns: Turns
    awaited: datetime | None
    thrown: tuple[Faces | None, ...]
    standing: ClosingState = ClosingState()
    at: datetime | None = None


class LogState:
    """A live table as its log tells it. `opened`: how the mark of its first entry begins, if that is known.

    `keep_log`: whether its floor keeps what is played, for whoever adds a whole log up.
    """

    def __init__(self, game: Game, opened: str = "", *, keep_log: bool = False) -> None:
        self.floor = Floor(game, works_by_itself=False, keep_log=keep_log)
        self.turns = Turns()
        self.awaited: datetime | None = None
        self.chain = Chain(publish=EntryPublisher(opened.partition(":")[0]).publish)
        self.standing = ClosingState()
        self.at: datetime | None = None
        """When the last entry was written."""
        self._opened = opened
        self._thrown: tuple[Faces | None, ...] = ()
        """The throws of this turn; entered dice have no turns, and their throws are not kept."""

    @classmethod
    def of_state(cls, game: Game, state: LogStateSnapshot, opened: str = "") -> "LogState":
        """A table that goes on from a state."""
        record = cls.__new__(cls)
        record.floor = Floor.of_state(game, state.floor, works_by_itself=False)
        record.turns, record.awaited = state.turns, state.awaited
        record.chain = Chain(state.end, EntryPublisher(opened.partition(":")[0]).publish)
        record._opened, record._thrown, record.standing = opened, state.thrown, state.standing
        record.at = state.at
        return record

    @property
    def state(self) -> LogStateSnapshot:
        """All that it is now."""
        dice = (self.turns, self.awaited, self._thrown)
        return LogStateSnapshot(self.chain.end, self.floor.state, *dice, self.standing, self.at)

    @property
    def without_line_bet(self) -> str | None:
        """The shooter whose line bet is waited for."""
        return waits_for_line_bet(self.floor.table.game, self.floor.table.state)

    @property
    def at_stake(self) -> bool:
        """Whether anything lies on any layout: where nothing does, nobody is kept waiting by dice in a gone hand."""
        state = self.floor.table.state
        return bool(state.crew.slots) or any(seat.position.slots for seat in state.seats)

    def seat_of(self, person: str) -> str:
        """Somebody's seat, if they have one."""
        return next((seat.name for seat in self.floor.table.state.seats if person and seat.player == person), "")

    def read(self, lines: Iterable[str | bytes], end: End | None = None) -> Iterator[ServerLogEntry]:
        """Plays the lines that come next, one by one; raises BadInput at the first that does not belong."""
        for entry in read_entries(lines, _entry, end, chain=self.chain):
            self.play(entry)
            self.at = entry.at or self.at
            yield entry

    def keep(self, chain: Chain, at: datetime) -> None:
        """What was played is in the store up to here."""
        self.chain, self.at = chain, at

    def play(self, entry: ServerLogEntry) -> None:
        """Plays one entry: it leads to what is written there, or the log is not true."""
        try:
            self._play(entry)
        except BadEntry:
            raise
        except (SevenoutError, ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            raise bad_entry(entry.n, f"it cannot be played ({error})") from error

    def _play(self, entry: ServerLogEntry) -> None:
        event = entry.event
        if self.standing.shut:
            raise bad_entry(entry.n, "the table was shut before")
        wrong = next((said for one in entry.events if (said := untrue(self.turns, one))), "") or self._untrue(entry)
        if wrong:
            raise bad_entry(entry.n, wrong)
        if isinstance(event, HouseEvent):
            if entry.command is not None:
                raise bad_entry(entry.n, "nobody can command that")
            self.follow(event)
            return
        if entry.n == 0 and not entry.key.startswith(self._opened):
            raise bad_entry(0, "it opens another table, or this one on other terms")
        if self._events_of(entry) != (event, entry.table):
            raise bad_entry(entry.n, f"«{entry.command}» leads to something else than is written there")
        for one in entry.events:
            self.follow(one)

    def _events_of(self, entry: ServerLogEntry) -> tuple[FloorEvent, Event | None]:
        """What the command of an entry leads to, carried out here, and what that does at the table."""
        if entry.n == 0:
            return opening(self.floor.game), None
        if entry.command is None:
            raise bad_entry(entry.n, "a log is opened once")
        entries = self.floor.carry_out(entry.command, at=entry.at, actor=entry.actor, key=entry.key)
        if isinstance(entries, Refusal):
            raise bad_entry(entry.n, f"the house refuses «{entry.command}»: {entries.reason}")
        return entries[-1].event, entries[-1].table

    def follow(self, event: FloorEvent | HouseEvent) -> None:
        """What an entry means for dice and deadline."""
        match event:
            case TurnOpened():
                self._thrown = ()
            case Rolled(a=a, b=b):
                before = self._thrown[:-1] if isinstance(event, Overruled) else self._thrown
                self._thrown = (*before, (a, b)) if self.turns.turn else ()
                self._throw_over()
            case NoRollCalled():
                self._thrown = (*self._thrown, None) if self.turns.turn else ()
                self._throw_over()
            case RollVoided() | RollCorrected():
                self._throw_over()
            case LateBetOffered() | LateBetConfirmed() | LateBetWithdrawn():
                self.standing = replace(self.standing, late=late_after(self.standing.late, event))
            case ThrowDeadlineSet(until):
                self.awaited = until
            case ExtraTimeGranted(seat, until):
                self.awaited = until
                self.standing = replace(self.standing, asked=(*self.standing.asked, seat))
            case SeatAway(seat):
                self.standing = replace(self.standing, away=(*self.standing.away, seat))
            case SeatUnattended(seat):
                self.standing = replace(self.standing, unattended=(*self.standing.unattended, seat))
            case SeatAttended(seat):
                self.standing = self.standing.with_attended(seat)
            case Left(seat):
                self.standing = self.standing.without_seat(seat)
            case BotSeated():
                self.standing = replace(self.standing, coming=event)
            case Seated():
                self.standing = replace(self.standing, coming=None)
            case RolesAppointed(name, roles):
                others = tuple(one for one in self.standing.dealing if one != name)
                deals = bool(set(roles) & set(CREW))
                self.standing = replace(self.standing, dealing=(*others, name) if deals else others)
            case TableClosing():
                self.standing = replace(self.standing, closing=True)
            case TableShut():
                self.standing = replace(self.standing, shut=True)
                self.awaited = None
        self.turns = self.turns.apply_event(event)

    def _throw_over(self) -> None:
        """Nobody is waited for any more, and no bet is confirmed."""
        self.awaited = None
        if self.standing.asked or self.standing.late:
            self.standing = replace(self.standing, asked=(), late=())

    def _untrue(self, entry: ServerLogEntry) -> str:
        """Why something cannot be where it stands, beside what the game and the dice say to it."""
        state = self.floor.table.state
        match entry.event:
            case SeedRevealed(_, seed):
                turns, raw = self.turns, bytes.fromhex(seed)
                fixed = (turns.fixed, turns.mixed, self._thrown, turns.anchor, turns.link)
                return check(Turn(turns.commitment, raw, *fixed))
            case SeedGiven(seat):
                sits = state.seat(seat)
                mine = sits is not None and sits.player == entry.actor and not is_bot(sits.player)
                return "" if mine else f"a seed for {seat}, which its player did not give"
            case Rolled() if entry.actor == HOUSE and not state.dice.thrown:
                late = self.awaited is not None and entry.at is not None and entry.at >= self.awaited
                return "" if late else "the house threw the dice, and the shooter's time was not over"
            case Passed(seat, late=True) if self.turns.turn:
                late = self.awaited is not None and entry.at is not None and entry.at >= self.awaited
                return "" if late else f"the dice were taken from {seat}, whose time was not over"
            case ExtraTimeGranted(seat):
                sits = state.seat(seat)
                mine = sits is not None and sits.player == entry.actor
                waits = self.awaited is not None and seat not in self.standing.asked
                return "" if mine and waits else f"time for {seat}, which had none to ask for"
            case Seated(seat, player=player):
                bot = self.standing.coming
                named = bot_player(entry.n - 1) if bot is not None and bot.seat == seat else ""
                if self.standing.closing or ((bot is not None or is_bot(player)) and player != named):
                    return f"{seat} sits down where no seat is to be had, or for a strategy that nobody named"
            case TableShut() if state.seats or (self.turns.mixed and not self.turns.revealed):
                return "the table is shut, and a seat or a seed is left"
        return ""


def bot_player(n: int) -> str:
    """Who sits where a strategy does: the entry that has its text.

    >>> bot_player(17), is_bot(bot_player(17)), is_bot("9f86d081884c7d65")
    ('bot 17', True, False)
    """
    return f"bot {n}"


def is_bot(player: str) -> bool:
    """Whether a strategy sits there, not a person."""
    return player.startswith("bot ")


def named_at(player: str) -> int:
    """The entry that has the text of the strategy that sits there.

    >>> named_at(bot_player(17))
    17
    """
    return int(player.removeprefix("bot "))


def opening_mark(table: str, terms: bytes) -> str:
    """What the first entry of a table is marked with, as its key: no other table's log can stand in for it.

    >>> opening_mark("t-1", b"{}")[:10]
    't-1:44136f'
    """
    return f"{table}:{hashlib.sha256(terms).hexdigest()}"


def verify_log(game: Game, lines: Iterable[str | bytes], end: End | None = None, *, opened: str = "") -> End:
    """Plays a whole log again; raises BadInput at the first entry that is out of place, untrue or unfair."""
    record = LogState(game, opened)
    for _ in record.read(lines, end):
        pass
    return record.chain.end
