"""`sevenout simulate --from FILE`: recorded rolls played through strategies, shown as simulated sessions are."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sevenout.analysis.dice.recorded_sessions import play_recorded, play_rolls
from sevenout.analysis.dice.roll_file import RollRecord, read_rolls
from sevenout.analysis.simulation.session_spec import check_bankroll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.cli.analysis.session_arguments import SessionOptions
from sevenout.cli.analysis.simulate_table import simulate_table
from sevenout.cli.shared.output_formats import print_answer
from sevenout.cli.shared.text_output import write_page
from sevenout.reports.figures.by_line import ByLine, Sessions, StrategyResult
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.line_stats import TalliedPlan
from sevenout.strategy.session_end import MOST_ROLLS, SessionEnd, player_of

if TYPE_CHECKING:
    from sevenout.cli.analysis.simulate_command import SimulateOptions


def play_file(
    strategies: Sequence[Plan], options: "SimulateOptions", asked: SessionOptions, report: Path | None
) -> int:
    """Plays the rolls of a file and prints what came of them; returns the exit code."""
    assert options.recorded is not None, "a file is named"
    _refuse_what_needs_a_seed(options)
    record = read_rolls(options.recorded)
    length = len(record.rolls) if options.each is None else options.each
    if length < 1:
        raise BadInput(f"a session has from 1 to {MOST_ROLLS:,} rolls, not {length:,}")
    end = SessionEnd(rolls=length, goal=asked.end.goal, stop_loss=asked.end.stop_loss, face_value=True)
    for strategy in strategies:
        check_bankroll(strategy.game, asked.bankroll)
        end.check(strategy.game, asked.bankroll)
    done = [
        StrategyResult(
            strategy,
            play_recorded(strategy.game, player_of(strategy, end), asked.bankroll, record, options.each),
            _watch_lines(strategy, end, asked.bankroll, record, length),
        )
        for strategy in strategies
    ]
    played = Sessions(strategies[0].game, asked.bankroll, end, asked.pace, None, done)
    try:
        return print_answer(simulate_table(played, ""), json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.reports.html.simulate_page import simulate_page

            write_page(report, simulate_page(played))


def _refuse_what_needs_a_seed(options: "SimulateOptions") -> None:
    """Recorded rolls are what they are: nothing is drawn, kept for later or played elsewhere."""
    given = {
        "--dice": options.dice,
        "--keep": options.keep,
        "--add": options.add,
        "--rows": options.rows,
        "--cluster": options.cluster,
        "--workers": options.workers,
        "--first": options.first,
        "--count": options.only,
    }
    for name, value in given.items():
        if value:
            raise BadInput(f"{name} does not go with --from: the rolls of a file are played as they were thrown")


def _watch_lines(strategy: Plan, end: SessionEnd, bankroll: Cents, record: RollRecord, length: int) -> ByLine:
    """What each line of the strategy does in the first session."""
    watched = TalliedPlan(strategy)
    play_rolls(strategy.game, player_of(watched, end), bankroll, record.rolls[:length], record.name)
    return ByLine(watched.tally.report(), "the first session" if length < len(record.rolls) else "these rolls")
