"""Files that are no rulebook, and rulebooks that extend others: one clear line each, or the fault where it stands."""

import sys
import tracemalloc
from pathlib import Path

import pytest

from sevenout.base.errors import BadInput, BadRulebook, Fault, SevenoutError
from sevenout.reports.records.reference_records import faults_record
from sevenout.rulebook.compiler.book_compiler import check_book, open_book
from sevenout.rulebook.source import read_book
from tests.unit.rulebook.bad_books.house import SOUND, line_of, rewritten


def check_file(path: Path) -> tuple[Fault, ...]:
    """The faults of a file, found while reading it or after."""
    try:
        return check_book(read_book(str(path)))[1]
    except BadRulebook as error:
        return error.faults


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return tmp_path / "house.toml"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"#" * 10_000_000, "10,000,000 bytes is too large for a rulebook"),
        (bytes(range(256)), "not a text file"),
        (b"format = 1\0\n", "not a text file (it holds a NUL byte)"),
        ("naïve".encode("latin-1"), "not a text file"),
        (SOUND.encode("utf-16"), "not a text file"),
        (b"x = " + b"[\n" * 5000 + b"]\n" * 5000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_rulebook_is_one_clear_line(house: Path, content: bytes, said: str) -> None:
    house.write_bytes(content)
    with pytest.raises(BadInput) as error:
        open_book(str(house))
    assert said in str(error.value)
    assert "house.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_directory(house: Path) -> None:
    with pytest.raises(BadInput, match=r"house\.toml: No such file"):
        open_book(str(house))
    house.mkdir()
    with pytest.raises(BadInput, match=r"house\.toml: Is a directory"):
        open_book(str(house))


def test_an_unknown_book_is_named_with_the_nearest() -> None:
    with pytest.raises(BadInput, match=r"there is no rulebook 'tipical'\. Did you mean 'typical'\?"):
        open_book("tipical")


@pytest.mark.parametrize("name", ["a" * 300 + ".toml", "a\0b.toml", "a/" * 3000 + ".toml", ".toml"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(SevenoutError):
        open_book(name)
    with pytest.raises(SevenoutError):
        open_book(name, beside=tmp_path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("format = 1\nname = sound\n", 2),
        ('format = 1\nname = "sound\n', 2),
        ("format = 1\n[wagers.pass\n", 2),
        ("format = 1\n\n[wagers.pass]\nwin = {\n  roll = [7] }\n", 4),
        ("format = 1\nformat = 1\n", 2),
        ("format = 1\n[puck]\n[puck]\n", 3),
        ("format = 1\nwin = [7, 11\n", 3),
        ("format = 1\nwin = " + "[" * 5000 + "]" * 5000 + "\n", 2),
        ("format = 1\nrate = 5%\n", 2),
        ("format = 1\nsince = 2024-13-45\n", 2),
        ("format = 1\n[table]\nminimum = " + "9" * 5000 + "\n", 3),
        ("format = 1\n[table]\nminimum = 1e99999999999999999999\n\n", 3),
    ],
)
def test_not_toml_says_the_line(house: Path, text: str, line: int) -> None:
    house.write_text(text)
    (fault,) = check_file(house)
    assert fault.line == line, fault
    assert fault.remedy


@pytest.mark.parametrize("written", ["nan", "inf", "-inf", "1e13"])
def test_a_number_that_is_no_amount_has_its_line(house: Path, written: str) -> None:
    text = rewritten("table", "minimum", f"minimum = {written}")
    house.write_text(text)
    assert [fault.line for fault in check_file(house)] == [line_of(text, "minimum")]


# --- extends


def test_a_book_that_extends_a_missing_one(house: Path) -> None:
    house.write_text('format = 1\nname = "mine"\nextends = "typicl"\n')
    (fault,) = check_file(house)
    assert (fault.line, fault.where) == (3, "extends")
    assert "Did you mean 'typical'?" in fault.message
    house.write_text('format = 1\nname = "mine"\nextends = "nowhere.toml"\n')
    (fault,) = check_file(house)
    assert (fault.line, fault.where) == (3, "extends")
    assert "No such file" in fault.message


def test_a_book_that_extends_itself(house: Path) -> None:
    house.write_text('format = 1\n\nextends = "house.toml"\n')
    (fault,) = check_file(house)
    assert (fault.line, fault.message) == (3, "the files extend each other in a circle")


def test_two_books_that_extend_each_other(tmp_path: Path, house: Path) -> None:
    house.write_text('format = 1\nextends = "other.toml"\n')
    (tmp_path / "other.toml").write_text('format = 1\n\n\n\nextends = "house.toml"\n')
    (fault,) = check_file(house)
    assert "circle" in fault.message
    assert fault.line == 2


@pytest.mark.parametrize("written", ['"\\u0000.toml"', '""', '"a/b"', f'"{"a" * 300}.toml"', "5", "true", "[]"])
def test_extends_that_names_no_file(house: Path, written: str) -> None:
    house.write_text(f"{SOUND.replace('name ', f'extends = {written}{chr(10)}name ', 1)}")
    found = check_file(house)
    assert [fault.where for fault in found] == ["extends"], found
    assert found[0].line == 2


def test_a_fault_of_the_file_below_is_not_blamed_on_a_line_of_this_one(tmp_path: Path, house: Path) -> None:
    (tmp_path / "base.toml").write_text(rewritten("wagers.field", "pays", 'pays = "9 to 5"'))
    house.write_text('format = 1\nname = "mine"\nextends = "base.toml"\n')
    found = check_file(house)
    assert found
    assert all(fault.line == 0 for fault in found), found


def test_a_fault_of_this_file_over_a_sound_one_has_its_line(house: Path) -> None:
    text = (
        'format = 1\nname = "mine"\nextends = "typical"\n\n[wagers.place-n]\nmaximum = -5\n\n[wagers.filed]\nmade = 1\n'
    )
    house.write_text(text)
    found = check_file(house)
    assert (line_of(text, "maximum"), "wagers.place-n.maximum") in [(fault.line, fault.where) for fault in found]
    assert (line_of(text, "made"), "wagers.filed.made") in [(fault.line, fault.where) for fault in found]


def test_not_offering_a_wager_that_is_not_there(house: Path) -> None:
    text = 'format = 1\nname = "mine"\nextends = "typical"\n\n[wagers.big-9]\noffered = false\n'
    house.write_text(text)
    assert [fault.line for fault in check_file(house)] in ([5], [6])


def test_a_syntax_error_of_the_file_below_is_told_under_its_name_and_line(tmp_path: Path, house: Path) -> None:
    (tmp_path / "base.toml").write_text('format = 1\nextends = "ground.toml"\n')
    (tmp_path / "ground.toml").write_text("format = 1\n\n\n[wagers.pass\n")
    house.write_text('format = 1\nname = "mine"\nextends = "base.toml"\n')
    (fault,) = check_file(house)
    assert (fault.file, fault.line, fault.where) == ("ground.toml", 4, "TOML")
    assert str(fault).startswith("ground.toml, line 4: TOML: Expected ']'")
    assert faults_record(str(house), [fault])["faults"][0]["file"] == "ground.toml"
    (own,) = check_file(tmp_path / "ground.toml")
    assert (own.file, own.line) == ("", 4)


def test_what_the_file_below_extends_is_told_under_its_name_and_line(tmp_path: Path, house: Path) -> None:
    (tmp_path / "base.toml").write_text('format = 1\n\nextends = "nowhere.toml"\n')
    house.write_text('format = 1\nname = "mine"\nextends = "base.toml"\n')
    (fault,) = check_file(house)
    assert (fault.file, fault.line, fault.where) == ("base.toml", 3, "extends")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such devices")
def test_a_device_without_an_end_is_read_as_far_as_a_rulebook_may_go() -> None:
    with pytest.raises(BadInput, match=r"/dev/zero: more than 1,000,000 bytes is too large for a rulebook"):
        open_book("/dev/zero")


# --- how much work a book may be

_GATHERING = """
[wagers.many-{number}]
made    = "new shooter"
lose    = [7]
collect = {{ roll = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12], pays = {{ 10 = "100:1" }} }}
"""


def test_the_states_of_a_book_are_counted_before_they_are_made(house: Path) -> None:
    """Four hundred wagers in 45 KB have 409,600 states: made, they fill 1.4 GB."""
    house.write_text(SOUND + "".join(_GATHERING.format(number=number) for number in range(400)))
    tracemalloc.start()
    try:
        (fault,) = check_file(house)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100_000_000
    assert fault.where == "wagers.many-0"
    assert fault.line == line_of(house.read_text(), "[wagers.many-0]")
    assert fault.message.endswith("ways, 1,024 of them by this one; 16,384 are followed")
    assert fault.remedy == "Gather fewer totals, or offer fewer wagers"


def test_a_few_wagers_that_gather_are_sound(house: Path) -> None:
    house.write_text(SOUND + "".join(_GATHERING.format(number=number) for number in range(3)))
    assert check_file(house) == ()
