"""Finds the document that a cited clause belongs to: a book may extend one that was written from another."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sevenout.base.refusal import Citation
from sevenout.rulebook.model import Rulebook
from sevenout.rulebook.source import CITATION_WORDS, MANUAL, parse

_Texts = tuple[tuple[str, str], ...]


def as_of(book: Rulebook, cite: Citation) -> Citation:
    """A citation as it holds in this house: what another's document says is assumed here, under that house's title.

    >>> from sevenout.rulebook.loader.book_loader import read
    >>> from sevenout.rulebook.source import read_book
    >>> crapless, *_ = read(read_book("crapless"))
    >>> as_of(crapless, crapless.minimum.cite).clause
    'A typical casino: Basic wagering rules 5'
    >>> as_of(crapless, crapless.shooter.line.cite).clause
    'Pass'
    """
    title = _other_documents(book.texts).get((cite.clause, cite.says))
    return cite if title is None else Citation(f"{title}: {cite.clause}", "assumed", cite.says)


@lru_cache(maxsize=16)
def _other_documents(texts: _Texts) -> dict[tuple[str, str], str]:
    """Clause and words of every citation that stands only in a file with another document, and that file's title."""
    files = [parse(text, origin) for origin, text in texts]
    document = ""
    documents: list[str] = []
    for file in reversed(files):  # one without a document speaks for that of the file it extends
        document = str(file.tables.get("document", document))
        documents.insert(0, document)
    others: dict[tuple[str, str], str] = {}
    for file, written in reversed(list(zip(files, documents, strict=True))):
        for clause, says in _find_citations(file.tables):
            if written == documents[0]:
                others.pop((clause, says), None)
            elif clause:
                others[clause, says] = str(file.tables.get("title", file.origin))
    return others


def _find_citations(raw: Any) -> Iterator[tuple[str, str]]:
    match raw:
        case dict():
            if any(word in raw for word in CITATION_WORDS):
                yield str(raw.get("clause", "")), str(raw.get("says", ""))
            for name, inner in raw.items():
                if name != MANUAL:
                    yield from _find_citations(inner)
        case list():
            for inner in raw:
                yield from _find_citations(inner)
