"""Loads lessons about the work of hand, eye and voice: who does it, what would be wrong, the order of steps, and words.

The facts lie in `lessons/HOUSE.toml`, each with its clause and plain words. A house takes what its document does not
say from the books that it extends and from Catfish Bend's manual, as assumed, as far as it has what they speak of.
"""

import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from pathlib import PurePath
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Citation, Provenance
from sevenout.crew.manual.chapter_loader import GENERAL
from sevenout.engine.game import Game
from sevenout.rulebook.model import Rulebook

Practice = Literal["hands", "stick", "dice", "change", "procedure"]
"""The topics that facts belong to."""

PEOPLE = ("stickperson", "base dealer", "boxperson", "supervisor", "shooter", "player")
"""Who can be asked about. Where any of the crew will do, a fact names a `dealer`."""


class Taught(Struct, frozen=True, forbid_unknown_fields=True):
    """One fact: who `does` something, and what somebody would do `wrongly` instead."""

    topic: Practice
    clause: str
    says: str
    when: str
    """What happens before somebody has to know it."""
    who: str
    does: str
    wrongly: tuple[str, ...]
    also: tuple[str, ...] = ()
    """Others who may do it as well."""
    needs: tuple[str, ...] = ()
    provenance: Provenance = "stated"

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)

    def sentence(self, does: str = "", who: str = "") -> str:
        """The fact as a sentence, or what somebody does or would wrongly do as one.

        >>> fact = Taught("hands", "", "", "", "base dealer", "cuts chips with the inside hand", ())
        >>> fact.sentence(), fact.sentence(who="shooter")
        ('The base dealer cuts chips with the inside hand.', 'The shooter cuts chips with the inside hand.')
        """
        person = who or self.who
        return f"{'A' if person in {'dealer', 'player'} else 'The'} {person} {does or self.does}."

    def sentence_with_condition(self, does: str = "") -> str:
        """The same with what happened before it, which may be its condition.

        >>> fact = Taught("hands", "", "", "The rail is loud.", "base dealer", "glances at the far dice", ())
        >>> fact.sentence_with_condition()
        'The rail is loud. The base dealer glances at the far dice.'
        """
        return f"{self.when} {self.sentence(does)}" if self.when.endswith(".") else self.sentence(does)


class Steps(Struct, frozen=True, forbid_unknown_fields=True):
    """Some work whose steps have an order."""

    topic: Practice
    clause: str
    says: str
    ask: str
    steps: tuple[str, ...]
    needs: tuple[str, ...] = ()
    provenance: Provenance = "stated"

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


class TradeWord(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the trade and what it means."""

    clause: str
    means: str
    like: tuple[str, ...] = ()
    """Words that mean nearly the same: they are no wrong answers to each other."""
    provenance: Provenance = "stated"

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.means)


class Lessons(Struct, frozen=True, forbid_unknown_fields=True):
    """The lessons of a house's document; the title says whose document it is."""

    title: str = ""
    facts: dict[str, Taught] = {}
    orders: dict[str, Steps] = {}
    words: dict[str, TradeWord] = {}


@lru_cache(maxsize=16)
def lessons(game: Game) -> Lessons:
    """All that applies in a house: its own facts, over those of the books it extends, over the general manual's.

    >>> from sevenout import Game
    >>> own, taken = (lessons(Game.open("marina-bay-sands")).facts[key] for key in ("first-offer", "never-toss"))
    >>> own.clause, own.provenance, taken.clause, taken.provenance
    ('3.5', 'stated', 'Catfish Bend: Taking and Paying 5', 'assumed')
    """
    book = game.rules.book
    known = Lessons()
    for house in reversed(tuple(dict.fromkeys((*_houses(book), GENERAL)))):
        more = _read(house)
        if house != book.name:
            more = _mark_assumed(more)
        facts, orders, words = (known.facts | more.facts, known.orders | more.orders, known.words | more.words)
        known = Lessons(book.title, facts, orders, words)
    return Lessons(
        book.title,
        {key: fact for key, fact in known.facts.items() if _applies(game, fact.needs)},
        {key: steps for key, steps in known.orders.items() if _applies(game, steps.needs)},
        known.words,
    )


def _houses(book: Rulebook) -> Iterator[str]:
    """The house and the books that it extends."""
    yield book.name
    yield from (PurePath(name).stem for name, _ in book.texts[1:])


@cache
def _read(house: str) -> Lessons:
    """The lessons drawn from a house's own document; empty for a user's book, whatever its name."""
    folder = resources.files(__package__) / "data" / "lessons"
    file = next((file for file in folder.iterdir() if file.name == f"{house}.toml"), None)
    tables: dict[str, Any] = {} if file is None else tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert(tables, Lessons)


def _mark_assumed(given: Lessons) -> Lessons:
    """Marks what one house states as assumed of another, and names the clause as that house's."""

    def assume(entry: Any) -> Any:
        return replace(entry, clause=f"{given.title}: {entry.clause}", provenance="assumed")

    facts, orders, words = (
        {key: assume(entry) for key, entry in entries.items()} for entries in (given.facts, given.orders, given.words)
    )
    return Lessons(given.title, facts, orders, words)


def _applies(game: Game, needs: tuple[str, ...]) -> bool:
    """True if a house has all that a fact speaks of, and no rule of its own against it. Any other need is a wager.

    `closed`: bets are closed by the throw; `refund`: a lay bet gives its commission back; `noticed late`: a bet beyond
    the limits that nobody saw in time is settled.
    """
    book = game.rules.book
    lays = [spot.wager.commission for spot in game.rules.spots if spot.wager.family == "lay-n"]
    has = {
        "puck": book.puck is not None,
        "line": bool(book.shooter.line.value),
        "shootout": book.shootout is not None,
        "closed": book.throw.made.value == "closed",
        "refund": any(terms is not None and terms.refund.value for terms in lays),
        "noticed late": book.unnoticed.value != "refused",
    }
    families = {spot.wager.family for spot in game.rules.spots} | set(game.rules.by_key)
    return all(has.get(need, need in families) for need in needs)
