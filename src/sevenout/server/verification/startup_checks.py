"""What a house looks at before it lets anybody in: store, chains, clock, disk and keys. Each fault is a sentence that
says what to do; a house with a grave one does not open.
"""

import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from sevenout.base.errors import BadInput
from sevenout.server.fairness.checkpoints import Checkpoint, Checkpoints, checkpoint, checkpoints_in_force, genuine
from sevenout.server.fairness.dice_turns import Turns, seed_now
from sevenout.server.fairness.fair_dice import commitment
from sevenout.server.fairness.keys import Keys, open_keys
from sevenout.server.live.envelopes import MOST_BACK
from sevenout.server.operation.settings import Settings
from sevenout.server.protocol.house_events import ServerLogEntry, TurnOpened, entry_of
from sevenout.server.protocol.published_entries import EntryPublisher
from sevenout.server.store.interface import Store, Unavailable
from sevenout.server.verification.key_audit import KeptAnswer, KeyAudit
from sevenout.table.log.hash_chain import Chain, End, read_entries

LEAST_SPACE, LITTLE_SPACE = 64_000_000, 512_000_000
"""Bytes: too few to open, and so few that an operator is told."""
_LOOKED_AT = 50
"""Entries at the end of each log whose chain is followed; `sevenout verify` follows all of them."""
_RIGHT_STORE = "name or restore the right store, or name the checkpoints of this one with --checkpoints"
_entry = msgspec.json.Decoder(ServerLogEntry)


class Finding(NamedTuple):
    """Something that is not as it should be."""

    words: str
    grave: bool = True
    accept: str = ""
    """What is to be said to open the house all the same, where that can be."""


async def self_check(settings: Settings, store: Store, *, make_keys: bool = True) -> list[Finding]:
    """All that is wrong, the worst and the rest; `make_keys`: for a house that has none and needs none yet."""
    found = [*_disk(settings)]
    try:
        wrong = await store.check()
        found += [Finding(f"the store is not sound: {wrong}. Restore a backup, and verify it first")] if wrong else []
        rows = await store.tables()
        keys, wrongs = _keys(settings, any_tables=bool(rows), make=make_keys)
        promised, more = _read_checkpoints(settings, keys)
        found += [*wrongs, *more]
        now = await store.now()
        for row in rows:
            found += await _table(store, row.table, now, keys, promised.pop(row.table, None))
        found += [_missing_table(made) for made in promised.values()]
    except Unavailable as error:
        found.append(Finding(f"the store does not answer: {error}. Is it running, and is its address right?"))
    return sorted(found, key=lambda one: not one.grave)


def _disk(settings: Settings) -> Iterator[Finding]:
    """Room, and whether what is written and synced really is; a database elsewhere sees to that itself."""
    if "://" in settings.db:
        return
    folder = Path(settings.db).resolve().parent
    free = shutil.disk_usage(folder).free
    if free < LITTLE_SPACE:
        words = f"{folder} has {free // 1_000_000:,} MB left, and everything that is played is written there: make room"
        yield Finding(words, free < LEAST_SPACE)
    probe = folder / f".sevenout-{os.getpid()}"
    try:
        with probe.open("wb") as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        words = f"nothing can be written durably in {folder} ({error.strerror}): give the house a folder of its own"
        yield Finding(words)
    finally:
        probe.unlink(missing_ok=True)


def _missing_table(made: Checkpoint) -> Finding:
    """A table that the house signed for, and that the store does not have: tables are never deleted."""
    words = f"table {made.table} had {made.entries} entries on {made.at.isoformat(timespec='seconds')}, and the store"
    return Finding(f"{words} has no such table any more: {_RIGHT_STORE}", accept="checkpoints")


def _keys(settings: Settings, *, any_tables: bool, make: bool) -> tuple[Keys | None, list[Finding]]:
    """The house's keys; a house that has tables had keys, and must not be given new ones."""
    path = settings.key_file
    if any_tables and not path.exists():
        words = f"the store has tables, and their keys are not in {path}: bring that file, or name it with --keys"
        return None, [Finding(words)]
    if not make and not path.exists():
        return None, []
    try:
        return open_keys(path), []
    except BadInput as error:
        return None, [Finding(str(error))]
    except OSError as error:
        return None, [Finding(f"the keys in {path} cannot be read or made: {error.strerror}")]


def _read_checkpoints(settings: Settings, keys: Keys | None) -> tuple[dict[str, Checkpoint], list[Finding]]:
    """The last checkpoint of every table that holds, if they are kept."""
    path = settings.checkpoint_file
    if not path.exists() or keys is None:
        return {}, []
    made_of: dict[str, list[Checkpoint]] = {}
    try:
        for made in Checkpoints(path):
            made_of.setdefault(made.table, []).append(made)
    except (BadInput, OSError) as error:
        return {}, [Finding(f"the checkpoints cannot be read: {error}")]
    last = {
        table: reaches for table, made in made_of.items() if (reaches := checkpoints_in_force(keys.public, made).last)
    }
    forged = [made.table for made in last.values() if not genuine(keys.public, made)]
    words = f"{path} holds a checkpoint of {{}} that these keys did not sign: is it another house's file?"
    return last, [Finding(words.format(table)) for table in forged]


