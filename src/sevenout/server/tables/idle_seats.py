"""Who attends to their seat: first the table rests for whoever is gone, then, after long, the seat is given up.

Both stand in the log, so that a server where the player is connected can answer that they are here. What lies on the
layout of a seat that is given up is played out first, or comes down if nobody can throw.
"""

import asyncio
from datetime import datetime, timedelta

from sevenout.base.refusal import Refusal
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import is_bot
from sevenout.server.live.requests import THE_HOUSE, HouseNote
from sevenout.server.protocol.house_events import SeatAttended, SeatAway, SeatUnattended, ServerLogEntry
from sevenout.table.events import Left
from sevenout.table.state import Seat

REST_AFTER = 60.0
"""Seconds after which a table rests for somebody who is connected no more, where the house does not say."""
NOTICE = timedelta(seconds=60)
"""How long other servers have to answer that somebody is here."""


class Attendance:
    """When anybody was last heard at one table, as far as this process knows.

    `rest_after`: the seconds after which somebody counts as gone who is connected no more.
    """

    def __init__(self, table: LiveTable, rest_after: float = REST_AFTER) -> None:
        self.table, self._rest_after = table, rest_after
        self._begun = asyncio.get_running_loop().time()
        self._heard: dict[str, float] = {}
        self._here: dict[str, float] = {}
        """When somebody was last connected, or was said to be here."""
        self._given_up: dict[str, datetime] = {}
        table.listeners.append(self._take_in_entries)

    def _take_in_entries(self, entries: list[ServerLogEntry]) -> None:
        now = asyncio.get_running_loop().time()
        for entry in entries:
            match entry.event:
                case SeatUnattended(seat, until):
                    self._given_up[seat] = until
                case SeatAttended(seat) | Left(seat):
                    self._given_up.pop(seat, None)
                    held = self.table.floor.table.state.seat(seat)
                    self._here |= {} if held is None else {held.player: now}
            self._heard[entry.actor] = now
            for held in self.table.floor.table.state.seats:
                if held.player == entry.actor:
                    self._given_up.pop(held.name, None)

    def _is_silent(self, seat: Seat, now: float) -> bool:
        """Whether nobody was heard of a seat for as long as this table is patient."""
        heard = self._heard.get(seat.player, self._begun)
        return not self.table.connected[seat.player] and now - heard > self.table.terms.patience

    def _is_disconnected(self, seat: Seat, now: float) -> bool:
        """Whether somebody is connected no more, and was not heard since, for as long as that may take."""
        since = max(self._here.get(seat.player, self._begun), self._heard.get(seat.player, self._begun))
        return not self.table.connected[seat.player] and now - since > self._rest_after

    async def give_up_idle_seats(self, now: float, clock: datetime) -> list[Seat]:
        """Gives up what is to be given up, by the store's clock, and says which seats those were."""
        table, gone = self.table, list[Seat]()
        for seat in table.floor.table.state.seats:
            if (is_bot(seat.player) or not seat.player) and not table.record.standing.closing:
                continue
            await self._mark(seat, now)
            if await self._is_given_up(seat, now, clock):
                answer = await table.stand_up(seat.name)
                gone += [] if isinstance(answer, Refusal) else [seat]
        return gone

    async def _mark(self, seat: Seat, now: float) -> None:
        """Has the log say that somebody is gone, or here again."""
        table = self.table
        if table.connected[seat.player]:
            self._here[seat.player] = now
            if seat.name in table.record.standing.away:
                back = HouseNote(SeatAttended(seat.name), lambda: seat.name in table.record.standing.away)
                await table.submit(THE_HOUSE, back)
        elif seat.name not in table.record.standing.away and self._is_disconnected(seat, now):
            still = HouseNote(SeatAway(seat.name), lambda: self._same(seat) and self._is_disconnected(seat, now))
            await table.submit(THE_HOUSE, still)

    async def _is_given_up(self, seat: Seat, now: float, clock: datetime) -> bool:
        """Whether a seat is given up now; what is to be said before that is said."""
        table, until = self.table, self._given_up.get(seat.name)
        if table.record.standing.closing:
            return not seat.position.slots or table.throw_deadline is None
        if seat.position.slots and not table.fair:
            return False
        if until is not None and table.connected[seat.player]:
            await table.submit(THE_HOUSE, HouseNote(SeatAttended(seat.name), lambda: seat.name in self._given_up))
            return False
        if until is None and self._is_silent(seat, now):
            by = SeatUnattended(seat.name, await table.store.now() + NOTICE)
            await table.submit(THE_HOUSE, HouseNote(by, lambda: seat.name not in self._given_up and self._same(seat)))
            return False
        if until is None or clock < until or (seat.position.slots and table.throw_deadline is not None):
            return False
        return await table.store.now() >= until

    def _same(self, seat: Seat) -> bool:
        held = self.table.floor.table.state.seat(seat.name)
        return held is not None and held.player == seat.player
