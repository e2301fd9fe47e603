"""The embedded store: one SQLite file, one writer thread, batches formed while the commit before them syncs.

The log is in WAL mode with `synchronous=FULL`: a commit that returned is on the disk. The writer's own automatic
checkpoint recycles the WAL, which keeps it short and writing quick. After anything that the disk refused the file is
opened anew: what a connection still believes of it then is not relied on.
"""

import asyncio
import fcntl
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, closing, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sevenout.base.errors import BadInput
from sevenout.server.store.commit_metrics import count_commit, not_committed
from sevenout.server.store.interface import Append, Conflict, Hint, KeyAnswer, StoreCard, TableRow, Unavailable
from sevenout.server.store.recent_cards import Name, RecentCards
from sevenout.server.store.steady_clock import SteadyClock
from sevenout.server.store.wal import wal_damage

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
    "CREATE TABLE pictures(tbl INTEGER PRIMARY KEY, body BLOB NOT NULL);",
)
"""What makes a file of one version one of the next: from an empty file to today's."""
_LONGEST_WAIT = 5.0
"""Seconds that a file held by somebody else is waited for."""
_LOOKED_THROUGH = 200_000_000
"""Bytes of a file that is looked through before the house opens: about a second's worth."""

_LINE = "INSERT INTO lines VALUES(?, ?, ?)"
_ANSWER = "INSERT OR IGNORE INTO answers VALUES(?, ?, ?, ?, ?)"
Ends = dict[int, int]
"""How many lines each table has, by its number."""
Write = Callable[[sqlite3.Connection, Ends], Any]
"""Writes, with the ends of tables that grew in this commit; raises Conflict before it has written anything."""


class _WriteJob(NamedTuple):
    """Something to be written, and who waits for it."""

    write: Write
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"
    card: Name | None = None
    """The card that it writes, if it is one."""


