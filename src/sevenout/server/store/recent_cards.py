"""Cards that were read lately, for a store that is the only one to write them: who speaks is looked up with every word.

A card is forgotten once a write to it has ended, however it ended, and before anybody is told. A read that began before
that is not kept: it may have seen the card as it was.
"""

import threading
from collections.abc import Iterable

from sevenout.server.store.interface import StoreCard

MOST_KEPT = 8_000
Name = tuple[str, str]
"""The kind and the name of a card."""


class RecentCards:
    """What is known of cards, from one thread that reads and one that writes.

    >>> recent = RecentCards(most=2)
    >>> writes = recent.writes
    >>> recent.keep(("person", "ann"), StoreCard(1, b"{}"), writes)
    >>> recent.get(("person", "ann"))
    StoreCard(version=1, body=b'{}')
    >>> recent.forget([("person", "ann")]); recent.get(("person", "ann"))
    >>> recent.keep(("person", "ann"), StoreCard(1, b"{}"), writes); recent.get(("person", "ann"))
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: dict[Name, StoreCard] = {}
        self._lock = threading.Lock()
        self.writes = 0
        """How often cards were written: asked for before a card is read, and shown when it is to be kept."""

    def get(self, name: Name) -> StoreCard | None:
        """A card, if it is known."""
        return self._kept.get(name)

    def keep(self, name: Name, card: StoreCard, writes: int) -> None:
        """Keeps what was read, unless cards were written since the reading began; the oldest makes room."""
        with self._lock:
            if writes != self.writes:
                return
            self._kept[name] = card
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]

    def forget(self, names: Iterable[Name]) -> None:
        """These were written, or may have been."""
        with self._lock:
            self.writes += 1
            for name in names:
                self._kept.pop(name, None)
