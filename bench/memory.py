"""Memory over millions of rolls at a crowded table: `python -m bench.memory 10000000`; a short run in `make bench`."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.table import crowded_table, roll_once
from sevenout.base.dice import ROLLS
from sevenout.engine.game import Game

SHORT, LOOKS = 40_000, 10


def resident() -> int:
    """What this process holds in memory now, in KiB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise OSError("this machine does not tell what a process holds in memory")


def looks(rolls: int) -> Iterator[tuple[int, int]]:
    """Plays on, a new crowd after each point set or decided, and looks ten times at the memory."""
    game = Game.open("catfish-bend")
    crowd = crowded_table(game)
    state, dice = crowd, random.Random(11)
    for look in range(1, LOOKS + 1):
        for _ in range(rolls // LOOKS):
            decided = roll_once(game, state, dice.choice(ROLLS))
            state = crowd if decided.state.point != crowd.point else decided.state
        yield look * (rolls // LOOKS), resident()


def holding(rolls: int = SHORT) -> list[str]:
    """What the process holds after the first tenth of the rolls and after the last."""
    seen = list(looks(rolls))
    (first, before), (last, after) = seen[0], seen[-1]
    return [f"memory after {first:,} rolls: {before:,} KiB; after {last:,}: {after - before:+,} KiB"]


if __name__ == "__main__":
    for played, held in looks(int(sys.argv[1]) if len(sys.argv) > 1 else SHORT):
        print(f"{played:,} rolls: {held:,} KiB", flush=True)
