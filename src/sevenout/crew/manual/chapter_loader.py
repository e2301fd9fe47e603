"""A house's manual for its crew, as data: every fact with its clause, provenance and plain words.

A rulebook says what is won and lost; a manual says who takes and pays it, in which order, with which words and tools.
Only Catfish Bend's document is such a manual. The others state a few facts and take the rest from it, as assumed.
The shipped ones lie in `manuals/HOUSE/CHAPTER.toml`, those of one's own under `[manual.CHAPTER]` in a rulebook's file;
the module that carries a chapter out gives it its shape.
"""

import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadRulebook, Fault
from sevenout.base.refusal import Citation, Provenance, Refusal
from sevenout.crew.manual.custom_chapters import read_chapter
from sevenout.rulebook.loader.table_reader import Faults
from sevenout.rulebook.model import Rulebook
from sevenout.rulebook.source import MANUAL, Source, parse

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

GENERAL = "catfish-bend"
"""The house whose manual the others take what they do not state from."""
GENERAL_TITLE = "Catfish Bend"

_KEPT = 256
"""How many chapters stay in memory; houses of one's own may be many."""


class Fact(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """One value of a manual, and where it comes from.

    >>> Fact(5, "Dice Inspection", "a set is five dice").cite.provenance
    'stated'
    """

    value: T
    clause: str
    says: str
    provenance: Provenance = "stated"

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


def chapter(book: Rulebook, name: str, shape: type[S]) -> S:
    """A chapter of the manual of a rulebook's house, whose facts have the names and types of `shape`."""
    known: S = _chapter(book.name, book.texts, name, shape)
    return known


def chapter_faults(source: Source, name: str, shape: type[Struct]) -> tuple[Fault, ...]:
    """The faults of a custom chapter, and of the files that it extends.

    >>> from sevenout.crew.layout.chips import ChipRules
    >>> from sevenout.rulebook.source import read_book
    >>> chapter_faults(read_book("typical"), "chips", ChipRules)
    ()
    """
    return _laid_over(_read_name(source, "name", source.origin), source.texts, name, shape)[1]


# --- files over files, and all of them over the general manual


class _Layer(Struct, frozen=True):
    """One file of a rulebook: its house, what the house's document is, and what it says to the crew."""

    name: str
    title: str
    document: str
    source: Source

    def chapter(self, name: str, shape: type[Any], below: Any, faults: Faults) -> Any:
        """A chapter of this file: the shipped one of its house, overridden by its own."""
        shipped = _read(self.name, name)
        own = self.source.tables.get(MANUAL)
        raw = own.get(name) if isinstance(own, dict) else None
        if raw is None:
            return shipped
        return _over(shipped, read_chapter(raw, shape, (MANUAL, name), _over(below, shipped), faults))


_Texts = tuple[tuple[str, str], ...]


@lru_cache(maxsize=_KEPT)
def _chapter(house: str, texts: _Texts, name: str, shape: type[Any]) -> Any:
    tables, faults = _laid_over(house, texts, name, shape)
    if faults:
        raise BadRulebook(faults)
    return msgspec.convert(tables, shape)


def _laid_over(house: str, texts: _Texts, name: str, shape: type[Any]) -> tuple[Any, tuple[Fault, ...]]:
    layers = tuple(_layers(house, texts))
    general = _read(GENERAL, name)
    tables = {} if any(layer.name == GENERAL for layer in layers) else _mark_assumed(general, GENERAL_TITLE)
    faults: list[Fault] = []
    for layer in reversed(layers):
        kept = Faults(layer.source)
        own = layer.chapter(name, shape, tables or general, kept)
        faults += kept.found
        tables = _over(tables, own if layer.document == layers[0].document else _mark_assumed(own, layer.title))
    return tables, tuple(faults)


def _layers(house: str, texts: _Texts) -> Iterator[_Layer]:
    """The files of a rulebook, its own first. A file without a document speaks for that of the file it extends."""
    sources = [_parsed(text, origin) for origin, text in texts]
    own, *extended = sources or [Source({}, {}, house, "")]
    sources = [own, *(Source(source.tables, {}, source.origin, source.digest) for source in extended)]  # no lines here
    documents: list[str] = []
    for source in reversed(sources):
        documents.insert(0, _read_name(source, "document", documents[0] if documents else source.origin))
    for source, document in zip(sources, documents, strict=True):
        name = house if source is own else _read_name(source, "name", source.origin)
        title = GENERAL_TITLE if name == GENERAL else _read_name(source, "title", name)
        yield _Layer(name, title, document, source)


def _read_name(source: Source, word: str, otherwise: str) -> str:
    """A name that a file gives, if it is one at all."""
    name = source.tables.get(word)
    return name if isinstance(name, str) and name else otherwise


_parsed = lru_cache(maxsize=_KEPT)(parse)


@cache
def _read(house: str, name: str) -> dict[str, Any]:
    """A shipped chapter of a house; a user's book may have any name, and has none."""
    manuals = resources.files(__package__) / "manuals"
    file = manuals / house / f"{name}.toml"
    known = any(folder.name == house for folder in manuals.iterdir()) and file.is_file()
    return tomllib.loads(file.read_text(encoding="utf-8")) if known else {}


def _over(below: Any, above: Any) -> Any:
    """A house's own words over the general ones, table by table; a fact or a list is replaced whole."""
    if not isinstance(below, dict) or not isinstance(above, dict) or "value" in above:
        return above
    return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}


def _mark_assumed(raw: Any, title: str) -> Any:
    """Marks what one house states as assumed of another, and names the clause as that house's."""
    if isinstance(raw, list):
        return [_mark_assumed(item, title) for item in raw]
    if not isinstance(raw, dict):
        return raw
    known = {key: _mark_assumed(value, title) for key, value in raw.items()}
    if "says" not in raw:
        return known
    return {**known, "clause": f"{title}: {raw['clause']}" if raw["clause"] else title, "provenance": "assumed"}


def refused_role(by: str, allowed: Fact[frozenset[str]], act: str = "") -> Refusal | None:
    """Why somebody in this role may not do it; `act` says what, if the refusal should.

    >>> allowed = Fact(frozenset({"boxperson", "supervisor"}), "Box", "the boxperson or the supervisor counts")
    >>> refused_role("boxperson", allowed)
    >>> refused_role("stickperson", allowed).reason
    'that is for the boxperson or supervisor, not for the stickperson'
    >>> refused_role("stickperson", allowed, "inspects the dice").reason
    'the boxperson or supervisor inspects the dice, not the stickperson'
    """
    if by in allowed.value:
        return None
    roles = " or ".join(sorted(allowed.value))
    reason = f"the {roles} {act}, not the {by}" if act else f"that is for the {roles}, not for the {by}"
    return Refusal("not-yours", reason, allowed.cite)
