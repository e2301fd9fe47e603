"""The socket as it really is: versions, floods, the deaf, other pages, logging out; a house that is served in here.

The house runs in the test's own loop, so that its connections can be looked at and its patience be made short.
"""

import asyncio
import base64
import contextlib
import json
import os
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sevenout.server.casino import Casino
from sevenout.server.fairness.keys import new_keys
from sevenout.server.store.factory import open_store
from sevenout.server.web import Web, app, uvicorn_protocols
from sevenout.server.web.routes import table_socket
from sevenout.server.web.uvicorn_protocols import BoundedSocket
from tests.server.serving import WITHIN

WANT = json.dumps({"type": "want", "what": "rolls"})


class Here:
    """A house that is served in this very loop."""

    def __init__(self, server: uvicorn.Server, house: Casino, web: httpx.AsyncClient, port: int) -> None:
        self.server, self.house, self.web, self.port = server, house, web, port

    async def guest(self, name: str) -> str:
        return str((await self.web.post("/api/guests", json={"name": name})).json()["token"])

    async def table(self, token: str, **wanted: Any) -> str:
        answer = await self.web.post("/api/tables", json=wanted, headers={"authorization": f"Bearer {token}"})
        return str(answer.json()["table"])

    def connect(self, table: str, token: str = "", query: str = "", **more: Any) -> connect:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        headers |= more.pop("headers", {})
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket{query}"
        return connect(address, additional_headers=headers, **more)

    @property
    def sockets(self) -> list[BoundedSocket]:
        return [each for each in self.server.server_state.connections if isinstance(each, BoundedSocket)]


def here(path: Path, play: Callable[[Here], Awaitable[None]], origins: frozenset[str] = frozenset()) -> None:
    asyncio.run(_here(path, play, origins))


async def _here(path: Path, play: Callable[[Here], Awaitable[None]], origins: frozenset[str]) -> None:
    async with _served(path, origins) as served:
        await play(served)


@contextlib.asynccontextmanager
async def _served(path: Path, origins: frozenset[str]) -> AsyncIterator[Here]:
    house = Casino(await open_store(str(path / "house.db")), new_keys())
    config = uvicorn.Config(app(Web(house, origins)), port=0, log_level="error", ws=BoundedSocket, ws_max_size=8_192)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    listening = server.servers[0].sockets[0]
    listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4_096)  # so that it is soon full
    port = listening.getsockname()[1]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as web:
        yield Here(server, house, web, port)
    server.should_exit = True
    await running


async def hear(wire: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await wire.recv())
        if message["type"] == kind:
            return message


async def until_there(wire: ClientConnection, people: int) -> None:
    """Waits until so many are there: whoever comes at once is told of together, on a busy machine one by one."""
    async with asyncio.timeout(120):
        while (await hear(wire, "present"))["present"] != {"connected": people, "watching": people}:
            pass


async def ended(wire: ClientConnection) -> tuple[str, int]:
    """How the house ends a connection: the code that it says, and the code that it closes with."""
    said = ""
    try:
        while True:
            message = json.loads(await wire.recv())
            said = message["code"] if message["type"] == "refused" and not message["key"] else said
    except ConnectionClosed as closed:
        return said, 0 if closed.rcvd is None else closed.rcvd.code


def test_who_cannot_be_let_in_is_told_why(tmp_path: Path) -> None:
    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        for query, address, token, expected in (
            ("?version=2", table, ann, ("version", table_socket.OTHER_VERSION)),
            ("?since=x", table, ann, ("malformed", table_socket.NOBODY)),
            ("", table, "nobody", ("no-token", table_socket.NOBODY)),
            ("", "t-nowhere", ann, ("not-found", table_socket.UNKNOWN)),
        ):
            async with served.connect(address, token, query) as wire:
                assert await ended(wire) == expected
        for hello, expected in (
            ({"type": "hello", "token": ann, "version": 7}, ("version", table_socket.OTHER_VERSION)),
            ({"type": "hello", "token": "x"}, ("no-token", table_socket.NOBODY)),
            ({"type": "say", "key": "k", "line": "sits 100"}, ("no-token", table_socket.NOBODY)),
            ({"type": "hello", "tokem": ann}, ("malformed", table_socket.NOBODY)),
        ):
            async with served.connect(table) as wire:
                await wire.send(json.dumps(hello))
                assert await ended(wire) == expected
        async with served.connect(table) as wire:
            await wire.send(json.dumps({"type": "hello", "token": ann, "since": 0}))
            assert (await hear(wire, "event"))["n"] == 1
            assert (await hear(wire, "snapshot"))["n"] == 1

    here(tmp_path, play)


