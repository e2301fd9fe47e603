"""The tutorials, followed to the letter: files written as they stand there, commands run, promises held."""

import io
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from sevenout.cli.main import main
from tests.docs.test_documents import ROOT, blocks

TUTORIALS = ROOT / "docs" / "tutorial"


def printed(line: str, code: int = 0) -> str:
    """All that a command of a page prints."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as complaint:
        assert main(shlex.split(line, comments=True)[1:]) == code, complaint.getvalue()
    return out.getvalue() + complaint.getvalue()


def test_a_first_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = TUTORIALS / "first-table.md"
    monkeypatch.chdir(tmp_path)
    (game,), (command,), (promised,), (code,) = (blocks(page, kind) for kind in ("craps", "sh", "text", "python"))
    Path("night.craps").write_text(game, encoding="utf-8")
    rack = promised.strip()
    assert rack in printed(command)
    with redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "first-table.md", "exec"), {})
    answer, cents = out.getvalue().splitlines()
    assert answer == "above-maximum Max Bets 3"
    assert int(cents) == round(float(rack) * 100)
    line = "Ann bets 700 on place-8"
    assert f"`{line}`" in page.read_text(encoding="utf-8")
    Path("night.craps").write_text(game.replace("roll 3 3", f"{line}\nroll 3 3"), encoding="utf-8")
    assert "at most 600.00 [Max Bets 3]" in printed(command, code=1)


def test_a_first_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = TUTORIALS / "first-rulebook.md"
    monkeypatch.chdir(tmp_path)
    (book,), (commands,) = blocks(page, "toml"), blocks(page, "sh")
    Path("my-house.toml").write_text(book, encoding="utf-8")
    checked, field, compared, notice = (printed(line) for line in commands.splitlines())
    assert "every roll has its row" in checked
    assert "1/36" in field
    assert "Sign 1" in compared
    assert "My House" in notice


def test_a_first_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = TUTORIALS / "first-strategy.md"
    monkeypatch.chdir(tmp_path)
    (strategy,), (commands,), (promised,) = (blocks(page, kind) for kind in ("strategy", "sh", "text"))
    Path("my.strategy").write_text(strategy, encoding="utf-8")
    checked, explained, exact, simulated = (printed(line) for line in commands.splitlines())
    assert "nothing to remark" in checked
    assert "Before a come-out roll, bet 1 unit on pass" in explained
    assert all(figure in exact for figure in promised.splitlines())
    assert "20,000 sessions, 60 rolls" in simulated
