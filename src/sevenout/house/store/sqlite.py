"""The embedded store: one SQLite file, one writer thread, batches formed while the commit before them syncs.

The log is in WAL mode with `synchronous=FULL`: a commit that returned is on the disk. The writer's own automatic
checkpoint recycles the WAL, which keeps it short and writing quick.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sevenout.errors import BadInput
from sevenout.house.store import Answered, Append, Card, Conflict, Hint, TableRow, Unavailable

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, terms BLOB NOT NULL, opened TEXT NOT NULL);
    CREATE TABLE lines(tbl INTEGER NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL, PRIMARY KEY(tbl, n)) WITHOUT ROWID;
    CREATE TABLE answers(tbl INTEGER NOT NULL, who TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL,
      digest BLOB NOT NULL, PRIMARY KEY(tbl, who, key)) WITHOUT ROWID;
    """,
    """
    CREATE TABLE cards(kind TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY(kind, name)) WITHOUT ROWID;
    """,
)
"""What makes a file of one version one of the next: from an empty file to today's."""
_LONGEST_WAIT = 5.0
"""Seconds that a file held by somebody else is waited for."""

_LINE = "INSERT INTO lines VALUES(?, ?, ?)"
_ANSWER = "INSERT INTO answers VALUES(?, ?, ?, ?, ?)"
Write = Callable[[sqlite3.Connection], Any]


class _Job(NamedTuple):
    """Something to be written, and who waits for it."""

    write: Write
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"


