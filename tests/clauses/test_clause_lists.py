"""Every clause that a book cites exists, every clause about wagers has a test, and no sentence is a document's own."""

import os
import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.source import parse, shipped_text
from sevenout.rulebook.value_listing import house_values, wager_values
from sevenout.school.catalogue import TOPICS
from sevenout.school.topics.manual_facts import facts, orders
from tests.clauses.citations import LIST, listed_citations
from tests.clauses.map import PAGE, REASONS, clause_tests, clauses_of, counted, page
from tests.nightly.mutate.values import values

HERE = Path(__file__).parent
DOCUMENTS = Path(os.environ.get("DOCUMENTS", HERE.parents[2] / "shared" / "seeds"))
"""The documents themselves, where they lie beside the project; they are not part of it."""

DOCUMENTED = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical")
TESTED_TOPICS = {"wagers", "payouts", "limits", "working", "removal", "commission", "rounding"}
LONGEST_SHARED_RUN = 7
needs_the_document = pytest.mark.documents
"""Left out of every run but `make documents`, which tells when there are none."""


def listed(book: str) -> dict[str, str]:
    return {name: clause.topic for name, clause in clauses_of(book).items()}


def named_by_tests(book: str) -> set[str]:
    return set(clause_tests(book))


@pytest.mark.parametrize("book", shipped())
def test_every_value_cites_a_clause_of_its_document(book: str) -> None:
    tables = parse(shipped_text(book), book).tables
    rules = [(path, clause) for path, clause, value in values(tables, (), "") if value != []]  # [] drops inherited rows
    assert {clause for _, clause in rules} - {*listed(book), ""} == set()


def test_no_value_cites_another_clause_or_provenance_than_the_list_of_citations_has() -> None:
    kept, now = LIST.read_text(encoding="utf-8").splitlines(), listed_citations().splitlines()
    changed = [line for line in unified_diff(kept, now, "the list", "the files", lineterm="", n=0) if line[:1] in "+-"]
    assert changed == [], "if the documents say so: python -m tests.clauses.citations"


@pytest.mark.parametrize("book", shipped())
def test_a_value_that_no_clause_speaks_of_is_assumed_and_says_what(book: str) -> None:
    compiled = open_book(book)
    entries = [*house_values(compiled.book), *(entry for wager in compiled.book for entry in wager_values(wager))]
    uncited = [entry for entry in entries if not entry.cite.clause]
    assert [entry.word for entry in uncited if entry.cite.provenance != "assumed" or not entry.cite.says] == []


@pytest.mark.parametrize("book", shipped())
def test_every_clause_about_wagers_is_named_by_a_test(book: str) -> None:
    wanted = {clause for clause, topic in listed(book).items() if topic in TESTED_TOPICS}
    assert wanted - named_by_tests(book) == set()


@pytest.mark.parametrize("book", shipped())
def test_every_clause_a_test_names_is_in_the_document(book: str) -> None:
    base = parse(shipped_text(book), book).tables.get("extends")
    assert named_by_tests(book) - {*listed(book), ""} - (set(listed(base)) if base else set()) == set()


@pytest.mark.parametrize("book", DOCUMENTED)
def test_every_clause_is_carried_out_taught_beyond_software_or_a_word(book: str) -> None:
    named = named_by_tests(book)
    for name, clause in clauses_of(book).items():
        assert 0 <= clause.taught + clause.beyond + clause.open <= clause.sentences, name
        assert bool(clause.taught) == bool(clause.school), name
        assert clause.school in ("", *TOPICS), name
        assert clause.why or not clause.beyond, name
        assert name in named or clause.taught or clause.why or clause.topic in REASONS, name
    assert counted(book)["open"] == 0


