"""What should I do now?, asked of a house: the best act as lines, what it is worth, and who may ask."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import pytest

from sevenout import roll
from sevenout.base.refusal import Refusal
from sevenout.server.operation.callers import is_never_gone
from sevenout.server.protocol.http_types import BestActRequest, BestActResponse
from sevenout.server.web.lab import best_acts
from sevenout.server.web.lab.best_acts import find_best_act, read_seat_question
from sevenout.table import Table
from sevenout.table.commands import Bet, Reduce, TakeDown
from sevenout.table.notation import parse_line
from tests.server.serving import Served, bearer, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("best")
    with serving(str(folder / "house.db"), folder) as served:
        yield served


def ask(
    table: Table, aim: str, text: str = "", is_gone: Callable[[], bool] = is_never_gone
) -> BestActResponse | Refusal:
    read = read_seat_question(table, "Ann", 7, BestActRequest(aim, text))
    return read if isinstance(read, Refusal) else find_best_act(read, is_gone)


def answer(table: Table, aim: str, text: str = "") -> BestActResponse:
    told = ask(table, aim, text)
    assert isinstance(told, BestActResponse), told
    return told


def reason(table: Table, aim: str, text: str = "") -> str:
    told = ask(table, aim, text)
    assert isinstance(told, Refusal), told
    return told.reason


@pytest.fixture
def table() -> Table:
    table = Table("catfish-bend")
    table.seat("Ann", 60_00)
    return table


def test_a_seat_is_told_the_best_act_as_a_line_that_the_table_takes(house: Served) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    name = house.table(ann, rules="catfish-bend")
    client = house.connect(name, ann)
    assert client.say("k1", "sits 60")["type"] == "accepted"

    def best(token: str = ann, **question: Any) -> Any:
        return house.web.post(f"/api/tables/{name}/best", json=question, headers=bearer(token))

    assert best().json()["goal"] == "120.00"
    told = best(aim="100 against pass-line").json()
    assert told["goal"] == "100.00"
    assert told["worth"] == pytest.approx(0.597303, abs=1e-6)
    assert told["worth"] > told["plan"]["worth"] > 0
    assert told["untouched"] == pytest.approx(told["worth"], abs=1e-9)
    (line,) = told["lines"]
    assert client.say("k2", line)["type"] == "accepted"
    assert best(aim="100").json()["n"] > told["n"]
    refused = best(bob)
    assert (refused.status_code, refused.json()["code"]) == (HTTPStatus.BAD_REQUEST, "no-seat")
    assert best(aim="a lot").json()["reason"].startswith("say what to reach")
    assert house.web.post(f"/api/tables/{name}/best", json={}).status_code == HTTPStatus.UNAUTHORIZED


def test_every_act_is_a_line_of_the_notation_and_does_what_it_says(table: Table) -> None:
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(4, 2))
    table.bet("Ann", "hard-8", 5_00)
    told = answer(table, aim="100")
    assert told.acts
    for line in told.lines:
        said = parse_line(f"Ann {line}")
        assert isinstance(said, Bet | Reduce | TakeDown)
        assert not isinstance(table.execute(said), Refusal)
    again = answer(table, aim="100")
    assert again.worth == pytest.approx(told.worth, abs=1e-12)
    assert again.lines == ()


def test_a_plan_of_ones_own_is_a_text_a_name_or_a_solved_policy_and_what_cannot_be_read_is_said(table: Table) -> None:
    named = answer(table, aim="100 against pass-line").plan
    own = answer(table, aim="100", text="unit 5\non the come-out: bet a unit on pass\n").plan
    assert named is not None
    assert own is not None
    assert own.strategy == "your strategy"
    assert named.worth is not None
    assert own.worth is not None
    assert 0 < own.worth < 0.6
    assert "there is no strategy 'nobody'" in reason(table, aim="100 against nobody")
    assert reason(table, aim="100", text="bet a unit on nothing").startswith("your strategy:1:")
    assert "say what to reach" in reason(table, aim="-5")
    assert "not a whole number of 1 chips" in reason(table, aim="100.50")


def test_who_is_gone_or_takes_too_long_gets_no_answer_and_nothing_half_solved_is_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = len(best_acts._solved)
    told = ask(table, "97", is_gone=lambda: True)
    assert isinstance(told, Refusal)
    monkeypatch.setattr(best_acts, "SECONDS", 0.0)
    assert "takes longer to solve" in reason(table, aim="98")
    assert len(best_acts._solved) == known


def test_a_goal_is_solved_once_for_all_who_play_by_the_same_rules(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answer(table, aim="90")
    other = Table("catfish-bend")
    other.seat("Ann", 50_00)
    monkeypatch.setattr("sevenout.player.advisor.best_chance", lambda *_: pytest.fail("solved once more"))
    assert answer(table, aim="90") == first
    assert answer(other, aim="90").worth < first.worth
