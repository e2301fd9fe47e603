"""What a bet that lies there is to bring from now until it is decided, exactly: what it promised when it was made."""

from fractions import Fraction
from time import thread_time
from weakref import WeakKeyDictionary

from sevenout.analysis.exact.house_edge import mean, net_of
from sevenout.analysis.exact.markov_chain import FollowStart, follow, time_limit
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.table.named_layout import PlacedBet

_PATIENCE, _LEAST = 2.0, 0.02
"""Seconds that a game may lose by bets that nobody can follow, and those that each may take then: a rulebook may be
anybody's."""


class _Known:
    """What was found of a game's bets, and how long was spent in vain."""

    def __init__(self) -> None:
        self.promises: dict[tuple[int, int], Fraction] = {}
        self.lost = 0.0


_known: WeakKeyDictionary[Game, _Known] = WeakKeyDictionary()


def promise(game: Game, bet: PlacedBet, puck: int) -> Fraction:
    """What one unit of a bet brings on the mean if it is left alone, before commission and rounding.

    A call is for some rolls only, and changes nothing of it. One that may never be decided, or that nobody can follow
    in time, promises nothing.

    >>> game = Game.open("typical")
    >>> [str(promise(game, PlacedBet("pass", 10_00), game.puck(point))) for point in (None, 4, 6)]
    ['-7/495', '-1/3', '-1/11']
    """
    slot = game.rules.slot_of[bet.wager, "", bet.gathered]
    known = _known.setdefault(game, _Known())
    if (puck, slot) not in known.promises:
        known.promises[puck, slot] = _work_out_value(game, puck, slot, known)
    return known.promises[puck, slot]


def _work_out_value(game: Game, puck: int, slot: int, known: _Known) -> Fraction:
    since = thread_time()
    try:
        with time_limit(max(_LEAST, _PATIENCE - known.lost)):
            ends = follow(game.rules, game.rules.spot_of[slot], FollowStart("", {puck: 1}), slot).ends
    except BadInput:
        known.lost += thread_time() - since
        return Fraction(0)
    return mean((net_of(end), chance) for end, chance in ends.items())
