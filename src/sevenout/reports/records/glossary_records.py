"""Glossaries as records: what each house calls its wagers, and what its words mean."""

from collections.abc import Iterable

from sevenout.reports.records.record_formats import JsonRecord
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.glossary.terms import Looked, NamedWager, Term, names, terms


def glossary_record(books: Iterable[CompiledBook]) -> JsonRecord:
    """The whole glossary of some houses.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> house, = glossary_record([open_book("catfish-bend")])["houses"]
    >>> house["names"][0]["also"], house["terms"][0]["term"]
    (['front line'], 'Aces')
    """
    return {
        "houses": [
            {
                "rules": rules.book.name,
                "title": rules.book.title,
                "names": [_wager_record(named) for named in names(rules)],
                "terms": [_term(term) for term in terms(rules.book)],
            }
            for rules in books
        ]
    }


def looked_record(said: str, looked: Looked) -> JsonRecord:
    """What some words stand for."""
    return {
        "asked": said,
        "terms": [{"rules": term.house, **_term(term)} for term in looked.terms],
        "names": [{"rules": named.house, **_wager_record(named)} for named in looked.wagers],
    }


def _wager_record(named: NamedWager) -> JsonRecord:
    return {"wager": named.wager, "title": named.title, "also": list(named.also), "label": named.label}


def _term(term: Term) -> JsonRecord:
    return {
        "term": term.term,
        "also": list(term.also),
        "says": term.says,
        "clause": term.clause,
        "provenance": term.provenance,
        "document": term.house,
        "wagers": list(term.wagers),
    }
