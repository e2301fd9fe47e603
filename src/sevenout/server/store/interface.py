"""Where a house keeps what happened: a log per table, answers by key, people's cards.

It holds lines and cards as bytes and knows no rule. Whoever appends says at which position; if somebody was there first
nothing is written. An append is durable when it returns, with the answer to its key in the same commit.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import NamedTuple, Protocol

from msgspec import Struct

PLACE = ("house", "place")
"""The card that says where a store lies, by its kind and name. Copies leave it out."""


class TableRow(Struct, frozen=True):
    """A table as it was opened: its address in this house, and everything needed to open its game again."""

    table: str
    terms: bytes
    opened: datetime


class KeyAnswer(NamedTuple):
    """What a key was answered, and for which words."""

    n: int
    digest: bytes


class Append(Struct, frozen=True):
    """Lines to be written together, from a position on, and the key they are the answer to."""

    table: str
    first: int
    lines: tuple[bytes, ...]
    who: str = ""
    key: str = ""
    digest: bytes = b""
    own: int | None = None
    """The position of the line that the key stands for; None: the last."""

    @property
    def answer_position(self) -> int:
        """The position that the key is answered with."""
        return self.last if self.own is None else self.own

    @property
    def last(self) -> int:
        """The position of the last line."""
        return self.first + len(self.lines) - 1


class StoreCard(NamedTuple):
    """One record that is not a log: a person, a token, a limit. It is changed by whoever knows its version."""

    version: int
    body: bytes


class Conflict(Exception):
    """Somebody else wrote there first: read on, decide again."""


class Unavailable(Exception):
    """The store did not take it, and nobody can say whether it will: what was not answered may be asked again."""


Hint = Callable[[str, int], None]
"""Told that a table may have grown to a position, by whichever process."""


class Store(Protocol):
    """What SQLite and PostgreSQL both are to a house."""

    async def now(self) -> datetime:
        """The clock that deadlines are judged by: the database's."""

    async def identity(self) -> str:
        """Where the data lies: another word for a copy than for the original."""

    async def open_table(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """Keeps a new table with its first lines; raises Conflict if the address is taken."""

    def alone(self) -> AbstractAsyncContextManager[None]:
        """Of all servers one at a time is in there: what it counts nobody else adds to meanwhile."""

    async def tables(self) -> list[TableRow]:
        """Every table, in the order they were opened."""

    async def table(self, name: str) -> TableRow | None:
        """One table by its address."""

    async def lengths(self, tables: list[str], /) -> dict[str, int]:
        """How many lines tables have, of those that other processes may write to."""

    async def append(self, append: Append) -> None:
        """Writes durably, or raises Conflict or Unavailable and has written nothing that was answered."""

    async def lines(self, table: str, since: int = 0, until: int | None = None) -> list[bytes]:
        """The lines of a table from a position on, up to one before another."""

    async def find_answer(self, table: str, who: str, key: str) -> KeyAnswer | None:
        """What this key of this person was answered at this table, if it was."""

    async def picture(self, table: str) -> bytes | None:
        """The last picture of a table, if one was kept."""

    async def put_picture(self, table: str, body: bytes) -> None:
        """Keeps a picture of a table in place of the last one."""

    async def card(self, kind: str, name: str) -> StoreCard | None:
        """A card, if there is one."""

    async def cards(self, kind: str, after: str = "", most: int | None = None) -> list[tuple[str, StoreCard]]:
        """The cards of a kind by name, all of them or a page: those after a name, and so many at most."""

    async def put_card(self, kind: str, name: str, version: int, body: bytes | None) -> bool:
        """Writes a card whose version is known (0: a new one; no body: away with it); False if somebody was first."""

    async def listen(self, hint: Hint) -> None:
        """From now on tells of tables that others wrote to; a hint may be lost, so readers also look by themselves."""

    async def check(self) -> str:
        """What is wrong with the store, if anything is."""

    async def close(self) -> None:
        """Finishes what was begun."""