def test_pages_of_other_addresses_get_nothing_unless_they_are_named(tmp_path: Path) -> None:
    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        for origin in ("http://elsewhere.example", "null", "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus):
                await served.connect(table, ann, headers={"origin": origin})
        for origin in (f"http://127.0.0.1:{served.port}", "https://felt.example"):
            async with served.connect(table, ann, headers={"origin": origin}) as wire:
                await hear(wire, "snapshot")

    here(tmp_path, play, frozenset({"https://felt.example"}))


@pytest.mark.parametrize("message", [WANT, json.dumps({"type": "say", "key": "k", "line": "x" * 3_900})])
def test_a_flood_of_messages_or_of_bytes_is_closed(tmp_path: Path, message: str) -> None:
    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        async with served.connect(table, ann) as wire:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(300):
                    await wire.send(message)
            assert await ended(wire) == ("flood", table_socket.FLOODED)

    here(tmp_path, play)


def test_pings_are_answered_and_a_flood_of_them_is_hung_up(tmp_path: Path) -> None:
    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        async with served.connect(table, ann) as wire:
            await (await wire.ping())
            with contextlib.suppress(ConnectionClosed):
                for _ in range(1_000):
                    await wire.ping(os.urandom(100))
            assert (await ended(wire))[0] == ""

    here(tmp_path, play)


def test_of_a_flood_little_is_looked_at_before_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = []
    looked_at = BoundedSocket.handle_events

    def counted(self: BoundedSocket) -> None:
        before = self.queue.qsize()
        looked_at(self)
        turns.append(self.queue.qsize() - before)

    monkeypatch.setattr(BoundedSocket, "handle_events", counted)

    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        flood = await _deaf(served, table, ann)
        flood.write(_frame(WANT) * 6_000)  # as much as a system hands over at once
        while served.sockets:
            await asyncio.sleep(0.01)
        flood.close()

    here(tmp_path, play)
    assert 1 < max(turns) < 60
    assert sum(turns) < 300


def test_what_is_said_in_one_go_and_is_no_flood_is_answered_to_the_last_word(tmp_path: Path) -> None:
    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        async with served.connect(table, ann, compression=None) as wire:
            await hear(wire, "snapshot")
            said = [json.dumps({"type": "say", "key": str(number), "line": "x" * 900}) for number in range(50)]
            await asyncio.gather(*map(wire.send, said))
            assert [(await hear(wire, "refused"))["key"] for _ in said] == [str(number) for number in range(50)]

    here(tmp_path, play)


def test_a_flood_of_what_nobody_hears_is_hung_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pongs that answer no ping never come to the application."""
    monkeypatch.setattr(table_socket, "_SEND_WITHIN", 3_600)
    monkeypatch.setattr(uvicorn_protocols, "time", SimpleNamespace(monotonic=lambda: 0.0))  # however slowly it is read

    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        flood = await _deaf(served, table, ann)
        flood.write((bytes((0x8A, 0x80)) + bytes(4)) * 70_000)
        async with asyncio.timeout(WITHIN), served.connect(table, ann) as other:
            await hear(other, "snapshot")
            while len(served.sockets) > 1:
                await asyncio.sleep(0.01)
        flood.close()

    here(tmp_path, play)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "say", "key": "k", "line": 5},
        {"type": "say", "key": "k", "line": "bets 5 on field", "extra": 1},
        {"type": "do", "key": "k", "command": {"type": "nope"}},
        {"type": "nothing", "key": "k"},
        {"type": "say", "key": "k", "line": "bets 5 on \ud800"},
        {"type": "say", "line": "\udfff", "key": "k"},
    ],
)
def test_what_is_no_message_is_answered_under_its_key(tmp_path: Path, message: dict[str, object]) -> None:
    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        async with served.connect(await served.table(ann, rules="typical"), ann) as wire:
            await wire.send(json.dumps(message))
            refused = await hear(wire, "refused")
            assert (refused["key"], refused["code"]) == ("k", "malformed")
            await wire.send(json.dumps(message).encode())
            assert "as text" in (await hear(wire, "refused"))["reason"]

    here(tmp_path, play)


def test_a_message_that_is_too_long_is_refused_or_closed_and_others_go_on(tmp_path: Path) -> None:
    async def play(served: Here) -> None:
        ann = await served.guest("Ann")
        table = await served.table(ann, rules="typical")
        async with served.connect(table, ann) as wire, served.connect(table, ann) as other:
            await wire.send(json.dumps({"type": "say", "key": "k", "line": "x" * 5_000}))
            assert (await hear(wire, "refused"))["code"] == "too-long"
            await wire.send("x" * 20_000)
            assert (await ended(wire))[1] == 1009
            await other.send(WANT)
            await hear(other, "rolls")

    here(tmp_path, play)


def test_who_never_reads_is_hung_up_with_little_in_the_buffers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_socket, "_SEND_WITHIN", 3_600)  # until everything was asked for, however long that takes
    monkeypatch.setattr(table_socket, "_LOOK_AGAIN", 0.1)

    async def play(served: Here) -> None:
        ann, bob = await served.guest("Ann"), await served.guest("Bob")
        table = await served.table(ann, rules="catfish-bend")
        async with served.connect(table, ann) as wire:
            await hear(wire, "snapshot")
            deaf = await _deaf(served, table, bob)
            deaf.write(_frame(json.dumps({"type": "say", "key": "sit", "line": "sits 900"})))
            await hear(wire, "event")
            assert len(served.sockets) == 2
            most = 0
            for _ in range(50):
                deaf.write(_frame(json.dumps({"type": "want", "what": "offers"})))
                await wire.send(json.dumps({"type": "want", "what": "clock"}))
                await hear(wire, "clock")  # others go on
                most = max(most, *(each.transport.get_write_buffer_size() for each in served.sockets))
                await asyncio.sleep(0.02)  # not a flood
            assert len(served.sockets) == 2
            monkeypatch.setattr(table_socket, "_SEND_WITHIN", 0)
            while len(served.sockets) > 1:
                await asyncio.sleep(0.01)
            assert 64 * 1024 < most < 128 * 1024
            deaf.close()

    here(tmp_path, play)


def _frame(message: str) -> bytes:
    """A short message as a client frames it, masked with nothing."""
    return bytes((0x81, 0x80 | len(message))) + bytes(4) + message.encode()


async def _deaf(served: Here, table: str, token: str) -> asyncio.StreamWriter:
    """A connection that asks to be a table's socket and then reads nothing, through a small window."""
    wire = sockets.socket()
    wire.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2_048)
    wire.setblocking(False)
    await asyncio.get_running_loop().sock_connect(wire, ("127.0.0.1", served.port))
    reader, writer = await asyncio.open_connection(sock=wire, limit=1_024)
    lines = (
        f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: 127.0.0.1:{served.port}", "Upgrade: websocket",
        "Connection: Upgrade", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13", f"Authorization: Bearer {token}",
    )  # fmt: skip
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    await reader.readline()
    return writer


