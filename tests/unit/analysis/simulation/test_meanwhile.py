"""What one thread finds out while another walks: nobody reads what is not there, and nothing stays half done."""

from array import array
from functools import partial
from threading import Event, Thread

import pytest

from sevenout.analysis.kernel import kernel
from sevenout.analysis.simulation.engines import kernel_engine
from sevenout.analysis.simulation.engines.kernel_engine import KernelRequest, kernel_arguments
from sevenout.analysis.simulation.engines.parts_engine import PartsEngine
from sevenout.analysis.simulation.engines.rows import ROW, DecisionRows
from sevenout.analysis.simulation.engines.traced_rows import TracedStrategy
from sevenout.analysis.simulation.session_spec import SessionSpec, play_at_table
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.independence.parts import NotIndependent, independent
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.tracing import OverBudget, Widened
from sevenout.strategy.view import Strategy, View
from tests.unit.analysis.simulation.chain import outcomes
from tests.unit.analysis.simulation.players import come, flat

GAME = Game.open("typical")


def sitting(strategy: Strategy, bankroll: int = 300_00, rolls: int = 100, budget: int = 100_000) -> SessionSpec:
    return SessionSpec(GAME, strategy, bankroll, rolls, seed=3, budget=budget)


def test_pairs_are_not_asked_about_rows_that_came_after_them() -> None:
    """The tail of the buffers says that any rack rides there; nobody may look."""
    traced = TracedStrategy(sitting(come, 3000_00))
    traced.play(kernel_engine.walk, 0, 2)
    pairs = kernel_engine.Pairs(traced, traced.rows)
    traced.play(kernel_engine.walk, 2, 50)
    known, more = len(pairs.lows), 1024
    assert traced.rows.many > known
    assert traced.rows.arrays.pieces is pairs.rows[5]  # no larger arrays: what is new is among what the pairs read
    anywhere = array("q", [-1000]) * more, array("q", [100_000]) * more
    lows, highs = (ours + tail[known:] for ours, tail in zip((pairs.lows, pairs.highs), anywhere, strict=True))
    cells = pairs.cells + array("Q", [0]) * (more * traced.rows.columns**2 - len(pairs.cells))
    to, missed = kernel_engine.outcomes_of(50), array("q", [0]) * 50
    _, lost = kernel.walk_pairs(pairs.rows, (cells, lows, highs), 3, 2, 50, 100, to, missed, kernel_engine.VECTORS)
    played = kernel_engine.played_by(traced.sitting, traced.stop, traced.rows, 2, to, missed[:lost])
    assert outcomes(played) == outcomes(traced.play(kernel_engine.watch, 2, 50))


def curious(view: View) -> View:
    """Looks at the last roll for the first time once it has a bet up."""
    return view if view.layout and view.event != "made" else flat(view)


def test_rows_are_void_for_all_from_the_moment_one_has_found_out() -> None:
    traced = TracedStrategy(sitting(curious))
    rows = traced.rows
    first = rows.piece(rows.first)[ROW]
    for total in (4, 5):  # the second asker has waited for the first
        with pytest.raises(Widened):
            traced.ask(rows, partial(rows.fill, first, total - 2, 290))
    assert outcomes(traced.play(kernel_engine.walk, 0, 9)) == outcomes(play_at_table(traced.sitting, 0, 9))


def test_parts_are_begun_anew_before_the_next_is_asked() -> None:
    """A hardway tells rolls apart that a place bet does not."""
    plan = compile_strategy(parse("with a point: keep 1 unit on hard-8, place-6"), GAME)
    found = independent(plan)
    assert not isinstance(found, NotIndependent)
    parts = PartsEngine(sitting(plan), found, Event())
    begun = parts._begun
    part = next(n for n, each in enumerate(found) if each.share and "hard-8" in each.share.wagers)
    parts.full = "the strategy leads to more than 2 situations"
    with pytest.raises(Widened):
        parts._learn(begun, begun.rows[part], [KernelRequest.CELL, begun.first_rows[part], 2, 0, 300])
    assert parts._begun is not begun
    assert not parts.full
    assert outcomes(parts.play(0, 9)) == outcomes(play_at_table(parts.sitting, 0, 9))


def test_rows_begun_anew_have_room_again() -> None:
    traced = TracedStrategy(sitting(curious))

    def too_much() -> None:
        raise OverBudget("the strategy leads to more than 2 situations")

    traced.go_on(100_000)
    traced.learn(traced.rows, too_much)
    assert traced.full
    played = traced.play(kernel_engine.walk, 0, 9)
    assert traced.full
    with pytest.raises(Widened):
        traced.ask(traced.rows, partial(traced.rows.fill, traced.rows.piece(traced.rows.first)[ROW], 2, 290))
    assert not traced.full
    assert outcomes(traced.play(kernel_engine.walk, 0, 9)) == outcomes(played)


def test_pairs_of_void_rows_are_not_walked() -> None:
    traced = TracedStrategy(sitting(flat))
    traced.play(kernel_engine.walk, 0, 50)
    old = traced.rows
    before = kernel_engine._pair_rows(traced, old)
    traced.rows = DecisionRows(traced._automaton)
    traced.rows.recall(old.plain_values)
    after = kernel_engine._pair_rows(traced, traced.rows)
    assert before is not None
    assert after is not None
    assert after is not before
    assert after is kernel_engine._pair_rows(traced, traced.rows)


def test_refusals_are_told_while_others_come_up() -> None:
    traced = TracedStrategy(sitting(lambda view: flat(view.bet("pass", 1))))
    ((wager, no),) = traced.refusals
    refused, many = traced._automaton.refused, 50_000

    def meanwhile() -> None:
        for number in range(many):
            refused[wager, str(number)] = no

    other = Thread(target=meanwhile)
    other.start()
    while other.is_alive():
        assert traced.refusals
    other.join()
    assert len(traced.refusals) == many + 1


@pytest.mark.parametrize(
    ("rows", "columns", "first", "rolls"), [(2**62, 4, 0, 9), (0, 11, 0, 9), (2, 11, 22, 9), (2, 11, 11, 0)]
)
def test_the_kernel_refuses_rows_that_cannot_be_and_sessions_without_rolls(
    rows: int, columns: int, first: int, rolls: int
) -> None:
    read = kernel_arguments(TracedStrategy(sitting(flat)).rows, sitting(flat))
    asked = *read[:9], rows, columns, 0, 0, False, first, 300
    with pytest.raises(ValueError, match=r"no such rows|one roll or more"):
        kernel.walk(
            asked, 1, 0, 1, rolls, None, bytearray(kernel.LANES_BYTES), kernel_engine.outcomes_of(1), None, False
        )
