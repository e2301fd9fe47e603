"""Simulations on a real cluster: the same as in one process, whoever is killed, and one line where there is none."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sevenout.analysis.simulation.dask_cluster import Cluster, NoCluster
from sevenout.analysis.simulation.jobs import Job, PartialResult, run
from sevenout.analysis.simulation.run import simulate
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.strategy.library import open_strategy
from tests.unit.analysis.simulation.clusters import ROOT, Local, local
from tests.unit.analysis.simulation.players import come
from tests.unit.analysis.simulation.test_jobs import figures
from tests.unit.analysis.simulation.test_run import counts
from tests.unit.cli.command import run as command

GAME = Game.open("typical")
MOLLY = open_strategy("three-point-molly", GAME)
order = partial(simulate, GAME, MOLLY, rolls=60, bankroll=200_00, seed=5)
ORDER = ("simulate", "three-point-molly", "--rules", "typical", "--sessions", "400k")


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    with local(tmp_path_factory.mktemp("cluster"), workers=2) as cluster:
        yield cluster


def soon(wanted: Any, seconds: float = 30) -> bool:
    """Whether something comes true while somebody waits."""
    until = time.monotonic() + seconds
    while not (true := wanted()) and time.monotonic() < until:
        time.sleep(0.05)
    return bool(true)


def test_a_cluster_plays_the_same_as_one_process(two: Local) -> None:
    told: list[tuple[int, int]] = []
    with Cluster(str(two.file)) as cluster:
        assert cluster.address == two.address
        there = order(sessions=30_000, executor=cluster, progress=lambda *done: told.append(done))
        function = simulate(GAME, come, 500, 60, 200_00, executor=cluster)
    assert figures(there) == figures(order(sessions=30_000))
    assert figures(function) == figures(simulate(GAME, come, 500, 60, 200_00))
    assert len(told) > 2
    assert told[-1] == (30_000, 30_000)


def test_whoever_comes_later_counts(two: Local) -> None:
    with Cluster(two.address) as cluster:
        assert soon(lambda: cluster.workers == 2)
        worker = two.work()
        assert soon(lambda: cluster.workers == 3)
        worker.kill()
        assert soon(lambda: cluster.workers == 2)


def test_errors_come_back_as_they_are(two: Local) -> None:
    with Cluster(two.address) as cluster:
        job = Job.of(GAME, MOLLY, 20, 60, 200_00)
        with pytest.raises(BadInput, match="there are no 20 sessions from 7 on in a simulation of 20"):
            cluster.submit(run, job.stretch(7, 20)).result()
        begun: Future[PartialResult] = cluster.submit(run, job)
        assert not begun.cancel()
        cluster.shutdown()
        assert begun.result().sessions == 20
    with pytest.raises(NoCluster, match="was left"):
        cluster.submit(run, job)


@pytest.mark.nightly
def test_a_worker_that_is_killed_is_survived(tmp_path: Path) -> None:
    """At the table a job takes long: its worker dies in the middle of one. The scheduler then gives it up at once."""
    with local(tmp_path, 2, scheduler__allowed_failures="0") as there, Cluster(there.address) as cluster:
        assert soon(lambda: cluster.workers == 2)
        result = order(sessions=1_200, engine="table", executor=cluster, progress=lambda *_: there.workers[0].kill())
        assert soon(lambda: cluster.workers == 1)
    assert (result.engine, result.ended_early) == ("table", "")
    assert counts(result) == counts(order(sessions=1_200))


def test_a_scheduler_that_is_killed_leaves_what_is_done(tmp_path: Path) -> None:
    kept: list[PartialResult] = []
    with local(tmp_path, 1) as there, Cluster(there.address) as cluster:
        cut = order(sessions=100_000, executor=cluster, progress=lambda *_: there.scheduler.kill(), so_far=kept.append)
        with pytest.raises(NoCluster, match=f"the cluster at {there.address} is gone"):
            order(sessions=100_000, executor=cluster)
    assert 0 < cut.sessions < cut.asked == 100_000
    assert cut.ended_early == f"the cluster at {there.address} is gone"
    assert kept[-1].sessions == cut.sessions
    assert figures(order(sessions=100_000, before=kept[-1])) == figures(order(sessions=100_000))


def test_nobody_is_waited_for_forever(tmp_path: Path) -> None:
    with local(tmp_path, 1) as there, Cluster(there.address, alone=2) as cluster:
        there.workers[0].kill()
        with pytest.raises(NoCluster, match=rf"nobody has worked for the scheduler at {there.address} for 2 s"):
            order(sessions=500, executor=cluster)


@pytest.mark.parametrize(
    ("preload", "said"),
    [
        (
            "import sevenout.analysis.simulation.dask_cluster as ours\nours.__version__ = '0.0.9'\n",
            "has sevenout 0.0.9, and this is",
        ),
        ("import sys\nsys.modules['sevenout'] = None\n", "somebody who works for .* has no sevenout"),
    ],
)
def test_a_worker_with_another_sevenout_is_refused(tmp_path: Path, preload: str, said: str) -> None:
    with local(tmp_path, 0) as there:
        there.work(preload)
        there.wait()
        with Cluster(there.address) as cluster, pytest.raises(NoCluster, match=said):
            order(sessions=500, executor=cluster)


# --- where there is none


def test_an_address_where_nobody_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(NoCluster, match=f"no Dask scheduler answers at tcp://127.0.0.1:{port} within 4 s"):
            Cluster(f"127.0.0.1:{port}")
    ran = command("simulate", "pass-line", "--cluster", f"127.0.0.1:{port}")
    assert ran == (1, "", f"sevenout: no Dask scheduler answers at tcp://127.0.0.1:{port} within 4 s\n")
    assert issubclass(NoCluster, BrokenExecutor)


def test_a_scheduler_without_workers(tmp_path: Path) -> None:
    with local(tmp_path, 0) as there:
        ran = command("simulate", "pass-line", "--cluster", str(there.file))
    line = f"sevenout: nobody works for the scheduler at {there.address}. Type: dask worker {there.address}\n"
    assert ran == (1, "", line)


@pytest.mark.parametrize("address", ["nowhere", "http://127.0.0.1:80", "tcp://127.0.0.1", "tcp://:80", ""])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BadInput, match=r"is no address of a Dask scheduler: write tcp://host:port, or name its .json"):
        Cluster(address)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"address": 1}'])
def test_what_is_no_file_of_a_scheduler(text: str, tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(BadInput, match=r"s\.json.* is no (file|address) of a Dask scheduler"):
        Cluster(str(tmp_path / "s.json"))


def test_threads_here_and_a_cluster_are_one_too_many() -> None:
    ran = command("simulate", "pass-line", "--cluster", "127.0.0.1:1", "--workers", "2")
    assert (ran.code, ran.out) == (2, "")
    assert "--workers are threads of this machine, and --cluster plays elsewhere: give one of them" in ran.err


def test_without_dask_one_line_says_what_to_type() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from sevenout.cli.main import main\n"
        "sys.exit(main(['simulate', 'pass-line', '--cluster', '127.0.0.1:1']))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("sevenout: a cluster needs Dask, which is not installed. Type: ")
    assert ran.stderr.endswith("pip install 'sevenout[cluster]'\n")


# --- on the command line


@contextmanager
def started(*words: str) -> "Iterator[subprocess.Popen[str]]":
    """The command in a process of its own, which does not outlive the test."""
    paths = {"PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    with subprocess.Popen(
        [sys.executable, "-m", "sevenout", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **paths},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.nightly
def test_a_cluster_that_dies_is_one_line_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "molly.kept"
    with local(tmp_path, 1) as there, started(*ORDER, "--cluster", there.address, "--keep", str(file), "--json") as cut:
        assert soon(file.exists, 300)
        there.scheduler.kill()
        out, err = cut.communicate(timeout=300)
    (found,) = json.loads(out)["results"]
    played = f"{found['sessions']:,} of 400,000 sessions were played"
    assert (cut.returncode, found["ended_early"]) == (1, f"the cluster at {there.address} is gone")
    assert err == (
        f"sevenout: the cluster at {there.address} is gone: {played}\n"
        f"{file} holds sessions 0 to {found['sessions'] - 1:,} of 400,000: the same command goes on from there.\n"
    )
    whole = command(*ORDER, "--keep", str(file), "--json")
    assert whole.code == 0
    assert without_times(whole.json) == without_times(command(*ORDER, "--json").json)


def without_times(answer: Any) -> dict[str, Any]:
    (result,) = answer["results"]
    return {name: value for name, value in result.items() if "second" not in name and name != "replayed"}


def test_ctrl_c_keeps_what_the_cluster_has_played(two: Local, tmp_path: Path) -> None:
    file = tmp_path / "molly.kept"
    words = ["--sessions", "1e12", "--cluster", two.address, "--keep", str(file), "--json"]
    with started(*ORDER[:-2], *words) as process:
        assert soon(file.exists, 300)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    (found,) = json.loads(out)["results"]
    assert (process.returncode, found["ended_early"], found["sessions_asked"]) == (0, "interrupted", 10**12)
    assert err.startswith(f"{file} holds sessions 0 to ")
    assert err.endswith(" of 1,000,000,000,000: the same command goes on from there.\n")
    assert len(err.splitlines()) == 1
    assert sum(end - first for first, end in json.loads(file.read_text())["part"]["spans"]) == found["sessions"] > 0
