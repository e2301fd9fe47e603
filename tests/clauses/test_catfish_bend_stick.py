"""Catfish Bend, clause by clause: how dice that have been thrown are called, fetched and carried."""

import pytest

from sevenout.crew.calls.event_calls import calls_for_event
from sevenout.crew.dice.dice_commands import BringIn, DiceCommand, Gather, OfferDice, SendOut, TakeOff
from sevenout.crew.floor.floor import Floor
from sevenout.crew.pit.pit_commands import WorkCommand
from sevenout.school.topics.manual_facts import facts, orders
from sevenout.table import Rolled
from sevenout.table.commands import NoRoll, RollDice, ThrowDice
from tests.clauses.house import House, clause
from tests.unit.crew.floors import SHOWS_SIX, of, refused, rolled, shooting, told

BOOK = "catfish-bend"

ROLLS = {
    "a natural": ((4, 3),),
    "craps": ((1, 1),),
    "a point set": ((4, 2),),
    "nothing decided": ((4, 2), (5, 4)),
    "a point made": ((4, 2), (3, 3)),
    "a seven-out": ((4, 2), (4, 3)),
}
every_roll = pytest.mark.parametrize("rolls", ROLLS.values(), ids=ROLLS)


def thrown(house: House, rolls: tuple[tuple[int, int], ...]) -> Floor:
    """The dice of the last of some rolls are in the air."""
    floor = shooting(house.game())
    for a, b in rolls[:-1]:
        rolled(floor, a, b)
    if rolls[:-1]:
        told(floor, SendOut(SHOWS_SIX))
    told(floor, ThrowDice())
    return floor


def places(floor: Floor) -> tuple[str, ...]:
    assert floor.dice.playing is not None
    return floor.dice.playing.places


@every_roll
@clause("Stickperson 7")
def test_stickperson_7_after_every_roll_the_stick_alone_brings_the_dice_in_and_before_all_other_work(
    house: House, rolls: tuple[tuple[int, int], ...]
) -> None:
    floor = thrown(house, rolls)
    told(floor, RollDice(*rolls[-1]))
    first, *others = [(motion.who, motion.act) for motion in floor.pit.left]
    assert first == ("stickperson", "bring in")
    assert "bring in" not in [act for _, act in others]
    told(floor, WorkCommand())
    over = rolls == ROLLS["a seven-out"]  # then they wait in the bowl for the next shooter
    assert places(floor) == (("bowl" if over else "middle",) * 2 + ("bowl",) * 3)


@clause("Stickperson 7")
def test_stickperson_7_a_throw_that_is_no_roll_comes_back_to_the_middle_too(house: House) -> None:
    floor = thrown(house, ROLLS["nothing decided"])
    told(floor, NoRoll("a cocked die"))
    assert places(floor) == ("middle", "middle", "bowl", "bowl", "bowl")


@clause("Stickperson 7")
def test_stickperson_7_the_school_has_them_come_round_the_outside_and_squared_before_the_mirror(house: House) -> None:
    taught = facts(house.game())
    for key, does in (
        ("brought-round", "brings the dice in round the outside of the layout"),
        ("squared", "squares the dice in the middle before the mirror"),
    ):
        assert (taught[key].clause, taught[key].who, taught[key].does) == ("Stickperson 7", "stickperson", does)
    assert "pulls the dice in straight through the bets" in taught["brought-round"].wrongly
    assert "leaves the dice lying as they come in the middle" in taught["squared"].wrongly


@every_roll
@clause("Stickperson 21e")
def test_stickperson_21e_dice_that_still_roll_are_left_alone_then_called_and_then_fetched(
    house: House, rolls: tuple[tuple[int, int], ...]
) -> None:
    floor = thrown(house, rolls)
    touches: tuple[DiceCommand, ...] = (BringIn(), Gather(), OfferDice("Ann"), SendOut(SHOWS_SIX), TakeOff())
    for touch in touches:
        assert refused(floor, touch)[0] in ("not-out", "mid-roll"), touch
    assert refused(floor, WorkCommand())[0] == "no-steps"
    assert (floor.pit.left, places(floor)[:2]) == ((), ("air", "air"))
    before = floor.table.snapshot()
    event = of(Rolled, floor, RollDice(*rolls[-1]))
    call = calls_for_event(house.game(), before, event).after[0]
    numbers = {2: "Two", 6: "Six", 7: "Seven", 9: "Nine"}
    assert (call.who, call.words) == ("stickperson", numbers[sum(rolls[-1])])
    assert floor.pit.left[0].act == "bring in"


@clause("Stickperson 21e")
def test_stickperson_21e_the_school_has_the_stick_come_down_last(house: House) -> None:
    fact, order = facts(house.game())["lowered-last"], orders(house.game())["fetching"]
    assert (fact.clause, fact.who) == ("Stickperson 21e", "stickperson")
    assert fact.does == "lowers the stick only after the dice have stopped and were called"
    assert fact.wrongly == (
        "lowers the stick to slow down dice that still roll",
        "lowers the stick while calling the number",
    )
    assert (order.clause, order.steps[:3]) == (
        "Stickperson 21e",
        ("the dice come to a stop", "the number is called", "the stick is lowered to the dice"),
    )


@clause("Base Dealer 10c")
def test_base_dealer_10c_the_school_has_a_moved_die_set_down_in_the_box_with_the_rolled_number_up(
    house: House,
) -> None:
    fact, order = facts(house.game())["die-shows"], orders(house.game())["hidden-die"]
    assert (fact.clause, fact.who) == ("Base Dealer 10c", "base dealer")
    assert fact.does == "sets a moved die down in the box with the rolled number up"
    assert fact.wrongly == (
        "turns a moved die over on the way to the box",
        "rolls a moved die to the stick",
        "drops a moved die into the bowl",
    )
    assert order.steps[-1] == "the die is set down in the box, its number up"
