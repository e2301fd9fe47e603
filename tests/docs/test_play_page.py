"""The tours of the page about the table run as they are written."""

import re
import shlex
from pathlib import Path

import pytest

from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "play" / "terminal.md"
_ASKED = re.compile(r"Ann, [^>]*> ?(.*)|Save the game\?[^:]*: ?(.*)")


@pytest.mark.parametrize("tour", blocks(PAGE, "console"), ids=("first", "coach", "orders"))
def test_a_tour_runs_as_it_is_written(tour: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command, *lines = tour.splitlines()
    typed = [found[1] or found[2] or "" for line in lines if (found := _ASKED.fullmatch(line))]
    assert len(typed) > 8
    ran = run(*shlex.split(command)[2:], stdin="".join(f"{line}\n" for line in typed).encode())
    assert ran.code == 0
    assert [line.rstrip() for line in ran.out.splitlines()] == lines
