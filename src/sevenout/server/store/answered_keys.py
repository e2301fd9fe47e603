"""Each request is carried out once, however often it is sent: what its key was answered before.

What was done is in the store, written in one commit with its entries, and that alone is the truth: an append whose key
was used before is not taken. What was refused changed nothing and need not last: each table remembers its last
refusals, so that the same key is refused alike, whatever has changed since. A refusal is told only where the store has
no answer, so nothing that was done is ever denied.
"""

import hashlib
from collections import OrderedDict
from typing import NamedTuple

from sevenout.base.refusal import Refusal
from sevenout.server.store.interface import Store

MOST_REMEMBERED = 500
"""Refusals at one table."""
PASSING = frozenset({"unavailable", "busy", "closing", "failed", "key-used"})
"""What is said of the house and not of the request: ask again with the same key."""
KEY_USED = Refusal("key-used", "this key was used for something else: use a new one")


class RequestKey(NamedTuple):
    """What a person calls one request, and a digest of its words: the same key stands for the same words."""

    person: str
    key: str
    digest: bytes

    @classmethod
    def of(cls, person: str, key: str, words: str) -> "RequestKey":
        """The key of a request that is said in these words; without a key it may be done any number of times."""
        return cls(person, key, hashlib.sha256(words.encode()).digest()) if key else NO_KEY


NO_KEY = RequestKey("", "", b"")
"""Of a request that nobody sends twice."""


class AnsweredKeys:
    """The keys of one table: what each was answered."""

    def __init__(self, store: Store, table: str, most: int = MOST_REMEMBERED) -> None:
        self._store, self._table, self._most = store, table, most
        self._refused: OrderedDict[tuple[str, str], tuple[bytes, Refusal]] = OrderedDict()

    async def find_done(self, request: RequestKey) -> int | Refusal | None:
        """The entry that the key was answered with, or a refusal if it stood for other words; None: it was not done."""
        answered = await self._store.find_answer(self._table, request.person, request.key) if request.key else None
        if answered is None:
            return None
        return answered.n if answered.digest == request.digest else KEY_USED

    async def is_done(self, person: str, key: str) -> bool:
        """Whether anything was done under a key."""
        return bool(key) and await self._store.find_answer(self._table, person, key) is not None

    async def refuse(self, request: RequestKey, refusal: Refusal) -> int | Refusal:
        """What is answered to a request that is refused now: if it was done before, the entry of then."""
        done = await self.find_done(request)
        return refusal if done is None else done

    async def find_refused(self, request: RequestKey) -> int | Refusal | None:
        """What a key is answered that was refused here before; None: it was not, or is not remembered.

        Another server may have taken it since: then that is the answer.
        """
        before = self._refused.get((request.person, request.key))
        if before is None:
            return None
        digest, refusal = before
        return await self.refuse(request, refusal if digest == request.digest else KEY_USED)

    def remember(self, request: RequestKey, refusal: Refusal) -> None:
        """Remembers what a key was refused with, unless that passes by itself."""
        if not (request.person and request.key) or refusal.code in PASSING:
            return
        self._refused[request.person, request.key] = request.digest, refusal
        if len(self._refused) > self._most:
            self._refused.popitem(last=False)
