"""Frames of a replay: one for every roll, with the table after it, the lines before it and what it decided."""

import json
from collections.abc import Iterator

import pytest

from tests.server.serving import Served, bearer, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("house")
    with serving(str(folder / "house.db"), folder) as served:
        yield served


def _frames(house: Served, table: str, token: str = "") -> list[dict[str, object]]:
    answer = house.web.get(f"/api/tables/{table}/frames", headers=bearer(token) if token else {})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_every_roll_is_a_frame_and_the_last_one_is_the_table_now(house: Served) -> None:
    ann = house.guest("Ann")
    table = house.table(ann, rules="typical", dice="entered")
    client = house.connect(table, ann)
    client.hear("snapshot")
    for number, line in enumerate(("sits 500", "bets 10 on pass", "roll 4 2", "bets 20 on pass-odds", "roll 3 4")):
        assert client.say(f"k{number}", line)["type"] == "accepted", line
    client.socket.close()
    first, last = _frames(house, table)
    assert (first["dice"], first["event"], first.get("settled", [])) == (
        [4, 2],
        "established",
        [],
    )
    assert (last["dice"], last["event"]) == ([3, 4], "seven-out")
    assert last["lines"] == ["Ann bets 20 on pass-odds", "roll 3 4"]
    decided = {wager["wager"]: wager["result"] for _, wager in last["settled"]}  # type: ignore[attr-defined]
    assert decided == {"pass": "lose", "pass-odds": "lose"}
    again = house.connect(table, ann)
    now = again.hear("snapshot")["table"]
    again.socket.close()
    shown = last["table"]
    assert isinstance(shown, dict)
    assert {key: shown[key] for key in ("seats", "ledger")} == {key: now[key] for key in ("seats", "ledger")}


def test_a_table_that_is_not_watched_is_replayed_by_its_own_people_alone(house: Served) -> None:
    cleo, dan = house.guest("Cleo"), house.guest("Dan")
    table = house.table(cleo, rules="typical", dice="entered", watched=False)
    assert _frames(house, table, cleo) == []
    assert house.web.get(f"/api/tables/{table}/frames", headers=bearer(dan)).status_code == 403
