"""Faults of single words and values: each is found alone, on its line, with what to write instead."""

import pytest

from sevenout.base.errors import Fault
from tests.unit.rulebook.bad_books.house import SOUND, check, faults, line_of, rewritten


def fault_at(table: str, word: str, written: str) -> Fault:
    """The first fault on the written line of the house so rewritten. What follows from it may show as well."""
    text = rewritten(table, word, written)
    found = faults(text)
    line = line_of(text, written, below=f"[{table}]" if table else "")
    there = [fault for fault in found if fault.line == line and fault.where.startswith(table)]
    assert there, f"line {line} is meant:\n" + "\n".join(map(str, found))
    return there[0]


def only_fault(table: str, word: str, written: str) -> Fault:
    """The same, where nothing else may be wrong."""
    found = faults(rewritten(table, word, written))
    assert len(found) == 1, "\n".join(map(str, found))
    return fault_at(table, word, written)


def test_the_house_to_break_is_sound() -> None:
    compiled, found = check(SOUND)
    assert found == ()
    assert compiled is not None
    assert len(compiled.spots) == 25


@pytest.mark.parametrize(
    ("table", "word", "written", "nearest"),
    [
        ("", "titel", 'titel = "Ours"', "title"),
        ("", "documnet", 'documnet = "Ours"', "document"),
        ("table", "minimun", "minimun = 5", "minimum"),
        ("money", "rouding", 'rouding = "up"', "rounding"),
        ("puck", "seven_out", 'seven_out = { when = "on", roll = [7] }', "seven-out"),
        ("shooter", "takingover", 'takingover = "finishes the point"', "taking-over"),
        ("groups.inside", "except-points", "except-points = true", "except-point"),
        ("wagers.pass", "titel", 'titel = "Pass"', "title"),
        ("wagers.pass", "after_win", 'after_win = "up"', "after-win"),
        ("wagers.pass", "Reduce", 'Reduce = "never"', "reduce"),
        ("wagers.pass", "working", "working = { of = false }", "off"),
        ("wagers.pass", "working", "working = { called_off = 'stays' }", "called-off"),
        ("wagers.pass-odds", "cap", 'cap = { by = "stake", time = 2, times = 3 }', "times"),
        ("wagers.place-n", "commission", 'commission = { rate = "1:20", refunds = true }', "refund"),
        ("wagers.pass", "made", 'made = { value = "off", clauses = "1a" }', "clause"),
        ("wagers.come-odds-n", "lose", "lose = { rol = [7], roll = [7] }", "roll"),
    ],
)
def test_an_unknown_word_is_named_with_the_nearest_known_one(table: str, word: str, written: str, nearest: str) -> None:
    fault = only_fault(table, word, written)
    assert fault.message.startswith("unknown word ")
    assert f"Did you mean {nearest!r}" in fault.remedy


def test_an_unknown_table_is_named_with_the_nearest_known_one() -> None:
    text = SOUND.replace("[money]", "[mony]")
    (fault,) = faults(text)
    assert (fault.line, fault.message) == (line_of(text, "[mony]"), "unknown word 'mony'")
    assert "Did you mean 'money'" in fault.remedy


