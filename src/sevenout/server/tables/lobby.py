"""The lobby: a card for every table that is open, so that a list of them reads no log.

A card says what the list shows, whether the table rests (nobody is waited for there, so no server need have it in
memory), and since when nobody sits there. A table that is shut has no card; its log is kept.
"""

from datetime import datetime
from functools import lru_cache

import msgspec
from msgspec import Struct

from sevenout.base.money import format_amount
from sevenout.rulebook.source import shipped_digests
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import BOT, is_bot
from sevenout.server.protocol.http_types import TableListed
from sevenout.server.protocol.join_codes import code_of
from sevenout.server.store.interface import Store

_LOBBY, _SHUT = "lobby", "shut"


class _LobbyCard(Struct, frozen=True):
    listed: TableListed
    rests: bool = False
    empty_since: datetime | None = None
    """Since when nobody has a seat but strategies; none while somebody has."""


def describe_table(table: LiveTable) -> TableListed:
    """A table as it is now."""
    state, game, book = table.floor.table.state, table.game, table.game.rules.book
    least, most = format_amount(game.minimum), format_amount(game.maximum)
    names = tuple(seat.name for seat in state.seats)
    closing = table.record.standing.closing
    terms, code = table.terms, code_of(table.name)
    return TableListed(
        table.name, book.name, book.title, least, most, terms.dice, names, state.point, table.n, closing, code,
        terms.watched, book.digest, book.digest not in shipped_digests(),
        terms.lesson,
    )  # fmt: skip


@lru_cache(maxsize=4_000)
def _read(name: str, body: bytes) -> _LobbyCard:
    """A card as it was kept, read once: of a thousand few change between two looks at the list."""
    kept = msgspec.json.decode(body, type=_LobbyCard)
    return msgspec.structs.replace(kept, listed=msgspec.structs.replace(kept.listed, code=code_of(name)))


class Lobby:
    """The cards of one house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def cards(self) -> dict[str, tuple[TableListed, bool]]:
        """Every open table, and whether it rests."""
        found = {}
        for name, card in await self._store.cards(_LOBBY):
            kept = _read(name, card.body)
            found[name] = (kept.listed, kept.rests)
        return found

    async def find_unlisted(self) -> list[str]:
        """Tables without a card that were never shut: a server died between opening them and telling of it."""
        known = {name for kind in (_LOBBY, _SHUT) for name, _ in await self._store.cards(kind)}
        return [row.table for row in await self._store.tables() if row.table not in known]

    async def show(self, table: LiveTable, *, rests: bool = False) -> None:
        """Writes a table's card if it shows anything else than the last one; of several servers one is enough."""
        if table.record.standing.shut:
            await self._mark_shut(table.name)
            return
        card = await self._store.card(_LOBBY, table.name)
        old = None if card is None else msgspec.json.decode(card.body, type=_LobbyCard)
        since = None
        if is_empty(table):
            since = (old.empty_since if old is not None else None) or await self._store.now()
        now = _LobbyCard(describe_table(table), rests, since)
        if old is not None and _without_position(old) == _without_position(now):
            return
        version = 0 if card is None else card.version
        await self._store.put_card(_LOBBY, table.name, version, msgspec.json.encode(now))

    async def empty(self, now: datetime) -> list[tuple[datetime, str]]:
        """The tables at which nobody sits and since when, the longest empty first."""
        found = []
        for name, card in await self._store.cards(_LOBBY):
            kept = _read(name, card.body)
            if kept.empty_since is None and not any(not seat.startswith(BOT) for seat in kept.listed.seats):
                kept = msgspec.structs.replace(kept, empty_since=now)  # written before that was kept
                await self._store.put_card(_LOBBY, name, card.version, msgspec.json.encode(kept))
            if kept.empty_since is not None and not kept.listed.closing:
                found.append((kept.empty_since, name))
        return sorted(found)

    async def _mark_shut(self, name: str) -> None:
        await self._store.put_card(_SHUT, name, 0, b"{}")
        card = await self._store.card(_LOBBY, name)
        if card is not None:
            await self._store.put_card(_LOBBY, name, card.version, None)


def is_empty(table: LiveTable) -> bool:
    """Whether nobody has a seat but strategies."""
    return all(is_bot(seat.player) for seat in table.floor.table.state.seats)


def _without_position(card: _LobbyCard) -> _LobbyCard:
    """What makes a new card worth writing: not how far the log is."""
    return msgspec.structs.replace(card, listed=msgspec.structs.replace(card.listed, n=0))
