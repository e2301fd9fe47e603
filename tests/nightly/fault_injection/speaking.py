"""Somebody at a table over a real socket: says lines, waits for their answers, hears everything that is told."""

import asyncio
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.serving import WITHIN, Served, bearer

WEAK = frozenset({"unavailable", "busy", "failed", "malformed", "closing", "bad-key", "key-used"})
"""Refusals that the game did not make."""


class Gone(Exception):
    """The connection ended before the answer came."""


class Answer(msgspec.Struct, frozen=True):
    """A message, as much of it as a speaker looks at."""

    type: str
    n: int = -1
    key: str = ""
    code: str = ""
    reason: str = ""

    @property
    def accepted(self) -> bool:
        """Whether it was done."""
        return self.type == "accepted"


_answer: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


class Speaker:
    """One connection. Whatever is told is read at once; gaps between events are counted."""

    def __init__(self, socket: ClientConnection, heard: int = -1) -> None:
        self._socket = socket
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self.heard = heard
        """The number of the last event."""
        self.gaps = 0
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def at(cls, served: Served, table: str, token: str, since: int | None = None) -> "Speaker":
        """A connection to a table; `since`: it has heard everything up to there. Raises Gone if none is had."""
        address = f"{served.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        more: dict[str, Any] = {} if since is not None else {"additional_headers": bearer(token)}
        try:
            socket = await connect(address, compression=None, open_timeout=WITHIN, close_timeout=1, **more)
            if since is not None:
                hello = {"type": "hello", "token": token, "since": since}
                await socket.send(msgspec.json.encode(hello).decode())
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Gone from error
        return cls(socket, -1 if since is None else since)

    async def _read(self) -> None:
        try:
            async for message in self._socket:
                self._hear(_answer.decode(message))
        except ConnectionClosed:
            pass
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(Gone())
                    waiting.exception()  # whoever waits is told; if nobody does, nobody need be

    def _hear(self, told: Answer) -> None:
        match told.type:
            case "snapshot":
                self.heard = told.n
            case "event":
                self.gaps += told.n != self.heard + 1
                self.heard = told.n
            case "accepted" | "refused":
                waiting = self._waiting.pop(told.key, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(told)

    async def say(self, key: str, line: str) -> Answer:
        """Says a line and waits for its answer; raises Gone if the connection ends, TimeoutError if none comes."""
        if self._reading.done():
            raise Gone
        waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[key] = waiting
        try:
            await self._socket.send(msgspec.json.encode({"type": "say", "key": key, "line": line}).decode())
            async with asyncio.timeout(WITHIN):
                return await waiting
        except ConnectionClosed as closed:
            raise Gone from closed
        finally:
            self._waiting.pop(key, None)

    async def go(self) -> None:
        """Hangs up."""
        await self._socket.close()
        await self._reading
