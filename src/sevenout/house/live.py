"""A live table: one at a time it takes what people say, judges it, makes it durable, and only then tells anybody.

The floor is played ahead of the store by one append. If the store does not take it, or another server was first, the
table goes back to where it was durable, reads on from there, and what was said is judged anew.
"""

import asyncio
import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from sevenout.bots import STRATEGY
from sevenout.crew.dice_moves import ThrowOut
from sevenout.crew.floor import Floor, FloorCommand, FloorRecorded
from sevenout.crew.pit_moves import RuleOnThrow
from sevenout.errors import BadInput
from sevenout.house import counts, late_bets, turns
from sevenout.house.deadlines import seconds_to_wait
from sevenout.house.decoding import entries_of
from sevenout.house.envelopes import MOST_BACK
from sevenout.house.happenings import (
    Appointed,
    Attended,
    Awaited,
    BotEnded,
    BotSeated,
    ClockSetBack,
    HouseEvent,
    HouseRecorded,
    LateBetWithdrawn,
    SeedGiven,
    TableClosing,
    TableShut,
    TimeAsked,
)
from sevenout.house.pictures import recalled, sealer
from sevenout.house.record import HOUSE, Record, RecordState, bot_player, is_bot, opening_mark
from sevenout.house.refusals import KEY_USED
from sevenout.house.roles import DEALS_HERE, refused_dealing, refused_owner, refused_role, refused_roll
from sevenout.house.said import (
    THE_HOUSE,
    Acts,
    Appoint,
    AskForTime,
    Close,
    GiveSeed,
    HouseSaying,
    Note,
    OwnSay,
    Saying,
    SeatBot,
    Throw,
    Voice,
    Window,
    allowed,
)
from sevenout.house.store import Append, Conflict, Store, Unavailable
from sevenout.house.terms import Terms, encoded, game_of, keeps_time, refused_buy_in
from sevenout.house.turns import Turns
from sevenout.refusal import Refusal
from sevenout.table import Table
from sevenout.table.chain import Chain
from sevenout.table.commands import (
    Bet,
    BuyIn,
    Leave,
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
from sevenout.table.shooter import waits_for_line_bet
from sevenout.table.state import Seat

_MOST_TRIES = 200
"""How often something is judged anew because another server was first: a busy one wins many times in a row."""
_SALT_BYTES = 16
_AT_ONCE = 500
"""Lines that are read and played before anybody else has a turn."""


Listener = Callable[[list[HouseRecorded]], None]
"""Told of entries once they are durable."""
AWAY = Refusal("unavailable", "the house cannot read or write just now; ask again with the same key")
"""All that anybody is told who asks while the store is away: what it said is the operator's to know."""
MOST_BOTS = 8
_ONLY_ONESELF = Refusal("not-yours", "you can only take a seat for yourself")
_NO_NEW_BETS = "this table is closing: bets that are up are played out, and no new ones are taken"


class Waited(NamedTuple):
    """Until when whose throw was waited for, before something was said."""

    until: datetime | None
    shooter: str | None


class LiveTable:
    """One table of a house, in one of its processes.

    `token`: where the salts of its dice come from; `mark`: how those of this store begin.
    """

    def __init__(
        self,
        name: str,
        terms: Terms,
        store: Store,
        house_key: bytes,
        token: Callable[[int], str] = secrets.token_hex,
        mark: str = "",
    ) -> None:
        self.name, self.terms, self.store = name, terms, store
        self.game = game_of(terms)
        self._house_key, self._token, self._store_mark = house_key, token, mark
        self._mark = opening_mark(name, encoded(terms))
        self._sealer = sealer(house_key, self._mark, self.game)
        self._lock = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.connected: Counter[str] = Counter()
        """The people who are connected to it here, by key."""
        self._heard = -1
        """The last entry that listeners were told of."""
        self.note_written: Callable[[Voice, int], None] = _pass_over
        """Told who has made the log grow, and by how many bytes."""
        self.pictured = 0
        """The entries before the last picture."""
        self._begin()

    def _begin(self) -> None:
        self.record = Record(self.game, f"{self.name}:")
        self._read_on = True
        """Whether the store may have something that was not played here."""

    @property
    def floor(self) -> Floor:
        """The table, its dice and its crew."""
        return self.record.floor

    @property
    def turns(self) -> Turns:
        """How its fair dice stand."""
        return self.record.turns

    @property
    def awaited(self) -> datetime | None:
        """Until when the next throw is waited for."""
        return self.record.awaited

    @property
    def chain(self) -> Chain:
        """Where its log ends."""
        return self.record.chain

    @property
    def fair(self) -> bool:
        """Whether its dice are thrown by seeds, not entered."""
        return self.terms.dice == "fair"

    @property
    def n(self) -> int:
        """The number of the last durable entry."""
        return self.chain.end.entries - 1

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self.floor.table.state.seats

    def seat_of(self, person: str) -> str:
        """Somebody's seat, if they have one."""
        return next((seat.name for seat in self._seats if person and seat.player == person), "")

    def opening(self, at: datetime) -> tuple[bytes, ...]:
        """The first lines of a new table: how it opens, and the commitment to its first dice."""
        chain = Chain()
        entries = [HouseRecorded(0, None, self.floor.record[0].event, at, HOUSE, self._mark)]
        if self.fair:
            entries.append(HouseRecorded(1, None, turns.opened(self._house_key, self.name, Turns(), self._salt), at))
        return tuple(chain.line(entry) for entry in entries)

    def _salt(self) -> str:
        return self._store_mark + self._token(_SALT_BYTES)

    # --- what the store has

    async def catch_up(self) -> None:
        """Reads what the store has beyond what was played here, by whichever server it was written."""
        async with self._lock:
            await self._catch_up()

    async def durable(self) -> Table:
        """The table as it is in the store, to try things at: what is done there does not happen."""
        async with self._lock:
            if self._read_on:
                await self._catch_up()
            return Table.of_state(self.game, self.floor.table.state)

    async def ready(self) -> Refusal | None:
        """Reads the table again if it was given up half way, for whoever asks who sits there; or why not."""
        try:
            if self._read_on:
                await self.catch_up()
        except Unavailable:
            return AWAY
        return None

    async def _catch_up(self) -> None:
        if not self.chain.end.entries:
            await self._recall()
        try:
            while lines := await self.store.lines(self.name, self.n + 1, self.n + 1 + _AT_ONCE):
                self._tell(list(self.record.read(lines)))
                if len(lines) < _AT_ONCE:
                    break
                await asyncio.sleep(0)
        except BadInput:
            self._begin()
            raise
        self._read_on = False

    async def _recall(self) -> None:
        """Begins with the last picture, if there is one that fits."""
        picture = await self.store.picture(self.name)
        state = None if picture is None else self._sealer.state(picture)
        if state is None:
            return
        last = state.end.entries - 1
        lines = await self.store.lines(self.name, last, last + 1)
        self.record = (lines and recalled(self.game, state, lines[0], f"{self.name}:")) or self.record
        self.pictured = self.chain.end.entries

    async def take_picture(self) -> None:
        """Keeps the table as it is now, so that it need not be played from its start when it is next opened."""
        async with self._lock:
            state = self.record.state
        if state.end.entries > self.pictured:
            await self.store.put_picture(self.name, self._sealer.picture(state))
            self.pictured = state.end.entries

    def _tell(self, entries: list[HouseRecorded]) -> None:
        new = [entry for entry in entries if entry.n > self._heard]
        if new:
            self._heard = new[-1].n
            for listener in self.listeners:
                listener(new)

    async def watch(self, listener: Listener) -> Record:
        """From now on tells a listener of every entry; and what the log leads to until then, all of it durable."""
        async with self._lock:
            if self._read_on:
                await self._catch_up()
            self.listeners.append(listener)
            return self.record

    async def entries(self, since: int, until: int | None = None) -> list[HouseRecorded]:
        """The durable entries from a number on, up to one before another."""
        end = self.chain.end.entries
        lines = await self.store.lines(self.name, since, end if until is None else min(until, end))
        return await entries_of(lines)

    # --- what is said

    async def answered(self, voice: Voice, key: str, said: str) -> int | Refusal | None:
        """What somebody's key was answered before, if it was: of the same words its entry, of others a refusal."""
        return await self._before(voice, key, _digest(said))

    async def _before(self, voice: Voice, key: str, digest: bytes) -> int | Refusal | None:
        """The same. Asked for when something was refused or not taken: no key is taken twice, and most are new."""
        answered = await self.store.answered(self.name, voice.person, key) if key else None
        if answered is None or answered.digest == digest:
            return None if answered is None else answered.n
        return KEY_USED

    async def say(
        self, voice: Voice, saying: Saying, key: str = "", said: str = "", own: OwnSay = allowed
    ) -> int | Refusal:
        """Does it once, durably, and says by which entry; or says why not.

        `said` are the words it was said in, if not those of the notation: a key stands for them.
        """
        digest = _digest(said or str(saying)) if key else b""
        async with self._lock:
            taken = True
            for _ in range(_MOST_TRIES):
                try:
                    if not taken:
                        answer = await self._before(voice, key, digest)
                        if answer is not None:
                            return answer
                        counts.conflicts.inc()
                    if self._read_on:
                        await self._catch_up()
                    return await self._surely(voice, saying, key, digest, own)
                except Conflict:  # the key was used, or another server was first
                    taken = False
                except Unavailable:
                    return AWAY
        return Refusal("busy", "too much is going on at this table: ask again with the same key")

    async def _surely(self, voice: Voice, saying: Saying, key: str, digest: bytes, own: OwnSay) -> int | Refusal:
        """Whatever comes in between, what was played ahead and may not be in the store is not gone on from."""
        sure = self.record.state
        try:
            return await self._say(voice, saying, key, digest, own)
        except BaseException:  # also when whoever spoke is gone, and nobody waits for the answer
            self._go_back(sure)
            raise

    def _go_back(self, sure: RecordState) -> None:
        self.record = Record.of_state(self.game, sure, f"{self.name}:")
        self._read_on = True

    async def _say(self, voice: Voice, saying: Saying, key: str, digest: bytes, own: OwnSay) -> int | Refusal:
        now = await self._time()
        waited = Waited(self.awaited, self.floor.table.shooter())
        with counts.deciding.time():
            done = own() or self._done(voice, saying, key, now)
        if isinstance(done, Refusal) and isinstance(saying, Bet):
            done = await self._offer_late(voice, saying, done, now)
        if isinstance(done, Refusal):
            if not isinstance(saying, Throw) or HOUSE not in voice.roles or done.code in ("not-due", "shut"):
                before = await self._before(voice, key, digest)
                return done if before is None else before
            done = self._house([Awaited(None, done.code)], now)  # nobody can throw now: the table says so, and waits
            entries = done
        else:
            entries = [*done, *self._afterwards(voice, done, waited, now)]
        mine = next((entry.n for entry in done if key and entry.key == key), done[-1].n)
        await self._write(voice, entries, now, key, digest, mine)
        return mine

    async def _write(
        self,
        voice: Voice,
        entries: list[HouseRecorded],
        now: datetime,
        key: str = "",
        digest: bytes = b"",
        mine: int = 0,
    ) -> None:
        """Makes entries durable, with the key that they answer, and then tells everybody."""
        chain = Chain(self.chain.end)
        lines = tuple(chain.line(entry) for entry in entries)
        first, person = self.chain.end.entries, voice.person if key else ""
        await self.store.append(Append(self.name, first, lines, person, key, digest, mine))
        self.record.keep(chain, now)
        self.note_written(voice, sum(map(len, lines)))
        self._tell(entries)

    async def _time(self) -> datetime:
        """The store's clock, never before the last entry; where it is far behind that, an entry says so first."""
        now, last = await self.store.now(), self.record.at
        if last is None or now >= last:
            return now
        if last - now <= MOST_BACK:
            return last
        due = [] if self.awaited is None else [Awaited(now + timedelta(seconds=self.terms.window))]
        entries, chain = self._house([ClockSetBack(last), *due], now), Chain(self.chain.end)
        lines = tuple(chain.line(entry) for entry in entries)
        await self.store.append(Append(self.name, self.chain.end.entries, lines))
        self.record.keep(chain, now)
        self._tell(entries)
        return now

    async def mend_clock(self) -> None:
        """Writes down that the clock was set back since the last entry, if it was: deadlines go by it from now on."""
        async with self._lock:
            if self.record.standing.shut:
                return
            sure = self.record.state
            try:
                await self._time()
            except Conflict:  # another server did
                self._go_back(sure)
            except BaseException:
                self._go_back(sure)
                raise

    # --- what it comes to

    def _done(self, voice: Voice, saying: Saying, key: str, now: datetime) -> list[HouseRecorded] | Refusal:
        """What was said, played on the floor: its entries, or why not."""
        if self.record.standing.shut:
            return Refusal("shut", "this table is closed: its log can still be read")
        voice = self._as_now(voice, saying)
        command: FloorCommand | Refusal
        match saying:
            case Appoint():
                if HOUSE not in voice.roles:
                    return Refusal("not-yours", "roles are given by way of the house")
                seat = self.floor.table.state.seat(saying.name)  # somebody may have sat down since they were asked
                refusal = refused_dealing(saying.roles, "" if seat is None else seat.name, fair=self.fair)
                return refusal or self._house([Appointed(*saying)], now)
            case GiveSeed():
                return self._seed(voice, saying, now)
            case AskForTime():
                return self._more_time(voice, now)
            case SeatBot():
                return self._seat_bot(voice, saying, key, now)
            case Close():
                return self._close(voice, now)
            case Note(event, still):
                return self._house([event], now) if still() else Refusal("moved-on", "it is not so any more")
            case Window(seat, acts):
                return self._window(voice, seat, acts(), now)
            case Throw():
                command = self._thrown(voice, now)
            case Bet(confirmed=(_, *_)) if HOUSE not in voice.roles:
                return self._confirm_late(voice, saying, key, now)
            case TakeDown() if waits := late_bets.withdrawn(self.record.standing.late, saying):
                refusal = self.refused(voice, saying)
                taken_back = LateBetWithdrawn(saying.seat, waits.bet)
                return refusal or self._house([taken_back], now, actor=voice.person)
            case _:
                command = self._said(voice, saying)
        return command if isinstance(command, Refusal) else self._told(command, voice.person, key, now)

    def _told(self, command: FloorCommand, actor: str, key: str, now: datetime) -> list[HouseRecorded] | Refusal:
        """A command on the floor, with what fixes the seats' seeds before dice leave a hand."""
        throws = isinstance(command, ThrowDice | ThrowOut | RollDice | NoRoll)
        mixed = list(turns.before_throw(self.turns)) if self.fair and throws else []
        if isinstance(command, RollDice) and self.fair:
            faces = turns.next_faces(self._house_key, self.name, turns.mixed_by(self.turns, mixed))
            command = RollDice(*faces, command.called_by)
        recorded = len(self.floor.record)
        answer = self.floor.tell(command, at=now, actor=actor, key=key)
        if isinstance(answer, Refusal):
            return answer
        before = self._house(mixed, now)
        return [*before, *self._entries(self.floor.record[recorded:], len(before))]

    def _said(self, voice: Voice, command: FloorCommand) -> FloorCommand | Refusal:
        """A command, if whoever says it may: at fair tables nobody says what dice show, by a ruling neither."""
        refusal = self.refused(voice, command)
        if refusal is None and isinstance(command, Sit | BuyIn):
            refusal = refused_buy_in(self.terms, command.rack if isinstance(command, Sit) else command.amount)
        if refusal is None and isinstance(command, Sit):
            own = command.player == voice.person or HOUSE in voice.roles
            refusal = self._refused_seat(command) if own else _ONLY_ONESELF
            deals = command.seat in self.record.standing.dealing and not ("owner" in voice.roles and not self.fair)
            refusal = refusal or (DEALS_HERE if deals else None)
        if refusal is None and self.record.standing.closing and isinstance(command, Bet | Toke):
            seat = self.floor.table.state.seat(command.seat)
            if seat is not None and not seat.position.slots:
                refusal = Refusal("table-closing", _NO_NEW_BETS)
        if refusal is None and self.fair:
            called_off = self.floor.table.state.dice.called_off is not None
            refusal = turns.refused_ruling(command, called_off=called_off)
        if refusal is not None:
            return refusal
        return self._ruled(command) if self.fair and self.turns.throws else command

    def _refused_seat(self, command: Sit) -> Refusal | None:
        if self.record.standing.closing:
            return Refusal("table-closing", "this table is closing: no new players may sit down")
        taken = self.seat_of(command.player)
        return Refusal("seat-taken", f"{taken} is your seat here: one is all there is") if taken else None

    def refused(self, voice: Voice, saying: Saying) -> Refusal | None:
        """Why that is not for somebody with this seat and these roles to say."""
        if isinstance(saying, HouseSaying):
            return None  # judged where it is done
        if isinstance(saying, TellTime) and keeps_time(self.game, self.terms) and HOUSE not in voice.roles:
            return Refusal("not-yours", f"the house keeps this table's clock, by the time of {self.terms.zone}")
        no_roll = self.game.rules.book.no_roll
        ground = no_roll.named(saying.ground) if isinstance(saying, NoRoll) else None
        callers = (ground or no_roll).called_by.value
        shooter = self.floor.table.shooter()
        return refused_role(saying, voice.seat, voice.roles, shooter, fair=self.fair, callers=callers)

    def _ruled(self, command: FloorCommand) -> FloorCommand:
        """A ruling that the last throw counts after all, with the faces that it showed."""
        if isinstance(command, Overrule):
            return Overrule(*turns.last_faces(self._house_key, self.name, self.turns))
        if isinstance(command, RuleOnThrow) and command.dice is not None:
            return RuleOnThrow(turns.last_faces(self._house_key, self.name, self.turns), command.by)
        return command

    def _as_now(self, voice: Voice, saying: Saying) -> Voice:
        """Who speaks, with the seat that is theirs now: it may have changed since they opened their mouth."""
        seat = self.seat_of(voice.person) or (voice.seat if isinstance(saying, Sit) else "")
        return voice._replace(seat=seat)

    def _thrown(self, voice: Voice, now: datetime) -> RollDice | TimeOver | Refusal:
        """The dice are thrown, or, if the shooter's time is over without a line bet, go on to the next who has one."""
        if not self.fair:
            return Refusal("entered", "the dice of this table are thrown by hand: say what they show, as in roll 3 4")
        if HOUSE in voice.roles:
            due = self.floor.table.state.dice.thrown or (self.awaited is not None and now >= self.awaited)
            if not due:
                return Refusal("not-due", "the shooter's time is not over")
            return RollDice(1, 1) if self.without_line_bet is None else TimeOver()
        refusal = refused_roll(voice.seat, voice.roles, self.floor.table.shooter())
        if refusal is None and self.without_line_bet is not None:
            reason = f"{self.without_line_bet} has the dice, and throws once a line bet is made"
            refusal = Refusal("no-line-bet", reason, self.game.rules.book.shooter.line.cite)
        return refusal or RollDice(1, 1)

    @property
    def without_line_bet(self) -> str | None:
        """The shooter whose line bet is waited for."""
        return waits_for_line_bet(self.game, self.floor.table.state)

    def _more_time(self, voice: Voice, now: datetime) -> list[HouseRecorded] | Refusal:
        """Each seat can have the next throw wait once, for as long as this table waits for a shooter."""
        if not voice.seat:
            return Refusal("no-seat", "time is for whoever has a seat: sits 100")
        if self.awaited is None:
            return Refusal("not-now", "no time is running: nobody is hurried now")
        if voice.seat in self.record.standing.asked:
            return Refusal("asked-before", f"{voice.seat} has asked for time before this roll: once is all there is")
        until = max(self.awaited, now) + timedelta(seconds=self.terms.window)
        return self._house([TimeAsked(voice.seat, until)], now, actor=voice.person)

    # --- bets that wait to be confirmed

    @property
    def _late(self) -> late_bets.AtTable:
        late, floor = self.record.standing.late, self.floor
        return late_bets.AtTable(self.game, floor.table.state, floor.pit.posts, late)

    async def _offer_late(self, voice: Voice, bet: Bet, refusal: Refusal, now: datetime) -> Refusal:
        """Why a bet is not laid; one that the crew may still confirm waits for that, and is told to everybody."""
        offered = late_bets.offer(self._late, bet, refusal)
        if isinstance(offered, Refusal):
            return offered
        if offered is not None:
            entries = self._house([offered], now, actor=self._player(bet.seat))
            await self._write(voice, entries, now)
        return refusal

    def _confirm_late(self, voice: Voice, bet: Bet, key: str, now: datetime) -> list[HouseRecorded] | Refusal:
        """One person's word on a bet that waits, which is laid with the last that is wanted."""
        speaker = late_bets.speaker_mark(self.name, voice.person)
        word = self.refused(voice, bet) or late_bets.confirm(self._late, bet, speaker)
        if isinstance(word, Refusal):
            return word
        recorded, whole = len(self.floor.record), replace(word.bet, confirmed=word.taken)
        answer = self.floor.tell(whole, at=now, actor=voice.person, key=key) if word.taken else None
        if isinstance(answer, Refusal):
            return answer
        before = self._house([word], now, actor=voice.person)
        return [*before, *self._entries(self.floor.record[recorded:], len(before))]

    def _player(self, seat: str) -> str:
        return next((one.player for one in self._seats if one.name == seat), "")

    def _seed(self, voice: Voice, saying: GiveSeed, now: datetime) -> list[HouseRecorded] | Refusal:
        if not self.fair:
            return Refusal("entered", "the dice of this table are thrown by hand: they take no seeds")
        seat = self.floor.table.state.seat(voice.seat)
        if seat is None or is_bot(seat.player) or seat.player != voice.person:
            return Refusal("no-seat", "a seed is given by whoever has a seat, for it alone: sits 100")
        refusal = turns.refused_seed(self.turns, saying.seed)
        return refusal or self._house([SeedGiven(voice.seat, saying.seed)], now, actor=voice.person)

    # --- strategies, and closing

    def _seat_bot(self, voice: Voice, saying: SeatBot, key: str, now: datetime) -> list[HouseRecorded] | Refusal:
        refusal = refused_owner(voice.roles, "add bots")
        if refusal is None and sum(is_bot(seat.player) for seat in self._seats) >= MOST_BOTS:
            refusal = Refusal("full", f"a table takes {MOST_BOTS} bots at most")
        if refusal is not None:
            return refusal
        sit = Sit(saying.seat, saying.rack, None, bot_player(self.n + 1))
        wrong = refused_buy_in(self.terms, saying.rack) or self._refused_seat(sit)
        recorded = len(self.floor.record)
        answer = wrong or self.floor.tell(sit, at=now, actor=voice.person, key=key)
        if isinstance(answer, Refusal):
            return answer
        named = self._house([BotSeated(saying.seat, saying.strategy, saying.text)], now, actor=voice.person)
        return [*named, *self._entries(self.floor.record[recorded:], len(named))]

    def _window(self, voice: Voice, seat: str, acts: Acts, now: datetime) -> list[HouseRecorded] | Refusal:
        """What a strategy does, in one append: all of it is durable, or none of it was done."""
        recorded = len(self.floor.record)
        for command in acts.commands:
            self.floor.tell(command, at=now, actor=STRATEGY)  # what the table refuses is not done
        done = [*self._entries(self.floor.record[recorded:], 0)]
        if acts.ended:
            done += self._house([BotEnded(seat, acts.ended)], now, len(done), voice.person)
        return done or Refusal("nothing", f"{seat} has nothing to do")

    def _close(self, voice: Voice, now: datetime) -> list[HouseRecorded] | Refusal:
        refusal = refused_owner(voice.roles, "close a table")
        if refusal is None and self.record.standing.closing:
            refusal = Refusal("table-closing", "this table is already closing")
        return refusal or self._house([TableClosing()], now)

    # --- entries

    def _entries(self, recorded: Iterable[FloorRecorded], ahead: int) -> Iterator[HouseRecorded]:
        for told in recorded:
            envelope = (told.at, told.actor, told.key)
            n = self.chain.end.entries + ahead
            entry = HouseRecorded(n, told.command, told.event, *envelope, told.table)
            for event in entry.happened:
                self.record.follow(event)
            yield entry
            ahead += 1

    def _house(
        self, events: Iterable[HouseEvent], now: datetime, ahead: int = 0, actor: str = HOUSE
    ) -> list[HouseRecorded]:
        """What the house does itself, or has done for somebody, as entries after `ahead` others."""
        entries: list[HouseRecorded] = []
        for event in events:
            self.record.follow(event)
            entries.append(HouseRecorded(self.chain.end.entries + ahead + len(entries), None, event, now, actor))
        return entries

    def _afterwards(
        self, voice: Voice, done: list[HouseRecorded], waited: Waited, now: datetime
    ) -> list[HouseRecorded]:
        """What follows from what was done: somebody is back, a turn is over, the next window, everybody has left."""
        throws, speaker = self.floor.table.shooter(), self.seat_of(voice.person)
        standing = self.record.standing
        back = speaker in standing.away or speaker in standing.unattended
        events: list[HouseEvent] = [Attended(speaker)] if back else []
        standing = standing.attended(speaker)
        if self.fair:
            copied = not self.turns.salt.startswith(self._store_mark)
            dice = (self._house_key, self.name, self.turns, throws, self._salt)
            events += turns.turned(*dice, begin_chain=copied)
        if self.record.standing.closing and not self._seats:
            begun = self.fair and self.turns.mixed and not self.turns.revealed and not events
            events += [turns.revealed(self._house_key, self.name, self.turns)] if begun else []
            return self._house([*events, TableShut()], now, len(done))
        seconds = None
        if self.fair and throws is not None and self.at_stake:
            state, watched = self.floor.table.state, bool(self.connected)
            seconds = seconds_to_wait(state, standing, self.terms, throws, watched=watched)
        if seconds is not None and (self.awaited is None or throws != waited.shooter):
            events.append(Awaited(now + timedelta(seconds=seconds)))
        elif seconds is None and waited.until is not None:
            events.append(Awaited())
        return self._house(events, now, len(done))

    # --- deadlines

    @property
    def at_stake(self) -> bool:
        """Whether anything lies on any layout: where nothing does, nobody is kept waiting by dice in a gone hand."""
        state = self.floor.table.state
        return bool(state.crew.slots) or any(seat.position.slots for seat in state.seats)

    async def overdue(self) -> bool:
        """Throws the dice for whoever did not, or has them go on, if the store's clock says so; whether it did."""
        awaited = self.awaited  # somebody may throw while the clock is asked
        if awaited is None or await self.store.now() < awaited:
            return False
        answer = await self.say(THE_HOUSE, Throw())
        return not isinstance(answer, Refusal)

    async def land(self) -> None:
        """Dice that are in the air come to rest: what they show was fixed when they were thrown."""
        if self.fair and self.floor.table.state.dice.thrown:
            await self.say(THE_HOUSE, Throw())

    async def stand_up(self, seat: str) -> int | Refusal:
        """A seat is given up for whoever left it: the chips are cashed."""
        return await self.say(THE_HOUSE, Leave(seat))


def _pass_over(_: Voice, __: int) -> None:
    """Nobody counts."""


def _digest(said: str) -> bytes:
    """What a key stands for."""
    return hashlib.sha256(said.encode()).digest()
