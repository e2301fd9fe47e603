"""However sessions are walked, one outcome: compiled in every way, with arrays and at the table."""

from array import array

import numpy as np
import pytest

from sevenout.analysis.kernel import kernel
from sevenout.analysis.simulation.engines import kernel_engine, numpy_engine
from sevenout.analysis.simulation.engines.rows import BAND, CACHED
from sevenout.analysis.simulation.engines.traced_rows import TracedStrategy
from sevenout.analysis.simulation.session_spec import SessionSpec, play_at_table
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.view import Strategy, View
from tests.unit.analysis.simulation.chain import outcomes
from tests.unit.analysis.simulation.players import PLAYERS, come, flat, hops, within
from tests.volume import nightly_except

AT_THE_TABLE = 5


def agree(
    game: Game, strategy: Strategy, bankroll: Cents, rolls: int, sessions: int = 200, at_table: int = AT_THE_TABLE
) -> TracedStrategy:
    """Plays the same sessions in every way: first one roll a step, then two where that pays, without vectors, watched,
    with arrays, and at the table."""
    return agree_on(SessionSpec(game, strategy, bankroll, rolls, seed=11), sessions, at_table)


def agree_on(sitting: SessionSpec, sessions: int = 200, at_table: int = AT_THE_TABLE) -> TracedStrategy:
    """The same of any sessions, and what was seen of them on the way."""
    traced = TracedStrategy(sitting)
    walked = traced.play(kernel_engine.walk, 3, sessions)
    by_arrays = traced.play(numpy_engine.walk, 3, sessions)
    watched = traced.play(kernel_engine.watch, 3, sessions)
    again = [traced.play(kernel_engine.walk, 3, sessions)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_engine, "VECTORS", False)
        again.append(traced.play(kernel_engine.walk, 3, sessions))
        traced.two_at_a_time = False
        again.append(traced.play(kernel_engine.walk, 3, sessions))
    again.append(traced.play(kernel_engine.walk, 3, sessions))
    assert all(outcomes(walked) == outcomes(other) for other in (by_arrays, watched, *again))
    assert (watched.lowest, watched.falls) == (by_arrays.lowest, by_arrays.falls)
    assert (watched.paths, watched.action) == (by_arrays.paths, by_arrays.action)
    table = play_at_table(sitting, 3, at_table)
    assert outcomes(table) == outcomes(walked, at_table)
    for name in ("lowest", "falls"):
        assert np.array_equal(getattr(table, name), getattr(by_arrays, name)[:at_table])
    few = traced.play(kernel_engine.watch, 3, at_table)
    assert (few.paths, few.action) == (table.paths, table.action)
    return traced


ENDS = {
    "an even number of rolls": SessionEnd(rolls=200),
    "an odd number of rolls": SessionEnd(rolls=137),
    "one roll": SessionEnd(rolls=1),
    "two rolls": SessionEnd(rolls=2),
    "a block and a roll": SessionEnd(rolls=21),
    "shooters": SessionEnd(shooters=3),
    "a goal or ruin": SessionEnd(goal=360_00),
    "rolls, a goal or a stop": SessionEnd(rolls=100, goal=400_00, stop_loss=150_00),
    "shooters or a goal at face value": SessionEnd(shooters=4, goal=500_00, face_value=True),
}


@pytest.mark.parametrize("player", nightly_except([*PLAYERS], ["come", "props"]))
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_the_engines_agree_however_a_session_ends(end: SessionEnd, player: str) -> None:
    agree_on(SessionSpec.of(Game.open("typical"), PLAYERS[player], 300_00, end, seed=11), sessions=120)


