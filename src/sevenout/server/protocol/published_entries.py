"""Entries of a live table's log as they are published: who said them is told by a mark, never by a person's key.

A mark is the same for the same person at one table, and another at every other table: whoever reads a log sees that a
seat's bets are its player's own, and cannot follow that player from table to table. The chain of a log is hashed over
the published form, so that the log in the store and the one that is published have the same hashes, and what the house
signed holds for both.
"""

import hashlib

from msgspec.structs import replace

from sevenout.crew.floor.floor import ROUTINE
from sevenout.player.bot import STRATEGY
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.table.commands import Sit
from sevenout.table.events import Seated

_MARK = "~"
_DIGITS = 16
_NOBODY = frozenset(("", "house", ROUTINE, STRATEGY))
"""Actors that are no person."""


class EntryPublisher:
    """Publishes the entries of one table; `table` is known, or read from the first entry."""

    def __init__(self, table: str = "") -> None:
        self._table = table
        self._marks: dict[str, str] = {}

    def publish(self, entry: ServerLogEntry) -> ServerLogEntry:
        """An entry with a mark in the place of every person's key; one that is published already stays as it is."""
        if entry.n == 0:
            self._table = entry.key.partition(":")[0]
        actor = self._mark(entry.actor)
        command, event = entry.command, entry.event
        if isinstance(command, Sit):
            command = replace(command, player=self._mark(command.player))
        if isinstance(event, Seated):
            event = replace(event, player=self._mark(event.player))
        if actor == entry.actor and command is entry.command and event is entry.event:
            return entry
        return replace(entry, command=command, event=event, actor=actor)

    def _mark(self, person: str) -> str:
        mark = self._marks.get(person)
        if mark is None:
            mark = self._marks[person] = person_mark(self._table, person)
        return mark


def person_mark(table: str, person: str) -> str:
    """What a published log calls a person; strategies, the house and its routine are nobody, and called what they are.

    >>> ann = person_mark("t-1", "9f86d081884c7d65")
    >>> ann[0], len(ann), person_mark("t-1", ann) == ann, person_mark("t-2", "9f86d081884c7d65") == ann
    ('~', 17, True, False)
    >>> person_mark("t-1", "house"), person_mark("t-1", "bot 17")
    ('house', 'bot 17')
    """
    if person in _NOBODY or person.startswith("bot ") or is_mark(person):
        return person
    return _MARK + hashlib.sha256(f"{table} played by {person}".encode()).hexdigest()[:_DIGITS]


def is_mark(person: str) -> bool:
    """Whether that is what a published log calls a person, and no person's key."""
    return person.startswith(_MARK)


def is_published(entry: ServerLogEntry) -> bool:
    """Whether an entry has a mark where a store has a person's key."""
    command, event = entry.command, entry.event
    seated = (command.player if isinstance(command, Sit) else "", event.player if isinstance(event, Seated) else "")
    return any(map(is_mark, (entry.actor, *seated)))
