"""Writes docs/reference/clauses.md: every clause of every document, the tests that hold it or why there is none.

Also how many sentences of each document are carried out, taught or beyond software.

Run it as `python -m tests.clauses.map`; a test holds the page to what it writes.
"""

import importlib
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tests.clauses.house import House

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "reference" / "clauses.md"
DOCUMENTS = {
    "catfish-bend": "Catfish Bend Casinos, L.C.: Rules of the Game, Craps",
    "new-south-wales": "New South Wales casino rules: craps, rule 6",
    "marina-bay-sands": "Marina Bay Sands: Craps Game Rules, version 2",
    "typical": "The encyclopedia: rules of play",
}
REASONS = {
    "definitions": "a word, no rule of its own",
}
"""Why the clauses about something have no test. In every other topic each has one, or says why not."""


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a document: what it is about, and how many of its sentences are whose."""

    topic: str
    sentences: int = 1
    """How many of them decide something."""
    taught: int = 0
    """How many of those only a hand can do."""
    school: str = ""
    """The topic of the school that teaches them."""
    beyond: int = 0
    """How many of them software can neither say, record, show, ask nor teach."""
    why: str = ""
    open: int = 0
    """How many of them nothing carries out yet."""


def clauses_of(book: str) -> dict[str, Clause]:
    """Every clause of a book's document."""
    listed: dict[str, Any] = tomllib.loads((HERE / f"{book}.clauses.toml").read_text(encoding="utf-8"))
    return {
        name: msgspec.convert({"topic": entry} if isinstance(entry, str) else entry, Clause)
        for name, entry in listed.items()
    }


def tests_of(book: str) -> dict[str, list[Callable[[House], None]]]:
    """The tests that name each clause, of every module here whose BOOK is that one."""
    tests: dict[str, list[Callable[[House], None]]] = {}
    for file in sorted(HERE.glob(f"test_{book.replace('-', '_')}*.py")):
        module = importlib.import_module(f"tests.clauses.{file.stem}")
        if book == module.BOOK:
            for word, test in vars(module).items():
                for clause in getattr(test, "clauses", ()) if word.startswith("test_") else ():
                    tests.setdefault(clause, []).append(test)
    return tests


def clause_tests(book: str) -> dict[str, list[str]]:
    """The names of the tests that name each clause."""
    return {clause: [test.__name__ for test in tests] for clause, tests in tests_of(book).items()}


COLUMNS = ("sentences", "carried out and tested", "taught", "beyond software", "open")


def counted(book: str) -> Counter[str]:
    """How many sentences of a document are carried out, taught, beyond software, or none of these."""
    tests = clause_tests(book)
    counts: Counter[str] = Counter()
    for name, clause in clauses_of(book).items():
        carried = clause.sentences - clause.taught - clause.beyond - clause.open
        if name not in tests and (clause.topic in REASONS or (clause.why and not clause.beyond)):
            continue  # a word: it decides nothing
        counts["sentences"] += clause.sentences
        counts["taught"] += clause.taught
        counts["beyond software"] += clause.beyond
        counts["open"] += clause.open
        counts["carried out and tested" if name in tests else "open"] += carried
    return counts


def _held_by(clause: Clause, tests: list[str]) -> str:
    names = [f"`{name}`" for name in tests]
    more = f" and {len(names) - 2} more" if len(names) > 2 else ""
    held = [", ".join(names[:2]) + more] if names else []
    if clause.taught:
        held.append(f"the school: {clause.school}")
    if clause.why:
        held.append(f"beyond: {clause.why}" if names else clause.why)
    return "; ".join(held) or REASONS[clause.topic]


def page() -> str:
    """The whole page."""
    lines = [
        "# Every clause of every document",
        "",
        "Which tests hold a clause, or why none does. Written by `python -m tests.clauses.map`.",
        "",
        "Sentences that decide money, legality, timing, procedure, roles, equipment, layout, calls or irregularities,",
        "as one reader counts them; another would count a few more or less. A clause that a test names counts as",
        "carried out, but for the sentences of it that are *taught* (only a hand can do it, and the school asks about",
        "it), *beyond software* (neither said, recorded, shown, asked nor taught; the reason stands beside the clause)",
        "or still *open*.",
        "",
        f"| document | {' | '.join(COLUMNS)} |",
        f"|---|{'---|' * len(COLUMNS)}",
    ]
    for book, document in DOCUMENTS.items():
        counts = counted(book)
        lines.append(f"| {document} | {' | '.join(str(counts[column]) for column in COLUMNS)} |")
    for book, document in DOCUMENTS.items():
        clauses, tests = clauses_of(book), clause_tests(book)
        held = sum(clause in tests for clause in clauses)
        lines += ["", f"## {document}", "", f"{held} of {len(clauses)} clauses have a test.", ""]
        lines += ["| clause | about | held by |", "|---|---|---|"]
        for name, clause in clauses.items():
            lines.append(f"| {name} | {clause.topic} | {_held_by(clause, tests.get(name, []))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
