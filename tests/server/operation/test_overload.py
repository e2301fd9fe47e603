"""A house that is asked for more than it can do: it says so early and keeps room for others."""

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from sevenout.base.refusal import Refusal
from sevenout.server import casino as house_module
from sevenout.server.casino import MOST_BOTS_OWNED, Casino
from sevenout.server.live.judge import MOST_BOTS
from sevenout.server.live.log_state import bot_player
from sevenout.server.live.requests import Actor
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.operation.overload import LATE as LOOP_LATE
from sevenout.server.operation.overload import (
    LEAST_UNDER_WAY,
    LONGEST_ANSWER,
    LONGEST_WAIT,
    MOST_LATE,
    MOST_UNDER_WAY,
    MOST_WAITING,
    Pressure,
)
from sevenout.server.operation.storage_growth import PLAYED, PLAYED_EACH_SECOND, SAID, Growth
from sevenout.server.protocol import messages
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Store, Unavailable
from sevenout.server.tables.bots import BotRequest
from sevenout.server.web import uvicorn_protocols
from sevenout.server.web.application import app
from sevenout.server.web.middleware.security import Guard
from sevenout.server.web.request_context import Web
from tests.server.connections.test_connections import Night, night, say
from tests.server.playing import KEYS, a_house, come_in, opened, says, sound
from tests.server.serving import ROOT, bearer, serving
from tests.unit.cli.command import run

LATE = 2 * MOST_LATE

# --- overload


def test_a_loop_that_was_late_three_times_takes_nothing_more_and_one_that_was_late_once_does() -> None:
    pressure, late = Pressure(), 2 * MOST_LATE
    for lateness, high in (
        (late, False),
        (late, False),
        (0, False),
        (late, False),
        (late, False),
        (late, True),
        (0, False),
    ):
        pressure.note(lateness)
        assert pressure.is_high == high


def test_forty_commands_are_under_way_the_next_wait_and_are_refused_if_it_takes_too_long() -> None:
    async def play() -> None:
        pressure, loop = Pressure(), asyncio.get_running_loop()
        assert all([isinstance(await pressure.begin(), float) for _ in range(MOST_UNDER_WAY)])
        waiting = [asyncio.ensure_future(pressure.begin()) for _ in range(4)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
        pressure.end()
        assert isinstance(await waiting[0], float)
        pressure.end()
        assert isinstance(await waiting[2], float)
        pressure._next(loop.time() + 2 * LONGEST_WAIT)
        refused = await waiting[3]
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.retry_after, pressure.under_way) == ("busy", 2, MOST_UNDER_WAY)
        many = [asyncio.ensure_future(pressure.begin()) for _ in range(MOST_WAITING + 1)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [each.done() for each in many] == [False] * MOST_WAITING + [True]  # that is refused at once
        for each in many:
            each.cancel()
        await asyncio.gather(*many, return_exceptions=True)

    asyncio.run(play())


def test_a_loop_that_is_late_has_fewer_commands_under_way_and_one_in_time_more_again() -> None:
    pressure = Pressure()
    for _ in range(3):
        pressure.note(2 * LOOP_LATE)
    assert pressure.room == pytest.approx(MOST_UNDER_WAY * 0.8**3)
    for _ in range(20):
        pressure.note(2 * LOOP_LATE)
    assert pressure.room == LEAST_UNDER_WAY
    for _ in range(MOST_UNDER_WAY):
        pressure.note(0.0)
    assert pressure.room == MOST_UNDER_WAY


def test_who_would_be_answered_too_late_by_what_the_last_ones_took_is_refused_at_once() -> None:
    async def play() -> None:
        pressure, now = Pressure(), asyncio.get_running_loop().time()
        for _ in range(100):
            assert isinstance(await pressure.begin(), float)
            pressure.end(now - 0.2)  # each took a fifth of a second
        assert 0.2 <= pressure.foreseen < LONGEST_ANSWER
        for _ in range(MOST_UNDER_WAY):
            assert isinstance(await pressure.begin(), float)
        waiting = list[asyncio.Future[Refusal | float]]()
        while pressure.foreseen <= LONGEST_ANSWER:
            waiting.append(asyncio.ensure_future(pressure.begin()))
            await asyncio.sleep(0)
        assert 0 < len(waiting) < 2 * MOST_UNDER_WAY
        refused = await pressure.begin()
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.retry_after) == ("busy", 2)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for _ in range(MOST_UNDER_WAY):
            pressure.end()
        assert isinstance(await pressure.begin(), float)  # nothing else is under way: it is tried
        pressure.note(2 * LONGEST_ANSWER)  # it is read late, and answered late
        assert isinstance(await pressure.begin(), Refusal)

    asyncio.run(play())


