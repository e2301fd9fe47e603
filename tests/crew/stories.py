"""Plays a game in the notation and keeps what the crew does after its last roll.

Ann and Bob stand at third base, Cy and Dee at second base; Ann stands next to third base, Dee next to second base.
"""

from typing import Literal

from sevenout.compile import Compiled
from sevenout.crew.rail import Rail
from sevenout.crew.sequence import Step, sequence
from sevenout.replay import numbered, play_at
from sevenout.table import Rolled, TableState

NAMES = ("Ann", "Bob", "Cy", "Dee")


def worked(rules: Compiled, story: str, dealers: Literal[1, 2] = 2) -> tuple[Step, ...]:
    """The steps of the last roll; lines are separated by semicolons or line ends, and none may be refused."""
    opening = "".join(f"seat {name} 5000\n" for name in NAMES)
    before = TableState()
    steps: tuple[Step, ...] = ()
    for line in play_at(rules, numbered(opening + story.replace(";", "\n"))):
        if isinstance(line.event, Rolled):
            steps = sequence(line.table.game, before, line.event, Rail(NAMES[:2], NAMES[2:], dealers))
        assert line.outcome is None or isinstance(line.outcome, Rolled), line.outcome
        before = line.table.state
    return steps
