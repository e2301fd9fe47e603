"""Catfish Bend, clause by clause: who confirms, verifies, warns and informs, and what is said of a Shootout."""

import pytest

from sevenout.base.dice import ROLLS, roll
from sevenout.base.errors import BadInput
from sevenout.base.money import units
from sevenout.base.refusal import Refusal
from sevenout.crew.calls.announcements import refused_after_sent, too_late, warning_call
from sevenout.crew.layout.rail import Rail
from sevenout.crew.payout.work_steps import step_record, work_steps
from sevenout.crew.roll_calls import after_roll, confirmed_call, kinds_of, no_roll, words_of
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Rolled
from tests.clauses.house import House, clause
from tests.clauses.test_catfish_bend import ON_6, POINTS
from tests.clauses.voices import RAIL, aloud, heard, sent, told, words

BOOK = "catfish-bend"
ELSEWHERE = House(open_book("typical"))
"""A house without a manual of its own, which takes what it says from this one."""

# --- the roll


@clause("Base Dealer 4")
def test_base_dealer_4_the_dealer_where_the_dice_land_confirms_the_call(house: House) -> None:
    confirmed = ("second base", "Seven it is", "Base Dealer 4")
    assert confirmed in told(aloud(house, "Ann bets 10 on pass; roll 4 3"))
    assert ("third base", "Nine it is", "Base Dealer 4") in told(
        aloud(house, "Ann declines the dice; Bob declines the dice; Cy bets 10 on pass; roll 5 4")
    )
    at_once = aloud(house, "Ann bets 10 on pass; throw; roll 4 3")
    assert [call.words for call in at_once if call.who == "second base"] == ["Seven it is"]


@clause("Stickperson 6")
def test_stickperson_6_dice_the_stick_cannot_see_are_called_for(house: House) -> None:
    for seer, who in (("base dealer", "second base"), ("supervisor", "supervisor")):
        said = aloud(house, f"Ann bets 10 on pass; throw; roll 6 5 called by {seer}")
        assert told(said)[:2] == [("stickperson", "Call it", "Stickperson 6"), (who, "Eleven", "Stickperson 6")]
        assert words(said)[2] == "Yo"
        assert ("Eleven it is" in words(said)) == (seer == "supervisor")
    table = house.plays("Ann bets 10 on pass").table
    event = table.roll(roll(4, 3))
    assert isinstance(event, Rolled)
    for nobody in ("boxperson", "zzz"):
        with pytest.raises(BadInput, match="base dealer or supervisor may"):
            after_roll(table.game, event, seen_by=nobody)  # type: ignore[arg-type]


@clause("Definitions: Natural", "Definitions: Craps", "Definitions: Seven-Winner")
def test_definitions_natural_the_7_the_11_and_all_craps_are_naturals_on_a_come_out(house: House) -> None:
    named: dict[str, dict[str, set[int]]] = {"": {}, ON_6.replace("; ", "\n"): {}}
    for story, kinds in named.items():
        before = house.plays(f"Ann bets 10 on pass\n{story}".strip()).table.snapshot()
        for dice in ROLLS:
            event = house.plays(f"Ann bets 10 on pass\n{story}roll {dice.a} {dice.b}").last
            for name, _ in kinds_of(house.game(), before, event):
                kinds.setdefault(name, set()).add(dice.total)
    come_out, with_a_point = named.values()
    assert come_out == {"natural": {2, 3, 7, 11, 12}, "craps": {2, 3, 12}}
    assert with_a_point == {"craps": {2, 3, 12}}


@clause("Wagers 2c")
def test_wagers_2c_a_barred_twelve_is_called(house: House) -> None:
    assert words(heard(house, "Ann bets 10 on dont-pass; roll 6 6"))[-2:] == ["Line away", "Bar the don'ts"]


@clause("Definitions: Line Bet")
def test_definitions_line_bet_the_dont_side_is_paid_and_taken_by_its_words(house: House) -> None:
    assert words(heard(house, f"{ON_6}roll 4 3"))[-1] == "Pay the don'ts"
    assert words(heard(house, "Ann bets 10 on pass; roll 4 3"))[-1] == "Take the don'ts"


