"""Strategies made at random from the grammar are played alike: by a session, at a table, and as traced."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

import pytest

from sevenout.analysis.dice.dice_file import game_with_dice
from sevenout.analysis.dice.dice_models import HARDWAYS, THREE_V, dice_by_axis, dice_by_faces, dice_by_totals
from sevenout.analysis.simulation.philox import rolls_of
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan as Strategy
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.line_stats import TalliedPlan
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.syntax_tree import LimitedAction
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.reference_session import play
from sevenout.strategy.session_end import SessionEnd
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
ASIDES = ("CommentLine", "Gap")
DECLARED = ("StrategyFile", "Rule", "Unit", "Let", "CountDeclaration", "Expectation", "GivenEvent", "StakeAt")
"""What is no part of a line that does something."""
NOBODY_MEANS = {"PressAction.by ThreeFourFive", "ReduceAction.step ThreeFourFive"}
"""`press pass-odds by 3-4-5x` can be read, and no house takes it."""


LOADED = (
    dice_by_axis(THREE_V, Fraction(1, 3), together=True, pitch=Fraction(1, 5)),
    dice_by_axis(HARDWAYS, 1),
    dice_by_faces({1: Fraction(1, 21), 2: Fraction(2, 21), 3: Fraction(1, 7), 4: Fraction(4, 21), 5: Fraction(5, 21),
                   6: Fraction(2, 7)}),
    dice_by_totals({2: 0, 3: 0, 4: Fraction(1, 4), 5: 0, 6: 0, 7: Fraction(1, 12), 8: Fraction(1, 3), 9: 0,
                    10: Fraction(1, 3), 11: 0, 12: 0}),
)  # fmt: skip
"""Dice that are not fair: kept on axis, never off it, by face, by total."""


@cache
def loaded_game(book: str, which: int) -> Game:
    return game_with_dice(game_of(book), LOADED[which])


def seated(number: int, *, loaded: bool = False) -> tuple[Strategy, SessionSpec]:
    """A strategy at a table of some house, with some bankroll."""
    chance = Random(f"a seat for {number}")
    book = chance.choice(HOUSES)
    game = loaded_game(book, number % len(LOADED)) if loaded else game_of(book)
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


def ends(bankroll: Cents, unit: Cents) -> tuple[SessionEnd, ...]:
    """Every way in which a session ends that has a limit, for a bankroll."""
    stop, goal = min(bankroll, 3 * unit), bankroll + 3 * unit
    return (
        SessionEnd(rolls=ROLLS),
        SessionEnd(rolls=ROLLS, face_value=True),
        SessionEnd(shooters=3),
        SessionEnd(shooters=2, face_value=True),
        SessionEnd(rolls=ROLLS, goal=goal),
        SessionEnd(rolls=ROLLS, stop_loss=stop),
        SessionEnd(shooters=4, goal=goal, stop_loss=stop),
        SessionEnd(rolls=ROLLS, goal=goal, stop_loss=stop, face_value=True),
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_strategies_made_at_random_are_played_alike_however_a_session_ends_with_any_dice(part: int) -> None:
    """Each with another end, and every third with fair dice."""
    for number in range(SEED_NUMBER + part, SEED_NUMBER + PLAYED, PARTS):
        strategy, seat = seated(number, loaded=number % 3 != 0)
        choices = ends(seat.bankroll, strategy.unit)
        end = choices[number // PARTS % len(choices)]
        sitting = SessionSpec.of(seat.game, strategy, seat.bankroll, end, SEED)
        try:
            the_same(sitting, SESSIONS * number, SESSIONS)
        except AssertionError as error:
            told = f"strategy {number}, {end.words}, {sitting.dice.name}, {sitting.game!r}"
            error.add_note(f"{told}:\n{strategy.script.text}")
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
        at = {line.line for line in report if line.fired}
        statements = strategy.script.numbered_statements()
        numbers = [line for line, statement in statements if isinstance(statement, LimitedAction)]
        fired = [parts for line, parts in zip(numbers, lines(file), strict=True) if line in at]
        written.update(constructs(file))
        done.update(*fired)
        seen["bet"] += any("LimitedAction.action BetAction" in parts for parts in fired)
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
