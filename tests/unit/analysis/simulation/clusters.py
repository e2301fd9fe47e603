"""A real Dask cluster on this machine: a scheduler and workers as processes of their own, on the loopback alone."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

ROOT = Path(__file__).parents[4]
_PATIENCE = 60.0
_QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error", "OMP_NUM_THREADS": "1"}


class Local:
    """One scheduler, and those who work for it."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.settings = {f"DASK_DISTRIBUTED__{name.upper()}": value for name, value in settings.items()}
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(self.file))
        self.address = str(self._read()["address"])

    def work(self, preload: str | None = None) -> subprocess.Popen[bytes]:
        """One worker more; `preload` is code that it runs first."""
        more: list[str] = []
        if preload is not None:
            code = self.folder / f"preload_{len(self.workers)}.py"
            code.write_text(preload, encoding="utf-8")
            more = ["--preload", str(code)]
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *more)
        self.workers.append(worker)
        return worker

    def wait(self) -> None:
        """Until all that work for it have said so."""
        if self.workers:
            with Client(self.address, timeout=_PATIENCE) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(len(self.workers), _PATIENCE)

    def stop(self) -> None:
        """Ends all of it."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        order = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1", *words]
        if kind == "scheduler":
            order.append("--no-dashboard")
        paths = {"PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
        with (self.folder / f"{kind}.log").open("ab") as log:
            return subprocess.Popen(
                order, stdout=log, stderr=log, cwd=self.folder, env={**os.environ, **_QUIET, **self.settings, **paths}
            )

    def _read(self) -> dict[str, object]:
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            if self.file.exists() and (text := self.file.read_text(encoding="utf-8")).endswith("}"):
                found: dict[str, object] = json.loads(text)
                return found
            assert self.scheduler.poll() is None, (self.folder / "scheduler.log").read_text(encoding="utf-8")
            time.sleep(0.05)
        raise TimeoutError("the scheduler does not begin")


@contextmanager
def local(folder: Path, workers: int, **settings: str) -> Iterator[Local]:
    """A cluster with so many workers, ended in any case."""
    cluster = Local(folder, **settings)
    try:
        for _ in range(workers):
            cluster.work()
        cluster.wait()
        yield cluster
    finally:
        cluster.stop()
