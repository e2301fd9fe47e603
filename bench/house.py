"""How much a house makes durable, against syncing a block of the same size; how soon a long night is open again, and
whether it takes more and more memory."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from sevenout.base.refusal import Refusal
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import Actor
from sevenout.server.live.table_terms import TableRequest, TableTerms, encode_terms, read_terms
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Append, Store, TableRow
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.tables.maintenance import PICTURE_EVERY
from sevenout.table.commands import Bet, Command, RollDice, Sit
from sevenout.table.log.hash_chain import Chain

ROUNDS, ROLLED, SYNCED = 6, 1.0, 0.4
"""How often rolls and plain appends take turns, and the seconds of each turn."""
SEATS, TABLES = 4, 10
_CREW = Actor("crew", "", ("supervisor", "owner"))
_QUIET = ((4, 2), (3, 2), (5, 4), (6, 4), (5, 3), (2, 1))
"""A point of four, and rolls that neither make it nor lose it: place bets win, and all stay up."""


LONG = 100_000
"""Entries of a long night."""


def opening() -> list[str]:
    """How long it takes to open a table of a long night: with a picture at its end, at the worst place, without one."""
    return asyncio.run(_opening())


async def _opening() -> list[str]:
    with TemporaryDirectory(prefix="sevenout-", dir=os.environ.get("SEVENOUT_BENCH_DISK")) as folder:
        store = await open_store(str(Path(folder) / "house.db"))
        try:
            table = await _table(store, "t-long")
            await _play_on(table, LONG - PICTURE_EVERY)
            await table.save_snapshot()
            await _play_on(table, LONG)
            late, there = await _seconds(table), table.n + 1
            await table.save_snapshot()
            at_once = await _seconds(table)
            await store.put_picture(table.name, b"")
            cold = await _seconds(table)
        finally:
            await store.close()
    return [
        f"a table of {there:,} entries opened: {at_once:.2f} s with a picture at its end (at most 1.5)",
        f"  {late:.2f} s with one {PICTURE_EVERY:,} entries before, {cold:.1f} s with none",
    ]


async def _play_on(table: LiveTable, entries: int) -> None:
    """Rolls until a table has so many entries, written together: how they come there is not what is measured."""
    while table.n + 1 < entries:
        chain, lines, first = Chain(table.chain.end, table.chain.publish), list[bytes](), table.n + 1
        for a, b in islice(cycle(_QUIET), min(PICTURE_EVERY, entries - first)):
            command = RollDice(a, b)
            event = table.floor.execute(command)
            assert not isinstance(event, Refusal), event.reason
            lines.append(chain.line(ServerLogEntry(chain.end.entries, command, event)))
        await table.store.append(Append(table.name, first, tuple(lines)))
        table.record.keep(chain, await table.store.now())


async def _seconds(table: LiveTable) -> float:
    began = time.perf_counter()
    other = LiveTable(table.name, table.terms, table.store, bytes(32))
    await other.catch_up()
    taken = time.perf_counter() - began
    assert other.chain.end == table.chain.end
    assert other.floor.table.state == table.floor.table.state
    return taken


NIGHT = 50_000
"""Commands of a night whose memory is watched."""


def lasting() -> list[str]:
    """What a table's process holds in memory as a night goes on, with its pictures taken as they are in a house."""
    return asyncio.run(_lasting())


