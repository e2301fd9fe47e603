"""`sevenout rules`: the list, a book, a wager, and the check of a file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.rulebook import shipped
from tests.cli.command import run
from tests.faults.house import SOUND, line_of, rewritten


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(SOUND)
    return path


def test_the_list_names_every_book() -> None:
    ran = run("rules")
    assert (ran.code, ran.err) == (0, "")
    books = run("rules", "--json").json["books"]
    assert tuple(book["name"] for book in books) == shipped()
    for book in books:
        assert book["name"] in ran.out
        assert list(book) == ["name", "title", "document", "digest", "wagers", "provenance"]
        assert len(book["digest"]) == 64
        assert "pass" in book["wagers"]
        assert set(book["provenance"]) <= {"stated", "derived", "assumed"}


@pytest.mark.parametrize("book", shipped())
def test_a_book_shows_every_wager_with_what_it_pays(book: str) -> None:
    shown = run("rules", book, "--json").json
    assert shown["name"] == book
    assert all(list(wager) == ["wager", "title", "pays"] and wager["pays"] for wager in shown["wagers"])
    for value in shown["values"]:
        assert list(value) == ["word", "value", "clause", "provenance", "says"]
        assert value["provenance"] in ("stated", "derived", "assumed")
        assert value["provenance"] != "stated" or (value["clause"] and value["says"])
    ran = run("rules", book)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("book", shipped())
def test_every_wager_can_be_shown(book: str) -> None:
    for wager in ("pass", "pass-odds", "come-odds-6", "place-6", "buy-4", "lay-10", "hard-8", "field", "horn"):
        shown = run("rules", book, wager, "--json").json
        assert list(shown) == ["rules", "wager", "title", "values"]
        assert (shown["rules"], shown["wager"]) == (book, wager)
        assert {"made", "reduce", "minimum"} <= {value["word"] for value in shown["values"]}
        assert run("rules", book, wager).code == 0


def test_a_value_shows_its_clause_and_provenance() -> None:
    values = {value["word"]: value for value in run("rules", "catfish-bend", "place-6", "--json").json["values"]}
    assert values["maximum"]["value"] == "600.00"
    assert values["pays"]["value"] == "7:6"
    assert values["pays"]["provenance"] == "stated"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tipical",), "there is no rulebook 'tipical'. Did you mean 'typical'?"),
        (("typical", "passline"), "offers no 'passline'. Did you mean 'pass'?"),
        (("typical", "place-7"), "offers no 'place-7'"),
        (("check",), "rules check needs a file"),
        (("check", "nowhere.toml"), "nowhere.toml: No such file or directory"),
        (("check", "nowhere"), "nowhere"),
        (("chek", "house.toml"), "check"),
        (("typical", "pass", "come"), "come"),
    ],
)
def test_what_is_not_there(arguments: tuple[str, ...], said: str) -> None:
    ran = run("rules", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err, ran.err


# --- check


def test_a_sound_file(house: Path) -> None:
    ran = run("rules", "check", str(house))
    assert (ran.code, ran.err) == (0, "")
    assert "25 wagers, every roll has its row" in ran.out
    assert run("rules", "check", str(house), "--json").json == {"file": str(house), "faults": []}
    assert all(run("rules", "check", book).code == 0 for book in shipped())


def test_a_faulty_file(house: Path) -> None:
    text = rewritten("wagers.pass", "made", 'made = "of"')
    text = rewritten("puck", "established", 'established = { when = "off", roll = [4, 5, 6, 8, 9] }', text)
    house.write_text(text)
    first, second = line_of(text, "established"), line_of(text, 'made = "of"')
    ran = run("rules", "check", str(house))
    assert ran.code == 2
    assert f"house.toml: line {first}: puck.established: 10 can never become the point" in ran.out
    assert f"house.toml: line {second}: wagers.pass.made: unknown word 'of'. Did you mean 'off'" in ran.out
    assert ran.out.endswith("2 faults\n")
    checked = run("rules", "check", str(house), "--json")
    assert checked.code == 2
    assert [set(fault) for fault in checked.json["faults"]] == [{"line", "where", "message", "remedy"}] * 2
    assert [fault["line"] for fault in checked.json["faults"]] == [first, second]


def test_a_fault_reads_as_a_sentence(house: Path) -> None:
    house.write_text(rewritten("wagers.pass", "made", 'made = "of"'))
    said = run("rules", "check", str(house)).out
    assert "Did you mean 'off'?\n" in said


@pytest.mark.parametrize("text", ["format = 1\nname = sound\n", 'format = 1\nname = "x"\nextends = "nowhere"\n'])
def test_a_file_that_cannot_be_read_is_a_fault_like_any_other(house: Path, text: str) -> None:
    house.write_text(text)
    ran = run("rules", "check", str(house), "--json")
    assert ran.code == 2
    (fault,) = ran.json["faults"]
    assert fault["line"] in (2, 3)


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "our house"
    path.write_text(SOUND)
    assert run("rules", "check", str(path)).code == 0


def test_faults_come_in_the_same_order_every_time(house: Path) -> None:
    house.write_text(rewritten("wagers.come", "travel", 'travel = { roll = ["points"], to = "com-*" }'))
    said = {
        subprocess.run(
            [sys.executable, "-m", "sevenout.cli.main", "rules", "check", str(house)],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1


# --- texts of the book are shown as they are written


@pytest.mark.parametrize("text", ["[/]", "[/b] of 5", "Wagers 5[c]", "[bold]", "a \\", ":dice:", "100% {n} é"])
def test_a_books_texts_are_shown_as_they_are(house: Path, text: str) -> None:
    written = text.replace("\\", "\\\\")
    lines = f'title = "{written}"\nclause = "{written}"\nsays = "{written}"\nprovenance = "stated"'
    house.write_text(rewritten("wagers.field", "title", lines, SOUND.replace("A sound house", written)))
    for arguments in ((str(house),), (str(house), "field"), ("check", str(house))):
        ran = run("rules", *arguments)
        assert ran.code == 0, ran.err
        assert text in ran.out, arguments
