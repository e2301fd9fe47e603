"""Catfish Bend, clause by clause: the shooter, throws that do not count, the Craps Shootout and tokes."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sevenout.base.refusal import Refusal
from sevenout.engine.shootout import Hand, Hit, day_log, posted_amount, share
from sevenout.table.commands import Inspect
from sevenout.table.events import Inspected
from sevenout.table.log.table_log import read_log, write_log
from sevenout.table.narration import bonus as bonus_words
from sevenout.table.narration import describe_bonus, lacking_clock
from sevenout.table.state import Bonus
from tests.clauses.house import DOLLAR, House, Night, clause
from tests.clauses.test_catfish_bend import EASY, ON_6, POINTS, lines

BOOK = "catfish-bend"

# --- the shooter


@clause("General Rules", "Invalid Roll 3h")
def test_general_rules_the_shooter_needs_a_line_bet(house: House) -> None:
    for line in ("pass", "dont-pass"):
        assert house.plays(f"Bob bets 10 on {line}\nroll 4 2").last.shooter == "Bob"
    nobody = house.refuses("Ann bets 10 on field\nroll 4 2")
    assert (nobody.code, nobody.clause) == ("no-shooter", "General Rules")


@clause("General Rules", "Stickperson 18", "Invalid Roll 3h")
def test_general_rules_a_line_bet_taken_down_with_a_point_on_leaves_the_point_to_the_next_line_bettor(
    house: House,
) -> None:
    down = "Ann bets 10 on dont-pass; Cy bets 10 on pass; roll 4 2; Ann takes down dont-pass; "
    assert house.plays(lines(down)).table.shooter() == "Cy"
    finished = house.plays(lines(f"{down}roll 5 2; Cy bets 10 on pass; Ann bets 10 on pass; roll 5 4"))
    assert [rolled.shooter for rolled in finished.rolls] == ["Ann", "Cy", "Cy"]  # then a hand of his own
    alone = "Ann bets 10 on dont-pass; roll 4 2; Ann takes down dont-pass; "
    assert [rolled.shooter for rolled in house.plays(lines(f"{alone}roll 3 2; roll 3 3")).rolls] == ["Ann"] * 3
    called = house.plays(lines(f"{alone}throw; no roll: no line bet"))  # the stick's to call, and none has to
    assert (called.table.point, called.table.shooter()) == (6, "Ann")
    for said in ("throw; no roll: no line bet", "throw: no line bet"):
        for able in (down, "Ann bets 10 on pass; "):
            refusal = house.refuses(lines(f"{able}{said}"))  # Cy, and Ann, have one
            assert (refusal.code, refusal.clause) == ("no-ground", "Invalid Roll 3h")
    gone = house.plays(lines(f"{alone}Bob bets 10 on field; Ann leaves; roll 3 3"))
    assert gone.last.shooter == "Bob"


ALL_PASS = "Ann bets 10 on pass; Bob bets 10 on pass; Cy bets 10 on pass; "


@clause("Definitions: Shooter")
def test_definitions_shooter_is_the_player_who_throws_the_dice(house: House) -> None:
    story = f"{ALL_PASS}Ann declines the dice; "
    assert house.plays(lines(story)).table.shooter() == "Bob"
    assert house.plays(lines(f"{story}throw")).table.state.dice.holder == "Bob"
    assert house.plays(lines(f"{story}roll 4 2")).last.shooter == "Bob"
    for other in ("Ann", "Cy"):
        assert house.refuses(lines(f"{story}roll 4 2; {other} passes the dice")).code == "not-shooter"


@clause("Stickperson 3")
def test_stickperson_3_on_the_come_out_no_dice_are_thrown_without_a_line_bet(house: House) -> None:
    assert house.refuses(lines("Ann bets 10 on field; Bob bets 6 on place-6; throw")).code == "no-shooter"
    for line in ("pass", "dont-pass"):
        assert house.plays(lines(f"Bob bets 10 on {line}; throw")).table.state.dice.holder == "Bob"
    point_made = f"{ON_6}roll 3 3; Ann bets 10 on field; "  # the next come-out of the same turn
    assert house.refuses(lines(f"{point_made}throw")).code == "no-shooter"
    assert house.plays(lines(f"{point_made}Ann bets 10 on pass; throw")).table.state.dice.holder == "Ann"


@clause("Stickperson")
def test_stickperson_the_dice_are_offered_clockwise_from_the_left_of_the_box(house: House) -> None:
    assert house.plays(lines(f"{ALL_PASS}roll 4 2")).last.shooter == "Ann"
    assert house.plays(lines(f"{ALL_PASS}Ann declines the dice; Bob declines the dice; roll 4 2")).last.shooter == "Cy"


@clause("General Rules", "Stickperson")
def test_general_rules_the_first_to_accept_the_dice_is_the_shooter(house: House) -> None:
    two = "Bob bets 10 on pass; Cy bets 10 on pass; "
    assert house.plays(lines(f"{two}Ann bets 10 on pass; roll 4 2")).last.shooter == "Ann"  # nobody had accepted yet
    assert house.plays(lines(f"{two}Bob accepts the dice; Ann bets 10 on pass; roll 4 2")).last.shooter == "Bob"
    assert house.refuses(lines(f"{two}Cy accepts the dice")).code == "not-shooter"  # they are Bob's to decline
    declined = f"{two}Bob declines the dice; "
    assert house.plays(lines(f"{declined}Cy accepts the dice; roll 4 2")).last.shooter == "Cy"
    assert house.plays(lines(f"{declined}Bob accepts the dice; roll 4 2")).last.shooter == "Bob"
    assert house.refuses(lines(f"{declined}Cy accepts the dice; Bob accepts the dice")).code == "not-shooter"
    refusal = house.refuses(lines(f"{two}Ann accepts the dice"))
    assert (refusal.code, refusal.clause) == ("no-line-bet", "General Rules")
    for gone in ("throw", "roll 4 2"):
        assert house.refuses(lines(f"{two}{gone}; Bob accepts the dice")).code == "not-now"


@clause("Stickperson 18")
def test_stickperson_18_a_shooter_who_leaves_has_passed_the_dice(house: House) -> None:
    gone = "Ann bets 10 on dont-pass; Cy bets 10 on pass; roll 4 2; Ann leaves; "
    assert house.plays(lines(f"{gone}roll 5 2")).last.shooter == "Cy"
    two = "Bob bets 10 on pass; Cy bets 10 on pass; "
    assert house.plays(lines(f"{gone}roll 5 2; {two}roll 4 2")).last.shooter == "Cy"
    assert house.plays(lines(f"{gone}roll 5 2; {two}roll 4 2; roll 5 2; {two}roll 4 2")).last.shooter == "Bob"


@clause("Shooting 5")
def test_shooting_5_the_shooter_keeps_the_dice_until_a_seven_out(house: House) -> None:
    assert house.plays(lines(f"{ALL_PASS}roll 4 2; roll 3 3; {ALL_PASS}roll 5 2")).last.shooter == "Ann"
    assert house.plays(lines(f"{ALL_PASS}roll 4 2; roll 5 2; {ALL_PASS}roll 5 2")).last.shooter == "Bob"


@clause("Shooting 5")
def test_shooting_5_after_a_winner_the_dice_are_still_the_shooters(house: House) -> None:
    """Bob's line bet does not get him the dice: nobody but Ann can take or give them up."""
    won = "Ann bets 10 on pass; roll 4 2; roll 3 3; Bob bets 10 on pass; "
    night = house.plays(lines(won))
    assert (night.table.shooter(), night.steps[-1].after.throws) == ("Ann", "Ann")
    for line in ("Bob accepts the dice", "Bob passes the dice"):
        assert house.refuses(lines(f"{won}{line}")).code == "not-shooter"
    assert house.plays(lines(f"{won}Ann bets 10 on dont-pass; roll 4 2")).last.shooter == "Ann"
    assert house.plays(lines(f"{won}Ann passes the dice; roll 4 2")).last.shooter == "Bob"


