"""What a page's own kernel needs to walk a strategy's sessions: its steps and decisions, told as they become known.

The page makes its rows of them (kernel/page) and walks. Sessions that meet something nobody has told are finished here,
by the engine that plays them anyway; whatever they met is then known, and told. So a page asks by the numbers of
sessions, which need no trust, and the house traces and walks little else.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from os import urandom
from threading import Timer
from time import thread_time

from msgspec import Struct

from sevenout.analysis.simulation.engines.engine import Engine
from sevenout.analysis.simulation.engines.rows import DecisionRows
from sevenout.analysis.simulation.session_spec import PlayedSessions, SessionSpec, SimulationStopped
from sevenout.base.money import Cents
from sevenout.strategy.tracing import OVER, Untraceable, column_of

STEP_NUMBERS, DECISION_NUMBERS = 4, 10
"""How many numbers tell a step and a decision: those that kernel/page/strategy_rows.c reads."""
_NOT_CLOSING = -1
_LOT, _CLOCK = 64, 3.0
"""So many sessions are finished before the time is looked at; and by the clock it may be so many times as much."""

Mark = tuple[int, int]
"""How many numbers about steps and about decisions somebody has been told."""


class PartTelling(Struct, frozen=True):
    """What is known of a strategy, or of one of its independent parts, beyond a mark. Amounts are in chips."""

    mark: Mark
    columns: int
    """How finely rolls are told apart: 11, 22 or 36."""
    bankroll: int
    minimum: int
    first: int
    """What is faced before the first roll."""
    steps: tuple[int, ...]
    """Situation, column of the roll, what is faced then, what goes back to the rack; and the next."""
    decisions: tuple[int, ...]
    """What is faced, least and most rack, what is added to the rack, what lies there, situation after it (-1: the
    session is over), ending; situation in which it is played out (-1: it is not), what goes back, what lies then."""


class FinishedSession(Struct, frozen=True):
    """A session that the house has finished: net in cents, rolls and ending."""

    session: int
    net: Cents
    rolls: int
    ending: str


class StrategyTelling(Struct, frozen=True):
    """What a page's kernel gets."""

    epoch: str
    """What was told in another one is void."""
    parts: tuple[PartTelling, ...]
    endings: tuple[str, ...]
    chip: Cents
    rolls: int
    """That are walked until nothing more is bet."""
    usual_rolls: int
    """About as many as a session has."""
    plays_out: bool
    """Whether bets that lie there at the end are played out."""
    closes_at_once: bool
    """Whether nothing is bet after the first decision."""
    full: str
    """Why nothing more is traced; then a page cannot go on by itself."""
    finished: tuple[FinishedSession, ...] = ()


