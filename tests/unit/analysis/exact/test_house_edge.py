"""What a wager is worth: the published figures as exact fractions, and what they rest on."""

import tomllib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenout.analysis.exact import Edges, WagerEdge, edges, wager_edge
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput, BadRulebook
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.source import TomlPath, TomlTable, parse, shipped_text
from tests.nightly.mutate.values import mutants

PUBLISHED = tomllib.loads((Path(__file__).parent / "published.toml").read_text())
EXAMPLES = Path(__file__).parents[4] / "examples"
DOCUMENTED = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2")
WAYS = Counter(roll.total for roll in ROLLS)


@cache
def house(book: str) -> Edges:
    return edges(book)


def variant(tmp_path: Path, text: str) -> CompiledBook:
    """A user's file on top of the typical casino."""
    path = tmp_path / "mine.toml"
    path.write_text(f'format = 1\nname = "mine"\ntitle = "Mine"\nextends = "typical"\n{text}')
    return open_book(str(path))


# --- published figures


FIGURES: dict[str, Callable[[WagerEdge], str]] = {
    "edges": lambda found: str(found.edge),
    "without-pushes": lambda found: str(found.edge_without_pushes),
    "rolls": lambda found: str(found.rolls),
    "percent-per-roll": lambda found: f"{float(100 * found.edge_per_roll):.2f}",
    "standard-deviations": lambda found: f"{found.sd:.2f}",
}


@pytest.mark.parametrize("book", DOCUMENTED)
@pytest.mark.parametrize("table", FIGURES)
def test_published_figures_come_out_of_the_rows(table: str, book: str) -> None:
    published = PUBLISHED[table]["of"]
    found = {wager.wager: FIGURES[table](wager) for wager in house(book) if wager.wager in published}
    assert found == {key: published[key] for key in found}
    assert len(found) >= len(published) * 2 // 3


def test_every_published_wager_is_offered_somewhere() -> None:
    offered = {wager.wager for book in DOCUMENTED for wager in house(book)}
    assert {key for table in FIGURES for key in PUBLISHED[table]["of"]} <= offered


def test_published_deviations_of_odds_that_always_work() -> None:
    published = PUBLISHED["standard-deviations-of-odds"]["of"]
    assert {key: f"{house('marina-bay-sands')[key].sd:.2f}" for key in published} == published


def test_crapless_as_published() -> None:
    published = PUBLISHED["crapless"]["of"]
    assert {key: str(house("crapless")[key].edge) for key in published} == published


def test_the_collecting_wagers_as_published() -> None:
    published = PUBLISHED["collectors"]["percent"]
    found = edges(str(EXAMPLES / "collectors.toml"), published)
    assert {wager.wager: f"{float(100 * wager.edge):.3f}" for wager in found} == published


def test_a_users_field_that_pays_triple_as_published(tmp_path: Path) -> None:
    published = PUBLISHED["field-triple"]
    rules = variant(tmp_path, '[wagers.field.pays]\n2 = "3:1"\n12 = "2:1"\notherwise = "1:1"\n')
    found = wager_edge(rules, "field")
    assert (str(found.edge), f"{found.sd:.2f}") == (published["edge"], published["sd"])


# --- figures by another road


def subsets(items: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(items, size) for size in range(len(items) + 1)))


@pytest.mark.parametrize(
    ("key", "totals"),
    [("small", (2, 3, 4, 5, 6)), ("tall", (8, 9, 10, 11, 12)), ("all", (2, 3, 4, 5, 6, 8, 9, 10, 11, 12))],
)
def test_gathering_before_a_seven_by_inclusion_and_exclusion(key: str, totals: tuple[int, ...]) -> None:
    """That none of some totals comes before a 7 has chance 6 / (6 + their ways)."""
    none_of = ((-1) ** len(some) * Fraction(6, 6 + sum(WAYS[total] for total in some)) for some in subsets(totals))
    assert wager_edge(open_book(str(EXAMPLES / "collectors.toml")), key).win == sum(none_of)


