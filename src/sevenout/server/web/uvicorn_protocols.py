"""HTTP and the socket as uvicorn speaks them, with what the application cannot see bounded too.

That is pings, what nobody reads, and requests that never come to their end.
"""

import asyncio
import select
import time
from collections import OrderedDict
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from sevenout.base.refusal import Refusal
from sevenout.server.connections.outbox import RateLimit
from sevenout.server.operation import metrics
from sevenout.server.operation.workers import busy
from sevenout.server.protocol import message_codec

ABORT = "sevenout.abort"
"""Under this name of a connection's extensions is what hangs up at once, whatever still waits to be written."""
IS_GONE = "sevenout.is_gone"
"""And under this what tells whether the other end has hung up, also while nothing is read."""
WRITE = "sevenout.write"
"""And under this what writes messages of text at once, past everything that looks at each of them; and how many.

`write` takes a list of them and gives back those for which there is no room; `on_writable`, if it is set there, is
called once there is.
"""
_HUNG_UP = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR

SAID_WITHIN = 15.0
"""Seconds in which a request is made, twice that with its body; who takes longer only holds the connection."""


_MOST_SILENT = 4
"""One in so many of the connections that a server takes may have asked for nothing yet; the oldest makes room."""
_FULL = busy("this server is full: try again in a moment", 5)
_NO_HTTP = Refusal("malformed", "this is not a valid HTTP request")


def has_hung_up(transport: Any) -> bool:
    """Whether the other end of a connection is gone, also behind bytes that nobody has read yet."""
    if transport.is_closing():
        return True
    socket = transport.get_extra_info("socket")
    if socket is None or socket.fileno() < 0:
        return socket is not None
    looking = select.poll()
    looking.register(socket.fileno(), _HUNG_UP)
    return any(found & _HUNG_UP for _, found in looking.poll(0))


