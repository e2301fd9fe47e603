"""A named strategy has the same chips at every window, however it is played."""

from itertools import product

import pytest

from sevenout.automaton import Automaton, Untraceable
from sevenout.rulebook import shipped
from sevenout.strategy.library import named
from sevenout.strategy.session import play
from tests.strategy.sitting import as_traced, at_a_table, game_of, plan_of, rolls, stands

SESSIONS = 20
ROLLS = 60
BANKROLLS = (3, 15, 60, 400)
"""In units: some sessions are short of money from the start, some never."""

in_every_house = pytest.mark.parametrize(("name", "book"), list(product(named(), shipped())))


@in_every_house
def test_a_session_is_the_same_at_a_table(name: str, book: str) -> None:
    plan, game = plan_of(name, book), game_of(book)
    if plan is None:
        return
    for number in range(SESSIONS):
        dice = rolls(f"{name} {number}", ROLLS)
        bankroll = BANKROLLS[number % len(BANKROLLS)] * plan.unit
        expected = stands(game, plan, bankroll, dice)
        assert list(at_a_table(game, plan, bankroll, dice)) == expected
        session = play(game, plan, bankroll, dice)
        rack, layout, ending = expected[-1]
        assert (session.net, session.ending, session.rolls) == (
            rack + layout - bankroll,
            ending or "rolls",
            len(expected) - 1,
        )


@in_every_house
def test_a_session_is_the_same_as_traced(name: str, book: str) -> None:
    plan, game = plan_of(name, book), game_of(book)
    if plan is None:
        return
    for units in BANKROLLS:
        bankroll = units * plan.unit
        automaton = Automaton(game, plan, bankroll)
        for number in range(3):
            dice = rolls(f"{name} {number}", ROLLS)
            try:
                traced = list(as_traced(automaton, dice))
            except Untraceable:
                assert name == "double-tap"
                return
            assert traced == stands(game, plan, bankroll, dice)
