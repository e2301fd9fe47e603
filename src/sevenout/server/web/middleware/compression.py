"""Larger answers in JSON are compressed for who can read that: a book is a sixth as long on its way to a page."""

import gzip
import re
from functools import lru_cache
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Send

LEAST = 1_000
"""Bytes below which an answer goes as it is: it fits a packet either way."""
_LEVEL = 5
_FORM = "gzip"


def reads(accepted: str, form: str) -> bool:
    """Whether a form is among those that a browser takes.

    >>> reads("gzip, deflate, br", "br"), reads("gzip;q=0.5, br;q=0", "br"), reads("", "gzip")
    (True, False, False)
    """
    told = re.search(rf"(?:^|,)\s*{form}\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)", accepted)
    return told is not None and float(told[1] or 1) > 0


@lru_cache(maxsize=16)
def _compress(body: bytes) -> bytes:
    """The same, compressed; everybody at a house's tables asks for the same few books."""
    return gzip.compress(body, _LEVEL, mtime=0)


class Packing:
    """An application whose larger answers are compressed: what is asked for with GET, and told at once and in JSON.

    What comes in answer to anything else may have a secret beside words of whoever asks, so it is left as it is.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answers as the application does, in fewer bytes."""
        asked = scope["type"] == "http" and scope["method"] == "GET"
        accepted = b", ".join(value for name, value in scope["headers"] if name == b"accept-encoding") if asked else b""
        await self._app(scope, receive, _sending(send) if reads(accepted.decode("latin-1"), _FORM) else send)


def _sending(send: Send) -> Send:
    """Sends an answer's head with its body: only then is it known how long it is."""
    held: list[Any] = []

    async def packing(message: Message) -> None:
        if message["type"] == "http.response.start":
            held.append(message)
            return
        if held and message["type"] == "http.response.body":
            start = held.pop()
            body = message.get("body", b"")
            if not message.get("more_body", False) and len(body) >= LEAST and _is_plain_json(start["headers"]):
                body = _compress(body)
                start = {**start, "headers": _compressed_headers(start["headers"], len(body))}
                message = {"type": "http.response.body", "body": body, "more_body": False}
            await send(start)
        await send(message)

    return packing


def _is_plain_json(headers: Any) -> bool:
    said = {name.lower(): value for name, value in headers}
    return said.get(b"content-type", b"").startswith(b"application/json") and b"content-encoding" not in said


def _compressed_headers(headers: Any, length: int) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in headers if name.lower() != b"content-length"]
    told = [(b"content-length", b"%d" % length), (b"content-encoding", _FORM.encode()), (b"vary", b"accept-encoding")]
    return [*kept, *told]
