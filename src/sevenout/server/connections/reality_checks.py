"""Reality checks: told over the socket to whoever set them, with how long they have played and how it went."""

import asyncio

from sevenout.base.money import format_amount
from sevenout.server.accounts import self_limits
from sevenout.server.accounts.people import Person
from sevenout.server.accounts.self_limits import Bounds
from sevenout.server.casino import Casino
from sevenout.server.connections.connections import Connection
from sevenout.server.protocol import message_codec, messages
from sevenout.server.store.interface import Unavailable

LOOK = 5.0
"""Seconds between two looks at the clock."""


async def notice(house: Casino, person: Person) -> messages.NoticeMessage | None:
    """What somebody is to be told now of their own limits, if anything."""
    if person.limits.bounds == Bounds() and person.limits.coming is None:
        return None  # who set nothing is reminded of nothing, and no log is read for them
    now = await house.store.now()
    standing = await house.limits_of(person)
    refusal = self_limits.refused_time(standing, now) or self_limits.refused_check(standing, now)
    if refusal is None or not standing.sitting:
        return None
    net = await house.won_by(person)
    played = self_limits.so_many_minutes(standing.seconds_played(now) // 60)
    went = f"{format_amount(abs(net))} {'won' if net >= 0 else 'lost'} in {played} today"
    words = "no more bets are taken; the bets that are up are played out"
    if refusal.code == "reality-check":
        words = "bets wait until you have seen this: POST /api/me/seen"
    return messages.NoticeMessage(refusal.code, f"{went}: {words}")


async def remind(visit: Connection) -> None:
    """Tells a connection what is due, once until it is acknowledged."""
    told = ""
    while visit.person.key:
        try:
            person = await visit.house.people.person(visit.person.key)
            due = None if person is None else await notice(visit.house, person)
        except Unavailable:
            due = None
        if due is not None and due.code != told:
            visit.outbox.put(message_codec.encode(due))
        told = "" if due is None else due.code
        await asyncio.sleep(LOOK)
