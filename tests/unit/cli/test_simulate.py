"""`sevenout simulate` and `sevenout exact`: figures, forms, and what is said of orders that cannot be carried out."""

import csv
import io
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from sevenout.reports.figures.distribution import Bar, bars
from tests.unit.cli.command import run

FIELDS = {
    "strategy", "rules", "sessions", "rolls_played", "mean_net", "sd_net", "ruin", "quantiles", "engine",
    "compile_seconds", "run_seconds", "rolls_per_second",
}  # fmt: skip
TYPICAL = ("--rules", "typical", "--bankroll", "300", "--rolls", "200")


def test_exact_pass_line_is_known_to_ten_digits() -> None:
    found = run("exact", "pass-line", *TYPICAL, "--face-value", "--json").json
    assert (found["strategy"], found["rules"], found["rolls"], found["bankroll"]) == ("pass-line", "typical", 200, 300)
    assert found["mean_net"] == pytest.approx(-7.1069358144, abs=1e-9)
    assert found["sd_net"] == pytest.approx(76.8712909282, abs=1e-9)
    assert found["ruin"] == pytest.approx(9.5031645386564e-05, abs=1e-17)
    assert sum(chance for _, chance in found["distribution"]) == pytest.approx(1, abs=1e-12)
    assert found["quantiles"]["0.5"] == -10
    assert len(found["curve"]) == 201
    assert found["curve"][-1][0] == pytest.approx(found["mean_net"])


def test_exact_plays_out_what_lies_there_and_says_what_was_risked() -> None:
    found = run("exact", "pass-line", *TYPICAL, "--json").json
    assert found["mean_net"] == pytest.approx(-8.4838858619, abs=1e-9)
    assert found["endings"]["rolls"] + found["ruin"] == pytest.approx(1)
    risked = found["risked"]
    assert risked["bets"] == pytest.approx(59.9931928806, abs=1e-9)
    assert risked["theoretical_loss"] == pytest.approx(-found["mean_net"])
    assert risked["loss_per_100"] == pytest.approx(700 / 495)
    assert risked["loss_per_hour"] == pytest.approx(144 * risked["loss"] / found["length"]["mean"])
    assert [band["roll"] for band in found["bands"]][:3] == [0, 2, 4]
    last = next(band for band in found["bands"] if band["roll"] == 200)
    assert last["p5"] < last["p25"] < last["p50"] < last["p75"] < last["p95"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--shooters", "2"), "2 shooters"),
        (("--hands", "2"), "2 shooters"),
        (("--hours", "0.5", "--pace", "100"), "50 rolls"),
        (("--goal", "330"), "until 330.00 or ruin"),
        (("--rolls", "40", "--stop-loss", "50"), "40 rolls, or until a loss of 50.00"),
        (("--rolls", "40", "--until-decided", "--minimum", "10", "--maximum", "100"), "40 rolls"),
    ],
)
def test_both_commands_take_every_end_of_a_session(options: tuple[str, ...], words: str) -> None:
    exact = run("exact", "pass-line", *options, "--json")
    sampled = run("simulate", "pass-line", *options, "--sessions", "2000", "--json")
    assert (exact.code, sampled.code) == (0, 0), exact.err + sampled.err
    found, (sample,) = exact.json, sampled.json["results"]
    for name in ("rolls", "shooters", "goal", "stop_loss", "face_value"):
        assert found[name] == sample[name]
    low, high = sample["mean_net_interval"]
    assert low - (high - low) < found["mean_net"] < high + (high - low)
    for ending, share in found["endings"].items():
        assert sample["endings"].get(ending, 0.0) == pytest.approx(share, abs=0.06)
    assert sample["risked"]["action"] == pytest.approx(found["risked"]["action"], rel=0.15)
    assert words in run("simulate", "pass-line", *options, "--sessions", "20").out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--goal", "300"), "a goal of 300.00 is no more than the bankroll of 300.00: ask for more"),
        (("--pace", "0"), "a pace of 0 rolls an hour gets nowhere: give --pace 1 or more"),
        (("--hours", "0"), "expected a number of hours such as 4 or 2.5, found '0'"),
        (("--shooters", "0"), "a session has from 1 to 1,000,000 shooters, not 0"),
        (("--stop-loss", "0"), "a stop at a loss of 0.00 is none"),
        (("--stop-loss", "400"), "a loss of 400.00 is more than the bankroll of 300.00"),
        (("--rolls", "10", "--shooters", "2"), "not allowed with argument"),
        (("--report", "page.pdf"), "page.pdf: a report is a page: give it a name that ends in .html"),
    ],
)
def test_an_end_that_cannot_be_meant_is_one_line(options: tuple[str, ...], said: str) -> None:
    for command in ("exact", "simulate"):
        ran = run(command, "pass-line", *options)
        assert ran.code == 2
        assert said in ran.err


