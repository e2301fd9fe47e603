"""A crew's manual of one's own, in a rulebook's file: laid over what it extends, named by its document, and checked."""

from pathlib import Path

import pytest

from sevenout.base.errors import BadRulebook
from sevenout.base.refusal import Citation
from sevenout.crew.calls.event_calls import calls_for_event
from sevenout.crew.layout.chips import Chips
from sevenout.crew.markers import marks_of
from sevenout.crew.payout.sequence import plan_of
from sevenout.crew.pit.manual_check import CHAPTERS, manual_faults, manual_values
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.crew.roll_calls import words_of
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.source import read_book
from tests.unit.cli.command import run
from tests.unit.crew.apply_motions import apply
from tests.unit.crew.tables import scenes

TOP = 'format = 1\nname = "mine"\ntitle = "My house"\nextends = "marina-bay-sands"\n'
OWN = TOP + 'document = "The house card"\n'
SHOUTED = """
[manual.calls.roll]
number = { value = "{number}!", clause = "Card 2", provenance = "stated", says = "the total is shouted" }
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def opened(folder: Path, text: str) -> Game:
    return Game(open_book(written(folder, text)))


def faults(folder: Path, text: str) -> list[str]:
    source = read_book(written(folder, text))
    compiled, wrong = check_book(source)
    assert wrong == ()
    return [str(fault) for fault in manual_faults(source, compiled)]


# --- whose word it is


def test_a_house_of_ones_own_over_a_house_over_the_general_manual_names_each_document(tmp_path: Path) -> None:
    roll = words_of(opened(tmp_path, OWN + SHOUTED)).roll
    assert roll.number.cite == Citation("Card 2", "stated", "the total is shouted")
    assert (roll.called_by.clause, roll.called_by.provenance) == ("Marina Bay Sands: 1.1.12", "assumed")
    assert (roll.easy.clause, roll.easy.provenance) == ("Catfish Bend: Definitions: Easy Way", "assumed")


def test_a_file_that_speaks_for_the_same_document_keeps_what_that_states(tmp_path: Path) -> None:
    roll = words_of(opened(tmp_path, TOP + SHOUTED)).roll
    assert (roll.called_by.clause, roll.called_by.provenance) == ("1.1.12", "stated")
    assert (roll.easy.clause, roll.easy.provenance) == ("Catfish Bend: Definitions: Easy Way", "assumed")


def test_a_house_over_the_general_one_inherits_it_as_that_house(tmp_path: Path) -> None:
    same = words_of(opened(tmp_path, TOP.replace("marina-bay-sands", "catfish-bend"))).roll.number
    other = words_of(opened(tmp_path, OWN.replace("marina-bay-sands", "catfish-bend"))).roll.number
    assert (same.clause, same.provenance) == ("Stickperson 6", "stated")
    assert (other.clause, other.provenance) == ("Catfish Bend: Stickperson 6", "assumed")


def test_three_files_deep_each_word_has_the_name_of_its_own(tmp_path: Path) -> None:
    written(tmp_path, OWN + SHOUTED)
    text = 'format = 1\nname = "club"\ntitle = "The club"\ndocument = "Club rules"\nextends = "mine.toml"\n'
    text += '[manual.chips]\nfull-stack = { value = 10, clause = "Club 1", provenance = "stated", says = "ten" }\n'
    game = Game(open_book(written(tmp_path, text, "club.toml")))
    assert words_of(game).roll.number.cite == Citation("My house: Card 2", "assumed", "the total is shouted")
    assert words_of(game).roll.called_by.clause == "Marina Bay Sands: 1.1.12"
    assert Chips.of(game.rules.book).rules.full_stack.cite == Citation("Club 1", "stated", "ten")


def test_shipped_variants_inherit_from_the_house_they_extend() -> None:
    same, other = (marks_of(Game.open(book)).puck.on_at for book in ("typical-bar-2", "crapless"))
    assert (same.clause, same.provenance) == ("Point", "derived")
    assert (other.clause, other.provenance) == ("A typical casino: Point", "assumed")


def test_a_bare_value_takes_the_citation_of_its_table(tmp_path: Path) -> None:
    cited = '[manual.chips]\nclause = "Card 3"\nprovenance = "stated"\nsays = "large stacks"\nfull-stack = 25\n'
    assert Chips.of(opened(tmp_path, OWN + cited).rules.book).rules.full_stack.cite == Citation(
        "Card 3", "stated", "large stacks"
    )
    bare = Chips.of(opened(tmp_path, OWN + "[manual.chips]\nfull-stack = 25\n").rules.book).rules.full_stack
    assert (bare.value, bare.cite) == (25, Citation())


def test_a_fact_is_replaced_whole_and_its_neighbours_stay(tmp_path: Path) -> None:
    game = opened(tmp_path, OWN + '[manual.calls.roll.names]\n12 = "Dozen"\n[manual.pit.rulings]\nfinal = []\n')
    assert words_of(game).roll.names["12"].value == "Dozen"
    assert words_of(game).roll.names["2"].value == "Craps two, aces"
    assert pit_rules(game).rulings.final.value == frozenset()
    assert pit_rules(game).rulings.by["discrepancy"].clause == "Marina Bay Sands: 1.1.1"


# --- what is wrong with it


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("[manual.cals]\nx = 1", "line 6: manual.cals: a manual has no chapter 'cals'. Did you mean 'calls'?"),
        ("[manual.calls.rol]\nx = 1", "line 6: manual.calls.rol: unknown word 'rol'. Did you mean 'roll'?"),
        (
            '[manual.calls.roll]\nhrad = "x"',
            "line 7: manual.calls.roll.hrad: unknown word 'hrad'. Did you mean 'hard'?",
        ),
        ("[manual.calls.roll]\nhard = 5", "line 7: manual.calls.roll.hard: 5 is no word. Write it in double quotes."),
        (
            '[manual.calls.roll]\nhard = { value = "H", clause = "1", provenance = "stated" }',
            "line 7: manual.calls.roll.hard: a stated value has no says. Add says, or write provenance = \"assumed\".",
        ),
        (
            '[manual.calls.roll]\nhard = { clause = "1", says = "x" }',
            "line 7: manual.calls.roll.hard: a citation without a value. Add value to hard.",
        ),
        (
            '[manual.calls.roll]\nhard = { value = "H", caluse = "1" }',
            "line 7: manual.calls.roll.hard.caluse: unknown word 'caluse'. Did you mean 'clause'?",
        ),
        (
            '[manual.calls.roll]\nhard = "{numbr}"',
            "line 7: manual.calls.roll.hard: {numbr} is not known here. Did you mean 'number'?",
        ),
        (
            '[manual.calls.roll]\nhard = "{number:>999999}"',
            "line 7: manual.calls.roll.hard: {number:>999999} is not known here. Did you mean 'number'?",
        ),
        (
            '[manual.calls.roll]\nhard = "{number"',
            "line 7: manual.calls.roll.hard: '{number' has a brace without its other. "
            "Write {number}, or {{ for a brace.",
        ),
        (
            '[manual.calls.roll.names]\n12 = "{wager}"',
            "line 7: manual.calls.roll.names.12: {wager} is not known here. Nothing is filled in here.",
        ),
        ("[manual.chips]\nfull-stack = true", "line 7: manual.chips.full-stack: true is no whole number above zero."),
        ('[manual.chips]\nnearest-the-box = "lagest"', "line 7: manual.chips.nearest-the-box: unknown word 'lagest'."),
        ("[manual.chips]\ndenominations = 5", "line 7: manual.chips.denominations: 5 is no list. Write [ ... ]."),
        (
            "[manual.chips]\ndenominations = [{ cents = 5 }]",
            "line 7: manual.chips.denominations: the word 'colour' is missing. Add colour.",
        ),
        ("[manual]\nchips = 5", "line 7: manual.chips: 5 where a table is expected. Write its words in a table."),
        ("[manual.dice.inspection.when]\nnewish = 'x'", "line 7: manual.dice.inspection.when.newish: unknown word"),
        ("[manual.layout]\nelsewhere = 'moon'", "line 6: manual.layout: the layout has no area 'moon'"),
        ("[manual.layout]\nareas = []", "line 6: manual.layout: the layout has no area 'propositions'"),
        ("[manual.sequence]\nphases = []", "line 6: manual.sequence: the order has no phase for 'take' in the area"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line_and_a_remedy(tmp_path: Path, words: str, expected: str) -> None:
    first, *_ = faults(tmp_path, f"{OWN}{words}\n")
    assert first.startswith(expected)


def test_a_table_that_is_read_whole_must_be_whole(tmp_path: Path) -> None:
    numbers = ", ".join(f'{total} = "{total}"' for total in range(2, 12))
    (fault,) = faults(tmp_path, f"{OWN}[manual.calls.roll]\nnumbers = {{ value = {{ {numbers} }} }}\n")
    assert fault == "line 7: manual.calls.roll.numbers: nothing is said of '12'. Add 12: this is read whole."


def test_a_manual_that_is_no_table_is_a_fault_of_the_book(tmp_path: Path) -> None:
    source = read_book(written(tmp_path, OWN + "manual = 5\n"))
    compiled, wrong = check_book(source)
    assert compiled is None
    assert [(fault.where, fault.line) for fault in wrong] == [("manual", 6)]
    assert manual_faults(source, compiled) == ()


def test_a_fault_of_an_extended_file_is_called_inherited_and_no_crew_works_by_it(tmp_path: Path) -> None:
    written(tmp_path, OWN + "[manual.calls.roll]\nhard = 5\n")
    above = 'format = 1\nname = "above"\nextends = "mine.toml"\n'
    assert faults(tmp_path, OWN + "[manual.calls.roll]\nhard = 5\n")
    path = written(tmp_path, above, "above.toml")
    ran = run("rules", "check", path)
    assert ran.code == 2
    assert "inherited: manual.calls.roll.hard: 5 is no word" in ran.out
    with pytest.raises(BadRulebook, match=r"manual\.calls\.roll\.hard"):
        words_of(Game(open_book(path)))
    night = written(tmp_path, f"rules {path}\nseat Ann 1000\nAnn bets 25 on pass\nroll 3 4\n", "night.craps")
    spoken = run("replay", night, "--calls")
    assert spoken.code == 2
    assert "manual.calls.roll.hard: 5 is no word" in spoken.err


# --- shown


@pytest.mark.parametrize("book", shipped())
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_of_every_house_is_shown_with_clause_and_provenance(book: str, chapter: str) -> None:
    values = list(manual_values(open_book(book).book, chapter))
    assert values
    assert all(value.cite.clause and value.cite.says for value in values)
    assert len({value.word for value in values}) == len(values)


def test_rules_shows_a_manual_and_a_chapter_of_it(tmp_path: Path) -> None:
    file = written(tmp_path, OWN + SHOUTED)
    shown = run("rules", file, "--manual", "calls")
    assert (shown.code, shown.err) == (0, "")
    assert "{number}!  Card 2  stated" in shown.out
    record = run("rules", file, "--manual", "--json").json
    assert list(record["manual"]) == list(CHAPTERS)
    assert {"word": "roll number", "value": "{number}!", "clause": "Card 2", "provenance": "stated",
            "says": "the total is shouted"} in record["manual"]["calls"]  # fmt: skip
    assert run("rules", "check", file).code == 0


def test_a_chapter_that_no_manual_has_is_refused_and_no_book_is_the_usual_house() -> None:
    wrong = run("rules", "typical", "--manual", "cals")
    assert (wrong.code, wrong.out) == (2, "")
    assert "a manual has no chapter 'cals'. Did you mean 'calls'?" in wrong.err
    assert run("rules", "--manual").out == run("rules", "catfish-bend", "--manual").out


# --- a house that no manual has thought of


ODD = """
format = 1
name = "odd"
title = "The odd house"
document = "Odd card"
[wagers.flyer]
travel = { roll = [4, 5, 6], to = "flyer-*" }
lose = { roll = [7] }
otherwise = "stay"
[wagers.flyer-n]
each = [4, 5, 6]
made = "never"
win = { roll = ["n"] }
lose = { roll = [7] }
otherwise = "stay"
pays = "1:1"
[wagers.two-way]
win = [2, 12]
otherwise = "lose"
pays = "12:1"
region = "come boxes"
"""
ODD_MANUAL = """
[manual.layout]
elsewhere = "the felt"
areas = [{ name = "the felt" }, { name = "come boxes", boxes = true }]
[manual.sequence]
phases = [{ act = "bring in" }, { act = "take" }, { act = "pay" }, { act = "move" }, { act = "mark" }]
[manual.calls.payoffs]
area = "nowhere"
[manual.calls.lines]
front = "nothing"
dont = "nobody"
[manual.chips]
denominations = [{ cents = 700, colour = "teal" }]
"""
BETS = "seat Ann 1000\nseat Bob 1000\nAnn bets 10 on flyer\nBob bets 10 on two-way\nAnn tokes 5 on two-way\n"
ROLLS = "roll 2 2\nAnn bets 10 on two-way\nthrow\nno roll: off the table\nroll 6 6\nroll 3 1\nroll 5 2\n"


def odd(folder: Path, text: str) -> CompiledBook:
    return open_book(written(folder, text, "odd.toml"))


@pytest.mark.parametrize("text", [ODD, ODD + ODD_MANUAL], ids=["the general manual", "a manual of its own"])
def test_a_house_that_no_manual_has_thought_of_is_dealt_and_spoken(tmp_path: Path, text: str) -> None:
    rules = odd(tmp_path, text)
    assert plan_of(Game(rules)).cites
    for scene in scenes(rules, seed=3, rolls=300):
        table = scene.before
        calls_for_event(scene.game, table, scene.event)
        for step in scene.steps:
            table = apply(scene.game, table, step)
            assert step.sentence
        assert table.ledger == scene.after.ledger


@pytest.mark.parametrize("text", [ODD, ODD + ODD_MANUAL], ids=["the general manual", "a manual of its own"])
def test_the_commands_take_a_house_that_no_manual_has_thought_of(tmp_path: Path, text: str) -> None:
    odd(tmp_path, text)
    night = written(tmp_path, f"rules {tmp_path / 'odd.toml'}\n{BETS}{ROLLS}", "night.craps")
    assert run("rules", "check", str(tmp_path / "odd.toml")).code == 0
    for order in (("replay", night, "--calls", "--keep-going"), ("shift", night, "--csv")):
        ran = run(*order)
        assert (ran.code, ran.err) == (0, ""), order
    for topic in ("pay", "chips", "order", "roll"):
        ran = run("school", topic, "--rules", str(tmp_path / "odd.toml"), "--questions", "1", "--seed", "1")
        assert "Traceback" not in ran.err, topic
