"""The lab over HTTP: what the house answers is what the commands print, and what it refuses is said in words."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.serving import Served, serving
from tests.unit.cli.command import run

_CLOCKED = {"trace_seconds", "run_seconds", "rolls_per_second", "replayed"}
"""What differs from run to run."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("lab")
    with serving(str(folder / "house.db"), folder) as served:
        yield served


def ask(served: Served, what: str, **question: Any) -> Any:
    answer = served.web.post(f"/api/lab/{what}", json=question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def unclocked(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in _CLOCKED}


def test_an_exact_answer_is_the_record_that_the_command_prints(house: Served) -> None:
    question = {"house": "typical", "strategy": "iron-cross", "bankroll": "200", "rolls": 60, "unit": "15"}
    command = ("exact", "iron-cross", "typical", "--bankroll", "200", "--rolls", "60", "--set", "unit=15", "--json")
    assert ask(house, "exact", **question)["result"] == run(*command).json


def test_a_simulation_is_the_record_that_the_command_prints(house: Served) -> None:
    question = {"house": "catfish-bend", "strategy": "pass-2-come", "hours": 0.5, "seed": "18446744073709551615"}
    answer = ask(house, "simulate", question=question, sessions=2_000)
    command = ("simulate", "pass-2-come", "catfish-bend", "--hours", "0.5", "--seed", question["seed"])
    printed = run(*map(str, command), "--sessions", "2000", "--workers", "1", "--json").json["results"][0]
    assert unclocked(answer["result"]) == unclocked(printed)
    assert answer["complete"]
    median = printed["quantiles"]["0.5"]
    assert min(abs(net - median) for net, _ in printed["distribution"]) == 0
    assert answer["middle"] >= 0


def test_a_mistake_has_its_place_and_what_was_meant(house: Served) -> None:
    told = ask(house, "check", house="typical", text="unit 10\nbet a unit on pas-odds\n")
    (mistake,) = told["mistakes"]
    assert (mistake["line"], mistake["column"], mistake["end"], mistake["instead"]) == (2, 15, 23, "pass-odds")
    assert not told["sound"]
    assert "pass-odds" in told["wagers"]
    assert "bet" in told["words"]
    sound = ask(house, "check", house="marina-bay-sands", strategy="pass-line")
    assert sound["sound"]
    assert sound["unit"] == 25.0
    assert sound["actions"] == 1


def test_what_a_house_does_not_have_is_a_mistake_at_its_line(house: Served) -> None:
    told = ask(house, "check", house="marina-bay-sands", text="bet 25 on big-6\n")
    assert not told["sound"]
    assert told["mistakes"][0]["line"] == 1


def test_a_duel_pairs_every_two_on_the_same_dice(house: Served) -> None:
    questions = [
        {"house": "typical", "strategy": name, "rolls": 40} for name in ("pass-line", "pass-line", "dont-pass")
    ]
    told = ask(house, "duel", questions=questions)
    same, *others = told["pairs"]
    assert (same["mean"], same["level"]) == (0.0, 1.0)
    assert all(low < pair["mean"] < high for pair in others for low, high in [pair["interval"]])
    assert told["nets"][0] == told["nets"][1]
    assert told["results"][0]["sessions"] == told["sessions"]


def test_brief_figures_agree_with_the_exact_answer_and_the_best_play_is_no_worse(house: Served) -> None:
    question = {"house": "typical", "strategy": "pass-line", "bankroll": "100", "goal": "200"}
    exact, brief = ask(house, "exact", **question)["result"], ask(house, "brief", **question)
    assert brief["exact"]
    assert brief["ruin"] == pytest.approx(exact["ruin"])
    assert brief["low"] == -100
    assert ask(house, "best", **question)["chance"] > exact["endings"]["goal"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"house": "nowhere"}, "there is no house"),
        ({"bankroll": "1"}, "below the table minimum"),
        ({"rolls": 5_001}, "1 to 5,000 rolls"),
        ({"rolls": 10, "hours": 1.0}, "give one of them"),
        ({"strategy": "nothing"}, "there is no strategy"),
        ({"goal": "100"}, "no more than the bankroll"),
        ({"seed": "1e3"}, "a seed is a whole number"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_words(
    house: Served, changes: dict[str, Any], reason: str
) -> None:
    question = {"house": "typical", "strategy": "pass-line", **changes}
    answer = house.web.post("/api/lab/exact", json=question)
    assert answer.status_code == 400
    assert reason in answer.json()["reason"]
