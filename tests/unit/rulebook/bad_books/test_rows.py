"""Faults of the rows: rolls without one or with two, wagers nobody can reach or leave, payouts missing or doubled."""

import pytest

from sevenout.base.dice import roll
from sevenout.base.money import Odds
from sevenout.rulebook.compiler.transitions import Transition
from sevenout.rulebook.roll_sets import describe
from tests.unit.rulebook.bad_books.house import SOUND, check, faults, line_of, rewritten


@pytest.mark.parametrize(
    ("table", "word", "written", "at", "message", "remedy"),
    [
        ("wagers.come", "lose", "lose = [2, 3]", "[wagers.come]", "no row for 12", "otherwise"),
        ("wagers.field", "otherwise", "", "[wagers.field]", "no row for 5, 6, 7, 8", "otherwise"),
        ("wagers.craps-2", "lose", "lose = [2]", "lose", "two rows for 2", "Let one of them go"),
        ("wagers.craps-2", "push", 'push = ["1-1"]', "push", "two rows for 2", "Let one of them go"),
        (
            "wagers.come",
            "travel",
            'travel = { roll = ["points", 2], to = "come-*" }',
            "travel",
            "two rows for 2",
            "one",
        ),
        ("wagers.field", "push", 'push = { when = "on", roll = ["point"] }', "push", "two rows for 4", "one"),
        ("wagers.field", "push", 'push = ["hard 7"]', "push", "no roll can reach this row", "remove"),
        (
            "wagers.come",
            "travel",
            'travel = { roll = ["points"], to = "com-*" }',
            "travel",
            "'com-4'",
            "[wagers.com-n]",
        ),
        ("wagers.come", "travel", 'travel = { roll = ["points"], to = "nowhere" }', "travel", "'nowhere'", "come-*"),
        (
            "wagers.come-odds-n",
            "after-win",
            'after-win = "up"',
            "after-win",
            "it stays when 3-1 decides come-4",
            "let its flat bet stay up too",
        ),
        (
            "wagers.come-n",
            "commission",
            'commission = { rate = "1:20" }',
            "commission",
            "a commission on what come travels to: nobody makes it, so nobody pays",
            "[wagers.come]",
        ),
        ("wagers.come", "travel", 'travel = { roll = ["points"] }', "travel", "travels to", "come-*"),
        (
            "wagers.pass-odds",
            "win",
            'win = { when = "off", roll = ["point"] }',
            "win",
            "no point while the puck is off",
            "on",
        ),
        ("wagers.field", "win", 'win = ["n"]', "win", "this is no family", "add each"),
        (
            "wagers.place-n",
            "each",
            "",
            "[wagers.place-n]",
            "the key ends in -n but there is no each",
            'each = "points"',
        ),
        ("wagers.field", "each", "each = [4, 5]", "each", "a family's key ends in -n", "[wagers.field-n]"),
        (
            "wagers.place-n",
            "pays",
            'pays = { 4 = "9:5", 5 = "7:5", 6 = "7:6", 8 = "7:6", 9 = "7:5" }',
            "pays",
            "no payout for 10",
            "exactly one",
        ),
        (
            "wagers.pass-odds",
            "pays",
            'pays = { 4 = "2:1", 5 = "3:2", 6 = "6:5", 8 = "6:5", 9 = "3:2" }',
            "pays",
            "no payout for the point 10",
            "exactly one",
        ),
        (
            "wagers.field",
            "pays",
            'pays = { 2 = "2:1", "hard" = "3:1", otherwise = "1:1" }',
            "pays",
            "two payouts for 2",
            "exactly one",
        ),
        (
            "wagers.field",
            "pays",
            'pays = { 2 = "2:1", "1-1" = "3:1", otherwise = "1:1" }',
            "pays",
            "two payouts for 2",
            "exactly one",
        ),
        ("wagers.craps-2", "pays", "", "[wagers.craps-2]", "no payout", "pays"),
        ("wagers.two-way", "parts", "parts = { craps-2 = 1, twelve = 1 }", "parts", "no wager 'twelve'", "eleven"),
        (
            "wagers.two-way",
            "parts",
            "parts = { craps-2 = 1, place-4 = 1 }",
            "parts",
            "does not decide every part",
            "one-roll",
        ),
        (
            "wagers.two-way",
            "parts",
            "parts = { craps-2 = 1, pass = 1 }",
            "parts",
            "does not decide every part",
            "one-roll",
        ),
        ("wagers.two-way", "parts", "parts = { craps-2 = 1, two-way = 1 }", "parts", "itself a composite", "simple"),
        ("wagers.two-way", "pays", 'pays = "1:1"', "parts", "no pays of its own", "Leave"),
        ("wagers.field", "cap", "cap = { times = 2 }", "cap", "there is none", "attaches-to"),
        ("wagers.come-odds-n", "attaches-to", 'attaches-to = "come-x"', "attaches-to", "no wager 'come-x'", ""),
        (
            "puck",
            "established",
            'established = { when = "off", roll = [4, 5, 6, 8, 9] }',
            "established",
            "10 can never become the point",
            "every point",
        ),
        (
            "puck",
            "established",
            'established = { when = "off", roll = ["points", 11] }',
            "established",
            "11 cannot be a point",
            "points",
        ),
        (
            "puck",
            "established",
            'established = { when = "on", roll = ["points"] }',
            "established",
            "established",
            'when = "off"',
        ),
        (
            "puck",
            "made",
            'made = { when = "on", roll = ["point", 7] }',
            "made",
            "both makes the point and sevens out",
            "one",
        ),
        ("puck", "made", "", "[puck]", "no row 'made'", "made ="),
    ],
)
def test_a_fault_of_the_rows(table: str, word: str, written: str, at: str, message: str, remedy: str) -> None:
    text = rewritten(table, word, written)
    found = faults(text)
    said = "\n".join(map(str, found))
    assert any(message in fault.message for fault in found), said
    fault = next(fault for fault in found if message in fault.message)
    assert fault.line in (line_of(text, at, below=f"[{table}]"), line_of(text, f"[{table}]")), said
    assert fault.where.startswith(table), said
    assert remedy in fault.remedy, said


