"""The tables that one process of a house has in memory: read when asked for, watched by the clock, let go at rest.

Deadlines are looked at four times a second by an estimate of the store's clock, which is asked once a second for all
tables; what other servers wrote is read at once when they say so, and within a second if they do not. A table at which
somebody is waited for, and nothing happens for long, is taken over: the server that had it may have died for good.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import People
from sevenout.server.fairness.checkpoints import Checkpoints
from sevenout.server.fairness.keys import Keys
from sevenout.server.live import spending
from sevenout.server.live.live_table import AWAY, LiveTable
from sevenout.server.live.log_state import HOUSE, is_bot
from sevenout.server.live.requests import THE_HOUSE, Actor, Close
from sevenout.server.live.table_terms import decode_terms, game_of, is_game_made
from sevenout.server.operation import metrics
from sevenout.server.operation.logging import ThrottledLog, log_event
from sevenout.server.operation.overload import Pressure
from sevenout.server.operation.storage_growth import Growth
from sevenout.server.operation.workers import Busy, Workers
from sevenout.server.protocol.http_types import TableListed
from sevenout.server.store.interface import Store, Unavailable
from sevenout.server.store.lineage import Lineage
from sevenout.server.tables.bonus_clock import tell_time, time_is_due
from sevenout.server.tables.idle_seats import REST_AFTER
from sevenout.server.tables.loaded_table import ATTEND, LoadedTable
from sevenout.server.tables.lobby import Lobby, describe_table, is_empty
from sevenout.server.tables.maintenance import Upkeep

_log = logging.getLogger(__name__)
_TICK, _LOOK, _CLEAR = 0.25, 1.0, 60.0
_SLOW = 10.0
"""Seconds that a store may take to answer."""
_ADOPT = 30.0
"""Seconds in which nothing happens at a table that is no other server's any more, if somebody is waited for there."""


