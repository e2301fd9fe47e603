"""Houses side by side: facts stated by hand, and no figure that differs without a clause."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from sevenout.analysis.exact.comparison import FIGURES, Comparison, Difference, compare
from sevenout.analysis.exact.house_edge import edges, wager_edge
from sevenout.analysis.exact.rule_differences import Cause, causes
from sevenout.base.errors import BadInput
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.source import Source, overlay, parse, read_book, shipped_text
from tests.nightly.mutate.values import mutants
from tests.volume import sample_by_day

EXAMPLES = Path(__file__).parents[4] / "examples"
HOUSES = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2", "crapless")
PAIRS = sorted(combinations(shipped(), 2))


@cache
def side_by_side(*books: str) -> Comparison:
    return compare([open_book(book) for book in books])


def difference(here: str, there: str, wager: str) -> Difference:
    found = [step for step in side_by_side(here, there).walks[0].wagers if step.wager == wager]
    assert len(found) == 1, wager
    return found[0]


def line_difference(here: str, there: str, flat: str) -> Difference:
    return next(step for step in side_by_side(here, there).walks[0].lines if step.wager == flat)


def told(found: tuple[Cause, ...]) -> list[tuple[str, str, str, str, str]]:
    return [(c.what, c.here.text, c.here.cite.clause, c.there.text, c.there.cite.clause) for c in found]


def variant(folder: Path, text: str, name: str = "mine", extends: str = "typical") -> CompiledBook:
    file = folder / f"{name}.toml"
    file.write_text(f'format = 1\nname = "{name}"\ntitle = "Mine"\nextends = "{extends}"\n{text}', encoding="utf-8")
    return open_book(str(file))


def changed(folder: Path, text: str, wager: str, extends: str = "typical") -> Difference:
    """How one wager differs in a house that changes something of another's."""
    found = compare([open_book(extends), variant(folder, text, extends=extends)], [wager])
    assert len(found.walks[0].wagers) == 1
    return found.walks[0].wagers[0]


# --- the four documents


def test_the_dont_side_bars_2_or_12_and_costs_the_same() -> None:
    found = difference("catfish-bend", "new-south-wales", "dont-pass")
    assert found.figures == ()
    assert found.gain == 0
    assert told(found.causes) == [
        ("2 with the puck off", "wins 1:1", "Wagers 2a1", "pushes", "6.1.2.3"),
        ("12 with the puck off", "pushes", "Wagers 2c", "wins 1:1", "6.1.2.1.1"),
    ]
    row = side_by_side(*HOUSES)["dont-pass"]
    assert row.same_edge
    assert {found.edge for found in row.worths if found} == {Fraction(3, 220)}
    assert row.worths[-1] is None
    assert row.best == HOUSES[:-1]


def test_hardways_that_rest_on_the_come_out_take_longer_and_cost_the_same() -> None:
    found = difference("catfish-bend", "new-south-wales", "hard-4")
    assert found.figures == ("rolls_in_all",)
    assert found.gain == 0
    assert told(found.causes) == [("with the puck off", "works", "Wagers 10g", "rests", "6.6.1")]
    here, there = side_by_side("catfish-bend", "new-south-wales")["hard-4"].worths
    assert here is not None
    assert there is not None
    assert here.rolls == here.rolls_in_all == there.rolls == 4
    assert there.rolls_in_all > 4


def test_come_odds_work_on_the_come_out_at_marina_bay_sands_alone() -> None:
    found = difference("catfish-bend", "marina-bay-sands", "come-odds-6")
    assert "push" in found.figures
    assert "edge" not in found.figures
    back = "rests, and goes back when its flat bet is decided"
    assert told(found.causes) == [("with the puck off", back, "Wagers 5c", "works", "3.4.4.2")]


def test_a_commission_comes_back_with_a_bet_taken_down_at_catfish_bend_alone() -> None:
    for other in HOUSES[1:4]:
        found = difference("catfish-bend", other, "lay-4")
        assert found.figures == ()
        assert [(c.what, c.here.text, c.there.text) for c in found.causes] == [
            ("commission of one taken down", "given back", "kept")
        ]


def test_hops_only_at_catfish_bend_and_no_big_6_at_marina_bay_sands() -> None:
    walk = side_by_side("catfish-bend", "marina-bay-sands").walks[0]
    assert [key for key in walk.only_here if not key.startswith("hop-")] == ["hi-lo", "three-way", "big-6", "big-8"]
    assert len([key for key in walk.only_here if key.startswith("hop-")]) == 17
    assert walk.only_there == ("c-and-e",)
    rows = side_by_side(*HOUSES)
    assert [found is not None for found in rows["hop-5-3"].worths] == [True, False, False, False, False, False]
    assert [found is not None for found in rows["big-6"].worths] == [True, True, False, False, False, False]
    assert rows["hop-5-3"].best == ("catfish-bend",)


