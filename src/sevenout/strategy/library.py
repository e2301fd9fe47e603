"""The named strategies that come with sevenout, and strategies of one's own, made ready for a table."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from sevenout.errors import BadInput
from sevenout.files import read_text
from sevenout.game import Game
from sevenout.strategy.language.model import Script
from sevenout.strategy.language.parser import LARGEST_FILE, parse
from sevenout.strategy.language.plan import Plan, compile_strategy
from sevenout.words import did_you_mean

SUFFIX = ".strategy"
_ELSEWHERE = {
    "PassLinePlace68": "pass-place-6-8",
    "PassLinePlace68Move59": "pass-place-6-8-move-5-9",
    "Place68PR": "place-6-8-press-regress",
    "Place68DontCome2Odds": "place-6-8-dont-come",
}
"""Names by which crapssim knows some of them, where ours is not the same but for the hyphens."""


@cache
def named() -> tuple[str, ...]:
    """The names of the strategies that come with sevenout.

    >>> len(named()) >= 35, "three-point-molly" in named()
    (True, True)
    """
    folder = resources.files(__package__) / "named"
    return tuple(sorted(entry.name.removesuffix(SUFFIX) for entry in folder.iterdir() if entry.name.endswith(SUFFIX)))


def named_text(name: str) -> str:
    """The text of a named strategy.

    >>> named_text("pass-line").splitlines()[-1]
    'on the come-out: bet a unit on pass'
    """
    return (resources.files(__package__) / "named" / f"{name}{SUFFIX}").read_text(encoding="utf-8")


def read_strategy(name_or_path: str, game: Game | None = None) -> Script:
    """A named strategy, or a file by its path (anything with a dot or a slash in it). A game adds its wagers' names.

    >>> read_strategy("HammerLock").name
    'hammerlock'
    """
    glossary = None if game is None else game.rules.glossary
    found = _known(name_or_path)
    if found is not None:
        return parse(named_text(found), found, glossary)
    if not re.search(r"[./\\]", name_or_path):
        raise BadInput(
            f"there is no strategy {name_or_path!r}.{_near(name_or_path)}"
            f" See: sevenout strategy. A file of your own is named by its path, ending in {SUFFIX}"
        )
    path = Path(name_or_path)
    return parse(read_text(path, LARGEST_FILE, "a strategy"), path.name.removesuffix(SUFFIX), glossary)


def open_strategy(name_or_path: str, game: Game, settings: Mapping[str, str] | None = None) -> Plan:
    """A strategy ready to be played at a table. `settings` are what `--set unit=25` gives.

    Raises `BadStrategy` with every mistake of a file, `NotOffered` if the house lacks a wager that it needs.

    >>> open_strategy("pass-line", Game.open("marina-bay-sands"))
    <Plan pass-line: unit 25.00, 1 lines>
    """
    return compile_strategy(read_strategy(name_or_path, game), game, settings)


def _known(name: str) -> str | None:
    """A named strategy by its name, however it is spelled: three-point-molly, ThreePointMolly."""
    if name in named():
        return name
    spelled = {_plain(known): known for known in named()} | {_plain(other): ours for other, ours in _ELSEWHERE.items()}
    return spelled.get(_plain(name))


def _near(name: str) -> str:
    """The names that a part of a name may stand for, or the nearest one."""
    part = _plain(name)
    found = [repr(known) for known in named() if len(part) > 2 and part in _plain(known)]
    return f" Did you mean {' or '.join(found)}?" if found else did_you_mean(name, named())


def _plain(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).lower()
