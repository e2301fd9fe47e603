"""The keys of a log: each is somebody's once, and a store has the answer to it.

What was said under a key is an entry with that key, and the answer is that entry; in stores of before it may be the
last of those that followed from it, which are the house's. A seed that is given, a table that is closed, time that is
asked for and a word on a bet that waits have no key in the log, and answers all the same.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sevenout.base.errors import BadEntry
from sevenout.server.live.log_state import HOUSE
from sevenout.server.protocol.house_events import (
    ExtraTimeGranted,
    LateBetConfirmed,
    LateBetWithdrawn,
    SeedGiven,
    ServerLogEntry,
    TableClosing,
)
from sevenout.table.log.hash_chain import bad_entry

_AnsweredWithoutKey = SeedGiven | TableClosing | ExtraTimeGranted | LateBetConfirmed | LateBetWithdrawn


class KeptAnswer(NamedTuple):
    """An answer as a store keeps it: whose key it is, and which entry it was answered with."""

    who: str
    key: str
    n: int


class KeyAudit:
    """The keys of a log as its entries come by; `answers` are the store's, None where there is only the log."""

    def __init__(self, answers: Iterable[KeptAnswer] | None = None) -> None:
        self._used: dict[tuple[str, str], int] = {}
        self._answered = None if answers is None else {(one.who, one.key): one.n for one in answers}
        self._due: dict[int, list[tuple[str, str]]] = {}
        """By the entry that they say: the answers that were not met yet."""
        for whose, n in (self._answered or {}).items():
            self._due.setdefault(n, []).append(whose)
        self._said: ServerLogEntry | None = None
        """What somebody said last, if only the house did something since."""
        self._wrong: BadEntry | None = None

    def check_entry(self, entry: ServerLogEntry) -> None:
        """The next entry; raises BadEntry if its key was used before."""
        if entry.n and entry.key:
            whose = (entry.actor, entry.key)
            first = self._used.setdefault(whose, entry.n)
            if first != entry.n:
                raise bad_entry(entry.n, f"its key {entry.key!r} is that of event {first}, by the same person")
            if self._answered is not None and whose not in self._answered:
                self._note_fault(entry.n, f"the store has no answer to its key {entry.key!r}")
        if entry.key or isinstance(entry.event, _AnsweredWithoutKey):
            self._said = entry
        elif entry.command is not None or entry.actor != HOUSE:
            self._said = None
        for who, key in self._due.pop(entry.n, ()):
            if not _under(self._said, who, key):
                self._note_fault(entry.n, f"the store has it as the answer to the key {key!r}, which it is not")

    def wrong(self) -> str:
        """What does not fit between the log, which has ended, and the answers: the first of it."""
        for n in sorted(self._due):
            self._note_fault(
                n, f"the store has it as the answer to the key {self._due[n][0][1]!r}, and it is not there"
            )
        return "" if self._wrong is None else str(self._wrong)

    def _note_fault(self, n: int, reason: str) -> None:
        self._wrong = self._wrong or bad_entry(n, reason)


def _under(said: ServerLogEntry | None, who: str, key: str) -> bool:
    """Whether it was said under this key of this person, or may have been where the log has no key."""
    if said is None:
        return False
    if said.key:
        return (said.actor, said.key) == (who, key)
    return isinstance(said.event, TableClosing) or said.actor == who
