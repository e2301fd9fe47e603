"""A damaged write-ahead log is found before SQLite passes over it; one that a crash cut short is not called damaged."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sevenout.server.store.backup import readable
from sevenout.server.store.wal import wal_damage
from tests.server.serving import serving
from tests.unit.cli.command import run

FRAME = 24 + 4096
COMMITS = 6


@pytest.fixture
def killed(tmp_path: Path) -> tuple[Path, bytes]:
    """A store that was not closed: six commits are in its write-ahead log alone; and that log."""
    live, path = tmp_path / "live.db", tmp_path / "house.db"
    with closing(sqlite3.connect(live, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE t(n INTEGER PRIMARY KEY, words TEXT)")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for n in range(COMMITS):
            db.execute("INSERT INTO t VALUES(?, ?)", (n, "words"))
        path.write_bytes(live.read_bytes())
        wal = (tmp_path / "live.db-wal").read_bytes()
    (tmp_path / "house.db-wal").write_bytes(wal)
    return path, wal


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT count(*) FROM t").fetchone()[0])


def flipped(wal: bytes, at: int) -> bytes:
    return wal[:at] + bytes([wal[at] ^ 1]) + wal[at + 1 :]


@pytest.mark.parametrize("frame", range(COMMITS))
@pytest.mark.parametrize("byte", [16, 24, 2000, FRAME - 1])
def test_a_flipped_byte_loses_commits_and_is_found_where_it_cannot_be_a_crash(
    killed: tuple[Path, bytes], frame: int, byte: int
) -> None:
    path, wal = killed
    assert len(wal) == 32 + COMMITS * FRAME
    path.with_name("house.db-wal").write_bytes(flipped(wal, 32 + frame * FRAME + byte))
    found = wal_damage(path)
    if frame < COMMITS - 1:
        assert found.endswith(
            f"damaged at page {frame + 1}: {COMMITS - frame} commits from there on, which were acknowledged, "
            "cannot be read"
        )
        with pytest.raises(Exception, match="damaged at page"), readable(path):
            """Nothing is read of it."""
    else:
        assert found == "", "the last commit may not have been synced when the power failed"
    assert rows(path) == frame, "SQLite itself says nothing"


@pytest.mark.parametrize("length", [0, 10, 32, 33, 32 + FRAME, 32 + 3 * FRAME + 100, 32 + COMMITS * FRAME])
def test_a_log_that_was_cut_is_not_damaged(killed: tuple[Path, bytes], length: int) -> None:
    path, wal = killed
    path.with_name("house.db-wal").write_bytes(wal[:length])
    assert wal_damage(path) == ""


def test_frames_of_what_was_taken_back_are_not_damage(killed: tuple[Path, bytes]) -> None:
    path, wal = killed
    # a commit that failed left a page behind the last good one: it goes on from nothing that is there
    left = wal[32 + 2 * FRAME : 32 + 3 * FRAME]
    path.with_name("house.db-wal").write_bytes(wal[: 32 + 2 * FRAME] + wal[32 + 4 * FRAME : 32 + 5 * FRAME] + left)
    assert wal_damage(path) == ""


def test_a_house_does_not_open_on_a_damaged_log_unless_that_is_accepted(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    with serving(str(db), tmp_path) as house:
        ann = house.guest("Ann")
        client = house.connect(house.table(ann, rules="typical"), ann)
        client.say("k0", "sits 500")
        for n in range(5):
            client.say(f"k{n + 1}", "bets 5 on field")
        house.kill()
    wal = db.with_name("house.db-wal")
    db.with_name("house.db-shm").unlink()
    raw = wal.read_bytes()
    wal.write_bytes(flipped(raw, 32 + 2 * FRAME + 100))
    keys = ("--keys", str(tmp_path / "house.keys"))
    for words in (("verify", str(db)), ("serve", "--check", "--db", str(db), *keys)):
        ran = run(*words)
        assert ran.code != 0
        assert "house.db-wal is damaged at page 3" in ran.err
    refused = run("serve", "--no-browser", "--port", "0", "--db", str(db), *keys)
    assert (refused.code, "serve --accept wal" in refused.err) == (2, True)
    assert wal.read_bytes() != raw
    assert wal_damage(db) != "", "nothing was thrown away"
    with serving(str(db), tmp_path, "--accept", "wal", "--accept", "checkpoints"):
        """It opens, without what cannot be read."""