@clause("Shooting 5")
def test_shooting_5_a_shooter_who_makes_no_line_bet_in_time_gives_up_the_dice(house: House) -> None:
    """They go to the next seat clockwise that has one: by `time is over`, or by the roll that says so."""
    won = "Ann bets 10 on pass; roll 4 2; roll 3 3; Cy bets 10 on pass; "
    assert house.plays(lines(f"{won}roll 4 2")).last.shooter == "Cy"
    night = house.plays(lines(f"{won}time is over; Ann bets 10 on pass; Bob bets 10 on pass; "))
    assert (night.table.shooter(), night.table.state.dice.turn) == ("Cy", None)
    assert house.refuses(lines(f"{won}Ann bets 10 on dont-pass; time is over")).code == "not-now"
    assert house.refuses(lines("Ann bets 10 on pass; roll 4 2; roll 3 3; time is over")).code == "no-shooter"
    assert (
        house.refuses(lines("Ann bets 10 on dont-pass; Bob bets 10 on pass; roll 4 2; time is over")).code == "not-now"
    )


@clause("Stickperson 18")
def test_stickperson_18_who_takes_over_a_point_then_shoots_a_hand_of_their_own(house: House) -> None:
    over = "Ann bets 10 on pass; Cy bets 10 on pass; roll 4 2; Ann passes the dice; "
    assert house.plays(lines(f"{over}roll 5 2")).last.shooter == "Cy"
    assert house.plays(lines(f"{over}roll 5 2; {ALL_PASS}roll 4 2")).last.shooter == "Cy"
    assert house.plays(lines(f"{over}roll 5 2; {ALL_PASS}roll 4 2; roll 5 2; {ALL_PASS}roll 4 2")).last.shooter == "Ann"


@clause("Shooting 6")
def test_shooting_6_the_supervisor_may_order_a_shooter_to_pass_on_three_grounds(house: House) -> None:
    turn = f"Bob bets 10 on pass; {ON_6}"
    ordered = house.plays(lines(f"{turn}supervisor orders Ann to pass the dice; roll 2 3"))
    assert (ordered.last.shooter, ordered.table.point) == ("Bob", 6)
    assert house.refuses(lines(f"{turn}supervisor orders Bob to pass the dice")).code == "not-shooter"
    assert house.rules.book.shooter.ordered_to_pass.value == ("delay", "invalid-rolls", "breach")