async def _lasting() -> list[str]:
    with TemporaryDirectory(prefix="sevenout-", dir=os.environ.get("SEVENOUT_BENCH_DISK")) as folder:
        store = SqliteStore(Path(folder) / "house.db", synchronous="OFF")  # how durable it is changes nothing here
        try:
            table = await _table(store, "t-night")
            megabytes = [_resident()]
            for number, (a, b) in enumerate(islice(cycle(_QUIET), NIGHT), 1):
                await _say(table, _CREW, RollDice(a, b), f"k{number}")
                if table.n - table.pictured >= PICTURE_EVERY:
                    await table.save_snapshot()
                if number % (NIGHT // 5) == 0:
                    megabytes.append(_resident())
        finally:
            await store.close()
    shown = ", ".join(f"{one:.1f}" for one in megabytes)
    return [f"memory of a night of {NIGHT:,} commands: {shown} MB, at its start and after each fifth"]


def _resident() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def syncing() -> list[str]:
    """The figures, one line each."""
    return asyncio.run(_measured())


async def _measured() -> list[str]:
    with TemporaryDirectory(prefix="sevenout-", dir=os.environ.get("SEVENOUT_BENCH_DISK")) as folder:
        store = await open_store(str(Path(folder) / "house.db"))
        try:
            tables = [await _table(store, f"t-{number}") for number in range(TABLES)]
            size = await _size(tables[0])
            one = await _ratio(Path(folder), size, lambda: _rolled(tables[:1]))
            ten = await _ratio(Path(folder), size, lambda: _rolled(tables))
        finally:
            await store.close()
    synced = 1000 * 2 / (one[1] + ten[1])
    return [
        f"durable rolls, on a disk that takes {synced:.2f} ms to append and sync the {size:,} bytes of one",
        f"  one table of {SEATS} seats: {one[0]:,.0f} a second, {one[0] / one[1]:.2f} (at least 0.8) of "
        f"{one[1]:,.0f} plain ones; {one[2] * 1e6:.0f} µs of processor time each",
        f"  {TABLES} tables at once: {ten[0]:,.0f} a second, {ten[0] / ten[1]:.2f} (at least 2.5) of "
        f"{ten[1]:,.0f}; {ten[2] * 1e6:.0f} µs each",
    ]


async def _table(store: Store, name: str) -> LiveTable:
    terms, _ = read_terms(TableRequest(rules="catfish-bend", dice="entered"), {}, "crew")
    table = await _opened(store, name, terms)
    for number in range(SEATS):
        seat = f"P{number}"
        voice = Actor(seat, seat)
        for command in (Sit(seat, 1_000_000_00, None, seat), Bet(seat, 10_00, "pass")):
            await _say(table, voice, command)
    await _say(table, _CREW, RollDice(3, 1))
    for number in range(SEATS):
        seat = f"P{number}"
        for wager, amount in (("place-6", 12_00), ("place-8", 12_00), ("place-5", 10_00), ("field", 5_00)):
            await _say(table, Actor(seat, seat), Bet(seat, amount, wager))
    return table


async def _opened(store: Store, name: str, terms: TableTerms) -> LiveTable:
    table = LiveTable(name, terms, store, bytes(32))
    now = await store.now()
    await store.open_table(TableRow(name, encode_terms(terms), now), table.opening(now))
    await table.catch_up()
    return table


async def _say(table: LiveTable, voice: Actor, command: Command, key: str = "") -> None:
    answer = await table.submit(voice, command, key)
    assert not isinstance(answer, Refusal), answer.reason


async def _size(table: LiveTable) -> int:
    """The bytes of a roll's lines, on the mean of one round of them."""
    first = table.n + 1
    for a, b in _QUIET:
        await _say(table, _CREW, RollDice(a, b))
    lines = await table.store.lines(table.name, first)
    return sum(map(len, lines)) // len(_QUIET)


async def _rolled(tables: list[LiveTable]) -> tuple[float, float]:
    """Rolls a second, each with a key of its own and acknowledged before the table's next; processor seconds of one."""
    until = time.perf_counter() + ROLLED

    async def rolling(table: LiveTable) -> int:
        rolls = 0
        for a, b in cycle(_QUIET):
            if time.perf_counter() >= until:
                break
            await _say(table, _CREW, RollDice(a, b), f"k{table.n}")
            rolls += 1
        return rolls

    began, spent = time.perf_counter(), time.process_time()
    rolls = sum(await asyncio.gather(*map(rolling, tables)))
    return rolls / (time.perf_counter() - began), (time.process_time() - spent) / rolls


async def _ratio(
    folder: Path, size: int, rolled: Callable[[], Awaitable[tuple[float, float]]]
) -> tuple[float, float, float]:
    """Rolls a second, plain appends a second and a roll's cost, in turns, so that all meet the same disk."""
    rolls, appends, costs = list[float](), list[float](), list[float]()
    for _ in range(ROUNDS):
        appends.append(_appended(folder, size))
        rate, cost = await rolled()
        rolls.append(rate)
        costs.append(cost)
    return sum(rolls) / ROUNDS, sum(appends) / ROUNDS, sum(costs) / ROUNDS


def _appended(folder: Path, size: int) -> float:
    """Blocks a second, each appended to a file and synced."""
    block, blocks = os.urandom(size), 0
    with (folder / "appended").open("ab", buffering=0) as file:
        began = time.perf_counter()
        while (seconds := time.perf_counter() - began) < SYNCED:
            file.write(block)
            os.fsync(file.fileno())
            blocks += 1
    return blocks / seconds
