"""Plays a strategy for many sessions, checks some of them against the table, and counts what came of them.

Sessions are numbered and each has its own dice, so the outcome is the same for any number of workers, any split among
them, any engine, and any executor.
"""

import os
import signal
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from random import Random
from time import perf_counter
from types import FrameType
from typing import NamedTuple

from msgspec.structs import replace

from sevenout.analysis.dice.dice_file import AnyDice, game_with_dice
from sevenout.analysis.simulation.aggregation import play
from sevenout.analysis.simulation.engines.engine import Engine
from sevenout.analysis.simulation.jobs import Job, check_sessions, run
from sevenout.analysis.simulation.results import (
    EngineName,
    PartialResult,
    Result,
    Sample,
    SessionNet,
    Spans,
    merge,
    missing,
)
from sevenout.analysis.simulation.session_rows import SessionRows
from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, cents
from sevenout.base.validation import whole_number
from sevenout.engine.game import AnyHouse
from sevenout.strategy.library import AnyStrategy, Setting, open_strategy
from sevenout.strategy.session_end import SessionEnd, end_after, typical_rolls
from sevenout.strategy.tracing import ROW_BUDGET, Disagreement, Untraceable

__all__ = ["Disagreement", "Result", "SessionNet", "simulate"]

CHECKING = 0.1
"""Replays may take this share of the time that all the sessions took; one of them always happens, unless a session has
more rolls than `LONGEST_REPLAYED`."""
LONGEST_REPLAYED = 50_000
MOST_WORKERS = 1_024
_PARTS = 64
_FIRST_JOB, _JOB_NS, _LONGER = 20_000, 1_000_000_000, 8
"""A job for an executor begins with so many rolls and is to take a second; the next is at most so many times longer."""
_SHORTER = 16
"""Towards the end the lots of sessions get smaller, so that all who play are done at about the same time: at the least
a lot is one of so many parts of a whole one."""
_TELLING, _TELLING_SHARE = 1.0, 0.05
"""Who wants to know what has been played so far is told so many seconds apart, and takes at most this share of them."""

_LOOKED_UP = 0.2
"""Seconds after which whoever waits for sessions looks whether somebody pressed Ctrl-C."""

Progress = Callable[[int, int], object]
"""Is told how many sessions are done, and of how many."""
SoFar = Callable[[PartialResult], object]
"""Is given all that has been played so far."""


def simulate(
    game: AnyHouse,
    strategy: AnyStrategy,
    sessions: int,
    rolls: int | None,
    bankroll: Cents,
    seed: int = 1,
    workers: int = 1,
    *,
    end: SessionEnd | None = None,
    progress: Progress | None = None,
    engine: EngineName | None = None,
    budget: int = ROW_BUDGET,
    executor: Executor | None = None,
    settings: Mapping[str, Setting] | None = None,
    first: int = 0,
    count: int | None = None,
    before: PartialResult | None = None,
    so_far: SoFar | None = None,
    rows: SessionRows | None = None,
    dice: AnyDice | None = None,
) -> Result:
    """Plays sessions 0 to `sessions` - 1. Interrupted (Ctrl-C), it gives what has been played so far.

    A session ends after so many rolls, or as `end` says; bets that lie there then are played out, unless it says that
    they count at face value.

    The fastest engine that can is taken, unless one is asked for; a strategy that leads to more situations than the
    budget is played at the table. It runs on so many threads of its own, or by any executor: processes or machines get
    `jobs`, which a strategy of the language or a function of a module can be told as. A house and a strategy may be
    named; `settings` are the strategy's, `{"unit": 25}`; `dice` a model or the file of one, if they are not fair.

    A stretch of the simulation is played if `first` and `count` say which; what is in the part `before` is not played
    again, and counts. About once a second, and at the end, `so_far` is given the part that a later call goes on from.
    An executor that breaks ends it as an interruption does. Every session is put into `rows`, by its number.

    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> evenings = simulate("typical", flat, sessions=500, rolls=100, bankroll=300_00)
    >>> evenings.nets.mean, evenings.endings, evenings.engine
    (-686.0, (('rolls', 1.0),), 'compiled')
    """
    game = game_with_dice(game, dice)
    played = open_strategy(strategy, game, settings)
    end = end_after(rolls, end)
    sitting = SessionSpec.of(game, played, cents(bankroll), end, seed, budget)
    order = _SimulationOrder.of(check_sessions(sessions), first, count, before, progress, so_far)
    if whole_number(workers, "workers") < 1:
        raise BadInput(f"{workers} workers play nothing: give one or more")
    if workers > MOST_WORKERS:
        raise BadInput(f"{workers:,} workers are more than any machine has threads for: give at most {MOST_WORKERS:,}")
    started = perf_counter()
    playing: _SessionRunner
    if executor is None or isinstance(executor, ThreadPoolExecutor):
        playing = _ThreadRunner(Engine(sitting, engine), order, rows)
    else:
        if rows is not None:
            raise BadInput("sessions that are played elsewhere come back counted: rows are for threads of this machine")
        job = Job.of(game, played, sessions, None, bankroll, seed, end=end, engine=engine, budget=budget)
        playing = _JobRunner(job, order)

    def hands() -> int:
        elsewhere = 0 if executor is None else getattr(executor, "workers", os.cpu_count() or 1)
        return max(workers, elsewhere)

    try:
        with (
            _CtrlC() as ctrl_c,
            ThreadPoolExecutor(workers) if executor is None else nullcontext(executor) as pool,
        ):
            playing.to_the_end(pool, hands, ctrl_c)
    except KeyboardInterrupt:  # while the threads end
        if not playing.has_begun:
            raise
    whole = playing.merge_all()
    seconds = perf_counter() - started
    try:
        playing.report()
    except KeyboardInterrupt:
        playing.report()
    replays = 0
    with suppress(KeyboardInterrupt):  # what has been played is kept, though less of it is checked
        playing.check()
        for replays in _replays(sitting, whole, seconds * CHECKING):  # noqa: B007 - the last count is told
            pass
    told = Result.of(whole, order.asked, replays, seconds, playing.ended_early, game)
    return replace(told, dice=game.rules.dice.name)


