"""The Shootout bonus: what it stands at, what the others get, how far a turn has come, and the log of its days.

Every amount is a function of the last hit and the clock: nothing has to happen at the turn of a day. Who has a wager
down, and what is paid from where, is the table's business.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents
from sevenout.rulebook.model import Shootout

_A_DAY = timedelta(days=1)


class ClockRefusal(Struct, frozen=True):
    """A time that cannot be: a code for programs, a reason for people."""

    code: str
    reason: str


def advance_clock(clock: datetime, to: datetime) -> datetime | ClockRefusal:
    """The clock moved on, or why it is not: time never runs backwards.

    >>> nine = datetime(2024, 7, 1, 9, tzinfo=UTC)
    >>> advance_clock(nine, nine + _A_DAY).day
    2
    >>> advance_clock(nine, nine - _A_DAY).reason
    'The clock stands at 2024-07-01 09:00:00+00:00 and does not go back to 2024-06-30 09:00:00+00:00.'
    """
    if _utc(to) >= _utc(clock):  # as instants: two times of one zone would compare by the face of the clock
        return to
    return ClockRefusal("clock-backwards", f"The clock stands at {clock} and does not go back to {to}.")


def gaming_day(rules: Shootout, zone: tzinfo, at: datetime) -> date:
    """The date on which the gaming day of a moment began. It begins at the house's hour, however long it is."""
    instant = _utc(at)
    day = instant.astimezone(zone).date() + _A_DAY  # an hour put back across midnight may belong to the day after it
    while _begins(rules, zone, day) > instant:
        day -= _A_DAY
    return day


def next_day(rules: Shootout, zone: tzinfo, at: datetime) -> datetime:
    """The moment at which the gaming day after that of a moment begins."""
    return _begins(rules, zone, gaming_day(rules, zone, at) + _A_DAY)


def posted_amount(
    rules: Shootout, zone: tzinfo, opened: datetime, last_hit: datetime | None, now: datetime
) -> Cents | ClockRefusal:
    """The bonus now, grown since it was first posted or last hit."""
    since = opened if last_hit is None else last_hit
    if refused := _backwards(opened, since, now):
        return refused
    first, today = gaming_day(rules, zone, since), gaming_day(rules, zone, now)
    return _amount_on(rules, first, today, hit=last_hit is not None)


def share(rules: Shootout, amount: Cents) -> Cents:
    """The share of every other player with a wager when the bonus is hit at an amount."""
    return next((step.share.value for step in rules.shares if amount <= step.up_to.value), 0)


class Hand(Struct, frozen=True):
    """The progress of the shooter's turn: the points made in it, and whether the bonus is void for now.

    It is hit once in a turn, by the roll after which `hit` is true and before which it was not.
    """

    needed: tuple[int, ...]
    void_when_passed: bool = True
    points: tuple[int, ...] = ()
    """The points made, in the order they were."""
    begun: bool = False
    void: bool = False

    @classmethod
    def of(cls, rules: Shootout) -> "Hand":
        """A turn that has not begun."""
        return cls(rules.points.value, rules.void_when_passed.value)

    @property
    def hit(self) -> bool:
        """True if every point has been made."""
        return not self.void and set(self.points) >= set(self.needed)

    def after_roll(self) -> "Hand":
        """After any valid roll: a turn begins with its first."""
        return replace(self, begun=True)

    def after_point(self, point: int) -> "Hand":
        """After the point was made."""
        counts = not self.void and point in self.needed and point not in self.points
        return replace(self, begun=True, points=(*self.points, point) if counts else self.points)

    def after_pass(self) -> "Hand":
        """After the dice were passed, of one's own will or ordered to. Before the first roll that voids nothing."""
        if not self.begun:
            return self
        return replace(self, points=(), void=True) if self.void_when_passed else self.seven_out()

    def seven_out(self) -> "Hand":
        """The next turn: all points are to be made again."""
        return Hand(self.needed, self.void_when_passed)


class Hit(Struct, frozen=True):
    """A bonus that was paid: when, how many shares went with it, and who signed for it."""

    at: datetime
    shares: int
    supervisor: str
    licence: str

    def __post_init__(self) -> None:
        if self.shares < 0 or not self.supervisor.strip() or not self.licence.strip():
            raise ValueError("a hit has a number of shares, and a supervisor's name and licence number")


class ShootoutLogEntry(Struct, frozen=True):
    """One line of the log: the amount posted as a gaming day begins, or a hit at an amount with its shares."""

    day: date
    amount: Cents
    hit: datetime | None = None
    shares: int = 0
    shared: Cents = 0
    """All the shares together."""
    supervisor: str = ""
    licence: str = ""


def day_log(
    rules: Shootout, zone: tzinfo, opened: datetime, hits: Sequence[Hit], now: datetime
) -> tuple[ShootoutLogEntry, ...] | ClockRefusal:
    """Every gaming day from the opening until now with its amount, each followed by the hits of that day."""
    if refused := _backwards(opened, *(hit.at for hit in hits), now):
        return refused
    return tuple(_entries(rules, zone, opened, hits, now))


def _entries(
    rules: Shootout, zone: tzinfo, opened: datetime, hits: Sequence[Hit], now: datetime
) -> Iterator[ShootoutLogEntry]:
    since, was_hit = gaming_day(rules, zone, opened), False
    day, last = since, gaming_day(rules, zone, now)
    left = [(gaming_day(rules, zone, hit.at), hit) for hit in reversed(hits)]
    while day <= last:
        yield ShootoutLogEntry(day, _amount_on(rules, since, day, hit=was_hit))
        while left and left[-1][0] == day:
            _, hit = left.pop()
            amount = _amount_on(rules, since, day, hit=was_hit)
            shared = hit.shares * share(rules, amount)
            yield ShootoutLogEntry(day, amount, hit.at, hit.shares, shared, hit.supervisor, hit.licence)
            since, was_hit = day, True
        day += _A_DAY


def _backwards(*moments: datetime) -> ClockRefusal | None:
    """The first of some moments that lies before the one it follows."""
    steps = (advance_clock(earlier, later) for earlier, later in pairwise(moments))
    return next((step for step in steps if isinstance(step, ClockRefusal)), None)


def _amount_on(rules: Shootout, since: date, today: date, *, hit: bool) -> Cents:
    """The amount on a gaming day: it grows as each one begins, but not as the one after a hit does."""
    days = max((today - since).days - hit, 0)
    return min(rules.starts.value + days * rules.grows.value, rules.capped.value)


def _begins(rules: Shootout, zone: tzinfo, day: date) -> datetime:
    """The instant a gaming day begins; an hour that a clock shows twice begins it the first time."""
    return _utc(datetime.combine(day, rules.day_begins.value, tzinfo=zone))


def _utc(at: datetime) -> datetime:
    if at.utcoffset() is None:
        raise ValueError(f"{at} says nothing about its zone")
    return at.astimezone(UTC)
