"""A throw that is called off because a die left the table makes an inspection due, whoever picks the die up."""

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import InspectionDue
from sevenout.crew.dice.dice_rules import follow_dice
from sevenout.crew.dice.dice_sets import DiceSet, DiceState, Place, make_dice
from sevenout.engine.game import Game
from sevenout.table import Table
from sevenout.table.commands import NoRoll
from sevenout.table.events import RollCorrected


def due(ground: str) -> list[str]:
    rolling: tuple[Place, ...] = ("air", "air", "bowl", "bowl", "bowl")
    state = DiceState(playing=DiceSet(make_dice("4711", 7550, 5), rolling), shooter="Ann")
    table = Table(Game.open("catfish-bend"))
    before, event = table.snapshot(), table.execute(NoRoll(ground))
    assert not isinstance(event, Refusal | RollCorrected)
    followed = follow_dice(table.game, before, state, event)
    return [one.why for one in followed if isinstance(one, InspectionDue)]


def test_a_die_that_left_the_table_is_inspected_before_it_is_thrown_again() -> None:
    assert due("one down outside") == ["brought-back"]
    assert due("off the table") == ["brought-back"]


def test_a_die_on_the_rail_is_not() -> None:
    assert due("on the rail") == []
