"""Reads the words of one table of a rulebook, keeping every fault it finds instead of stopping at the first.

It knows the kinds of value (a word of a list, an amount, a ratio, rolls, a table by number), not what they are for.
"""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, TypeVar, cast

from sevenout.money import Cents, Odds
from sevenout.rulebook.model import Citation, Numbers, Provenance, Row, RowOutcome, Value, When
from sevenout.rulebook.source import Fault, Source, TomlPath, TomlTable
from sevenout.rulebook.triggers import Number, Trigger
from sevenout.words import did_you_mean

T = TypeVar("T")
S = TypeVar("S", bound=str)

CITATION_WORDS = ("clause", "provenance", "says")
_PROVENANCES = ("stated", "derived", "assumed")
_BY = ("n", "point", "roll")
_LARGEST_AMOUNT = 10**12
_PAIR = re.compile(r"([1-6])-([1-6])")
_WAY = re.compile(r"(hard|easy)(?: (n|\d+))?")


class Faults:
    """Collects what is wrong, each thing once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: dict[Fault, None] = {}

    def add(self, path: TomlPath, message: str, remedy: str) -> None:
        """Notes a fault at a path of the file."""
        where = ".".join(str(part) for part in path if not isinstance(part, int))
        self.found.setdefault(Fault(where or self.source.origin, self.source.line(path), message, remedy))

    def cite(self, path: TomlPath, table: TomlTable, inherited: Citation) -> Citation:
        """The citation a table carries, else the one it inherits."""
        if not any(word in table for word in CITATION_WORDS):
            return inherited
        texts = {word: table.get(word, "assumed" if word == "provenance" else "") for word in CITATION_WORDS}
        for word, text in texts.items():
            if not isinstance(text, str):
                self.add((*path, word), f"{word} is {_shown(text)}", "Write it as text in double quotes")
                return inherited
        provenance = texts["provenance"]
        if provenance not in _PROVENANCES:
            hint = did_you_mean(provenance, _PROVENANCES).strip()
            self.add(
                (*path, "provenance"), f"unknown provenance {provenance!r}", hint or "Write stated, derived or assumed"
            )
            provenance = "assumed"
        if provenance == "stated" and not (texts["clause"] and texts["says"]):
            missing = "clause" if not texts["clause"] else "says"
            self.add(path, f"a stated value has no {missing}", f"Add {missing}, or write provenance = 'assumed'")
        return Citation(texts["clause"], cast(Provenance, provenance), texts["says"])


class Words:
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
            faults.add(
                path,
                f"{_shown(table)} where a table is expected",
                f"Write [{'.'.join(map(str, path))}] and its words below",
            )
            table = {}
        self.table: TomlTable = table
        self.cite = faults.cite(path, self.table, inherited)
        self._origins = origins or {}
        self._asked = set(CITATION_WORDS)

    def __contains__(self, word: str) -> bool:
        return word in self.table

    def at(self, word: str) -> TomlPath:
        """Where a word stands in the file."""
        return self._origins.get(word, (*self.path, word))

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
                hint = did_you_mean(word, self._asked - set(CITATION_WORDS)).strip()
                self.faults.add(
                    self.at(word), f"unknown word {word!r}", hint or "See docs/rulebook-format.md for the words"
                )

    def inner(self, word: str) -> "Words":
        """The words of a table inside this one; values there inherit this table's citation."""
        raw = self.raw(word)
        return Words(self.faults, {} if raw is None else raw, self.at(word), self.cite)

    def value(self, word: str, default: T, parse: Callable[[object], T], cite: Citation | None = None) -> Value[T]:
        """A value, bare or with its citation; `parse` raises ValueError: the fault, a bar, the remedy."""
        raw = self.raw(word)
        if raw is None:
            return Value(default, Citation() if cite is None else cite, 0)
        own = self.cite
        if isinstance(raw, dict) and ("value" in raw or any(key in raw for key in CITATION_WORDS)):
            own = self.faults.cite(self.at(word), raw, self.cite)
            for key in raw:
                if key != "value" and key not in CITATION_WORDS:
                    hint = did_you_mean(key, ("value", *CITATION_WORDS)).strip()
                    self.faults.add(
                        (*self.at(word), key), f"unknown word {key!r}", hint or "Write value, clause, provenance, says"
                    )
            if "value" not in raw:
                self.fault(word, "a citation without a value", f"Add value = … to {word}")
                return Value(default, own, self.faults.source.line(self.at(word)))
            raw = raw["value"]
        return Value(self._parsed(word, raw, parse, default), own, self.faults.source.line(self.at(word)))

    def _parsed(self, word: str, raw: object, parse: Callable[[object], T], default: T) -> T:
        try:
            return parse(raw)
        except ValueError as error:
            message, _, remedy = str(error).partition("|")
            self.fault(word, message, remedy)
            return default

    def choice(self, word: str, options: tuple[S, ...], default: S) -> Value[S]:
        """One word out of a list."""
        return self.value(word, default, lambda raw: one_of(raw, options))

    def text(self, word: str, default: str) -> str:
        """Plain text that carries no citation (names, titles)."""
        raw = self.raw(word)
        if raw is None:
            return default
        if not isinstance(raw, str) or not raw.strip() or len(raw) > 200:
            self.fault(word, f"{word} is {_shown(raw)}", "Write a short text in double quotes")
            return default
        return raw

    def flag(self, word: str, default: bool) -> Value[bool]:
        """True or false."""
        return self.value(word, default, boolean)

    def texts(
        self, word: str, options: tuple[str, ...] | None, default: tuple[str, ...] = ()
    ) -> Value[tuple[str, ...]]:
        """A list of words, of any kind or out of a list."""

        def parse(raw: object) -> tuple[str, ...]:
            if not isinstance(raw, list) or not all(isinstance(item, str) for item in raw):
                raise ValueError(f'{_shown(raw)} is no list of words|Write ["…", "…"]')
            return tuple(one_of(item, options) if options else item for item in raw)

        return self.value(word, default, parse)

    def by_number(
        self, word: str, default: T | None, parse: Callable[[object], T], by: str, skip: tuple[str, ...] = ()
    ) -> Numbers[T] | None:
        """One value for all, or a table by number with triggers as keys."""
        raw = self.raw(word)
        if raw is None:
            return None if default is None else Numbers("all", ((None, default),), Citation())
        line = self.faults.source.line(self.at(word))
        if not isinstance(raw, dict) or "value" in raw:
            single = self.value(word, default, parse)
            return None if single.value is None else Numbers("all", ((None, single.value),), single.cite, line)
        cite = self.faults.cite(self.at(word), raw, self.cite)
        stated_by = raw.get("by", by) if "by" not in skip else by
        if stated_by not in _BY:
            self.fault(word, f"by is {_shown(stated_by)}", "Write by = 'n', 'point' or 'roll'")
            stated_by = by
        entries: list[tuple[Trigger | None, T]] = []
        for key, item in raw.items():
            if key in CITATION_WORDS or key in skip or key == "by":
                continue
            try:
                trigger = None if key == "otherwise" else parse_trigger(int(key) if key.isdecimal() else key)
                entries.append((trigger, parse(item)))
            except ValueError as error:
                message, _, remedy = str(error).partition("|")
                self.faults.add((*self.at(word), key), f"{key}: {message}", remedy)
        if not entries:
            self.fault(word, "no number has a value", f"Write {word} = … or a table by number")
        return Numbers(cast(Any, stated_by), tuple(entries), cite, line)

    def rows(self, word: str, outcome: RowOutcome) -> tuple[Row, ...]:
        """A list of rolls, one row, or a list of rows."""
        raw = self.raw(word)
        if raw is None or raw == []:  # an empty list drops the rows of the file that this one extends
            return ()
        if isinstance(raw, dict):
            return (self._row(word, outcome, raw, self.at(word)),)
        if isinstance(raw, list) and raw and all(isinstance(item, dict) for item in raw):
            return tuple(self._row(word, outcome, item, (*self.at(word), index)) for index, item in enumerate(raw))
        return (self._row(word, outcome, {"roll": raw}, self.at(word)),)

    def _row(self, word: str, outcome: RowOutcome, table: TomlTable, path: TomlPath) -> Row:
        words = Words(self.faults, table, path, self.cite)
        whens: tuple[When, ...] = ("any", "off", "on")
        when = words.choice("when", whens, "any").value
        to = words.text("to", "") if outcome == "travel" else ""
        if outcome == "collect":
            for extra in ("pays", "paid"):
                words.raw(extra)
        raw = words.raw("roll")
        triggers: list[Trigger] = []
        for item in raw if isinstance(raw, list) else [raw]:
            try:
                triggers.append(parse_trigger(item))
            except ValueError as error:
                message, _, remedy = str(error).partition("|")
                self.faults.add(path, message, remedy)
        words.close()
        if not triggers and isinstance(raw, list):
            self.faults.add(path, f"{word} names no roll", "Write roll = [7, 11] or leave the word out")
        return Row(outcome, when, tuple(triggers), words.cite, to, self.faults.source.line(path))


