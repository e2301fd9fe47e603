"""More players than a house is strong enough for: what it takes it answers in time, and the rest it refuses at once.

Every client says a line a second, and when it is told `busy` the same again after as long as it was told. In full,
where nothing else runs, 99 of a hundred commands that are taken are answered within a second, refusals too, and the
server's memory stays flat. A try is a second.
"""

import asyncio
import random
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.nightly.fault_injection.load import LINES, MOST_GROWTH, resident, unlike
from tests.nightly.fault_injection.report import Given, Tally
from tests.server.serving import WITHIN, Served, bearer, serving

CLIENTS, FEW = 1_000, 200
"""In full, and with every change."""
_AT_A_TABLE = 10
SLOWEST = 1_000.0
"""Milliseconds in which 99 of a hundred are answered."""
_PROCESSES = 2


class Heard(NamedTuple):
    """What clients heard."""

    taken: list[float]
    """Milliseconds until something was accepted, or refused by the game."""
    busy: list[float]
    """Until the house said that it cannot."""
    unanswered: int
    without_when: int
    """Told `busy` and not when to come back."""

    def together(self, other: "Heard") -> "Heard":
        """With what others heard."""
        mine, theirs = self[2:], other[2:]
        counts = (one + another for one, another in zip(mine, theirs, strict=True))
        return Heard(self.taken + other.taken, self.busy + other.busy, *counts)


class Seen(NamedTuple):
    """What a house did that was asked for too much."""

    heard: Heard
    resident: list[float]

    @property
    def failed(self) -> str:
        """What went wrong, however slow or quick it was."""
        if self.heard.unanswered:
            return f"{self.heard.unanswered} commands were not answered"
        if self.heard.without_when:
            return f"{self.heard.without_when} were told that the house is busy, and not when to come back"
        return "" if self.heard.taken else "nothing was taken"

    @property
    def slow(self) -> str:
        """Whether answers took too long, or the server grew."""
        for kind, times in (("taken", self.heard.taken), ("refused", self.heard.busy)):
            if _p99(times) > SLOWEST:
                return f"one in a hundred that were {kind} waited {_p99(times):.0f} ms or longer"
        then, now = self.resident[len(self.resident) // 3], self.resident[-1]
        return "" if now <= then * MOST_GROWTH else f"the server grew from {then:.0f} to {now:.0f} MB"

    def __str__(self) -> str:
        taken, busy = self.heard.taken, self.heard.busy
        return (
            f"{len(taken):,} taken, 99 of a hundred answered within {_p99(taken):.0f} ms; {len(busy):,} refused, "
            f"99 of a hundred within {_p99(busy):.0f} ms; server {self.resident[0]:.0f} to {self.resident[-1]:.0f} MB"
        )


def _p99(times: list[float]) -> float:
    ordered = sorted(times)
    return ordered[int(0.99 * (len(ordered) - 1))] if ordered else 0.0


def run(tally: Tally, given: Given) -> None:
    """Has everybody play for so many seconds."""
    clients = CLIENTS if given.full else FEW
    with serving(str(given.folder / "house.db"), given.folder) as served:
        seen = asyncio.run(_overloaded(served, clients, tally.wanted, given.seed))
    tally.notes = str(seen)
    again = f"--seed {given.seed} --count {tally.wanted}{' --full' if given.full else ''}"
    tally.one(seen.failed or (seen.slow if given.full else ""), again, tally.left)


async def _overloaded(served: Served, clients: int, seconds: float, seed: int) -> Seen:
    seats = []
    for number in range(clients):
        if number % (_AT_A_TABLE * 20) == 0:
            host = served.guest(unlike("H", number))
        if number % _AT_A_TABLE == 0:
            table = served.table(host, rules="catfish-bend", dice="fair", window=30)
        seats.append((table, served.guest(unlike("P", number))))
    with ProcessPoolExecutor(_PROCESSES) as elsewhere:
        parts = [seats[n::_PROCESSES] for n in range(_PROCESSES)]
        playing = [elsewhere.submit(_play, served.address, part, seconds, seed + n) for n, part in enumerate(parts)]
        memory = [resident(served.process.pid)]
        while not all(each.done() for each in playing):
            await asyncio.sleep(1.0)
            memory.append(resident(served.process.pid))
        first, *others = [await asyncio.wrap_future(each) for each in playing]
    for other in others:
        first = first.together(other)
    return Seen(first, memory)


def _play(address: str, seats: list[tuple[str, str]], seconds: float, seed: int) -> Heard:
    return asyncio.run(_all_of_them(address, seats, seconds, random.Random(seed)))


async def _all_of_them(address: str, seats: list[tuple[str, str]], seconds: float, rng: random.Random) -> Heard:
    heard, coming = Heard([], [], 0, 0), asyncio.Semaphore(20)
    clients = [_Client(address, *seat, random.Random(rng.random()), coming) for seat in seats]
    await asyncio.gather(*(client.come() for client in clients))
    until = time.perf_counter() + seconds
    await asyncio.gather(*(client.play(until) for client in clients))
    for client in clients:
        heard = heard.together(Heard(client.taken, client.busy, client.unanswered, client.without_when))
    return heard


class _Told(msgspec.Struct, frozen=True):
    type: str
    key: str = ""
    code: str = ""
    retry_after: int = 0


_told: msgspec.json.Decoder[_Told] = msgspec.json.Decoder(_Told)


class _Client:
    """Somebody at a table who says a line a second, and comes back as often as the house is busy."""

    def __init__(self, address: str, table: str, token: str, rng: random.Random, coming: asyncio.Semaphore) -> None:
        self._address = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self._token, self._rng, self._coming = token, rng, coming
        self.taken: list[float] = []
        self.busy: list[float] = []
        self.unanswered = self.without_when = 0

    async def come(self) -> None:
        """Connects, however often the house has to be asked."""
        more = {"compression": None, "open_timeout": WITHIN, "close_timeout": 1, "ping_interval": None}
        while True:
            try:
                async with self._coming:
                    self._socket = await connect(self._address, additional_headers=bearer(self._token), **more)  # type: ignore[arg-type]
                return
            except (OSError, TimeoutError, WebSocketException):
                await asyncio.sleep(self._rng.uniform(0.5, 1.5))

    async def play(self, until: float) -> None:
        """A line a second until it is time."""
        number, at = 0, self._rng.randrange(len(LINES))
        await asyncio.sleep(self._rng.random())
        try:
            while time.perf_counter() < until:
                line = "sits 100000" if not number else LINES[(at + number) % len(LINES)]
                again = await self._say(f"k{number}", line)
                number += not again
                await asyncio.sleep(again * self._rng.uniform(1, 2) or self._rng.uniform(0.8, 1.2))
        except (TimeoutError, WebSocketException):
            self.unanswered += 1
        await self._socket.close()

    async def _say(self, key: str, line: str) -> int:
        """Says a line; in how many seconds it is to be said again, if it is."""
        began = time.perf_counter()
        await self._socket.send(msgspec.json.encode({"type": "say", "key": key, "line": line}).decode())
        async with asyncio.timeout(WITHIN):
            while True:
                told = _told.decode(await self._socket.recv())
                if told.type in ("accepted", "refused") and told.key == key:
                    break
        took = 1000 * (time.perf_counter() - began)
        if told.code != "busy":
            self.taken.append(took)
            return 0
        self.busy.append(took)
        self.without_when += not told.retry_after
        return max(1, told.retry_after)