# --- the dice go out


@clause("Stickperson 13")
def test_stickperson_13_where_hardways_rest_the_stick_says_that_instead(house: House) -> None:
    """Assumed from this manual of other houses; Catfish Bend's own hardways work, and its stick never says it."""
    rest = "Hardways are off unless called on"
    assert rest in words(sent(ELSEWHERE, "Ann bets 10 on pass"))
    assert rest not in words(sent(house, "Ann bets 10 on pass"))


@clause("Stickperson 10")
def test_stickperson_10_no_proposition_is_set_up_once_the_dice_are_sent_out(house: House) -> None:
    game = house.game()
    middle = [wager for wager in house.rules.by_key if refused_after_sent(game, wager) is not None]
    assert {"hard-8", "any-7", "horn", "hop-3-1", "craps-2", "eleven"} <= {*middle}
    assert not {"pass", "field", "come", "place-6", "buy-4", "lay-4", "pass-odds", "big-6"} & {*middle}
    refusal = refused_after_sent(game, "hard-8")
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("dice-are-out", "Stickperson 10")
    (said,) = too_late(game, "Ann", "hard-8", RAIL)
    assert (said.who, said.words, said.to) == (
        "stickperson",
        "Ann, the dice are out: Hardway 8 after this roll",
        "Ann",
    )
    assert too_late(game, "Ann", "place-6", RAIL) == ()


DEALT = "crew: stick Kim, third base Lou, second base Max\nAnn bets 10 on pass\nroll 4 2\ncrew works\n"


@clause("Stickperson 10")
def test_stickperson_10_on_a_dealt_game_a_proposition_waits_until_the_dice_are_back(house: House) -> None:
    out = f"{DEALT}dice sent out showing 4 2\n"
    up = out.replace("roll", "Bob bets 5 on hard-8\nroll")
    for line in ("bets 5 on hard-8", "tokes 5 on hard-8", "bets 4 on horn", "presses hard-8 by 5", "parlays hard-8"):
        refusal = house.refuses(f"{up}Bob {line}")
        assert (refusal.code, refusal.clause) == ("dice-are-out", "Stickperson 10")
    brought_in = "dice brought in\nBob bets 5 on hard-8"
    for line in ("Bob bets 12 on place-8", "Bob bets 5 on field", "Bob tokes 5", brought_in):
        assert house.plays(f"{out}{line}").refused == []
    assert house.plays("Ann bets 10 on pass\nroll 4 2\nBob bets 5 on hard-8").refused == []


@clause("Stickperson 18")
def test_stickperson_18_where_no_hand_of_ones_own_follows_only_the_point_is_asked_for(house: House) -> None:
    """Assumed of other houses; at Catfish Bend a hand of one's own always follows."""
    lines = "Ann bets 10 on dont-pass; Cy bets 10 on pass; roll 4 2; "
    assert words(aloud(ELSEWHERE, f"{lines}Ann leaves")) == ["Cy, finish the point"]
    assert words(aloud(house, f"{lines}Ann leaves")) == ["Cy, finish the point, then shoot your own hand"]


# --- a die is down


@clause("Stickperson 19", "Definitions: Inside", "Definitions: Outside")
def test_stickperson_19_the_side_that_was_told_is_the_side_that_is_called(house: House) -> None:
    for side in ("inside", "outside"):
        said = aloud(house, f"{ON_6}throw; no roll: one die down {side}")
        assert words(said) == ["No roll", f"One down {side}", "Supervisor, a die is down"]
        assert [call.to for call in said] == ["", "", "supervisor"]
        both = aloud(house, f"{ON_6}throw; no roll: both dice off the table {side}")
        assert words(both)[1] == f"Two down {side}"
    assert words(aloud(house, f"{ON_6}throw; no roll: two dice off the table inside"))[1] == "Two down inside"
    assert words(aloud(house, f"{ON_6}throw; no roll: off the table zzz"))[1] == "One down"


