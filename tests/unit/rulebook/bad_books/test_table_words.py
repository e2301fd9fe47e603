"""Faults of [throw], [no-roll], [shootout] and ordered-to-pass: each found alone, on its line, with a remedy."""

from datetime import time
from pathlib import Path

import pytest

from sevenout.base.dice import roll
from sevenout.base.errors import Fault
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.value_listing import house_values
from sevenout.table import Table
from tests.unit.rulebook.bad_books.house import SOUND, check, faults, line_of, rewritten

TABLE = (
    SOUND
    + """
[throw]
called               = "confirmed"
called-confirmed-by  = ["dealer", "boxperson"]
called-confirmations = "any"

[no-roll]
called-by    = ["stickperson"]
overruled-by = "supervisor"
cocked       = "natural fall, else no roll"

[no-roll.grounds]
off-the-table     = "always"
wrong-shooter     = { value = "may", clause = "3a", provenance = "stated", says = "somebody else threw" }
short-of-the-wall = { value = "may", called-by = ["supervisor"] }

[shootout]
starts     = 100
grows      = 100
capped     = 1500
day-begins = "09:00"
shares = [
  { up-to = 700, share = 10 },
  { up-to = 1500, share = 30 },
]
"""
)


def only_fault(table: str, word: str, written: str) -> Fault:
    """The one fault of the house with one line written otherwise. It stands on that line."""
    text = rewritten(table, word, written, TABLE)
    (fault,) = faults(text)
    assert fault.line == line_of(text, written, below=f"[{table}]"), fault
    return fault


def test_the_house_to_break_is_sound() -> None:
    compiled, found = check(TABLE)
    assert found == ()
    assert compiled is not None
    no_roll, shootout = compiled.book.no_roll, compiled.book.shootout
    assert [ground.call.value for ground in no_roll.grounds] == ["always", "may", "may"]
    assert [ground.called_by.value for ground in no_roll.grounds] == [("stickperson",)] * 2 + [("supervisor",)]
    assert shootout is not None
    assert (shootout.points.value, shootout.day_begins.value) == ((4, 5, 6, 8, 9, 10), time(9))


def test_a_house_without_the_tables_has_no_grounds_and_no_bonus() -> None:
    compiled, _ = check(SOUND)
    assert compiled is not None
    assert (compiled.book.no_roll.grounds, compiled.book.shootout) == ((), None)
    assert compiled.book.shooter.ordered_to_pass.value == ()


@pytest.mark.parametrize(
    ("table", "word", "written", "nearest"),
    [
        ("throw", "call", 'call = "open"', "called"),
        ("throw", "called-confirmation", 'called-confirmation = "all"', "called-confirmations"),
        ("no-roll", "called_by", 'called_by = ["stickperson"]', "called-by"),
        ("no-roll", "overuled-by", 'overuled-by = "supervisor"', "overruled-by"),
        ("no-roll", "ground", "ground = {}", "grounds"),
        ("shootout", "start", "start = 100", "starts"),
        ("shootout", "day_begins", 'day_begins = "09:00"', "day-begins"),
        ("shootout", "void-if-passed", "void-if-passed = true", "void-when-passed"),
        ("shootout", "offerd", "offerd = true", "offered"),
        ("shooter", "order-to-pass", 'order-to-pass = ["delay"]', "ordered-to-pass"),
        ("no-roll.grounds", "stopped", 'stopped = { value = "may", calledby = ["supervisor"] }', "called-by"),
    ],
)
def test_an_unknown_word_is_named_with_the_nearest_known_one(table: str, word: str, written: str, nearest: str) -> None:
    fault = only_fault(table, word, written)
    assert fault.message.startswith("unknown word ")
    assert f"Did you mean {nearest!r}" in fault.remedy


@pytest.mark.parametrize(
    ("table", "word", "written", "nearest"),
    [
        ("throw", "called", 'called = "refuse"', "refused"),
        ("throw", "called-confirmed-by", 'called-confirmed-by = ["deeler"]', "dealer"),
        ("no-roll", "called-by", 'called-by = ["stickman"]', "stickperson"),
        ("no-roll", "overruled-by", 'overruled-by = "superviser"', "supervisor"),
        ("no-roll", "cocked", 'cocked = "natural fall"', "natural fall, else no roll"),
        ("no-roll.grounds", "off-the-table", 'off-the-table = "allways"', "always"),
        ("no-roll.grounds", "stopped", 'stopped = { value = "maybe", clause = "3k" }', "may"),
        ("no-roll.grounds", "stopped", 'stopped = { value = "may", called-by = ["boxpersn"] }', "boxperson"),
        ("shooter", "ordered-to-pass", 'ordered-to-pass = ["delays"]', "delay"),
    ],
)
def test_a_misspelt_value_is_named_with_the_nearest_known_one(
    table: str, word: str, written: str, nearest: str
) -> None:
    assert f"Did you mean {nearest!r}" in only_fault(table, word, written).remedy


