"""A wager that may be made on the come-out and with a point on is two bets: figures say which, and show both."""

from fractions import Fraction
from pathlib import Path

import pytest

from sevenout.analysis.exact import AtStake, LineWithOdds, at_stake, compare, edges, line_with_odds, wager_edge
from sevenout.engine.game import Game
from sevenout.reports.records.edge_records import edges_record, edges_rows
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from tests.unit.cli.command import run


@pytest.fixture
def put(tmp_path: Path) -> Path:
    """A typical casino that takes pass bets at any time."""
    path = tmp_path / "put.toml"
    path.write_text('format = 1\nname = "put"\nextends = "typical"\n[wagers.pass]\nmade = "any"\nincrease = "any"\n')
    return path


@pytest.fixture
def rules(put: Path) -> CompiledBook:
    return open_book(str(put))


def test_a_put_bet_is_worth_what_it_is_on_the_come_out_and_the_rest_beside(rules: CompiledBook) -> None:
    found = wager_edge(rules, "pass")
    assert (found.begins, found.edge) == ("on the come-out", Fraction(7, 495))
    with_a_point, *on_each = found.later
    assert (with_a_point.begins, with_a_point.edge) == ("with a point on", Fraction(31, 165))
    assert [(each.begins, each.edge) for each in on_each[:3]] == [
        ("with the point on 4", Fraction(1, 3)),
        ("with the point on 5", Fraction(1, 5)),
        ("with the point on 6", Fraction(1, 11)),
    ]
    assert not any(each.later for each in found.later)


@pytest.mark.parametrize("book", shipped())
def test_no_house_of_the_documents_has_such_a_wager(book: str) -> None:
    assert not [found.wager for found in edges(book) if found.later]


def test_a_place_bet_rests_on_the_come_out_and_is_one_bet() -> None:
    found = wager_edge("typical", "place-6")
    assert (found.begins, found.later) == ("with a point on", ())


def test_odds_and_stakes_follow_it_from_the_come_out(rules: CompiledBook) -> None:
    behind = line_with_odds(rules, "pass", 2)
    usual = line_with_odds("typical", "pass", 2)
    assert isinstance(behind, LineWithOdds)
    assert isinstance(usual, LineWithOdds)
    assert behind.edge == usual.edge == Fraction(1, 165)
    game = Game(rules)
    ten, on_four = at_stake(game, "pass", 10_00), at_stake(game, "pass", 10_00, point=4)
    assert isinstance(ten, AtStake)
    assert isinstance(on_four, AtStake)
    assert (ten.edge, on_four.edge) == (Fraction(7, 495), Fraction(1, 3))


def test_compared_with_the_house_it_extends_it_has_the_same_edge_by_another_rule(rules: CompiledBook) -> None:
    (walk,) = compare([open_book("typical"), rules]).walks
    assert [step.wager for step in (*walk.wagers, *walk.lines)] == ["pass", "pass"]
    for step in (*walk.wagers, *walk.lines):
        assert not step.figures
        assert step.gain == 0
        texts = [(cause.here.text, cause.there.text) for cause in step.causes]
        assert texts == [("on the come-out", "on the come-out or with a point on")]


def test_records_have_both(rules: CompiledBook) -> None:
    found = edges(rules, ["pass"])
    (record,) = edges_record(found)["wagers"]
    assert (record["begins"], record["edge"]) == ("on the come-out", "7/495")
    assert [later["edge"] for later in record["later"]] == ["31/165", "1/3", "1/5", "1/11", "1/11", "1/5", "1/3"]
    assert [(row["begins"], row["edge"]) for row in edges_rows(found)][:2] == [
        ("on the come-out", "7/495"),
        ("with a point on", "31/165"),
    ]
    assert "later" not in edges_record(edges("typical", ["pass"]))["wagers"][0]
    assert "<td>pass, with a point on</td>" in found._repr_html_()


def test_a_person_sees_both_and_the_kindest_is_the_come_out(put: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    table = run("edges", str(put)).out
    lines = table.splitlines()
    at = next(number for number, text in enumerate(lines) if text.startswith("  pass "))
    assert "1.414%" in lines[at]
    assert lines[at + 1].startswith("    with a point on")
    assert "18.788%" in lines[at + 1]
    kindest = next(text for text in lines if text.startswith("  kindest"))
    assert "pass, come 1.414%" in kindest
    assert "18.788%" not in kindest
    card = run("edges", str(put), "pass").out
    assert "followed on the come-out" in " ".join(card.split())
    assert "with the point on 10  33.333%  1/3" in card
