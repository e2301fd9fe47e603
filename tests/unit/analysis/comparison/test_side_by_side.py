"""Sessions row by row, paired differences on the same dice, and sweeps over strategies, houses and settings."""

import csv
from array import array
from pathlib import Path

import pytest
from pyarrow import parquet

from sevenout.analysis.comparison.paired_difference import pair_sessions
from sevenout.analysis.comparison.sweep import build_cells, find_frontier, parse_axes, run_sweep, share_ahead
from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation.results import Result
from sevenout.analysis.simulation.run import simulate
from sevenout.analysis.simulation.session_rows import MOST_ROWS, RowSource, SessionRows, write_rows
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec, replay_session
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd
from tests.volume import scaled

GAME = Game.open("typical")
ROLLS, BANKROLL = 60, 300_00


def rows_of(strategy: str, sessions: int, seed: int = 1, workers: int = 1) -> tuple[SessionRows, Result]:
    """Every session of a strategy, and their result."""
    rows = SessionRows(sessions)
    plan = open_strategy(strategy, GAME)
    return rows, simulate(GAME, plan, sessions, ROLLS, BANKROLL, seed, workers, rows=rows)


def test_every_row_is_the_session_of_that_number() -> None:
    rows, _ = rows_of("iron-cross", 300, seed=9)
    spec = SessionSpec.of(GAME, open_strategy("iron-cross", GAME), BANKROLL, SessionEnd(rolls=ROLLS), 9)
    for row in list(rows)[::29]:
        session = replay_session(spec, row.session)
        assert (row.net, row.rolls, row.ending) == (session.net, session.rolls, session.ending)


def test_rows_add_up_to_the_result_whoever_played_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sevenout.analysis.simulation.engines.engine._ROLLS_AT_ONCE", {"compiled": 400 * ROLLS, "arrays": 1, "table": 1}
    )
    rows, result = rows_of("three-point-molly", 5_000, workers=3)
    assert sorted(rows.nets) == [net for net, count in result.nets.counts for _ in range(count)]
    assert sum(row.rolls for row in rows) == result.rolls_played
    assert [row.session for row in rows] == list(range(5_000))


def test_sessions_that_were_not_played_are_no_rows() -> None:
    rows = SessionRows(100)
    simulate(GAME, open_strategy("pass-line", GAME), 100, ROLLS, BANKROLL, first=40, count=10, rows=rows)
    assert [row.session for row in rows] == list(range(40, 50))
    assert len(rows) == 10


