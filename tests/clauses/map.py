"""Writes docs/clauses.md: every clause of every document, and the tests that hold it or why there is none.

Run it as `python -m tests.clauses.map`; a test holds the page to what it writes.
"""

import importlib
import tomllib
from pathlib import Path

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
    "bonus": "the table does not pay the bonus yet",
    "tokes": "said aloud by the crew: not built yet",
    "shooter": "not built yet",
    "no roll": "not built yet",
    "irregularities": "not built yet",
    "late bets": "not built yet",
}


def clause_tests(book: str) -> dict[str, list[str]]:
    """The names of the tests that name each clause."""
    module = importlib.import_module(f"tests.clauses.test_{book.replace('-', '_')}")
    found: dict[str, list[str]] = {}
    for name, test in vars(module).items():
        for clause in getattr(test, "clauses", ()) if name.startswith("test_") else ():
            found.setdefault(clause, []).append(name)
    return found


def page() -> str:
    """The whole page."""
    lines = [
        "# Every clause of every document",
        "",
        "Which tests hold a clause, or why none does yet. Written by `python -m tests.clauses.map`.",
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
            lines.append(f"| {clause} | {topic} | {', '.join(names[:2]) + more if names else REASONS[topic]} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
