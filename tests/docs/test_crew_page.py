"""What the page about the crew shows runs as it shows it."""

import doctest
import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from sevenout.cli.main import main
from tests.docs.test_documents import ROOT, blocks

PAGE = ROOT / "docs" / "reference" / "crew.md"


def test_the_examples_of_the_page_say_what_they_print() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted > 40) == (0, True)


def test_every_code_of_the_crews_refusals_is_listed() -> None:
    modules = sorted((ROOT / "src" / "sevenout" / "crew").rglob("*.py"))
    codes = {code for module in modules for code in re.findall(r'Refusal\(\s*"([a-z-]+)"', module.read_text("utf-8"))}
    listed = "".join(
        (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8") for page in ("crew.md", "notation.md")
    )
    assert len(codes) > 50
    assert sorted(code for code in codes if f"`{code}`" not in listed) == []


def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    commands = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]
    assert len(commands) == 5
    for command in commands:
        with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()):
            assert main(shlex.split(command, comments=True)[1:]) == 0
        assert printed.getvalue()
    assert (tmp_path / "shift.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
