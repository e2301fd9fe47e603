"""A simulation on a cluster: two workers against one, and what a part costs whoever puts the parts together."""

import os
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from sevenout.analysis.simulation.dask_cluster import Cluster
from sevenout.analysis.simulation.jobs import Job, merge, run
from sevenout.analysis.simulation.resume_file import ResumeData
from sevenout.analysis.simulation.run import simulate
from tests.unit.analysis.simulation.clusters import local

ORDER = ("typical", "three-point-molly")
ROLLS, BANKROLL = 200, 3000_00
SESSIONS, WARM = 60_000_000, 200_000
ROUNDS = 2
PARTS, PART_SESSIONS = 64, 1_000_000


@contextmanager
def _workers(count: int, folder: Path) -> Iterator[Cluster]:
    """So many workers that have traced and compiled what they are going to play."""
    folder.mkdir()
    with local(folder, count) as there, Cluster(there.address) as cluster:
        while cluster.workers < count:
            time.sleep(0.1)
        simulate(*ORDER, WARM * 10 * count, ROLLS, BANKROLL, executor=cluster)
        yield cluster


def _rate(cluster: Cluster, seed: int) -> float:
    """Rolls a second of the clock, with a busy machine's worst left out by whoever takes the best of several."""
    result = simulate(*ORDER, SESSIONS, ROLLS, BANKROLL, seed, executor=cluster)
    return result.rolls_per_second


def spreading() -> list[str]:
    """Rolls a second by the clock with one worker and with two, in turns; the best of each."""
    if (os.cpu_count() or 1) < 2:
        return ["cluster: one processor only, so two workers are not compared with one"]
    best = {1: 0.0, 2: 0.0}
    with (
        TemporaryDirectory() as folder,
        _workers(1, Path(folder, "one")) as one,
        _workers(2, Path(folder, "two")) as two,
    ):
        for _ in range(ROUNDS):
            for count, cluster in ((1, one), (2, two)):
                best[count] = max(best[count], _rate(cluster, seed=1))
    ratio = best[2] / best[1]
    return [
        f"cluster: {best[1] / 1e6:,.0f} million rolls a second with one worker, {best[2] / 1e6:,.0f} with two;"
        f" ratio {ratio:.2f} (aim 1.9)",
    ]


def merging() -> list[str]:
    """What a part of about a second weighs, how long it takes to put one to the others, and what is kept."""
    job = Job.of(*ORDER, PARTS * PART_SESSIONS, ROLLS, BANKROLL)
    part = run(job.stretch(0, PART_SESSIONS))
    parts = [msgspec.structs.replace(part, spans=((at, at + 1),)) for at in range(PARTS)]
    started = time.process_time()
    whole = merge(parts)
    seconds = (time.process_time() - started) / PARTS
    kept = len(msgspec.json.encode(ResumeData(job, whole, 1.0).with_digest()))
    played = part.run_ns / 1e9
    return [
        f"a part of {PART_SESSIONS:,} sessions: {len(pickle.dumps(part)) / 1000:,.0f} KB, {len(part.nets):,} nets;"
        f" merged in {1000 * seconds:.1f} ms, {100 * seconds / played:.2f} % of the {played:.1f} s it took to play"
        f" (with its compiling and tracing); {kept / 1000:,.0f} KB kept"
    ]
