"""Marina Bay Sands, clause by clause: who is offered the dice, the choice of two, and where the house's chips lie."""

from sevenout.crew.dice.dice_commands import Choose, OfferDice, SendOut
from sevenout.crew.dice.dice_sets import dice_rules
from sevenout.crew.pit.irregularities import PastPost, PastPosted, Snatch, Snatched
from sevenout.crew.pit.pit_commands import Dispute, MoveStacks, Settle, StacksMoved
from sevenout.crew.pit.pit_rules import pit_rules, rests_on
from sevenout.table.commands import Bet, DeclineDice, RollDice, ThrowDice
from tests.clauses.house import DOLLAR, House, clause
from tests.unit.crew.floors import SHOWS_SIX, a_floor, of, refused, rolled, shooting, told

BOOK = "marina-bay-sands"


@clause("3.5")
def test_3_5_the_set_is_offered_first_to_the_player_left_of_the_box(house: House) -> None:
    floor = a_floor(house.game(), bets=("Ann", "Bob", "Cy"))
    for name in ("Bob", "Cy"):
        assert refused(floor, OfferDice(name)) == ("not-shooter", "3.5")
    told(floor, OfferDice("Ann"))
    assert floor.dice.playing is not None
    assert floor.dice.playing.places == ("offered",) * 5
    fact = dice_rules(house.game()).offer.dice
    assert (fact.clause, fact.provenance) == ("3.5", "stated")


@clause("3.6")
def test_3_6_who_rejects_the_dice_is_passed_over_clockwise(house: House) -> None:
    floor = a_floor(house.game(), bets=("Ann", "Bob", "Cy"))
    told(floor, DeclineDice("Ann"))
    assert refused(floor, OfferDice("Ann"))[0] == "not-shooter"
    told(floor, OfferDice("Bob"), DeclineDice("Bob"), OfferDice("Cy"))
    assert floor.dice.offered_to == "Cy"


@clause("3.7")
def test_3_7_only_a_player_with_a_line_wager_is_offered_the_dice(house: House) -> None:
    for line in ("pass", "dont-pass"):
        floor = a_floor(house.game(), bets=())
        told(floor, Bet("Ann", 25 * DOLLAR, "field"))
        for name in ("Ann", "Bob"):
            assert refused(floor, OfferDice(name)) == ("no-shooter", "3.7")
        told(floor, Bet("Bob", 25 * DOLLAR, line), OfferDice("Bob"))


@clause("3.8", "1.1.13")
def test_3_8_the_shooter_selects_two_dice_and_retains_them(house: House) -> None:
    floor = a_floor(house.game())
    told(floor, OfferDice("Ann"))
    for some in ((), (0,), (0, 0), (0, 1, 2)):
        assert refused(floor, Choose("Ann", some)) == ("not-two", "3.8")
    told(floor, Choose("Ann", (1, 4)))
    for a, b in ((4, 2), (5, 4), (6, 4)):
        rolled(floor, a, b)
        assert floor.dice.playing is not None
        assert floor.dice.playing.at("middle") == (1, 4)
        assert floor.dice.shooter == "Ann"


@clause("3.12")
def test_3_12_the_dice_go_back_to_the_shooter_once_all_is_settled(house: House) -> None:
    floor = shooting(house.game())
    rolled(floor, 4, 2)
    told(floor, SendOut(SHOWS_SIX))
    assert floor.dice.playing is not None
    assert floor.dice.playing.at("hand") == (0, 1)


@clause("1.1.16", "3.11.6")
def test_1_1_16_a_die_on_a_dealers_working_chips_counts_and_one_on_the_float_does_not(house: House) -> None:
    game = house.game()
    assert rests_on(game, "working") is None
    ground = rests_on(game, "bank")
    assert ground is not None
    assert (ground.call.value, ground.call.cite.clause) == ("always", "3.11.6")
    fact = pit_rules(game).bank.places["working"]
    assert (fact.clause, fact.provenance) == ("1.1.16", "stated")


