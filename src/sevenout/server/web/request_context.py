"""What every handler goes through: who asks, for which table, from which page; and how a refusal goes out."""

import asyncio
import logging
import math
from collections import defaultdict
from http import HTTPStatus
from typing import Annotated, Any

from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino, actor_at
from sevenout.server.connections.connections import Connection, Room
from sevenout.server.connections.outbox import RateLimits
from sevenout.server.history.live_sessions import LiveSessions
from sevenout.server.live.live_table import LiveTable
from sevenout.server.operation import metrics
from sevenout.server.operation.callers import CALLER
from sevenout.server.operation.workers import Busy, busy
from sevenout.server.protocol import message_codec
from sevenout.server.protocol import messages as wire
from sevenout.server.store.interface import Unavailable
from sevenout.server.web.middleware import security

_log = logging.getLogger(__name__)
_STATUS = {
    "no-token": 401,
    "idle": 401,
    "wrong-password": 401,
    "locked": 403,
    "not-yours": 403,
    "away": 403,
    "own-limit": 403,
    "not-found": 404,
    "name-taken": 409,
    "full": 409,
    "has-seat": 409,
    "is-account": 409,
    "changed": 409,
    "table-closing": 409,
    "shut": 409,
    "too-many": 429,
    "gone": 499,
    "busy": 503,
    "closing": 503,
    "unavailable": 503,
}
_BODY = "data"
"""What a handler, and so Litestar, calls the body: nobody outside has to know."""
_NO_TABLE = Refusal("not-found", "this house has no such table")
MOST_PAGES = 16
"""Connections that one person may have to one table: so many tabs."""
MOST_WATCHING = 500
"""Connections of people who look on without having come in."""
TOKEN, METRICS = "token", "metrics"
"""How a token is shown, as the API's description names it."""
IF_NOT_WATCHED: list[dict[str, list[str]]] = [{}, {TOKEN: []}]
"""For a handler's description: somebody has to be known only where a table is not watched."""
Asked = Request[Any, Any, State]
Key = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        description="Asked again with the same key, it is done once and answered the same; 1 to "
        f"{wire.LONGEST_KEY} printable characters, and no `#`.",
    ),
]
"""What makes asking twice harmless."""


class RefusedRequest(HTTPException):
    """A refusal on its way out."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(status_code=status_of(refusal.code), detail=refusal.reason)
        self.refusal = refusal


def status_of(code: str) -> int:
    """The HTTP status of a refusal."""
    return _STATUS.get(code, 400)


class Web:
    """What the handlers share: the house, and who is connected to which table."""

    def __init__(self, house: Casino, origins: frozenset[str] = frozenset(), metrics_token: str = "") -> None:
        self.house, self.origins, self.metrics_token = house, origins, metrics_token
        self._rooms: dict[str, Room] = {}
        self.evenings = LiveSessions()
        self._talk = RateLimits(at_once=100, each_second=30), RateLimits(at_once=500, each_second=150)
        """What one person says, and what comes from one address, over all of their connections."""
        self.ready = False
        self.last_written = (-math.inf, False)
        """When it was last tried whether the store takes something, and whether it did."""

    async def room(self, table: LiveTable) -> Room:
        """Everybody at a table."""
        if not self._is_of(table):
            room = await Room.of(table)
            if not self._is_of(table):
                self._let_go()
                self._rooms[table.name] = room
        return self._rooms[table.name]

    def _is_of(self, table: LiveTable) -> bool:
        """Whether there is a room of this very table: one that rested was read anew."""
        return table.name in self._rooms and self._rooms[table.name].table is table

    def _let_go(self) -> None:
        """Forgets the rooms where nobody is, of tables that the house has let go from memory."""
        kept = {table.name for table in self.house.open_tables}
        self._rooms = {name: room for name, room in self._rooms.items() if room.visits or name in kept}

    @property
    def connections(self) -> int:
        """How many are connected."""
        return sum(len(room.visits) for room in self._rooms.values())

    def tell_everybody(self, notice: wire.NoticeMessage) -> None:
        """Something that everybody who is connected has to know."""
        for visit in self._visits():
            visit.outbox.put_answer(message_codec.encode(notice))

    async def farewell(self) -> None:
        """Everybody is sent what still waits for them, and goes."""
        for visit in self._visits():
            visit.outbox.close()
        while self.connections:
            await asyncio.sleep(0.01)

    def _visits(self) -> list[Connection]:
        return [visit for room in self._rooms.values() for visit in room.visits]

    def close_connections(self, token: str = "", person: str = "") -> None:
        """Somebody has logged out, here or everywhere: their pages are closed."""
        for room in self._rooms.values():
            for visit in room.visits:
                if visit.token and (visit.token == token or visit.person.key == person):
                    visit.outbox.close()

    async def person(self, authorization: str | None) -> Person:
        """Who asks, by `Authorization: Bearer TOKEN`."""
        token = token_of(authorization)
        asked = (
            await self.house.people.find_by_token(token)
            if token
            else Refusal("no-token", "come in first: POST /api/guests")
        )
        if isinstance(asked, Refusal):
            raise RefusedRequest(asked)
        caller = CALLER.get()
        if caller is not None:
            caller.person = asked.key
        return asked

    def refused_talk(self, now: float) -> Refusal | None:
        """Why whoever speaks is not heard just now: they, or others at their address, have said too much."""
        caller = CALLER.get()
        if caller is None:
            return None
        each = zip(self._talk, (caller.person, caller.address), strict=True)
        wait = max(allowances.seconds_to_wait(name, now) if name else 0.0 for allowances, name in each)
        if not wait:
            return None
        metrics.shed.labels("talk").inc()
        return busy("you are sending too much: try again in a while", wait)

    async def table(self, name: str) -> LiveTable:
        """A table by its address."""
        table = await self.house.table(name)
        if table is None:
            raise RefusedRequest(_NO_TABLE)
        return table

    async def visible_table(self, name: str, authorization: str | None) -> LiveTable:
        """A table that somebody wants to see: one that is not watched is seen by whoever has come in."""
        table = await self.table(name)
        if not table.terms.watched:
            await self.person(authorization)
        return table

    async def looked_at(self, name: str, authorization: str | None) -> LiveTable:
        """A table whose past somebody wants to read: of one that nobody watches, who plays or deals there may."""
        table = await self.table(name)
        if not table.terms.watched:
            person = await self.person(authorization)
            voice = actor_at(table, person)
            played = voice.seat or table.name in person.limits.tabs
            if not (voice.roles or played or await self.house.evenings.has_played(person.key, table.name)):
                raise RefusedRequest(
                    Refusal("not-yours", "only the owner, crew and players can see what was played here")
                )
        return table

    def foreign(self, headers: Any) -> bool:
        """Whether a page of another address asks."""
        return security.foreign(headers, self.origins)


def token_of(authorization: str | None) -> str:
    """The token that a header shows."""
    kind, _, token = (authorization or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def web_of(state: State) -> Web:
    """What the handlers share."""
    web: Web = state.web
    return web


# --- refusals


def refusals(*codes: str) -> dict[int, ResponseSpec]:
    """For a handler's description: how it may be refused, by code."""
    by_status: defaultdict[int, list[str]] = defaultdict(list)
    for code in codes:
        by_status[status_of(code)].append(code)
    return {
        status: ResponseSpec(wire.RefusalReason, description=f"`{'`, `'.join(told)}`", generate_examples=False)
        for status, told in by_status.items()
    }


