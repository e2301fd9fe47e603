"""Work that one address asks for, within all limits, and does not wait for: everybody else goes on undisturbed.

From one address: transcripts of a long table that nobody reads, questions for the coach at a table with a large book,
rulebooks to be checked, and connections that say nothing; all are hung up on after a moment, and asked for again.
Whoever plays meanwhile is answered without an error, and when the address has left nothing is worked off for it. In
full, where nothing else runs, 99 of a hundred answers come within 250 ms. A try is a second.
"""

import asyncio
import base64
import contextlib
import os
import re
import socket
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec

from sevenout.server.casino import Casino
from sevenout.server.fairness.keys import open_keys
from sevenout.server.store.factory import open_store
from tests.nightly.fault_injection.load import BUSY, processor_seconds
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.speaking import WEAK, Gone, Speaker
from tests.server.playing import come_in, opened, says
from tests.server.serving import Served, bearer, serving

SLOWEST = 250.0
"""Milliseconds in which 99 of a hundred answers come."""
_AT_REST = 3.0
"""Seconds after which it is looked at what was worked off for somebody who had left."""
_MOST_AFTERWARDS = 2.0
"""Seconds of work that were begun when they left, and are ended."""
_ROUNDS = 500
"""Bets and rolls in the log of the long table."""
_FROM = "203.0.113.7"
_AS_MANY = 250
"""Wagers of the large book beside those of the house that it extends."""
_TRANSCRIPTS, _ASKING, _CHECKS, _SILENT = 60, 40, 10, 200
"""Of each, in one go."""


class Seen(NamedTuple):
    """How somebody fared who played meanwhile."""

    milliseconds: list[float]
    errors: list[str]
    asked: int
    """What was asked for from the one address."""
    worked_afterwards: float
    """Seconds of work that were done once it had left."""
    processor_afterwards: float

    @property
    def p99(self) -> float:
        """What 99 of a hundred answers took at most."""
        ordered = sorted(self.milliseconds)
        return ordered[int(0.99 * (len(ordered) - 1))] if ordered else float("inf")

    @property
    def failed(self) -> str:
        """What went wrong, however slow or quick it was: that a house is busy may be other work's on the machine."""
        grave = [error for error in self.errors if error != BUSY]
        if grave:
            return f"a bystander was told {grave[0]} ({len(grave)} such)"
        if not self.milliseconds or not self.asked:
            return "nothing was tried"
        worked = self.worked_afterwards
        return "" if worked < _MOST_AFTERWARDS else f"{worked:.1f} s were worked off for somebody who had left"

    @property
    def slow(self) -> str:
        """Whether a bystander had to wait."""
        return (
            "" if self.p99 <= SLOWEST else f"one in a hundred answers to a bystander took {self.p99:.0f} ms or longer"
        )

    def __str__(self) -> str:
        return (
            f"{self.asked:,} things were asked for from one address; {len(self.milliseconds)} answers to a bystander, "
            f"99 of a hundred within {self.p99:.0f} ms; in the {_AT_REST:.0f} s after it had left "
            f"{self.worked_afterwards:.2f} s of work, {self.processor_afterwards:.2f} s of the processor"
        )


def run(tally: Tally, given: Given) -> None:
    """Asks for so many seconds, and looks what comes of it."""
    db = given.folder / "house.db"
    long = asyncio.run(_long_table(db))
    with serving(str(db), given.folder, "--proxy", "127.0.0.1", "--window", "3600") as served:
        seen = asyncio.run(_frozen(served, long, tally.wanted))
    tally.notes = str(seen)
    again = f"--seed {given.seed} --count {tally.wanted}{' --full' if given.full else ''}"
    tally.one(seen.failed or (seen.slow if given.full else ""), again, tally.left)


async def _long_table(db: Path) -> str:
    """A table with a long log, written before the house opens."""
    house = Casino(await open_store(str(db)), open_keys(db.with_name("house.keys")))
    table, ann = await opened(house, await come_in(house, "Ann"), dice="entered")
    await says(house, table, ann, "sits 100000")
    for _ in range(_ROUNDS):
        await says(house, table, ann, "bets 10 on pass", "roll 1 2")
    await house.store.close()
    return table.name


