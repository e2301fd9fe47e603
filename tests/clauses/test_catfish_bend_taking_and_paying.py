"""Catfish Bend, clause by clause: who takes and pays after a roll, in which order, at which end and in which direction.

Ann and Bob stand at third base, Cy and Dee at second base; Ann stands next to third base, Dee next to second base.
"""

import re

from sevenout.base.dice import roll
from sevenout.crew.calls.payoff_calls import payoff_calls
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import Rail
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.sequence import sequence
from sevenout.table import Rolled, Table
from tests.clauses.house import House, clause
from tests.unit.crew.stories import worked

BOOK = "catfish-bend"

POINT_6 = "Ann bets 10 on pass; roll 4 2; "
POINT_8 = "Ann bets 10 on pass; roll 5 3; "


def done(steps: tuple[Motion, ...], acts: str = "take|pay|move", wagers: str = ".*") -> list[str]:
    """What is done to whom, in order: `pay Ann pass`."""
    return [
        f"{step.act} {step.seat} {step.wager}"
        for step in steps
        if step.act in acts.split("|") and re.fullmatch(wagers, step.wager)
    ]


# --- the crew


@clause("Dealer Responsibilities", "Definitions: Craps Crew")
def test_dealer_responsibilities_one_stick_and_one_or_two_base_dealers(house: House) -> None:
    story = "Ann bets 10 on pass; Cy bets 10 on pass; Cy bets 5 on any-craps; roll 6 5"
    two, one = worked(house.rules, story), worked(house.rules, story, dealers=1)
    assert {step.who for step in two if step.who != "player"} == {"stickperson", "second base", "third base"}
    assert {step.who for step in one if step.who != "player"} == {"stickperson", "base dealer"}
    assert done(two) == done(one)


@clause("Definitions: Second Base", "Definitions: Third Base", "Base Dealer 1")
def test_base_dealer_1_third_base_works_left_of_the_box_second_base_right_of_it(house: House) -> None:
    steps = worked(
        house.rules, "Ann bets 10 on pass; Bob bets 5 on field; Cy bets 10 on pass; Dee bets 5 on field; roll 6 5"
    )
    assert {(step.seat, step.who) for step in steps if step.act == "pay"} == {
        ("Ann", "third base"),
        ("Bob", "third base"),
        ("Cy", "second base"),
        ("Dee", "second base"),
    }


@clause("Stickperson 8", "Definitions: Stick Person")
def test_stickperson_8_the_dice_are_brought_in_before_a_base_dealer_touches_a_bet(house: House) -> None:
    for dice in ("6 5", "1 1", "4 4", "4 3"):
        steps = worked(house.rules, f"Ann bets 10 on pass; Cy bets 10 on dont-pass; Bob bets 5 on field; roll {dice}")
        assert (steps[0].act, steps[0].who) == ("bring in", "stickperson")
        assert len(steps) > 1


@clause("Base Dealer 3", "Stickperson 9")
def test_base_dealer_3_both_base_dealers_mark_the_point_and_take_the_puck_off(house: House) -> None:
    pucks = [
        [(step.who, step.to) for step in worked(house.rules, story) if step.act == "puck"]
        for story in (POINT_6, f"{POINT_6}roll 5 3", f"{POINT_6}roll 3 3", f"{POINT_6}roll 4 3")
    ]
    off = [("second base", "off"), ("third base", "off")]
    assert pucks == [[("second base", "6"), ("third base", "6")], [], off, off]


@clause("Base Dealer 9")
def test_base_dealer_9_odds_on_the_lines_are_checked_for_a_proper_amount(house: House) -> None:
    for line, most in (("pass", 100), ("dont-pass", 120)):
        story = f"Ann bets 10 on {line}; roll 4 2; Ann bets".replace("; ", "\n")
        assert house.plays(f"{story} {most} on {line}-odds").layout()[f"{line}-odds"] == f"{most}.00"
        assert house.refuses(f"{story} {most + 12} on {line}-odds").code == "above-maximum"


# --- Taking and Paying


@clause("Taking and Paying 1")
def test_taking_and_paying_1_take_then_pay_then_place(house: House) -> None:
    story = f"{POINT_8}Ann bets 10 on come; Bob bets 5 on field; Cy bets 10 on big-6; roll 3 3"
    assert done(worked(house.rules, story)) == ["take Bob field", "pay Cy big-6", "move Ann come"]


@clause("Taking and Paying 1a")
def test_taking_and_paying_1a_place_bets_are_paid_once_come_and_dont_come_lie_in_position(house: House) -> None:
    story = f"{POINT_8}Ann bets 12 on place-6; Bob bets 10 on come; Cy bets 10 on dont-come; roll 4 2"
    assert done(worked(house.rules, story)) == ["move Cy dont-come", "move Bob come", "pay Ann place-6"]


