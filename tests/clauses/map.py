"""Writes docs/clauses.md: every clause of every document, and the tests that hold it or why there is none.

Run it as `python -m tests.clauses.map`; a test holds the page to what it writes.
"""

import importlib
import tomllib
from collections.abc import Callable
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
    "definitions": "a word, no rule of its own",
}
"""Why the clauses about something have no test. In every other topic each has one, or a reason below."""

OWN_REASONS = {
    "Definitions: Mirrors": "what somebody sees in a mirror cannot be seen by software",
    "Definitions: Stick": "a tool, no rule of its own",
    "Stickperson 1": "where somebody looks cannot be seen by software",
    "Stickperson 20": "how fast people play, and who stands at the rail without a bet, is for the stick to judge",
    "Stickperson 21": "how a stick is handled cannot be seen by software",
    "Stickperson 21a": "what a stick touches cannot be seen by software",
    "Stickperson 21b": "how far a stick reaches cannot be seen by software",
    "Stickperson 21c": "how a stick is held cannot be seen by software",
    "Stickperson 21d": "where a stick points cannot be seen by software; the call names the player",
    "Stickperson 21e": "when a stick is lowered cannot be seen by software; the call is the first that follows a roll",
    "Base Dealer 5": "where somebody looks cannot be seen by software",
    "Base Dealer 6": "what a dealer is aware of cannot be seen by software; the table knows whose every chip is",
    "Base Dealer 10b": "how fingers hold a die cannot be seen by software",
    "Base Dealer 10d": "what hides a die cannot be seen by software; the roll is told all the same",
    "Boxperson 4": "how fast a game goes is for people to judge; software waits for whoever is next",
    "Invalid Roll 4": "hands that stop a rolling die; to software the throw is a no roll like any other",
    "Payoffs 5": "what the stick watches cannot be seen by software; the steps of a roll say what there is to be seen",
    "Taking and Paying 5": "whether chips fly or are set down cannot be seen by software",
    "Taking and Paying 6": "which hand holds chips cannot be seen by software",
    "Taking and Paying 7": "where before a player chips are set down cannot be seen by software; a step names the rack",
}
"""Why a single clause has no test, where no software could carry it out."""


def tests_of(book: str) -> dict[str, list[Callable[[House], None]]]:
    """The tests that name each clause, of every module here whose BOOK is that one."""
    found: dict[str, list[Callable[[House], None]]] = {}
    for file in sorted(HERE.glob(f"test_{book.replace('-', '_')}*.py")):
        module = importlib.import_module(f"tests.clauses.{file.stem}")
        if book == module.BOOK:
            for word, test in vars(module).items():
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
