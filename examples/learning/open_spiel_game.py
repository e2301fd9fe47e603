"""Craps as a game of OpenSpiel, with the dice as chance nodes: a task of `sevenout learn` for one player.

    pip install open_spiel
    python examples/learning/open_spiel_game.py

After the player's act 0 comes a chance node with the thirty-six rolls; every other act is the player's again. The
rules are the engine's, so the game is that of any house.
"""

from functools import lru_cache
from typing import Any

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from sevenout.base.dice import ROLLS
from sevenout.player.learning.craps_env import describe_seat
from sevenout.player.learning.learning_tasks import find_task
from sevenout.player.learning.seat_game import SeatGame

NAME = "sevenout_craps"
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Craps: a bankroll to a goal before ruin",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"task": "double-20"},
)


@lru_cache(16)
def _seat_of(task: str) -> SeatGame:
    """One seat for all states of a task: each state has its own rack, puck and bets, and puts them there."""
    return SeatGame(find_task(task))


class CrapsGame(pyspiel.Game):
    """A task as a game tree."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.task = str((params or {}).get("task", "double-20"))
        seat = _seat_of(self.task)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(seat.acts),
            max_chance_outcomes=len(ROLLS),
            num_players=1,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=seat.task.longest,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "CrapsState":
        """The bankroll, an empty layout, a new shooter."""
        return CrapsState(self, self.task)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What there is to see: all of it is public."""
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class CrapsState(pyspiel.State):
    """A seat before an act, or the dice in the air."""

    def __init__(self, game: CrapsGame, task: str) -> None:
        super().__init__(game)
        self.task, self.acts_done, self.thrown = task, 0, False
        seat = _seat_of(task)
        seat.begin()
        self._keep(seat)

    def _keep(self, seat: SeatGame) -> None:
        self.held = seat.rack, seat.puck, seat.position

    @property
    def seat(self) -> SeatGame:
        """The task's seat, with this state's rack, puck and bets."""
        seat = _seat_of(self.task)
        seat.rack, seat.puck, seat.position = self.held
        return seat

    def current_player(self) -> int:
        """Whose turn it is: the player's or the dice's."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.thrown else 0

    def is_terminal(self) -> bool:
        """Whether goal or ruin is reached, or the episode is cut off."""
        seat = self.seat
        return not self.thrown and (seat.has_goal or seat.is_ruined or self.acts_done >= seat.task.longest)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's own
        seat = self.seat
        return [number for number, act in enumerate(seat.acts) if seat.is_allowed(act)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All rolls, each as likely."""
        return [(roll.index, 1 / len(ROLLS)) for roll in ROLLS]

    def _apply_action(self, action: int) -> None:
        seat = self.seat
        if self.thrown:
            seat.roll(ROLLS[action])
            self.thrown = False
        else:
            self.acts_done += 1
            self.thrown = action == 0
            if action:
                seat.do(seat.acts[action])
        self._keep(seat)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(ROLLS[action]) if player == pyspiel.PlayerId.CHANCE else str(self.seat.acts[action])

    def returns(self) -> list[float]:
        """1 with the goal, else 0."""
        return [float(self.is_terminal() and self.seat.has_goal)]

    def __str__(self) -> str:
        return f"{describe_seat(self.seat)}{', the dice are out' if self.thrown else ''}"

    def information_state_string(self, player: int = 0) -> str:  # noqa: ARG002 - OpenSpiel's own
        """Everything is seen."""
        return str(self)

    def observation_string(self, player: int = 0) -> str:  # noqa: ARG002 - OpenSpiel's own
        """Everything is seen."""
        return str(self)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_TYPE, CrapsGame)


if __name__ == "__main__":
    from random import Random

    chance, state = Random(7), pyspiel.load_game(NAME).new_initial_state()
    while not state.is_terminal():
        print(state)
        outcomes = state.chance_outcomes() if state.is_chance_node() else []
        state.apply_action(chance.choice([roll for roll, _ in outcomes] or state.legal_actions()))
    print(state, state.returns())
