"""Limits that people set for themselves: loss, time, reminders, staying away. Tighter at once, looser after a day.

A loss is counted by what was bought and not cashed out, chips at the tables as if they were gone: whatever the dice do,
nobody loses more than the limit. A sitting counts on the day it ends, and until then every day. A day is one of UTC,
the same on every server.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.store.answered_keys import KEY_USED
from sevenout.table.events import BoughtIn, Left, Seated

LOOSENED_AFTER = timedelta(days=1)
LONGEST_AWAY = timedelta(days=366 * 5)
MOST_LOSS, MOST_MINUTES = 10**14, 24 * 60
MOST_TABLES = 20
"""At which somebody sits at once."""
MOST_ENDED = 50
"""Sittings that wait to be kept: they are kept when their player leaves, or asks for their evenings."""
_WORDS = {"loss": "what you can lose in a day", "minutes": "how long you play in a day", "remind": "your reminders"}
_MOST = {"loss": MOST_LOSS, "minutes": MOST_MINUTES, "remind": MOST_MINUTES}


class Bounds(Struct, frozen=True):
    """What somebody allows themself; None is no limit."""

    loss: Cents | None = None
    """In a day."""
    minutes: int | None = None
    """At the tables, in a day."""
    remind: int | None = None
    """Minutes of play between reality checks."""


class Tab(Struct, frozen=True):
    """Somebody at a table, by its log up to entry `n`: what they bought there since they sat down."""

    n: int
    seat: str = ""
    """Empty once they left."""
    bought: Cents = 0
    first: int = -1
    """The entry by which they sat down."""


class EndedSitting(Struct, frozen=True):
    """A sitting that is over, by the entries of a table's log: it waits to be kept as an evening."""

    table: str
    first: int
    last: int


class Pending(Struct, frozen=True):
    """Chips that are being bought: counted before the table is asked, and given back if it refuses."""

    table: str
    who: str
    """On whose word; with `key` what the store knows the answer by."""
    key: str
    amount: Cents
    after: int
    """It is in the table's log after this entry, or not at all."""
    at: datetime
    holders: int = 1
    """How many ask for it at once, with the same key."""


class SelfLimits(Struct, frozen=True):
    """Somebody's limits, what of them is being loosened, where they sit, and how today went."""

    bounds: Bounds = Bounds()
    coming: Bounds | None = None
    """Looser bounds that were asked for."""
    comes: datetime | None = None
    away_until: datetime | None = None
    """Excluded by their own wish until then."""
    day: date | None = None
    settled: Cents = 0
    """What sittings lost that ended today; below zero, won."""
    seconds: int = 0
    """Played today before they sat down where they are."""
    seated: datetime | None = None
    """Since when they sit anywhere."""
    seen: int = 0
    """Seconds played today when they last acknowledged a reality check."""
    tabs: dict[str, Tab] = {}
    pending: tuple[Pending, ...] = ()
    ended: tuple[EndedSitting, ...] = ()
    """Sittings that are over and not yet kept, the newest last."""

    @property
    def sitting(self) -> bool:
        """Whether they have a seat anywhere."""
        return any(tab.seat for tab in self.tabs.values())

    @property
    def at_stake(self) -> Cents:
        """What they would have lost today if all their chips were lost."""
        bought = sum(tab.bought for tab in self.tabs.values() if tab.seat)
        return self.settled + bought + sum(one.amount for one in self.pending)

    def at(self, now: datetime) -> "SelfLimits":
        """As they stand now: what was to come has come, and a new day begins at nothing."""
        limits, today = self, now.astimezone(UTC).date()
        if limits.coming is not None and limits.comes is not None and now >= limits.comes:
            limits = replace(limits, bounds=limits.coming, coming=None, comes=None)
        if limits.day is None or limits.day < today:
            needed = {one.table for one in limits.pending}
            tabs = {table: tab for table, tab in limits.tabs.items() if tab.seat or table in needed}
            limits = replace(limits, day=today, settled=0, seconds=0, seen=0, tabs=tabs)
        return limits

    def seconds_played(self, now: datetime) -> int:
        """Seconds at the tables today, those now included; two tables at once are no longer than one."""
        return self.seconds + _since(self.seated, now)


# --- what somebody allows themself


