"""The texts of the named strategies that come with sevenout, and the names they are found by."""

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from sevenout.base.vocabulary import did_you_mean

SUFFIX = ".strategy"
_ELSEWHERE = {
    "PassLinePlace68": "pass-place-6-8",
    "PassLinePlace68Move59": "pass-place-6-8-move-5-9",
    "Place68PR": "place-6-8-press-regress",
    "Place68DontCome2Odds": "place-6-8-dont-come",
}
"""Names by which crapssim knows some of them, where ours is not the same but for the hyphens."""


@cache
def _files() -> dict[str, Traversable]:
    """The files by name; none of them is read."""
    files = [file for file in (resources.files(__package__) / "named").iterdir() if file.name.endswith(SUFFIX)]
    return dict(sorted(((file.name.removesuffix(SUFFIX), file) for file in files), key=lambda found: found[0]))


@cache
def list_strategies() -> tuple[str, ...]:
    """The names of the strategies that come with sevenout.

    >>> len(list_strategies()) >= 100, "three-point-molly" in list_strategies()
    (True, True)
    """
    return tuple(_files())


def named_text(name: str) -> str:
    """The text of a named strategy.

    >>> named_text("pass-line").splitlines()[-1]
    'on the come-out: bet a unit on pass'
    """
    return _files()[name].read_text(encoding="utf-8")


def find_name(name: str) -> str | None:
    """A named strategy by its name, however it is spelled: three-point-molly, ThreePointMolly."""
    if name in list_strategies():
        return name
    spelled = {_squeeze(known): known for known in list_strategies()} | {
        _squeeze(other): ours for other, ours in _ELSEWHERE.items()
    }
    return spelled.get(_squeeze(name))


def suggest_names(name: str) -> str:
    """The names that a part of a name may stand for, or the nearest one."""
    part = _squeeze(name)
    near = [repr(known) for known in list_strategies() if len(part) > 2 and part in _squeeze(known)]
    return f" Did you mean {' or '.join(near[:MOST_NEAR])}?" if near else did_you_mean(name, list_strategies())


MOST_NEAR = 6
"""So many names are suggested."""


def _squeeze(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).lower()
