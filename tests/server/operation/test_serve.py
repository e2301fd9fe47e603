"""`sevenout serve` and `verify`, as people and programs reach them: over real sockets, killed hard, checked offline."""

import json
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sevenout.cli.admin.serve_command import door
from sevenout.server.operation.settings import Settings
from tests.server.serving import bearer, serving
from tests.unit.cli.command import run
from tests.volume import sample_by_day

SET_LINE = "UPDATE lines SET line = ? WHERE n = 3"


def test_a_bet_is_made_told_to_everybody_and_paid(where: str, tmp_path: Path) -> None:
    with serving(where, tmp_path) as house:
        assert house.web.get("/healthz").json() == {"status": "ready"}
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = house.table(ann, rules="catfish-bend", dice="entered", zone="")
        ours, theirs = house.connect(table, ann), house.connect(table, bob)
        assert ours.hear("snapshot")["n"] == theirs.hear("snapshot")["n"] == 0
        assert ours.say("k1", "sits 1000")["type"] == "accepted"
        assert ours.say("k2", "bets 10 on pass")["type"] == "accepted"
        assert ours.say("k2", "bets 10 on pass") == {"type": "accepted", "key": "k2", "n": 2}
        refused = ours.say("k3", "bets 9999 on pass")
        assert (refused["code"], refused["clause"]) == ("above-maximum", "Max Bets 1")
        assert theirs.say("k4", "roll 6 5")["code"] == "not-yours"
        assert ours.say("k5", "roll 6 5")["type"] == "accepted"
        seen = theirs.hear("event", n=3)
        assert seen["line"] == "roll 6 5"
        (changed,) = seen["change"]["seats"]
        assert (changed["name"], changed["rack"], changed["layout"]) == ("Ann", 1010_00, {})
        (shown,) = house.web.get("/api/tables").json()
        assert (shown["table"], shown["seats"], shown["point"]) == (table, ["Ann"], None)
        transcript = house.web.get(f"/api/tables/{table}/transcript").text
        replayed = tmp_path / "night.craps"
        replayed.write_text(transcript, encoding="utf-8")
        assert run("replay", str(replayed), "--json").json["seats"]["Ann"]["rack"] == "1010.00"
        log = tmp_path / "night.log"
        log.write_bytes(house.web.get(f"/api/tables/{table}/log").content)
        assert run("verify", str(log)).code == 0
        assert house.stop() == 0


@pytest.mark.parametrize("where", sample_by_day(["sqlite", "postgres"], 1, "coming back"), indirect=True)
def test_who_comes_back_is_told_what_was_missed_without_a_gap(where: str, tmp_path: Path) -> None:
    with serving(where, tmp_path) as house:
        ann = house.guest("Ann")
        table = house.table(ann, rules="typical", dice="entered")
        first = house.connect(table, ann)
        last = [first.say(f"k{n}", line) for n, line in enumerate(("sits 500", "bets 10 on pass", "roll 2 2"))][-1]["n"]
        first.socket.close()
        again = house.connect(table, ann)
        assert again.hear("snapshot")["n"] == last
        hello = house.connect(table, "nobody")
        with pytest.raises(ConnectionClosed):
            hello.hear("snapshot")


def test_a_house_that_is_killed_loses_and_doubles_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann = house.guest("Ann")
        table = house.table(ann, rules="catfish-bend", dice="entered", zone="")
        client, staked = house.connect(table, ann), 0
        client.say("sit", "sits 1000")
        for life in range(4):
            for n in range(6):
                answer = client.say(f"{life}-{n}", "bets 1 on field")
                assert answer["type"] == "accepted"
                staked += 1
            client.socket.send(json.dumps({"type": "say", "key": f"last-{life}", "line": "bets 1 on field"}))
            house.kill()
            house.start()
            client = house.connect(table, ann)
            client.hear("snapshot")
            assert client.say(f"last-{life}", "bets 1 on field")["type"] == "accepted"
            staked += 1
        (seat,) = house.connect(table, ann).hear("snapshot")["seats"].values()
        assert seat == {"rack": f"{1000 - staked}.00", "layout": {"field": f"{staked}.00"}}
    assert run("verify", str(tmp_path / "house.db")).code == 0


def test_a_store_that_was_altered_is_not_sound(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    with serving(str(db), tmp_path) as house:
        ann = house.guest("Ann")
        table = house.table(ann, rules="typical")
        client = house.connect(table, ann)
        for n, line in enumerate(("sits 500", "bets 10 on pass", "roll", "bets 5 on field", "roll")):
            client.say(f"k{n}", line)
        assert house.stop() == 0
    assert run("verify", str(db)).code == 0
    with closing(sqlite3.connect(db)) as altered, altered:
        (line,) = altered.execute("SELECT line FROM lines WHERE n = 3").fetchone()
    for other in (line.replace(b'"amount":1000', b'"amount":2000'), line.decode(), None):
        with closing(sqlite3.connect(db)) as altered, altered:
            change = ("DELETE FROM lines WHERE n = 3", ()) if other is None else (SET_LINE, (other,))
            altered.execute(*change)
        ran = run("verify", str(db), "--json")
        (verdict,) = ran.json["tables"]
        assert (ran.code, verdict["sound"], verdict["table"]) == (1, False, table)
        assert verdict["fault"].startswith("event 3 of the log")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/api/guests", b"{", 400, "malformed"),
        ("POST", "/api/guests", b'{"name": "Ann", "more": 1}', 400, "malformed"),
        ("POST", "/api/guests", b'{"name": "roll"}', 400, "bad-name"),
        ("POST", "/api/tables", b'{"rules": "typical"}', 401, "no-token"),
        ("GET", "/api/tables/t-nowhere/log", None, 404, "not-found"),
        ("GET", "/api/books/nowhere", None, 404, "not-found"),
        ("POST", "/api/tokens", b'{"name": "Ann", "password": "guess that one"}', 401, "wrong-password"),
    ],
)
def test_what_is_not_as_it_should_be_is_refused_with_code_and_reason(
    one_house: httpx.Client, method: str, path: str, body: bytes | None, status: int, code: str
) -> None:
    answer = one_house.request(method, path, content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["reason"]


def test_a_rulebook_that_is_sent_reads_no_file_of_the_machine(one_house: httpx.Client) -> None:
    token = str(one_house.post("/api/guests", json={"name": "Eve"}).json()["token"])
    for base in ("/etc/passwd", "../house.toml", "typical.toml"):
        answer = one_house.post("/api/tables", json={"rulebook": f'extends = "{base}"\n'}, headers=bearer(token))
        assert answer.status_code == 400
        assert "extends one of" in answer.json()["reason"]


def test_no_part_of_an_answer_waits_until_the_one_before_it_is_acknowledged() -> None:
    with door(Settings(port=0)) as entrance:
        entrance.listen()
        with socket.create_connection(entrance.getsockname()), entrance.accept()[0] as inside:
            assert inside.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
