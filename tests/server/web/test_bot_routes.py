"""Strategies, published turns and closing, as the page on serving shows them: over HTTP and a real house's socket."""

import json
import re
from pathlib import Path

from tests.server.serving import Client, bearer, serving
from tests.unit.cli.command import run

SERVE = (Path(__file__).parents[3] / "docs" / "operate" / "serve.md").read_text(encoding="utf-8")


MOST_EVENTS = 10_000
"""More than any hand has, however long its shooter throws."""


def heard(client: Client, kind: str) -> dict[str, object]:
    """Waits for an event of a kind."""
    for _ in range(MOST_EVENTS):
        event = client.hear("event")["event"]
        if event["type"] == kind:
            return dict(event)
    raise AssertionError(f"no {kind} was told")


def test_strategies_sit_down_throw_and_get_up_and_their_turn_is_checked_by_its_address(tmp_path: Path) -> None:
    section = SERVE.split("## Strategies that sit down")[1].split("\n## ")[0]
    block = re.search(r"```json\n(.*?)```", section, re.DOTALL)
    assert block is not None
    bodies = [json.loads(line) for line in block.group(1).splitlines()]
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        token, other = house.guest("Ann"), house.guest("Bob")
        table = house.table(token, rules="catfish-bend", window=2, pause=0)
        web, path = house.web, f"/api/tables/{table}"
        assert web.post(f"{path}/bots", json=bodies[0], headers=bearer(other)).json()["code"] == "not-yours"
        names = [web.post(f"{path}/bots", json=body, headers=bearer(token)).json()["name"] for body in bodies]
        assert names == ["Bot-three-point-molly", "Bot-careful"]
        client = house.connect(table, token)
        told = heard(client, "seed-revealed")
        client.socket.close()  # nobody looks on, so that nobody plays on until they are ruined
        listed = web.get(f"{path}/bots").json()
        assert [one["name"] for one in listed] == names[: len(listed)]
        turn = web.get(f"{path}/turns/1").json()
        assert (turn["seed"], turn["given"]) == (told["seed"], [])
        ran = run("verify", f"{house.address}{path}/turns/1")
        assert (ran.code, "all as the seeds give them" in ran.out) == (0, True), ran.err
        assert web.get(f"{path}/turns/99").status_code == 404
        assert web.delete(f"{path}/bots/{names[0]}", headers=bearer(other)).status_code == 403
        assert web.delete(f"{path}/bots/{names[0]}", headers=bearer(token)).status_code == 200
        client = house.connect(table, token)
        assert web.delete(path, headers=bearer(other)).json()["code"] == "not-yours"
        assert web.delete(path, headers=bearer(token)).status_code == 200
        heard(client, "table-closing")
        heard(client, "table-shut")
        for refused in (
            web.post(f"{path}/bots", json=bodies[1], headers=bearer(token)),
            web.delete(path, headers=bearer(token)),
        ):
            assert (refused.status_code, refused.json()["code"]) == (409, "shut")
        ran = run("verify", f"{house.address}{path}/log")
        assert ran.code == 0, ran.err


def test_a_table_that_is_being_closed_is_closed_once_and_that_is_no_error(tmp_path: Path) -> None:
    log = tmp_path / "house.log"
    with serving(str(tmp_path / "house.db"), tmp_path, log=log) as house:
        ann = house.guest("Ann")
        path = f"/api/tables/{house.table(ann, rules='typical', dice='entered')}"  # nobody else throws: the bet stays
        client = house.connect(path.rpartition("/")[2], ann)
        client.say("s", "sits 100")
        client.say("b", "bets 10 on pass")
        assert house.web.delete(path, headers=bearer(ann)).status_code == 200
        again = house.web.delete(path, headers=bearer(ann))
        assert (again.status_code, again.json()["code"]) == (409, "table-closing")
        bot = house.web.post(f"{path}/bots", json={"strategy": "pass-line"}, headers=bearer(ann))
        assert (bot.status_code, bot.json()["code"]) == (409, "table-closing")
    levels = [json.loads(line)["level"] for line in log.read_text(encoding="utf-8").splitlines()]
    assert "error" not in levels