# --- throws that do not count

MAY = {
    "wrong-shooter": "3a",
    "not-together": "3b",
    "on-the-bank": "3c",
    "in-the-bowl": "3d",
    "on-the-rail": "3e",
    "too-many-dice": "3f",
    "no-tumble": "3g",
    "no-line-bet": "3h",
    "cocked": "3i",
    "outside-the-layout": "3j",
    "stopped": "3k",
    "picked-up": "3l",
}
"""What the stick may call, by clause."""


@clause("Invalid Roll 2")
def test_invalid_roll_2_a_die_off_the_table_is_always_a_no_roll(house: House) -> None:
    for said in (
        "off-the-table",
        "a die off the table",
        "a die left the table",
        "one down outside",
        "a die went off the table",
    ):
        assert house.no_roll(said) == ("always", "stickperson", "Invalid Roll 2")
        refusal = house.refuses(lines(f"{ON_6}throw; no roll: {said}; supervisor overrules, roll 3 3"))
        assert (refusal.code, refusal.clause) == ("no-roll", "Invalid Roll 2")


@clause("Invalid Roll 3", *(f"Invalid Roll {name}" for name in MAY.values()))
def test_invalid_roll_3_on_twelve_grounds_the_stick_may_call_no_roll(house: House) -> None:
    assert house.rules.book.no_roll.called_by.value == ("stickperson",)
    for ground, name in MAY.items():
        assert house.no_roll(ground) == ("may", "stickperson", f"Invalid Roll {name}")


@clause("Invalid Roll 3m")
def test_invalid_roll_3m_missing_the_wall_again_and_again_is_for_the_supervisor_to_call(house: House) -> None:
    assert house.no_roll("short-of-the-wall") == ("may", "supervisor", "Invalid Roll 3m")
    short = f"{ON_6}throw; no roll: short of the wall"
    refusal = house.refuses(lines(short))
    assert (refusal.code, refusal.clause) == ("no-warning", "Invalid Roll 3m")
    warned = f"{ON_6}supervisor warns Ann: short of the wall; roll 2 2; throw; no roll: missed the wall"
    assert house.plays(lines(warned)).table.point == 6  # the warning lasts for the turn
    next_turn = f"{ON_6}supervisor warns Ann: short of the wall; roll 5 2; Ann bets 10 on pass; roll 4 2; throw; "
    assert house.refuses(lines(f"{next_turn}no roll: short of the wall")).code == "no-warning"


@clause("Invalid Roll 1", "Invalid Roll 5")
def test_invalid_roll_5_the_supervisor_overrules_the_stick(house: House) -> None:
    assert house.rules.book.no_roll.overruled_by.value == "supervisor"
    called = "Ann bets 10 on pass; Bob bets 10 on pass; throw; no roll: on the rail; "
    overruled = "supervisor overrules, roll 5 2"
    assert house.plays(lines(f"{called}{overruled}")).settled() == {"pass": ("win", "10.00")}
    for since in ("Bob bets 5 on field", "Bob declines the dice", "Ann passes the dice", "throw", "Cy buys in for 5"):
        assert house.refuses(lines(f"{called}{since}; {overruled}")).code == "not-now"  # at once or never
    refused = house.night(lines(f"{called}Bob bets 1 on come; {overruled}"))  # not done, so nothing came between
    assert (len(refused.refused), refused.last.total) == (1, 7)


@clause("Shooting 11", "Invalid Roll 3i")
def test_shooting_11_a_cocked_die_is_read_by_its_natural_fall_and_the_supervisor_has_the_last_word(
    house: House,
) -> None:
    assert house.rules.book.no_roll.cocked.value == "natural fall, else no roll"
    assert house.no_roll("cocked die") == ("may", "stickperson", "Invalid Roll 3i")
    assert house.plays(lines(f"{ON_6}throw; roll 3 3")).settled()["pass"] == ("win", "10.00")  # as it would have fallen
    for said in ("cocked", "cocked die", "a cocked die"):
        called = f"{ON_6}throw; no roll: {said}; "
        assert house.plays(lines(called)).table.point == 6
        assert house.plays(lines(f"{called}supervisor overrules, roll 3 3")).settled()["pass"] == ("win", "10.00")


@clause("Stickperson 5")
def test_stickperson_5_a_throw_the_stick_calls_off_decides_nothing(house: House) -> None:
    story = f"{ON_6}Ann bets 10 on field; Ann bets 6 on place-8; throw; "
    for ground in MAY.keys() - {"no-line-bet"}:  # she has one: no ground here
        called = f"{story}no roll: {ground.replace('-', ' ')}; "
        night = house.plays(lines(called))
        assert (night.rack(), night.table.point) == ("9974.00", 6)
        assert night.layout() == {"pass": "10.00", "field": "10.00", "place-8": "6.00"}
        again = house.plays(lines(f"{called}Ann takes down place-8; throw; roll 5 2"))
        assert (again.last.shooter, again.rack(), again.layout()) == ("Ann", "9980.00", {})