def set_bounds(limits: SelfLimits, wanted: Bounds, now: datetime) -> SelfLimits | Refusal:
    """New bounds: what is tighter holds at once, what is looser in a day.

    >>> now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    >>> tight = set_bounds(SelfLimits(), Bounds(loss=100_00), now)
    >>> set_bounds(tight, Bounds(loss=500_00), now).at(now).bounds.loss
    10000
    >>> set_bounds(tight, Bounds(loss=500_00), now).at(now + LOOSENED_AFTER).bounds.loss
    50000
    """
    for name, most in _MOST.items():
        value = getattr(wanted, name)
        if value is not None and not 0 < value <= most:
            reason = f"{_WORDS[name]}: a limit is above zero and at most {most:,}; leave it out to have none"
            return Refusal("bad-limit", reason)
    limits = limits.at(now)
    old = limits.bounds
    tight = Bounds(
        _tighter(old.loss, wanted.loss), _tighter(old.minutes, wanted.minutes), _tighter(old.remind, wanted.remind)
    )
    loosens = tight != wanted
    return replace(
        limits,
        bounds=tight,
        coming=wanted if loosens else None,
        comes=now + LOOSENED_AFTER if loosens else None,
    )


def stay_away(limits: SelfLimits, until: datetime, now: datetime) -> SelfLimits | Refusal:
    """Excluded until then; it can be made longer, never shorter."""
    if not now < until <= now + LONGEST_AWAY:
        return Refusal("bad-limit", "choose a time in the future to stay away until, within five years")
    if limits.away_until is not None and until < limits.away_until:
        return Refusal("bad-limit", f"you stay away until {limits.away_until.isoformat(timespec='minutes')}: no sooner")
    return replace(limits, away_until=until)


def acknowledge_check(limits: SelfLimits, now: datetime) -> SelfLimits:
    """After somebody has seen how long they have played and how it went."""
    limits = limits.at(now)
    return replace(limits, seen=limits.seconds_played(now))


# --- what they may do


def refused_away(limits: SelfLimits, now: datetime) -> Refusal | None:
    """Whether somebody wished to be kept away."""
    if limits.away_until is None or now >= limits.away_until:
        return None
    return Refusal("away", f"you asked not to play until {limits.away_until.isoformat(timespec='minutes')}")


def so_many_minutes(count: int) -> str:
    """How long somebody has played, or may.

    >>> so_many_minutes(1), so_many_minutes(20)
    ('1 minute', '20 minutes')
    """
    return "1 minute" if count == 1 else f"{count} minutes"


def refused_time(limits: SelfLimits, now: datetime) -> Refusal | None:
    """Why somebody may not play on today; what lies on the layout is played out."""
    limits = limits.at(now)
    minutes = limits.bounds.minutes
    if minutes is not None and limits.seconds_played(now) >= minutes * 60:
        return Refusal(
            "own-limit", f"your own limit is {so_many_minutes(minutes)} a day, and you have played that long"
        )
    return None


def refused_check(limits: SelfLimits, now: datetime) -> Refusal | None:
    """Whether a reality check is due, which is acknowledged before the next bet."""
    limits = limits.at(now)
    remind, played = limits.bounds.remind, limits.seconds_played(now)
    if remind is None or played - limits.seen < remind * 60:
        return None
    words = f"you have played {so_many_minutes(played // 60)} today: see how it went before you bet on"
    return Refusal("reality-check", words)


def refused_chips(limits: SelfLimits, amount: Cents, now: datetime) -> Refusal | None:
    """Why somebody may not buy chips for so much now."""
    limits = limits.at(now)
    refusal = _refused_play(limits, now)
    if refusal is not None:
        return refusal
    loss = limits.bounds.loss
    if loss is not None and limits.at_stake + amount > loss:
        left = max(loss - limits.at_stake, 0)
        reason = f"your own limit is {units(loss)} a day, and {units(left)} of it is left"
        return Refusal("own-limit", reason, maximum=left, amount=amount)
    return None


def refused_stake(limits: SelfLimits, rack: Cents, now: datetime) -> Refusal | None:
    """Why somebody may not bet so that this is left in their rack here; chips elsewhere count as if they were gone.

    Only a limit that was tightened while they had chips can say no: what is bought is within it.
    """
    limits = limits.at(now)
    refusal = _refused_play(limits, now)
    if refusal is not None:
        return refusal
    loss = limits.bounds.loss
    if loss is not None and limits.at_stake - rack > loss:
        return Refusal("own-limit", f"your own limit is {units(loss)} a day: with this bet you could lose more")
    return None


