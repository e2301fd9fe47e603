"""What the pages about the wire and its client show happens just so, at a real house."""

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

import pytest

from tests.docs.test_documents import ROOT, blocks
from tests.server.serving import Served, bearer, serving

WIRE, CLIENT = ROOT / "docs" / "reference" / "wire-protocol.md", ROOT / "docs" / "tutorial" / "first-client.md"
ANYTHING = "…"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("wire")
    with serving(str(folder / "house.db"), folder) as served:
        yield served


def like(shown: Any, told: Any) -> bool:
    """Whether what is shown is there; more may be."""
    if shown == ANYTHING:
        return bool(told)
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(name in told and like(shown[name], told[name]) for name in shown)
    if isinstance(shown, list) and shown:
        return isinstance(told, list) and all(map(like, shown, told)) and len(told) >= len(shown)
    return bool(shown == told)


def test_what_is_asked_over_http_is_answered_as_shown(house: Served) -> None:
    headers: dict[str, str] = {}
    table = ""
    examples = [example for block in blocks(WIRE, "http") for example in block.strip().split("\n\n")]
    assert len(examples) == 14
    for example in examples:
        asked, answered = example.splitlines()
        method, path, body = (*asked.split(" ", 2), "")[:3]
        status, shown = answered.split(" ", 1)
        answer = house.web.request(
            method, path.replace("/T/", f"/{table}/"), content=body.encode(),
            headers={**headers, "content-type": "application/json"},
        )  # fmt: skip
        assert answer.status_code == int(status), example
        assert like(json.loads(shown.replace('"T"', f'"{table}"')), answer.json()), (example, answer.text)
        headers = headers or bearer(answer.json().get("token", ""))
        table = answer.json().get("table", table) if isinstance(answer.json(), dict) else table


def test_what_is_said_over_the_socket_is_answered_as_shown(house: Served) -> None:
    token = house.guest("Bea")
    client = house.connect(house.table(token, rules="catfish-bend", dice="entered"), token)
    (conversation,) = blocks(WIRE, "wire")
    lines = conversation.replace("Ann", "Bea").splitlines()
    assert len(lines) > 15
    for line in lines:
        if line.startswith("> "):
            client.socket.send(line[2:])
            continue
        shown = json.loads(line[2:])
        while not (found := [each for each in client.told if like(shown, each)]):
            client.hear(shown["type"])  # offers come when there is nothing else to tell: before or after an answer
        client.told.remove(found[0])
    shown_kinds = {json.loads(line[2:])["type"] for line in lines}
    assert shown_kinds >= {
        "snapshot",
        "event",
        "offers",
        "accepted",
        "refused",
        "say",
        "do",
        "want",
        "ask",
        "meant",
        "chat",
    }


def test_the_client_plays_the_evening_of_its_page(house: Served) -> None:
    (program,), (printed,) = blocks(CLIENT, "python"), blocks(CLIENT, "text")
    program = re.sub(r"http://127.0.0.1:7011", house.address, program).replace('"Ann"', '"Cleo"')
    with redirect_stdout(io.StringIO()) as out:
        exec(compile(program, str(CLIENT), "exec"), {"__name__": "evening"})
    assert out.getvalue() == printed.replace("Ann", "Cleo")
