"""A live table: one at a time it takes what people say, judges it, makes it durable, and only then tells anybody.

The floor is played ahead of the store by one append. If the store does not take it, or another server was first, the
table goes back to where it was durable, reads on from there, and what was said is judged anew.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import Floor
from sevenout.server.fairness import dice_turns as turns
from sevenout.server.fairness.dice_turns import Turns
from sevenout.server.live.envelopes import MOST_BACK
from sevenout.server.live.judge import RequestJudge, TableSettings, ThrowWait
from sevenout.server.live.log_state import HOUSE, LogState, LogStateSnapshot, opening_mark
from sevenout.server.live.requests import THE_HOUSE, Actor, Precondition, Request, ThrowRequest, no_precondition
from sevenout.server.live.state_snapshots import restore_record, sealer
from sevenout.server.live.table_terms import TableTerms, encode_terms, game_of
from sevenout.server.operation import metrics
from sevenout.server.protocol.entry_decoding import entries_of
from sevenout.server.protocol.house_events import ClockSetBack, ServerLogEntry, ThrowDeadlineSet
from sevenout.server.store.answered_keys import NO_KEY, AnsweredKeys, RequestKey
from sevenout.server.store.interface import Append, Conflict, Store, Unavailable
from sevenout.table import Table
from sevenout.table.commands import Bet, CallWager, Leave
from sevenout.table.log.hash_chain import Chain
from sevenout.table.table_snapshot import opening as table_opening

_MOST_TRIES = 200
"""How often something is judged anew because another server was first: a busy one wins many times in a row."""
_AT_ONCE = 500
"""Lines that are read and played before anybody else has a turn."""
Listener = Callable[[list[ServerLogEntry]], None]
"""Told of entries once they are durable."""
AWAY = Refusal("unavailable", "the house cannot reach its store right now: try again with the same key")
"""All that anybody is told who asks while the store is away: what it said is the operator's to know."""


