"""A solved policy as data: for one table, what is done with every amount of cash, and how that is written.

The text is for people too: one line for each amount of cash, in the words of a table.
"""

from collections.abc import Iterator

from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.engine.game import Game

VERSION = 1
HEAD = "policy"
"""The first word of a policy file, but for comments; behind it stands the version of the format."""
LARGEST_POLICY = 2_000_000
"""Bytes of a policy file."""


class PointPlay(Struct, frozen=True):
    """What is done with the point on some numbers: the flat bet then, nothing if it is taken down, and its odds."""

    points: tuple[int, ...]
    flat: Cents
    odds: Cents


class PolicyMove(Struct, frozen=True):
    """What is done with one amount of cash: a wager, its stake, and what follows with a point on."""

    cash: Cents
    wager: str
    stake: Cents
    plays: tuple[PointPlay, ...] = ()

    @property
    def in_words(self) -> str:
        """What is done with a point on, the same for several points told once; nothing for a wager without points.

        >>> PolicyMove(60_00, "pass", 5_00, (PointPlay((4, 10), 5_00, 20_00), PointPlay((6, 8), 0, 0))).in_words
        '4/10: odds 20; 6/8: take it down'
        """
        groups: dict[str, list[int]] = {}
        for play in self.plays:
            groups.setdefault(self._play_in_words(play), []).extend(play.points)
        if len(groups) == 1:
            return next(iter(groups))
        return "; ".join(f"{'/'.join(map(str, sorted(points)))}: {words}" for words, points in groups.items())

    @property
    def bet(self) -> str:
        """The wager and its stake."""
        return f"{units(self.stake)} on {self.wager}"

    @property
    def line(self) -> str:
        """The move as a policy file has it."""
        later = f"; {self.in_words}" if self.plays else ""
        return f"with {units(self.cash)}: {self.bet}{later}"

    def play_at(self, point: int | None) -> PointPlay | None:
        """What is done with the point on a number; a play for no number holds for all of them."""
        return next((play for play in self.plays if point in play.points or not play.points), None)

    def _play_in_words(self, play: PointPlay) -> str:
        if not play.flat:
            return "take it down"
        change = "" if play.flat == self.stake else f"make it {units(play.flat)}, "
        return f"{change}odds {units(play.odds)}" if play.odds else f"{change}no odds"


class SolvedPolicy(Struct, frozen=True):
    """What is done with every amount of cash at one table; who has none of these amounts leaves."""

    house: str
    """The rulebook's name."""
    digest: str
    minimum: Cents
    maximum: Cents
    chip: Cents
    goal: Cents
    """Who has so much leaves; zero: nobody leaves for having enough."""
    moves: tuple[PolicyMove, ...]
    """By cash, in rising order."""

    @property
    def table_words(self) -> str:
        """The table's limits, as the file has them."""
        return table_words(self.minimum, self.maximum, self.chip)

    def check_table(self, game: Game, name: str = "this policy") -> None:
        """Raises BadInput, in one line, at a table it was not solved for."""
        book = game.rules.book
        if book.digest != self.digest:
            same = "another text of the same rulebook" if book.name == self.house else f"{self.house}"
            raise BadInput(
                f"{name} was solved for {same} (digest {self.digest[:12]}), not for {book.title}"
                f" (digest {book.digest[:12]}): solve it for this house with sevenout solve {book.name} --policy FILE"
            )
        here = table_words(game.minimum, game.maximum, game.chip)
        if here != self.table_words:
            raise BadInput(f"{name} was solved for a table of {self.table_words}, and this one is of {here}")


def table_words(minimum: Cents, maximum: Cents, chip: Cents) -> str:
    """The limits of a table in words.

    >>> table_words(5_00, 500_00, 1_00)
    '5 to 500 in chips of 1'
    """
    return f"{units(minimum)} to {units(maximum)} in chips of {units(chip)}"


def policy_lines(policy: SolvedPolicy) -> Iterator[str]:
    """The lines of a policy file, without its comments."""
    yield f"{HEAD} {VERSION}"
    yield f"house {policy.house}"
    yield f"digest {policy.digest}"
    yield f"table {policy.table_words}"
    yield f"goal {units(policy.goal)}" if policy.goal else "goal none"
    for move in policy.moves:
        yield move.line


def is_policy(text: str) -> bool:
    """Whether a text means to be a policy: its first line, but for comments, begins with that word.

    >>> is_policy("# the best\\npolicy 1"), is_policy("on the come-out: bet 10 on pass")
    (True, False)
    """
    for line in text.splitlines():
        said = line.partition("#")[0].split()
        if said:
            return said[0].lower() == HEAD and len(said) <= 2
    return False
