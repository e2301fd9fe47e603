"""Who somebody is: guests and accounts, tokens that run out, roles at tables.

A card in the store for each person and each token. A token is shown once and kept as its hash; a password is kept as
`passwords` makes it, and `login_throttle` counts the wrong ones. What somebody may do at a
table is up to `permissions`, what they do not want to be able to do to `self_limits`.
"""

import hashlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.server.accounts import login_throttle
from sevenout.server.accounts.name_rules import refused_name, skeleton
from sevenout.server.accounts.passwords import Passwords, refused_password
from sevenout.server.accounts.self_limits import SelfLimits
from sevenout.server.store.interface import Store, StoreCard

IDLE = timedelta(hours=2)
"""A token that nobody used for so long wants its person to log in again."""
LIFE = timedelta(days=7)
"""No token lasts longer, however much it is used."""
MOST_TOKENS = 20
"""Of one person; the oldest goes when one more comes."""
_MOST_PLACES = 10
_USED_SOON = timedelta(minutes=1)
"""A token's last use is written no more often than this."""
_SLACK = timedelta(minutes=10)
"""A guest is gone, and a card forgotten, so much later than anybody could still be using it."""
_PERSON, _TOKEN, _LOOK, _CREW = "person", "token", "look", "crew"
EVENING = "evening"
"""The kind of the cards on which evenings are kept, each named by its person's key, a stroke and its own name."""
_PAGE, _EVENINGS_AT_ONCE = 500, 100
NOBODY = Refusal("no-token", "this token is not valid: come in again")


class Person(Struct, frozen=True):
    """Somebody in the house. `key` never changes, whatever name is shown."""

    key: str
    name: str
    joined: datetime
    password: str = ""
    """As argon2 keeps it; a guest has none."""
    tokens: tuple[str, ...] = ()
    """The hashes of those they have, the oldest first."""
    places: tuple[str, ...] = ()
    """Where the account was opened from, as `login_throttle` knows places."""
    roles: dict[str, tuple[str, ...]] = {}
    """What they are at which table; under `*` at all of them."""
    limits: SelfLimits = SelfLimits()

    @property
    def guest(self) -> bool:
        """Whether they came without a password."""
        return not self.password


SPECTATOR = Person("", "", datetime.min)
"""Somebody who only watches, and did not say who they are: without key, seat or role."""


class Token(Struct, frozen=True):
    """Whose it is, and when it was made and last used."""

    person: str
    made: datetime
    used: datetime

    def over(self, now: datetime, slack: timedelta = timedelta(0)) -> bool:
        """Whether it counts no more."""
        return now - self.used > IDLE + slack or now - self.made > LIFE + slack


class Welcome(Struct, frozen=True):
    """A token, which is shown this once, and whose it is."""

    token: str
    person: Person


