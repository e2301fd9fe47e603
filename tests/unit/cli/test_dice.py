"""`sevenout dice`, `--dice` and `--from`: what they print, and one line for what they cannot use."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from sevenout.base.dice import SeededDice
from tests.unit.cli.command import run

EXAMPLES = Path(__file__).parents[3] / "examples"
LOADED, DIARY = str(EXAMPLES / "dice" / "three-v.toml"), str(EXAMPLES / "diary.csv")
NAME = "3-V on axis, 1 in 10"


@pytest.fixture
def fair(tmp_path: Path) -> str:
    dice, file = SeededDice("a diary of fair dice"), tmp_path / "fair.txt"
    file.write_text("".join(f"{one.a} {one.b}\n" for one in (dice.throw() for _ in range(500))))
    return str(file)


def test_a_diary_of_fair_dice_on_the_screen(fair: str) -> None:
    out = run("dice", fair, "typical", "pass").out
    assert "fair.txt  500 rolls, by the rules of A typical casino" in out
    assert "sevens                86  17.20% (95 %: 13.99% to 20.80%)" in out
    assert "sevens to rolls           one in 5.81 rolls" in out
    assert "no alarm (it takes 20)" in out
    for test in ("share of sevens", "line bets won", "length of hands", "likelihood ratio", "axis", "pitch"):
        assert f"  {test} " in out


def test_one_roll_is_called_a_roll(tmp_path: Path) -> None:
    rolls = tmp_path / "one.txt"
    rolls.write_text("3 4\n")
    shown = " ".join(run("dice", str(rolls), "typical").out.split())
    assert "one.txt 1 roll, by the rules of" in shown
    assert "none has ended and 1 roll of one that has not ended" in shown


def test_a_diary_fits_a_screen_of_80_columns() -> None:
    shown = run("dice", DIARY, "typical", "pass").out
    assert "p below 0.0001, however often you looked" in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80


def test_what_was_played_slowly_is_no_share_of_a_million_rolls() -> None:
    shown = run("simulate", "pass-line", "typical", "--from", DIARY).out
    assert " million rolls a second" not in shown
    assert " rolls a second" in shown
    assert " shooters seven out on average" in shown


def test_a_diary_of_controlled_dice_raises_the_alarm() -> None:
    told = json.loads(run("dice", DIARY, "typical", "pass", "--json").out)
    assert told["evidence"]["alarm_at_roll"] == 153
    assert told["sevens"]["count"] == 127
    assert [each["name"] for each in told["control"]["tests"]][-1] == "likelihood ratio"
    assert told["worth"][0]["fair"] == "7/495"
    assert told["hands"]["won"] + told["hands"]["lost"] == told["control"]["tests"][1]["count"]


def test_a_row_for_every_test_and_wager() -> None:
    rows = list(csv.DictReader(io.StringIO(run("dice", DIARY, "typical", "pass", "field", "--csv").out)))
    assert [row["name"] for row in rows if row["kind"] == "edge"] == ["pass", "field"]
    assert {row["kind"] for row in rows} == {"test", "control", "evidence", "edge"}


def test_a_page_of_a_diary(tmp_path: Path) -> None:
    page = tmp_path / "dice.html"
    assert run("dice", DIARY, "typical", "pass", "--report", str(page)).code == 0
    text = page.read_text()
    assert "Evidence, roll by roll" in text
    assert "alarm at roll 153 at 0.05" in text


def test_results_say_whose_dice_they_are(tmp_path: Path) -> None:
    assert f"dice: {NAME}" in run("edges", "typical", "--dice", LOADED).out
    assert f"dice: {NAME}" in " ".join(run("edges", "typical", "pass", "--dice", LOADED).out.split())
    assert json.loads(run("edges", "typical", "pass", "--dice", LOADED, "--json").out)["dice"] == NAME
    short = ("--rolls", "20", "--dice", LOADED)
    assert f"dice: {NAME}" in run("exact", "pass-line", "typical", *short).out
    assert json.loads(run("exact", "pass-line", "typical", *short, "--json").out)["dice"] == NAME
    page = tmp_path / "page.html"
    ran = run("simulate", "pass-line", "typical", *short, "--sessions", "200", "--report", str(page))
    assert f"seed 1, dice: {NAME}" in ran.out
    assert (
        f"sevenout strategy session pass-line --rules typical --rolls 20 --bankroll 300 --seed 1 --dice {LOADED}"
        in (" ".join(ran.out.split()))
    )
    assert f"dice: {NAME}" in page.read_text()


@pytest.mark.parametrize(
    "view", [("--odds",), ("--stake", "10"), ("--shooter",), ("--compare", "crapless"), ("--sort", "edge")]
)
def test_every_table_of_edges_takes_dice(view: tuple[str, ...]) -> None:
    ran = run("edges", "typical", *view, "--dice", LOADED)
    assert ran.code == 0
    assert ran.out != run("edges", "typical", *view).out


def test_a_line_bet_with_loaded_dice_is_exact() -> None:
    told = json.loads(run("edges", "typical", "pass", "--dice", LOADED, "--json").out)
    assert told["wagers"][0]["edge"] == "23/129360"


def test_recorded_rolls_through_two_strategies(tmp_path: Path) -> None:
    rolls = tmp_path / "rolls.txt"
    rolls.write_text("3 4\n6 5\n4 4\n2 2\n5 3\n6 1\n")
    told = json.loads(run("simulate", "pass-line", "iron-cross", "typical", "--from", str(rolls), "--json").out)
    assert [each["mean_net"] for each in told["results"]] == [40.0, 64.0]
    assert [(each["dice"], each["seed"]) for each in told["results"]] == [("the rolls of rolls.txt", None)] * 2
    cut = run("simulate", "pass-line", "typical", "--from", str(rolls), "--each", "3").out
    assert "2 sessions, 3 rolls, bankroll 300.00, the rolls of rolls.txt" in cut


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("dice", "nowhere.txt"), "nowhere.txt: No such file or directory"),
        (("dice", DIARY, "--level", "2"), "--level 2: write a share between 0 and 1"),
        (("dice", DIARY, "--setting", "1234,3146"), "1-2-3-4 does not go round a die"),
        (("dice", DIARY, "--setting", "3542"), "'3542' is no set of two dice"),
        (("dice", DIARY, "--against", DIARY), "this is no TOML"),
        (("dice", DIARY, "typical", "pas"), "offers no 'pas'. Did you mean 'pass'?"),
        (("dice", LOADED), "line 2: .* is no roll"),
        (("dice", DIARY, str(EXAMPLES / "no-puck.toml")), "has no puck"),
        (
            ("simulate", "pass-line", "--each", "5"),
            "--each cuts recorded rolls into sessions: it goes with --from FILE",
        ),
        (("simulate", "pass-line", "--from", DIARY, "--each", "0"), "a session has from 1 to"),
        (("simulate", "pass-line", "--from", DIARY, "--dice", LOADED), "--dice does not go with --from"),
        (("simulate", "pass-line", "--dice", DIARY), "this is no TOML"),
        (("edges", "typical", "--dice", "none.toml"), "none.toml: No such file"),
        (("exact", "pass-line", "--dice", "none.toml"), "none.toml: No such file"),
    ],
)
def test_what_cannot_be_used_is_one_line(words: tuple[str, ...], says: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.strip().splitlines()) == 1
    assert re.search(says, ran.err)


THREE_V = ("--dice", "examples/dice/three-v.toml")


def test_a_session_with_these_dice_is_the_one_that_the_simulation_played() -> None:
    order = ("pass-line", "typical", "--rolls", "40", "--seed", "5", *THREE_V)
    (found,) = run("simulate", *order, "--sessions", "50", "--json").json["results"]
    worst = found["worst"]
    told = run("strategy", "session", *order, "--number", str(worst["session"]), "--json").json
    assert told["net"] == worst["net"]
    assert f"--dice {THREE_V[1]}" in told["transcript"]


def test_sets_of_bets_and_changes_of_rules_name_their_dice() -> None:
    assert "dice: 3-V on axis, 1 in 10" in run("edges", "typical", "10 on field", *THREE_V).out
    assert run("edges", "typical", "10 on field", *THREE_V, "--json").json["edge"] == "3/40"
    assert (
        run("rules", "diff", "typical", "crapless", "pass", *THREE_V, "--json").json["dice"] == "3-V on axis, 1 in 10"
    )


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (("rules", "typical", *THREE_V), "--dice goes with rules diff"),
        (("strategy", "show", "pass-line", *THREE_V), "--dice is for 'strategy session'"),
        (("strategy", "session", "pass-line", "--dice", "none.toml"), "none.toml: No such file"),
        (("edges", "typical", "10 on field", "--dice", "none.toml"), "none.toml: No such file"),
    ],
)
def test_dice_where_there_are_none_get_one_line(order: tuple[str, ...], said: str) -> None:
    ran = run(*order)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
