"""A house: its tables, its people and who is connected to what. It knows no web; whoever brings messages moves bytes.

Every table of the store can be played here; it is read when somebody first asks for it. Deadlines are looked at four
times a second, and what other servers wrote once a second at the latest.
"""

import asyncio
import logging
import secrets
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from sevenout.errors import BadInput
from sevenout.house import limits
from sevenout.house.keys import Keys
from sevenout.house.live import LiveTable, Saying, Voice
from sevenout.house.people import People, Person
from sevenout.house.sayings import understood
from sevenout.house.store import Store, TableRow, Unavailable
from sevenout.house.terms import Wanted, agreed, decoded, encoded
from sevenout.money import Cents, format_amount, parse_amount
from sevenout.refusal import Refusal
from sevenout.table.commands import Bet, BuyIn, Leave, Sit
from sevenout.table.events import Left

_log = logging.getLogger(__name__)
_TICK, _LOOK = 0.25, 1.0
MOST_TABLES = 1000


class House:
    """All of it, in one process."""

    def __init__(self, store: Store, keys: Keys) -> None:
        self.store, self.people, self._keys = store, People(store), keys
        self._tables: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self.closing = False

    async def start(self) -> None:
        """Looks whether the store is sound, and begins to watch the clock."""
        wrong = await self.store.check()
        if wrong:
            raise BadInput(wrong)
        await self.store.listen(self._hinted)
        self._tasks = [asyncio.create_task(self._watch())]

    async def stop(self) -> None:
        """Takes nothing more, finishes what was begun, closes the store."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for table in self._tables.values():
            await table.catch_up()
        await self.store.close()

    # --- tables

    async def open_table(self, person: Person, wanted: Wanted) -> LiveTable | Refusal:
        """A new table, with an address that nobody can guess before."""
        try:
            amounts = {
                name: _amount(getattr(wanted, name)) for name in ("minimum", "maximum", "chip", "largest_buy_in")
            }
            terms, _ = agreed(wanted, amounts, person.key)
        except BadInput as error:
            return Refusal("malformed", str(error))
        if len(await self.store.tables()) >= MOST_TABLES:
            return Refusal("full", f"this house has {MOST_TABLES:,} tables, and no room for another")
        name, now = f"t-{secrets.token_hex(4)}", await self.store.now()
        table = LiveTable(name, terms, self.store, self._keys.dice)
        await self.store.open_table(TableRow(name, encoded(terms), now), table.opening(now))
        await self.people.appoint(person.key, name, ("owner",))
        await table.catch_up()
        self._tables[name] = table
        return table

    async def table(self, name: str) -> LiveTable | None:
        """A table by its address, read from the store if nobody was there yet."""
        if name in self._tables:
            return self._tables[name]
        async with self._opening:
            row = next((row for row in await self.store.tables() if row.table == name), None)
            if row is not None and name not in self._tables:
                table = LiveTable(name, decoded(row.terms), self.store, self._keys.dice)
                await table.catch_up()
                self._tables[name] = table
        return self._tables.get(name)

    async def lobby(self) -> list[dict[str, Any]]:
        """Every table, as the list of them shows it."""
        tables = [await self.table(row.table) for row in await self.store.tables()]
        return [_shown(table) for table in tables if table is not None]

    # --- what people say

    async def say(self, table: LiveTable, person: Person, line: str, key: str) -> int | Refusal:
        """Somebody says a line at a table."""
        voice = voice_of(table, person)
        saying = understood(table.game, voice, person.name, line)
        return saying if isinstance(saying, Refusal) else await self.tell(table, person, voice, saying, key)

    async def tell(self, table: LiveTable, person: Person, voice: Voice, saying: Saying, key: str) -> int | Refusal:
        """The same, once it is understood: within the limits that people set themselves."""
        if self.closing:
            return Refusal("closing", "the house is closing: come back later")
        now = await self.store.now()
        refusal = _refused_by_oneself(table, person, saying, now)
        if refusal is not None:
            return refusal
        if isinstance(saying, Sit):
            voice = voice._replace(seat=voice.seat or saying.seat)
        before = table.n
        answer = await table.say(voice, saying, key)
        if isinstance(answer, int) and answer > before:
            await self._count(table, person, saying, now)
        return answer

    async def _count(self, table: LiveTable, person: Person, saying: Saying, now: datetime) -> None:
        """Chips bought and cashed count towards what somebody allows themself."""
        match saying:
            case Sit(rack=amount) | BuyIn(amount=amount):
                await self.people.change(person.key, lambda it: _with(it, limits.bought(it.limits, amount, now)))
            case Leave():
                left = next(told.event for told in reversed(table.floor.record) if isinstance(told.event, Left))
                seated = next((told.at for told in reversed(table.floor.record) if _sat(told.command, left.seat)), None)
                seconds = 0 if seated is None else int((now - seated).total_seconds())
                await self.people.change(
                    person.key, lambda it: _with(it, limits.cashed(it.limits, left.cashed, seconds, now))
                )

    # --- the clock, and other servers

    async def _watch(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(_TICK)
            looked += _TICK
            for table in list(self._tables.values()):
                await self._look_at(table, read=looked >= _LOOK)
            looked = 0.0 if looked >= _LOOK else looked

    async def _look_at(self, table: LiveTable, *, read: bool) -> None:
        """One table that is in trouble is told of, and does not keep the others from being looked at."""
        try:
            await table.overdue()
            if read:
                await table.catch_up()
        except Unavailable as error:
            _log.warning("%s: the store is away: %s", table.name, error)
        except Exception:
            _log.exception("%s cannot be played on", table.name)

    def _hinted(self, name: str, n: int) -> None:
        table = self._tables.get(name)
        if table is not None and n > table.n + 1:
            task = asyncio.create_task(table.catch_up())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


def voice_of(table: LiveTable, person: Person) -> Voice:
    """Who somebody is at a table: the seat that is theirs, and their roles there."""
    seats = table.floor.table.state.seats
    seat = next((seat.name for seat in seats if seat.player == person.key), "")
    roles = (*person.roles.get("*", ()), *person.roles.get(table.name, ()))
    return Voice(person.key, seat, roles)


def seats_record(table: LiveTable) -> dict[str, dict[str, Any]]:
    """Racks and layouts by seat, as `replay --json` prints them."""
    return {
        seat.name: {
            "rack": format_amount(seat.rack),
            "layout": {bet.wager: format_amount(bet.stake) for bet in seat.layout.lying},
        }
        for seat in table.floor.shown.seats
    }


def _shown(table: LiveTable) -> dict[str, Any]:
    shown, game = table.floor.shown, table.game
    return {
        "table": table.name,
        "rules": game.rules.book.name,
        "title": game.rules.book.title,
        "minimum": format_amount(game.minimum),
        "maximum": format_amount(game.maximum),
        "dice": table.terms.dice,
        "seats": [seat.name for seat in shown.seats],
        "point": shown.point,
        "n": table.n,
    }


def _refused_by_oneself(table: LiveTable, person: Person, saying: Saying, now: datetime) -> Refusal | None:
    match saying:
        case Sit(rack=amount) | BuyIn(amount=amount):
            most = table.terms.largest_buy_in
            if most is not None and amount > most:
                reason = f"at this table one buys in for {format_amount(most)} at most"
                return Refusal("above-maximum", reason, maximum=most, amount=amount)
            return limits.refused_chips(person.limits, amount, now)
        case Bet():
            return limits.refused_time(person.limits, now)
    return None


def _amount(words: str | None) -> Cents | None:
    return None if words is None else parse_amount(words)


def _with(person: Person, changed: limits.Limits) -> Person:
    return replace(person, limits=changed)


def _sat(command: object, seat: str) -> bool:
    return isinstance(command, Sit) and command.seat == seat
