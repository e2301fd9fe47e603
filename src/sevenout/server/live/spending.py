"""What people buy, bet and cash out at live tables, held against what they allow themselves.

Chips are reserved on a person's card before the table sells them, so that two tables or two servers at the same moment
cannot exceed a limit together. Then they are committed, by what the table's log says, or released. If a server dies in
between they stay reserved until somebody looks: the table's log has the key, or, after a while, never will.
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
from sevenout.server.live.requests import Actor, Request
from sevenout.server.protocol.messages import AGAIN
from sevenout.table.commands import Bet, BuyIn, Leave, Parlay, Press, Sit, Toke, Undo
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.state import TableState

FORGOTTEN_AFTER = timedelta(minutes=10)
"""Chips that were asked for so long ago, and that no log has, were never bought."""
Tables = Callable[[str], Awaitable[LiveTable | None]]
_Stake = Bet | Press | Parlay | Toke | Undo
"""What may put more chips at risk."""
_Purchase = Sit | BuyIn | HandOver
"""What may buy chips."""


class Purchase(NamedTuple):
    """Chips that somebody buys: whose money it is, whoever says it."""

    person: str
    amount: Cents


class Spending:
    """The chips of one request, held against the limits of whoever pays for them: `reserve`, and then `settle`."""

    def __init__(self, people: People, table: LiveTable, voice: Actor, saying: Request, key: str) -> None:
        self._people, self._table, self._voice, self._saying, self._key = people, table, voice, saying, key
        self._bettor: Person | None = None
        self._reserved: Purchase | None = None

    @classmethod
    async def of(cls, people: People, table: LiveTable, voice: Actor, saying: Request, key: str) -> "Spending":
        """The spending of a request; whoever bets is looked up before the table is kept waiting."""
        spending = cls(people, table, voice, saying, key)
        if isinstance(saying, _Stake):
            spending._bettor = await people.person(_player(table, saying.seat))
        return spending

    @property
    def may_buy(self) -> bool:
        """Whether chips may be bought by this."""
        return isinstance(self._saying, _Purchase)

    # --- reserve

    async def reserve(self, now: datetime) -> Refusal | None:
        """Why limits of the person or of the table say no, asked when nobody else can speak; None if they do not.

        What is bought is counted from here on, once however often this is asked.
        """
        saying = self._saying
        if isinstance(saying, _Stake):
            return self._refused_stake(saying, now)
        if isinstance(saying, AskChange):
            person = await self._people.person(_player(self._table, saying.seat))
            return None if person is None else self_limits.refused_chips(person.limits, saying.currency, now)
        purchase = find_purchase(self._table, saying) if self.may_buy and self._reserved is None else None
        return None if purchase is None else await self._reserve(purchase, now)

    async def _reserve(self, purchase: Purchase, now: datetime) -> Refusal | None:
        whose, amount = purchase
        most = self._table.terms.largest_buy_in
        if most is not None and amount > most:
            reason = f"the largest buy-in at this table is {format_amount(most)}"
            return Refusal("above-maximum", reason, maximum=most, amount=amount)
        if not whose:
            return None
        wanted = Pending(self._table.name, self._voice.person, self._key, amount, self._table.n, now)
        answer = await self._people.change_limits(whose, lambda it: self_limits.reserve(it, wanted, now))
        if isinstance(answer, Refusal):
            return self._hide_own_limit(answer, whose)
        self._reserved = purchase
        return None

    def _refused_stake(self, saying: _Stake, now: datetime) -> Refusal | None:
        """Why somebody's own limits forbid a bet, by the rack of now: of ten bets at once each sees those before it."""
        person, table = self._bettor, self._table
        if person is None:
            return None
        limited = person.limits.at(now).bounds.loss is not None
        rack = _rack_after(table, saying) if limited or isinstance(saying, Undo) else 0
        if isinstance(saying, Undo) and rack >= _rack(table.floor.table.state, saying.seat):
            return None  # chips that come back are no bet
        refusal = self_limits.refused_stake(person.limits, rack, now)
        return None if refusal is None else self._hide_own_limit(refusal, person.key)

    def _hide_own_limit(self, refusal: Refusal, whose: str) -> Refusal:
        """What somebody allows themself is told to nobody else, not to the crew either."""
        if whose == self._voice.person or refusal.code == "key-used":
            return refusal
        return Refusal("own-limit", "this player's own limits do not allow it")

    # --- commit or release

    async def settle(self, answer: int | Refusal) -> None:
        """What came of it, on the card of whoever bought, or left: nothing, as long as nobody knows."""
        if isinstance(answer, int):
            await self._commit()
        elif self._reserved is not None and answer.code not in AGAIN:
            await self._release(self._reserved.person)

    async def _commit(self) -> None:
        """The log has it: it is counted from there, and reserved no more."""
        bought = self._reserved
        if bought is None and self.may_buy:
            bought = find_purchase(self._table, self._saying)  # done before, perhaps by a server that died over it
        if bought is not None:
            await count_log(self._people, self._table, bought.person, (self._voice.person, self._key))
        elif isinstance(self._saying, Leave):
            await count_log(self._people, self._table, self._voice.person)

    async def _release(self, whose: str) -> None:
        name, who, key = self._table.name, self._voice.person, self._key
        await self._people.change_limits(whose, lambda it: self_limits.given_back(it, name, who, key))


async def count_log(people: People, table: LiveTable, whose: str, settled: tuple[str, str] | None = None) -> None:
    """Counts what a table's log has of somebody since it was last looked at.

    `settled`: on whose word and under which key chips were reserved that the log is known to have.
    """
    person = await people.person(whose)
    if person is None:
        return
    now = await people.store.now()
    known = person.limits.tabs.get(table.name, Tab(-1)).n
    starts = [one.after for one in person.limits.pending if one.table == table.name]
    since = known if known >= 0 else min(starts, default=table.n)
    entries = await table.entries(since + 1)

    def count(limits: SelfLimits) -> SelfLimits:
        after = self_limits.count_entries(limits, table.name, whose, entries, now)
        return after if settled is None else self_limits.without_pending(after, table.name, *settled)

    await people.change_limits(whose, count)


async def count_missed(people: People, tables: Tables, person: Person, now: datetime) -> SelfLimits:
    """Somebody's limits once everything is counted that a server did not live to count."""
    for name in dict.fromkeys((*(one.table for one in person.limits.pending), *_seats(person.limits))):
        table = await tables(name)
        if table is None:
            continue
        await table.catch_up()
        waiting = [one for one in person.limits.pending if one.table == name]
        for one in waiting:
            if await table.answers.is_done(one.who, one.key):
                await count_log(people, table, person.key, (one.who, one.key))
            elif now - one.at > FORGOTTEN_AFTER:
                await _drop(people, person.key, one)
        if waiting or table.seat_of(person.key) != person.limits.tabs[name].seat:
            await count_log(people, table, person.key)
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


def _rack_after(table: LiveTable, saying: _Stake) -> Cents:
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
