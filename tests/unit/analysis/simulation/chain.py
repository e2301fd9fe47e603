"""One session, however it is played: by `session`, at a real table, with arrays, compiled, and in parts."""

from itertools import islice
from threading import Event

from sevenout.analysis.simulation.engines.engine import Engine
from sevenout.analysis.simulation.engines.parts_engine import PartsEngine
from sevenout.analysis.simulation.philox import rolls_of
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec, replay_session
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.independence.parts import NotIndependent, independent
from sevenout.strategy.reference_session import SessionOutcome, play
from sevenout.strategy.session_end import SessionPlayer
from sevenout.strategy.view import Strategy
from tests.unit.strategy.sitting import Recorded, at_a_table

Outcome = tuple[int, int, str]
"""The net, the rolls and the ending of a session."""


def outcomes(played: PlayedSessions, count: int | None = None) -> list[Outcome]:
    names = [played.endings[index] for index in played.ending.tolist()]
    return list(zip(played.nets.tolist(), played.rolls.tolist(), names, strict=True))[:count]


def at_the_table(sitting: SessionSpec, number: int) -> SessionOutcome:
    """One session, window by window the same at a real table with its events and its ledger."""
    dice = list(islice(rolls_of(sitting.seed, number, sitting.dice), sitting.rolls))
    recorded = Recorded(sitting.strategy)
    session = play(sitting.game, recorded, sitting.bankroll, dice)
    stands = list(at_a_table(sitting.game, recorded.again(), sitting.bankroll, dice))
    assert stands == recorded.stands
    rack, layout, ending = stands[-1]
    last = rack + layout - sitting.bankroll, len(stands) - 1, ending or "rolls"
    assert (session.net, session.rolls, session.ending) == last
    return session


def the_same(sitting: SessionSpec, first: int, count: int) -> list[SessionOutcome]:
    """Sessions that are the same at the table, with arrays and compiled; `Untraceable` if only the table can.

    One that ends otherwise than by its rolls, or is played out, is not compared window by window.
    """
    one = replay_session if isinstance(sitting.strategy, SessionPlayer) else at_the_table
    table = [one(sitting, number) for number in range(first, first + count)]
    engine = Engine(sitting, "compiled")
    compiled, watched = engine.play(first, count), engine.play(first, count, watched=True)
    by_arrays = Engine(sitting, "arrays").play(first, count)
    again = engine.play(first, count)  # nothing is new any more: two rolls a step, where there are few rows
    assert outcomes(compiled) == [(session.net, session.rolls, session.ending) for session in table]
    assert outcomes(by_arrays) == outcomes(watched) == outcomes(again) == outcomes(compiled)
    in_parts = [PartsEngine(sitting, parts, Event()).play(first, count) for parts in _parts_of(sitting.strategy)]
    assert all(outcomes(jointly) == outcomes(compiled) for jointly in in_parts)
    for played in (by_arrays, watched, *in_parts):
        assert played.lowest is not None
        assert played.lowest.tolist() == [session.lowest for session in table]
        assert played.falls is not None
        assert played.falls.tolist() == [session.fall for session in table]
    return table


def _parts_of(strategy: Strategy) -> list[tuple[Plan, ...]]:
    """The parts of a strategy, if it falls into such."""
    found = independent(strategy) if isinstance(strategy, Plan) else NotIndependent(())
    return [] if isinstance(found, NotIndependent) else [found]
