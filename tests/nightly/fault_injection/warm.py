"""Houses that start in a moment: one process has everything imported, and each house is a fork of it.

What runs then is `sevenout serve` itself; only the second that Python needs to import it is spent once for all. The
process takes an order a line, has one house at a time, and says when that has ended.
"""

import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.server.serving import ROOT, SOURCES, WITHIN, Served


class Warm:
    """The process with everything imported; `settings` are those of `altered`."""

    def __init__(self, settings: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nightly.fault_injection.warm", *settings],
            env={**os.environ, "PYTHONPATH": f"{SOURCES}{os.pathsep}{ROOT}", **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout

    def start(self, arguments: Sequence[str]) -> tuple[int, str]:
        """A house: its process, and where it listens; or what it said instead."""
        self._orders.write(json.dumps(arguments) + "\n")
        self._orders.flush()
        return int(self._answers.readline()), self._answers.readline().strip()

    def ended(self) -> int:
        """Waits until the house has ended; how it did."""
        return int(self._answers.readline().removeprefix("ended "))

    def close(self) -> None:
        """No more houses."""
        self._orders.close()
        try:
            self._process.wait(WITHIN)
        finally:
            self._process.kill()
            self._answers.close()


class Warmed(Served):
    """A house out of a warm process."""

    def __init__(self, warm: Warm, db: str, folder: Path) -> None:
        self._warm = warm
        super().__init__(db, folder)

    def start(self) -> None:
        """Starts it and waits for its first line."""
        self.pid, first = self._warm.start([*self._order[3:], "--keys", str(self._folder / "house.keys")])
        self._answers_at(first)

    def kill(self) -> None:
        """As if the machine had taken it away."""
        os.kill(self.pid, signal.SIGKILL)
        self.gone()

    def gone(self) -> None:
        """It ended, or will at once."""
        self._warm.ended()
        self._hang_up()


@contextmanager
def warm(settings: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> Iterator[Warm]:
    """A warm process for as long as it is needed."""
    ready = Warm(settings, environment)
    try:
        yield ready
    finally:
        ready.close()


def _house(order: str) -> None:
    """In the fork: `sevenout serve`, as it was ordered."""
    from sevenout.cli.main import main

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdout.flush()
    code = 1
    try:
        code = main(json.loads(order))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _serve_orders() -> None:
    import psycopg_pool  # noqa: F401
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    from sevenout.cli.admin import serve_command  # noqa: F401
    from sevenout.server import web  # noqa: F401
    from sevenout.server.store import postgres, sqlite  # noqa: F401
    from tests.nightly.fault_injection.altered import alter

    alter(sys.argv[1:])
    for order in sys.stdin:
        house = os.fork()
        if house == 0:
            _house(order)
        _, status = os.waitpid(house, 0)
        sys.stdout.write(f"ended {os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve_orders()