def test_a_wager_that_home_does_not_offer_is_compared_among_the_others() -> None:
    row = side_by_side(*HOUSES)["c-and-e"]
    assert row.best == ("new-south-wales", "marina-bay-sands")
    assert row.assumed == ("new-south-wales",)
    assert row.same_edge
    assert row.differences == ()


def test_crapless_pass_costs_four_percent_more() -> None:
    found = difference("typical", "crapless", "pass")
    assert found.gain == Fraction(7, 495) - Fraction(373, 6930)
    assert found.per_hundred == 100 * found.gain
    assert f"{float(found.per_hundred):.3f}" == "-3.968"
    assert [(cause.what, cause.here.text, cause.there.text) for cause in found.causes] == [
        ("2, 3, 12 with the puck off", "loses", "stays"),
        ("11 with the puck off", "wins 1:1", "stays"),
        ("points", "4, 5, 6, 8, 9, 10", "2, 3, 4, 5, 6, 8, 9, 10, 11, 12"),
    ]
    assert side_by_side(*HOUSES)["pass"].best == HOUSES[:-1]


def test_crapless_come_lets_2_3_11_and_12_travel() -> None:
    found = difference("typical", "crapless", "come")
    assert [(cause.what, cause.here.text, cause.there.text) for cause in found.causes] == [
        ("2, 3, 12", "loses", "travels to its number"),
        ("11", "wins 1:1", "travels to its number"),
        ("points", "4, 5, 6, 8, 9, 10", "2, 3, 4, 5, 6, 8, 9, 10, 11, 12"),
    ]
    assert found.gain == Fraction(7, 495) - Fraction(373, 6930)


# --- lines with odds


def test_the_most_odds_decide_what_a_line_costs() -> None:
    row = next(row for row in side_by_side(*HOUSES).lines if row.wager == "pass")
    shown = [(line.odds, f"{float(line.edge):.3%}") for line in row.lines if line]
    assert shown[:4] == [("10x", "0.184%"), ("2x", "0.606%"), ("3-4-5x", "0.374%"), ("3-4-5x", "0.374%")]
    assert row.best == ("catfish-bend",)
    found = line_difference("catfish-bend", "new-south-wales", "pass")
    assert found.with_odds
    assert told(found.causes) == [("most odds", "10x", "Max Bets 1a", "2x", "6.1.5.1")]
    assert found.gain == Fraction(7, 495) / (1 + Fraction(20, 3)) - Fraction(7, 495) / (1 + Fraction(4, 3))


def test_the_dont_side_is_capped_by_stake_here_and_by_win_there() -> None:
    found = line_difference("catfish-bend", "marina-bay-sands", "dont-pass")
    assert told(found.causes) == [("most odds", "20-15-12x", "Max Bets 2b", "win 3-4-5x", "3.4.6.1")]
    assert found.gain < 0


def test_one_limit_in_other_words_is_no_difference(tmp_path: Path) -> None:
    text = '[wagers.dont-pass-odds.cap]\nby = "win"\ntimes = 10\n'
    rules = variant(tmp_path, text, extends="catfish-bend")
    walk = compare([open_book("catfish-bend"), rules], ["dont-pass"]).walks[0]
    assert walk.lines == ()


def test_a_house_without_a_limit_on_odds_is_shown_with_the_most_that_is_usual(tmp_path: Path) -> None:
    text = '[wagers.line-odds]\nattaches-to = "line"\nmade = "on"\npays = "1:1"\n'
    file = tmp_path / "free.toml"
    file.write_text(f'format = 1\nname = "free"\ntitle = "Free"\n{FREE_ODDS}{text}', encoding="utf-8")
    row = compare([open_book("typical"), open_book(str(file))], ["line"]).lines[0]
    shown = row.lines[1]
    assert row.lines[0] is None
    assert shown is not None
    assert shown.odds == "100x"


FREE_ODDS = """
[puck]
points      = [4, 5, 6, 8, 9, 10]
established = { when = "off", roll = ["points"] }
made        = { when = "on", roll = ["point"] }
seven-out   = { when = "on", roll = [7] }
[wagers.line]
made      = "off"
win       = { when = "on", roll = ["point"] }
lose      = { when = "on", roll = [7] }
otherwise = "stay"
pays      = "1:1"
"""


def test_come_with_odds_is_told_with_the_rests_of_its_odds() -> None:
    found = line_difference("new-south-wales", "marina-bay-sands", "come")
    assert [(cause.what, cause.here.text, cause.there.text) for cause in found.causes] == [
        ("most odds", "2x", "3-4-5x"),
        ("come-odds-n, with the puck off", "rests, and goes back when its flat bet is decided", "works"),
    ]


