"""How somebody's sitting at a table stands, read from the log and read on from there: to the cent, as at the terminal.

A sitting is found from the end of the log backwards, and then followed by its own seat alone. What was read is kept, so
that asking after every roll reads a few entries.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple
from weakref import WeakValueDictionary

from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.player.session_stats import CHANCES, Account, SessionStats, follow_event
from sevenout.server.accounts.people import Person
from sevenout.server.history.seat_memory import events_for_seat
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.public_view import table_event_of
from sevenout.server.protocol import http_types
from sevenout.server.protocol.entry_decoding import run_for_caller
from sevenout.server.protocol.house_events import ServerLogEntry, entry_of
from sevenout.table.event_application import evolve
from sevenout.table.events import Left, RollCorrected, Rolled, RollVoided, Seated, singles
from sevenout.table.table_snapshot import Snapshot, house_of

MOST_READ = 100_000
"""Entries of one sitting: days of play. Whoever has sat for longer is told so."""
MOST_POINTS = 500
_AT_ONCE, _MOST_KEPT = 500, 500
_SEATED, _ROLLED = b'"type":"seated"', (b'"type":"rolled"', b'"type":"overruled"', b'"type":"roll-voided"')
"""How the lines are told apart without reading all of them."""
NO_SITTING = Refusal("no-seat", "you have not played at this table")
TOO_LONG = Refusal("too-long", f"this sitting is longer than the {MOST_READ:,} entries that are read for it")


class SessionStart(NamedTuple):
    """Where a sitting begins in the log, and the point that was on then."""

    n: int
    point: int | None


class SessionRoll(NamedTuple):
    """A roll of a sitting: its entry, who threw, what it did to the puck, and the net after it."""

    n: int
    shooter: str
    event: str
    net: Cents


class LiveSession:
    """One person's sitting, as far as the log was read."""

    def __init__(self, game: Game, person: str, begun: SessionStart) -> None:
        self._game, self._person = game, person
        self.read = begun.n
        """The next entry to be read."""
        self._begin(begun.point)

    def _begin(self, point: int | None, seat: str = "", at: datetime | None = None) -> None:
        self.evening, self.since = SessionStats(seat), at
        self.shown = Snapshot(house_of(self._game), point=point)
        self.nets: deque[Cents] = deque(maxlen=MOST_POINTS)
        self.rolls = list[SessionRoll]()
        self.until: datetime | None = None
        self.left = True

    def read_lines(self, lines: list[bytes]) -> None:
        """Some entries that come next."""
        for line in lines:
            self._read_entry(entry_of(line))
            self.read += 1

    def _read_entry(self, entry: ServerLogEntry) -> None:
        happened = table_event_of(entry)
        if happened is None:
            return
        if isinstance(happened, Seated) and happened.player == self._person:
            self._begin(self.shown.point, happened.seat, entry.at)
            self.left = False
        if self.left:  # somebody else may have the seat by now
            last = singles(happened)[-1]
            if isinstance(last, Rolled | RollVoided):
                self.shown = Snapshot(self.shown.house, point=last.point)
            return
        event = events_for_seat(happened, self.evening.you)
        if event is None:
            return
        self.evening = follow_event(self.evening, self._game, self.shown, event)
        self.shown = evolve(self.shown, event)
        if isinstance(event, RollVoided | RollCorrected) and self.nets:
            self.nets.pop()
            self.rolls.pop()
        if isinstance(event, Rolled | RollCorrected):
            rolled, net = event if isinstance(event, Rolled) else event.rolled, self.evening.net(self.shown)
            self.nets.append(net)
            self.rolls.append(SessionRoll(entry.n, rolled.shooter, rolled.event, net))
        elif isinstance(event, Left):
            self.left, self.until = True, entry.at

    def summarize(self) -> http_types.SessionResponse:
        """How it stands."""
        evening, stands, seen = self.evening, self.evening.balance(self.shown), self.evening.seen
        amounts = {
            name: format_amount(getattr(stands, name))
            for name in (
                "bought", "rack", "layout", "net", "action", "edge", "luck", "commission", "rounding", "bonus",
                "awarded", "tokes",
            )
        }  # fmt: skip
        titles = {key: spot.title for key, spot in self._game.rules.by_key.items()}
        return http_types.SessionResponse(
            seat=evening.you,
            since=self.since,
            n=self.read - 1,
            left=self.left,
            **amounts,
            expected=format_amount(stands.expected_net),
            nets=tuple(map(format_amount, self.nets)),
            first=seen.rolls - len(self.nets) + 1,
            wagers=tuple(_split(account, titles[account.wager]) for account in evening.accounts.values()),
            rolls=seen.rolls,
            totals={str(total): count for total, count in seen.totals},
            expected_totals={str(total): round(float(seen.expected_count(total)), 2) for total in CHANCES},
            made=seen.made,
            seven_outs=seen.lost,
            longest=seen.longest,
            longest_by=seen.longest_by,
        )


