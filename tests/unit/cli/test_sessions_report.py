"""`--report` of `sevenout exact` and `sevenout simulate`: pages that stand alone and say what the JSON says."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from sevenout.analysis.simulation.run import simulate
from sevenout.base.money import amount
from sevenout.engine.game import Game
from sevenout.reports.figures.by_line import ByLine, Sessions, StrategyResult
from sevenout.reports.figures.distribution import chance
from sevenout.reports.html.simulate_page import simulate_page
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd
from tests.unit.cli.command import run
from tests.unit.cli.page import Page, stands_alone

ORDER = ("--rules", "typical", "--bankroll", "300", "--rolls", "60")


SPREAD = ("How nets spread, roll by roll",)


class Written(NamedTuple):
    """A page, and the JSON of the same run."""

    html: str
    json: Any

    @property
    def text(self) -> str:
        return Page(self.html).text


def written(folder: Path, *arguments: str) -> Written:
    """The page of a run that went well."""
    file = folder / "page.html"
    ran = run(*arguments, "--json", "--report", str(file))
    assert (ran.code, ran.err) == (0, f"The page is in {file}.\n")
    return Written(file.read_text(encoding="utf-8"), ran.json)


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return written(tmp_path_factory.mktemp("exact"), "exact", "stop-loss-win-goal", *ORDER)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Written:
    order = ("simulate", "three-point-molly", "--rules", "typical", "--bankroll", "60", "--sessions", "2500")
    return written(tmp_path_factory.mktemp("one"), *order, "--rolls", "60", "--seed", "7")


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Written:
    order = ("simulate", "pass-line", "dont-pass", "iron-cross", "pass-line", *ORDER, "--sessions", "400")
    return written(tmp_path_factory.mktemp("several"), *order)


@pytest.fixture(params=["exact", "one", "several"])
def any_page(request: pytest.FixtureRequest) -> Written:
    page: Written = request.getfixturevalue(request.param)
    return page


def test_every_page_stands_alone(any_page: Written) -> None:
    stands_alone(any_page.html)


def test_every_plot_takes_the_pages_colours(any_page: Written) -> None:
    drawn = "".join(re.findall(r"<svg.*?</svg>", any_page.html, re.DOTALL))
    assert "currentColor" in drawn
    assert set(re.findall(r"#[0-9a-f]{6}\b(?=[;\"])", drawn)) <= {"#000000"}
    assert all(f"--{name}:" in any_page.html for name in set(re.findall(r"var\(--([\w-]+)\)", drawn)))


def test_losses_are_hatched(any_page: Written) -> None:
    assert "<pattern" in any_page.html
    assert re.search("Hatched bars are losses|losses are hatched", any_page.html)


# --- exact


def test_the_page_of_an_exact_session_has_the_figures_of_its_json(exact: Written) -> None:
    found, text = exact.json, exact.text
    for figure, name in ((found["mean_net"], "mean net"), (found["sd_net"], "deviation")):
        assert f"{amount(100 * figure)} {name}" in text
    assert f"{chance(found['ruin'])} ruin" in text
    for ending, share in found["endings"].items():
        assert ending == "rolls" or f"{ending} {chance(share)}" in text
    assert f"all rolls are played {chance(found['endings']['rolls'])}" in text
    assert "end with at most " + " ".join(amount(100 * net) for net in found["quantiles"].values()) in text
    loss, gain = (
        sum(share for net, share in found["distribution"] if (net > 0) == ahead and net) for ahead in (False, True)
    )
    assert f"loses {chance(loss)}" in text
    assert f"gains {chance(gain)}" in text
    mean, sd, over = found["curve"][30]
    assert f"30 {amount(100 * mean)} {amount(100 * sd)} {chance(over)}" in text
    assert f"situations {found['situations']:,}" in text
    assert f"probability unaccounted for {found['unaccounted']:.1e}" in text


def test_the_page_of_an_exact_session_says_what_was_played_where(exact: Written) -> None:
    for words in (
        "A session, exactly stop-loss-win-goal Pass with double odds;",
        "A typical casino . Table: 5.00 to 500.00, chip 1.00.",
        "bankroll 300.00 · 60 rolls · unit 10",
        "when up 20 units or down 30 units: leave",
        "When you could leave at least 5 units behind since this shooter began, do nothing further before this roll.",
        "exact: the traced strategy",
    ):
        assert words in exact.text
    plots = re.findall(r'<svg role="img" aria-label="([^"]+)"', exact.html)
    assert plots == ["Distribution of the net", "Probability of at most so much", "Roll by roll", *SPREAD]


def test_each_line_of_an_exact_session_has_what_it_risks(exact: Written) -> None:
    found, text = exact.json, exact.text
    assert found["lines_risked"] == "exactly"
    assert sum(line["risked"]["action"] for line in found["lines"]) == pytest.approx(found["risked"]["action"])
    assert sum(line["risked"]["net"] for line in found["lines"]) == pytest.approx(found["mean_net"])
    assert "What each line risks a session, exactly." in text
    for line in found["lines"]:
        if line["risked"]["action"]:
            figures = (line["risked"][name] for name in ("action", "won", "lost", "net"))
            told = " ".join(amount(100 * figure) for figure in figures)
            assert f"{line['text']} {line['risked']['bets']:,.2f} {told}" in text


def test_the_same_session_gives_the_same_bytes(tmp_path: Path, exact: Written) -> None:
    assert written(tmp_path, "exact", "stop-loss-win-goal", *ORDER).html == exact.html


def test_settings_are_told(tmp_path: Path) -> None:
    order = ("exact", "three-point-molly", "--rolls", "5", "--set", "unit=25", "--set", "odds=2")
    assert "unit 25 · odds 2" in written(tmp_path, *order).text


# --- simulate


def test_each_line_of_a_simulation_has_what_it_risks_in_the_sessions_that_were_watched(one: Written) -> None:
    (found,) = one.json["results"]
    assert found["lines_risked"] == "the first 333 sessions"
    assert "What each line risks a session, on average in the first 333 sessions." in one.text
    action = sum(line["risked"]["action"] for line in found["lines"])
    assert action == pytest.approx(found["risked"]["action"], rel=0.1)  # 333 sessions are not 2,500


def test_the_page_of_a_simulation_has_the_figures_of_its_json(one: Written) -> None:
    (found,), text = one.json["results"], one.text
    low, high = (amount(100 * bound) for bound in found["mean_net_interval"])
    assert f"mean net {amount(100 * found['mean_net'])} {low} to {high} 2,500" in text
    assert f"standard deviation of the net {amount(100 * found['sd_net'])}" in text
    low, high = (chance(bound) for bound in found["ruin_interval"])
    assert f"ruin {chance(found['ruin'])} {low} to {high}" in text
    assert f"all rolls are played {chance(found['endings']['rolls'])}" in text
    assert "ended with at most " + " ".join(amount(100 * net) for net in found["quantiles"].values()) in text
    for at, word in enumerate(("from", "to")):
        assert f"{word} " + " ".join(amount(100 * net[at]) for net in found["quantile_intervals"].values()) in text
    for name, words in (("drawdown", "had a drawdown of at most"), ("lowest", "had a lowest net of at most")):
        watched = found[name]
        assert f"{words} " + " ".join(amount(100 * net) for net in watched["quantiles"].values()) in text
        assert f"{amount(100 * watched['mean'])}" in text
    assert f"2,500 {found['rolls_played']:,} {found['engine']} engine ({found['why']})" in text
    assert "2,500 sessions · bankroll 60.00 · 60 rolls · unit 10 · odds 1 · seed 7" in text


def test_the_page_of_a_simulation_says_what_became_of_each_line(one: Written) -> None:
    text = one.text
    refusals = 0
    for line in one.json["results"][0]["lines"]:
        assert re.search(rf"{line['line']} .{{0,40}}{re.escape(line['text'])} {line['fired']:,}", text)
        for no in line["refused"]:
            clause = f" [{no['clause']}]" if no["clause"] else ""
            assert f"{no['times']:,} × {no['reason']}{clause}" in text
            refusals += 1
    assert refusals


def test_several_strategies_stand_side_by_side(several: Written) -> None:
    for found in several.json["results"]:
        low, high = found["mean_net_interval"]
        mean = found["mean_net"]
        figures = (mean, max(mean - low, high - mean), found["sd_net"])
        row = " ".join(amount(100 * figure) for figure in figures)
        assert f"{found['strategy']} {row} {chance(found['ruin'])}" in several.text
    plots = re.findall(r'<svg role="img" aria-label="([^"]+)"', several.html)
    assert plots == [
        "Range of the net by strategy",
        "Probability of at most so much, by strategy",
        "Distribution of the net by strategy",
        "Cost against the chance to end ahead",
    ]
    assert several.html.count('<section id="s') == 4


def test_many_strategies_are_not_laid_over_each_other(tmp_path: Path) -> None:
    page = written(tmp_path, "simulate", *["pass-line"] * 7, "--sessions", "20", "--rolls", "20").html
    assert "Probability of at most so much, by strategy" not in page
    assert "Range of the net by strategy" in page


def test_sessions_too_long_to_be_watched_have_a_page(tmp_path: Path) -> None:
    page = written(tmp_path, "simulate", "pass-line", "--sessions", "2", "--rolls", "20001")
    assert page.json["results"][0]["drawdown"] is None
    assert "No session was watched roll by roll" in page.text


def test_an_interrupted_simulation_says_so() -> None:
    strategy = open_strategy("pass-line", Game.open("typical"))
    result = simulate(strategy.game, strategy, 30, 20, 300_00)
    done = StrategyResult(strategy, msgspec.structs.replace(result, asked=500), ByLine((), "the first session"))
    played = Sessions(strategy.game, 300_00, SessionEnd(rolls=20), 144, 1, [done])
    assert "interrupted after 30 sessions of pass-line" in Page(simulate_page(played)).text


# --- what a user may give


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("<b>x<b>", "it's <!-- $x$ &amp; é"),
        ("cash for $5 or $10", "</style><script>alert(1)</script>"),
        ("三点", "<img src=x onerror=alert(1)>"),
        ('a"b&amp;', "'</title>'"),
    ],
)
def test_a_strategys_texts_are_escaped(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / f"{name}.strategy"
    file.write_text(f"# {text}\non the come-out: bet 5 on pass # {text}\nwhen up 20: leave\n", encoding="utf-8")
    for order in (("exact", str(file)), ("simulate", str(file), "pass-line", "--sessions", "20")):
        page = written(tmp_path, *order, "--rolls", "10")
        stands_alone(page.html)
        assert text not in page.html
        assert text in page.text
        assert name in page.text


def test_a_strategy_in_a_folder_that_looks_like_a_tag(tmp_path: Path) -> None:
    file = tmp_path / "<b>x</b>.strategy"
    file.parent.mkdir()
    file.write_text("on the come-out: bet 5 on pass\n", encoding="utf-8")
    page = written(tmp_path, "exact", str(file), "--rolls", "3")
    assert "<h1>b&gt;</h1>" in page.html


@pytest.mark.parametrize("line", ["leave", "sit out"])
def test_a_strategy_that_does_nothing_has_a_page(tmp_path: Path, line: str) -> None:
    file = tmp_path / "nothing.strategy"
    file.write_text(f"{line}\n", encoding="utf-8")
    for order in (("exact", str(file)), ("simulate", str(file), "--sessions", "3")):
        assert "breaks even 100.00 %" in written(tmp_path, *order, "--rolls", "4").text


@pytest.mark.parametrize("order", [("exact", "pass-line"), ("simulate", "pass-line", "--sessions", "5")])
def test_a_page_that_cannot_be_written_costs_no_figures(order: tuple[str, ...]) -> None:
    ran = run(*order, "--rolls", "5", "--report", "/dev/full")
    assert ran.code == 2
    assert ran.err == "sevenout: /dev/full: the page cannot be written: No space left on device\n"
    assert "mean net" in ran.out


@pytest.mark.parametrize(
    "order",
    [
        ("exact", "pass-line", "--rolls", "5", "--report"),
        ("simulate", "pass-line", "--sessions", "5", "--rolls", "5", "--report"),
        ("edges", "typical", "pass", "--report"),
        ("shift", "game.craps", "--report"),
    ],
)
def test_a_page_that_fails_in_mid_write_leaves_the_old_one_whole(
    order: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.craps").write_text("rules typical\nseat Ann 100\n")
    Path("page.html").write_text("the old page")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ran = run(*order, "page.html")
    assert (ran.code, ran.err) == (2, "sevenout: page.html: the page cannot be written: No space left on device\n")
    assert Path("page.html").read_text() == "the old page"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.craps", "page.html"]


def test_plots_are_loaded_only_for_a_page() -> None:
    code = (
        "import sys; from sevenout.cli.main import main; "
        "main(['simulate', 'pass-line', '--sessions', '5', '--rolls', '5', '--json']); "
        "main(['exact', 'pass-line', '--rolls', '5', '--json']); "
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
