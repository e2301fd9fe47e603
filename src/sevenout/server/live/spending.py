"""What people buy, bet and cash out at live tables, held against what they allow themselves.

Chips are counted on a person's card before the table is asked for them, so that two tables or two servers at the same
moment cannot exceed a limit together. If a server dies in between they stay counted until somebody looks: the table's
log has the key, or, after a while, never will.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.crew.pit.money_change import AskChange, HandOver
from sevenout.server.accounts import self_limits
from sevenout.server.accounts.people import People, Person
from sevenout.server.accounts.self_limits import Pending, SelfLimits, Tab
from sevenout.server.live.late_bets import with_every_word
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import Actor, LimitCheck, Request, no_limit
from sevenout.server.protocol.messages import AGAIN
from sevenout.table.commands import Bet, BuyIn, Parlay, Press, Sit, Toke, Undo
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.state import TableState

FORGOTTEN_AFTER = timedelta(minutes=10)
"""Chips that were asked for so long ago, and that no log has, were never bought."""
Tables = Callable[[str], Awaitable[LiveTable | None]]


class Purchase(NamedTuple):
    """Chips that somebody buys: whose money it is, whoever says it."""

    person: str
    amount: Cents


async def refused_self_limit(
    people: People, table: LiveTable, voice: Actor, saying: Request, key: str, now: datetime
) -> Refusal | None:
    """Why somebody's own limits, or the table's, say no. What is bought is counted from here on: `count` follows."""
    purchase = find_purchase(table, saying)
    if purchase is not None:
        whose, amount = purchase
        most = table.terms.largest_buy_in
        if most is not None and amount > most:
            reason = f"the largest buy-in at this table is {format_amount(most)}"
            return Refusal("above-maximum", reason, maximum=most, amount=amount)
        if not whose:
            return None
        wanted = Pending(table.name, voice.person, key, amount, table.n, now)
        answer = await people.change_limits(whose, lambda it: self_limits.reserve(it, wanted, now))
        return _hide_own_limit(answer, whose, voice) if isinstance(answer, Refusal) else None
    if not isinstance(saying, AskChange):
        return None
    person = await people.person(_player(table, saying.seat))
    return None if person is None else self_limits.refused_chips(person.limits, saying.currency, now)


async def limit_check(people: People, table: LiveTable, voice: Actor, saying: Request, now: datetime) -> LimitCheck:
    """Why somebody's own limits forbid a bet, for the table to ask when nobody else can speak.

    Asked before that, ten bets at once would each be within a limit that they exceed together.
    """
    if not isinstance(saying, Bet | Press | Parlay | Toke | Undo):
        return no_limit
    person = await people.person(_player(table, saying.seat))
    if person is None:
        return no_limit
    limited = person.limits.at(now).bounds.loss is not None

    def refused() -> Refusal | None:
        rack = _rack_after(table, saying) if limited or isinstance(saying, Undo) else 0
        if isinstance(saying, Undo) and rack >= _rack(table.floor.table.state, saying.seat):
            return None  # chips that come back are no bet
        refusal = self_limits.refused_stake(person.limits, rack, now)
        return None if refusal is None else _hide_own_limit(refusal, person.key, voice)

    return refused


def _hide_own_limit(refusal: Refusal, whose: str, voice: Actor) -> Refusal:
    """What somebody allows themself is told to nobody else, not to the crew either."""
    if whose == voice.person or refusal.code == "key-used":
        return refusal
    return Refusal("own-limit", "this player's own limits do not allow it")


async def count(
    people: People, table: LiveTable, voice: Actor, key: str, purchase: Purchase | None, answer: int | Refusal
) -> None:
    """What came of it, on the card of whoever bought, or left."""
    whose = voice.person if purchase is None else purchase.person
    if not isinstance(answer, Refusal):
        await _read(people, table, whose, await people.store.now())
    elif purchase is not None and answer.code not in AGAIN:
        await people.change_limits(whose, lambda it: self_limits.given_back(it, table.name, voice.person, key))


async def count_missed(people: People, tables: Tables, person: Person, now: datetime) -> SelfLimits:
    """Somebody's limits once everything is counted that a server did not live to count."""
    for name in dict.fromkeys((*(one.table for one in person.limits.pending), *_seats(person.limits))):
        table = await tables(name)
        if table is None:
            continue
        await table.catch_up()
        waiting = [one for one in person.limits.pending if one.table == name]
        for one in waiting:
            answered = await people.store.find_answer(name, one.who, one.key)
            if answered is None and now - one.at > FORGOTTEN_AFTER:
                await _drop(people, person.key, one)
        if waiting or table.seat_of(person.key) != person.limits.tabs[name].seat:
            await _read(people, table, person.key, now)
    after = await people.person(person.key)
    return (after or person).limits.at(now)


async def net_today(tables: Tables, person: Person, now: datetime) -> Cents:
    """What somebody has won today, below zero lost: sittings that ended, and chips where they sit."""
    standing = person.limits.at(now)
    net = -standing.settled
    for name in _seats(standing):
        table = await tables(name)
        seats = () if table is None else table.floor.snapshot.seats
        for seat in seats:
            if seat.player == person.key:
                net += seat.rack + sum(bet.stake for bet in seat.layout.lying) - standing.tabs[name].bought
    return net


async def _drop(people: People, person: str, one: Pending) -> None:
    await people.change_limits(person, lambda it: self_limits.given_back(it, one.table, one.who, one.key, one.holders))


async def _read(people: People, table: LiveTable, whose: str, now: datetime) -> None:
    """Counts what a table's log has of somebody since it was last looked at."""
    person = await people.person(whose)
    if person is None:
        return
    known = person.limits.tabs.get(table.name, Tab(-1)).n
    starts = [one.after for one in person.limits.pending if one.table == table.name]
    since = known if known >= 0 else min(starts, default=table.n)
    entries = await table.entries(since + 1)
    await people.change_limits(whose, lambda it: self_limits.count_entries(it, table.name, whose, entries, now))


def find_purchase(table: LiveTable, saying: Request) -> Purchase | None:
    """Who buys chips by this, and for how much."""
    match saying:
        case Sit(rack=amount, player=player):
            return Purchase(player, amount)
        case BuyIn(seat, amount):
            return Purchase(_player(table, seat), amount)
        case HandOver():
            changing = table.floor.pit.changing
            if changing is not None and changing.kind == "currency":
                return Purchase(_player(table, changing.seat), changing.amount)
    return None


def _player(table: LiveTable, name: str) -> str:
    seat = table.floor.table.state.seat(name)
    return "" if seat is None else seat.player


def _rack_after(table: LiveTable, saying: Bet | Press | Parlay | Toke | Undo) -> Cents:
    """What a bet would leave in the rack; as much as there is if the house says no anyway."""
    state = table.floor.table.state
    bet = with_every_word(saying) if isinstance(saying, Bet) and saying.confirmed else saying
    decided = decide_command(table.game, state, bet)
    return _rack(state if isinstance(decided, Refusal) else decided.state, saying.seat)


def _rack(state: TableState, name: str) -> Cents:
    seat = state.seat(name)
    return 0 if seat is None else seat.rack


def _seats(standing: SelfLimits) -> list[str]:
    return [name for name, tab in standing.tabs.items() if tab.seat]
