"""Where the output goes: a disk that is full is said in one line, and a reader who leaves early is no fault."""

import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.exact import session
from sevenout.cli.main import main

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
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "distribution", interrupted)
    assert main(["exact", "pass-line"]) == 130
    assert capsys.readouterr() == ("", "sevenout: interrupted\n")