@clause("Invalid Roll 3")
def test_invalid_roll_3_no_roll_is_the_call(house: House) -> None:
    (call,) = no_roll(house.game())
    assert (call.who, call.words, call.cite.clause) == ("stickperson", "No roll", "Invalid Roll 3")


@clause("Invalid Roll 5")
def test_invalid_roll_5_the_supervisor_says_that_a_roll_counts_after_all(house: House) -> None:
    said = aloud(house, f"{ON_6}throw; no roll: on the rail; supervisor overrules, roll 4 3")
    assert told(said)[0] == ("supervisor", "The roll counts", "Invalid Roll 5")
    assert words(said)[1:3] == ["Seven", "Seven out"]


@clause("Shooting 6")
def test_shooting_6_a_shooter_is_told_to_pass_the_dice(house: House) -> None:
    both = "Ann bets 10 on pass; Bob bets 10 on pass; roll 4 2; "
    first, second = aloud(house, f"{both}supervisor orders Ann to pass the dice")
    assert (first.who, first.words, first.to) == ("supervisor", "Ann, pass the dice, please", "Ann")
    assert second.words == "Bob, finish the point, then shoot your own hand"
    assert words(aloud(house, f"{both}Ann passes the dice")) == [second.words]


# --- warnings


WARNINGS = {
    "short-of-the-wall": ("supervisor", "Ann, both dice all the way to the wall, please", "Invalid Roll 3m"),
    "one-hand": ("supervisor", "Ann, one hand only, please", "General Rules"),
    "same-hand": ("supervisor", "Ann, shoot with the hand that picked them up, please", "Shooting 10"),
    "out-of-sight": ("supervisor", "Ann, keep the dice where the stick can see them, please", "Shooting 10"),
    "invalid-rolls": ("supervisor", "Ann, that is against the rules: invalid rolls", "Shooting 6"),
}


@clause("Invalid Roll 3m", "General Rules", "Shooting 10", "Shooting 6")
def test_invalid_roll_3m_who_is_warned_hears_of_what_and_by_whom(house: House) -> None:
    for subject, (who, said, name) in WARNINGS.items():
        call = warning_call(house.game(), "Ann", subject)
        assert (call.who, call.words, call.cite.clause, call.to) == (who, said, name, "Ann")
    for line in ("short of the wall", "both hands", "hand to hand", "out of sight"):
        (told_her,) = aloud(house, f"Ann bets 10 on pass; supervisor warns Ann: {line}")
        assert told_her.words in {said for _, said, _ in WARNINGS.values()}
        assert "against the rules" not in told_her.words


# --- limits


@clause("Invalid Roll 6")
def test_invalid_roll_6_a_bet_below_the_minimum_is_reported_and_the_player_hears_the_limits(house: House) -> None:
    for story, done in (("roll 4 3", "wins"), ("roll 2 1", "loses")):
        line = f"Ann bets 10 on pass; Cy bets 2 on pass unnoticed; {story}"
        said = [call for call in aloud(house, line) if call.cite.clause == "Invalid Roll 6"]
        assert [(call.who, call.words, call.to) for call in said] == [
            ("second base", "Supervisor, Cy had only 2 on Pass Line", "supervisor"),
            ("second base", "Cy, the table is 5 to 500", "Cy"),
        ], done
        gain = {"wins": "1002.00", "loses": "998.00"}[done]
        assert house.plays(line.replace("; ", "\n")).rack("Cy") == gain
    for fine in ("Cy bets 5 on pass", "Cy bets 1 on any-7", "Cy bets 1 on field"):
        said = aloud(house, f"Ann bets 10 on pass; {fine}; roll 4 3")
        assert not [call for call in said if call.cite.clause == "Invalid Roll 6"]


