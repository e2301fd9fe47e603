"""The stations of the crew and the things on the table, by the house's manual, for a picture.

Which seats are taken is `rail`'s; where a wager lies is `layout`'s and `markers`'.
"""

from typing import Literal

from msgspec import Struct

from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.rulebook.model import Rulebook

At = Literal[
    "behind the box",
    "left of the box",
    "right of the box",
    "opposite the box",
    "before the boxperson",
    "between the base dealers",
    "before the stick",
    "beside the base dealers",
    "round the table",
]
"""A place at the table, told as somebody who stands behind the box sees it."""


class Station(Struct, frozen=True, forbid_unknown_fields=True):
    """A person or a thing: what the house calls it, and its place."""

    title: str
    at: At


class StationRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual on who and what is where."""

    people: dict[str, Fact[Station]]
    things: dict[str, Fact[Station]]


def stations(book: Rulebook) -> StationRules:
    """The people and things of a house.

    >>> from sevenout import open_book
    >>> table = stations(open_book("catfish-bend").book)
    >>> [(fact.value.title, fact.value.at) for fact in table.people.values()][1:3]
    [('third base', 'left of the box'), ('second base', 'right of the box')]
    """
    return chapter(book, "stations", StationRules)
