"""The terms of a table in a house: whose rules, which limits, whose dice, how long a roll is waited for."""

from typing import Literal

import msgspec
from msgspec import Struct

from sevenout.compile import Compiled, check_book
from sevenout.errors import BadInput, BadRulebook
from sevenout.game import Game
from sevenout.money import Cents
from sevenout.rulebook.source import LARGEST_FILE, Source, overlay, parse, read_book, read_texts, shipped

DiceAre = Literal["fair", "entered"]
SHORTEST_WINDOW, LONGEST_WINDOW = 2, 3600


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table was opened: enough to open its game again wherever the store is read, the rulebook's text too."""

    texts: tuple[tuple[str, str], ...]
    minimum: Cents
    maximum: Cents
    chip: Cents
    dice: DiceAre = "fair"
    window: int = 30
    """Seconds in which the shooter may throw; after that the dice are thrown for them."""
    largest_buy_in: Cents | None = None
    owner: str = ""
    """The person who opened it, by key."""
    undo: bool = True


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for who opens a table; amounts are strings such as `"5"` or `"2.50"`."""

    rules: str = ""
    rulebook: str = ""
    minimum: str | None = None
    maximum: str | None = None
    chip: str | None = None
    dice: DiceAre = "fair"
    window: int = 30
    largest_buy_in: str | None = None


def agreed(wanted: Wanted, amount: "dict[str, Cents | None]", owner: str) -> tuple[Terms, Game]:
    """The terms of a new table, and its game; raises BadInput with what is wrong."""
    if bool(wanted.rules) == bool(wanted.rulebook):
        raise BadInput("a table is opened with `rules`, the name of a book, or with `rulebook`, a text of one's own")
    if not SHORTEST_WINDOW <= wanted.window <= LONGEST_WINDOW:
        raise BadInput(f"a roll is waited for {SHORTEST_WINDOW} to {LONGEST_WINDOW:,} seconds, not {wanted.window}")
    source = _named(wanted.rules) if wanted.rules else _own(wanted.rulebook)
    rules = _compiled(source)
    try:
        game = Game(rules, amount.get("minimum"), amount.get("maximum"), amount.get("chip"), undo=True)
    except ValueError as error:
        raise BadInput(str(error)) from error
    terms = Terms(
        source.texts,
        game.minimum,
        game.maximum,
        game.chip,
        wanted.dice,
        wanted.window,
        amount.get("largest_buy_in"),
        owner,
    )
    return terms, game


def encoded(terms: Terms) -> bytes:
    """The terms as the store keeps them."""
    return msgspec.json.encode(terms)


def decoded(kept: bytes) -> Terms:
    """The terms that a store has kept; raises BadInput for anything else."""
    try:
        return msgspec.json.decode(kept, type=Terms)
    except msgspec.DecodeError as error:
        raise BadInput(f"the terms of a table cannot be read: {error}") from error


def game_of(terms: Terms) -> Game:
    """The game that is dealt by these terms."""
    return Game(_compiled(read_texts(terms.texts)), terms.minimum, terms.maximum, terms.chip, undo=terms.undo)


def _named(name: str) -> Source:
    """A shipped book: nobody outside the machine names its files."""
    if name not in shipped():
        raise BadInput(f"there is no rulebook {name[:40]!r}: the books are {', '.join(shipped())}")
    return read_book(name)


def _own(text: str) -> Source:
    """A rulebook that was sent: it extends a shipped book or nothing, and reads no file."""
    if len(text.encode()) > LARGEST_FILE:
        raise BadInput(f"a rulebook has at most {LARGEST_FILE:,} bytes")
    source = parse(text, "rulebook.toml")
    base = source.tables.get("extends")
    if base is None:
        return source
    if base not in shipped():
        raise BadInput(f"a rulebook that is sent extends one of {', '.join(shipped())}, and nothing else")
    return overlay(source, read_book(str(base)))


def _compiled(source: Source) -> Compiled:
    rules, faults = check_book(source)
    if rules is None:
        raise BadRulebook(faults)
    return rules
