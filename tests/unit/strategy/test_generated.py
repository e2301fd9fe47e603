"""Strategies made at random from the grammar are played alike: by a session, at a table, and as traced."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from sevenout.analysis.simulation.philox import rolls_of
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.strategy.language import syntax_tree as tree
from sevenout.strategy.language.compiler.plan import Plan as Strategy
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.line_stats import TalliedPlan
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.reference_session import play
from sevenout.strategy.tracing import StrategyTracer
from tests.unit.analysis.simulation.chain import the_same
from tests.unit.strategy.constructs import all_constructs, constructs, lines
from tests.unit.strategy.generated import file_of
from tests.unit.strategy.sitting import as_traced, game_of, stands
from tests.volume import SEED_NUMBER, scaled

STRATEGIES, PARTS = 500, scaled(10)
PLAYED = scaled(STRATEGIES)
SESSIONS, ROLLS, SEED = 3, 45, 500
HOUSES = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2")
UNITS = (4, 12, 30, 400)
ASIDES = (tree.CommentLine.__name__, tree.Gap.__name__)
DECLARED = tuple(each.__name__ for each in (tree.StrategyFile, tree.Rule, tree.Unit, tree.Let, tree.CountDeclaration))
"""What is no part of a line that does something."""
NOBODY_MEANS = {
    f"{tree.PressAction.__name__}.by {tree.ThreeFourFive.__name__}",
    f"{tree.ReduceAction.__name__}.step {tree.ThreeFourFive.__name__}",
}
"""`press pass-odds by 3-4-5x` can be read, and no house takes it."""
BETS = f"{tree.LimitedAction.__name__}.action {tree.BetAction.__name__}"


def seated(number: int) -> tuple[Strategy, SessionSpec]:
    """A strategy at a table of some house, with some bankroll."""
    chance = Random(f"a seat for {number}")
    game = game_of(chance.choice(HOUSES))
    strategy = compile_strategy(parse(format_file(file_of(number))), game)
    return strategy, SessionSpec(game, strategy, chance.choice(UNITS) * strategy.unit, ROLLS, SEED)


@pytest.mark.parametrize("part", range(PARTS))
def test_strategies_made_at_random_are_played_alike(part: int) -> None:
    for number in range(SEED_NUMBER + part, SEED_NUMBER + PLAYED, PARTS):
        (strategy, sitting), first = seated(number), SESSIONS * number
        dice = list(islice(rolls_of(SEED, first), ROLLS))
        try:
            the_same(sitting, first, SESSIONS)
            traced = list(as_traced(StrategyTracer(sitting.game, strategy, sitting.bankroll), dice))
            assert traced == stands(sitting.game, strategy, sitting.bankroll, dice)
        except AssertionError as error:
            error.add_note(f"strategy {number} at {sitting.game.rules.book.name}:\n{strategy.script.text}")
            raise


@pytest.mark.nightly
def test_every_construct_of_the_grammar_is_written_and_takes_effect() -> None:
    """And no idle talk: most strategies bet and do several things, many are refused something, some end early."""
    written: set[str] = set()
    done: set[str] = set()
    seen: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for number in range(STRATEGIES):
        (strategy, sitting), file = seated(number), file_of(number)
        watched = TalliedPlan(strategy)
        for session in range(SESSIONS * number, SESSIONS * (number + 1)):
            endings[play(sitting.game, watched, sitting.bankroll, islice(rolls_of(SEED, session), ROLLS)).ending] += 1
        report = watched.tally.report()
        fired = [parts for line, parts in zip(report, lines(file), strict=True) if line.fired]
        written.update(constructs(file))
        done.update(*fired)
        seen["bet"] += any(BETS in parts for parts in fired)
        seen["several lines"] += len(fired) > 1
        seen["refused"] += any(line.refused for line in report)
    every = {each for each in all_constructs() if not each.startswith(ASIDES) and not each.endswith(ASIDES)}
    assert every <= written, every - written
    played = {each for each in every - NOBODY_MEANS if each.split(".")[0] not in DECLARED}
    assert played <= done, played - done
    assert seen["bet"] > 0.8 * STRATEGIES
    assert seen["several lines"] > 0.6 * STRATEGIES
    assert seen["refused"] > 0.3 * STRATEGIES
    ruined, through = endings["ruin"], endings["rolls"]
    assert ruined > 0.15 * SESSIONS * STRATEGIES
    assert endings.total() - ruined - through > 0.05 * SESSIONS * STRATEGIES
