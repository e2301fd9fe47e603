"""What the page on dice shows runs, reads and prints what it says."""

import io
import re
import shlex
from contextlib import redirect_stdout

import pytest

from sevenout.analysis.dice.dice_file import parse_dice
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "reference" / "dice.md"


@pytest.mark.parametrize("command", blocks(PAGE, "sh")[0].splitlines())
def test_every_command_runs(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    name, *words = shlex.split(command, comments=True)
    ran = run(*words)
    assert (name, ran.code) == ("sevenout", 0), ran.err
    assert ran.out


@pytest.mark.parametrize("text", blocks(PAGE, "toml"))
def test_every_dice_file_is_one(text: str) -> None:
    assert not parse_dice(text).is_fair


def test_the_python_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = blocks(PAGE, "python")
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "dice.md", "exec"), {})
    promised = [line.split("  # ", 1)[1] for line in code.splitlines() if line.startswith("print(")]
    for promise, said in zip(promised, printed.getvalue().splitlines(), strict=True):
        assert re.fullmatch(re.escape(promise).replace("…", ".*"), said), (promise, said)
