"""People who mean no good: what one of them may take of a house that others share, and what they are told."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from sevenout.base.refusal import Refusal
from sevenout.server.casino import MOST_OWNED
from sevenout.server.live.table_terms import LARGEST_SENT, MOST_WORDS, TableRequest
from sevenout.server.store.interface import Append, Unavailable
from sevenout.server.web import uvicorn_protocols
from sevenout.server.web.middleware import security
from tests.server.playing import a_house, come_in, opened, says
from tests.server.serving import Served, bearer, serving

OWN = 'format = 1\nextends = "typical"\nname = "mine"\n'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("abuse")
    with serving(str(folder / "house.db"), folder) as served:
        yield served


@pytest.fixture(scope="module")
def token(house: Served) -> str:
    return house.guest("Ann")


def test_nobody_has_all_the_tables(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann, bob = await come_in(house, "Ann"), await come_in(house, "Bob")
        for _ in range(MOST_OWNED):
            table, ann = await opened(house, ann)
        refused = await house.open_table(ann, TableRequest(rules="typical"))
        assert isinstance(refused, Refusal)
        assert refused.code == "full"
        await opened(house, bob)
        assert isinstance(await house.close_table(table, ann), int)
        await table.catch_up()
        assert table.record.standing.shut
        await house.tables.lobby.show(table)
        await opened(house, ann)
        await house.store.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("#" * 1999 + "\n" + "# a line\n" * (LARGEST_SENT // 9), f"at most {LARGEST_SENT:,} bytes"),
        ("".join(f"w{number} = 1\n" for number in range(MOST_WORDS)), f"at most {MOST_WORDS:,} names and values"),
        ('title = "red \\u001b[31m"\n', "a character that cannot be seen"),
        ('title = "turned \\u202e round"\n', "a character that cannot be seen"),
        ('"a\\u0007" = 1\n', "a character that cannot be seen"),
    ],
)
def test_a_rulebook_that_is_sent_is_of_a_size_and_can_be_seen(house: Served, token: str, more: str, words: str) -> None:
    refused = house.web.post("/api/tables", json={"rulebook": OWN + more}, headers=bearer(token))
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert words in refused.json()["reason"]
    checked = house.web.post("/api/books/check", json={"rulebook": OWN + more}, headers=bearer(token)).json()
    assert not checked["sound"]
    assert words in checked["faults"][0]["message"]


def test_a_key_that_is_too_long_is_refused_and_not_cut(house: Served) -> None:
    token = house.guest("Viv")
    table = house.table(token, rules="typical")
    headers = {**bearer(token), "idempotency-key": "x" * 65}
    answer = house.web.post(f"/api/tables/{table}/bots", json={"strategy": "pass-line"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-key")
    assert house.web.get(f"/api/tables/{table}/bots").json() == []


def test_what_the_database_says_is_not_told_to_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"))
        await says(house, table, ann, "sits 1000")

        async def away(_: Append) -> None:
            raise Unavailable("connection to db.internal as craps failed")

        monkeypatch.setattr(house.store, "append", away)
        answer = await house.submit_line(table, ann, "bets 10 on pass", "k1")
        assert isinstance(answer, Refusal)
        assert (answer.code, "db.internal" in answer.reason) == ("unavailable", False)
        await house.store.close()

    asyncio.run(play())


# --- connections


async def _answers(scope: Any, _: Any, send: Any) -> None:
    """An application that says yes without hearing anybody out."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: h\r\nX-Slow: ", b""),
        (b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx", b"HTTP/1.1 200 OK"),
    ],
)
def test_who_never_ends_a_question_is_hung_up(monkeypatch: pytest.MonkeyPatch, said: bytes, heard: bytes) -> None:
    monkeypatch.setattr(uvicorn_protocols, "SAID_WITHIN", 0.05)

    async def asked() -> bytes:
        config = uvicorn.Config(_answers, http=uvicorn_protocols.BoundedRequests, lifespan="off", log_config=None)
        config.load()
        state = uvicorn.Server(config).server_state
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: uvicorn_protocols.BoundedRequests(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(said)
        told = b""
        async with asyncio.timeout(20):
            with suppress(ConnectionError):
                told = await reader.read()
        writer.close()
        server.close()
        return told

    assert asyncio.run(asked()).split(b"\r\n")[0] == heard


def test_one_address_has_so_many_sockets_and_others_have_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MOST_SOCKETS", 3)

    async def play() -> None:
        leave, told = asyncio.Event(), list[Any]()

        async def stays(_: Any, __: Any, ___: Any) -> None:
            await leave.wait()

        async def hear() -> Any:
            return {"type": "websocket.connect"}

        async def tell(message: Any) -> None:
            told.append(message)

        before = security.Guard(stays)

        def socket(address: str) -> asyncio.Task[None]:
            return asyncio.ensure_future(before({"type": "websocket", "client": (address, 1)}, hear, tell))

        open_now = [socket(address) for address in ("192.0.2.1",) * 3 + ("192.0.2.2",) + ("127.0.0.1",) * 5]
        await asyncio.sleep(0)
        await socket("192.0.2.1")
        assert [each["code"] for each in told] == [4429]
        leave.set()
        await asyncio.gather(*open_now)
        await socket("192.0.2.1")
        assert len(told) == 1

    asyncio.run(play())