def one_of(raw: object, options: tuple[S, ...]) -> S:
    """One word out of a list."""
    for option in options:
        if raw == option:
            return option
    hint = did_you_mean(raw, options).strip() if isinstance(raw, str) else ""
    raise ValueError(f"unknown word {_shown(raw)}|{hint or 'Write one of: ' + ', '.join(options)}")


def boolean(raw: object) -> bool:
    """True or false."""
    if not isinstance(raw, bool):
        raise ValueError(f"{_shown(raw)} is neither true nor false|Write true or false, without quotes")
    return raw


def amount(raw: object) -> Cents:
    """An amount in currency units, whole or with cents, as integer cents."""
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal) or not 0 < raw <= _LARGEST_AMOUNT:
        raise ValueError(f"{_shown(raw)} is no amount|Write a positive number of currency units, e.g. 500 or 2.50")
    cents = raw * 100
    if cents != int(cents):
        raise ValueError(f"{_shown(raw)} is not a whole number of cents|Write at most two decimals")
    return int(cents)


def ratio(raw: object) -> Odds:
    """A payout, e.g. "7:6"."""
    if not isinstance(raw, str):
        raise ValueError(f'{_shown(raw)} is no ratio|Write the profit to the stake in quotes, e.g. "7:6"')
    try:
        return Odds.parse(raw)
    except ValueError as error:
        raise ValueError(
            f'{_shown(raw)} is no ratio|Write the profit to the stake as two whole numbers, e.g. "7:6"'
        ) from error