class SqliteStore:
    """A house's file. `synchronous` is FULL; a test of the tests lowers it."""

    def __init__(self, path: Path, *, synchronous: str = "FULL") -> None:
        self.path, self._synchronous = path, synchronous
        _refuse_names(path)
        version = version_of(path)
        self._held = _hold(path)
        self._writing: sqlite3.Connection | None = None
        self._reading: sqlite3.Connection | None = None
        try:
            make_private(path)
            with closing(_connect(path, synchronous)) as db:
                migrate(db, version)
                self._writer()
        except BaseException:
            os.close(self._held)
            raise
        self._jobs: queue.SimpleQueue[list[_WriteJob] | None] = queue.SimpleQueue()
        self._to_write: list[_WriteJob] = []
        """What came in this turn of the loop: it is handed to the writer together."""
        self._closing, self._clock, self._recent = False, SteadyClock(), RecentCards()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    @classmethod
    async def open(cls, where: str, *, accept_damage: bool = False) -> "SqliteStore":
        """Opens a file, or makes one; raises BadInput for what is no file of a house, and for a damaged one."""
        try:
            damage = "" if accept_damage else wal_damage(Path(where).resolve())
            if damage:  # SQLite would throw away what it cannot read
                keep = "keep copies of both files, restore a backup, or open without that by `serve --accept wal`"
                raise BadInput(f"{damage}: {keep}")
            return cls(Path(where))
        except (sqlite3.Error, OSError, Unavailable) as error:
            raise BadInput(f"{where} cannot be opened as the file of a house: {error}") from error

    # --- writing

    def _write(self) -> None:
        while True:
            first = self._jobs.get()
            batch = first or []
            last = first is None
            while not self._jobs.empty():
                more = self._jobs.get()
                last = last or more is None
                batch += more or []
            if batch:
                self._commit(batch)
            if last:
                return

    def _writer(self) -> sqlite3.Connection:
        """The connection that writes. A new one learns what the file has: also what was refused may have come there."""
        if self._writing is None:
            self._writing = _connect(self.path, self._synchronous)
            sql = "SELECT id, name, (SELECT coalesce(max(n), -1) + 1 FROM lines WHERE tbl = id) FROM tables"
            tables = self._writing.execute(sql).fetchall()
            self._ids = {str(name): int(number) for number, name, _ in tables}
            self._ends: Ends = {int(number): int(end) for number, _, end in tables}
        return self._writing

    def _commit(self, batch: Sequence[_WriteJob]) -> None:
        """One commit for all that came while the one before was syncing; what fails alone fails alone."""
        answers, grown, began = list[Any](), Ends(), time.perf_counter()
        try:
            db = self._writer()
            db.execute("BEGIN IMMEDIATE")
            for job in batch:
                try:
                    answers.append(job.write(db, grown))
                except Conflict as conflict:
                    answers.append(conflict)
            db.execute("COMMIT")
            self._ends |= grown
            count_commit(time.perf_counter() - began, len(batch))
        except Exception as error:
            _close(self._writing)
            self._writing = None
            own = _own_fault(error)
            if own and len(batch) > 1:  # one of them is to blame: each by itself, so that it alone fails
                for job in batch:
                    self._commit([job])
                return
            not_committed(error)
            answers = [Unavailable(str(error)) if isinstance(error, sqlite3.Error) else error] * len(batch)
        cards = [job.card for job in batch if job.card is not None]
        if cards:
            self._recent.forget(cards)
        for job, answer in zip(batch, answers, strict=True):
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                job.loop.call_soon_threadsafe(_resolve, job.done, answer)

    async def _submit_write(self, write: Write, card: Name | None = None) -> Any:
        if self._closing:
            raise Unavailable("the store is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if not self._to_write or self._to_write[0].loop is not loop:
            loop.call_soon(self._hand_over)
        self._to_write.append(_WriteJob(write, loop, done, card))
        return await done

    def _hand_over(self) -> None:
        """Wakes the writer once for all that came in this turn: it and the loop want the same interpreter."""
        if self._to_write:
            jobs, self._to_write = self._to_write, []
            self._jobs.put(jobs)

    async def open_table(self, row: TableRow, lines: tuple[bytes, ...]) -> None:
        """Keeps a new table with its first lines; raises Conflict if the address is taken."""

        def write(db: sqlite3.Connection, grown: Ends) -> int:
            sql = "INSERT OR IGNORE INTO tables(name, terms, opened) VALUES(?, ?, ?) RETURNING id"
            made = db.execute(sql, (row.table, row.terms, row.opened.isoformat())).fetchall()
            if not made:
                raise Conflict(f"there is a table {row.table!r} already")
            number = int(made[0][0])
            db.executemany(_LINE, [(number, n, line) for n, line in enumerate(lines)])
            grown[number] = len(lines)
            return number

        self._ids[row.table] = await self._submit_write(write)

    def alone(self) -> AbstractAsyncContextManager[None]:
        """A file has one process."""
        return nullcontext()

    async def append(self, append: Append) -> None:
        """Writes durably, or raises Conflict or Unavailable and has written nothing that was answered."""
        number = self._number(append.table)

        def write(db: sqlite3.Connection, grown: Ends) -> None:
            end = grown.get(number, self._ends[number])
            if append.first != end:
                raise Conflict(f"{append.table} has {end} lines")
            if append.key:
                known = (number, append.who, append.key, append.answer_position, append.digest)
                if db.execute(_ANSWER, known).rowcount != 1:
                    raise Conflict(f"the key {append.key!r} was answered")
            db.executemany(_LINE, [(number, n, line) for n, line in enumerate(append.lines, append.first)])
            grown[number] = append.last + 1

        await self._submit_write(write)

    async def put_picture(self, table: str, body: bytes) -> None:
        """Keeps a picture of a table in place of the last one."""
        number = self._number(table)
        await self._submit_write(
            lambda db, _: db.execute("REPLACE INTO pictures VALUES(?, ?)", (number, body)).rowcount
        )

    async def put_card(self, kind: str, name: str, version: int, body: bytes | None) -> bool:
        """Writes a card whose version is known (0: a new one; no body: away with it); False if somebody was first."""

        def write(db: sqlite3.Connection, _: Ends) -> bool:
            if version == 0:
                new = (kind, name, 1, body or b"")
                return db.execute("INSERT OR IGNORE INTO cards VALUES(?, ?, ?, ?)", new).rowcount == 1
            known = (kind, name, version)
            if body is None:
                return db.execute("DELETE FROM cards WHERE kind = ? AND name = ? AND version = ?", known).rowcount == 1
            sql = "UPDATE cards SET version = version + 1, body = ? WHERE kind = ? AND name = ? AND version = ?"
            return db.execute(sql, (body, *known)).rowcount == 1

        return bool(await self._submit_write(write, (kind, name)))

    # --- reading

    def _rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        """What the file answers; raises Unavailable if it cannot be read."""
        try:
            if self._reading is None:
                self._reading = _connect(self.path, self._synchronous)
                self._reading.execute("PRAGMA query_only = ON")
            return self._reading.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            _close(self._reading)
            self._reading = None
            raise Unavailable(str(error)) from error

    def _number(self, table: str) -> int:
        if table not in self._ids:
            raise BadInput(f"this house has no table {table!r}")
        return self._ids[table]

    async def now(self) -> datetime:
        """The clock of this machine, which is the database's."""
        return self._clock.read(datetime.now(UTC))

    async def identity(self) -> str:
        """Which file it is, whatever it is called: a copy is another file."""
        return f"file {self.path.stat().st_ino}"

    async def tables(self) -> list[TableRow]:
        """Every table, in the order they were opened."""
        rows = self._rows("SELECT name, terms, opened FROM tables ORDER BY id")
        return [TableRow(name, terms, datetime.fromisoformat(opened)) for name, terms, opened in rows]

    async def table(self, name: str) -> TableRow | None:
        """One table by its address."""
        sql = "SELECT name, terms, opened FROM tables WHERE name = ?"
        rows = self._rows(sql, (name,))
        return TableRow(rows[0][0], rows[0][1], datetime.fromisoformat(rows[0][2])) if rows else None

    async def lengths(self, _tables: list[str], /) -> dict[str, int]:
        """A file has one process, which knows what it wrote."""
        return {}

    async def lines(self, table: str, since: int = 0, until: int | None = None) -> list[bytes]:
        """The lines of a table from a position on, up to one before another."""
        sql = "SELECT line FROM lines WHERE tbl = ? AND n >= ? AND n < ? ORDER BY n"
        bounds = (self._number(table), since, 2**62 if until is None else until)
        return [bytes(line) for (line,) in self._rows(sql, bounds)]

    async def find_answer(self, table: str, who: str, key: str) -> KeyAnswer | None:
        """What this key of this person was answered at this table, if it was."""
        sql = "SELECT n, digest FROM answers WHERE tbl = ? AND who = ? AND key = ?"
        rows = self._rows(sql, (self._number(table), who, key))
        return KeyAnswer(*rows[0]) if rows else None

    async def picture(self, table: str) -> bytes | None:
        """The last picture of a table, if one was kept."""
        rows = self._rows("SELECT body FROM pictures WHERE tbl = ?", (self._number(table),))
        return bytes(rows[0][0]) if rows else None

    async def card(self, kind: str, name: str) -> StoreCard | None:
        """A card, if there is one. A file has one process, which knows the cards that it read and has not written."""
        known = self._recent.get((kind, name))
        if known is not None:
            return known
        writes = self._recent.writes
        sql = "SELECT version, body FROM cards WHERE kind = ? AND name = ?"
        rows = self._rows(sql, (kind, name))
        if not rows:
            return None
        self._recent.keep((kind, name), card := StoreCard(*rows[0]), writes)
        return card

    async def cards(self, kind: str, after: str = "", most: int | None = None) -> list[tuple[str, StoreCard]]:
        """The cards of a kind by name, all of them or a page: those after a name, and so many at most."""
        sql = "SELECT name, version, body FROM cards WHERE kind = ? AND name > ? ORDER BY name LIMIT ?"
        rows = self._rows(sql, (kind, after, -1 if most is None else most))
        return [(name, StoreCard(version, body)) for name, version, body in rows]

    # --- the file

    async def listen(self, hint: Hint) -> None:
        """A file has one process, which knows what it wrote."""

    async def check(self) -> str:
        """What is wrong with the file, if anything is: all of its pages, or of a large file the ends of its logs."""
        if self.path.stat().st_size <= _LOOKED_THROUGH:
            verdict = str(self._rows("PRAGMA quick_check(1)")[0][0])
            return "" if verdict == "ok" else f"{self.path}: {verdict}"
        sql = """SELECT name FROM tables WHERE NOT EXISTS(SELECT 1 FROM lines WHERE tbl = id AND n = 0)
                 OR typeof((SELECT line FROM lines WHERE tbl = id ORDER BY n DESC LIMIT 1)) <> 'blob' LIMIT 1"""
        rows = self._rows(sql)
        return f"{self.path}: the lines of table {rows[0][0]} cannot be read" if rows else ""

    async def close(self) -> None:
        """Finishes what was begun."""
        if self._closing:
            return
        self._closing = True
        self._hand_over()
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        _close(self._reading)
        _close(self._writing)
        os.close(self._held)


def _connect(path: Path, synchronous: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=_LONGEST_WAIT)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA synchronous = {synchronous}")
    except sqlite3.Error:
        _close(db)
        raise
    return db


def _close(db: sqlite3.Connection | None) -> None:
    """Gives a connection up, with whatever it had begun."""
    with suppress(sqlite3.Error):
        if db is not None:
            db.close()


def _hold(path: Path) -> int:
    """Holds a file for this process alone, until it ends in whatever way; raises BadInput if another has it.

    By whichever symbolic link it is named, it is held where it lies.
    """
    held = os.open(f"{os.path.realpath(path)}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        several = "a file has one server, and several share a PostgreSQL database (--db postgresql://…)"
        raise BadInput(f"{path} is in use by another house: {several}") from error
    return held


def _refuse_names(path: Path) -> None:
    """Raises BadInput for a file with hard links: SQLite keeps what is new beside each name, and none has all of it."""
    if path.exists() and path.stat().st_nlink > 1:
        raise BadInput(f"{path} has other names too (hard links), and may be in use by one: leave it one name only")


def make_private(path: Path) -> None:
    """Makes a file, if there is none, that its owner alone reads, and so those beside it: it has people's cards."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def version_of(path: Path) -> int:
    """The version of a house's file, 0 for one that is not there; raises BadInput for what is none."""
    if not path.exists() or not path.stat().st_size:
        return 0
    try:
        version, tables = _numbers_of(path, "ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
        version, tables = _numbers_of(path, "rw")  # the power failed as it was made: what was begun is taken back
    if version > len(MIGRATIONS):
        ours = f"version {version} of the store, this has {len(MIGRATIONS)}"
        raise BadInput(f"{path} was written by a newer sevenout ({ours})")
    if version == 0 and tables:
        raise BadInput(f"{path} is a database, but not that of a house")
    return version


def _numbers_of(path: Path, mode: Literal["ro", "rw"]) -> tuple[int, int]:
    """The version that a file says of itself, and how many tables and indexes are in it."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True)) as db:
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        return version, int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Brings a file up to today's version, step by step, each all of it or nothing."""
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")


def _own_fault(error: Exception) -> bool:
    """Whether something was wrong with one job, and not with the file or the disk, which is everybody's."""
    own = sqlite3.IntegrityError | sqlite3.ProgrammingError | sqlite3.InterfaceError
    return isinstance(error, own) or not isinstance(error, sqlite3.Error)


def _resolve(done: "asyncio.Future[Any]", answer: Any) -> None:
    if done.done():
        return
    if isinstance(answer, Exception):
        done.set_exception(answer)
    else:
        done.set_result(answer)
