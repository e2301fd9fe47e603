"""Reads the words of one table of a rulebook, keeping every fault it finds instead of stopping at the first.

It knows values with their citations, tables by number and rows; what the words are for is `book_loader`'s business.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

from sevenout.base.errors import Fault
from sevenout.base.refusal import Citation, Provenance
from sevenout.base.vocabulary import hint, likely_word
from sevenout.rulebook.loader import value_parsing
from sevenout.rulebook.loader.value_parsing import Unreadable, quote_value
from sevenout.rulebook.model import NumbersTable, Row, RowOutcome, Value, When
from sevenout.rulebook.roll_sets import Trigger
from sevenout.rulebook.source import CITATION_WORDS, Source, TomlPath, TomlTable

T = TypeVar("T")
S = TypeVar("S", bound=str)

By = Literal["n", "point", "roll"]
_PROVENANCES: tuple[Provenance, ...] = ("stated", "derived", "assumed")
_WHENS: tuple[When, ...] = ("any", "off", "on")
_BYS: tuple[By, ...] = ("n", "point", "roll")


class Faults:
    """Collects what is wrong, each thing once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: dict[Fault, None] = {}

    def add(self, path: TomlPath, message: str, remedy: str, said: str = "", instead: str = "") -> None:
        """Notes a fault at a path of the file."""
        where = ".".join(str(part) for part in path if not isinstance(part, int)) or self.source.origin
        self.found.setdefault(Fault(where, self.source.line(path), message, remedy, said=said, instead=instead))

    def add_unknown(self, path: TomlPath, message: str, said: str, known: Iterable[str], otherwise: str) -> None:
        """Notes a word that is none of those that are known: the nearest of them is asked for, or another remedy."""
        words = tuple(known)
        self.add(path, message, hint(said, words, otherwise), said, likely_word(said, words))

    def read(self, path: TomlPath, raw: object, parse: Callable[[object], T], default: T) -> T:
        """A value, or the default and a fault."""
        try:
            return parse(raw)
        except Unreadable as error:
            self.add(path, error.message, error.remedy, error.said, error.instead)
            return default

    def cite(self, path: TomlPath, table: TomlTable, inherited: Citation) -> Citation:
        """The citation a table carries, else the one it inherits."""
        if not any(word in table for word in CITATION_WORDS):
            return inherited
        clause = self.read((*path, "clause"), table.get("clause", ""), value_parsing.word, "")
        says = self.read((*path, "says"), table.get("says", ""), value_parsing.word, "")
        default: Provenance = "assumed"
        raw = table.get("provenance", default)
        provenance = self.read((*path, "provenance"), raw, lambda raw: value_parsing.one_of(raw, _PROVENANCES), default)
        if provenance == "stated" and not (clause and says):
            missing = "says" if clause else "clause"
            self.add(path, f"a stated value has no {missing}", f'Add {missing}, or write provenance = "assumed"')
        return Citation(clause, provenance, says)


