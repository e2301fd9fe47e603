"""The glossary: every word that a document defines, in words of our own, with its clause and the wagers it is about."""

import re
from pathlib import Path

import pytest

import sevenout.rulebook.glossary.terms
from sevenout.base.vocabulary import notation_name, stem
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.glossary.terms import look_up, names, terms
from tests.clauses.test_clause_lists import DOCUMENTS, LONGEST_SHARED_RUN, listed, needs_the_document
from tests.unit.cli.command import run

FILES = sorted(Path(sevenout.rulebook.glossary.terms.__file__).parent.glob("*.toml"))
DEFINED = {"catfish-bend": r"Definitions: .*", "marina-bay-sands": r"1\.1\.\d+(\.\d+)?"}


def test_the_houses_whose_documents_define_words_have_a_file() -> None:
    assert [file.stem for file in FILES] == sorted(DEFINED)


@pytest.mark.parametrize("book", DEFINED)
def test_every_definition_of_the_document_is_explained_once(book: str) -> None:
    defined = [clause for clause in listed(book) if re.fullmatch(DEFINED[book], clause)]
    explained = [term.clause for term in terms(open_book(book).book)]
    assert sorted(explained) == sorted(defined)
    assert all(term.provenance == "stated" for term in terms(open_book(book).book))


@pytest.mark.parametrize("book", DEFINED)
def test_the_wagers_of_a_term_are_offered(book: str) -> None:
    keys = open_book(book).by_key
    known = {*keys, *(f"{stem(key)}-n" for key in keys)}
    assert [term for term in terms(open_book(book).book) if not {*term.wagers} <= known] == []


def test_a_term_that_names_a_wager_is_about_it() -> None:
    rules = open_book("catfish-bend")
    for term in terms(rules.book):
        meant = {key for name in term.names for key in rules.glossary.get(notation_name(name), ())}
        about = {key for key in rules.by_key if {key, f"{stem(key)}-n"} & {*term.wagers}}
        assert meant <= about, term.term


@needs_the_document
@pytest.mark.parametrize("book", DEFINED)
def test_no_explanation_is_copied(book: str) -> None:
    text = re.findall(r"[a-z']+", (DOCUMENTS / f"{book}.txt").read_text(encoding="utf-8").lower())
    runs = {tuple(text[at : at + LONGEST_SHARED_RUN]) for at in range(len(text))}
    for term in terms(open_book(book).book):
        said = re.findall(r"[a-z']+", term.says.lower())
        starts = range(len(said) - LONGEST_SHARED_RUN + 1)
        assert [at for at in starts if tuple(said[at : at + LONGEST_SHARED_RUN]) in runs] == [], term.term


def test_what_a_house_extends_explains_its_words_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('format = 1\nname = "mine"\ntitle = "Mine"\nextends = "catfish-bend"\n', encoding="utf-8")
    explained = terms(open_book(str(file)).book)
    assert len(explained) == 55
    assert {term.house for term in explained} == {"catfish-bend"}


# --- looking up


@pytest.mark.parametrize("book", shipped())
def test_every_name_that_is_shown_is_accepted_by_its_house(book: str) -> None:
    """What two wagers are called means neither alone; every other name means its wager."""
    rules = open_book(book)
    for named in names(rules):
        for name in named.names:
            assert named.wager in rules.glossary[notation_name(name)]


@pytest.mark.parametrize(
    ("said", "explained", "called"),
    [
        ("horn", {"Horn Bet", "Horn High Bet"}, {"horn", "horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12"}),
        ("win line", set(), {"pass", "pass-odds"}),
        ("juice", {"Vigorish"}, set()),
        ("hard ways", {"Hard Way"}, set()),
        ("Wrong Bettor", {"Wrong Bettor"}, set()),
        ("boxcars", set(), {"craps-12"}),
        ("or", set(), set()),
        ("", set(), set()),
    ],
)
def test_words_are_looked_up_in_all_houses(said: str, explained: set[str], called: set[str]) -> None:
    looked = look_up([open_book(book) for book in shipped()], said)
    assert {term.term for term in looked.terms} == explained
    assert {named.wager for named in looked.wagers} == called


# --- the command


def test_a_word_in_all_houses() -> None:
    ran = run("glossary", "vigorish")
    assert (ran.code, ran.err) == (0, "")
    words = " ".join(ran.out.split())
    assert "catfish-bend: Definitions: Vigorish" in words
    assert "marina-bay-sands: 1.1.15" in words


def test_a_word_in_one_house() -> None:
    words = " ".join(run("glossary", "catfish-bend", "vigorish").out.split())
    assert "Definitions: Vigorish" in words
    assert "1.1.15" not in words


def test_a_house_shows_every_name_and_every_term() -> None:
    words = " ".join(run("glossary", "catfish-bend").out.split())
    rules = open_book("catfish-bend")
    assert all(term.term in words and term.clause in words for term in terms(rules.book))
    assert all(name in words for named in names(rules) for name in named.also)
    assert "place-n Place Bet n" in words


def test_all_houses_show_who_calls_a_wager_what() -> None:
    words = " ".join(run("glossary").out.split())
    assert "Pass Line, also front line catfish-bend" in words
    assert "Win Line new-south-wales" in words
    assert "words explained: catfish-bend (55), marina-bay-sands (19)" in words


def test_json_has_names_and_terms() -> None:
    house, *others = run("glossary", "--json").json["houses"]
    assert (house["rules"], len(others)) == ("catfish-bend", len(shipped()) - 1)
    assert house["names"][0] == {
        "wager": "pass",
        "title": "Pass Line",
        "also": ["front line"],
        "label": "Pass Line",
    }
    front = next(term for term in house["terms"] if term["term"] == "Front Line")
    assert front == {
        "term": "Front Line",
        "also": [],
        "says": "the pass line, by its other name",
        "clause": "Definitions: Front Line",
        "provenance": "stated",
        "document": "catfish-bend",
        "wagers": ["pass"],
    }
    looked = run("glossary", "front", "line", "--json").json
    assert (looked["asked"], looked["terms"][0]["term"], looked["names"][0]["wager"]) == (
        "front line",
        "Front Line",
        "pass",
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("hron",), "no house knows 'hron'. Did you mean 'horn'?"),
        (("typical", "vigorish"), "A typical casino does not know 'vigorish'."),
        (("nowhere.toml",), "nowhere.toml"),
        (("-",), "no house knows '-'."),
    ],
)
def test_words_that_nobody_knows_are_malformed(arguments: tuple[str, ...], says: str) -> None:
    ran = run("glossary", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