@clause("Stickperson 19")
def test_stickperson_19_a_die_off_the_table_is_no_roll_and_the_same_shooter_throws_again(house: House) -> None:
    story = f"Bob bets 10 on pass; {ON_6}Bob bets 10 on field; throw; no roll: off the table; "
    night = house.plays(lines(story))
    assert (night.table.point, night.table.shooter()) == (6, "Ann")
    assert (night.layout(), night.layout("Bob")) == ({"pass": "10.00"}, {"pass": "10.00", "field": "10.00"})
    refusal = house.refuses(lines(f"{story}supervisor overrules, roll 5 2"))
    assert (refusal.code, refusal.clause) == ("no-roll", "Invalid Roll 2")
    assert house.plays(lines(f"{story}throw; roll 3 3")).settled("Bob")["pass"] == ("win", "10.00")


# --- propositions and the throw

PROPOSITIONS = {"hard-8": 5, "any-7": 5, "any-craps": 5, "craps-2": 5, "craps-3": 5, "craps-12": 5, "eleven": 5}
PROPOSITIONS |= {"horn": 4, "horn-high-12": 5, "three-way": 3, "hi-lo": 2, "hop-5-3": 5, "hop-4-4": 5}


@clause("Stickperson 10")
def test_stickperson_10_no_proposition_is_set_up_once_the_dice_are_thrown(house: House) -> None:
    """The table does not tell dice that were sent out from dice in the hand: the throw is what closes."""
    for wager, stake in PROPOSITIONS.items():
        for bet in (f"Ann bets {stake} on {wager}", f"Bob tokes {stake} on {wager}"):
            house.plays(lines(f"{ON_6}{bet}; throw"))
            assert house.refuses(lines(f"{ON_6}throw; {bet}")).code == "closed"
        assert house.refuses(lines(f"{ON_6}Ann bets {stake} on {wager}; throw; Ann presses {wager}")).code == "closed"


# --- the Craps Shootout

IOWA = ZoneInfo("America/Chicago")


