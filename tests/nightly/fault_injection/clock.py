"""A clock that is set while a house plays, and between two of its lives: no log runs backwards unsaid, nothing stalls.

Each try is a table that lives several times. Between two lives, and in the middle of one, the clock is set by anything
from a second to a week, back or forth. Whoever is waited for must be thrown for after the window by the time that
passed; in the end the log verifies, and says every time that the clock was far behind it.
"""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import Actor
from sevenout.server.live.table_terms import TableRequest, encode_terms, read_terms
from sevenout.server.protocol.house_events import ClockSetBack, entry_of
from sevenout.server.store.interface import TableRow
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.store.steady_clock import SteadyClock
from sevenout.server.verification.verifier import verify_log
from sevenout.table.commands import Bet, Sit
from tests.nightly.fault_injection.commands import HOUSE_KEY
from tests.nightly.fault_injection.report import Given, Tally

_BEGUN = datetime(2026, 3, 2, 12, tzinfo=UTC)
_SET_BY = (1, 3, 10, 600, 86_400, 604_800)
"""Seconds."""
_ANN = Actor("ann", "Ann")


class _Store(SqliteStore):
    """A store on a machine whose time the row tells: what has passed, and what the clock on the wall shows."""

    passed, off = 0.0, timedelta()

    def begin(self, passed: float, off: timedelta) -> None:
        self.passed, self.off = passed, off
        self._steady = SteadyClock(lambda: self.passed)

    async def now(self) -> datetime:
        return self._steady.read(_BEGUN + timedelta(seconds=self.passed) + self.off)


def run(tally: Tally, given: Given) -> None:
    """So many tables, each with its own settings of the clock."""
    for number in range(tally.wanted):
        rng = random.Random(f"{given.seed} {number}")
        wrong = asyncio.run(_evening(given.folder / f"{number}.db", rng))
        tally.one(wrong, f"--seed {given.seed} --count {number + 1}")


async def _evening(path: Path, rng: random.Random) -> str:
    terms, _ = read_terms(TableRequest(rules="typical", window=30), {}, "ann")
    passed, off, set_back = 0.0, timedelta(), 0
    for life in range(4):
        store = _Store(path, synchronous="OFF")
        store.begin(passed, off)
        table = LiveTable("t-1", terms, store, HOUSE_KEY)
        if not life:
            now = await store.now()
            await store.open_table(TableRow("t-1", encode_terms(terms), now), table.opening(now))
        await table.catch_up()
        last, now = table.record.at, await store.now()
        set_back += last is not None and last - now > timedelta(seconds=5)
        await table.mend_clock()
        if not life:
            await table.submit(_ANN, Sit("Ann", 900_000, None, "ann"))
        await table.submit(_ANN, Bet("Ann", 1_000, "pass"))
        if rng.random() < 0.7:
            store.off = _set(store.off, rng)
        for _ in range(4):  # the minute after which a clock that stays ahead is believed comes in between
            store.passed += terms.window / 2 + 1
            await store.now()
        if table.throw_deadline is not None and not await table.throw_if_overdue():
            return f"in life {life} nobody threw {store.passed - passed:.0f} s after a window of {terms.window} s"
        lines = await store.lines("t-1")
        passed, off = store.passed + 1, _set(store.off, rng)
        await store.close()
    found = verify_log("t-1", lines, table.game)
    if found.fault:
        return found.fault
    said = sum(isinstance(entry_of(line).event, ClockSetBack) for line in lines)
    return "" if said == set_back else f"the log says {said} times that the clock was set back, and it was {set_back}"


def _set(off: timedelta, rng: random.Random) -> timedelta:
    return off + rng.choice((-1, 1)) * timedelta(seconds=rng.choice(_SET_BY))
