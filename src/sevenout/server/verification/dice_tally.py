"""How the dice of a log were made, turn by turn: which turns a player mixed, and which a house could have picked.

A log that is sound was thrown as its seeds say. That the house did not pick those seeds to its liking is shown only
where a player had a part in them; that it did not pick them turn by turn, where they were bound by a chain before.
"""

from collections.abc import Sequence

from msgspec import Struct

from sevenout.server.fairness.dice_turns import Turns
from sevenout.server.fairness.fair_dice import CHAIN_TURNS
from sevenout.server.protocol.house_events import SeedRevealed, ServerLogEntry

NOT_MIXED = "not mixed by any player"
"""What a turn is called instead of fair."""
_MOST_NAMED = 10


class DiceTally(Struct):
    """The turns of a log that were thrown, by their numbers."""

    mixed: list[int] = []
    """A player had a part in them."""
    not_mixed: list[int] = []
    not_bound: list[int] = []
    """Their seeds are of no chain, as those of logs of before there were any."""
    bound_anew: list[int] = []
    """A chain began with them though the one before had seeds left."""

    @property
    def turns(self) -> int:
        """All of them that are over."""
        return len(self.mixed) + len(self.not_mixed)

    def count(self, before: Turns, entry: ServerLogEntry, after: Turns) -> None:
        """One more entry, with how the dice stood before and after it."""
        if after.turn != before.turn:
            if before.anchor and after.anchor != before.anchor and before.link < CHAIN_TURNS:
                self.bound_anew.append(after.turn)
        elif isinstance(entry.event, SeedRevealed) and before.throws:
            (self.mixed if before.fixed else self.not_mixed).append(before.turn)
            if not before.anchor:
                self.not_bound.append(before.turn)

    def lines(self) -> list[str]:
        """What is to be said of them."""
        if not self.turns:
            return []
        if not self.not_mixed:
            told = [f"{_turns(self.turns)} of dice, each mixed by a player"]
        else:
            told = [
                f"{_turns(self.turns)} of dice; {NOT_MIXED}: {_name_turns(self.not_mixed)}. "
                "The house could have picked the rolls of those, and nothing here shows that it did not"
            ]
        if self.not_bound:
            told.append(f"not bound by a chain before betting opened: {_name_turns(self.not_bound)}")
        if self.bound_anew:
            told.append(
                f"the house began a new chain of seeds before its time: {_name_turns(self.bound_anew)}. "
                "It does so where a copy of its store is played on"
            )
        return told


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count:,} turns"


def _name_turns(turns: Sequence[int]) -> str:
    """Turns by their numbers.

    >>> _name_turns([1]), _name_turns([1, 4, 5]), _name_turns(range(1, 30))
    ('turn 1', 'turns 1, 4, 5', '29 turns, the first of them 1')
    """
    if len(turns) > _MOST_NAMED:
        return f"{_turns(len(turns))}, the first of them {turns[0]}"
    return f"{'turn' if len(turns) == 1 else 'turns'} {', '.join(map(str, turns))}"
