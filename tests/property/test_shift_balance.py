"""Random whole shifts balance: what the rolls say the house won is what a count of its chips says, hour by hour."""

from random import Random

import pytest

from sevenout.base.dice import FACES
from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import InspectDice
from sevenout.crew.floor.floor import Floor, FloorCommand
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.pit.bank import CountBank, OpenBank
from sevenout.crew.pit.money_change import AskChange, BringMoney, Count, CutOut, HandOver, Permit, Verify
from sevenout.crew.pit.pit_commands import MoveStacks, OpenGame
from sevenout.crew.shift.shift_report import shift_report
from sevenout.engine.game import Game
from sevenout.table.commands import Bet, CorrectRoll, Inspect, Leave, RollDice, Sit, TellTime
from tests.volume import scaled, seeded

ROLLS = 500
OTHERS = ("place-6", "place-8", "field", "hard-8", "any-7", "dont-pass", "come", "buy-4", "lay-10")
POINTS = ((2, 2), (3, 2), (3, 3), (4, 4), (5, 4), (6, 4))
"""Every point that a Shootout asks for, in dice."""


class Shift:
    """A crew's shift as it goes by: what the house takes is done, and what it refuses is not."""

    def __init__(self, dice: Random) -> None:
        self.dice, self.players, self.told = dice, 0, set[str]()
        self.floor = Floor(Game.open("catfish-bend"))
        self.chips = Chips.of(self.floor.game.rules.book).denominations
        opened = tuple(Stack(chip, 200) for chip in self.chips)
        cage = tuple(Stack(chip, 100_000) for chip in self.chips)
        self.does(TellTime("2026-03-02T20:00", "America/Chicago"))
        self.does(OpenGame("Kim", "Lou", "Max", "Ned"))
        assert self.does(OpenBank(opened, cage, ("Ned", "Sue")))
        for _ in range(4):
            self.comes_in()

    def does(self, command: FloorCommand) -> bool:
        """Has it done; whether the house took it. The bank never holds fewer chips than none."""
        done = self.floor.execute(command)
        if not isinstance(done, Refusal):
            self.told.add(type(command).__name__)
        bank = self.floor.pit.bank
        assert bank is None or all(stack.chips >= 0 for stack in bank.held), command
        return not isinstance(done, Refusal)

    def comes_in(self) -> None:
        self.players += 1
        self.does(Sit(f"P{self.players}", 100 * self.dice.randint(100, 800)))

    def fills(self) -> None:
        """A fill of every colour that runs low, and a credit of one that does not."""
        bank = self.floor.pit.bank
        assert bank is not None
        held = {stack.denomination: stack.chips for stack in bank.held}
        for chip in self.chips:
            if held.get(chip, 0) < 60 or bank.owed:
                self.does(MoveStacks(chip.cents, 100, "cage", "bank", ("Ned", "Sue")))
            elif held[chip] > 400:
                self.does(MoveStacks(chip.cents, 40, "bank", "cage", ("Ned", "Sue")))

    def colours_up(self, name: str) -> None:
        small = self.chips[1]
        steps = (Permit(), BringMoney(), Count(20 * small.cents), CutOut(), Verify(), HandOver())
        if self.does(AskChange(name, "color", 0, (Stack(small, 20),))):
            for step in steps:
                self.does(step)

    def plays(self, faces: tuple[int, int], *, calm: bool = False) -> None:
        """One roll: bets, the dice, and unless it is calm now and then something that a shift has."""
        for seat in self.floor.snapshot.seats:
            self.does(Bet(seat.name, 1_000, "pass"))
            self.does(Bet(seat.name, 1_200, self.dice.choice(OTHERS)))
        playing = self.floor.dice.playing
        if playing is not None and playing.due:
            self.does(InspectDice("supervisor"))
        self.does(RollDice(*faces))
        if not calm and self.dice.random() < 0.05:
            self.does(CorrectRoll(self.dice.choice(FACES), self.dice.choice(FACES)))
        bonus = self.floor.table.state.bonus
        if bonus is not None and bonus.held_for:
            self.does(Inspect(sound=True, supervisor="Sue", licence="4711"))
        names = [seat.name for seat in self.floor.snapshot.seats]
        self.fills()
        if calm:
            return
        gone = [seat.name for seat in self.floor.snapshot.seats if seat.rack < 5_000]
        if names and (gone or self.dice.random() < 0.05):
            self.does(Leave(self.dice.choice(gone or names)))
        elif names and self.dice.random() < 0.05:
            self.colours_up(self.dice.choice(names))
        if len(names) < 4:
            self.comes_in()


def a_shift(dice: Random) -> Shift:
    shift = Shift(dice)
    for number in range(ROLLS):
        if number == ROLLS // 2:
            for faces in ((6, 1), (6, 1), *(pair for point in POINTS for pair in (point, point))):
                shift.plays(faces, calm=True)
        shift.plays((dice.choice(FACES), dice.choice(FACES)))
    return shift


@pytest.mark.parametrize("number", range(scaled(40, least=1)))
def test_a_shift_balances_to_the_cent_by_inventory_and_by_the_game(number: int) -> None:
    shift = a_shift(seeded("shift", number))
    floor = shift.floor
    bank = floor.pit.bank
    assert bank is not None
    assert bank.owed == 0
    report = shift_report(floor.game, floor.log)
    by_name = {line.name: line for line in report.agreements}
    assert (by_name["inventory"].log, by_name["inventory"].ledger) == (report.win, report.win)
    assert all(hour.sums.inventory_win == hour.sums.win for hour in report.hours)
    assert report.drop - report.cashed == report.in_play + report.tokes + report.riding + report.win
    assert report.hits >= 1
    assert report.rolls >= ROLLS * 4 // 5
    assert shift.told >= {"MoveStacks", "Leave", "CorrectRoll", "HandOver", "RollDice", "Sit"}
    assert shift.does(CountBank(bank.held, "boxperson", ("Ned", "Sue")))
    counted = shift_report(floor.game, floor.log)
    assert counted.floor.inventories[-1].off_by == -bank.odd
    assert counted.win == report.win
