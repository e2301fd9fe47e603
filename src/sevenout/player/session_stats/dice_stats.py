"""Counts the dice of a session: totals against what is expected, sevens, hands, points made."""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.dice import ROLLS
from sevenout.table.events import Rolled

TOTALS = tuple(sorted({roll.total for roll in ROLLS}))
CHANCES = {total: Fraction(sum(roll.total == total for roll in ROLLS), len(ROLLS)) for total in TOTALS}
"""How often each total is thrown, on average over all rolls."""


class DiceStats(Struct, frozen=True):
    """The dice of an evening."""

    rolls: int = 0
    totals: tuple[tuple[int, int], ...] = ()
    """How often each total came, of those that came at all."""
    made: int = 0
    """Points that were made."""
    lost: int = 0
    """Hands that ended by a seven-out."""
    hand: int = 0
    """Rolls of the hand that goes on."""
    hand_by: str = ""
    """Who throws them: a hand ends by a seven-out, and with the dice in other hands."""
    longest: int = 0
    """Rolls of the longest hand."""
    longest_by: str = ""

    def count(self, total: int) -> int:
        """Returns how often a total came."""
        return dict(self.totals).get(total, 0)

    def expected_count(self, total: int) -> Fraction:
        """Returns how often it was to come."""
        return CHANCES[total] * self.rolls


def after_roll(seen: DiceStats, event: Rolled) -> DiceStats:
    """The statistics after another roll."""
    counts = dict(seen.totals)
    counts[event.total] = counts.get(event.total, 0) + 1
    hand = seen.hand + 1 if event.shooter == seen.hand_by else 1
    out = event.event == "seven-out"
    longer = hand > seen.longest
    return replace(
        seen,
        rolls=seen.rolls + 1,
        totals=tuple(sorted(counts.items())),
        made=seen.made + (event.event == "made"),
        lost=seen.lost + out,
        hand=0 if out else hand,
        hand_by=event.shooter,
        longest=max(hand, seen.longest),
        longest_by=event.shooter if longer else seen.longest_by,
    )


def after_pass(seen: DiceStats) -> DiceStats:
    """The statistics after a shooter gave up the dice: whoever throws next begins a hand."""
    return replace(seen, hand=0)
