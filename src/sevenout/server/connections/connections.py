"""Connections to a table: who is in its room, what each of them is told, and what they say."""

import asyncio
from collections import Counter

from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import FloorCommand
from sevenout.engine.game import Game
from sevenout.engine.offers import Offer
from sevenout.player.talk import SeatMemory
from sevenout.server.accounts.people import Person
from sevenout.server.accounts.permissions import ONLY_ONESELF
from sevenout.server.casino import CLOSING, Casino, actor_at
from sevenout.server.connections.chat import Chat
from sevenout.server.connections.outbox import MOST_BYTES, MOST_WAITING, Outbox
from sevenout.server.history import seat_memory as seats
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.public_view import (
    PublicState,
    encode_offers,
    event_message,
    fair_dice_message,
    late_bet_messages,
    next_throw_message,
    offers_message,
    past_event_message,
    rolls_message,
    table_event_of,
    terms_message,
    with_crew,
)
from sevenout.server.live.request_parser import parse_request, preview_line
from sevenout.server.live.requests import GiveSeed, Request, ThrowRequest
from sevenout.server.operation import metrics
from sevenout.server.operation.workers import Busy
from sevenout.server.protocol import messages as wire
from sevenout.server.protocol.client_picture import seat_message
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.protocol.message_codec import encode, refused_key, refused_message
from sevenout.server.store.interface import Unavailable
from sevenout.table.commands import Sit
from sevenout.table.state import TableState

_PRESENT_AFTER = 1.0
"""Seconds in which those who come and go are told of together."""


