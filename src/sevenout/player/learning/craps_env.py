"""`sevenout/Craps-v0`: one seat, one act a step; what the house would refuse is masked (`info["action_mask"]`)."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sevenout.base.dice import ROLLS
from sevenout.player.learning.learning_tasks import LearningTask, Wagers, open_task
from sevenout.player.learning.seat_game import SeatGame

Observation = dict[str, Any]
RICHEST = 8.0
"""Goals: whoever has more is shown so much."""


class CrapsEnv(gymnasium.Env[Observation, Any]):
    """Reach the goal before ruin: 1 for the goal, 0 for everything else. The first action rolls the dice."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        task: str | LearningTask = "double-20",
        render_mode: str | None = None,
        wagers: Wagers | None = None,
    ) -> None:
        self.task = open_task(task, wagers)
        self.seat = SeatGame(self.task)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.seat.acts))
        self.observation_space = observation_space(self.seat)
        self._done = 0

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's own
    ) -> tuple[Observation, dict[str, Any]]:
        """A new episode; the same seed throws the same dice."""
        super().reset(seed=seed)
        self.seat.begin()
        self._done = 0
        return observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One act; what the house refuses changes nothing and is told in `info["refused"]`."""
        act, refused = self.seat.acts[int(action)], None
        if act.verb == "roll":
            self.seat.roll(ROLLS[int(self.np_random.integers(len(ROLLS)))])
        else:
            refused = self.seat.do(act)
        self._done += 1
        over = self.seat.has_goal or self.seat.is_ruined
        info = self._info() if refused is None else {**self._info(), "refused": refused.reason}
        return observe(self.seat), float(self.seat.has_goal), over, not over and self._done >= self.task.longest, info

    def action_mask(self) -> NDArray[np.int8]:
        """1 for every action that the house takes now."""
        return np.array([self.seat.is_allowed(act) for act in self.seat.acts], dtype=np.int8)

    def render(self) -> str:
        """The seat in one line."""
        return describe_seat(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_mask()}


def describe_seat(seat: SeatGame) -> str:
    """Rack, point and bets in words."""
    point = seat.game.rules.puck.states[seat.puck].point
    bets = ", ".join(f"{seat.stake(key) / 100:g} on {key}" for key in seat.wagers if seat.stake(key))
    return f"rack {seat.rack / 100:g}, {'come-out' if point is None else f'point {point}'}, {bets or 'no bets'}"


def observation_space(seat: SeatGame) -> spaces.Dict:
    """The rack and the stakes in shares of the goal, and where the puck stands.

    With every wager also how each lies (0 as it was made, else called on or off, or what it has gathered), and which
    may not be added to since they were taken down.
    """
    rules, many = seat.game.rules, len(seat.wagers)
    space: dict[str, spaces.Space[Any]] = {
        "rack": spaces.Box(0.0, RICHEST, (1,), np.float32),
        "puck": spaces.Discrete(len(rules.puck.states)),
        "stakes": spaces.Box(0.0, RICHEST, (many,), np.float32),
    }
    if seat.task.wagers == "all":
        most = max(spot.end - spot.first for spot in rules.spots) - 1
        space["states"] = spaces.Box(0, most, (many,), np.int16)
        space["locked"] = spaces.MultiBinary(many)
    return spaces.Dict(space)


def observe(seat: SeatGame) -> Observation:
    """The seat as its space has it."""
    goal = seat.task.goal
    seen: Observation = {
        "rack": np.array([min(seat.rack / goal, RICHEST)], np.float32),
        "puck": np.int64(seat.puck),
        "stakes": np.array([min(seat.stake(key) / goal, RICHEST) for key in seat.wagers], np.float32),
    }
    if seat.task.wagers == "all":
        seen["states"] = np.array([seat.state(key) for key in seat.wagers], np.int16)
        seen["locked"] = np.array([seat.is_locked(key) for key in seat.wagers], np.int8)
    return seen
