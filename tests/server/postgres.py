"""A PostgreSQL of the tests' own: made in a folder, reached over its socket there, stopped by its process id.

The folder is no test's `tmp_path`: root has the server run as another user, and every pytest that starts on the machine
makes the folder that all of these lie in private again.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_OPTIONS = "-c listen_addresses='' -c max_connections=50 -c fsync=off -c autovacuum=off"
"""Processes die here, never the machine: what was given to the system is safe without waiting for a disk."""
_WITHIN = 300
"""Seconds: a bound that ends what hangs, on however busy a machine."""
_PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt")


def programs() -> Path:
    """The folder with initdb and pg_ctl: of the PATH, of the system, or of the package that brings them."""
    beside = shutil.which("initdb")
    if beside is not None:
        return Path(beside).resolve().parent
    for place in _PLACES:
        known = sorted(Path(place).glob("*/bin/initdb"))
        if known:
            return known[-1].parent
    raise RuntimeError("PostgreSQL is not installed: `make setup` brings it")


class NotDone(Exception):
    """What a program of PostgreSQL's said when it failed."""


class Cluster:
    """A database server in a folder; it can be stopped hard and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self._owner = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        if self._owner is not None:
            folder.chmod(0o755)
            for parent in folder.parents:
                if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
            os.chown(folder, self._owner.pw_uid, self._owner.pw_gid)
        self._run("initdb", "-D", self.data, "-U", "sevenout", "--auth=trust", "--no-sync", "-E", "UTF8")
        self.start()

    def _run(self, program: str, *arguments: object) -> None:
        owner = self._owner
        ran = subprocess.run(
            [programs() / program, *map(str, arguments)],
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            user=None if owner is None else owner.pw_uid,
            group=None if owner is None else owner.pw_gid,
            extra_groups=None if owner is None else [],
            timeout=_WITHIN,
        )
        if ran.returncode:
            raise NotDone(f"{program} {' '.join(map(str, arguments))} said: {ran.stdout.strip()}")

    def start(self) -> None:
        """Starts it and waits until it answers; again, where one that died still holds its memory or its lock for a
        moment, or a busy machine is late."""
        options = f"{_OPTIONS} -c unix_socket_directories={self.folder}"
        until = time.monotonic() + _WITHIN
        while True:
            try:
                self._run(
                    "pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", "200", "-o", options, "start"
                )
                return
            except NotDone:
                if time.monotonic() > until:
                    sys.stderr.write((self.folder / "log").read_text())
                    raise
                time.sleep(0.1)

    def stop(self, how: str = "fast") -> None:
        """Stops it; `immediate` is as if it had died."""
        self._run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def address(self, database: str = "postgres") -> str:
        """What `--db` takes."""
        return f"postgresql://sevenout@/{database}?host={self.folder}"

    def fresh(self, name: str) -> str:
        """The address of a new, empty database."""
        self._run("createdb", "-h", self.folder, "-U", "sevenout", name)
        return self.address(name)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server for as long as it is needed, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="sevenout-pg-") as folder:
        running = Cluster(Path(folder))
        try:
            yield running
        finally:
            if (running.data / "postmaster.pid").exists():
                running.stop("immediate")