# --- whole houses


def test_new_south_wales_rounds_up_by_6_7() -> None:
    walk = side_by_side("catfish-bend", "new-south-wales").walks[0]
    rounding = next(cause for cause in walk.rules if cause.what == "rounding")
    assert (rounding.here.text, rounding.there.text, rounding.there.cite.clause) == ("down", "up", "6.7")
    assert rounding.here.cite.provenance == "assumed"
    assert [cause.what for cause in walk.rules] == ["rounding", "bonus"]


def test_the_rules_of_whole_houses_stand_side_by_side() -> None:
    rows = {row.word: row for row in side_by_side(*HOUSES).rules}
    assert [entry.text for entry in rows["rounding"].entries] == ["down", "up", "down", "down", "down", "down"]
    assert rows["rounding"].differs
    assert not rows["commission-least"].differs
    assert [entry.text for entry in rows["minimum"].entries][:3] == ["5.00", "5.00", "25.00"]
    assert rows["bonus"].entries[0].text == "100.00 to 1500.00 for 4, 5, 6, 8, 9, 10"
    assert {entry.text for entry in rows["bonus"].entries[1:]} == {"none"}


def test_nothing_at_new_south_wales_costs_less_than_at_catfish_bend() -> None:
    walk = side_by_side("catfish-bend", "new-south-wales").walks[0]
    assert walk.gains == ()
    assert [(step.wager, step.with_odds) for step in walk.losses] == [
        ("pass", True),
        ("come", True),
        ("dont-pass", True),
        ("dont-come", True),
    ]
    assert side_by_side("new-south-wales", "catfish-bend").walks[0].losses == ()


def test_an_equal_figure_says_where_it_is_assumed() -> None:
    row = side_by_side("marina-bay-sands", "new-south-wales")["field"]
    assert row.same_edge
    assert row.differences == ()
    assert row.assumed == ("new-south-wales",)
    there = row.worths[1]
    assert there is not None
    assert "pays" in {entry.word for entry in there.assumed}


# --- no difference without a cause, no cause without a difference of rules


@pytest.mark.parametrize(("here", "there"), sample_by_day(PAIRS, 6))
def test_every_figure_that_differs_has_a_cause(here: str, there: str) -> None:
    mine, theirs = edges(here), edges(there)
    walk = side_by_side(here, there).walks[0]
    steps = {step.wager: step for step in walk.wagers}
    for found in mine:
        other = next((there for there in theirs if there.wager == found.wager), None)
        if other is None:
            assert found.wager in walk.only_here
            continue
        apart = tuple(name for name in FIGURES if getattr(found, name) != getattr(other, name))
        step = steps.get(found.wager)
        assert apart == (step.figures if step else ())
        if step:
            assert step.causes, found.wager
            assert step.gain == found.edge - other.edge
    assert all(cause.here.text != cause.there.text for step in walk.wagers for cause in step.causes)


@pytest.mark.parametrize(("here", "there"), [pair for pair in PAIRS if "catfish-bend" in pair])
def test_walking_back_undoes_the_walk(here: str, there: str) -> None:
    away, back = side_by_side(here, there).walks[0], side_by_side(there, here).walks[0]
    assert {step.wager: step.gain for step in away.wagers} == {step.wager: -step.gain for step in back.wagers}
    assert {step.wager: step.gain for step in away.lines} == {step.wager: -step.gain for step in back.lines}
    assert (set(away.only_here), set(away.only_there)) == (set(back.only_there), set(back.only_here))
    for step in away.wagers:
        returned = next(found for found in back.wagers if found.wager == step.wager)
        assert {(c.what, c.here, c.there) for c in step.causes} == {(c.what, c.there, c.here) for c in returned.causes}


@pytest.mark.parametrize("book", shipped())
def test_a_house_differs_from_itself_in_nothing(book: str) -> None:
    rules = open_book(book)
    assert not [spot.key for spot in rules.spots if causes((rules, spot), (rules, spot), with_the_puck=True)]


@pytest.mark.nightly
def test_every_altered_value_that_moves_a_figure_is_named() -> None:
    home, own = open_book("crapless"), parse(shipped_text("crapless"), "crapless")
    base, moved = read_book("typical"), 0
    for mutant in mutants(own.tables):
        source = overlay(Source(mutant.tables, own.lines, own.origin, own.digest), base)
        altered, _ = check_book(source) if mutant.path[0] in ("puck", "wagers") else (None, ())
        for key in altered.by_key if altered else ():
            spot = home.by_key.get(key)
            if altered is None or spot is None or spot.wager.family not in (*mutant.path, "pass", "come"):
                continue
            here, there = wager_edge(home, key), wager_edge(altered, key)
            if any(getattr(here, name) != getattr(there, name) for name in FIGURES):
                moved += 1
                assert causes((home, spot), (altered, altered.by_key[key]), with_the_puck=True), mutant.where
    assert moved > 40


