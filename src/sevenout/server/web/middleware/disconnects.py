"""Whoever hangs up is not worked for: what they asked for is cancelled, or not begun if it waits for its turn."""

import asyncio
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Send

from sevenout.server.operation.callers import CALLER, Caller, is_never_gone
from sevenout.server.operation.workers import Workers
from sevenout.server.web.middleware.security import address_of
from sevenout.server.web.uvicorn_protocols import IS_GONE

_SAFE = frozenset({"GET", "HEAD"})
"""Requests that change nothing: they may be ended half way."""


class DisconnectWatch:
    """An application that knows for whom it works, and that is told when they are gone."""

    def __init__(self, app: ASGIApp, workers: Workers) -> None:
        self._app, self._workers = app, workers

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Hands everything on, for as long as somebody waits for it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        hung_up = (scope.get("extensions") or {}).get(IS_GONE, {}).get("is_gone", is_never_gone)
        if scope["type"] == "websocket":
            kept = CALLER.set(Caller(address_of(scope), hung_up, self._workers))
            try:
                await self._app(scope, receive, send)
            finally:
                CALLER.reset(kept)
            return
        line = _ClientLine(receive, send)
        kept = CALLER.set(Caller(address_of(scope), lambda: line.is_gone or hung_up(), self._workers))
        asking = asyncio.current_task()
        watching = asyncio.create_task(line.watch(asking, safe=scope["method"] in _SAFE))
        try:
            await self._app(scope, line.receive, line.send)
        except asyncio.CancelledError:
            if not line.cancelled or asking is None or asking.uncancel():
                raise
        finally:
            watching.cancel()
            CALLER.reset(kept)


class _ClientLine:
    """What comes and goes of one request: read by the application, and then by whoever looks for the end of it."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._first: Any = None
        self._read, self._ended = asyncio.Event(), asyncio.Event()
        """Whether the whole body was read, and whether the other end hung up."""
        self._answered = False
        self.cancelled = False

    @property
    def is_gone(self) -> bool:
        """Whether nobody waits for an answer any more."""
        return self._ended.is_set()

    async def receive(self) -> Any:
        """The body, and then nothing until they hang up."""
        if self._first is not None:
            first, self._first = self._first, None
            return first
        if self._read.is_set():
            await self._ended.wait()
            return {"type": "http.disconnect"}
        message = await self._receive()
        self._note(message)
        return message

    def _note(self, message: Any) -> None:
        if message["type"] == "http.disconnect":
            self._ended.set()
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            self._read.set()

    async def send(self, message: Message) -> None:
        """Something of the answer; after the last of it nobody need wait."""
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self._answered = True
        await self._send(message)

    async def watch(self, asking: "asyncio.Task[Any] | None", *, safe: bool) -> None:
        """Waits until the other end hangs up; what changes nothing is then ended."""
        if safe:
            self._first = await self._receive()
            self._note(self._first)
        await self._read.wait()
        if not self.is_gone:
            self._note(await self._receive())
        if self.is_gone and safe and not self._answered and asking is not None:
            self.cancelled = True
            asking.cancel()
