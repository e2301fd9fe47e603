"""Sets of dice beyond the clauses: what belongs to one table, faults in order, and houses of one's own."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import (
    BringBack,
    BringIn,
    BringSet,
    Cancel,
    Choose,
    Doubt,
    GoDown,
    InspectDice,
    InspectSet,
    LoseSight,
    NewDice,
    OfferDice,
    PutIn,
    Recover,
    Scribe,
    SendOut,
    TakeOff,
    ThrowOut,
    Wrap,
)
from sevenout.crew.dice.dice_sets import Die, dice_rules, inches, refused_dice
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table.commands import Bet, Leave, NoRoll, RollDice, TakeDown, ThrowDice
from tests.unit.crew.floors import OTHER, SERIAL, SHOWS_SIX, a_floor, a_set, ready, refused, rolled, shooting, told

CATFISH = Game.open("catfish-bend")
EXAMPLES = Path(__file__).parents[3] / "examples"


def test_inches_are_exact() -> None:
    assert [inches(size) for size in (7500, 7575, 75, 0, -1, 10_000)] == [
        "0.7500",
        "0.7575",
        "0.0075",
        "0.0000",
        "-0.0001",
        "1.0000",
    ]


def test_the_first_fault_is_named_with_the_die() -> None:
    rules = dice_rules(CATFISH).set
    dice = (*a_set(dice=2), Die(SERIAL, (7550, 7480, 7550), "a worn edge"), *a_set(dice=2))
    refusal = refused_dice(rules, dice)
    assert refusal is not None
    assert refusal.reason == "die 3 is flawed: a worn edge"
    measured = refused_dice(rules, tuple(replace(die, flaw="") for die in dice))
    assert measured is not None
    assert measured.reason == "die 3 measures 0.7480 inch: it has to be 0.7500 to 0.7575"


def test_dice_without_a_number_and_with_two_are_told_apart() -> None:
    rules = dice_rules(CATFISH).set
    for dice, reason in (
        (a_set(""), "the dice of a set must have the same number: no serial number"),
        (
            (*a_set(dice=4), *a_set(OTHER, dice=1)),
            f"the dice of a set must have the same number: serial numbers {OTHER} and {SERIAL}",
        ),
    ):
        refusal = refused_dice(rules, dice)
        assert isinstance(refusal, Refusal)
        assert refusal.reason == reason


@pytest.mark.parametrize("book", [*shipped(), *(str(path) for path in sorted(EXAMPLES.glob("*.toml")))])
def test_every_house_has_rules_for_dice(book: str) -> None:
    """What a house does not state is assumed from the general manual."""
    rules = dice_rules(Game(open_book(book)))
    assert (rules.set.dice.value, rules.offer.choose.value) == (5, 2)
    assert set(rules.inspection.when) == {"new", "out-of-sight", "passed", "questioned", "brought-back", "shootout"}
    stated = {fact.provenance for fact in (rules.set.least, rules.retire.number, rules.sent_out.later)}
    assert stated == ({"stated"} if book == "catfish-bend" else {"assumed"})


def test_a_refusal_says_why_the_dice_are_inspected() -> None:
    words = {occasion: fact.value for occasion, fact in dice_rules(CATFISH).inspection.when.items()}
    assert words == {
        "new": "the set is new",
        "out-of-sight": "the stick lost sight of the dice",
        "passed": "they go on to another shooter",
        "questioned": "somebody doubts the dice",
        "brought-back": "a die was down",
        "shootout": "the Shootout is hit",
    }
    floor = shooting(CATFISH)
    told(floor, LoseSight(), Doubt())
    answer = floor.execute(ThrowDice())
    assert isinstance(answer, Refusal)
    assert answer.reason == "inspect the dice first: the stick lost sight of the dice"


def test_a_rejected_set_may_be_put_right_and_brought_again() -> None:
    floor = a_floor(CATFISH, dice=False)
    told(floor, BringSet((*a_set(dice=4), Die(SERIAL, (7400, 7400, 7400)))))
    assert refused(floor, InspectSet())[0] == "size"
    told(floor, BringSet(a_set()), InspectSet(), Scribe("CB"), PutIn())


def test_a_set_that_lies_ready_is_not_pushed_aside() -> None:
    floor = a_floor(CATFISH)
    told(floor, *ready(OTHER))
    assert refused(floor, BringSet(a_set("1900")))[0] == "not-now"
    assert refused(floor, BringSet(a_set(OTHER)))[0] == "known-set"
    assert refused(floor, BringSet(a_set(SERIAL)))[0] == "known-set"  # it is on the game


def test_a_die_that_was_down_when_its_set_went_off_is_found_before_the_set_is_cancelled() -> None:
    floor = shooting(CATFISH)
    told(floor, ThrowDice(), GoDown((1,)), NoRoll("off the table"), *ready(OTHER), PutIn())
    assert refused(floor, Cancel(SERIAL, 4)) == ("incomplete", "Dice Inspection 5")
    told(floor, Recover(SERIAL))
    assert refused(floor, Recover(SERIAL))[0] == "not-there"
    told(floor, Cancel(SERIAL, 4), Wrap(SERIAL, "Lee"))
    told(floor, OfferDice("Ann"), Choose("Ann", (0, 1)), ThrowDice())


def test_both_dice_down_come_back_as_the_pair_in_use() -> None:
    floor = shooting(CATFISH)
    told(floor, ThrowDice(), GoDown((0, 1)), NoRoll("off the table"), BringBack((1,)), BringBack((0,)))
    assert floor.dice.playing is not None
    assert floor.dice.playing.places == ("middle", "middle", "bowl", "bowl", "bowl")


def test_only_dice_in_the_air_go_down_and_only_dice_that_are_down_come_back() -> None:
    floor = shooting(CATFISH)
    assert refused(floor, GoDown((0,)))[0] == "not-there"
    told(floor, ThrowDice())
    for dice in ((), (2,), (0, 2), (9,), (-1,)):
        assert refused(floor, GoDown(dice))[0] == "not-there"
    assert refused(floor, BringBack((0,)))[0] == "not-there"
    answer = floor.execute(BringBack((0,)))
    assert isinstance(answer, Refusal)
    assert answer.reason == "those dice are not down"


def test_a_shooter_who_loses_the_line_bet_gives_the_dice_to_the_next() -> None:
    floor = shooting(CATFISH, bets=("Ann", "Bob"))
    told(floor, TakeDown("Ann", "pass"))
    assert refused(floor, ThrowOut("Bob"))[0] == "not-shooter"
    assert refused(floor, OfferDice("Bob"))[0] == "mid-roll"  # Ann has them in hand
    told(floor, BringIn(), OfferDice("Bob"), Choose("Bob", (2, 3)), RollDice(4, 2))


def test_a_shooter_who_leaves_has_passed_the_dice() -> None:
    floor = shooting(CATFISH, bets=("Ann", "Bob"))
    told(floor, Leave("Ann"))
    assert refused(floor, OfferDice("Bob")) == ("uninspected", "Dice Inspection 6.2")


def test_who_has_chosen_is_not_offered_the_set_again() -> None:
    floor = shooting(CATFISH)
    told(floor, BringIn())
    assert refused(floor, OfferDice("Ann")) == ("chosen", "Shooting 1")


def test_a_shooter_who_asked_for_other_dice_may_still_get_the_old_ones() -> None:
    floor = shooting(CATFISH)
    told(floor, NewDice("Ann"), SendOut(SHOWS_SIX))
    assert floor.dice.playing is not None
    assert floor.dice.playing.places == ("hand", "hand", "bowl", "bowl", "bowl")
    assert refused(floor, Choose("Ann", (2, 3)))[0] == "no-offer"


def test_faces_that_no_die_has_are_refused() -> None:
    floor = shooting(CATFISH)
    told(floor, BringIn())
    for showing in ((0, 6), (7, 1), (-1, 9)):
        assert refused(floor, SendOut(showing))[0] == "no-faces"


def test_without_a_puck_no_faces_are_barred() -> None:
    floor = a_floor(Game(open_book(str(EXAMPLES / "no-puck.toml"))), bets=())
    told(floor, OfferDice("Ann"), Choose("Ann", (0, 1)), BringIn(), SendOut((1, 1)), BringIn(), SendOut((4, 3)))


def test_without_a_set_there_is_nothing_to_handle() -> None:
    floor = a_floor(CATFISH, dice=False)
    on_the_game = (TakeOff(), NewDice("Ann"), InspectDice(), BringIn(), ThrowOut("Ann"), GoDown((0,)))
    for command in (*on_the_game, InspectSet(), Scribe("CB"), PutIn()):
        assert refused(floor, command)[0] == "no-dice"


def test_nobody_rolls_dice_that_are_not_out() -> None:
    floor = shooting(CATFISH)
    rolled(floor, 4, 2)
    assert refused(floor, ThrowOut("Ann"))[0] == "not-out"
    told(floor, Bet("Ann", 1000, "pass-odds"), SendOut(SHOWS_SIX), ThrowOut("Ann"), RollDice(3, 3))