@pytest.mark.parametrize(
    ("table", "word", "written", "message", "remedy"),
    [
        (
            "throw",
            "called-confirmed-by",
            "called-confirmed-by = []",
            "nobody can confirm a called wager",
            "Write called-",
        ),
        ("no-roll", "cocked", 'cocked = "no roll"', "the grounds do not say so", 'Write cocked = "always" under'),
        ("no-roll.grounds", "stopped", 'stopped = { value = "may", also = "hit" }', "no list of words", "Write ["),
        (
            *("no-roll.grounds", "wrong-shooter", 'wrong-shooter = { value = "may", also = ["off the table"] }'),
            *("off-the-table and wrong-shooter are called the same", "words of its own"),
        ),
        ("no-roll", "called-by", "called-by = []", "nobody can call a no roll", 'called-by = ["stickperson"]'),
        ("no-roll", "called-by", 'called-by = "stickperson"', "no list of words", "Write ["),
        ("no-roll.grounds", "Off_Table", 'Off_Table = "may"', "is no name of a ground", "off-the-table"),
        ("no-roll.grounds", "stopped", 'stopped = { clause = "3k" }', "a ground without a value", "value ="),
        ("no-roll.grounds", "stopped", "stopped = true", "unknown word true", "always, may, never"),
        ("no-roll.grounds", "stopped", 'stopped = { value = "may", called-by = [] }', "nobody can call", "called-by ="),
        ("shootout", "points", "points = [4, 7, 11]", "7, 11 can never be the point", "points of the puck"),
        ("shootout", "points", "points = []", "no list of totals", "Write ["),
        ("shootout", "points", "points = [4, 4]", "names a total twice", "Name each once"),
        ("shootout", "starts", "starts = 0", "0 is no amount", "Write a positive number"),
        ("shootout", "starts", "starts = 99.50", "starts is not a whole number of chips", "multiple of the chip"),
        ("shootout", "grows", 'grows = "100"', "'100' is no amount", "Write a positive number"),
        ("shootout", "day-begins", "day-begins = 09:00:00", "is no time of the day", 'Write "09:00", in quotes'),
        ("shootout", "day-begins", 'day-begins = "24:00"', "is no time of the day", "09:00"),
        ("shootout", "day-begins", 'day-begins = "9 am"', "is no time of the day", "09:00"),
        ("shootout", "day-begins", "day-begins = 9", "is no time of the day", "09:00"),
        ("shootout", "void-when-passed", 'void-when-passed = "yes"', "neither true nor false", "without quotes"),
    ],
)
def test_a_value_that_cannot_be(table: str, word: str, written: str, message: str, remedy: str) -> None:
    fault = only_fault(table, word, written)
    assert message in fault.message
    assert remedy in fault.remedy


def test_a_late_wager_needs_somebody_to_confirm_it() -> None:
    (fault,) = faults(rewritten("throw", "made", 'made = "confirmed"', TABLE))
    assert fault.message == "nobody can confirm a late wager"
    assert 'Write confirmed-by = ["dealer", "boxperson"]' in fault.remedy


@pytest.mark.parametrize("word", ["starts", "grows", "capped"])
def test_a_bonus_needs_its_amounts(word: str) -> None:
    text = "\n".join(line for line in TABLE.split("\n") if not line.startswith(word))
    (fault,) = faults(text)
    assert (fault.line, fault.message) == (line_of(text, "[shootout]"), f"there is no {word}")
    assert f"Write {word} = " in fault.remedy


@pytest.mark.parametrize(
    ("old", "new", "message", "remedy"),
    [
        ("capped     = 1500", "capped     = 50", "the bonus is capped below what it starts at", "raise the other"),
        ("capped     = 1500", "capped     = 1600", "the shares do not end where the bonus is capped", "1600.00"),
        ("{ up-to = 700,", "{ up-to = 1500,", "up-to 1500.00 is not above the one before", "Let up-to rise"),
        ("{ up-to = 700,", "{ upto = 700, up-to = 700,", "unknown word 'upto'", "up-to"),
        ("{ up-to = 700,", "{", "there is no up-to", "Write up-to = 700"),
        ("share = 10 }", "share = 2.50 }", "share is not a whole number of chips", "multiple of the chip"),
        ("share = 10 }", "share = -1 }", "-1 is no amount", "Write a positive number"),
        ("{ up-to = 700, share = 10 },", "10,", "is no list of shares", "Write shares = [{ up-to = 700, share = 10 }]"),
    ],
)
def test_shares_that_cannot_be(old: str, new: str, message: str, remedy: str) -> None:
    assert old in TABLE
    found = [fault for fault in faults(TABLE.replace(old, new)) if message in fault.message]
    assert found, faults(TABLE.replace(old, new))
    assert remedy in found[0].remedy
    assert found[0].line >= line_of(TABLE, "[shootout]")


def test_a_share_is_found_on_its_own_line() -> None:
    text = TABLE.replace("share = 30 }", 'share = "thirty" }')
    (fault,) = faults(text)
    assert fault.line == line_of(text, "  { up-to = 1500")


