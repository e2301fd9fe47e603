"""HTTP and the socket as uvicorn speaks them, with what the application cannot see bounded too.

That is pings, what nobody reads, and requests that never come to their end.
"""

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from sevenout.house.outbox import Allowance

ABORT = "sevenout.abort"
"""Under this name of a connection's extensions is what hangs up at once, whatever still waits to be written."""


SAID_WITHIN = 15.0
"""Seconds in which a request is made, twice that with its body; who takes longer only holds the connection."""


class BoundedRequests(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection that is hung up if whoever opened it does not ask for anything, or never ends the question."""

    def connection_made(self, transport: Any) -> None:
        """Begins to look at the clock."""
        super().connection_made(transport)
        asyncio.get_running_loop().call_later(SAID_WITHIN, self._look, None)

    def _look(self, last: Any) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # gone, or a socket by now
        cycle = self.cycle
        asking = cycle is None or (cycle is last and (cycle.response_complete or cycle.more_body))
        if asking:
            self.transport.abort()
        else:
            asyncio.get_running_loop().call_later(SAID_WITHIN, self._look, cycle)


_A_TURN = 2_048
"""Bytes of one connection that are read before the others have their turn: a few hundred of the shortest messages."""


class BoundedSocket(WebSocketsSansIOProtocol):
    """A connection that can be hung up, and that is hung up when it floods with pings or never reads the answers.

    What came is read a little at a time, and no more of it while the application has not heard that: a quarter of a
    megabyte of short messages at once would keep everybody waiting until the last of them was looked at.
    """

    def connection_made(self, transport: Any) -> None:
        """Nothing has come yet."""
        self._unread, self._turn_due = bytearray(), False
        self._much = Allowance(at_once=262_144, each_second=65_536)
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
        self._pings, self._late = Allowance(at_once=20, each_second=2), Allowance(at_once=20, each_second=2)
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][ABORT] = {"abort": self.transport.abort}

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