class SqliteStore:
    """A house's file. `synchronous` is FULL; a test of the tests lowers it."""

    def __init__(self, path: Path, *, synchronous: str = "FULL") -> None:
        self.path = path
        version = _version(path)
        self._writing = _connect(path, synchronous)
        _migrate(self._writing, version)
        self._reading = _connect(path, synchronous)
        self._reading.execute("PRAGMA query_only = ON")
        self._ids = {str(name): int(number) for number, name in self._reading.execute("SELECT id, name FROM tables")}
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self.commits = 0
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    @classmethod
    async def open(cls, where: str) -> "SqliteStore":
        """Opens a file, or makes one; raises BadInput for what is no file of a house."""
        try:
            return cls(Path(where))
        except sqlite3.Error as error:
            raise BadInput(f"{where} cannot be opened as the file of a house: {error}") from error

    # --- writing

    def _write(self) -> None:
        while True:
            first = self._jobs.get()
            batch = [] if first is None else [first]
            last = first is None
            while not self._jobs.empty():
                job = self._jobs.get()
                last = last or job is None
                batch += [] if job is None else [job]
            if batch:
                self._commit(batch)
            if last:
                return

    def _commit(self, batch: Sequence[_Job]) -> None:
        """One commit for all that came while the one before was syncing; what fails alone fails alone."""
        db, answers = self._writing, list[tuple[_Job, Any]]()
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in batch:
                db.execute("SAVEPOINT one")
                try:
                    answers.append((job, job.write(db)))
                except (sqlite3.IntegrityError, Conflict) as error:
                    db.execute("ROLLBACK TO one")
                    answers.append((job, Conflict(str(error))))
                db.execute("RELEASE one")
            db.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            answers = [(job, Unavailable(str(error))) for job in batch]
        for job, answer in answers:
            job.loop.call_soon_threadsafe(_tell, job.done, answer)

    async def _written(self, write: Write) -> Any:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._jobs.put(_Job(write, loop, done))
        return await done

    async def open_table(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """Keeps a new table with its first lines; raises Conflict if the address is taken."""

        def write(db: sqlite3.Connection) -> int:
            opened = row.opened.isoformat()
            number = db.execute(
                "INSERT INTO tables(name, terms, opened) VALUES(?, ?, ?)", (row.table, row.terms, opened)
            ).lastrowid
            assert number is not None, "a row that was inserted has a number"
            db.executemany(_LINE, [(number, n, line) for n, line in enumerate(lines)])
            return number

        self._ids[row.table] = await self._written(write)

    async def append(self, append: Append) -> None:
        """Writes durably, or raises Conflict or Unavailable and has written nothing that was answered."""
        number = self._number(append.table)

        def write(db: sqlite3.Connection) -> None:
            last = db.execute("SELECT max(n) FROM lines WHERE tbl = ?", (number,)).fetchone()[0]
            if append.first != (-1 if last is None else last) + 1:
                raise Conflict(f"{append.table} is at line {last}")
            db.executemany(_LINE, [(number, n, line) for n, line in enumerate(append.lines, append.first)])
            if append.key:
                db.execute(_ANSWER, (number, append.who, append.key, append.last, append.digest))

        await self._written(write)

    async def put_card(self, kind: str, name: str, version: int, body: bytes | None) -> bool:
        """Writes a card whose version is known (0: a new one; no body: away with it); False if somebody was first."""

        def write(db: sqlite3.Connection) -> bool:
            if version == 0:
                new = (kind, name, 1, body or b"")
                return db.execute("INSERT OR IGNORE INTO cards VALUES(?, ?, ?, ?)", new).rowcount == 1
            known = (kind, name, version)
            if body is None:
                return db.execute("DELETE FROM cards WHERE kind = ? AND name = ? AND version = ?", known).rowcount == 1
            sql = "UPDATE cards SET version = version + 1, body = ? WHERE kind = ? AND name = ? AND version = ?"
            return db.execute(sql, (body, *known)).rowcount == 1

        return bool(await self._written(write))

    # --- reading

    def _number(self, table: str) -> int:
        if table not in self._ids:
            raise BadInput(f"this house has no table {table!r}")
        return self._ids[table]

    async def now(self) -> datetime:
        """The clock of this machine, which is the database's."""
        return datetime.now(UTC)

    async def tables(self) -> list[TableRow]:
        """Every table, in the order they were opened."""
        rows = self._reading.execute("SELECT name, terms, opened FROM tables ORDER BY id")
        return [TableRow(name, terms, datetime.fromisoformat(opened)) for name, terms, opened in rows]

    async def lines(self, table: str, since: int = 0, until: int | None = None) -> list[bytes]:
        """The lines of a table from a position on, up to one before another."""
        sql = "SELECT line FROM lines WHERE tbl = ? AND n >= ? AND n < ? ORDER BY n"
        bounds = (self._number(table), since, 2**62 if until is None else until)
        return [bytes(line) for (line,) in self._reading.execute(sql, bounds)]

    async def answered(self, table: str, who: str, key: str) -> Answered | None:
        """What this key of this person was answered at this table, if it was."""
        sql = "SELECT n, digest FROM answers WHERE tbl = ? AND who = ? AND key = ?"
        row = self._reading.execute(sql, (self._number(table), who, key)).fetchone()
        return None if row is None else Answered(*row)

    async def card(self, kind: str, name: str) -> Card | None:
        """A card, if there is one."""
        sql = "SELECT version, body FROM cards WHERE kind = ? AND name = ?"
        row = self._reading.execute(sql, (kind, name)).fetchone()
        return None if row is None else Card(*row)

    async def cards(self, kind: str) -> list[tuple[str, Card]]:
        """All cards of a kind, by name."""
        rows = self._reading.execute("SELECT name, version, body FROM cards WHERE kind = ? ORDER BY name", (kind,))
        return [(name, Card(version, body)) for name, version, body in rows]

    # --- the file

    async def listen(self, hint: Hint) -> None:
        """A file has one process, which knows what it wrote."""

    async def check(self) -> str:
        """What is wrong with the file, if anything is."""
        verdict = str(self._reading.execute("PRAGMA quick_check(1)").fetchone()[0])
        return "" if verdict == "ok" else f"{self.path}: {verdict}"

    def backup(self, to: Path) -> None:
        """A whole copy of the file as it is now, while play goes on."""
        with _closing(sqlite3.connect(to)) as copy, _closing(_connect(self.path, "FULL")) as source:
            source.backup(copy)

    async def close(self) -> None:
        """Finishes what was begun."""
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        self._reading.close()
        self._writing.close()


def _connect(path: Path, synchronous: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=_LONGEST_WAIT)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {synchronous}")
    return db


def _version(path: Path) -> int:
    """The version of a house's file, 0 for one that is not there; raises BadInput for what is none."""
    if not path.exists() or not path.stat().st_size:
        return 0
    with _closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        tables = int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if version > len(MIGRATIONS):
        ours = f"version {version} of the store, this has {len(MIGRATIONS)}"
        raise BadInput(f"{path} was written by a newer sevenout ({ours})")
    if version == 0 and tables:
        raise BadInput(f"{path} is a database, but not that of a house")
    return version


def _migrate(db: sqlite3.Connection, version: int) -> None:
    """Brings a file up to today's version, step by step, each all of it or nothing."""
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")


def _tell(done: "asyncio.Future[Any]", answer: Any) -> None:
    if done.cancelled():
        return
    if isinstance(answer, Exception):
        done.set_exception(answer)
    else:
        done.set_result(answer)


@contextmanager
def _closing(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield db
    finally:
        db.close()
