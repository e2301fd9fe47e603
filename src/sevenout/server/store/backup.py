"""Whole copies of a store, while it is played or not: whatever the database, a copy is one SQLite file.

So backing up, restoring, checking offline and moving from one database to the other are the same thing.
"""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sevenout.base.errors import BadInput
from sevenout.server.operation.settings import is_postgres
from sevenout.server.store.interface import PLACE
from sevenout.server.store.sqlite import MIGRATIONS, SqliteStore, make_private, migrate, version_of
from sevenout.server.store.wal import wal_damage

_AT_ONCE = 1_000
_TABLES = {  # what a store holds, in an order in which it can be written, with its columns in both databases
    "tables": ("id", "name", "terms", "opened"),
    "lines": ("tbl", "n", "line"),
    "answers": ("tbl", "who", "key", "n", "digest"),
    "cards": ("kind", "name", "version", "body"),
    "pictures": ("tbl", "body"),
}


def backup(where: str, to: Path) -> None:
    """Copies a store as it is at one moment to a new file, durably; raises BadInput if it cannot be had or kept."""
    with _new_file(to, "a backup never writes over anything") as making, closing(sqlite3.connect(making)) as copy:
        if is_postgres(where):
            _from_postgres(where, copy)
        else:
            _from_file(Path(where), copy)
        _forget_place(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, that is read without leaving another beside it


def _forget_place(copy: sqlite3.Connection) -> None:
    """A copy lies nowhere yet: whoever plays it on finds it to be another store, even in the original's place."""
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'cards'").fetchone():
        copy.execute("DELETE FROM cards WHERE kind = ? AND name = ?", PLACE)
        copy.commit()


def restore(copy: Path, where: str) -> None:
    """Makes a new store of a copy; raises BadInput if there is anything in the store already."""
    if not version_of(copy):
        raise BadInput(f"{copy} is no copy of a house's store")
    with readable(copy) as whole, TemporaryDirectory(prefix="sevenout-") as folder:
        if not is_postgres(where):
            _to_file(whole, Path(where))
            return
        today = Path(folder) / "copy.db"
        shutil.copyfile(whole, today)
        with closing(sqlite3.connect(today, isolation_level=None)) as db:
            migrate(db, version_of(today))
            _forget_place(db)
            _to_postgres(db, where)


@contextmanager
def temporary_copy(where: str) -> Iterator[Path]:
    """A copy of a store to look at, if there is one: whatever is done to it, the store is as it was."""
    with TemporaryDirectory(prefix="sevenout-") as folder:
        copy = Path(folder) / "copy.db"
        if is_postgres(where):
            backup(where, copy)
        elif Path(where).exists():
            with readable(Path(where)) as whole:
                shutil.copyfile(whole, copy)
        yield copy


@contextmanager
def readable(path: Path) -> Iterator[Path]:
    """A file to be read without leaving anything beside the one that was named.

    A house that is running, or was killed, has part of its file in the files beside it, wherever a link to it is.
    """
    path = path.resolve()
    wal, shared = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    if not wal.exists() and not shared.exists():
        yield path
        return
    damage = "" if shared.exists() else wal_damage(path)
    if damage:
        raise BadInput(f"{damage}: keep copies of both files")
    with TemporaryDirectory(prefix="sevenout-") as folder:
        whole = Path(folder) / path.name
        try:
            if shared.exists():
                with closing(sqlite3.connect(whole)) as copy:
                    _from_file(path, copy)
                    copy.execute("PRAGMA journal_mode = DELETE")
            else:
                shutil.copyfile(path, whole)
                shutil.copyfile(wal, whole.with_name(whole.name + "-wal"))
                with closing(sqlite3.connect(whole)) as copy:
                    copy.execute("PRAGMA journal_mode = DELETE")
        except (sqlite3.Error, OSError) as error:
            raise BadInput(f"{path} cannot be read as the store of a house: {error}") from error
        yield whole


def _from_file(path: Path, copy: sqlite3.Connection) -> None:
    if not version_of(path):
        raise BadInput(f"{path} is no store of a house")
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source:
        source.backup(copy)


def _to_file(whole: Path, where: Path) -> None:
    with (
        _new_file(where, "a copy is restored to a new store") as making,
        closing(sqlite3.connect(making)) as made,
        closing(immutable(whole)) as source,
    ):
        source.backup(made)
        _forget_place(made)
    asyncio.run(_opened_once(where))


@contextmanager
def _new_file(to: Path, otherwise: str) -> Iterator[Path]:
    """Makes a file beside the one that is wanted, and gives it the name once it is whole and on the disk."""
    making = to.with_name(f"{to.name}.part")
    try:
        if to.exists():
            raise FileExistsError
        making.unlink(missing_ok=True)
        make_private(making)
        yield making
        _sync(making)
        os.link(making, to)  # unlike renaming, it fails if somebody was quicker
        _sync(to.parent)
    except FileExistsError as error:
        raise BadInput(f"{to} already exists: {otherwise}") from error
    except (sqlite3.Error, OSError) as error:
        raise BadInput(f"{to} cannot be written: {error}") from error
    finally:
        making.unlink(missing_ok=True)


async def _opened_once(where: Path) -> None:
    """Opens a store, so that it is brought up to date."""
    store = await SqliteStore.open(str(where))
    await store.close()


def immutable(path: Path) -> sqlite3.Connection:
    """A file that nobody writes to, opened to be read: nothing is left beside it."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _from_postgres(where: str, copy: sqlite3.Connection) -> None:
    from sevenout.server.store.postgres_backup import looking

    with looking(where) as read:
        for script in MIGRATIONS:
            copy.executescript(script)
        copy.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        for table, columns in _TABLES.items():
            marks = ", ".join("?" * len(columns))
            for rows in read(table, columns):
                copy.executemany(f"INSERT INTO {table} VALUES({marks})", rows)
        copy.commit()


def _to_postgres(copy: sqlite3.Connection, where: str) -> None:
    from sevenout.server.store.postgres_backup import filling

    with filling(where) as write:
        for table, columns in _TABLES.items():
            rows = copy.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2")
            write(table, columns, _some_at_a_time(rows))


def _some_at_a_time(rows: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
    while some := rows.fetchmany(_AT_ONCE):
        yield from some


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