@pytest.mark.parametrize(
    "written",
    [
        ("wagers.craps-2", "pays", 'pays = "30 to 1"'),
        ("wagers.craps-2", "pays", ""),
        ("wagers.craps-2", "win", 'win = ["tow"]'),
        ("wagers.field", "otherwise", ""),
        ("wagers.come", "travel", 'travel = { roll = ["points"], to = "com-*" }'),
        ("wagers.two-way", "parts", "parts = { craps-2 = 1, pass = 1 }"),
        ("puck", "established", 'established = { when = "off", roll = [4, 5, 6, 8, 9] }'),
    ],
)
def test_one_mistake_is_one_fault(written: tuple[str, str, str]) -> None:
    found = faults(rewritten(*written))
    assert len({fault.where.split(".")[1] for fault in found}) == 1
    assert len(found) == 1, "\n".join(map(str, found))


def test_a_puck_that_can_never_be_left() -> None:
    text = rewritten("puck", "points", "points = [4]")
    text = rewritten("puck", "made", 'made = { when = "on", roll = ["n"] }', text)
    text = rewritten("puck", "seven-out", 'seven-out = { when = "on", roll = ["n"] }', text)
    assert any(fault.where.startswith("puck.") and fault.line >= line_of(text, "made") for fault in faults(text))


def test_a_wager_that_is_never_made_and_that_nothing_travels_to() -> None:
    text = rewritten("wagers.come", "travel", 'push = ["points"]')
    found = [fault for fault in faults(text) if fault.where.startswith("wagers.come-n")]
    assert found
    assert all("can never come to lie on the layout" in fault.message for fault in found)
    assert {fault.line for fault in found} <= {
        line_of(text, "[wagers.come-n]"),
        line_of(text, "made", "[wagers.come-n]"),
    }
    assert all("travel" in fault.remedy for fault in found)


def test_a_wager_that_is_made_never() -> None:
    text = rewritten("wagers.field", "made", 'made = "never"')
    (fault,) = faults(text)
    assert "can never come to lie on the layout" in fault.message
    assert fault.line in (line_of(text, "[wagers.field]"), line_of(text, 'made = "never"'))


@pytest.mark.parametrize("flat", ["pass-odds", "come-odds-4"])
def test_odds_that_attach_to_what_can_never_be_there(flat: str) -> None:
    """Odds behind themselves, or behind odds that wait for these: neither can ever be made first."""
    text = rewritten("wagers.pass-odds", "attaches-to", f'attaches-to = "{flat}"')
    if flat != "pass-odds":
        text = rewritten("wagers.come-odds-n", "attaches-to", 'attaches-to = "pass-odds"', text)
    found = [fault for fault in faults(text) if fault.where.startswith("wagers.pass-odds")]
    assert found
    assert found[0].line in (line_of(text, "[wagers.pass-odds]"), line_of(text, "attaches-to", "[wagers.pass-odds]"))


