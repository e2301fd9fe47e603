"""Frames and requests that no client of ours would send: none crashes the house, none is its fault, none does anything.

Half are messages of the wire with something wrong in them, half are requests: other methods and addresses, other
bodies, headers that are none, bytes that are no HTTP. Every table must be as it was, and the house must still be there.
"""

import json
import random
import re
import socket
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sevenout.base.refusal import Refusal
from sevenout.server.protocol import message_codec
from tests.nightly.fault_injection.report import Given, Tally
from tests.server.serving import WITHIN, Served, bearer, serving

MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "say", "key": "k", "line": "bets 10 on pass"},
    {"type": "say", "key": "k", "line": "sits 100"},
    {"type": "say", "key": "k", "line": "roll"},
    {"type": "do", "key": "k", "command": {"type": "bet", "seat": "Ann", "amount": 1000, "wager": "pass"}},
    {"type": "seed", "key": "k", "seed": "c0ffee"},
    {"type": "want", "what": "offers"},
    {"type": "hello", "token": "t", "since": 1},
)
_ODD: tuple[Any, ...] = (
    None, True, -1, 0, 2**63, -(2**70), 1e308, 0.1, "", "\x00", "’", "\u202e", "a" * 5000, [], [[]], {}, "#",
    "bets 10 on pass\nroll", "rolls", "bets -5 on pass", "bets 99999999999999999999 on pass", "🎲" * 50, "é", "\ud800",
)  # fmt: skip
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "FOO")
_CONNECTION_FOR = 40
"""Frames over one connection: fewer than a flood."""


def run(tally: Tally, given: Given) -> None:
    """Sends what is left to try, and counts what goes wrong."""
    with serving(str(given.folder / "house.db"), given.folder) as served:
        _tried(tally, served, given.seed)


def _tried(tally: Tally, served: Served, seed: int) -> None:
    rng = random.Random(seed)
    host = served.guest("Host")
    table = served.table(host, rules="catfish-bend", dice="fair", window=3600)
    player = served.connect(table, host)
    assert player.say("k", "sits 1000")["type"] == "accepted"
    player.socket.close()  # nobody would hear it meanwhile
    asking = Asking(served, (f"{host}x", "x" * 500, served.guest("Stranger")), _described(served))
    log = f"/api/tables/{table}/log"
    before = served.web.get(log).content
    while tally.left:
        again = f"--seed {seed}"
        frames = min(_CONNECTION_FOR, tally.left)
        tally.one(_frames(served, table, served.guest(_name(rng)), rng, frames), again, frames)
        requests = min(_CONNECTION_FOR, tally.left)
        tally.one(_requests(asking, rng, requests), again, requests)
        wrong = "" if served.process.poll() is None else "the house is gone"
        tally.one(wrong or ("" if served.web.get(log).content == before else "the table is another"), again, 0)
    shown = served.connect(table, host).say("after", "bets 10 on pass")
    tally.one("" if shown["type"] == "accepted" else f"nobody can play any more: {shown}", f"--seed {seed}", 0)


def _name(rng: random.Random) -> str:
    return "".join(rng.choices("abdefghjkt", k=12)).title()


# --- frames


def _frames(served: Served, table: str, token: str, rng: random.Random, count: int) -> str:
    """So many frames over connections of their own; what was wrong about the answers."""
    address = f"{served.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    sent = 0
    while sent < count:
        with connect(address, additional_headers=bearer(token), open_timeout=WITHIN, close_timeout=1) as line:
            try:
                while sent < count:
                    sent += 1
                    _send_one(line, rng)
                _drain(line)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == 1011:
                    return "a frame made the house fail"
    return ""


def _send_one(line: ClientConnection, rng: random.Random) -> None:
    raw = _mangled(rng)
    match rng.randrange(12):
        case 0:
            line.send(raw)
        case 1:
            line.send(iter([raw[:3].decode(errors="replace"), raw[3:].decode(errors="replace")]))
        case 2:
            line.ping(rng.randbytes(100))
        case _:
            line.send(raw.decode(errors="replace"))


def _drain(line: ClientConnection) -> None:
    """Waits until the house has answered a last, good message."""
    line.send(json.dumps({"type": "want", "what": "rolls"}))
    while json.loads(line.recv(timeout=WITHIN))["type"] != "rolls":
        pass


def _mangled(rng: random.Random) -> bytes:
    """A message with something wrong in it, or nothing like one."""
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: rng.randbytes(rng.randrange(200)),
        lambda: _cut(json.dumps(rng.choice(MESSAGES)).encode(), rng),
        lambda: _dumped(_spoilt(rng.choice(MESSAGES), rng)),
        lambda: _dumped(_spoilt(rng.choice(MESSAGES), rng)),
        lambda: b"[" * rng.randrange(1, 3000),
        lambda: b'{"type":' * rng.randrange(1, 400),
        lambda: b'{"type":"say","key":"k","key":"l","line":"roll","line":"sits down"}',
        lambda: _dumped(rng.choice(_ODD)),
    )
    return rng.choice(ways)()


