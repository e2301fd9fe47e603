"""Plays a solved policy: one wager at a time, to its decision, with what the policy says for the cash at hand.

It only compares the rack, so that it can be traced: `distribution` follows it exactly, and is the referee of every
solved value.
"""

from bisect import bisect_right

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.strategy.policy.solved_policy import PolicyMove, SolvedPolicy
from sevenout.strategy.view import Money, View

GOAL, BROKE = "goal", "broke"
"""Why the player leaves: with the goal, or with too little to bet."""


class PolicyPlayer:
    """A policy in a seat: a function from a view to a view, without a memory."""

    def __init__(self, policy: SolvedPolicy, game: Game) -> None:
        self.game, self.policy = game, policy
        self._amounts = [move.cash for move in policy.moves]
        self._keys = tuple(dict.fromkeys(move.wager for move in policy.moves))
        unknown = next((key for key in self._keys if key not in game.rules.by_key), None)
        if unknown is not None:
            raise BadInput(f"the policy bets on {unknown}, which {game.rules.book.title} does not offer")
        self._lines = frozenset(move.wager for move in policy.moves if move.plays)

    def __call__(self, view: View) -> View:
        """What is done in one betting window."""
        up = next((key for key in self._keys if view.stake(key)), None)
        if up is None:
            return self._begin(view)
        if up in self._lines:
            return view if view.point is None else self._at_the_point(view, up)
        won = any(settled.wager == up for settled in view.decided(up))
        return self._begin(view.take_down(up)) if won else view

    def move_with(self, money: Money) -> PolicyMove | None:
        """What is done with a cash, found by comparisons alone; None: nothing."""
        chip, goal = self.policy.chip, self.policy.goal
        low, high = 0, (goal or self._amounts[-1] + chip) // chip
        if goal and money >= goal:
            return None
        while low < high:
            middle = (low + high + 1) // 2
            if money >= middle * chip:
                low = middle
            else:
                high = middle - 1
        at = bisect_right(self._amounts, low * chip) - 1
        if at < 0 or (self._amounts[at] != low * chip and low * chip <= self._amounts[-1]):
            return None
        return self.policy.moves[at]

    def _begin(self, view: View) -> View:
        if self.policy.goal and view.rack >= self.policy.goal:
            return view.leave(GOAL)
        move = self.move_with(view.rack)
        if move is None:
            return view.leave(BROKE)
        spot = self.game.rules.by_key[move.wager]
        puck = self.game.rules.puck.states[view.puck]
        if not in_season(spot.wager.made.value, puck) or (move.plays and puck.point is not None):
            return view
        return view.bet(move.wager, move.stake)

    def _at_the_point(self, view: View, key: str) -> View:
        """Changes the line bet as the policy says and puts its odds up, once."""
        flat = view.stake(key)
        attached = self.game.rules.by_key[key].attached
        odds_key = self.game.rules.spots[attached[0]].key if attached else ""
        if odds_key and view.stake(odds_key):
            return view
        move = self.move_with(view.rack + flat)
        if move is None or move.wager != key or move.stake != flat:
            return view  # it was changed already
        play = move.play_at(view.point)
        if play is None:
            return view
        view = self._change(view, key, flat, play.flat)
        return view.bet(odds_key, play.odds) if play.flat and play.odds else view

    def _change(self, view: View, key: str, flat: Cents, held: Cents) -> View:
        if not held:
            return view.take_down(key)
        if held > flat:
            return view.bet(key, held - flat)
        return view.reduce(key, flat - held) if held < flat else view