def http_refused(_: Asked, error: HTTPException) -> Response[wire.RefusalReason]:
    """A refusal, or whatever else was wrong with a request, as its answer."""
    refusal = error.refusal if isinstance(error, RefusedRequest) else _refusal_of(error)
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    if refusal.retry_after:
        headers["retry-after"] = str(refusal.retry_after)
    return Response(
        message_codec.refusal_reason(refusal), status_code=error.status_code, media_type=MediaType.JSON, headers=headers
    )


def http_busy(asked: Asked, error: Busy) -> Response[wire.RefusalReason]:
    """Too much is being worked out, for whoever asks or for everybody."""
    return http_refused(asked, RefusedRequest(error.refusal))


def _refusal_of(error: HTTPException) -> Refusal:
    """What Litestar found wrong, in our words; of a body that is not as it should be, field by field."""
    status = error.status_code
    if status == HTTPStatus.NOT_FOUND:
        return Refusal("not-found", "there is nothing at this address")
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return Refusal("not-allowed", "that cannot be done at this address")
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return Refusal("too-long", "that is larger than this house accepts")
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _FAILED
    extra = [each for each in error.extra if isinstance(each, dict)] if isinstance(error.extra, list) else []
    if [each.get("message") for each in extra] == [f"'{_BODY}'"]:  # as Litestar has it if there is none
        return Refusal("malformed", "this request needs a body: send JSON")
    told = (_fault(str(each.get("key", "")), str(each.get("message", ""))) for each in extra)
    return Refusal("malformed", "; ".join(told) or str(error.detail))


def _fault(field: str, message: str) -> str:
    """What is wrong with one field, or with the body as a whole."""
    return message if field in ("", _BODY) else f"{field}: {message}"


def unreadable(asked: Asked, _: Exception) -> Response[wire.RefusalReason]:
    """A body of brackets in brackets deeper than anything that is read, or in no letters at all."""
    return http_refused(asked, RefusedRequest(Refusal("malformed", "this body cannot be read: send JSON in UTF-8")))


_FAILED = Refusal("failed", "something went wrong in the house: its log has the details")


def http_failed(request: Asked, error: Exception) -> Response[wire.RefusalReason]:
    """What nobody had foreseen: it is in the log, and whoever asked is told no more than that."""
    if isinstance(error, Unavailable):
        refusal = web_of(request.app.state).house.away(error)
        return Response(message_codec.refusal_reason(refusal), status_code=503, media_type=MediaType.JSON)
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(message_codec.refusal_reason(_FAILED), status_code=500, media_type=MediaType.JSON)
