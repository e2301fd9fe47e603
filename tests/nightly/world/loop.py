"""The ground that a world stands on: an event loop whose time is made up, and chance that comes from the seed alone.

No thread, no file, no socket: when nothing is ready the clock jumps to the next thing that will be. What is ready at
the same time is run in an order that the seed picks, as asyncio lets nobody count on another.
"""

import asyncio
import os
import random
import secrets
import threading
import time
from asyncio import Handle
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
SERVER: ContextVar[str] = ContextVar("SERVER", default="")
"""Which server the running task belongs to: whoever it starts belongs there too, and dies with it."""
BEGINNING = 1_800_000_000.0
"""The store's clock when a world begins."""
_MOST_STEPS = 150_000


class Stuck(Exception):
    """Nothing will ever happen again, or things happen without end."""


class _Selector:
    """Waits for nothing: whoever would wait makes the clock jump."""

    def __init__(self, jump: Callable[[float | None], list[Any]]) -> None:
        self.select = jump


class _Task(asyncio.Task[T]):
    """A task whose place in a set is the same in every run."""

    number = 0

    def __hash__(self) -> int:
        return self.number


class WorldLoop(asyncio.BaseEventLoop):
    """An event loop of one seed."""

    _ready: deque[Handle]
    _clock_resolution: float

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._now, self._chance = 0.0, chance
        self.steps = 0
        self._selector = _Selector(self._jump)
        self._clock_resolution = 1e-9
        self._numbers = count(1)
        self.tasks: dict[str, list[asyncio.Task[Any]]] = {}
        """The tasks of each server."""
        self.died: Callable[[str], None] = print
        """Told of what no task expected."""
        self.set_task_factory(self._task)
        self.set_exception_handler(lambda _, context: self.died(_told(context)))

    def time(self) -> float:
        """Seconds since the world began."""
        return self._now

    def _jump(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck("everybody waits for somebody")
        self._now += timeout
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Stuck("it goes on without end")
        return []

    def _process_events(self, _: list[Any]) -> None:
        """Nothing comes from outside; what is ready is put in the seed's order."""

    def _run_once(self) -> None:
        if len(self._ready) > 1:
            ready = list(self._ready)
            self._chance.shuffle(ready)
            self._ready.clear()
            self._ready.extend(ready)
        super()._run_once()  # type: ignore[misc]

    def _write_to_self(self) -> None:
        """There is only one thread."""

    def run_in_executor(self, _: Any, func: Callable[..., Any], *args: Any) -> "asyncio.Future[Any]":  # type: ignore[override]
        """What would be another thread's is done at once, and answered a little later."""
        done = self.create_future()
        try:
            answer = func(*args)
        except Exception as error:
            self.call_later(0.01, _settle, done, None, error)
        else:
            self.call_later(0.01, _settle, done, answer, None)
        return done

    def _task(
        self,
        loop: asyncio.AbstractEventLoop,
        coro: Coroutine[Any, Any, T] | Generator[Any, None, T],
        context: Context | None = None,
        **_: Any,
    ) -> "asyncio.Future[T]":
        task: _Task[T] = _Task(coro, loop=loop, context=context)
        task.number = next(self._numbers)
        self.tasks.setdefault(SERVER.get() if context is None else context.get(SERVER, ""), []).append(task)
        return task

    def kill(self, server: str) -> None:
        """Ends every task of a server."""
        for task in self.tasks.pop(server, []):
            task.cancel()


def _settle(done: "asyncio.Future[Any]", answer: Any, error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(answer)
    else:
        done.set_exception(error)


def _told(context: dict[str, Any]) -> str:
    error = context.get("exception")
    return f"{context.get('message')}: {type(error).__name__}: {error}"


@contextmanager
def under(loop: WorldLoop, chance: random.Random, skew: float) -> Iterator[None]:
    """All randomness and every clock of the standard library is the world's while it runs; other threads draw their
    own.

    `skew`: by how much the machines' clocks are ahead of the store's.
    """
    kept = os.urandom, secrets.token_bytes, time.monotonic, time.time
    ours = threading.get_ident()

    def urandom(size: int, /) -> bytes:
        return chance.randbytes(size) if threading.get_ident() == ours else kept[0](size)

    def token_bytes(nbytes: int | None = None) -> bytes:
        return urandom(32 if nbytes is None else nbytes)

    os.urandom, secrets.token_bytes = urandom, token_bytes
    time.monotonic, time.time = loop.time, lambda: BEGINNING + loop.time() + skew
    try:
        yield
    finally:
        os.urandom, secrets.token_bytes, time.monotonic, time.time = kept
