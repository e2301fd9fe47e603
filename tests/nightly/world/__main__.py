"""`python -m tests.nightly.world`: many seeds of the house, the bugs planted on purpose, or one seed, line by line."""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from tests.nightly.world.planted import PLANTED, Planted, planted
from tests.nightly.world.world import Outcome, run

_ENOUGH = 100
"""Seeds within which every planted bug has to be found."""


class Found(NamedTuple):
    """How a planted bug was found."""

    bug: Planted
    seeds: int
    """How many were played; the last one found it, unless `wrong` is empty."""
    wrong: str
    seed: int


def hunt(bug: Planted, first: int = 0, most: int = _ENOUGH) -> Found:
    """Plays seeds until a bug is found."""
    with planted(bug):
        for number, seed in enumerate(range(first, first + most), 1):
            outcome = run(seed)
            if outcome.wrong:
                return Found(bug, number, outcome.wrong[0], seed)
    return Found(bug, most, "", -1)


def sound(first: int, count: int, processes: int = 2) -> Iterator[Outcome]:
    """The house as it is, seed after seed."""
    if processes == 1:
        yield from map(run, range(first, first + count))
        return
    with ProcessPoolExecutor(processes) as pool:
        seeds = iter(range(first, first + count))
        while batch := list(islice(seeds, 200)):
            yield from pool.map(run, batch, chunksize=10)


def main(words: list[str]) -> int:
    """Does what is asked; 1 if something was wrong that should not be, or right that should not be."""
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.world", description=__doc__)
    parser.add_argument("--seeds", type=int, metavar="N", help="play so many seeds of the house as it is")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="beginning with this one")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--planted", action="store_true", help="find every bug that is planted on purpose")
    parser.add_argument("--seed", type=int, metavar="SEED", help="play this one and print all that happens")
    parser.add_argument("--bug", metavar="NAME", help="with this bug planted")
    asked = parser.parse_args(words)
    if asked.seed is not None:
        return _shown(asked.seed, asked.bug)
    if asked.planted:
        return _found(asked.first)
    return _played(asked.first, asked.seeds or 100, asked.processes)


def _shown(seed: int, name: str | None) -> int:
    bug = next((bug for bug in PLANTED if bug.name == name), None)
    if name and bug is None:
        print(f"no bug is called {name!r}; there are {', '.join(bug.name for bug in PLANTED)}", file=sys.stderr)
        return 2
    if bug is None:
        outcome = run(seed, keep=True)
    else:
        with planted(bug):
            outcome = run(seed, keep=True)
    print("\n".join(outcome.lines))
    for wrong in outcome.wrong:
        print(f"WRONG {wrong}")
    print(f"seed {seed}, digest {outcome.digest}")
    return 1 if outcome.wrong else 0


def _found(first: int) -> int:
    missed = 0
    width = max(len(bug.name) for bug in PLANTED)
    print(f"{'bug':<{width}}  seeds  seconds  first thing seen wrong")
    for bug in PLANTED:
        begun = time.monotonic()
        found = hunt(bug, first)
        missed += not found.wrong
        seen = found.wrong or "NOT FOUND"
        print(f"{bug.name:<{width}}  {found.seeds:>5}  {time.monotonic() - begun:>7.1f}  {seen[:110]}", flush=True)
    print(f"{len(PLANTED) - missed} of {len(PLANTED)} found")
    return 1 if missed else 0


def _played(first: int, count: int, processes: int) -> int:
    begun, played, wrong, lines = time.monotonic(), 0, 0, 0
    with suppress(KeyboardInterrupt):  # what was played was played
        for outcome in sound(first, count, processes):
            played += 1
            lines += outcome.counted.get("line", 0)
            if outcome.wrong:
                wrong += 1
                again = f"python -m tests.nightly.world --seed {outcome.seed}"
                print(f"seed {outcome.seed}: {outcome.wrong[0]}  (again: {again})", flush=True)
    print(f"{played:,} seeds, {lines:,} entries, {wrong} wrong, {time.monotonic() - begun:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