@clause("Invalid Roll 7")
def test_invalid_roll_7_a_large_bet_is_verified_while_there_is_time(house: House) -> None:
    """Assumed: a bet is large from half of its maximum on."""
    for wager, most, title in (
        ("pass", 500, "Pass Line"),
        ("place-6", 600, "Place Bet 6"),
        ("any-7", 400, "Any Seven"),
    ):
        large = [
            call for call in aloud(house, f"Cy bets {most // 2} on {wager}") if call.cite.clause == "Invalid Roll 7"
        ]
        assert words(large) == [f"That is {most // 2} on {title}, Cy"]
        assert [call.who for call in large] == ["stickperson" if wager == "any-7" else "second base"]
        small = aloud(house, f"Cy bets {most // 2 - 1} on {wager}")
        assert not [call for call in small if call.cite.clause == "Invalid Roll 7"]
    for unseen in (f"{ON_6}Ann bets 100 on pass-odds", "Ann bets 600 on pass unnoticed"):
        assert aloud(house, unseen) == []
    late = House(
        open_book("marina-bay-sands")
    )  # assumed of houses that take bets after the throw, where no time is left
    assert "That is 1500 on Field, Bob" in words(aloud(late, "Ann bets 25 on pass; Bob bets 1500 on field"))
    assert aloud(late, "Ann bets 25 on pass; throw; Bob bets 1500 on field") == []


# --- booking


@clause("Wagers")
def test_wagers_players_put_these_down_themselves_and_nobody_repeats_them(house: House) -> None:
    own = {"pass": "", "dont-pass": "", "come": ON_6, "dont-come": ON_6, "field": "", "big-6": "", "big-8": ""}
    own |= {"pass-odds": ON_6, "dont-pass-odds": "Ann bets 10 on dont-pass; roll 4 2; "}
    for wager, story in own.items():
        assert aloud(house, f"{story}Ann bets 10 on {wager}") == []
    for wager in ("place-6", "buy-4", "lay-4", "hard-8"):
        assert len(aloud(house, f"Ann bets 20 on {wager}")) == 1
    assert words_of(house.game()).booking.self.value == {*own} - {"big-6", "big-8"} | {"big-n"}


@clause("Wagers")
def test_wagers_whoever_confirms_a_bet_says_so(house: House) -> None:
    (said,) = aloud(house, "Cy bets 10 on field confirmed by dealer")
    assert (said.who, said.words, said.cite.provenance) == ("second base", "10 on Field, confirmed", "assumed")


@clause("Place Bets", "Buy Bets", "Lay Bets")
def test_place_bets_change_is_announced_with_the_bet(house: House) -> None:
    for line, said in (
        ("Cy bets 12 on place-8 with 25", "12, player 1 at second base, Place Bet 8, 13 change"),
        ("Cy bets 20 on buy-4 with 25", "20, Buy Bet 4, player 1 at second base, 1 vig, 4 change"),
        ("Cy bets 40 on lay-4 with 50", "40, Lay Bet 4, player 1 at second base, 1 vig, 9 change"),
        ("Cy bets 12 on place-8 with 12", "12, player 1 at second base, Place Bet 8"),
    ):
        assert words(aloud(house, f"{ON_6}{line}")) == [said]
    short = house.refuses(f"{ON_6}Cy bets 20 on buy-4 with 20".replace("; ", "\n"))
    assert short.code == "short"


@clause("Base Dealer 7")
def test_base_dealer_7_chips_that_are_added_are_named_with_what_lies_there(house: House) -> None:
    said = aloud(house, f"{ON_6}Cy bets 12 on place-8; Cy presses place-8 by 6")
    assert words(said) == ["6 more, 18 in all, player 1 at second base, Place Bet 8"]


