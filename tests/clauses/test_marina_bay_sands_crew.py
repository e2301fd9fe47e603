"""Marina Bay Sands, clause by clause: where wagers lie, the puck, the buttons, and the stick's calls."""

from sevenout.crew.calls.announcements import refused_after_sent
from sevenout.crew.layout.areas import areas
from sevenout.crew.markers import puck_mark
from sevenout.crew.roll_calls import no_roll
from tests.clauses.house import House, clause
from tests.clauses.test_marina_bay_sands import POINT_6, POINTS
from tests.clauses.voices import aloud, heard, lying, marked, sent, stated, told, words

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
        assert lie.cite.clause == "3.3"
        assert (lie.cite.provenance == "assumed") == (letter in ("E1", "F1"))


@clause("2.1")
def test_2_1_every_designated_area_lies_on_the_layout_and_takes_wagers(house: House) -> None:
    felt = {area.name for area in areas(house.game()).all}
    for wager, _ in LETTERS.values():
        assert lying(house, wager).area in felt
    made = {"pass": "", "dont-pass": "", "field": "", "place-9": "", "hard-8": "", "horn": "", "c-and-e": ""}
    made |= dict.fromkeys(("come", "dont-come", "pass-odds"), POINT_6)
    for wager, story in made.items():
        assert wager in house.plays(f"{story}Ann bets 40 on {wager}").layout()
    assert house.refuses("Ann bets 25 on hop-3-1").code == "not-offered"


@clause("3.3", "3.4.18", "1.1.5")
def test_3_4_18_c_and_e_is_one_wager_between_its_symbols_and_has_no_button(house: House) -> None:
    lie = lying(house, "c-and-e")
    assert (lie.at, lie.letter, lie.cite.provenance) == ("between C and E", "K", "stated")
    assert marked(house, "Ann bets 26 on c-and-e") == []
    for call in ("on", "off"):
        assert house.refuses(f"Ann bets 26 on c-and-e\nAnn calls c-and-e {call}").code == "cannot-call"


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
    assert (marks[0].at, marks[0].cite.clause, marks[0].cite.provenance) == ("the box of the 6", "3.9", "assumed")


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
    made = "Ann bets 30 on place-5; Ann bets 30 on place-6; Ann bets 40 on buy-4; Ann bets 40 on buy-10; "
    made += "Ann bets 60 on lay-4; Ann bets 60 on lay-10; Ann bets 25 on hard-4; Ann bets 25 on hard-8; "
    for call in ("on", "off"):
        laid = [entry for entry in marked(house, f"{made}Ann calls all {call}") if entry[1] in ("on", "off")]
        assert sorted(laid) == [
            ("stickperson", call, "hard-4", "3.4.12"),
            ("stickperson", call, "hard-8", "3.4.12"),
            ("third base", call, "buy-10", "3.4.10"),
            ("third base", call, "buy-4", "3.4.10"),
            ("third base", call, "lay-10", "3.4.11"),
            ("third base", call, "lay-4", "3.4.11"),
            ("third base", call, "place-5", "3.4.9"),
            ("third base", call, "place-6", "3.4.9"),
        ]
        assert sorted(told(aloud(house, f"{made}Ann calls all {call}"))) == [
            ("stickperson", f"Hard 4 and 8 {call}, player 1 at third base, button down", "3.4.12"),
            ("third base", f"Buy 4 and 10 {call}, player 1 at third base, button down", "3.4.10"),
            ("third base", f"Lay 4 and 10 {call}, player 1 at third base, button down", "3.4.11"),
            ("third base", f"Place 5 and 6 {call}, player 1 at third base, button down", "3.4.9"),
        ]


@clause("3.11", *(f"3.11.{n}" for n in range(1, 13)))
def test_3_11_no_roll_is_called_with_its_ground(house: House) -> None:
    clauses = {no_roll(house.game(), ground.key)[0].cite.clause for ground in house.rules.book.no_roll.grounds}
    assert clauses == {f"3.11.{n}" for n in range(1, 13)}
    for ground in house.rules.book.no_roll.grounds:
        call = no_roll(house.game(), ground.key)[0]
        assert call.who == "stickperson"
        assert call.words.startswith("No roll")
    (bare,) = no_roll(house.game())
    assert (bare.words, bare.cite.clause) == ("No roll", "3.11")


@clause("3.4.10", "3.4.9", "3.4.12")
def test_3_4_10_a_button_follows_the_puck_and_the_call(house: House) -> None:
    """With the puck on wagers work until they are called off; with it off they rest until they are called on."""
    for wager, amount, seven in (("buy-9", 40, -42), ("place-9", 25, -25), ("hard-8", 25, -25)):
        bet = f"Bob bets {amount} on {wager}\n"
        for story, call, lost in (
            (POINT_6, "", True),
            (POINT_6, "off", False),
            ("Ann bets 25 on pass\n", "", False),
            ("Ann bets 25 on pass\n", "on", True),
        ):
            line = f"{story}{bet}" + (f"Bob calls {wager} {call}\n" if call else "")
            buttons = [says for _, says, wagers, _ in marked(house, line.strip()) if wagers == wager]
            assert buttons == [*(["buy"] if wager.startswith("buy") else []), *([call] if call else [])]
            night = house.plays(f"{line}roll 4 3")
            assert (wager not in night.layout("Bob")) == lost
            assert night.rack("Bob") == f"{5000 + seven}.00"


@clause("3.10")
def test_3_10_a_called_wager_is_confirmed_aloud_by_whoever_confirms_it(house: House) -> None:
    speakers = {"boxperson": "boxperson", "stickperson": "stickperson", "dealer": "third base"}
    for story, wager, title in (
        (COME_OUT, "field", "Field"),
        (f"{ON_6}throw; ", "come", "Come"),
        (ON_6, "hard-8", "Hard 8"),
    ):
        for role, who in speakers.items():
            said = aloud(house, f"{story}Bob bets 25 on {wager} called confirmed by {role}")
            assert told(said)[-1] == (who, f"25 on {title}, confirmed", "3.10")
            assert said[-1].to == "Bob"
        unconfirmed = house.refuses(f"{story}Bob bets 25 on {wager} called".replace("; ", "\n"))
        assert (unconfirmed.code, unconfirmed.clause) == ("unconfirmed", "3.10")


@clause("3.2")
def test_3_2_propositions_stay_open_with_the_dice_on_their_way(house: House) -> None:
    game = house.game()
    assert [wager for wager in house.rules.by_key if refused_after_sent(game, wager) is not None] == []
    assert "any-7" in house.plays(f"{POINT_6}throw\nAnn bets 25 on any-7").layout()


@clause("3.4.1")
def test_3_4_1_the_line_is_called_by_its_name(house: House) -> None:
    assert "Pass line winner" in words(heard(house, f"{COME_OUT}roll 4 3"))


@clause("1.1.1")
def test_1_1_1_the_boxperson_has_a_say_in_the_conduct_of_the_game(house: House) -> None:
    """Who supervises the game confirms called wagers and calls no roll; who does neither confirms nothing."""
    said = aloud(house, f"{COME_OUT}Bob bets 25 on field called confirmed by boxperson")
    assert [call.who for call in said] == ["boxperson"]
    assert all("boxperson" in ground.called_by.value for ground in house.rules.book.no_roll.grounds)
    story = "Ann bets 25 on pass\nBob bets 25 on field called confirmed by supervisor"
    assert house.refuses(story).code == "unconfirmed"