@pytest.mark.parametrize(
    ("table", "word", "written", "nearest"),
    [
        ("wagers.pass", "made", 'made = "of"', "off"),
        ("wagers.pass", "made", 'made = { value = "of", clause = "1" }', "off"),
        ("wagers.pass", "made", 'made = "new-shooter"', "new shooter"),
        ("wagers.pass", "increase", 'increase = "nver"', "never"),
        ("wagers.pass", "otherwise", 'otherwise = "stays"', "stay"),
        ("wagers.pass", "after-reduction", 'after-reduction = "lock"', "locked"),
        ("wagers.pass", "after-win", 'after-win = "dwon"', "down"),
        ("wagers.pass", "minimum", 'minimum = "tabel"', "table"),
        ("wagers.pass", "maximum", 'maximum = "nones"', "none"),
        ("wagers.pass", "working", 'working = { calls = ["on", "of"] }', "off"),
        ("wagers.pass", "working", 'working = { idle = "stay" }', "stays"),
        ("wagers.pass-odds", "cap", 'cap = { by = "steak", times = 2 }', "stake"),
        ("wagers.place-n", "commission", 'commission = { rate = "1:20", of = "wins" }', "win"),
        ("money", "rounding", 'rounding = "dwon"', "down"),
        ("shooter", "line", 'line = ["passs"]', "pass"),
        ("wagers.pass-odds", "attaches-to", 'attaches-to = "pas"', "pass"),
        ("wagers.two-way", "parts", "parts = { craps-2 = 1, elevn = 1 }", "eleven"),
        ("wagers.craps-2", "win", 'win = ["hrad 4"]', "hard"),
        ("wagers.place-n", "each", 'each = "point"', "points"),
        ("wagers.pass", "clause", 'provenance = "asumed"', "assumed"),
    ],
)
def test_a_misspelt_value_is_named_with_the_nearest_known_one(
    table: str, word: str, written: str, nearest: str
) -> None:
    text = rewritten(table, word, written)
    line = line_of(text, written, below=f"[{table}]")
    remedies = [fault.remedy for fault in faults(text) if fault.line == line]
    assert any(f"Did you mean {nearest!r}" in remedy for remedy in remedies), remedies


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        ('"9 to 5"', "9:5"),
        ('"9/5"', "9:5"),
        ('"30 for 1"', "29:1"),
        ("1.8", "9:5"),
        ('"1.8"', "9:5"),
        ('"0:1"', "7:6"),
        ('"1:0"', "7:6"),
        ('"-1:1"', "7:6"),
        ('""', "7:6"),
        ('"9:5:1"', "7:6"),
        ("2", "7:6"),
        ("true", "7:6"),
        ('["9:5"]', "7:6"),
        ("1979-05-27", "7:6"),
    ],
)
def test_a_payout_that_is_no_ratio(written: str, remedy: str) -> None:
    text = rewritten("wagers.craps-2", "pays", f"pays = {written}")
    (fault,) = [fault for fault in faults(text) if "is no ratio" in fault.message]
    assert (fault.line, fault.where) == (line_of(text, "pays", "[wagers.craps-2]"), "wagers.craps-2.pays")
    assert remedy in fault.remedy


@pytest.mark.parametrize("written", ["-5", "0", "2.505", '"5"', '"five"', "true", "[5]", "1e13", "1979-05-27"])
def test_a_limit_that_is_no_amount(written: str) -> None:
    fault = only_fault("table", "minimum", f"minimum = {written}")
    assert fault.where == "table.minimum"
    assert fault.remedy.startswith("Write ")


def test_a_payout_inside_a_table_stands_on_its_own_line() -> None:
    text = SOUND + '\n[wagers.any-7]\nwin = [7]\notherwise = "lose"\n[wagers.any-7.pays]\n6 = "1:1"\n7 = "4 to 1"\n'
    assert [(fault.line, fault.where) for fault in faults(text)] == [(line_of(text, "7 ="), "wagers.any-7.pays.7")]


@pytest.mark.parametrize(
    ("written", "missing"),
    [
        ('provenance = "stated"\nclause = "1a"', "says"),
        ('provenance = "stated"\nsays = "it is so"', "clause"),
        ('made = { value = "off", provenance = "stated", clause = "1a" }', "says"),
    ],
)
def test_a_stated_value_needs_clause_and_says(written: str, missing: str) -> None:
    text = rewritten("wagers.pass", "made", written)
    (fault,) = faults(text)
    assert fault.message == f"a stated value has no {missing}"
    assert fault.remedy.startswith(f"Add {missing}")
    assert fault.line in (line_of(text, "[wagers.pass]"), line_of(text, written.split("\n", maxsplit=1)[0]))


def test_an_unknown_provenance() -> None:
    fault = only_fault("wagers.pass", "provenance", 'provenance = "rumoured"')
    assert "'rumoured'" in fault.message
    assert all(word in fault.remedy for word in ("stated", "derived", "assumed"))


@pytest.mark.parametrize("written", ["clause = 6.1", "says = true", 'provenance = ["stated"]'])
def test_a_citation_that_is_no_text(written: str) -> None:
    fault = only_fault("wagers.pass", written.split(" ", 1)[0], written)
    assert fault.where == f"wagers.pass.{written.split(' ', 1)[0]}"
    assert fault.remedy.startswith("Write ")


@pytest.mark.parametrize("written", ["format = 2", 'format = "1"', "format = true", "format = 1.0", ""])
def test_a_format_that_is_not_1(written: str) -> None:
    text = rewritten("", "format", written)
    (fault,) = faults(text)
    assert (fault.line, fault.where) == (1, "format")
    assert "Write format = 1" in fault.remedy


