"""`sevenout edges --report`: one page that stands alone, says everything, and is the same every time."""

import re
from pathlib import Path

import pytest

from sevenout.rulebook.compiler.book_compiler import open_book
from tests.unit.cli.command import run
from tests.unit.cli.page import Page, stands_alone
from tests.unit.rulebook.bad_books.house import SOUND, rewritten

ROOT = Path(__file__).parents[3]


def written(folder: Path, *arguments: str) -> str:
    """The page of a run that went well."""
    file = folder / "page.html"
    ran = run("edges", *arguments, "--report", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert str(file) in ran.out
    return file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def catfish(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("catfish"), "catfish-bend")


def test_the_page_stands_alone(catfish: str) -> None:
    stands_alone(catfish)


def test_the_page_says_everything(catfish: str) -> None:
    page = Page(catfish)
    rules = open_book("catfish-bend")
    for key in rules.by_key:
        assert re.search(rf"(?<![\w-]){key}(?![\w-])", page.text), key
    assert rules.book.digest in page.text
    assert "The edge is the house's share per wager decided, of stake and commission" in page.text
    for words in ("7/495", "Payout Odds", "stated", "derived", "assumed", "a lay bet costs a commission", "1671/196"):
        assert words in page.text, words


def test_every_plot_is_there_and_takes_the_pages_colours(catfish: str) -> None:
    plots = re.findall(r'<svg role="img" aria-label="([^"]+)"', catfish)
    assert plots == [
        "House edge by wager",
        "Distribution of payoffs by wager",
        "Mean rolls to a decision by wager",
        "Edge of the line with odds",
        "Return by stake",
        "Length of a shooter's turn".replace("'", "&#x27;"),
    ]
    drawn = "".join(re.findall(r"<svg.*?</svg>", catfish, re.DOTALL))
    assert "currentColor" in drawn
    assert set(re.findall(r"#[0-9a-f]{6}\b(?=[;\"])", drawn)) <= {"#000000"}
    variables = set(re.findall(r"var\(--([\w-]+)\)", drawn))
    assert all(f"--{name}:" in catfish for name in variables)


def test_every_assumed_value_is_listed(catfish: str) -> None:
    section = catfish[catfish.index('id="assumed"') : catfish.index('id="clauses"')]
    assert "big-6/8" in section
    assert "come-odds-4/5/6/8/9/10" in section


def test_the_same_house_gives_the_same_bytes(tmp_path: Path) -> None:
    first = written(tmp_path, "typical", "pass", "place-6", "field")
    assert written(tmp_path, "typical", "pass", "place-6", "field") == first


@pytest.mark.parametrize("book", ["crapless", "examples/no-puck.toml"])
def test_other_points_or_none_have_a_page_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, book: str) -> None:
    monkeypatch.chdir(ROOT)
    page = Page(written(tmp_path, book))
    house = open_book(book)
    assert house.book.title in page.text
    assert ("The shooter's turn" in page.text) == (house.book.puck is not None)
    assert all(re.search(rf"(?<![\w-]){key}(?![\w-])", page.text) for key in house.by_key)


def test_collecting_wagers_have_a_page(tmp_path: Path) -> None:
    page = Page(written(tmp_path, str(ROOT / "examples" / "collectors.toml"), "fire", "small", "tall", "all"))
    assert "20.763%" in page.text
    assert "Collecting" in page.text


def test_stakes_in_the_players_favour_are_told(tmp_path: Path) -> None:
    page = Page(written(tmp_path, "new-south-wales", "place-6", "place-8", "pass"))
    assert "place-6/8 7.00–9.00, 13.00–14.00, 19.00" in page.text


def test_the_tables_chip_is_the_pages(tmp_path: Path) -> None:
    page = Page(written(tmp_path, "catfish-bend", "place-4", "--chip", "5"))
    assert "chip 5.00" in page.text
    assert "Returns below 75% wager at stakes of place-4 5.00" in page.text


def test_more_stakes_than_can_be_looked_at_leave_the_rest_of_the_page(tmp_path: Path) -> None:
    page = Page(written(tmp_path, "typical", "pass", "place-6", "--chip", "0.01", "--maximum", "90000"))
    assert "stakes are too many to look at" in page.text
    assert "7/495" in page.text


@pytest.mark.parametrize("text", ["<b>&amp;", "</style><script>alert(1)</script>", "it's <!-- é"])
def test_a_books_texts_are_escaped(tmp_path: Path, text: str) -> None:
    lines = f'title = "{text}"\nclause = "{text}"\nsays = "{text}"\nprovenance = "stated"'
    house = tmp_path / "house.toml"
    house.write_text(rewritten("wagers.field", "title", lines, SOUND.replace("A sound house", text)), encoding="utf-8")
    shown = written(tmp_path, str(house), "field", "pass")
    assert text not in shown
    assert text in Page(shown).text


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    for file, said in (
        (tmp_path / "nowhere" / "page.html", "there is no folder"),
        (tmp_path, "a folder, not a file"),
    ):
        ran = run("edges", "typical", "pass", "--report", str(file))
        assert (ran.code, ran.out) == (2, "")
        assert f"{file}: " in ran.err
        assert said in ran.err


def test_an_unknown_wager_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    ran = run("edges", "typical", "passs", "--report", str(file))
    assert ran.code == 2
    assert "Did you mean 'pass'?" in ran.err
    assert not file.exists()
