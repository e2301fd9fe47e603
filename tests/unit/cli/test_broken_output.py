"""Where the output goes: a disk that is full is said in one line, and a reader who leaves early is no fault."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.analysis.exact.sessions import session_distribution
from sevenout.cli.main import main
from sevenout.reports.records.record_formats import csv_text
from tests.unit.cli.command import run

SEVENOUT = (sys.executable, "-m", "sevenout.cli.main")


@pytest.mark.parametrize("command", [("rules",), ("rules", "--json"), ("edges", "typical", "pass")])
def test_a_full_disk_is_said_in_one_line(command: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run((*SEVENOUT, *command), stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "sevenout: the output cannot be written: No space left on device\n"


def test_a_reader_who_leaves_early_is_no_fault() -> None:
    with subprocess.Popen((*SEVENOUT, "rules", "typical"), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.close()
        assert (ran.wait(), ran.stderr.read()) == (0, b"")


def test_output_that_is_closed_is_said_in_one_line() -> None:
    order = f"exec {' '.join(SEVENOUT)} rules typical >&-"
    ran = subprocess.run(("sh", "-c", order), stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "sevenout: the output cannot be written: it is closed\n")


def test_an_interruption_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session_distribution, "distribution", interrupted)
    assert main(["exact", "pass-line"]) == 130
    assert capsys.readouterr() == ("", "sevenout: interrupted\n")


@pytest.mark.parametrize("order", [("exact", "pass-line"), ("simulate", "pass-line", "--sessions", "5")])
def test_closed_standard_error_costs_no_figures(order: tuple[str, ...]) -> None:
    line = f"exec {' '.join((*SEVENOUT, *order))} --rolls 5 2>&-"
    ran = subprocess.run(("sh", "-c", line), stdout=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 0
    assert "mean net" in ran.stdout


def test_a_refusal_that_nobody_can_hear_is_still_an_exit_code() -> None:
    line = f"exec {' '.join(SEVENOUT)} edges nowhere 2>&-"
    assert subprocess.run(("sh", "-c", line), stdout=subprocess.PIPE, check=False).returncode == 2


@pytest.mark.parametrize("columns", ["0", "1", "19"])
def test_a_screen_of_no_width_is_one_to_read_all_the_same(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for order in (("school", "progress", "--no-memory"), ("rules", "typical"), ("edges", "typical"), ("strategy",)):
        ran = run(*order)
        assert ran.code == 0
        assert ran.out.strip()
    if columns == "0":
        assert max(map(len, run("rules").out.splitlines())) > 60


# --- text that a terminal would obey

ESCAPE = "\x1b[2J\x1b]0;mine\x07\x9b31m\u202e"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house whose title clears the screen."""
    file = tmp_path / "house.toml"
    title = "Ann\\u001b[2J\\u009b31m\\u202e's"
    file.write_text(f'name = "ann"\ntitle = "{title}"\nextends = "typical"\n', encoding="utf-8")
    return file


def test_a_title_is_shown_and_not_obeyed(house: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.craps"
    game.write_text(f"rules {house.name}\nseat Ann 100\nAnn bets 10 on hop-9-9\n", encoding="utf-8")
    refused = tmp_path / "refused.craps"
    refused.write_text(f"rules {house.name}\nseat Ann 100\nAnn bets 10 on small\n", encoding="utf-8")
    orders = (
        *(("rules", str(house)), ("rules", "check", str(house)), ("rules", str(house), "house"), ("replay", str(game))),
        *(("rules", str(house), "no-such"), ("edges", str(house), "pass"), ("edges", str(house), "--compare")),
        *(("edges", str(house), "--odds", "field"), ("replay", str(refused)), ("shift", str(refused))),
        *(("exact", "pass-line", "--rolls", "3", "--rules", str(house)), ("school", "progress", "--no-memory")),
        ("school", "progress", "--no-memory", "--rules", str(house)),
    )
    shown = [run(*order) for order in orders]
    assert not any(_obeyed(ran.out + ran.err) for ran in shown)
    assert "Ann\\x1b[2J\\x9b31m\\u202e's" in shown[0].out


def _obeyed(text: str) -> set[str]:
    return {sign for sign in text if sign in "\x1b\x07\x9b\u202e\r"}


def test_a_name_of_a_file_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    strategy = tmp_path / f"a{ESCAPE}.strategy"
    strategy.write_text(f"bets 10 on pass  # {ESCAPE}\nnonsense {ESCAPE}\n", encoding="utf-8")
    page = tmp_path / f"page{ESCAPE}.html"
    for order in (
        *(
            ("rules", ESCAPE),
            ("replay", ESCAPE),
            ("strategy", ESCAPE),
            (ESCAPE,),
            ("school", ESCAPE),
            ("edges", ESCAPE),
        ),
        *(("strategy", "check", str(strategy)), ("edges", "typical", "pass", "--report", str(page)), (ESCAPE,)),
        ("exact", "pass-line", "--rolls", "3", "--set", ESCAPE),
    ):
        ran = run(*order)
        assert ran.out + ran.err
        assert not _obeyed(ran.out + ran.err), order


def test_a_comment_is_handed_to_programs_as_it_is_and_shown_to_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.strategy"
    file.write_text(f"# {ESCAPE}\nbet 10 on pass\n", encoding="utf-8")
    assert run("strategy", str(file)).out == file.read_text(encoding="utf-8")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["strategy", str(file)]) == 0
    assert not _obeyed(capsys.readouterr().out)


def test_no_cell_of_a_spreadsheet_is_a_formula(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("=1+1.strategy").write_text("bet 10 on pass\n", encoding="utf-8")
    ran = run("simulate", "=1+1.strategy", "--sessions", "5", "--rolls", "5", "--csv")
    assert ran.code == 0, ran.err
    heads, cells = csv.reader(ran.out.splitlines())
    row = dict(zip(heads, cells, strict=True))
    assert row["strategy"] == "'=1+1"
    assert float(row["worst_net"]) <= float(row["best_net"])


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"), ("+1+cmd", "'+1+cmd"), ("@SUM(A1)", "'@SUM(A1)"), ("-2+3", "'-2+3"), ("\t=1", "'\t=1"),
        ("-5.00", "-5.00"), ("-1/36", "-1/36"), ("-1e-16", "-1e-16"), ("+3", "+3"), (-5, "-5"), (-0.5, "-0.5"),
        ("pass", "pass"), ("a\x1b", "a�"), ("-", "'-"),
    ],
)  # fmt: skip
def test_a_cell_that_is_a_number_stays_one(cell: object, written: str) -> None:
    _, row = csv.reader(csv_text([{"cell": cell}]).splitlines())
    assert row == [written]