class People:
    """The people of a house, kept in its store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._passwords = Passwords()

    # --- coming in

    async def guest(self, name: str) -> Welcome | Refusal:
        """A guest, for as long as the token is used."""
        return await self._join(name, "")

    async def register(self, name: str, password: str, source: str = "") -> Welcome | Refusal:
        """An account."""
        refusal = refused_name(name) or refused_password(name, password)
        if refusal is not None:
            return refusal
        kept = await self._passwords.hash(password)
        return kept if isinstance(kept, Refusal) else await self._join(name, kept, source)

    async def _join(self, name: str, password: str, source: str = "") -> Welcome | Refusal:
        """The person first, then the look: a look always has somebody, or somebody who left it."""
        refusal = refused_name(name)
        if refusal is not None:
            return refusal
        now, key = await self.store.now(), secrets.token_hex(8)
        places = (login_throttle.place(key, source),) if password else ()
        person = Person(key, name, now, password, places=places)
        await self.store.put_card(_PERSON, key, 0, msgspec.json.encode(person))
        refusal = await self._take_look(person, now)
        if refusal is not None:
            await self._away_with(_PERSON, key)
            return refusal
        return await self._welcome(person, now)

    async def _take_look(self, person: Person, now: datetime) -> Refusal | None:
        look = skeleton(person.name)
        held = await self.store.card(_LOOK, look)
        if held is not None:
            holder = await self.person(held.body.decode())
            if holder is not None and not await self._is_gone(holder, now):
                reason = f"somebody here is called {holder.name}, which looks the same: take another name"
                return Refusal("name-taken", reason)
        if await self.store.put_card(_LOOK, look, 0 if held is None else held.version, person.key.encode()):
            if held is not None:
                await self._away_with(_PERSON, held.body.decode())
            return None
        return Refusal("name-taken", "that name was just taken")

    async def log_in(self, name: str, password: str, source: str = "") -> Welcome | Refusal:
        """An account's person again; too many wrong passwords make whoever tries them wait."""
        now, person = await self.store.now(), await self.find_by_name(name)
        account = person if person is not None and not person.guest else None
        refusal = await self._refused_password(account, password, source, now, name)
        if refusal is not None or account is None:
            return refusal or NOBODY
        here = login_throttle.place(account.key, source)
        renewed = await self._passwords.hash(password) if self._passwords.needs_rehash(account.password) else ""
        opened = await self.change(
            account.key,
            lambda it: replace(
                it,
                password=renewed if isinstance(renewed, str) and renewed else it.password,
                places=(*(one for one in it.places if one != here), here)[-_MOST_PLACES:],
            ),
        )
        return await self._welcome(opened, now)

    async def _refused_password(
        self, account: Person | None, password: str, source: str, now: datetime, name: str = ""
    ) -> Refusal | None:
        """Why a password does not open an account; where there is none by that name nothing is answered otherwise."""
        nobody = (f"nobody {skeleton(name)}", (), "")
        key, known, kept = nobody if account is None else (account.key, account.places, account.password)
        refusal = await login_throttle.refused_try(self.store, key, source, known, now)
        if refusal is not None:
            return refusal
        right = await self._passwords.right(kept, password)
        if right is True:
            await login_throttle.was_right(self.store, key, source, now)
            return None
        wrong = Refusal("wrong-password", "that name and password do not belong together")
        return right if isinstance(right, Refusal) else wrong

    async def _welcome(self, person: Person, now: datetime) -> Welcome:
        """A new token: first on its person's list, so that nobody has one that `log_out_everywhere` would miss."""
        token = secrets.token_urlsafe(32)
        name = _hash_token(token)
        listed = await self.change(person.key, lambda it: replace(it, tokens=(*it.tokens, name)))
        for old in listed.tokens[:-MOST_TOKENS]:
            await self._away_with(_TOKEN, old)
        if len(listed.tokens) > MOST_TOKENS:
            listed = await self.change(person.key, lambda it: replace(it, tokens=it.tokens[-MOST_TOKENS:]))
        await self.store.put_card(_TOKEN, name, 0, msgspec.json.encode(Token(person.key, now, now)))
        return Welcome(token, listed)

    # --- being here

    async def find_by_token(self, token: str, *, using: bool = True) -> Person | Refusal:
        """The person of a token; one that was idle too long wants them to come in again. Looking is not using."""
        name = _hash_token(token)
        card = await self.store.card(_TOKEN, name)
        if card is None:
            return NOBODY
        kept, now = _token(card.body), await self.store.now()
        if kept.over(now):
            await self._away_with(_TOKEN, name)
            return Refusal("idle", "you were away too long: log in again")
        if using and now - kept.used > _USED_SOON:
            await self.store.put_card(_TOKEN, name, card.version, msgspec.json.encode(replace(kept, used=now)))
        person = await self.person(kept.person)
        return NOBODY if person is None or name not in person.tokens else person

    async def log_out(self, token: str) -> None:
        """The token is nobody's any more."""
        name = _hash_token(token)
        card = await self.store.card(_TOKEN, name)
        if card is None:
            return
        await self._away_with(_TOKEN, name)
        owner = msgspec.json.decode(card.body, type=Token).person
        if await self.person(owner) is not None:
            await self.change(owner, lambda it: replace(it, tokens=tuple(one for one in it.tokens if one != name)))

    async def log_out_everywhere(self, key: str, but: str = "") -> None:
        """None of somebody's tokens counts any more, except perhaps the one that is said."""
        kept = _hash_token(but) if but else ""
        before = await self.person(key)
        await self.change(key, lambda it: replace(it, tokens=tuple(one for one in it.tokens if one == kept)))
        for name in () if before is None else before.tokens:
            if name != kept:
                await self._away_with(_TOKEN, name)

    async def set_password(
        self, person: Person, old: str, new: str, token: str = "", source: str = ""
    ) -> Person | Refusal:
        """Another password, or a guest's first, who is an account from now on; other tokens count no more."""
        refusal = refused_password(person.name, new)
        if refusal is None and not person.guest:
            refusal = await self._refused_password(person, old, source, await self.store.now())
        if refusal is not None:
            return refusal
        kept = await self._passwords.hash(new)
        if isinstance(kept, Refusal):
            return kept
        here = login_throttle.place(person.key, source)

        def set_password(it: Person) -> Person | Refusal:
            if it.password != person.password:
                return Refusal("changed", "this password was changed just now")
            return replace(it, password=kept, places=(*it.places, here)[-_MOST_PLACES:])

        answer = await self.try_change(person.key, set_password)
        if not isinstance(answer, Refusal):
            await self.log_out_everywhere(person.key, but=token)
        return answer

    # --- cards

    async def person(self, key: str) -> Person | None:
        """Somebody by their key."""
        card = await self.store.card(_PERSON, key)
        return None if card is None else _person(card.body)

    async def find_by_name(self, name: str) -> Person | None:
        """Somebody by their name, in large letters or small; not by one that only looks like it."""
        card = await self.store.card(_LOOK, skeleton(name))
        person = None if card is None else await self.person(card.body.decode())
        return person if person is not None and person.name.casefold() == name.casefold() else None

    async def try_change(self, key: str, how: Callable[[Person], Person | Refusal]) -> Person | Refusal:
        """A person's card changed, whoever else changes it at the same time; or why not."""
        while True:
            card = await self.store.card(_PERSON, key)
            if card is None:
                return NOBODY
            before = _person(card.body)
            changed = how(before)
            if isinstance(changed, Refusal) or changed == before:
                return changed
            if await self.store.put_card(_PERSON, key, card.version, msgspec.json.encode(changed)):
                return changed

    async def change(self, key: str, how: Callable[[Person], Person]) -> Person:
        """The same, where nothing can be said against it."""
        changed = await self.try_change(key, how)
        assert isinstance(changed, Person), "somebody who is here has a card"
        return changed

    async def change_limits(self, key: str, how: Callable[[SelfLimits], SelfLimits | Refusal]) -> SelfLimits | Refusal:
        """Changes somebody's limits, or says why not."""

        def set_limits(person: Person) -> Person | Refusal:
            limits = how(person.limits)
            return limits if isinstance(limits, Refusal) else replace(person, limits=limits)

        answer = await self.try_change(key, set_limits)
        return answer if isinstance(answer, Refusal) else answer.limits

    async def appoint(self, key: str, table: str, roles: tuple[str, ...]) -> Person:
        """Says what somebody is at a table; nothing is nobody in particular."""

        def appoint(it: Person) -> Person:
            others = {name: held for name, held in it.roles.items() if name != table}
            return replace(it, roles={**others, table: roles} if roles else others)

        person = await self.change(key, appoint)
        if roles and not await self._is_on_crew_list(
            key, table
        ):  # afterwards: a table with such a list has whom it names
            await self._list(key, table)
        return person

    async def _is_on_crew_list(self, key: str, table: str) -> bool:
        card = await self.store.card(_CREW, table)
        return card is not None and key in msgspec.json.decode(card.body, type=list[str])

    async def _list(self, key: str, table: str) -> None:
        """Notes that somebody may be something at a table; their own card says what."""
        while True:
            card = await self.store.card(_CREW, table)
            keys = [] if card is None else msgspec.json.decode(card.body, type=list[str])
            kept = [one for one in keys if (person := await self.person(one)) is not None and person.roles.get(table)]
            body = msgspec.json.encode([*(one for one in kept if one != key), key])
            if await self.store.put_card(_CREW, table, 0 if card is None else card.version, body):
                return

    async def had_crew(self, table: str) -> bool:
        """Whether anybody ever was something at a table."""
        return await self.store.card(_CREW, table) is not None

    async def serving(self, table: str) -> dict[str, tuple[str, ...]]:
        """Everybody who is something at a table, by name."""
        card = await self.store.card(_CREW, table)
        keys = [] if card is None else msgspec.json.decode(card.body, type=list[str])
        people = [await self.person(key) for key in keys]
        return {one.name: one.roles[table] for one in people if one is not None and one.roles.get(table)}

    # --- those who are gone

    async def _is_gone(self, person: Person, now: datetime) -> bool:
        """Whether a guest can never come back, has no seat anywhere, and did not ask to be kept away."""
        away = person.limits.away_until
        if not person.guest or person.limits.sitting or (away is not None and now < away):
            return False
        if now - person.joined < _SLACK:
            return False
        for name in person.tokens:
            card = await self.store.card(_TOKEN, name)
            if card is not None and not msgspec.json.decode(card.body, type=Token).over(now, _SLACK):
                return False
        return True

    async def sweep(self, mended: Callable[[Person], Awaitable[Person]]) -> int:
        """Forgets tokens that are over and guests who are gone, so that their names are free; says how many cards.

        `mended` looks whether somebody still has the seats that their card says.
        """
        now, swept, after = await self.store.now(), 0, ""
        while page := await self.store.cards(_TOKEN, after, _PAGE):
            after = page[-1][0]
            for name, card in page:
                if msgspec.json.decode(card.body, type=Token).over(now, _SLACK):
                    swept += await self.store.put_card(_TOKEN, name, card.version, None)
        after = ""
        while page := await self.store.cards(_PERSON, after, _PAGE):
            after = page[-1][0]
            for _, card in page:
                person = msgspec.json.decode(card.body, type=Person)
                if person.limits.sitting and person.guest:
                    person = await mended(person)
                swept += await self._forget(person, now)
        return swept + await login_throttle.sweep(self.store, now)

    async def _forget(self, person: Person, now: datetime) -> int:
        """A guest who is gone, or a card that never got its name because its server died."""
        look = await self.store.card(_LOOK, skeleton(person.name))
        nameless = look is None or look.body.decode() != person.key
        if not await self._is_gone(person, now) and not (nameless and now - person.joined > _SLACK):
            return 0
        if look is not None and not nameless:
            await self.store.put_card(_LOOK, skeleton(person.name), look.version, None)
        await self._away_with(_PERSON, person.key)
        return 1 + await self.forget_evenings(person.key)

    async def evening_cards(self, key: str) -> AsyncIterator[tuple[str, StoreCard]]:
        """The cards of somebody's evenings, the oldest first."""
        after, own = f"{key}/", f"{key}/"
        while page := await self.store.cards(EVENING, after, _EVENINGS_AT_ONCE):
            after = page[-1][0]
            for name, card in page:
                if not name.startswith(own):
                    return
                yield name, card

    async def forget_evenings(self, key: str) -> int:
        """Deletes all evenings of somebody; says how many."""
        names = [name async for name, _ in self.evening_cards(key)]
        for name in names:
            await self._away_with(EVENING, name)
        return len(names)

    async def _away_with(self, kind: str, name: str) -> None:
        card = await self.store.card(kind, name)
        while card is not None and not await self.store.put_card(kind, name, card.version, None):
            card = await self.store.card(kind, name)


@lru_cache(maxsize=2_000)
def _person(body: bytes) -> Person:
    """A card as it was kept: it changes seldom, and is looked at with everything that somebody says."""
    return msgspec.json.decode(body, type=Person)


@lru_cache(maxsize=2_000)
def _token(body: bytes) -> Token:
    """The same of a token."""
    return msgspec.json.decode(body, type=Token)


def _hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
