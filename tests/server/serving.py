"""A house as people run it: `sevenout serve` in a process of its own on loopback, and a client that speaks its wire."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
SOURCES = str(ROOT / "src")
WITHIN = 120
"""Seconds in which a house does whatever it is asked to: a bound that ends what hangs, on however busy a machine."""


def noon_zone(now: datetime) -> str:
    """A time zone in which it is about noon: no gaming day begins while a test runs, whatever the time.

    >>> noon_zone(datetime(2026, 11, 18, 8, 59, tzinfo=UTC)), noon_zone(datetime(2026, 11, 18, 23, tzinfo=UTC))
    ('Etc/GMT-4', 'Etc/GMT+11')
    """
    return f"Etc/GMT{now.hour - 12:+d}"


class Served:
    """A running house; `program` and `environment` are for one that is started in another way."""

    def __init__(
        self,
        db: str,
        folder: Path,
        *more: str,
        program: Sequence[str] = ("sevenout",),
        log: Path = Path(os.devnull),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._order = [sys.executable, "-m", *program, "serve", "--no-browser", "--port", "0", "--db", db, *more]
        self._folder, self._log = folder, log
        own = {"PYTHONPATH": f"{SOURCES}{os.pathsep}{ROOT}", "SEVENOUT_ZONE": noon_zone(datetime.now(UTC))}
        self.environment = {**os.environ, **own, **(environment or {})}
        self._connected = ExitStack()
        self.start()

    def start(self) -> None:
        """Starts it and waits for its first line."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self._order, "--keys", str(self._folder / "house.keys")],
                cwd=self._folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        self._answers_at(self.process.stdout.readline().strip())

    def _answers_at(self, address: str) -> None:
        assert address.startswith("http://127.0.0.1:"), address
        self.address = address
        transport = PatientTransport(verify=False)  # no certificates are read for loopback
        self.web = httpx.Client(base_url=address, timeout=WITHIN, transport=transport)

    def kill(self) -> None:
        """As if the machine had taken it away."""
        self.process.send_signal(signal.SIGKILL)
        self.ended()

    def ended(self, within: float = WITHIN) -> int:
        """Waits for it to end; the exit code."""
        code = self.process.wait(within)
        self._hang_up()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def _hang_up(self) -> None:
        self._connected.close()
        self.web.close()

    def stop(self) -> int:
        """Closes it as an operator does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

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
        # Pings draw from `random` in another thread; who has not read all would wait for a house that is gone.
        more = {"open_timeout": WITHIN, "ping_interval": None, "close_timeout": 0.1, **more}
        while True:
            try:
                connection = connect(address, additional_headers=bearer(token), **more)
                return Client(self._connected.enter_context(connection))
            except InvalidStatus as refused:
                if refused.response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                    raise
                time.sleep(float(refused.response.headers["retry-after"]))


class PatientTransport(httpx.HTTPTransport):
    """Asks again when a house is busy and says when, as every client does: on a busy machine a house may be."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The first answer of a house that is not busy."""
        while True:
            answer = super().handle_request(request)
            if answer.status_code != HTTPStatus.SERVICE_UNAVAILABLE or json.loads(answer.read()).get("code") != "busy":
                return answer
            time.sleep(float(answer.headers["retry-after"]))


class Client:
    """One connection, and everything it was told so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []

    def hear(self, kind: str, **like: object) -> dict[str, Any]:
        """Waits for a message of a kind."""
        until = time.monotonic() + WITHIN
        while time.monotonic() < until:
            message = json.loads(self.socket.recv(timeout=WITHIN))
            self.told.append(message)
            if message["type"] == kind and all(message.get(name) == value for name, value in like.items()):
                return dict(message)
        raise AssertionError(f"no {kind} {like} was told")

    def say(self, key: str, line: str) -> dict[str, Any]:
        """Says a line and waits for its answer; as every client does, again when the house is busy and says when."""
        self.socket.send(json.dumps({"type": "say", "key": key, "line": line}))
        while True:
            message = json.loads(self.socket.recv(timeout=WITHIN))
            self.told.append(message)
            if message["type"] in ("accepted", "refused") and message.get("key") == key:
                if message.get("code") != "busy":
                    return dict(message)
                time.sleep(message["retry_after"])
                self.socket.send(json.dumps({"type": "say", "key": key, "line": line}))


def bearer(token: str) -> dict[str, str]:
    """How a token is shown."""
    return {"authorization": f"Bearer {token}"}


@contextmanager
def serving(db: str, folder: Path, *more: str, log: Path = Path(os.devnull), **environment: str) -> Iterator[Served]:
    """A house for as long as it is needed; its log is thrown away unless a file is named."""
    served = Served(db, folder, *more, log=log, environment=environment)
    try:
        yield served
    finally:
        served.kill()
