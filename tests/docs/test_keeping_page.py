"""What the page about keeping and checking a house shows, runs as it shows it."""

import json
import shlex
from pathlib import Path

import msgspec
import pytest

from sevenout.server.fairness.checkpoints import Checkpoint
from tests.docs.test_documents import ROOT, blocks
from tests.server.serving import serving
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "operate" / "backup-and-verify.md"


def test_every_command_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with serving("house.db", tmp_path) as house:
        house.table(house.guest("Ann"), rules="typical")
        assert house.stop() == 0
    for name in ("keys", "checkpoints"):
        (tmp_path / f"house.{name}").rename(tmp_path / f"house.db.{name}")
    (block,) = blocks(PAGE, "sh")
    said = ""
    for line in block.splitlines():
        _, *words = shlex.split(line.replace("KEY", said.strip()), comments=True)
        ran = run(*words)
        assert (ran.code, ran.err) == (0, "")
        said = ran.out
    assert "all sound" in said


def test_the_forms_are_those_that_are_printed() -> None:
    verdict, line = blocks(PAGE, "json")
    (shown,) = json.loads(verdict)["tables"]
    assert list(shown) == ["table", "sound", "fault"]
    assert msgspec.json.decode(line, type=Checkpoint).entries == 128
