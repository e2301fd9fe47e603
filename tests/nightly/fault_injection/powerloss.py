"""The power fails: whatever a house told anybody before that moment must be on the disk that is found afterwards.

A house is played at, and everything that it does to its files and sends to its sockets is written down. From the record
the disk is rebuilt as it may be found after any moment of it (`disk.py`), and is opened, verified and asked. A record
whose case went wrong is kept: `python -m tests.nightly.fault_injection.powerloss RECORD CASE` looks at that case again.
"""

import asyncio
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.server.accounts.people import People, Person
from sevenout.server.fairness.checkpoints import Checkpoint, Checkpoints
from sevenout.server.fairness.keys import open_keys
from sevenout.server.live.table_terms import decode_terms, game_of
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Store, TableRow, Unavailable
from sevenout.server.verification.verifier import verify_store
from tests.nightly.fault_injection.disk import Disk, Done, Op, picks, read_record
from tests.nightly.fault_injection.preload import Control, built, environment
from tests.nightly.fault_injection.rail import Ledger, Patron
from tests.nightly.fault_injection.report import Given, Tally
from tests.server.serving import Served

_TABLES, _PLAYERS, _LINES = 3, 3, 60
_PLAYED_WITHIN = 300
"""Seconds: a house that has not answered by then never will."""
_CASES_A_RECORD = 250
_VERIFIED_EVERY, _RESTARTED_EVERY = 20, 100
_DB, _KEYS, _CHECKPOINTS = "house.db", "house.keys", "house.checkpoints"
_RECORD, _PLAYED = "record", "played.json"


class Way(Struct, frozen=True):
    """How a house is run while it is recorded."""

    settings: tuple[str, ...] = ()
    """Of SQLite, where they differ from those of a house."""
    failing_sync: int = 0
    """The sync that fails while people play; none if 0."""


WAYS = (Way(("wal_autocheckpoint=40",)), Way(), Way(("wal_autocheckpoint=40",), failing_sync=30))


class Played(Struct, frozen=True):
    """What is known of a recorded play beside the record."""

    seed: str
    tables: dict[str, str]
    """Where each patron sat."""
    lines: dict[str, str]
    """What was said under each key."""
    keys: str
    """The house's, as they are kept."""


# --- playing and writing down


def recorded(folder: Path, way: Way, seed: str) -> Path:
    """Plays at a house that is watched; the folder of the record."""
    kept, live = folder / f"record-{seed.replace('/', '-')}", folder / "live"
    kept.mkdir()
    live.mkdir()
    control = Control(folder / "control")
    watched = environment(built(folder), live, kept / _RECORD, control)
    program = ("tests.nightly.fault_injection.altered", *way.settings) if way.settings else ("sevenout",)
    served = Served(str(live / _DB), live, program=program, environment=watched)
    try:
        rng = Random(seed)
        host = served.guest("Host")
        tables = [served.table(host, rules="catfish-bend", dice="fair", window=3600) for _ in range(_TABLES)]
        names = [(f"P{table}{seat}", name) for table, name in zip("abd", tables, strict=True) for seat in "efg"]
        patrons = [Patron(name, table, served.guest(name), Random(rng.random())) for name, table in names]
        if way.failing_sync:
            control.fail(way.failing_sync, "EIO", kinds=("syncs",))
        asyncio.run(asyncio.wait_for(_all_play(patrons, served.address), _PLAYED_WITHIN))
        wrong = next((patron.wrong for patron in patrons if patron.wrong), "")
        assert not wrong, wrong
    finally:
        served.stop()
    lines = {key: line for patron in patrons for key, line in patron.lines.items()}
    played = Played(seed, dict(names), lines, (live / _KEYS).read_text())
    (kept / _PLAYED).write_bytes(msgspec.json.encode(played))
    shutil.move(live / _DB, kept / _DB)
    shutil.rmtree(live)
    return kept


async def _all_play(patrons: Sequence[Patron], address: str) -> None:
    await asyncio.gather(*(patron.play(address, _LINES) for patron in patrons))


# --- what was told


_ACCEPTED = re.compile(rb'"type":"accepted","key":"([^"]+)","n":(\d+)')
_EVENT = re.compile(rb'"type":"event","n":(\d+)')
_TOKEN = re.compile(rb'"token":"([^"]+)","name":"([^"]+)"')
_OPENED = re.compile(rb'\{"table":"([^"]+)"\}')
_LONGEST = 400
"""Of what is looked for, in bytes."""


