"""What the tests of the command line share."""

from pathlib import Path

import pytest


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one's own to save games in."""
    monkeypatch.chdir(tmp_path)
