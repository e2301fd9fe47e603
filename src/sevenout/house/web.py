"""The house on the web: a small HTTP API and a socket for each table. Nothing here decides anything.

Every answer is JSON, every refusal has code, reason and clause. A body or a message that is not as documented is
refused before anything is done; pages of other addresses get nothing.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import Struct

from sevenout import __version__
from sevenout.compile import open_book
from sevenout.crew.floor_log import floor_transcript
from sevenout.house import wire
from sevenout.house.house import House
from sevenout.house.live import LiveTable
from sevenout.house.outbox import Allowance
from sevenout.house.people import Person, Welcome
from sevenout.house.terms import Wanted
from sevenout.house.visits import Room, Visit
from sevenout.records.rulebook import book_record
from sevenout.refusal import Refusal
from sevenout.rulebook import shipped

MOST_BODY = 300_000
_STATUS = {"no-token": 401, "idle": 401, "wrong-password": 401, "locked": 403, "name-taken": 409, "full": 409}
_HELLO_WITHIN = 10.0
_CLOSED, _FLOODED, _UNKNOWN = 4401, 4429, 4404


class Name(Struct, forbid_unknown_fields=True):
    """A guest's."""

    name: str


class NameAndPassword(Struct, forbid_unknown_fields=True):
    """An account's."""

    name: str
    password: str


