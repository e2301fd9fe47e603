"""A store that is made up: one disk, seen by any number of servers, over a line that is slow, lossy or cut.

What is asked arrives after a while, is done whole or not at all, and is answered after another while. A line that is
lost on the way there leaves nothing; one lost on the way back leaves what was written, and nobody knows. A server that
dies takes with it what has not arrived.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol, TypeVar

from sevenout.server.store.interface import Append, Conflict, Hint, KeyAnswer, StoreCard, TableRow, Unavailable
from tests.nightly.world.loop import BEGINNING, WorldLoop
from tests.nightly.world.trace import Trace

T = TypeVar("T")


class Weather(NamedTuple):
    """How likely what goes wrong is in a world, and how long things take."""

    lost_before: float = 0.0
    """Of what a store is asked, that never arrives."""
    lost_after: float = 0.0
    """That is done, and not answered."""
    slow: float = 0.005
    """Seconds, on the average, one way."""
    hints_lost: float = 0.0
    hints_late: float = 0.05
    cut: float = 0.0
    """Of connections, each second."""
    crashes: float = 0.0
    """Of servers, each second."""
    away: float = 0.0
    """How often in a second the whole store goes away for a while."""


CALM = Weather()


class Watching(Protocol):
    """Whoever looks at what is committed."""

    def opened(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """A table is there."""

    def committed(self, append: Append) -> None:
        """Lines are there."""


class Disk:
    """What is durable."""

    def __init__(self, loop: WorldLoop, trace: Trace, chance: random.Random, *, embedded: bool) -> None:
        self.loop, self.trace, self.chance, self.embedded = loop, trace, chance, embedded
        self.weather = CALM
        self.away_until = 0.0
        self.rows: dict[str, TableRow] = {}
        self.lines: dict[str, list[bytes]] = {}
        self.answers: dict[tuple[str, str, str], KeyAnswer] = {}
        self.cards: dict[tuple[str, str], StoreCard] = {}
        self.pictures: dict[str, bytes] = {}
        self.hinted: dict[str, Hint] = {}
        self.watching: Watching | None = None

    def now(self) -> datetime:
        """The clock of the house."""
        return datetime.fromtimestamp(BEGINNING + self.loop.time(), UTC)

    def open_table(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """A new table."""
        if row.table in self.rows:
            raise Conflict(row.table)
        self.rows[row.table], self.lines[row.table] = row, list(lines)
        if self.watching:
            self.watching.opened(row, lines)

    def append(self, append: Append) -> None:
        """Lines, with the answer to their key."""
        lines = self.lines[append.table]
        if append.first != len(lines):
            raise Conflict(f"{append.table} has {len(lines)} lines")
        if append.key:
            asked = (append.table, append.who, append.key)
            if asked in self.answers:
                raise Conflict(f"{append.key} is answered")
            self.answers[asked] = KeyAnswer(append.answer_position, append.digest)
        lines.extend(append.lines)
        for line in append.lines:
            self.trace("disk", "line", line.decode())
        if self.watching:
            self.watching.committed(append)
        for name in list(self.hinted):
            if self.chance.random() >= self.weather.hints_lost:
                late = self.chance.expovariate(1 / self.weather.hints_late)
                self.loop.call_later(late, self._hint, name, append.table, len(lines))

    def _hint(self, name: str, table: str, n: int) -> None:
        if name in self.hinted:
            self.hinted[name](table, n)

    def put_card(self, kind: str, name: str, version: int, body: bytes | None) -> bool:
        """A card, if its version is known."""
        held = self.cards.get((kind, name))
        if (0 if held is None else held.version) != version:
            return False
        if body is None:
            self.cards.pop((kind, name), None)
        else:
            self.cards[kind, name] = StoreCard(version + 1, body)
        return True


class WorldStore:
    """The disk, as one server sees it."""

    def __init__(self, disk: Disk, server: str) -> None:
        self._disk, self._server = disk, server
        self.dead = False

    def crash(self) -> None:
        """Nothing of this server arrives any more, and it hears nothing."""
        self.dead = True
        self._disk.hinted.pop(self._server, None)

    async def _ask(self, what: str, do: Callable[[], T], *, writes: bool = False) -> T:
        disk, chance, weather = self._disk, self._disk.chance, self._disk.weather
        if disk.embedded and not writes:
            return do()
        there, back = (chance.expovariate(1 / weather.slow) for _ in "<>")
        fate = chance.random()
        done: asyncio.Future[T] = disk.loop.create_future()

        def arrived() -> None:
            if self.dead:
                return
            if disk.loop.time() < disk.away_until or fate < weather.lost_before:
                disk.trace(self._server, "lost", what)
                answered(error=Unavailable("the store is away"))
                return
            try:
                answer = do()
            except Conflict as error:
                disk.trace(self._server, "conflict", what)
                answered(error=error)
                return
            disk.trace(self._server, "asked", what)
            lost = fate > 1 - weather.lost_after
            answered(answer, Unavailable("the line to the store broke") if lost else None)

        def answered(answer: T | None = None, error: Exception | None = None) -> None:
            disk.loop.call_later(back, settle, error, answer)

        def settle(error: Exception | None, answer: Any) -> None:
            if done.done() or self.dead:
                return
            if error is None:
                done.set_result(answer)
            else:
                done.set_exception(error)

        disk.loop.call_later(there, arrived)
        return await done

    async def now(self) -> datetime:
        """The disk's clock."""
        return await self._ask("now", self._disk.now)

    async def identity(self) -> str:
        """There is one disk."""
        return "the disk"

    def alone(self) -> AbstractAsyncContextManager[None]:
        """Whoever opens tables here does it before anything happens."""
        return nullcontext()

    async def open_table(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """A new table."""
        await self._ask(f"open {row.table}", lambda: self._disk.open_table(row, lines), writes=True)

    async def tables(self) -> list[TableRow]:
        """Every table."""
        return await self._ask("tables", lambda: list(self._disk.rows.values()))

    async def table(self, name: str) -> TableRow | None:
        """One table."""
        return await self._ask(f"table {name}", lambda: self._disk.rows.get(name))

    async def lengths(self, tables: list[str], /) -> dict[str, int]:
        """How many lines tables have."""
        return await self._ask("lengths", lambda: {name: len(self._disk.lines[name]) for name in tables})

    async def picture(self, table: str) -> bytes | None:
        """The last picture of a table."""
        return await self._ask(f"picture {table}", lambda: self._disk.pictures.get(table))

    async def put_picture(self, table: str, body: bytes) -> None:
        """Keeps a picture."""
        await self._ask(f"picture of {table}", lambda: self._disk.pictures.update({table: body}), writes=True)

    async def append(self, append: Append) -> None:
        """Written, or not, or nobody knows."""
        what = f"append {append.table} {append.first}+{len(append.lines)} {append.who} {append.key}"
        await self._ask(what, lambda: self._disk.append(append), writes=True)

    async def lines(self, table: str, since: int = 0, until: int | None = None) -> list[bytes]:
        """Lines from a position on."""
        return await self._ask(f"lines {table} {since} {until}", lambda: self._disk.lines[table][since:until])

    async def find_answer(self, table: str, who: str, key: str) -> KeyAnswer | None:
        """What a key was answered."""
        return await self._ask(f"answered {table} {key}", lambda: self._disk.answers.get((table, who, key)))

    async def card(self, kind: str, name: str) -> StoreCard | None:
        """A card."""
        return await self._ask(f"card {kind} {name}", lambda: self._disk.cards.get((kind, name)))

    async def cards(self, kind: str, after: str = "", most: int | None = None) -> list[tuple[str, StoreCard]]:
        """All cards of a kind, or some."""

        def found() -> list[tuple[str, StoreCard]]:
            cards = self._disk.cards.items()
            return sorted((name, card) for (its, name), card in cards if its == kind and name > after)[:most]

        return await self._ask(f"cards {kind}", found)

    async def put_card(self, kind: str, name: str, version: int, body: bytes | None) -> bool:
        """A card written."""
        what = f"put {kind} {name} {version} {(body or b'').decode()}"
        return await self._ask(what, lambda: self._disk.put_card(kind, name, version, body), writes=True)

    async def listen(self, hint: Hint) -> None:
        """Hints, of which some are late and some are lost; a file has one process, which knows what it wrote."""
        if not self._disk.embedded:
            self._disk.hinted[self._server] = hint

    async def check(self) -> str:
        """A disk that is made up is sound."""
        return ""

    async def close(self) -> None:
        """Hears nothing more."""
        self._disk.hinted.pop(self._server, None)
