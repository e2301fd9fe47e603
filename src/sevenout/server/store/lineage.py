"""Whether a store is still the one that it was, or a copy of it: a copy that is played on begins new chains of seeds.

The seeds of a chain are bound when it is begun. Where a copy was played on beside the original, or in its place after a
while, some people know seeds that the copy has not revealed. So every chain's salt begins with a mark that belongs to
one store; a store that finds itself in another place than its card says takes another mark, and each of its tables
begins a new chain with its next turn.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from sevenout.server.store.interface import PLACE, Store

_MARK_BYTES = 6


class StorePlace(Struct, frozen=True):
    """Where a store lies, and what its chains of seeds are marked with."""

    identity: str
    mark: str


class Lineage:
    """The mark of a store, found when it is first needed. `token`: where marks come from."""

    def __init__(self, store: Store, token: Callable[[int], str]) -> None:
        self._store, self._token = store, token
        self._mark: str | None = None

    async def mark(self) -> str:
        """What the salts of this store's chains begin with."""
        while self._mark is None:
            identity = await self._store.identity()
            card = await self._store.card(*PLACE)
            known = None if card is None else msgspec.json.decode(card.body, type=StorePlace)
            if known is None or known.identity != identity:
                place = StorePlace(identity, self._token(_MARK_BYTES))
                await self._store.put_card(*PLACE, card.version if card else 0, msgspec.json.encode(place))
                continue  # another server may have been first: what is there now holds
            self._mark = known.mark
        return self._mark


async def forget_place(store: Store) -> None:
    """The store is taken for a copy from now on, whatever it was."""
    card = await store.card(*PLACE)
    if card is not None:
        await store.put_card(*PLACE, card.version, None)
