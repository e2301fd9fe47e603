"""Connections that are made up: messages arrive in their order or not at all, late, and the line may be cut between any
two bytes. A frame that was cut in two was never sent; who does not read makes the other side wait.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from litestar.exceptions import WebSocketDisconnect

from sevenout.server.web.uvicorn_protocols import ABORT
from tests.nightly.world.loop import WorldLoop

_WINDOW = 6
"""Messages that fit into the line before whoever sends has to wait for a reader."""


class Closed(NamedTuple):
    """The end of a connection, as the other side learns of it."""

    code: int
    reason: str = ""


class _Way:
    """One direction of a line."""

    def __init__(self, loop: WorldLoop, chance: random.Random, slow: float) -> None:
        self._loop, self._chance, self._slow = loop, chance, slow
        self._sent: deque[str | Closed] = deque()
        self._arrived: deque[str | Closed] = deque()
        self._some, self._room = asyncio.Event(), asyncio.Event()
        self._last = 0.0
        self.on_the_way = 0
        self.lost = False
        self.ended: Closed | None = None

    def send(self, message: str | Closed, *, after: float = 0.0) -> None:
        """Puts something on the line; it never overtakes."""
        self.on_the_way += 1
        self._last = max(self._last, self._loop.time() + after + self._chance.expovariate(1 / self._slow))
        self._sent.append(message)
        self._loop.call_at(self._last, self._arrive)

    def _arrive(self) -> None:
        message = self._sent.popleft()
        if isinstance(message, Closed) or not self.lost:
            self._arrived.append(message)
            self._some.set()

    async def room(self) -> None:
        """Waits until there is room on the line."""
        while self.on_the_way >= _WINDOW and self.ended is None and not self.lost:
            self._room.clear()
            await self._room.wait()

    async def receive(self) -> str | Closed:
        """The next message, or how it ended."""
        while not self._arrived:
            if self.ended is not None:
                return self.ended
            self._some.clear()
            await self._some.wait()
        message = self._arrived.popleft()
        self.on_the_way -= 1
        self._room.set()
        if isinstance(message, Closed):
            self.ended = message
        return message

    def cut(self, *, late: float) -> None:
        """What is on the line is lost, and the reader learns of it some time later."""
        self.lost = True
        self._room.set()
        self.send(Closed(1006, "the line was cut"), after=late)


class Line:
    """A connection between a person's tab and a server."""

    def __init__(self, loop: WorldLoop, chance: random.Random, slow: float) -> None:
        self.up, self.down = _Way(loop, chance, slow), _Way(loop, chance, slow)
        self._chance = chance

    def cut(self) -> None:
        """Both ways at once; each side learns of it in its own time."""
        if not self.up.lost:
            self.up.cut(late=self._chance.expovariate(2))
            self.down.cut(late=self._chance.expovariate(4))


class WorldSocket:
    """The server's end, with just what its handler asks of a web socket; `told` sees everything that goes out."""

    def __init__(self, line: Line, told: Callable[[str], None]) -> None:
        self._line, self._told = line, told
        self.headers: dict[str, str] = {}
        self.scope = {"extensions": {ABORT: {"abort": line.cut}}}

    async def accept(self) -> None:
        """The connection stands."""

    async def receive_data(self, mode: str) -> str:
        """The next message."""
        assert mode == "text", "frames are text"
        message = await self._line.up.receive()
        if isinstance(message, Closed):
            raise WebSocketDisconnect(detail=message.reason, code=message.code)
        return message

    async def send_data(self, words: str, mode: str) -> None:
        """Sends, if there is room; into a line that is cut everything vanishes."""
        assert mode == "text", "frames are text"
        await self._line.down.room()
        if self._line.up.ended is not None:
            raise WebSocketDisconnect(detail="nobody is there")
        self._told(words)
        if not self._line.down.lost:
            self._line.down.send(words)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Ends it from this side."""
        self._line.down.send(Closed(code, reason))
        self._line.up.send(Closed(code, reason))
