"""A table's log, read by somebody who trusts nothing of the house but the rules of the game.

The chain, the dice, the deadlines, whose word it was and where the money is are worked out here once more, from the
published recipes, with the standard library. Only what a command leads to at a table is asked of the floor.
"""

import hashlib
import hmac
import json
import re
from datetime import datetime, timedelta
from typing import Any

import msgspec

from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import Floor
from sevenout.engine.game import Game
from sevenout.server.protocol.house_events import (
    ExtraTimeGranted,
    HouseEvent,
    SeedGiven,
    SeedRevealed,
    SeedsMixed,
    ServerLogEntry,
    ThrowDeadlineSet,
    TurnOpened,
)
from sevenout.table import Snapshot
from sevenout.table.events import BoughtIn, Left, NoRollCalled, Overruled, Passed, Remembered, Rolled, Seated

Faces = tuple[int, int]
_decoder = msgspec.json.Decoder(ServerLogEntry)
_HOUSE = "house"


class Wrong(Exception):
    """Something that must never be."""


def expect(holds: object, words: str) -> None:
    """What must hold at all times."""
    if not holds:
        raise Wrong(words)


class Reading:
    """A log as far as it is committed, and what everybody may be shown after each of its entries."""

    def __init__(self, name: str, game: Game, *, fair: bool, window: int, pause: int) -> None:
        self.name, self.fair, self.window, self.pause = name, fair, window, pause
        self.floor = Floor(game)
        self.link = hashlib.sha256(b"sevenout").hexdigest()
        self.entries: list[ServerLogEntry] = []
        self.shown: list[Snapshot] = []
        self.seats: list[dict[str, Any]] = []
        self.keys: set[tuple[str, str]] = set()
        self.moved: list[tuple[str, int]] = []
        """Who bought chips for how much, less what they cashed, in the order of the log."""
        self.awaited: datetime | None = None
        self._waited_for: str | None = None
        self._at: datetime | None = None
        self._turn, self._commitment, self._mixed = 0, "", ""
        self._given: list[tuple[str, bytes]] = []
        self._fixed: list[tuple[str, bytes]] = []
        self._throws: list[Faces | None] = []
        self._in_the_air = False
        self._noted: set[str] = set()
        """The strategies that have acted since the last roll."""
        self._asked: set[str] = set()
        """The seats that have asked for time since the last throw."""

    def read(self, line: bytes, now: datetime) -> ServerLogEntry:
        """One more line, committed now."""
        raw = line[len(b'{"entry":') : -len(b',"hash":""}') - 64]
        self.link = hashlib.sha256(self.link.encode() + b"\n" + _published(self.name, raw)).hexdigest()
        entry = _decoder.decode(raw)
        before = self.floor.snapshot
        self._in_the_air = self.floor.table.state.dice.thrown
        try:
            self._believed(entry, line, now)
        finally:  # also what is wrong is there
            self.entries.append(entry)
            self._moved(entry, before)
            self._keep()
        return entry

    def _believed(self, entry: ServerLogEntry, line: bytes, now: datetime) -> None:
        n = len(self.entries)
        expect(json.loads(line)["hash"] == self.link, f"{self.name} {n}: the chain is broken")
        expect(entry.n == n, f"{self.name} {n}: it is numbered {entry.n}")
        self._timely(entry, now)
        if isinstance(entry.event, HouseEvent):
            expect(entry.command is None, f"{self.name} {n}: nobody commands that")
            self._of_the_house(entry.event, entry)
        else:
            self._of_the_floor(entry)
        if entry.key:
            expect((entry.actor, entry.key) not in self.keys, f"{self.name} {n}: {entry.key} is there twice")
            self.keys.add((entry.actor, entry.key))

    def _timely(self, entry: ServerLogEntry, now: datetime) -> None:
        if entry.at is None:
            return
        expect(entry.at <= now, f"{self.name} {entry.n}: it is dated after it was written")
        expect(self._at is None or entry.at >= self._at, f"{self.name} {entry.n}: it is dated before the one before it")
        self._at = entry.at

    # --- the dice, by the published recipe

    def _of_the_house(self, event: Any, entry: ServerLogEntry) -> None:
        where = f"{self.name} {entry.n}"
        match event:
            case TurnOpened(turn, commitment):
                expect(turn == self._turn + 1, f"{where}: turn {turn} after turn {self._turn}")
                expect(not self._commitment, f"{where}: the turn before it was never revealed")
                self._turn, self._commitment, self._mixed, self._throws, self._given = turn, commitment, "", [], []
            case SeedGiven(seat, seed):
                expect(not self._mixed, f"{where}: a seed is given after the first throw")
                expect(self.floor.snapshot.seat(seat) is not None, f"{where}: a seed of nobody's")
                self._given = [*(one for one in self._given if one[0] != seat), (seat, bytes.fromhex(seed))]
            case SeedsMixed(turn, mixed):
                expect(turn == self._turn and not self._mixed, f"{where}: mixed twice, or for another turn")
                parts = [part for seat, seed in self._given for part in (seat.encode(), seed)]
                expect(mixed == _hash(b"sevenout mix 1", *parts), f"{where}: not what the seats gave")
                self._mixed, self._fixed = mixed, self._given
            case SeedRevealed(turn, seed):
                self._revealed(where, turn, bytes.fromhex(seed))
            case ThrowDeadlineSet(None):
                self.awaited = None
            case ThrowDeadlineSet(until):
                throws = self.floor.table.shooter()
                expect(self.awaited is None or throws != self._waited_for, f"{where}: a throw is waited for twice")
                times = (timedelta(seconds=self.window), timedelta(seconds=2 * self.pause))
                expect(entry.at and until and until - entry.at in times, f"{where}: another deadline")
                self.awaited, self._waited_for = until, throws
            case ExtraTimeGranted(seat, until):
                later = None if self.awaited is None or entry.at is None else max(self.awaited, entry.at)
                expect(later and until - later == timedelta(seconds=self.window), f"{where}: time nobody can give")
                expect(seat not in self._asked, f"{where}: {seat} asks for time twice before one roll")
                self._asked.add(seat)
                self.awaited = until

    def _revealed(self, where: str, turn: int, seed: bytes) -> None:
        expect(turn == self._turn, f"{where}: another turn is revealed")
        expect(_hash(b"sevenout commit 1", seed) == self._commitment, f"{where}: not the seed that was committed to")
        for number, shown in enumerate(self._throws):
            fair = _throw(seed, self._mixed, number)
            expect(shown is None or shown == fair, f"{where}: throw {number} shows {shown}, fair is {fair}")
        self._commitment = ""

    # --- the game

    def _of_the_floor(self, entry: ServerLogEntry) -> None:
        where = f"{self.name} {entry.n}"
        if entry.n > 0:
            expect(entry.command is not None, f"{where}: opened twice")
            assert entry.command is not None, "just expected"
            answer = self.floor.execute(entry.command, at=entry.at, actor=entry.actor, key=entry.key)
            expect(not isinstance(answer, Refusal), f"{where}: the rules refuse «{entry.command}»: {answer}")
        told = self.floor.record[-1]
        expect((told.event, told.table) == (entry.event, entry.table), f"{where}: leads to something else")
        self._dice(entry, where)
        shown = self.floor.snapshot
        ledger = shown.ledger
        chips = sum(seat.rack + sum(seat.layout.stakes.values()) for seat in shown.seats)
        chips += sum(shown.crew.stakes.values()) + ledger.bank + ledger.commission + ledger.toke_box
        expect(chips == 0, f"{where}: {chips} cents were made or lost")

    def _dice(self, entry: ServerLogEntry, where: str) -> None:
        event = entry.event
        if any(isinstance(one, Rolled) for one in entry.events):
            self._noted.clear()
        if any(isinstance(one, Rolled | NoRollCalled) for one in entry.events):
            self._asked.clear()
        match event:
            case Remembered(seat):
                expect(seat not in self._noted, f"{where}: {seat} acts twice before one roll")
                self._noted.add(seat)
            case Overruled(a=a, b=b):
                self._throws[-1:] = [(a, b)]
                self.awaited = None
            case Rolled(a=a, b=b):
                expect(self._mixed or not self.fair, f"{where}: thrown before the seeds were mixed")
                self._throws.append((a, b))
                if entry.actor == _HOUSE and not self._in_the_air:
                    late = self.awaited is not None and entry.at is not None and entry.at >= self.awaited
                    expect(late, f"{where}: the house throws, and it is not time")
                self.awaited = None
            case Passed(late=True) if self.fair:
                late = self.awaited is not None and entry.at is not None and entry.at >= self.awaited
                expect(late, f"{where}: the dice are taken from a shooter, and it is not time")
            case NoRollCalled():
                self._throws.append(None)
                self.awaited = None
            case Left(seat):
                self._given = [one for one in self._given if one[0] != seat]

    def _moved(self, entry: ServerLogEntry, before: Snapshot) -> None:
        match entry.event:
            case Seated(player=player, bought=amount):
                self.moved.append((player, amount))
            case BoughtIn(seat, amount):
                self.moved.append((self._player(before, seat), amount))
            case Left(seat, cashed):
                self.moved.append((self._player(before, seat), -cashed))

    @staticmethod
    def _player(shown: Snapshot, name: str) -> str:
        seat = shown.seat(name)
        return "" if seat is None else seat.player

    def _keep(self) -> None:
        shown = self.floor.snapshot
        self.shown.append(shown.public())
        self.seats.append(
            {
                seat.name: {
                    "rack": format_amount(seat.rack),
                    "layout": {bet.wager: format_amount(bet.stake) for bet in seat.layout.lying},
                }
                for seat in shown.seats
            }
        )


def _fields(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _hash(*parts: bytes) -> str:
    return hashlib.sha256(_fields(*parts)).hexdigest()


def _throw(seed: bytes, mixed: str, number: int) -> Faces:
    for block in range(100):
        parts = _fields(bytes.fromhex(mixed), number.to_bytes(8, "big"), block.to_bytes(4, "big"))
        for byte in hmac.digest(seed, parts, "sha256"):
            if byte < 252:
                return byte % 36 // 6 + 1, byte % 6 + 1
    raise Wrong("a hundred blocks without a fair byte")


def _published(table: str, raw: bytes) -> bytes:
    """An entry with marks in the place of people, over which its hash is made: worked out here on the bytes alone."""

    def marked(found: re.Match[bytes]) -> bytes:
        person = found[2].decode()
        if person in ("", "house", "routine", "strategy") or person.startswith("bot "):
            return found[0]
        mark = hashlib.sha256(f"{table} played by {person}".encode()).hexdigest()[:16]
        return b'"%s":"~%s"' % (found[1], mark.encode())

    return re.sub(rb'"(actor|player)":"([^"]*)"', marked, raw)
