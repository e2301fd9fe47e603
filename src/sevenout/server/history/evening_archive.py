"""Evenings that people keep: each sitting that is over, worked out once from the log and written on a card.

A person's card says which sittings ended and are not kept yet (`self_limits`); so one that a server did not live to
keep is kept when its player next leaves a table or asks. A card is named by person, time and table: what belongs to
somebody is read together, and another server that keeps the same sitting writes the same card.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from math import ceil

import msgspec
from msgspec.structs import replace

from sevenout.analysis.dice.chance_tests import chi_square_test
from sevenout.base.money import Cents, format_amount, parse_amount
from sevenout.base.refusal import Refusal
from sevenout.player.session_stats import CHANCES
from sevenout.server.accounts.people import EVENING, People, Person
from sevenout.server.accounts.self_limits import EndedSitting, SelfLimits
from sevenout.server.history.live_sessions import LiveSession, SessionRoll, read_sitting
from sevenout.server.live.live_table import LiveTable
from sevenout.server.operation.logging import log_event
from sevenout.server.operation.workers import Busy
from sevenout.server.protocol import http_types
from sevenout.server.store.interface import Unavailable

MOST_KEPT = 400
"""Evenings of one person; the oldest makes room."""
_CURVE = 120
"""Steps of the curve that are kept."""
NO_EVENING = Refusal("not-found", "you have no such evening: it may have been deleted")
_SUMS = ("net", "expected", "luck", "action")
_log = logging.getLogger(__name__)
FindTable = Callable[[str], Awaitable[LiveTable | None]]


class EveningArchive:
    """The evenings of a house's people. `find_table`: a table by its address."""

    def __init__(self, people: People, find_table: FindTable) -> None:
        self._people, self._find_table = people, find_table

    async def keep_ended(self, person: str) -> None:
        """Keeps the sittings of somebody that are over. Raises Busy where they have used up their share."""
        known = await self._people.person(person)
        for sitting in () if known is None else known.limits.ended:
            await self._keep(person, sitting)
            await self._people.change_limits(person, partial(_without, done=sitting))

    async def keep_soon(self, person: str) -> None:
        """The same for somebody who just left: what cannot be done now is done when they ask."""
        try:
            await self.keep_ended(person)
        except (Busy, Unavailable) as error:
            log_event(_log, logging.INFO, "an evening waits to be kept", error=error)

    async def _keep(self, person: str, sitting: EndedSitting) -> None:
        table = await self._find_table(sitting.table)
        if table is None:
            return
        read = await read_sitting(table, person, sitting.first, sitting.last)
        if isinstance(read, Refusal):
            log_event(_log, logging.WARNING, "an evening is too long to be kept", table=table.name)
            return
        evening = _describe(table, read, sitting.first)
        if evening.session.rolls:  # who only sat down has played nothing
            body = msgspec.json.encode(evening)
            await self._people.store.put_card(EVENING, f"{person}/{evening.evening}", 0, body)

    async def evenings(self, person: str) -> list[http_types.EveningResponse]:
        """Somebody's evenings, the newest first; those above the number that is kept are deleted."""
        cards = [(name, card) async for name, card in self._people.evening_cards(person)]
        for name, card in cards[:-MOST_KEPT]:
            await self._people.store.put_card(EVENING, name, card.version, None)
        return [
            msgspec.json.decode(card.body, type=http_types.EveningResponse) for _, card in reversed(cards[-MOST_KEPT:])
        ]

    async def delete(self, person: str, evening: str) -> bool:
        """Deletes one evening; whether there was such a one."""
        name = f"{person}/{evening}"
        card = await self._people.store.card(EVENING, name)
        return card is not None and await self._people.store.put_card(EVENING, name, card.version, None)

    async def delete_all(self, person: Person) -> int:
        """Deletes all of somebody's evenings, those too that wait to be kept; says how many were there."""
        await self._people.change_limits(person.key, lambda it: replace(it, ended=()))
        return await self._people.forget_evenings(person.key)

    async def has_played(self, person: str, table: str) -> bool:
        """Whether somebody has kept an evening at a table."""
        return any([name.endswith(f"-{table}") async for name, _ in self._people.evening_cards(person)])


