"""Reads the [no-roll] table of a rulebook: the grounds on which a throw does not count, and who may say so.

A house's grounds are its document's: any key is one, and nothing here knows what dice do on a table.
"""

import re
import tomllib
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Literal

import msgspec

from sevenout.base.vocabulary import CREW_ROLES
from sevenout.rulebook.loader import value_parsing
from sevenout.rulebook.loader.table_reader import TableReader
from sevenout.rulebook.model import Breach, Ground, NoRollRules, Value
from sevenout.rulebook.phrase_matching import same
from sevenout.rulebook.source import CITATION_WORDS

CALLS: tuple[Literal["always", "may", "never"], ...] = ("always", "may", "never")
_KEY = re.compile(r"[a-z]+(?:-[a-z]+)*")


@cache
def _read_grounds() -> dict[str, tuple[str, ...]]:
    text = resources.files(__package__).joinpath("grounds.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, tuple[str, ...]])


def said_of(key: str) -> tuple[str, ...]:
    """The phrases for a ground that many houses have.

    >>> said_of("in-the-bowl")
    ('into the bowl', 'into the dice bowl')
    """
    return _read_grounds().get(key, ())


def read_no_roll(words: TableReader) -> NoRollRules:
    """The grounds that make a throw a no roll; one that `never` does is left out."""
    grounds = words.inner("grounds")
    keys = [key for key in grounds.table if key not in CITATION_WORDS]
    called_by = _called_by(words, needed=bool(keys))
    every_ground = [_ground(grounds, key, called_by) for key in keys]
    no_roll = NoRollRules(
        called_by,
        words.choice("overruled-by", ("nobody", *CREW_ROLES), "nobody"),
        words.choice("cocked", ("natural fall, else no roll", "no roll"), "natural fall, else no roll"),
        tuple(ground for ground in every_ground if ground.call.value != "never"),
        said_of("cannot-be-read"),
    )
    _check(words, grounds, no_roll)
    words.close()
    return no_roll


def _check(words: TableReader, grounds: TableReader, no_roll: NoRollRules) -> None:
    for one, other in combinations((ground for ground in no_roll.grounds if _KEY.fullmatch(ground.key)), 2):
        if any(same(name, further) for name in one.phrases for further in other.phrases):
            grounds.fault(other.key, f"{one.key} and {other.key} are called the same", "Give each words of its own")
    cocked = no_roll.ground("cocked")
    if no_roll.cocked.value == "no roll" and (cocked is None or cocked.call.value != "always"):
        remedy = 'Write cocked = "always" under [no-roll.grounds]'
        words.fault("cocked", "a cocked die is a no roll, and the grounds do not say so", remedy)


def _called_by(words: TableReader, *, needed: bool) -> Value[tuple[str, ...]]:
    before = len(words.faults.found)
    called_by = words.choices("called-by", CREW_ROLES)
    if needed and not called_by.value and len(words.faults.found) == before:
        words.fault("called-by", "nobody can call a no roll", 'Write called-by = ["stickperson"]')
    return called_by


def _ground(grounds: TableReader, key: str, called_by: Value[tuple[str, ...]]) -> Ground:
    if not _KEY.fullmatch(key):
        grounds.fault(key, f"{key!r} is no name of a ground", "Use small letters and hyphens, e.g. off-the-table")
    if not isinstance(grounds.raw(key), dict):
        return Ground(key, grounds.choice(key, CALLS, "may"), called_by, said=said_of(key))
    words = grounds.inner(key)
    if "value" not in words:
        words.fault("value", "a ground without a value", 'Write value = "always" or value = "may"')
    call = words.choice("value", CALLS, "may")
    own = _called_by(words, needed="called-by" in words)
    also: Value[tuple[str, ...]] = words.value("also", (), value_parsing.phrases)
    excepted: Value[tuple[str, ...]] = words.value("except", (), value_parsing.phrases)
    warned = words.flag("after-warning", False)
    if warned.value and call.value == "always":
        words.fault("after-warning", "a throw that never counts waits for no warning", "Leave after-warning out")
    words.close()
    return Ground(
        key, call, own if "called-by" in words else called_by, also.value, warned, excepted.value, said_of(key)
    )


def read_breaches(words: TableReader) -> tuple[Breach, ...]:
    """The rules for a shooter under [shooter.breaches], each with its clause and what it is called."""
    breaches = []
    for key in words.table:
        if key in CITATION_WORDS:
            continue
        if not _KEY.fullmatch(key):
            words.fault(key, f"{key!r} is no name of a rule", "Use small letters and hyphens, e.g. one-hand")
        inner = words.inner(key)
        also: Value[tuple[str, ...]] = inner.value("also", (), value_parsing.phrases)
        inner.close()
        breaches.append(Breach(key, inner.cite, also.value, line=words.line(key)))
    return tuple(breaches)