def test_a_house_misspelt_behind_a_strategy_is_told_the_nearest() -> None:
    ran = run("exact", "pass-line", "typicl")
    assert (ran.code, ran.out) == (2, "")
    assert "exact follows one strategy, not typicl too; simulate takes several. Did you mean 'typical'?" in ran.err


def test_the_two_nets_of_a_goal_and_a_stop_are_told_as_they_are() -> None:
    shown = run("exact", "dont-pass", "typical", "--goal", "400", "--stop-loss", "100").out
    assert re.search(r"^ +-100\.00  █+ 56\.97 %\n +100\.00  █+ 43\.03 %$", shown, re.MULTILINE)


def test_exact_as_comma_separated_values() -> None:
    rows = list(csv.reader(io.StringIO(run("exact", "pass-line", "--rolls", "2", "--bankroll", "20", "--csv").out)))
    assert rows[0] == ["net", "probability"]
    assert [float(net) for net, _ in rows[1:]] == [-20, -10, 0, 10, 20]
    assert sum(float(chance) for _, chance in rows[1:]) == pytest.approx(1)


def test_exact_for_people() -> None:
    shown = run("exact", "stop-loss-win-goal", "--rules", "typical", "--rolls", "30")
    assert shown.code == 0
    for words in (
        "A typical casino: stop-loss-win-goal, 30 rolls",
        "mean net",
        "up 20 units",
        "after roll",
        "situations",
    ):
        assert words in shown.out


def test_exact_refuses_what_is_too_large_and_points_to_simulate() -> None:
    refused = run("exact", "quick-props", "--bankroll", "100000000", "--set", "unit=5")
    assert refused.code == 1
    assert re.search(r"at least 1 × 200,000,\d{3} states \(situations × racks\), and 60,000,000 are", refused.err)
    order = "quick-props --rules catfish-bend --rolls 200 --bankroll 100000000 --set unit=5"
    assert f"Try: sevenout simulate {order}\n" in refused.err


def test_simulate_as_json_holds_the_contract() -> None:
    ran = run("simulate", "pass-line", "iron-cross", *TYPICAL, "--sessions", "3000", "--seed", "9", "--json").json
    assert [result["strategy"] for result in ran["results"]] == ["pass-line", "iron-cross"]
    for result in ran["results"]:
        assert set(result) >= FIELDS
        assert result["sessions"] == 3000
        low, high = result["mean_net_interval"]
        assert low < result["mean_net"] < high
        assert sum(result["endings"].values()) == pytest.approx(1)
        assert result["drawdown"]["sessions"] == 2000
        assert [line["fired"] for line in result["lines"]]


def test_the_same_seed_gives_the_same_figures_for_any_number_of_workers() -> None:
    def figures(workers: str) -> dict[str, object]:
        order = ("--sessions", "5000", "--rolls", "60", "--workers", workers, "--json")
        result = run("simulate", "three-point-molly", *order).json["results"][0]
        return {name: value for name, value in result.items() if "second" not in name and name != "replayed"}

    assert figures("1") == figures("3")


