"""The published figures come out of the rows as exact fractions."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from sevenout.compile import open_book
from sevenout.exact.edges import worth

PUBLISHED = tomllib.loads((Path(__file__).parent / "published.toml").read_text())
DOCUMENTED = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2")


@pytest.mark.parametrize("book", DOCUMENTED)
def test_the_published_edges_come_out_of_the_rows(book: str) -> None:
    rules = open_book(book)
    found = {key: str(worth(rules, key).edge) for key in PUBLISHED["edges"] if key in rules.by_key}
    assert found == {key: PUBLISHED["edges"][key] for key in found}
    assert len(found) >= 40


def test_every_published_wager_is_offered_somewhere() -> None:
    offered = {key for book in DOCUMENTED for key in open_book(book).by_key}
    assert set(PUBLISHED["edges"]) <= offered


@pytest.mark.parametrize("book", DOCUMENTED)
def test_a_line_bet_takes_557_165_rolls(book: str) -> None:
    rules = open_book(book)
    assert {key: str(worth(rules, key).rolls) for key in PUBLISHED["rolls"]} == PUBLISHED["rolls"]


def test_the_dont_side_without_pushes_is_27_1925() -> None:
    for book in ("typical", "typical-bar-2"):
        assert worth(open_book(book), "dont-pass").edge_without_pushes == Fraction(27, 1925)


def test_crapless_pass_is_373_6930() -> None:
    assert worth(open_book("crapless"), "pass").edge == Fraction(373, 6930)


def test_the_chances_of_a_wager_sum_to_one() -> None:
    for book in DOCUMENTED:
        rules = open_book(book)
        for key in rules.by_key:
            found = worth(rules, key)
            assert found.win + found.lose + found.push == 1, key


def test_fire_and_small_as_published() -> None:
    rules = open_book(str(Path(__file__).parents[2] / "examples" / "collectors.toml"))
    assert round(float(worth(rules, "fire").edge), 5) == 0.20763
    assert round(float(worth(rules, "small").edge), 5) == 0.07761
