"""Who somebody is: guests and accounts, passwords, tokens that run out, roles at tables.

A card in the store for each person and each token. A token is shown once and kept as its hash; a password is kept as
argon2 makes it. What somebody may do at a table is `roles`' business, what they do not want to be able to do `limits`'.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from msgspec import Struct
from msgspec.structs import replace

from sevenout.house.limits import Limits
from sevenout.house.names import refused_name, skeleton
from sevenout.house.store import Store
from sevenout.refusal import Refusal

IDLE = timedelta(hours=2)
"""A token that nobody used for so long wants its person to log in again."""
TRIES = 5
LOCKED = timedelta(minutes=15)
SHORTEST, LONGEST_PASSWORD = 10, 200
_USED_SOON = timedelta(minutes=1)
"""A token's last use is written no more often than this."""
_PERSON, _TOKEN, _LOOK = "person", "token", "look"


class Person(Struct, frozen=True):
    """Somebody in the house. `key` never changes, whatever name is shown."""

    key: str
    name: str
    joined: datetime
    password: str = ""
    """As argon2 keeps it; a guest has none."""
    tries: int = 0
    """Wrong passwords since the last right one."""
    locked: datetime | None = None
    roles: dict[str, tuple[str, ...]] = {}
    """What they are at which table; under `*` at all of them."""
    limits: Limits = Limits()

    @property
    def guest(self) -> bool:
        """Whether they came without a password."""
        return not self.password


class _Token(Struct, frozen=True):
    person: str
    used: datetime


class Welcome(Struct, frozen=True):
    """A token, which is shown this once, and whose it is."""

    token: str
    person: Person


class People:
    """The people of a house, kept in its store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._hasher = PasswordHasher()

    # --- coming in

    async def guest(self, name: str) -> Welcome | Refusal:
        """A guest, for as long as the token is used."""
        return await self._join(name, "")

    async def register(self, name: str, password: str) -> Welcome | Refusal:
        """An account."""
        refusal = _refused_password(name, password)
        if refusal is not None:
            return refusal
        return await self._join(name, await asyncio.to_thread(self._hasher.hash, password))

    async def _join(self, name: str, password: str) -> Welcome | Refusal:
        refusal = refused_name(name)
        if refusal is not None:
            return refusal
        now, look = await self.store.now(), skeleton(name)
        person = Person(secrets.token_hex(8), name, now, password)
        if not await self.store.put_card(_LOOK, look, 0, person.key.encode()):
            taken = await self._holder(look)
            if taken is not None and not (taken.guest and await self._gone(taken, now)):
                reason = f"somebody here is called {taken.name}, which looks the same: take another name"
                return Refusal("name-taken", reason)
            held = await self.store.card(_LOOK, look)
            if held is None or not await self.store.put_card(_LOOK, look, held.version, person.key.encode()):
                return Refusal("name-taken", "somebody took that name just now")
        await self.store.put_card(_PERSON, person.key, 0, msgspec.json.encode(person))
        return Welcome(await self._token(person, now), person)

    async def log_in(self, name: str, password: str) -> Welcome | Refusal:
        """An account's person again; too many wrong passwords lock it for a while."""
        wrong = Refusal("wrong-password", "that name and password do not belong together")
        now, person = await self.store.now(), await self._holder(skeleton(name))
        if person is None or person.guest or person.name != name:
            await asyncio.to_thread(
                self._hasher.hash, password[:LONGEST_PASSWORD]
            )  # as long as for somebody who is there
            return wrong
        if person.locked is not None and now < person.locked:
            until = person.locked.isoformat(timespec="minutes")
            return Refusal("locked", f"too many wrong passwords: this account can be opened again at {until}")
        if not await asyncio.to_thread(self._right, person.password, password[:LONGEST_PASSWORD]):
            await self.change(person.key, lambda it: _failed(it, now))
            return wrong
        opened = await self.change(person.key, lambda it: replace(it, tries=0, locked=None))
        return Welcome(await self._token(opened, now), opened)

    def _right(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except VerifyMismatchError:
            return False

    async def _token(self, person: Person, now: datetime) -> str:
        token = secrets.token_urlsafe(32)
        await self.store.put_card(_TOKEN, _hashed(token), 0, msgspec.json.encode(_Token(person.key, now)))
        return token

    # --- being here

    async def whose(self, token: str) -> Person | Refusal:
        """The person of a token; one that was idle too long wants them to come in again."""
        card = await self.store.card(_TOKEN, _hashed(token))
        if card is None:
            return Refusal("no-token", "nobody has this token: come in first")
        kept, now = msgspec.json.decode(card.body, type=_Token), await self.store.now()
        if now - kept.used > IDLE:
            await self.store.put_card(_TOKEN, _hashed(token), card.version, None)
            return Refusal("idle", "you were away too long: come in again")
        if now - kept.used > _USED_SOON:
            await self.store.put_card(
                _TOKEN, _hashed(token), card.version, msgspec.json.encode(replace(kept, used=now))
            )
        person = await self.person(kept.person)
        return person or Refusal("no-token", "nobody has this token: come in first")

    async def log_out(self, token: str) -> None:
        """The token is nobody's any more."""
        card = await self.store.card(_TOKEN, _hashed(token))
        if card is not None:
            await self.store.put_card(_TOKEN, _hashed(token), card.version, None)

    async def person(self, key: str) -> Person | None:
        """Somebody by their key."""
        card = await self.store.card(_PERSON, key)
        return None if card is None else msgspec.json.decode(card.body, type=Person)

    async def change(self, key: str, how: Callable[[Person], Person]) -> Person:
        """A person's card changed, whoever else changes it at the same time."""
        while True:
            card = await self.store.card(_PERSON, key)
            assert card is not None, "people are never forgotten"
            changed = how(msgspec.json.decode(card.body, type=Person))
            if await self.store.put_card(_PERSON, key, card.version, msgspec.json.encode(changed)):
                return changed

    async def appoint(self, key: str, table: str, roles: tuple[str, ...]) -> Person:
        """Says what somebody is at a table: crew, supervisor, owner."""
        return await self.change(key, lambda it: replace(it, roles={**it.roles, table: roles}))

    async def _holder(self, look: str) -> Person | None:
        card = await self.store.card(_LOOK, look)
        return None if card is None else await self.person(card.body.decode())

    async def _gone(self, person: Person, now: datetime) -> bool:
        """Whether a guest has no token left that still counts."""
        tokens = [msgspec.json.decode(card.body, type=_Token) for _, card in await self.store.cards(_TOKEN)]
        return not any(token.person == person.key and now - token.used <= IDLE for token in tokens)


def _refused_password(name: str, password: str) -> Refusal | None:
    if not SHORTEST <= len(password) <= LONGEST_PASSWORD:
        return Refusal("bad-password", f"a password has {SHORTEST} to {LONGEST_PASSWORD} characters")
    if name.casefold() in password.casefold() or len(set(password)) < 4:
        return Refusal("bad-password", "a password is not one's name, nor a few characters over and over")
    return None


def _failed(person: Person, now: datetime) -> Person:
    tries = person.tries + 1
    return replace(person, tries=tries % TRIES, locked=now + LOCKED if tries >= TRIES else None)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
