"""Amounts as chips: the fewest that make them, whatever the denominations, and the cut from the box outward."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenout.base.errors import BadInput
from sevenout.base.money import units
from sevenout.base.refusal import Refusal
from sevenout.crew.layout.chips import Chips, Denomination, Stack
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book

HOUSE = Chips.of(open_book("catfish-bend").book)


def with_values(values: Iterable[int]) -> Chips:
    """The same house with chips of other values; a value that it has no colour for is named by its amount."""
    colours = {chip.cents: chip.colour for chip in HOUSE.denominations}
    return Chips((Denomination(cents, colours.get(cents, units(cents))) for cents in values), HOUSE.rules)


def cut(chips: Chips, dollars: float) -> str:
    stacks = chips.cut(round(dollars * 100))
    assert not isinstance(stacks, Refusal), stacks
    assert sum(stack.amount for stack in stacks) == round(dollars * 100)
    return ", ".join(str(stack) for stack in stacks)


@pytest.mark.parametrize(
    ("dollars", "stacks"),
    [
        (1, "1 white"),
        (7, "1 red, 2 white"),
        (14, "2 red, 4 white"),
        (35, "1 green, 2 red"),
        (124, "1 black, 4 red, 4 white"),
        (999, "1 purple, 4 black, 3 green, 4 red, 4 white"),
        (3500, "3 yellow, 1 purple"),
        (20_000, "20 yellow"),
        (43_001, "20 yellow, 20 yellow, 3 yellow, 1 white"),
    ],
)
def test_a_payoff_is_cut_largest_first_from_the_box(dollars: int, stacks: str) -> None:
    assert cut(HOUSE, dollars) == stacks


@pytest.mark.parametrize(
    ("values", "dollars", "stacks"),
    [
        ((1, 3, 4), 6, "2 3"),  # one 4 and two 1 are a chip more
        ((1, 2.5, 5), 4, "4 white"),  # a 2.50 first, and the rest cannot be made
        ((1, 2.5, 5), 7.5, "1 red, 1 2.50"),
        ((1, 5, 6, 9), 11, "1 6, 1 red"),  # one 9 and two 1 are a chip more
        ((2, 5), 6, "3 2"),  # a 5 first, and 1 cannot be made
        ((5,), 500, "20 red, 20 red, 20 red, 20 red, 20 red"),
        ((1, 7, 10), 14, "2 7"),
        ((1, 7, 10), 1_000_014, None),
    ],
)
def test_the_fewest_chips_where_the_largest_first_would_be_wrong(
    values: tuple[float, ...], dollars: float, stacks: str | None
) -> None:
    chips = with_values(round(value * 100) for value in values)
    if stacks is None:
        assert chips.count(round(dollars * 100)) == 100_002
    else:
        assert cut(chips, dollars) == stacks


@pytest.mark.parametrize(
    ("values", "cents"), [((100, 500), 250), ((500, 2500), 700), ((200, 500), 100), ((200, 500), 300), ((100,), 50)]
)
def test_an_amount_that_no_chips_make_is_refused_with_the_reason(values: tuple[int, ...], cents: int) -> None:
    refusal = with_values(values).cut(cents)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-chips"
    assert refusal.reason.startswith(f"{cents // 100}.{cents % 100:02} cannot be made up of chips of ")


@pytest.mark.parametrize("cents", [0, -500])
def test_nothing_is_cut_out_of_nothing(cents: int) -> None:
    refusal = HOUSE.cut(cents)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-amount"


def fewest_by_trying(values: list[int], most: int) -> list[int | None]:
    """The fewest chips for every amount, breadth first: with one chip, with two, …"""
    fewest_for: list[int | None] = [0] + [None] * most
    reached, chips = {0}, 0
    while reached:
        chips += 1
        reached = {a + v for a in reached for v in values if a + v <= most and fewest_for[a + v] is None}
        for amount in reached:
            fewest_for[amount] = chips
    return fewest_for


@given(st.lists(st.integers(1, 40), min_size=1, max_size=5, unique=True))
def test_any_denominations_give_the_true_fewest(values: list[int]) -> None:
    chips = with_values(values)
    for amount, least in enumerate(fewest_by_trying(values, 600)):
        if amount:
            count = chips.count(amount)
            assert (None if isinstance(count, Refusal) else count) == least
            stacks = chips.cut(amount)
            if not isinstance(stacks, Refusal):
                assert sum(stack.amount for stack in stacks) == amount
                assert sum(stack.chips for stack in stacks) == least
                values_out = [stack.denomination.cents for stack in stacks]
                assert values_out == sorted(values_out, reverse=True)


@pytest.mark.parametrize("book", shipped())
def test_every_house_can_cut_every_payoff_of_whole_chips(book: str) -> None:
    rules = open_book(book).book
    chips = Chips.of(rules)
    dice = random.Random(book)
    for _ in range(2000):
        amount = rules.chip.value * dice.randint(1, 5000)
        assert not isinstance(chips.cut(amount), Refusal)


def test_values_and_colours_are_assumed_and_say_so() -> None:
    assert HOUSE.cite.provenance == "assumed"
    assert [chip.colour for chip in HOUSE.denominations] == ["white", "red", "green", "black", "purple", "yellow"]
    elsewhere = Chips.of(open_book("marina-bay-sands").book)
    assert HOUSE.rules.nearest_the_box.provenance == "stated"
    assert elsewhere.rules.nearest_the_box.provenance == "assumed"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((), "at least one kind of chip"),
        ((0, 100), "worth something"),
        ((-100,), "worth something"),
        ((100, 100), "the same value"),
        ((99_999, 100_000), "rounder values"),
    ],
)
def test_denominations_that_are_none(values: tuple[int, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        with_values(values)


def test_two_kinds_of_one_colour_cannot_be_told_apart() -> None:
    with pytest.raises(BadInput, match="the same colour"):
        Chips([Denomination(100, "red"), Denomination(500, "red")], HOUSE.rules)


def test_only_full_stacks_leave_the_bank() -> None:
    red = HOUSE.denominations[1]
    assert HOUSE.full_stacks(red, 60) == 3
    for chips in (0, -20, 19, 21):
        refusal = HOUSE.full_stacks(red, chips)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.clause) == ("not-stacks", "Base Dealer 8")
    assert Stack(red, 20).amount == 10_000
