"""Reads a chapter of a manual that a house has written itself: citations filled in, every fault with its line.

It knows the shape of a chapter only as the types of its struct; what the facts mean is the business of whoever
carries them out. Values may stand bare, as everywhere in a rulebook's file, and take the citation of their table.
"""

from string import Formatter
from typing import Any

from msgspec import Struct, inspect

from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import hint
from sevenout.rulebook.loader import value_parsing
from sevenout.rulebook.loader.table_reader import Faults
from sevenout.rulebook.loader.value_parsing import quote_value
from sevenout.rulebook.source import CITATION_WORDS, TomlPath, TomlTable

_SEE = "See docs/reference/rulebook-format.md, and sevenout rules BOOK --manual for the words"


def read_chapter(raw: object, shape: type[Struct], path: TomlPath, below: object, faults: Faults) -> Any:
    """A chapter's tables with every citation written out; what is wrong with them goes to `faults`.

    `below` is the same chapter as it stands without them: a text may name only what the text in its place names.
    """
    top = faults.cite((), faults.source.tables, Citation())
    return _ChapterReader(faults).value(raw, inspect.type_info(shape), path, top, below, whole=False)


def fields_of(text: str) -> set[str]:
    """The fields of a text that are filled in.

    >>> sorted(fields_of("{amount} for {wager}"))
    ['amount', 'wager']
    """
    parts = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
    return {f"{field}{f'!{how}' if how else ''}{f':{form}' if form else ''}" for field, form, how in parts}


