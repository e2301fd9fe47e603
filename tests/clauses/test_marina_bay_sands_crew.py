"""Marina Bay Sands, clause by clause: where wagers lie, the puck, the buttons, and the stick's calls."""

from sevenout.crew.calls import no_roll
from sevenout.crew.marks import puck_mark
from tests.clauses.house import House, clause
from tests.clauses.test_marina_bay_sands import POINT_6, POINTS
from tests.clauses.voices import heard, lying, marked, sent, stated, words

BOOK = "marina-bay-sands"
COME_OUT = "Ann bets 25 on pass; "
ON_6 = POINT_6.replace("\n", "; ")

LETTERS = {
    "A": ("pass", "PASS LINE"),
    "B": ("pass-odds", "straight behind the Pass Line wager"),
    "C": ("dont-pass", "Don't Pass Bar 12"),
    "D": ("dont-pass-odds", "right beside the Don't Pass wager"),
    "E": ("come", "COME"),
    "E1": ("come-9", "the box of the 9"),
    "F": ("dont-come", "Don't Come Bar 12"),
    "F1": ("dont-come-9", "behind the 9"),
    "G": ("come-odds-9", "on the Come wager"),
    "H": ("dont-come-odds-9", "right beside the Don't Come wager"),
    "I": ("place-9", "the number 9, next to Don't Come Bar 12"),
    "J": ("field", "FIELD"),
    "K": ("c-and-e", "between C and E"),
    "L": ("eleven", "E, or the 11 beside HORN BET"),
    "M": ("any-craps", "C, or Any Craps"),
    "N": ("craps-2", "the 2 beside HORN BET"),
    "O": ("craps-12", "the 12 beside HORN BET"),
    "P": ("craps-3", "the 3 beside HORN BET"),
    "Q": ("horn", "HORN BET"),
    "R": ("horn-high-11", "the 11 of HORN HIGH"),
    "S": ("hard-8", "the 8 below HARDWAYS"),
    "T": ("any-7", "Any Seven"),
    "U": ("buy-9", "the number 9, next to Don't Come Bar 12"),
    "V": ("lay-9", "the number 9, next to Don't Come Bar 12"),
}


@clause("3.3", "2.1")
def test_3_3_every_letter_of_the_diagram_has_its_wager_and_place(house: House) -> None:
    for letter, (wager, at) in LETTERS.items():
        lie = lying(house, wager)
        assert (lie.letter, lie.at) == (letter, at)
        assert (lie.cite.clause, lie.cite.provenance) == ("3.3", "stated")


@clause("3.3", "2.1")
def test_3_3_every_wager_of_the_house_has_a_letter(house: House) -> None:
    assert {lying(house, wager).letter for wager in house.rules.by_key} == set(LETTERS)


@clause("3.3")
def test_3_3_a_come_wager_moves_to_the_place_of_its_come_point(house: House) -> None:
    for flat, before, after in (("come", "E", "E1"), ("dont-come", "F", "F1")):
        for point in POINTS:
            assert (lying(house, flat).letter, lying(house, f"{flat}-{point}").letter) == (before, after)


@clause("3.3")
def test_3_3_buy_and_lay_wagers_are_told_apart_by_their_markers(house: House) -> None:
    story = "Ann bets 40 on buy-9; Ann bets 60 on lay-9; Ann bets 25 on place-9"
    assert [(says, wager, name) for _, says, wager, name in marked(house, story)] == [
        ("buy", "buy-9", "3.3"),
        ("lay", "lay-9", "3.3"),
    ]


@clause("3.1")
def test_3_1_play_begins_with_the_roll_of_the_dice(house: House) -> None:
    assert house.plays("Ann bets 25 on pass").table.state.dice.turn is None
    assert house.plays("Ann bets 25 on pass\nthrow").table.state.dice.turn is None
    assert house.plays("Ann bets 25 on pass\nroll 5 1").table.state.dice.turn == "Ann"


