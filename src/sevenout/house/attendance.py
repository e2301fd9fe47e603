"""Who attends to their seat: one of which nobody was heard for long is given up, if nothing lies on its layout.

That a seat is unattended stands in the log with the time by which it is given up, so that a server where its player is
connected can answer that they are here. A wager keeps a seat, however long its player is gone.
"""

import asyncio
from datetime import datetime, timedelta

from sevenout.house.happenings import Attended, HouseRecorded, Unattended
from sevenout.house.live import LiveTable
from sevenout.house.record import is_bot
from sevenout.house.said import THE_HOUSE, Note
from sevenout.refusal import Refusal
from sevenout.table.events import Left
from sevenout.table.state import Seat

NOTICE = timedelta(seconds=60)
"""How long other servers have to answer that somebody is here."""


class Attendance:
    """When anybody was last heard at one table, as far as this process knows."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._begun = asyncio.get_running_loop().time()
        self._heard: dict[str, float] = {}
        self._given_up: dict[str, datetime] = {}
        table.listeners.append(self._happened)

    def _happened(self, entries: list[HouseRecorded]) -> None:
        now = asyncio.get_running_loop().time()
        for entry in entries:
            match entry.event:
                case Unattended(seat, until):
                    self._given_up[seat] = until
                case Attended(seat) | Left(seat):
                    self._given_up.pop(seat, None)
            self._heard[entry.actor] = now
            for held in self.table.floor.table.state.seats:
                if held.player == entry.actor:
                    self._given_up.pop(held.name, None)

    def _alone(self, seat: Seat, now: float) -> bool:
        """Whether nobody was heard of a seat for as long as this table is patient."""
        heard = self._heard.get(seat.player, self._begun)
        return not self.table.connected[seat.player] and now - heard > self.table.terms.patience

    async def look(self, now: float, clock: datetime) -> list[Seat]:
        """Gives up what is to be given up, by the store's clock, and says which seats those were."""
        table, gone = self.table, list[Seat]()
        for seat in table.floor.table.state.seats:
            if is_bot(seat.player) and not table.record.standing.closing:
                continue
            if await self._given(seat, now, clock):
                answer = await table.stand_up(seat.name)
                gone += [] if isinstance(answer, Refusal) else [seat]
        return gone

    async def _given(self, seat: Seat, now: float, clock: datetime) -> bool:
        """Whether a seat is given up now; what is to be said before that is said."""
        table, until = self.table, self._given_up.get(seat.name)
        if table.record.standing.closing:
            return not seat.position.slots or table.awaited is None
        if seat.position.slots:
            return False
        if until is not None and table.connected[seat.player]:
            await table.say(THE_HOUSE, Note(Attended(seat.name), lambda: seat.name in self._given_up))
            return False
        if until is None and self._alone(seat, now):
            by = Unattended(seat.name, await table.store.now() + NOTICE)
            await table.say(THE_HOUSE, Note(by, lambda: seat.name not in self._given_up and self._free(seat)))
            return False
        return until is not None and clock >= until and await table.store.now() >= until

    def _free(self, seat: Seat) -> bool:
        held = self.table.floor.table.state.seat(seat.name)
        return held is not None and held.player == seat.player and not held.position.slots
