"""The terms of a table in a house: whose rules, which limits, whose dice, how long a roll is waited for."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from itertools import islice
from threading import Lock
from typing import Literal, TypeAlias
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadInput, BadRulebook
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book
from sevenout.rulebook.source import Source, overlay, parse, read_book, read_texts, shipped
from sevenout.server.operation.settings import check_zone

DiceAre = Literal["fair", "entered"]
LARGEST_SENT, MOST_WORDS = 100_000, 8_000
"""Of a rulebook that anybody may send, twice and four times what a whole house's has: more would only take time."""
SHORTEST_WINDOW, LONGEST_WINDOW, WINDOW = 2, 3600, 30
LONGEST_PAUSE = 60
SHORTEST_PATIENCE, LONGEST_PATIENCE = 60, 86_400

Texts: TypeAlias = tuple[tuple[str, str], ...]
"""A book with those that it extends, each with its name."""
_Dealt: TypeAlias = tuple[Texts, Cents, Cents, Cents, bool]
_dealt: WeakValueDictionary[_Dealt, Game] = WeakValueDictionary()
"""The games of the tables that are open, by book, limits and whether one may take back."""


class TableTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table was opened: enough to open its game again wherever the store is read, the rulebook's text too."""

    texts: tuple[tuple[str, str], ...]
    minimum: Cents
    maximum: Cents
    chip: Cents
    dice: DiceAre = "fair"
    window: int = WINDOW
    """Seconds in which the shooter may throw; after that the dice are thrown for them."""
    largest_buy_in: Cents | None = None
    owner: str = ""
    """The person who opened it, by key."""
    undo: bool = True
    smallest_buy_in: Cents | None = None
    pause: int = 3
    """Seconds that a strategy takes over its bets, and again before it throws."""
    patience: int = 1800
    """Seconds after which a seat of which nobody was heard is given up, if nothing lies on its layout."""
    watched: bool = True
    """Whether somebody may watch who has not come in."""
    zone: str = ""
    """Where the house keeps the table's clock, if its book posts a Shootout; nothing: its supervisor tells the time."""
    lesson: bool = False
    """Whether somebody learns here: the table is in no list, and its chips count for nobody's limits or history."""


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for who opens a table; amounts are strings such as `"5"` or `"2.50"`."""

    rules: str = ""
    rulebook: str = ""
    minimum: str | None = None
    maximum: str | None = None
    chip: str | None = None
    dice: DiceAre = "fair"
    window: int | None = None
    """None: as the house has it."""
    largest_buy_in: str | None = None
    smallest_buy_in: str | None = None
    pause: int = 3
    patience: int = 1800
    watched: bool = True
    zone: str | None = None
    """Of the table's clock. None: as the house has it; nothing: its supervisor tells the time."""
    lesson: bool = False
    """A table to learn at, with dice that are entered: in no list, and its chips count for nothing."""


def read_terms(wanted: TableRequest, amount: "dict[str, Cents | None]", owner: str) -> tuple[TableTerms, Game]:
    """The terms of a new table, and its game; raises BadInput with what is wrong."""
    if bool(wanted.rules) == bool(wanted.rulebook):
        raise BadInput("a table is opened with `rules`, the name of a book, or with `rulebook`, a text of one's own")
    window = WINDOW if wanted.window is None else wanted.window
    if not SHORTEST_WINDOW <= window <= LONGEST_WINDOW:
        raise BadInput(f"the time to bet is {SHORTEST_WINDOW} to {LONGEST_WINDOW:,} seconds, not {window}")
    if not 0 <= wanted.pause <= LONGEST_PAUSE:
        raise BadInput(f"a bot's pause is 0 to {LONGEST_PAUSE} seconds, not {wanted.pause}")
    if not SHORTEST_PATIENCE <= wanted.patience <= LONGEST_PATIENCE:
        known = f"{SHORTEST_PATIENCE} to {LONGEST_PATIENCE:,} seconds"
        raise BadInput(f"a seat whose player is away is kept for {known}, not {wanted.patience}")
    if wanted.lesson and wanted.dice != "entered":
        raise BadInput("a lesson's dice are those that it needs: open it with dice that are `entered`")
    source = _read_shipped(wanted.rules) if wanted.rules else _read_sent(wanted.rulebook)
    rules = _books.open(source.texts, ours=bool(wanted.rules))
    try:
        game = Game(rules, amount.get("minimum"), amount.get("maximum"), amount.get("chip"), undo=True)
    except ValueError as error:
        raise BadInput(str(error)) from error
    terms = TableTerms(
        source.texts,
        game.minimum,
        game.maximum,
        game.chip,
        wanted.dice,
        window,
        amount.get("largest_buy_in"),
        owner,
        smallest_buy_in=amount.get("smallest_buy_in"),
        pause=wanted.pause,
        patience=wanted.patience,
        watched=wanted.watched,
        zone=check_zone(wanted.zone or ""),
        lesson=wanted.lesson,
    )
    _check_buy_ins(terms)
    return terms, game


