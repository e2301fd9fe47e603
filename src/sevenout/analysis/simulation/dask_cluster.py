"""A Dask cluster as an executor: whoever works for the scheduler at an address plays the jobs it is given.

    with Cluster("tcp://10.0.0.1:8786") as cluster:
        simulate("typical", "three-point-molly", …, executor=cluster)

Nothing but the scheduler is spoken to. A worker that dies loses the jobs it had, and others play them; if the scheduler
is gone, or nobody works for it, what is under way ends with `NoCluster`, and `simulate` keeps what was done.
"""

import asyncio
import json
import logging
import pickle
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from sevenout.base.errors import BadInput, GameRefused
from sevenout.base.extras import wanting
from sevenout.base.files import read_text
from sevenout.base.version import __version__

if TYPE_CHECKING:
    from distributed import Client

CONNECTING, JOINING = 4.0, 5.0
"""So many seconds a scheduler has to answer, and then somebody to work for it."""
ALONE = 60.0
"""If nobody has worked for a scheduler for so many seconds, nobody is waited for any longer."""
_LOOKING = 1.0
_ROUNDS = 10
"""A scheduler gives a task up once some workers (three, unless it is told otherwise) have died over it; so often it is
handed in again: a job is plain counting and kills nobody, so that its workers were killed by somebody else."""
_LARGEST = 1 << 20
_ADDRESS = re.compile(r"(tcp|tls)://([\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class NoCluster(GameRefused, BrokenExecutor):
    """A cluster that cannot be reached, is gone, or has nobody who can play."""


class Cluster(Executor):
    """Runs what it is given on a cluster, by the address of its scheduler or the scheduler's file (`….json`).

    As `with Cluster(…)` it drops what is still under way at the end.
    """

    def __init__(self, address: str, alone: float = ALONE) -> None:
        with wanting("distributed", "a cluster"):
            import distributed  # noqa: F401 - asked for before any thread begins
        self.address = _address(address)
        self.workers = 0
        """How many jobs are played at a time, by all that work for it now."""
        self._alone = alone
        self._lost: NoCluster | None = None
        self._client: Client | None = None
        self._under_way: set[Future[Any]] = set()
        self._tasks: set[asyncio.Task[Any] | None] = set()
        self._watching: Future[None] | None = None
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)  # a client that is left has attempts of its own under way
        self._thread = Thread(target=self._loop.run_forever, name="cluster", daemon=True)
        self._thread.start()
        try:
            self._wait_for(self._connect())
            self._watching = asyncio.run_coroutine_threadsafe(self._watch(), self._loop)
        except BaseException:
            self._close()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown(wait=False, cancel_futures=True)

    def submit(
        self, function: Callable[Given, Answer], /, *given: Given.args, **named: Given.kwargs
    ) -> "Future[Answer]":
        """Has a function of a module called by some worker. What was handed in cannot be cancelled, only dropped."""
        if self._lost is not None:
            raise self._lost
        if self._loop.is_closed():
            raise RuntimeError("this cluster was left")
        call, answer = pickle.dumps(_RemoteCall(pickle.dumps((function, given, named)))), Future[Answer]()
        answer.set_running_or_notify_cancel()
        self._under_way.add(answer)
        asyncio.run_coroutine_threadsafe(self._resolve(call, answer), self._loop)
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster; what is under way is waited for, or dropped."""
        if self._loop.is_closed():
            return
        if wait and not cancel_futures:
            for future in list(self._under_way):
                future.exception()
        self._close()

    # --- in the thread of the cluster

    async def _connect(self) -> None:
        from distributed import Client

        for name in (
            "distributed",
            "distributed.batched",
            "distributed.client",
            "distributed.core",
            "distributed.comm",
        ):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what they would say is raised
        try:
            async with asyncio.timeout(CONNECTING + 1):
                self._client = Client(  # type: ignore[no-untyped-call]
                    self.address,
                    asynchronous=True,
                    timeout=CONNECTING,
                    direct_to_workers=False,
                    set_as_default=False,
                )
                await self._client
        except OSError as error:  # a timeout is one, too
            raise NoCluster(f"no Dask scheduler answers at {self.address} within {CONNECTING:.0f} s") from error
        except Exception as error:
            raise NoCluster(f"what answers at {self.address} is no Dask scheduler: {_reason(error)}") from error
        until = monotonic() + JOINING
        while not await self._count_workers():
            if monotonic() > until:
                raise NoCluster(f"nobody works for the scheduler at {self.address}. Type: dask worker {self.address}")
            await asyncio.sleep(0.1)

    async def _count_workers(self) -> int:
        assert self._client is not None
        self.workers = sum((await self._client.nthreads()).values())  # type: ignore[no-untyped-call]
        return self.workers

    async def _watch(self) -> None:
        seen = monotonic()
        while True:
            await asyncio.sleep(_LOOKING)
            try:
                seen = monotonic() if await self._count_workers() else seen
            except OSError:
                continue  # who lost the connection finds out by what is under way
            if monotonic() - seen > self._alone:
                self._lose(f"nobody has worked for the scheduler at {self.address} for {self._alone:.0f} s")

    async def _resolve(self, call: bytes, answer: "Future[Any]") -> None:
        self._tasks.add(asyncio.current_task())
        try:
            value = await self._submit(call)
        except (asyncio.CancelledError, CancelledError):
            self._lose(self._gone_message())
        except NoCluster as error:
            self._lose(str(error))
        except BaseException as error:
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(value)
        finally:
            self._under_way.discard(answer)
            self._tasks.discard(asyncio.current_task())

    async def _submit(self, call: bytes) -> Any:
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        assert self._client is not None
        for _ in range(_ROUNDS):
            try:
                return await self._client.submit(pickle.loads, call, pure=False)
            except KilledWorker:
                continue
            except CommClosedError as error:
                raise NoCluster(self._gone_message()) from error
            except ModuleNotFoundError as error:
                if not str(error.name).startswith("sevenout"):
                    raise
                raise NoCluster(f"somebody who works for {self.address} has no sevenout: {error}") from error
        raise NoCluster(f"at {self.address} every worker dies that is given a job: look at what they say")

    def _gone_message(self) -> str:
        return f"the cluster at {self.address} is gone"

    def _lose(self, why: str) -> None:
        self._lost = self._lost or NoCluster(why)
        for future in list(self._under_way):
            if not future.done():
                future.set_exception(self._lost)

    # --- from outside

    def _wait_for(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _close(self) -> None:
        self._lost = self._lost or NoCluster(f"the cluster at {self.address} was left")
        if self._watching is not None:
            self._watching.cancel()
        self._wait_for(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _leave(self) -> None:
        for task in self._tasks:
            if task is not None:
                task.cancel()
        while self._tasks:
            await asyncio.sleep(0)
        if self._client is not None:
            with suppress(OSError, asyncio.TimeoutError):  # it is gone
                await asyncio.wait_for(self._client.close(), CONNECTING)  # type: ignore[no-untyped-call]


class _RemoteCall:
    """What a worker does by unpickling it. So nobody needs sevenout to hand it on, and who has none can say so."""

    def __init__(self, call: bytes) -> None:
        self.call = call

    def __reduce__(self) -> tuple[Callable[[str, bytes], Any], tuple[str, bytes]]:
        return _call_on_worker, (__version__, self.call)


def _call_on_worker(version: str, call: bytes) -> Any:
    """Calls what was sent, on a worker, if it is by the same sevenout."""
    if version != __version__:
        from distributed import get_worker

        raise NoCluster(f"the worker at {get_worker().address} has sevenout {__version__}, and this is {version}")
    function, given, named = pickle.loads(call)
    return function(*given, **named)


def _address(given: str) -> str:
    """An address as it is, or the one that a scheduler wrote into a file.

    >>> _address("10.0.0.1:8786"), _address("tls://host:8786")
    ('tcp://10.0.0.1:8786', 'tls://host:8786')
    """
    address = given if "://" in given else f"tcp://{given}"
    if given.endswith(".json"):
        try:
            address = str(json.loads(read_text(Path(given), _LARGEST, "a scheduler's file"))["address"])
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{given}: this is no file of a Dask scheduler: it holds no address") from error
    if not _ADDRESS.fullmatch(address):
        raise BadInput(f"{given} is no address of a Dask scheduler: write tcp://host:port, or name its .json file")
    return address


def _reason(error: Exception) -> str:
    """One line of an error that may have many, or none."""
    return (str(error) or type(error).__name__).splitlines()[0]
