"""The memory: five boxes, time as an argument, and a file that is whole or not at all and never thrown away."""

import json
import os
import socket
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from sevenout.base.errors import BadInput
from sevenout.school.learners.memory import (
    INTERVALS,
    KNOWN,
    Key,
    LearnerMemory,
    MemoryCard,
    load,
    save,
    update,
    usual_file,
)

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
DAY = timedelta(days=1)
PLACE, HARD, HORN = (Key("catfish-bend", "pay", 1, card) for card in ("place 7:6", "hard 9:1", "horn"))


def answered(card: MemoryCard, *, right: bool = True, seconds: float = 5, now: datetime | None = None) -> MemoryCard:
    return card.apply_answer(right=right, seconds=seconds, limit=10, now=card.due if now is None else now)


def new(now: datetime = NOON) -> MemoryCard:
    return answered(MemoryCard(), now=now)


# --- boxes


def test_a_card_climbs_one_box_each_time_it_is_due_and_right_in_time() -> None:
    card, boxes, rests = new(), [], []
    for _ in range(6):
        boxes.append(card.box)
        rests.append(card.due)
        card = answered(card)
    assert boxes == [2, 3, 4, 5, 5, 5]
    assert [later - before for before, later in pairwise(rests)] == [
        *INTERVALS[2:],
        INTERVALS[4],
        INTERVALS[4],
    ]


def test_wrong_goes_back_to_the_first_box_and_comes_again_at_once() -> None:
    card = answered(answered(answered(new())))
    assert card.box == 5
    wrong = answered(card, right=False)
    assert (wrong.box, wrong.due) == (1, card.due)


def test_right_but_slow_stays_in_its_box() -> None:
    card = answered(new())
    slow = answered(card, seconds=10.5)
    assert (card.box, slow.box) == (3, 3)
    assert slow.due == card.due + INTERVALS[2]


@pytest.mark.parametrize("right", [True, False])
def test_extra_practice_neither_raises_nor_lowers_a_card_but_is_counted(right: bool) -> None:
    card = answered(new())
    early = answered(card, right=right, now=NOON)
    assert (card.box, early.box, early.due) == (3, 3, card.due)
    assert (early.asked - card.asked, early.right - card.right) == (1, int(right))


def test_known_is_right_in_time_and_again_hours_later() -> None:
    card = new()
    for _ in range(20):
        card = answered(card, now=NOON)  # cramming does not help
    assert card.box < KNOWN
    assert answered(card, now=NOON + DAY).box == KNOWN


def test_answers_errors_and_the_last_seconds_are_kept() -> None:
    card = MemoryCard()
    for number in range(20):
        card = answered(card, right=number % 4 != 0, seconds=number, now=NOON)
    assert (card.asked, card.right) == (20, 15)
    assert card.seconds == tuple(float(number) for number in range(8, 20))


# --- which comes next


def test_due_cards_come_first_from_the_lowest_box_then_new_ones_then_those_due_soonest() -> None:
    memory, rng = LearnerMemory(), Random(1)
    keys = (PLACE, HARD, HORN)
    assert memory.next(keys, NOON, rng) in keys
    memory = memory.apply_answer(PLACE, right=True, seconds=5, limit=10, now=NOON)
    memory = memory.apply_answer(HARD, right=False, seconds=5, limit=10, now=NOON)
    assert memory.next(keys, NOON, rng) == HARD  # due
    assert memory.next(keys, NOON, rng, but="hard 9:1") == HORN  # new
    memory = memory.apply_answer(HORN, right=True, seconds=5, limit=10, now=NOON + timedelta(hours=1))
    assert memory.next(keys, NOON, rng, but="hard 9:1") == PLACE  # resting, due first
    assert memory.next(keys, NOON + DAY, rng) == HARD  # all are due: the lowest box
    assert memory.next((HARD,), NOON, rng, but="hard 9:1") == HARD  # there is no other


def test_how_cards_stand_together() -> None:
    memory = LearnerMemory()
    for hours, key, right in ((0, PLACE, True), (9, PLACE, True), (0, HARD, False)):
        now = NOON + timedelta(hours=hours)
        memory = memory.apply_answer(key, right=right, seconds=4 + hours, limit=20, now=now)
    standing = memory.stats_of((PLACE, HARD, HORN), NOON + timedelta(hours=9))
    assert (standing.cards, standing.known, standing.due) == (3, 1, 1)
    assert (standing.asked, standing.right, standing.wrong, standing.seconds) == (3, 2, 1, 4)
    assert not standing.is_learned
    assert memory.stats_of((PLACE,), NOON).is_learned
    assert LearnerMemory().stats_of((), NOON).seconds is None


