"""People over the real wire: coming and going, passwords, limits, watching, and the operator's appointments."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sevenout.cli.main import main
from sevenout.server.accounts.operator_token import operator_token
from sevenout.server.fairness.keys import new_keys, open_keys
from tests.server.serving import WITHIN, Served, bearer, serving

PASSWORD = "a horn and a yo"


class Asker:
    """Somebody with a token."""

    def __init__(self, web: httpx.Client, token: str) -> None:
        self.web, self.token = web, token

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = self.web.request(method, path, json=body, headers=bearer(self.token))
        return answer.status_code, answer.json() if answer.content else None

    def code(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        status, answer = self.ask(method, path, body)
        return status, (answer or {}).get("code", "")


def came_in(web: httpx.Client, path: str, **body: str) -> Asker:
    answer = web.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return Asker(web, str(answer.json()["token"]))


def test_one_comes_in_changes_the_password_and_logs_out(one_house: httpx.Client) -> None:
    ann = came_in(one_house, "/api/accounts", name="Ann", password=PASSWORD)
    status, me = ann.ask("GET", "/api/me")
    assert (status, me["name"], me["guest"], me["roles"], me["tables"]) == (200, "Ann", False, {}, [])
    again = came_in(one_house, "/api/tokens", name="Ann", password=PASSWORD)
    change = {"old": PASSWORD, "new": "twelve the hard way"}
    assert ann.code("PUT", "/api/me/password", {**change, "old": "not that one"}) == (401, "wrong-password")
    assert ann.code("PUT", "/api/me/password", {**change, "new": "short"}) == (400, "bad-password")
    assert ann.code("PUT", "/api/me/password", change) == (200, "")
    assert again.code("GET", "/api/me") == (401, "no-token")
    assert ann.code("POST", "/api/me/account", {"password": PASSWORD}) == (409, "is-account")
    other = came_in(one_house, "/api/tokens", name="Ann", password="twelve the hard way")
    assert other.code("DELETE", "/api/tokens") == (204, "")
    assert other.code("DELETE", "/api/tokens") == (401, "no-token")
    assert ann.code("DELETE", "/api/me/tokens") == (204, "")
    assert ann.code("GET", "/api/me") == (401, "no-token")


def test_a_guest_keeps_seat_and_limits_as_an_account(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        bob = came_in(house.web, "/api/guests", name="Bob")
        table = house.table(bob.token, rules="typical")
        assert bob.code("PUT", "/api/me/password", {"old": "", "new": PASSWORD}) == (404, "not-found")
        assert bob.code("PUT", "/api/me/limits", {"loss": "200"}) == (200, "")
        assert house.connect(table, bob.token).say("k1", "sits 150")["type"] == "accepted"
        assert bob.code("POST", "/api/me/account", {"password": PASSWORD}) == (201, "")
        back = came_in(house.web, "/api/tokens", name="Bob", password=PASSWORD)
        _, me = back.ask("GET", "/api/me")
        assert (me["guest"], me["tables"], me["roles"]) == (False, [table], {table: ["owner"]})
        socket = house.connect(table, back.token)
        assert socket.hear("snapshot")["you"] == "Bob"
        assert socket.say("k2", "buys in for 51")["code"] == "own-limit"
        assert socket.say("k3", "buys in for 50")["type"] == "accepted"
        _, told = back.ask("GET", "/api/me/limits")
        assert (told["bounds"]["loss"], told["today"]["at_stake"], told["today"]["won"]) == ("200.00", "200.00", "0.00")


def test_limits_tighten_at_once_and_a_reality_check_is_asked_for_and_seen(one_house: httpx.Client) -> None:
    cleo = came_in(one_house, "/api/guests", name="Cleo")
    status, told = cleo.ask("PUT", "/api/me/limits", {"loss": "100", "minutes": 60, "remind": 20})
    assert (status, told["bounds"]) == (200, {"loss": "100.00", "minutes": 60, "remind": 20})
    assert (told["coming"], told["check_due"]) == (None, False)
    _, told = cleo.ask("PUT", "/api/me/limits", {"loss": "500", "minutes": 30})
    assert told["bounds"] == {"loss": "100.00", "minutes": 30, "remind": 20}
    assert told["coming"] == {"loss": "500.00", "minutes": 30, "remind": None}
    assert cleo.code("POST", "/api/me/seen") == (200, "")
    for wrong in ({"loss": "-5"}, {"loss": "much"}, {"minutes": 0}, {"remind": 100_000}):
        assert cleo.code("PUT", "/api/me/limits", wrong) == (400, "bad-limit")
    assert cleo.code("PUT", "/api/me/limits", {"losses": "5"}) == (400, "malformed")


def test_who_stays_away_takes_no_seat(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        dora = came_in(house.web, "/api/guests", name="Dora")
        table = house.table(dora.token, rules="typical")
        socket = house.connect(table, dora.token)
        assert dora.code("POST", "/api/me/away", {"days": 0}) == (400, "bad-limit")
        assert dora.code("POST", "/api/me/away", {"days": 30}) == (200, "")
        assert dora.code("POST", "/api/me/away", {"days": 1}) == (400, "bad-limit")
        assert socket.say("k1", "sits 100")["code"] == "away"


def long_ago(db: Path) -> None:
    """Has everybody have played for two hours today, in a file that no house has open: one knows the cards it has read.

    The day is tomorrow's, so that it is not over at midnight.
    """
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    with closing(sqlite3.connect(db, timeout=WITHIN)) as file, file:
        for name, body in file.execute("SELECT name, body FROM cards WHERE kind = 'person'").fetchall():
            card = json.loads(body)
            card["limits"] |= {"seconds": 7200, "day": tomorrow}
            changed = json.dumps(card).encode()
            file.execute("UPDATE cards SET version = version + 1, body = ? WHERE name = ?", (changed, name))


def test_a_reality_check_comes_over_the_socket_and_bets_wait_for_it(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann = came_in(house.web, "/api/guests", name="Ann")
        table = house.table(ann.token, rules="typical")
        assert house.connect(table, ann.token).say("k1", "sits 100")["type"] == "accepted"
        assert ann.code("PUT", "/api/me/limits", {"remind": 60}) == (200, "")
        assert house.stop() == 0
        long_ago(tmp_path / "house.db")
        house.start()
        ann, socket = Asker(house.web, ann.token), house.connect(table, ann.token)
        told = socket.hear("notice")
        assert told["code"] == "reality-check"
        assert re.match(r"0\.00 won in 12\d minutes today: bets wait", told["words"])
        assert socket.say("k2", "bets 10 on pass")["code"] == "reality-check"
        assert ann.ask("POST", "/api/me/seen")[1]["check_due"] is False
        assert socket.say("k3", "bets 10 on pass")["type"] == "accepted"
        assert ann.code("PUT", "/api/me/limits", {"remind": 60, "minutes": 90}) == (200, "")
        assert socket.hear("notice")["code"] == "own-limit"
        assert socket.say("k4", "bets 10 on field")["code"] == "own-limit"
        assert socket.say("k5", "roll")["type"] == "accepted"


def watched(house: Served, table: str) -> list[dict[str, Any]]:
    """What somebody is told who says no more than hello, and tries to sit."""
    told: list[dict[str, Any]] = []
    address = f"{house.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, open_timeout=WITHIN) as socket:
        try:
            socket.send(json.dumps({"type": "hello"}))
            socket.send(json.dumps({"type": "say", "key": "k", "line": "sits 100"}))
            while not told or told[-1]["type"] != "refused":
                told.append(json.loads(socket.recv(timeout=WITHIN)))
        except ConnectionClosed:
            told.append({"type": "closed"})
    return told


def test_a_table_is_watched_without_a_token_if_it_allows_that(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann = house.guest("Ann")
        seen = watched(house, house.table(ann, rules="typical"))
        assert seen[0]["type"] == "snapshot"
        assert (seen[-1]["type"], seen[-1]["code"]) == ("refused", "no-token")
        alone = watched(house, house.table(ann, rules="typical", watched=False))
        assert "snapshot" not in {message["type"] for message in alone}


def test_the_operator_appoints_while_the_house_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann, viv = house.guest("Ann"), house.guest("Viv")
        table = house.table(ann, rules="catfish-bend")
        player, boss = house.connect(table, ann), house.connect(table, viv)
        assert player.say("k1", "sits 100")["type"] == "accepted"
        warning = "supervisor warns Ann: short of the wall"
        assert boss.say("k1", warning)["code"] == "not-yours"
        here = ["--at", house.address, "--keys", str(tmp_path / "house.keys")]
        at_table = ["--table", table, *here]
        assert main(["house", "appoint", "Viv", "supervisor", *at_table]) == 0
        assert capsys.readouterr().out == f"Viv is supervisor at {table}.\n"
        assert boss.say("k2", warning).get("code") != "not-yours"
        assert main(["house", "appoint", "Viv", *at_table]) == 0
        assert boss.say("k3", warning)["code"] == "not-yours"
        assert main(["house", "appoint", "Viv", "boxperson", "--json", *here]) == 0
        assert house.web.get("/api/me", headers=bearer(viv)).json()["roles"] == {"*": ["boxperson"]}
        assert main(["house", "appoint", "Ann", "dealer", *at_table]) == 1
        assert main(["house", "appoint", "Zoe", "dealer", *here]) == 1
        assert main(["house", "appoint", "Viv", "king", *here]) == 1
        assert main(["house", "appoint", "Viv", "dealer", "--at", "http://127.0.0.1:1", *here[2:]]) == 2
        assert main(["house", "appoint", "Viv", "dealer", *here[:2], "--keys", str(tmp_path / "none")]) == 2
        assert house.web.get(f"/api/tables/{table}/log").text.count('"by":"the operator"') == 2


def test_only_who_has_the_keys_is_the_operator_and_only_for_a_minute(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        house.guest("Ann")
        keys, now = open_keys(tmp_path / "house.keys"), datetime.now(UTC)
        tokens = [operator_token(keys, now + timedelta(minutes=minutes)) for minutes in (-2, 2)]
        for token in (*tokens, operator_token(new_keys(), now), "operator.1.1", "operator", house.guest("Bob")):
            answer = house.web.put("/api/roles/Ann", json={"roles": ["supervisor"]}, headers=bearer(token))
            assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")
        answer = house.web.put("/api/roles/Ann", json={"roles": []}, headers=bearer(operator_token(keys, now)))
        assert answer.status_code == 200
