"""Several bets as one, rules compared in money, and ratings: what the commands print, refuse and write."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest

from sevenout import Table, roll
from sevenout.table.log.hash_chain import write_log
from tests.unit.cli.command import run
from tests.unit.cli.page import Page, stands_alone

ROOT = Path(__file__).parents[3]
WHOLE_SHIFT = str(ROOT / "examples" / "whole-shift.craps")
BETS = "12 on place-6, 12 on place-8, 5 on field"


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def test_a_set_of_bets_is_told_on_both_bases_with_its_hedges() -> None:
    shown = run("edges", "typical", BETS).out
    for words in ("2.212% 127/5742", "the next roll", "played out", "the hand", "sd without it", "correlation"):
        assert words in shown


def test_a_set_may_be_typed_without_quotes_and_at_the_usual_house() -> None:
    assert run("edges", "typical", *BETS.split()).out == run("edges", "typical", BETS).out
    assert "Catfish Bend" in run("edges", "10 on field").out


def test_a_set_as_json_has_exact_fractions_and_as_csv_a_row_for_each_bet_and_for_all() -> None:
    record = run("edges", "typical", BETS, "--json").json
    assert (record["edge"], record["next_roll"]["win"]) == ("127/5742", "13/18")
    assert record["played_out"]["covariances_cents2"][0][1] == record["played_out"]["covariances_cents2"][1][0]
    rows = list(csv.DictReader(io.StringIO(run("edges", "typical", BETS, "--csv").out)))
    assert [row["wager"] for row in rows] == ["place-6", "place-8", "field", "all"]
    assert Fraction(rows[-1]["edge"]) == Fraction(127, 5742)


def test_a_set_is_written_as_a_page_with_all_that_the_screen_tells(tmp_path: Path) -> None:
    file = tmp_path / "bets.html"
    ran = run("edges", "typical", "25 on pass, 5 on any-7", "--point", "4", "--report", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert "25 on pass, 5 on any-7, A typical casino" in ran.out
    text = file.read_text(encoding="utf-8")
    stands_alone(text)
    page = Page(text).text
    # On three rolls of 36 the two gain 20, on the others they lose 5: 25 times the root of 1/12 times 11/12 is 6.91.
    assert "any-7 0.83 12.33 6.91 -5.42 -0.832 5.50" in page
    assert "7 6 -5.00 any-7 pass" in page
    assert "Made before, and followed from where it lies now: pass." in page


def test_a_page_of_bets_that_the_house_refuses_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "bets.html"
    ran = run("edges", "typical", "1 on pass", "--report", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert "Pass must be at least 5.00" in ran.err
    assert not file.exists()


def test_a_set_that_is_refused_says_why_and_by_which_clause() -> None:
    ran = run("edges", "catfish-bend", "10 on pass, 1000 on field")
    assert ran.code == 1
    assert "refused: Field may be at most 500.00 [" in ran.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("typical", "12 place-6"), "such as 12 on place-6, found '12 place-6'"),
        (("typical", "pass", "12 on place-6"), "'pass' has no amount"),
        (("typical", "pass", "--point", "6"), "--point is where a set of bets begins"),
        (("typical", "12 on place-6", "--stake", "5"), "each is a table of its own"),
        (("typical", "12 on place-6", "--report", "page.html", "--csv"), "--csv and --report: each is a form"),
        (("typical", "12 on place-6", "--report", "page.pdf"), "give it a name that ends in .html"),
        (("typical", "12 on plaice-6"), "Did you mean 'place-6'"),
        (("typical", "-5 on pass"), "such as 12 on place-6, found '-5 on pass'"),
        (("typical", "5 on pass", "--point", "x"), "--point: expected a point such as 6, or off, found 'x'"),
    ],
)
def test_words_that_do_not_go_with_a_set_get_one_line(words: tuple[str, ...], says: str) -> None:
    ran = run("edges", *words)
    assert ran.code != 0
    assert says in ran.err


def test_the_best_first_begins_with_what_can_be_bet_by_itself() -> None:
    rows = [line.split()[0] for line in run("edges", "typical", "--sort", "edge").out.splitlines() if "%" in line]
    assert rows[1:3] == ["dont-pass", "dont-come"]
    assert rows.index("pass-odds") > rows.index("any-7")


def test_where_every_figure_is_assumed_it_is_said_once() -> None:
    shown = run("edges", "typical").out
    assert "%*" not in shown
    assert shown.count("every figure here rests on a value that no document states") == 1
    assert "%*" in run("edges", "catfish-bend").out


def test_houses_side_by_side_can_be_written_as_a_page(tmp_path: Path) -> None:
    file = tmp_path / "houses.html"
    ran = run("edges", "typical", "pass", "--compare", "crapless", "--report", str(file))
    assert (ran.code, ran.err) == (0, "")
    text = file.read_text(encoding="utf-8")
    assert "typical, crapless side by side, 1 wager, " in ran.out
    assert "costs the player 3.968 more in every 100 put down" in text
    assert "Summary of rolls" in text


def test_a_house_without_a_puck_has_no_turn_and_no_heading_either() -> None:
    ran = run("edges", str(ROOT / "examples" / "no-puck.toml"), "--shooter")
    assert (ran.code, ran.out) == (2, "")
    assert "has no puck" in ran.err


# --- rules diff


def test_what_other_rules_cost_an_hour_is_told_with_the_clauses() -> None:
    shown = " ".join(run("rules", "diff", "typical", "crapless", "--stake", "10", "--pace", "144").out.split())
    assert "pass costs the player 12.59 an hour" in shown
    assert "11 with the puck off: wins 1:1 [Come-out, stated] → stays [Summary of rolls, assumed]" in shown
    record = run("rules", "diff", "typical", "crapless", "pass", "--json").json
    assert record["wagers"][0]["change_cents_an_hour"] == "6742560000/5354441"
    assert "change_an_hour" in run("rules", "diff", "typical", "crapless", "pass", "--csv").out.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("diff", "typical"), "rules diff compares two books"),
        (("diff", "typical", "crapless", "--pace", "0"), "a pace of 0 rolls an hour"),
        (("typical", "--stake", "5"), "--stake goes with rules diff"),
        (("typical", "--report", "page.html"), "--report goes with rules diff"),
        (("diff", "typical", "crapless", "--json", "--csv"), "--json and --csv: each is a form of its own"),
        (("dif", "typical", "crapless"), "Did you mean: sevenout rules diff typical"),
    ],
)
def test_a_diff_that_cannot_be_made_gets_one_line(words: tuple[str, ...], says: str) -> None:
    ran = run("rules", *words)
    assert ran.code == 2
    assert says in ran.err


def test_what_other_rules_cost_is_written_as_a_page_with_the_clauses(tmp_path: Path) -> None:
    file = tmp_path / "diff.html"
    ran = run("rules", "diff", "typical", "catfish-bend", "pass", "hard-4", "hard-10", "--report", str(file))
    assert (ran.code, ran.err) == (0, "")
    text = file.read_text(encoding="utf-8")
    stands_alone(text)
    page = Page(text).text
    assert "hard-4/10 10.00 11.111% 11.111% 25.3 36.0 28.15 40.00 +11.85" in page
    assert "with the puck off rests Point, assumed works Wagers 10g, stated" in page
    assert "Cost the same: pass" in page


# --- ratings


def test_a_shift_is_rated_as_a_table_json_csv_and_page(tmp_path: Path) -> None:
    file = tmp_path / "shift.html"
    shown = run("shift", WHOLE_SHIFT, "--ratings", "--report", str(file)).out
    assert "Ratings by player" in shown
    assert "Ratings by player" in file.read_text(encoding="utf-8")
    record = run("shift", WHOLE_SHIFT, "--ratings", "--json").json
    by_wager = {each["name"]: each["theoretical_cents"] for each in record["ratings"]["wagers"]}
    assert by_wager["pass"] == str(4 * 1000 * Fraction(7, 495))
    assert [each["hour"] for each in record["rated_hours"]] == ["2026-03-02 20:00"]
    assert "rated_players,1,theoretical,1.19" in run("shift", WHOLE_SHIFT, "--ratings", "--csv").out


def test_a_table_s_log_is_read_like_its_transcript(tmp_path: Path) -> None:
    table = Table("typical")
    for done in (table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00)):
        assert done is None
    table.roll(roll(6, 5))
    file = tmp_path / "table.log"
    file.write_bytes(b"".join(line.encode() + b"\n" for line in write_log(table.log or ())))
    record = run("shift", str(file), "--ratings", "--json").json
    assert (record["win"], record["ratings"]["table"]["theoretical_cents"]) == ("-10.00", "1400/99")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--level", "0.01"), "--level and --pace go with --ratings"),
        (("--ratings", "--level", "2"), "a chance between 0 and 1"),
        (("--ratings", "--pace", "0"), "a pace of 0 rolls an hour"),
    ],
)
def test_a_rating_that_makes_no_sense_gets_one_line(words: tuple[str, ...], says: str) -> None:
    ran = run("shift", WHOLE_SHIFT, *words)
    assert ran.code == 2
    assert says in ran.err