def local(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of June 2024, by the clock of the house."""
    return datetime(2024, 6, day, hour, minute, tzinfo=IOWA)


def stands(house: House, now: datetime, hit: datetime | None = None) -> float:
    """What a bonus that was first posted on 1 June at noon stands at, in dollars."""
    amount = posted_amount(house.shootout, IOWA, local(1, 12), hit, now)
    assert isinstance(amount, int), amount
    return amount / DOLLAR


def turn(house: House, *points: int) -> Hand:
    """A turn in which these points were made."""
    hand = Hand.of(house.shootout)
    for point in points:
        hand = hand.after_point(point)
    return hand


@clause("Craps Shootout")
def test_craps_shootout_all_six_points_in_any_order_within_one_turn(house: House) -> None:
    assert turn(house, 4, 5, 6, 8, 9, 10).hit
    assert turn(house, 10, 6, 6, 4, 9, 8, 6, 5).hit
    for missing in POINTS:
        assert not turn(house, *(point for point in POINTS if point != missing)).hit
    assert not turn(house, 4, 5, 6, 8, 9).seven_out().after_point(10).hit


@clause("Craps Shootout 1")
def test_craps_shootout_1_it_takes_a_line_bet_to_shoot_for_it(house: House) -> None:
    assert house.rules.book.shooter.line.value == ("pass", "dont-pass")
    assert house.refuses(lines("Ann bets 10 on field; roll 4 2")).code == "no-shooter"


@clause("Craps Shootout 1")
def test_craps_shootout_1_a_point_counts_only_with_a_line_bet_on_the_roll_that_makes_it(house: House) -> None:
    """A don't pass that is taken down once the point is set leaves the shooter to finish it, for nothing."""
    assert house.shootout.needs_line_bet.value
    rolls = [f"roll {a} {b}; " for a, b in EASY.values()]
    with_it = "".join(f"Ann bets 10 on dont-pass; {roll}{roll}" for roll in rolls)
    without = "".join(f"Ann bets 10 on dont-pass; {roll}Ann takes down dont-pass; {roll}" for roll in rolls)
    assert (len(rolls), bonus_of(house.plays(lines(f"{NOON}{with_it}"))).held_for) == (6, "Ann")
    night = house.plays(lines(f"{NOON}{without}"))
    assert (len(night.rolls), night.last.event, progress(night), bonus_of(night).held_for) == (12, "made", (), "")
    assert house.refuses(lines(f"{NOON}{without}{SIGNED}")).code == "not-now"
    both = f"{NOON}{made(8, 4)}Ann bets 10 on dont-pass; roll 4 2; Ann takes down dont-pass; roll 3 3; {made(5)}"
    assert progress(house.plays(lines(both))) == (8, 4, 5)


@clause("Craps Shootout 6")
def test_craps_shootout_6_it_starts_at_100(house: House) -> None:
    assert stands(house, local(1, 12)) == 100


@clause("Craps Shootout 7")
def test_craps_shootout_7_at_nine_in_the_morning_it_grows_by_100(house: House) -> None:
    assert [stands(house, local(2, *at)) for at in ((0, 0), (8, 59), (9, 0), (23, 59))] == [100, 100, 200, 200]
    assert [stands(house, local(3, *at)) for at in ((8, 59), (9, 0))] == [200, 300]


@clause("Craps Shootout 8")
def test_craps_shootout_8_it_is_capped_at_1500(house: House) -> None:
    assert [stands(house, local(day, 9)) for day in (14, 15, 16, 30)] == [1400, 1500, 1500, 1500]


@clause("Craps Shootout 6", "Craps Shootout 7", "Craps Shootout 9")
def test_craps_shootout_9_a_hit_puts_it_back_to_100_and_the_next_morning_adds_nothing(house: House) -> None:
    hit = local(9, 20)
    assert [stands(house, now) for now in (local(9, 19, 59), hit)] == [900, 900]
    assert [stands(house, local(*at), hit) for at in ((9, 20), (10, 9), (11, 8, 59), (11, 9))] == [100, 100, 100, 200]


@clause("Craps Shootout 10a", "Craps Shootout 10b", "Craps Shootout 10c")
def test_craps_shootout_10_the_others_share_10_20_or_30(house: House) -> None:
    amounts = {100: 10, 700: 10, 701: 20, 800: 20, 1400: 20, 1401: 30, 1500: 30}
    assert {amount: share(house.shootout, amount * DOLLAR) / DOLLAR for amount in amounts} == amounts


@clause("Craps Shootout 12")
def test_craps_shootout_12_passing_the_dice_voids_it_until_the_next_seven_out(house: House) -> None:
    over = turn(house, 4, 5, 6, 8, 9).after_pass()
    assert over.void
    for point in POINTS:
        over = over.after_point(point)
    assert not over.hit
    assert over.seven_out() == Hand.of(house.shootout)


@clause("Craps Shootout 12")
def test_craps_shootout_12_a_turn_begins_with_its_first_roll(house: House) -> None:
    assert not Hand.of(house.shootout).after_pass().void
    assert Hand.of(house.shootout).after_roll().after_pass().void


GIVEN_UP = {
    "passed": "Ann passes the dice; ",
    "ordered": "supervisor orders Ann to pass the dice; ",
    "declined": "Ann declines the dice; ",
    "too late": "time is over; ",
    "gone": "Ann leaves; ",
}
"""How a shooter without a line bet loses the dice of a turn that has begun, before a come-out."""


@clause("Craps Shootout 12")
def test_craps_shootout_12_whoever_takes_passed_dice_over_completes_the_hand(house: House) -> None:
    assert house.shootout.taker_completes.value
    bets = "Ann bets 10 on pass; Bob bets 10 on pass; Cy bets 10 on pass; "
    over = f"{bets}roll 4 2; Ann passes the dice; "
    for then in ("", "roll 5 4; ", f"roll 3 3; {bets}", f"roll 3 3; {bets}roll 4 4; "):
        refusal = house.refuses(lines(f"{over}{then}Bob passes the dice"))
        assert (refusal.code, refusal.clause) == ("completes-hand", "Craps Shootout 12"), then
    ordered = house.plays(lines(f"{over}supervisor orders Bob to pass the dice; roll 5 4"))
    assert ordered.last.shooter == "Cy"
    assert house.refuses(lines(f"{over}roll 3 3; {bets}Bob declines the dice")).code == "completes-hand"
    own_hand = house.plays(lines(f"{over}roll 5 2; {bets}Bob passes the dice; roll 4 2"))
    assert own_hand.last.shooter == "Cy"


@clause("Craps Shootout 12")
def test_craps_shootout_12_a_shooter_who_lost_the_line_bet_has_passed_the_dice_too(house: House) -> None:
    taken_down = "Ann bets 10 on dont-pass; Bob bets 10 on pass; roll 4 2; Ann takes down dont-pass; "
    assert house.plays(lines(taken_down)).table.shooter() == "Bob"
    for then in ("", "roll 5 4; ", "throw; no roll: on the rail; "):
        assert house.refuses(lines(f"{taken_down}{then}Bob passes the dice")).code == "completes-hand", then


@clause("Craps Shootout 12")
@pytest.mark.parametrize("how", GIVEN_UP)
def test_craps_shootout_12_dice_given_up_before_a_come_out_are_completed_too(house: House, how: str) -> None:
    won = "Ann bets 10 on pass; roll 4 2; roll 3 3; Bob bets 10 on pass; Cy bets 10 on pass; "
    for then in ("Bob accepts the dice; " if how != "too late" else "", "roll 4 2; "):
        refusal = house.refuses(lines(f"{won}{GIVEN_UP[how]}{then}Bob passes the dice"))
        assert refusal.code == "completes-hand", then
    if how != "too late":  # offered to Bob, who has not taken them yet
        assert house.plays(lines(f"{won}{GIVEN_UP[how]}Bob declines the dice; roll 4 2")).last.shooter == "Cy"


@clause("Craps Shootout 12")
@pytest.mark.parametrize("how", GIVEN_UP)
def test_craps_shootout_12_it_is_void_at_once_though_no_point_was_made(house: House, how: str) -> None:
    won = f"{NOON}Ann bets 10 on pass; roll 5 2; Bob bets 10 on pass; "
    before, after = house.plays(lines(won)), house.plays(lines(f"{won}{GIVEN_UP[how]}"))
    assert (progress(before), describe_bonus(before.steps[-1].after)) == ((), "Shootout 100.00")
    assert describe_bonus(after.steps[-1].after) == "Shootout 100.00, void until a seven-out"
    by_roll = house.plays(lines(f"{won}throw"))
    assert describe_bonus(by_roll.steps[-1].after) == "Shootout 100.00, void until a seven-out"
    over = house.plays(lines(f"{won}{GIVEN_UP[how]}roll 4 2; roll 5 2"))
    assert describe_bonus(over.steps[-1].after) == "Shootout 100.00"


@clause("Craps Shootout 12")
def test_craps_shootout_12_a_throw_by_whoever_takes_over_voids_it_as_a_roll_does(house: House) -> None:
    """The dice of a posted crew are thrown before they are rolled: the points made are gone by either."""
    story = f"{NOON}{made(8, 4)}Ann bets 10 on dont-pass; Bob bets 10 on pass; roll 4 2; Ann takes down dont-pass; "
    for rolled in ("roll 3 3", "throw; roll 3 3"):
        assert progress(house.plays(lines(f"{story}{rolled}"))) == ()


# --- the Craps Shootout, played at the table

NOON = "clock 2024-06-01T12:00 America/Chicago; "
SIGNED = "supervisor finds the dice sound, signed Lee 4711; "
TAMPERED = "supervisor finds the dice tampered; "


def made(*points: int, by: str = "Ann") -> str:
    """The lines in which a shooter sets these points and makes each."""
    rolls = [f"roll {EASY[point][0]} {EASY[point][1]}; " for point in points]
    return "".join(f"{by} bets 10 on pass; {roll}{roll}" for roll in rolls)


ALL_SIX = made(8, 4, 5, 6, 9, 10)


def bonus_of(night: Night) -> Bonus:
    bonus = night.table.state.bonus
    assert bonus is not None
    return bonus


def progress(night: Night) -> tuple[int, ...]:
    """The points marked as made."""
    hand = bonus_of(night).hand
    assert hand is not None
    return hand.points


def gained(house: House, story: str, found: str) -> dict[str, float]:
    """What the supervisor's word on the dice brings each rack, in dollars."""
    before, after = house.plays(lines(story)).table, house.plays(lines(story + found)).table
    return {name: (after.rack(name) - before.rack(name)) / DOLLAR for name in after.seats}


@clause("Craps Shootout 2")
def test_craps_shootout_2_the_table_keeps_track_of_the_points_made(house: House) -> None:
    begun = f"{NOON}{made(8, 4)}Ann bets 10 on pass; roll 4 2; "
    assert progress(house.plays(lines(NOON))) == ()
    assert progress(house.plays(lines(begun))) == (8, 4)  # a 6 is only set
    assert progress(house.plays(lines(f"{begun}roll 5 4; throw; no roll: on the rail"))) == (8, 4)
    assert progress(house.plays(lines(f"{begun}roll 3 3; {made(8, 10)}"))) == (8, 4, 6, 10)
    assert progress(house.plays(lines(f"{begun}roll 5 2"))) == ()


@clause("Craps Shootout 3")
def test_craps_shootout_3_a_supervisor_verifies_that_all_six_were_made(house: House) -> None:
    for missing in POINTS:
        five = [point for point in POINTS if point != missing]
        almost = f"{NOON}{made(*five, five[0])}"
        assert bonus_of(house.plays(lines(almost))).held_for == ""
        assert house.refuses(lines(f"{almost}{SIGNED}")).code == "not-now"
        night = house.plays(lines(f"{almost}{made(missing)}"))
        assert (bonus_of(night).held_for, set(progress(night))) == ("Ann", set(POINTS))
        assert night.table.state.ledger.bonus == 0  # nothing is paid before the supervisor's word
    assert house.refuses(lines(f"{NOON}{ALL_SIX}{SIGNED}{SIGNED}")).code == "not-now"


@clause("Craps Shootout 4")
def test_craps_shootout_4_play_stops_until_the_dice_are_inspected(house: House) -> None:
    for next_line in ("throw", "roll 3 3"):
        refusal = house.refuses(lines(f"{NOON}{ALL_SIX}Ann bets 10 on pass; {next_line}"))
        assert (refusal.code, refusal.clause) == ("inspection", "Craps Shootout 4")
    leaves = house.refuses(lines(f"{NOON}{ALL_SIX}Ann leaves"))
    assert (leaves.code, leaves.clause) == ("inspection", "Craps Shootout 4")


@clause("Craps Shootout 3", "Craps Shootout 4")
def test_craps_shootout_4_the_hit_is_told_to_the_supervisor_and_tampering_is_investigated(house: House) -> None:
    hit = house.plays(lines(f"{NOON}{ALL_SIX}"))
    told = bonus_words(house.rules.book, hit.last)
    assert "the supervisor is notified [Craps Shootout 3], play stops" in told
    assert told.endswith("until the dice are inspected [Craps Shootout 4]")
    void = house.plays(lines(f"{NOON}{ALL_SIX}{TAMPERED}")).steps[-1].event
    assert isinstance(void, Inspected)
    assert (void.investigated, void.paid) == ("Ann", ())
    assert "void for Ann, and the dice are investigated [Craps Shootout 4]" in bonus_words(house.rules.book, void)


@clause("Craps Shootout 14")
def test_craps_shootout_14_unsigned_nothing_is_paid(house: House) -> None:
    story = f"{NOON}{ALL_SIX}"
    before = house.plays(lines(story)).table.state
    night = house.night(lines(f"{story}supervisor finds the dice sound"))
    ((_, refusal),) = night.refused
    assert (refusal.code, refusal.clause) == ("unsigned", "Craps Shootout 14")
    assert "Craps Shootout 14" in refusal.reason
    assert night.table.state == before
    assert house.shootout.signed.value == "supervisor"


@clause("Craps Shootout 2", "Craps Shootout 13")
def test_craps_shootout_13_amount_and_points_are_to_be_read_all_evening(house: House) -> None:
    night = house.plays(lines(f"{NOON}{made(8, 4)}Ann bets 10 on pass; roll 4 2; "))
    assert describe_bonus(night.steps[-1].after) == "Shootout 100.00, made 8 4"
    assert (house.shootout.posted.value, house.shootout.marked.value) == (True, "dealer")
    assert (house.shootout.marked.cite.clause, house.shootout.marked.cite.provenance) == ("Craps Shootout 2", "stated")
    untold = house.plays(lines(made(8)))
    assert describe_bonus(untold.steps[-1].after) == ""
    assert lacking_clock(house.rules.book, untold.steps[-1].after, untold.last).startswith("this house has a Shootout")
    assert lacking_clock(house.rules.book, night.steps[-1].after, night.rolls[1]) == ""


@clause("Craps Shootout 4")
def test_craps_shootout_4_tampered_dice_void_it_for_that_roll_and_player(house: House) -> None:
    clock = "clock 2024-06-04T12:00 America/Chicago; "
    bets = "Bob bets 10 on dont-pass; Cy bets 5 on hard-6; "
    story = f"{NOON}{clock}{made(8, 4, 5, 6, 9)}{bets}{made(10)}"
    assert gained(house, story, SIGNED) == {"Ann": 400, "Bob": 10, "Cy": 10}  # what sound dice would pay
    assert gained(house, story, TAMPERED) == {"Ann": 0, "Bob": 0, "Cy": 0}
    night = house.plays(lines(f"{story}{TAMPERED}"))
    assert (night.table.posted_bonus(), night.table.state.ledger.bonus) == (400 * DOLLAR, 0)
    assert bonus_of(house.plays(lines(f"{story}{TAMPERED}{ALL_SIX}"))).held_for == ""
    seven_out = "Ann bets 10 on pass; roll 4 2; roll 5 2; "
    others = f"{story}{TAMPERED}{seven_out}{made(8, 4, 5, 6, 9, 10, by='Bob')}"
    night = house.plays(lines(others))
    assert (bonus_of(night).held_for, bonus_of(night).held_amount) == ("Bob", 400 * DOLLAR)


@clause("Craps Shootout 5")
def test_craps_shootout_5_the_game_resumes_at_once_when_the_dice_are_inspected(house: House) -> None:
    for found in (SIGNED, TAMPERED):
        story = f"{NOON}{ALL_SIX}Bob bets 5 on hard-8; Ann bets 10 on pass; {found}"
        night = house.plays(lines(f"{story}roll 4 2"))
        assert (night.last.shooter, night.table.point) == ("Ann", 6)
        assert (night.layout(), night.layout("Bob")) == ({"pass": "10.00"}, {"hard-8": "5.00"})
        assert house.plays(lines(f"{story}throw")).table.state.dice.thrown


@clause("Craps Shootout 10")
def test_craps_shootout_10_any_bet_placed_when_it_is_hit_shares_but_not_the_shooters(house: House) -> None:
    on_10 = f"{NOON}{made(8, 4, 5, 6, 9)}Ann bets 10 on pass; roll 6 4; "
    hit = "roll 6 4; "
    nobody = {"Ann": 100, "Bob": 0, "Cy": 0}
    assert gained(house, f"{on_10}{hit}", SIGNED) == nobody
    for bet in ("any-7", "field", "hard-8", "dont-come", "lay-10"):  # decided by that very roll or not
        assert gained(house, f"{on_10}Bob bets 20 on {bet}; {hit}", SIGNED) == {"Ann": 100, "Bob": 10, "Cy": 0}
    off = "Bob bets 10 on hard-8; Cy bets 6 on place-6; Cy calls place-6 off; "
    assert gained(house, f"{on_10}{off}{hit}", SIGNED) == {"Ann": 100, "Bob": 10, "Cy": 10}
    more = "Ann bets 10 on field; Ann bets 10 on hard-8; "
    assert gained(house, f"{on_10}{more}{hit}", SIGNED) == nobody
    assert gained(house, f"{on_10}Bob bets 10 on field; Bob takes down field; {hit}", SIGNED) == nobody
    assert gained(house, f"{on_10}{hit}Bob bets 10 on field; ", SIGNED) == nobody  # made after the hit


@clause("Craps Shootout 11")
def test_craps_shootout_11_winners_of_both_are_paid_from_the_bank(house: House) -> None:
    story = f"{NOON}{made(8, 4, 5, 6, 9)}Bob bets 5 on hard-6; Cy bets 5 on hard-6; {made(10)}"
    assert gained(house, story, SIGNED) == {"Ann": 100, "Bob": 10, "Cy": 10}
    before = house.plays(lines(story)).table.state.ledger
    after = house.plays(lines(f"{story}{SIGNED}")).table.state.ledger
    assert after == before.plus(bank=-120 * DOLLAR, bonus=120 * DOLLAR)


@clause("Craps Shootout 13")
def test_craps_shootout_13_the_amount_is_posted_at_all_times(house: House) -> None:
    morning = "clock 2024-06-03T09:00 America/Chicago; "
    stories = {
        NOON: 100,
        f"{NOON}{morning}": 300,
        f"{NOON}{morning}{made(8, 4)}Ann bets 10 on pass; throw": 300,
        f"{NOON}{morning}{ALL_SIX}": 300,
        f"{NOON}{morning}{ALL_SIX}{SIGNED}": 100,
        f"{NOON}{morning}{ALL_SIX}{SIGNED}clock 2024-06-05T09:00 America/Chicago": 200,
    }
    assert {story: house.plays(lines(story)).table.posted_bonus() for story in stories} == {
        story: amount * DOLLAR for story, amount in stories.items()
    }


def hits_in_the_log(night: Night) -> list[Hit]:
    """The bonuses that were paid, as the table's log has them when it is written and read back."""
    game, log = night.table.game, night.table.log
    assert log is not None
    _, entries = read_log(game, write_log(log))
    hits = []
    for event in (told.event for told in entries):
        if isinstance(event, Inspected) and event.paid:
            assert event.bonus.last_hit is not None
            hits.append(Hit(event.bonus.last_hit, len(event.paid) - 1, event.supervisor, event.licence))
    return hits


@clause("Craps Shootout 14")
def test_craps_shootout_14_the_log_has_the_daily_amount_each_hit_its_shares_and_who_signed(house: House) -> None:
    bets = "Bob bets 10 on dont-pass; Cy bets 5 on hard-6; "
    hit = f"clock 2024-06-03T20:00 America/Chicago; {made(8, 4, 5, 6, 9)}{bets}{made(10)}{SIGNED}"
    void = f"{TAMPERED}clock 2024-06-02T10:00 America/Chicago; Ann bets 10 on pass; roll 4 2; roll 5 2; "
    night = house.plays(lines(f"{NOON}{ALL_SIX}{void}{hit}"))
    entries = day_log(house.shootout, IOWA, local(1, 12), hits_in_the_log(night), local(5, 10))
    assert isinstance(entries, tuple), entries
    shown = [
        (entry.day.day, entry.amount // DOLLAR, entry.shares, entry.shared // DOLLAR, entry.supervisor, entry.licence)
        for entry in entries
    ]
    assert shown == [
        (1, 100, 0, 0, "", ""),
        (2, 200, 0, 0, "", ""),
        (3, 300, 0, 0, "", ""),
        (3, 300, 2, 20, "Lee", "4711"),
        (4, 100, 0, 0, "", ""),
        (5, 200, 0, 0, "", ""),
    ]
    assert [entry.hit for entry in entries if entry.hit] == [local(3, 20)]


@clause("Craps Shootout 14")
def test_craps_shootout_14_without_name_and_licence_number_nothing_is_paid(house: House) -> None:
    for name, licence in (("", ""), ("Lee", ""), ("", "4711")):
        table = house.plays(lines(f"{NOON}{ALL_SIX}")).table
        answer = table.execute(Inspect(True, name, licence))
        assert isinstance(answer, Refusal)
        assert (answer.code, table.state.ledger.bonus) == ("unsigned", 0)


# --- tokes


@clause("Tokes")
def test_tokes_go_into_the_box_or_ride_for_the_crew(house: House) -> None:
    assert house.plays("Ann tokes 5").table.toke_box == 500
    night = house.plays(lines(f"{ON_6}Ann tokes 5 on hard-8; roll 4 4"))
    assert (night.table.toke_box, night.layout(), night.rack()) == (5000, {"pass": "10.00"}, "9985.00")


@clause("Definitions: Toke")
def test_definitions_toke_is_given_away_win_or_lose(house: House) -> None:
    riding = f"{ON_6}Ann tokes 5 on hard-8; "
    for roll, box in (("4 4", 50), ("5 3", 0), ("5 4", 0)):
        night = house.plays(lines(f"{riding}roll {roll}"))
        assert (night.table.toke_box, night.rack()) == (box * DOLLAR, "9985.00")
    assert house.plays(lines(riding)).layout("crew") == {"hard-8": "5.00"}
    assert house.refuses(lines(f"{riding}Ann takes down hard-8")).code == "not-up"
    assert house.refuses("Cy tokes 1001").code == "rack"
