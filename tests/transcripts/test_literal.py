"""The literal nights go as their document demands, line by line, and are told with calls and steps as they were."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.transcripts.literal import LITERAL, demands, faults
from tests.transcripts.nights import golden, name_of
from tests.transcripts.regenerate import TOLD
from tests.unit.cli.command import run

DOCUMENTS = ("catfish-bend", "marina-bay-sands", "new-south-wales", "typical")
every_night = pytest.mark.parametrize("night", LITERAL, ids=name_of)


@every_night
def test_a_literal_night_goes_as_its_document_demands(night: Path) -> None:
    assert faults(night) == []


@every_night
def test_a_literal_night_is_told_as_its_golden_file_says(night: Path) -> None:
    ran = run("replay", str(night), "--json", "--keep-going", *TOLD)
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == json.loads(golden(night).read_text(encoding="utf-8"))


@every_night
def test_a_literal_night_demands_something_after_most_of_its_rolls(night: Path) -> None:
    text = night.read_text(encoding="utf-8")
    assert f"rules {night.parent.name}\n" in text
    assert len(demands(text)) >= 2


def test_every_document_has_twelve_at_least() -> None:
    counted = Counter(night.parent.name for night in LITERAL)
    assert set(counted) == set(DOCUMENTS)
    assert {house: count for house, count in counted.items() if count < 12} == {}


def test_a_demand_that_is_not_met_is_named(tmp_path: Path) -> None:
    night = tmp_path / "wrong.craps"
    night.write_text("rules typical\nseat Ann 100\nAnn bets 5 on pass  #= Ann 96; puck 4\nroll 1 1  #= refused\n")
    assert faults(night) == [
        "line 3: 'Ann 96', but it is 95.00",
        "line 3: 'puck 4', but it is off",
        "line 4: it was not refused",
    ]
