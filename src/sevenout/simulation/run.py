"""Plays a strategy for many sessions, checks some of them against the table, and counts what came of them.

Sessions are numbered and each has its own dice, so the outcome is the same for any number of workers, any split among
them, any engine, and any executor.
"""

import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from random import Random
from time import perf_counter

from msgspec.structs import replace

from sevenout.arguments import whole_number
from sevenout.automaton import ROW_BUDGET, Disagreement, Untraceable
from sevenout.errors import BadInput
from sevenout.game import AnyHouse, open_game
from sevenout.money import Cents, cents
from sevenout.simulation.counting import play
from sevenout.simulation.engine import Engine
from sevenout.simulation.jobs import Job, run
from sevenout.simulation.played import Sitting, replayed
from sevenout.simulation.results import EngineName, Numbered, Part, Result, Sample, merge
from sevenout.strategy.library import AnyStrategy, Setting, open_strategy

__all__ = ["Disagreement", "Numbered", "Result", "simulate"]

CHECKING = 0.1
"""Replays may take this share of the time that all the sessions took; one of them always happens, unless a session has
more rolls than `LONGEST_REPLAYED`."""
LONGEST_REPLAYED = 50_000
_PARTS = 64
_FIRST_JOB, _JOB_NS, _LONGER = 400_000, 1_000_000_000, 4
"""A job for an executor begins with so many rolls and is to take a second; the next is at most so many times longer."""

Progress = Callable[[int, int], object]
"""Is told how many sessions are done, and of how many."""


def simulate(
    game: AnyHouse,
    strategy: AnyStrategy,
    sessions: int,
    rolls: int,
    bankroll: Cents,
    seed: int = 1,
    workers: int = 1,
    *,
    progress: Progress | None = None,
    engine: EngineName | None = None,
    budget: int = ROW_BUDGET,
    executor: Executor | None = None,
    settings: Mapping[str, Setting] | None = None,
) -> Result:
    """Plays sessions 0 to `sessions` - 1. Interrupted (Ctrl-C), it gives what has been played so far.

    The fastest engine that can is taken, unless one is asked for; a strategy that leads to more situations than the
    budget is played at the table. It runs on so many threads of its own, or by any executor: processes or machines get
    `jobs`, which a strategy of the language or a function of a module can be told as. A house and a strategy may be
    named; `settings` are the strategy's, `{"unit": 25}`.

    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> evenings = simulate("typical", flat, sessions=500, rolls=100, bankroll=300_00)
    >>> evenings.nets.mean, evenings.endings, evenings.engine
    (-600.0, (('rolls', 500),), 'compiled')
    """
    game = open_game(game)
    played = open_strategy(strategy, game, settings)
    sitting = Sitting(game, played, cents(bankroll), whole_number(rolls, "a session's rolls"), seed, budget)
    sitting.check()
    if whole_number(sessions, "sessions") < 1:
        raise BadInput(f"there is nothing to play in {sessions} sessions")
    if whole_number(workers, "workers") < 1:
        raise BadInput(f"{workers} workers play nothing: give one or more")
    started = perf_counter()
    playing: _Playing
    if executor is None or isinstance(executor, ThreadPoolExecutor):
        playing = _OnThreads(Engine(sitting, engine), sessions, progress)
    else:
        job = Job.of(game, played, sessions, rolls, bankroll, seed, engine=engine, budget=budget)
        playing = _ByJobs(job, progress)
    at_a_time = 2 * (workers if executor is None else max(workers, os.cpu_count() or 1))
    with ThreadPoolExecutor(workers) if executor is None else nullcontext(executor) as pool:
        playing.to_the_end(pool, at_a_time)
    whole = playing.whole()
    seconds = perf_counter() - started
    replays = 0
    with suppress(KeyboardInterrupt):  # what has been played is kept, though less of it is checked
        playing.check()
        for replays in _replays(sitting, whole, seconds * CHECKING):  # noqa: B007 - the last count is told
            pass
    return Result.of(whole, sessions, replays, seconds)


def _replays(sitting: Sitting, part: Part, seconds: float) -> Iterator[int]:
    """Plays some sessions again at the table, as many as there is time for; one of them, unless it is very long."""
    if sitting.rolls > LONGEST_REPLAYED:
        return
    samples = list(part.samples)
    Random(sitting.seed).shuffle(samples)
    started = perf_counter()
    for count, sample in enumerate(samples):
        if count and perf_counter() - started > seconds:
            return
        session = replayed(sitting, sample.session)
        again = Sample(sample.session, session.net, session.rolls, session.ending)
        if again != sample:
            raise Disagreement(
                f"session {sample.session} came out as {sample[1:]} with the {part.engine} engine and as {again[1:]}"
                " when it was played again at the table. Does the strategy keep something outside its memory?"
            )
        yield count + 1


