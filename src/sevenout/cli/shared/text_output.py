"""Plain words on standard output and standard error, and none that a terminal obeys.

Titles, comments and file names are other people's text: every way to the screen goes through `printable`.
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from sevenout.base.files import write_whole

# Control characters but for line ends and tabs, separators of lines, and marks that turn the direction of writing.
OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\r(?!\n)")


def printable(text: str) -> str:
    r"""Text with everything that a terminal would obey written out, so that it is only shown.

    >>> print(printable("Ann\x1b[2J's house"))
    Ann\x1b[2J's house
    """
    return OBEYED.sub(lambda sign: repr(sign[0])[1:-1], text)


_ASCII = {
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"), **dict.fromkeys("─━═–—", "-"), **dict.fromkeys("│┃║", "|"),
    **dict(zip("●█▁▂▃▄▅▆▇", "o#_.-=+*%", strict=True)), "✓": "*", "·": "-", "…": "~", "’": "'", "¢": "c",
    **dict.fromkeys("⚀⚁⚂⚃⚄⚅", "#"),
}  # fmt: skip
_TO_ASCII = str.maketrans(_ASCII)


def to_ascii(text: str) -> str:
    """Text in signs that any terminal has, each as wide as what it stands for.

    >>> to_ascii("╭─ ⚂⚄ Zoë ─╮")
    '+- ## Zo? -+'
    """
    return text.translate(_TO_ASCII).encode("ascii", "replace").decode("ascii")


def only_ascii() -> bool:
    """Whether the language of this terminal is that of old: `LANG=C`.

    Python itself sets LC_CTYPE to C.UTF-8 before it begins where LANG is C (PEP 538): that one says nothing.
    """
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    named = [value for name in names if (value := os.environ.get(name)) and (name, value) != ("LC_CTYPE", "C.UTF-8")]
    return named[:1] in (["C"], ["POSIX"])


def print_line(text: str) -> None:
    """Prints a line to read."""
    sys.stdout.write(f"{printable(text)}\n")


def complain(text: str) -> None:
    """Says on standard error what is no part of the answer."""
    sys.stderr.write(f"{printable(text)}\n")


def hand_over(document: str) -> None:
    """Prints a text that programs read on, as it is; a person at a terminal gets what can be shown of it."""
    sys.stdout.write(printable(document) if sys.stdout.isatty() else document)


def print_json(payload: Any) -> None:
    """Prints a result as JSON, in ASCII, so that no terminal or pipe can garble a name."""
    sys.stdout.write(json.dumps(payload, indent=1) + "\n")


def write_page(file: Path, text: str, what: str = "the page") -> None:
    """Writes a page and says so, where it does not mix with what the command prints."""
    write_whole(file, text, what, errors="backslashreplace")
    complain(f"{what.capitalize()} is in {file}.")
