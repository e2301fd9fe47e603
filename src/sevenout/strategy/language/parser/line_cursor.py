"""A line of a strategy, word by word: what comes next, what was expected there, and where it stands."""

import re
from collections.abc import Collection, Iterable
from typing import TypeVar

from msgspec import Struct

from sevenout.base.errors import Malformed
from sevenout.base.money import parse_amount
from sevenout.base.vocabulary import did_you_mean
from sevenout.strategy.language.condition_syntax import NameValue, NumberValue
from sevenout.strategy.language.keywords import SINGULARS
from sevenout.strategy.language.mistakes import Mistake

S = TypeVar("S", bound=str)

LONGEST_LINE = 500
_TOKEN = re.compile(r"[^\s,:]+|[,:]")
_NUMBER = re.compile(r"-?\$?[0-9.]+")
_WHOLE = re.compile(r"[0-9]{1,9}")
_SIGNED = re.compile(r"-?[0-9]{1,9}")
_THOUSANDS = re.compile(r"[0-9]{3}(\.[0-9]+)?")
_TIMES = re.compile(r"([0-9.]+)x")
_PERCENT = re.compile(r"(\$?[0-9.]+|[a-z][a-z0-9-]*)%")


class Misread(Exception):
    """A line cannot be read further."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake)
        self.mistake = mistake


class KnownNames(Struct, frozen=True):
    """What a file may speak of: the wagers there are, and what it declares itself."""

    wagers: frozenset[str]
    parameters: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    keys: dict[str, str] = {}
    """The wagers that a house's own names mean."""

    @property
    def number_names(self) -> frozenset[str]:
        """The names that stand for a number."""
        return self.parameters | self.counts


class Cursor:
    """The words of one line, in lower case, read from left to right.

    >>> line = Cursor("Take down PLACE", 1, KnownNames(frozenset({"place-6"})))
    >>> line.take_if("take", "down"), line.peek(), line.column
    (True, 'place', 11)
    """

    def __init__(self, text: str, number: int, names: KnownNames) -> None:
        self.text, self.number, self.names = text, number, names
        self.tokens = [(word.group(), word.start() + 1) for word in _TOKEN.finditer(text)]
        self.words = [token.lower() for token, _ in self.tokens]
        self.at = 0
        self.own_wager = False
        """Whether what is read stands behind a wager, so that it may speak of its number and its hits."""

    # --- looking

    def peek(self, ahead: int = 0) -> str:
        """The next word; nothing at the end of the line."""
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else ""

    @property
    def column(self) -> int:
        """Where the next word stands; one past the line at its end."""
        return self.tokens[self.at][1] if self.at < len(self.tokens) else len(self.text) + 1

    def is_number(self, ahead: int = 0) -> bool:
        """Whether the next word is a number."""
        return bool(_NUMBER.fullmatch(self.peek(ahead)))

    # --- complaining

    def mistake(self, message: str, column: int | None = None) -> Misread:
        """What is wrong at the next word, or at another place."""
        return Misread(Mistake(self.number, self.column if column is None else column, message))

    def make_error(self, what: str, known: Collection[str] = (), *, column: int | None = None) -> Misread:
        """Something else should stand here, or from another column on."""
        if column is not None:
            said = self.text[column - 1 :].partition(":")[0].strip()
            return self.mistake(f"expected {what}, found {said!r}.", column)
        if self.at >= len(self.tokens):
            return self.mistake(f"expected {what}, the line ends.")
        word = self.tokens[self.at][0]
        short = word if len(word) <= 40 else word[:39] + "…"
        others = [each for each in known if each != word.lower()]
        return self.mistake(f"expected {what}, found {short!r}.{did_you_mean(word, others)}")

    # --- taking

    def next_word(self) -> str:
        """Takes the next word, whatever it is."""
        self.at += 1
        return self.words[self.at - 1]

    def take_if(self, *words: str) -> bool:
        """Takes these words if they come next."""
        if tuple(self.words[self.at : self.at + len(words)]) != words:
            return False
        self.at += len(words)
        return True

    def take(self, *words: S) -> S:
        """One of these words, or a complaint."""
        for word in words:
            if self.take_if(word):
                return word
        raise self.make_error(" or ".join(f"{word!r}" for word in words), words)

    def all_of(self, *words: str) -> None:
        """These words, one after another."""
        for word in words:
            self.take(word)

    def plural(self, choices: Iterable[S]) -> S | None:
        """One of these words, or its singular, if it comes next."""
        word = self.peek()
        for choice in choices:
            if word == choice or SINGULARS.get(word) == choice:
                self.at += 1
                return choice
        return None

    def end(self) -> None:
        """Nothing more."""
        if self.at < len(self.tokens):
            raise self.make_error("the end of the line")

    def take_whole(self, what: str = "a whole number") -> int:
        """A whole number."""
        if not _WHOLE.fullmatch(self.peek()):
            raise self.make_error(what)
        return int(self.next_word())

    def take_signed(self, what: str) -> int:
        """A whole number that may be below zero."""
        if not _SIGNED.fullmatch(self.peek()):
            raise self.make_error(what)
        return int(self.next_word())

    def number_here(self) -> NumberValue:
        """A number with at most two decimals; a currency sign before it is ignored."""
        column = self.column
        if self._comma_inside():
            raise self.mistake(f"write {self.peek()}{self.peek(2)}: no commas inside a number.")
        return self._number(self.next_word().replace("$", ""), column)

    def _comma_inside(self) -> bool:
        """Whether a number such as 1,000 comes next: three words with no space between them."""
        if self.peek(1) != "," or not _THOUSANDS.fullmatch(self.peek(2)):
            return False
        (number, column), (_, comma), (_, thousands) = self.tokens[self.at : self.at + 3]
        return comma == column + len(number) and thousands == comma + 1

    def times_here(self) -> NumberValue | None:
        """The 2 of `2x`, if that comes next."""
        times = _TIMES.fullmatch(self.peek())
        if times is None:
            return None
        column = self.column
        self.next_word()
        return self._number(times[1], column)

    def percent_here(self) -> NumberValue | NameValue | None:
        """The 10 of `10%`, or the name of `risk%`, if that comes next."""
        column, percent = self.column, _PERCENT.fullmatch(self.peek())
        if percent is None:
            return None
        word = percent[1]
        if word in self.names.number_names:
            self.next_word()
            return NameValue(word)
        if not _NUMBER.fullmatch(word):
            raise self.make_error("a number before '%'", [f"{name}%" for name in self.names.number_names])
        self.next_word()
        return self._number(word.replace("$", ""), column)

    def _number(self, word: str, column: int) -> NumberValue:
        try:
            return NumberValue(parse_amount(word))
        except Malformed as error:
            raise self.mistake(f"expected {error.expected}, {error.message}", column) from None