class TableReader:
    """One table of the file: hands out its values by word and knows which words nobody asked for."""

    def __init__(
        self,
        faults: Faults,
        table: object,
        path: TomlPath,
        inherited: Citation,
        origins: dict[str, TomlPath] | None = None,
    ) -> None:
        self.faults = faults
        self.path = path
        if not isinstance(table, dict):
            remedy = f"Write [{'.'.join(map(str, path))}] and its words below"
            faults.add(path, f"{quote_value(table)} where a table is expected", remedy)
            table = {}
        self.table: TomlTable = table
        self.cite = faults.cite(path, self.table, inherited)
        self._origins = origins or {}
        self._asked = set(CITATION_WORDS)

    def __contains__(self, word: str) -> bool:
        return word in self.table

    def at(self, word: str) -> TomlPath:
        """Returns where a word stands in the file."""
        return self._origins.get(word, (*self.path, word))

    def line(self, word: str) -> int:
        """The line a word stands on."""
        return self.faults.source.line(self.at(word))

    def raw(self, word: str) -> Any:
        """The word's value as TOML has it, or None."""
        self._asked.add(word)
        return self.table.get(word)

    def fault(self, word: str, message: str, remedy: str) -> None:
        """Notes a fault at one word."""
        self.faults.add(self.at(word), message, remedy)

    def close(self) -> None:
        """Notes every word that nobody asked for."""
        for word in self.table:
            if word not in self._asked:
                known = self._asked - set(CITATION_WORDS)
                otherwise = "See docs/reference/rulebook-format.md for the words"
                self.faults.add_unknown(self.at(word), f"unknown word {word!r}", word, known, otherwise)

    def inner(self, word: str) -> "TableReader":
        """The words of a table inside this one; values there inherit this table's citation."""
        raw = self.raw(word)
        return TableReader(self.faults, {} if raw is None else raw, self.at(word), self.cite)

    def value(self, word: str, default: T, parse: Callable[[object], T]) -> Value[T]:
        """A value, bare or with its citation."""
        raw = self.raw(word)
        if raw is None:
            return Value(default, Citation(), 0)
        cite = self.cite
        if isinstance(raw, dict) and any(key in raw for key in ("value", *CITATION_WORDS)):
            cite = self.faults.cite(self.at(word), raw, self.cite)
            for key in raw.keys() - {"value", *CITATION_WORDS}:
                known, otherwise = ("value", *CITATION_WORDS), "Write value, clause, provenance, says"
                self.faults.add_unknown((*self.at(word), key), f"unknown word {key!r}", key, known, otherwise)
            if "value" not in raw:
                self.fault(word, "a citation without a value", f"Add value = … to {word}")
                return Value(default, cite, self.line(word))
            raw = raw["value"]
        return Value(self.faults.read(self.at(word), raw, parse, default), cite, self.line(word))

    def choice(self, word: str, options: tuple[S, ...], default: S) -> Value[S]:
        """One word out of a list."""
        return self.value(word, default, lambda raw: value_parsing.one_of(raw, options))

    def choices(self, word: str, options: tuple[str, ...]) -> Value[tuple[str, ...]]:
        """Some words out of a list."""
        return self.value(
            word, (), lambda raw: tuple(value_parsing.one_of(item, options) for item in value_parsing.words(raw))
        )

    def flag(self, word: str, default: bool) -> Value[bool]:
        """True or false."""
        return self.value(word, default, value_parsing.boolean)

    def text(self, word: str, default: str) -> str:
        """Plain text that carries no citation (names, titles)."""
        raw = self.raw(word)
        if raw is None:
            return default
        if not isinstance(raw, str) or not raw.strip() or len(raw) > 200:
            self.fault(word, f"{word} is {quote_value(raw)}", "Write a short text in double quotes")
            return default
        return raw

    def by_number(self, word: str, default: T | None, parse: Callable[[object], T], by: By) -> NumbersTable[T] | None:
        """One value for all, or a table by number with triggers as keys."""
        raw = self.raw(word)
        if raw is None:
            return None if default is None else NumbersTable("all", ((None, default),), Citation())
        if not isinstance(raw, dict) or "value" in raw:
            single = self.value(word, default, parse)
            return (
                None if single.value is None else NumbersTable("all", ((None, single.value),), single.cite, single.line)
            )
        cite = self.faults.cite(self.at(word), raw, self.cite)
        if "by" in raw:
            by = self.faults.read(self.at(word), raw["by"], lambda said: value_parsing.one_of(said, _BYS), by)
        entries: list[tuple[Trigger | None, T]] = []
        for key, item in raw.items():
            if key in CITATION_WORDS or key == "by":
                continue
            try:
                trigger = None if key == "otherwise" else value_parsing.trigger(int(key) if key.isdecimal() else key)
                entries.append((trigger, parse(item)))
            except Unreadable as error:
                at = (*self.at(word), key)
                self.faults.add(at, f"{key}: {error.message}", error.remedy, error.said, error.instead)
        if not entries:
            self.fault(word, "no number has a value", f"Write {word} = … or a table by number")
        return NumbersTable(by, tuple(entries), cite, self.line(word))

    def rows(self, word: str, outcome: RowOutcome, also: tuple[str, ...] = ()) -> tuple[Row, ...]:
        """A list of rolls, one row, or a list of rows; `also` names words of the row that are read elsewhere."""
        raw = self.raw(word)
        if raw is None or raw == []:  # an empty list drops the rows of the file that this one extends
            return ()
        if isinstance(raw, list) and all(isinstance(item, dict) for item in raw):
            return tuple(self._row(item, (*self.at(word), index), outcome, also) for index, item in enumerate(raw))
        return (self._row(raw if isinstance(raw, dict) else {"roll": raw}, self.at(word), outcome, also),)

    def _row(self, table: TomlTable, path: TomlPath, outcome: RowOutcome, also: tuple[str, ...]) -> Row:
        words = TableReader(self.faults, table, path, self.cite)
        when = words.choice("when", _WHENS, "any").value
        to = words.text("to", "") if outcome == "travel" else ""
        raw = words.raw("roll")
        for word in also:
            words.raw(word)
        words.close()
        triggers = []
        for item in raw if isinstance(raw, list) else [] if raw is None else [raw]:
            trigger = self.faults.read(path, item, value_parsing.trigger, None)
            if trigger is not None:
                triggers.append(trigger)
        if raw is None or raw == []:
            self.faults.add(path, "the row names no roll", "Write roll = [7, 11], or leave the row out")
        return Row(outcome, when, tuple(triggers), words.cite, to, self.faults.source.line(path))
