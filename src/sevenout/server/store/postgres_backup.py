"""A PostgreSQL store read whole as it is at one moment, or filled from a copy."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import psycopg
from psycopg import IsolationLevel, sql

from sevenout.base.errors import BadInput
from sevenout.server.store.postgres import MIGRATIONS, PostgresStore

_AT_ONCE = 1_000


Rows = Iterator[list[tuple[Any, ...]]]


@contextmanager
def looking(where: str) -> Iterator[Callable[[str, Sequence[str]], Rows]]:
    """Reads tables of the store, all as they are at the same moment, while play goes on."""
    with _as_bad_input(), psycopg.connect(where) as db:
        db.isolation_level, db.read_only = IsolationLevel.REPEATABLE_READ, True
        if db.execute("SELECT to_regclass('store_version')").fetchone() == (None,):
            raise BadInput("the database has no house's store in it")
        version = db.execute("SELECT max(version) FROM store_version").fetchone()
        if version != (len(MIGRATIONS),):
            raise BadInput(
                f"the database has version {version and version[0]} of the store, and this copies version "
                f"{len(MIGRATIONS)}: start the house once with this sevenout"
            )

        def read(table: str, columns: Sequence[str]) -> Rows:
            with db.cursor(f"all_{table}") as cursor:
                cursor.execute(_select(table, columns))
                while rows := cursor.fetchmany(_AT_ONCE):
                    yield [_plain(row) for row in rows]

        yield read


@contextmanager
def filling(where: str) -> Iterator[Callable[[str, Sequence[str], Iterable[tuple[Any, ...]]], None]]:
    """Writes the tables of an empty store, all of them or nothing."""
    asyncio.run(_opened_once(where))
    with _as_bad_input(), psycopg.connect(where) as db:
        db.execute("LOCK TABLE tables, cards IN EXCLUSIVE MODE")
        if db.execute("SELECT EXISTS(SELECT 1 FROM tables) OR EXISTS(SELECT 1 FROM cards)").fetchone() != (False,):
            raise BadInput("the database has a house in it already: a copy is restored to a new store")

        def write(table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
            names = sql.SQL(", ").join(map(sql.Identifier, columns))
            into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
            with db.cursor() as cursor, cursor.copy(into) as copying:
                for row in rows:
                    copying.write_row(row)

        yield write
        db.execute("INSERT INTO heads SELECT id, (SELECT count(*) FROM lines WHERE tbl = id) FROM tables")
        db.execute("SELECT setval('tables_id_seq', greatest((SELECT max(id) FROM tables), 1))")


async def _opened_once(where: str) -> None:
    """Opens a store, so that it is brought up to date."""
    await (await PostgresStore.open(where)).close()


def _select(table: str, columns: Sequence[str]) -> sql.Composed:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("SELECT {} FROM {} ORDER BY 1, 2").format(names, sql.Identifier(table))


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value.isoformat() if isinstance(value, datetime) else value for value in row)


@contextmanager
def _as_bad_input() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise BadInput(f"the database cannot be read or written: {error}") from error
