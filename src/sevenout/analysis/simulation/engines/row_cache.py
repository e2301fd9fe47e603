"""Rows of a strategy kept on disk by the digest of what they depend on: its next simulation begins where this one ends.

Whatever cannot be read, or written, is as if it were not there: rows only save time. A file is read as data: of all
classes its unpickler knows the frozen structs of sevenout and the array.
"""

import os
import pickle
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.session_end import SessionPlayer

MOST_FILES, LARGEST = 100, 20_000_000
"""So many are kept, those that were used last, and none with more bytes."""
_PROGRAM = (".py", ".toml", ".so")
_HEAD = b"sevenout rows 1\n"


def folder() -> Path:
    """Where they are kept: `sevenout/rows` in the user's cache."""
    cached = os.environ.get("XDG_CACHE_HOME")
    return (Path(cached) if cached else Path.home() / ".cache") / "sevenout" / "rows"


def file_of(sitting: SessionSpec, budget: int) -> Path | None:
    """The file of a sitting's rows; None for a strategy that is no text."""
    plan, game = sitting.strategy, sitting.game
    end: tuple[object, ...] = ()
    if isinstance(plan, SessionPlayer):  # how many rolls there are makes no difference to the rows
        end, plan = astuple(replace(plan.end, rolls=None)), plan.strategy
    if not isinstance(plan, Plan) or not game.rules.book.digest:
        return None
    limits = game.minimum, game.maximum, game.chip, sitting.bankroll, budget
    depends = game.rules.book.digest, limits, plan.script.whole_text, sorted(plan.settings.items()), end, _program()
    with suppress(RuntimeError):  # somebody without a home
        return folder() / f"{sha256(repr(depends).encode()).hexdigest()}.rows"
    return None


def fetch(file: Path) -> Any:
    """What was put there; None if nothing was, or if it is no longer whole."""
    try:
        raw = file.read_bytes()
        head, told, packed = raw[: len(_HEAD)], raw[len(_HEAD) : len(_HEAD) + 32], raw[len(_HEAD) + 32 :]
        if head != _HEAD or sha256(packed).digest() != told:
            return None
        found = _Plainly(BytesIO(packed)).load()
    except (OSError, pickle.UnpicklingError, AttributeError, ImportError, EOFError, TypeError, ValueError):
        return None
    with suppress(OSError):  # somebody took it away meanwhile, or it may only be read
        os.utime(file)
    return found


def put(file: Path, known: object) -> None:
    """Keeps rows for the next time, in place of what was there."""
    packed = pickle.dumps(known, protocol=5)
    if len(packed) > LARGEST:
        return
    beside = file.with_name(f"{os.urandom(8).hex()}.part")
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as part:
                part.write(_HEAD + sha256(packed).digest() + packed)
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)
        for old in sorted(file.parent.iterdir(), key=lambda kept: kept.stat().st_mtime, reverse=True)[MOST_FILES:]:
            old.unlink(missing_ok=True)


class _Plainly(pickle.Unpickler):
    """Reads values, and runs nothing."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in {("array", "_array_reconstructor"), ("array", "array"), ("builtins", "frozenset")}:
            return super().find_class(module, name)
        if module.startswith("sevenout."):
            found = super().find_class(module, name)
            if isinstance(found, type) and issubclass(found, Struct):
                return found
        raise pickle.UnpicklingError(f"rows have no {module}.{name}")


@cache
def _program() -> tuple[object, ...]:
    """Which sevenout this is, on which kind of processor; where it is being worked on, no two are the same."""
    root = Path(__file__).parents[3]
    files = (Path(place, name) for place, _, names in os.walk(root) for name in names if name.endswith(_PROGRAM))
    told = sorted((str(file.relative_to(root)), file.stat().st_size, file.stat().st_mtime_ns) for file in files)
    return *told, sys.byteorder
