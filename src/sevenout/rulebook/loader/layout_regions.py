"""The region and label of a wager, for books that do not say so: read from `regions.toml`."""

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct

LONGEST_LABEL = 12
"""Characters of a label: what fits into a small box or beside a chip."""
LONGEST_NOTE = 30
"""Characters of a note: what fits into a strip, below a name."""


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    """One part of the layout: at which place it is dealt, and how its wagers are arranged."""

    at: Literal["end", "middle"]
    shape: Literal["strip", "boxes", "cells"]


class Lies(Struct, frozen=True, forbid_unknown_fields=True):
    """The region of a family of wagers, and their label if the title is too long for one."""

    region: str = ""
    order: int = 0
    label: str = ""


class _Defaults(Struct, frozen=True, forbid_unknown_fields=True):
    regions: dict[str, Region]
    families: dict[str, Lies]
    elsewhere: Lies


@cache
def _defaults() -> _Defaults:
    text = resources.files(__package__).joinpath("regions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Defaults)


def regions() -> dict[str, Region]:
    """Every region by its name, from the players' edge to the middle.

    >>> list(regions())[:3]
    ['pass line', "don't pass", 'big 6 and 8']
    """
    return _defaults().regions


def region_of_family(family: str) -> Lies:
    """Returns where a family of the shared vocabulary lies; another one has no region of its own.

    >>> region_of_family("lay-n")
    Lies(region='behind the numbers', order=3, label='Lay {n}')
    """
    return _defaults().families.get(family, Lies())


def default_region() -> Lies:
    """Returns where a wager lies that is of no known family and attaches to no bet."""
    return _defaults().elsewhere
