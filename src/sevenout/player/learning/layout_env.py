"""`sevenout/CrapsLayout-v0`: every wager at once. An action says what shall lie on each, and the dice roll."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sevenout.base.dice import ROLLS
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Position, place, reduce, settle, stake_on, take_down
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.puck_machine import FRESH

RICHEST = 1e6
"""Chips: whoever has more is shown so much."""


class LayoutEnv(gymnasium.Env[dict[str, Any], dict[str, Any]]):
    """One roll a step: the action has a stake in chips for every wager. The reward is what the roll adds, in chips.

    What the house refuses of an action is left as it lies, and told by wager in `info["refused"]`.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self, house: str = "catfish-bend", bankroll: Cents = 300_00, most: int = 100, rolls: int = 200
    ) -> None:
        self.game = Game.open(house)
        self.bankroll, self.rolls = bankroll, rolls
        spots = [spot for spot in self.game.rules.spots if spot.wager.made.value != "never"]
        self.wagers = tuple(spot.key for spot in sorted(spots, key=lambda spot: (spot.flat is not None, spot.index)))
        self.action_space = spaces.Dict({key: spaces.Discrete(most + 1) for key in self.wagers})
        self.observation_space = spaces.Dict(
            {
                "rack": spaces.Box(0.0, RICHEST, (1,), np.float32),
                "puck": spaces.Discrete(len(self.game.rules.puck.states)),
                "stakes": spaces.Dict({key: spaces.Box(0.0, RICHEST, (1,), np.float32) for key in self._all_keys}),
            }
        )
        self.rack, self.puck, self.position, self._rolled = bankroll, FRESH, EMPTY, 0

    @property
    def _all_keys(self) -> tuple[str, ...]:
        return tuple(spot.key for spot in self.game.rules.spots)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's own
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new episode; the same seed throws the same dice."""
        super().reset(seed=seed)
        self.rack, self.puck, self.position, self._rolled = self.bankroll, FRESH, EMPTY, 0
        return self._observe(), {"refused": {}}

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Brings every wager to its stake as far as the house takes it, then throws the dice."""
        before = self._worth()
        refused = {
            key: refusal.reason
            for key in self.wagers
            if (refusal := self._bring(key, int(action[key]) * self.game.chip)) is not None
        }
        roll = ROLLS[int(self.np_random.integers(len(ROLLS)))]
        done = settle(self.game, self.position, self.puck, roll)
        self.puck = self.game.rules.puck.edges[self.puck][roll.index].goto
        self.position, self.rack = done.position, self.rack + done.back
        self._rolled += 1
        over = self._worth() < self.game.chip
        reward = (self._worth() - before) / self.game.chip
        return self._observe(), reward, over, not over and self._rolled >= self.rolls, {"refused": refused}

    def _bring(self, key: str, wanted: Cents) -> Refusal | None:
        """A wager brought to a stake; why not, if the house says no."""
        lies = stake_on(self.position, self.game.rules.by_key[key])
        if wanted == lies:
            return None
        if wanted > lies:
            change = place(self.game, self.position, self.puck, key, wanted - lies, self.rack)
        elif wanted:
            change = reduce(self.game, self.position, self.puck, key, lies - wanted)
        else:
            change = take_down(self.game, self.position, self.puck, key)
        if isinstance(change, Refusal):
            return change
        self.position, self.rack = change.position, self.rack - change.cost
        return None

    def _worth(self) -> Cents:
        return self.rack + sum(self.position.stakes)

    def _observe(self) -> dict[str, Any]:
        chip, by_key = self.game.chip, self.game.rules.by_key
        position: Position = self.position
        return {
            "rack": np.array([min(self.rack / chip, RICHEST)], np.float32),
            "puck": np.int64(self.puck),
            "stakes": {key: np.array([stake_on(position, by_key[key]) / chip], np.float32) for key in self._all_keys},
        }
