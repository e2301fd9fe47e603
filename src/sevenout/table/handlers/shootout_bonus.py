"""The Shootout at a table: the posted amount, the progress of a turn, a hit held for inspection, its payment, its log.

A table that was never told the time posts no bonus. How an amount grows is `sevenout.engine.shootout`'s business.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec.structs import replace

from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import is_line
from sevenout.engine.game import Game
from sevenout.engine.shootout import (
    ClockRefusal,
    Hand,
    Hit,
    ShootoutLogEntry,
    advance_clock,
    day_log,
    posted_amount,
    share,
)
from sevenout.rulebook.compiler.puck_machine import PuckEvent
from sevenout.table.commands import Inspect, TellTime
from sevenout.table.events import Event, Inspected, Paid, RollCorrected, Rolled, TimePassed
from sevenout.table.handlers.shooter_rules import has_line_bet
from sevenout.table.state import Bonus, TableState

EARLIEST, LATEST = 1900, 2199
"""The years a clock may be told: far from the ends of the calendar, and a log of days that can still be read."""


def tell_time(game: Game, state: TableState, command: TellTime) -> TimePassed | Refusal:
    """Moves the table's clock on; the first time it is told, the bonus is posted."""
    try:
        if [command.at, command.zone] != f"{command.at} {command.zone}".split():
            raise ValueError("a time and a zone are one word each")
        zone = ZoneInfo(command.zone)
        now = datetime.fromisoformat(command.at).replace(tzinfo=zone).astimezone(UTC)
    except (ZoneInfoNotFoundError, ValueError, OSError, OverflowError):
        return Refusal(
            "no-time", f"{command.at} {command.zone} is no time: write e.g. 2026-11-15T08:59 America/Chicago"
        )
    if not EARLIEST <= now.year <= LATEST:
        return Refusal(
            "no-time", f"no table keeps the time of {now.year}: {EARLIEST} is the first year, {LATEST} the last"
        )
    bonus = state.bonus
    if bonus is not None and bonus.zone != command.zone:
        return Refusal("no-time", f"this table goes by the time of {bonus.zone}: give the time there")
    if bonus is not None:
        later = advance_clock(bonus.now, now)
        if isinstance(later, ClockRefusal):
            return Refusal(later.code, later.reason)
        return TimePassed(_posting(game, replace(bonus, now=now)))
    rules = game.rules.book.shootout
    hand = None if rules is None else Hand.of(rules)
    return TimePassed(_posting(game, Bonus(command.zone, now, now, hand=hand)))


def _posting(game: Game, bonus: Bonus) -> Bonus:
    """With what the bonus stands at by its own clock; nothing where there is none."""
    rules = game.rules.book.shootout
    if rules is None:
        return bonus
    amount = posted_amount(rules, ZoneInfo(bonus.zone), bonus.opened, bonus.last_hit, bonus.now)
    return replace(bonus, posted=None if isinstance(amount, ClockRefusal) else amount)


def after_roll(game: Game, state: TableState, shooter: str, event: PuckEvent) -> Bonus | None:
    """How a valid roll leaves the turn; a roll that makes the last point holds the bonus for inspection.

    A point counts if the shooter had a line bet as it was made, where the house wants one.
    """
    bonus = state.bonus
    if bonus is None or bonus.hand is None:
        return bonus
    rules = game.rules.book.shootout
    hand = bonus.hand.after_roll()
    if event == "made" and state.point is not None:
        counts = rules is None or not rules.needs_line_bet.value or has_line_bet(game, state, shooter)
        hand = hand.after_point(state.point) if counts else hand
    elif event == "seven-out":
        hand = hand.seven_out()
    bonus = replace(bonus, hand=hand)
    if not hand.hit or state.bonus is None or (state.bonus.hand and state.bonus.hand.hit) or bonus.posted is None:
        return bonus
    eligible = tuple(seat.name for seat in state.seats if seat.position.slots and seat.name != shooter)
    return replace(bonus, held_for=shooter, held_amount=bonus.posted, eligible=eligible, held_at=bonus.now)