def test_a_minimum_above_the_maximum() -> None:
    fault = only_fault("table", "minimum", "minimum = 600")
    assert fault.message == "the minimum is above the maximum"


def test_a_maximum_that_is_not_whole_chips() -> None:
    assert "chip" in only_fault("table", "maximum", "maximum = 500.50").message


def test_a_wager_whose_minimum_is_above_its_maximum() -> None:
    text = rewritten("wagers.field", "minimum", "minimum = 50\nmaximum = 20")
    (fault,) = faults(text)
    assert fault.line in (line_of(text, "minimum = 50"), line_of(text, "maximum = 20"))


@pytest.mark.parametrize(
    ("table", "word", "written"),
    [
        ("wagers.pass-odds", "attaches-to", "attaches-to = 5"),
        ("wagers.pass-odds", "attaches-to", 'attaches-to = ["pass"]'),
        ("wagers.come-odds-n", "attaches-to", "attaches-to = true"),
        ("wagers.come-odds-n", "each", "each = 5.5"),
        ("wagers.place-n", "each", "each = []"),
        ("wagers.place-n", "each", "each = [4, 4]"),
        ("wagers.two-way", "parts", 'parts = ["craps-2", "eleven"]'),
        ("wagers.two-way", "parts", "parts = {}"),
        ("wagers.two-way", "parts", "parts = { craps-2 = 1.5, eleven = 1 }"),
        ("wagers.pass", "working", "working = false"),
        ("wagers.pass", "title", "title = 7"),
        ("wagers.pass", "proposition", 'proposition = "yes"'),
        ("wagers.pass", "offered", 'offered = "no"'),
        ("wagers.pass-odds", "cap", "cap = 3"),
        ("wagers.pass-odds", "cap", 'cap = { by = "stake" }'),
        ("wagers.pass-odds", "cap", 'cap = { by = "stake", times = -2.5 }'),
        ("wagers.place-n", "commission", 'commission = "5%"'),
        ("wagers.place-n", "commission", 'commission = { of = "win" }'),
        ("wagers.field", "win", "win = 13"),
        ("wagers.field", "win", 'win = { when = "off" }'),
        ("wagers.field", "win", "win = [true]"),
        ("puck", "points", 'points = "all"'),
        ("groups.inside", "numbers", "numbers = [5, 7]"),
        ("groups.inside", "numbers", "numbers = []"),
        ("groups.inside", "numbers", ""),
        ("groups.inside", "of", 'of = "place"'),
        ("shooter", "line", 'line = "pass"'),
    ],
)
def test_a_value_of_the_wrong_kind_is_a_fault_with_a_remedy(table: str, word: str, written: str) -> None:
    text = rewritten(table, word, written)
    found = faults(text)
    assert found, "nothing was wrong with it"
    assert all(fault.remedy for fault in found)
    assert not any("None" in str(fault) for fault in found), "no TOML value is called None"
    lines = (line_of(text, written, below=f"[{table}]"), line_of(text, f"[{table}]"))
    assert any(fault.line in lines for fault in found), found


def test_a_table_where_a_value_is_expected_and_the_other_way_round() -> None:
    text = "format = 1\nname = {}\nwagers = 5\npuck = [4, 5]\ntable = 3\n"
    assert {fault.line for fault in faults(text)} == {2, 3, 4, 5}


def test_a_group_of_a_family_that_is_not_there() -> None:
    text = rewritten("groups.inside", "of", 'of = "plaice-n"')
    found = faults(text)
    assert found
    assert all(fault.where.startswith("groups.inside") for fault in found)
    assert "plaice" in found[0].message


def test_a_collector_needs_a_table() -> None:
    text = SOUND + '\n[wagers.small]\ncollect = [2, 3, 4, 5, 6]\nlose = [7]\notherwise = "stay"\n'
    found = faults(text)
    assert [fault.where for fault in found] == ["wagers.small.collect"]
    assert found[0].line == line_of(text, "collect")


