"""The power fails, many times over; and a house that is less careful is found out."""

import random
from pathlib import Path

import pytest

from tests.nightly.fault_injection import powerloss
from tests.nightly.fault_injection.disk import SECTOR, Disk, Done, Op
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.rows import BY_NAME
from tests.volume import SEED_NUMBER, sample_by_day, scaled


def test_whatever_was_acknowledged_is_on_the_disk_after_many_power_losses(tmp_path: Path) -> None:
    losses = scaled(BY_NAME["powerloss"].short)
    with Tally("powerloss", losses) as tally:
        powerloss.run(tally, Given(SEED_NUMBER, tmp_path))
    assert (tally.tried, tally.wrong) == (losses, 0), tally.report()


@pytest.mark.parametrize("synchronous", sample_by_day(["NORMAL", "OFF"], 1))
def test_a_house_that_syncs_less_is_found_out(
    synchronous: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the record of what went wrong is kept, but not here
    with Tally("powerloss", 20) as tally:
        powerloss.run(tally, Given(1, tmp_path), [powerloss.Way((f"synchronous={synchronous}",))])
    assert tally.wrong > 5, tally.report()
    assert "lost" in tally.first or "was accepted as" in tally.first or "was shown" in tally.first


# --- the disk that is rebuilt


def _disk(*done: Done) -> Disk:
    disk = Disk(random.Random(1))
    for one in (Done(Op.MADE, 1, 0, b"/x/file"), *done):
        disk.step(one)
    return disk


def _write(letter: bytes, sectors: int = 1, offset: int = 0) -> Done:
    return Done(Op.WRITE, 1, offset, letter * SECTOR * sectors)


_SYNCED = Done(Op.SYNC_BEGINS, 1, 0, b""), Done(Op.SYNC_ENDS, 1, 0, b"")
_NAMED = Done(Op.FOLDER_SYNCED, 0, 0, b"")


def _all_found(disk: Disk, tries: int = 200) -> set[bytes]:
    rng = random.Random(2)
    return {content for _ in range(tries) for _, content in disk.found(rng.randrange)}


def test_what_was_synced_is_always_found() -> None:
    assert _all_found(_disk(_write(b"a", 2), *_SYNCED, _NAMED)) == {b"a" * SECTOR * 2}


def test_a_file_whose_folder_was_not_synced_may_be_gone() -> None:
    disk = _disk(_write(b"a"), *_SYNCED)
    assert dict(disk.found(lambda _: 0)) == {}
    assert dict(disk.found(lambda states: states - 1)) == {"file": b"a" * SECTOR}


def test_two_sectors_that_were_not_synced_are_each_found_in_any_state() -> None:
    disk = _disk(_write(b"a", 2), *_SYNCED, _NAMED, _write(b"b", 2), _write(b"c", 2))
    assert _all_found(disk) == {one * SECTOR + two * SECTOR for one in (b"a", b"b", b"c") for two in (b"a", b"b", b"c")}


def test_what_is_written_while_a_sync_lasts_is_not_of_it() -> None:
    begins, ends = _SYNCED
    disk = _disk(_write(b"a"), begins, _write(b"b"), ends, _NAMED)
    assert _all_found(disk) == {b"a" * SECTOR, b"b" * SECTOR}


def test_a_later_sync_does_not_bring_what_one_that_failed_left_out() -> None:
    lost = set()
    for seed in range(20):
        disk = Disk(random.Random(seed))
        failed = Done(Op.SYNC_FAILS, 1, 0, b"")
        for one in (Done(Op.MADE, 1, 0, b"/x/file"), _write(b"a"), *_SYNCED, _NAMED, _write(b"b"), failed, *_SYNCED):
            disk.step(one)
        lost |= _all_found(disk, 1)
    assert lost == {b"a" * SECTOR, b"b" * SECTOR}
