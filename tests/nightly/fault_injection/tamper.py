"""Logs that somebody tampered with, in a copy of a house's whole store: every kind is found, at its first bad entry.

What one can find from the log alone (a chain that does not fit, a command that leads elsewhere) is found at the very
entry; what somebody with the store and all its secrets but the signing key could do is found between two checkpoints.
"""

import asyncio
import json
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sevenout.server.accounts.permissions import OwnSeat
from sevenout.server.fairness.checkpoints import Checkpoint, checkpoint
from sevenout.server.fairness.keys import Keys
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.protocol.published_entries import EntryPublisher
from sevenout.server.store.interface import TableRow
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.verification.verifier import verify_store
from sevenout.table.commands import Bet, Sit
from sevenout.table.events import Left, Seated
from sevenout.table.log.hash_chain import Chain, End
from tests.nightly.fault_injection.commands import HOUSE_KEY, Seating
from tests.nightly.fault_injection.report import Given, Tally

KEYS = Keys(HOUSE_KEY, b"s" * 32)
_THIEF = Keys(HOUSE_KEY, b"t" * 32)
_TABLES = ("t-0", "t-1", "t-2")
"""The first two are alike."""
_ENTRIES, _PROMISED_EVERY, _TAILS = 50, 13, 4
_AT = datetime(2026, 3, 2, tzinfo=UTC)
_entry = msgspec.json.Decoder(ServerLogEntry)
_POSITION = re.compile(r"(?:event|entry|checkpoint at) (\d+)")


class Sound(NamedTuple):
    """A house before anybody touched it."""

    file: Path
    logs: dict[str, list[bytes]]
    promised: tuple[Checkpoint, ...]
    tails: dict[str, list[tuple[int, list[bytes]]]]
    """Logs that part from the true one at some entry and go on as the house itself might have written them."""


class Tampered(msgspec.Struct, frozen=True):
    """What somebody made of it, and where that must be found."""

    what: str
    found: dict[str, int | None]
    """By table: at which entry; None: anywhere."""
    logs: dict[str, list[bytes]] = {}
    terms: tuple[str, bytes] | None = None
    promised: tuple[Checkpoint, ...] | None = None
    renumbered: bool = True
    gone: str = ""
    """A table that is not there any more."""


def run(tally: Tally, given: Given) -> None:
    """Tampers in every way in turn, and looks whether it is found."""
    sound = asyncio.run(_played(given.folder, given.seed))
    faults = _faults(sound.file, sound.promised)
    tally.one(f"a sound store is said not to be: {faults}" if faults else "", f"--seed {given.seed}", 0)
    for number in range(tally.wanted):
        rng = random.Random(f"{given.seed} {number}")
        tampered = KINDS[number % len(KINDS)](sound, rng)
        tally.one(_missed(sound, tampered, given.folder / "copy.db"), f"--seed {given.seed} --count {number + 1}")


async def _played(folder: Path, seed: int) -> Sound:
    """Three short evenings, with checkpoints at every so many entries and at the end."""
    rng = random.Random(seed)
    store = SqliteStore(folder / "house.db", synchronous="OFF")
    tables = [await Seating.opened(store, rng, name, "catfish-bend", "fair") for name in _TABLES[:2]]
    tables.append(await Seating.opened(store, rng, _TABLES[2], "typical", "entered", own_seats=True))
    ends: dict[str, list[int]] = {name: [] for name in _TABLES}
    for name, table in zip(_TABLES, tables, strict=True):
        while table.live.n < _ENTRIES:
            await table.one()
            ends[name].append(table.live.n)
    logs = {name: await store.lines(name) for name in _TABLES}
    promised = tuple(made for name in _TABLES for made in _promises(KEYS, name, logs[name]))
    tails = {
        name: [await _parted(store, folder, name, logs[name], ends[name], rng) for _ in range(_TAILS)]
        for name in _TABLES
    }
    await store.close()
    with closing(sqlite3.connect(folder / "house.db")) as db:
        db.execute("PRAGMA journal_mode = DELETE")  # one file, to be copied
    return Sound(folder / "house.db", logs, promised, tails)


def _promises(keys: Keys, table: str, lines: list[bytes]) -> list[Checkpoint]:
    ends = [*range(1, len(lines), _PROMISED_EVERY), len(lines)]
    return [checkpoint(keys, table, End(end, lines[end - 1][-66:-2].decode()), _AT) for end in ends]


