"""How long commits take and whether they are taken: counted, and told where it is out of the ordinary."""

import logging

from sevenout.server.operation import metrics
from sevenout.server.operation.logging import ThrottledLog, log_event

_log = logging.getLogger("sevenout.store")
_seldom = ThrottledLog(10)
SLOW = 0.5
"""Seconds."""


def count_commit(seconds: float, writes: int) -> None:
    """One commit is durable."""
    metrics.committing.observe(seconds)
    metrics.batches.observe(writes)
    if seconds >= SLOW:
        held = _seldom.passes("slow")
        if held is not None:
            log_event(_log, logging.WARNING, "slow commit", ms=round(seconds * 1000), writes=writes, held_back=held)


def not_committed(error: Exception) -> None:
    """One commit was not taken, or nobody knows whether it was."""
    metrics.store_errors.inc()
    held = _seldom.passes("away")
    if held is not None:
        log_event(_log, logging.ERROR, "the store did not take a commit", error=error, held_back=held)