def test_fire_by_inclusion_and_exclusion() -> None:
    """Of all points set, each is made or ends the turn: so for each set of points, what is the chance of just those."""
    points = (4, 5, 6, 8, 9, 10)
    made = {point: Fraction(WAYS[point], 24) * Fraction(WAYS[point], WAYS[point] + 6) for point in points}
    out = 1 - sum(made.values())

    def only_among(some: tuple[int, ...]) -> Fraction:
        others = sum((made[point] for point in points if point not in some), Fraction(0))
        return out / (out + others)

    def just(some: tuple[int, ...]) -> Fraction:
        return sum(((-1) ** (len(some) - len(fewer)) * only_among(fewer) for fewer in subsets(some)), Fraction(0))

    by_count = {size: sum((just(some) for some in combinations(points, size)), Fraction(0)) for size in (4, 5, 6)}
    found = wager_edge(open_book(str(EXAMPLES / "collectors.toml")), "fire")
    assert dict(found.chances[1:]) == {
        Fraction(24): by_count[4],
        Fraction(249): by_count[5],
        Fraction(999): by_count[6],
    }
    assert found.lose == 1 - sum(by_count.values())


@pytest.mark.parametrize("book", [*DOCUMENTED, "crapless", str(EXAMPLES / "no-puck.toml")])
def test_the_figures_of_a_wager_agree_with_each_other(book: str) -> None:
    for found in house(book):
        assert sum(chance for _, chance in found.chances) == found.win + found.lose + found.push == 1
        assert [net for net, _ in found.chances] == sorted({net for net, _ in found.chances})
        assert 0 <= found.returned <= found.push
        assert 1 <= found.rolls_in_all >= found.rolls > 0
        assert found.edge * (1 + found.commission) == found.edge_on_stake == found.commission - found.net
        assert found.edge_per_roll * found.rolls == found.edge
        assert found.variance == sum(net**2 * chance for net, chance in found.chances) - found.net**2
        assert abs(found.sd**2 - found.variance) < 1e-9


def test_both_bases_of_a_commission() -> None:
    buy, lay = house("catfish-bend")["buy-4"], house("catfish-bend")["lay-4"]
    assert (buy.commission, buy.edge, buy.edge_on_stake) == (Fraction(1, 20), Fraction(1, 21), Fraction(1, 20))
    assert (lay.commission, lay.edge, lay.edge_on_stake) == (Fraction(1, 40), Fraction(1, 41), Fraction(1, 40))


# --- where it begins, and when it works


def test_where_a_wager_is_followed_from(tmp_path: Path) -> None:
    begins = {found.wager: found.begins for found in edges(str(EXAMPLES / "collectors.toml"))}
    assert begins["pass"] == "on the come-out"
    assert begins["come"] == begins["pass-odds"] == begins["place-6"] == "with a point on"
    assert begins["come-6"] == "where it lies after travelling"
    assert begins["fire"] == "before a shooter's first roll"
    assert house(str(EXAMPLES / "no-puck.toml"))["field"].begins == "on any roll"
    working = "[wagers.place-n.working]\noff = false\non = false\ncalls = ['on']\n"
    only_called = wager_edge(variant(tmp_path, working), "place-6")
    assert (only_called.begins, only_called.edge) == ("with a point on, called on", Fraction(1, 66))
    assert "working calls" in words(only_called)


def test_pass_odds_are_averaged_over_the_points_as_they_are_set() -> None:
    chances = dict(house("typical")["pass-odds"].chances)
    assert chances[Fraction(2)] == Fraction(6, 24) * Fraction(1, 3)
    assert chances[Fraction(3, 2)] == Fraction(8, 24) * Fraction(2, 5)
    assert chances[Fraction(6, 5)] == Fraction(10, 24) * Fraction(5, 11)


def test_rolls_that_a_place_bet_sits_out_count_only_in_all() -> None:
    resting, working = house("catfish-bend")["place-6"], house(str(EXAMPLES / "no-puck.toml"))["place-6"]
    assert resting.rolls == working.rolls == working.rolls_in_all == Fraction(36, 11) < resting.rolls_in_all


