"""What is said at a live table, judged by its record and played on it: entries for its log, or a refusal.

Nothing here is durable. The table that asks writes the entries down, or goes back to the state it asked with.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import ThrowOut
from sevenout.crew.floor.floor import FloorCommand, FloorLogEntry
from sevenout.crew.pit.pit_commands import RuleOnThrow
from sevenout.engine.game import Game
from sevenout.player.bot import STRATEGY
from sevenout.server.accounts.permissions import (
    DEALS_HERE,
    ONLY_ONESELF,
    refused_dealing,
    refused_owner,
    refused_role,
    refused_roll,
)
from sevenout.server.fairness import dice_turns
from sevenout.server.live import late_bets
from sevenout.server.live.deadlines import seconds_to_wait
from sevenout.server.live.log_state import HOUSE, ClosingState, LogState, bot_player, is_bot
from sevenout.server.live.requests import (
    Actor,
    Appoint,
    AskForTime,
    BotActions,
    BotTurn,
    Close,
    GiveSeed,
    HouseNote,
    Request,
    SeatBot,
    ServerRequest,
    ThrowRequest,
)
from sevenout.server.live.table_terms import TableTerms, keeps_time, refused_buy_in
from sevenout.server.protocol.house_events import (
    BotEnded,
    BotSeated,
    ExtraTimeGranted,
    HouseEvent,
    LateBetWithdrawn,
    RolesAppointed,
    SeatAttended,
    SeedGiven,
    ServerLogEntry,
    TableClosing,
    TableShut,
    ThrowDeadlineSet,
)
from sevenout.table.commands import (
    Bet,
    BuyIn,
    CallWager,
    NoRoll,
    Overrule,
    RollDice,
    Sit,
    TakeDown,
    TellTime,
    ThrowDice,
    TimeOver,
    Toke,
)
from sevenout.table.state import TableState

MOST_BOTS = 8
_SALT_BYTES = 16
_NO_NEW_BETS = "this table is closing: bets that are up are played out, and no new ones are taken"


class TableSettings(NamedTuple):
    """What stays the same at a table as long as it is open.

    `token`: where the salts of its dice come from; `mark`: how those of this store begin.
    """

    name: str
    terms: TableTerms
    game: Game
    house_key: bytes
    token: Callable[[int], str]
    mark: str

    @property
    def fair(self) -> bool:
        """Whether its dice are thrown by seeds, not entered."""
        return self.terms.dice == "fair"

    def salt(self) -> str:
        """A new salt for dice."""
        return self.mark + self.token(_SALT_BYTES)


class ThrowWait(NamedTuple):
    """Until when whose throw was waited for, before something was said."""

    until: datetime | None
    shooter: str | None


class RequestJudge:
    """Judges what is said by the record of a table, and plays it there."""

    def __init__(self, setting: TableSettings, record: LogState) -> None:
        self.setting, self.record = setting, record
        self.terms, self.game, self.fair = setting.terms, setting.game, setting.fair
        self.floor = record.floor
        self._dice_key = (setting.house_key, setting.name)

    @property
    def _state(self) -> TableState:
        return self.floor.table.state

    @property
    def _closing_state(self) -> ClosingState:
        return self.record.standing

    def execute(self, voice: Actor, saying: Request, key: str, now: datetime) -> list[ServerLogEntry] | Refusal:
        """What somebody says who may (`refused_request`), played on the floor: its entries, or why not."""
        command: FloorCommand | Refusal
        match saying:
            case Appoint():
                if HOUSE not in voice.roles:
                    return Refusal("not-yours", "only the house gives roles at a table")
                seat = self._state.seat(saying.name)  # somebody may have sat down since they were asked
                refusal = refused_dealing(saying.roles, "" if seat is None else seat.name, fair=self.fair)
                return refusal or self.house_entries([RolesAppointed(*saying)], now)
            case GiveSeed():
                return self._take_seed(voice, saying, now)
            case AskForTime():
                return self._grant_time(voice, now)
            case SeatBot():
                return self._seat_bot(voice, saying, key, now)
            case Close():
                return self._close(voice, now)
            case HouseNote(event, still):
                return self.house_entries([event], now) if still() else Refusal("moved-on", "that has changed since")
            case BotTurn(seat, acts):
                return self._play_bot_turn(voice, seat, acts(), now)
            case ThrowRequest():
                command = self._throw(voice, now)
            case Bet() | CallWager() if saying.confirmed and HOUSE not in voice.roles:
                return self._confirm_late(voice, saying, key, now)
            case TakeDown() | CallWager() if waits := late_bets.find_waiting(self._closing_state.late, saying):
                return self.house_entries([LateBetWithdrawn(saying.seat, waits.bet)], now, actor=voice.person)
            case CallWager():
                command = self._within_terms(voice, saying)
                waits_for_crew = None if isinstance(command, Refusal) else self.floor.refused_unconfirmed(saying)
                command = waits_for_crew or command
            case _:
                command = self._within_terms(voice, saying)
        return command if isinstance(command, Refusal) else self._execute_on_floor(command, voice.person, key, now)

    def _execute_on_floor(
        self, command: FloorCommand, actor: str, key: str, now: datetime
    ) -> list[ServerLogEntry] | Refusal:
        """A command on the floor, with what fixes the seats' seeds before dice leave a hand."""
        throws = isinstance(command, ThrowDice | ThrowOut | RollDice | NoRoll)
        mixed = list(dice_turns.before_throw(self.record.turns)) if self.fair and throws else []
        if isinstance(command, RollDice) and self.fair:
            faces = dice_turns.next_faces(*self._dice_key, dice_turns.mixed_by(self.record.turns, mixed))
            command = RollDice(*faces, command.called_by)
        played = self.floor.carry_out(command, at=now, actor=actor, key=key)
        if isinstance(played, Refusal):
            return played
        before = self.house_entries(mixed, now)
        return [*before, *self._floor_entries(played, len(before))]

    def _within_terms(self, voice: Actor, command: FloorCommand) -> FloorCommand | Refusal:
        """A command, if this table's terms allow it: at fair tables nobody says what dice show, by a ruling neither."""
        refusal: Refusal | None = None
        if isinstance(command, Sit | BuyIn):
            refusal = refused_buy_in(self.terms, command.rack if isinstance(command, Sit) else command.amount)
        if refusal is None and isinstance(command, Sit):
            own = command.player in ("", voice.person) or HOUSE in voice.roles
            refusal = self._refused_seat(command) if own else ONLY_ONESELF
            deals = command.seat in self._closing_state.dealing and not ("owner" in voice.roles and not self.fair)
            refusal = refusal or (DEALS_HERE if deals else None)
        if refusal is None and self._closing_state.closing and isinstance(command, Bet | Toke):
            seat = self._state.seat(command.seat)
            if seat is not None and not seat.position.slots:
                refusal = Refusal("table-closing", _NO_NEW_BETS)
        if refusal is None and self.fair:
            called_off = self._state.dice.called_off is not None
            refusal = dice_turns.refused_ruling(command, called_off=called_off)
        if refusal is not None:
            return refusal
        return self._with_true_faces(command) if self.fair and self.record.turns.throws else command

    def _refused_seat(self, command: Sit) -> Refusal | None:
        if self._closing_state.closing:
            return Refusal("table-closing", "this table is closing: no new players may sit down")
        taken = self.record.seat_of(command.player)
        return Refusal("seat-taken", f"you already have a seat at this table: {taken}") if taken else None

    def refused_request(self, voice: Actor, saying: Request) -> Refusal | None:
        """Why somebody with this seat and these roles may not say that here; asked once, before anything is done."""
        if self._closing_state.shut:
            return Refusal("shut", "this table is closed: its log can still be read")
        if isinstance(saying, ServerRequest):
            return None  # judged where it is done
        if isinstance(saying, TellTime) and keeps_time(self.game, self.terms) and HOUSE not in voice.roles:
            return Refusal("not-yours", f"the house keeps this table's clock, by the time of {self.terms.zone}")
        no_roll = self.game.rules.book.no_roll
        ground = no_roll.find_ground(saying.ground) if isinstance(saying, NoRoll) else None
        callers = (ground or no_roll).called_by.value
        shooter = self.floor.table.shooter()
        booked = frozenset(seat.name for seat in self._state.seats if not seat.player)
        return refused_role(saying, voice.seat, voice.roles, shooter, fair=self.fair, callers=callers, booked=booked)

    def _with_true_faces(self, command: FloorCommand) -> FloorCommand:
        """A ruling that the last throw counts after all, with the faces that it showed."""
        if isinstance(command, Overrule):
            return Overrule(*dice_turns.last_faces(*self._dice_key, self.record.turns))
        if isinstance(command, RuleOnThrow) and command.dice is not None:
            return RuleOnThrow(dice_turns.last_faces(*self._dice_key, self.record.turns), command.by)
        return command

    def with_present_seat(self, voice: Actor, saying: Request) -> Actor:
        """Who speaks, with the seat that is theirs now, or that they sit down in: it may have changed since."""
        coming = saying.seat if isinstance(saying, Sit) and saying.player == voice.person else ""
        return voice._replace(seat=self.record.seat_of(voice.person) or coming)

    def _throw(self, voice: Actor, now: datetime) -> RollDice | TimeOver | Refusal:
        """The dice are thrown, or, if the shooter's time is over without a line bet, go on to the next who has one."""
        if not self.fair:
            return Refusal("entered", "the dice of this table are thrown by hand: say what they show, as in roll 3 4")
        if HOUSE in voice.roles:
            due = self._state.dice.thrown or (self.record.awaited is not None and now >= self.record.awaited)
            if not due:
                return Refusal("not-due", "the shooter's time is not over")
            return RollDice(1, 1) if self.record.without_line_bet is None else TimeOver()
        refusal = refused_roll(voice.seat, voice.roles, self.floor.table.shooter())
        if refusal is None and self.record.without_line_bet is not None:
            reason = f"{self.record.without_line_bet} has the dice, and throws once a line bet is made"
            refusal = Refusal("no-line-bet", reason, self.game.rules.book.shooter.line.cite)
        return refusal or RollDice(1, 1)

    def _grant_time(self, voice: Actor, now: datetime) -> list[ServerLogEntry] | Refusal:
        """Each seat can have the next throw wait once, for as long as this table waits for a shooter."""
        if not voice.seat:
            return Refusal("no-seat", "sit down first to ask for time, as in: sits 100")
        if self.record.awaited is None:
            return Refusal("not-now", "there is no countdown now: take your time")
        if voice.seat in self._closing_state.asked:
            return Refusal("asked-before", f"{voice.seat} has already asked for time before this roll")
        until = max(self.record.awaited, now) + timedelta(seconds=self.terms.window)
        return self.house_entries([ExtraTimeGranted(voice.seat, until)], now, actor=voice.person)

    # --- bets that wait to be confirmed

    @property
    def _late_bet_context(self) -> late_bets.LateBetContext:
        late, floor = self._closing_state.late, self.floor
        return late_bets.LateBetContext(self.game, floor.table.state, floor.pit.posts, late)

    def offer_late(self, bet: Bet | CallWager, refusal: Refusal, now: datetime) -> list[ServerLogEntry] | Refusal:
        """The entry by which a refused bet or call begins to wait for the crew; none if it does not wait.

        A refusal if the bet could not be made even with everybody's word.
        """
        at = self._late_bet_context
        offered = late_bets.offer(at, bet, refusal) if isinstance(bet, Bet) else late_bets.offer_call(at, bet, refusal)
        if isinstance(offered, Refusal):
            return offered
        return [] if offered is None else self.house_entries([offered], now, actor=self._player(bet.seat))

    def _confirm_late(
        self, voice: Actor, bet: Bet | CallWager, key: str, now: datetime
    ) -> list[ServerLogEntry] | Refusal:
        """One person's word on a bet or a call that waits; with the last that is wanted it is laid, or counts."""
        speaker, at = late_bets.speaker_mark(self.setting.name, voice.person), self._late_bet_context
        word = late_bets.confirm(at, bet, speaker) if isinstance(bet, Bet) else late_bets.confirm_call(at, bet, speaker)
        if isinstance(word, Refusal):
            return word
        whole = replace(word.bet, confirmed=word.taken)
        played = self.floor.carry_out(whole, at=now, actor=voice.person, key=key) if word.taken else []
        if isinstance(played, Refusal):
            return played
        before = self.house_entries([word], now, actor=voice.person)
        return [*before, *self._floor_entries(played, len(before))]

    def _player(self, seat: str) -> str:
        return next((one.player for one in self._state.seats if one.name == seat), "")

    def _take_seed(self, voice: Actor, saying: GiveSeed, now: datetime) -> list[ServerLogEntry] | Refusal:
        if not self.fair:
            return Refusal("entered", "the dice of this table are thrown by hand: they take no seeds")
        seat = self._state.seat(voice.seat)
        if seat is None or is_bot(seat.player) or seat.player != voice.person:
            return Refusal("no-seat", "sit down first to give a seed, and give it for your own seat: sits 100")
        refusal = dice_turns.refused_seed(self.record.turns, saying.seed)
        return refusal or self.house_entries([SeedGiven(voice.seat, saying.seed)], now, actor=voice.person)

    # --- strategies, and closing

    def _seat_bot(self, voice: Actor, saying: SeatBot, key: str, now: datetime) -> list[ServerLogEntry] | Refusal:
        refusal = refused_owner(voice.roles, "add bots")
        if refusal is None and sum(is_bot(seat.player) for seat in self._state.seats) >= MOST_BOTS:
            refusal = Refusal("full", f"a table takes {MOST_BOTS} bots at most")
        if refusal is not None:
            return refusal
        sit = Sit(saying.seat, saying.rack, None, bot_player(self.record.chain.end.entries))
        wrong = refused_buy_in(self.terms, saying.rack) or self._refused_seat(sit)
        played = wrong or self.floor.carry_out(sit, at=now, actor=voice.person, key=key)
        if isinstance(played, Refusal):
            return played
        named = self.house_entries([BotSeated(saying.seat, saying.strategy, saying.text)], now, actor=voice.person)
        return [*named, *self._floor_entries(played, len(named))]

    def _play_bot_turn(
        self, voice: Actor, seat: str, acts: BotActions, now: datetime
    ) -> list[ServerLogEntry] | Refusal:
        """What a strategy does, in one append: all of it is durable, or none of it was done."""
        played = (self.floor.carry_out(command, at=now, actor=STRATEGY) for command in acts.commands)
        taken = [entry for entries in played if not isinstance(entries, Refusal) for entry in entries]
        done = [*self._floor_entries(taken, 0)]
        if acts.ended:
            done += self.house_entries([BotEnded(seat, acts.ended)], now, len(done), voice.person)
        return done or Refusal("nothing", f"{seat} has nothing to do")

    def _close(self, voice: Actor, now: datetime) -> list[ServerLogEntry] | Refusal:
        refusal = refused_owner(voice.roles, "close a table")
        if refusal is None and self._closing_state.closing:
            refusal = Refusal("table-closing", "this table is already closing")
        return refusal or self.house_entries([TableClosing()], now)

    # --- entries

    def _floor_entries(self, recorded: Iterable[FloorLogEntry], ahead: int) -> Iterator[ServerLogEntry]:
        for told in recorded:
            envelope = (told.at, told.actor, told.key)
            n = self.record.chain.end.entries + ahead
            entry = ServerLogEntry(n, told.command, told.event, *envelope, told.table)
            for event in entry.events:
                self.record.follow(event)
            yield entry
            ahead += 1

    def house_entries(
        self, events: Iterable[HouseEvent], now: datetime, ahead: int = 0, actor: str = HOUSE
    ) -> list[ServerLogEntry]:
        """What the house does itself, or has done for somebody, as entries after `ahead` others."""
        entries: list[ServerLogEntry] = []
        for event in events:
            self.record.follow(event)
            entries.append(
                ServerLogEntry(self.record.chain.end.entries + ahead + len(entries), None, event, now, actor)
            )
        return entries

    def follow_up(
        self, voice: Actor, done: list[ServerLogEntry], waited: ThrowWait, now: datetime, *, watched: bool
    ) -> list[ServerLogEntry]:
        """What follows from what was done: somebody is back, a turn is over, the next window, everybody has left.

        `watched`: somebody is connected.
        """
        throws, speaker = self.floor.table.shooter(), self.record.seat_of(voice.person)
        standing = self._closing_state
        back = speaker in standing.away or speaker in standing.unattended
        events: list[HouseEvent] = [SeatAttended(speaker)] if back else []
        standing = standing.with_attended(speaker)
        if self.fair:
            copied = not self.record.turns.salt.startswith(self.setting.mark)
            dice = (*self._dice_key, self.record.turns, throws, self.setting.salt)
            events += dice_turns.end_turn(*dice, begin_chain=copied)
        if self._closing_state.closing and not self._state.seats:
            begun = self.fair and self.record.turns.mixed and not self.record.turns.revealed and not events
            events += [dice_turns.reveal_seed(*self._dice_key, self.record.turns)] if begun else []
            return self.house_entries([*events, TableShut()], now, len(done))
        seconds = None
        if self.fair and throws is not None and self.record.at_stake:
            seconds = seconds_to_wait(self._state, standing, self.terms, throws, watched=watched)
        if seconds is not None and (self.record.awaited is None or throws != waited.shooter):
            events.append(ThrowDeadlineSet(now + timedelta(seconds=seconds)))
        elif seconds is None and waited.until is not None:
            events.append(ThrowDeadlineSet())
        return self.house_entries(events, now, len(done))
