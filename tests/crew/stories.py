"""Plays a game in the notation and keeps what the crew does after its last roll.

Ann and Bob stand at third base, Cy and Dee at second base; Ann stands next to third base, Dee next to second base.
"""

from typing import Literal

from sevenout.compile import Compiled
from sevenout.crew.rail import Rail
from sevenout.crew.sequence import Motion, sequence
from sevenout.game import Game
from sevenout.refusal import Refusal
from sevenout.replay import Playback, numbered
from sevenout.table import Rolled

NAMES = ("Ann", "Bob", "Cy", "Dee")


def worked(rules: Compiled, story: str, dealers: Literal[1, 2] = 2) -> tuple[Motion, ...]:
    """The steps of the last roll; lines are separated by semicolons or line ends, and none may be refused."""
    opening = "".join(f"seat {name} 5000\n" for name in NAMES)
    steps: tuple[Motion, ...] = ()
    for line in Playback(rules, numbered(opening + story.replace(";", "\n"))):
        if isinstance(line.event, Rolled):
            steps = sequence(Game(rules), line.event, Rail(NAMES[:2], NAMES[2:], dealers))
        assert not isinstance(line.event, Refusal), line.event
    return steps
