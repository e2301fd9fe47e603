"""The rows of the table: what is done to a house, how often every night, and how often in full.

A row is one module with a `run`, and one line here.
"""

import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.nightly.fault_injection import (
    clock,
    commands,
    crowd,
    empty_store,
    freeze,
    kill,
    load,
    malformed,
    overload,
    powerloss,
    repeats,
    salts,
    servers,
    syscalls,
    tamper,
    world,
)
from tests.nightly.fault_injection.report import Given, Report, Tally, Told, quiet


class Row(NamedTuple):
    """Something that is done to a house."""

    name: str
    run: Callable[[Tally, Given], None]
    short: int
    full: int
    what: str
    soak: bool = False
    """Whether it lasts as long as it is told to, so that it belongs to the night."""


ROWS = (
    Row("kill", kill.run, 50, 2_000, "kill -9 under load: nothing acknowledged is lost or doubled"),
    Row("powerloss", powerloss.run, 200, 5_000, "the power fails: what was not synced is lost, torn, out of order"),
    Row("syscalls", syscalls.run, 200, 10**6, "every call to the system fails in turn: never a wrong answer"),
    Row("commands", commands.run, 10**5, 10**7, "random commands: money is conserved, replay equals live"),
    Row("tamper", tamper.run, 300, 10_000, "logs that were tampered with are found, at the first bad entry"),
    Row("empty-store", empty_store.run, 30, 1_000, "tables that were signed for are gone: the house does not open"),
    Row("clock", clock.run, 60, 3_000, "the clock is set back and forth: no log runs backwards unsaid, nothing stalls"),
    Row("salts", salts.run, 24, 1_000, "a house that picks its dice is found, or its turns are not called fair"),
    Row("repeats", repeats.run, 1_000, 100_000, "the same command 2 to 10 times at once, both stores: one effect each"),
    Row("servers", servers.run, 20, 500, "two servers on one PostgreSQL, one killed or the database restarted", True),
    Row("malformed", malformed.run, 10**4, 10**6, "frames and requests that are none: no crash, no 5xx, no change"),
    Row("load", load.run, 60, 600, "seconds of 20 tables of 10 players with a command a second each", True),
    Row("crowd", crowd.run, 20, 240, "seconds with one client that floods and 50 that never read", True),
    Row("freeze", freeze.run, 6, 120, "seconds of work that one address asks for and does not wait for", True),
    Row("overload", overload.run, 8, 300, "seconds of 1,000 clients: answered in time, or refused at once", True),
    Row("world", world.run, 20, 10_000, "the whole house under one seed: servers, store, lines, clocks in any order"),
)  # fmt: skip
BY_NAME = {row.name: row for row in ROWS}


def tried(name: str, count: int | None = None, *, seed: int = 1, full: bool = False, told: Told = quiet) -> Report:
    """Runs a row: as often as every night, or as in full, or as often as said. What nobody foresaw is wrong."""
    row = BY_NAME[name]
    wanted = count if count is not None else row.full if full else row.short
    with tempfile.TemporaryDirectory(prefix="sevenout-") as folder:
        with Tally(name, wanted, told) as tally:
            try:
                row.run(tally, Given(seed, Path(folder), full))
            except Exception as error:
                traceback.print_exc()
                tally.one(f"{type(error).__name__}: {error}", f"--seed {seed}{' --full' if full else ''}", 0)
        return tally.report()
