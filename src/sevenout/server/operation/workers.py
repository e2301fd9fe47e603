"""Work that grows with a log, a rulebook or a question: done beside the event loop, bounded, and fair to everybody.

A person has turns like any other however much they ask for, pays for the processor time that was used, as does the
address they come from, and is refused as `busy` when there is nothing left or too much waits. What was asked for by
somebody who is gone is not begun.
"""

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from sevenout.base.refusal import Refusal
from sevenout.server.operation import metrics
from sevenout.server.operation.budgets import Budgets
from sevenout.server.operation.callers import CALLER, GONE, Caller

T = TypeVar("T")
AT_ONCE, EACH_SECOND = 2.0, 0.2
"""Seconds of a processor that a person, or an address, may use in one go, and each second in the long run."""
MOST_WAITING, MOST_EACH = 200, 8
"""Pieces of work that wait for their turn, of everybody and of one person."""
_TOO_MUCH = "you have asked for too much work: try again in a while"
_FULL = "the house is working on too much right now: try again in a while"


def busy(reason: str, wait: float) -> Refusal:
    """Refused because the house is busy, and when it is worth asking again.

    >>> busy("too much at once", 0.2).retry_after
    1
    """
    return Refusal("busy", reason, retry_after=max(1, math.ceil(wait)))


class Busy(Exception):
    """On its way out of something that was half way through its reading: why it does not go on."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class _WorkerJob(Generic[T]):
    """A piece of work, for whom, and who is told what came of it."""

    def __init__(self, work: Callable[[], T], caller: Caller) -> None:
        self.work, self.caller = work, caller
        self.done: asyncio.Future[T | Refusal] = asyncio.get_running_loop().create_future()

    def resolve(self, told: T | Refusal) -> None:
        if not self.done.done():
            self.done.set_result(told)

    def fail(self, error: BaseException) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Workers:
    """A thread beside the loop, and those who wait for it. What several of these use is paid from the same budgets.

    One thread and no more: Python runs one at a time, and each further one would keep the loop itself waiting.
    """

    def __init__(
        self,
        budgets: Budgets | None = None,
        *,
        most: int = MOST_WAITING,
        each: int = MOST_EACH,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._budgets = budgets or Budgets(AT_ONCE, EACH_SECOND)
        self._most, self._each, self._clock = most, each, clock
        self._waiting: OrderedDict[str, deque[_WorkerJob[Any]]] = OrderedDict()
        """By who pays; the first has the next turn."""
        self._thread = ThreadPoolExecutor(1, "worker")
        self._working = False

    @property
    def queue_length(self) -> int:
        """Pieces of work that wait."""
        return sum(map(len, self._waiting.values()))

    async def do(self, work: Callable[[], T], *, for_everybody: bool = False) -> T | Refusal:
        """What comes of it; or `busy`, or that whoever asked is gone. For the house itself nothing is refused.

        `for_everybody`: it is done once and kept, so that no single caller pays for it.
        """
        caller = None if for_everybody else CALLER.get()
        if caller is not None and (refusal := self._refused_work(caller)) is not None:
            metrics.shed.labels("work").inc()
            return refusal
        job = _WorkerJob(work, caller or Caller())
        payer = "" if caller is None else caller.payer
        queue = self._waiting.setdefault(payer, deque())
        queue.append(job)
        self._next()
        try:
            return await job.done
        finally:
            if job in queue:  # whoever waited was told to stop
                queue.remove(job)

    async def do_or_raise(self, work: Callable[[], T], *, for_everybody: bool = False) -> T:
        """What comes of it; raises Busy with the refusal."""
        done = await self.do(work, for_everybody=for_everybody)
        if isinstance(done, Refusal):
            raise Busy(done)
        return done

    def _refused_work(self, caller: Caller) -> Refusal | None:
        wait = self._budgets.wait(caller.payers, self._clock())
        if wait:
            return busy(_TOO_MUCH, wait)
        if len(self._waiting.get(caller.payer, ())) >= self._each:
            return busy(_TOO_MUCH, 1)
        return busy(_FULL, 1) if self.queue_length >= self._most else None

    def _next(self) -> None:
        """Begins what has the next turn, unless something is being done; who is gone or owes by now loses theirs."""
        while self._waiting and not self._working:
            payer, queue = self._waiting.popitem(last=False)
            if not queue:
                continue
            job = queue.popleft()
            if queue:
                self._waiting[payer] = queue
            if job.done.done():
                continue
            wait = self._budgets.wait(job.caller.payers, self._clock()) if payer else 0.0
            if job.caller.is_gone():
                job.resolve(GONE)
            elif wait:
                metrics.shed.labels("work").inc()
                job.resolve(busy(_TOO_MUCH, wait))
            else:
                self._begin(job, charged=bool(payer))

    def _begin(self, job: "_WorkerJob[Any]", *, charged: bool) -> None:
        self._working = True

        def finish(doing: "asyncio.Future[tuple[Any, BaseException | None, float]]") -> None:
            self._working = False
            if doing.cancelled():
                job.done.cancel()
            else:
                told, error, cost = doing.result()
                if charged:
                    self._budgets.charge(job.caller.payers, self._clock(), cost)
                metrics.worked.inc(cost)
                job.resolve(told) if error is None else job.fail(error)
            self._next()

        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._thread, _measure, job.work).add_done_callback(finish)

    def close(self) -> None:
        """What waits is dropped; what is being done is not waited for."""
        for queue in self._waiting.values():
            for job in queue:
                job.resolve(GONE)
        self._waiting.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _measure(work: Callable[[], T]) -> tuple[T | None, BaseException | None, float]:
    """What came of it or what went wrong, and the seconds of a processor that it took."""
    began = time.thread_time()
    try:
        told, error = work(), None
    except Exception as caught:
        told, error = None, caught
    return told, error, time.thread_time() - began
