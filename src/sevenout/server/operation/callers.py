"""For whom the house is doing something: who pays for it with their share, and whether they still wait for it."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Protocol, TypeVar

from sevenout.base.refusal import Refusal

T = TypeVar("T")

GONE = Refusal("gone", "the caller has hung up")
"""What comes of something that was asked for by somebody who did not wait: nobody reads it."""
_NOBODY = "nobody"


class WorkRunner(Protocol):
    """Whoever does work beside the loop."""

    async def do_or_raise(self, work: Callable[[], T]) -> T:
        """What comes of it."""


def is_never_gone() -> bool:
    """Whoever it is, they are not gone."""
    return False


class Caller:
    """Somebody at the other end of a request or a socket."""

    def __init__(
        self, address: str = "", is_gone: Callable[[], bool] = is_never_gone, workers: WorkRunner | None = None
    ) -> None:
        self.address, self.is_gone, self.workers = address, is_gone, workers
        self.person = ""
        """By key, once it is known who asks."""

    @property
    def payers(self) -> tuple[str, ...]:
        """Who pays: the person and the address. Strangers on the machine itself share one purse."""
        named = (f"person {self.person}" if self.person else "", f"address {self.address}" if self.address else "")
        return tuple(name for name in named if name) or (_NOBODY,)

    @property
    def payer(self) -> str:
        """Whose turn it is when many wait: a person's, or an address's of which nobody has said who they are."""
        return self.payers[0]


CALLER: ContextVar[Caller | None] = ContextVar("CALLER", default=None)
"""For whom the running task works; None: for the house itself."""
