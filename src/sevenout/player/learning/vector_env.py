"""Many seats that learn at once: line bets and odds, stepped by the compiled kernel through tables of the engine.

Everything that a seat can come to with line bets and odds is asked of the engine once, when the environment is made:
what it takes, and what each roll makes of it. A step then only looks up and adds, for all seats together, into arrays
that stay where they are.
"""

from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.policy_iteration import NoKernelHere
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Position, place, settle, stake_on, take_down
from sevenout.engine.game import Game
from sevenout.player.learning.craps_env import observation_space
from sevenout.player.learning.learning_tasks import LearningTask, acts_of, find_task, line_wagers
from sevenout.player.learning.seat_game import SeatGame
from sevenout.rulebook.compiler.puck_machine import FRESH

Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]
MOST_SEATS = 1_000_000


class LineTables(NamedTuple):
    """What the engine says of one line bet and its odds, by puck, flat chips and odds chips."""

    add_flat: Flags
    """By puck, flat, odds and chips: whether so much more is taken."""
    add_odds: Flags
    flat_down: Counts
    """By puck, flat and odds: the chips that come back if it is taken down; -1 if it may not be."""
    odds_down: Counts
    back: Counts
    """By puck, roll, flat and odds: the chips that go to the rack."""
    flat_after: Counts
    odds_after: Counts


def line_tables(game: Game, line: str, odds: str, most: int) -> LineTables:
    """Asks the engine everything about a line bet and its odds, up to so many chips in all."""
    pucks, size = len(game.rules.puck.states), most + 1
    shape = (pucks, size, size)
    tables = LineTables(
        np.zeros((*shape, size), np.bool_),
        np.zeros((*shape, size), np.bool_),
        np.full(shape, -1, np.int64),
        np.full(shape, -1, np.int64),
        np.zeros((pucks, len(ROLLS), size, size), np.int64),
        np.zeros((pucks, len(ROLLS), size, size), np.int64),
        np.zeros((pucks, len(ROLLS), size, size), np.int64),
    )
    for puck in range(pucks):
        for flat in range(size):
            for behind in range(size - flat if flat and odds else 1):
                _ask(game, line, odds, most, tables, (puck, flat, behind))
    return tables


def _ask(game: Game, line: str, odds: str, most: int, tables: LineTables, at: tuple[int, int, int]) -> None:
    puck, flat, behind = at
    chip, position = game.chip, _position(game, line, odds, flat, behind)
    flat_spot = game.rules.by_key[line]
    odds_spot = game.rules.by_key[odds] if odds else None
    for more in range(1, most + 1 - flat - behind):
        tables.add_flat[(*at, more)] = not isinstance(place(game, position, puck, line, more * chip, None), Refusal)
        if odds:
            tables.add_odds[(*at, more)] = not isinstance(place(game, position, puck, odds, more * chip, None), Refusal)
    for key, table in ((line, tables.flat_down), (odds, tables.odds_down)):
        if not key or not stake_on(position, game.rules.by_key[key]):
            continue
        change = take_down(game, position, puck, key)
        if not isinstance(change, Refusal):
            table[at] = -change.cost // chip
    for roll in ROLLS:
        done = settle(game, position, puck, roll)
        where = (puck, roll.index, flat, behind)
        tables.back[where] = done.back // chip
        tables.flat_after[where] = stake_on(done.position, flat_spot) // chip
        tables.odds_after[where] = 0 if odds_spot is None else stake_on(done.position, odds_spot) // chip


def _position(game: Game, line: str, odds: str, flat: int, behind: int) -> Position:
    """A layout with so much on a line bet and its odds, however it came there."""
    lying = sorted(
        (game.rules.by_key[key].first, chips * game.chip) for key, chips in ((line, flat), (odds, behind)) if chips
    )
    return Position(tuple(slot for slot, _ in lying), tuple(stake for _, stake in lying), EMPTY.marks)


class CrapsVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """`sevenout/Craps-v0` for many seats. A seat that is over begins anew with the next step, whatever it does then."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 - Gymnasium's own way

    def __init__(self, num_envs: int = 1024, task: str | LearningTask = "double-20", *, copy: bool = True) -> None:
        if kernel is None:
            raise NoKernelHere("many seats need the compiled kernel, and there was no C compiler at the installation")
        self.task = find_task(task) if isinstance(task, str) else task
        if not 1 <= num_envs <= MOST_SEATS:
            raise BadInput(f"an environment has 1 to {MOST_SEATS:,} seats, not {num_envs:,}")
        self.num_envs, self._copies = num_envs, copy
        game, self._goal = self.task.game, self.task.goal // self.task.chip
        self._pairs = line_wagers(game)
        self._keys = tuple(key for pair in self._pairs for key in pair if key)
        self._pack(game)
        self.single_action_space = spaces.Discrete(self.actions)
        self.single_observation_space = observation_space(SeatGame(self.task))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._begin_all()

    @property
    def actions(self) -> int:
        """How many actions a seat has."""
        return int(self._acts.shape[1])

    def _pack(self, game: Game) -> None:
        """All tables as the kernel takes them: see kernel/seats.c."""
        place_of = {key: (at, odd) for at, pair in enumerate(self._pairs) for odd, key in enumerate(pair) if key}
        verbs = {"roll": 0, "bet": 1, "take down": 2}
        acts = acts_of(self.task)
        places = [place_of.get(act.wager, (0, 0)) for act in acts]
        self._acts = np.array(
            [
                [verbs[act.verb] for act in acts],
                [line for line, _ in places],
                [odd for _, odd in places],
                [act.amount // self.task.chip for act in acts],
            ],
            np.int64,
        )
        tables = [line_tables(game, line, odds, self._goal - 1) for line, odds in self._pairs]
        self._add = np.ascontiguousarray([[each.add_flat, each.add_odds] for each in tables])
        self._down = np.ascontiguousarray([[each.flat_down, each.odds_down] for each in tables])
        self._after = np.ascontiguousarray(
            [np.stack((each.back, each.flat_after, each.odds_after, 0 * each.back), -1) for each in tables], np.int16
        )
        states = game.rules.puck.states
        self._goto = np.array(
            [[edge.goto for edge in game.rules.puck.edges[state.index]] for state in states], np.int64
        )
        shown = [self._keys.index(key) if key else -1 for pair in self._pairs for key in pair]
        self._shown = np.array(shown, np.int64)
        self._sizes = np.array(
            (
                self.num_envs,
                len(self._pairs),
                len(states),
                self._goal,
                len(acts),
                self._goal,
                self.task.bankroll // self.task.chip,
                SeatGame(self.task).least // self.task.chip,
                FRESH,
                self.task.longest,
                len(self._keys),
            ),
            np.int64,
        )

    def _begin_all(self) -> None:
        many, lines = self.num_envs, len(self._pairs)
        self.rack: Counts = np.full(many, self._sizes[6], np.int64)
        self.puck: Counts = np.full(many, FRESH, np.int64)
        self.bets: Counts = np.zeros((many, lines, 2), np.int64)
        """By seat and line: flat and odds, in chips."""
        self._acted: Counts = np.zeros(many, np.int64)
        self._over = np.ones(many, np.bool_)
        self._seen = np.zeros((many, len(self._keys) + 1), np.float32)
        self._reward = np.zeros(many, np.float64)
        self._ended = np.zeros((many, 2), np.bool_)
        self._masks = np.zeros((many, self._acts.shape[1]), np.int8)
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
            self._acts,
            self._add,
            self._down,
            self._after,
            self._goto,
            self._shown,
            self.rack,
            self.puck,
            self.bets,
            self._acted,
            self._over,
            chosen,
            dice,
            self._seen,
            self._reward,
            self._ended,
            self._masks,
        )

    def _observe(self) -> dict[str, Any]:
        """What every seat sees; with `copy=False` in the environment's own arrays, which the next step fills."""
        seen, puck = (self._seen.copy(), self.puck.copy()) if self._copies else (self._seen, self.puck)
        return {"rack": seen[:, :1], "puck": puck, "stakes": seen[:, 1:]}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._masks.copy() if self._copies else self._masks}