def _check_buy_ins(terms: TableTerms) -> None:
    least, most = terms.smallest_buy_in, terms.largest_buy_in
    if least is not None and most is not None and least > most:
        raise BadInput("the smallest buy-in is above the largest")
    if any(bound is not None and (bound <= 0 or bound % terms.chip) for bound in (least, most)):
        raise BadInput(f"buy-ins are bounded in whole {format_amount(terms.chip)} chips")


def refused_buy_in(terms: TableTerms, amount: Cents) -> Refusal | None:
    """Why nobody buys in for so much at this table."""
    least, most = terms.smallest_buy_in, terms.largest_buy_in
    if most is not None and amount > most:
        reason = f"the largest buy-in at this table is {format_amount(most)}"
        return Refusal("above-maximum", reason, maximum=most, amount=amount)
    if least is not None and amount < least:
        return Refusal("below-minimum", f"the smallest buy-in at this table is {format_amount(least)}", amount=amount)
    return None


def keeps_time(game: Game, terms: TableTerms) -> bool:
    """Whether the house tells the table's clock, because something is posted by it."""
    return bool(terms.zone) and game.rules.book.shootout is not None


def encode_terms(terms: TableTerms) -> bytes:
    """The terms as the store keeps them."""
    return msgspec.json.encode(terms)


def decode_terms(kept: bytes) -> TableTerms:
    """The terms that a store has kept; raises BadInput for anything else."""
    try:
        return msgspec.json.decode(kept, type=TableTerms)
    except msgspec.DecodeError as error:
        raise BadInput(f"the terms of a table cannot be read: {error}") from error


def game_of(terms: TableTerms) -> Game:
    """The game that is dealt by these terms: one for all tables of the same, with all that it remembers."""
    alike = terms.texts, terms.minimum, terms.maximum, terms.chip, terms.undo
    game = _dealt.get(alike)
    if game is None:
        rules = _books.open(terms.texts)
        game = _dealt[alike] = Game(rules, terms.minimum, terms.maximum, terms.chip, undo=terms.undo)
    return game


def is_game_made(terms: TableTerms) -> bool:
    """Whether `game_of` has the game at once, without making the rules of a book."""
    return _books.find(terms.texts) is not None


def _read_shipped(name: str) -> Source:
    """A shipped book: nobody outside the machine names its files."""
    if name not in shipped():
        raise BadInput(f"there is no rulebook {name[:40]!r}: the books are {', '.join(shipped())}")
    return read_book(name)


def _read_sent(text: str) -> Source:
    """A rulebook that was sent: it extends a shipped book or nothing, and reads no file."""
    if len(text.encode()) > LARGEST_SENT:
        raise BadInput(f"a rulebook that is sent has at most {LARGEST_SENT:,} bytes")
    source = parse(text, "rulebook.toml")
    words = list(islice(_words(source.tables), MOST_WORDS + 1))
    if len(words) > MOST_WORDS:
        raise BadInput(f"a rulebook that is sent has at most {MOST_WORDS:,} names and values")
    odd = next((word for word in words if not word.replace("\n", " ").isprintable()), None)
    if odd is not None:
        raise BadInput(f"a rulebook that is sent is plain text, and {odd[:40]!a} has a character that cannot be seen")
    base = source.tables.get("extends")
    if base is None:
        return source
    if base not in shipped():
        raise BadInput(f"a rulebook that is sent extends one of {', '.join(shipped())}, and nothing else")
    return overlay(source, read_book(str(base)))


def _words(value: object) -> Iterator[str]:
    """Every name and value of a rulebook as it was read."""
    if isinstance(value, Mapping):
        for name, held in value.items():
            yield str(name)
            yield from _words(held)
    elif isinstance(value, list):
        for held in value:
            yield from _words(held)
    else:
        yield str(value)


class _Books:
    """Books whose rules were made, since that takes a tenth of a second and more; tables of the same share them.

    Ours are kept for good, however many others are read; of those that people sent the last few.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._ours: dict[Texts, CompiledBook] = {}
        self._sent: OrderedDict[Texts, CompiledBook] = OrderedDict()
        self._lock = Lock()
        """Several threads read books."""

    def find(self, texts: Texts) -> CompiledBook | None:
        """The rules of a book, if they were made."""
        with self._lock:
            if texts in self._sent:
                self._sent.move_to_end(texts)
                return self._sent[texts]
            return self._ours.get(texts)

    def open(self, texts: Texts, *, ours: bool = False) -> CompiledBook:
        """The rules of a book, made if they were not; raises BadRulebook."""
        known = self.find(texts)
        if known is not None:
            return known
        rules, faults = check_book(read_texts(texts))
        if rules is None:
            raise BadRulebook(faults)
        with self._lock:
            if ours:
                return self._ours.setdefault(texts, rules)
            self._sent[texts] = rules
            if len(self._sent) > self._most:
                self._sent.popitem(last=False)
        return rules


_books = _Books(32)
