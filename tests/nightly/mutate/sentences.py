"""Finds every word of the lessons, the glossary and the throws, and ways to alter it: a number, an opposite, a list."""

import copy
import re
from collections.abc import Iterator
from typing import Any

from sevenout.rulebook.source import TomlPath
from tests.clauses.sentences import altered, miscounted
from tests.nightly.mutate.values import Mutant

OPPOSITES = (
    ("inside", "outside"), ("before", "after"), ("first", "last"), ("left", "right"), ("on", "off"), ("wins", "loses"),
    ("one", "two"), ("clockwise", "counter-clockwise"), ("nearest", "farthest"), ("never", "always"),
)  # fmt: skip


def sentence_mutants(tables: dict[str, Any]) -> Iterator[Mutant]:
    """Every way to alter every value of a file of sentences, one at a time."""
    for path, value in _leaves(tables, ()):
        for changed in _alterations(value):
            copied: Any = copy.deepcopy(tables)
            target = copied
            for step in path[:-1]:
                target = target[step]
            target[path[-1]] = changed
            yield Mutant(path, ".".join(map(str, path[:2])), f"{str(value)[:40]} → {str(changed)[:40]}", copied)


def noticed_sentence(name: str, mutant: Mutant) -> bool:
    """Whether the numbers of the house or the reading of its document notice it."""
    return bool(altered(name, mutant.tables) or miscounted(name, mutant.tables))


def _leaves(table: Any, path: TomlPath) -> Iterator[tuple[TomlPath, Any]]:
    if isinstance(table, dict):
        for word, value in table.items():
            yield from _leaves(value, (*path, word))
    else:
        yield path, table


def _alterations(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
        if len(value) > 1:
            yield value[::-1]
        return
    if number := re.search(r"\d+", value):
        yield value[: number.start()] + str(int(number[0]) + 1) + value[number.end() :]
        yield value[: number.start()] + value[number.end() :]
    pairs = [pair for both in OPPOSITES for pair in (both, both[::-1])]
    turned = next(
        (re.sub(rf"\b{one}\b", other, value, count=1) for one, other in pairs if re.search(rf"\b{one}\b", value)), ""
    )
    yield turned or f"{value} altered"
