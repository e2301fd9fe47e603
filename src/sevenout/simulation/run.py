"""Plays a strategy for many sessions, checks some of them against the table, and counts what came of them.

Sessions are numbered and each has its own dice, so the outcome is the same for any number of workers, any split among
them, and any engine.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from sevenout.arguments import whole_number
from sevenout.automaton import ROW_BUDGET, Disagreement, Untraceable
from sevenout.errors import BadInput
from sevenout.game import AnyHouse, open_game
from sevenout.money import Cents, cents, format_amount
from sevenout.notebook import QUANTILES, Record, html_card
from sevenout.refusal import Refusal
from sevenout.simulation.engine import Engine, EngineName
from sevenout.simulation.played import Played, Sitting, replayed
from sevenout.simulation.tally import Amounts, Pairs, Tally, counted, share_interval, tally, together
from sevenout.strategy.library import AnyStrategy, Setting, open_strategy
from sevenout.strategy.session import Session

WATCHED, LONGEST_WATCHED = 2_000, 20_000
"""So many sessions, the first ones, are watched in every window, unless a session has more rolls than that."""
FEW_ROLLS, SHORT = 6_000_000, 2_000
"""If no more rolls are left, in sessions no longer than this, arrays are done before Numba is loaded."""
CHECKED_EVERY = 1_000
CHECKING = 0.1
"""Replays may take this share of the time that all the sessions took; one of them always happens, unless a session has
more rolls than `LONGEST_REPLAYED`."""
LONGEST_REPLAYED = 50_000
_PARTS = 64

Progress = Callable[[int, int], object]
"""Is told how many sessions are done, and of how many."""
Outcome = tuple[Cents, int, str]
"""The net, the rolls and the ending of a session."""


class Numbered(NamedTuple):
    """One session, by its number, and its net: it can be played again alone."""

    session: int
    net: Cents


class Result(Struct, frozen=True):
    """What came of a simulation; amounts are cents."""

    sessions: int
    """How many were played: fewer than were asked for if it was interrupted."""
    asked: int
    rolls_played: int
    nets: Tally
    worst: Numbered
    """The session with the lowest net; of several the first."""
    best: Numbered
    endings: tuple[tuple[str, int], ...]
    """How often sessions ended how: `rolls`, `ruin`, or what the strategy gave as its reason to leave."""
    lowest: Tally
    """The lowest nets of the sessions that were watched."""
    falls: Tally
    """Their largest falls from a highest net to a later one."""
    engine: EngineName
    why: str
    """Why this engine."""
    replayed: int
    """How many sessions were played again at the table, with the same outcome."""
    compile_seconds: float
    refused: tuple[tuple[str, Refusal], ...]
    """What the house refused at some rack or other: the wager and the reason, each once (not with the table engine)."""
    trace_seconds: float
    run_seconds: float
    """What all sessions took, tracing included, compiling not."""

    def __repr__(self) -> str:
        figures = f"mean net {self.nets.mean / 100:.2f}, sd {self.nets.sd / 100:.2f}, ruin {self.ruin:.2%}"
        return f"<Result of {self.sessions:,} sessions: {figures}>"

    def _repr_html_(self) -> str:
        quantiles = {f"{share:.0%} quantile": format_amount(self.nets.quantile(share)) for share in QUANTILES}
        endings = {name: f"{self.share(name):.2%}" for name, _ in self.endings}
        figures = {"mean net": f"{self.nets.mean / 100:.2f}", "standard deviation": f"{self.nets.sd / 100:.2f}"}
        return html_card(f"{self.sessions:,} sessions, simulated", {**figures, **quantiles, **endings})

    def records(self) -> list[Record]:
        """Every net in cents with how many sessions ended with it, for a data frame."""
        return [{"net": net, "sessions": count, "share": count / self.sessions} for net, count in self.nets.counts]

    @property
    def ruin(self) -> float:
        """The share of sessions that ended in ruin."""
        return self.share("ruin")

    def share(self, ending: str) -> float:
        """The share of sessions that ended so."""
        return dict(self.endings).get(ending, 0) / self.sessions

    def interval(self, ending: str) -> tuple[float, float]:
        """Where the probability of an ending lies, with 95 % confidence."""
        return share_interval(dict(self.endings).get(ending, 0), self.sessions)

    @property
    def rolls_per_second(self) -> float:
        """How fast it went."""
        return self.rolls_played / self.run_seconds


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
    settings: Mapping[str, Setting] | None = None,
) -> Result:
    """Plays sessions 0 to `sessions` - 1. Interrupted (Ctrl-C), it gives what has been played so far.

    The fastest engine that can is taken, unless one is asked for; a strategy that leads to more situations than the
    budget is played at the table. A house and a strategy may be named; `settings` are the strategy's, `{"unit": 25}`.

    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> evenings = simulate("typical", flat, sessions=500, rolls=100, bankroll=300_00)
    >>> evenings.nets.mean, evenings.endings, evenings.engine
    (-600.0, (('rolls', 500),), 'arrays')
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
    playing = _Playing(Engine(sitting, engine), sessions, progress)
    playing.to_the_end(workers)
    seconds = perf_counter() - started - playing.engine.compile_seconds
    with suppress(KeyboardInterrupt):  # what has been played is kept, though less of it is checked
        playing.check(seconds * CHECKING)
    return playing.result(seconds)


class _Part(Struct, frozen=True):
    """Some sessions, counted."""

    sessions: int
    rolls: int
    nets: Pairs
    worst: Numbered
    best: Numbered
    endings: Counter[str]
    lowest: Pairs
    falls: Pairs
    samples: tuple[tuple[int, Outcome], ...]
    """Sessions to be played again, by number."""