@pytest.mark.parametrize("book", DOCUMENTED)
def test_what_is_taught_is_asked_in_that_topic_of_the_school(book: str) -> None:
    game = Game(open_book(book))
    asked = {(fact.clause, fact.topic) for fact in facts(game).values()}
    asked |= {(work.clause, work.topic) for work in orders(game).values()}
    taught = {(name, clause.school) for name, clause in clauses_of(book).items() if clause.taught}
    assert taught - asked == set()


def test_beyond_software_is_only_what_another_manual_says() -> None:
    """What only an eye or a hand can do is asked by the school."""
    beyond = {(book, name) for book in DOCUMENTED for name, clause in clauses_of(book).items() if clause.beyond}
    assert beyond == {("catfish-bend", "Money and Color Change")}


@pytest.mark.parametrize("book", DOCUMENTED)
def test_every_stated_value_says_what_the_clause_says(book: str) -> None:
    compiled = open_book(book)
    entries = [*house_values(compiled.book), *(entry for wager in compiled.book for entry in wager_values(wager))]
    stated = [entry for entry in entries if entry.cite.provenance == "stated"]
    assert len(stated) > 100
    assert [entry.word for entry in stated if not entry.cite.says or not entry.cite.clause] == []


@needs_the_document
@pytest.mark.parametrize("book", ["new-south-wales", "marina-bay-sands"])
def test_every_listed_number_stands_in_the_document(book: str) -> None:
    document = (DOCUMENTS / f"{book}.txt").read_text(encoding="utf-8")
    numbers = set(re.findall(r"(?m)^(?:\s*- )?(\d+(?:\.\d+)+)\.?[ *]", document))
    assert {clause for clause in listed(book) if clause[0].isdigit()} == numbers


ROOT = HERE.parents[1]
TEXTS = (
    ".cfg",
    ".craps",
    ".css",
    ".html",
    ".js",
    ".json",
    ".jsonl",
    ".md",
    ".py",
    ".strategy",
    ".toml",
    ".txt",
    ".yml",
)
OURS_TO_QUOTE = (
    "Catfish Bend Casinos, L.C.: Rules of the Game, Craps",
    "All hardways are working unless called off",
)
"""A document's name, and what a clause has the stick say: that is quoted, not told."""


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the project, by its path."""
    for folder in ("src", "tests", "docs", "examples", "bench", "tools", "."):
        for file in sorted((ROOT / folder).glob("*" if folder == "." else "**/*")):
            if file.suffix in TEXTS and file.is_file():
                yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")


@needs_the_document
@pytest.mark.parametrize("book", DOCUMENTED)
def test_no_sentence_is_copied_from_the_document(book: str) -> None:
    document = _words((DOCUMENTS / f"{book}.txt").read_text(encoding="utf-8"))
    runs = {tuple(document[i : i + LONGEST_SHARED_RUN]) for i in range(len(document) - LONGEST_SHARED_RUN + 1)}
    copied = []
    for path, text in texts():
        words = _words(text)
        starts = range(len(words) - LONGEST_SHARED_RUN + 1)
        shared = (words[i : i + LONGEST_SHARED_RUN] for i in starts)
        copied += [f"{path}: {' '.join(run)}" for run in shared if tuple(run) in runs]
    assert copied == []


def test_the_check_for_copies_reads_books_manuals_school_docs_and_tests() -> None:
    read = {path for path, _ in texts()}
    assert read >= {
        "README.md",
        "docs/reference/crew.md",
        "src/sevenout/rulebook/books/typical.toml",
        "src/sevenout/crew/manual/manuals/catfish-bend/pit.toml",
        "src/sevenout/school/data/throws.toml",
        "tests/clauses/test_typical.py",
    }


def _words(text: str) -> list[str]:
    """Without numbers: a list of totals belongs to nobody. The name of a test is words too."""
    plain = text.replace("_", " ")
    for quoted in OURS_TO_QUOTE:
        plain = plain.replace(quoted, " 0 ")
    return re.findall(r"[a-z']+", plain.lower())


def test_the_map_of_clauses_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
