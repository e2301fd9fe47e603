"""Catfish Bend, clause by clause: chips in and out of the bank, and the cut of a payoff."""

from sevenout.crew.chips import Chips
from sevenout.refusal import Refusal
from tests.clauses.house import DOLLAR, House, clause

BOOK = "catfish-bend"


@clause("Taking and Paying 8")
def test_taking_and_paying_8_each_colour_apart_the_largest_nearest_the_box(house: House) -> None:
    chips = Chips.of(house.rules.book)
    stacks = chips.cut(681 * DOLLAR)
    assert not isinstance(stacks, Refusal)
    assert [str(stack) for stack in stacks] == ["1 purple", "1 black", "3 green", "1 red", "1 white"]
    whole = chips.cut(1681 * DOLLAR)
    assert not isinstance(whole, Refusal)
    assert [str(stack) for stack in whole][:2] == ["1 yellow", "1 purple"]
    assert [chip.cents for chip in chips.denominations] == [DOLLAR * n for n in (1, 5, 25, 100, 500, 1000)]
    assert chips.rules.cut.value == "colour by colour"
    assert chips.rules.cut.provenance == chips.rules.nearest_the_box.provenance == "stated"


@clause("Base Dealer 8")
def test_base_dealer_8_only_full_stacks_leave_the_bank_or_go_back(house: House) -> None:
    chips = Chips.of(house.rules.book)
    green = chips.denominations[2]
    assert chips.full_stacks(green, 40) == 2
    refusal = chips.full_stacks(green, 30)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "30 green are no full stacks: only 20 at a time leave the bank or go back"
