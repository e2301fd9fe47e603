"""Many seats that learn at once, stepped by the compiled kernel through rows that the engine filled.

The rows of a task are made once (`seat_rows`). A step then only looks up and adds, for all seats together, into arrays
that stay where they are.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.policy_iteration import NoKernelHere
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.player.learning.craps_env import observation_space
from sevenout.player.learning.learning_tasks import LearningTask, Wagers, open_task
from sevenout.player.learning.seat_game import SeatGame
from sevenout.player.learning.seat_rows import seat_rows

Counts = NDArray[np.int64]
MOST_SEATS = 1_000_000


class CrapsVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """`sevenout/Craps-v0` for many seats. A seat that is over begins anew with the next step, whatever it does then."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        num_envs: int = 1024,
        task: str | LearningTask = "double-20",
        *,
        wagers: Wagers | None = None,
        copy: bool = True,
    ) -> None:
        if kernel is None:
            raise NoKernelHere("many seats need the compiled kernel, and there was no C compiler at the installation")
        self.task = open_task(task, wagers)
        if not 1 <= num_envs <= MOST_SEATS:
            raise BadInput(f"an environment has 1 to {MOST_SEATS:,} seats, not {num_envs:,}")
        self.num_envs, self._copies = num_envs, copy
        self._rows = seat_rows(self.task)
        self._sizes = np.array((num_envs, *self._rows.sizes), np.int64)
        seat = SeatGame(self.task)
        self.single_action_space = spaces.Discrete(self.actions)
        self.single_observation_space = observation_space(seat)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._begin_all()

    @property
    def actions(self) -> int:
        """How many actions a seat has."""
        return self._rows.sizes[3]

    def _begin_all(self) -> None:
        many, (wagers, words, _, acts, *_) = self.num_envs, self._rows.sizes
        self.rack: Counts = np.zeros(many, np.int64)
        self.puck: Counts = np.zeros(many, np.int64)
        self.stakes = np.zeros((many, wagers), np.int32)
        """By seat and wager of the house, in chips."""
        self.states = np.zeros((many, wagers), np.int16)
        """By seat and wager: 0 as it was made, else under a call, or with what it has gathered."""
        self.locked = np.zeros((many, wagers), np.int8)
        """By seat and wager: whether it may not be added to, since it was taken down."""
        self._up = np.zeros((many, words), np.uint64)
        self._acted: Counts = np.zeros(many, np.int64)
        self._over = np.ones(many, np.bool_)
        self._seen = np.zeros((many, len(SeatGame(self.task).wagers) + 1), np.float32)
        self._reward = np.zeros(many, np.float64)
        self._ended = np.zeros((many, 2), np.bool_)
        self._masks = np.zeros((many, acts), np.int8)
        self._refused = np.zeros(many, np.bool_)
        self._step(np.zeros(many, np.int64), np.zeros(many, np.int64))  # whoever is over begins

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's own
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New episodes in every seat; the same seed throws the same dice."""
        super().reset(seed=seed)
        self._begin_all()
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One act in every seat; those that were over begin anew instead. What the house refuses changes nothing."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise BadInput(f"{self.num_envs:,} seats need as many actions, not {chosen.shape}")
        self._step(chosen, self.np_random.integers(0, len(ROLLS), self.num_envs))
        return self._observe(), self._reward.copy(), *self._ended.T.copy(), self._info()

    def _step(self, chosen: Counts, dice: Counts) -> None:
        kernel.step_seats(
            self._sizes,
            *self._rows.arrays,
            self.rack,
            self.puck,
            self.stakes,
            self.states,
            self._up,
            self.locked,
            self._acted,
            self._over,
            chosen,
            dice,
            self._seen,
            self._reward,
            self._ended,
            self._masks,
            self._refused,
        )

    def _observe(self) -> dict[str, Any]:
        """What every seat sees; with `copy=False` in the environment's own arrays, which the next step fills."""
        seen: dict[str, NDArray[Any]] = {"rack": self._seen[:, :1], "puck": self.puck, "stakes": self._seen[:, 1:]}
        if self.task.wagers == "all":
            seen |= {"states": self.states, "locked": self.locked}
        return {name: array.copy() for name, array in seen.items()} if self._copies else seen

    def _info(self) -> dict[str, Any]:
        """What may be done next in every seat, and whose act was refused."""
        masks = self._masks.copy() if self._copies else self._masks.view()
        masks.flags.writeable = self._copies
        return {"action_mask": masks, "refused": self._refused.copy()}
