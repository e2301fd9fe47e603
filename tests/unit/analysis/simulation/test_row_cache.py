"""Rows that are kept on disk save the tracing and change nothing; if they are harmed, they are traced again."""

import os
import pickle
from hashlib import sha256
from pathlib import Path

import pytest

from sevenout.analysis.simulation.engines import row_cache
from sevenout.analysis.simulation.engines.traced_rows import TracedStrategy
from sevenout.analysis.simulation.results import Result
from sevenout.analysis.simulation.run import simulate
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.engine.game import Game
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd
from tests.unit.analysis.simulation.test_run import counts

GAME = Game.open("typical")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with nothing in it; all rows are worth keeping."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sevenout.analysis.simulation.engines.traced_rows._WORTH_KEEPING", 0.0)
    return tmp_path / "sevenout" / "rows"


def played(sessions: int = 300) -> Result:
    return simulate(GAME, "three-point-molly", sessions, 60, 200_00)


def traced(bankroll: int = 200_00) -> TracedStrategy:
    molly = open_strategy("three-point-molly", GAME)
    return TracedStrategy(SessionSpec.of(GAME, molly, bankroll, SessionEnd(rolls=60), 1), budget=5_000)


def test_the_next_simulation_begins_where_the_last_ended(kept: Path) -> None:
    first = played()
    (file,) = kept.iterdir()
    assert traced().rows.filled_count > 500
    assert traced(300_00).rows.filled_count == 0  # another bankroll, another strategy, another house: other rows
    again = played()
    assert (counts(again), again.refused) == (counts(first), first.refused)
    more = played(2_000)  # and goes on from there
    assert counts(more) == counts(simulate(GAME, "three-point-molly", 2_000, 60, 200_00, engine="arrays"))
    assert list(kept.iterdir()) == [file]
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("harm", ["cut", "altered", "emptied", "another's"])
def test_what_is_no_longer_whole_is_traced_again(kept: Path, harm: str) -> None:
    first = played()
    (file,) = kept.iterdir()
    raw = file.read_bytes()
    middle = len(raw) // 2
    harmed = {
        "cut": raw[:middle],
        "altered": raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :],
        "emptied": b"",
        "another's": b"%PDF-1.4\n" + raw,
    }
    file.write_bytes(harmed[harm])
    assert traced().rows.filled_count == 0
    assert counts(played()) == counts(first)
    assert file.read_bytes() != harmed[harm]


class _Harm:
    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, ("harmed",)


def test_a_file_that_would_run_something_runs_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    (file,) = kept.iterdir()
    packed = pickle.dumps(_Harm())
    file.write_bytes(row_cache._HEAD + sha256(packed).digest() + packed)
    monkeypatch.chdir(kept)
    assert row_cache.fetch(file) is None
    assert not Path("harmed").exists()


def test_where_nothing_can_be_kept_all_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("sevenout.analysis.simulation.engines.traced_rows._WORTH_KEEPING", 0.0)
    assert played().sessions == 300


def test_those_used_last_are_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "MOST_FILES", 2)
    kept.mkdir(parents=True)
    for age, name in enumerate(("new", "old", "older")):
        (kept / f"{name}.rows").touch()
        os.utime(kept / f"{name}.rows", (10_000 - age, 10_000 - age))
    (kept / "half.part").touch()  # of somebody who was killed while writing
    os.utime(kept / "half.part", (9_000, 9_000))
    row_cache.put(kept / "newest.rows", ())
    assert {file.stem for file in kept.iterdir()} == {"newest", "new"}


def test_a_function_has_no_file(kept: Path) -> None:
    simulate(GAME, lambda view: view if view.layout else view.bet("pass", 10_00), 50, 60, 200_00)
    assert not kept.exists()


def test_a_file_that_was_taken_away_meanwhile_stays_away(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    file.unlink()
    monkeypatch.setattr(Path, "read_bytes", lambda _: whole)
    assert row_cache.fetch(file)
    assert not file.exists()