@pytest.mark.parametrize("rolls", [200, 197, 21, 2])
def test_bets_are_played_out_two_rolls_a_step_and_no_session_leaves_the_pairs(rolls: int) -> None:
    traced = TracedStrategy(SessionSpec.of(Game.open("catfish-bend"), come, 3000_00, SessionEnd(rolls=rolls), seed=5))
    watched = [traced.play(kernel_engine.watch, 0, 3_000) for _ in range(2)][1]
    pairs, to = kernel_engine.Pairs(traced, traced.rows), kernel_engine.outcomes_of(3_000)
    missed = array("q", [0]) * 3_000
    for vectors in (False, kernel_engine.VECTORS):
        walked = 5, 0, 3_000, kernel_engine.rolls_to_walk(traced.sitting), to, missed, vectors
        assert kernel.walk_pairs(pairs.rows, (pairs.cells, pairs.lows, pairs.highs), *walked) == (0, 0)
        assert to[1:] == (watched.rolls, watched.ending)
    played = kernel_engine.played_by(traced.sitting, traced.stop, traced.rows, 0, to, missed[:0])
    assert outcomes(played) == outcomes(watched)


@pytest.mark.parametrize("book", ["catfish-bend", "typical"])
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("bankroll", "rolls"), [(3000_00, 200), (300_00, 137), (60_00, 200)])
def test_the_engines_agree(book: str, player: str, bankroll: Cents, rolls: int) -> None:
    agree(Game.open(book), PLAYERS[player], bankroll, rolls)


def test_rolls_told_apart_one_by_one() -> None:
    traced = agree(Game.open("catfish-bend"), hops, 300_00, 137)
    assert traced.rows.columns == 36


def test_columns_that_widen_in_mid_session() -> None:
    """A hardway that is bet once a point has been made: until then rolls are told apart by total."""

    def later(view: View) -> View:
        made = view.memory is True or view.event == "made"
        view = flat(view).remember(made)
        return view.bet("hard-8", 5_00) if made and not view.stake("hard-8") else view

    traced = agree(Game.open("typical"), later, 300_00, 200)
    assert traced.rows.columns == 22


def test_racks_on_both_sides_of_a_band() -> None:
    """A row spans 524,288 chips; with a bankroll near that, racks go in and out of the next band."""
    game = Game.open("typical")

    def large(view: View) -> View:
        return view if view.layout else view.bet("pass", 500_00)

    agree(game, large, BAND * game.chip - 500_00, 100, sessions=300, at_table=40)
    agree(game, large, 5 * BAND * game.chip, 100, sessions=300)


def test_a_bankroll_that_is_no_whole_number_of_chips() -> None:
    agree(Game.open("typical"), come, 123_45, 100)
    agree(Game.open("typical"), within(come, 50_01, 99_99), 123_45, 100, at_table=20)


def test_poor_racks_have_rows_of_their_own_as_long_as_there_is_room() -> None:
    traced = agree(Game.open("typical"), come, 60_00, 200, sessions=2_000)
    assert max(traced.rows.arrays.singles) >= 0
    assert traced.rows.has_room
    traced = agree(Game.open("typical"), PLAYERS["pressed"], 150_00, 200, sessions=1_500)
    assert traced.rows.many < 2 * CACHED


def test_sessions_over_at_once() -> None:
    """Ruined before the first roll, or gone."""
    game = Game.open("typical")
    played = TracedStrategy(SessionSpec(game, lambda view: view.bet("pass", 40_00), 30_00, 50, 1)).play(
        kernel_engine.walk, 0, 3
    )
    assert outcomes(played) == [(0, 0, "ruin")] * 3
    agree(game, lambda view: view.bet("pass", 10_00).leave("enough"), 30_00, 50)


def test_a_single_roll_and_blocks_that_are_just_full() -> None:
    for rolls in (1, 19, 20, 21, 40):
        agree(Game.open("typical"), come, 100_00, rolls, at_table=20)


def test_fewer_sessions_than_lanes() -> None:
    for sessions in (1, 7, 31, 32, 33):
        agree(Game.open("typical"), flat, 100_00, 57, sessions, at_table=1)