def parse_number(raw: object) -> Number:
    """A total 2 to 12, or a pair "3-1" with the higher die first."""
    if isinstance(raw, int) and not isinstance(raw, bool) and 2 <= raw <= 12:
        return Number(raw)
    if isinstance(raw, str) and (pair := _PAIR.fullmatch(raw)):
        high, low = int(pair.group(1)), int(pair.group(2))
        if high < low:
            raise ValueError(f'{raw!r} has the lower die first|Write "{low}-{high}"')
        return Number(high, low)
    raise ValueError(f'{_shown(raw)} is no total and no pair|Write a total from 2 to 12, or a pair such as "3-1"')


def parse_trigger(raw: object) -> Trigger:
    """The rolls that a word of the rulebook names."""
    if raw in ("points", "point", "n"):
        return Trigger(cast(Any, raw))
    if isinstance(raw, str) and (way := _WAY.fullmatch(raw)):
        kind, number = way.group(1), way.group(2)
        if number is None:
            return Trigger("pair", None, cast(Any, kind))
        if number == "n":
            return Trigger("n", None, cast(Any, kind))
        return Trigger("total", parse_number(int(number)), cast(Any, kind))
    if isinstance(raw, str) and not _PAIR.fullmatch(raw):
        hint = did_you_mean(raw, ("points", "point", "n", "hard", "easy")).strip()
        raise ValueError(
            f"unknown roll {raw!r}|{hint or 'Write a total, points, point, n, hard 8, easy 8 or a pair such as 3-1'}"
        )
    number = parse_number(raw)
    return Trigger("total" if number.low is None else "pair", number)


def numbers(raw: object) -> tuple[int, ...]:
    """A list of distinct totals."""
    if not isinstance(raw, list) or not raw:
        raise ValueError(f"{_shown(raw)} is no list of totals|Write [4, 5, 6]")
    totals = tuple(parse_number(item).high for item in _plain_totals(raw))
    if len(set(totals)) < len(totals):
        raise ValueError(f"{_shown(raw)} names a total twice|Name each once")
    return totals


def _plain_totals(raw: Iterable[object]) -> Iterable[object]:
    for item in raw:
        if isinstance(item, str):
            raise ValueError(f"{item!r} is no total|Write totals from 2 to 12, without quotes")
        yield item


def _shown(raw: object) -> str:
    text = str(raw).lower() if isinstance(raw, bool | Decimal) else repr(raw)
    return text if len(text) <= 60 else f"{text[:57]}..."
