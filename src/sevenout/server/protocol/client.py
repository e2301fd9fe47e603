"""A client of a house, for programs: comes in, opens tables, sits down, says things and follows what happens.

It is asynchronous: a connection is told things while it says others, and one task does both without threads. It keeps a
picture of the table that is right, comes back by itself when the connection is lost, and says again, under the same
key, what was not answered: nothing is done twice.
"""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from sevenout.base.errors import BadInput
from sevenout.crew.floor.floor import FloorCommand
from sevenout.server.protocol import message_codec
from sevenout.server.protocol import messages as wire
from sevenout.server.protocol.client_picture import apply_event

_COME_BACK = wire.AGAIN | {"closing"}
"""Why a connection ends for now: the house closes, or cannot reach its records."""
_SHORTEST_WAIT, _LONGEST_WAIT = 0.2, 5.0
"""Seconds before something is tried again; each time twice as long."""
_FINAL = range(4400, 4500)
"""Codes of connections that the house does not want."""
_MOST_UNREAD = 10_000
_SEED_BYTES = 16


class TurnedAway(BadInput):
    """The house does not let it in, or refuses what was asked over HTTP: with code, reason and clause."""

    def __init__(self, why: wire.RefusalReason) -> None:
        self.why = why
        super().__init__(f"{why.code}: {why.reason}")


class Visitor:
    """Somebody who comes to a house, by its address."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address, self.token, self.name = address.rstrip("/"), token, ""
        self._web = httpx.AsyncClient(base_url=self.address, timeout=20)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._web.aclose()

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """One request of the API; raises TurnedAway with what the house answers."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self._web.request(method, path, json=body, headers=headers)
        if answer.is_error:
            raise TurnedAway(msgspec.json.decode(answer.content, type=wire.RefusalReason))
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    async def come_in(self, name: str) -> None:
        """As a guest."""
        self._welcome(await self.ask("POST", "/api/guests", {"name": name}))

    async def log_in(self, name: str, password: str) -> None:
        """As somebody who has an account."""
        self._welcome(await self.ask("POST", "/api/tokens", {"name": name, "password": password}))

    def _welcome(self, answer: dict[str, str]) -> None:
        self.token, self.name = answer["token"], answer["name"]

    async def tables(self) -> list[dict[str, Any]]:
        """The lobby."""
        tables: list[dict[str, Any]] = await self.ask("GET", "/api/tables")
        return tables

    async def open_table(self, **wanted: object) -> str:
        """A new table, as in `open_table(rules="catfish-bend", dice="fair")`."""
        return str((await self.ask("POST", "/api/tables", wanted))["table"])

    def at(self, table: str, *, crew: bool = False, mix: bool = True) -> "TableConnection":
        """A table, live; `crew`: with what the crew says and does; `mix`: give a seed to the dice of every turn."""
        return TableConnection(self.address, self.token, table, self.name, crew=crew, mix=mix)


