"""What a posted crew does without being told, what it never does, and a floor that stands aside until then."""

import pytest

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import (
    BringSet,
    Choose,
    Doubt,
    InspectDice,
    LoseSight,
    OfferDice,
    SendOut,
    TakeOff,
)
from sevenout.crew.floor.floor import ROUTINE, Floor
from sevenout.crew.pit.pit_commands import GoDead, OpenGame, Relieve, WorkCommand
from sevenout.crew.pit.routine import UNTOLD
from sevenout.engine.game import Game
from sevenout.table import Rolled, Table
from sevenout.table.commands import Bet, Command, CorrectRoll, NoRoll, Overrule, PassDice, RollDice, Sit, ThrowDice
from tests.unit.crew.floors import SHOWS_SIX, a_floor, a_set, of, refused, rolled, shooting, told

CATFISH = Game.open("catfish-bend")
CREW = OpenGame("Kim", "Lou", "Max", "Ned")


def routine(floor: Floor) -> list[str]:
    return [str(entry.command) for entry in floor.record if entry.actor == ROUTINE]


def test_without_a_crew_a_floor_is_its_table() -> None:
    evening: list[Command] = [Sit("Ann", 50_000), Bet("Ann", 1000, "pass"), RollDice(4, 2), ThrowDice()]
    evening += [NoRoll("cocked die"), Overrule(3, 2), RollDice(5, 2), RollDice(1, 1), Bet("Ann", 3, "pass")]
    floor, table = Floor(CATFISH), Table(CATFISH)
    for command in evening:
        assert floor.execute(command) == table.execute(command)
    assert floor.table.log == table.log == floor.log
    assert not floor.is_posted


def test_before_a_roll_the_dice_are_brought_offered_chosen_and_thrown() -> None:
    floor = a_floor(CATFISH, dice=False)
    of(Rolled, floor, RollDice(4, 2))
    assert routine(floor) == [
        "set untold brought: 5 dice of 0.7500",
        "supervisor inspects the new set",
        "supervisor scribes the new set untold",
        "set put in",
        "dice offered to Ann",
        "Ann chooses dice 1 2",
        "throw",
    ]


def test_before_the_next_roll_the_work_is_done_and_the_dice_go_out_showing_what_is_allowed() -> None:
    floor = shooting(CATFISH)
    told(floor, RollDice(4, 2), RollDice(5, 5))
    assert routine(floor) == ["throw", "crew works", "dice sent out showing 1 3", "throw"]


def test_told_step_by_step_nothing_is_routine_but_what_was_left_out() -> None:
    floor = shooting(CATFISH)
    told(floor, ThrowDice(), RollDice(4, 2), WorkCommand(), SendOut(SHOWS_SIX), ThrowDice(), RollDice(3, 3))
    assert routine(floor) == []


def test_a_crew_whose_sets_are_told_of_has_no_other() -> None:
    floor = a_floor(CATFISH, dice=False)
    told(floor, BringSet(a_set()))
    assert refused(floor, RollDice(4, 2)) == ("no-dice", "Dice Inspection")
    floor = a_floor(CATFISH)
    told(floor, TakeOff())
    assert refused(floor, RollDice(4, 2)) == ("no-dice", "Dice Inspection")


@pytest.mark.parametrize(
    ("doubt", "clause"), [(LoseSight(), "Dice Inspection 6.1"), (Doubt(), "Dice Inspection 6.3")], ids=str
)
def test_an_inspection_is_never_routine(doubt: LoseSight | Doubt, clause: str) -> None:
    floor = shooting(CATFISH)
    rolled(floor, 4, 2)
    told(floor, doubt)
    for command in (ThrowDice(), RollDice(3, 3), NoRoll("cocked die")):
        assert refused(floor, command) == ("uninspected", clause)
    told(floor, InspectDice(), RollDice(3, 3))


def test_dice_that_were_passed_wait_for_an_inspection() -> None:
    floor = shooting(CATFISH, bets=("Ann", "Bob"))
    rolled(floor, 5, 6)
    told(floor, Bet("Ann", 1000, "pass"), Bet("Bob", 1000, "pass"), PassDice("Ann"))
    assert refused(floor, RollDice(3, 3)) == ("uninspected", "Dice Inspection 6.2")
    told(floor, InspectDice(), RollDice(3, 3))
    assert floor.dice.shooter == "Bob"


def test_a_relief_and_a_dead_game_want_the_work_done_and_say_how() -> None:
    floor = shooting(CATFISH)
    told(floor, RollDice(5, 2))
    relieved = floor.execute(Relieve("third base", "Pat"))
    assert isinstance(relieved, Refusal)
    assert relieved.reason.endswith("('crew works')")
    assert refused(floor, GoDead())[0] in {"unfinished", "bets-up"}
    told(floor, WorkCommand(), Relieve("third base", "Pat"))


def test_a_crew_takes_over_between_two_throws_with_what_was_dropped_and_nothing_to_do() -> None:
    floor = Floor(CATFISH)
    told(floor, Sit("Ann", 50_000), Bet("Ann", 1000, "pass"), RollDice(4, 2), ThrowDice())
    assert refused(floor, CREW) == ("mid-roll", "Relieving Dealers: Boxperson")
    told(floor, RollDice(4, 2), CREW)
    assert (floor.pit.dropped, floor.pit.left) == (50_000, ())


def test_half_of_a_routine_is_none() -> None:
    """Dice that show nothing: everything before the roll that is refused is as if it had not been."""
    floor = a_floor(CATFISH, dice=False)
    assert refused(floor, RollDice(0, 9))[0] == "no-dice"
    assert floor.dice.playing is None
    assert routine(floor) == []


def test_dice_offered_already_are_chosen_and_those_in_hand_are_thrown() -> None:
    floor = a_floor(CATFISH)
    told(floor, OfferDice("Ann"), RollDice(4, 2))
    assert routine(floor) == ["Ann chooses dice 1 2", "throw"]
    floor = a_floor(CATFISH)
    told(floor, OfferDice("Ann"), Choose("Ann", (3, 4)), RollDice(4, 2))
    assert routine(floor) == ["throw"]


def test_the_set_that_nobody_told_of_bears_a_number_that_says_so() -> None:
    floor = a_floor(CATFISH, dice=False)
    told(floor, RollDice(4, 2))
    assert floor.dice.playing is not None
    assert floor.dice.playing.serial == UNTOLD


def test_what_the_table_is_told_itself_is_part_of_the_evening() -> None:
    table = Table(CATFISH)
    floor = Floor(table)
    told(floor, Sit("Ann", 50_000), CREW)
    assert table.seat("Bob", 10_000) is None
    assert table.bet("Bob", "pass", 1000) is None
    told(floor, RollDice(4, 2))
    assert floor.pit.dropped == 60_000
    assert [str(entry.command) for entry in floor.record[3:5]] == ["seat Bob 100", "Bob bets 10 on pass"]


def test_a_seven_out_that_was_entered_by_mistake_leaves_dice_for_the_same_shooter() -> None:
    floor = Floor(Game.open("catfish-bend"))
    for command in (Sit("Ann", 100_00), Bet("Ann", 10_00, "pass"), OpenGame("Kim", "Lou"), RollDice(4, 2)):
        assert not isinstance(floor.execute(command), Refusal)
    assert not isinstance(floor.execute(RollDice(4, 3)), Refusal)
    assert not isinstance(floor.execute(CorrectRoll(4, 4)), Refusal)
    assert not isinstance(floor.execute(RollDice(5, 1)), Refusal)
    assert floor.table.rack("Ann") == 110_00