def test_come_odds_that_rest_are_returned_with_their_flat_bet() -> None:
    resting, working = house("catfish-bend")["come-odds-6"], house("marina-bay-sands")["come-odds-6"]
    assert resting.returned == resting.push > working.returned == working.push == 0
    assert resting.rolls < working.rolls == resting.rolls_in_all == working.rolls_in_all
    assert resting.win / resting.lose == working.win / working.lose == Fraction(5, 6)


def test_a_win_that_leaves_the_stake_up_is_a_decision() -> None:
    assert house("catfish-bend")["any-7"].rolls == house("typical")["any-7"].rolls == 1


# --- what the figures rest on


def words(found: WagerEdge) -> set[str]:
    return {entry.word for entry in found.rests_on}


def test_a_figure_that_rests_on_an_assumed_value_says_so() -> None:
    pass_line = house("new-south-wales")["pass"]
    assert pass_line.provenance == "assumed"
    assert [(entry.word, entry.text, entry.cite.clause) for entry in pass_line.assumed] == [("pays", "1:1", "6.1.1")]
    assert house("marina-bay-sands")["pass"].provenance == "derived"
    assert house("catfish-bend")["field"].provenance == "stated"


def test_an_assumption_that_decides_nothing_is_not_named() -> None:
    hi_lo = house("catfish-bend")["hi-lo"]  # when it may be made and its minimum are assumed
    assert hi_lo.provenance == "derived"
    assert words(hi_lo) == {"parts", *(f"craps-{n} {word}" for n in (2, 12) for word in ("win", "otherwise", "pays"))}


def test_a_wager_rests_on_what_it_travels_to_and_on_the_points() -> None:
    come = house("new-south-wales")["come"]
    assert {"travel", "come-n win", "come-n pays", "points"} <= words(come)
    assert [entry.text for entry in come.rests_on if entry.word == "come-n win"] == ["n"]
    assert "puck made" not in words(come)
    assert {"made", "points", "puck established"} <= words(house("new-south-wales")["pass"])


def test_whether_a_wager_works_is_named_where_it_can_come_to_that() -> None:
    typical = house("typical")
    assert {"working on", "working off"} <= words(typical["place-6"])
    assert words(typical["field"]) & {"working on", "working off"} == {"working on"}  # decided with the point on
    assert "working idle" in words(house("catfish-bend")["come-odds-6"])
    assert "working idle" not in words(house("catfish-bend")["dont-come-odds-6"])


def test_odds_without_rows_rest_on_those_of_their_flat_bet(tmp_path: Path) -> None:
    text = '[wagers.second-odds]\nattaches-to = "pass"\nmade = "on"\ncap = { by = "stake", times = 1 }\npays = "1:1"\n'
    found = wager_edge(variant(tmp_path, text), "second-odds")
    assert {"attaches-to", "win", "lose", "otherwise"} <= words(found)
    assert [entry.text for entry in found.rests_on if entry.word == "win"] == ["point with the puck on"]


def compiled(book: str, tables: TomlTable) -> CompiledBook:
    rules, faults = check_book(replace(parse(shipped_text(book), book), tables=tables))
    if rules is None:
        raise BadRulebook(faults)
    return rules


def figures(found: WagerEdge) -> tuple[object, ...]:
    return found.chances, found.returned, found.rolls, found.rolls_in_all, found.commission


def test_stating_what_was_assumed_changes_the_provenance_alone() -> None:
    tables = parse(shipped_text("new-south-wales"), "new-south-wales").tables
    tables["wagers"]["field"]["pays"]["provenance"] = "stated"
    before, after = house("new-south-wales")["field"], wager_edge(compiled("new-south-wales", tables), "field")
    assert (before.provenance, after.provenance) == ("assumed", "derived")
    assert figures(after) == figures(before)


def stated_in(path: TomlPath) -> set[str]:
    """The words under which a value of a rulebook file may be named."""
    steps = [str(step) for step in path if step != "value"]
    if steps[0] == "puck":
        return {"points" if steps[1] == "points" else f"puck {steps[1]}"}
    family, (word, *rest) = (steps[1], steps[2:]) if steps[0] == "wagers" else ("", steps[1:])
    if word in {"working", "commission"}:
        word = f"{word} {rest[0]}"
    return {word, f"{family} {word}"}


