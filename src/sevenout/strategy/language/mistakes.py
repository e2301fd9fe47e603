"""What is wrong with a strategy file: all of it at once, each with its place and a caret under the word."""

import re
from collections.abc import Iterable

from msgspec import Struct

from sevenout.base.errors import SevenoutError


class Mistake(Struct, frozen=True, order=True):
    """One thing that cannot be read, and what to write instead."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"


class BadStrategy(SevenoutError):
    """A strategy that cannot be read. `mistakes` holds every one of them.

    >>> print(BadStrategy("mine", "bet 10 on passline", [Mistake(1, 11, "expected a wager, found 'passline'.")]))
    mine:1:11: expected a wager, found 'passline'.
        bet 10 on passline
                  ^
    """

    def __init__(self, name: str, text: str, mistakes: Iterable[Mistake]) -> None:
        self.name = name
        self.text = text
        self.mistakes = tuple(sorted(mistakes))
        super().__init__(name, text, self.mistakes)

    def __str__(self) -> str:
        return "\n".join(f"{self.name}:{each}\n{point_at(self.text, each.line, each.column)}" for each in self.mistakes)


def point_at(text: str, line: int, column: int) -> str:
    """A line of a file with a caret below one of its columns.

    >>> print(point_at("sit out\\nleave now", 2, 7))
        leave now
              ^
    """
    lines = text.split("\n")
    said = lines[line - 1] if line <= len(lines) else ""
    before = "".join(letter if letter.isspace() else " " for letter in said[: column - 1])
    return f"    {said.rstrip()}\n    {before.ljust(column - 1)}^"


def column_of(phrase: str, text: str, line: int) -> int:
    """Where some words stand on a line of a file; at its beginning, if they do not.

    >>> column_of("at most 0", "sit out\\nleave at  most 0 times per shooter", 2)
    7
    """
    words = r"\s+".join(map(re.escape, phrase.split()))
    place = re.search(rf"(?<![\w-]){words}(?![\w-])", text.split("\n")[line - 1].lower())
    return place.start() + 1 if place else 1
