"""A page that has its own name lead to this machine is not let in, by a request or a socket; the house's names are."""

import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.serving import serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("hosts")
    with serving(str(folder / "house.db"), folder, "--hostname", "house.example") as house:
        yield house.address


@pytest.mark.parametrize("path", ["/", "/api/tables", "/metrics", "/healthz"])
def test_a_name_that_is_not_the_house_s_is_refused(address: str, path: str) -> None:
    for host in ("evil.example", "evil.example:7011", "127.0.0.1.evil.example", "house.example.evil"):
        answer = httpx.get(f"{address}{path}", headers={"host": host})
        assert answer.status_code == 421
        assert json.loads(answer.content)["code"] == "unknown-host"


@pytest.mark.parametrize("host", ["house.example", "HOUSE.example:443", "localhost:7011", "[::1]:7011", "192.0.2.7"])
def test_addresses_and_names_of_the_house_are_let_in(address: str, host: str) -> None:
    assert httpx.get(f"{address}/api/tables", headers={"host": host}).status_code == 200


def test_a_socket_by_another_name_is_refused(address: str) -> None:
    port = int(address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as line, pytest.raises(InvalidStatus) as refused:
        connect(f"ws://evil.example:{port}/api/tables/t-1/socket", sock=line)
    assert refused.value.response.status_code == 403
