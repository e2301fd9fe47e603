"""Wrong passwords, counted so that guessing is slow and nobody can lock somebody else out.

Counted are tries of one address at one account, of one address at all accounts, and of everybody at one account. The
first two make that address wait, and nobody else. The third, by many addresses, leaves the account open to every
address from which it was opened before. A try counts before it is looked at, so that many at once are many.
"""

import hashlib
import ipaddress
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.server.store.interface import Store

TRIES, LOCKED = 5, timedelta(minutes=15)
"""Of one address at one account."""
SOURCE_TRIES = 30
"""Of one address at all accounts, in the same time."""
ACCOUNT_TRIES, ACCOUNT_LOCKED = 50, timedelta(days=1)
"""Of all addresses at one account."""
KIND = "tries"


class Tries(Struct, frozen=True):
    """So many, since then."""

    count: int
    first: datetime


def place(account: str, source: str) -> str:
    """An address as an account knows it: nobody can read from it where somebody was.

    >>> place("a", "203.0.113.7") == place("b", "203.0.113.7"), place("a", "2001:db8::1") == place("a", "2001:db8::2")
    (False, True)
    """
    return _hash_words(f"{account} {network(source)}")


async def refused_try(store: Store, account: str, source: str, known: tuple[str, ...], now: datetime) -> Refusal | None:
    """Counts a try before it is looked at; says why it is not. `account` is also a name that nobody has."""
    by_source = await _count(store, f"source {_hash_words(network(source))}", LOCKED, now, 1)
    if by_source.count > SOURCE_TRIES:
        return _refuse_locked("too many wrong passwords from your address: try again", by_source.first + LOCKED)
    pair = await _count(store, f"pair {place(account, source)}", LOCKED, now, 1)
    if pair.count > TRIES:
        return _refuse_locked("too many wrong passwords: you can log in from here again", pair.first + LOCKED)
    all_of_them = await _count(store, f"account {account}", ACCOUNT_LOCKED, now, 1)
    if all_of_them.count > ACCOUNT_TRIES and place(account, source) not in known:
        words = "someone is guessing this password: log in where you have logged in before, or from anywhere"
        return _refuse_locked(words, all_of_them.first + ACCOUNT_LOCKED)
    return None


async def was_right(store: Store, account: str, source: str, now: datetime) -> None:
    """A try that was right is none; those before it at this account from here are forgotten."""
    await _count(store, f"source {_hash_words(network(source))}", LOCKED, now, -1)
    await _count(store, f"account {account}", ACCOUNT_LOCKED, now, -1)
    name = f"pair {place(account, source)}"
    card = await store.card(KIND, name)
    if card is not None:
        await store.put_card(KIND, name, card.version, None)


async def sweep(store: Store, now: datetime) -> int:
    """Throws away what counts no more; how many."""
    swept = 0
    for name, card in await store.cards(KIND):
        if now - msgspec.json.decode(card.body, type=Tries).first > ACCOUNT_LOCKED:
            swept += await store.put_card(KIND, name, card.version, None)
    return swept


async def _count(store: Store, name: str, within: timedelta, now: datetime, more: int) -> Tries:
    while True:
        card = await store.card(KIND, name)
        tries = Tries(0, now) if card is None else msgspec.json.decode(card.body, type=Tries)
        if now - tries.first >= within:
            tries = Tries(0, now)
        tries = replace(tries, count=max(tries.count + more, 0))
        if await store.put_card(KIND, name, 0 if card is None else card.version, msgspec.json.encode(tries)):
            return tries


def _refuse_locked(words: str, until: datetime) -> Refusal:
    return Refusal("locked", f"{words} at {until.isoformat(timespec='minutes')}")


def network(source: str) -> str:
    """An IPv6 address by its network, for whoever has one has all of it; an IPv4 address however it is written.

    >>> network("2001:db8::1"), network("::ffff:203.0.113.7"), network("somewhere")
    ('2001:db8::/64', '203.0.113.7', 'somewhere')
    """
    try:
        address = ipaddress.ip_address(source.partition("%")[0])
    except ValueError:
        return source
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def _hash_words(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:32]
