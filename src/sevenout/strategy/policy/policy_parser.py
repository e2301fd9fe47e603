"""Reads the text of a solved policy: a head of five lines, and a line for every amount of cash."""

import re
from collections.abc import Iterator

from sevenout.base.errors import Malformed
from sevenout.base.money import Cents, parse_amount, units
from sevenout.strategy.language.mistakes import BadStrategy, Mistake
from sevenout.strategy.policy.solved_policy import HEAD, VERSION, PointPlay, PolicyMove, SolvedPolicy

_AMOUNT = r"(\d+(?:\.\d+)?)"
_TABLE = re.compile(rf"{_AMOUNT} to {_AMOUNT} in chips of {_AMOUNT}")
_MOVE = re.compile(rf"with {_AMOUNT}: {_AMOUNT} on ([a-z0-9-]+)")
_PLAY = re.compile(rf"(?:(\d+(?:/\d+)*): )?(?:(take it down)|(?:make it {_AMOUNT}, )?(?:odds {_AMOUNT}|no odds))")
_MOST_MISTAKES = 20
"""A file that is something else has a mistake on every line: nobody reads more of them."""
_FIELDS = ("house", "digest", "table", "goal")


def parse_policy(text: str, name: str = "policy") -> tuple[SolvedPolicy, tuple[str, ...], int]:
    """A policy, its comments, and the line of its head; raises `BadStrategy` with its mistakes.

    >>> policy, comments, _ = parse_policy('''# all of it
    ... policy 1
    ... house typical
    ... digest 0f
    ... table 5 to 500 in chips of 1
    ... goal 20
    ... with 10: 10 on dont-pass; 4/10: take it down; 5/6/8/9: no odds''')
    >>> policy.moves[0].play_at(4).flat, policy.moves[0].play_at(6).flat, comments
    (0, 1000, ('all of it',))
    """
    return _PolicyReader(text, name).read()


class _Unreadable(Exception):
    """Why a line cannot be read."""


class _PolicyReader:
    """The lines of one file."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.head = 0
        self.fields: dict[str, str] = {}
        self.limits: tuple[Cents, Cents, Cents] = (0, 0, 0)
        self.goal: Cents = 0
        self.moves: list[PolicyMove] = []
        self.comments: list[str] = []
        self.mistakes: list[Mistake] = []

    def read(self) -> tuple[SolvedPolicy, tuple[str, ...], int]:
        for number, line in enumerate(self.text.splitlines(), start=1):
            said, sign, comment = line.partition("#")
            if sign:
                self.comments.append(comment.strip())
            words = " ".join(said.split())
            try:
                if words:
                    self._line(words, number)
            except (_Unreadable, Malformed) as error:
                self.mistakes.append(Mistake(number, 1, str(error)))
            if len(self.mistakes) >= _MOST_MISTAKES:
                break
        missing = [field for field in _FIELDS if field not in self.fields]
        if missing and not self.mistakes:
            self.mistakes.append(Mistake(max(self.head, 1), 1, f"the policy names no {missing[0]}."))
        if not self.moves and not self.mistakes:
            self.mistakes.append(Mistake(self.head, 1, "nothing is ever done: there is no line such as 'with 10: …'."))
        if self.mistakes:
            raise BadStrategy(self.name, self.text, self.mistakes)
        policy = SolvedPolicy(self.fields["house"], self.fields["digest"], *self.limits, self.goal, tuple(self.moves))
        return policy, tuple(self.comments), self.head

    def _line(self, words: str, number: int) -> None:
        first, _, rest = words.partition(" ")
        if not self.head:
            if first != HEAD or rest != str(VERSION):
                raise _Unreadable(f"this is version {rest or 'none'} of a policy, and {VERSION} can be read.")
            self.head = number
        elif first == "with":
            self._move(words)
        elif first in _FIELDS:
            if first in self.fields:
                raise _Unreadable(f"there is a '{first}' line already.")
            self.fields[first] = rest
            if first == "table":
                self._table(rest)
            elif first == "goal":
                self.goal = 0 if rest == "none" else parse_amount(rest)
        else:
            raise _Unreadable(f"a line begins with 'with' or with {', '.join(_FIELDS)}, not with '{first[:20]}'.")

    def _table(self, rest: str) -> None:
        found = _TABLE.fullmatch(rest)
        if found is None:
            raise _Unreadable("a table is written as '5 to 500 in chips of 1'.")
        self.limits = parse_amount(found[1]), parse_amount(found[2]), parse_amount(found[3])
        if not self.limits[2]:
            raise _Unreadable("a chip is worth more than nothing.")

    def _move(self, words: str) -> None:
        begin, *later = (part.strip() for part in words.split(";"))
        found = _MOVE.fullmatch(begin)
        if found is None:
            raise _Unreadable("a move is written as 'with 60: 5 on pass; 4/10: odds 20; 5/6/8/9: no odds'.")
        cash, stake = parse_amount(found[1]), parse_amount(found[2])
        before = self.moves[-1].cash if self.moves else 0
        if cash <= before:
            raise _Unreadable(f"amounts of cash rise from line to line, and {units(before)} stands before this one.")
        if not 0 < stake <= cash:
            raise _Unreadable(f"a stake is above zero and at most the cash, which {units(stake)} is not.")
        self.moves.append(PolicyMove(cash, found[3], stake, tuple(self._plays(later, cash, stake))))

    def _plays(self, parts: list[str], cash: Cents, stake: Cents) -> Iterator[PointPlay]:
        told: set[int] = set()
        for part in parts:
            found = _PLAY.fullmatch(part)
            if found is None or (found[1] is None and len(parts) > 1):
                raise _Unreadable(f"'{part[:40]}' is no play: write '4/10: odds 20', 'no odds' or 'take it down'.")
            points = tuple(map(int, found[1].split("/"))) if found[1] else ()
            if told & set(points):
                raise _Unreadable(f"the point {min(told & set(points))} is told twice.")
            told |= set(points)
            flat = 0 if found[2] else parse_amount(found[3]) if found[3] else stake
            odds = parse_amount(found[4]) if found[4] else 0
            if flat + odds > cash:
                raise _Unreadable(f"{units(flat)} and odds of {units(odds)} are more than the cash of {units(cash)}.")
            yield PointPlay(points, flat, odds)