async def _parted(
    store: SqliteStore, folder: Path, name: str, lines: list[bytes], ends: list[int], rng: random.Random
) -> tuple[int, list[bytes]]:
    """The log up to some entry, and another evening from there on, at least as long.

    It parts where the log once ended: what comes of one command is written whole, and no house has a part of it.
    """
    keep = rng.choice([end for end in ends if 10 <= end < len(lines) - 5])
    row = next(row for row in await store.tables() if row.table == name)
    other = SqliteStore(folder / f"parted-{rng.randrange(10**9)}.db", synchronous="OFF")
    await other.open_table(TableRow(name, row.terms, row.opened), tuple(lines[:keep]))
    seating = await Seating.found(other, random.Random(rng.random()), name)
    while seating.live.n < len(lines):
        await seating.one()
    made = await other.lines(name)
    await other.close()
    part = next(n for n, (one, two) in enumerate(zip(lines, made, strict=False)) if one != two)
    return part, made


def _missed(sound: Sound, tampered: Tampered, copy: Path) -> str:
    """What verifying does not find of it, or finds elsewhere."""
    shutil.copyfile(sound.file, copy)
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        for name, lines in tampered.logs.items():
            (number,) = db.execute("SELECT id FROM tables WHERE name = ?", (name,)).fetchone()
            db.execute("DELETE FROM lines WHERE tbl = ?", (number,))
            rows = [(number, n, line) for n, line in enumerate(lines) if line or tampered.renumbered]
            db.executemany("INSERT INTO lines VALUES(?, ?, ?)", rows)
        if tampered.terms is not None:
            db.execute("UPDATE tables SET terms = ? WHERE name = ?", tampered.terms[::-1])
        if tampered.gone:
            db.execute("DELETE FROM tables WHERE name = ?", (tampered.gone,))
    faults = _faults(copy, sound.promised if tampered.promised is None else tampered.promised)
    for name, position in tampered.found.items():
        if name not in faults:
            return f"{tampered.what}: not found in {name}"
        at = _POSITION.search(faults[name])
        if position is not None and (at is None or int(at[1]) != position):
            return f"{tampered.what}: it is at {position} of {name}, and was found as «{faults[name]}»"
    others = faults.keys() - tampered.found.keys()
    return f"{tampered.what}: others are blamed for it, {others}" if others else ""


def _faults(file: Path, promised: tuple[Checkpoint, ...]) -> dict[str, str]:
    verdicts = list(verify_store(file, promised, KEYS.public))
    assert len(verdicts) == len({verdict.table for verdict in verdicts}), "one verdict a table"
    return {verdict.table: verdict.fault for verdict in verdicts if verdict.fault}


# --- what somebody might do


def _one(sound: Sound, rng: random.Random) -> tuple[str, list[bytes], int]:
    """A table, its log to be altered, and one of its entries that is not the last."""
    name = rng.choice(_TABLES)
    lines = [*sound.logs[name]]
    return name, lines, rng.randrange(len(lines) - 1)


def _edited(sound: Sound, rng: random.Random) -> Tampered:
    """One byte of a line becomes another, goes or comes."""
    name, lines, at = _one(sound, rng)
    line, byte = lines[at], rng.randrange(len(lines[at]))
    other = bytes(rng.choice([code for code in range(256) if code != line[byte]]) for _ in range(1))
    how = rng.choice(("altered", "lost", "put in"))
    middle = {"altered": other, "lost": b"", "put in": other + line[byte : byte + 1]}[how]
    lines[at] = line[:byte] + middle + line[byte + 1 :]
    return Tampered(f"byte {byte} of entry {at} {how}: {other!r}", {name: at}, {name: lines})


def _padded(sound: Sound, rng: random.Random) -> Tampered:
    """Something that reads as nothing, at the end of a line."""
    name, lines, at = _one(sound, rng)
    lines[at] += rng.choice((b" ", b"\n", b"\r\n", b"\t"))
    return Tampered(f"entry {at} padded", {name: at}, {name: lines})


def _deleted(sound: Sound, rng: random.Random) -> Tampered:
    """A line goes, and those after it close the gap, or do not."""
    name, lines, at = _one(sound, rng)
    renumbered = bool(rng.randrange(2))
    lines[at : at + 1] = [] if renumbered else [b""]
    return Tampered(f"entry {at} deleted", {name: at}, {name: lines}, renumbered=renumbered)