class Tables:
    """The tables of one process, by address."""

    def __init__(
        self,
        store: Store,
        people: People,
        keys: Keys,
        checkpoints: Checkpoints | None,
        token: Callable[[int], str],
        readers: Workers,
        pressure: Pressure,
        growth: Growth,
        rest_after: float = REST_AFTER,
        empty_after: timedelta | None = None,
    ) -> None:
        self._rest_after = rest_after
        self._store, self._people, self._keys, self._token = store, people, keys, token
        self._pressure, self._growth, self._empty_after = pressure, growth, empty_after
        self._readers = readers
        """Where the rulebooks of tables are read that are not known yet."""
        self.lobby = Lobby(store)
        self.lineage = Lineage(store, token)
        self._upkeep = Upkeep(keys, checkpoints)
        self._kept: dict[str, LoadedTable] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._elsewhere: dict[str, int] = {}
        """How far the logs of tables were that are awake and not here, when that was last looked at."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock: tuple[datetime, float] | None = None
        """What the store's clock showed, and when by ours."""
        self._trouble = ThrottledLog(10)
        """One line every ten seconds while the store is away, not one a table and look."""

    async def start(self) -> None:
        """Begins to watch the clock, and what other servers write."""
        self._clock = (await self._store.now(), asyncio.get_running_loop().time())
        await self._store.listen(self._take_hint)
        self._upkeep.recall()
        for work in (self._wake(), self._watch(), self._keep_up(), self._take_over(), self._clear()):
            self.begin(work)

    async def stop(self) -> None:
        """Finishes what was begun, lets dice in the air come to rest, and keeps what has grown."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        looking = [kept.looking for kept in self._kept.values() if kept.looking is not None]
        await asyncio.gather(*looking, return_exceptions=True)
        await self.land()
        await self._upkeep.keep_due(self.open, last=True)

    async def land(self) -> None:
        """Dice in the air come down; a table that is in trouble is told of, and keeps no other waiting."""
        for table in self.open:
            try:
                await table.land()
            except Exception:
                _log.exception("%s cannot be played on", table.name)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on beside everything else; what goes wrong in it is told."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget_task)

    def _forget_task(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("something in the house went wrong", exc_info=error)

    @property
    def clock(self) -> datetime:
        """The store's clock, by an estimate that costs nothing; by the machine's until it was first asked."""
        if self._clock is None:
            return datetime.fromtimestamp(time.time(), UTC)
        return self._clock[0] + timedelta(seconds=asyncio.get_running_loop().time() - self._clock[1])

    # --- which there are

    @property
    def open(self) -> list[LiveTable]:
        """The tables that were read and are watched here."""
        return [kept.table for kept in self._kept.values()]

    async def add(self, table: LiveTable) -> None:
        """One more, which was read."""
        table.note_written = partial(self._count, table.terms.owner)
        self._kept[table.name] = LoadedTable(table, self._rest_after)
        await self.lobby.show(table)

    def _count(self, owner: str, voice: Actor, size: int) -> None:
        """Counts what the log of a table has grown by, for whoever made it grow."""
        if is_bot(voice.person):
            self._growth.note_played(owner, size)
        elif HOUSE not in voice.roles:
            self._growth.note_growth(voice.person, size)

    async def load(self, name: str) -> LoadedTable | None:
        """A table by its address, read from the store if nobody was there yet.

        Raises Busy if its rulebook has to be read for somebody who has used up their share.
        """
        async with self._opening.setdefault(name, asyncio.Lock()) if name not in self._kept else nullcontext():
            if name not in self._kept:
                row = await self._store.table(name)
                if row is None:
                    return None
                terms = decode_terms(row.terms)
                if not is_game_made(terms):
                    await self._readers.do_or_raise(partial(game_of, terms))
                mark = await self.lineage.mark()
                table = LiveTable(name, terms, self._store, self._keys.dice, self._token, mark)
                await table.catch_up()
                await table.mend_clock()
                await self.add(table)
        kept = self._kept[name]
        kept.touched = asyncio.get_running_loop().time()
        return kept

    async def list_open(self) -> list[TableListed]:
        """Every open table but those of lessons: those that are played here as they are, others by their card."""
        shown = {name: card for name, (card, _) in (await self.lobby.cards()).items() if not card.lesson}
        here = {name: describe_table(self._kept[name].table) for name in shown if name in self._kept}
        return [*{**shown, **here}.values()]

    # --- what is due

    async def _wake(self) -> None:
        """Brings back what was going on when a server stopped: tables at which somebody is waited for."""
        while not await self._wake_tables():
            await asyncio.sleep(_LOOK)

    async def _wake_tables(self) -> bool:
        """Whether the store was there for all of it."""
        try:
            await self._read([*await self._awake(), *await self.lobby.find_unlisted()])
        except Unavailable as error:
            self.away(error)
            return False
        return True

    async def _awake(self) -> list[str]:
        """The tables, here and elsewhere, at which somebody is waited for."""
        return [name for name, (_, rests) in (await self.lobby.cards()).items() if not rests]

    async def _read(self, names: Iterable[str]) -> None:
        """Has these in memory; one that is in trouble is told of, and keeps no other waiting."""
        for name in names:
            try:
                await self.load(name)
            except Unavailable:
                raise
            except Exception:
                _log.exception("%s cannot be opened", name)

    async def _watch(self) -> None:
        loop, compared = asyncio.get_running_loop(), -_LOOK
        while True:
            now = loop.time()
            if now - compared >= _LOOK:
                compared = now
                await self._compare()
            if self._clock is not None:
                clock = self.clock
                for kept in list(self._kept.values()):
                    if (kept.looking is None or kept.looking.done()) and kept.is_due(now, clock):
                        kept.looking = asyncio.create_task(self._look_at(kept, now, clock))
            await asyncio.sleep(_TICK)

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            await self._upkeep.keep_due(self.open)
            try:
                await self._tidy()
            except Unavailable as error:
                _log.warning("the lobby was not written, the store is away: %s", error)

    async def _take_over(self) -> None:
        while True:
            await asyncio.sleep(_ADOPT)
            try:
                await self._adopt()
            except Unavailable as error:
                self.away(error)

    async def _adopt(self) -> None:
        """Takes over the tables that are awake and have not grown since the last look, whoever had them."""
        awake = [name for name in await self._awake() if name not in self._kept]
        before, self._elsewhere = self._elsewhere, await self._store.lengths(awake) if awake else {}
        await self._read(name for name, length in self._elsewhere.items() if before.get(name) == length)

    async def _clear(self) -> None:
        while self._empty_after is not None:
            await asyncio.sleep(_CLEAR)
            try:
                await self.close_empty(self._empty_after)
            except Unavailable as error:
                self.away(error)

    async def close_empty(self, after: timedelta, most: int | None = None) -> int:
        """Closes tables at which nobody has sat for so long, the longest empty first; how many those were."""
        now, closed = await self._store.now(), 0
        for since, name in await self.lobby.empty(now):
            if now - since < after or (most is not None and closed >= most):
                break
            try:
                closed += await self._close(name)
            except (BadInput, Busy) as error:
                _log.warning("%s cannot be closed: %s", name, error)
        return closed

    async def _close(self, name: str) -> bool:
        """Closes a table, unless somebody has come there meanwhile; whether it did."""
        kept = await self.load(name)
        if kept is None or kept.table.connected or not is_empty(kept.table):
            return False
        done = await kept.table.submit(THE_HOUSE, Close())
        for seat in kept.table.floor.table.state.seats:
            if not seat.position.slots:
                await kept.table.stand_up(seat.name)
        await self.lobby.show(kept.table)
        if isinstance(done, Refusal):
            return False
        log_event(_log, logging.INFO, "an empty table was closed", table=name)
        return True

    async def _compare(self) -> None:
        """Once for all tables: what the store's clock shows, and where others have written."""
        try:
            async with asyncio.timeout(_SLOW):
                self._clock = (await self._store.now(), asyncio.get_running_loop().time())
                for name, length in (await self._store.lengths(list(self._kept))).items():
                    if name in self._kept and length > self._kept[name].table.n + 1:
                        self._kept[name].behind = True
        except (Unavailable, TimeoutError) as error:
            _log.warning("the store is away: %s", error)

    async def _tidy(self) -> None:
        """Writes cards that are out of date, and lets tables that rest go from memory."""
        now = asyncio.get_running_loop().time()
        for name, kept in list(self._kept.items()):
            rests = kept.is_idle(now)
            if kept.changed or rests:
                kept.changed = False
                await self.lobby.show(kept.table, rests=rests)
            if rests:
                await self._upkeep.keep_due([kept.table], last=True)
            if rests and kept.is_idle(now):
                del self._kept[name]

    async def _look_at(self, kept: LoadedTable, now: float, clock: datetime) -> None:
        """One table that is in trouble is told of, and does not keep the others from being looked at."""
        table = kept.table
        try:
            if kept.behind:
                kept.behind = False
                await table.catch_up()
            if self._growth.may_play(table.terms.owner) and not self._pressure.is_high:
                await kept.company.play_due_bots(now, clock)
            if kept.is_overdue(clock) and await table.throw_if_overdue():
                metrics.deadlines.inc()
            if time_is_due(table, clock):
                await tell_time(table)
            if now - kept.attended >= ATTEND or table.record.standing.closing:
                kept.attended = now
                for seat in await kept.attendance.give_up_idle_seats(now, clock):
                    await spending.count_log(self._people, table, seat.player)
        except Unavailable as error:
            self.away(error)
        except Exception:
            _log.exception("%s cannot be played on", table.name)

    def away(self, error: Unavailable) -> Refusal:
        """What is answered while the store is away; one line in the log for many of them."""
        held = self._trouble.passes("store")
        if held is not None:
            log_event(_log, logging.WARNING, "the store is away", error=error, held_back=held)
        return AWAY

    def _take_hint(self, name: str, n: int) -> None:
        kept = self._kept.get(name)
        if kept is not None and n > kept.table.n + 1:
            kept.behind = True
            if kept.looking is None or kept.looking.done():
                now = asyncio.get_running_loop().time()
                kept.looking = asyncio.create_task(self._read_on(kept, now))

    async def _read_on(self, kept: LoadedTable, now: float) -> None:
        if self._clock is not None:
            await self._look_at(kept, now, self.clock)