def _replays(sitting: SessionSpec, part: PartialResult, seconds: float) -> Iterator[int]:
    """Plays some sessions again at the table, as many as there is time for; one of them, unless it is very long."""
    if sitting.usual_rolls > LONGEST_REPLAYED:
        return
    samples = list(part.samples)
    Random(sitting.seed).shuffle(samples)
    started = perf_counter()
    for count, sample in enumerate(samples):
        if count and perf_counter() - started > seconds:
            return
        session = replay_session(sitting, sample.session)
        again = Sample(sample.session, session.net, session.rolls, session.ending)
        if again != sample:
            raise Disagreement(
                f"session {sample.session} came out as {sample[1:]} with the {part.engine} engine and as {again[1:]}"
                " when it was played again at the table. Does the strategy keep something outside its memory?"
            )
        yield count + 1


class _SimulationOrder(NamedTuple):
    """Which sessions of a simulation are to be played, what was played of it before, and who is told."""

    sessions: int
    """How many the whole simulation has."""
    spans: Spans
    before: PartialResult | None
    asked: int
    """How many are played in the end, with those before."""
    progress: Progress | None
    so_far: SoFar | None

    @classmethod
    def of(
        cls,
        sessions: int,
        first: int,
        count: int | None,
        before: PartialResult | None,
        progress: Progress | None,
        so_far: SoFar | None,
    ) -> "_SimulationOrder":
        """What is missing of a stretch."""
        count = sessions - first if count is None else whole_number(count, "sessions")
        if count < 1 or not 0 <= whole_number(first, "a session's number") <= sessions - count:
            raise BadInput(f"there are no {count} sessions from {first} on in a simulation of {sessions}")
        spans = missing(first, first + count, before.spans if before else ())
        asked = sum(end - begin for begin, end in spans) + (before.sessions if before else 0)
        return cls(sessions, spans, before, asked, progress, so_far)


