"""A house as people run it: `sevenout serve` in a process of its own on loopback, and a client that speaks its wire."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

SOURCES = str(Path(__file__).parents[2] / "src")


class Served:
    """A running house."""

    def __init__(self, db: str, folder: Path) -> None:
        self._order = [sys.executable, "-m", "sevenout", "serve", "--port", "0", "--db", db]
        self._folder = folder
        self._connected = ExitStack()
        self.start()

    def start(self) -> None:
        """Starts it and waits for its first line."""
        self.process = subprocess.Popen(
            [*self._order, "--keys", str(self._folder / "house.keys")],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": SOURCES},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address
        self.web = httpx.Client(base_url=self.address, timeout=20)

    def kill(self) -> None:
        """As if the machine had taken it away."""
        self.process.send_signal(signal.SIGKILL)
        self._ended(10)

    def _ended(self, within: float) -> int:
        code = self.process.wait(within)
        self._connected.close()
        self.web.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def stop(self) -> int:
        """Closes it as an operator does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended(20)

    def guest(self, name: str) -> str:
        """A guest's token."""
        answer = self.web.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def table(self, token: str, **wanted: object) -> str:
        """A new table."""
        answer = self.web.post("/api/tables", json=wanted, headers=bearer(token))
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def connect(self, table: str, token: str, **more: Any) -> "Client":
        """A connection to a table."""
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        connection = connect(address, additional_headers=bearer(token), open_timeout=20, **more)
        return Client(self._connected.enter_context(connection))


class Client:
    """One connection, and everything it was told so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []

    def hear(self, kind: str, **like: object) -> dict[str, Any]:
        """Waits for a message of a kind."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            message = json.loads(self.socket.recv(timeout=20))
            self.told.append(message)
            if message["type"] == kind and all(message.get(name) == value for name, value in like.items()):
                return dict(message)
        raise AssertionError(f"no {kind} {like} was told")

    def say(self, key: str, line: str) -> dict[str, Any]:
        """Says a line and waits for its answer."""
        self.socket.send(json.dumps({"type": "say", "key": key, "line": line}))
        while True:
            message = json.loads(self.socket.recv(timeout=20))
            self.told.append(message)
            if message["type"] in ("accepted", "refused") and message.get("key") == key:
                return dict(message)


def bearer(token: str) -> dict[str, str]:
    """How a token is shown."""
    return {"authorization": f"Bearer {token}"}


@contextmanager
def serving(db: str, folder: Path) -> Iterator[Served]:
    """A house for as long as it is needed."""
    served = Served(db, folder)
    try:
        yield served
    finally:
        served.kill()
