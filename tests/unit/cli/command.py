"""Runs `sevenout` in this process and keeps what it printed and how it ended."""

import contextlib
import io
import json
import sys
from typing import Any, NamedTuple
from unittest.mock import patch

from sevenout.cli.main import main


class Ran(NamedTuple):
    """An exit code and everything that was printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str, stdin: bytes = b"") -> Ran:
    """Runs one command. An exception that is no exit is a bug, and comes through."""
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), patch.object(sys, "stdin", given):
        try:
            code = main(arguments)
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
    return Ran(code, out.getvalue(), err.getvalue())


def replay(text: str | bytes, *options: str) -> Ran:
    """Replays a transcript given on standard input."""
    return run("replay", "-", *options, stdin=text.encode() if isinstance(text, str) else text)


def game(*lines: str, book: str = "typical") -> str:
    """A transcript with Ann at the table."""
    return "\n".join((f"rules {book}", "seat Ann 1000", *lines, ""))