class _Playing(ABC):
    """Sessions being played, some at a time, and counted."""

    patience: float | None = None
    """How many seconds are waited for sessions under way if somebody interrupts; None: until they are over."""

    def __init__(self, sessions: int, progress: Progress | None) -> None:
        self.sessions = sessions
        self.progress = progress
        self.done = 0
        self.parts: list[Part] = []

    @abstractmethod
    def stages(self) -> Iterator[tuple[int, int]]:
        """What is played one after the other: the first session of a stage, and the number after its last."""

    @abstractmethod
    def at_once(self, first: int) -> int:
        """How many sessions are best played at once, from this one on."""

    @abstractmethod
    def begin(self, pool: Executor, first: int, count: int) -> "Future[Part | None]":
        """Has some sessions played. None comes of it if they have to be played once more, in another way."""

    @abstractmethod
    def whole(self) -> Part:
        """All that was played."""

    @abstractmethod
    def check(self) -> None:
        """Asks the strategy again for some of what was traced, where that has not been done."""

    def keep(self, part: Part) -> None:
        """Counts what was played."""
        self.parts = [*self.parts, part] if len(self.parts) < _PARTS else [merge([*self.parts, part])]
        self.done += part.sessions

    def to_the_end(self, pool: Executor, at_a_time: int) -> None:
        """Plays all sessions, or until Ctrl-C."""
        try:
            for first, end in self.stages():
                self._all_of(first, end, pool, at_a_time)
        except KeyboardInterrupt:
            if not self.parts:
                raise

    def _all_of(self, first: int, end: int, pool: Executor, at_a_time: int) -> None:
        waiting = deque([(first, end)] if first < end else [])
        running: deque[tuple[int, int, Future[Part | None]]] = deque()
        try:
            while waiting or running:
                while waiting and len(running) < at_a_time:
                    first, end = waiting.popleft()
                    stop = min(first + self.at_once(first), end)
                    if stop < end:
                        waiting.appendleft((stop, end))
                    running.append((first, stop, self.begin(pool, first, stop - first)))
                first, stop, future = running[0]
                part = future.result()
                running.popleft()
                if part is None:
                    waiting.appendleft((first, stop))
                    continue
                self.keep(part)
                if self.progress is not None:
                    self.progress(self.done, self.sessions)
        except KeyboardInterrupt:
            self._interrupted([future for *_, future in running])
            raise

    def _interrupted(self, running: "list[Future[Part | None]]") -> None:
        """Keeps what is soon over, and drops the rest."""
        begun = [future for future in running if not future.cancel()]
        for future in wait(begun, self.patience).done:
            if future.exception() is None and (part := future.result()) is not None:
                self.keep(part)


class _OnThreads(_Playing):
    """In this process, with one engine: first the sessions that are watched."""

    def __init__(self, engine: Engine, sessions: int, progress: Progress | None) -> None:
        super().__init__(sessions, progress)
        self.engine = engine
        self.watched = engine.watched(sessions)

    def stages(self) -> Iterator[tuple[int, int]]:
        yield 0, self.watched
        yield self.watched, self.sessions

    def at_once(self, first: int) -> int:
        return self.engine.at_once(watched=first < self.watched)

    def begin(self, pool: Executor, first: int, count: int) -> "Future[Part | None]":
        return pool.submit(self._play, first, count)

    def _play(self, first: int, count: int) -> Part | None:
        try:
            return play(self.engine, first, count, watched=first < self.watched)
        except Untraceable as reason:
            self.engine.give_up(reason)
            return None

    def whole(self) -> Part:
        engine = self.engine
        known = {"engine": engine.name, "why": engine.why, "refused": engine.refused, "trace_ns": engine.trace_ns}
        return replace(merge(self.parts), **known)

    def check(self) -> None:
        self.engine.check()
        self.engine.shelve()

    def _interrupted(self, running: "list[Future[Part | None]]") -> None:
        self.engine.stop.set()
        super()._interrupted(running)


class _ByJobs(_Playing):
    """Wherever an executor runs jobs: short ones at first, then such as take about a second."""

    patience = 5.0

    def __init__(self, job: Job, progress: Progress | None) -> None:
        super().__init__(job.sessions, progress)
        self.job = job
        self.size = max(1, _FIRST_JOB // job.rolls)

    def stages(self) -> Iterator[tuple[int, int]]:
        yield 0, self.sessions

    def at_once(self, first: int) -> int:  # noqa: ARG002 - all of them alike
        return self.size

    def begin(self, pool: Executor, first: int, count: int) -> "Future[Part | None]":
        return pool.submit(run, self.job.stretch(first, count))

    def keep(self, part: Part) -> None:
        super().keep(part)
        fitting = part.sessions * _JOB_NS // part.run_ns
        self.size = max(1, min(fitting, _LONGER * self.size))

    def whole(self) -> Part:
        return merge(self.parts)

    def check(self) -> None:
        """Each job has done so."""
