"""Everything that happened in a world, line by line, and a digest of it all: two runs of a seed have the same."""

import hashlib
from collections.abc import Callable


class Trace:
    """Grows by a line for whatever crosses a boundary: messages, appends, ticks of fate."""

    def __init__(self, clock: Callable[[], float], *, keep: bool = False) -> None:
        self._clock, self._keep = clock, keep
        self._sum = hashlib.sha256()
        self.lines: list[str] = []
        self.length = 0
        self.counted: dict[str, int] = {}

    def __call__(self, who: str, what: str, words: str = "") -> None:
        """One more."""
        line = f"{self._clock():.6f} {who} {what} {words}"
        self._sum.update(line.encode() + b"\n")
        self.length += 1
        self.counted[what] = self.counted.get(what, 0) + 1
        if self._keep:
            self.lines.append(line)

    @property
    def digest(self) -> str:
        """What all of it comes to."""
        return self._sum.hexdigest()
