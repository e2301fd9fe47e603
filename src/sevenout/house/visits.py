"""One connection to one table: what it is told, and what it says."""

from typing import Any

from msgspec.structs import replace

from sevenout.house import wire
from sevenout.house.happenings import HouseEvent, HouseRecorded
from sevenout.house.house import House, seats_record, voice_of
from sevenout.house.live import GiveSeed, LiveTable
from sevenout.house.outbox import Outbox
from sevenout.house.people import Person
from sevenout.money import format_amount
from sevenout.offers import Offer
from sevenout.refusal import Refusal
from sevenout.table.events import Remembered, Rolled, Seated


class Room:
    """Everybody who is connected to one table."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.visits: set[Visit] = set()
        table.listeners.append(self._happened)

    def _happened(self, entries: list[HouseRecorded]) -> None:
        """Tells everybody what is durable now; each is written once, whoever many read it."""
        if not self.visits:
            return
        seats = seats_record(self.table)
        rolled = any(isinstance(entry.event, Rolled) for entry in entries)
        for entry in entries:
            message = wire.encode(_told(entry, seats))
            for visit in self.visits:
                visit.outbox.put(message)
        for visit in self.visits:
            if rolled or any(entry.actor == visit.person.key for entry in entries):
                visit.offer()


class Visit:
    """A connection: a person who looks at a table, and may have a seat there."""

    def __init__(self, house: House, room: Room, person: Person) -> None:
        self.house, self.room, self.person = house, room, person
        self.outbox = Outbox()

    @property
    def table(self) -> LiveTable:
        """Where it is."""
        return self.room.table

    async def enter(self, since: int | None) -> None:
        """First a snapshot, or what came after the last event it has; from then on everything, without a gap."""
        table = self.table
        entries = [] if since is None or not 0 <= since <= table.n else await table.entries(since + 1)
        self.room.visits.add(self)
        if since is None or not 0 <= since <= table.n:
            self.outbox.put(wire.encode(self.snapshot()))
        else:
            seats = seats_record(table)
            for entry in entries:
                self.outbox.put(wire.encode(_told(entry, seats)))
        self.offer()

    def leave(self) -> None:
        """The connection is gone; the seat stays, and what lies there."""
        self.room.visits.discard(self)
        self.outbox.close()

    def snapshot(self) -> wire.SnapshotTold:
        """The whole table, as this person may see it."""
        table, shown = self.table, self.table.floor.shown.public()
        turns = table.turns
        fair = (
            wire.FairTold(turns.turn, turns.commitment, tuple(one.seat for one in turns.given)) if table.fair else None
        )
        return wire.SnapshotTold(
            table.n,
            shown,
            table.game.rules.book.name,
            seats_record(table),
            shown.point,
            shown.throws,
            voice_of(table, self.person).seat,
            None if table.awaited is None else wire.WindowTold(table.awaited),
            fair,
        )

    def offer(self) -> None:
        """What this seat may bet now."""
        seat = voice_of(self.table, self.person).seat
        if seat:
            offers = tuple(_offer(offer) for offer in self.table.floor.table.offers(seat))
            self.outbox.put(wire.encode(wire.OffersTold(self.table.n, offers)))

    async def hear(self, message: wire.FromClient) -> None:
        """Does what the connection asks for, and answers it."""
        match message:
            case wire.Say(key, line):
                self._answer(key, await self._said(key, line))
            case wire.Seed(key, seed):
                voice = voice_of(self.table, self.person)
                self._answer(key, await self.house.tell(self.table, self.person, voice, GiveSeed(seed), key))
            case wire.Want("offers"):
                self.offer()
            case wire.Want("snapshot"):
                self.outbox.put(wire.encode(self.snapshot()))
            case wire.Want("rolls"):
                rolls = tuple(
                    {"dice": [roll.a, roll.b], "shooter": roll.shooter} for roll in self.table.floor.shown.rolls
                )
                self.outbox.put(wire.encode(wire.RollsTold(rolls)))
            case wire.Hello():
                self.outbox.put(wire.encode(wire.Refused("", "said-hello", "this connection has said hello")))

    async def _said(self, key: str, line: str) -> int | Refusal:
        if not 0 < len(key) <= wire.LONGEST_KEY or not key.isprintable() or "#" in key:
            return Refusal("bad-key", f"a key has 1 to {wire.LONGEST_KEY} printable characters, and no #")
        person = await self.house.people.person(self.person.key)
        self.person = person or self.person
        return await self.house.say(self.table, self.person, line, key)

    def _answer(self, key: str, answer: int | Refusal) -> None:
        told = wire.refused(key, answer) if isinstance(answer, Refusal) else wire.Accepted(key, answer)
        self.outbox.put(wire.encode(told))


def _told(entry: HouseRecorded, seats: dict[str, dict[str, Any]]) -> wire.EventTold:
    """An entry as everybody is told it: not who the players are, and not what strategies remember."""
    event = entry.event
    if isinstance(event, HouseEvent):
        return wire.EventTold(entry.n, event)
    if isinstance(event, Remembered):
        return wire.EventTold(entry.n, {"type": "remembered", "seat": event.seat})
    line = "" if entry.command is None else str(entry.command)
    names = _names(event)
    return wire.EventTold(entry.n, _public(event), line, {name: seats[name] for name in names if name in seats})


def _names(event: object) -> list[str]:
    if isinstance(event, Rolled):
        return [result.seat for result in event.seats]
    name = getattr(event, "seat", None)
    return [name] if isinstance(name, str) else []


def _public(event: Any) -> Any:
    if isinstance(event, Seated):
        return replace(event, player="")
    return event


def _offer(offer: Offer) -> dict[str, Any]:
    record: dict[str, Any] = {"wager": offer.wager, "title": offer.title, "held": format_amount(offer.held)}
    if offer.refusal is not None:
        refusal = offer.refusal
        return {**record, "refused": {"code": refusal.code, "reason": refusal.reason, "clause": refusal.cite.clause}}
    record |= {"minimum": format_amount(offer.minimum), "maximum": format_amount(offer.maximum)}
    record["step"] = format_amount(offer.step)
    if offer.exact_below is not None:
        record |= {"exact_below": format_amount(offer.exact_below), "exact_step": format_amount(offer.exact_step)}
    return record
