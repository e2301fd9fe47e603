"""What a page that simulates asks of the house: what it is told, and what it is refused."""

from pathlib import Path
from typing import Any

import pytest

from sevenout.server.web.lab.row_routes import MOST_SESSIONS
from tests.server.serving import Served, serving

QUESTION = {"house": "typical", "strategy": "pass-line", "bankroll": "300", "rolls": 50, "seed": "7"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("lab")
    with serving(str(folder / "house.db"), folder) as served:
        yield served


def _ask(house: Served, question: dict[str, object], **more: object) -> Any:
    return house.web.post("/api/lab/rows", json={"question": question, **more})


def test_sessions_that_are_named_are_finished_and_what_is_known_is_not_told_twice(house: Served) -> None:
    first = _ask(house, QUESTION, sessions=[0, 5]).json()
    assert [one["session"] for one in first["finished"]] == [0, 5]
    (part,) = first["parts"]
    assert part["mark"] == [len(part["steps"]), len(part["decisions"])]
    assert (len(part["steps"]) % 4, len(part["decisions"]) % 10) == (0, 0)
    again = _ask(house, QUESTION, sessions=[5], epoch=first["epoch"], marks=[part["mark"]]).json()
    assert (again["parts"][0]["steps"], again["parts"][0]["decisions"]) == ([], [])
    assert again["finished"] == first["finished"][1:]
    void = _ask(house, QUESTION, epoch="another", marks=[part["mark"]]).json()
    assert void["parts"][0]["steps"] == part["steps"]


def test_a_text_is_a_strategy_and_never_a_file(house: Served) -> None:
    told = _ask(
        house, {**QUESTION, "strategy": "", "text": "unit 10\non the come-out: bet a unit on pass\n"}, sessions=[3]
    )
    assert told.json()["finished"][0]["session"] == 3
    assert _ask(house, {**QUESTION, "strategy": "/etc/passwd"}).status_code == 400


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"house": "nowhere"}, "there is no house 'nowhere'"),
        ({"strategy": "nothing"}, "there is no strategy 'nothing'"),
        ({"seed": "-1"}, "a seed is a whole number"),
        ({"seed": "18446744073709551616"}, "a seed is a whole number below 2 to the 64th"),
        ({"bankroll": "1"}, "is below the table minimum"),
        ({"strategy": "", "text": "bet a unit\n"}, "expected 'on' and a wager"),
    ],
)
def test_a_question_that_cannot_be_played_is_refused_in_words(
    house: Served, change: dict[str, object], reason: str
) -> None:
    answer = _ask(house, {**QUESTION, **change})
    assert answer.status_code == 400
    assert reason in answer.json()["reason"]


def test_one_request_names_no_more_sessions_than_the_house_finishes_at_once(house: Served) -> None:
    answer = _ask(house, QUESTION, sessions=list(range(MOST_SESSIONS + 1)))
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
