"""Tables that were asked for by a key: whoever asks the same again is given the same table."""

import hashlib

import msgspec
from msgspec import Struct

from sevenout.base.refusal import Refusal
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.store.answered_keys import KEY_USED
from sevenout.server.store.interface import Store

_OPENING = "opening"


class _CreationKey(Struct, frozen=True):
    """Which table a key stands for, and what was wanted."""

    table: str
    digest: str


class CreationKeys:
    """The keys by which people had tables opened, each on a card: before the table is there, so that it is only one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, who: str, key: str, wanted: TableRequest) -> str | Refusal | None:
        """The address that a key stands for; None if it is new, a refusal if something else was wanted with it."""
        card = await self._store.card(_OPENING, f"{who}#{key}")
        if card is None:
            return None
        kept = msgspec.json.decode(card.body, type=_CreationKey)
        return kept.table if kept.digest == _digest(wanted) else KEY_USED

    async def assign(self, who: str, key: str, wanted: TableRequest, name: str) -> str | Refusal:
        """Has a key stand for an address, unless it stands for another already."""
        body = msgspec.json.encode(_CreationKey(name, _digest(wanted)))
        if await self._store.put_card(_OPENING, f"{who}#{key}", 0, body):
            return name
        return await self.find(who, key, wanted) or name


def _digest(wanted: TableRequest) -> str:
    return hashlib.sha256(msgspec.json.encode(wanted)).hexdigest()