class Told:
    """What a house had said on its sockets up to some moment."""

    def __init__(self, tables: dict[str, str]) -> None:
        self._of = tables
        self._tails: defaultdict[int, bytes] = defaultdict(bytes)
        self._where: dict[int, str] = {}
        self._events: defaultdict[int, int] = defaultdict(lambda: -1)
        self.accepted: dict[str, dict[str, int]] = {table: {} for table in tables.values()}
        self.tokens: dict[str, str] = {}
        """By name."""
        self.opened: set[str] = set()

    def hear(self, connection: int, content: bytes) -> None:
        """More was said to somebody."""
        said = self._tails[connection] + content
        self._tails[connection] = said[-_LONGEST:]
        for key, n in _ACCEPTED.findall(said):
            table = self._where[connection] = self._of[key.decode().partition("-")[0]]
            self.accepted[table][key.decode()] = int(n)
        for n in _EVENT.findall(said):
            self._events[connection] = max(self._events[connection], int(n))
        self.tokens.update((name.decode(), token.decode()) for token, name in _TOKEN.findall(said))
        self.opened.update(table.decode() for table in _OPENED.findall(said))

    def last_event(self, table: str) -> int:
        """The highest number of an event that somebody at a table was told."""
        return max((self._events[one] for one, where in self._where.items() if where == table), default=-1)

    @property
    def anything(self) -> bool:
        """Whether anybody was told anything that must last."""
        return bool(self.tokens)


# --- the disk that is found


class Case(Struct, frozen=True):
    """A moment of a record, and a disk that may be found after it."""

    number: int
    way: str
    folder: Path
    told: Told


def found(kept: Path, played: Played, numbers: Sequence[int], into: Path) -> Iterator[Case]:
    """The disks of some cases, in the order of their moments: each is written into the folder and then taken away."""
    done = read_record(kept / _RECORD)
    told = Told(played.tables)
    disk = Disk(Random(played.seed))
    at = 0
    for moment, number in sorted((_moment(done, _chance(played, number)), number) for number in numbers):
        for one in done[at:moment]:
            disk.step(one)
            if one.op is Op.SENT:
                told.hear(one.number, one.content)
        at = max(at, moment)
        rng = Random(f"{played.seed}/{number}/disk")
        way, pick = picks(rng)
        into.mkdir()
        for name, content in disk.found(pick):
            (into / name).write_bytes(rng.randbytes(32768) if name.endswith("-shm") else content)
            (into / name).chmod(0o600)
        yield Case(number, f"unsynced sectors {way} after {moment:,} of {len(done):,} calls", into, told)
        shutil.rmtree(into)


def _chance(played: Played, number: int) -> Random:
    return Random(f"{played.seed}/{number}")


def _moment(done: Sequence[Done], rng: Random) -> int:
    """Any moment; half of them just after something was sent, when the most is promised."""
    moment = rng.randrange(1, len(done) + 1)
    if rng.random() < 0.5:
        while moment < len(done) and done[moment - 1].op is not Op.SENT:
            moment += 1
    return moment


# --- looking at it


def ledgers(db: Path) -> dict[str, Ledger]:
    """The tables of a store as they were at the end, each log played again."""

    async def read() -> dict[str, Ledger]:
        store = await open_store(str(db))
        known = {}
        for row in await store.tables():
            ledger = known[row.table] = Ledger(game_of(decode_terms(row.terms)))
            wrong = ledger.read(await store.lines(row.table))
            assert not wrong, wrong
        await store.close()
        return known

    return asyncio.run(read())


def looked_at(case: Case, played: Played, ends: dict[str, Ledger]) -> str:
    """What is wrong with a disk that was found."""
    wrong = _keys_lost(case, played) or asyncio.run(_store_lost(case, ends)) or _promises_broken(case)
    if not wrong and case.number % _RESTARTED_EVERY == 0 and case.told.anything:
        wrong = _not_as_before(case, played)
    return f"{wrong} ({case.way})" if wrong else ""


def _keys_lost(case: Case, played: Played) -> str:
    path = case.folder / _KEYS
    if not path.exists():
        return "the house's keys are lost" if case.told.anything else ""
    try:
        open_keys(path)
    except BadInput as error:
        return f"the house's keys cannot be read: {error}"
    return "" if path.read_text() == played.keys else "the house's keys are others"


def _promises_broken(case: Case) -> str:
    """What of the checkpoints cannot be read, or of some cases what of them the store does not keep."""
    path, public, promised = case.folder / _CHECKPOINTS, "", list[Checkpoint]()
    if path.exists():
        public = open_keys(case.folder / _KEYS).public
        try:
            promised = list(Checkpoints(path))
        except BadInput as error:
            return str(error)
    if case.number % _VERIFIED_EVERY:
        return ""
    return next((verdict.fault for verdict in verify_store(case.folder / _DB, promised, public) if verdict.fault), "")


