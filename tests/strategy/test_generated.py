"""Strategies made at random from the grammar are played alike by a session, at a table and as traced."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sevenout.automaton import Automaton, Untraceable
from sevenout.strategy.language.formatting import format_file
from sevenout.strategy.language.model import File
from sevenout.strategy.language.parser import parse
from sevenout.strategy.language.plan import compile_strategy
from tests.strategy.generated import files
from tests.strategy.sitting import as_traced, at_a_table, game_of, rolls, stands

ROLLS = 40


@given(
    files(noted=False),
    st.sampled_from(("catfish-bend", "new-south-wales", "marina-bay-sands", "typical")),
    st.sampled_from((40_00, 300_00, 5000_00)),
    st.integers(0, 9),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_a_random_strategy_is_played_alike(file: File, book: str, bankroll: int, seed: int) -> None:
    game = game_of(book)
    plan = compile_strategy(parse(format_file(file)), game)
    dice = rolls(f"generated {seed}", ROLLS)
    expected = stands(game, plan, bankroll, dice)
    assert list(at_a_table(game, plan, bankroll, dice)) == expected
    try:
        traced = list(as_traced(Automaton(game, plan, bankroll), dice))
    except Untraceable:
        return
    assert traced == expected