class _Playing:
    """Sessions being played and counted."""

    def __init__(self, engine: Engine, sessions: int, progress: Progress | None) -> None:
        self.engine = engine
        self.sessions = sessions
        self.progress = progress
        watched = WATCHED if engine.sitting.rolls <= LONGEST_WATCHED and engine.wanted != "compiled" else 0
        self.watched = min(sessions, watched)
        self.done = 0
        self.parts: list[_Part] = []
        self.replayed = 0

    def to_the_end(self, workers: int) -> None:
        """Plays all sessions, or until Ctrl-C: first those that are watched, which also show what is to be compiled."""
        try:
            with ThreadPoolExecutor(workers) as pool:
                self._all_of(0, self.watched, workers, pool)
                left, rolls = self.sessions - self.watched, self.engine.sitting.rolls
                if left * rolls > FEW_ROLLS or (left and rolls > SHORT):
                    self.engine.compile()
                self._all_of(self.watched, self.sessions, workers, pool)
        except KeyboardInterrupt:
            if not self.parts:
                raise

    def _all_of(self, first: int, end: int, workers: int, pool: ThreadPoolExecutor) -> None:
        """Plays some sessions; if somebody interrupts, those under way are dropped unless they are soon over."""
        waiting = deque([(first, end)] if first < end else [])
        running: deque[tuple[int, int, Future[_Part]]] = deque()
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    first, end = waiting.popleft()
                    stop = min(first + self.engine.at_once, end)
                    if stop < end:
                        waiting.appendleft((stop, end))
                    running.append((first, stop, pool.submit(self._part, first, stop - first)))
                first, stop, future = running[0]
                try:
                    part = future.result()
                except Untraceable as reason:
                    self.engine.give_up(reason)
                    waiting.appendleft((first, stop))
                    running.popleft()
                    continue
                running.popleft()
                self._keep(part)
        except KeyboardInterrupt:
            self.engine.stop.set()
            pool.shutdown(cancel_futures=True)
            for *_, future in running:
                if not future.cancelled() and future.exception() is None:
                    self._keep(future.result(), quietly=True)
            raise

    def _part(self, first: int, count: int) -> _Part:
        """Plays sessions and counts them; any thread may."""
        played = self.engine.play(first, count)
        nobody = np.zeros(0, np.int64)
        seen = max(min(self.watched - first, count), 0)
        endings = np.bincount(played.ending, minlength=len(played.endings)).tolist()
        return _Part(
            count,
            int(played.rolls.sum(dtype=np.int64)),
            counted(played.nets),
            _numbered(first, played.nets, int(played.nets.argmin())),
            _numbered(first, played.nets, int(played.nets.argmax())),
            Counter(dict(zip(played.endings, endings, strict=False))),
            counted(nobody if played.lowest is None else played.lowest[:seen]),
            counted(nobody if played.falls is None else played.falls[:seen]),
            tuple((first + at, _outcome_at(played, at)) for at in range(-first % CHECKED_EVERY, count, CHECKED_EVERY)),
        )

    def _keep(self, part: _Part, *, quietly: bool = False) -> None:
        self.parts = [*self.parts, part] if len(self.parts) < _PARTS else [_sum([*self.parts, part])]
        self.done += part.sessions
        if self.progress is not None and not quietly:
            self.progress(self.done, self.sessions)

    def check(self, seconds: float) -> None:
        """Plays some sessions again at the table, as many as there is time for; one of them, unless it is very long."""
        self.engine.check()
        if self.engine.sitting.rolls > LONGEST_REPLAYED:
            return
        samples = list(_sum(self.parts).samples)
        Random(self.engine.sitting.seed).shuffle(samples)
        started = perf_counter()
        for number, outcome in samples:
            if self.replayed and perf_counter() - started > seconds:
                break
            again = _outcome_of(replayed(self.engine.sitting, number))
            if again != outcome:
                raise Disagreement(
                    f"session {number} came out as {outcome} with the {self.engine.name} engine and as {again} when it"
                    " was played again at the table. Does the strategy keep something outside its memory?"
                )
            self.replayed += 1

    def result(self, seconds: float) -> Result:
        """All of it."""
        whole = _sum(self.parts)
        return Result(
            sessions=whole.sessions,
            asked=self.sessions,
            rolls_played=whole.rolls,
            nets=tally(whole.nets),
            worst=whole.worst,
            best=whole.best,
            endings=tuple(sorted((name, count) for name, count in whole.endings.items() if count)),
            lowest=tally(whole.lowest),
            falls=tally(whole.falls),
            engine=self.engine.name,
            why=self.engine.why,
            replayed=self.replayed,
            compile_seconds=self.engine.compile_seconds,
            refused=self.engine.refused,
            trace_seconds=self.engine.trace_seconds,
            run_seconds=seconds,
        )


def _sum(parts: list[_Part]) -> _Part:
    return _Part(
        sum(part.sessions for part in parts),
        sum(part.rolls for part in parts),
        together(part.nets for part in parts),
        min((part.worst for part in parts), key=lambda one: (one.net, one.session)),
        min((part.best for part in parts), key=lambda one: (-one.net, one.session)),
        sum((part.endings for part in parts), Counter()),
        together(part.lowest for part in parts),
        together(part.falls for part in parts),
        tuple(sample for part in parts for sample in part.samples),
    )


def _numbered(first: int, nets: Amounts, at: int) -> Numbered:
    return Numbered(first + at, int(nets[at]))


def _outcome_at(played: Played, at: int) -> Outcome:
    return int(played.nets[at]), int(played.rolls[at]), played.endings[played.ending[at]]


def _outcome_of(session: Session) -> Outcome:
    return session.net, session.rolls, session.ending