def _reordered(sound: Sound, rng: random.Random) -> Tampered:
    """Two lines change places."""
    name, lines, at = _one(sound, rng)
    to = rng.choice([n for n in range(len(lines)) if n != at])
    lines[at], lines[to] = lines[to], lines[at]
    return Tampered(f"entries {at} and {to} in each other's place", {name: min(at, to)}, {name: lines})


def _inserted(sound: Sound, rng: random.Random) -> Tampered:
    """A line of elsewhere, as it was or numbered anew."""
    name, lines, at = _one(sound, rng)
    line = rng.choice([line for n, line in enumerate(sound.logs[rng.choice(_TABLES)]) if n != at])
    if rng.randrange(2):
        record = json.loads(line)
        record["entry"]["n"] = at
        line = msgspec.json.encode(record)
    lines.insert(at, line)
    return Tampered(f"a line put in at {at}", {name: at}, {name: lines})


def _cut(sound: Sound, rng: random.Random) -> Tampered:
    """The last lines are gone."""
    name, lines, at = _one(sound, rng)
    del lines[at + 1 :]
    return Tampered(f"the log cut at {at + 1}", {name: at + 1}, {name: lines})


def _lost(_: Sound, rng: random.Random) -> Tampered:
    """The whole table is gone, or all its lines."""
    name = rng.choice(_TABLES)
    if rng.randrange(2):
        return Tampered(f"{name} is gone", {name: None}, {name: []}, gone=name)
    return Tampered(f"the lines of {name} are gone", {name: None}, {name: []})


def _envelope(sound: Sound, rng: random.Random) -> Tampered:
    """When, or on whose word: nothing that the game decides, and the chain made anew."""
    name, lines, at = _one(sound, rng)
    entries = [_entry.decode(_inner(line)) for line in lines]
    then = next((entry.at for entry in entries[at::-1] if entry.at is not None), _AT)  # a routine step has no time
    alike = rng.choice(({"at": _AT}, {"at": then - timedelta(seconds=1)}, {"actor": "p-Zed"}))
    entries[at] = msgspec.structs.replace(entries[at], **alike)
    back = at > 0 and alike == {"at": _AT}  # a log that runs backwards by so much shows it
    shown = back or ("actor" in alike and _is_for_one_person(entries, at))
    # A signature is looked at first.
    signed = any(made.table == name and made.entries == at + 1 for made in sound.promised)
    found = at if shown and not signed else _promised_before(sound, name, at)
    return Tampered(f"{alike} at {at}, chained anew", {name: found}, {name: _chained(entries)})


def _is_for_one_person(entries: list[ServerLogEntry], at: int) -> bool:
    """Whether the log alone shows who must have said an entry: a seat with a player in it is that player's alone."""
    command = entries[at].command
    if isinstance(command, Sit):
        return bool(command.player)
    if isinstance(command, Bet) and (command.confirmed or command.unnoticed):
        return False  # those are the crew's to say
    if not isinstance(command, Bet | OwnSeat):
        return False
    happened = [event for entry in entries[:at] for event in entry.events]
    seatings = [event for event in happened if isinstance(event, Seated | Left) and event.seat == command.seat]
    return bool(seatings) and isinstance(seatings[-1], Seated) and bool(seatings[-1].player)


def _replayed(sound: Sound, rng: random.Random) -> Tampered:
    """Another evening from some entry on, as the house itself might have written it."""
    name = rng.choice(_TABLES)
    at, lines = rng.choice(sound.tails[name])
    return Tampered(f"another evening from {at} on", {name: _promised_before(sound, name, at)}, {name: lines})


def _untrue(sound: Sound, rng: random.Random) -> Tampered:
    """What was told, or what came of it, is another, and the chain made anew."""
    name, lines, _ = _one(sound, rng)
    entries = [_entry.decode(_inner(line)) for line in lines]
    told = [n for n, entry in enumerate(entries) if entry.command is not None]
    at = rng.choice(told)
    others = [n for n in told if entries[n].command != entries[at].command and entries[n].event != entries[at].event]
    field = rng.choice(("command", "event"))
    if field == "command":  # one of the same kind may come to the same: dice sent out showing 1 1, or 3 2
        others = [n for n in others if type(entries[n].event) is not type(entries[at].event)]
    other = getattr(entries[rng.choice(others)], field)
    entries[at] = msgspec.structs.replace(entries[at], **{field: other})
    return Tampered(f"the {field} of {at} is {other}, chained anew", {name: at}, {name: _chained(entries)})