def test_simulate_as_comma_separated_values() -> None:
    ran = run("simulate", "pass-line", "dont-pass", "--sessions", "300", "--rolls", "50", "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["strategy"] for row in rows] == ["pass-line", "dont-pass"]
    assert float(rows[0]["mean_net_low"]) < float(rows[0]["mean_net"]) < float(rows[0]["mean_net_high"])
    assert rows[0]["engine"] == "compiled"


def test_simulate_for_people() -> None:
    shown = run("simulate", "three-point-molly", "--rules", "typical", "--bankroll", "60", "--sessions", "400")
    assert shown.code == 0
    for words in (
        "A typical casino: 400 sessions, 200 rolls, bankroll 60.00, seed 1", "mean net", "drawdown", "ruin", "%",
        "on the come-out: bet a unit on pass", "refused: Come needs more than the rack holds",
        "compiled engine (the strategy can be traced)",
    ):  # fmt: skip
        assert words in shown.out
    several = run("simulate", "pass-line", "iron-cross", "--sessions", "200", "--rolls", "50")
    assert "iron-cross" in several.out
    assert "deviation" in several.out


def test_the_worst_session_can_be_looked_at_as_it_is_told() -> None:
    order = ("three-point-molly", "--rules", "typical", "--bankroll", "200", "--sessions", "300", "--set", "odds=2")
    shown = run("simulate", *order, "--seed", "6").out
    found = run("simulate", *order, "--seed", "6", "--json").json["results"][0]
    worst, best = found["worst"], found["best"]
    told = re.search(r"best session (\d+) \((.*?)\), worst session (\d+) \((.*?)\): sevenout (.*)\n", shown)
    assert told
    assert told.groups()[:4] == (
        str(best["session"]), f"{best['net']:,.2f}", str(worst["session"]), f"{worst['net']:,.2f}",
    )  # fmt: skip
    looked = run(*shlex.split(told[5]), "--json").json
    assert (looked["number"], looked["net"]) == (worst["session"], worst["net"])
    row = next(csv.DictReader(io.StringIO(run("simulate", *order, "--seed", "6", "--csv").out)))
    assert (int(row["worst_session"]), float(row["best_net"])) == (worst["session"], best["net"])


@pytest.mark.parametrize(
    "order", [("--rolls", "20001", "--sessions", "2"), ("--bankroll", "300.50", "--sessions", "9")]
)
def test_no_session_is_named_that_cannot_be_looked_at(order: tuple[str, ...]) -> None:
    assert "worst session" not in run("simulate", "pass-line", *order).out


def test_a_unit_of_ones_own_scales_the_net() -> None:
    def mean(unit: str) -> float:
        order = ("--bankroll", "100000", "--sessions", "500", "--rolls", "50", "--set", f"unit={unit}", "--json")
        figure: float = run("simulate", "pass-line", *order).json["results"][0]["mean_net"]
        return figure

    assert mean("50") == pytest.approx(5 * mean("10"))


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.strategy"
    file.write_text("on the come-out: bet 5 on pass\nwhen up 20: leave\n", encoding="utf-8")
    result = run("simulate", str(file), "--sessions", "300", "--json").json["results"][0]
    assert result["strategy"] == "mine"
    assert result["endings"]["up 20"] > 0.5


@pytest.mark.parametrize("command", ["simulate", "exact"])
@pytest.mark.parametrize(
    ("order", "code", "said"),
    [
        (("pass-lime",), 2, "there is no strategy 'pass-lime'. Did you mean 'pass-line'?"),
        (("pass-line", "--bankroll", "4"), 2, "a bankroll of 4.00 is below the table minimum of 5.00"),
        (("pass-line", "--bankroll", "lots"), 2, "--bankroll: expected an amount such as 10, 10.50, $300"),
        (("pass-line", "--bankroll", "-5"), 2, "a bankroll of -5.00 is below the table minimum"),
        (("pass-line", "--rolls", "0"), 2, "a session has from 1 to 100,000,000 rolls, not 0"),
        (("pass-line", "--rolls", "many"), 2, "expected a whole number such as 100000, 100,000 or 1e5, found 'many'"),
        (("pass-line", "--rules", "nowhere"), 2, "nowhere"),
        (("pass-line", "--set", "unit"), 2, "--set unit: write a name, '=' and a number: --set unit=25"),
        (("pass-line", "--set", "odds=2"), 2, "there is no 'odds' to set"),
        (("quick-props", "--rules", "typical"), 1, "A typical casino offers no big-6."),
        (("missing.strategy",), 2, "missing.strategy: No such file"),
        ((), 2, "STRATEGY"),
        (("pass-line", "--json", "--csv"), 2, "not allowed with argument --json"),
        (("pass-line", "--report", "nowhere/page.html"), 2, "nowhere/page.html: there is no folder nowhere"),
        (("pass-line", "--report", "."), 2, ".: that is a folder, not a file"),
    ],
)
def test_orders_that_cannot_be_carried_out(command: str, order: tuple[str, ...], code: int, said: str) -> None:
    refused = run(command, *order)
    assert refused.code == code
    assert said in refused.err
    assert not refused.out


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (("--sessions", "0"), "there is nothing to play in 0 sessions"),
        (("--sessions", "1.5"), "expected a whole number such as 100000, 100,000 or 1e5, found '1.5'"),
        (("--seed", "-1"), "a seed is a whole number from 0 to"),
        (("--workers", "0"), "0 workers play nothing"),
    ],
)
def test_simulations_that_cannot_be_carried_out(order: tuple[str, ...], said: str) -> None:
    refused = run("simulate", "pass-line", *order)
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err


