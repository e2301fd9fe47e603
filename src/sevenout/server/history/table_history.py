"""Everything ever played at a table, by query: rolls, hands and one person's results, read from the store in pages.

Pages go back in time. A cursor is the number of an entry: `before` it is read on. However long a log is, one question
reads a bounded part of it, and an answer that is not full says where to go on.
"""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from msgspec import Struct

from sevenout.base.money import format_amount
from sevenout.engine.game import Game
from sevenout.server.accounts.permissions import OwnSeat
from sevenout.server.protocol.entry_decoding import entries_of
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.store.interface import Store
from sevenout.table.commands import Bet
from sevenout.table.events import RollCorrected, Rolled, RollVoided, Seated, SeatResult

MOST_ROWS = 200
"""Rows of one page."""
MOST_READ = 5_000
"""Entries that one question reads, before it says where to go on."""
_CHUNK = 500


class RollPlayed(Struct, frozen=True, omit_defaults=True):
    """A roll that was played: what it showed, who threw, and what it decided, as `replay --json` tells it."""

    n: int
    at: datetime | None
    dice: tuple[int, int]
    total: int
    shooter: str
    event: str
    puck: int | None
    settled: tuple[dict[str, Any], ...] = ()


class HandPlayed(Struct, frozen=True):
    """A shooter's rolls, from the first to the last of them."""

    first: int
    """The entries of its first and its last roll."""
    last: int
    shooter: str
    rolls: tuple[tuple[int, int], ...]
    points: int
    """Points made."""
    ended: str
    """`seven-out`, `passed` (somebody else threw next), or nothing while it goes on."""


class ResultPlayed(Struct, frozen=True):
    """What a roll did to one person's wagers."""

    table: str
    n: int
    at: datetime | None
    dice: tuple[int, int]
    back: str
    """What went back to the rack."""
    rack: str
    """The rack after it."""
    settled: tuple[dict[str, Any], ...]


class HistoryPage(Struct, frozen=True):
    """Rows, the newest first, and the cursor of those before them; None: there are none."""

    rows: tuple[Any, ...]
    before: int | None


class _BackwardReader:
    """A log read backwards in chunks; `at` is the number of the last entry that was read."""

    def __init__(self, store: Store, table: str, before: int) -> None:
        self._store, self._table, self.at, self.read = store, table, before, 0

    async def read_backwards(self) -> AsyncIterator[ServerLogEntry]:
        """The entries, newest first, down to the first."""
        while self.at > 0:
            since = max(self.at - _CHUNK, 0)
            chunk = await entries_of(await self._store.lines(self._table, since, self.at))
            for entry in reversed(chunk):
                self.at -= 1
                self.read += 1
                yield entry

    def page(self, rows: list[Any]) -> HistoryPage:
        """What was found, and where to go on."""
        return HistoryPage(tuple(rows), self.at if self.at > 0 else None)


async def rolls(store: Store, table: str, game: Game, before: int, most: int = 50) -> HistoryPage:
    """The rolls before an entry."""
    walk, rows = _BackwardReader(store, table, before), list[RollPlayed]()
    standing = _StandingRolls()
    async for entry in walk.read_backwards():
        rolled = standing.of(entry)
        if rolled is not None:
            settled = tuple(one for done in (*rolled.seats, rolled.crew) for one in _settlement_rows(game, done))
            shown = (rolled.a, rolled.b)
            rows.append(
                RollPlayed(entry.n, entry.at, shown, rolled.total, rolled.shooter, rolled.event, rolled.point, settled)
            )
        if len(rows) >= min(most, MOST_ROWS) or walk.read >= MOST_READ:
            break
    return walk.page(rows)


