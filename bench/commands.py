"""What a command costs a house: the server's processor time for bets and rolls that whole tables are told of."""

import asyncio
import os
import time
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.nightly.fault_injection.load import LINES, processor_seconds, unlike
from tests.server.serving import WITHIN, Served, bearer, serving

TABLES, PLAYERS, ROUNDS, EACH = 6, 10, 5, 20
"""Tables, players at each, rounds that are measured, and the lines that each player says in one."""


class _Told(msgspec.Struct, frozen=True):
    type: str
    key: str = ""
    code: str = ""


_told: msgspec.json.Decoder[_Told] = msgspec.json.Decoder(_Told)


class Cost(NamedTuple):
    """What one round cost the server."""

    processor: float
    """Microseconds of a processor for each command."""
    each_second: float
    """Commands that were done, or refused by the game, in a second: a house that is busy is asked again."""


def commanding() -> list[str]:
    """The figures, one line each."""
    with TemporaryDirectory(prefix="sevenout-", dir=os.environ.get("SEVENOUT_BENCH_DISK")) as folder:
        where = Path(folder)
        with serving(str(where / "house.db"), where, "--window", "3600") as served:
            asked, played, watched = asyncio.run(_measured(served))
    return [
        f"commands over {TABLES * PLAYERS} sockets, {PLAYERS} at a table, each told of everything that happens there",
        _line("asking for the clock, which plays nothing", asked, asked),
        _line("bets and rolls", played, asked),
        _line("the same where everybody wants to hear the crew", watched, asked),
    ]


def _line(what: str, cost: Cost, by: Cost) -> str:
    times = f", {cost.processor / by.processor:.1f} times the clock" if cost is not by else ""
    return f"  {what}: {cost.processor:.0f} µs of processor time each{times}; {cost.each_second:,.0f} a second"


async def _measured(served: Served) -> tuple[Cost, Cost, Cost]:
    silent = await _Players.at(served, "S", crew=False)
    asked, played = await silent.least(clock=True), await silent.least(clock=False)
    await silent.go()
    crewed = await _Players.at(served, "C", crew=True)
    watched = await crewed.least(clock=False)
    await crewed.go()
    return asked, played, watched


class _Players:
    """Everybody at some tables, each saying the next line when the last is answered."""

    def __init__(self, served: Served, sockets: list[ClientConnection]) -> None:
        self._served, self._sockets, self._numbers = served, sockets, count()

    @classmethod
    async def at(cls, served: Served, letter: str, *, crew: bool) -> "_Players":
        """Opens the tables and sits everybody down."""
        sockets, host = list[ClientConnection](), served.guest(unlike(f"H{letter}", 0))
        for number in range(TABLES):
            table = served.table(host, rules="catfish-bend", dice="fair")
            address = f"{served.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?crew={int(crew)}"
            for player in range(PLAYERS):
                token = served.guest(unlike(f"P{letter}", number * PLAYERS + player))
                sockets.append(
                    await connect(
                        address,
                        additional_headers=bearer(token),
                        compression=None,
                        open_timeout=WITHIN,
                        ping_interval=None,
                    )
                )
        players = cls(served, sockets)
        await asyncio.gather(*(players._say(socket, "sits 100000") for socket in sockets))
        return players

    async def go(self) -> None:
        """Hangs up."""
        await asyncio.gather(*(socket.close() for socket in self._sockets))

    async def least(self, *, clock: bool) -> Cost:
        """The cheapest of several rounds: what else the machine does only ever adds."""
        costs = [await self._round(clock=clock) for _ in range(ROUNDS)]
        return Cost(min(cost.processor for cost in costs), max(cost.each_second for cost in costs))

    async def _round(self, *, clock: bool) -> Cost:
        spent, began = processor_seconds(self._served.process.pid), time.perf_counter()
        await asyncio.gather(*(self._lines(at, clock=clock) for at in range(len(self._sockets))))
        took, spent = time.perf_counter() - began, processor_seconds(self._served.process.pid) - spent
        said = len(self._sockets) * EACH
        return Cost(1e6 * spent / said, said / took)

    async def _lines(self, at: int, *, clock: bool) -> None:
        for number in range(EACH):
            if clock:
                await self._sockets[at].send('{"type":"want","what":"clock"}')
                await self._hear(self._sockets[at], "")
            else:
                await self._say(self._sockets[at], LINES[(at + number) % len(LINES)])

    async def _say(self, socket: ClientConnection, line: str) -> None:
        key, code = f"k{next(self._numbers)}", "busy"
        while code == "busy":
            await socket.send(msgspec.json.encode({"type": "say", "key": key, "line": line}).decode())
            code = await self._hear(socket, key)

    async def _hear(self, socket: ClientConnection, key: str) -> str:
        async with asyncio.timeout(WITHIN):
            while True:
                told = _told.decode(await socket.recv(decode=False))
                if told.type == "clock" or (told.type in ("accepted", "refused") and told.key == key):
                    return told.code