class BoundedRequests(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection that is hung up if whoever opened it does not ask for anything, or never ends the question.

    Those that have asked for nothing are few, however many come: they keep nobody else from being heard. What is
    refused here is told in the house's own form.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._most: int | None = self.config.limit_concurrency
        self.limit_concurrency = None  # it is judged here
        state = self.server_state
        if not hasattr(state, "silent"):
            state.silent = OrderedDict()
        self._silent: OrderedDict[BoundedRequests, None] = state.silent

    @property
    def app(self) -> Any:
        """The application, as this connection may ask it; a server that is full says so."""
        self._silent.pop(self, None)
        return _refuse_all if self._is_full else self._ask

    @app.setter
    def app(self, whole: Any) -> None:
        self._app = whole

    @property
    def _is_full(self) -> bool:
        return self._most is not None and len(self.connections) > self._most

    async def _ask(self, scope: Any, receive: Any, send: Any) -> None:
        scope.setdefault("extensions", {})[IS_GONE] = {"is_gone": self._is_gone}
        await self._app(scope, receive, send)

    def _is_gone(self) -> bool:
        return has_hung_up(self.transport)

    def connection_made(self, transport: Any) -> None:
        """Begins to look at the clock."""
        super().connection_made(transport)
        self._silent[self] = None
        if self._most is not None and len(self._silent) > max(1, self._most // _MOST_SILENT):
            oldest, _ = self._silent.popitem(last=False)
            metrics.silent.inc()
            oldest.transport.abort()
        asyncio.get_running_loop().call_later(SAID_WITHIN, self._check_idle, None)

    def connection_lost(self, error: Exception | None) -> None:
        """It is gone."""
        self._silent.pop(self, None)
        super().connection_lost(error)

    def handle_websocket_upgrade(self, *request: Any) -> None:
        """A socket, unless this server has all that it takes."""
        self._silent.pop(self, None)
        if self._is_full:
            self._respond(503, "Service Unavailable", _FULL)
        else:
            super().handle_websocket_upgrade(*request)

    def send_400_response(self, _: str) -> None:
        """What came is no request."""
        self._respond(400, "Bad Request", _NO_HTTP)

    def _respond(self, status: int, phrase: str, refusal: Refusal) -> None:
        """Says why, and closes."""
        body = message_codec.encode_why(refusal)
        again = f"retry-after: {refusal.retry_after}\r\n" if refusal.retry_after else ""
        head = f"HTTP/1.1 {status} {phrase}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}{again}connection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def _check_idle(self, last: Any) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # gone, or a socket by now
        cycle = self.cycle
        asking = cycle is None or (cycle is last and (cycle.response_complete or cycle.more_body))
        if asking:
            self.transport.abort()
        else:
            asyncio.get_running_loop().call_later(SAID_WITHIN, self._check_idle, cycle)


async def _refuse_all(_: Any, __: Any, send: Any) -> None:
    """What a server answers that has all the connections it takes."""
    body = message_codec.encode_why(_FULL)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(_FULL.retry_after).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


_A_TURN = 2_048
"""Bytes of one connection that are read before the others have their turn: a few hundred of the shortest messages."""


_WRITTEN_AT_ONCE = 32_768
"""Bytes after which it is looked whether anybody reads."""


def _head(length: int) -> bytes:
    """What stands before a message of text on its way from a server (RFC 6455, 5.2).

    >>> _head(5), _head(300), _head(70_000)
    (b'\\x81\\x05', b'\\x81~\\x01,', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x11p')
    """
    if length < 126:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2) if length < 65_536 else b"\x81\x7f" + length.to_bytes(8)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A connection that can be hung up, and that is hung up when it floods with pings or never reads the answers.

    What came is read a little at a time, and no more of it while the application has not heard that: a quarter of a
    megabyte of short messages at once would keep everybody waiting until the last of them was looked at.
    """

    def connection_made(self, transport: Any) -> None:
        """Nothing has come yet."""
        self._unread, self._turn_due = bytearray(), False
        self._much = RateLimit(at_once=262_144, each_second=65_536)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Takes what came, and reads on unless something is to be heard first."""
        self._unread += data
        if len(self._unread) == len(data):
            self._read_on()
        else:
            self._soon()

    def _soon(self) -> None:
        """The next turn, unless the application has not yet heard what the last one said."""
        if self._unread and not self.read_paused and not self._turn_due:
            self._turn_due = True
            self.loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        """One turn: what is left then is not added to."""
        turn, self._turn_due = bytes(self._unread[:_A_TURN]), False
        del self._unread[:_A_TURN]
        if not self._much.spend(time.monotonic(), len(turn)):  # more than anybody says whom the application would hear
            self.transport.abort()
        if self.transport.is_closing():
            self._unread.clear()
            return
        super().data_received(turn)
        if self._unread:
            self.transport.pause_reading()
            self._soon()
        elif not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message; with the last one of a turn the next turn begins."""
        message = await super().receive()
        if self._unread:
            self.transport.pause_reading()
            self._soon()
        return message

    def handle_connect(self, event: Request) -> None:
        """Lets the application hang up: to close in good order would wait for ever on somebody who does not read."""
        self._pings, self._late = RateLimit(at_once=20, each_second=2), RateLimit(at_once=20, each_second=2)
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][ABORT] = {"abort": self.transport.abort}
            self.scope["extensions"][IS_GONE] = {"is_gone": self._is_gone}
            self._written: dict[Any, Any] = {"write": self._write, "count": 0, "on_writable": None}
            self.scope["extensions"][WRITE] = self._written

    def _write(self, messages: list[bytes]) -> list[bytes]:
        """Sends messages of text, framed alike for everybody: they are told to a whole table at once.

        No more than a little waits to be written, as with any other message: what is left is given back.
        """
        if len(messages) == 1 and self.writable.is_set() and not (self.disconnected or self.close_sent):
            self.transport.write(_head(len(messages[0])) + messages[0])
            self._written["count"] += 1
            return []
        written = 0
        while written < len(messages) and self.writable.is_set():
            if self.disconnected or self.close_sent:
                return []
            frames, size = list[bytes](), 0
            for message in messages[written:]:
                frames += (_head(len(message)), message)
                size += len(message)
                written += 1
                if size > _WRITTEN_AT_ONCE:
                    break
            self.transport.write(b"".join(frames))
        self._written["count"] += written
        return messages[written:]

    def resume_writing(self) -> None:
        """There is room again."""
        super().resume_writing()
        on_writable = self._written["on_writable"] if hasattr(self, "_written") else None
        if on_writable is not None:
            on_writable()

    def _is_gone(self) -> bool:
        return self.disconnected or has_hung_up(self.transport)

    def handle_ping(self) -> None:
        """Answers a ping."""
        _, high = self.transport.get_write_buffer_limits()
        if self._pings.spend(time.monotonic()) and self.transport.get_write_buffer_size() <= high:
            super().handle_ping()
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Takes a message; who goes on and on after the connection was closed is hung up, and costs no more."""
        if self.close_sent and not self._late.spend(time.monotonic()):
            self.transport.abort()
            return
        super().send_receive_event_to_app()
