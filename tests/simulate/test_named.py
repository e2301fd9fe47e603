"""Every strategy that comes with sevenout, in every house that offers its wagers: compiled as at the table."""

import pytest

from sevenout.game import Game
from sevenout.rulebook import shipped
from sevenout.simulate.played import Plan, at_the_table
from sevenout.simulate.traced import Traced
from sevenout.strategy.language.checking import NotOffered
from sevenout.strategy.library import named, open_strategy
from tests.simulate.test_engines import compiled, outcomes

SESSIONS, ROLLS, UNITS = 100, 40, 12


@pytest.mark.parametrize("book", shipped())
@pytest.mark.parametrize("name", named())
def test_a_hundred_sessions_are_the_same_compiled_and_at_the_table(name: str, book: str) -> None:
    game = Game.open(book)
    try:
        strategy = open_strategy(name, game)
    except NotOffered:  # which it says, with the wager: tests/strategy
        return
    plan = Plan(game, strategy, UNITS * strategy.unit, ROLLS, seed=6)
    assert outcomes(Traced(plan).play(compiled.walk, 0, SESSIONS)) == outcomes(at_the_table(plan, 0, SESSIONS))
