"""A table's log or transcript as a command reads it: from a file, or from the address at which a house publishes it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.request import urlopen

from sevenout.base.errors import BadInput
from sevenout.base.files import decode, read_text
from sevenout.cli.shared.exit_codes import SAID_NO
from sevenout.cli.shared.text_output import complain

if TYPE_CHECKING:
    from sevenout.base.refusal import Refusal
    from sevenout.crew.floor.floor import Floor

_LONGEST = 4_000_001
"""Bytes of a line that are read: one more than an entry may have."""


def is_address(what: str) -> bool:
    """Whether it is a house that is asked."""
    return what.startswith(("http://", "https://"))


def is_log(what: str) -> bool:
    """Whether it is a log: a house publishes one at the address, or the file's first lines are lines of one."""
    from sevenout.table.log.hash_chain import is_line

    if is_address(what):
        return True
    if what == "-" or not Path(what).is_file():
        return False
    with open_source(what) as file:
        first = [file.readline(_LONGEST), file.readline(_LONGEST)]
    return any(is_line(line) for line in first if line.strip())


def play_log(what: str, rules: str | None) -> "Floor":
    """The floor that a log leads to, and all that happened there, every entry played again by its rules.

    Raises BadInput at the first untrue one.
    """
    from sevenout.server.history.live_shifts import TimedFloor
    from sevenout.server.verification.verifier import head_of_log

    with open_source(what) as file:
        lines = [line for line in iter(lambda: file.readline(_LONGEST), b"") if line.strip()]
    if not lines:
        raise BadInput(f"{what} is empty: a log begins with the table being opened")
    played = TimedFloor(head_of_log(lines[0], rules).game)
    played.play(lines)
    return played.floor


def play_file(file: str, rules: str | None, *, keep_going: bool = False) -> "Floor | None":
    """The floor that a transcript or a log leads to; None if a line was refused, and nobody said to keep going."""
    from sevenout.base.refusal import Refusal
    from sevenout.crew.floor.floor import Floor
    from sevenout.crew.replay import Playback, open_transcript
    from sevenout.engine.game import Game

    if is_log(file):
        return play_log(file, rules)
    text, beside = read_transcript(file)
    book, lines = open_transcript(text, rules=rules, beside=beside)
    played = Playback(book, lines)
    for step in played:
        if isinstance(step.event, Refusal) and not keep_going:
            say_no(step.line, step.event)
            return None
    return played.floor or Floor(Game(book))


def read_transcript(file: str) -> tuple[str, Path | None]:
    """The text of a transcript, and the folder that rulebook files are named from; `-` is standard input."""
    from sevenout.crew.replay import LARGEST_TRANSCRIPT

    if file == "-":
        raw = sys.stdin.buffer.read(LARGEST_TRANSCRIPT + 1)
        return decode(raw, "standard input", LARGEST_TRANSCRIPT, "a transcript"), None
    return read_text(Path(file), LARGEST_TRANSCRIPT, "a transcript"), Path(file).parent


def say_no(line: int, refusal: "Refusal") -> int:
    """Says which line of a transcript the game refused, and why."""
    complain(f"sevenout: line {line}: refused: {format_refusal(refusal)}")
    if refusal.cite.says:
        complain(f"  {refusal.clause or 'no clause'} ({refusal.cite.provenance}): {refusal.cite.says}")
    return SAID_NO


def format_refusal(refusal: "Refusal") -> str:
    """The reason of a refusal, with its clause."""
    return f"{refusal.reason} [{refusal.clause}]" if refusal.clause else refusal.reason


@contextmanager
def open_source(what: str) -> Iterator[IO[bytes]]:
    """The bytes of a file or of what a house answers; what cannot be read is bad input."""
    try:
        file = urlopen(what, timeout=60) if is_address(what) else Path(what).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise _unread(what, error) from error
    with file:
        try:
            yield file
        except (OSError, HTTPException) as error:
            raise _unread(what, error) from error


def _unread(what: str, error: Exception) -> BadInput:
    reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
    return BadInput(f"{what} cannot be read: {reason}")
