"""What the page about people shows runs as it shows it, against a real house."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from sevenout.cli.main import main
from tests.docs.test_documents import ROOT, blocks
from tests.server.serving import Served, bearer, serving

PAGE = ROOT / "docs" / "operate" / "accounts.md"
REQUEST = re.compile(r"(?:(?P<who>\w+): )?(?P<method>[A-Z]+) (?P<path>\S+)(?: (?P<body>{.*}))?")


def alike(shown: Any, came: Any) -> bool:
    """Whether something came as it is shown, `…` being anything."""
    if isinstance(shown, dict) and isinstance(came, dict):
        return shown.keys() == came.keys() and all(alike(shown[name], came[name]) for name in shown)
    return shown in ("…", came)


def ask_as_shown(house: Served, page: Path) -> tuple[int, str]:
    """Asks all that a page asks, each in the name before it; how many requests that were, and the last table."""
    shown = [line for block in blocks(page, "http") for line in block.splitlines()]
    tokens, table = dict[str, str](), ""
    for asked, answered in zip(shown[::2], shown[1::2], strict=True):
        request = REQUEST.fullmatch(asked)
        assert request is not None, asked
        who, body = request["who"], json.loads(request["body"] or "null")
        headers = bearer(tokens[who]) if who else {}
        path = re.sub(r"/T(?=/|$)", f"/{table}", request["path"])
        answer = house.web.request(request["method"], path, json=body, headers=headers)
        status, _, told = answered.partition(" ")
        assert answer.status_code == int(status), (asked, answer.text)
        came = answer.json()
        assert alike(json.loads(told), came), (asked, came)
        if "token" in came:
            tokens[came["name"]] = came["token"]
        table = came.get("table", table)
    return len(shown) // 2, table


def test_every_request_is_answered_as_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with serving("house.db", tmp_path) as house:
        asked, table = ask_as_shown(house, PAGE)
        assert asked == 15
        (commands,) = blocks(PAGE, "sh")
        for line in commands.splitlines():
            words = [table if word == "T" else word for word in shlex.split(line, comments=True)]
            here = ["--at", house.address, "--keys", "house.keys"]  # the tests' house listens wherever it can
            assert main([*words[1:], *here]) == 0
