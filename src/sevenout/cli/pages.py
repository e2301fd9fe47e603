"""`--report FILE`: a page beside what a command prints; that it cannot be written is told before the work if it can."""

import sys
from pathlib import Path

from sevenout.errors import BadInput
from sevenout.extras import need
from sevenout.report.drawing import PLOTS


def page_file(name: str | None) -> Path | None:
    """The file of `--report`, if one is asked for, and if it looks as if it can be written.

    >>> page_file("nowhere/page.html")
    Traceback (most recent call last):
    sevenout.errors.BadInput: nowhere/page.html: there is no folder nowhere
    """
    if name is None:
        return None
    file = Path(name)
    if file.is_dir() or not file.parent.is_dir():
        raise BadInput(
            f"{file}: {'that is a folder, not a file' if file.is_dir() else f'there is no folder {file.parent}'}"
        )
    need("matplotlib", PLOTS)
    return file


def write_page(file: Path, text: str) -> None:
    """Writes the page and says so, where it does not mix with what the command prints."""
    try:
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{file}: the page cannot be written: {reason}") from error
    sys.stderr.write(f"The page is in {file}.\n")
