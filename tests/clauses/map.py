"""Writes docs/clauses.md: every clause of every document, and the tests that hold it or why there is none.

Run it as `python -m tests.clauses.map`; a test holds the page to what it writes.
"""

import importlib
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from tests.clauses.house import House

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "clauses.md"
DOCUMENTS = {
    "catfish-bend": "Catfish Bend Casinos, L.C.: Rules of the Game, Craps",
    "new-south-wales": "New South Wales casino rules: craps, rule 6",
    "marina-bay-sands": "Marina Bay Sands: Craps Game Rules, version 2",
    "typical": "The encyclopedia: rules of play",
}
REASONS = {
    "crew": "the crew's hands and voices: not built yet",
    "procedure": "a procedure of the crew: not built yet",
    "dice": "the sets of dice and their inspection: not built yet",
    "layout": "where chips lie: not built yet",
    "definitions": "a word, no rule of its own",
}
"""Why the clauses about something have no test. In every other topic each has one, or a reason below."""

OWN_REASONS = {
    "Definitions: Stick": "a tool, no rule of its own",
    "Stickperson 1": "where somebody looks cannot be seen by software",
    "Stickperson 2": "which faces lie up as dice are pushed to a player changes nothing that software is told",
    "Stickperson 7": "the way dice are brought in is the stick's handiwork; software is told only what they showed",
    "Base Dealer 10": "how a die is picked up cannot be seen by software",
    "Base Dealer 10a": "how long a die lies there to be read cannot be seen by software",
    "Base Dealer 10b": "how fingers hold a die cannot be seen by software",
    "Base Dealer 10c": "the way a die is put back is a dealer's handiwork; the roll has been told by then",
    "Base Dealer 10d": "what hides a die cannot be seen by software; the roll is told all the same",
    "Boxperson 5": "a person's judgement; what comes of it is told to the table (Invalid Roll 5 to 7 have tests)",
    "Shooting 1": "how a hand throws cannot be seen by software; choosing two dice of a set: not built yet",
    "Shooting 2": "people read the faces and tell the table what they read",
    "Shooting 8": "how a hand throws cannot be seen by software; the crew calls no roll (Invalid Roll 3g)",
    "Shooting 10": "which hand holds the dice cannot be seen by software",
    "Invalid Roll 4": "hands that stop a rolling die; to software the throw is a no roll like any other",
}
"""Why a single clause has no test, where no software could carry it out."""


def tests_of(book: str) -> dict[str, list[Callable[[House], None]]]:
    """The tests that name each clause: those of `test_BOOK.py` and, where there is one, of `test_BOOK_table.py`."""
    name = f"tests.clauses.test_{book.replace('-', '_')}"
    found: dict[str, list[Callable[[House], None]]] = {}
    for module in (name, f"{name}_table"):
        if module == name or find_spec(module) is not None:
            for word, test in vars(importlib.import_module(module)).items():
                for clause in getattr(test, "clauses", ()) if word.startswith("test_") else ():
                    found.setdefault(clause, []).append(test)
    return found


def clause_tests(book: str) -> dict[str, list[str]]:
    """The names of the tests that name each clause."""
    return {clause: [test.__name__ for test in tests] for clause, tests in tests_of(book).items()}


def page() -> str:
    """The whole page."""
    lines = [
        "# Every clause of every document",
        "",
        "Which tests hold a clause, or why none does. Written by `python -m tests.clauses.map`.",
    ]
    for book, document in DOCUMENTS.items():
        clauses = tomllib.loads((HERE / f"{book}.clauses.toml").read_text(encoding="utf-8"))
        tests = clause_tests(book)
        held = sum(clause in tests for clause in clauses)
        lines += ["", f"## {document}", "", f"{held} of {len(clauses)} clauses have a test.", ""]
        lines += ["| clause | about | held by |", "|---|---|---|"]
        for clause, topic in clauses.items():
            names = [f"`{name}`" for name in tests.get(clause, [])]
            more = f" and {len(names) - 2} more" if len(names) > 2 else ""
            held_by = ", ".join(names[:2]) + more if names else OWN_REASONS.get(clause) or REASONS[topic]
            lines.append(f"| {clause} | {topic} | {held_by} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
