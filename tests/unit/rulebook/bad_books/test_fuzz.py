"""One value of a shipped book replaced by anything: the check finds faults, and what it lets pass can be played."""

import datetime
import tomllib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sevenout.base.errors import SevenoutError
from sevenout.rulebook import read_book, shipped
from sevenout.rulebook.compiler.book_compiler import check_book
from sevenout.rulebook.source import Source, line_index, parse, shipped_text
from tests.property.games import Rail
from tests.unit.rulebook.bad_books.house import SOUND
from tests.volume import examples

SCALARS: tuple[Any, ...] = (
    *(0, -1, 1, 7, 10**18),
    *(Decimal("1.5"), Decimal("-0.0"), Decimal("1e-400"), Decimal("1e400")),
    *(True, False),
    *(
        "",
        " ",
        "off",
        "on",
        "any",
        "never",
        "table",
        "points",
        "point",
        "n",
        "7",
        "hard n",
        "3-1",
        "come-*",
        "pass",
    ),
    *("7:6", "1:1000000", "0:1", "x" * 300, "\0", "stated", "place-n", "|", "{n}", "[/]"),
    *(datetime.date(2024, 2, 29), datetime.time(12, 30), datetime.datetime(2024, 2, 29, 12, 30)),
)
ADDED = ("extends", "each", "collect", "parts", "travel", "cap", "pays", "commission", "maximum-win", "clause", "zzz")
words = ("value", "clause", "provenance", "says", "roll", "when", "to", "by", "otherwise", "4", "11", "x", "")


def evenly(choices: Sequence[Any]) -> st.SearchStrategy[Any]:
    """Any of them, one as often as another: the odd ones at the end count as much as the plain ones in front."""
    return st.integers(0, 2**64).map(lambda seed: Random(seed).choice(choices))


scalars = evenly(SCALARS)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(words), inner, max_size=3),
    max_leaves=6,
)


@cache
def tables_of(book: str) -> dict[str, Any]:
    return read_book(book).tables if book else tomllib.loads(SOUND, parse_float=Decimal)


def _named(words: dict[str, Any]) -> list[str]:
    """The tables of the wagers that a wager names."""
    travel = words.get("travel", {})
    flat = words.get("attaches-to", "")
    texts = [*words.get("parts", {}), flat["value"] if isinstance(flat, dict) else flat]
    return [*texts, str(travel.get("to", "")).replace("*", "n") if isinstance(travel, dict) else ""]


def _some(tables: dict[str, Any], draw: st.DrawFn) -> dict[str, Any]:
    """A sound copy with few of the wagers, so that an example is quick, and nothing that names the others."""
    wagers = tables["wagers"]
    names = sorted(key for key in wagers if wagers[key].get("offered", True) and not key.startswith("dont"))
    kept = ["pass", "place-n", *draw(st.lists(evenly(names), min_size=1, max_size=3, unique=True))]
    for key in kept:
        kept += [name for name in _named(wagers[key]) if name in wagers and name not in kept]
    some = {**tables, "wagers": {key: wagers[key] for key in kept}, "shooter": {"line": ["pass"]}}
    return deepcopy(some)


def _places(holder: Any, outer: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every table, list and value; citations and their texts are left out."""
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        if key in ("clause", "provenance", "says"):
            continue
        yield (*outer, key)
        if isinstance(holder[key], dict | list):
            yield from _places(holder[key], (*outer, key))


@st.composite
def broken(draw: st.DrawFn, books: tuple[str, ...] = ("", *shipped())) -> dict[str, Any]:
    """A book's tables with one value replaced, wrapped, added or taken out."""
    tables = _some(tables_of(draw(st.sampled_from(books))), draw)
    *above, key = draw(evenly(list(_places(tables))))
    holder: Any = tables
    for outer in above:
        holder = holder[outer]
    match draw(evenly(("replace", "replace", "replace", "replace", "wrap", "table", "cite", "remove", "add"))):
        case "replace":
            holder[key] = draw(values)
        case "wrap":
            holder[key] = [holder[key]]
        case "table":
            holder[key] = {draw(st.sampled_from(words)): holder[key]}
        case "cite":
            holder[key] = {"value": holder[key], "clause": "1", "provenance": draw(scalars), "says": draw(scalars)}
        case "add" if isinstance(holder, dict):
            holder[draw(evenly(ADDED))] = draw(values)
        case _:
            del holder[key]
    return tables


def _played(tables: dict[str, Any]) -> None:
    """Checks the tables; a book without faults is dealt for a while, which asserts that no money is made or lost."""
    compiled, found = check_book(Source(tables, {}, "house.toml", "0"))
    assert (compiled is None) == bool(found)
    for fault in found:
        assert fault.message, fault
        assert fault.remedy, fault
        assert fault.where, fault
    if compiled is not None:
        rail = Rail(compiled, Random(1))
        for _ in range(40):
            rail.act(rail.action())


@settings(max_examples=examples(300))
@given(broken())
@example({**tables_of(""), "wagers": {**tables_of("")["wagers"], "pass-odds": {"attaches-to": 5}}})
def test_no_value_of_any_kind_breaks_the_check(tables: dict[str, Any]) -> None:
    _played(tables)


@settings(max_examples=examples(300))
@given(st.data())
def test_no_text_breaks_the_reader(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from((SOUND, shipped_text("crapless")))).split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        piece = data.draw(
            st.text(max_size=6) | st.sampled_from(("[", "]", "{", "}", '"', '"""', "'''", "=", ",", "#", "\n", "."))
        )
        lines[at] = data.draw(st.sampled_from((line[:cut] + piece + line[cut:], line[:cut], piece, line + "\n" + line)))
    try:
        check_book(parse("\n".join(lines), "house.toml"))
    except SevenoutError as error:
        assert str(error)  # noqa: PT017


@pytest.mark.parametrize("book", shipped())
def test_every_key_of_a_shipped_book_has_its_line(book: str) -> None:
    """Every value that `tomllib` reads is found on the line where its last key stands."""
    text = shipped_text(book)
    lines = text.split("\n")
    index = line_index(text)

    def walk(path: tuple[str, ...], table: dict[str, Any]) -> None:
        for key, value in table.items():
            found = index.get((*path, key))
            if found is not None:
                assert key in lines[found - 1], (path, key, found)
            else:
                assert index.get(path) or index.get(path[:-1]), (path, key)
            if isinstance(value, dict):
                walk((*path, key), value)

    walk((), tomllib.loads(text))
