"""Catfish Bend, clause by clause: chips in and out of the bank, and the cut of a payoff."""

from sevenout.base.refusal import Refusal
from sevenout.crew.layout.chips import Chips
from tests.clauses.house import DOLLAR, House, clause

BOOK = "catfish-bend"


@clause("Taking and Paying 8")
def test_taking_and_paying_8_each_colour_apart_the_largest_nearest_the_box(house: House) -> None:
    chips = Chips.of(house.rules.book)
    for dollars, cut in (
        (681, ["1 purple", "1 black", "3 green", "1 red", "1 white"]),
        (1681, ["1 yellow", "1 purple", "1 black", "3 green", "1 red", "1 white"]),
        (14, ["2 red", "4 white"]),
        (24, ["4 red", "4 white"]),
    ):
        stacks = chips.cut(dollars * DOLLAR)
        assert not isinstance(stacks, Refusal)
        assert [str(stack) for stack in stacks] == cut  # one stack for each colour, from the box outwards
        assert sum(stack.amount for stack in stacks) == dollars * DOLLAR
    half = chips.cut(150)
    assert isinstance(half, Refusal)


@clause("Base Dealer 8")
def test_base_dealer_8_only_full_stacks_leave_the_bank_or_go_back(house: House) -> None:
    chips = Chips.of(house.rules.book)
    green = chips.denominations[2]
    assert chips.full_stacks(green, 40) == 2
    refusal = chips.full_stacks(green, 30)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "30 green are not full stacks: move 20 at a time"
