"""A dealt game against the referee: the same random lines, and both say yes or both say no, to the last chip."""

import random
from typing import Literal

import pytest

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import BringIn, Choose, InspectDice, OfferDice, SendOut
from sevenout.crew.floor.floor import Floor, FloorCommand
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.pit.bank import OpenBank, Present
from sevenout.crew.pit.pit_commands import MoveStacks, OpenGame, WorkCommand
from sevenout.engine.game import Game
from sevenout.table import Rolled
from sevenout.table.commands import Bet, BuyIn, RollDice, Sit
from tests.agreement.referee.floor import Pit
from tests.agreement.referee.referee import Referee

BOOKS = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical")
EACH = 100
PROPOSITION = "craps-2"
FIELD = (2, 3, 4, 9, 10, 11, 12)


class Dealt:
    """One seat, one crew, a bank by colour and a cage."""

    def __init__(self, book: str, seed: int) -> None:
        self.random = random.Random(f"{book} {seed}")
        self.floor = Floor(Game.open(book))
        game = self.floor.game
        self.money = Referee(book, game.minimum, game.maximum, game.chip)
        self.chips = Chips.of(game.rules.book).denominations
        stacks = tuple(Stack(chip, EACH) for chip in self.chips)
        self.does(Sit("Ann", 10**6))
        self.money.seat("Ann", 10**6)
        for command in (OpenGame("Kim", "Lou"), OpenBank(stacks, stacks)):
            self.does(command)
        of_each = {chip.cents: EACH for chip in self.chips}
        self.pit = Pit(book, {**of_each}, {**of_each})
        self.story: list[str] = []
        self.vouchers: list[Literal["token", "voucher"]] = []
        self.laid: Literal["token", "voucher"] | None = None

    def does(self, command: FloorCommand) -> bool:
        return not isinstance(self.floor.execute(command), Refusal)

    def agree(self, command: FloorCommand, theirs: str | None) -> None:
        self.story.append(str(command))
        ours = self.floor.execute(command)
        assert isinstance(ours, Refusal) == (theirs is not None), "\n".join((*self.story[-30:], str(ours), str(theirs)))

    def fills(self) -> None:
        value = self.random.choice([chip.cents for chip in self.chips] + [7])
        chips = self.random.choice((-20, 0, 10, 20, 20, 40, 60, 120))
        start, to = self.random.choice((("cage", "bank"), ("bank", "cage")))
        self.agree(MoveStacks(value, chips, start, to), self.pit.moves(value, chips, start))

    def presents(self) -> None:
        medium: Literal["token", "voucher"] = self.random.choice(("token", "voucher"))
        theirs = self.pit.presents(medium)
        self.agree(Present("Ann", 10 * self.money.house.chip, medium), theirs)
        if theirs is None:
            self.vouchers.append(medium)

    def bets_voucher(self) -> None:
        """A voucher on the field: to the referee chips lent for one roll, and given back unless they lose."""
        if not self.vouchers or "field" in self.money.layouts["Ann"]:
            return
        lent, medium = 10 * self.money.house.chip, self.random.choice(self.vouchers)
        self.money.racks["Ann"] += lent
        theirs = self.money.bet("Ann", "field", lent)
        self.agree(Bet("Ann", lent, "field", voucher=medium), theirs)
        if theirs is None:
            self.laid = medium
        else:
            self.money.racks["Ann"] -= lent

    def _field_is_decided(self, total: int) -> None:
        if self.laid is not None and total in FIELD:
            self.money.racks["Ann"] -= 10 * self.money.house.chip
        elif self.laid is not None:
            self.vouchers.remove(self.laid)
        self.laid = None

    def _follow_the_bank(self) -> None:
        assert self.floor.pit.bank is not None
        held = {stack.denomination.cents: stack.chips for stack in self.floor.pit.bank.held}
        self.pit.bank = {chip.cents: held.get(chip.cents, 0) for chip in self.chips}

    def a_line_bet(self) -> None:
        if self.floor.table.thrower() is None or "pass" not in self.money.layouts["Ann"]:
            least = self.floor.game.minimum
            self.agree(Bet("Ann", least, "pass"), self.money.bet("Ann", "pass", least))

    def sends_out(self) -> None:
        """The last roll's work, an inspection if one is due, dice in the middle: then they go out, or not."""
        if self.floor.table.thrower() is None:
            return
        if not self.pit.dice_out:
            while self.floor.pit.left:
                self.does(WorkCommand())
            if self.floor.dice.playing is None:
                return
            self.does(InspectDice())
            if self.does(OfferDice("Ann")) and self.does(Choose("Ann", (0, 1))):
                self.does(BringIn())
        a, b = self.random.randint(1, 6), self.random.randint(1, 6)
        self.agree(SendOut((a, b)), self.pit.sends_out(a, b, self.money.point))

    def proposition(self) -> None:
        least = 5 * self.money.house.chip
        theirs = self.pit.proposition() or self.money.bet("Ann", PROPOSITION, least)
        self.agree(Bet("Ann", least, PROPOSITION), theirs)

    def rolls(self) -> None:
        if self.floor.table.thrower() is None:
            return
        if self.floor.dice.playing is not None and not self.pit.dice_out:
            self.does(InspectDice())
        a, b = self.random.randint(1, 6), self.random.randint(1, 6)
        theirs, ours = self.money.roll(a, b), self.floor.execute(RollDice(a, b))
        assert isinstance(ours, Rolled) == (not isinstance(theirs, str)), (self.story[-30:], ours, theirs)
        self.pit.dice_out = False
        if isinstance(ours, Rolled):
            self._field_is_decided(a + b)
        self._follow_the_bank()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_a_dealt_game_and_the_referee_never_differ(book: str, seed: int) -> None:
    dealt = Dealt(book, seed)
    acts = (
        dealt.fills, dealt.presents, dealt.bets_voucher, dealt.a_line_bet, dealt.sends_out, dealt.proposition,
        dealt.rolls,
    )  # fmt: skip
    for _ in range(400):
        dealt.random.choice(acts)()
        assert dealt.floor.table.rack("Ann") == dealt.money.racks["Ann"], "\n".join(dealt.story[-30:])
    bank = dealt.floor.pit.bank
    assert bank is not None
    assert {stack.denomination.cents: stack.chips for stack in bank.cage or ()} == {
        value: chips for value, chips in dealt.pit.cage.items() if chips
    }


def test_a_buy_in_is_chips_and_a_voucher_is_none() -> None:
    dealt = Dealt("new-south-wales", 0)
    dealt.agree(Present("Ann", 1000, "voucher"), None)
    dealt.agree(BuyIn("Ann", 1000), dealt.money.buy_in("Ann", 1000))
    assert dealt.floor.table.rack("Ann") == dealt.money.racks["Ann"] == 10**6 + 1000