class TableConnection:
    """A connection to a table, for as long as it is wanted: `async with visitor.at(table) as seat`."""

    def __init__(
        self, address: str, token: str, table: str, name: str = "", *, crew: bool = False, mix: bool = True
    ) -> None:
        self._address = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self._token, self._crew = token, crew
        self._session, self._said = secrets.token_hex(8), 0
        self._waiting: dict[str, tuple[bytes, asyncio.Future[wire.AcceptedMessage | wire.RefusedMessage]]] = {}
        self._readers: list[asyncio.Queue[wire.FromServer | None]] = []
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._picture: wire.SnapshotMessage | None = None
        self.offers: wire.OffersMessage | None = None
        """What may be bet now."""
        self.connections = 0
        """How often it came in."""
        self._name, self._mix, self._mixed = name, mix, 0
        """Who it is, whether a seed is given to every turn, and the last turn that one was given to."""
        self._mixing: set[asyncio.Task[None]] = set()
        self._wait = _SHORTEST_WAIT
        """Seconds until it comes again, if the connection is lost now."""

    @property
    def picture(self) -> wire.SnapshotMessage:
        """The table as it is after the last event that was told."""
        assert self._picture is not None, "a table that was entered has a picture"
        return self._picture

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        while self._picture is None:
            await self._some_change()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError, TurnedAway):
            await self._task
        for reader in self._readers:
            reader.put_nowait(None)

    # --- saying

    async def send_line(self, line: str) -> wire.AcceptedMessage | wire.RefusedMessage:
        """Says a line of the notation, one's own name left out; the answer comes once it is durable."""
        return await self._send_until_answered(lambda key: wire.LineRequest(key, line))

    async def do(self, command: FloorCommand | wire.Shoot) -> wire.AcceptedMessage | wire.RefusedMessage:
        """The same with a command instead of a line."""
        return await self._send_until_answered(lambda key: wire.CommandRequest(key, command))

    async def give_seed(self, seed: str) -> wire.AcceptedMessage | wire.RefusedMessage:
        """Gives a part to the next turn's dice, in hexadecimal digits, in place of the one drawn for this seat."""
        return await self._send_until_answered(lambda key: wire.SeedRequest(key, seed))

    async def _mix_in(self) -> None:
        """A seed that is drawn here goes to every turn before its first throw: no house can have picked the rolls."""
        turn = self._owed_turn()
        if turn in (0, self._mixed):
            return
        self._mixed, self._said = turn, self._said + 1
        key = f"{self._session}-{self._said}"
        raw = message_codec.encode(wire.SeedRequest(key, secrets.token_hex(_SEED_BYTES)))
        answer: asyncio.Future[wire.AcceptedMessage | wire.RefusedMessage] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(self._seed_answered)
        self._waiting[key] = (raw, answer)
        await self._send(raw)

    def _owed_turn(self) -> int:
        """The turn that this seat owes a seed to: it has given none, and nothing is thrown yet; 0 if there is none."""
        shown = self._picture
        seat = "" if shown is None else shown.you or self._name
        if not self._mix or shown is None or shown.fair is None or shown.fair.mixed or seat not in shown.seats:
            return 0
        return 0 if seat in shown.fair.given else shown.fair.turn

    def _seed_answered(self, answer: "asyncio.Future[wire.AcceptedMessage | wire.RefusedMessage]") -> None:
        told = None if answer.cancelled() else answer.result()
        if isinstance(told, wire.RefusedMessage) and told.code in wire.AGAIN:
            self._mixed = 0  # with the next event

    async def _send_until_answered(
        self, message: Callable[[str], wire.FromClient]
    ) -> wire.AcceptedMessage | wire.RefusedMessage:
        await self._mix_in()
        self._said += 1
        key = f"{self._session}-{self._said}"
        raw, wait = message_codec.encode(message(key)), _SHORTEST_WAIT
        while True:
            answer: asyncio.Future[wire.AcceptedMessage | wire.RefusedMessage] = (
                asyncio.get_running_loop().create_future()
            )
            self._waiting[key] = (raw, answer)
            await self._send(raw)
            either: tuple[asyncio.Future[Any], ...] = (answer, self._task)
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                self._waiting.pop(key, None)
                await self._task  # says why
            told = answer.result()
            if isinstance(told, wire.AcceptedMessage) or told.code not in wire.AGAIN:
                return told
            await asyncio.sleep(max(wait, told.retry_after))
            wait = min(wait * 2, _LONGEST_WAIT)

    async def _send(self, raw: bytes) -> None:
        """Sends what can be sent now; if the connection is lost it is said again on the next one."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(raw.decode())

    # --- being told

    async def until(self, true: Callable[[wire.SnapshotMessage], bool]) -> wire.SnapshotMessage:
        """Waits until something is true of the table."""
        while not true(self.picture):
            await self._some_change()
        return self.picture

    async def messages(self) -> AsyncIterator[wire.FromServer]:
        """Everything that is told from now on, in order, until the connection is no longer wanted."""
        reader: asyncio.Queue[wire.FromServer | None] = asyncio.Queue(_MOST_UNREAD)
        self._readers.append(reader)
        try:
            while (message := await reader.get()) is not None:
                yield message
        finally:
            self._readers.remove(reader)

    async def _some_change(self) -> None:
        self._changed.clear()
        changing = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({changing, self._task}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changing.cancel()
        if self._task.done():
            await self._task  # says why

    def _take_in_message(self, message: wire.FromServer) -> None:
        match message:
            case wire.SnapshotMessage():
                self._picture = message
            case wire.EventMessage(past=False) if self._picture is not None and message.n == self._picture.n + 1:
                self._picture = apply_event(self._picture, message)
            case wire.PresentMessage(present) if self._picture is not None:
                self._picture = msgspec.structs.replace(self._picture, present=present)
            case wire.OffersMessage():
                self.offers = message
            case wire.AcceptedMessage(key=key) | wire.RefusedMessage(key=key) if key in self._waiting:
                _, answer = self._waiting.pop(key)
                if not answer.done():
                    answer.set_result(message)
            case wire.RefusedMessage(key="", code=code) if code not in _COME_BACK:
                raise TurnedAway(message)
        for reader in self._readers:
            if reader.full():
                raise BufferError(f"{_MOST_UNREAD:,} messages of this table were not read")
            reader.put_nowait(message)
        self._changed.set()
        if self._owed_turn() not in (0, self._mixed):
            mixing = asyncio.create_task(self._mix_in())
            self._mixing.add(mixing)
            mixing.add_done_callback(self._mixing.discard)

    # --- staying

    async def _stay(self) -> None:
        """Comes in, and again whenever the connection is lost, until the house does not want it."""
        while True:
            try:
                async with connect(self._address) as socket:
                    await self._visit(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in _FINAL:
                    raise TurnedAway(wire.RefusalReason("closed", closed.rcvd.reason, "")) from closed
            except InvalidStatus as refused:
                if refused.response.status_code < 500:
                    raise TurnedAway(wire.RefusalReason("closed", str(refused), "")) from refused
            except (OSError, TimeoutError, InvalidMessage):
                pass  # the house is away, or went while it answered the door: it is tried again
            self._socket = None
            await asyncio.sleep(self._wait * random.uniform(0.5, 1))
            self._wait = min(_LONGEST_WAIT, self._wait * 2)

    async def _visit(self, socket: ClientConnection) -> None:
        since = None if self._picture is None else self._picture.n
        await socket.send(message_codec.encode(wire.Hello(self._token, since, crew=self._crew)).decode())
        self.connections += 1
        self._socket = socket
        for raw, _ in list(self._waiting.values()):
            await socket.send(raw.decode())
        async for message in socket:
            self._wait = _SHORTEST_WAIT
            self._take_in_message(message_codec.read_server_message(message))
