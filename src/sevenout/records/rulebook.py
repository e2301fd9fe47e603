"""Rulebooks as records: the books, one of them, a wager with the clause behind every value, the faults of a file."""

from collections import Counter
from collections.abc import Iterable

from sevenout.errors import Fault
from sevenout.records.forms import Record
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.values import Entry, house_values, pays_text, wager_values


def entry_record(entry: Entry) -> dict[str, str]:
    """One value of a rulebook, with its clause."""
    cite = entry.cite
    return {
        "word": entry.word,
        "value": entry.text,
        "clause": cite.clause,
        "provenance": cite.provenance,
        "says": cite.says,
    }


def provenance(book: Rulebook) -> Counter[str]:
    """How many of a book's values are stated, derived and assumed.

    >>> from sevenout.compile import open_book
    >>> provenance(open_book("typical").book).most_common(1)[0][0]
    'assumed'
    """
    entries = [*house_values(book), *(entry for wager in book for entry in wager_values(wager))]
    return Counter(entry.cite.provenance for entry in entries)


def books_record(books: Iterable[Rulebook]) -> Record:
    """Several books."""
    return {"books": [_book_record(book) for book in books]}


def _book_record(book: Rulebook) -> Record:
    return {
        "name": book.name,
        "title": book.title,
        "document": book.document,
        "digest": book.digest,
        "wagers": [wager.key for wager in book],
        "provenance": dict(provenance(book)),
    }


def book_record(book: Rulebook) -> Record:
    """One book: what holds for the whole house, and its wagers.

    >>> from sevenout.compile import open_book
    >>> book_record(open_book("typical").book)["wagers"][0]
    {'wager': 'pass', 'title': 'Pass', 'pays': '1:1'}
    """
    values = [entry_record(entry) for entry in house_values(book)]
    wagers = [{"wager": wager.key, "title": wager.title, "pays": pays_text(wager)} for wager in book]
    return {**_book_record(book), "values": values, "wagers": wagers}


def house_record(book: Rulebook) -> Record:
    """The values that hold for the whole house."""
    return {"rules": book.name, "values": [entry_record(entry) for entry in house_values(book)]}


def wager_record(book: Rulebook, wager: Wager) -> Record:
    """Every value of one wager."""
    values = [entry_record(entry) for entry in wager_values(wager)]
    return {"rules": book.name, "wager": wager.key, "title": wager.title, "values": values}


def faults_record(file: str, faults: Iterable[Fault]) -> Record:
    """What is wrong with a file that should be a rulebook."""
    return {"file": file, "faults": [fault._asdict() for fault in faults]}