@clause("Taking and Paying 1b")
def test_taking_and_paying_1b_dont_come_bets_are_placed_before_come_bets_are_paid(house: House) -> None:
    story = f"{POINT_8}Ann bets 10 on come; roll 4 2; Bob bets 10 on dont-come; Ann bets 10 on come; roll 5 1"
    assert done(worked(house.rules, story)) == ["move Bob dont-come", "pay Ann come-6", "move Ann come"]


SEVEN_OUT = f"""{POINT_6}Bob bets 10 on come; Cy bets 10 on dont-come; roll 4 1
    Ann bets 5 on field; Bob bets 10 on come; Cy bets 12 on place-8; Cy bets 40 on lay-4; Ann bets 10 on dont-come
    roll 5 2"""


@clause("Taking and Paying 1c")
def test_taking_and_paying_1c_a_seven_out_takes_the_dont_come_first_and_clears_the_come_boxes_last(
    house: House,
) -> None:
    assert done(worked(house.rules, SEVEN_OUT)) == [
        "take Ann dont-come",
        "take Ann pass",
        "take Ann field",
        "pay Bob come",
        "pay Cy dont-come-5",
        "pay Cy lay-4",
        "take Cy place-8",
        "take Bob come-5",
    ]


@clause("Taking and Paying 1c", "Don't Come and Lay Bets")
def test_dont_come_and_lay_bets_losing_place_bets_are_pushed_clear_and_picked_up_when_the_winners_are_paid(
    house: House,
) -> None:
    steps = worked(house.rules, SEVEN_OUT)
    cy = [f"{step.act} {step.wager} {step.amount // 100}" for step in steps if step.seat == "Cy"]
    assert cy == [
        "clear place-8 12",
        "pay dont-come-5 10",
        "pay lay-4 20",
        "ask lay-4 1",
        "return dont-come-5 10",
        "return lay-4 40",
        "take place-8 12",
    ]
    no_seven_out = f"{POINT_6}Cy bets 12 on place-8; roll 3 3; Ann bets 10 on pass; Cy calls place on; roll 6 1"
    assert done(worked(house.rules, no_seven_out), "clear|take|pay") == ["take Cy place-8", "pay Ann pass"]


@clause("Wagers")
def test_wagers_a_winner_on_the_layout_is_paid_beside_its_stake_which_is_the_players_own_to_take(
    house: House,
) -> None:
    story = "Ann bets 10 on pass; Bob bets 5 on field; Cy bets 10 on dont-pass; roll 6 6"
    steps = [(step.who, step.act, step.seat, step.wager) for step in worked(house.rules, story) if step.seat]
    assert steps == [
        ("third base", "take", "Ann", "pass"),
        ("player", "pick up", "Cy", "dont-pass"),
        ("third base", "pay", "Bob", "field"),
        ("player", "pick up", "Bob", "field"),
    ]
    boxes = f"{POINT_8}Ann bets 10 on come; Cy bets 20 on buy-6; roll 4 2; roll 5 1"
    handed = {step.wager: step.who for step in worked(house.rules, boxes) if step.act in {"return", "pick up"}}
    assert handed == {"come-6": "third base"}


