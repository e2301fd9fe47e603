"""What a house writes beside its store is on the disk, content and name, before anybody relies on it."""

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sevenout.base.files import write_whole
from sevenout.server.fairness.checkpoints import Checkpoints, checkpoint
from sevenout.server.fairness.keys import new_keys, open_keys
from sevenout.server.store.backup import backup
from sevenout.server.store.sqlite import SqliteStore
from sevenout.table.log.hash_chain import End


def add_checkpoint(file: Path) -> None:
    made = checkpoint(new_keys(), "t-1", End(1, "00"), datetime(2026, 3, 2, tzinfo=UTC))
    Checkpoints(file).add([made])


def make_keys(file: Path) -> None:
    open_keys(file)


def write_page(file: Path) -> None:
    write_whole(file, "a page\n")


def copy_store(file: Path) -> None:
    async def make() -> None:
        await SqliteStore(file.with_name("house.db")).close()

    asyncio.run(make())
    backup(str(file.with_name("house.db")), file)


@pytest.mark.parametrize(
    ("write", "named"),
    [(add_checkpoint, False), (make_keys, True), (write_page, True), (copy_store, True)],
)
def test_all_of_a_file_is_synced_once_it_is_written_and_so_is_a_new_name(
    write: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, named: bool
) -> None:
    synced: list[tuple[int, int]] = []
    usual = os.fsync

    def fsync(handle: int) -> None:
        kept = os.fstat(handle)
        synced.append((kept.st_ino, kept.st_size))
        usual(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    file = tmp_path / "written"
    write(file)
    content, folder = file.stat(), tmp_path.stat().st_ino
    assert (content.st_ino, content.st_size) in synced
    assert not named or synced[-1][0] == folder
