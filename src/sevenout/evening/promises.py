"""What a bet that lies there is to bring from now until it is decided, exactly: what it promised when it was made."""

from fractions import Fraction
from weakref import WeakKeyDictionary

from sevenout.errors import BadInput
from sevenout.exact.chain import Opening, follow, within
from sevenout.exact.house_edge import mean, net_of
from sevenout.game import Game
from sevenout.table.layouts import Lying

_PATIENCE = 2.0
"""Seconds for which one bet is followed: a rulebook may be anybody's."""

_known: WeakKeyDictionary[Game, dict[tuple[int, int], Fraction]] = WeakKeyDictionary()


def promise(game: Game, bet: Lying, puck: int) -> Fraction:
    """What one unit of a bet brings on the mean if it is left alone, before commission and rounding.

    A call is for some rolls only, and changes nothing of it. One that may never be decided, or that nobody can follow
    in time, promises nothing.

    >>> game = Game.open("typical")
    >>> [str(promise(game, Lying("pass", 10_00), game.puck(point))) for point in (None, 4, 6)]
    ['-7/495', '-1/3', '-1/11']
    """
    slot = game.rules.slot_of[bet.wager, "", bet.gathered]
    known = _known.setdefault(game, {})
    if (puck, slot) not in known:
        known[puck, slot] = _followed(game, puck, slot)
    return known[puck, slot]


def _followed(game: Game, puck: int, slot: int) -> Fraction:
    try:
        with within(_PATIENCE):
            ends = follow(game.rules, game.rules.spot_of[slot], Opening("", {puck: 1}), slot).ends
    except BadInput:
        return Fraction(0)
    return mean((net_of(end), chance) for end, chance in ends.items())