class _SessionRunner(ABC):
    """Sessions being played, some at a time, and counted."""

    patience: float | None = None
    """How many seconds are waited for sessions under way if somebody interrupts; None: until they are over."""

    def __init__(self, order: _SimulationOrder) -> None:
        self.order = order
        self.done = order.before.sessions if order.before else 0
        self.parts: list[PartialResult] = []
        self.ended_early = ""
        self._next_telling = 0.0

    @abstractmethod
    def stages(self) -> Iterator[Spans]:
        """What is played one after the other."""

    @abstractmethod
    def at_once(self, first: int) -> int:
        """How many sessions are best played at once, from this one on."""

    @abstractmethod
    def begin(self, pool: Executor, first: int, count: int) -> "Future[PartialResult | None]":
        """Has some sessions played. None comes of it if they have to be played once more, in another way."""

    @abstractmethod
    def merge_all(self) -> PartialResult:
        """All that was played."""

    @abstractmethod
    def check(self) -> None:
        """Asks the strategy again for some of what was traced, where that has not been done."""

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.parts) or self.order.before is not None

    def keep(self, part: PartialResult) -> None:
        """Counts what was played."""
        self.parts = [*self.parts, part] if len(self.parts) < _PARTS else [merge([*self.parts, part])]
        self.done += part.sessions

    def report(self) -> None:
        """Gives away all that has been played so far."""
        if self.order.so_far is not None and self.has_begun:
            started = perf_counter()
            self.order.so_far(self.merge_all())
            now = perf_counter()
            self._next_telling = now + max(_TELLING, (now - started) / _TELLING_SHARE)

    def to_the_end(self, pool: Executor, hands: Callable[[], int], ctrl_c: "_CtrlC") -> None:
        """Plays all sessions, or until Ctrl-C, or until there is nobody left to play them."""
        try:
            for spans in self.stages():
                self._all_of(spans, pool, hands, ctrl_c)
        except (KeyboardInterrupt, BrokenExecutor) as ended:
            self.ended_early = str(ended) if isinstance(ended, BrokenExecutor) else "interrupted"
            if not self.has_begun:
                raise

    def _all_of(self, spans: Spans, pool: Executor, hands: Callable[[], int], ctrl_c: "_CtrlC") -> None:
        """Each hand has a lot to play and one to go on with."""
        waiting, left = deque(spans), sum(end - first for first, end in spans)
        running: dict[Future[PartialResult | None], tuple[int, int]] = {}
        try:
            while waiting or running:
                ctrl_c.check()
                while waiting and len(running) < 2 * (players := hands()):
                    first, end = waiting.popleft()
                    size = self.at_once(first)
                    stop = min(end, first + max(1, min(size, left // players), size // _SHORTER))
                    if stop < end:
                        waiting.appendleft((stop, end))
                    left -= stop - first
                    running[self.begin(pool, first, stop - first)] = first, stop
                for future in wait(running, _LOOKED_UP, return_when=FIRST_COMPLETED).done:
                    part = future.result()
                    first, stop = running.pop(future)
                    if part is None:
                        waiting.appendleft((first, stop))
                        left += stop - first
                        continue
                    self.keep(part)
                    if self.order.progress is not None:
                        self.order.progress(self.done, self.order.asked)
                if perf_counter() >= self._next_telling:
                    self.report()
        except (KeyboardInterrupt, BrokenExecutor):
            self._keep_finished(list(running))
            raise

    def _keep_finished(self, running: "list[Future[PartialResult | None]]") -> None:
        """Keeps what is soon over, and drops the rest."""
        begun = [future for future in running if not future.cancel()]
        for future in wait(begun, self.patience).done:
            if future.exception() is None and (part := future.result()) is not None:
                self.keep(part)


class _CtrlC:
    """Ctrl-C, raised by `check` where nothing is half done: inside a lock it would leave that broken for all threads.

    A second Ctrl-C is raised at once. Where a signal is somebody else's business, it stays so.
    """

    def __init__(self) -> None:
        self._pressed = self._taken = False

    def __enter__(self) -> "_CtrlC":
        ours = threading.current_thread() is threading.main_thread()
        if ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._press)
            self._taken = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._taken:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _press(self, number: int, frame: FrameType | None) -> None:
        if self._pressed:
            signal.default_int_handler(number, frame)
        self._pressed = True

    def check(self) -> None:
        """Raises KeyboardInterrupt if it was pressed."""
        if self._pressed:
            raise KeyboardInterrupt


class _ThreadRunner(_SessionRunner):
    """In this process, with one engine: first the sessions that are watched."""

    def __init__(self, engine: Engine, order: _SimulationOrder, rows: SessionRows | None = None) -> None:
        super().__init__(order)
        self.engine = engine
        self.rows = rows
        self.watched = engine.count_watched(order.sessions)

    def stages(self) -> Iterator[Spans]:
        yield tuple((first, min(end, self.watched)) for first, end in self.order.spans if first < self.watched)
        rest = tuple((max(first, self.watched), end) for first, end in self.order.spans if end > self.watched)
        yield rest

    def at_once(self, first: int) -> int:
        return self.engine.at_once(watched=first < self.watched)

    def begin(self, pool: Executor, first: int, count: int) -> "Future[PartialResult | None]":
        return pool.submit(self._play, first, count)

    def _play(self, first: int, count: int) -> PartialResult | None:
        try:
            return play(self.engine, first, count, watched=first < self.watched, rows=self.rows)
        except Untraceable as reason:
            self.engine.give_up(reason)
            return None

    def merge_all(self) -> PartialResult:
        engine, before = self.engine, [self.order.before] if self.order.before else []
        if not self.parts:
            return merge(before)
        known = {"engine": engine.name, "why": engine.reason, "refused": engine.refusals, "trace_ns": engine.trace_ns}
        return merge([*before, replace(merge(self.parts), **known)])

    def check(self) -> None:
        self.engine.check()
        self.engine.shelve()

    def _keep_finished(self, running: "list[Future[PartialResult | None]]") -> None:
        self.engine.stop.set()
        super()._keep_finished(running)


class _JobRunner(_SessionRunner):
    """Wherever an executor runs jobs: short ones at first, then such as take about a second."""

    patience = 5.0

    def __init__(self, job: Job, order: _SimulationOrder) -> None:
        super().__init__(order)
        self.job = job
        self.size = max(1, _FIRST_JOB // typical_rolls(job.end))

    def stages(self) -> Iterator[Spans]:
        yield self.order.spans

    def at_once(self, first: int) -> int:  # noqa: ARG002 - all of them alike
        return self.size

    def begin(self, pool: Executor, first: int, count: int) -> "Future[PartialResult | None]":
        return pool.submit(run, self.job.stretch(first, count))

    def keep(self, part: PartialResult) -> None:
        super().keep(part)
        fitting = part.sessions * _JOB_NS // part.run_ns
        self.size = max(1, min(fitting, _LONGER * self.size))

    def merge_all(self) -> PartialResult:
        return merge([*([self.order.before] if self.order.before else []), *self.parts])

    def check(self) -> None:
        """Each job has done so."""