def _spoilt(message: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One field with another value, of another name, or too many."""
    spoilt = dict(message)
    name = rng.choice(list(spoilt))
    match rng.randrange(4):
        case 0:
            del spoilt[name]
        case 1:
            spoilt[f"{name}{rng.choice('_ x')}"] = spoilt[name]
        case _:
            spoilt[name] = rng.choice(_ODD)
    if "line" in spoilt and spoilt["line"] == message["line"] and spoilt.get("type") == "say":
        spoilt["line"] = rng.choice(_ODD)  # a good line with a good key would be done
    if spoilt.get("type") in ("seed", "do"):
        spoilt["key"] = rng.choice(_ODD[:9])
    return spoilt


def _cut(raw: bytes, rng: random.Random) -> bytes:
    """Bytes lost, doubled or changed; never the whole message as it was."""
    at = rng.randrange(1, len(raw))
    cut = rng.choice((raw[:at], raw[at:], raw[:at] + bytes((rng.randrange(256),)) + raw[at:], raw + raw))
    sent = cut, cut.decode(errors="replace").encode()  # bytes that are no letters may be sent as one that is
    return raw[:at] if any(not isinstance(message_codec.decode(form), Refusal) for form in sent) else cut


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode(errors="surrogatepass")


# --- requests


def _requests(asking: "Asking", rng: random.Random, count: int) -> str:
    """So many requests; what was wrong about the answers."""
    for _ in range(count):
        answer = _no_http(asking.served, rng) if rng.randrange(6) == 0 else asking.request(rng)
        if answer:
            return answer
    return ""


class Asking(NamedTuple):
    """Requests, by what the house says of itself."""

    served: Served
    tokens: tuple[str, ...]
    """Of strangers, and of nobody."""
    described: tuple[tuple[str, str, dict[str, Any]], ...]
    """Method, address and body of everything that can be asked."""

    def request(self, rng: random.Random) -> str:
        """One request with something wrong in it; what was wrong about the answer."""
        method, path, body = rng.choice(self.described)
        content = _dumped(_spoilt(body, rng)) if body and rng.randrange(3) else _mangled(rng)
        path = _FIELD.sub(lambda _: rng.choice(_NAMES), path)
        if rng.randrange(4) == 0:
            path += rng.choice(_MORE)
        if rng.randrange(4) == 0:
            method = rng.choice(_METHODS)
        headers: dict[str, str] = {"content-type": rng.choice(_TYPES)}
        if rng.randrange(2):
            headers["authorization"] = rng.choice(("Bearer", "Basic eDp5", *(f"Bearer {t}" for t in self.tokens)))
        if rng.randrange(8) == 0:
            headers[rng.choice(("origin", "x-forwarded-for", "cookie"))] = rng.choice(("null", "http://x", "a=b"))
        try:
            answer = self.served.web.request(method, path, content=content, headers=headers)
        except httpx.RemoteProtocolError:
            return ""  # what is no HTTP need not be answered in it
        except httpx.HTTPError as error:
            return f"{method} {path}: {error!r}"
        return f"{method} {path} {content[:60]!r}: {answer.status_code}" if answer.status_code >= 500 else ""


def _described(served: Served) -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """Everything that the house says can be asked of it, with an example of each body."""
    document = served.web.get("/api/docs/openapi.json").json()
    schemas = document.get("components", {}).get("schemas", {})
    found = []
    for path, methods in document["paths"].items():
        for method, asked in methods.items():
            if method.upper() in _METHODS:
                bodies: list[dict[str, Any]] = [*asked.get("requestBody", {}).get("content", {}).values()]
                schema = bodies[0]["schema"] if bodies else {}
                named = schemas.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
                body = dict.fromkeys(named.get("properties", {}), "Somebody")
                found.append((method.upper(), path, body))
    assert len(found) > 5, found
    return tuple(found)


_FIELD = re.compile(r"{[^}]*}")
_TYPES = (
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "a/b; charset=\\",
)
_NAMES = ("t-1", "typical", "pass", "x" * 3000, "%ff%fe", "a%2fb", "..", "%00", "-1", "9" * 30)
_MORE = ("/", "/x", "?since=x", "?since=-1&limit=z&before=1e9", "?most=" + "9" * 30, "?%ff=%fe", "/../../healthz")


def _no_http(served: Served, rng: random.Random) -> str:
    """Bytes that are no request, or one that breaks off."""
    host, _, port = served.address.removeprefix("http://").partition(":")
    raw = rng.choice(
        (
            rng.randbytes(300),
            b"GET / HTTP/9.9\r\n\r\n",
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"GET /api/tables HTTP/1.1\r\n" + b"X: y\r\n" * 3000 + b"\r\n",
            b"GET /api/tables/t/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        )
    )
    with socket.create_connection((host, int(port)), timeout=WITHIN) as line:
        try:
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            first = line.recv(100)
        except OSError:
            return ""
    return f"{raw[:60]!r}: {first[:40]!r}" if first.startswith((b"HTTP/1.1 5", b"HTTP/1.0 5")) else ""
