"""Limits that people set for themselves: loss, time, reminders, staying away. Tighter at once, looser after a day.

A loss is counted by what was bought and not cashed out, chips on the table as if they were gone: whatever the dice do,
nobody loses more than the limit.
"""

from datetime import UTC, date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from sevenout.money import Cents, units
from sevenout.refusal import Refusal

LOOSENED_AFTER = timedelta(days=1)
_WORDS = {"loss": "what you can lose in a day", "minutes": "how long you play in a day", "remind": "your reminders"}


class Bounds(Struct, frozen=True):
    """What somebody allows themself; None is no limit."""

    loss: Cents | None = None
    """In a day."""
    minutes: int | None = None
    """At the tables, in a day."""
    remind: int | None = None
    """Minutes between reality checks."""


class Limits(Struct, frozen=True):
    """Somebody's limits, what of them is being loosened, and how today went."""

    bounds: Bounds = Bounds()
    coming: Bounds | None = None
    """Looser bounds that were asked for."""
    comes: datetime | None = None
    away_until: datetime | None = None
    """Excluded by their own wish until then."""
    day: date | None = None
    bought: Cents = 0
    cashed: Cents = 0
    seconds: int = 0

    def at(self, now: datetime) -> "Limits":
        """As they stand now: what was to come has come, and a new day begins at nothing."""
        limits, today = self, now.astimezone(UTC).date()
        if limits.coming is not None and limits.comes is not None and now >= limits.comes:
            limits = replace(limits, bounds=limits.coming, coming=None, comes=None)
        if limits.day != today:
            limits = replace(limits, day=today, bought=0, cashed=0, seconds=0)
        return limits

    @property
    def lost(self) -> Cents:
        """Bought and not cashed out today."""
        return max(self.bought - self.cashed, 0)


def set_bounds(limits: Limits, wanted: Bounds, now: datetime) -> Limits | Refusal:
    """New bounds: what is tighter holds at once, what is looser in a day.

    >>> now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    >>> tight = set_bounds(Limits(), Bounds(loss=100_00), now)
    >>> set_bounds(tight, Bounds(loss=500_00), now).at(now).bounds.loss
    10000
    >>> set_bounds(tight, Bounds(loss=500_00), now).at(now + LOOSENED_AFTER).bounds.loss
    50000
    """
    for name in ("loss", "minutes", "remind"):
        value = getattr(wanted, name)
        if value is not None and value <= 0:
            return Refusal("bad-limit", f"{_WORDS[name]}: a limit is more than nothing; leave it out for none")
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


def stay_away(limits: Limits, until: datetime, now: datetime) -> Limits | Refusal:
    """Excluded until then; it can be made longer, never shorter."""
    if until <= now:
        return Refusal("bad-limit", "staying away lasts until some time to come")
    if limits.away_until is not None and until < limits.away_until:
        return Refusal("bad-limit", f"you stay away until {limits.away_until.isoformat(timespec='minutes')}: no sooner")
    return replace(limits, away_until=until)


def refused_chips(limits: Limits, amount: Cents, now: datetime) -> Refusal | None:
    """Why somebody may not buy chips for so much now."""
    limits = limits.at(now)
    if limits.away_until is not None and now < limits.away_until:
        until = limits.away_until.isoformat(timespec="minutes")
        return Refusal("away", f"you asked to be kept away until {until}")
    loss = limits.bounds.loss
    if loss is not None and limits.lost + amount > loss:
        left = max(loss - limits.lost, 0)
        reason = f"your own limit is {units(loss)} a day, and {units(left)} of it is left"
        return Refusal("own-limit", reason, maximum=left, amount=amount)
    return refused_time(limits, now)


def refused_time(limits: Limits, now: datetime) -> Refusal | None:
    """Why somebody may not bet any more today; what lies on the layout is played out."""
    limits = limits.at(now)
    minutes = limits.bounds.minutes
    if minutes is not None and limits.seconds >= minutes * 60:
        return Refusal("own-limit", f"your own limit is {minutes} minutes a day, and they are over")
    return None


def bought(limits: Limits, amount: Cents, now: datetime) -> Limits:
    """After chips were bought."""
    limits = limits.at(now)
    return replace(limits, bought=limits.bought + amount)


def cashed(limits: Limits, amount: Cents, seconds: int, now: datetime) -> Limits:
    """After somebody left a table with chips, after so long."""
    limits = limits.at(now)
    return replace(limits, cashed=limits.cashed + amount, seconds=limits.seconds + seconds)


def _tighter(old: int | None, new: int | None) -> int | None:
    return old if new is None or (old is not None and old < new) else new
