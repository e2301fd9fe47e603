"""The typical rules, clause by clause: the dice that a shooter chooses from."""

from sevenout.crew.dice_moves import BringSet, Choose, OfferDice
from sevenout.crew.dice_sets import dice_rules
from tests.clauses.house import House, clause
from tests.crew.floors import a_floor, a_set, refused, told

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
