"""The socket of a table: comes in, is told, says; floods, the deaf and pages of other addresses are closed."""

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import SPECTATOR
from sevenout.server.casino import CLOSING
from sevenout.server.connections.connections import Connection
from sevenout.server.connections.outbox import RateLimit
from sevenout.server.connections.reality_checks import remind
from sevenout.server.operation import metrics
from sevenout.server.operation.callers import CALLER, is_never_gone
from sevenout.server.operation.workers import Busy
from sevenout.server.protocol import messages as wire
from sevenout.server.protocol.message_codec import decode, encode, key_of, refused_message
from sevenout.server.store.interface import Unavailable
from sevenout.server.web.request_context import MOST_PAGES, MOST_WATCHING, RefusedRequest, Web, token_of, web_of
from sevenout.server.web.uvicorn_protocols import ABORT, WRITE

_HELLO_WITHIN = 10.0
_SEND_WITHIN = 15.0
"""Seconds in which somebody reads what was sent, or is given up at the next look."""
_LOOK_AGAIN = 5.0
"""Seconds after which it is looked whether anybody reads, and whether their token still counts."""
_CLOSE_WITHIN = 2.0
GOING, NOBODY, UNKNOWN, OTHER_VERSION, FLOODED, AWAY = 1001, 4401, 4404, 4406, 4429, 4503
"""Why the house closes a connection; the same is said before in a message, if it can be."""
Socket = WebSocket[Any, Any, State]


@websocket("/api/tables/{name:str}/socket")
async def socket(socket: Socket, state: State, name: FromPath[str]) -> None:
    """A table, live."""
    web = web_of(state)
    if web.foreign(socket.headers):
        await socket.close(code=NOBODY, reason="not from this page")
        return
    await socket.accept()
    if web.house.closing:
        await _close(socket, GOING, CLOSING)
        return
    with suppress(WebSocketDisconnect):
        try:
            visit = await _enter(web, socket, name)
        except RefusedRequest as refused:
            await _close(socket, _CODES.get(refused.refusal.code, NOBODY), refused.refusal)
        else:
            await _serve_connection(web, socket, visit)


_CODES = {
    "not-found": UNKNOWN,
    "version": OTHER_VERSION,
    "unavailable": AWAY,
    "busy": AWAY,
    "too-many": FLOODED,
}


async def _enter(web: Web, socket: Socket, name: str) -> Connection:
    """Who it is and what they have seen: by header and query, or by the first message."""
    header = socket.headers.get("authorization")
    hello = _hello_from_query(socket) if header is not None else await _hello(socket)
    if hello.version != wire.VERSION:
        reason = f"this house speaks version {wire.VERSION} of the wire, not {hello.version}: load the page again"
        raise RefusedRequest(Refusal("version", reason))
    try:
        table = await web.table(name)
        token = hello.token if header is None else token_of(header)
        watches = not token and table.terms.watched
        person = SPECTATOR if watches else await web.person(f"Bearer {token}")
        room = await web.room(table)
        most = MOST_WATCHING if watches else MOST_PAGES
        if sum(visit.person.key == person.key for visit in room.visits) >= most:
            raise RefusedRequest(Refusal("too-many", f"at a table one person has at most {most} connections"))
        visit = Connection(web.house, room, person, token, crew=hello.crew)
        await visit.enter(hello.since)
    except Unavailable as error:
        raise RefusedRequest(
            Refusal("unavailable", "the house is not available just now: try again in a moment")
        ) from error
    except Busy as error:
        raise RefusedRequest(error.refusal) from error
    return visit


def _hello_from_query(socket: Socket) -> wire.Hello:
    """What the address asks for, where the header says who it is: `?since=17&version=1&crew=1`."""
    query = socket.query_params
    numbers = {name: query[name] for name in ("since", "version") if name in query}
    if any(not (word.isascii() and word.isdigit() and len(word) < 10) for word in numbers.values()):
        raise RefusedRequest(Refusal("malformed", "since and version are numbers"))
    asked = {name: int(word) for name, word in numbers.items()}
    return wire.Hello("", asked.get("since"), asked.get("version", wire.VERSION), query.get("crew") == "1")


async def _hello(socket: Socket) -> wire.Hello:
    try:
        async with asyncio.timeout(_HELLO_WITHIN):
            hello = decode(await socket.receive_data(mode="text"))
    except TimeoutError as error:
        raise RefusedRequest(Refusal("no-token", "nobody said hello")) from error
    if isinstance(hello, Refusal):
        raise RefusedRequest(hello)
    if not isinstance(hello, wire.Hello):
        raise RefusedRequest(Refusal("no-token", "say hello first"))
    return hello


