"""The clock of a table whose book posts a Shootout: the house tells it, so that what is posted is right.

What is posted changes as a gaming day begins, and not in between. While a hand is one point short of a hit, and
somebody looks on, the clock is told every minute: the log then says when it was.
"""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from sevenout.base.refusal import Refusal
from sevenout.engine.shootout import next_day
from sevenout.rulebook.model import Shootout
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import THE_HOUSE
from sevenout.server.live.table_terms import keeps_time
from sevenout.table.live_clock import TableClock
from sevenout.table.state import Bonus

_A_MINUTE = timedelta(minutes=1)
_AT_ONCE = datetime.min.replace(tzinfo=UTC)


def time_is_due(table: LiveTable, now: datetime) -> bool:
    """Whether a table's clock is to be told on, by the house that keeps it."""
    rules = table.game.rules.book.shootout
    if rules is None or not keeps_time(table.game, table.terms) or table.record.standing.shut:
        return False
    return now >= _due(rules, table.floor.table.state.bonus, watched=bool(table.connected))


async def tell_time(table: LiveTable) -> None:
    """Tells a table's clock on, if that is due by the store's; another server may have told it meanwhile."""
    now = await table.store.now()
    if not time_is_due(table, now):
        return
    told = Refusal("not-due", "the table's clock was told")
    shows = TableClock(table.terms.zone, lambda: now).shows()

    async def still_due(_: datetime) -> Refusal | None:
        return None if time_is_due(table, now) else told

    await table.submit(THE_HOUSE, shows, precondition=still_due)


def _due(rules: Shootout, bonus: Bonus | None, *, watched: bool) -> datetime:
    if bonus is None:
        return _AT_ONCE
    hand = bonus.hand
    if watched and hand is not None and not (hand.void or hand.hit) and len(hand.points) == len(hand.needed) - 1:
        return bonus.now + _A_MINUTE
    return _next_day(rules, bonus.zone, bonus.now)


@lru_cache(maxsize=1024)
def _next_day(rules: Shootout, zone: str, now: datetime) -> datetime:
    return next_day(rules, ZoneInfo(zone), now)