@clause("1.1.9", "3.9")
def test_3_9_the_puck_is_on_the_point_and_otherwise_off(house: House) -> None:
    on, off = house.plays(POINT_6).table, house.plays(f"{POINT_6}roll 4 2").table
    marks = [puck_mark(table.game, table.snapshot()) for table in (on, off)]
    assert [(mark.side, mark.number) for mark in marks if mark] == [("on", 6), ("off", None)]
    assert marks[0] is not None
    assert (marks[0].cite.clause, marks[0].cite.provenance) == ("3.9", "stated")


@clause("3.9", "1.1.12")
def test_3_9_the_stick_calls_the_total_at_once_and_the_point_is_marked(house: House) -> None:
    for story, dice, total in ((COME_OUT, "5 1", "Six"), (COME_OUT, "6 5", "Eleven"), (ON_6, "4 3", "Seven")):
        first = heard(house, f"{story}roll {dice}")[0]
        assert (first.who, first.words) == ("stickperson", total)
        assert (first.cite.clause, first.cite.provenance) == ("3.9", "stated")
    assert words(heard(house, f"{COME_OUT}roll 5 1"))[-1] == "The point is six, mark it"


@clause("3.9")
def test_3_9_no_other_words_of_a_roll_are_stated(house: House) -> None:
    for dice in ("1 1", "2 2", "4 3", "6 5", "6 6"):
        for story in (COME_OUT, ON_6):
            assert len(stated(heard(house, f"{story}roll {dice}"))) == 1


@clause("1.1.14", "3.13")
def test_3_13_a_seven_out_is_called_and_the_dice_move_on(house: House) -> None:
    assert words(heard(house, f"{ON_6}roll 4 3"))[:2] == ["Seven", "Seven out"]
    story = f"{POINT_6}roll 4 3\nAnn bets 25 on pass\nBob bets 25 on pass\n"
    assert house.plays(story).table.shooter() == "Bob"
    assert house.plays(f"{POINT_6}roll 4 2\nAnn bets 25 on pass\nBob bets 25 on pass").table.shooter() == "Ann"


@clause("3.12")
def test_3_12_when_all_is_settled_the_dice_go_out_again(house: House) -> None:
    for story in (COME_OUT, ON_6, f"{ON_6}roll 5 4; "):
        last = sent(house, story.removesuffix("; "))[-1]
        assert (last.who, last.words, last.cite.clause) == ("stickperson", "Dice are out", "3.12")


@clause("3.4.12", "3.12")
def test_3_4_12_on_a_come_out_hardways_are_announced_as_off(house: House) -> None:
    assert "Hardways are off unless called on" in words(sent(house, "Ann bets 25 on pass"))


@clause("1.1.5.1", "1.1.5.2", "3.4.9", "3.4.10", "3.4.11", "3.4.12")
def test_3_4_9_a_button_lies_on_every_wager_that_is_called(house: House) -> None:
    made = "Ann bets 30 on place-5; Ann bets 30 on place-6; Ann bets 40 on buy-4; Ann bets 60 on lay-10; "
    for call in ("on", "off"):
        story = f"{made}Ann bets 25 on hard-8; Ann calls all {call}"
        laid = [entry for entry in marked(house, story) if entry[1] in ("on", "off")]
        assert sorted(laid) == [
            ("stickperson", call, "hard-8", "3.4.12"),
            ("third base", call, "buy-4", "3.4.10"),
            ("third base", call, "lay-10", "3.4.11"),
            ("third base", call, "place-5", "3.4.9"),
            ("third base", call, "place-6", "3.4.9"),
        ]


@clause("3.11", *(f"3.11.{n}" for n in range(1, 13)))
def test_3_11_no_roll_is_called_with_its_ground(house: House) -> None:
    clauses = {no_roll(house.game(), ground.key)[0].cite.clause for ground in house.rules.book.no_roll.grounds}
    assert clauses == {f"3.11.{n}" for n in range(1, 13)}
    for ground in house.rules.book.no_roll.grounds:
        call = no_roll(house.game(), ground.key)[0]
        assert call.who == "stickperson"
        assert call.words.startswith("No roll")
    assert no_roll(house.game())[0].cite.clause == "3.11"