@pytest.mark.parametrize("rows", ['otherwise = "stay"', 'stay = [7]\notherwise = "stay"'])
def test_a_wager_that_no_roll_decides(rows: str) -> None:
    text = f"{SOUND}\n[wagers.idle]\n{rows}\n"
    (fault,) = faults(text)
    assert (fault.line, fault.message) == (line_of(text, "[wagers.idle]"), "no roll ever decides it")
    assert "win or a lose row" in fault.remedy


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("working", "working = { off = false }"),
        ("working", 'working = { calls = ["off"] }'),
        ("lose", 'lose = { when = "on", roll = [7] }'),
    ],
)
def test_odds_that_would_stay_behind_their_flat_bet(word: str, written: str) -> None:
    text = rewritten("wagers.come-odds-n", word, written)
    found = faults(text)
    assert found
    for fault in found:
        assert fault.line == line_of(text, "[wagers.come-odds-n]")
        assert "it stays when" in fault.message
        assert "returned with the flat" in fault.remedy


def test_what_cannot_be_reached_is_reported_together_with_everything_else() -> None:
    text = rewritten("wagers.field", "made", 'made = "never"')
    text = rewritten("wagers.pass", "titel", 'titel = "Pass"', text)
    assert {fault.where.split(".")[1] for fault in faults(text)} == {"pass", "field"}


@pytest.mark.parametrize("word", ["maximum", "minimum", "maximum-win"])
def test_a_limit_by_number_that_leaves_a_number_out(word: str) -> None:
    text = rewritten("wagers.place-n", word, f"{word} = {{ 4 = 100, 5 = 100, 6 = 120, 8 = 120, 9 = 100 }}")
    found = faults(text)
    assert found, "place-10 is left without a limit, and nothing is said"
    assert found[0].line == line_of(text, word, "[wagers.place-n]")
    assert "10" in found[0].message


def test_a_limit_by_number_with_two_for_one_number() -> None:
    text = rewritten("wagers.place-n", "maximum", "maximum = { 4 = 100, n = 500 }")
    found = faults(text)
    assert found, "place-4 has two limits, and the first one wins"
    assert found[0].line == line_of(text, "maximum", "[wagers.place-n]")


def test_a_cap_that_leaves_a_number_out() -> None:
    text = rewritten(
        "wagers.come-odds-n", "cap", 'cap = { by = "stake", times = { 4 = 3, 5 = 4, 6 = 5, 8 = 5, 9 = 4 } }'
    )
    found = faults(text)
    assert found, "come-odds-10 can never be made, and nothing is said"
    assert found[0].line == line_of(text, "cap", "[wagers.come-odds-n]")


# --- values that nothing can use


@pytest.mark.parametrize(
    ("table", "word", "written", "unused"),
    [
        (
            "wagers.place-n",
            "pays",
            'pays = { 4 = "9:5", 5 = "7:5", 6 = "7:6", 8 = "7:6", 9 = "7:5", 10 = "9:5", 11 = "3:1" }',
            "11",
        ),
        (
            "wagers.pass-odds",
            "pays",
            'pays = { 4 = "2:1", 5 = "3:2", 6 = "6:5", 8 = "6:5", 9 = "3:2", 10 = "2:1", 2 = "6:1", 12 = "6:1" }',
            "2, 12",
        ),
        ("wagers.field", "pays", 'pays = { 2 = "2:1", 7 = "4:1", otherwise = "1:1" }', "7"),
        ("wagers.field", "pays", 'pays = { "hard 2" = "2:1", "hard 8" = "3:1", otherwise = "1:1" }', "hard 8"),
        ("wagers.field", "pays", 'pays = { 2 = "2:1", "5-3" = "3:1", otherwise = "1:1" }', "5-3"),
        ("wagers.place-n", "maximum", "maximum = { 6 = 600, 7 = 100, otherwise = 500 }", "7"),
        ("wagers.place-n", "minimum", "minimum = { 11 = 5, otherwise = 10 }", "11"),
        ("wagers.come-odds-n", "cap", 'cap = { by = "stake", times = { 3 = 1, otherwise = 2 } }', "3"),
        ("wagers.pass-odds", "cap", 'cap = { by = "stake", times = { 7 = 1, otherwise = 2 } }', "7"),
    ],
)
def test_a_value_that_nothing_can_use(table: str, word: str, written: str, unused: str) -> None:
    text = rewritten(table, word, written)
    (fault,) = faults(text)
    assert (fault.where, fault.line) == (f"{table}.{word}", line_of(text, written, below=f"[{table}]"))
    assert fault.message == f"nothing can ever use the value for {unused}"
    assert fault.remedy == "Mend or remove it"


