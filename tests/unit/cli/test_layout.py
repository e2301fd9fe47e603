"""`sevenout layout`: the drawing on standard output or in a file, the places as JSON, and what cannot be drawn."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from sevenout.engine.game import Game
from sevenout.reports.layout_svg.geometry import lay_out
from sevenout.reports.records.reference_records import layout_record
from tests.unit.cli.command import run

NIGHT = "rules typical\nseat Ann 500\nAnn bets 10 on pass\nroll 4 4\n"


def test_the_drawing_goes_to_standard_output() -> None:
    ran = run("layout", "typical")
    assert (ran.code, ran.err) == (0, "")
    assert Xml.fromstring(ran.out).tag == "{http://www.w3.org/2000/svg}svg"


def test_or_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "felt.svg"
    ran = run("layout", "typical", "--svg", str(file))
    assert (ran.code, ran.out, ran.err) == (0, "", f"The layout is in {file}.\n")
    assert file.read_text(encoding="utf-8") == run("layout", "typical").out


def test_one_end_is_narrower_and_has_the_same_wagers() -> None:
    both, one = (run("layout", "typical", *option, "--json").json for option in ((), ("--one-end",)))
    assert one["width"] < both["width"]
    assert {spot["wager"] for spot in one["spots"]} == {spot["wager"] for spot in both["spots"]}


def test_json_is_the_record() -> None:
    game = Game.open("marina-bay-sands")
    record = run("layout", "marina-bay-sands", "--json").json
    assert record == layout_record(game, lay_out(game))
    assert [(symbol["text"], symbol["wager"]) for symbol in record["symbols"]] == [("C", "any-craps"), ("E", "eleven")]
    assert [heading["text"] for heading in record["headings"]] == ["HARDWAYS", "HORN HIGH"]


def test_letters_and_the_crew_are_drawn_on_demand() -> None:
    assert "the n of HORN HIGH" not in run("layout", "marina-bay-sands").out
    assert "Horn High: the n of HORN HIGH" in run("layout", "marina-bay-sands", "--letters").out
    assert ">stickperson<" in run("layout", "marina-bay-sands").out
    assert ">stickperson<" not in run("layout", "marina-bay-sands", "--plain").out


def test_the_bets_of_a_transcript_lie_on_it(tmp_path: Path) -> None:
    file = tmp_path / "night.craps"
    file.write_text(NIGHT, encoding="utf-8")
    drawn = run("layout", "typical", "--bets", str(file)).out
    assert 'data-seat="Ann" data-wager="pass" data-stake="10"' in drawn
    assert drawn.count(">ON<") == 2 + 2  # the puck at both ends, and the legend's two discs


def test_a_transcript_is_played_by_the_house_that_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "night.craps"
    file.write_text(NIGHT.replace("10 on pass", "10 on dont-pass"), encoding="utf-8")
    assert run("layout", "typical", "--bets", str(file)).code == 0
    refused = run("layout", "crapless", "--bets", str(file))
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("sevenout: line 3: refused: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("typical", "--letters"), "the document of A typical casino has no letters"),
        (("tipical",), "Did you mean 'typical'?"),
        (("typical", "--bets", "nowhere.craps"), "nowhere.craps"),
        (("typical", "--svg", "nowhere/felt.svg"), "nowhere"),
        (("typical", "--svg", "felt.svg", "--json"), "not allowed with"),
    ],
)
def test_what_cannot_be_drawn_is_malformed(
    arguments: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("layout", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
