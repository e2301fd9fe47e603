"""A server of a world: the real house and the real handler of its socket, in tasks that can be ended all at once."""

import asyncio
import contextvars
from contextlib import suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from argon2 import PasswordHasher

from sevenout.server.casino import Casino
from sevenout.server.fairness.keys import Keys
from sevenout.server.store.interface import Unavailable
from sevenout.server.web.request_context import Web
from sevenout.server.web.routes.table_socket import socket as handler
from tests.nightly.world.loop import SERVER
from tests.nightly.world.sockets import Line, WorldSocket
from tests.nightly.world.store import WorldStore

if TYPE_CHECKING:
    from tests.nightly.world.world import World

_CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Server:
    """One process of the house."""

    def __init__(self, world: "World", name: str, keys: Keys) -> None:
        self.world, self.name, self._keys = world, name, keys
        self.house: Casino | None = None
        self._web: Web | None = None
        self._store: WorldStore | None = None
        self._lines: list[Line] = []
        self._life = 0

    @property
    def up(self) -> bool:
        """Whether it takes connections."""
        return self._web is not None

    async def start(self) -> None:
        """Comes up, as often as the store lets it."""
        self._life += 1
        name = f"{self.name}.{self._life}"
        context = contextvars.copy_context()
        context.run(SERVER.set, name)
        await asyncio.create_task(self._start(name), context=context)

    async def _start(self, name: str) -> None:
        store = WorldStore(self.world.disk, name)
        house = Casino(store, self._keys)
        house.people._passwords._hasher = _CHEAP  # a password is as safe here as it has to be
        while True:
            try:
                await house.start()
                break
            except Unavailable:
                await asyncio.sleep(0.5)
        self.world.trace(name, "starts")
        self.house, self._store, self._web = house, store, Web(house, frozenset())

    def waiting(self) -> list[int]:
        """How much waits for each connection."""
        rooms = [] if self._web is None else self._web._rooms.values()
        return [len(visit.outbox._waiting) for room in rooms for visit in room.visits]

    def take(self, line: Line, table: str, person: str) -> None:
        """A connection comes in."""
        assert self._web is not None, "only a server that is up is asked"
        context = contextvars.copy_context()
        context.run(SERVER.set, f"{self.name}.{self._life}")
        self._lines = [one for one in self._lines if not one.up.lost]
        self._lines.append(line)
        asyncio.get_running_loop().create_task(self._serve(line, table, person, self._web), context=context)

    async def _serve(self, line: Line, table: str, person: str, web: Web) -> None:
        socket: Any = WorldSocket(line, lambda words: self.world.oracle.told(table, person, words))
        state: Any = SimpleNamespace(web=web)
        try:
            await handler.fn(socket=socket, state=state, name=table)
        except Unavailable as error:
            self.world.trace(self.name, "gives up", str(error))
            line.cut()
        except Exception as error:
            self.world.oracle.note(f"{self.name}: a connection died of {type(error).__name__}: {error}")
            line.cut()

    def crash(self) -> None:
        """The process is gone: what it had not written was never there."""
        self.world.trace(self.name, "crashes")
        if self._store is not None:
            self._store.crash()
        self.house = self._web = self._store = None
        for line in self._lines:
            line.cut()
        self._lines = []
        self.world.loop.kill(f"{self.name}.{self._life}")

    async def stop(self) -> None:
        """Stops in good order, in the middle of play."""
        house, self._web = self.house, None
        assert house is not None, "only a server that is up is stopped"
        self.world.trace(self.name, "stops")
        try:
            with suppress(Unavailable):
                async with asyncio.timeout(20):
                    await house.stop()
        finally:  # also when somebody loses patience with it
            self.crash()