@pytest.mark.parametrize(
    ("table", "word", "written"),
    [
        ("wagers.place-n", "pays", 'pays = { n = "1:1" }'),
        ("wagers.field", "pays", 'pays = { 2 = "2:1", 12 = "2:1", otherwise = "1:1" }'),
        ("wagers.field", "pays", 'pays = { points = "1:1", 2 = "2:1", 3 = "1:1", 11 = "1:1", 12 = "1:1" }'),
        ("wagers.craps-2", "pays", 'pays = { 2 = "30:1", otherwise = "1:1" }'),  # the rest may be nobody
    ],
)
def test_values_that_are_all_of_use(table: str, word: str, written: str) -> None:
    assert faults(rewritten(table, word, written)) == ()


def test_a_house_with_fewer_points_may_keep_the_payouts_it_inherits() -> None:
    text = 'format = 1\nname = "two-points"\nextends = "typical"\n[puck]\npoints = [6, 8]\n'
    assert not any("nothing can ever use" in fault.message for fault in faults(text))


def test_a_table_by_number_in_the_defaults_is_of_use_if_one_family_uses_it() -> None:
    each = 'made = "any"\nwin = ["n"]\notherwise = "stay"\nlose = [7]\npays = "1:1"\n'
    text = (
        'format = 1\nname = "defaults"\n[defaults]\nmaximum = { 5 = 100, 6 = 200, 9 = 300 }\n'
        f"[wagers.low-n]\neach = [5, 6]\n{each}[wagers.high-n]\neach = [9, 6]\n{each}"
    )
    assert faults(text) == ()
    (fault,) = faults(text.replace("9 = 300", "9 = 300, 10 = 400"))
    assert (fault.line, fault.message) == (4, "nothing can ever use the value for 10")


# --- sound books that use the words in less usual ways


def edges_of(text: str, wager: str, point: int | None, a: int, b: int) -> Transition | None:
    compiled, found = check(text)
    assert compiled is not None, "\n".join(map(str, found))
    puck = next(state.index for state in compiled.puck.states if state.point == point)
    return compiled.cells[puck][roll(a, b).index][compiled.by_key[wager].first]


def paid(text: str, wager: str, point: int | None, a: int, b: int) -> str:
    edge = edges_of(text, wager, point, a, b)
    assert edge is not None
    assert isinstance(edge.odds, Odds)
    return str(edge.odds)


def test_points_may_be_the_key_of_a_payout() -> None:
    text = rewritten("wagers.field", "pays", 'pays = { points = "1:1", otherwise = "2:1" }')
    assert paid(text, "field", None, 2, 2) == "1:1"
    assert paid(text, "field", None, 1, 1) == "2:1"


def test_the_point_may_be_the_key_of_a_payout() -> None:
    text = rewritten("wagers.field", "pays", 'pays = { point = "3:1", otherwise = "1:1" }')
    assert paid(text, "field", None, 2, 2) == "1:1"
    assert paid(text, "field", 4, 2, 2) == "3:1"
    assert paid(text, "field", 9, 2, 2) == "1:1"


def test_a_hard_way_may_be_the_key_of_a_payout() -> None:
    text = rewritten("wagers.field", "pays", 'pays = { "hard 4" = "3:1", "6-5" = "2:1", otherwise = "1:1" }')
    assert [paid(text, "field", None, *dice) for dice in ((2, 2), (3, 1), (5, 6), (6, 5))] == [
        "3:1",
        "1:1",
        "2:1",
        "2:1",
    ]


@pytest.mark.parametrize(
    ("rolls", "words"),
    [
        ([(1, 1)], "2"),
        ([(2, 2)], "2-2"),
        ([(3, 1), (1, 3)], "3-1"),
        ([(2, 2), (3, 1), (1, 3)], "4"),
        ([(6, 1), (1, 6), (4, 4)], "6-1, 4-4"),
    ],
)
def test_rolls_are_named_in_words(rolls: list[tuple[int, int]], words: str) -> None:
    assert describe(sum(1 << roll(a, b).index for a, b in rolls)) == words


def test_a_pair_without_a_payout_is_named() -> None:
    text = rewritten("wagers.field", "pays", 'pays = { "hard 4" = "2:1", 2 = "2:1", 12 = "2:1", 11 = "1:1" }')
    text = rewritten("wagers.field", "win", "win = [2, 4, 11, 12]", text)
    assert [fault.message for fault in faults(text)] == ["no payout for 3-1"]