class _ChapterReader:
    """One chapter being read."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def value(self, raw: object, kind: inspect.Type, path: TomlPath, cite: Citation, below: object, whole: bool) -> Any:
        """A value of some type; `whole`: nothing of it can be inherited."""
        match kind:
            case inspect.StructType() if _is_fact(kind):
                return self._fact(raw, kind, path, cite, below)
            case inspect.StructType():
                return self._table(raw, kind, path, cite, below, whole=whole)
            case inspect.DictType():
                return self._entries(raw, kind, path, cite, below, whole=whole)
            case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType() | inspect.SetType():
                if not isinstance(raw, list):
                    return self._wrong(path, f"{quote_value(raw)} is no list", "Write [ ... ]")
                return [
                    self.value(item, kind.item_type, (*path, at), cite, None, whole=True) for at, item in enumerate(raw)
                ]
            case inspect.UnionType():
                (only,) = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
                return self.value(raw, only, path, cite, below, whole=whole)
            case inspect.LiteralType():
                return self._one_of(raw, tuple(map(str, kind.values)), path)
            case inspect.StrType():
                return self._text(raw, path, below)
            case inspect.IntType():
                return self.faults.read(path, raw, value_parsing.parse_whole, 1)
            case inspect.BoolType():
                return self.faults.read(path, raw, value_parsing.boolean, False)
            case _:
                raise AssertionError(f"a chapter holds values of a kind that nobody reads: {kind}")

    # --- tables

    def _fact(self, raw: object, kind: inspect.StructType, path: TomlPath, cite: Citation, below: object) -> Any:
        """A value, bare or with its citation."""
        table = raw if isinstance(raw, dict) and any(key in raw for key in ("value", *CITATION_WORDS)) else None
        if table is not None:
            cite = self.faults.cite(path, table, cite)
            self._check_words(table, ("value",), path)
            if "value" not in table:
                return self._wrong(path, "a citation without a value", f"Add value to {path[-1]}")
            raw = table["value"]
        value_kind = next(field.type for field in kind.fields if field.encode_name == "value")
        under = below.get("value") if isinstance(below, dict) else None
        value = self.value(raw, value_kind, path, cite, under, whole=True)
        return {"value": value, "clause": cite.clause, "provenance": cite.provenance, "says": cite.says}

    def _table(
        self, raw: object, kind: inspect.StructType, path: TomlPath, cite: Citation, below: object, *, whole: bool
    ) -> Any:
        """A section of facts, or one entry of a list that has a citation of its own."""
        if not isinstance(raw, dict):
            return self._wrong(path, f"{quote_value(raw)} where a table is expected", "Write its words in a table")
        cite = self.faults.cite(path, raw, cite)
        known = {field.encode_name: field for field in kind.fields if field.encode_name not in CITATION_WORDS}
        self._check_words(raw, tuple(known), path)
        cited = len(known) < len(kind.fields)
        if whole:
            for word, field in known.items():
                if field.required and word not in raw:
                    self._wrong(path, f"the word {word!r} is missing", f"Add {word}")
        read = {
            word: self.value(raw[word], field.type, (*path, word), cite, _under(below, word), whole=whole)
            for word, field in known.items()
            if word in raw
        }
        return {**read, "clause": cite.clause, "provenance": cite.provenance, "says": cite.says} if cited else read

    def _entries(
        self, raw: object, kind: inspect.DictType, path: TomlPath, cite: Citation, below: object, *, whole: bool
    ) -> Any:
        """A table whose words are up to the house, or out of a list."""
        if not isinstance(raw, dict):
            return self._wrong(path, f"{quote_value(raw)} where a table is expected", "Write its words in a table")
        cited = _is_fact(kind.value_type)
        if cited:
            cite = self.faults.cite(path, raw, cite)
        if whole and isinstance(below, dict):
            for word in below.keys() - raw.keys():
                self._wrong(path, f"nothing is said of {word!r}", f"Add {word}: this is read whole")
        if isinstance(kind.key_type, inspect.LiteralType):
            self._check_words(raw, tuple(map(str, kind.key_type.values)), path)
        return {
            word: self.value(item, kind.value_type, (*path, word), cite, _find_neighbour(below, word), whole=whole)
            for word, item in raw.items()
            if not (cited and word in CITATION_WORDS)
        }

    def _check_words(self, table: TomlTable, words: tuple[str, ...], path: TomlPath) -> None:
        for word in table:
            if word not in words and word not in CITATION_WORDS:
                remedy = hint(
                    word, (*words, *CITATION_WORDS), f"There are: {', '.join(words)}" if len(words) < 15 else _SEE
                )
                self._wrong((*path, word), f"unknown word {word!r}", remedy)

    # --- plain values

    def _one_of(self, raw: object, options: tuple[str, ...], path: TomlPath) -> str:
        return self.faults.read(path, raw, lambda said: value_parsing.one_of(said, options), options[0])

    def _text(self, raw: object, path: TomlPath, below: object) -> str:
        text = self.faults.read(path, raw, value_parsing.word, "")
        try:
            named = fields_of(text)
        except ValueError:
            self._wrong(path, f"{quote_value(text)} has a brace without its other", "Write {number}, or {{ for a brace")
            return text
        allowed = fields_of(below) if isinstance(below, str) else set()
        for field in sorted(named - allowed):
            rest = f"It may name {', '.join(sorted(allowed))}" if allowed else "Nothing is filled in here"
            self._wrong(path, f"{{{field}}} is not known here", hint(field, allowed, rest))
        return text

    def _wrong(self, path: TomlPath, message: str, remedy: str) -> None:
        self.faults.add(path, message, remedy)


def _is_fact(kind: inspect.Type) -> bool:
    names = {field.encode_name for field in kind.fields} if isinstance(kind, inspect.StructType) else set()
    return {"value", *CITATION_WORDS} == names


def _under(below: object, word: str) -> object:
    return below.get(word) if isinstance(below, dict) else None


def _find_neighbour(below: object, word: str) -> object:
    """The entry of this word below; for a new word one made of all the others."""
    if not isinstance(below, dict) or word in below:
        return _under(below, word)
    others = [entry.get("value") if isinstance(entry, dict) else entry for entry in below.values()]
    texts = [text for other in others for text in (other.values() if isinstance(other, dict) else [other])]
    joined = " ".join(text for text in texts if isinstance(text, str))
    tables = [other for other in others if isinstance(other, dict)]
    return {"value": dict.fromkeys(tables[0], joined) if tables else joined}
