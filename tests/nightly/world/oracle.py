"""Who looks at a world from above: at every commit, at every message that goes out, and at the end."""

import json
from datetime import datetime
from typing import Any

import msgspec

from sevenout.crew.floor.floor import ROUTINE
from sevenout.player.bot import STRATEGY
from sevenout.server.live.table_terms import decode_terms, game_of
from sevenout.server.protocol.client_picture import seat_message
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.store.interface import Append, TableRow
from sevenout.table.commands import (
    AcceptDice,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    DeclineDice,
    Leave,
    Parlay,
    PassDice,
    Press,
    Reduce,
    Remember,
    RollDice,
    Sit,
    TakeDown,
    Toke,
    Undo,
)
from sevenout.table.events import Remembered, Seated
from sevenout.table.table_snapshot import SeatShown, Snapshot
from tests.nightly.world.loop import WorldLoop
from tests.nightly.world.reading import Reading, Wrong, expect
from tests.nightly.world.store import Disk

OwnSeat = (
    Bet | Reduce | TakeDown | CallWager | CallProps | Press | Parlay | Toke | Undo | PassDice | DeclineDice | AcceptDice
    | BuyIn | Leave
)  # fmt: skip
"""What a player says for a seat."""
NOT_JUDGED = frozenset({"unavailable", "busy", "closing"})
"""Refusals after which the same key may still turn out to be done."""
_STANDS_STILL = 5.0
_CLOCKS_AGREE = 5.0
"""Seconds: a server asks what time it is once a second, if the store is there."""


