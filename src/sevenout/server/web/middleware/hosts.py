"""By which names a house may be asked for: a page that has its own name lead to this machine is not let in.

A browser lets a page ask whatever its own name leads to. If that name is made to lead to 127.0.0.1 after the page was
loaded, the page reaches a house on the reader's machine as if it were the house's own, with no other origin to be seen.
But the browser still says the name it asks for, in `Host`. So a name is let in if it is an address, this machine's own,
or one that the operator named; every other is refused.
"""

import ipaddress
import socket
from collections.abc import Iterable
from typing import Any

from litestar.types import ASGIApp, Receive, Send

from sevenout.base.refusal import Refusal
from sevenout.server.protocol import message_codec


def host_of(header: str) -> str:
    """The name in a `Host`, without the port.

    >>> host_of("A.example:7011"), host_of("[::1]:7011"), host_of("127.0.0.1")
    ('a.example', '::1', '127.0.0.1')
    """
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")


def known_hosts(named: Iterable[str], listens_at: str) -> frozenset[str]:
    """The names that lead to this house: those that the operator gave it, where it listens, and this machine's."""
    machine = socket.gethostname().lower()
    return frozenset({*map(host_of, named), host_of(listens_at), machine, f"{machine}.local", "localhost"})


def refused_host(header: str, known: frozenset[str]) -> Refusal | None:
    """Why nobody is answered who asks for the house by that name.

    >>> refused_host("127.0.0.1:7011", frozenset()), refused_host("house.example", frozenset({"house.example"}))
    (None, None)
    >>> refused_host("evil.example:7011", frozenset()).code
    'unknown-host'
    """
    name = host_of(header)
    if name in known or name.endswith(".localhost") or _is_address(name):
        return None
    return Refusal("unknown-host", f"this house is not known as {name[:80]!r}: its operator names it with --hostname")


def _is_address(name: str) -> bool:
    """An address is no name: nobody can have it lead elsewhere. One that asks for none is no browser."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return not name
    return True


class Hosts:
    """An application that is asked for by its names alone."""

    def __init__(self, app: ASGIApp, known: frozenset[str]) -> None:
        self._app, self._known = app, known

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        header = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
        refusal = refused_host(header, self._known)
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": refusal.reason[:120]})
        else:
            lines = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": 421, "headers": lines})
            await send({"type": "http.response.body", "body": message_codec.encode_why(refusal), "more_body": False})