def test_sessions_may_be_written_with_commas() -> None:
    assert (
        run("simulate", "pass-line", "--sessions", "1,000", "--rolls", "10", "--json").json["results"][0]["sessions"]
        == 1000
    )


def test_bars_begin_at_round_amounts_and_hold_everything() -> None:
    for first, last, step in (
        (-708_00, 512_00, 1_00),
        (-300_00, 240_00, 2_00),
        (-5_000_00, 5_000_00, 10_00),
        (7, 99, 3),
    ):
        found, _ = bars([(net, 1.0) for net in range(first, last + 1, step)])
        width = found[0].end - found[0].start
        assert len(found) <= 22
        assert sum(bar.share for bar in found) == pytest.approx(1)
        assert all(bar.start % width == 0 and bar.end - bar.start == width for bar in found)
        assert all(before.end == after.start for before, after in pairwise(found))


def test_a_width_of_bars_is_round_where_the_amounts_allow_it() -> None:
    def width(step: int) -> int:
        bar = bars([(step * number, 1.0) for number in range(-250, 251)]).bars[0]
        return bar.end - bar.start

    assert [width(step) for step in (1_00, 2_00, 5_00, 3_00)] == [25_00, 50_00, 200_00, 75_00]


def test_outermost_bars_say_that_they_hold_everything_further_out() -> None:
    far = [(-900_00, 1e-5), *((net * 10_00, 1 / 21) for net in range(-10, 11)), (900_00, 1e-5)]
    names = [str(bar) for bar in bars(far).bars]
    assert (names[0], names[1], names[-1]) == ("below -90.00", "-90.00", "100.00 and more")
    assert [str(bar) for bar in bars([(-10_00, 1.0), (0, 1.0), (10_00, 1.0)]).bars] == ["-10.00", "0.00", "10.00"]
    assert [str(bar) for bar in bars([(-900_00, 1e-5), (0, 1.0), (900_00, 1e-5)]).bars] == ["any amount"]
    assert bars([(0, 1.0)]).bars == (Bar(0, 1_00, 1.0),)


def test_a_tiny_probability_is_only_said_to_be_so() -> None:
    shown = run("exact", "three-point-molly", "--rolls", "30", "--bankroll", "300", "--face-value").out
    assert "<0.0001 %" in shown
    assert not re.search(r"\de-\d+ %", shown)


