"""Marina Bay Sands, clause by clause: what people say of a throw, and what the house makes of it."""

from tests.clauses.house import House, clause
from tests.clauses.test_marina_bay_sands import POINT_6

BOOK = "marina-bay-sands"

SAID = {
    "3.11.1": ("did not leave the hand simultaneously", "one after the other", "not thrown at the same time"),
    "3.11.2": ("no effort", "no real effort was made", "the shooter did not try", "no try to roll"),
    "3.11.3": ("no line bet", "the shooter has not placed a wager", "nothing on either line"),
    "3.11.4": ("a die left the table", "on the floor", "both dice down", "off the table"),
    "3.11.5": ("one die on top of the other", "stacked", "one lies on the other", "the dice are stacked"),
    "3.11.6": (
        "on the float",
        "on the bank",
        "on the chips before the box",
        "on top of the chips in front of the boxperson",
        *("on top of the chips that make up the float", "on a stack of the float's chips", "on the chips of the float"),
    ),
    "3.11.7": ("in the dice bowl", "into the bowl"),
    "3.11.8": ("on the rails", "on one of the rails around the table"),
    "3.11.9": ("in the speed rack", "a foreign object", "on a phone"),
    "3.11.10": ("its natural fall cannot be told", "slanted", "a cocked die", "leaning"),
    "3.11.11": ("wrong player picked up the dice", "somebody else threw", "a player not authorised"),
    "3.11.12": ("on purpose", "a player changed the natural movement", "deflected by a hand"),
}
NO_GROUNDS = (
    *("bad luck", "on the working chips", "on the float, on working chips", "three dice", "it slid"),
    *("a die against a stack of the dealer's working chips", "a stack of chips fell over", "the dice hit a stack"),
    *("on a player's chips near the float", "beside the float"),
    *("short of the wall", "hit a player", "a player picked up a die before it stopped", "not off the table"),
)


@clause("3.11", *SAID)
def test_3_11_every_ground_is_known_by_what_people_say(house: House) -> None:
    for name, said in SAID.items():
        for words in said:
            assert house.no_roll(words) == ("always", "boxperson, stickperson", name), words


@clause("3.11", "3.11.6")
def test_3_11_the_grounds_are_a_closed_list_and_working_chips_are_none(house: House) -> None:
    before = house.plays(f"{POINT_6}throw")
    for words in NO_GROUNDS:
        night = house.night(f"{POINT_6}throw\nno roll: {words}")
        ((_, refusal),) = night.refused
        assert (refusal.code, refusal.clause) == ("no-ground", "3.11"), words
        assert "not together, no effort, no line bet" in refusal.reason
        assert night.table.state == before.table.state


@clause("3.11", *SAID)
def test_3_11_no_throw_told_with_a_ground_can_count(house: House) -> None:
    for name, (words, *_) in SAID.items():
        if name == "3.11.3":
            continue  # nobody is let throw so
        assert house.refuses(f"{POINT_6}throw: {words}\nroll 4 2").clause == name
        assert house.plays(f"{POINT_6}throw: {words}\nno roll").layout() == {"pass": "25.00"}


@clause("1.1.6", "3.11.10")
def test_3_11_10_a_slanted_die_is_read_as_it_would_fall_unless_nobody_can_tell(house: House) -> None:
    for words in ("slanted", "a slanted die that falls to the 2", "leaning on a stack of chips"):
        assert house.plays(f"{POINT_6}throw: {words}\nroll 4 2").table.point is None, words
        assert house.plays(f"{POINT_6}throw: {words}\nno roll").layout() == {"pass": "25.00"}
    for words in ("slanted and nobody can tell how it would fall", "a cocked die that cannot be read"):
        refusal = house.refuses(f"{POINT_6}throw: {words}\nroll 4 2")
        assert (refusal.code, refusal.clause) == ("no-roll", "3.11.10"), words


@clause("1.1.6", "3.11.10")
def test_1_1_6_whatever_stands_in_its_way_a_die_is_read_as_it_would_fall_and_decides_by_that(house: House) -> None:
    made = f"{POINT_6}Ann bets 25 on field\n"
    for words in (
        "slanted against the wall",
        "a die leaning on the puck",
        "cocked against a player's chips",
        "a slanted die against the dealer's working chips",
        "one die leaning against the bowl",
        "slanted against the rail",
        "both dice slanted",
    ):
        for dice, settled in (
            ("4 2", {"pass": ("win", "25.00"), "field": ("lose", "0.00")}),
            ("4 3", {"pass": ("lose", "0.00"), "field": ("lose", "0.00")}),
            ("6 6", {"field": ("win", "50.00")}),
        ):
            assert house.plays(f"{made}throw: {words}\nroll {dice}").settled() == settled, (words, dice)


@clause("1.1.6", "3.11.10")
def test_1_1_6_where_nobody_can_tell_the_fall_of_one_die_or_both_no_dice_decide_anything(house: House) -> None:
    made = f"{POINT_6}Ann bets 25 on field\n"
    for words in (
        "slanted and nobody can tell how it would fall",
        "both dice slanted and nobody can tell",
        "a die leaning on chips and impossible to tell",
    ):
        for dice in ("4 2", "4 3", "6 6"):
            refusal = house.refuses(f"{made}throw: {words}\nroll {dice}")
            assert (refusal.code, refusal.clause) == ("no-roll", "3.11.10"), (words, dice)
        called = house.plays(f"{made}throw: {words}\nno roll")
        assert (called.table.point, called.layout()) == (6, {"pass": "25.00", "field": "25.00"})


@clause("3.7", "3.11.3")
def test_3_11_3_a_line_bet_that_was_placed_is_not_lacking_even_when_it_is_taken_down_with_the_point_on(
    house: House,
) -> None:
    down = "Ann bets 25 on dont-pass\nroll 5 1\nAnn takes down dont-pass\n"
    for opening in (POINT_6, "Ann bets 25 on pass\n", down):
        for said in ("throw\nno roll: no line bet", "throw: no line bet", "throw: on the rail, no line bet"):
            refusal = house.refuses(f"{opening}{said}")
            assert (refusal.code, refusal.clause) == ("no-ground", "3.11.3")
    assert house.plays(f"{down}throw\nroll 4 2").last.shooter == "Ann"


@clause("3.13")
def test_3_13_no_rule_speaks_of_warning_a_shooter(house: House) -> None:
    refusal = house.refuses(f"{POINT_6}supervisor warns Ann: both hands")
    assert (refusal.code, refusal.clause) == ("no-ground", "3.13")


@clause("3.4")
def test_3_4_a_wager_that_is_not_offered_cites_the_list_of_those_that_are(house: House) -> None:
    refusal = house.refuses("Ann bets 25 on big-6")
    assert (refusal.code, refusal.clause) == ("not-offered", "3.4")
    assert house.rules.book.wagers_listed.value
