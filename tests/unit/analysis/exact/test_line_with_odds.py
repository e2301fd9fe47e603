"""A line or come bet with odds: the published combined edges, the house's limits, and the deviation by another road."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from sevenout.analysis.exact import LineWithOdds, line_with_odds, lines_with_odds, wager_edge
from sevenout.analysis.exact.line_odds import Times
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book

PUBLISHED = tomllib.loads((Path(__file__).parent / "published.toml").read_text())["percent-with-odds"]
WAYS = Counter(roll.total for roll in ROLLS)
POINTS = (4, 5, 6, 8, 9, 10)
BY_POINT = dict(zip(POINTS, (3, 4, 5, 5, 4, 3), strict=True))
"""3-4-5x: three times on 4 and 10, four on 5 and 9, five on 6 and 8."""


def taken(rules: CompiledBook, flat: str, times: Times | Mapping[int, Times] | None = None) -> LineWithOdds:
    found = line_with_odds(rules, flat, times)
    assert isinstance(found, LineWithOdds), found
    return found


def percent(found: LineWithOdds) -> str:
    return f"{float(100 * found.edge):.3f}"


@pytest.mark.parametrize("flat", ["pass", "come"])
@pytest.mark.parametrize("policy", PUBLISHED["pass"])
def test_taking_odds_as_published(policy: str, flat: str) -> None:
    times = BY_POINT if policy == "3-4-5" else int(policy)
    assert percent(taken(open_book("catfish-bend"), flat, times)) == PUBLISHED["pass"][policy]


@pytest.mark.parametrize("flat", ["dont-pass", "dont-come"])
@pytest.mark.parametrize("policy", PUBLISHED["dont-pass"])
def test_laying_odds_to_win_a_multiple_as_published(policy: str, flat: str) -> None:
    """Catfish Bend counts the stake: to win as much as once the flat bet, 2, 3/2 or 6/5 of it is laid."""
    lays = {point: Fraction(6, WAYS[point]) for point in POINTS}
    times = {point: lays[point] * (BY_POINT[point] if policy == "3-4-5" else int(policy)) for point in POINTS}
    assert percent(taken(open_book("catfish-bend"), flat, times)) == PUBLISHED["dont-pass"][policy]


@pytest.mark.parametrize(
    ("book", "flat", "odds", "published"),
    [
        ("catfish-bend", "pass", "10x", PUBLISHED["pass"]["10"]),
        ("catfish-bend", "dont-pass", "20-15-12x", PUBLISHED["dont-pass"]["10"]),
        ("new-south-wales", "come", "2x", PUBLISHED["pass"]["2"]),
        ("new-south-wales", "dont-come", "win 2x", PUBLISHED["dont-pass"]["2"]),
        ("marina-bay-sands", "pass", "3-4-5x", PUBLISHED["pass"]["3-4-5"]),
        ("typical", "dont-pass", "win 3-4-5x", PUBLISHED["dont-pass"]["3-4-5"]),
    ],
)
def test_the_most_that_a_house_allows(book: str, flat: str, odds: str, published: str) -> None:
    found = taken(open_book(book), flat)
    assert (found.odds, percent(found)) == (odds, published)


def test_the_edge_is_that_of_the_flat_bet_over_all_that_is_wagered() -> None:
    found = taken(open_book("marina-bay-sands"), "pass")
    assert found.wagered == 1 + Fraction(6 * 3 + 8 * 4 + 10 * 5, 36)
    assert (found.net, found.edge_on_flat) == (Fraction(-7, 495), Fraction(7, 495))
    assert found.edge == Fraction(7, 495) / Fraction(34, 9)


@pytest.mark.parametrize("book", shipped())
def test_odds_never_change_what_is_lost_on_average(book: str) -> None:
    rules = open_book(book)
    for found in lines_with_odds(rules):
        assert found.net == wager_edge(rules, found.flat).net
        assert sum(chance for _, chance in found.chances) == 1
        assert found.sd > 0.9


def test_deviation_of_a_pass_bet_with_odds_by_hand() -> None:
    """8 rolls of 36 win at once and 4 lose; then the point wins ahead of the 7, and so do its odds."""
    chances = {Fraction(1): Fraction(8, 36), Fraction(-1): Fraction(4, 36)}
    for point, times in BY_POINT.items():
        made = Fraction(WAYS[point], WAYS[point] + 6)
        for net, chance in ((1 + times * Fraction(6, WAYS[point]), made), (Fraction(-1 - times), 1 - made)):
            chances[net] = chances.get(net, Fraction(0)) + Fraction(WAYS[point], 36) * chance
    found = taken(open_book("marina-bay-sands"), "pass")
    assert dict(found.chances) == chances
    assert f"{found.sd:.3f}" == "4.916"


def test_come_odds_that_rest_on_the_come_out_move_less_money() -> None:
    resting, working = taken(open_book("typical"), "come"), taken(open_book("marina-bay-sands"), "come")
    assert (resting.odds, resting.wagered) == (working.odds, working.wagered)
    assert resting.edge == working.edge
    assert resting.sd < working.sd


def test_lines_go_from_flat_to_the_maximum() -> None:
    found = [(each.flat, each.odds) for each in lines_with_odds(open_book("crapless"))]
    assert found == [(flat, odds) for flat in ("pass", "come") for odds in ("none", "1x", "1-2-3-4-5x")]
    assert lines_with_odds(open_book(str(Path(__file__).parents[4] / "examples" / "no-puck.toml"))) == ()


def test_odds_that_can_be_lost_before_their_flat_bet_are_put_up_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    lost = '[wagers.pass-odds]\nlose = { when = "on", roll = [2, 7] }\n'
    path.write_text(f'format = 1\nname = "mine"\ntitle = "Mine"\nextends = "typical"\n{lost}')
    rules = open_book(str(path))
    found = taken(rules, "pass", 1)
    assert found.wagered == 1 + Fraction(24, 36)
    assert found.net == wager_edge(rules, "pass").net + Fraction(24, 36) * wager_edge(rules, "pass-odds").net
    two_first_then_made = (Fraction(ways, 36) / (ways + 7) * Fraction(ways, ways + 6) for ways in (3, 4, 5, 5, 4, 3))
    assert dict(found.chances)[Fraction(0)] == sum(two_first_then_made)


# --- what the house says


def test_more_than_the_house_allows_is_refused_with_the_clause() -> None:
    found = line_with_odds(open_book("new-south-wales"), "dont-pass", 3)
    assert isinstance(found, Refusal)
    assert (found.code, found.clause) == ("above-maximum", "6.1.6.1")
    assert found.reason == "Behind the Don't Win may win at most 2 times Don't Win on 4, not 3"


def test_odds_by_number_are_judged_by_number() -> None:
    rules = open_book("marina-bay-sands")
    assert taken(rules, "pass", {6: 5, 8: 5}).odds == "0-0-5x"
    found = line_with_odds(rules, "pass", {4: 4})
    assert isinstance(found, Refusal)
    assert found.reason == "Pass Line Odds may be at most 3 times Pass Line on 4, not 4"
    with pytest.raises(BadInput, match="pass takes no odds on 7 at Marina Bay Sands"):
        line_with_odds(rules, "pass", {7: 1})


def test_a_bet_without_odds_is_itself_alone() -> None:
    rules = open_book("typical")
    assert taken(rules, "place-6").odds == taken(rules, "place-6", 0).odds == "none"
    assert taken(rules, "place-6").edge == Fraction(1, 66)
    found = line_with_odds(rules, "place-6", 1)
    assert isinstance(found, Refusal)
    assert (found.code, found.reason) == ("no-odds", "A typical casino takes no odds behind Place 6")
    with pytest.raises(BadInput, match="Did you mean 'pass'"):
        line_with_odds(rules, "passs")


def test_less_than_nothing_is_no_bet() -> None:
    found = line_with_odds(open_book("typical"), "pass", -1)
    assert isinstance(found, Refusal)
    assert found.code == "no-amount"


def test_a_house_that_sets_no_multiple_has_no_most(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nname = "mine"\ntitle = "Mine"\n'
        '[puck]\npoints = [4, 5]\nestablished = { when = "off", roll = ["points"] }\n'
        'made = { when = "on", roll = ["point"] }\nseven-out = { when = "on", roll = [7] }\n'
        '[wagers.pass]\nmade = "off"\npays = "1:1"\notherwise = "stay"\n'
        'win = { when = "on", roll = ["point"] }\nlose = { when = "on", roll = [7] }\n'
        '[wagers.odds]\nattaches-to = "pass"\nmade = "on"\npays = { 4 = "2:1", 5 = "3:2" }\n'
    )
    rules = open_book(str(path))
    found = line_with_odds(rules, "pass")
    assert isinstance(found, Refusal)
    assert (found.code, found.reason) == ("no-maximum", "Mine sets no multiple for odds: name one")
    assert taken(rules, "pass", 100).wagered == 101
    assert [each.odds for each in lines_with_odds(rules)][-1] == "100x"


# --- what it rests on


def test_a_line_rests_on_its_odds_and_at_the_most_on_the_limit() -> None:
    rules = open_book("typical")
    alone, once, most = (taken(rules, "pass", times) for times in (0, 1, None))
    words = [{entry.word for entry in found.rests_on} for found in (alone, once, most)]
    assert words[0] == {entry.word for entry in wager_edge(rules, "pass").rests_on}
    assert words[1] - words[0] >= {"pass-odds pays", "pass-odds win"}
    assert words[2] - words[1] == {"pass-odds cap"}
    assert "pass-odds cap" in {entry.word for entry in lines_with_odds(open_book("new-south-wales"))[2].rests_on}
    assert most.provenance == "assumed"
    assert taken(open_book("marina-bay-sands"), "pass").provenance == "derived"
    assert taken(open_book("marina-bay-sands"), "pass").clause == "3.4.2.1"
