"""What the machine can do at this moment, so that figures can be read as ratios."""

import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

REPEATS = 7


def best(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The best of several runs, in seconds of this process's own time: what the code costs, not what disturbed it."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def describe() -> str:
    """The processor and the Python, for the head of a report."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{model}, one core, CPython {sys.version.split()[0]}"


def additions_per_second() -> float:
    """How many turns of the plainest Python loop a second: the unit of the ratios."""
    turns = 2_000_000

    def loop() -> int:
        total = 0
        for number in range(turns):
            total += number
        return total

    return turns / best(loop, 5)
