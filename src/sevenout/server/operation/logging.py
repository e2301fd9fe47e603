"""The log of a running house: one line a happening, JSON for programs, plain words on a terminal, and no secret.

A line is a message with fields. Bodies, headers, queries and lines of play are never handed to it; what a library says
goes through the same forms, where every secret that the house knows by heart is masked. Of an unforeseen error the
kind and the places are told, not its words, which may quote somebody.
"""

import contextvars
import json
import logging
import sys
import time
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, TextIO

REQUEST: contextvars.ContextVar[str] = contextvars.ContextVar("request", default="")
"""The request or connection that is served just now, by its id."""
_MASK = "•••"
_SHORTEST_SECRET = 4
_LONGEST_FIELD = 300
_NOISY = ("uvicorn", "litestar", "websockets", "psycopg", "httpx", "asyncio")
"""Libraries whose lines below a warning quote addresses with their queries."""


def log_event(log: logging.Logger, level: int, what: str, **fields: Any) -> None:
    """Logs a happening with its fields."""
    log.log(level, what, extra={"fields": fields})


class _LogFormatter(logging.Formatter):
    """Records as lines; in every form the secrets are masked at the very end."""

    def __init__(self, secrets: Iterable[str], *, plain: bool) -> None:
        super().__init__()
        self._secrets = sorted({one for one in secrets if len(one) >= _SHORTEST_SECRET}, key=len, reverse=True)
        self._plain = plain

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {name: _short(value) for name, value in getattr(record, "fields", {}).items()}
        request, error = REQUEST.get(), _frames(record)
        line: dict[str, Any] = {
            "at": at,
            "level": record.levelname.lower(),
            "what": self._mask_secrets(record.getMessage()),
        }
        line |= {"where": record.name} | ({"request": request} if request else {})
        line |= {name: self._mask_secrets(value) if isinstance(value, str) else value for name, value in fields.items()}
        line |= {"error": self._mask_secrets(error)} if error else {}
        if not self._plain:
            return json.dumps(line, ensure_ascii=True)
        rest = " ".join(f"{name}={value}" for name, value in line.items() if name not in ("at", "level", "what"))
        words = f"{at[11:19]} {line['level']:<7} {line['what']}  {rest}"
        return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in words)

    def _mask_secrets(self, words: str) -> str:
        for secret in self._secrets:
            words = words.replace(secret, _MASK)
        return words


def _short(value: Any) -> Any:
    if isinstance(value, int | float | bool) or value is None:
        return value
    words = str(value)
    return words if len(words) <= _LONGEST_FIELD else f"{words[:_LONGEST_FIELD]}…"


def _frames(record: logging.LogRecord) -> str:
    """Which error, and where; not its words."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    kind, _, trace = record.exc_info
    places = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in traceback.extract_tb(trace)]
    return f"{kind.__name__} in {' > '.join(places[-12:])}"


def open_log(form: str, level: str, secrets: Iterable[str], stream: TextIO | None = None) -> None:
    """From now on everything is logged to standard error in this form, from this level on."""
    stream = stream or sys.stderr
    to_terminal = logging.StreamHandler(stream)
    to_terminal.setFormatter(_LogFormatter(secrets, plain=form == "plain" or (form == "auto" and stream.isatty())))
    root = logging.getLogger()
    root.handlers[:] = [to_terminal]
    root.setLevel(level.upper())
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    logging.captureWarnings(capture=True)


class ThrottledLog:
    """Lets something through once in so many seconds for each of its names, and counts what was held back.

    >>> seldom = ThrottledLog(10)
    >>> [seldom.passes("store", at) for at in (0.0, 3.0, 4.0, 12.0)]
    [0, None, None, 2]
    """

    def __init__(self, seconds: float, most: int = 1_000) -> None:
        self._seconds, self._most = seconds, most
        self._last: dict[str, tuple[float, int]] = {}

    def passes(self, name: str, now: float | None = None) -> int | None:
        """How many of this name were held back since the last, if it is time for one; None if it is not."""
        now = time.monotonic() if now is None else now
        last, held = self._last.get(name, (now - self._seconds, 0))
        if now - last < self._seconds:
            self._last[name] = (last, held + 1)
            return None
        if len(self._last) >= self._most:
            self._last.clear()
        self._last[name] = (now, 0)
        return held
