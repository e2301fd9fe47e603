"""Several seats at one table, for PettingZoo: everybody acts at once, and the dice roll when everybody is ready."""

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.extras import wanting
from sevenout.player.learning.craps_env import observation_space, observe
from sevenout.player.learning.learning_tasks import LearningTask, Wagers, open_task
from sevenout.player.learning.seat_game import SeatGame

with wanting("pettingzoo", "a learning environment of several seats"):
    from pettingzoo import ParallelEnv

MOST_SEATS = 16
Infos = dict[str, dict[str, Any]]


class SeatsEnv(ParallelEnv):  # type: ignore[misc] # PettingZoo has no types
    """Seats `seat_0`, `seat_1`, … with a rack of their own and the same dice. The action 0 means: ready for the roll.

    The dice are thrown once everybody who still plays is ready in the same step; who does something else bets first.
    """

    metadata = {"name": "sevenout_seats_v0", "render_modes": []}  # noqa: RUF012 - PettingZoo's own way

    def __init__(self, seats: int = 2, task: str | LearningTask = "double-20", wagers: Wagers | None = None) -> None:
        if not 1 <= seats <= MOST_SEATS:
            raise BadInput(f"a table has 1 to {MOST_SEATS} seats, not {seats}")
        self.task = open_task(task, wagers)
        self.possible_agents = [f"seat_{number}" for number in range(seats)]
        self.agents: list[str] = []
        self.seats = {name: SeatGame(self.task) for name in self.possible_agents}
        self.render_mode = None
        self._acted = 0
        self._dice, _ = seeding.np_random(None)

    @cache  # noqa: B019 - PettingZoo wants the same space for as long as the environment lives
    def observation_space(self, agent: str) -> spaces.Dict:
        """What a seat sees of itself and of the puck."""
        return observation_space(self.seats[agent])

    @cache  # noqa: B019 - PettingZoo wants the same space for as long as the environment lives
    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The acts of a seat; the first is to be ready."""
        return spaces.Discrete(len(self.seats[agent].acts))

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's own
    ) -> tuple[dict[str, dict[str, Any]], Infos]:
        """Everybody begins anew; the same seed throws the same dice."""
        if seed is not None:
            self._dice, _ = seeding.np_random(seed)
        self.agents, self._acted = list(self.possible_agents), 0
        for seat in self.seats.values():
            seat.begin()
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """One act of everybody; what the house refuses changes nothing."""
        acts = {name: self.seats[name].acts[int(actions[name])] for name in self.agents}
        for name, act in acts.items():
            if act.verb != "roll":
                self.seats[name].do(act)
        if all(act.verb == "roll" for act in acts.values()):
            roll = ROLLS[int(self._dice.integers(len(ROLLS)))]
            for name in self.agents:
                self.seats[name].roll(roll)
        self._acted += 1
        playing = {name: self.seats[name] for name in self.agents}
        rewards = {name: float(seat.has_goal) for name, seat in playing.items()}
        over = {name: seat.has_goal or seat.is_ruined for name, seat in playing.items()}
        cut = {name: not over[name] and self._acted >= self.task.longest for name in playing}
        seen, infos = self._observations(), self._infos()
        self.agents = [name for name in self.agents if not over[name] and not cut[name]]
        return seen, rewards, over, cut, infos

    def _observations(self) -> dict[str, dict[str, Any]]:
        return {name: observe(self.seats[name]) for name in self.agents}

    def _infos(self) -> Infos:
        return {
            name: {
                "action_mask": np.array(
                    [self.seats[name].is_allowed(act) for act in self.seats[name].acts], dtype=np.int8
                )
            }
            for name in self.agents
        }