async def _frozen(served: Served, long: str, seconds: float) -> Seen:
    bob, eve = served.guest("Bob"), served.guest("Eve")
    table = served.table(bob, rules="catfish-bend", dice="fair")
    large = served.web.post("/api/tables", json={"rulebook": large_book("large")}, headers=bearer(eve)).json()["table"]
    seat = served.connect(large, eve)
    assert seat.say("k1", "sits 10000")["type"] == "accepted"
    speaker = await Speaker.at(served, table, bob)
    assert (await speaker.say("sits", "sits 100000")).accepted
    with ProcessPoolExecutor(1) as elsewhere:
        asking = elsewhere.submit(ask_for_much, served.address, long, large, eve, seconds)
        times, errors = await _stand_by(speaker, asking.done)
        asked = await asyncio.wrap_future(asking)
    worked, spent = _worked(served), processor_seconds(served.process.pid)
    await asyncio.sleep(_AT_REST)
    after = _worked(served) - worked, processor_seconds(served.process.pid) - spent
    await speaker.go()
    return Seen(times, errors, asked, *after)


async def _stand_by(speaker: Speaker, ended: Callable[[], bool]) -> tuple[list[float], list[str]]:
    """Plays, a bet or a roll ten times a second, until it has ended; what answers took, and what was wrong."""
    times, errors, number = list[float](), list[str](), 0
    while not ended():
        number += 1
        line = ("bets 10 on pass", "bets 5 on field", "roll")[number % 3]
        began = time.perf_counter()
        try:
            answer = await speaker.say(f"k{number}", line)
            if answer.code in WEAK:
                errors.append(answer.code)
        except (Gone, TimeoutError) as error:
            return times, [*errors, type(error).__name__]
        times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(0.1)
    return times, errors


def _worked(served: Served) -> float:
    """The seconds of work beside the loop that the house counts."""
    told = served.web.get("/metrics").text
    return float(re.findall(r"^sevenout_work_seconds_total (\S+)$", told, re.MULTILINE)[0])


def large_book(name: str) -> str:
    """A book with as many wagers as are read, or nearly."""
    cited = 'clause = "1"\nprovenance = "assumed"\nsays = "assumed: so"\n'
    wagers = (
        f'[wagers.w{n}]\ntitle = "W{n}"\nwin = [{2 + n % 11}]\n{cited}'
        f'[wagers.w{n}.otherwise]\nvalue = "lose"\n{cited}[wagers.w{n}.pays]\notherwise = "2:1"\n{cited}'
        for n in range(_AS_MANY)
    )
    return f'format = 1\nextends = "typical"\nname = "{name}"\n' + "".join(wagers)


# --- who asks for it


def ask_for_much(address: str, long: str, large: str, token: str, seconds: float) -> int:
    """Asks for all kinds of work, waits for none of it, and asks again; how much was asked for."""
    host, _, port = address.removeprefix("http://").partition(":")
    where, asked, until = (host, int(port)), 0, time.monotonic() + seconds
    check = msgspec.json.encode({"rulebook": large_book("checked")})
    while time.monotonic() < until:
        lines = [_request("GET", f"/api/tables/{long}/transcript") for _ in range(_TRANSCRIPTS)]
        lines += [_request("POST", "/api/books/check", token, check) for _ in range(_CHECKS)]
        sockets = [_connected(where, one) for one in lines]
        sockets += [_connected(where, _upgrade(large, token), _ASKS) for _ in range(_ASKING)]
        sockets += [_connected(where) for _ in range(_SILENT)]
        asked += len(lines) + _ASKING * _ASKS.count(b'"ask"') + _SILENT
        time.sleep(min(1.0, max(0.0, until - time.monotonic())))
        _hang_up(sockets)
        time.sleep(1.0)
    return asked


def _request(method: str, path: str, token: str = "", body: bytes = b"") -> bytes:
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    of = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: {_FROM}\r\n{who}{of}\r\n".encode() + body


def _upgrade(table: str, token: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    plain = _request("GET", f"/api/tables/{table}/socket", token).removesuffix(b"\r\n")
    words = (
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    return plain + words.encode()


def _frame(message: bytes) -> bytes:
    assert len(message) < 126, "a short one"
    return bytes((0x81, 0x80 | len(message))) + bytes(4) + message


_ASKS = b"".join(
    _frame(f'{{"type":"ask","key":"k{n}","line":"10 w{n} and 10 pass","coach":true}}'.encode()) for n in range(20)
)


def _connected(where: tuple[str, int], *words: bytes) -> socket.socket | None:
    """A connection on which something was said, if it was taken at all."""
    line = socket.socket()
    line.settimeout(20)
    try:
        line.connect(where)
        for one in words:
            line.sendall(one)
    except OSError:
        line.close()
        return None
    return line


def _hang_up(lines: Iterable[socket.socket | None]) -> None:
    for line in lines:
        if line is not None:
            with contextlib.suppress(OSError):
                line.close()
