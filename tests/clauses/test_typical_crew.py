"""The typical rules, clause by clause: dice to choose from, the puck, warnings before the wall is insisted on."""

from sevenout.crew.calls.announcements import warning_call
from sevenout.crew.dice.dice_commands import BringSet, Choose, OfferDice
from sevenout.crew.dice.dice_sets import dice_rules
from sevenout.crew.markers import puck_mark
from tests.clauses.house import House, clause
from tests.unit.crew.floors import a_floor, a_set, refused, told

BOOK = "typical"


@clause("Rules of play")
def test_rules_of_play_five_dice_are_put_before_the_shooter_who_chooses_two(house: House) -> None:
    floor = a_floor(house.game(), dice=False)
    for dice in (0, 2, 4, 6):
        assert refused(floor, BringSet(a_set(dice=dice))) == ("not-a-set", "Rules of play")
    told(floor, BringSet(a_set(dice=5)))
    floor = a_floor(house.game())
    told(floor, OfferDice("Ann"))
    for some in ((), (0,), (0, 0), (0, 1, 2)):
        assert refused(floor, Choose("Ann", some)) == ("not-two", "Rules of play")
    told(floor, Choose("Ann", (1, 4)))
    assert floor.dice.playing is not None
    assert floor.dice.playing.places == ("bowl", "hand", "bowl", "bowl", "hand")
    facts = dice_rules(house.game())
    for cite in (facts.set.dice.cite, facts.offer.choose.cite, facts.offer.rest.cite):
        assert (cite.clause, cite.provenance) == ("Rules of play", "stated")
    assert facts.offer.anew.provenance == "assumed"


@clause("Point")
def test_point_the_button_is_turned_on_and_moved_to_the_number(house: House) -> None:
    table = house.plays("Ann bets 10 on pass\nroll 5 4").table
    mark = puck_mark(table.game, table.snapshot())
    assert mark is not None
    assert (mark.side, mark.number, mark.at, mark.cite.clause) == ("on", 9, "the box of the 9", "Point")


@clause("Come-out")
def test_come_out_a_shooter_is_warned_before_the_far_wall_is_insisted_on(house: House) -> None:
    call = warning_call(house.game(), "Ann", "short-of-the-wall")
    assert (call.who, call.words) == ("supervisor", "Ann, both dice all the way to the wall, please")
    assert (call.cite.clause, call.cite.provenance) == ("Come-out", "derived")
