"""What stands around the application: an id for every request and connection, a line in the log, counts.

It sees addresses, statuses and sizes. It looks into no body and no header but the request's own id.
"""

import logging
import re
import secrets
import time
from collections import defaultdict
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sevenout.server.operation import metrics
from sevenout.server.operation.logging import REQUEST, ThrottledLog, log_event
from sevenout.server.web.uvicorn_protocols import WRITE

_log = logging.getLogger("sevenout.web")
_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_WATCHED = ("/healthz", "/readyz", "/metrics")
"""Asked for every few seconds by machines: told at the level of debugging."""
_BURST, _BURST_SECONDS, _MOST_ADDRESSES = 20, 10.0, 1_000


class AccessLog:
    """An application that keeps a journal of what it is asked."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._refused: defaultdict[str, list[float]] = defaultdict(list)
        self._bursts = ThrottledLog(60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hands everything on, and watches."""
        kind = str(scope["type"])
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(b"x-request-id", b"")
        request = given.decode() if _ID.fullmatch(given) else secrets.token_hex(8)
        kept = REQUEST.set(request)
        try:
            if kind == "http":
                await self._log_request(scope, receive, send, request)
            else:
                await self._log_connection(scope, receive, send)
        finally:
            REQUEST.reset(kept)

    async def _log_request(self, scope: Any, receive: Receive, send: Send, request: str) -> None:
        began, status = time.perf_counter(), 500

        async def answering(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request.encode())]
            await send(message)

        try:
            await self._app(scope, receive, answering)
        finally:
            metrics.count_response(status)
            level = logging.DEBUG if scope["path"] in _WATCHED else logging.INFO
            level = logging.ERROR if status >= 500 and level == logging.INFO else level
            took = round((time.perf_counter() - began) * 1000, 1)
            who = _client_address(scope)
            log_event(
                _log, level, "request", method=scope["method"], path=scope["path"], status=status, ms=took, who=who
            )
            if 400 <= status < 500:
                self._burst(who)

    async def _log_connection(self, scope: Any, receive: Receive, send: Send) -> None:
        began, said, told, code = time.perf_counter(), 0, 0, 1006
        who = _client_address(scope)

        async def hearing() -> Any:
            nonlocal said, code
            message = await receive()
            said += message["type"] == "websocket.receive"
            code = message["code"] if message["type"] == "websocket.disconnect" else code
            return message

        async def telling(message: Any) -> None:
            nonlocal told, code
            if message["type"] == "websocket.accept":
                log_event(_log, logging.INFO, "connected", path=scope["path"], who=who)
            told += message["type"] == "websocket.send"
            code = message.get("code", 1000) if message["type"] == "websocket.close" else code
            await send(message)

        try:
            await self._app(scope, hearing, telling)
        finally:
            took = round(time.perf_counter() - began, 1)
            told += (scope.get("extensions") or {}).get(WRITE, {}).get("count", 0)
            fields = {"path": scope["path"], "who": who, "code": code, "said": said, "told": told, "seconds": took}
            log_event(_log, logging.INFO, "disconnected", **fields)
            if 4400 <= code < 4500:
                self._burst(who)

    def _burst(self, who: str) -> None:
        """One line for an address that is refused again and again, not one each."""
        now = time.monotonic()
        if len(self._refused) > _MOST_ADDRESSES:
            self._refused.clear()
        lately = [then for then in self._refused[who] if now - then < _BURST_SECONDS]
        self._refused[who] = [*lately[-_BURST:], now]
        if len(self._refused[who]) >= _BURST and self._bursts.passes(who) is not None:
            log_event(_log, logging.WARNING, "refused again and again", who=who, within=_BURST_SECONDS, least=_BURST)


def _client_address(scope: Any) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""
