"""Every clause that a book cites exists, every clause about wagers has a test, and no sentence is a document's own."""

import os
import re
import tomllib
from pathlib import Path

import pytest

from sevenout.compile import open_book
from sevenout.rulebook import shipped
from sevenout.rulebook.source import parse, shipped_text
from sevenout.rulebook.values import house_values, wager_values
from tests.clauses.map import PAGE, clause_tests, page
from tests.mutate.values import values

HERE = Path(__file__).parent
DOCUMENTS = Path(os.environ.get("DOCUMENTS", HERE.parents[2] / "shared" / "seeds"))
"""The documents themselves, where they lie beside the project; they are not part of it."""

DOCUMENTED = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical")
TESTED_TOPICS = {"wagers", "payouts", "limits", "working", "removal", "commission", "rounding"}
LONGEST_SHARED_RUN = 7
needs_the_document = pytest.mark.documents
"""Left out of every run but `make documents`, which tells when there are none."""


def listed(book: str) -> dict[str, str]:
    return tomllib.loads((HERE / f"{book}.clauses.toml").read_text(encoding="utf-8"))


def named_by_tests(book: str) -> set[str]:
    return set(clause_tests(book))


@pytest.mark.parametrize("book", shipped())
def test_every_value_cites_a_clause_of_its_document(book: str) -> None:
    tables = parse(shipped_text(book), book).tables
    rules = [(path, clause) for path, clause, value in values(tables, (), "") if value != []]  # [] drops inherited rows
    assert {clause for _, clause in rules} - {*listed(book), ""} == set()


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


@needs_the_document
@pytest.mark.parametrize("book", DOCUMENTED)
def test_no_sentence_is_copied_from_the_document(book: str) -> None:
    document = _words((DOCUMENTS / f"{book}.txt").read_text(encoding="utf-8"))
    runs = {tuple(document[i : i + LONGEST_SHARED_RUN]) for i in range(len(document))}
    copied = []
    for line in shipped_text(book).splitlines():
        for text in [*re.findall(r'says = "([^"]*)"', line), *re.findall(r"#(.*)", line)]:
            words = _words(text)
            starts = range(len(words) - LONGEST_SHARED_RUN + 1)
            copied += [text for i in starts if tuple(words[i : i + LONGEST_SHARED_RUN]) in runs]
    assert copied == []


def _words(text: str) -> list[str]:
    """Without numbers: a list of totals belongs to nobody."""
    return re.findall(r"[a-z']+", text.lower())


def test_the_map_of_clauses_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
