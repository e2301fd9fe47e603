"""What the page about a house as its guests see it shows, runs as it shows it."""

import doctest
import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from sevenout.cli.main import main
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.layout_drawing import layout_svg
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import replay

PAGE = ROOT / "docs" / "play" / "notice-layout-glossary.md"


def test_the_examples_of_the_page_say_what_they_print() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted > 10) == (0, True)


def test_every_command_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (block,) = blocks(PAGE, "sh")
    commands = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert len(commands) == 10
    for command in commands:
        with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()):
            assert main(command[1:]) == 0
        assert printed.getvalue() or "--svg" in command
    assert (tmp_path / "notice.html").exists()
    assert (tmp_path / "felt.svg").exists()


def test_the_steps_are_those_of_the_game_above_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    (game,), (shown,) = blocks(PAGE, "craps"), blocks(PAGE, "text")
    told = [line for line in replay(game, "--steps").out.splitlines() if re.match(r" +\d+  [A-Za-z]+ ?[a-z]+  ", line)]
    assert told == shown.splitlines()


def test_the_picture_is_the_layout_as_it_is_drawn() -> None:
    picture = (ROOT / "docs" / "pictures" / "layout-catfish-bend.svg").read_text(encoding="utf-8")
    assert picture == layout_svg(Game.open("catfish-bend"))