class Refused(HTTPException):
    """A refusal on its way out."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(status_code=_STATUS.get(refusal.code, 400), detail=refusal.reason)
        self.refusal = refusal


class Web:
    """What the handlers share: the house, and who is connected to which table."""

    def __init__(self, house: House, origins: frozenset[str]) -> None:
        self.house, self.origins = house, origins
        self._rooms: dict[str, Room] = {}
        self.ready = False
        self.counted: defaultdict[str, int] = defaultdict(int)

    def room(self, table: LiveTable) -> Room:
        """Everybody at a table."""
        if table.name not in self._rooms:
            self._rooms[table.name] = Room(table)
        return self._rooms[table.name]

    @property
    def connections(self) -> int:
        """How many are connected."""
        return sum(len(room.visits) for room in self._rooms.values())

    async def person(self, authorization: str | None) -> Person:
        """Who asks, by `Authorization: Bearer TOKEN`."""
        kind, _, token = (authorization or "").partition(" ")
        answer = Refusal("no-token", "come in first: POST /api/guests") if kind.lower() != "bearer" else None
        asked = answer or await self.house.people.whose(token.strip())
        if isinstance(asked, Refusal):
            raise Refused(asked)
        return asked

    async def table(self, name: str) -> LiveTable:
        """A table by its address."""
        table = await self.house.table(name)
        if table is None:
            raise HTTPException(status_code=404, detail="this house has no such table")
        return table

    def foreign(self, headers: Any) -> bool:
        """Whether a page of another address asks: only browsers say so, and they always do."""
        origin = headers.get("origin")
        return origin is not None and origin not in self.origins and origin.partition("://")[2] != headers.get("host")


def _web(state: State) -> Web:
    web: Web = state.web
    return web


Asked = Request[Any, Any, State]


@get("/healthz", media_type=MediaType.JSON)
async def healthz(state: State) -> Response[dict[str, str]]:
    """Whether the self-check has passed."""
    ready = _web(state).ready
    return Response({"status": "ready" if ready else "starting"}, status_code=200 if ready else 503)


@post("/api/guests", status_code=201)
async def guests(state: State, data: Name) -> dict[str, str]:
    """Comes in as a guest: a token for everything else."""
    return _welcome(await _web(state).house.people.guest(data.name))


@post("/api/accounts", status_code=201)
async def accounts(state: State, data: NameAndPassword) -> dict[str, str]:
    """Opens an account."""
    return _welcome(await _web(state).house.people.register(data.name, data.password))


@post("/api/tokens", status_code=201)
async def tokens(state: State, data: NameAndPassword) -> dict[str, str]:
    """Logs in."""
    return _welcome(await _web(state).house.people.log_in(data.name, data.password))


def _welcome(answer: Welcome | Refusal) -> dict[str, str]:
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return {"token": answer.token, "name": answer.person.name}


@get("/api/tables")
async def tables(state: State) -> list[dict[str, Any]]:
    """Every table."""
    return await _web(state).house.lobby()


@post("/api/tables", status_code=201)
async def open_table(state: State, request: Asked, data: Wanted) -> dict[str, str]:
    """Opens a table."""
    web = _web(state)
    person = await web.person(request.headers.get("authorization"))
    opened = await web.house.open_table(person, data)
    if isinstance(opened, Refusal):
        raise Refused(opened)
    return {"table": opened.name}


@get("/api/tables/{name:str}/transcript", media_type=MediaType.TEXT)
async def transcript(state: State, name: str) -> str:
    """The game so far, in the notation."""
    table = await _web(state).table(name)
    return "\n".join(floor_transcript(table.floor.record)) + "\n"


@get("/api/tables/{name:str}/log", media_type=MediaType.TEXT)
async def log(state: State, name: str) -> bytes:
    """The chained log, as `sevenout verify` reads it."""
    web = _web(state)
    table = await web.table(name)
    return b"".join(line + b"\n" for line in await web.house.store.lines(table.name))


@get("/api/books")
async def books() -> list[str]:
    """The books that a table can be opened with."""
    return list(shipped())


@get("/api/books/{name:str}")
async def book(name: str) -> dict[str, Any]:
    """A book, with clause and provenance of every value."""
    if name not in shipped():
        raise HTTPException(status_code=404, detail="there is no such book")
    return dict(book_record(open_book(name)))


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(state: State) -> str:
    """Counts for Prometheus."""
    web = _web(state)
    counts = {**web.counted, "connections": web.connections}
    return "".join(f"sevenout_{name} {count}\n" for name, count in sorted(counts.items()))


@websocket("/api/tables/{name:str}/socket")
async def socket(socket: WebSocket[Any, Any, State], state: State, name: str) -> None:
    """A table, live."""
    web = _web(state)
    if web.foreign(socket.headers):
        await socket.close(code=_CLOSED, reason="not from this page")
        return
    await socket.accept()
    with suppress(WebSocketDisconnect):
        visit = await _entered(web, socket, name)
        if visit is not None:
            await _visit(web, socket, visit)


async def _entered(web: Web, socket: WebSocket[Any, Any, State], name: str) -> Visit | None:
    """Who it is and what they have seen: by the header, or by the first message."""
    header, since = socket.headers.get("authorization"), None
    try:
        if header is None:
            async with asyncio.timeout(_HELLO_WITHIN):
                hello = wire.decode(await socket.receive_data(mode="text"))
            if not isinstance(hello, wire.Hello):
                await socket.close(code=_CLOSED, reason="say hello first")
                return None
            header, since = f"Bearer {hello.token}", hello.since
        person = await web.person(header)
        table = await web.table(name)
    except TimeoutError:
        await socket.close(code=_CLOSED, reason="nobody said hello")
        return None
    except HTTPException as refused:
        code = _UNKNOWN if refused.status_code == 404 else _CLOSED
        await socket.close(code=code, reason=str(refused.detail)[:120])
        return None
    visit = Visit(web.house, web.room(table), person)
    await visit.enter(since)
    return visit


async def _visit(web: Web, socket: WebSocket[Any, Any, State], visit: Visit) -> None:
    sending = asyncio.create_task(_send(socket, visit))
    allowance = Allowance()
    try:
        while not sending.done():
            raw = await socket.receive_data(mode="text")
            if not allowance.spend(time.monotonic()):
                web.counted["floods"] += 1
                await socket.close(code=_FLOODED, reason="too much at once")
                return
            web.counted["messages"] += 1
            message = wire.decode(raw)
            if isinstance(message, Refusal):
                visit.outbox.put(wire.encode(wire.refused("", message)))
            else:
                await visit.hear(message)
    finally:
        visit.leave()
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


async def _send(socket: WebSocket[Any, Any, State], visit: Visit) -> None:
    """Sends what waits; who could not keep up is shown the table as it is now."""
    while not visit.outbox.closed:
        for message in await visit.outbox.take():
            await socket.send_data(message.decode(), mode="text")
        if visit.outbox.stale:
            visit.outbox.stale = False
            await socket.send_data(wire.encode(visit.snapshot()).decode(), mode="text")


def _http_refused(_: Asked, error: HTTPException) -> Response[dict[str, str]]:
    refusal = error.refusal if isinstance(error, Refused) else Refusal(_code(error.status_code), str(error.detail))
    body = {"code": refusal.code, "reason": refusal.reason, "clause": refusal.cite.clause}
    return Response(body, status_code=error.status_code, media_type=MediaType.JSON)


def _code(status: int) -> str:
    return {404: "not-found", 405: "not-allowed", 413: "too-long"}.get(
        status, "malformed" if status < 500 else "failed"
    )


def app(house: House, origins: frozenset[str] = frozenset()) -> Litestar:
    """The house as an application for any ASGI server."""
    web = Web(house, origins)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.start()
        web.ready = True
        try:
            yield
        finally:
            web.ready = False
            await house.stop()

    handlers = [healthz, guests, accounts, tokens, tables, open_table, transcript, log, books, book, metrics, socket]
    return Litestar(
        handlers,
        state=State({"web": web}),
        lifespan=[lifespan],
        request_max_body_size=MOST_BODY,
        exception_handlers={HTTPException: _http_refused},
        openapi_config=OpenAPIConfig(
            title="sevenout", version=__version__, path="/api/docs", render_plugins=[JsonRenderPlugin()]
        ),
    )