# --- the file


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "er" / "school.json"
    memory = (
        LearnerMemory().apply_answer(PLACE, right=True, seconds=5.25, limit=10, now=NOON).with_exam({"exam": "base"})
    )
    save(file, memory)
    assert load(file) == (memory, "")
    assert [path.name for path in file.parent.iterdir()] == ["school.json"]


def test_no_file_is_an_empty_memory(tmp_path: Path) -> None:
    assert load(tmp_path / "school.json") == (LearnerMemory(), "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'"hello"',
        b'{"format": 1, "cards": {"x": {"box": 9}}}',
        b'{"format": 1, "cards": {"x": {"box": 0}}}',
        b'{"format": 1, "cards": {"x": {"due": "2026-01-01T00:00:00"}}}',
        b'{"format": 1, "cards": {"x": 5}}',
        b'{"format": 1, "what": 2}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_no_memory_is_kept_aside_and_said(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "school.json"
    for number in (1, 2):
        file.write_bytes(text)
        memory, message = load(file)
        aside = tmp_path / f"school.json.unreadable-{number}"
        assert memory == LearnerMemory()
        assert str(file) in message
        assert f"It is kept as {aside}, and a new one is begun." in message
        assert aside.read_bytes() == text
        assert not file.exists()


def test_a_memory_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "school.json"
    file.write_text('{"format": 2, "boxes": []}')
    with pytest.raises(BadInput, match="later version"):
        load(file)
    assert file.read_text() == '{"format": 2, "boxes": []}'


def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "school.json"
    save(file, LearnerMemory())
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        save(file, LearnerMemory().with_exam({"exam": "base"}))
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["school.json"]


@pytest.mark.parametrize("name", ["no\0name", "x" * 300])
def test_a_name_that_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput):
        load(tmp_path / name)
    with pytest.raises(BadInput):
        save(tmp_path / name, LearnerMemory())


def test_what_is_no_regular_file_is_refused_and_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    device, link = Path("device"), Path("link")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(device))
    link.symlink_to("nowhere")
    for file in (device, link):
        with pytest.raises(BadInput, match="To remember nothing: --no-memory"):
            load(file)
        with pytest.raises(BadInput, match="To remember nothing: --no-memory"):
            update(file, lambda memory: memory.with_exam({}), LearnerMemory())
    assert device.is_socket()
    assert link.is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


def test_two_schools_on_one_memory_lose_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "school.json"
    order = (
        "import sys; from pathlib import Path; from sevenout.school.learners.memory import LearnerMemory, update\n"
        "for number in range(60):\n"
        "    update(Path(sys.argv[1]), lambda memory: memory.with_exam({'exam': number}), LearnerMemory())"
    )
    both = [subprocess.Popen((sys.executable, "-c", order, str(file))) for _ in range(2)]
    assert [each.wait() for each in both] == [0, 0]
    assert len(load(file).memory.exams) == 120


def test_a_memory_that_is_gone_begins_with_what_was_last_known(tmp_path: Path) -> None:
    last = LearnerMemory().with_exam({"exam": "base"})
    updated = update(tmp_path / "deep" / "school.json", lambda memory: memory.with_exam({"exam": "box"}), last)
    assert [exam["exam"] for exam in updated.memory.exams] == ["base", "box"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Is a directory"):
        load(tmp_path)


def test_the_file_is_plain_json_that_a_person_can_mend(tmp_path: Path) -> None:
    file = tmp_path / "school.json"
    save(file, LearnerMemory().apply_answer(PLACE, right=True, seconds=5, limit=10, now=NOON))
    assert json.loads(file.read_text()) == {
        "format": 1,
        "cards": {
            "catfish-bend/pay/1/place 7:6": {
                "box": 2,
                "due": "2026-11-15T20:00:00Z",
                "asked": 1,
                "right": 1,
                "seconds": [5.0],
            }
        },
        "exams": [],
    }
    assert stat.S_ISREG(file.stat().st_mode)


def test_it_lies_in_the_state_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert usual_file() == Path("/somewhere/sevenout/school.json")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert usual_file() == Path("/home/ann/.local/state/sevenout/school.json")