def test_a_bonus_without_a_puck() -> None:
    house = """
format = 1
name = "no-puck"
[shootout]
points = [4, 5]
starts = 100
grows = 100
capped = 1500
[wagers.any-7]
win = [7]
otherwise = "lose"
pays = "4:1"
"""
    (fault,) = faults(house)
    assert (fault.line, fault.message) == (line_of(house, "[shootout]"), "there is no puck, so no points to make")


def test_the_tables_are_shown() -> None:
    compiled, _ = check(TABLE)
    assert compiled is not None
    shown = {entry.word: entry.text for entry in house_values(compiled.book)}
    assert (shown["throw called"], shown["throw called-confirmed-by"]) == ("confirmed", "dealer, boxperson")
    assert shown["no-roll called-by"] == "stickperson"
    assert shown["no-roll off-the-table"] == "always"
    assert shown["no-roll short-of-the-wall"] == "may, called by supervisor"
    assert (shown["shootout capped"], shown["shootout day-begins"]) == ("1500.00", "09:00")
    assert shown["shootout share up to 700.00"] == "10.00"
    assert "shootout points" not in shown  # left to the puck: nothing to cite


# --- variants


def variant(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "variant.toml"
    path.write_text(f'format = 1\nname = "variant"\nextends = "catfish-bend"\n{text}')
    return path


def test_a_variant_adds_changes_and_drops_single_grounds(tmp_path: Path) -> None:
    written = '[no-roll.grounds]\nstacked = "always"\ncocked = "always"\nno-tumble = "never"\n'
    grounds = {g.key: g for g in open_book(str(variant(tmp_path, written))).book.no_roll.grounds}
    assert len(grounds) == 16  # one more, one less
    assert (grounds["stacked"].call.value, grounds["cocked"].call.value) == ("always", "always")
    assert (grounds["cocked"].call.cite.clause, grounds["cocked"].call.cite.provenance) == ("", "assumed")
    assert grounds["stopped"].call.cite.clause == "Invalid Roll 3k"
    assert grounds["short-of-the-wall"].called_by.value == ("supervisor",)
    assert "no-tumble" not in grounds


def test_a_variant_changes_or_drops_the_bonus(tmp_path: Path) -> None:
    changed = open_book(str(variant(tmp_path, "[shootout]\nstarts = 300\n"))).book.shootout
    assert changed is not None
    assert (changed.starts.value, changed.starts.cite.provenance) == (30_000, "assumed")
    assert (changed.grows.value, changed.grows.cite.clause) == (10_000, "Craps Shootout 7")
    assert open_book(str(variant(tmp_path, "[shootout]\noffered = false\n"))).book.shootout is None


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("off the table", "off-the-table"),
        ("Off-The-Table", "off-the-table"),
        ("a die  left the table", "off-the-table"),
        ("both dice left the table", "off-the-table"),
        ("a cocked die", "cocked"),
        ("cocked dice", "cocked"),
        ("number of dice", "too-many-dice"),
        ("one die", "one-die"),
        ("one die only", "one-die"),
        ("threw just a single die", "one-die"),
        ("both dice thrown", ""),
        ("two dice thrown", ""),
        ("threw two dice", ""),
        ("the dice were thrown", ""),
        ("a die ahead of the other", "not-together"),
        ("", ""),
        ("it looked odd", ""),
    ],
)
def test_the_words_of_a_call_name_a_ground(said: str, key: str) -> None:
    ground = open_book("catfish-bend").book.no_roll.find_ground(said)
    assert (ground.key if ground else "") == key


def test_a_house_that_reads_no_cocked_die_never_lets_one_count(tmp_path: Path) -> None:
    strict = '[no-roll]\ncocked = "no roll"\n[no-roll.grounds]\ncocked = "always"\n'
    table = Table(Game(open_book(str(variant(tmp_path, strict)))))
    assert table.seat("Ann", 10_000) is None
    assert table.bet("Ann", "pass", 1_000) is None
    assert table.no_roll("a cocked die") is None
    answer = table.overrule(roll(6, 5))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.reason) == ("no-roll", "cocked: such a throw never counts")


@pytest.mark.parametrize(
    ("written", "confirmed", "code"),
    [
        ('called = "open"', (), ""),
        ('called = "refused"', ("dealer", "boxperson"), "called"),
        ('called = "confirmed"\ncalled-confirmed-by = ["dealer", "boxperson"]', ("dealer",), "unconfirmed"),
        ('called = "confirmed"\ncalled-confirmed-by = ["dealer", "boxperson"]', ("boxperson", "dealer"), ""),
        ('made = "open"', (), "called"),
    ],
)
def test_a_variant_takes_called_bets_as_it_likes(
    tmp_path: Path, written: str, confirmed: tuple[str, ...], code: str
) -> None:
    table = Table(Game(open_book(str(variant(tmp_path, f"[throw]\n{written}\n")))))
    assert table.seat("Ann", 10_000) is None
    refusal = table.bet("Ann", "field", 1_000, confirmed=confirmed, called=True)
    assert (refusal.code if refusal else "") == code