SHORT = ("--rolls", "40", "--sessions", "300", "--bankroll", "300")


def test_two_strategies_are_compared_session_by_session() -> None:
    first, second = run("simulate", "pass-line", "pass-max-odds", "typical", *SHORT, "--json").json["results"]
    assert first["against_first"] is None
    against = second["against_first"]
    assert against["pairs"] == 300
    assert against["mean_difference"] == pytest.approx(second["mean_net"] - first["mean_net"])
    low, high = against["mean_difference_interval"]
    assert low < against["mean_difference"] < high
    shown = run("simulate", "pass-line", "pass-max-odds", "typical", *SHORT).out
    assert "Against pass-line, session by session on the same dice:" in shown


def test_a_sweep_has_a_row_for_every_combination() -> None:
    words = ("iron-cross", "--sweep", "unit=10,20", "--rules", "typical", "crapless")
    rows = list(csv.DictReader(io.StringIO(run("simulate", *words, *SHORT, "--csv").out)))
    assert [(row["label"], row["rules"]) for row in rows] == [
        ("unit 10, typical", "typical"),
        ("unit 20, typical", "typical"),
        ("unit 10, crapless", "crapless"),
        ("unit 20, crapless", "crapless"),
    ]
    assert len(rows) == 4
    assert rows[0]["difference"] == ""
    assert all(row["difference"] for row in rows[1:])


@pytest.mark.parametrize("columns", ["80", "60", "200"])
def test_no_figure_of_a_sweep_is_cut_on_a_narrow_screen(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    words = ("pass-line", "dont-pass", "--sweep", "unit=10,1000", "--rules", "typical", "new-south-wales")
    shown = run("simulate", *words, "--rolls", "40", "--sessions", "50", "--bankroll", "90000", "--maximum", "5000").out
    table, against = shown.split("Against pass-line, unit 10, typical")
    assert "…" not in table + against
    assert table.count("dont-pass, unit 1000, new-south-wales") == 1
    assert len(re.findall(r"±[\d,]+\.\d\d", table)) == 8


def test_no_quantile_is_cut_on_a_narrow_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ("--rolls", "40", "--bankroll", "900000", "--maximum", "100000", "--set", "unit=100000")
    shown = run("simulate", "pass-line", "typical", "--sessions", "50", *words).out
    assert "…" not in shown
    assert re.search(r"^ +5 % +25 % +50 % +75 % +95 %$", shown, re.MULTILINE)


def test_a_page_of_a_sweep_has_a_map_and_a_frontier(tmp_path: Path) -> None:
    page = tmp_path / "sweep.html"
    assert run("simulate", "pass-line", "iron-cross", "--sweep", "unit=10,20", *SHORT, "--report", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    assert "<caption>Mean net of a session</caption>" in text
    assert "Cost against the chance to end ahead" in text


def test_rows_are_written_for_every_strategy(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    result = run("simulate", "pass-line", "iron-cross", *SHORT, "--rows", str(file), "--json").json["results"]
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    for each in result:
        nets = [int(row["net_cents"]) for row in rows if row["strategy"] == each["strategy"]]
        assert len(nets) == 300
        assert sum(nets) / 300 / 100 == pytest.approx(each["mean_net"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sweep", "unit"), "write a name, '=' and values between commas"),
        (("--sweep", "unit=5,x"), "unit"),
        (("--sweep", "unit=5,10", "--keep", "kept"), "--keep and --add are about one simulation"),
        (("--rows", "nowhere/rows.csv"), "there is no folder nowhere"),
        (("--rows", "rows.txt"), "give it a name that ends in .csv or .parquet"),
        (("--rows", "rows.csv", "--sessions", "9e6"), "at most 5,000,000 sessions"),
    ],
)
def test_what_cannot_be_swept_or_kept_is_said_in_a_line(words: tuple[str, ...], said: str) -> None:
    ran = run("simulate", "pass-line", *words)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1