class Room:
    """Everybody who is connected to one table, and the table as they were told of it: what is durable, and no more."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.visits: dict[Connection, None] = {}
        """In the order in which they came, which is the order in which they are told."""
        self.picture = PublicState(-1, table.floor.snapshot)
        self.chat = Chat()
        self.owner: str | None = None
        """Who opened the table, by name, once somebody has looked."""
        self._memories: dict[str, SeatMemory] = {}
        """What seats may want once more, of those that have asked."""
        self._counting = False
        self.state: TableState = table.floor.table.state
        """The same in the numbers that the rules work with: the floor itself is played ahead of the store."""

    @classmethod
    async def of(cls, table: LiveTable) -> "Room":
        """The room of a table, which is told of everything that happens from now on."""
        room = cls(table)
        record = await table.watch(room._broadcast_entries)
        entries, standing = record.chain.end.entries, record.standing
        room.picture = PublicState(
            entries - 1, record.floor.snapshot, record.turns, record.awaited, standing.late, standing.asked
        )
        room.state = record.floor.table.state
        return room

    @property
    def game(self) -> Game:
        """Whose rules are played."""
        return self.table.game

    def _broadcast_entries(self, entries: list[ServerLogEntry]) -> None:
        """Tells everybody what is durable now; each is written once, however many read it."""
        first, before = self.picture, self.picture
        for entry in entries:
            if entry.n <= before.n:
                continue  # the table was read again from the store: that was told before
            after = before.apply_entry(entry)
            if entry is entries[-1]:
                turns = self.table.turns if self.table.fair else after.turns
                standing = self.table.record.standing
                after = PublicState(
                    after.n, after.shown, turns, self.table.throw_deadline, standing.late, standing.asked
                )
            self.picture = after
            self._broadcast_event(entry, before, after)
            self._remember(entry, before)
            before = after
        self.state = self.table.floor.table.state  # all of it durable, as what is told
        self._offer_again(first, before)

    def _broadcast_event(self, entry: ServerLogEntry, before: PublicState, after: PublicState) -> None:
        if not self.visits:
            return
        event = event_message(self.game, entry, before, after)
        plain = encode(event)
        whole = b""
        for visit in self.visits:
            if visit.crew and not whole:
                whole = encode(with_crew(event, self.game, entry, before.shown, self.table.floor.dealers))
            visit.outbox.put(whole if visit.crew else plain)

    def _offer_again(self, before: PublicState, after: PublicState) -> None:
        """Whom it concerns gets new offers, once everything that happened was told."""
        was, shown = before.shown, after.shown
        everybody = (was.point, was.dice, was.throws) != (shown.point, shown.dice, shown.throws)
        seats = {seat.player for seat in shown.seats if was.seat(seat.name) != seat}
        for visit in self.visits:
            if everybody or visit.person.key in seats:
                visit.offer()

    # --- what seats may want once more

    async def memory(self, seat: str) -> SeatMemory:
        """What a seat may want once more: from the end of the log when first asked for, then from what happens."""
        while seat not in self._memories:
            n = self.picture.n
            found = await seats.recall_memory(self.table, seat, n + 1)
            if n == self.picture.n:  # else more has happened while it was read
                self._memories[seat] = found
        return self._memories[seat]

    def _remember(self, entry: ServerLogEntry, before: PublicState) -> None:
        event = table_event_of(entry)
        if event is not None:
            for seat, memory in self._memories.items():
                self._memories[seat] = seats.update_memory(memory, before.shown, event, seat, entry.n)

    # --- who is there

    def broadcast(self, message: bytes) -> None:
        """Something that everybody here is told, beside what happens."""
        for visit in self.visits:
            visit.outbox.put(message)

    @property
    def present(self) -> wire.Presence:
        """How many are connected, and how many of them have no seat; somebody with two pages open is two."""
        seated = {seat.player for seat in self.picture.shown.seats}
        watching = sum(visit.person.key not in seated for visit in self.visits)
        return wire.Presence(len(self.visits), watching)

    def add(self, visit: "Connection") -> None:
        """One more connection."""
        self.visits[visit] = None
        self.table.connected[visit.person.key] += 1
        self._count_soon()

    def remove(self, visit: "Connection") -> None:
        """One less."""
        if visit in self.visits:
            del self.visits[visit]
            self.table.connected -= Counter((visit.person.key,))
            self._count_soon()

    def _count_soon(self) -> None:
        if not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_later(_PRESENT_AFTER, self._count)

    def _count(self) -> None:
        self._counting = False
        self.broadcast(encode(wire.PresentMessage(self.present)))


class Connection:
    """A connection: a person who looks at a table, and may have a seat there. One person may have several."""

    def __init__(self, house: Casino, room: Room, person: Person, token: str = "", *, crew: bool = False) -> None:
        self.house, self.room, self.person, self.crew = house, room, person, crew
        self.token = token
        self.outbox = Outbox()
        self._offer_due = False
        self._offered: tuple[Offer, ...] | None = None

    @property
    def table(self) -> LiveTable:
        """Where it is."""
        return self.room.table

    @property
    def seat(self) -> str:
        """The seat that it speaks for."""
        return self.room.picture.seat_of(self.person.key)

    async def enter(self, since: int | None) -> None:
        """First a snapshot, or what came after the last event it has; from then on everything, without a gap."""
        if self.room.owner is None:
            owner = await self.house.people.person(self.table.terms.owner)
            self.room.owner = "" if owner is None else owner.name
        past = await self._past(since)  # nothing is waited for after this: no event is missed
        if since is not None:
            metrics.reconnects.labels("player").inc()
        self.room.add(self)
        for message in past:
            self.outbox.put(message)
        self.outbox.put(encode(self.snapshot()))
        if (written := self.room.chat.backlog) is not None:
            self.outbox.put(encode(written))
        self.offer()

    async def _past(self, since: int | None) -> list[bytes]:
        """The events after a number, up to now; none if there are too many, or not so many yet."""
        room = self.room
        if since is not None and since > room.picture.n:
            await self.table.catch_up()  # they come from a server that knows more
        if since is None or not 0 <= since <= room.picture.n or room.picture.n - since >= MOST_WAITING // 2:
            return []
        messages: list[bytes] = []
        while since < room.picture.n:  # more may happen while these are read
            for entry in await self.table.entries(since + 1, room.picture.n + 1):
                messages.append(encode(past_event_message(entry)))
                since = entry.n
        return messages if sum(map(len, messages)) <= MOST_BYTES // 2 else []

    def leave(self) -> None:
        """The connection is gone; the seat stays, and what lies there."""
        self.room.remove(self)
        self.outbox.close()

    # --- what it is told

    def snapshot(self) -> wire.SnapshotMessage:
        """The whole table, as this person may see it."""
        table, picture, now = self.table, self.room.picture, self.house.clock
        shown, book = picture.shown.public(), self.room.game.rules.book
        return wire.SnapshotMessage(
            picture.n,
            table.name,
            shown,
            book.name,
            book.digest,
            table.terms.dice,
            {seat.name: seat_message(seat) for seat in shown.seats},
            shown.point,
            shown.throws,
            next_throw_message(self.room.game, shown),
            now,
            wire.VERSION,
            terms_message(table.name, table.terms, self.room.owner or "", book.digest),
            self.seat,
            actor_at(table, self.person).roles,
            picture.deadline(now),
            fair_dice_message(picture.turns) if table.fair else None,
            self.room.present,
            late_bet_messages(picture.late),
        )

    def offer(self, *, again: bool = False) -> None:
        """What this seat may bet now, as soon as everything else is sent; if it is the same, only when asked again."""
        self._offer_due = True
        if again:
            self._offered = None
        self.outbox.wake()

    def take_messages(self) -> list[bytes]:
        """What is to be sent next; nothing, until there is something again."""
        if messages := self.outbox.take():
            return messages
        if self.outbox.stale:
            self.outbox.stale = False
            self.offer(again=True)
            return [encode(self.snapshot())]
        if self._offer_due:
            self._offer_due = False
            return self._offers()
        return []

    def _offers(self) -> list[bytes]:
        room, seat = self.room, self.seat
        offers = offers_message(room.game, room.state, seat) if seat else ()
        if not offers or offers == self._offered:
            return []
        self._offered = offers
        return [encode_offers(room.picture.n, offers)]

    # --- what it says

    async def handle(self, message: wire.FromClient) -> None:
        """Does what the connection asks for, and answers it; also that nothing can be done just now."""
        try:
            await self._dispatch(message)
        except (Unavailable, Busy) as error:
            key = "" if isinstance(message, wire.Hello | wire.Subscribe) else message.key
            self._send_answer(key, error.refusal if isinstance(error, Busy) else self.house.away(error))

    async def _dispatch(self, message: wire.FromClient) -> None:
        match message:
            case wire.LineRequest(key) | wire.CommandRequest(key) | wire.SeedRequest(key):
                self._send_answer(key, await self._submit_in_turn(message))
            case wire.PreviewRequest(key):
                refusal = self.house.pressure.refused_pressure() or refused_key(key) or await self.refresh_person()
                told = await self._preview(message) if refusal is None else refusal
                self.outbox.put_answer(encode(self._refusal_message(key, told) if isinstance(told, Refusal) else told))
            case wire.ChatRequest(words, key):
                refusal = refused_key(key) or await self.refresh_person() or self._chat(words)
                if refusal is not None:
                    self._send_answer(key, refusal)
            case wire.Subscribe("offers"):
                self.offer(again=True)
            case wire.Subscribe("snapshot"):
                self.outbox.put(encode(self.snapshot()))
            case wire.Subscribe("rolls"):
                self.outbox.put_answer(encode(rolls_message(self.room.picture.shown)))
            case wire.Subscribe("clock"):
                self.outbox.put_answer(encode(wire.ClockMessage(await self.house.store.now())))
            case wire.Hello():
                self._send_answer("", Refusal("said-hello", "this connection has already said hello"))

    async def _submit_in_turn(self, message: wire.KeyedRequest) -> int | Refusal:
        """Does something when it is its turn; a house that is hard pressed refuses it before it looks anything up."""
        began = await self.house.pressure.begin()
        if isinstance(began, Refusal):
            return began
        try:
            return refused_key(message.key) or await self.refresh_person() or await self._submit(message)
        finally:
            self.house.pressure.end(began)

    async def _preview(self, message: wire.PreviewRequest) -> wire.Preview | Refusal:
        """What would be meant by a line, as the table lies in the store: worked out beside the loop, in one's turn."""
        table = await self.table.durable()
        voice, name = actor_at(self.table, self.person), self.person.name
        memory = await self.room.memory(voice.seat) if voice.seat else None
        return await self.house.workers.do(lambda: preview_line(table, voice, name, message, memory))

    def _chat(self, words: str) -> Refusal | None:
        """Tells everybody what this person writes; or why nobody is told."""
        if self.house.closing:
            return CLOSING
        told = self.room.chat.write(self.person, words, self.house.clock)
        if isinstance(told, Refusal):
            return told
        self.room.broadcast(encode(told))
        return None

    async def refresh_person(self, *, using: bool = True) -> Refusal | None:
        """Looks its person up anew, with the roles and limits of now; or why nobody is there any more."""
        if not self.token:
            person: Person | Refusal | None = await self.house.people.person(self.person.key)
        else:
            person = await self.house.people.find_by_token(self.token, using=using)
        if isinstance(person, Refusal):
            self.outbox.close()
            return person
        self.person = person or self.person
        return None

    async def _submit(self, message: wire.KeyedRequest) -> int | Refusal:
        table, person = self.table, self.person
        if isinstance(message, wire.LineRequest):
            return await self.house.submit_line(table, person, message.line, message.key)
        saying = GiveSeed(message.seed) if isinstance(message, wire.SeedRequest) else self._request_of(message.command)
        return await self.house.submit(table, person, saying, message.key)

    def _request_of(self, command: FloorCommand | wire.Shoot) -> Request | Refusal:
        """A command as the table takes it: the very one that its line says, and no other."""
        voice, name = actor_at(self.table, self.person), self.person.name
        line = str(command)
        if isinstance(command, Sit):
            if command.seat != name:
                return ONLY_ONESELF
            line = f"sits {line.removeprefix(f'seat {name} ')}"
            command = Sit(name, command.rack, command.place, self.person.key)
        saying = parse_request(self.room.game, voice, name, line)
        said = wire.Shoot() if isinstance(saying, ThrowRequest) else saying
        if isinstance(saying, Refusal) or said == command:
            return saying
        return Refusal("malformed", f"there is no line that says this; the nearest is {line[:80]!r}")

    def _send_answer(self, key: str, answer: int | Refusal) -> None:
        told = self._refusal_message(key, answer) if isinstance(answer, Refusal) else wire.AcceptedMessage(key, answer)
        self.outbox.put_answer(encode(told))

    def _refusal_message(self, key: str, refusal: Refusal) -> wire.RefusedMessage:
        return refused_message(key, refusal, self.room.game)
