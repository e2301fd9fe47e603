"""What the tests of the command line share."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli.seat import opened


@pytest.fixture(autouse=True, scope="module")
def _opened_once() -> Iterator[None]:
    """Every shipped book is compiled once only."""
    with (
        patch("sevenout.cli.play.open_book", opened),
        patch("sevenout.cli.rules.open_book", opened),
        patch("sevenout.replay.open_book", opened),
    ):
        yield


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one's own to save games in."""
    monkeypatch.chdir(tmp_path)