def test_a_hard_pressed_house_refuses_commands_before_it_looks_anything_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        assert isinstance(await say(ann, "k1", "sits 500"), messages.AcceptedMessage)
        for late in (LATE, LATE, LATE):
            playing.house.pressure.note(late)
        with monkeypatch.context() as patched:
            patched.setattr(playing.house, "people", None)
            answer = await say(ann, "k2", "bets 10 on pass")
        assert isinstance(answer, messages.RefusedMessage)
        assert (answer.code, answer.retry_after) == ("busy", 2)
        playing.house.pressure.note(0.0)
        assert isinstance(await say(ann, "k2", "bets 10 on pass"), messages.AcceptedMessage)

    night(tmp_path, play)


def test_a_hard_pressed_house_works_nothing_out_and_gives_its_page_and_its_health_all_the_same() -> None:
    async def play() -> list[tuple[int, str]]:
        pressure, told = Pressure(), list[tuple[int, str]]()
        for late in (LATE, LATE, LATE):
            pressure.note(late)

        async def answers(_: Any, __: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                told.append((message["status"], dict(message["headers"]).get(b"retry-after", b"").decode()))
            elif message["type"] == "websocket.http.response.start":
                told.append((message["status"], dict(message["headers"])[b"retry-after"].decode()))
            elif message["type"] == "websocket.close":
                told.append((message["code"], ""))

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        guard = Guard(answers, pressure=pressure)
        for path in ("/api/tables", "/healthz", "/readyz", "/metrics", "/", "/assets/felt.js"):
            await guard({"type": "http", "method": "GET", "path": path, "headers": [], "client": None}, receive, send)
        asked: dict[str, Any] = {"type": "websocket", "path": "/", "headers": [], "client": None}
        await guard(asked, receive, send)
        await guard({**asked, "extensions": {"websocket.http.response": {}}}, receive, send)
        return told

    looked_at = [(200, "")] * 5
    assert asyncio.run(play()) == [(503, "2"), *looked_at, (4503, ""), (503, "2")]


def test_a_person_speaks_thirty_times_a_second_over_all_their_connections(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:
        ann, bob = served.guest("Ann"), served.guest("Bob")
        table = served.table(ann, rules="typical")
        clients = [served.connect(table, ann) for _ in range(4)]
        for client in clients:
            for number in range(50):
                client.socket.send(json.dumps({"type": "say", "key": f"k{number}", "line": "bets 1 on nothing"}))
        codes = [client.hear("refused", key=f"k{n}")["code"] for client in clients for n in range(50)]
        assert {*codes} == {"malformed", "busy"}
        assert 100 <= codes.count("malformed") < 200
        assert served.connect(table, bob).say("k1", "bets 1 on nothing")["code"] == "malformed"


# --- connections


async def _answers(_: Any, __: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def _served(most: int) -> AsyncIterator[int]:
    """A server of so many connections, and its port."""
    config = uvicorn.Config(
        _answers, http=uvicorn_protocols.BoundedRequests, lifespan="off", log_config=None, limit_concurrency=most
    )
    config.load()
    state = uvicorn.Server(config).server_state
    server = await asyncio.get_running_loop().create_server(
        lambda: uvicorn_protocols.BoundedRequests(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()
        while state.connections:
            await asyncio.sleep(0)


async def _asked(port: int, words: bytes = b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n") -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(words)
    async with asyncio.timeout(60):
        told = await reader.read()
    writer.close()
    return told


def test_connections_that_ask_for_nothing_keep_nobody_out() -> None:
    async def play() -> None:
        async with _served(most=40) as port:
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(60)]
            assert (await _asked(port)).startswith(b"HTTP/1.1 200")
            with suppress(ConnectionError):
                assert await silent[0][0].read() == b""  # the oldest made room
            for _, writer in silent:
                writer.close()

    asyncio.run(play())


def test_what_the_server_itself_refuses_is_told_in_json() -> None:
    async def play() -> None:
        async with _served(most=8) as port:
            head, _, body = (await _asked(port, b"no HTTP at all\r\n\r\n")).partition(b"\r\n\r\n")
            assert (head.split(b"\r\n")[0], json.loads(body)["code"]) == (b"HTTP/1.1 400 Bad Request", "malformed")
            asking = []
            for _ in range(8):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx")
                assert (await reader.readline()).startswith(b"HTTP/1.1 200")
                asking.append(writer)
            head, _, body = (await _asked(port)).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503")
            assert b"retry-after: 5" in head
            assert (json.loads(body)["code"], json.loads(body)["retry_after"]) == ("busy", 5)
            upgrade = b"GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            head, _, body = (await _asked(port, upgrade)).partition(b"\r\n\r\n")
            assert (head.split(b"\r\n")[0], json.loads(body)["code"]) == (b"HTTP/1.1 503 Service Unavailable", "busy")
            for writer in asking:
                writer.close()

    asyncio.run(play())


def test_that_somebody_has_hung_up_is_seen_behind_bytes_that_nobody_read() -> None:
    near, far = socket.socketpair()

    class Line:
        def is_closing(self) -> bool:
            return False

        def get_extra_info(self, _: str) -> socket.socket:
            return near

    with near, far:
        far.send(b"asked and not read")
        assert not uvicorn_protocols.has_hung_up(Line())
        far.close()
        assert uvicorn_protocols.has_hung_up(Line())


# --- tables at which nobody sits


def test_a_table_at_which_nobody_sits_is_closed_by_time_and_no_other(where: str) -> None:
    async def play() -> None:
        house = await a_house(where)
        ann = await come_in(house, "Ann")
        empty, ann = await opened(house, ann)
        played, ann = await opened(house, ann)
        bots, ann = await opened(house, ann)
        watched, ann = await opened(house, ann)
        await says(house, played, ann, "sits 1000")
        assert await house.seat_bot(bots, ann, BotRequest("pass-line")) == "Bot-pass-line"
        watched.connected["somebody"] += 1
        await house.tables.lobby.show(played)
        assert await house.tables.close_empty(timedelta(hours=1)) == 0
        assert await house.tables.close_empty(timedelta()) == 2
        assert {each.table for each in await house.lobby()} == {played.name, watched.name}
        for table, shut in ((empty, True), (played, False), (bots, True), (watched, False)):
            assert table.record.standing.shut == shut
            await sound(table)
        await house.store.close()

    asyncio.run(play())


def test_strategies_get_up_from_a_table_that_is_closed(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"))
        await says(house, table, ann, "sits 1000", "bets 10 on pass")
        assert await house.seat_bot(table, ann, BotRequest("pass-line")) == "Bot-pass-line"
        assert isinstance(await house.close_table(table, ann), int)
        kept = await house.tables.load(table.name)
        assert kept is not None
        await kept.company.play_due_bots(10**9, await house.store.now())
        await kept.attendance.give_up_idle_seats(0.0, await house.store.now())
        assert [seat.name for seat in table.floor.table.state.seats] == ["Ann"]
        await house.store.close()

    asyncio.run(play())


def test_a_full_house_closes_a_table_that_was_left_for_one_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        house = Casino(await open_store(str(tmp_path / "house.db")), KEYS, most_tables=2)
        ann, bob = await come_in(house, "Ann"), await come_in(house, "Bob")
        left, ann = await opened(house, ann)
        played, ann = await opened(house, ann)
        await says(house, played, ann, "sits 1000")
        await house.tables.lobby.show(played)
        refused = await house.open_table(bob, TableRequest(rules="typical"))
        assert isinstance(refused, Refusal)
        assert refused.code == "full"  # it was empty for a moment only
        monkeypatch.setattr(house_module, "_MAKES_ROOM_AFTER", timedelta())
        table, _ = await opened(house, bob)
        assert {each.table for each in await house.lobby()} == {played.name, table.name}
        assert left.record.standing.shut
        await house.store.close()

    asyncio.run(play())


def test_the_operator_closes_any_table(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:
        table = served.table(served.guest("Ann"), rules="typical")
        keys = ("--keys", str(tmp_path / "house.keys"), "--at", served.address)
        done = run("house", "close", table, *keys)
        assert (done.code, done.out) == (
            0,
            f"{table} is being closed: nobody new can sit down, bets that are up are played out, its log is kept.\n",
        )
        again = run("house", "close", table, *keys)
        assert (again.code, "closed" in again.err or "closing" in again.err) == (1, True)
        assert run("house", "close", *keys).code == 2
        stranger = served.web.delete(f"/api/tables/{table}", headers=bearer("operator.1.2"))
        assert stranger.status_code == 401


# --- strategies, and how fast a store grows


def test_one_person_has_so_many_strategies_at_all_their_tables(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        for number in range(MOST_BOTS_OWNED):
            if number % MOST_BOTS == 0:
                table, ann = await opened(house, ann)
            assert isinstance(await house.seat_bot(table, ann, BotRequest("pass-line", name=f"b{number}")), str)
        table, ann = await opened(house, ann)
        refused = await house.seat_bot(table, ann, BotRequest("pass-line"))
        assert isinstance(refused, Refusal)
        assert (refused.code, str(MOST_BOTS_OWNED) in refused.reason) == ("full", True)
        other, bob = await opened(house, await come_in(house, "Bob"))
        assert isinstance(await house.seat_bot(other, bob, BotRequest("pass-line")), str)
        await house.store.close()

    asyncio.run(play())


def test_strategies_that_are_asked_for_at_once_are_no_more_than_one_after_another(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann, tables = await come_in(house, "Ann"), []
        for _ in range(MOST_BOTS_OWNED // MOST_BOTS + 1):
            table, ann = await opened(house, ann)
            tables.append(table)
        sent = [(table, BotRequest("pass-line", name=f"b{number}")) for table in tables for number in range(MOST_BOTS)]
        answers = await asyncio.gather(*(house.seat_bot(table, ann, one) for table, one in sent))
        assert sum(isinstance(answer, str) for answer in answers) == MOST_BOTS_OWNED
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"full"}
        await house.store.close()

    asyncio.run(play())


def test_strategies_of_one_owner_wait_once_they_have_written_their_share() -> None:
    now = [0.0]
    growth = Growth(lambda: now[0])
    growth.note_played("ann", int(PLAYED) + 30_000)
    assert (growth.may_play("ann"), growth.may_play("bob")) == (False, True)
    now[0] = 30_000 / PLAYED_EACH_SECOND + 1
    assert growth.may_play("ann")
    for number in range(40):
        growth.note_played(f"guest {number}", int(PLAYED))
    assert not growth.may_play("somebody else")  # the whole house has its share too


def test_what_is_written_counts_for_whoever_made_it_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"))
        said, played = dict[str, int](), dict[str, int]()
        monkeypatch.setattr(house.growth, "note_growth", said.__setitem__)
        monkeypatch.setattr(house.growth, "note_played", played.__setitem__)
        first = table.n + 1
        await says(house, table, ann, "sits 1000")
        assert said == {ann.key: sum(map(len, await house.store.lines(table.name, first)))}
        table.note_written(Actor(bot_player(3)), 700)
        assert played == {ann.key: 700}
        await house.store.close()

    asyncio.run(play())


def test_who_has_filled_their_share_of_the_store_is_refused_and_may_leave(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"))
        await says(house, table, ann, "sits 1000")
        house.growth.note_growth(ann.key, int(SAID) + 100_000)
        refused = await house.submit_line(table, ann, "bets 10 on pass", "k1")
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.retry_after > 10) == ("busy", True)
        await says(house, table, ann, "leaves")
        await house.store.close()

    asyncio.run(play())


# --- what looks after a house


def test_a_house_whose_store_takes_nothing_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ready(store: Store) -> list[tuple[int, str]]:
        web, told = Web(Casino(store, KEYS)), list[tuple[int, str]]()
        web.ready = True
        application = app(web)

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                told.append((message["status"], ""))
            else:
                told[-1] = (told[-1][0], json.loads(message["body"])["status"])

        async def full(*_: Any) -> bool:
            raise Unavailable("database or disk is full")

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": "/readyz",
            "raw_path": b"/readyz",
            "query_string": b"",
        }
        scope |= {
            "headers": [],
            "client": None,
            "root_path": "",
            "scheme": "http",
            "server": None,
            "http_version": "1.1",
        }
        await application({**scope, "state": {}}, receive, send)
        monkeypatch.setattr(store, "put_card", full)
        await application({**scope, "state": {}}, receive, send)  # known for a second, however often it is asked
        web.last_written = (-(10.0**9), True)
        await application({**scope, "state": {}}, receive, send)
        return told

    async def play() -> list[tuple[int, str]]:
        store = await open_store(str(tmp_path / "house.db"))
        try:
            return await ready(store)
        finally:
            await store.close()

    assert asyncio.run(play()) == [(200, "ready"), (200, "ready"), (503, "store-away")]


def test_a_service_manager_is_told_that_the_house_is_open_lives_and_closes(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(120)
        where = str(tmp_path / "notify")
        with serving(str(tmp_path / "house.db"), tmp_path, NOTIFY_SOCKET=where, WATCHDOG_USEC="300000") as served:
            assert [manager.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            assert served.stop() == 0
            while (words := manager.recv(100)) == b"WATCHDOG=1":
                pass
            assert words == b"STOPPING=1"


def test_the_unit_bounds_memory_and_watches_the_loop() -> None:
    unit = (ROOT / "deploy" / "sevenout.service").read_text(encoding="utf-8")
    settings = dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE))
    assert (settings["Type"], settings["Restart"]) == ("notify", "on-failure")
    assert int(settings["WatchdogSec"]) > 0
    assert settings["MemoryMax"] == "1G"