async def _serve_connection(web: Web, socket: Socket, visit: Connection) -> None:
    """Hears and tells, until one of them ends; what was said by somebody who has hung up is not heard."""
    caller = CALLER.get()
    is_gone = is_never_gone if caller is None else caller.is_gone
    telling = _MessageSender(socket, visit)
    beside = asyncio.create_task(telling.watch()), asyncio.create_task(remind(visit))
    messages, much = RateLimit(), RateLimit(at_once=65_536, each_second=16_384)
    try:
        while (raw := await telling.hear()) is not None:
            if is_gone():
                return
            now = time.monotonic()
            if not (messages.spend(now) and much.spend(now, len(raw))):
                metrics.floods.inc()
                await _close(socket, FLOODED, Refusal("flood", "too much at once"))
                return
            message = web.refused_talk(now) or decode(raw)
            if isinstance(message, Refusal):
                visit.outbox.put_answer(encode(refused_message(key_of(raw), message)))
            else:
                await visit.handle(message)
    finally:
        visit.leave()
        for task in beside:
            task.cancel()
        with suppress(WebSocketDisconnect, RuntimeError):
            await telling.end()


class _MessageSender:
    """What a connection is told; and a look now and then at whether anybody reads it, and still may.

    It is written when everything else that is ready was done: what comes of one command goes out together. No message
    has a task or a clock of its own: those were a good part of what sending it cost.
    """

    def __init__(self, socket: Socket, visit: Connection) -> None:
        self._socket, self._visit, self._loop = socket, visit, asyncio.get_running_loop()
        self._left: list[bytes] = []
        """What there was no room for."""
        self._since = math.inf
        """Since when something is being sent."""
        self._due = self._ended = False
        self._hearing: asyncio.Task[Any] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._why = Refusal("no-token", "come in again")
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._write: Callable[[list[bytes]], list[bytes]]
        if WRITE in extensions:
            self._write = extensions[WRITE]["write"]
            extensions[WRITE]["on_writable"] = self._soon
        else:
            self._write = _Sender(socket, self._soon).write
        visit.outbox.on_some = self._soon
        self._soon()

    async def hear(self) -> str | None:
        """What is said next; nothing, once nobody is there any more who may say it."""
        if self._has_ended():
            return None
        hearing = self._hearing = asyncio.current_task()
        try:
            return await self._socket.receive_data(mode="text")
        except asyncio.CancelledError:
            if not self._has_ended() or hearing is None or hearing.uncancel():
                raise
            return None
        finally:
            self._hearing = None

    def _has_ended(self) -> bool:
        return self._ended

    def _soon(self) -> None:
        if not self._due and not self._ended:
            self._due = True
            self._loop.call_soon(self._send)

    def _send(self) -> None:
        """Sends what waits, until nobody is there any more who may hear it."""
        self._due, visit = False, self._visit
        if self._ended:
            return
        closed = visit.outbox.closed  # what still waits then is sent, and that was all
        while not self._left and (messages := visit.take_messages()):
            self._left = self._write(messages)
        if self._left:
            self._left = self._write(self._left)
        if self._left:
            self._since = min(self._since, time.monotonic())
            return
        self._since = math.inf
        if closed:
            why = (GOING, CLOSING) if visit.house.closing else (NOBODY, self._why)
            self._closing = asyncio.create_task(_close(self._socket, *why))
            self._stop()

    def _stop(self) -> None:
        """Nothing is heard or told any more."""
        self._ended = True
        if self._hearing is not None:
            self._hearing.cancel()

    async def end(self) -> None:
        """Waits for a connection that is being closed."""
        self._ended = True
        if self._closing is not None:
            await self._closing

    async def watch(self) -> None:
        """Hangs up on whoever does not read, and closes the outbox of whoever is not known any more."""
        while True:
            await asyncio.sleep(_LOOK_AGAIN)
            if time.monotonic() - self._since > _SEND_WITHIN:
                metrics.deaf.inc()
                _hang_up(self._socket)
                self._stop()
                return
            with suppress(Unavailable):
                self._why = await self._visit.refresh_person(using=False) or self._why


class _Sender:
    """Sends messages where the server knows no quicker way: one list at a time, each message waited for."""

    def __init__(self, socket: Socket, on_writable: Callable[[], None]) -> None:
        self._socket, self._on_writable = socket, on_writable
        self._sending: asyncio.Task[None] | None = None

    def write(self, messages: list[bytes]) -> list[bytes]:
        """Takes a list, unless the last is still being sent: it is given back then."""
        if self._sending is not None:
            return messages
        self._sending = asyncio.create_task(self._send(messages))
        return []

    async def _send(self, messages: list[bytes]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # who is gone is heard of where it is listened
            for message in messages:
                await self._socket.send_data(message.decode(), mode="text")
            self._sending = None
            self._on_writable()


async def _close(socket: Socket, code: int, refusal: Refusal) -> None:
    """Says why, and closes; who does not even read that is hung up."""
    try:
        async with asyncio.timeout(_CLOSE_WITHIN):
            await socket.send_data(encode(refused_message("", refusal)).decode(), mode="text")
            await socket.close(code=code, reason=refusal.reason[:120])
    except TimeoutError:
        _hang_up(socket)


def _hang_up(socket: Socket) -> None:
    """Ends a connection at once, with whatever waits in its buffer; where the server knows no way, it runs out."""
    extensions: dict[str, Any] = socket.scope.get("extensions") or {}
    if ABORT in extensions:
        extensions[ABORT]["abort"]()


HANDLERS = [socket]
