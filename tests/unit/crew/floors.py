"""Floors for the tests of dice and pit: a table with three players, a set of dice on the game and a crew at its posts.

Ann and Bob stand at third base, Cy at second base; each may have a pass bet.
"""

from collections.abc import Iterable
from typing import TypeVar

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import BringSet, Choose, InspectSet, OfferDice, PutIn, Scribe, SendOut
from sevenout.crew.dice.dice_sets import Die, make_dice
from sevenout.crew.floor.floor import Floor, FloorCommand, FloorEvent
from sevenout.crew.pit.pit_commands import OpenGame, WorkCommand
from sevenout.engine.game import Game
from sevenout.table.commands import Bet, RollDice, Sit

E = TypeVar("E")

NAMES = ("Ann", "Bob", "Cy")
SERIAL = "4711"
OTHER = "0815"
SHOWS_SIX = (4, 2)
"""Faces that dice may show on their way to the shooter, with or without a point."""


def a_set(serial: str = SERIAL, size: int = 7550, dice: int = 5) -> tuple[Die, ...]:
    return make_dice(serial, size, dice)


def ready(serial: str = SERIAL) -> tuple[FloorCommand, ...]:
    """A new set, up to being fit for play."""
    return BringSet(a_set(serial)), InspectSet(), Scribe("CB")


def told(floor: Floor, *commands: FloorCommand) -> FloorEvent:
    """Tells a floor several things, none of which may be refused; the last answer."""
    answers = [floor.execute(command) for command in commands]
    assert not [answer for answer in answers if isinstance(answer, Refusal)], answers
    last = answers[-1]
    assert not isinstance(last, Refusal)
    return last


def of(kind: type[E], floor: Floor, *commands: FloorCommand) -> E:
    """The last answer, which is an event of one kind."""
    event = told(floor, *commands)
    assert isinstance(event, kind), event
    return event


def refused(floor: Floor, command: FloorCommand) -> tuple[str, str]:
    """The code and the clause of a refusal that left everything as it was."""
    before = (floor.table.state, floor.dice, floor.pit, len(floor.log))
    answer = floor.execute(command)
    assert isinstance(answer, Refusal), f"{command} was accepted: {answer}"
    assert (floor.table.state, floor.dice, floor.pit, len(floor.log)) == before
    assert answer.reason
    return answer.code, answer.clause


def a_floor(
    game: Game, *, bets: Iterable[str] = ("Ann",), second: str = "Max", box: str = "", dice: bool = True
) -> Floor:
    """A game that is open, with dice in the bowl unless told otherwise."""
    floor = Floor(game)
    stake = max(game.minimum, 1000)
    seats = [Sit(name, 1000 * game.chip * 5) for name in NAMES]
    told(floor, *seats, *(Bet(name, stake, "pass") for name in bets))
    told(floor, OpenGame(stick="Kim", third="Lou", second=second, box=box))
    if dice:
        told(floor, *ready(), PutIn())
    return floor


def shooting(game: Game, *, bets: Iterable[str] = ("Ann",), second: str = "Max", box: str = "") -> Floor:
    """A floor on which Ann has chosen two dice and has them in hand."""
    floor = a_floor(game, bets=bets, second=second, box=box)
    told(floor, OfferDice("Ann"), Choose("Ann", (0, 1)))
    return floor


def rolled(floor: Floor, a: int, b: int) -> None:
    """One roll with all the work after it; the dice lie in the middle before and after."""
    dice = floor.dice.playing
    assert dice is not None
    if dice.at("middle"):
        told(floor, SendOut(SHOWS_SIX))
    told(floor, RollDice(a, b))
    if floor.pit.left:
        told(floor, WorkCommand())
