"""The store of several servers: one PostgreSQL database, any table on any process, no leader and no lease.

All appends that wait go out as one statement. Each table's head row has its length: an append whose position is not
there any more writes nothing, whoever else was writing. The statement locks its heads in the order of their numbers, so
that two servers never wait for each other. NOTIFY is a hint to readers and nothing more.
"""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from typing import Any, NamedTuple

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from sevenout.base.errors import BadInput
from sevenout.server.operation import metrics
from sevenout.server.store.commit_metrics import count_commit, not_committed
from sevenout.server.store.interface import Append, Conflict, Hint, KeyAnswer, StoreCard, TableRow, Unavailable
from sevenout.server.store.steady_clock import SteadyClock

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables(id serial PRIMARY KEY, name text NOT NULL UNIQUE, terms bytea NOT NULL,
      opened timestamptz NOT NULL);
    CREATE TABLE heads(tbl int PRIMARY KEY REFERENCES tables(id), n bigint NOT NULL);
    CREATE TABLE lines(tbl int NOT NULL, n bigint NOT NULL, line bytea NOT NULL, PRIMARY KEY(tbl, n));
    CREATE TABLE answers(tbl int NOT NULL, who text NOT NULL, key text NOT NULL, n bigint NOT NULL,
      digest bytea NOT NULL, PRIMARY KEY(tbl, who, key));
    """,
    """
    CREATE TABLE cards(kind text NOT NULL, name text NOT NULL, version bigint NOT NULL, body bytea NOT NULL,
      PRIMARY KEY(kind, name));
    """,
    "CREATE TABLE pictures(tbl int PRIMARY KEY REFERENCES tables(id), body bytea NOT NULL);",
)
"""What makes a database of one version one of the next."""
_LOCK = 7_011
"""The advisory lock under which a database is brought up to date: any number, the same for every server."""
_ALONE = 7_012
"""That under which one server counts something and adds to it."""
_CHANNEL = "sevenout"
_HINT = re.compile(r"([0-9]{1,10}):([0-9]{1,18})")
"""A table's number and how long its log is now."""
_APPEND = """
WITH want AS (SELECT * FROM unnest(%(tables)s::int[], %(firsts)s::bigint[], %(counts)s::int[]) AS u(tbl, first, count)),
 held AS MATERIALIZED (SELECT tbl FROM heads WHERE tbl = ANY(%(tables)s::int[]) ORDER BY tbl FOR NO KEY UPDATE),
 answer AS (SELECT * FROM unnest(%(key_tables)s::int[], %(whos)s::text[], %(keys)s::text[], %(key_ns)s::bigint[],
                                 %(digests)s::bytea[]) AS u(tbl, who, key, n, digest)),
 head AS (UPDATE heads SET n = heads.n + want.count FROM want JOIN held USING (tbl)
          WHERE heads.tbl = want.tbl AND heads.n = want.first
            AND NOT EXISTS (SELECT 1 FROM answer JOIN answers USING (tbl, who, key) WHERE answer.tbl = want.tbl)
          RETURNING heads.tbl, heads.n),
 row AS (SELECT * FROM unnest(%(line_tables)s::int[], %(line_ns)s::bigint[], %(lines)s::bytea[]) AS u(tbl, n, line)),
 kept AS (INSERT INTO lines SELECT row.tbl, row.n, row.line FROM row JOIN head USING (tbl)),
 told AS (INSERT INTO answers SELECT a.tbl, a.who, a.key, a.n, a.digest FROM answer a JOIN head USING (tbl))
SELECT tbl, n, pg_notify(%(channel)s, tbl || ':' || n) FROM head
"""
"""Appends for any number of tables at once; the rows that come back are those whose heads were where they should be.

An append under a key that was answered writes nothing: whoever used it has moved the head of its table, so that what
the statement sees of answers is all there is where the head is as it should be.
"""
_CONNECTIONS = 4
_LONGEST_WAIT = 5
"""Seconds that a connection or a lock is waited for, and that somebody's transaction may do nothing."""
_SESSION = (
    f"SET lock_timeout = '{_LONGEST_WAIT}s'; SET idle_in_transaction_session_timeout = '{_LONGEST_WAIT}s'".encode()
)
_log = logging.getLogger(__name__)


class _PendingAppend(NamedTuple):
    """An append, and who waits for it."""

    append: Append
    number: int
    done: "asyncio.Future[None]"


