"""What a service manager such as systemd is told: that the house is open, that its loop goes round, that it closes.

The manager names a datagram socket in NOTIFY_SOCKET and, where it watches, how long it waits for a sign of life in
WATCHDOG_USEC. Without them nothing is told to anybody.
"""

import asyncio
import socket
from collections.abc import Mapping
from contextlib import suppress

_OPEN, _ALIVE = "READY=1", "WATCHDOG=1"
_SIGNS = 3
"""Signs of life in the time that the manager waits for one."""


def notify_manager(environment: Mapping[str, str], words: str) -> None:
    """Tells the manager something, if there is one; one that does not listen is no fault of the house's."""
    where = environment.get("NOTIFY_SOCKET", "")
    if not where:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect(f"\0{where[1:]}" if where.startswith("@") else where)
        line.send(words.encode())


def seconds_between(environment: Mapping[str, str]) -> float | None:
    """How often the manager is shown that the house lives; None if it does not watch.

    >>> seconds_between({"WATCHDOG_USEC": "30000000"}), seconds_between({}), seconds_between({"WATCHDOG_USEC": "?"})
    (10.0, None, None)
    """
    waited = environment.get("WATCHDOG_USEC", "")
    return int(waited) / 1_000_000 / _SIGNS if waited.isascii() and waited.isdigit() and int(waited) else None


async def notify_alive(environment: Mapping[str, str]) -> None:
    """Says that the house is open, and then that it lives, from its own loop: one that stands still says nothing."""
    notify_manager(environment, _OPEN)
    between = seconds_between(environment)
    while between is not None:
        notify_manager(environment, _ALIVE)
        await asyncio.sleep(between)