@clause("Wagers 6", "Buy Bets", "Stickperson 13", "Definitions: Button")
def test_wagers_6_a_call_on_is_confirmed_with_the_button(house: House) -> None:
    place = "Cy bets 12 each on inside; Cy bets 5 on hard-8; Cy bets 20 on buy-4; "
    for call in ("on", "off"):
        assert [(said.who, said.words, said.cite.clause) for said in aloud(house, f"{place}Cy calls all {call}")] == [
            ("second base", f"Place Bet 5, 6, 8 and 9 {call}, player 1 at second base, button down", "Wagers 6"),
            ("second base", f"Buy Bet 4 {call}, player 1 at second base, button down", "Buy Bets"),
            ("stickperson", f"Hardway 8 {call}, player 1 at second base, button down", "Stickperson 13"),
        ]
        assert aloud(house, f"{place}Cy calls all {call}; Cy calls all {call}") == []
    odds = "Ann bets 10 on pass; roll 4 2; Bob bets 10 on come; roll 5 4; Bob bets 10 on come-odds-9; "
    (other,) = aloud(ELSEWHERE, f"{odds}Bob calls come-odds-9 off")  # assumed from this manual of other houses
    assert (other.who, other.words, other.cite.clause) == (
        "third base",
        "Come 9 odds off, player 2 at third base, button down",
        "Catfish Bend: Definitions: Button",
    )


@clause("Tokes")
def test_tokes_that_win_in_the_middle_are_paid_to_the_dealers(house: House) -> None:
    assert words(heard(house, f"{ON_6}Ann tokes 5 on hard-8; roll 4 4"))[-1] == "45 for Hardway 8, pay the dealers"


# --- payoffs


@clause("Definitions: Stick Person")
def test_definitions_stick_person_speaks_for_the_propositions_alone(house: House) -> None:
    story = f"{ON_6}Bob bets 5 on hard-8; Bob bets 12 on place-8; Bob bets 10 on field; "
    paid = [call for call in heard(house, f"{story}roll 4 4") if call.to == "Bob"]
    assert [(call.who, call.words) for call in paid] == [("stickperson", "45 for Hardway 8, pay Bob")]


@clause("Payoffs 6")
def test_payoffs_6_a_proposition_is_paid_at_the_word_of_stick_or_supervisor(house: House) -> None:
    game = house.game()
    winners = f"{ON_6}Bob bets 5 on hard-8; Bob bets 12 on place-8; roll 4 4"
    event = house.plays(winners.replace("; ", "\n")).last
    paid = {step.motion.wager: step for step in work_steps(game, event, RAIL) if step.motion.act == "pay"}
    assert paid["hard-8"].word == "at the word of the stickperson or supervisor"
    assert step_record(paid["hard-8"])["at_word_of"] == {"who": ["stickperson", "supervisor"], "clause": "Payoffs 6"}
    assert (paid["place-8"].word, "at_word_of" in step_record(paid["place-8"])) == ("", False)
    told_to_pay = [call for call in heard(house, f"{ON_6}Bob bets 5 on hard-8; roll 4 4") if "pay Bob" in call.words]
    assert [call.who for call in told_to_pay] == ["stickperson"]


# --- the Shootout


CLOCK = "clock 2026-03-02T20:00 America/Chicago; "
FIVE_POINTS = "".join(
    f"Ann bets 10 on pass; roll {n // 2} {n - n // 2}; roll {n // 2} {n - n // 2}; " for n in POINTS[:-1]
)
HIT = f"{CLOCK}{FIVE_POINTS}Ann bets 10 on pass; Cy bets 12 on place-6; roll 6 4; roll 5 5"


def of_the_shootout(house: House, story: str) -> list[tuple[str, str, str]]:
    return [call for call in told(aloud(house, story)) if call[2].startswith("Craps Shootout")]


@clause("Craps Shootout 3", "Craps Shootout 4")
def test_craps_shootout_3_the_supervisor_is_notified_and_the_game_stops(house: House) -> None:
    assert of_the_shootout(house, HIT) == [
        ("third base", "Supervisor, Ann has made every point", "Craps Shootout 3"),
        ("supervisor", "The game stops while I look at the dice", "Craps Shootout 4"),
    ]
    assert [call.to for call in aloud(house, HIT) if call.cite.clause == "Craps Shootout 3"] == ["supervisor"]
    assert of_the_shootout(house, HIT.removesuffix("; roll 5 5")) == []


