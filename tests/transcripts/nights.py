"""The transcripts of this folder, and what each says about itself in its comments."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
NIGHTS = sorted(FOLDER.glob("*/*.craps"))

_REFUSED = re.compile(r"# refused ([a-z-]+): \S")
_ENDS = re.compile(r"# (\S+) ends with (\d+\.\d\d)")
_LEAVES = re.compile(r"# (\S+) leaves with (\d+\.\d\d)")
_BOX = re.compile(r"# The toke box holds (\d+\.\d\d)")


def name_of(night: Path) -> str:
    """The night as `BOOK/NAME`."""
    return f"{night.parent.name}/{night.stem}"


def golden(night: Path) -> Path:
    """The file that keeps a night's result."""
    return night.with_suffix(".json")


def stated_refusals(text: str) -> list[tuple[int, str]]:
    """The lines that their own comment calls refused, with the code."""
    found = ((number, _REFUSED.search(line)) for number, line in enumerate(text.splitlines(), start=1))
    return [(number, match[1]) for number, match in found if match]


def stated_racks(text: str) -> dict[str, str]:
    """What the closing comment says each seat that stayed has in the end."""
    return _closing(text, _ENDS)


def stated_leavers(text: str) -> dict[str, str]:
    """What the closing comment says each player who left took home."""
    return _closing(text, _LEAVES)


def stated_box(text: str) -> str:
    """What the closing comment says lies in the toke box; nothing if it says nothing."""
    found = [match[1] for line in text.splitlines() if (match := _BOX.fullmatch(line))]
    return found[-1] if found else "0.00"


def _closing(text: str, pattern: re.Pattern[str]) -> dict[str, str]:
    return {match[1]: match[2] for line in text.splitlines() if (match := pattern.fullmatch(line))}