def test_several_faults_are_reported_at_once_in_the_order_of_their_lines() -> None:
    text = rewritten("wagers.pass", "made", 'made = "of"')
    text = rewritten("table", "minimun", "minimun = 5", text)
    text = rewritten("wagers.field", "otherwise", "", text)
    text = rewritten("wagers.place-n", "pays", 'pays = { 4 = "9 to 5", 5 = 1.4, otherwise = "7:6" }', text)
    text = rewritten("wagers.craps-2", "provenance", 'provenance = "stated"', text)
    text = rewritten("puck", "established", 'established = { when = "off", roll = [4, 5, 6, 8, 9] }', text)
    found = faults(text)
    assert [fault.line for fault in found] == sorted(fault.line for fault in found)
    assert {(fault.line, fault.where) for fault in found} >= {
        (line_of(text, "minimun"), "table.minimun"),
        (line_of(text, "established"), "puck.established"),
        (line_of(text, 'made = "of"'), "wagers.pass.made"),
        (line_of(text, "pays", "[wagers.place-n]"), "wagers.place-n.pays.4"),
        (line_of(text, "pays", "[wagers.place-n]"), "wagers.place-n.pays.5"),
        (line_of(text, "[wagers.craps-2]"), "wagers.craps-2"),
        (line_of(text, "[wagers.field]"), "wagers.field"),
    }
    assert all(fault.message and fault.remedy for fault in found)


# --- lines


def test_lines_are_right_after_a_text_of_several_lines() -> None:
    says = 'says = """\nfirst [ second\n[wagers.other]\npays = 5\n"""'
    text = rewritten("wagers.field", "pays", f'{says}\npays = "x"')
    assert {fault.line for fault in faults(text)} == {line_of(text, 'pays = "x"')}


def test_lines_are_right_after_a_list_of_several_lines() -> None:
    text = rewritten("wagers.field", "win", "win = [\n  2, # a comment ]\n  3,\n]\nadded = 1")
    assert [fault.line for fault in faults(text)] == [line_of(text, "added")]


def test_a_row_written_as_a_table_of_its_own_has_its_own_line() -> None:
    text = rewritten("wagers.field", "win", "")
    text += '\n[[wagers.field.win]]\nroll = [2]\n\n[[wagers.field.win]]\nroll = ["nine"]\n'
    found = faults(text)
    assert line_of(text, "[[wagers.field.win]]", "roll = [2]") in [fault.line for fault in found], found


@pytest.mark.parametrize("separator", ["\u2028", "\x85", "\u2029"])
def test_lines_are_those_of_an_editor(separator: str) -> None:
    text = rewritten("wagers.pass", "says", f'says = "one{separator}two"')
    text = rewritten("wagers.field", "pays", 'pays = "x"', text)
    meant = text.split("\n").index('pays = "x"') + 1
    assert {fault.line for fault in faults(text)} == {meant}


def test_lines_are_right_with_windows_line_ends() -> None:
    text = rewritten("wagers.field", "pays", 'pays = "x"')
    found = faults(text.replace("\n", "\r\n"))
    assert {fault.line for fault in found} == {line_of(text, 'pays = "x"')}


# --- names and places


@pytest.mark.parametrize(
    ("table", "word", "written", "message", "remedy"),
    [
        ("wagers.pass", "also", 'also = "front line"', "'front line' is no list of words", 'Write ["…", "…"]'),
        ("wagers.pass", "also", 'also = ["?!"]', "'?!' is no name", "Write words of at most 40 characters"),
        ("wagers.pass", "also", 'also = ["Inside"]', "'Inside' is a group", "Write a name that means one wager"),
        ("wagers.pass", "also", 'also = ["Come"]', "'Come' is the key of a wager", "Leave it out"),
        ("wagers.place-n", "also", 'also = ["Box"]', "'Box' names a whole family", "Write the number too"),
        ("wagers.pass", "label", 'label = "The front line"', "'The front line' is too long", "Write at most 12"),
        ("wagers.pass", "note", f'note = "{"a" * 31}"', f"'{'a' * 31}' is too long", "Write at most 30"),
        ("wagers.pass", "region", 'region = "pass lime"', "unknown word 'pass lime'", "Did you mean 'pass line'"),
        ("wagers.pass", "order", "order = 0", "0 is no whole number above zero", "Write one"),
        ("wagers.pass", "lable", 'lable = "Pass"', "unknown word 'lable'", "Did you mean 'label'"),
    ],
)
def test_a_name_or_a_place_that_cannot_be_used(table: str, word: str, written: str, message: str, remedy: str) -> None:
    fault = only_fault(table, word, written)
    assert fault.message.startswith(message)
    assert fault.remedy.startswith(remedy)
