"""Plain tabular Q-learning on a task of `sevenout learn`, compared with the solved optimum.

    python examples/learning/q_learning.py double-20 60     # a minute of training

It knows nothing of craps: it sees the state, the acts that the house takes, and 1 or 0 at the end. A value is learned
for every pair of state and act, each from the mean of what was seen after it. It takes nothing down, so that no play
goes in a circle.
"""

import sys
from random import Random
from time import process_time

from sevenout.base.dice import ROLLS
from sevenout.player.learning.baselines import play_episodes, random_agent
from sevenout.player.learning.learning_tasks import TableAct, find_task
from sevenout.player.learning.seat_game import SeatGame

State = tuple[int, int, tuple[int, ...]]


class QLearner:
    """Values by state and act, and how often each was tried."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.values: dict[State, dict[TableAct, list[float]]] = {}

    def acts(self, seat: SeatGame) -> dict[TableAct, list[float]]:
        """What may be done in this state, each with its value and how often it was tried."""
        state = seat.rack, seat.puck, tuple(map(seat.stake, seat.wagers))
        if state not in self.values:
            allowed = [act for act in seat.acts if act.verb != "take down" and seat.is_allowed(act)]
            if not any(state[2]) and seat.game.rules.puck.states[seat.puck].point is None and len(allowed) > 1:
                allowed.remove(seat.acts[0])  # a roll without a bet leads nowhere
            self.values[state] = {act: [0.0, 0] for act in allowed}
        return self.values[state]

    def best(self, seat: SeatGame) -> TableAct:
        """The act with the largest value."""
        acts = self.acts(seat)
        return max(acts, key=lambda act: acts[act][0])

    def train(self, seat: SeatGame, explore: float) -> None:
        """One episode: mostly the best act, now and then another."""
        seat.begin()
        for _ in range(seat.task.longest):
            acts = self.acts(seat)
            act = self.chance.choice(list(acts)) if self.chance.random() < explore else self.best(seat)
            if act.verb == "roll":
                seat.roll(ROLLS[self.chance.randrange(len(ROLLS))])
            else:
                seat.do(act)
            over = seat.has_goal or seat.is_ruined
            worth = float(seat.has_goal) if over else max(value for value, _ in self.acts(seat).values())
            cell = acts[act]
            cell[1] += 1
            cell[0] += (worth - cell[0]) / cell[1] ** 0.7
            if over:
                return


def main(name: str = "double-20", seconds: float = 60, episodes: int = 20_000) -> None:
    """Trains for so many seconds of processor time, then plays without exploring."""
    task, learner = find_task(name), QLearner(seed=7)
    seat, trained, began = SeatGame(task), 0, process_time()
    while (used := process_time() - began) < seconds:
        learner.train(seat, explore=0.5 * (1 - used / seconds) + 0.02)
        trained += 1
    learned = play_episodes(task, "learned", learner.best, episodes)
    chance = play_episodes(task, "random", random_agent(1), max(1, episodes // 10))
    print(f"{trained:,} episodes, {len(learner.values):,} states")
    for score in (learned, chance):
        print(f"{score.agent:<9}{score.share:.4f} ± {1.96 * score.error:.4f}")
    print(f"optimum  {task.optimum.chance:.4f}, which nobody exceeds in the long run")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(words[0] if words else "double-20", float(words[1]) if len(words) > 1 else 60)
