"""What was refused under which key: said again it is refused again, for the same reason, whatever has changed since.

Each server remembers what it refused last. Nothing was done, so it need not be durable; what another server took
meanwhile is in the store, and counts.
"""

from collections import OrderedDict
from typing import TypeAlias

from sevenout.base.refusal import Refusal
from sevenout.server.protocol import messages as wire

MOST_KEPT = 4_000
PASSING = frozenset({"unavailable", "busy", "closing", "failed", "key-used"})
"""What is said of the house and not of what was said: ask again with the same key."""
KEY_USED = Refusal("key-used", "this key was used for something else: use a new one")
Keyed: TypeAlias = wire.LineRequest | wire.CommandRequest | wire.SeedRequest


class Refusals:
    """The last refusals of a server, by table, person and key."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str, str], tuple[Keyed, Refusal]] = OrderedDict()

    def find(self, table: str, person: str, message: Keyed) -> Refusal | None:
        """What this key was refused with; other words under it are refused for that.

        >>> said = Refusals()
        >>> said.keep("t-1", "ann", wire.LineRequest("k", "bets 10 on come"), Refusal("not-now", "no point"))
        >>> said.find("t-1", "ann", wire.LineRequest("k", "bets 10 on come")).code
        'not-now'
        >>> said.find("t-1", "ann", wire.LineRequest("k", "sits 100")).code
        'key-used'
        >>> said.find("t-1", "bob", wire.LineRequest("k", "sits 100"))
        """
        kept = self._kept.get((table, person, message.key))
        if kept is None:
            return None
        return kept[1] if kept[0] == message else KEY_USED

    def keep(self, table: str, person: str, message: Keyed, refusal: Refusal) -> None:
        """Remembers it, unless it passes by itself."""
        if refusal.code in PASSING:
            return
        self._kept[table, person, message.key] = message, refusal
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
