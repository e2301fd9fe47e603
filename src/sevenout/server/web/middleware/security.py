"""What stands before the application: how much one address may ask, from which pages, and the headers of every answer.

Nothing here knows the house. Tokens are shown in a header and never kept in a cookie, so no other page can use them;
that a browser says where it comes from is looked at all the same.
"""

import hashlib
import ipaddress
from collections import Counter
from collections.abc import Iterable
from time import monotonic
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Send

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.login_throttle import network
from sevenout.server.connections.outbox import RateLimits
from sevenout.server.operation.overload import Pressure
from sevenout.server.protocol import message_codec

_FULL_AGAIN = 5
"""Seconds after which somebody may try again whose address has too many sockets open."""
MOST_SOCKETS = 200
"""That one address has open at once."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_COMING_IN = frozenset({"/api/guests", "/api/accounts", "/api/tokens"})
_WORKED_OUT = "/api"
"""Where requests begin that a hard pressed house puts off. It answers all others: files of the page cost little,
and a page that lacks one is broken; health and metrics are for whoever looks after the house."""
_DENIAL = "websocket.http.response"
"""How a server that can answers a socket that is not let in: by a status, as every other request."""
_STATUS = {"too-many": 429, "foreign": 403, "busy": 503}
_HEADERS = {
    b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}
"""On every answer that does not say otherwise itself."""
_ALLOWED = (
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (b"access-control-allow-headers", b"authorization, content-type, idempotency-key"),
    (b"access-control-max-age", b"600"),
)


def address_of(scope: Any) -> str:
    """Whose connection it is, as far as limits go: an IPv4 address, or the network that one IPv6 house has.

    >>> address_of({"client": ("2001:db8:1:2:3::4", 5000)}), address_of({"client": ("127.0.0.1", 1)}), address_of({})
    ('2001:db8:1:2::/64', '', '')
    >>> address_of({"client": ("::ffff:203.0.113.7", 5000)}), address_of({"client": ("::ffff:127.0.0.1", 5000)})
    ('203.0.113.7', '')
    """
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    loopback = (getattr(address, "ipv4_mapped", None) or address).is_loopback
    return "" if loopback else network(host)  # on the machine itself: a proxy there says for whom it asks


def foreign(headers: dict[str, str], origins: Iterable[str]) -> bool:
    """Whether a page of another address asks: only browsers say so, and they always do.

    >>> foreign({"origin": "http://a.example", "host": "a.example"}, ()), foreign({"sec-fetch-site": "cross-site"}, ())
    (False, True)
    """
    origin = headers.get("origin")
    if origin is not None:
        return origin not in origins and origin.partition("://")[2] != headers.get("host")
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


class Guard:
    """An application behind its guard."""

    def __init__(self, app: ASGIApp, origins: frozenset[str] = frozenset(), pressure: Pressure | None = None) -> None:
        self._app, self._origins, self._pressure = app, origins, pressure or Pressure()
        self._addresses = RateLimits(at_once=300, each_second=30)
        self._people = RateLimits(at_once=300, each_second=50)
        self._sockets: Counter[str] = Counter()
        self._coming = RateLimits(at_once=20, each_second=0.2)
        self._opening = RateLimits(at_once=30, each_second=1 / 60)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it here."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        allowed = headers.get("origin") in self._origins

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*_with_headers(message["headers"], headers.get("origin") if allowed else None)]
            await send(message)

        if allowed and scope["method"] == "OPTIONS":
            await answer({"type": "http.response.start", "status": 204, "headers": list(_ALLOWED)})
            await answer({"type": "http.response.body", "body": b"", "more_body": False})
            return
        refusal = self._refused_request(scope, headers)
        if refusal is None:
            await self._app(scope, receive, answer)
            return
        status = _STATUS[refusal.code]
        await answer({"type": "http.response.start", "status": status, "headers": _refusal_headers(refusal)})
        await answer({"type": "http.response.body", "body": message_codec.encode_why(refusal), "more_body": False})

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        """Lets a socket through, unless its address has enough of them."""
        address = address_of(scope)
        if address and (
            self._sockets[address] >= MOST_SOCKETS or self._addresses.seconds_to_wait(address, monotonic())
        ):
            full = Refusal("too-many", "too many connections from your address", retry_after=_FULL_AGAIN)
            await _refuse_socket(scope, receive, send, full)
            return
        if (refusal := self._pressure.refused_pressure()) is not None:
            await _refuse_socket(scope, receive, send, refusal)
            return
        self._sockets[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _refused_request(self, scope: Any, headers: dict[str, str]) -> Refusal | None:
        """Why a request is not let through."""
        now, address = monotonic(), address_of(scope)
        again = self._addresses.seconds_to_wait(address, now) if address else 0.0
        if address and scope["path"] in _COMING_IN and scope["method"] == "POST":
            again = again or self._coming.seconds_to_wait(address, now)
        if address and scope["path"] == "/api/tables" and scope["method"] == "POST":
            again = again or self._opening.seconds_to_wait(address, now)
        if token := headers.get("authorization", ""):
            again = again or self._people.seconds_to_wait(hashlib.sha256(token.encode()).hexdigest(), now)
        if again:
            return Refusal("too-many", "too many requests: try again in a moment", retry_after=int(again) + 1)
        if scope["method"] not in _SAFE and foreign(headers, self._origins):
            return Refusal("foreign", "a page from another site cannot do that here")
        return self._pressure.refused_pressure() if scope["path"].startswith(_WORKED_OUT) else None


async def _refuse_socket(scope: Any, receive: Receive, send: Send, refusal: Refusal) -> None:
    """Does not let a socket in, and says why and when to come back; by a close code where no status can be sent."""
    await receive()
    status = _STATUS[refusal.code]
    if _DENIAL not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 4000 + status, "reason": refusal.reason})
        return
    await send({"type": "websocket.http.response.start", "status": status, "headers": _refusal_headers(refusal)})
    await send({"type": "websocket.http.response.body", "body": message_codec.encode_why(refusal), "more_body": False})


def _refusal_headers(refusal: Refusal) -> list[tuple[bytes, bytes]]:
    again = [(b"retry-after", str(refusal.retry_after).encode())] if refusal.retry_after else []
    return [(b"content-type", b"application/json"), *again]


def _with_headers(given: Any, origin: str | None) -> Iterable[tuple[bytes, bytes]]:
    given = list(given)
    said = {name.lower() for name, _ in given}
    yield from given
    for name, value in _HEADERS.items():
        if name not in said:
            yield name, value
    if origin is not None:
        yield b"access-control-allow-origin", origin.encode("latin-1")
        yield b"vary", b"origin"