def test_a_file_has_a_line_for_every_session(tmp_path: Path) -> None:
    rows, _ = rows_of("pass-line", 50)
    write_rows(tmp_path / "rows.csv", [RowSource("pass-line", "typical", rows)])
    with (tmp_path / "rows.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 50
    assert [int(line["net_cents"]) for line in lines] == list(rows.nets)
    assert {line["ending"] for line in lines} == {row.ending for row in rows}


def test_a_parquet_file_has_the_same(tmp_path: Path) -> None:
    rows, _ = rows_of("pass-line", 50)
    write_rows(tmp_path / "rows.parquet", [RowSource("pass-line", "typical", rows)])
    assert parquet.read_table(tmp_path / "rows.parquet")["net_cents"].to_pylist() == list(rows.nets)


def test_too_many_sessions_for_rows_are_refused_in_a_line() -> None:
    with pytest.raises(BadInput, match=r"at most 5,000,000 sessions .* not 5,000,001"):
        SessionRows(MOST_ROWS + 1)


def test_a_difference_is_that_of_the_same_session() -> None:
    a, _ = rows_of("pass-max-odds", 400)
    b, _ = rows_of("pass-line", 400)
    duel = pair_sessions(a, b)
    apart = [x - y for x, y in zip(a.nets, b.nets, strict=True)]
    assert duel.mean == sum(apart) / 400
    assert (duel.ahead, duel.behind) == (sum(x > 0 for x in apart), sum(x < 0 for x in apart))
    back = pair_sessions(b, a)
    assert (back.mean, back.ahead, back.behind) == (-duel.mean, duel.behind, duel.ahead)


def test_the_same_against_itself_is_level_always() -> None:
    rows, _ = rows_of("iron-cross", 100)
    duel = pair_sessions(rows, rows)
    assert (duel.mean, duel.share_level, duel.interval) == (0.0, 1.0, None)


def test_pairing_makes_the_interval_narrower() -> None:
    a, alone = rows_of("pass-place-6-8", 2_000)
    b, other = rows_of("pass-line", 2_000)
    paired = pair_sessions(a, b).differences.sd
    assert paired < 0.9 * (alone.nets.sd**2 + other.nets.sd**2) ** 0.5


def test_the_paired_interval_covers_the_true_difference_95_times_in_100() -> None:
    true = (
        distribution(GAME, open_strategy("pass-max-odds", GAME), BANKROLL, ROLLS).mean
        - distribution(GAME, open_strategy("pass-line", GAME), BANKROLL, ROLLS).mean
    )
    many, each = scaled(3_000), 60
    a, _ = rows_of("pass-max-odds", many * each, seed=5)
    b, _ = rows_of("pass-line", many * each, seed=5)
    covered = 0
    for first in range(0, many * each, each):
        part = [SessionRows(each), SessionRows(each)]
        for rows, source in zip(part, (a, b), strict=True):
            nets = source.nets[first : first + each]
            rows.put(0, PlayedSessions(nets, array("i", [ROLLS] * each), array("q", [0] * each), ("rolls",)))
        interval = pair_sessions(*part).interval
        assert interval is not None
        covered += interval[0] <= true <= interval[1]
    assert abs(covered / many - 0.95) < 4 * (0.95 * 0.05 / many) ** 0.5


def test_rows_of_other_lengths_are_not_paired() -> None:
    with pytest.raises(BadInput, match="play as many of each"):
        pair_sessions(SessionRows(2), SessionRows(3))


def play(game: Game, plan: Plan, rows: SessionRows | None) -> Result:
    """A short evening."""
    assert rows is not None
    return simulate(game, plan, len(rows.nets), ROLLS, BANKROLL, rows=rows)


def test_a_sweep_plays_every_combination_with_the_same_dice() -> None:
    cells = build_cells(["pass-line", "iron-cross"], ["typical", "catfish-bend"], {"unit": ["10", "15"]})
    results = run_sweep(cells, 200, {}, play)
    assert [result.cell for result in results] == cells
    assert results[0].difference is None
    for result in results[1:]:
        assert result.difference is not None
        assert result.difference.mean == pytest.approx(result.result.nets.mean - results[0].result.nets.mean)
    assert {result.plan.game.rules.book.name for result in results} == {"typical", "catfish-bend"}


def test_a_mistake_in_the_last_combination_is_found_before_anything_is_played() -> None:
    def never(game: Game, plan: Plan, rows: SessionRows | None) -> Result:
        raise AssertionError(f"{plan} was played in {game} for {rows}")

    with pytest.raises(BadInput):
        run_sweep(build_cells(["pass-line"], ["typical"], {"unit": ["10", "no-number"]}), 10, {}, never)


def test_nobody_on_the_frontier_is_beaten() -> None:
    cells = build_cells(["pass-line", "dont-pass", "iron-cross", "pass-max-odds"], ["typical"], {})
    results = run_sweep(cells, 400, {}, play)
    frontier = find_frontier(results)
    for one in frontier:
        mean, ahead = one.result.nets.mean, share_ahead(one.result)
        assert not any(
            other.result.nets.mean >= mean and share_ahead(other.result) > ahead
            for other in results
            if other is not one
        )
    assert frontier[0].result.nets.mean == max(one.result.nets.mean for one in results)


@pytest.mark.parametrize(
    ("text", "said"),
    [("unit", "write a name, '=' and values"), ("unit=5,,10", "write a name"), ("=5", "write a name")],
)
def test_a_sweep_that_cannot_be_read_says_how_to_write_it(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        parse_axes([text])


def test_a_parameter_is_swept_once() -> None:
    with pytest.raises(BadInput, match="twice"):
        parse_axes(["unit=5", "unit=10"])