class PostgresStore:
    """A house's database, seen from one of its servers."""

    def __init__(self, pool: "AsyncConnectionPool[AsyncConnection[Any]]", where: str) -> None:
        self._pool, self._where, self._clock = pool, where, SteadyClock()
        self._ids: dict[str, int] = {}
        self._waiting: list[_PendingAppend] = []
        self._pump: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._closing = False

    @classmethod
    async def open(cls, where: str) -> "PostgresStore":
        """Opens a database and brings it up to date; raises BadInput if it cannot be reached."""
        pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            where,
            min_size=1,
            max_size=_CONNECTIONS,
            open=False,
            timeout=_LONGEST_WAIT,
            configure=_configure,
            kwargs={"autocommit": True, "connect_timeout": _LONGEST_WAIT, "tcp_user_timeout": 1000 * _LONGEST_WAIT},
        )
        try:
            await pool.open(wait=True, timeout=10)
            async with pool.connection() as db:
                await _migrate(db)
        except (psycopg.Error, TimeoutError) as error:
            await pool.close()
            raise BadInput(f"the database cannot be opened: {error}") from error
        except BadInput:
            await pool.close()
            raise
        return cls(pool, where)

    # --- appending

    async def append(self, append: Append) -> None:
        """Writes durably, or raises Conflict or Unavailable and has written nothing that was answered."""
        number = await self._number(append.table)
        if self._closing:
            raise Unavailable("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_PendingAppend(append, number, done))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._append_all())
        await done

    async def _append_all(self) -> None:
        """Sends what waits, batch after batch; a table has one append in a batch, the others wait for the next."""
        batch: dict[int, _PendingAppend] = {}
        try:
            while self._waiting:
                batch, later = {}, []
                for waiting in self._waiting:
                    if waiting.number in batch:
                        later.append(waiting)
                    else:
                        batch[waiting.number] = waiting
                self._waiting = later
                await self._send(batch)
        finally:  # however it ends, nobody waits for an answer that will not come
            for waiting in (*batch.values(), *self._waiting):
                _resolve(waiting, Unavailable("the store was closed before it was written"))
            self._waiting = []

    async def _send(self, batch: dict[int, _PendingAppend]) -> None:
        began = time.perf_counter()
        try:
            async with self._pool.connection() as db:
                taken = await self._execute(db, batch)
            count_commit(time.perf_counter() - began, len(batch))
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            not_committed(error)
            await self._reconnect()
            for waiting in batch.values():
                _resolve(waiting, Unavailable(str(error)))
        except Exception as error:
            if len(batch) > 1:  # one of them is to blame: each by itself, so that it alone fails
                for number, waiting in batch.items():
                    await self._send({number: waiting})
                return
            (waiting,) = batch.values()
            _resolve(waiting, error)
        else:
            for number, waiting in batch.items():
                _resolve(waiting, None if number in taken else Conflict("another was first, or its key was used"))

    async def _reconnect(self) -> None:
        """Lets go of every connection that is lost, not only of the one that it was noticed on."""
        with suppress(psycopg.Error):
            await self._pool.check()

    async def _execute(self, db: AsyncConnection[Any], batch: dict[int, _PendingAppend]) -> set[int]:
        appends = [(number, waiting.append) for number, waiting in batch.items()]
        lines = [(number, n, line) for number, append in appends for n, line in enumerate(append.lines, append.first)]
        keyed = [(number, append) for number, append in appends if append.key]
        rows = await db.execute(
            _APPEND,
            {
                "channel": _CHANNEL,
                "tables": [number for number, _ in appends],
                "firsts": [append.first for _, append in appends],
                "counts": [len(append.lines) for _, append in appends],
                "line_tables": [number for number, _, _ in lines],
                "line_ns": [n for _, n, _ in lines],
                "lines": [line for _, _, line in lines],
                "key_tables": [number for number, _ in keyed],
                "whos": [append.who for _, append in keyed],
                "keys": [append.key for _, append in keyed],
                "key_ns": [append.answer_position for _, append in keyed],
                "digests": [append.digest for _, append in keyed],
            },
            prepare=True,
        )
        return {int(number) for number, _, _ in await rows.fetchall()}

    async def open_table(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """Keeps a new table with its first lines; raises Conflict if the address is taken."""
        with _as_unavailable():
            async with self._pool.connection() as db, db.transaction():
                sql = "INSERT INTO tables(name, terms, opened) VALUES(%s, %s, %s) ON CONFLICT DO NOTHING RETURNING id"
                made = await (await db.execute(sql, (row.table, row.terms, row.opened))).fetchone()
                if made is None:
                    raise Conflict(f"there is a table {row.table!r} already")
                number = int(made[0])
                await db.execute("INSERT INTO heads VALUES(%s, %s)", (number, len(lines)))
                numbered = [(number, n, line) for n, line in enumerate(lines)]
                async with db.cursor() as cursor:
                    await cursor.executemany("INSERT INTO lines VALUES(%s, %s, %s)", numbered)
        self._ids[row.table] = number

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Of all servers one at a time is in there; a server that dies in there is out."""
        with _as_unavailable():
            async with self._pool.connection() as db:
                await db.execute("SELECT pg_advisory_lock(%s)", (_ALONE,))
                try:
                    yield
                finally:
                    with suppress(psycopg.Error):  # a connection that broke holds no lock
                        await db.execute("SELECT pg_advisory_unlock(%s)", (_ALONE,))

    async def put_card(self, kind: str, name: str, version: int, body: bytes | None) -> bool:
        """Writes a card whose version is known (0: a new one; no body: away with it); False if somebody was first."""
        if version == 0:
            sql = "INSERT INTO cards VALUES(%s, %s, 1, %s) ON CONFLICT DO NOTHING RETURNING 1"
            return bool(await self._rows(sql, kind, name, body or b""))
        if body is None:
            sql = "DELETE FROM cards WHERE kind = %s AND name = %s AND version = %s RETURNING 1"
            return bool(await self._rows(sql, kind, name, version))
        sql = """UPDATE cards SET version = version + 1, body = %s
                 WHERE kind = %s AND name = %s AND version = %s RETURNING 1"""
        return bool(await self._rows(sql, body, kind, name, version))

    async def put_picture(self, table: str, body: bytes) -> None:
        """Keeps a picture of a table in place of the last one."""
        sql = "INSERT INTO pictures VALUES(%s, %s) ON CONFLICT (tbl) DO UPDATE SET body = excluded.body"
        await self._rows(sql, await self._number(table), body)

    # --- reading

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            async with self._pool.connection() as db:
                cursor = await db.execute(sql.encode(), values)
                return await cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            await self._reconnect()
            raise Unavailable(str(error)) from error

    async def picture(self, table: str) -> bytes | None:
        """The last picture of a table, if one was kept."""
        rows = await self._rows("SELECT body FROM pictures WHERE tbl = %s", await self._number(table))
        return bytes(rows[0][0]) if rows else None

    async def _number(self, table: str) -> int:
        if table not in self._ids:
            rows = await self._rows("SELECT id FROM tables WHERE name = %s", table)
            if not rows:
                raise BadInput(f"this house has no table {table!r}")
            self._ids[table] = int(rows[0][0])
        return self._ids[table]

    async def now(self) -> datetime:
        """The database's clock, the same for every server."""
        moment: datetime = (await self._rows("SELECT clock_timestamp()"))[0][0]
        return self._clock.read(moment)

    async def identity(self) -> str:
        """Which database, and which tables in it: those that are restored are others."""
        sql = "SELECT oid::text || ' ' || 'tables'::regclass::oid FROM pg_database WHERE datname = current_database()"
        return f"database {(await self._rows(sql))[0][0]}"

    async def tables(self) -> list[TableRow]:
        """Every table, in the order they were opened."""
        rows = await self._rows("SELECT name, terms, opened FROM tables ORDER BY id")
        return [TableRow(name, bytes(terms), opened) for name, terms, opened in rows]

    async def table(self, name: str) -> TableRow | None:
        """One table by its address."""
        rows = await self._rows("SELECT name, terms, opened FROM tables WHERE name = %s", name)
        return TableRow(rows[0][0], bytes(rows[0][1]), rows[0][2]) if rows else None

    async def lengths(self, tables: list[str], /) -> dict[str, int]:
        """How many lines tables have, of those that other processes may write to."""
        sql = "SELECT tables.name, heads.n FROM heads JOIN tables ON tables.id = heads.tbl WHERE tables.name = ANY(%s)"
        return {str(name): int(n) for name, n in await self._rows(sql, tables)}

    async def lines(self, table: str, since: int = 0, until: int | None = None) -> list[bytes]:
        """The lines of a table from a position on, up to one before another."""
        sql = "SELECT line FROM lines WHERE tbl = %s AND n >= %s AND n < %s ORDER BY n"
        rows = await self._rows(sql, await self._number(table), since, 2**62 if until is None else until)
        return [bytes(line) for (line,) in rows]

    async def find_answer(self, table: str, who: str, key: str) -> KeyAnswer | None:
        """What this key of this person was answered at this table, if it was."""
        sql = "SELECT n, digest FROM answers WHERE tbl = %s AND who = %s AND key = %s"
        rows = await self._rows(sql, await self._number(table), who, key)
        return KeyAnswer(int(rows[0][0]), bytes(rows[0][1])) if rows else None

    async def card(self, kind: str, name: str) -> StoreCard | None:
        """A card, if there is one."""
        rows = await self._rows("SELECT version, body FROM cards WHERE kind = %s AND name = %s", kind, name)
        return StoreCard(int(rows[0][0]), bytes(rows[0][1])) if rows else None

    async def cards(self, kind: str, after: str = "", most: int | None = None) -> list[tuple[str, StoreCard]]:
        """The cards of a kind by name, all of them or a page: those after a name, and so many at most."""
        sql = "SELECT name, version, body FROM cards WHERE kind = %s AND name > %s ORDER BY name LIMIT %s"
        rows = await self._rows(sql, kind, after, most)
        return [(name, StoreCard(int(version), bytes(body))) for name, version, body in rows]

    # --- other servers

    async def listen(self, hint: Hint) -> None:
        """From now on tells of tables that others wrote to; a hint may be lost, so readers also look by themselves."""
        self._listening = asyncio.create_task(self._listen(hint))

    async def _listen(self, hint: Hint) -> None:
        """Whatever goes wrong, it listens again a second later: a hint that is lost is no more than that."""
        while True:
            try:
                await self._listen_once(hint)
            except (psycopg.Error, Unavailable) as error:
                _log.warning("no hints from the database for a moment: %s", error)
            except Exception:
                _log.exception("a hint of the database could not be followed")
            await asyncio.sleep(1)
            metrics.reconnects.labels("database").inc()

    async def _listen_once(self, hint: Hint) -> None:
        names: dict[int, str] = {}
        async with await AsyncConnection.connect(self._where, autocommit=True, connect_timeout=_LONGEST_WAIT) as db:
            await db.execute(f"LISTEN {_CHANNEL}".encode())
            async for note in db.notifies():
                found = _HINT.fullmatch(note.payload)
                number, n = map(int, found.groups()) if found else (0, 0)
                if found and number not in names:
                    for (name,) in await self._rows("SELECT name FROM tables WHERE id = %s", number):
                        names[number] = str(name)
                if number in names:
                    hint(names[number], n)
                else:
                    _log.warning("the database told of no table: %r", note.payload[:40])

    async def check(self) -> str:
        """What is wrong with the database, if anything is: a head that does not fit its lines."""
        sql = """SELECT tables.name FROM tables LEFT JOIN heads ON tables.id = heads.tbl
                 WHERE heads.n IS NULL OR heads.n <> (SELECT coalesce(max(n), -1) + 1 FROM lines WHERE tbl = tables.id)
                 ORDER BY tables.id LIMIT 1"""
        rows = await self._rows(sql)
        return f"the lines of table {rows[0][0]} are not as many as its head says" if rows else ""

    async def close(self) -> None:
        """Finishes what was begun."""
        self._closing = True
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        if self._pump is not None:
            with suppress(asyncio.CancelledError):
                await self._pump
        await self._pool.close()


def _resolve(waiting: _PendingAppend, answer: Exception | None) -> None:
    """Tells who waits, if they still do."""
    if waiting.done.done():
        return
    if answer is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(answer)


async def _configure(db: AsyncConnection[Any]) -> None:
    await db.execute(_SESSION)


@contextmanager
def _as_unavailable() -> Iterator[None]:
    """What the database says no to is said in the store's words."""
    try:
        yield
    except psycopg.Error as error:
        raise Unavailable(str(error)) from error


async def _migrate(db: AsyncConnection[Any]) -> None:
    """Brings a database up to today's version; of several servers that start at once one does it."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        await db.execute("CREATE TABLE IF NOT EXISTS store_version(version int NOT NULL)")
        row: Sequence[Any] | None = await (await db.execute("SELECT max(version) FROM store_version")).fetchone()
        version = int(row[0]) if row and row[0] is not None else 0
        if version > len(MIGRATIONS):
            raise BadInput(f"the database was written by a newer sevenout (version {version} of the store)")
        for script in MIGRATIONS[version:]:
            await db.execute(script.encode())
        if version < len(MIGRATIONS):
            await db.execute("DELETE FROM store_version")
            await db.execute("INSERT INTO store_version VALUES(%s)", (len(MIGRATIONS),))