def _split(account: Account, title: str) -> http_types.WagerSplit:
    names = ("action", "won", "lost", "net", "edge", "luck", "commission", "rounding")
    amounts = {name: format_amount(getattr(account, name)) for name in names}
    return http_types.WagerSplit(account.wager, title, account.decided, **amounts)


class LiveSessions:
    """The sittings that somebody asked about, as far as they were read; who has not asked for long is forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], LiveSession] = OrderedDict()
        self._reading: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def summarize(self, table: LiveTable, person: Person) -> http_types.SessionResponse | Refusal:
        """How somebody's sitting stands; the last one, if they have left. Raises Busy where too much is asked for."""
        key = table.name, person.key
        async with self._reading.setdefault(key, asyncio.Lock()):  # each sitting is read by one at a time
            sitting = self._kept.get(key) or await self._find_session(table, person)
            if sitting is None:
                return TOO_LONG if table.seat_of(person.key) else NO_SITTING
            end = table.n + 1
            if end - sitting.read > MOST_READ:
                return TOO_LONG
            self._kept[key] = sitting
            self._kept.move_to_end(key)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            try:
                while sitting.read < end:
                    until = min(sitting.read + _AT_ONCE, end)
                    await run_for_caller(
                        partial(sitting.read_lines, await table.store.lines(table.name, sitting.read, until))
                    )
                return await run_for_caller(sitting.summarize)
            except asyncio.CancelledError:
                self._kept.pop(key, None)  # nobody knows how far it is being read
                raise

    async def _find_session(self, table: LiveTable, person: Person) -> LiveSession | None:
        """The last sitting of somebody: where they sat down, and the last roll before that."""
        end = table.n + 1

        def is_seated(line: bytes) -> bool:
            event = entry_of(line).event if _SEATED in line else None
            return isinstance(event, Seated) and event.player == person.key

        begins = await _last(table, end, is_seated)
        if begins is None:
            return None
        return await _session_from(table, person.key, begins[0])


async def read_sitting(table: LiveTable, person: str, first: int, last: int) -> LiveSession | Refusal:
    """A sitting that is over, from the entry by which it began to the one by which it ended. Raises Busy."""
    if last - first >= MOST_READ:
        return TOO_LONG
    sitting = await _session_from(table, person, first)
    while sitting.read <= last:
        until = min(sitting.read + _AT_ONCE, last + 1)
        lines = await table.store.lines(table.name, sitting.read, until)
        await run_for_caller(partial(sitting.read_lines, lines))
    return sitting


async def _session_from(table: LiveTable, person: str, first: int) -> LiveSession:
    """A sitting that begins with an entry: the point that was on then is the last roll's before it."""
    rolled = await _last(table, first, lambda line: any(kind in line for kind in _ROLLED))
    event = None if rolled is None else table_event_of(entry_of(rolled[1]))
    last = None if event is None else singles(event)[-1]
    point = last.point if isinstance(last, Rolled | RollVoided) else None
    return LiveSession(table.game, person, SessionStart(first, point))


async def _last(table: LiveTable, end: int, wanted: Callable[[bytes], bool]) -> tuple[int, bytes] | None:
    """The last line before one that is wanted, and its number; read in chunks, backwards, and not for ever."""
    until, stop = end, max(0, end - MOST_READ)
    while until > stop:
        since = max(stop, until - _AT_ONCE)
        lines = await table.store.lines(table.name, since, until)
        found = await run_for_caller(partial(_first, lines[::-1], wanted))
        if found is not None:
            return until - 1 - found, lines[-1 - found]
        until = since
    return None


def _first(lines: list[bytes], wanted: Callable[[bytes], bool]) -> int | None:
    return next((at for at, line in enumerate(lines) if wanted(line)), None)