def _refused_play(limits: SelfLimits, now: datetime) -> Refusal | None:
    return refused_away(limits, now) or refused_time(limits, now) or refused_check(limits, now)


# --- what they bought


def reserve(limits: SelfLimits, wanted: Pending, now: datetime) -> SelfLimits | Refusal:
    """Chips are counted as bought before a table is asked for them; the same key again is the same chips."""
    limits = limits.at(now)
    same = next((one for one in limits.pending if _same(one, wanted.table, wanted.who, wanted.key)), None)
    if same is not None:
        if same.amount != wanted.amount:
            return KEY_USED
        others = tuple(one for one in limits.pending if one is not same)
        return replace(limits, pending=(*others, replace(same, holders=same.holders + 1)))
    if len(limits.pending) >= MOST_TABLES or (sum(bool(tab.seat) for tab in limits.tabs.values()) >= MOST_TABLES):
        return Refusal("full", f"you can sit at {MOST_TABLES} tables at most")
    refusal = refused_chips(limits, wanted.amount, now)
    return refusal or replace(limits, pending=(*limits.pending, wanted))


def given_back(limits: SelfLimits, table: str, who: str, key: str, holders: int = 1) -> SelfLimits:
    """The table refused it: whoever else asks for the same still holds it."""
    pending = tuple(
        replace(one, holders=one.holders - holders) if _same(one, table, who, key) else one for one in limits.pending
    )
    return replace(limits, pending=tuple(one for one in pending if one.holders > 0))


def without_pending(limits: SelfLimits, table: str, who: str, key: str) -> SelfLimits:
    """The table's log has it: nobody holds it any more, however many asked for it."""
    return replace(limits, pending=tuple(one for one in limits.pending if not _same(one, table, who, key)))


def count_entries(
    limits: SelfLimits, table: str, person: str, entries: Iterable[ServerLogEntry], now: datetime
) -> SelfLimits:
    """What a table's log says of somebody, each entry once however often it is told."""
    limits = limits.at(now)
    for entry in entries:
        tab = limits.tabs.get(table, Tab(-1))
        if entry.n <= tab.n:
            continue
        limits = without_pending(limits, table, entry.actor, entry.key) if entry.key else limits
        at = entry.at or now
        for event in (entry.event, entry.table):
            match event:
                case Seated(name, bought=amount, player=player) if player == person:
                    limits = replace(limits, seated=limits.seated or at)
                    tab = Tab(entry.n, name, amount, entry.n)
                case BoughtIn(name, amount) if tab.seat == name:
                    tab = replace(tab, n=entry.n, bought=tab.bought + amount)
                case Left(name, cashed=amount) if tab.seat == name:
                    limits = _end_sitting(limits, tab.bought - amount, table, at)
                    if tab.first >= 0:
                        over = EndedSitting(table, tab.first, entry.n)
                        limits = replace(limits, ended=(*limits.ended[1 - MOST_ENDED :], over))
                    tab = Tab(entry.n)
        if tab.n >= 0:
            limits = replace(limits, tabs={**limits.tabs, table: replace(tab, n=entry.n)})
    return limits


def _end_sitting(limits: SelfLimits, lost: Cents, table: str, at: datetime) -> SelfLimits:
    """A sitting is over; one of another day, which is told late, is none of today's."""
    today = at.astimezone(UTC).date() == limits.day
    elsewhere = any(tab.seat for name, tab in limits.tabs.items() if name != table)
    if not elsewhere:
        seconds = limits.seconds + (_begun_since(limits.seated, at) if today else 0)
        limits = replace(limits, seconds=seconds, seated=None)
    return replace(limits, settled=limits.settled + lost) if today else limits


def _since(start: datetime | None, now: datetime) -> int:
    """Whole seconds of the day of `now`."""
    return int(_seconds_since(start, now))


def _begun_since(start: datetime | None, now: datetime) -> int:
    """The same of a sitting that is over, with the second that was begun: many short ones are as long as one."""
    return ceil(_seconds_since(start, now))


def _seconds_since(start: datetime | None, now: datetime) -> float:
    if start is None:
        return 0.0
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
    return max((now - max(start, midnight)).total_seconds(), 0.0)


def _same(one: Pending, table: str, who: str, key: str) -> bool:
    return (one.table, one.who, one.key) == (table, who, key)


def _tighter(old: int | None, new: int | None) -> int | None:
    return old if new is None or (old is not None and old < new) else new
