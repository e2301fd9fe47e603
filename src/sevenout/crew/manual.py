"""A house's manual for its crew, as data: every fact with its clause, provenance and plain words.

A rulebook says what is won and lost; a manual says who takes and pays it, in which order, with which words and tools.
Only Catfish Bend's document is such a manual. The others state a few facts and take the rest from it, as assumed.
The manuals lie in `manuals/HOUSE/CHAPTER.toml`; the module that carries a chapter out gives it its shape.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from sevenout.refusal import Citation, Provenance
from sevenout.rulebook.model import Rulebook

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

GENERAL = "catfish-bend"
"""The house whose manual the others take what they do not state from."""
_GENERAL_TITLE = "Catfish Bend"


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
        """What to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


def chapter(book: Rulebook, name: str, shape: type[S]) -> S:
    """A chapter of the manual of a rulebook's house, whose facts have the names and types of `shape`."""
    known: S = _chapter(book.name, name, shape)
    return known


@cache
def _chapter(house: str, name: str, shape: type[Any]) -> Any:
    return msgspec.convert(_tables(house, name), shape)


def _tables(house: str, name: str) -> dict[str, Any]:
    general = _read(GENERAL, name)
    if house == GENERAL:
        return general
    tables: dict[str, Any] = _over(_assumed(general), _read(house, name))
    return tables


def _read(house: str, name: str) -> dict[str, Any]:
    """A house's own chapter; a user's book may have any name, and has none."""
    manuals = resources.files(__package__) / "manuals"
    file = manuals / house / f"{name}.toml"
    known = any(folder.name == house for folder in manuals.iterdir()) and file.is_file()
    return tomllib.loads(file.read_text(encoding="utf-8")) if known else {}


def _over(below: Any, above: Any) -> Any:
    """A house's own words over the general ones, table by table; a fact or a list is replaced whole."""
    if not isinstance(below, dict) or not isinstance(above, dict) or "value" in above:
        return above
    return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}


def _assumed(raw: Any) -> Any:
    """What one house states is only assumed of another, and the clause is named as that house's."""
    if isinstance(raw, list):
        return [_assumed(item) for item in raw]
    if not isinstance(raw, dict):
        return raw
    known = {key: _assumed(value) for key, value in raw.items()}
    if "says" not in raw:
        return known
    return {**known, "clause": f"{_GENERAL_TITLE}: {raw['clause']}", "provenance": "assumed"}
