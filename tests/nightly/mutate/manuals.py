"""Finds every value of a shipped chapter of a crew's manual, with its clause, and the ways to alter it by its type."""

import copy
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import convert, inspect
from msgspec.structs import replace

import sevenout.crew
from sevenout.base.errors import SevenoutError
from sevenout.crew.layout.areas import Areas, areas
from sevenout.crew.manual import chapter_loader as manual
from sevenout.crew.payout.sequence import SequenceRules, plan_by
from sevenout.crew.pit.manual_check import CHAPTERS
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.source import CITATION_WORDS, TomlPath, TomlTable
from tests.nightly.mutate.values import Mutant

FOLDER = Path(sevenout.crew.__file__).parent / "manual" / "manuals"
FILES = tuple(sorted(f"{file.parent.name}/{file.stem}" for file in FOLDER.glob("*/*.toml")))
"""Every shipped chapter, as HOUSE/CHAPTER."""


def read(file: str) -> TomlTable:
    """The tables of a shipped chapter."""
    return tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))


@contextmanager
def altered_manual(house: str, chapter: str, tables: TomlTable) -> Iterator[None]:
    """A world in which a shipped chapter reads otherwise."""
    shipped = manual._read

    def reads(a_house: str, name: str) -> dict[str, Any]:
        return tables if (a_house, name) == (house, chapter) else shipped(a_house, name)

    with patch.object(manual, "_read", reads):
        manual._chapter.cache_clear()
        try:
            yield
        finally:
            manual._chapter.cache_clear()


def loads(rules: CompiledBook, chapter: str) -> bool:
    """Whether a chapter of a house can still be read."""
    try:
        manual.chapter(rules.book, chapter, CHAPTERS[chapter])
    except (ValueError, SevenoutError):
        return False
    return True


def manual_mutants(tables: TomlTable, chapter: str) -> Iterator[Mutant]:
    """Every way to alter every value of a chapter, one at a time."""
    means = {"sequence": _order, "calls": _spoken, "precedence": _unordered}.get(chapter, dict)
    meant = means(tables)
    for path, clause, value, altered in _changes(tables, inspect.type_info(CHAPTERS[chapter]), (), ""):
        changed = copy.deepcopy(tables)
        target: Any = changed
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = (_inherited(chapter, path) if value == "" else "") or altered
        if means(changed) == meant:
            continue  # the same in other words
        yield Mutant(path, clause, f"{_short(value)} → {_short(target[path[-1]])}", changed)


@cache
def _areas() -> Areas:
    return areas(Game.open("catfish-bend"))


@cache
def _points() -> frozenset[int]:
    return frozenset(Game.open(manual.GENERAL).rules.book.points)


def _inherited(chapter: str, path: TomlPath) -> str:
    """What the general manual has where a house says that it has nothing: any other word might mean nothing too."""
    known: Any = read(f"{manual.GENERAL}/{chapter}")
    for step in path:
        known = known.get(step, {}) if isinstance(known, dict) else {}
    return known if isinstance(known, str) else ""


def _spoken(tables: TomlTable) -> object:
    """What a chapter on calls comes to. A total that can be the point is never craps or a natural (`kinds_of`): to add
    one to those words is impossible, and alters nothing that could be heard."""
    kinds = tables.get("roll", {}).get("kinds", {})
    heard = {kind: {*fact["value"]} - _points() for kind, fact in kinds.items()}
    return {**tables, "roll": {**tables.get("roll", {}), "kinds": heard}}


def _unordered(tables: TomlTable) -> object:
    """What a chapter on precedence comes to: its rules, in whatever order they stand. Bringing the dice in is done in
    no area and to no wager: where those are named it alters nothing."""
    rules = copy.deepcopy(tables["before"])
    for work in (rule[word] for rule in rules for word in ("first", "then") if word in rule):
        if work.get("areas") or work.get("wagers"):
            work["acts"] = sorted({*work["acts"]} - {"bring in"})
    return sorted(rules, key=repr)


def _order(tables: TomlTable) -> object:
    """What a chapter on the sequence comes to: who does what where, in every kind of roll; itself where it is wrong.
    An area that is left to whichever phase is the only one for it is in its place all the same."""
    try:
        order = convert(tables, SequenceRules)
        plan = plan_by(order, _areas())
    except (ValueError, SevenoutError):
        return tables
    kinds = [(seven_out, act) for seven_out in (False, True) for act in ("take", "pay", "move", "mark")]
    rank = {area.name: at for at, area in enumerate(plan.areas.all)}
    done = [[(area, plan.place(seven_out, act, area)) for area in rank] for seven_out, act in kinds]
    phases = [replace(phase, areas=(), when="any roll") for phase in order.phases]
    within = [sorted(phase.areas, key=rank.__getitem__) == list(phase.areas) or phase.areas for phase in order.phases]
    return done, phases, within, replace(order, phases=())


def _changes(raw: Any, kind: inspect.Type, path: TomlPath, clause: str) -> Iterator[tuple[TomlPath, str, Any, Any]]:
    """Walks down to the values; a list of entries with citations also loses one, or has two the other way round."""
    match kind:
        case inspect.StructType() if isinstance(raw, dict):
            clause = raw.get("clause", clause)
            kinds = {field.encode_name: field.type for field in kind.fields if field.encode_name not in CITATION_WORDS}
            for word in (word for word in raw if word in kinds):
                yield from _changes(raw[word], kinds[word], (*path, word), clause)
        case inspect.UnionType():
            (only,) = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
            yield from _changes(raw, only, path, clause)
        case inspect.DictType():
            for word in raw:
                yield from _changes(raw[word], kind.value_type, (*path, word), clause)
        case inspect.VarTupleType() if any(isinstance(item, dict) for item in raw):
            for at, item in enumerate(raw):
                cites = item.get("clause", clause)
                yield path, cites, item, [*raw[:at], *raw[at + 1 :]]
                if at + 1 < len(raw) and not _apart(item, raw[at + 1]):
                    yield path, cites, item, [*raw[:at], raw[at + 1], item, *raw[at + 2 :]]
                yield from _changes(item, kind.item_type, (*path, at), clause)
        case _:
            for altered in _alterations(raw, kind):
                yield path, clause, raw, altered


def _apart(one: TomlTable, other: TomlTable) -> bool:
    """Whether two phases never meet in one roll, or two denominations lie side by side in no order."""
    return {one.get("when"), other.get("when")} == {"seven-out", "not a seven-out"} or "cents" in one


def _alterations(value: Any, kind: inspect.Type) -> Iterator[Any]:
    match kind:
        case inspect.BoolType():
            yield not value
        case inspect.IntType():
            yield value + 1
        case inspect.LiteralType():
            others = [option for option in kind.values if option != value]
            yield from others or [f"not {value}"]
        case inspect.StrType():
            yield f"{value} altered".strip()
        case inspect.VarTupleType() | inspect.FrozenSetType():
            for at in range(len(value)):
                yield [*value[:at], *value[at + 1 :]]
            if isinstance(kind, inspect.VarTupleType) and len(value) > 1:
                yield value[::-1]
            yield from ([*value, more] for more in _more(value, kind.item_type))
        case _:
            raise AssertionError(f"a value of a kind that nobody alters: {kind}: {value!r}")


def _more(value: list[Any], kind: inspect.Type) -> Iterator[Any]:
    """One thing that a list does not have yet."""
    match kind:
        case inspect.IntType():
            yield next(total for total in range(2, 14) if total not in value)
        case inspect.LiteralType():
            yield from [option for option in kind.values if option not in value][:1]


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
