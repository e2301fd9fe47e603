"""The socket of a table: comes in, is told, says; floods, the deaf and pages of other addresses are closed."""

import asyncio
import math
import time
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sevenout.house import counts, wire
from sevenout.house.callers import CALLER, is_never_gone
from sevenout.house.house import CLOSING
from sevenout.house.outbox import Allowance
from sevenout.house.people import SPECTATOR
from sevenout.house.reminders import remind
from sevenout.house.store import Unavailable
from sevenout.house.visits import Visit
from sevenout.house.web.doors import MOST_PAGES, MOST_WATCHING, Refused, Web, token_of, web_of
from sevenout.house.web.protocol import ABORT, WRITE
from sevenout.house.workers import Busy
from sevenout.refusal import Refusal

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
            visit = await _entered(web, socket, name)
        except Refused as refused:
            await _close(socket, _CODES.get(refused.refusal.code, NOBODY), refused.refusal)
        else:
            await _visit(web, socket, visit)


_CODES = {
    "not-found": UNKNOWN,
    "version": OTHER_VERSION,
    "unavailable": AWAY,
    "busy": AWAY,
    "too-many": FLOODED,
}


async def _entered(web: Web, socket: Socket, name: str) -> Visit:
    """Who it is and what they have seen: by header and query, or by the first message."""
    header = socket.headers.get("authorization")
    hello = _asked(socket) if header is not None else await _hello(socket)
    if hello.version != wire.VERSION:
        reason = f"this house speaks version {wire.VERSION} of the wire, not {hello.version}: load the page again"
        raise Refused(Refusal("version", reason))
    try:
        table = await web.table(name)
        token = hello.token if header is None else token_of(header)
        watches = not token and table.terms.watched
        person = SPECTATOR if watches else await web.person(f"Bearer {token}")
        room = await web.room(table)
        most = MOST_WATCHING if watches else MOST_PAGES
        if sum(visit.person.key == person.key for visit in room.visits) >= most:
            raise Refused(Refusal("too-many", f"at a table one person has at most {most} connections"))
        visit = Visit(web.house, room, person, token, crew=hello.crew)
        await visit.enter(hello.since)
    except Unavailable as error:
        raise Refused(Refusal("unavailable", "the house is not available just now: try again in a moment")) from error
    except Busy as error:
        raise Refused(error.refusal) from error
    return visit


def _asked(socket: Socket) -> wire.Hello:
    """What the address asks for, where the header says who it is: `?since=17&version=1&crew=1`."""
    query = socket.query_params
    numbers = {name: query[name] for name in ("since", "version") if name in query}
    if any(not (word.isascii() and word.isdigit() and len(word) < 10) for word in numbers.values()):
        raise Refused(Refusal("malformed", "since and version are numbers"))
    asked = {name: int(word) for name, word in numbers.items()}
    return wire.Hello("", asked.get("since"), asked.get("version", wire.VERSION), query.get("crew") == "1")


async def _hello(socket: Socket) -> wire.Hello:
    try:
        async with asyncio.timeout(_HELLO_WITHIN):
            hello = wire.decode(await socket.receive_data(mode="text"))
    except TimeoutError as error:
        raise Refused(Refusal("no-token", "nobody said hello")) from error
    if isinstance(hello, Refusal):
        raise Refused(hello)
    if not isinstance(hello, wire.Hello):
        raise Refused(Refusal("no-token", "say hello first"))
    return hello


async def _visit(web: Web, socket: Socket, visit: Visit) -> None:
    """Hears and tells, until one of them ends; what was said by somebody who has hung up is not heard."""
    caller = CALLER.get()
    is_gone = is_never_gone if caller is None else caller.is_gone
    telling = _Telling(socket, visit)
    sending = asyncio.create_task(telling.send())
    beside = asyncio.create_task(telling.look(sending)), asyncio.create_task(remind(visit))
    messages, much = Allowance(), Allowance(at_once=65_536, each_second=16_384)
    try:
        while True:
            hearing = asyncio.ensure_future(socket.receive_data(mode="text"))
            await asyncio.wait({hearing, sending}, return_when=asyncio.FIRST_COMPLETED)
            if not hearing.done():
                hearing.cancel()
                return
            raw = hearing.result()
            if is_gone():
                return
            now = time.monotonic()
            if not (messages.spend(now) and much.spend(now, len(raw))):
                counts.floods.inc()
                await _close(socket, FLOODED, Refusal("flood", "too much at once"))
                return
            message = web.refused_talk(now) or wire.decode(raw)
            if isinstance(message, Refusal):
                visit.outbox.answer(wire.encode(wire.refused(wire.key_of(raw), message)))
            else:
                await visit.hear(message)
    finally:
        visit.leave()
        for task in (sending, *beside):
            task.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


class _Telling:
    """What a connection is told; and a look now and then at whether anybody reads it, and still may.

    No message has a clock of its own: two timers for each were a good part of what sending it cost.
    """

    def __init__(self, socket: Socket, visit: Visit) -> None:
        self._socket, self._visit = socket, visit
        self._since = math.inf
        """Since when something is being sent."""
        self._why = Refusal("no-token", "come in again")
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._write = extensions[WRITE]["write"] if WRITE in extensions else self._send_each

    async def _send_each(self, messages: list[bytes]) -> None:
        """Sends messages where the server knows no quicker way."""
        for message in messages:
            await self._socket.send_data(message.decode(), mode="text")

    async def send(self) -> None:
        """Sends what waits, until nobody is there any more who may hear it."""
        visit, closed = self._visit, False
        while not closed:
            await visit.outbox.some()
            closed = visit.outbox.closed  # what still waits then is sent, and that was all
            while messages := visit.waiting():
                self._since = time.monotonic()
                await self._write(messages)
            self._since = math.inf
        if visit.house.closing:
            await _close(self._socket, GOING, CLOSING)
        else:
            await _close(self._socket, NOBODY, self._why)

    async def look(self, sending: "asyncio.Task[None]") -> None:
        """Hangs up on whoever does not read, and closes the outbox of whoever is not known any more."""
        while True:
            await asyncio.sleep(_LOOK_AGAIN)
            if time.monotonic() - self._since > _SEND_WITHIN:
                counts.deaf.inc()
                _hang_up(self._socket)
                sending.cancel()
                return
            with suppress(Unavailable):
                self._why = await self._visit.known(using=False) or self._why


async def _close(socket: Socket, code: int, refusal: Refusal) -> None:
    """Says why, and closes; who does not even read that is hung up."""
    try:
        async with asyncio.timeout(_CLOSE_WITHIN):
            await socket.send_data(wire.encode(wire.refused("", refusal)).decode(), mode="text")
            await socket.close(code=code, reason=refusal.reason[:120])
    except TimeoutError:
        _hang_up(socket)


def _hang_up(socket: Socket) -> None:
    """Ends a connection at once, with whatever waits in its buffer; where the server knows no way, it runs out."""
    extensions: dict[str, Any] = socket.scope.get("extensions") or {}
    if ABORT in extensions:
        extensions[ABORT]["abort"]()


HANDLERS = [socket]
