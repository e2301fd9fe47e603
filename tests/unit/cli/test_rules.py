"""`sevenout rules`: the list, a book, a wager, and the check of a file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.reports.figures.paytable import paytable
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.value_listing import pays_text
from tests.unit.cli.command import run
from tests.unit.rulebook.bad_books.house import SOUND, line_of, rewritten


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


DESCRIBED = (
    "title", "also", "label", "printed", "family", "region", "order", "numbers", "dice", "attaches_to", "parts", "pays",
    "proposition", "note", "bar", "made", "calls", "rests", "counts",
)  # fmt: skip


@pytest.mark.parametrize("book", shipped())
def test_a_book_shows_every_wager_with_what_it_pays(book: str) -> None:
    shown = run("rules", book, "--json").json
    assert shown["name"] == book
    assert all(list(wager) == ["wager", *DESCRIBED] and wager["pays"] for wager in shown["wagers"])
    assert {wager for region in shown["regions"] for wager in region["wagers"]} == {
        wager["wager"] for wager in shown["wagers"]
    }
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
        assert list(shown) == ["rules", "wager", *DESCRIBED, "values"]
        assert (shown["rules"], shown["wager"]) == (book, wager)
        assert {"made", "reduce", "minimum"} <= {value["word"] for value in shown["values"]}
        assert run("rules", book, wager).code == 0


def test_a_wager_is_shown_by_the_house_own_name_with_its_region_and_other_names() -> None:
    for name in ("craps-12", "craps-twelve", "boxcars"):
        shown = run("rules", "catfish-bend", name)
        assert "craps-12  Craps Twelve" in shown.out
        assert "on the layout: propositions, row 3" in shown.out
        assert "high, boxcars  Wagers 10e" in shown.out
    assert run("rules", "new-south-wales", "win-line", "--json").json["wager"] == "pass"
    house = run("rules", "new-south-wales", "--json").json
    assert (house["minimum"], house["points"]) == ("5.00", [4, 5, 6, 8, 9, 10])
    assert house["glossary"]["crap-eleven"] == ["c-and-e"]


def test_a_value_shows_its_clause_and_provenance() -> None:
    values = {value["word"]: value for value in run("rules", "catfish-bend", "place-6", "--json").json["values"]}
    assert values["maximum"]["value"] == "600.00"
    assert values["pays"]["value"] == "7:6"
    assert values["pays"]["provenance"] == "stated"


# --- the table of wagers


def lines_of(book: str, width: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = run("rules", book)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


@pytest.mark.parametrize(("width", "most"), [(60, 155), (80, 125), (100, 95), (140, 90)])
@pytest.mark.parametrize("book", shipped())
def test_a_book_is_short_and_keeps_to_the_screen(
    book: str, width: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = lines_of(book, width, monkeypatch)
    assert len(shown) <= most
    wagers = shown[next(at for at, line in enumerate(shown) if line.startswith(" wager ")) : -1]
    assert max(map(len, wagers)) <= width
    assert not any("…" in line for line in wagers)


def test_families_are_one_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [" ".join(line.split()) for line in lines_of("catfish-bend", 100, monkeypatch)]
    assert "place-n 9:5 on 4, 10; 7:5 on 5, 9; 7:6 on 6, 8 any time rests on, off stated" in shown
    assert "come-n 1:1 on 4, 5, 6, 8, 9, 10 by travel works stated" in shown
    assert "craps-n 30:1 on 2, 12; 15:1 on 3 any time works stated" in shown
    assert "horn 27:4 on 2, 12; 3:1 on 3, 11 any time works derived" in shown
    assert not any(line.startswith(("place-4 ", "hop-", "come-4 ")) for line in shown if "hop-n" not in line)


@pytest.mark.parametrize("book", shipped())
def test_the_table_says_of_every_wager_what_it_pays(book: str) -> None:
    rules = open_book(book)
    paid = {}
    for line in paytable(rules):
        if line.wager in rules.by_key:
            paid[line.wager] = line.pays
        elif "its own" not in line.pays:
            for odds, numbers in (part.split(" on ") for part in line.pays.split("; ")):
                paid |= {line.wager.removesuffix("n") + number: odds for number in numbers.split(", ")}
    simple = {wager.key: pays_text(wager) for wager in rules.book if wager.parts is None}
    assert {key: paid[key] for key in simple} == simple
    assert set(rules.by_key) - set(paid) <= {"horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12"}


def test_members_that_differ_keep_a_line_of_their_own(house: Path) -> None:
    rows = 'lose = [7]\notherwise = "stay"\n'
    house.write_text(
        'format = 1\nname = "three"\n'
        f'[wagers.place-n]\neach = [4, 6]\nwin = ["n"]\n{rows}pays = {{ 4 = "9:5", 6 = "7:6" }}\n'
        f'[wagers.place-5]\nwin = [5]\n{rows}pays = "7:5"\nworking = {{ calls = ["off"] }}\n'
    )
    alike, other = paytable(open_book(str(house)))
    assert (alike.wager, alike.pays, alike.calls) == ("place-4 6", "9:5 on 4; 7:6 on 6", "")
    assert (other.wager, other.pays, other.calls) == ("place-5", "7:5", "off")


@pytest.mark.parametrize(
    ("book", "wager", "nets"),
    [
        ("catfish-bend", "horn", "27:4 on 2, 12; 3:1 on 3, 11"),
        ("new-south-wales", "horn", "27:4 on 2, 12; 3:1 on 3, 11"),
        ("marina-bay-sands", "horn-high-12", "57:5 on 12; 26:5 on 2; 11:5 on 3, 11"),
        ("typical", "horn-high-3", "27:5 on 3; 26:5 on 2, 12; 11:5 on 11"),
        ("catfish-bend", "hi-lo", "29:2 on 2, 12"),
        ("catfish-bend", "three-way", "28:3 on 2, 12; 13:3 on 3"),
    ],
)
def test_a_composite_says_what_it_nets(book: str, wager: str, nets: str) -> None:
    assert f" nets {nets} " in " ".join(run("rules", book, wager).out.split())
    assert "nets" not in run("rules", book, "pass").out
    assert "nets" not in {value["word"] for value in run("rules", book, wager, "--json").json["values"]}


def test_what_a_composite_nets_follows_the_payouts_of_its_parts(house: Path) -> None:
    assert "29:2 on 2; 7:1 on 11" in run("rules", str(house)).out
    house.write_text(SOUND.replace("30:1", "27:1"))
    assert "13:1 on 2; 7:1 on 11" in run("rules", str(house), "two-way").out


def test_horns_with_a_high_number_are_told_by_their_own_number(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = " ".join(" ".join(lines_of("typical", 200, monkeypatch)).split())
    assert "horn-high-n 57:5 on its own 2, 12; 27:5 on its own 3, 11; else 26:5 on 2, 12; 11:5 on 3, 11" in shown


def test_composites_that_follow_no_pattern_keep_a_line_each(house: Path) -> None:
    """pair-2 and pair-3 differ on 11, which is the number of neither."""
    three = '[wagers.craps-3]\nwin = [3]\notherwise = "lose"\npays = "15:1"\n'
    pairs = (
        "[wagers.pair-2]\nparts = { craps-2 = 1, craps-3 = 1 }\n[wagers.pair-3]\nparts = { craps-3 = 1, eleven = 1 }\n"
    )
    house.write_text(f"{SOUND}\n{three}{pairs}")
    lines = {line.wager: line.pays for line in paytable(open_book(str(house)))}
    assert (lines["pair-2"], lines["pair-3"]) == ("29:2 on 2; 7:1 on 3", "7:1 on 3, 11")


def test_the_house_in_plain_words() -> None:
    ran = run("rules", "catfish-bend", "house")
    assert ran.code == 0
    assert "a come-out roll of one of the six numbers sets it as the point" in " ".join(ran.out.split())
    values = run("rules", "catfish-bend", "house", "--json").json
    assert values["values"] == run("rules", "catfish-bend", "--json").json["values"]


def test_a_family_can_be_shown_as_one() -> None:
    said = " ".join(run("rules", "catfish-bend", "come-odds-n").out.split())
    assert "attaches-to come-n" in said
    assert "pays 2:1 on 4, 10; 3:2 on 5, 9; 6:5 on 6, 8 Wagers 5cB stated" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("catfish-bend", "yo"), "offers no 'yo'. Did you mean 'eleven'?"),
        (("catfish-bend", "hard", "8"), "offers no 'hard 8'. Did you mean 'hard-8'?"),
        (("catfish-bend", "don't pass"), "Did you mean 'dont-pass'?"),
        (("typical", "world"), "Did you mean 'horn' and 'any-7'?"),
        (("typical", "horn-high-n"), "Did you mean 'horn-high-"),
        (("typical", "hous"), "Did you mean 'house'?"),
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
    told = {"line", "where", "message", "remedy"}
    assert [set(fault) for fault in checked.json["faults"]] == [told, told | {"said", "instead"}]
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


def test_chips_of_a_manual_are_sorted_by_value_and_in_units() -> None:
    shown = " ".join(run("rules", "typical", "--manual", "chips").out.split())
    assert "denominations 1 white, 5 red, 25 green, 100 black, 500 purple, 1000 yellow" in shown