class Oracle:
    """Knows what is committed, who was appointed and who limited themself; says what is wrong as soon as it is."""

    def __init__(self, disk: Disk, loop: WorldLoop) -> None:
        self.disk, self.loop = disk, loop
        self.tables: dict[str, Reading] = {}
        self.wrong: list[str] = []
        self.patient = False
        """Whether a world goes on after something was wrong."""
        self.most: dict[str, int] = {}
        """What people allow themselves to lose."""
        self.roles: dict[tuple[str, str], set[str]] = {}
        """What somebody ever was at a table."""
        self.lost: dict[str, int] = {}
        disk.watching, loop.died = self, self.note

    def note(self, words: str) -> None:
        """Something is wrong."""
        self.wrong.append(f"{self.loop.time():.3f}: {words}")
        if not self.patient:
            self.loop.stop()

    # --- what is committed

    def opened(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """A table is there."""
        terms = decode_terms(row.terms)
        fair = terms.dice == "fair"
        reading = Reading(row.table, game_of(terms), fair=fair, window=terms.window, pause=terms.pause)
        self.tables[row.table] = reading
        self._read(row.table, lines)

    def committed(self, append: Append) -> None:
        """Lines are there."""
        self._read(append.table, append.lines)
        reading = self.tables[append.table]
        done = reading.entries[append.first :]
        if append.key and any(entry.command is not None and entry.actor != ROUTINE for entry in done):
            said = [entry for entry in done if entry.key == append.key and entry.actor == append.who]
            if len(said) != 1:
                self.note(f"{append.table} {append.first}: {append.key} is answered by {len(said)} entries")

    def _read(self, table: str, lines: tuple[bytes, ...]) -> None:
        reading = self.tables[table]
        for line in lines:
            before, players = reading.floor.table.shooter(), _players(reading)
            try:
                entry = reading.read(line, self.disk.now())
                self._by_right(reading, entry, before, players)
                self._within_limits(reading)
            except Wrong as wrong:
                self.note(str(wrong))
            except msgspec.DecodeError as error:
                self.note(f"{table}: a line that is no entry: {error}")

    def _by_right(self, reading: Reading, entry: ServerLogEntry, shooter: str | None, players: dict[str, str]) -> None:
        """Nobody acts for another's seat, and nobody who is not of the crew for the crew."""
        command, actor = entry.command, entry.actor
        if command is None or actor in {"house", ROUTINE}:
            return
        roles = self.roles.get((actor, reading.name), set())
        if actor == STRATEGY:
            mine = isinstance(command, OwnSeat | Remember) and players.get(command.seat, "").startswith("bot ")
        elif isinstance(command, Sit):
            mine = command.player in {actor, f"bot {entry.n - 1}"}
        elif isinstance(command, OwnSeat):
            mine = players.get(command.seat) == actor or bool(roles)
        elif isinstance(command, RollDice) and reading.fair:
            mine = players.get(shooter or "") == actor or "stickperson" in roles
        else:
            mine = bool(roles) or (players.get(shooter or "") == actor and reading.fair)
        expect(mine, f"{reading.name} {entry.n}: {actor} had no right to «{command}»")

    def _within_limits(self, reading: Reading) -> None:
        while reading.moved:
            person, amount = reading.moved.pop()
            self.lost[person] = self.lost.get(person, 0) + amount
            most = self.most.get(person)
            over = most is not None and amount > 0 and self.lost[person] > most
            expect(not over, f"{reading.name}: {person} has {self.lost[person]} cents out, and allows themself {most}")

    # --- what goes out

    def told(self, table: str, person: str, words: str) -> None:
        """A server sends something: it is durable, and it is true."""
        message = json.loads(words)
        try:
            match message["type"]:
                case "event":
                    self._event(self.tables[table], message)
                case "snapshot":
                    self._snapshot(self.tables[table], message)
                case "accepted":
                    answer = self.disk.answers.get((table, person, message["key"]))
                    expect(answer is not None, f"{table}: {message['key']} is accepted, and it is not durable")
                    expect(answer and answer.n == message["n"], f"{table}: {message['key']} is answered otherwise")
                case "offers":
                    expect(message["n"] < len(self.tables[table].entries), f"{table}: offers after what is not durable")
        except Wrong as wrong:
            self.note(str(wrong))

    def _event(self, reading: Reading, message: dict[str, Any]) -> None:
        n = message["n"]
        expect(n < len(reading.entries), f"{reading.name} {n}: told, and not durable")
        entry = reading.entries[n]
        expect(message["event"] == _public(entry), f"{reading.name} {n}: told otherwise than it is written")
        for seat in message.get("change", {}).get("seats", ()):
            shown = msgspec.to_builtins(seat_message(msgspec.convert(seat, SeatShown)))
            known = any(seats.get(seat["name"]) == shown for seats in reading.seats[n:])
            expect(known, f"{reading.name} {n}: {seat['name']} never stood like that since: {shown}")

    def _snapshot(self, reading: Reading, message: dict[str, Any]) -> None:
        n = message["n"]
        expect(0 <= n < len(reading.entries), f"{reading.name}: a snapshot after event {n}, which is not durable")
        expect(message["seats"] == reading.seats[n], f"{reading.name} {n}: a snapshot with other racks or layouts")
        shown = msgspec.convert(message["table"], Snapshot)
        other = [name for name in shown.__struct_fields__ if getattr(shown, name) != getattr(reading.shown[n], name)]
        expect(not other, f"{reading.name} {n}: a snapshot of another table, in {', '.join(other)}")
        off = abs((datetime.fromisoformat(message["now"]) - self.disk.now()).total_seconds())
        expect(off < _CLOCKS_AGREE, f"{reading.name} {n}: a snapshot whose clock is {off:.0f} seconds off")

    # --- the end

    def finish(self) -> None:
        """Nothing stands still, and nobody died unseen."""
        now = self.disk.now()
        for reading in self.tables.values():
            awaited = reading.awaited
            if awaited is not None and (now - awaited).total_seconds() > _STANDS_STILL and _playable(reading):
                self.note(f"{reading.name} stands still: a throw was awaited until {awaited}")


def _players(reading: Reading) -> dict[str, str]:
    return {seat.name: seat.player for seat in reading.floor.table.state.seats}


def _playable(reading: Reading) -> bool:
    return reading.floor.table.shooter() is not None


def _public(entry: ServerLogEntry) -> Any:
    event: Any = entry.event
    if isinstance(event, Remembered):
        event = msgspec.structs.replace(event, memory="")
    if isinstance(event, Seated):
        event = msgspec.structs.replace(event, player="")
    return _plain(event)


def _plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