# --- one word changed, one cause


def test_a_field_that_pays_triple_on_12_is_named(tmp_path: Path) -> None:
    found = changed(tmp_path, '[wagers.field]\npays = { 2 = "2:1", 12 = "3:1", otherwise = "1:1" }\n', "field")
    assert [(cause.what, cause.here.text, cause.there.text) for cause in found.causes] == [
        ("12", "wins 2:1", "wins 3:1")
    ]
    assert found.gain == Fraction(1, 18) - Fraction(1, 36)


def test_a_part_that_pays_less_is_named_in_the_composite(tmp_path: Path) -> None:
    found = changed(tmp_path, '[wagers.eleven]\npays = "14:1"\n', "horn")
    assert [(cause.what, cause.here.text, cause.there.text) for cause in found.causes] == [
        ("11", "wins 3:1", "wins 11:4"),
        ("eleven, 11", "wins 15:1", "wins 14:1"),
    ]
    assert found.gain == -Fraction(2, 36) / 4


def test_another_commission_is_named(tmp_path: Path) -> None:
    found = changed(tmp_path, '[wagers.buy-n]\ncommission = { rate = "1:10", of = "win" }\n', "buy-4")
    assert ("commission", "1:20 of the stake", "1:10 of the win") in [
        (cause.what, cause.here.text, cause.there.text) for cause in found.causes
    ]
    assert found.gain == Fraction(1, 21) - Fraction(1, 6)


def test_other_parts_are_named(tmp_path: Path) -> None:
    found = changed(tmp_path, "[wagers.horn.parts]\ncraps-2 = 1\ncraps-3 = 1\neleven = 1\ncraps-12 = 2\n", "horn")
    assert ("parts", "1 on craps-12, 1 on craps-2, 1 on craps-3, 1 on eleven") in [
        (cause.what, cause.here.text) for cause in found.causes
    ]


def test_another_payout_after_travelling_is_named_once_for_all_numbers(tmp_path: Path) -> None:
    found = changed(tmp_path, '[wagers.come-n]\npays = "2:1"\n', "come")
    assert {cause.what.partition(",")[0] for cause in found.causes} == {"come-n"}
    assert found.gain > 0


def test_another_pay_table_of_fire_is_named(tmp_path: Path) -> None:
    text = '[wagers.fire.collect]\nwhen = "on"\nroll = ["point"]\npaid = "when lost"\n'
    text += 'pays = { 4 = "10:1", 5 = "200:1", 6 = "2000:1" }\n'
    home = open_book(str(EXAMPLES / "collectors.toml"))
    (tmp_path / "collectors.toml").write_bytes((EXAMPLES / "collectors.toml").read_bytes())
    found = compare([home, variant(tmp_path, text, extends="collectors.toml")], ["fire"])["fire"].differences[0]
    assert [(cause.what, cause.there.text) for cause in found.causes] == [
        ("pays", "4 numbers pay 10:1, 5 numbers pay 200:1, 6 numbers pay 2000:1, when lost")
    ]
    assert found.gain < 0


def test_a_house_without_a_puck_is_compared_all_the_same() -> None:
    found = compare([open_book("typical"), open_book(str(EXAMPLES / "no-puck.toml"))])
    step = next(step for step in found.walks[0].wagers if step.wager == "place-6")
    assert step.figures == ("rolls_in_all",)
    assert ("puck", "one", "none") in [(cause.what, cause.here.text, cause.there.text) for cause in step.causes]
    assert found["field"].same_edge


# --- bad input


def test_one_house_alone_is_nothing_to_compare() -> None:
    with pytest.raises(BadInput, match="there is nothing to compare: name two houses or more"):
        compare([open_book("typical")])


def test_a_house_named_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="typical is named twice: compare different houses"):
        compare([open_book("typical"), open_book("crapless"), open_book("typical")])


def test_a_wager_that_no_house_offers_is_refused() -> None:
    with pytest.raises(BadInput, match=r"none of these houses offers 'passs'\. Did you mean 'pass'\?"):
        compare([open_book("typical"), open_book("crapless")], ["passs"])


def test_two_books_of_one_name_are_told_apart(tmp_path: Path) -> None:
    other = variant(tmp_path, '[wagers.field]\npays = { 2 = "2:1", 12 = "3:1", otherwise = "1:1" }\n', name="typical")
    first, second = compare([open_book("typical"), other], ["field"]).houses
    assert first.name != second.name
    assert second.name == f"typical ({second.digest[:8]})"
