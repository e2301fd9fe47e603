"""What the page about talking says comes to what it shows."""

import re
import shlex
from pathlib import Path

import pytest

from sevenout.player.saved_seat import saved_in
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run
from tests.unit.player.talk.sayings import got, read_sayings

PAGE = ROOT / "docs" / "play" / "spoken-commands.md"
LISTS = re.findall(r"```sayings (\S+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("house", "text"), LISTS, ids=[house for house, _ in LISTS])
def test_every_saying_of_the_page_comes_to_what_it_shows(house: str, text: str) -> None:
    every = list(read_sayings(house, text))
    assert len(every) >= 4
    assert {saying.line: got(saying) for saying in every} == {saying.line: saying.wanted for saying in every}


def test_the_conversation_goes_as_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(PAGE, "console")
    command, *shown = block.splitlines()
    typed = [line.partition("> ")[2] for line in shown if "> " in line]
    ran = run(*shlex.split(command)[2:], stdin="\n".join([*typed, ""]).encode())
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if line in shown] == shown


def test_the_python_of_the_page_runs() -> None:
    (code,) = blocks(PAGE, "python")
    exec(compile(code, str(PAGE), "exec"), {})


def test_the_comment_of_the_page_is_read_back() -> None:
    (line,) = re.findall(r"`(# Ann remembers .*?)`", PAGE.read_text(encoding="utf-8"))
    kept = saved_in([line]).seats["Ann"]
    assert (kept.orders, kept.autopilot) == (("keep odds at max",), "martingale")
