"""Finds every value of a rulebook file, with its clause, and the ways to alter it."""

import copy
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from msgspec import Struct

from sevenout.base.vocabulary import CREW_ROLES
from sevenout.rulebook.source import TomlPath, TomlTable
from sevenout.rulebook.wager_schema import PRESENTATION

CITATION = ("clause", "provenance", "says")
NOT_RULES = (*CITATION, *PRESENTATION, "name", "document", "format", "extends", "by")
"""Words that carry no rule of their own: titles and places on the layout are presentation, without a clause; `by` only
says how a table of numbers is keyed, or is checked at load."""

FLIPS: dict[str, tuple[str, ...]] = {
    "any": ("never", "all"),
    "never": ("any",),
    "off": ("on",),
    "on": ("off",),
    "new shooter": ("any",),
    "open": ("closed", "locked"),
    "closed": ("open",),
    "confirmed": ("closed", "open", "refused"),
    "locked": ("open",),
    "table": ("none",),
    "chip": ("table", "nothing"),
    "nothing": ("chip",),
    "table unless exact": ("table",),
    "none": ("table",),
    "parts": ("table",),
    "stay": ("lose",),
    "lose": ("stay",),
    "down": ("up",),
    "up": ("down",),
    "exact": ("down",),
    "stake": ("win",),
    "win": ("stake",),
    "stays": ("comes down", "returned with the flat"),
    "comes down": ("stays",),
    "returned with the flat": ("stays",),
    "all": ("any",),
    "settled apart": ("made good from winnings",),
    "made good from winnings": ("settled apart",),
    "refused": ("settled at the maximum", "open"),
    "settled at the maximum": ("refused",),
    "finishes the point": ("finishes the point, then shoots a hand of their own",),
    "finishes the point, then shoots a hand of their own": ("finishes the point",),
    "when complete": ("when lost",),
    "when lost": ("when complete",),
    "always": ("may", "never"),
    "may": ("always", "never"),
    "natural fall, else no roll": ("no roll",),
    "supervisor": ("nobody",),
    "points": ("point",),
    "point": ("points",),
    "n": ("points",),
    "pass": ("dont-pass",),
    "dont-pass": ("pass",),
    "come-n": ("dont-come-n",),
    "dont-come-n": ("come-n",),
    "come-*": ("dont-come-*",),
    "dont-come-*": ("come-*",),
    "place-n": ("buy-n",),
}


class Mutant(Struct, frozen=True):
    """One value altered: where it stands, the clause it cites, what became of it."""

    path: TomlPath
    clause: str
    change: str
    tables: TomlTable

    @property
    def where(self) -> str:
        return ".".join(map(str, self.path))


def mutants(tables: TomlTable) -> Iterator[Mutant]:
    """Every way to alter every value of a file, one at a time."""
    for path, clause, value in values(tables, (), ""):
        for altered in alterations(path, value):
            changed = copy.deepcopy(tables)
            target: Any = changed
            for step in path[:-1]:
                target = target[step]
            target[path[-1]] = altered
            yield Mutant(path, clause, f"{_short(value)} → {_short(altered)}", changed)


def values(table: Any, path: TomlPath, clause: str) -> Iterator[tuple[TomlPath, str, Any]]:
    """Every leaf that is a rule, with the clause that holds for it."""
    if isinstance(table, dict):
        clause = table.get("clause", clause)
        for key, value in table.items():
            if key not in NOT_RULES:
                yield from values(value, (*path, key), clause)
    elif isinstance(table, list) and any(isinstance(item, dict) for item in table):
        for index, item in enumerate(table):
            yield from values(item, (*path, index), clause)
    else:
        yield path, clause, table


def alterations(path: TomlPath, value: Any) -> Iterator[Any]:
    """Another number, another ratio, a flipped word, a list with one thing less or more."""
    word = next((step for step in reversed(path) if isinstance(step, str) and step != "value"), "")
    match value:
        case bool():
            yield not value
        case int() | Decimal():
            yield value + (5 if word == "minimum" and path[0] == "table" else 1)
        case list():
            for index in range(len(value)):
                yield value[:index] + value[index + 1 :]
            if value and all(isinstance(item, int) for item in value):
                yield [*value, next(total for total in range(2, 13) if total not in value)]
            if word == "calls" and len(value) < 2:
                yield ["on", "off"]
            if word in ("called-by", "called-confirmed-by"):
                yield [role for role in CREW_ROLES if role not in value]
            if word == "ordered-to-pass" and not value:
                yield ["delay"]
        case str() if ratio := re.fullmatch(r"(\d+):(\d+)", value):
            yield f"{int(ratio.group(1)) + 1}:{ratio.group(2)}"
        case str() if value == "table" and "minimum" in path:
            yield "chip"
        case str() if value == "chip" and "minimum" in path:
            yield "table"
        case str():
            yield from FLIPS.get(value, ())
        case _:
            raise AssertionError(f"{path} has a value of a kind that nobody alters: {value!r}")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
