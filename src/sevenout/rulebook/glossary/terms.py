"""The names of wagers and meanings of words in each house: names from the books, words from `HOUSE.toml` beside this.

A name says which wager is meant, everywhere a wager is named; a term explains a word, in plain words with its clause.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from sevenout.base.refusal import Citation, Provenance
from sevenout.base.vocabulary import notation_name
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.model import Rulebook


class Term(Struct, frozen=True):
    """A word of a house's document, and what it means there."""

    term: str
    says: str
    clause: str
    house: str
    """The book whose document has it."""
    also: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    """The wagers and families that it is about."""
    provenance: Provenance = "stated"

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)

    @property
    def names(self) -> tuple[str, ...]:
        """The word and whatever else is said for it."""
        return (self.term, *self.also)


class NamedWager(Struct, frozen=True):
    """A wager and everything that a house calls it."""

    house: str
    wager: str
    title: str
    also: tuple[str, ...]
    label: str
    family: str

    @property
    def names(self) -> tuple[str, ...]:
        """Its key, its title and its other names."""
        return (self.wager, self.title, *self.also)


class _GlossaryFile(Struct, frozen=True, forbid_unknown_fields=True):
    clause: str
    says: str
    also: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    provenance: Provenance = "stated"


def terms(book: Rulebook) -> tuple[Term, ...]:
    """The words that a book's document explains; a book that extends another has that one's words too.

    >>> from sevenout import open_book
    >>> words = {word.term: word for word in terms(open_book("catfish-bend").book)}
    >>> words["Front Line"].says, words["Front Line"].clause
    ('the pass line, by its other name', 'Definitions: Front Line')
    """
    houses = dict.fromkeys((book.name, *(name for name, _ in book.texts)))
    known: dict[str, Term] = {}
    for house in houses:
        for word in _terms(house.removesuffix(".toml")):
            known.setdefault(word.term, word)
    return tuple(known.values())


@cache
def _terms(house: str) -> tuple[Term, ...]:
    here = resources.files(__package__)
    if f"{house}.toml" not in {file.name for file in here.iterdir()}:  # a user's book may have any name
        return ()
    tables = tomllib.loads((here / f"{house}.toml").read_text(encoding="utf-8"))["terms"]
    return tuple(_term(house, name, msgspec.convert(raw, _GlossaryFile)) for name, raw in tables.items())


def _term(house: str, name: str, entry: _GlossaryFile) -> Term:
    return Term(name, entry.says, entry.clause, house, entry.also, entry.wagers, entry.provenance)


def names(rules: CompiledBook) -> tuple[NamedWager, ...]:
    """Every wager of a house with its names, in the order of the book.

    >>> from sevenout import open_book
    >>> names(open_book("new-south-wales"))[0].names
    ('pass', 'Win Line')
    """
    return tuple(
        NamedWager(rules.book.name, wager.key, wager.title, wager.also.value, wager.label, wager.family)
        for wager in rules.book
    )


# --- looking up


class Looked(Struct, frozen=True):
    """The meanings of some words in some houses."""

    terms: tuple[Term, ...]
    wagers: tuple[NamedWager, ...]


def look_up(books: Iterable[CompiledBook], said: str) -> Looked:
    """Every term and every wager that has these words in one of its names.

    >>> from sevenout import open_book
    >>> looked = look_up([open_book("catfish-bend"), open_book("typical")], "front line")
    >>> [word.term for word in looked.terms], [(named.house, named.wager) for named in looked.wagers]
    (['Front Line'], [('catfish-bend', 'pass')])
    """
    wanted = [word for word in notation_name(said).split("-") if word]
    rules = tuple(books)
    explained = tuple(dict.fromkeys(word for each in rules for word in terms(each.book)))
    called = tuple(named for each in rules for named in names(each))
    return Looked(
        tuple(word for word in explained if _has(word.names, wanted)),
        tuple(named for named in called if _has(named.names, wanted)),
    )


def _has(known: Iterable[str], wanted: list[str]) -> bool:
    """True if one of the names has all these words in it, one after another; plurals count."""
    return any(_contains_words(notation_name(name).split("-"), wanted) for name in known)


def _contains_words(words: list[str], wanted: list[str]) -> bool:
    alike = [word.removesuffix("s") for word in words]
    asked = [word.removesuffix("s") for word in wanted]
    starts = range(len(alike) - len(asked) + 1)
    return bool(asked) and any(alike[start : start + len(asked)] == asked for start in starts)