def summarize_evenings(evenings: Sequence[http_types.EveningResponse]) -> http_types.EveningsResponse:
    """All evenings together: sums to the cent, and the dice against what 36 rolls make of them."""
    sums = {name: _sum(getattr(each.session, name) for each in evenings) for name in _SUMS}
    rolls = sum(each.session.rolls for each in evenings)
    counts = {total: sum(each.session.totals.get(str(total), 0) for each in evenings) for total in CHANCES}
    chances = [float(chance) for chance in CHANCES.values()]
    tested = chi_square_test("totals", list(counts.values()), chances, "totals of two dice") if rolls else None
    return http_types.EveningsResponse(
        evenings=tuple(evenings),
        **{name: format_amount(amount) for name, amount in sums.items()},
        rolls=rolls,
        totals={str(total): count for total, count in counts.items()},
        expected_totals={str(total): round(float(chance) * rolls, 2) for total, chance in CHANCES.items()},
        further_off=None if tested is None else tested.p,
        most=MOST_KEPT,
    )


def _sum(amounts: Iterable[str]) -> Cents:
    return sum(-parse_amount(amount[1:]) if amount.startswith("-") else parse_amount(amount) for amount in amounts)


def _describe(table: LiveTable, sitting: LiveSession, first: int) -> http_types.EveningResponse:
    """An evening as it is kept: the figures of the sitting, its curve, and its hands that stand out."""
    session = replace(sitting.summarize(), nets=(), left=True)
    stamp = f"{sitting.since:%Y%m%d%H%M%S%f}" if sitting.since else "0"
    nets = [roll.net for roll in sitting.rolls]
    every = max(1, ceil(len(nets) / _CURVE))
    curve = [*nets[every - 1 : -1 : every], *nets[-1:]]
    return http_types.EveningResponse(
        evening=f"{stamp}-{first}-{table.name}",
        table=table.name,
        rules=table.game.rules.book.name,
        house=table.game.rules.book.title,
        until=sitting.until,
        first=sitting.rolls[0].n if sitting.rolls else first,
        curve=tuple(map(format_amount, (0, *curve))),
        hands=tuple(_notable_hands(sitting.rolls)),
        session=session,
    )


def _notable_hands(rolls: Sequence[SessionRoll]) -> Iterable[http_types.EveningHand]:
    """The longest hand, and those that won and lost most: each once, by what it is first."""
    hands, before, number = list[tuple[Cents, list[SessionRoll]]](), 0, 0
    numbers = list[int]()
    for at, roll in enumerate(rolls):
        last = rolls[at - 1] if at else None
        number += last is not None and (last.shooter != roll.shooter or last.event == "seven-out")
        numbers.append(number)
    for _, grouped in groupby(zip(numbers, rolls, strict=True), key=lambda each: each[0]):
        hand = [roll for _, roll in grouped]
        hands.append((hand[-1].net - before, hand))
        before = hand[-1].net
    if not hands:
        return
    best, worst = max(hands, key=lambda each: each[0]), min(hands, key=lambda each: each[0])
    chosen = [("longest", max(hands, key=lambda each: len(each[1])))]
    chosen += [("best", best)] if best[0] > 0 else []
    chosen += [("worst", worst)] if worst[0] < 0 else []
    for what, (net, hand) in chosen:
        yield http_types.EveningHand(what, hand[0].n, len(hand), hand[0].shooter, format_amount(net))


def _without(limits: SelfLimits, done: EndedSitting) -> SelfLimits:
    return replace(limits, ended=tuple(one for one in limits.ended if one != done))
