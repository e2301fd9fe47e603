"""Bad company: one client that floods and fifty that never read, while everybody else goes on playing.

The flood is hung up on, comes back and is hung up on again; those who never read are given up, or cost no more memory.
Everybody else is answered without an error, and in full, where nothing else runs, at most twice as late. A try is a
second.
"""

import asyncio
import base64
import os
import socket
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import NamedTuple

from tests.nightly.fault_injection.load import PLAYERS, TABLES, Full, Measured, unlike
from tests.nightly.fault_injection.report import Given, Tally
from tests.server.serving import WITHIN, Served, serving

DEAF = 50
_ROOM = 20.0
"""Megabytes that fifty full queues may take: 50 times what may wait for one connection, twice."""
_QUICK = 20.0
"""Milliseconds under which twice as late is not told from chance."""


class Disturbed(NamedTuple):
    """A house before and while it was disturbed."""

    before: Measured
    during: Measured
    floods_closed: int
    floods_begun: int
    deaf_dropped: int
    """Connections that never read, which the house gave up."""

    @property
    def failed(self) -> str:
        """What went wrong, however slow or quick it was."""
        wrong = self.before.failed or self.during.failed
        if wrong:
            return wrong
        return "" if self.floods_closed >= max(1, self.floods_begun - 1) else "a flood was not hung up on"

    @property
    def slow(self) -> str:
        """What the others had of it."""
        before, during = max(self.before.p99, _QUICK), self.during.p99
        if during > 2 * before:
            return f"one in a hundred of the others waited {during:.0f} ms, and {self.before.p99:.0f} before"
        grown = self.during.resident[-1] - self.during.resident[0]
        return f"the server grew by {grown:.0f} MB" if grown > _ROOM and self.deaf_dropped < DEAF else ""

    def __str__(self) -> str:
        memory = f"{self.during.resident[0]:.0f} to {self.during.resident[-1]:.0f} MB"
        return (
            f"{self.floods_closed} of {self.floods_begun} floods closed, {self.deaf_dropped} of {DEAF} that never read "
            f"given up; 99 of a hundred answers within {self.before.p99:.1f} ms before, {self.during.p99:.1f} during; "
            f"{self.during.said:,} commands; server {memory}"
        )


def run(tally: Tally, given: Given) -> None:
    """Half of the seconds undisturbed, half with a flood and with people who never read."""
    tables, players = (TABLES, PLAYERS) if given.full else (4, 5)
    with serving(str(given.folder / "house.db"), given.folder) as served:
        seen = asyncio.run(disturbed(served, tables, players, tally.wanted / 2, given.seed))
    tally.notes = str(seen)
    again = f"--seed {given.seed} --count {tally.wanted}{' --full' if given.full else ''}"
    tally.one(seen.failed or (seen.slow if given.full else ""), again, tally.left)


async def disturbed(served: Served, tables: int, players: int, seconds: float, seed: int) -> Disturbed:
    """Plays for so long undisturbed, then for so long with a flood and with people who never read."""
    async with Full(served, tables, players, seed) as house:
        before = await house.play(seconds)
        deaf = [(house.tables[n % tables], served.guest(unlike("Q", n))) for n in range(DEAF)]
        flood = house.tables[0], served.guest("Flood")
        with ProcessPoolExecutor(1) as elsewhere:  # what they cost must not be taken for the house's
            company = elsewhere.submit(_keep_company, served.address, flood, deaf, seconds)
            during = await house.play(seconds)
            begun, closed, dropped = await asyncio.wrap_future(company)
    return Disturbed(before, during, closed, begun, dropped)


Seat = tuple[str, str]
"""A table and a token."""


def _keep_company(address: str, flood: Seat, deaf: list[Seat], seconds: float) -> tuple[int, int, int]:
    """Floods and never reads: how many floods began and were closed, how many that never read were given up."""
    until = time.monotonic() + seconds
    with ThreadPoolExecutor(2) as threads:
        asking = threads.submit(_ask, [_connected(address, *seat) for seat in deaf], until)
        flooding = threads.submit(_flood, address, flood, until)
        return *flooding.result(), asking.result()


def _ask(wires: list[socket.socket], until: float) -> int:
    """Everybody asks for more and more and reads nothing of it; how many the house gave up."""
    dropped = 0
    while wires and time.monotonic() < until:
        time.sleep(_ASK_EVERY)
        for wire in [*wires]:
            try:
                wire.sendall(_ASK)
            except OSError:
                dropped += 1
                wires.remove(wire)
                wire.close()
    dropped += sum([_gone(wire) for wire in wires])
    for wire in wires:
        wire.close()
    return dropped


def _flood(address: str, seat: Seat, until: float) -> tuple[int, int]:
    """Says as much as goes through, comes back when it is closed, and again; how often it began and was closed."""
    begun = closed = 0
    while time.monotonic() < until:
        wire = _connected(address, *seat)
        begun += 1
        try:
            while time.monotonic() < until:
                wire.sendall(_BLOCK)
        except OSError:
            closed += 1
            time.sleep(_BACK_AFTER)
        finally:
            wire.close()
    return begun, closed


def _frame(message: bytes) -> bytes:
    """A message as a client frames it, masked with nothing."""
    assert len(message) < 126, "a short one"
    return bytes((0x81, 0x80 | len(message))) + bytes(4) + message


_BLOCK = _frame(b'{"type":"want","what":"offers"}') * 500
_ASK = _frame(b'{"type":"want","what":"snapshot"}')
_ASK_EVERY = 0.5
"""Seconds: far fewer than a flood."""
_BACK_AFTER = 0.2


def _connected(address: str, table: str, token: str) -> socket.socket:
    """A connection that has become a table's socket, and reads nothing by itself."""
    host, _, port = address.removeprefix("http://").partition(":")
    wire = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.settimeout(WITHIN)
    wire.connect((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {token}",
    )
    wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += wire.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    return wire


def _gone(wire: socket.socket) -> bool:
    """Whether the other end has hung up, once everything that was on its way has been read."""
    wire.settimeout(0.2)
    try:
        while wire.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
