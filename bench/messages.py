"""What one message at a live table costs: calls into the project, and the processor time of a durable bet."""

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import sevenout
from sevenout.server.accounts.people import Welcome
from sevenout.server.casino import Casino
from sevenout.server.connections.connections import Connection, Room
from sevenout.server.fairness.keys import Keys
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.protocol import message_codec
from sevenout.server.protocol import messages as wire
from sevenout.server.store.factory import open_store

_SOURCES = str(Path(sevenout.__file__).parent)
_HAND = ("bets 10 on pass", "roll 3 1", "bets 12 on place-6", "roll 2 2", "bets 10 on pass", "roll 4 2", "roll 5 2")
"""A point of four that is made, and a point of six that is lost: all that is counted, and what leads to it."""
_COUNTED = {"a bet": 2, "a point made": 3, "a seven-out": 6}
"""Where the lines that are counted stand in a hand."""
BLOCKS, BETS = 8, 250


def counting() -> list[str]:
    """The figures, one line each."""
    return asyncio.run(_measured())


async def _measured() -> list[str]:
    with TemporaryDirectory(prefix="sevenout-", dir=os.environ.get("SEVENOUT_BENCH_DISK")) as folder:
        house = Casino(await open_store(str(Path(folder) / "house.db")), Keys(b"d" * 32, b"s" * 32))
        try:
            speaker = await _Speaker.seat(house)
            counted = await _count(speaker)
            seconds = await _time(speaker)
        finally:
            await house.stop()
    calls = ", ".join(
        f"{name} {sum(called.values()):,} ({len({code.split(':')[0] for code in called})} modules)"
        for name, called in counted.items()
    )
    return [
        f"calls into the project for one message over a connection, calls and steps of the crew told: {calls}",
        f"a durable bet over a connection: {seconds * 1e6:.0f} µs of processor time, the store's thread included",
    ]


class _Speaker:
    """Somebody with a seat at a table of entered dice, who opened it and so may say what they show."""

    def __init__(self, visit: Connection) -> None:
        self.visit = visit
        self._keys = count()

    @classmethod
    async def seat(cls, house: Casino) -> "_Speaker":
        """Comes in, opens a table and sits down."""
        welcome = await house.people.guest("Ann")
        assert isinstance(welcome, Welcome), welcome
        wanted = TableRequest(rules="catfish-bend", dice="entered", zone="")
        table = await house.open_table(welcome.person, wanted)
        assert isinstance(table, LiveTable), table
        visit = Connection(house, await Room.of(table), welcome.person, welcome.token, crew=True)
        await visit.enter(None)
        speaker = cls(visit)
        await speaker.say("sits 1000000")
        return speaker

    async def say(self, line: str) -> None:
        """Says a line and takes everything that is told; it must be accepted."""
        raw = f'{{"type":"say","key":"k{next(self._keys)}","line":"{line}"}}'
        message = message_codec.decode(raw)
        assert isinstance(message, wire.LineRequest)
        await self.visit.handle(message)
        told = b""
        while messages := self.visit.take_messages():
            told += b"".join(messages)
        assert b'"type":"accepted"' in told, told


async def _count(speaker: _Speaker) -> dict[str, Counter[str]]:
    """The calls of each line that is counted, by function: in the second hand, once everything is known that is kept.

    Only the loop's own thread is counted.
    """
    for line in _HAND:
        await speaker.say(line)
    counted = {}
    names = {at: name for name, at in _COUNTED.items()}
    for at, line in enumerate(_HAND):
        with _calls() as called:
            await speaker.say(line)
        if at in names:
            counted[names[at]] = called
    return counted


@contextmanager
def _calls() -> Iterator[Counter[str]]:
    called: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_SOURCES):
            called[f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}"] += 1

    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)


async def _time(speaker: _Speaker) -> float:
    """Seconds of this process for a bet: the best of several blocks."""
    speaker.visit.crew = False
    await speaker.say("bets 10 on pass")
    await speaker.say("roll 4 2")
    times = []
    for _ in range(BLOCKS):
        spent = 0.0
        for _ in range(BETS):
            began = time.process_time()
            await speaker.say("bets 12 on place-8")
            spent += time.process_time() - began
            await speaker.say("takes down place-8")
        times.append(spent / BETS)
    return min(times)
