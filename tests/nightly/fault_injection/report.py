"""What a row comes to: how many were tried, how many went wrong, and how the first of those is repeated."""

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from msgspec import Struct


class Report(Struct, frozen=True):
    """One row of the table."""

    row: str
    tried: int
    wrong: int
    first: str = ""
    """What went wrong first."""
    again: str = ""
    """What is typed to see it again."""
    notes: str = ""
    seconds: float = 0.0
    whole: bool = True
    """False if somebody interrupted it."""

    def __str__(self) -> str:
        said = f"{self.row}: {self.wrong} wrong of {self.tried:,}"
        return said if not self.wrong else f"{said}; first: {self.first} (again: {self.again})"


class Given(NamedTuple):
    """What a row is run with."""

    seed: int
    folder: Path
    """An empty folder of its own."""
    full: bool = False
    """Whether nothing else runs on the machine, so that times and memory are judged too."""


Told = Callable[["Tally"], None]
"""Told after everything that was counted."""


def quiet(_: "Tally") -> None:
    """Tells nobody."""


class Tally:
    """Counts while a row runs; what was counted stays counted when it is interrupted."""

    def __init__(self, row: str, wanted: int, told: Told = quiet) -> None:
        self.row, self.wanted, self._told = row, wanted, told
        self.tried = self.wrong = 0
        self.first = self.again = self.notes = ""
        self._begun, self._whole = time.monotonic(), True

    def __enter__(self) -> "Tally":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self._whole = kind is None
        return kind is not None and issubclass(kind, KeyboardInterrupt)

    @property
    def left(self) -> int:
        """How many are still to be tried."""
        return max(self.wanted - self.tried, 0)

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return time.monotonic() - self._begun

    def one(self, wrong: str, again: str, times: int = 1) -> None:
        """One more was tried, or several at once; `wrong` is empty if all went as it should."""
        self.tried += times
        if wrong:
            self.wrong += 1
            if not self.first:
                self.first, self.again = wrong, f"python -m tests.nightly.fault_injection {self.row} {again}"
        self._told(self)

    def report(self) -> Report:
        """What it came to."""
        return Report(
            self.row, self.tried, self.wrong, self.first, self.again, self.notes, round(self.seconds, 1), self._whole
        )
