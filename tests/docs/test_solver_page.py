"""What the page on the solver shows runs."""

import contextlib
import io
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.strategy.library import open_strategy
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "design" / "solver.md"


def test_the_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (orders,) = blocks(PAGE, "sh")
    for order in orders.splitlines():
        program, *words = shlex.split(order, comments=True)
        if program == "sevenout":
            ran = run(*words)
            assert ran.code == 0, ran.err
        else:
            flag, file, *rest = words
            stand_alone = [sys.executable, flag, str(ROOT / file), *rest]
            assert subprocess.run(stand_alone, check=False, capture_output=True).returncode == 0


def test_the_example_in_python_runs_and_both_chances_are_the_same() -> None:
    (code,) = blocks(PAGE, "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), {})
    by_exact, by_solver = map(float, printed.getvalue().splitlines()[-1].split())
    assert by_exact == pytest.approx(by_solver, abs=1e-9)


def test_the_policy_file_of_the_page_can_be_played_at_its_house() -> None:
    (text,) = blocks(PAGE, "policy")
    assert len(open_strategy(text, "typical").script.file.policy.moves) == 3  # type: ignore[union-attr]


def test_best_answers_as_the_page_shows() -> None:
    (shown,) = blocks(PAGE, "console")
    order, _, answer = shown.partition("\n")
    ran = run(*shlex.split(order.removeprefix("$ sevenout ")))
    assert [line.rstrip() for line in ran.out.rstrip().splitlines()] == answer.rstrip().splitlines()
