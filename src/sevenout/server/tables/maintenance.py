"""What a running house does now and then, beside play: pictures of its tables, and signed checkpoints of their logs.

Neither is on the way of anybody's answer, and play goes on if either fails.
"""

import asyncio
import logging
from collections.abc import Iterable

from sevenout.base.errors import BadInput
from sevenout.server.fairness.checkpoints import Checkpoints, checkpoint
from sevenout.server.fairness.keys import Keys
from sevenout.server.live.live_table import LiveTable
from sevenout.server.store.interface import Unavailable

_log = logging.getLogger(__name__)
PICTURE_EVERY = 1_000
"""Entries between two pictures: what is played when a table is opened, at most, after a crash."""
CHECKPOINT_EVERY, CHECKPOINT_WITHIN = 200, 60.0
"""Entries of a table between two checkpoints, and the seconds after which one that grew at all has one."""
_AT_ONCE = 20
"""Pictures that are written together."""


class Upkeep:
    """What is kept of the tables of one process."""

    def __init__(self, keys: Keys, checkpoints: Checkpoints | None = None) -> None:
        self._keys, self._checkpoints = keys, checkpoints
        self._promised: dict[str, int] = {}
        """The entries at each table's last checkpoint."""
        self._signed_at: float | None = None

    async def keep_due(self, tables: Iterable[LiveTable], *, last: bool = False) -> None:
        """Keeps what is due; at the last look whatever has grown."""
        tables, least = list(tables), 1 if last else PICTURE_EVERY
        due = [table for table in tables if table.n + 1 >= table.pictured + least]
        for first in range(0, len(due), _AT_ONCE):
            await asyncio.gather(*map(_picture, due[first : first + _AT_ONCE]))
        await self._sign(tables, last=last)

    async def _sign(self, tables: list[LiveTable], *, last: bool) -> None:
        if self._checkpoints is None:
            return
        clock = asyncio.get_running_loop().time()
        everyone = last or self._signed_at is None or clock >= self._signed_at + CHECKPOINT_WITHIN
        least = 1 if everyone else CHECKPOINT_EVERY
        grown = [table for table in tables if table.n + 1 >= self._promised.get(table.name, 0) + least]
        if everyone:
            self._signed_at = clock
        if not grown:
            return
        try:
            now = await grown[0].store.now()
            ends = [(table.name, table.chain.end) for table in grown]
            made = [checkpoint(self._keys, name, end, now) for name, end in ends if end.entries]
            await asyncio.to_thread(self._checkpoints.add, made)
            self._promised |= {name: end.entries for name, end in ends}
        except (OSError, Unavailable) as error:
            _log.error("no checkpoints were written to %s: %s", self._checkpoints.path, error)

    def recall(self) -> None:
        """Reads what was signed before this process began, and says if a crash cut anything of it."""
        checkpoints = self._checkpoints
        if checkpoints is None or not checkpoints.path.exists():
            return
        try:
            for made in checkpoints:
                before = 0 if made.accepted else self._promised.get(made.table, 0)
                self._promised[made.table] = max(made.entries, before)
        except BadInput as error:
            _log.error("%s", error)
        for number in checkpoints.torn:
            _log.warning("line %d of %s was cut by a crash", number, checkpoints.path)


async def _picture(table: LiveTable) -> None:
    try:
        await table.save_snapshot()
    except Exception as error:
        _log.warning("%s: no picture was kept: %s", table.name, error)