async def _table(
    store: Store, table: str, now: datetime, keys: Keys | None, promised: Checkpoint | None
) -> list[Finding]:
    try:
        length = await _length(store, table)
        entries = await _last_entries(store, table, length)
        await _look_at_keys(store, table, entries)
    except (BadInput, TypeError, ValueError) as error:  # a line may be anything by now, even no bytes
        return [Finding(f"the log of table {table} was altered or is damaged ({error}): run `sevenout verify` on it")]
    found = []
    last = next((entry.at for entry in reversed(entries) if entry.at is not None), None)
    if last is not None and now < last:
        words = f"the clock says {now.isoformat(timespec='seconds')}, and table {table} was last played at"
        told = f"{words} {last.isoformat(timespec='seconds')}: set the clock"
        found.append(Finding(told, last - now > MOST_BACK, "clock"))
    if promised is not None and not await _holds_checkpoint(store, table, promised):
        words = f"table {table} had {promised.entries} entries on {promised.at.isoformat(timespec='seconds')}, and its"
        found.append(Finding(f"{words} log is not that one any more: {_RIGHT_STORE}", accept="checkpoints"))
    opened = None if keys is None else await _open_turn(store, table, length, entries)
    if keys is not None and opened is not None and not _ours(keys, table, opened):
        words = f"these keys did not make the dice that table {table} has committed to, and could not reveal them"
        found.append(Finding(f"{words}: name the right file with --keys"))
    return found


def _ours(keys: Keys, table: str, opened: TurnOpened) -> bool:
    return commitment(seed_now(keys.dice, table, Turns().apply_event(opened))) == opened.commitment


async def _length(store: Store, table: str) -> int:
    """How many entries a log has, found by doubling and halving: a store is not asked for all of it."""
    high = 1
    while await store.lines(table, high - 1, high):
        high *= 2
    low = high // 2
    while low < high - 1:
        middle = (low + high) // 2
        low, high = (middle, high) if await store.lines(table, middle - 1, middle) else (low, middle)
    return low


async def _last_entries(store: Store, table: str, length: int) -> list[ServerLogEntry]:
    """The end of a log, each entry in its place behind the one before it; raises BadInput if one is not."""
    first, publish = max(0, length - _LOOKED_AT), EntryPublisher(table).publish
    if first == 0:
        return list(read_entries(await store.lines(table, 0, length), _entry, None, chain=Chain(publish=publish)))
    before, *lines = await store.lines(table, first - 1, length)
    return list(read_entries(lines, _entry, None, chain=Chain(End(first, _hash(before)), publish)))


async def _look_at_keys(store: Store, table: str, entries: list[ServerLogEntry]) -> None:
    """The keys at the end of a log have their answers; raises BadInput if one has not."""
    answers = []
    for entry in entries:
        answered = await store.find_answer(table, entry.actor, entry.key) if entry.n and entry.key else None
        answers += [] if answered is None else [KeptAnswer(entry.actor, entry.key, answered.n)]
    spent = KeyAudit(answers)
    for entry in entries:
        spent.check_entry(entry)
    wrong = spent.wrong()
    if wrong:
        raise BadInput(wrong)


async def _holds_checkpoint(store: Store, table: str, promised: Checkpoint) -> bool:
    lines = await store.lines(table, promised.entries - 1, promised.entries)
    return bool(lines) and _hash(lines[0]) == promised.hash


async def accept_checkpoints(settings: Settings, store: Store, keys: Keys) -> None:
    """Writes down, signed, how far the logs that are here keep what was promised: beyond that it holds no more."""
    file, accepted = Checkpoints(settings.checkpoint_file), list[Checkpoint]()
    made_of: dict[str, list[Checkpoint]] = {}
    for made in file:
        made_of.setdefault(made.table, []).append(made)
    here, now = {row.table for row in await store.tables()}, await store.now()
    for table, every in made_of.items():
        end = End(0, "")
        promised = checkpoints_in_force(keys.public, every).promised
        for made in sorted(promised, key=lambda one: one.entries, reverse=True) if table in here else ():
            if await _holds_checkpoint(store, table, made):
                end = End(made.entries, made.hash)
                break
        if any(made.entries > end.entries for made in promised):
            accepted.append(checkpoint(keys, table, end, now, accepted=True))
    file.add(accepted)


async def _open_turn(store: Store, table: str, length: int, entries: list[ServerLogEntry]) -> TurnOpened | None:
    """The turn whose dice are committed to and not yet revealed, sought from the end."""
    until, step = length, _LOOKED_AT
    while True:
        for entry in reversed(entries):
            if isinstance(entry.event, TurnOpened):
                return entry.event
        until, step = max(0, until - step), step * 2
        if until == 0:
            return None
        lines = await store.lines(table, max(0, until - step), until)
        entries = [entry_of(line) for line in lines if b'"turn-opened"' in line]


def _hash(line: bytes) -> str:
    return line.rstrip()[-66:-2].decode("ascii", "replace")
