"""Reads the [no-roll] table of a rulebook: the grounds on which a throw does not count, and who may say so.

A house's grounds are its document's: any key is one, and nothing here knows what dice do on a table.
"""

import re
from itertools import combinations
from typing import Literal

from sevenout.rulebook import parsing
from sevenout.rulebook.model import Ground, NoRoll, Value
from sevenout.rulebook.reading import Words
from sevenout.rulebook.source import CITATION_WORDS
from sevenout.words import CREW_ROLES

CALLS: tuple[Literal["always", "may", "never"], ...] = ("always", "may", "never")
_KEY = re.compile(r"[a-z]+(?:-[a-z]+)*")


def read_no_roll(words: Words) -> NoRoll:
    """What makes a throw a no roll; a ground that is `never` one is left out."""
    grounds = words.inner("grounds")
    keys = [key for key in grounds.table if key not in CITATION_WORDS]
    called_by = _called_by(words, needed=bool(keys))
    every_ground = [_ground(grounds, key, called_by) for key in keys]
    no_roll = NoRoll(
        called_by,
        words.choice("overruled-by", ("nobody", *CREW_ROLES), "nobody"),
        words.choice("cocked", ("natural fall, else no roll", "no roll"), "natural fall, else no roll"),
        tuple(ground for ground in every_ground if ground.call.value != "never"),
    )
    _check(words, grounds, no_roll)
    words.close()
    return no_roll


def _check(words: Words, grounds: Words, no_roll: NoRoll) -> None:
    for one, other in combinations(no_roll.grounds, 2):
        if one.names & other.names:
            grounds.fault(other.key, f"{one.key} and {other.key} are called the same", "Give each words of its own")
    cocked = no_roll.ground("cocked")
    if no_roll.cocked.value == "no roll" and (cocked is None or cocked.call.value != "always"):
        remedy = 'Write cocked = "always" under [no-roll.grounds]'
        words.fault("cocked", "a cocked die is a no roll, and the grounds do not say so", remedy)


def _called_by(words: Words, *, needed: bool) -> Value[tuple[str, ...]]:
    before = len(words.faults.found)
    called_by = words.choices("called-by", CREW_ROLES)
    if needed and not called_by.value and len(words.faults.found) == before:
        words.fault("called-by", "nobody can call a no roll", 'Write called-by = ["stickperson"]')
    return called_by


def _ground(grounds: Words, key: str, called_by: Value[tuple[str, ...]]) -> Ground:
    if not _KEY.fullmatch(key):
        grounds.fault(key, f"{key!r} is no name of a ground", "Use small letters and hyphens, e.g. off-the-table")
    if not isinstance(grounds.raw(key), dict):
        return Ground(key, grounds.choice(key, CALLS, "may"), called_by)
    words = grounds.inner(key)
    if "value" not in words:
        words.fault("value", "a ground without a value", 'Write value = "always" or value = "may"')
    call = words.choice("value", CALLS, "may")
    own = _called_by(words, needed="called-by" in words)
    also: Value[tuple[str, ...]] = words.value("also", (), parsing.words)
    words.close()
    return Ground(key, call, own if "called-by" in words else called_by, also.value)
