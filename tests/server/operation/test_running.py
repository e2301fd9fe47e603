"""A house as its operator sees it: its readiness, its counts, its log, and how it closes."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from sevenout.server.fairness.keys import open_keys
from tests.server.postgres import Cluster
from tests.server.serving import WITHIN, Client, bearer, serving
from tests.unit.cli.command import run
from tests.volume import sample_by_day


def lines_of(log: Path) -> list[dict[str, Any]]:
    """What a house has logged."""
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def counted(web: httpx.Client, name: str, **labels: str) -> float:
    """What a house counts."""
    families = text_string_to_metric_families(web.get("/metrics").text)
    return sum(
        sample.value
        for family in families
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


# --- requests, health, readiness


def test_a_request_has_an_id_which_a_proxy_may_give(one_house: httpx.Client) -> None:
    assert re.fullmatch("[0-9a-f]{16}", one_house.get("/healthz").headers["x-request-id"])
    assert one_house.get("/healthz", headers={"x-request-id": "from-proxy.1"}).headers["x-request-id"] == "from-proxy.1"
    strange = one_house.get("/healthz", headers={"x-request-id": 'a"b\\n'}).headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{16}", strange)


# --- counts


def test_counts_follow_what_is_played(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann = house.guest("Ann")
        client = house.connect(house.table(ann, rules="typical", dice="entered"), ann)
        client.say("k1", "sits 500")
        client.say("k2", "bets 10 on pass")
        assert client.say("k3", "bets 10 on nothing")["type"] == "refused"
        assert client.say("k4", "bets 9999 on pass")["code"] == "above-maximum"
        assert counted(house.web, "sevenout_connections") == 1
        assert counted(house.web, "sevenout_tables_open") == 1
        assert counted(house.web, "sevenout_commands_total", outcome="accepted") == 2
        assert counted(house.web, "sevenout_commands_total", outcome="refused") == 2
        assert counted(house.web, "sevenout_refusals_total", code="above-maximum") == 1
        assert counted(house.web, "sevenout_commit_seconds_count") >= 4
        assert counted(house.web, "sevenout_commit_batch_sum") >= counted(house.web, "sevenout_commit_batch_count")
        assert counted(house.web, "sevenout_decide_seconds_count") == 3
        assert counted(house.web, "process_resident_memory_bytes") > 10_000_000
        with suppress(ConnectionClosed):  # it may be hung up before all is said
            for n in range(200):
                client.socket.send(json.dumps({"type": "want", "what": "rolls"}) if n else "{")
        with pytest.raises(ConnectionClosed):
            client.hear("nothing")
        assert counted(house.web, "sevenout_floods_total") == 1


def test_counts_are_the_operators(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        assert house.web.get("/metrics").status_code == 200
        through = house.web.get("/metrics", headers={"x-forwarded-for": "10.1.1.1"})
        assert (through.status_code, through.json()["code"]) == (403, "not-yours")
    with serving(str(tmp_path / "house.db"), tmp_path, SEVENOUT_METRICS_TOKEN="counts-please") as house:
        assert house.web.get("/metrics").status_code == 403
        assert house.web.get("/metrics", headers=bearer("wrong")).status_code == 403
        assert house.web.get("/metrics", headers=bearer("counts-please")).status_code == 200


# --- the log


def test_the_log_tells_of_everything_and_says_no_secret(postgres: Cluster, tmp_path: Path) -> None:
    """Through everything that has a secret: passwords right and wrong, tokens, seeds, lines, a database that dies."""
    address = postgres.fresh("logged").replace("sevenout@", "sevenout:pw-of-the-database@")
    log = tmp_path / "log"
    settings = {"SEVENOUT_METRICS_TOKEN": "token-of-the-counts", "SEVENOUT_LOG_LEVEL": "debug"}
    with serving(address, tmp_path, log=log, **settings) as house:
        account = {"name": "Ann", "password": "a-long-password-1"}
        token = house.web.post("/api/accounts", json=account).json()["token"]
        wrong = {"name": "Ann", "password": "a-wrong-password-2"}
        assert house.web.post("/api/tokens", json=wrong).status_code == 401
        house.web.get("/api/tables?token=a-token-in-a-query", headers=bearer("a-token-of-nobody"))
        house.web.get("/metrics", headers=bearer("token-of-the-counts"))
        for _ in range(25):
            house.web.post("/api/guests", content=b'{"name": "malformed-body"')
        table = house.table(token, rules="typical")
        client = house.connect(table, token)
        client.socket.send(json.dumps({"type": "seed", "key": "key-of-a-seed", "seed": "feedc0ffee"}))
        for n, line in enumerate(("sits 500", "bets 17 on pass", "bets 10 on nowhere-at-all", "roll")):
            client.say(f"key-of-a-line-{n}", line)
        client.socket.send('{"malformed-frame')
        client.hear("refused", key="")
        postgres.stop("immediate")
        try:
            assert client.say("key-while-away", "bets 19 on field")["code"] == "unavailable"
            assert house.web.get("/readyz").json() == {"status": "store-away"}
            assert house.web.get("/healthz").status_code == 200
        finally:
            postgres.start()
        client.socket.close()
        house.process.send_signal(signal.SIGTERM)
        assert house.ended() == 0
    text, told = log.read_text(encoding="utf-8"), lines_of(log)
    keys = open_keys(tmp_path / "house.keys")
    secrets = [token, "a-long-password-1", "a-wrong-password-2", "a-token-in-a-query", "a-token-of-nobody"]
    secrets += ["token-of-the-counts", "malformed-body", "feedc0ffee", "bets 17", "bets 19", "nowhere-at-all"]
    secrets += ["malformed-frame", "key-of-a", "pw-of-the-database", keys.dice.hex(), keys.signing.hex(), "argon2"]
    assert [secret for secret in secrets if secret in text] == []
    whats = {line["what"] for line in told}
    assert {"open", "request", "connected", "disconnected", "refused again and again", "closing", "closed"} <= whats
    assert whats & {"the store did not take a commit", "the store is away"}
    requests = [line for line in told if line["what"] == "request"]
    assert all({"method", "path", "status", "ms", "who", "request"} <= line.keys() for line in requests)
    (connected,) = [line for line in told if line["what"] == "connected"]
    (gone,) = [line for line in told if line["what"] == "disconnected"]
    assert connected["request"] == gone["request"]
    assert gone["said"] >= 6


# --- closing


@pytest.mark.parametrize("where", sample_by_day(["sqlite", "postgres"], 1, "closing"), indirect=True)
def test_a_house_that_is_closed_under_load_finishes_what_was_begun(where: str, tmp_path: Path) -> None:
    with serving(where, tmp_path) as house:
        tokens = [house.guest(name) for name in ("Ann", "Bob", "Cid", "Dan")]
        tables = [house.table(tokens[0], rules="typical", dice="entered") for _ in range(2)]
        clients = [house.connect(tables[n % 2], token) for n, token in enumerate(tokens)]
        accepted: list[list[int]] = [[] for _ in clients]
        enough = threading.Barrier(len(clients) + 1, timeout=WITHIN)
        refused: list[str] = []
        ends: list[ConnectionClosed | None] = [None] * len(clients)

        def play(n: int, client: Client) -> None:
            assert client.say("sit", "sits 100000")["type"] == "accepted"
            said = 0
            try:
                while said < 50:  # more at once would be a flood
                    answer = client.say(f"{said}", "bets 10 on field" if said % 2 == 0 else "takes down field")
                    if answer["type"] == "accepted":
                        accepted[n].append(said)
                    else:
                        refused.append(answer["code"])
                    said += 1
                    if said == 10:
                        enough.wait()
                client.hear("anything else, until the end")
            except ConnectionClosed as closed:
                ends[n] = closed
                with suppress(ConnectionClosed):  # what came before the end and was not read yet
                    while True:
                        client.told.append(json.loads(client.socket.recv(timeout=WITHIN)))

        players = [threading.Thread(target=play, args=(n, client)) for n, client in enumerate(clients)]
        for player in players:
            player.start()
        enough.wait()
        house.process.send_signal(signal.SIGTERM)
        for player in players:
            player.join(WITHIN)
        assert house.ended() == 0
        assert {*refused} <= {"closing"}
        assert [end.rcvd.code for end in ends if end is not None and end.rcvd is not None] == [1001] * 4
        assert all(any(message["type"] == "notice" for message in client.told) for client in clients)
        house.start()
        for n, (client, token) in enumerate(zip(clients, tokens, strict=True)):
            again = house.connect(tables[n % 2], token)
            again.hear("snapshot")
            told = {int(it["key"]): it["n"] for it in client.told if it["type"] == "accepted" and it["key"] != "sit"}
            assert {*accepted[n]} <= {*told}
            for said in (accepted[n][0], accepted[n][-1]):
                line = "bets 10 on field" if said % 2 == 0 else "takes down field"
                assert again.say(str(said), line) == {"type": "accepted", "key": str(said), "n": told[said]}


def test_dice_in_the_air_come_down_before_the_house_closes(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann = house.guest("Ann")
        table = house.table(ann, rules="typical", window=3600)
        client = house.connect(table, ann)
        for n, line in enumerate(("sits 500", "bets 10 on pass", "throw")):
            assert client.say(f"k{n}", line)["type"] == "accepted"
        house.process.send_signal(signal.SIGTERM)
        assert client.hear("notice")["code"] == "closing"
        rolled = client.hear("event")
        while rolled["event"]["type"] != "rolled":
            rolled = client.hear("event")
        assert house.ended() == 0
        house.start()
        assert house.web.get(f"/api/tables/{table}/transcript").text.splitlines()[-1].startswith("roll ")
    assert run("verify", str(tmp_path / "house.db")).code == 0


def test_a_second_signal_ends_it_at_once_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    with serving(str(db), tmp_path, "--stop-within", "60") as house:
        ann = house.guest("Ann")
        table = house.table(ann, rules="typical", dice="entered")
        client = house.connect(table, ann)
        assert client.say("k1", "sits 500")["type"] == "accepted"
        assert client.say("k2", "bets 10 on pass")["type"] == "accepted"
        held = sqlite3.connect(db, isolation_level=None)
        held.execute("BEGIN IMMEDIATE")  # what is begun now cannot be finished
        client.socket.send(json.dumps({"type": "say", "key": "k3", "line": "bets 10 on field"}))
        house.web.get("/healthz")
        house.process.send_signal(signal.SIGINT)
        client.hear("notice")
        house.process.send_signal(signal.SIGINT)
        assert house.ended() == 130
        held.close()
        house.start()
        assert house.connect(table, ann).hear("snapshot")["seats"]["Ann"]["layout"]["pass"] == "10.00"


def test_while_it_closes_nothing_is_taken_and_nobody_is_sent_here(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    with serving(str(db), tmp_path) as house:
        ann = house.guest("Ann")
        table = house.table(ann, rules="typical", dice="entered")
        client, other = house.connect(table, ann), house.connect(house.table(ann, rules="typical"), ann)
        client.say("k1", "sits 500")
        held = sqlite3.connect(db, isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        client.socket.send(json.dumps({"type": "say", "key": "k2", "line": "bets 10 on pass"}))
        house.web.get("/healthz")
        house.process.send_signal(signal.SIGTERM)
        other.hear("notice")
        assert other.say("k3", "sits 500")["code"] == "closing"
        assert house.web.get("/readyz").json() == {"status": "closing"}
        refused = house.web.post("/api/tables", json={"rules": "typical"}, headers=bearer(ann))
        assert (refused.status_code, refused.json()["code"]) == (503, "closing")
        late = house.connect(table, ann)
        with pytest.raises(ConnectionClosed):
            late.hear("snapshot")
        held.close()
        assert client.hear("accepted", key="k2")["n"] == 2
        assert house.ended() == 0


def test_two_houses_on_one_port_is_a_sentence(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        port = house.address.rpartition(":")[2]
        order = [sys.executable, "-m", "sevenout", "serve", "--port", port, "--db", str(tmp_path / "other.db")]
        second = subprocess.run(
            order, capture_output=True, text=True, check=False, timeout=WITHIN, env=house.environment
        )
        assert second.returncode == 2
        assert f"could not listen on 127.0.0.1:{port} (Address already in use): is something" in second.stderr
