"""People at the rail who remember: what they said, what was accepted, and what was never answered.

They say several things before they wait for an answer, so that a house that is killed always leaves something
unanswered; when they come back they say that again, with the same keys.
"""

import asyncio
import itertools
import random
from collections import Counter
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from sevenout.base.errors import BadInput
from sevenout.base.vocabulary import CREW
from sevenout.engine.game import Game
from sevenout.server.live.log_state import LogState
from sevenout.table.commands import BuyIn, Sit
from tests.server.serving import WITHIN, bearer

AGAIN = frozenset({"unavailable", "busy", "closing"})
"""Refusals after which the same is said again with the same key."""
GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)
"""What whoever was connected sees of a house that is gone."""
_LINES = ("bets 5 on field", "bets 10 on pass", "bets 12 on place-6", "roll", "bets 5 on field", "bets 12 on place-8")
_AHEAD = 3
"""How many lines are said before an answer is waited for."""


class Patron:
    """Somebody with a seat at a table, and everything they were told."""

    def __init__(self, name: str, table: str, token: str, rng: random.Random) -> None:
        self.name, self.table, self.token, self._rng = name, table, token, rng
        self._numbers = itertools.count(1)
        self.unanswered: dict[str, str] = {f"{name}-sits": "sits 100000"}
        self.accepted: dict[str, int] = {}
        self.lines: dict[str, str] = dict(self.unanswered)
        self.refused: Counter[str] = Counter()
        self.wrong = ""
        """The first thing that no house may do."""

    async def play(self, address: str, lines: int) -> None:
        """Comes in, says again what was not answered, goes on with so many new lines; until the house is gone."""
        try:
            where = f"{address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
            headers = bearer(self.token)
            async with connect(where, additional_headers=headers, compression=None, open_timeout=WITHIN) as wire:
                self._room, self._answered = asyncio.Semaphore(_AHEAD), asyncio.Event()
                both = [asyncio.create_task(task) for task in (self._hear(wire), self._talk(wire, lines))]
                ended, going = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                for task in going:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
                for task in ended:
                    await task
        except GONE:
            return

    async def _talk(self, wire: ClientConnection, lines: int) -> None:
        again = [*self.unanswered.items()]
        again += [(key, self.lines[key]) for key in self._rng.sample(sorted(self.accepted), min(2, len(self.accepted)))]
        for key, line in again:
            await self._say(wire, key, line)
        if f"{self.name}-sits" not in self.accepted:
            await self._answered.wait()
        for _ in range(lines):
            line = self._rng.choice(_LINES)
            key = f"{self.name}-{next(self._numbers)}"
            self.unanswered[key] = self.lines[key] = line
            await self._say(wire, key, line)
        for _ in range(_AHEAD):
            await self._room.acquire()

    async def _say(self, wire: ClientConnection, key: str, line: str) -> None:
        await self._room.acquire()
        await wire.send(msgspec.json.encode({"type": "say", "key": key, "line": line}).decode())

    async def _hear(self, wire: ClientConnection) -> None:
        async for message in wire:
            told = msgspec.json.decode(message)
            if told["type"] == "accepted":
                self._accepted(told["key"], told["n"])
            elif told["type"] == "refused":
                self._refused(told["key"], told["code"])
            else:
                continue
            self._answered.set()
            self._room.release()

    def _accepted(self, key: str, n: int) -> None:
        self.unanswered.pop(key, None)
        if self.accepted.setdefault(key, n) != n:
            self.wrong = self.wrong or f"{key} was accepted as {self.accepted[key]} and as {n}"

    def _refused(self, key: str, code: str) -> None:
        self.refused[code] += 1
        if key in self.accepted and code != "busy":  # a house that is hard pressed looks nothing up
            self.wrong = self.wrong or f"{key} was accepted, and then refused: {code}"
        elif code not in AGAIN:
            self.unanswered.pop(key, None)


class Place(NamedTuple):
    """Where in a log a key is, and whose it was."""

    n: int
    actor: str


class Ledger:
    """A table's log as it grows, played again line by line, and which key is where in it."""

    def __init__(self, game: Game) -> None:
        self._record = LogState(game)
        self.keys: dict[str, Place] = {}
        self._bought = 0
        self.lines: list[bytes] = []

    def read(self, lines: list[bytes]) -> str:
        """Reads a whole log of which the beginning is known; what is wrong with it."""
        known = len(self.lines)
        if lines[:known] != self.lines:
            return "the log is not what it was"
        try:
            entries = self._record.read(lines[known:])
        except BadInput as error:
            return str(error)
        for entry in entries:
            if entry.key and entry.command is not None:
                if entry.key in self.keys:
                    return f"{entry.key} is there twice: {self.keys[entry.key].n} and {entry.n}"
                self.keys[entry.key] = Place(entry.n, entry.actor)
            match entry.command:
                case Sit(rack=amount) | BuyIn(amount=amount):
                    self._bought += amount
        self.lines = lines
        return "" if self._conserved() else "money was made or lost"

    def _conserved(self) -> bool:
        table = self._record.floor.table
        ledger = table.state.ledger
        seats = sum(seat.rack + sum(table.layout(name).values()) for name, seat in table.seats.items())
        chips = seats + sum(table.layout(CREW).values()) + table.toke_box + ledger.bank + ledger.commission
        return chips == 0 and ledger.drop == self._bought

    def misses(self, accepted: dict[str, int]) -> str:
        """Which of the things that were accepted is not there, or not where it was said to be."""
        for key, n in accepted.items():
            if key not in self.keys:
                return f"{key} was accepted as {n}, and is not there"
            if not self.keys[key].n <= n < len(self.lines):
                return f"{key} was accepted as {n}, and is at {self.keys[key].n} of {len(self.lines)}"
        return ""