class _PartLog:
    """All that is known of one part, as numbers in the order in which it became known."""

    def __init__(self, rows: DecisionRows, *, plays_out: bool) -> None:
        self.rows, self.plays_out = rows, plays_out
        self.steps: list[int] = []
        self.decisions: list[int] = []
        self._many_steps = 0
        self._known: list[set[Cents]] = []
        """The least racks of the decisions that are in the log, by what is faced."""

    def catch_up(self) -> None:
        """Adds what has become known since."""
        rows, tracer = self.rows, self.rows.automaton
        for (situation, roll), (faced, back) in islice(tracer.known_steps.items(), self._many_steps, None):
            self.steps += (situation, column_of(rows.columns, roll), faced, rows.chips(back))
        self._many_steps = len(tracer.known_steps)
        for faced, variants in enumerate(tracer.known_decisions):
            if faced == len(self._known):
                self._known.append(set())
            if len(variants) == len(self._known[faced]):
                continue
            for variant in variants:
                if variant.least in self._known[faced]:
                    continue
                self._known[faced].add(variant.least)
                least = -(-(variant.least - rows.rest) // rows.chip)
                most = (variant.most - rows.rest) // rows.chip
                ending = rows.ending_number(variant.ending) if variant.ending else 0
                done = rows.chips(variant.paid), rows.chips(variant.layout), variant.row, ending
                self.decisions += (faced, least, most, *done, *self._close(variant.row))

    def _close(self, row: int) -> tuple[int, int, int]:
        if row == OVER or not self.plays_out:
            return _NOT_CLOSING, 0, 0
        tracer = self.rows.automaton
        closing, back = tracer.close(row)
        return closing, self.rows.chips(back), self.rows.chips(sum(tracer.rows[closing].position.stakes))

    def since(self, mark: Mark) -> PartTelling:
        rows, (steps, decisions) = self.rows, mark
        return PartTelling(
            (len(self.steps), len(self.decisions)),
            rows.columns,
            rows.bankroll,
            rows.automaton.game.minimum // rows.chip,
            rows.automaton.first,
            tuple(self.steps[steps:]),
            tuple(self.decisions[decisions:]),
        )


class PageFeed:
    """A sitting whose sessions pages walk by themselves; one thread at a time may ask."""

    def __init__(self, sitting: SessionSpec) -> None:
        if not sitting.dice.is_fair:
            raise Untraceable("the page's kernel throws fair dice alone")
        self.sitting = sitting
        self._engine = Engine(sitting, "compiled")
        self._logs: list[_PartLog] = []
        self._epoch = ""

    def answer(
        self, epoch: str, marks: Sequence[Mark], sessions: Iterable[int], patience: float = 1.0
    ) -> StrategyTelling:
        """Finishes sessions, as many as there is patience for, and tells what is new beyond the marks.

        Patience is in seconds of this thread; a lot of sessions that takes three times as long by the clock is dropped,
        with nothing lost but its figures.

        Raises Untraceable where the strategy cannot be walked by anybody but the table.
        """
        from sevenout.analysis.simulation.engines import kernel_engine

        finished = self._finish(sessions, patience)
        rows = self._engine.rows
        if not rows:
            raise Untraceable(self._engine.reason)
        if [log.rows for log in self._logs] != list(rows):
            self._logs = [_PartLog(part, plays_out=self.sitting.plays_out) for part in rows]
            self._epoch = urandom(8).hex()
        for log in self._logs:
            log.catch_up()
        known = marks if epoch == self._epoch and len(marks) == len(rows) else [(0, 0)] * len(rows)
        return StrategyTelling(
            self._epoch,
            tuple(log.since(mark) for log, mark in zip(self._logs, known, strict=True)),
            tuple(rows[0].endings),
            rows[0].chip,
            kernel_engine.rolls_to_walk(self.sitting),
            self.sitting.usual_rolls,
            self.sitting.plays_out,
            self.sitting.closes_after == 0,
            self._engine.full,
            finished,
        )

    def _finish(self, sessions: Iterable[int], patience: float) -> tuple[FinishedSession, ...]:
        engine, finished = self._engine, list[FinishedSession]()
        engine.stop.clear()
        until = thread_time() + patience
        timer = Timer(_CLOCK * patience, engine.stop.set)
        timer.start()
        try:
            for numbers in _lots(sessions):
                if thread_time() > until or engine.stop.is_set() or engine.name == "table":
                    break
                played = engine.play_named(numbers)
                finished += _list_outcomes(numbers, played)
        except SimulationStopped:
            pass
        finally:
            timer.cancel()
        return tuple(finished)


def _lots(sessions: Iterable[int]) -> "Iterator[array[int]]":
    left = iter(sessions)
    while numbers := array("Q", islice(left, _LOT)):
        yield numbers


def _list_outcomes(numbers: "array[int]", played: list[PlayedSessions]) -> Iterator[FinishedSession]:
    outcomes = (
        (net, rolls, lot.endings[ending])
        for lot in played
        for net, rolls, ending in zip(lot.nets, lot.rolls, lot.ending, strict=True)
    )
    for number, (net, rolls, ending) in zip(numbers, outcomes, strict=True):
        yield FinishedSession(number, net, rolls, ending)
