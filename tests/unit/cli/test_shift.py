"""`sevenout shift`: the report of a transcript in each of its forms, and what it says to one that is none."""

import csv
import io
from pathlib import Path

import pytest

from tests.unit.cli.command import Ran, game, run

STORY = game("Ann bets 10 on pass", "roll 4 2", "Ann bets 20 on pass-odds", "roll 3 3", "Ann tokes 5")


def shift(text: str, *options: str) -> Ran:
    return run("shift", "-", *options, stdin=text.encode())


def test_the_report_is_a_table_with_the_reconciliation() -> None:
    ran = shift(STORY)
    assert ran.code == 0
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["drop", "1000.00"] in lines
    assert ["win", "-34.00"] in lines
    assert ["hold", "%", "-3.40"] in lines
    assert ["pass-odds", "1", "20.00", "0.00", "24.00", "0.00", "-24.00", "-120.00"] in lines
    assert ["tokes", "5.00", "5.00", "given,", "and", "brought", "in", "riding"] in lines


SIGNED = "Montgomery-Featherstone LIC-2026-004711"
HITS = "".join(
    f"Ann bets 10 on pass\nroll {dice}\nroll {dice}\n" for dice in ("2 2", "2 3", "3 3", "4 4", "4 5", "5 5")
)
SHOOTOUT = (
    "rules catfish-bend\nseat Ann 500\nseat Cy 500\nclock 2026-03-02T20:00 America/Chicago\nCy bets 12 on place-6\n"
    f"{HITS}supervisor finds the dice sound, signed {SIGNED}\n"
)


@pytest.mark.parametrize("columns", [120, 80, 60, 30])
def test_the_log_of_the_shootout_is_whole_at_every_width_by_the_clock_of_the_table(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = shift(SHOOTOUT)
    assert ran.code == 0, ran.err
    log = ran.out[ran.out.index("Log of the Shootout") :]
    whole = "".join(log.split())
    assert "…" not in ran.out
    assert "2026-03-0220:00" in whole
    assert all(word in whole for word in SIGNED.split())
    assert "by the table's own clock" in " ".join(log.split())


@pytest.mark.parametrize("columns", [80, 60, 30])
def test_no_section_is_cut_on_a_narrow_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = run("shift", "examples/whole-shift.craps")
    assert "…" not in ran.out
    assert all(word in ran.out for word in ("propositions,", "boxperson", "Invalid", "2026-03-02"))


def test_as_json() -> None:
    ran = shift(STORY, "--json")
    assert (ran.code, ran.json["rules"], ran.json["win"], ran.json["tokes"]) == (0, "typical", "-34.00", "5.00")
    assert {line["log"] == line["ledger"] for line in ran.json["reconciliation"]} == {True}


def test_a_whole_shift_has_everything_that_its_floor_did(tmp_path: Path) -> None:
    example, page = str(Path(__file__).parents[3] / "examples" / "whole-shift.craps"), tmp_path / "shift.html"
    report = run("shift", example, "--json", "--report", str(page)).json
    assert (report["fills"], report["credits"], report["tokes"]) == ("200.00", "2000.00", "5.00")
    keys = ("rota", "pace", "bank", "boxes", "no_rolls", "rulings", "irregularities", "dice")
    assert all(report[key] for key in keys)
    told = run("shift", example).out
    values = list(csv.DictReader(io.StringIO(run("shift", example, "--csv").out)))
    assert {row["section"] for row in values} >= {*keys}
    assert {"warned: short of the wall", "ordered to pass", "below the minimum", "large bet", "snatch"} <= {
        each["what"] for each in report["irregularities"]
    }
    assert all(heading in told for heading in ("first roll", "last roll", "came", "left"))
    for title in ("Who dealt when", "Bank by colour", "No rolls by ground", "Disputes and rulings", "Sets of dice"):
        assert title in told
        assert f"<h2>{title}</h2>" in page.read_text(encoding="utf-8")


def test_as_csv() -> None:
    ran = shift(STORY, "--csv")
    rows = list(csv.reader(io.StringIO(ran.out)))
    assert rows[0] == ["section", "item", "measure", "value"]
    assert ["figures", "drop", "", "1000.00"] in rows
    assert ["handle", "pass", "won", "10.00"] in rows


def test_as_a_page(tmp_path: Path) -> None:
    out = tmp_path / "shift.html"
    ran = shift(STORY, "--report", str(out))
    assert (ran.code, ran.err) == (0, f"The page is in {out}.\n")
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "<td>win</td><td>-34.00</td><td>-34.00</td>" in page


def test_a_file_and_another_book(tmp_path: Path) -> None:
    file = tmp_path / "night.craps"
    file.write_text(STORY, encoding="utf-8")
    assert run("shift", str(file), "--json", "--rules", "catfish-bend").json["rules"] == "catfish-bend"


def test_a_refused_line_ends_it_without_a_report() -> None:
    text = game("Ann bets 10 on pass", "Ann bets 5 on come", "roll 4 2")
    ran = shift(text)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("sevenout: line 4: refused: Come may be made only while a point is on")
    kept = shift(text, "--keep-going", "--json")
    assert (kept.code, kept.json["rolls"]) == (0, 1)


def test_a_transcript_without_a_seat_is_an_empty_shift() -> None:
    ran = shift("rules typical\n", "--json")
    assert (ran.code, ran.json["drop"], ran.json["hold"], ran.json["handle_by_wager"]) == (0, "0.00", None, [])


def test_what_is_malformed_is_exit_code_2(tmp_path: Path) -> None:
    assert shift("rules typical\nseat Ann\n").code == 2
    assert shift(STORY, "--json", "--csv").code == 2
    assert run("shift", str(tmp_path / "none.craps")).code == 2
    assert run("shift").code == 2
    ran = shift(STORY, "--report", str(tmp_path / "no-folder" / "x.html"))
    assert ran.code == 2
    assert ran.err.endswith("the page cannot be written: No such file or directory\n")