@clause("Buy Bets", "Lay Bets")
def test_buy_bets_a_winner_is_paid_asked_for_the_vig_and_its_stake_stands_until_then(house: House) -> None:
    for wager, bets, won, vig in (("buy-4", 40, 80, 2), ("lay-4", 40, 20, 1)):
        dice = "2 2" if wager == "buy-4" else "4 3"
        steps = worked(house.rules, f"{POINT_6}Cy bets {bets} on {wager}; roll {dice}")
        cy = [(step.act, step.amount // 100) for step in steps if step.seat == "Cy"]
        assert cy == [("pay", won), ("ask", vig), ("return", bets)]


@clause("Taking and Paying 1c")
def test_taking_and_paying_1c_a_come_out_seven_is_no_seven_out(house: House) -> None:
    story = f"{POINT_6}Bob bets 10 on come; Cy bets 10 on dont-come; roll 4 1; roll 3 3; Ann bets 10 on pass; roll 5 2"
    assert done(worked(house.rules, story)) == ["take Bob come-5", "pay Ann pass", "pay Cy dont-come-5"]


@clause("Taking and Paying 2", "Definitions: Outside", "Definitions: Inside")
def test_taking_and_paying_2_from_the_outside_to_the_inside(house: House) -> None:
    assert [area.name for area in areas(house.game()).all] == [
        "pass line",
        "don't pass",
        "big 6 and 8",
        "field",
        "come",
        "don't come",
        "come boxes",
        "box edges",
        "behind the numbers",
        "propositions",
    ]
    won = f"{POINT_8}Ann bets 10 on come; Ann bets 5 on field; roll 5 6"
    assert done(worked(house.rules, won)) == ["pay Ann field", "pay Ann come"]
    lost = "Ann bets 10 on dont-pass; Ann bets 5 on field; Ann bets 10 on big-6; Ann bets 10 on big-8; roll 4 3"
    assert done(worked(house.rules, lost)) == [
        "take Ann dont-pass",
        "take Ann big-6",
        "take Ann big-8",
        "take Ann field",
    ]


@clause("Taking and Paying 2", "Definitions: Box Number")
def test_taking_and_paying_2_the_boxes_of_an_end_are_cleared_from_its_outer_edge(house: House) -> None:
    bets = ("4", "8", "10")
    both = "; ".join(f"Ann bets 60 on place-{number}; Cy bets 60 on place-{number}" for number in bets)
    assert done(worked(house.rules, f"{POINT_6}{both}; roll 6 1"), "take", "place.*") == [
        "take Cy place-4",
        "take Cy place-8",
        "take Cy place-10",
        "take Ann place-10",
        "take Ann place-8",
        "take Ann place-4",
    ]


@clause("Taking and Paying 3")
def test_taking_and_paying_3_lines_from_base_to_stick_odds_before_each_flat_bet(house: House) -> None:
    story = "; ".join(f"{name} bets 10 on pass" for name in ("Ann", "Bob", "Cy", "Dee")) + "; roll 4 2; "
    odds = "; ".join(f"{name} bets 20 on pass-odds" for name in ("Ann", "Bob", "Cy", "Dee"))
    players = ("Dee", "Cy", "Ann", "Bob")
    expected = [f"pay {name} {wager}" for name in players for wager in ("pass-odds", "pass")]
    assert done(worked(house.rules, f"{story}{odds}; roll 3 3")) == expected
    donts = story.replace("pass;", "dont-pass;")
    assert done(worked(house.rules, f"{donts}roll 3 4")) == [f"pay {name} dont-pass" for name in players]


@clause("Taking and Paying 4")
def test_taking_and_paying_4_gives_way_to_the_section_on_dont_come_bets(house: House) -> None:
    """It wants the direction from stick to base; the section on them says the opposite, and is the closer one."""
    story = f"{POINT_6}Cy bets 10 on dont-come; Dee bets 10 on dont-come; roll 4 1; roll 3 4"
    paid = [step for step in worked(house.rules, story) if step.act == "pay"]
    assert [step.seat for step in paid] == ["Dee", "Cy"]
    assert {(step.direction, step.cite.clause) for step in paid} == {("base to stick", "Don't Come and Lay Bets")}


# --- Payoffs


@clause("Payoffs 1", "Base Dealer 2")
def test_payoffs_1_each_base_dealer_pays_the_propositions_of_their_end(house: House) -> None:
    steps = worked(house.rules, "Ann bets 10 on pass; Bob bets 5 on eleven; Dee bets 5 on eleven; roll 6 5")
    paid = [(step.seat, step.who, step.amount) for step in steps if step.wager == "eleven"]
    assert paid == [("Dee", "second base", 7500), ("Bob", "third base", 7500)]


@clause("Payoffs 2", "Stickperson 14")
def test_payoffs_2_propositions_are_paid_after_all_other_work_and_after_the_losing_ones_are_gone(house: House) -> None:
    story = f"""{POINT_6}Ann bets 5 on hard-6; Cy bets 5 on any-7; Dee bets 5 on any-craps; Bob bets 12 on place-6
    Dee bets 10 on come; roll 3 3"""
    steps = worked(house.rules, story)
    assert [
        (step.who, step.act, step.seat, step.wager)
        for step in steps
        if step.act not in {"return", "bring in", "pick up"}
    ] == [
        ("third base", "pay", "Ann", "pass"),
        ("second base", "move", "Dee", "come"),
        ("third base", "pay", "Bob", "place-6"),
        ("second base", "puck", "", ""),
        ("third base", "puck", "", ""),
        ("stickperson", "take", "Dee", "any-craps"),
        ("stickperson", "take", "Cy", "any-7"),
        ("third base", "pay", "Ann", "hard-6"),
    ]


@clause("Payoffs 3")
def test_payoffs_3_from_the_base_round_to_the_stick_beginning_opposite_the_shooter(house: House) -> None:
    elevens = "; ".join(f"{name} bets 5 on eleven" for name in ("Ann", "Bob", "Cy", "Dee"))
    for shooter, order in (("Bob", ["Dee", "Cy", "Ann", "Bob"]), ("Dee", ["Ann", "Bob", "Dee", "Cy"])):
        steps = worked(house.rules, f"{shooter} bets 10 on pass; {elevens}; roll 6 5")
        assert [step.seat for step in steps if step.wager == "eleven"] == order


@clause("Payoffs 6")
def test_payoffs_6_a_base_dealer_pays_no_proposition_that_the_stick_has_not_called(house: House) -> None:
    table = Table(house.game())
    for name in ("Ann", "Bob"):
        table.seat(name, 100_000)
        table.bet(name, "pass", 1000)
        table.bet(name, "eleven", 500)
    event, rail = table.roll(roll(6, 5)), Rail(("Ann",), ("Bob",))
    assert isinstance(event, Rolled)
    called = [call.to for call in payoff_calls(house.game(), event, rail) if call.who == "stickperson"]
    paid = [step for step in sequence(house.game(), event, rail) if step.wager == "eleven"]
    assert [step.seat for step in paid] == called == ["Bob", "Ann"]
    assert {step.who for step in paid} == {"second base", "third base"}


@clause("Payoffs 7")
def test_payoffs_7_the_stick_deducts_losing_propositions_and_all_stay_up(house: House) -> None:
    story = f"{POINT_6}Ann bets 5 on hard-8; Ann bets 10 on any-7; Ann bets 5 on any-craps; roll 4 4"
    steps = [(step.who, step.act, step.wager, step.amount) for step in worked(house.rules, story) if step.seat == "Ann"]
    assert steps == [
        ("stickperson", "deduct", "any-7", 1000),
        ("stickperson", "deduct", "any-craps", 500),
        ("third base", "pay", "hard-8", 3000),
    ]


@clause("Payoffs 7")
def test_payoffs_7_a_player_who_wants_them_down_gets_the_winner_with_its_stake_and_loses_the_rest(house: House) -> None:
    story = f"{POINT_6}Ann bets 5 on hard-8; Ann bets 10 on any-7; Ann calls props down; roll 4 4"
    steps = [(step.act, step.wager, step.amount) for step in worked(house.rules, story) if step.seat == "Ann"]
    assert steps == [("take", "any-7", 1000), ("pay", "hard-8", 4500), ("return", "hard-8", 500)]


# --- the wagers' own sections


@clause("Come Bets")
def test_come_bets_the_bet_is_brought_out_to_the_player_and_paid_there(house: House) -> None:
    story = f"{POINT_8}Ann bets 10 on come; roll 4 2; Ann bets 10 on come-odds-6; roll 5 1"
    steps = [(step.act, step.wager, step.amount) for step in worked(house.rules, story) if step.seat == "Ann"]
    assert steps == [
        ("return", "come-odds-6", 1000),
        ("pay", "come-odds-6", 1200),
        ("return", "come-6", 1000),
        ("pay", "come-6", 1000),
    ]


@clause("Don't Come and Lay Bets", "Lay Bets")
def test_dont_come_and_lay_bets_player_by_player_from_base_to_stick_starting_at_the_inside(house: House) -> None:
    story = f"""{POINT_6}Cy bets 10 on dont-come; Bob bets 10 on dont-come; roll 4 1
    Cy bets 30 on dont-come-odds-5; Cy bets 40 on lay-10; Dee bets 40 on lay-4; Dee bets 30 on lay-9
    Ann bets 12 on place-8; Bob bets 40 on lay-10; roll 3 4"""
    behind = done(worked(house.rules, story), "clear|pay|return", "place.*|lay.*|dont.*")
    assert behind == [
        "clear Ann place-8",
        "pay Dee lay-9",
        "pay Dee lay-4",
        "return Dee lay-9",
        "return Dee lay-4",
        "pay Cy lay-10",
        "pay Cy dont-come-odds-5",
        "pay Cy dont-come-5",
        "return Cy lay-10",
        "return Cy dont-come-odds-5",
        "return Cy dont-come-5",
        "pay Bob dont-come-5",
        "pay Bob lay-10",
        "return Bob dont-come-5",
        "return Bob lay-10",
    ]


@clause("Place Bets", "Buy Bets")
def test_place_and_buy_bets_go_round_from_the_stick(house: House) -> None:
    story = (
        f"{POINT_8}Ann bets 12 on place-6; Bob bets 20 on buy-6; Cy bets 20 on buy-6; Dee bets 12 on place-6; roll 4 2"
    )
    paid = [step for step in worked(house.rules, story) if step.act == "pay"]
    assert [(step.who, step.seat, step.wager, step.amount) for step in paid] == [
        ("second base", "Cy", "buy-6", 2400),
        ("second base", "Dee", "place-6", 1400),
        ("third base", "Bob", "buy-6", 2400),
        ("third base", "Ann", "place-6", 1400),
    ]
    assert {step.direction for step in paid} == {"stick to base"}


# --- Problem Solutions


@clause("Invalid Roll 7", "Invalid Roll 7a", "Invalid Roll 7b")
def test_invalid_roll_7_a_bet_seen_too_late_is_cut_down_and_the_rest_handed_back(house: House) -> None:
    story = "Ann bets 700 on pass unnoticed; Cy bets 650 on dont-pass unnoticed; roll 6 5"
    assert _cut_down(house, story) == [
        ("cut down", "dont-pass", 65_000, "come", "Invalid Roll 7b"),
        ("take", "dont-pass", 50_000, "bank", "Taking and Paying 2"),
        ("return", "dont-pass", 15_000, "rack", "Invalid Roll 7b"),
        ("cut down", "pass", 70_000, "", "Invalid Roll 7a"),
        ("return", "pass", 20_000, "rack", "Invalid Roll 7a"),
        ("pay", "pass", 50_000, "rack", "Taking and Paying 3"),
    ]


def _cut_down(house: House, story: str) -> list[tuple[str, str, int, str, str]]:
    """What is taken and paid of a story's last roll, and what is done about bets above their maximum."""
    return [
        (step.act, step.wager, step.amount, step.to, step.cite.clause)
        for step in worked(house.rules, story)
        if step.cite.clause.startswith("Invalid") or step.act in {"pay", "take"}
    ]


@clause("Invalid Roll 7", "Invalid Roll 7b")
def test_invalid_roll_7b_a_come_bet_seen_too_late_is_brought_into_the_come_and_its_100_over_handed_back(
    house: House,
) -> None:
    story = "Cy bets 10 on dont-pass; roll 4 2; Ann bets 600 on come unnoticed; roll 5 3; roll 5 2"
    assert [step for step in _cut_down(house, story) if step[1] == "come-8"] == [
        ("cut down", "come-8", 60_000, "come", "Invalid Roll 7b"),
        ("take", "come-8", 50_000, "bank", "Taking and Paying 1c"),
        ("return", "come-8", 10_000, "rack", "Invalid Roll 7b"),
    ]


@clause("Invalid Roll 7", "Invalid Roll 7b")
def test_invalid_roll_7b_a_proposition_over_its_maximum_is_cut_down_by_the_base_dealer(house: House) -> None:
    story = "Ann bets 10 on pass; Ann bets 250 on hard-8 unnoticed; roll 5 2"
    steps = [(step.who, step.act) for step in worked(house.rules, story) if step.wager == "hard-8"]
    assert steps == [("third base", "cut down"), ("stickperson", "take"), ("third base", "return")]


@clause("Invalid Roll 7", "Invalid Roll 7a", "Invalid Roll 7b")
def test_invalid_roll_7_the_commission_of_the_200_over_is_handed_back_with_them(house: House) -> None:
    on_6 = "Ann bets 10 on pass; roll 4 2; Bob bets 700 on buy-4 unnoticed; "
    won = [step for step in _cut_down(house, f"{on_6}roll 3 1") if step[1] == "buy-4"]
    assert won == [
        ("cut down", "buy-4", 70_000, "", "Invalid Roll 7a"),
        ("return", "buy-4", 20_000, "rack", "Invalid Roll 7a"),
        ("refund", "buy-4", 1_000, "rack", "Invalid Roll 7a"),
        ("pay", "buy-4", 100_000, "rack", "Taking and Paying 1a"),
    ]
    lost = [step for step in _cut_down(house, f"{on_6}roll 5 2") if step[1] == "buy-4"]
    assert lost[-2:] == [
        ("return", "buy-4", 20_000, "rack", "Invalid Roll 7b"),
        ("refund", "buy-4", 1_000, "rack", "Invalid Roll 7b"),
    ]


@clause("Tokes")
def test_tokes_that_ride_are_paid_into_the_toke_box(house: House) -> None:
    steps = worked(house.rules, "Ann bets 10 on pass; Ann tokes 5 on pass; roll 6 5")
    assert [(step.act, step.amount, step.to) for step in steps if step.seat == "crew"] == [
        ("pay", 500, "toke box"),
        ("return", 500, "toke box"),
    ]
