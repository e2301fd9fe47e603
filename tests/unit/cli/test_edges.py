"""`sevenout edges`: the tables, the story of one wager, JSON, CSV, refusals, and what is not there."""

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sevenout.rulebook import shipped
from tests.unit.cli.command import Ran, run
from tests.unit.rulebook.bad_books.house import SOUND, rewritten

ROOT = Path(__file__).parents[3]
COLLECTORS = str(ROOT / "examples" / "collectors.toml")
NO_PUCK = str(ROOT / "examples" / "no-puck.toml")
CONTRACT = ["wager", "pays", "edge", "edge_per_roll", "rolls", "sd", "provenance", "clause"]


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def edges(*arguments: str) -> Any:
    """The JSON of a run that went well."""
    ran = run("edges", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return ran.json


def rows(*arguments: str) -> list[dict[str, str]]:
    """The CSV of a run that went well, in which every row has every column."""
    ran = run("edges", *arguments, "--csv")
    assert (ran.code, ran.err) == (0, "")
    found = list(csv.DictReader(io.StringIO(ran.out), strict=True))
    assert found
    assert all(None not in row and None not in row.values() for row in found)
    return found


def by_wager(shown: Any) -> dict[str, Any]:
    return {found["wager"]: found for found in shown["wagers"]}


def wide(monkeypatch: pytest.MonkeyPatch, columns: int, *arguments: str) -> Ran:
    """A run on a terminal of so many columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    return run("edges", *arguments)


# --- the contract


@pytest.mark.parametrize("book", shipped())
def test_every_wager_keeps_the_contract(book: str) -> None:
    shown = edges(book)
    assert list(shown)[:2] == ["rules", "basis"]
    assert shown["rules"] == book
    assert "a push counts as decided" in shown["basis"]
    offered = run("rules", book, "--json").json["wagers"]
    assert [found["wager"] for found in shown["wagers"]] == [found["wager"] for found in offered]
    for found in shown["wagers"]:
        assert list(found)[: len(CONTRACT)] == CONTRACT
        assert isinstance(found["sd"], float)
        assert found["provenance"] in ("stated", "derived", "assumed")
        assert sum(Fraction(chance) for _, chance in found["chances"]) == 1
        assert Fraction(found["win"]) + Fraction(found["lose"]) + Fraction(found["push"]) == 1
        assert Fraction(found["edge_per_roll"]) == Fraction(found["edge"]) / Fraction(found["rolls"])
        assert bool(found["assumed"]) == (found["provenance"] == "assumed")


def test_the_figures_are_exact_strings() -> None:
    found = by_wager(edges("catfish-bend"))
    assert (found["pass"]["edge"], found["pass"]["edge_per_roll"], found["pass"]["rolls"]) == (
        "7/495",
        "7/1671",
        "557/165",
    )
    assert (found["dont-pass"]["edge"], found["dont-pass"]["edge_without_pushes"]) == ("3/220", "27/1925")
    assert (found["buy-4"]["edge"], found["buy-4"]["edge_on_stake"]) == ("1/21", "1/20")
    assert found["place-6"]["clause"] == "Payout Odds"
    assert by_wager(edges("crapless"))["pass"]["edge"] == "373/6930"


def test_only_the_wagers_named_and_each_once() -> None:
    assert [found["wager"] for found in edges("typical", "field", "pass", "field")["wagers"]] == ["field", "pass"]


def test_wagers_may_stand_behind_an_option() -> None:
    assert list(by_wager(edges("catfish-bend", "--stake", "6", "place-6", "place-8"))) == ["place-6", "place-8"]
    assert run("edges", "--json", "catfish-bend", "pass").json == edges("catfish-bend", "pass")


def test_collecting_wagers_of_a_users_file() -> None:
    found = by_wager(edges(COLLECTORS, "fire", "small", "all"))
    assert round(float(Fraction(found["fire"]["edge"])), 5) == 0.20763
    assert round(float(Fraction(found["small"]["edge"])), 5) == 0.07761
    assert found["fire"]["assumed"]


# --- on the screen


def test_equal_figures_share_a_line() -> None:
    shown = run("edges", "catfish-bend").out
    assert "place-4/10 " in shown
    assert "hop-3-1 +12 alike" in shown
    assert "place-10 " not in shown


def test_the_basis_and_the_sign_of_the_assumed_stand_below() -> None:
    shown = run("edges", "catfish-bend").out
    assert "basis  per wager decided, of stake and commission" in shown
    assert re.search(r"big-6/8 .* 9\.091%\* 1/11", shown)
    assert re.search(r"  pass .* 1\.414%  7/495", shown)
    assert "* rests on a value that no document states" in shown
    assert "kindest  dont-pass, dont-come 1.364% · pass, come 1.414%" in shown


def test_sorted_by_edge_the_kindest_stand_first() -> None:
    shown = run("edges", "typical", "--sort", "edge").out
    alone, others = shown.split("kindest")[0].split("no bet by itself")
    for part in (alone, others):
        percents = [float(found) for found in re.findall(r"^  \S.*?(-?\d+\.\d{3})%", part, re.MULTILINE)]
        assert percents == sorted(percents)
        assert len(percents) > 10
    assert "Line and come" not in shown


@pytest.mark.parametrize("columns", [30, 60, 80, 100, 140, 200])
def test_no_terminal_cuts_a_number(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    shown = wide(monkeypatch, columns, "catfish-bend").out
    assert "…" not in shown
    assert re.search(r"any-7\s[^%]*16\.667%", shown)
    assert re.search(r"^  place-6/8\s[^%]*1\.515%", shown, re.MULTILINE)
    if columns >= 60:
        assert "23/180" in shown
    table = [line for line in shown.split("kindest", maxsplit=1)[0].splitlines() if "%" in line]
    assert all(len(line) <= columns for line in table)


def test_a_wide_terminal_shows_what_a_narrow_one_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Payout Odds" in wide(monkeypatch, 160, "catfish-bend").out
    assert "Payout Odds" not in wide(monkeypatch, 80, "catfish-bend").out
    assert "█" in wide(monkeypatch, 100, "catfish-bend").out


def test_one_wager_gets_its_whole_story() -> None:
    shown = run("edges", "catfish-bend", "lay-4").out
    for words in (
        "house edge  2.439%  1/41",
        "wins 1:2",
        "stake + commission",
        "the stake alone",
        "1/40",
        "rolls to a decision, at risk",
        "commission rate",
        "1:20",
        "Wagers 9",
        "a lay bet costs a commission of one twentieth",
    ):
        assert words in shown, words


def test_a_story_tells_what_comes_back_and_what_is_sat_out() -> None:
    shown = run("edges", "catfish-bend", "come-odds-6").out
    assert "comes back undecided, while it was off" in shown
    assert "with those it sits out" in shown
    assert "* no document states" in shown


@pytest.mark.parametrize("text", ["[/]", "[bold]", "a \\", ":dice:", "100% {n} é"])
def test_a_books_texts_are_shown_as_they_are(tmp_path: Path, text: str) -> None:
    written = text.replace("\\", "\\\\")
    lines = f'title = "{written}"\nclause = "{written}"\nsays = "{written}"\nprovenance = "stated"'
    house = tmp_path / "house.toml"
    house.write_text(rewritten("wagers.field", "title", lines, SOUND.replace("A sound house", written)))
    for arguments in ((str(house),), (str(house), "field")):
        ran = run("edges", *arguments)
        assert ran.code == 0, ran.err
        assert text in ran.out, arguments


# --- the line with odds


def test_the_line_with_odds() -> None:
    found = {(line["flat"], line["odds"]): line for line in edges("marina-bay-sands", "--odds")["lines"]}
    assert found["pass", "none"]["edge"] == "7/495"
    assert found["pass", "3-4-5x"]["edge"] == "7/1870"
    assert found["dont-pass", "win 3-4-5x"]["edge"] == "3/1100"
    assert found["pass", "3-4-5x"]["times"] == {"4": "3", "5": "4", "6": "5", "8": "5", "9": "4", "10": "3"}
    assert found["pass", "3-4-5x"]["clause"] == "3.4.2.1"
    shown = run("edges", "marina-bay-sands", "--odds").out
    assert "0.374%" in shown
    assert "basis  per flat bet decided, of flat bet and odds together" in shown
    assert [row["odds"] for row in rows("marina-bay-sands", "--odds", "dont-pass")][-1] == "win 3-4-5x"


def test_a_wager_without_odds() -> None:
    ran = run("edges", "typical", "--odds", "field")
    assert (ran.code, ran.out) == (2, "")
    assert "'field' takes no odds at A typical casino" in ran.err
    assert "no wager of this house takes odds" in run("edges", NO_PUCK, "--odds").out


# --- real stakes


def test_a_stake_is_paid_in_the_houses_chips() -> None:
    shown = edges("new-south-wales", "--stake", "7", "place-6")
    (found,) = shown["wagers"]
    assert (found["edge"], found["unrounded_edge"], found["returns"]) == ("-3/77", "1/66", "80/77")
    assert found["chances"] == [["-7.00", "6/11"], ["9.00", "5/11"]]
    assert set(CONTRACT) <= set(found)
    assert shown["table"] == {"minimum": "5.00", "maximum": "500.00", "chip": "1.00", "rounding": "up"}


def test_wagers_that_refuse_a_stake_say_why() -> None:
    shown = edges("catfish-bend", "--stake", "5")
    refused = {found["wager"]: found for found in shown["refused"]}
    assert list(refused["horn"]) == ["wager", "code", "reason", "clause"]
    assert refused["horn"]["code"] == "not-units"
    assert refused["horn"]["clause"] == "Definitions: Horn Bet"
    assert "horn" not in by_wager(shown)
    screen = run("edges", "catfish-bend", "--stake", "5").out
    assert "horn  comes in units of 4.00: one chip on each part [Definitions: Horn Bet, derived]" in screen


def test_a_single_wager_refused_is_exit_code_1_with_reason_and_clause() -> None:
    ran = run("edges", "catfish-bend", "place-6", "--stake", "1")
    assert (ran.code, ran.out) == (1, "")
    assert "sevenout: refused: Place Bet 6 must be at least 5.00 [Invalid Roll 6]" in ran.err
    ran = run("edges", "catfish-bend", "any-7", "--stake", "401", "--json")
    assert ran.code == 1
    assert ran.json["wagers"] == []
    assert ran.json["refused"][0]["code"] == "above-maximum"
    assert "Any Seven may be at most 400.00" in ran.err


def test_a_stake_that_no_wager_takes() -> None:
    ran = run("edges", "typical", "pass", "field", "--stake", "0.50")
    assert ran.code == 1
    assert "0.50 is not a whole number of 1.00 chips" in ran.out
    assert "none of 2 wagers takes such a stake" in ran.err
    assert run("edges", "typical", "--stake", "-5", "pass").code == 1


def test_the_tables_own_limits() -> None:
    assert run("edges", "catfish-bend", "place-6", "--stake", "3").code == 1
    assert run("edges", "catfish-bend", "place-6", "--stake", "3", "--minimum", "1").code == 0
    (found,) = edges("catfish-bend", "place-4", "--stake", "5", "--chip", "5")["wagers"]
    assert found["returns"] == "2/3"


def test_a_sweep_finds_the_stakes_that_favour_the_player() -> None:
    (found,) = edges("new-south-wales", "place-6", "--sweep")["wagers"]
    assert found["favours_player"] == [["7.00", "9.00"], ["13.00", "14.00"], ["19.00", "19.00"]]
    assert found["below_floor"] == []
    assert (found["least"], found["most"], found["stakes"]) == ("5.00", "500.00", 496)
    assert found["best"] == {"stake": "7.00", "edge": "-3/77", "returns": "80/77"}
    assert found["edges"][2] == ["7.00", "-3/77"]
    shown = run("edges", "new-south-wales", "--sweep").out
    assert "place-6/8  at 7.00–9.00, 13.00–14.00, 19.00" in shown
    assert "returns below 75%, the floor of gaming standards  no wager at any stake" in shown


def test_a_sweep_finds_the_stakes_below_the_floor() -> None:
    shown = edges("catfish-bend", "--sweep", "--chip", "5", "place-4", "place-6")
    assert shown["floor"] == "3/4"
    assert by_wager(shown)["place-4"]["below_floor"] == [["5.00", "5.00"]]
    assert "place-4  at 5.00" in run("edges", "catfish-bend", "--sweep", "--chip", "5", "place-4", "place-6").out


def test_a_sweep_as_csv_has_every_stake() -> None:
    found = rows("new-south-wales", "place-6", "--sweep")
    assert [row["stake"] for row in found[:3]] == ["5.00", "6.00", "7.00"]
    assert len(found) == 496
    assert float(found[2]["returns_decimal"]) == pytest.approx(80 / 77)


def test_too_many_stakes() -> None:
    ran = run("edges", "typical", "--sweep", "--chip", "0.01", "--maximum", "100000")
    assert ran.code == 2
    assert "stakes are too many to look at" in ran.err


# --- the turn


def test_the_shooters_turn() -> None:
    shown = edges("catfish-bend", "--shooter")
    figures = {figure["figure"]: figure for figure in shown["figures"]}
    assert figures["rolls, mean"]["value"] == "1671/196"
    assert f"{figures['bonus, each turn']['decimal']:.9f}" == "0.000162435"
    assert len(shown["lengths"]) == 200
    assert round(1 / shown["lengths"][153]["decimal"] / 1e9, 1) == 5.6
    assert [value["amount"] for value in shown["bonus"]] == [f"{amount}.00" for amount in range(100, 1600, 100)]
    assert shown["bonus"][-1]["share"] == "30.00"
    screen = run("edges", "catfish-bend", "--shooter").out
    assert "1 in 5.590 billion" in screen
    assert "0.000162435" in screen
    assert "the Shootout, at each posted amount" in screen
    assert "Shootout" not in run("edges", "typical", "--shooter").out
    assert len(rows("typical", "--shooter")) == 200


def test_a_house_without_a_puck_has_no_turn() -> None:
    ran = run("edges", NO_PUCK, "--shooter")
    assert ran.code == 2
    assert "has no puck" in ran.err


# --- houses side by side


def test_all_houses_side_by_side() -> None:
    shown = edges("--compare")
    assert shown["rules"] == list(shipped())
    found = by_wager(shown)
    assert found["pass"]["edges"]["crapless"] == "373/6930"
    assert found["dont-pass"]["edges"]["crapless"] is None
    difference = next(d for d in found["dont-pass"]["differences"] if d["there"] == "new-south-wales")
    assert difference["gain"] == "0"
    assert {cause["there"]["clause"] for cause in difference["causes"]} == {"6.1.2.3", "6.1.2.1.1"}


def test_two_houses_and_the_clauses_that_part_them() -> None:
    shown = run("edges", "typical", "pass", "dont-pass", "--compare", "crapless", "typical-bar-2").out
    assert "from typical to crapless" in shown
    assert "pass  costs the player 3.968 more in every 100 put down" in shown
    assert "2, 3, 12 with the puck off: loses [Come-out, stated] → stays" in shown
    assert "from typical to typical-bar-2" in shown
    assert "field" not in shown


@pytest.mark.parametrize("columns", [80, 100, 160])
def test_a_comparison_fits(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    shown = wide(monkeypatch, columns, "--compare").out
    assert "…" not in shown
    table = shown.split("basis", maxsplit=1)[0]
    assert max(map(len, table.splitlines())) <= columns
    assert ("A  catfish-bend" in table) == (columns < 140)


def test_one_house_is_compared_with_all_others() -> None:
    assert [walk["there"] for walk in edges("typical", "--compare")["walks"]] == [
        book for book in shipped() if book != "typical"
    ]


def test_a_comparison_as_csv() -> None:
    found = rows("typical", "pass", "--compare", "crapless")
    assert [(row["house"], row["odds"], row["edge"]) for row in found[:2]] == [
        ("typical", "", "7/495"),
        ("crapless", "", "373/6930"),
    ]
    assert "Come-out" in found[1]["causes"]


# --- csv


def test_csv_has_fractions_and_decimals() -> None:
    found = {row["wager"]: row for row in rows("catfish-bend")}
    assert len(found) == 85
    assert found["pass"]["edge"] == "7/495"
    assert float(found["pass"]["edge_decimal"]) == pytest.approx(7 / 495)
    assert float(found["dont-pass"]["edge_without_pushes_decimal"]) == pytest.approx(27 / 1925)
    assert found["pass-odds"]["pays"] == "2:1 on 4, 10; 3:2 on 5, 9; 6:5 on 6, 8"
    assert rows("catfish-bend", "--stake", "5", "place-6")[0]["edge"] == "1/11"


# --- what is not there, and what does not go together


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("typcal",), "there is no rulebook 'typcal'. Did you mean 'typical'?"),
        (("tipical",), "there is no rulebook 'tipical'. Did you mean 'typical'?"),
        (("typical", "passs"), "offers no 'passs'. Did you mean 'pass'?"),
        (("typical", "passs", "--stake", "5"), "Did you mean 'pass'?"),
        (("typical", "passs", "--sweep"), "Did you mean 'pass'?"),
        (("typical", "pas", "--odds"), "'pas' takes no odds at A typical casino. Did you mean 'pass'?"),
        (("nowhere.toml",), "nowhere.toml: No such file or directory"),
        (("--compare", "typical", "tipical"), "there is no rulebook 'tipical'"),
        (("--compare", "typical", "typical"), "named twice"),
        (("typical", "passs", "--compare"), "offers 'passs'. Did you mean 'pass'?"),
        (("typical", "--odds", "--sweep"), "--odds and --sweep: each is a table of its own"),
        (("typical", "--json", "--csv"), "--json and --csv: each is a form of its own"),
        (("typical", "--chip", "5"), "--chip is about real stakes"),
        (("typical", "--odds", "--maximum", "5"), "--maximum is about real stakes"),
        (("typical", "--shooter", "pass"), "leave 'pass' out"),
        (("typical", "--odds", "--sort", "edge"), "--sort edge does not go with --odds"),
        (
            ("typical", "--stake", "five"),
            "--stake: expected an amount such as 10, 10.50, $300, 1,000 or 1e6, found 'five'",
        ),
        (("typical", "--stake", "5", "--chip", "0"), "above zero"),
        (("typical", "--stake", "5", "--chip", "3"), "whole numbers of 3.00 chips"),
        (("typical", "--stake", "5", "--minimum", "900"), "the table minimum 900.00 is above the maximum 500.00"),
        (("typical", "--report", "x.html", "--odds"), "--report writes one page with all of it: leave --odds out"),
        (("typical", "--report", "x.html", "--json"), "--json and --report: each is a form of its own"),
        (("typical", "--sort", "luck"), "--sort is no 'luck'. It is one of: book, edge"),
        (("typical", "--nonsense"), "unrecognized arguments: --nonsense"),
    ],
)
def test_what_is_not_there(arguments: tuple[str, ...], said: str) -> None:
    ran = run("edges", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err, ran.err


def test_a_broken_rulebook_tells_every_fault(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(rewritten("wagers.pass", "made", 'made = "of"'))
    ran = run("edges", str(house))
    assert (ran.code, ran.out) == (2, "")
    assert "wagers.pass.made: unknown word 'of'. Did you mean 'off'?" in ran.err


# --- quick to start, and as the documents say


def test_no_table_loads_the_plotting_library() -> None:
    code = "import sys; from sevenout.cli.main import main; main(sys.argv[1:]); sys.exit('matplotlib' in sys.modules)"
    for arguments in (("typical",), ("typical", "--sweep", "pass"), ("--compare", "typical", "crapless")):
        done = subprocess.run([sys.executable, "-c", code, "edges", *arguments], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


def page(language: str) -> list[str]:
    text = (ROOT / "docs" / "reference" / "edges.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_commands_of_the_page_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    (commands,) = page("sh")
    for command in commands.splitlines():
        ran = run(*shlex.split(command, comments=True)[1:])
        assert (ran.code, ran.err) == (0, ""), command
        assert ran.out


def test_the_python_of_the_page_prints_what_it_says() -> None:
    (code,), (printed,) = page("python"), page("text")
    with redirect_stdout(io.StringIO()) as found:
        exec(compile(code, "edges.md", "exec"), {})
    assert found.getvalue() == printed


def test_the_json_of_the_page_names_every_key() -> None:
    (shown,) = page("json")
    written = json.loads(shown)
    real = edges("catfish-bend", "pass")
    assert list(written) == list(real)
    assert list(written["wagers"][0]) == list(real["wagers"][0])
    for key, value in written["wagers"][0].items():
        if isinstance(value, str) and value != "…":
            assert real["wagers"][0][key] == value, key


def test_a_stake_in_a_put_house_says_where_the_figure_begins_and_shows_both(tmp_path: Path) -> None:
    """A pass bet with the point already on is another bet: its edge stands below that of the come-out."""
    book = tmp_path / "put.toml"
    book.write_text('format = 1\nname = "put"\ntitle = "Put"\nextends = "typical"\n[wagers.pass]\nmade = "any"\n')
    ran = run("edges", str(book), "pass", "--stake", "20")
    shown = " ".join(ran.out.split())
    assert "pass 1.414% 7/495" in shown
    assert "every figure here rests on a value that no document states" in shown
    assert "with a point on 18.788% 31/165" in shown
    assert "pass followed on the come-out; made with a point on it is another bet" in shown
    (told,) = run("edges", str(book), "pass", "--stake", "20", "--json").json["wagers"]
    assert told["begins"] == "on the come-out"
    assert [(each["begins"], each["edge"]) for each in told["later"]][:2] == [
        ("with a point on", "31/165"),
        ("with the point on 4", "1/3"),
    ]
    assert "later" not in run("edges", "typical", "pass", "--stake", "20", "--json").json["wagers"][0]