@pytest.mark.parametrize(("book", "first"), [("catfish-bend", 1), ("typical", 1)])
def test_a_value_that_changes_a_figure_is_one_that_it_rests_on(book: str, first: int) -> None:
    """Every fortieth value of the puck and of the wagers, altered one at a time."""
    altered = [
        mutant for mutant in mutants(parse(shipped_text(book), book).tables) if mutant.path[0] in {"puck", "wagers"}
    ]
    changed: set[str] = set()
    for mutant in altered[first::40]:
        try:
            after = edges(compiled(book, mutant.tables))
        except BadRulebook:
            continue
        for found in after:
            before = next((worth for worth in house(book) if worth.wager == found.wager), found)
            if figures(found) != figures(before):
                assert words(before) & stated_in(mutant.path), (found.wager, mutant.where, mutant.change)
                changed |= stated_in(mutant.path)
    assert "pays" in changed


# --- the API


def test_a_house_s_own_names_lead_to_its_wagers() -> None:
    every, one = house("new-south-wales"), edges("new-south-wales", "win-line")
    assert every["win-line"] is every["pass"]
    assert "dont-win" in every
    assert "boxcars" not in every
    assert [figures.wager for figures in one] == ["pass"]
    assert "dont-win" not in one
    with pytest.raises(KeyError, match="win-line"):
        house("typical")["win-line"]


def test_edges_of_a_house() -> None:
    typical = house("typical")
    assert (typical.rules, typical.title) == ("typical", "A typical casino")
    assert typical.digest == open_book("typical").book.digest
    assert [found.wager for found in typical] == list(open_book("typical").by_key)
    assert len(typical) == len(typical.wagers)
    assert typical["lay-6"].title == open_book("typical").by_key["lay-6"].wager.title
    assert [found.wager for found in edges("typical", ("field", "pass"))] == ["field", "pass"]
    with pytest.raises(KeyError):
        typical["lay-7"]


def test_the_clauses_are_those_of_payout_and_commission() -> None:
    assert house("marina-bay-sands")["lay-4"].clause == "4.8; 3.4.11"
    assert house("catfish-bend")["horn"].clause == "Definitions: Horn Bet"


def test_a_notebook_shows_a_table(tmp_path: Path) -> None:
    text = edges(variant(tmp_path, '[wagers.field]\npays = "1:1"\nclause = "a < b"\n'), ["field"])._repr_html_()
    assert text.startswith("<table><caption>Mine: house edge per wager decided")
    assert "<td>field</td>" in text
    assert "<td>1/9</td>" in text
    assert "a &lt; b" in text


def test_an_unknown_wager_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadInput, match=r"Crapless craps offers no 'plac-2'\. Did you mean 'place-2'\?"):
        edges("crapless", ["plac-2"])


def test_a_broken_rulebook_is_refused_with_its_faults(tmp_path: Path) -> None:
    with pytest.raises(BadRulebook, match="no payout for 8"):
        variant(tmp_path, '[wagers.hard-n.pays]\n4 = "7:1"\n6 = "9:1"\n10 = "7:1"\n')


def test_a_wager_that_may_never_be_decided_has_no_edge(tmp_path: Path) -> None:
    rules = variant(tmp_path, "[wagers.place-n.working]\noff = false\non = false\n")
    with pytest.raises(BadInput, match="Mine: place-6 may never be decided, so it has no edge"):
        wager_edge(rules, "place-6")


def test_a_wager_that_only_pushes_costs_its_commission(tmp_path: Path) -> None:
    text = '[wagers.nothing]\nmade = "any"\npush = [7]\notherwise = "stay"\n'
    found = wager_edge(variant(tmp_path, text), "nothing")
    assert found.push == 1
    assert found.edge == found.edge_without_pushes == 0
    assert found.rolls == 6


def test_a_house_knows_which_wagers_it_has() -> None:
    found = edges("marina-bay-sands", ["pass", "eleven"])
    assert "pass" in found
    assert "field" not in found
    with pytest.raises(KeyError, match="Did you mean 'eleven'"):
        found["yo"]