def test_logging_out_closes_every_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_socket, "_LOOK_AGAIN", 0.1)

    async def play(served: Here) -> None:
        ann, bob = await served.guest("Ann"), await served.guest("Bob")
        table = await served.table(ann, rules="typical")
        async with (
            served.connect(table, ann) as one,
            served.connect(table, ann) as two,
            served.connect(table, bob) as other,
        ):
            await served.house.people.log_out(ann)
            assert [await ended(wire) for wire in (one, two)] == [("no-token", table_socket.NOBODY)] * 2
            await other.send(json.dumps({"type": "want", "what": "clock"}))
            assert (await hear(other, "clock"))["now"].endswith("Z")

    here(tmp_path, play)


def test_one_person_has_some_pages_and_everybody_is_counted(tmp_path: Path) -> None:
    async def play(served: Here) -> None:
        ann, bob = await served.guest("Ann"), await served.guest("Bob")
        table = await served.table(ann, rules="typical")
        async with served.connect(table, bob) as watching:
            pages = [await served.connect(table, ann) for _ in range(16)]
            async with served.connect(table, ann) as one_more:
                assert await ended(one_more) == ("too-many", table_socket.FLOODED)
            await until_there(watching, 17)
            for page in pages:
                await page.close()
            await until_there(watching, 1)

    here(tmp_path, play)