def after_pass(state: TableState) -> Bonus | None:
    """Dice passed within a turn void the bonus until the next seven-out."""
    bonus = state.bonus
    if bonus is None or bonus.hand is None:
        return bonus
    return replace(bonus, hand=bonus.hand.after_pass())


def refused_leaving(game: Game, state: TableState, name: str) -> Refusal | None:
    """Who has a share in a hit stays until its dice are inspected."""
    bonus = state.bonus
    if bonus is None or not bonus.held_for or name not in (bonus.held_for, *bonus.eligible):
        return None
    return Refusal(
        "inspection", f"the Shootout is hit: {name} has to stay until the dice are inspected", inspection_cite(game)
    )


def inspection_cite(game: Game) -> Citation:
    """By which clause the dice of a hit are inspected."""
    rules = game.rules.book.shootout
    return Citation() if rules is None else rules.inspected.cite


def refused_throw(game: Game, state: TableState) -> Refusal | None:
    """While the dice of a hit are inspected nobody throws."""
    if state.bonus is None or not state.bonus.held_for:
        return None
    return Refusal("inspection", "the Shootout is hit: the dice have to be inspected first", inspection_cite(game))


def inspect(game: Game, state: TableState, command: Inspect) -> Inspected | Refusal:
    """The supervisor's word on the dice of a hit: sound, and the bonus and the shares are paid; or it is void."""
    rules, bonus = game.rules.book.shootout, state.bonus
    if rules is None or bonus is None or not bonus.held_for:
        return Refusal("not-now", "no Shootout is waiting for its dice to be inspected")
    if command.sound and not (_is_word(command.supervisor) and _is_word(command.licence)):
        where = f" ({rules.signed.cite.clause})" if rules.signed.cite.clause else ""
        reason = f"to pay a bonus the supervisor signs with a name and a licence number, one word each{where}"
        return Refusal("unsigned", reason, rules.signed.cite)
    after = replace(bonus, held_for="", held_amount=0, eligible=(), held_at=None)
    if not command.sound:
        return Inspected((), after, investigated=bonus.held_for)
    each = share(rules, bonus.held_amount)
    paid = {bonus.held_for: bonus.held_amount, **dict.fromkeys(bonus.eligible, each)}
    racks = {seat.name: seat.rack for seat in state.seats}
    present = tuple(Paid(name, amount, racks[name] + amount) for name, amount in paid.items() if name in racks)
    after = _posting(game, replace(after, last_hit=bonus.held_at))
    return Inspected(present, after, command.supervisor, command.licence)


def _is_word(text: str) -> bool:
    return bool(text) and " " not in text and "," not in text and ":" not in text and is_line(text, 40)


def shootout_log(game: Game, state: TableState, events: Iterable[Event]) -> tuple[ShootoutLogEntry, ...] | None:
    """Every gaming day since the clock was first told, and each hit that was paid, by the table's events.

    Nothing where there is no bonus, or no clock.
    """
    rules, bonus = game.rules.book.shootout, state.bonus
    if rules is None or bonus is None:
        return None
    log = day_log(rules, ZoneInfo(bonus.zone), bonus.opened, tuple(_hits(events)), bonus.now)
    assert not isinstance(log, ClockRefusal), "a table's clock never runs backwards"
    return log


def _hits(events: Iterable[Event]) -> Iterator[Hit]:
    shooter = ""
    for event in events:
        match event:
            case Rolled(bonus=Bonus(held_for=name)) | RollCorrected(rolled=Rolled(bonus=Bonus(held_for=name))):
                shooter = name
            case Inspected(paid=paid, bonus=Bonus(last_hit=datetime() as at), supervisor=signed) if signed:
                yield Hit(at, sum(part.seat != shooter for part in paid), signed, event.licence)