def _exchanged(sound: Sound, _: random.Random) -> Tampered:
    """Two tables of the same terms have each other's log."""
    one, two = _TABLES[:2]
    return Tampered("two logs exchanged", {one: 0, two: 0}, {one: sound.logs[two], two: sound.logs[one]})


def _put_in_place(sound: Sound, rng: random.Random) -> Tampered:
    """A log in the place of another's, whose terms are not the same."""
    one, two = rng.choice(((_TABLES[0], _TABLES[2]), (_TABLES[2], _TABLES[1])))
    return Tampered(f"the log of {two} as that of {one}", {one: 0}, {one: sound.logs[two]})


def _other_terms(sound: Sound, rng: random.Random) -> Tampered:
    """A table's limits or rules are others."""
    name = rng.choice(_TABLES)
    terms = _terms_of(sound, name)
    field = rng.choice(("minimum", "maximum", "chip", "undo", "texts", "window", "owner", "dice"))
    match field:
        case "undo":
            terms["undo"] = not terms["undo"]
        case "texts":
            book, text = terms["texts"][0]
            terms["texts"][0] = [book, text + "\n# nothing to see here\n"]
        case "chip":
            terms["chip"] *= 5
        case "owner":
            terms["owner"] = "p-Zed"
        case "dice":
            terms["dice"] = "entered" if terms["dice"] == "fair" else "fair"
        case _:
            terms[field] += 500
    return Tampered(f"other {field} in the terms", {name: 0}, terms=(name, msgspec.json.encode(terms)))


def _terms_of(sound: Sound, name: str) -> dict[str, Any]:
    with closing(sqlite3.connect(sound.file)) as db:
        terms: dict[str, Any] = json.loads(db.execute("SELECT terms FROM tables WHERE name = ?", (name,)).fetchone()[0])
    return terms


def _forged(sound: Sound, rng: random.Random) -> Tampered:
    """A checkpoint that says something else, with the signature it had, one of somebody else's, or none."""
    which = rng.randrange(len(sound.promised))
    made = sound.promised[which]
    match rng.randrange(4):
        case 0:
            nibble = rng.randrange(128)
            digit = f"{int(made.signature[nibble], 16) ^ 5:x}"
            forged = msgspec.structs.replace(
                made, signature=made.signature[:nibble] + digit + made.signature[nibble + 1 :]
            )
        case 1:
            forged = msgspec.structs.replace(made, signature="")
        case 2:
            forged = msgspec.structs.replace(made, hash=made.hash[::-1])
        case _:
            forged = checkpoint(_THIEF, made.table, End(made.entries, made.hash), made.at)
    promised = (*sound.promised[:which], forged, *sound.promised[which + 1 :])
    return Tampered(f"checkpoint {which} forged", {made.table: made.entries}, promised=promised)


def _signed_anew(sound: Sound, rng: random.Random) -> Tampered:
    """Another evening, with checkpoints for it by somebody else's key."""
    name = rng.choice(_TABLES)
    _, lines = rng.choice(sound.tails[name])
    others = tuple(made for made in sound.promised if made.table != name)
    promised = (*others, *_promises(_THIEF, name, lines))
    return Tampered("another evening, signed by another", {name: 1}, {name: lines}, promised=promised)


def _inner(line: bytes) -> bytes:
    return line[len(b'{"entry":') : -len(b',"hash":""}') - 64]


def _chained(entries: list[ServerLogEntry]) -> list[bytes]:
    chain = Chain(publish=EntryPublisher().publish)
    return [chain.line(entry) for entry in entries]


def _promised_before(sound: Sound, table: str, at: int) -> int:
    """The first entry after the last checkpoint that does not cover one: from there on nothing is sure."""
    return max((made.entries for made in sound.promised if made.table == table and made.entries <= at), default=0)


KINDS: tuple[Callable[[Sound, random.Random], Tampered], ...] = (
    _edited, _padded, _deleted, _reordered, _inserted, _cut, _lost, _envelope, _replayed, _untrue, _exchanged,
    _put_in_place, _other_terms, _forged, _signed_anew,
)  # fmt: skip
