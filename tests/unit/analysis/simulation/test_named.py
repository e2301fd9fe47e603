"""Every strategy that comes with sevenout, in every house that offers its wagers: a hundred sessions, cent by cent.

All of them have dice of their own. Some are so short of money that they are soon ruined, some turn on every dollar,
and some never run short and go on for long. Each is played by `session` and at a real table, which agree in every
window, and walked with arrays and compiled, which agree in what comes of it.
"""

from itertools import product

import pytest

from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.rulebook import shipped
from sevenout.strategy.named_texts import list_strategies
from tests.unit.analysis.simulation.chain import the_same
from tests.unit.strategy.sitting import game_of, plan_of
from tests.volume import sample_by_day

SESSIONS = ((3, 60, 25), (10, 35, 40), (30, 30, 25), (300, 90, 10))
"""The bankroll in units, the rolls (blocks of twenty that are full, and such that are not), and how many sessions."""


@pytest.mark.parametrize(("name", "book"), sample_by_day(product(list_strategies(), shipped()), 24, "sessions"))
def test_a_hundred_sessions_are_the_same_however_they_are_played(name: str, book: str) -> None:
    strategy = plan_of(name, book)
    if strategy is None:  # which it says, with the wager: tests/unit/strategy
        return
    played = [
        the_same(SessionSpec(game_of(book), strategy, units * strategy.unit, rolls, seed=units), 0, count)
        for units, rolls, count in SESSIONS
    ]
    assert sum(map(len, played)) == 100