async def _store_lost(case: Case, ends: dict[str, Ledger]) -> str:
    try:
        store = await open_store(str(case.folder / _DB))
    except BadInput as error:
        return str(error)
    try:
        return await store.check() or await _people_lost(store, case.told) or await _tables_lost(store, case.told, ends)
    except Unavailable as error:
        return f"the store cannot be read: {error}"
    finally:
        await store.close()


async def _people_lost(store: Store, told: Told) -> str:
    people = People(store)
    for token in told.tokens.values():
        if not isinstance(await people.find_by_token(token), Person):
            return "somebody's token is lost"
    return ""


async def _tables_lost(store: Store, told: Told, ends: dict[str, Ledger]) -> str:
    rows = {row.table: row for row in await store.tables()}
    if not told.opened <= rows.keys():
        return f"table {min(told.opened - rows.keys())} is lost"
    for row in rows.values():
        wrong = await _log_lost(store, row, told, ends)
        if wrong:
            return f"{row.table}: {wrong}"
    return ""


async def _log_lost(store: Store, row: TableRow, told: Told, ends: dict[str, Ledger]) -> str:
    lines, ledger = await store.lines(row.table), ends[row.table]
    if lines != ledger.lines[: len(lines)]:  # what was refused when a sync failed may be there: then it is played anew
        ledger = Ledger(game_of(decode_terms(row.terms)))
        wrong = ledger.read(lines)
        if wrong:
            return wrong
    accepted = told.accepted.get(row.table, {})
    for key, n in accepted.items():
        if key not in ledger.keys or not ledger.keys[key].n <= n < len(lines):
            return f"{key} was accepted as {n}, and the log ends at {len(lines) - 1}"
    for key in list(accepted)[-5:]:
        answered = await store.find_answer(row.table, ledger.keys[key].actor, key)
        if answered is None or answered.n != accepted[key]:
            return f"{key} was accepted as {accepted[key]}, and is answered {answered} now"
    shown = told.last_event(row.table)
    return f"event {shown} was shown, and the log ends at {len(lines) - 1}" if shown >= len(lines) else ""


def _not_as_before(case: Case, played: Played) -> str:
    """Starts a house on what was found, and says again what was accepted; somebody new sits down at every table."""
    served = Served(str(case.folder / _DB), case.folder)
    try:
        newcomer = served.guest("Newcomer")
        for table in case.told.opened:
            for key, n in list(case.told.accepted[table].items())[-3:]:
                client = served.connect(table, case.told.tokens[key.partition("-")[0]])
                answer = client.say(key, played.lines[key])
                if (answer["type"], answer.get("n")) != ("accepted", n):
                    return f"{key} was accepted as {n}, and said again it is {answer}"
            if served.connect(table, newcomer).say("new", "sits 100")["type"] != "accepted":
                return f"nobody can sit down at {table} any more"
    finally:
        served.kill()
    return ""


# --- the row


def run(tally: Tally, given: Given, ways: Sequence[Way] = WAYS) -> None:
    """Lets the power fail as often as is left to try."""
    records = max(len(ways), -(-tally.wanted // _CASES_A_RECORD))
    for number in range(records):
        share = -(-tally.left // (records - number))
        way = ways[number % len(ways)]
        kept = recorded(given.folder, way, f"{given.seed}/{number}")
        played = msgspec.json.decode((kept / _PLAYED).read_bytes(), type=Played)
        wrong = _cases(tally, kept, played, range(share), given.folder / "found")
        if wrong:
            tally.notes = f"the record is kept: python -m tests.nightly.fault_injection.powerloss {_keep(kept)} {wrong}"
        shutil.rmtree(kept)


def _cases(tally: Tally, kept: Path, played: Played, numbers: Sequence[int], into: Path) -> str:
    """Tries some cases of a record; the number of the first that went wrong."""
    ends, first = ledgers(kept / _DB), ""
    for case in found(kept, played, numbers, into):
        wrong = looked_at(case, played, ends)
        tally.one(wrong, f"--seed {played.seed.partition('/')[0]}")
        first = first or (str(case.number) if wrong else "")
    return first


def _keep(kept: Path) -> Path:
    """Copies a record to where nobody takes it away."""
    safe = Path("build") / "faults" / kept.name
    shutil.copytree(kept, safe, dirs_exist_ok=True)
    return safe


def main(folder: str, number: str) -> int:
    """Looks at one case of a record that was kept."""
    kept = Path(folder)
    played = msgspec.json.decode((kept / _PLAYED).read_bytes(), type=Played)
    ends = ledgers(kept / _DB)
    wrong = [looked_at(case, played, ends) for case in found(kept, played, [int(number)], kept / "found")]
    sys.stdout.write(f"case {number}: {wrong[0] or 'nothing is wrong'}\n")
    return 1 if wrong[0] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