@clause("1.1.16")
def test_1_1_16_lost_wagers_that_were_collected_are_working_chips_until_they_are_back(house: House) -> None:
    floor = shooting(house.game())
    rolled(floor, 4, 2)
    assert floor.pit.out == frozenset()
    rolled(floor, 4, 3)
    assert floor.pit.out == {"working"}


@clause("1.1.17", "3.11.9")
def test_1_1_17_the_speed_rack_holds_chips_and_a_die_in_it_is_no_roll(house: House) -> None:
    game = house.game()
    ground = rests_on(game, "speed-rack")
    assert ground is not None
    assert (ground.call.value, ground.call.cite.clause) == ("always", "3.11.9")
    assert pit_rules(game).bank.places["speed-rack"].clause == "1.1.17"
    floor = a_floor(game)
    assert of(StacksMoved, floor, MoveStacks(25 * DOLLAR, 20, "bank", "speed-rack")).amount == 500 * DOLLAR
    assert floor.pit.out == {"speed-rack"}


@clause("1.1.1")
def test_1_1_1_the_boxperson_supervises_the_game_from_close_by(house: House) -> None:
    floor = a_floor(house.game(), box="Ned")
    told(floor, Dispute("Ann", "discrepancy"))
    assert refused(floor, Settle("discrepancy", "as it lies", by="dealer")) == ("not-yours", "1.1.1")
    told(floor, Settle("discrepancy", "as it lies", by="boxperson"))
    alone = a_floor(house.game())
    told(alone, Dispute("Ann", "discrepancy"), Settle("discrepancy", "as it lies", by="supervisor"))


@clause("5.1")
def test_5_1_a_wager_placed_or_increased_once_the_dice_lie_still_is_refused_and_recorded(house: House) -> None:
    floor = shooting(house.game())
    told(floor, ThrowDice(), Bet("Bob", 25 * DOLLAR, "field"))  # until they rest it is open
    assert refused(floor, PastPost("Bob", 25 * DOLLAR, "field")) == ("not-now", "5.1")
    told(floor, RollDice(6, 5))
    before = floor.table.state
    for seat, wager, how in (("Bob", "field", "increased"), ("Cy", "field", "placed"), ("Ann", "eleven", "placed")):
        late = of(PastPosted, floor, PastPost(seat, 100 * DOLLAR, wager))
        assert (late.how, late.done, late.cite.clause, late.cite.provenance) == (how, "refused", "5.1", "stated")
    assert floor.table.state == before
    assert refused(floor, PastPost("Cy", 25 * DOLLAR, "hard-6")) == ("not-decided", "5.1")


@clause("5.1")
def test_5_1_a_line_wager_after_the_roll_that_set_the_point_is_refused_and_recorded(house: House) -> None:
    floor = shooting(house.game())
    told(floor, RollDice(3, 3))
    for wager in ("dont-pass", "pass"):
        late = of(PastPosted, floor, PastPost("Cy", 25 * DOLLAR, wager))
        assert (late.how, late.done, late.cite.clause) == ("placed", "refused", "5.1")
    assert refused(floor, PastPost("Ann", 25 * DOLLAR, "pass")) == ("not-decided", "5.1")  # it may grow at any time


@clause("5.2")
def test_5_2_a_wager_drawn_back_once_the_dice_lie_still_wins_or_loses_all_the_same(house: House) -> None:
    for a, b, result in ((6, 5, "win"), (4, 2, "lose")):
        floor = shooting(house.game())
        told(floor, Bet("Bob", 25 * DOLLAR, "field"), ThrowDice())
        assert refused(floor, Snatch("Bob", 25 * DOLLAR, "field")) == ("not-now", "5.2")
        told(floor, RollDice(a, b))
        before = floor.table.state
        late = of(Snatched, floor, Snatch("Bob", 25 * DOLLAR, "field"))
        assert (late.result, late.done, late.cite.clause) == (result, "decided as it lay", "5.2")
        assert floor.table.state == before
        assert refused(floor, Snatch("Cy", 25 * DOLLAR, "field")) == ("not-up", "5.2")
