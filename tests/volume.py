"""How much of what is random a run of the tests tries, and where chance begins: one knob and one seed for all of them.

`SEVENOUT_VOLUME` is the share of the full volume: 1 in `make nightly`, a twentieth by default.
`SEVENOUT_SEED` is where chance begins: by default the commit that is checked out, so that every change tries other
games, and the same commit always the same ones.
"""

import hashlib
import os
import random
import subprocess
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

T = TypeVar("T")

_ROOT = Path(__file__).parents[1]


def _read_volume() -> float:
    text = os.environ.get("SEVENOUT_VOLUME", "0.05")
    try:
        volume = float(text)
    except ValueError:
        volume = 0.0
    if not 0 < volume <= 100:
        raise SystemExit(f"SEVENOUT_VOLUME is a share of the full volume, such as 0.1 or 1, not {text!r}")
    return volume


def _read_commit() -> str:
    """The commit that is checked out; `none` where there is no repository, such as in an unpacked release."""
    if not (_ROOT / ".git").exists():
        return "none"
    order = ["git", "-C", str(_ROOT), "rev-parse", "--short=12", "HEAD"]
    ran = subprocess.run(order, capture_output=True, text=True, check=False)
    return ran.stdout.strip() or "none"


VOLUME = _read_volume()
SEED = os.environ.get("SEVENOUT_SEED") or _read_commit()
SEED_NUMBER = int.from_bytes(hashlib.sha256(SEED.encode()).digest()[:4], "big") // 2
"""The seed for what wants a number: below 2**31."""


def scaled(full: int, least: int = 1) -> int:
    """How many of `full` this run tries: the share that the volume says, and never fewer than `least`.

    >>> scaled(1000, least=7) >= 7
    True
    """
    return max(least, round(full * VOLUME))


def examples(full: int) -> int:
    """How many of `full` examples hypothesis tries: no fewer than a fifth of them, for a search needs some room.

    >>> 20 <= examples(100)
    True
    """
    return scaled(full, least=max(5, full // 5))


def seeded(*subject: object) -> random.Random:
    """Dice for one subject: other ones for every subject and for every seed.

    >>> seeded("agreement", 1).random() == seeded("agreement", 1).random()
    True
    """
    return random.Random(" ".join(map(str, (SEED, *subject))))


def nightly_except(every: Iterable[T], by_day: Collection[T]) -> list[ParameterSet]:
    """Parameters of a test of which `make test` tries those of `by_day` and `make nightly` all.

    >>> [len(one.marks) for one in nightly_except("abc", "b")]
    [1, 0, 1]
    """
    every = list(every)
    assert set(by_day) <= set(every), f"{set(by_day) - set(every)} is none of them"
    return [pytest.param(one, marks=[] if one in by_day else [pytest.mark.nightly]) for one in every]


def sample_by_day(every: Iterable[T], many: int, subject: str = "") -> list[ParameterSet]:
    """Parameters of a test of which `make test` tries `many`, other ones for every seed, and `make nightly` all.

    A tuple is the values of one case. Two tests that name different subjects try different ones.

    >>> [len(one.marks) for one in sample_by_day("abcde", 2)].count(0)
    2
    """
    every = list(every)
    by_day = set(seeded("by day", subject).sample(range(len(every)), many))
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=[] if at in by_day else [pytest.mark.nightly])
        for at, one in enumerate(every)
    ]


def repeat_line(test: str) -> str:
    """What is typed to run one test again as it ran here."""
    return f"SEVENOUT_SEED={SEED} SEVENOUT_VOLUME={VOLUME:g} .venv/bin/pytest {_quoted(test)}"


def _quoted(test: str) -> str:
    return "'{}'".format(test.replace("'", "'\\''"))