@clause("Craps Shootout 3", "Craps Shootout 5", "Craps Shootout 11", "Craps Shootout 13")
def test_craps_shootout_5_sound_dice_are_announced_the_bonus_is_paid_and_the_game_goes_on(house: House) -> None:
    growth = HIT.replace("; ", f"; clock {'2026-03-04T20:00'} America/Chicago; ", 1)
    assert of_the_shootout(house, f"{growth}; supervisor finds the dice sound, signed Lee 4711") == [
        ("supervisor", "Ann has made every point, and the dice are sound", "Craps Shootout 3"),
        ("supervisor", "300 to Ann from the bank", "Craps Shootout 11"),
        ("supervisor", "10 to Cy from the bank", "Craps Shootout 11"),
        ("supervisor", "The game goes on", "Craps Shootout 5"),
        ("supervisor", "The Shootout stands at 100", "Craps Shootout 13"),
    ]


@clause("Craps Shootout 4", "Craps Shootout 5")
def test_craps_shootout_4_tampered_dice_are_investigated_and_the_bonus_is_void(house: House) -> None:
    void = "Somebody tampered with the dice: the Shootout of Ann is void, and this will be investigated"
    assert of_the_shootout(house, f"{HIT}; supervisor finds the dice tampered") == [
        ("supervisor", void, "Craps Shootout 4"),
        ("supervisor", "The game goes on", "Craps Shootout 5"),
    ]


@clause("Craps Shootout 12")
def test_craps_shootout_12_passing_the_dice_is_said_to_end_it(house: House) -> None:
    both = "Ann bets 10 on pass; Bob bets 10 on pass; "
    story = f"{CLOCK}{both}roll 4 4; roll 5 3; {both}roll 4 2; "
    assert of_the_shootout(house, f"{story}Ann passes the dice") == [
        ("stickperson", "Dice passed: no Shootout until a seven-out", "Craps Shootout 12")
    ]
    assert of_the_shootout(house, "Ann bets 10 on pass; Bob bets 10 on pass; roll 4 2; Ann passes the dice") == []


@clause("Craps Shootout 12")
def test_craps_shootout_12_it_is_said_at_once_though_no_point_was_made(house: House) -> None:
    said = [("stickperson", "Dice passed: no Shootout until a seven-out", "Craps Shootout 12")]
    won = f"{CLOCK}Ann bets 10 on pass; roll 5 2; Bob bets 10 on pass; "
    for given_up in ("Ann passes the dice", "Ann declines the dice", "Ann leaves", "time is over", "throw", "roll 4 2"):
        assert of_the_shootout(house, f"{won}{given_up}") == said, given_up
    first = f"{CLOCK}Ann bets 10 on pass; Bob bets 10 on pass; "
    assert of_the_shootout(house, f"{first}Ann passes the dice") == []  # no turn has begun


@clause("Craps Shootout 13")
def test_craps_shootout_13_the_amount_is_told_as_often_as_it_changes(house: House) -> None:
    morning = "clock 2026-03-03T{} America/Chicago"
    assert of_the_shootout(house, CLOCK.removesuffix("; ")) == [
        ("supervisor", f"The Shootout stands at {units(10_000)}", "Craps Shootout 13")
    ]
    assert of_the_shootout(house, f"{CLOCK}{morning.format('08:59')}") == []
    assert of_the_shootout(house, f"{CLOCK}{morning.format('09:00')}") == [
        ("supervisor", "The Shootout stands at 200", "Craps Shootout 13")
    ]
    assert house.plays(f"{CLOCK}{morning.format('09:00')}".replace("; ", "\n")).table.posted_bonus() == 20_000


def test_one_dealer_alone_speaks_for_both_ends(house: House) -> None:
    event = house.plays("Ann bets 10 on pass\nroll 4 3").last
    alone = Rail(("Ann", "Bob"), ("Cy",), dealers=1)
    assert confirmed_call(house.game(), event, alone).who == "base dealer"
