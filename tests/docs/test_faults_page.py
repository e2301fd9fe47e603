"""The page about faults names every row, in the order of the command, with as many tries as are made."""

from tests.docs.test_documents import ROOT
from tests.nightly.fault_injection.rows import ROWS

PAGE = ROOT / "docs" / "operate" / "fault-tests.md"
TIMED = ("load", "crowd", "freeze", "overload")
"""Rows that are counted in seconds."""


def test_every_row_is_listed_with_what_is_tried() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## How each works")[0]
    lines = [line.split("|")[1:-1] for line in table.splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line] for line in lines]
    assert [name for name, *_ in rows] == [f"`{row.name}`" for row in ROWS]
    for row, (_, _, short, full) in zip(ROWS, rows, strict=True):
        timed = row.name in TIMED
        assert short == (f"{row.short} s" if timed else f"{row.short:,}")
        minutes = f"{row.full // 60} minutes"
        assert full == (minutes if timed else "all" if row.name == "syscalls" else f"{row.full:,}")


def test_every_row_says_how_it_works() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [row.name for row in ROWS if f"**{row.name}.**" not in text] == []
