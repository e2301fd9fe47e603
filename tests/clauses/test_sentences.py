"""Lessons, glossary and throws: every sentence as it was held against its clause, every number as the house has it."""

import pytest

from tests.clauses.sentences import FILES, altered, miscounted, read
from tests.nightly.mutate.sentences import sentence_mutants


@pytest.mark.parametrize("name", FILES)
def test_every_sentence_is_as_it_was_held_against_its_clause(name: str) -> None:
    assert altered(name, read(name)) == []


@pytest.mark.parametrize("name", FILES)
def test_every_number_in_a_sentence_is_the_houses(name: str) -> None:
    assert miscounted(name, read(name)) == []


def test_a_craps_without_its_3_is_noticed_by_the_book_and_by_the_reading() -> None:
    tables = read("glossary/catfish-bend")
    tables["terms"]["Craps"]["says"] = "a roll of 2 or 12"
    assert miscounted("glossary/catfish-bend", tables) == altered("glossary/catfish-bend", tables) == ["terms.Craps"]


def test_every_word_of_every_entry_is_altered_by_make_mutate() -> None:
    changed = {mutant.path for mutant in sentence_mutants(read("lessons/typical"))}
    facts = read("lessons/typical")["facts"]
    assert {("facts", key, word) for key, fact in facts.items() for word in fact} <= changed
