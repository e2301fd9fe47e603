"""Errors that sevenout raises: for input that it cannot use, never for a wager that a house refuses (that is a value).

::

    SevenoutError
    ├── Malformed       a text cannot be read, or a number cannot be meant; also a ValueError
    ├── BadTranscript   lines of a transcript cannot be read: all of them at once
    ├── BadRulebook     a rulebook has faults: all of them at once
    ├── BadStrategy     a strategy's file has mistakes: all of them at once
    ├── BadInput        what was asked for makes no sense: a file that cannot be read, a name that nobody has
    │   ├── BadEntry    an entry of a log does not belong: it was altered, moved or made up
    │   └── NeverDecided  no roll of the dice ever decides a wager, so it has no edge
    ├── WrongType       an argument of the wrong kind, such as a float for money; also a TypeError
    ├── GameRefused          all is well written, and still it cannot be had
    │   ├── NotOffered  the house lacks wagers that a strategy needs
    │   ├── Untraceable what a strategy does cannot be found out beforehand
    │   │   ├── OverBudget  it leads to more situations than are kept
    │   │   └── Reckoning   it reckons with the rack's amount
    │   ├── TooLarge    a session has too many states to be followed exactly
    │   ├── ClassTooLarge  a class of wagers and stakes is too large to be solved
    │   ├── NoKernelHere   what is asked for needs the compiled kernel, which was not built
    │   ├── NoCluster   a cluster cannot be reached, is gone, or has nobody who can play; also a BrokenExecutor
    │   └── MissingExtra  a library that comes with an extra is not installed; also an ImportError
    ├── HiddenState     a strategy answers the same view in two ways
    ├── FalsePlay       a strategy hands back money, bets or a point that its actions do not lead to
    └── Disagreement    a simulated session comes out differently at the table

BadStrategy, NeverDecided and the last ten live with what raises them.
"""

from collections.abc import Iterable
from typing import NamedTuple


class SevenoutError(Exception):
    """The root of the tree: catch it to catch everything that sevenout raises on purpose."""


class Malformed(SevenoutError, ValueError):
    """A text that cannot be read: where, what was expected there, and what was found instead.

    `message` continues the sentence that `expected` begins. Without `expected` it stands alone.

    >>> print(Malformed("found 'passline'. Did you mean 'pass'?", expected="a wager", line=3, column=9))
    line 3, column 9: expected a wager, found 'passline'. Did you mean 'pass'?
    >>> print(Malformed("found nothing", expected="an amount"))
    expected an amount, found nothing
    >>> print(Malformed("the game has no seats", line=1))
    line 1: the game has no seats
    """

    def __init__(self, message: str, *, expected: str = "", line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.expected = expected
        self.line = line
        self.column = column

    def __str__(self) -> str:
        where = ", ".join(
            f"{name} {number}" for name, number in (("line", self.line), ("column", self.column)) if number is not None
        )
        what = f"expected {self.expected}, {self.message}" if self.expected else self.message
        return f"{where}: {what}" if where else what


class BadTranscript(SevenoutError):
    """A transcript with lines that cannot be read. `lines` holds what is wrong with each; `more` counts those left out.

    >>> print(BadTranscript([Malformed("found 'yo'", expected="a wager", line=2, column=9)], more=3))
    line 2, column 9: expected a wager, found 'yo'
    and 3 more lines
    """

    def __init__(self, lines: Iterable[Malformed], more: int = 0, *, all_counted: bool = True) -> None:
        self.lines = tuple(lines)
        self.more = more
        self.all_counted = all_counted
        super().__init__(self.lines, more)

    def __str__(self) -> str:
        at_least = "" if self.all_counted else "at least "
        rest = (f"and {at_least}{self.more} more line{'s' if self.more > 1 else ''}",) if self.more else ()
        return "\n".join((*map(str, self.lines), *rest))


class Fault(NamedTuple):
    """One thing wrong with a rulebook: where, what, and what to write instead.

    >>> print(Fault("TOML", 4, "Expected ']'", "Close it", "parent.toml"))
    parent.toml, line 4: TOML: Expected ']'. Close it.
    """

    where: str
    line: int
    message: str
    remedy: str
    file: str = ""
    """The file it stands in, if that is one which the rulebook extends, or where several files may be meant."""
    said: str = ""
    """The word or value that is wrong, as the file has it without its quotes, where one is."""
    instead: str = ""
    """What to write in its place, where that is known."""

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else "inherited"
        line = f"{self.file}, {line}" if self.file else line
        return f"{line}: {self.where}: {self.message}. {self.remedy}{'' if self.remedy.endswith('?') else '.'}"


class BadRulebook(SevenoutError):
    """A rulebook that cannot be used. `faults` holds every reason; each prints as one line.

    >>> print(BadRulebook([Fault("wagers.hard-n.pays", 4, "no payout for 8", "Give every number that wins one")]))
    line 4: wagers.hard-n.pays: no payout for 8. Give every number that wins one.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class BadInput(SevenoutError):
    """The request makes no sense, said in one line: a file that cannot be read, a name that nobody has."""


class BadEntry(BadInput):
    """An entry of a log that does not belong, with its number."""


class WrongType(SevenoutError, TypeError):
    """An argument of the wrong kind, with what to write instead.

    >>> issubclass(WrongType, TypeError)
    True
    """


class GameRefused(SevenoutError):
    """The request is well written and cannot be granted: the house or the engine says no."""
