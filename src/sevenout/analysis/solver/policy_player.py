"""The policy of a solved chance as a player: a function from a view to a view, which every engine can play.

It only compares the rack, so that it can be traced: `distribution` follows it exactly, and is the referee of every
solved value.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sevenout.analysis.solver.certificate_verifier import NotProved
from sevenout.analysis.solver.goal_chance import GoalChance
from sevenout.analysis.solver.rules_block import Block
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.strategy.view import Money, Strategy, View

GOAL, BROKE = "goal", "broke"
"""Why the player leaves: with the goal, or with too little to bet."""


def policy_player(solved: GoalChance) -> Strategy:
    """The player of a solved policy.

    >>> from sevenout.analysis.exact.sessions.session_distribution import distribution
    >>> from sevenout.analysis.solver.goal_chance import best_chance
    >>> solved = best_chance("typical", 10_00, 20_00)
    >>> session = distribution("typical", policy_player(solved), 10_00, 400)
    >>> abs(dict(session.endings)["goal"] - solved.chance) < 1e-12
    True
    """
    return _PolicyPlayer(solved.game, solved.block, solved.policy).play


def certificate_player(certificate: dict[str, Any], game: Game) -> Strategy:
    """The player of a certificate's policy, at a table of its house with its chip."""
    try:
        rules, policy, chip = certificate["rules"], certificate["policy"], certificate["rulebook"]["chip"]
    except (KeyError, TypeError) as error:
        raise NotProved(f"this is no certificate: {error}") from error
    if chip != game.chip:
        raise BadInput(f"the certificate is for chips of {chip} cents, and the table has chips of {game.chip}")
    return _PolicyPlayer(game, rules, policy).play


class _PolicyPlayer:
    """Plays one policy: one wager at a time, to its decision."""

    def __init__(self, game: Game, block: Block, policy: Sequence[Any]) -> None:
        self.game, self.wagers, self.policy = game, block["wagers"], policy
        often = Counter(wager["wager"] for wager in self.wagers)
        twice = next((key for key, many in often.items() if many > 1), None)
        if twice is not None:
            raise BadInput(f"nobody can play this policy yet: {twice} is begun in more than one way")
        self.keys = list(often)

    def play(self, view: View) -> View:
        """What is done in one betting window."""
        up = next((number for number, key in enumerate(self.keys) if view.stake(key)), None)
        if up is None:
            return self._begin(view)
        if self.wagers[up]["points"]:
            return view if view.point is None else self._at_the_point(view, up)
        won = any(settled.wager == self.keys[up] for settled in view.decided(self.keys[up]))
        return self._begin(view.take_down(self.keys[up])) if won else view

    def _chips(self, money: Money) -> int:
        """The whole chips of an amount, up to the goal, by comparisons alone."""
        low, high = 0, len(self.policy)
        while low < high:
            middle = (low + high + 1) // 2
            if money >= middle * self.game.chip:
                low = middle
            else:
                high = middle - 1
        return low

    def _begin(self, view: View) -> View:
        cash = self._chips(view.rack)
        if cash >= len(self.policy):
            return view.leave(GOAL)
        action = self.policy[cash]
        if action is None:
            return view.leave(BROKE)
        number, stake, _ = action
        spot = self.game.rules.by_key[self.keys[number]]
        puck = self.game.rules.puck.states[view.puck]
        if not in_season(spot.wager.made.value, puck) or (self.wagers[number]["points"] and puck.point is not None):
            return view
        return view.bet(self.keys[number], stake * self.game.chip)

    def _at_the_point(self, view: View, up: int) -> View:
        """Changes the line bet as the policy says and puts its odds up, once."""
        key, chip = self.keys[up], self.game.chip
        flat = view.stake(key)
        attached = self.game.rules.by_key[key].attached
        odds_key = self.game.rules.spots[attached[0]].key if attached else ""
        if odds_key and view.stake(odds_key):
            return view
        action = self._action(view.rack + flat)
        if action is None or action[0] != up or action[1] * chip != flat:
            return view  # it was changed already
        play = next(
            play
            for point, play in zip(self.wagers[up]["points"], action[2], strict=True)
            if view.point in point["numbers"]
        )
        held, odds = play[0] * chip, play[1] * chip
        view = self._change(view, key, flat, held)
        return view.bet(odds_key, odds) if held and odds else view

    def _action(self, money: Money) -> Any:
        cash = self._chips(money)
        return None if cash >= len(self.policy) else self.policy[cash]

    def _change(self, view: View, key: str, flat: Cents, held: Cents) -> View:
        if not held:
            return view.take_down(key)
        if held > flat:
            return view.bet(key, held - flat)
        return view.reduce(key, flat - held) if held < flat else view