class LiveTable:
    """One table of a house, in one of its processes.

    `token`: where the salts of its dice come from; `mark`: how those of this store begin.
    """

    def __init__(
        self,
        name: str,
        terms: TableTerms,
        store: Store,
        house_key: bytes,
        token: Callable[[int], str] = secrets.token_hex,
        mark: str = "",
    ) -> None:
        self.name, self.terms, self.store = name, terms, store
        self.answers = AnsweredKeys(store, name)
        """What the keys of requests here were answered."""
        self.game = game_of(terms)
        self._setting = TableSettings(name, terms, self.game, house_key, token, mark)
        self._mark = opening_mark(name, encode_terms(terms))
        self._sealer = sealer(house_key, self._mark, self.game)
        self._lock = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.connected: Counter[str] = Counter()
        """The people who are connected to it here, by key."""
        self._heard = -1
        """The last entry that listeners were told of."""
        self.note_written: Callable[[Actor, int], None] = _ignore
        """Told who has made the log grow, and by how many bytes."""
        self.pictured = 0
        """The entries before the last picture."""
        self._begin()

    def _begin(self) -> None:
        self.record = LogState(self.game, f"{self.name}:")
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
    def throw_deadline(self) -> datetime | None:
        """Until when the next throw is waited for."""
        return self.record.awaited

    @property
    def chain(self) -> Chain:
        """Where its log ends."""
        return self.record.chain

    @property
    def fair(self) -> bool:
        """Whether its dice are thrown by seeds, not entered."""
        return self._setting.fair

    @property
    def n(self) -> int:
        """The number of the last durable entry."""
        return self.chain.end.entries - 1

    @property
    def without_line_bet(self) -> str | None:
        """The shooter whose line bet is waited for."""
        return self.record.without_line_bet

    @property
    def _judge(self) -> RequestJudge:
        return RequestJudge(self._setting, self.record)

    def seat_of(self, person: str) -> str:
        """Somebody's seat, if they have one."""
        return self.record.seat_of(person)

    def opening(self, at: datetime) -> tuple[bytes, ...]:
        """The first lines of a new table: how it opens, and the commitment to its first dice."""
        chain = Chain(publish=self.chain.publish)
        entries = [ServerLogEntry(0, None, table_opening(self.game), at, HOUSE, self._mark)]
        if self.fair:
            first_turn = turns.open_turn(self._setting.house_key, self.name, Turns(), self._setting.salt)
            entries.append(ServerLogEntry(1, None, first_turn, at))
        return tuple(chain.line(entry) for entry in entries)

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
                self._notify_listeners(list(self.record.read(lines)))
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
        self.record = (lines and restore_record(self.game, state, lines[0], f"{self.name}:")) or self.record
        self.pictured = self.chain.end.entries

    async def save_snapshot(self) -> None:
        """Keeps the table as it is now, so that it need not be played from its start when it is next opened."""
        async with self._lock:
            state = self.record.state
        if state.end.entries > self.pictured:
            await self.store.put_picture(self.name, self._sealer.picture(state))
            self.pictured = state.end.entries

    def _notify_listeners(self, entries: list[ServerLogEntry]) -> None:
        new = [entry for entry in entries if entry.n > self._heard]
        if new:
            self._heard = new[-1].n
            for listener in self.listeners:
                listener(new)

    async def watch(self, listener: Listener) -> LogState:
        """From now on tells a listener of every entry; and what the log leads to until then, all of it durable."""
        async with self._lock:
            if self._read_on:
                await self._catch_up()
            self.listeners.append(listener)
            return self.record

    async def entries(self, since: int, until: int | None = None) -> list[ServerLogEntry]:
        """The durable entries from a number on, up to one before another."""
        end = self.chain.end.entries
        lines = await self.store.lines(self.name, since, end if until is None else min(until, end))
        return await entries_of(lines)

    # --- what is said

    async def submit(
        self,
        voice: Actor,
        saying: Request,
        key: str = "",
        said: str = "",
        precondition: Precondition = no_precondition,
    ) -> int | Refusal:
        """Does it once, durably, and says by which entry; or says why not.

        `said` are the words it was said in, if not those of the notation: a key stands for them. The precondition is
        asked for once whoever speaks is found to be allowed to.
        """
        request = RequestKey.of(voice.person, key, said or (str(saying) if key else ""))
        async with self._lock:
            taken = True
            for _ in range(_MOST_TRIES):
                try:
                    if not taken:
                        answer = await self.answers.find_done(request)
                        if answer is not None:
                            return answer
                        metrics.conflicts.inc()
                    if self._read_on:
                        await self._catch_up()
                    return await self._submit_or_roll_back(voice, saying, request, precondition)
                except Conflict:  # the key was used, or another server was first
                    taken = False
                except Unavailable:
                    return AWAY
        return Refusal("busy", "this table is too busy right now: try again with the same key")

    async def _submit_or_roll_back(
        self, voice: Actor, saying: Request, request: RequestKey, precondition: Precondition
    ) -> int | Refusal:
        """Runs the request; on any failure, restores the last durable state."""
        sure = self.record.state
        try:
            return await self._decide_and_write(voice, saying, request, precondition)
        except BaseException:  # also when whoever spoke is gone, and nobody waits for the answer
            self._roll_back(sure)
            raise

    def _roll_back(self, sure: LogStateSnapshot) -> None:
        self.record = LogState.of_state(self.game, sure, f"{self.name}:")
        self._read_on = True

    async def _decide_and_write(
        self, voice: Actor, saying: Request, request: RequestKey, precondition: Precondition
    ) -> int | Refusal:
        now, judge, key = await self._time(), self._judge, request.key
        waited = ThrowWait(self.throw_deadline, self.floor.table.shooter())
        voice = judge.with_present_seat(voice, saying)
        done: list[ServerLogEntry] | Refusal | None = judge.refused_request(voice, saying) or await precondition(now)
        if done is None:
            with metrics.deciding.time():
                done = judge.execute(voice, saying, key, now)
        if isinstance(done, Refusal) and isinstance(saying, Bet | CallWager):
            done = await self._offer_late(voice, saying, done, now)
        if isinstance(done, Refusal):
            if not isinstance(saying, ThrowRequest) or HOUSE not in voice.roles or done.code in ("not-due", "shut"):
                return await self.answers.refuse(request, done)
            # nobody can throw now: the table says so, and waits
            done = judge.house_entries([ThrowDeadlineSet(None, done.code)], now)
            entries = done
        else:
            entries = [*done, *judge.follow_up(voice, done, waited, now, watched=bool(self.connected))]
        mine = next((entry.n for entry in done if key and entry.key == key), done[-1].n)
        await self._write(voice, entries, now, request, mine)
        return mine

    async def _offer_late(self, voice: Actor, bet: Bet | CallWager, refusal: Refusal, now: datetime) -> Refusal:
        """Why a bet or a call does not count; one that the crew may still confirm waits, and everybody is told."""
        offered = self._judge.offer_late(bet, refusal, now)
        if isinstance(offered, Refusal):
            return offered
        if offered:
            await self._write(voice, offered, now)
        return refusal

    async def _write(
        self,
        voice: Actor,
        entries: list[ServerLogEntry],
        now: datetime,
        request: RequestKey = NO_KEY,
        mine: int = 0,
    ) -> None:
        """Makes entries durable, with the key that they answer, and then tells everybody."""
        chain = Chain(self.chain.end, self.chain.publish)
        lines = tuple(chain.line(entry) for entry in entries)
        first = self.chain.end.entries
        await self.store.append(Append(self.name, first, lines, *request, mine))
        self.record.keep(chain, now)
        self.note_written(voice, sum(map(len, lines)))
        self._notify_listeners(entries)

    async def _time(self) -> datetime:
        """The store's clock, never before the last entry; where it is far behind that, an entry says so first."""
        now, last = await self.store.now(), self.record.at
        if last is None or now >= last:
            return now
        if last - now <= MOST_BACK:
            return last
        due = [] if self.throw_deadline is None else [ThrowDeadlineSet(now + timedelta(seconds=self.terms.window))]
        await self._write(THE_HOUSE, self._judge.house_entries([ClockSetBack(last), *due], now), now)
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
                self._roll_back(sure)
            except BaseException:
                self._roll_back(sure)
                raise

    # --- deadlines

    async def throw_if_overdue(self) -> bool:
        """Throws the dice for whoever did not, or has them go on, if the store's clock says so; whether it did."""
        awaited = self.throw_deadline  # somebody may throw while the clock is asked
        if awaited is None or await self.store.now() < awaited:
            return False
        answer = await self.submit(THE_HOUSE, ThrowRequest())
        return not isinstance(answer, Refusal)

    async def land(self) -> None:
        """Dice that are in the air come to rest: what they show was fixed when they were thrown."""
        if self.fair and self.floor.table.state.dice.thrown:
            await self.submit(THE_HOUSE, ThrowRequest())

    async def stand_up(self, seat: str) -> int | Refusal:
        """A seat is given up for whoever left it: the chips are cashed."""
        return await self.submit(THE_HOUSE, Leave(seat))


def _ignore(_: Actor, __: int) -> None:
    """Nobody counts."""
