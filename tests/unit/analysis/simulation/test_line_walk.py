"""What became of a strategy's lines: followed through traced decisions, it is what the table would have counted."""

from collections import Counter

import pytest

from sevenout.analysis.simulation.engines import line_walk
from sevenout.analysis.simulation.engines.line_walk import LineWalk, owned_player
from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
from sevenout.engine.game import open_game
from sevenout.reports.figures.by_line import by_line
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.line_stats import LineTally
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.tracing import Situation
from sevenout.strategy.view import View

GAME = open_game("catfish-bend")
MANY = 12
ENDS = (SessionEnd(rolls=60), SessionEnd(rolls=40, face_value=True), SessionEnd(shooters=3, goal=350_00))


def _plan(name: str) -> Plan:
    plan = open_strategy(name, GAME)
    assert isinstance(plan, Plan)
    return plan


def _at_table(plan: Plan, sitting: SessionSpec) -> tuple[LineTally, Counter[Situation]]:
    tally, rolled = LineTally(plan.lines), Counter[Situation]()

    def count(view: View | None, *_: int) -> None:
        if view is not None:
            rolled[Situation(view.puck, view.position, view.memory)] += 1

    for number in range(MANY):
        owned = SessionSpec(
            GAME,
            owned_player(plan, sitting, tally),
            sitting.bankroll,
            sitting.rolls,
            sitting.seed,
            plays_out=sitting.plays_out,
        )
        replay_session(owned, number, watch=count)
    return tally, rolled


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.words)
@pytest.mark.parametrize("name", ["three-point-molly", "martingale", "across-press-each", "coin-flip-line"])
def test_lines_come_out_as_at_the_table(name: str, end: SessionEnd) -> None:
    plan = _plan(name)
    sitting = SessionSpec.of(GAME, plan, 200_00, end, 5)
    walk = LineWalk(plan, sitting)
    assert all(walk.follow(number) for number in range(MANY))
    tally, rolled = _at_table(plan, sitting)
    assert walk.tally.report() == tally.report()
    alike: Counter[Situation] = Counter()
    for row, times in walk.rolled_from.items():
        alike[Situation(row.puck, row.position, row.memory)] += times
    assert alike == rolled


def test_so_many_sessions_are_followed_as_have_20000_rolls() -> None:
    plan = _plan("pass-line")
    found = by_line(plan, SessionSpec.of(GAME, plan, 300_00, SessionEnd(rolls=100), 1), 10_000)
    assert found.within == "the first 200 sessions"
    assert (
        by_line(plan, SessionSpec.of(GAME, plan, 300_00, SessionEnd(rolls=100), 1), 3).within == "the first 3 sessions"
    )


def test_what_takes_too_much_tracing_is_played_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = compile_strategy(parse("unit 10\non the come-out: bet 5% of the rack on pass\n"), GAME)
    monkeypatch.setattr(line_walk, "MOST_TRACED", 20)
    found = by_line(plan, SessionSpec.of(GAME, plan, 300_00, SessionEnd(rolls=100), 1), 10_000)
    assert found.within == "the first 10 sessions"
    assert found.lines[0].fired > MANY
