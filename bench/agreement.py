"""Named strategies in every house, compiled and at the table: `python -m bench.agreement 10000` sessions of each."""

import sys
from collections.abc import Iterator

import numpy as np

from sevenout.automaton import Untraceable
from sevenout.game import Game
from sevenout.rulebook import shipped
from sevenout.simulate import compiled
from sevenout.simulate.played import Plan, at_the_table
from sevenout.simulate.traced import Traced
from sevenout.strategy.language.checking import NotOffered
from sevenout.strategy.library import named, open_strategy

SHORT = 10
ROLLS, UNITS, SEED = 100, 30, 20


def compared(sessions: int) -> Iterator[tuple[str, str, str]]:
    """Every strategy and house, and what came of the comparison."""
    for name in named():
        for book in shipped():
            game = Game.open(book)
            try:
                strategy = open_strategy(name, game)
                plan = Plan(game, strategy, UNITS * strategy.unit, ROLLS, SEED)
                ours, table = Traced(plan).play(compiled.walk, 0, sessions), at_the_table(plan, 0, sessions)
            except NotOffered:
                continue
            except Untraceable as reason:
                yield name, book, str(reason)
                continue
            same = np.array_equal(ours.nets, table.nets) and np.array_equal(ours.rolls, table.rolls)
            endings = [[played.endings[index] for index in played.ending] for played in (ours, table)]
            yield name, book, "same" if same and endings[0] == endings[1] else "DIFFERENT"


def agreeing(sessions: int = SHORT) -> list[str]:
    """How many strategies and houses agree, and which do not."""
    found = list(compared(sessions))
    same = sum(outcome == "same" for *_, outcome in found)
    others = [f"  {name} at {book}: {outcome}" for name, book, outcome in found if outcome != "same"]
    return [
        f"{sessions:,} sessions each, compiled as at the table: {same} of {len(found)} strategies and houses",
        *others,
    ]


if __name__ == "__main__":
    print("\n".join(agreeing(int(sys.argv[1]) if len(sys.argv) > 1 else SHORT)))