async def hands(store: Store, table: str, before: int, most: int = 20) -> HistoryPage:
    """The hands that began before an entry; a hand is never cut in two, however long it was."""
    walk, rows, later = _BackwardReader(store, table, before), list[HandPlayed](), list[tuple[int, Rolled]]()
    ended, standing = "", _StandingRolls()
    async for entry in walk.read_backwards():
        rolled = standing.of(entry)
        if rolled is None:
            if walk.read >= MOST_READ and not later:
                break
            continue
        over = "seven-out" if rolled.event == "seven-out" else ""
        if later and (over or rolled.shooter != later[-1][1].shooter):
            rows.append(_hand(later, ended))
            if len(rows) >= min(most, MOST_ROWS) or walk.read >= MOST_READ:
                return HistoryPage(tuple(rows), entry.n + 1)
            later, ended = [], over or "passed"
        elif not later:
            ended = over
        later.append((entry.n, rolled))
    if later:
        rows.append(_hand(later, ended))
    return walk.page(rows)


async def results(
    store: Store, table: str, game: Game, person: str, name: str, before: int, most: int = 50
) -> HistoryPage:
    """What rolls did to somebody's wagers. Whose a seat of that name was is found by who sat down or spoke for it."""
    walk, rows, unknown = _BackwardReader(store, table, before), list[ResultPlayed](), list[ResultPlayed]()
    standing = _StandingRolls()
    async for entry in walk.read_backwards():
        rolled = standing.of(entry)
        if rolled is not None:
            for done in rolled.seats:
                if done.seat == name and (done.results or done.moves or done.back):
                    unknown.append(_result(table, game, entry, rolled, done))
        elif (whose := _speaks_for(entry, name)) is not None:
            rows += unknown if whose == person else []
            unknown = []
        if not unknown and (len(rows) >= min(most, MOST_ROWS) or walk.read >= MOST_READ):
            break
    return walk.page(rows)


class _StandingRolls:
    """The rolls of a log that is walked backwards, without those that were taken back later."""

    def __init__(self) -> None:
        self._voided = False
        """Whether the next roll that is met was taken back."""

    def of(self, entry: ServerLogEntry) -> Rolled | None:
        """The roll of an entry that stands: called, corrected, or one that counts after all by whoever's ruling."""
        for event in (entry.event, entry.table):
            voided = self._voided
            if isinstance(event, RollVoided):
                self._voided = True
            elif isinstance(event, RollCorrected):
                self._voided = True
                return None if voided else event.rolled
            elif isinstance(event, Rolled):
                self._voided = False
                return None if voided else event
        return None


def _speaks_for(entry: ServerLogEntry, name: str) -> str | None:
    """Whose a seat is, if this entry tells: by sitting down there, or by saying what only its player says."""
    if isinstance(entry.event, Seated) and entry.event.seat == name:
        return entry.event.player
    said = entry.command
    if not isinstance(said, OwnSeat) or said.seat != name:
        return None
    by_the_crew = isinstance(said, Bet) and (said.confirmed or said.unnoticed)
    return None if by_the_crew or not entry.actor else entry.actor


def _hand(later: list[tuple[int, Rolled]], ended: str) -> HandPlayed:
    played = [*reversed(later)]
    shown = tuple((rolled.a, rolled.b) for _, rolled in played)
    made = sum(rolled.event == "made" for _, rolled in played)
    return HandPlayed(played[0][0], played[-1][0], played[0][1].shooter, shown, made, ended)


def _result(table: str, game: Game, entry: ServerLogEntry, rolled: Rolled, done: SeatResult) -> ResultPlayed:
    back, rack = format_amount(done.back), format_amount(done.rack)
    return ResultPlayed(table, entry.n, entry.at, (rolled.a, rolled.b), back, rack, tuple(_settlement_rows(game, done)))


def _settlement_rows(game: Game, done: SeatResult) -> list[dict[str, Any]]:
    return [
        {
            "seat": done.seat,
            "wager": each.wager,
            "stake": format_amount(each.stake),
            "result": each.result,
            "won": format_amount(each.won),
            "clause": game.rules.citations[each.cite].clause,
        }
        for each in done.results
    ]
