"""Every night of this folder ends as its golden file and its own closing comment say, to the cent and to the letter."""

import json
from collections import Counter
from pathlib import Path

import pytest

from sevenout.base.money import format_amount
from sevenout.crew.replay import play
from sevenout.rulebook import shipped
from sevenout.table.events import Left
from tests.transcripts.nights import (
    FOLDER,
    NIGHTS,
    golden,
    name_of,
    stated_box,
    stated_leavers,
    stated_racks,
    stated_refusals,
)
from tests.unit.cli.command import run

LEAST = {
    "catfish-bend": 5,
    "new-south-wales": 5,
    "marina-bay-sands": 5,
    "typical": 5,
    "typical-bar-2": 5,
    "crapless": 5,
}

every_night = pytest.mark.parametrize("night", NIGHTS, ids=name_of)


@every_night
def test_a_night_ends_as_its_golden_file_says(night: Path) -> None:
    ran = run("replay", str(night), "--json", "--keep-going")
    assert (ran.code, ran.err) == (0, "")
    kept = golden(night).read_text(encoding="utf-8")
    assert ran.json == json.loads(kept)
    assert ran.out == kept


@every_night
def test_the_closing_comment_states_every_rack(night: Path) -> None:
    text = night.read_text(encoding="utf-8")
    played = play(text)
    steps, table = list(played), played.table
    assert table is not None
    assert stated_racks(text) == {name: format_amount(seat.rack) for name, seat in table.seats.items()}
    left = {step.event.seat: format_amount(step.event.cashed) for step in steps if isinstance(step.event, Left)}
    assert stated_leavers(text) == left
    assert stated_box(text) == format_amount(table.toke_box)


@every_night
def test_the_comments_state_every_refusal(night: Path) -> None:
    refused = json.loads(golden(night).read_text(encoding="utf-8"))["refused"]
    assert stated_refusals(night.read_text(encoding="utf-8")) == [(no["line"], no["code"]) for no in refused]


@every_night
def test_a_night_is_played_by_the_book_of_its_folder(night: Path) -> None:
    text = night.read_text(encoding="utf-8")
    assert f"rules {night.parent.name}\n" in text
    assert 20 <= len(text.splitlines()) <= 60


def test_every_transcript_has_its_result_and_every_result_its_transcript() -> None:
    assert sorted(FOLDER.glob("*/*.json")) == [golden(night) for night in NIGHTS]


def test_every_book_has_its_nights() -> None:
    assert set(LEAST) == set(shipped())
    counted = Counter(night.parent.name for night in NIGHTS)
    assert {book: counted[book] for book in LEAST if counted[book] < LEAST[book]} == {}
    assert set(counted) == set(LEAST)
