"""The log that a house publishes: nobody's key is in it, and its hashes are the store's, which the house signs."""

import sqlite3
from pathlib import Path

from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import LogState, verify_log
from sevenout.server.protocol.house_events import ServerLogEntry, entry_of
from sevenout.server.protocol.published_entries import EntryPublisher, is_published
from sevenout.server.store.interface import Store
from sevenout.server.verification.verifier import verify_store
from sevenout.table.commands import Bet, Sit
from sevenout.table.log.hash_chain import Chain, hash_of
from tests.server.live.test_live_table import ANN, BOB, at
from tests.server.serving import serving
from tests.unit.cli.command import run


def test_a_published_log_names_no_person_and_ends_where_the_house_has_signed(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    with serving(str(db), tmp_path) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table, other = house.table(ann, rules="typical"), house.table(ann, rules="typical")
        for who, where in ((ann, table), (bob, table), (ann, other)):
            client = house.connect(where, who)
            client.say("k0", "sits 500")
            client.say("k1", "bets 10 on pass")
        signed = house.web.get(f"/api/tables/{table}/verify").json()
        log, others = (house.web.get(f"/api/tables/{one}/log").content for one in (table, other))
        transcript = house.web.get(f"/api/tables/{table}/transcript").content
    (tmp_path / "night.log").write_bytes(log)
    assert run("verify", str(tmp_path / "night.log")).code == 0
    assert hash_of(log.splitlines()[signed["entries"] - 1]) == signed["hash"]
    stored = _stored_lines(db, table)
    people = {entry.actor for entry in stored if isinstance(entry.command, Sit)}
    assert len(people) == 2
    assert not [key for key in people for text in (log, others, transcript) if key.encode() in text]
    entries = [entry_of(line) for line in log.splitlines()]
    actors = {entry.command.seat: entry.actor for entry in entries if isinstance(entry.command, Bet)}
    players = {entry.command.seat: entry.command.player for entry in entries if isinstance(entry.command, Sit)}
    assert actors == players
    assert len(set(actors.values())) == 2
    assert not [mark for mark in actors.values() if mark.encode() in others]


def _stored_lines(db: Path, table: str) -> list[ServerLogEntry]:
    with sqlite3.connect(db) as connection:
        rows = connection.execute(
            "SELECT line FROM lines JOIN tables ON lines.tbl = tables.id WHERE name = ? ORDER BY n", (table,)
        ).fetchall()
    return [entry_of(line) for (line,) in rows]


async def _evening(_: Store, table: LiveTable) -> None:
    for voice in (ANN, BOB):
        assert isinstance(await table.submit(voice, Bet(voice.seat, 10_00, "pass"), "k"), int)


def test_a_mark_in_the_place_of_a_key_is_found_in_a_store_though_the_hashes_fit(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    at(str(db), _evening)
    assert [verdict.fault for verdict in verify_store(db)] == [""]
    with sqlite3.connect(db) as connection:
        rows = connection.execute("SELECT n, line FROM lines ORDER BY n").fetchall()
        chain = Chain(publish=EntryPublisher().publish)
        published = [(n, line, chain.published_line(entry_of(line), line)) for n, line in rows]
        n, _, altered = next(one for one in published if one[1] != one[2])
        assert is_published(entry_of(altered))
        connection.execute("UPDATE lines SET line = ? WHERE n = ?", (altered, n))
    (verdict,) = verify_store(db)
    assert verdict.fault == f"event {n} of the log: it tells of a person by a mark, as published logs do and no store"


def test_a_log_of_before_there_was_a_published_form_is_still_sound_and_goes_on(tmp_path: Path) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        await _evening(store, table)
        entries = [entry_of(line) for line in await store.lines("t-1")]
        old = Chain()
        before, after = [old.line(entry) for entry in entries[:-1]], Chain(old.end, table.chain.publish)
        lines = [*before, after.line(entries[-1])]
        assert lines[-1] != Chain(old.end).line(entries[-1])
        assert verify_log(table.game, lines).entries == len(entries)
        record = LogState(table.game, "t-1:")
        assert [entry.n for entry in record.read(lines)] == list(range(len(entries)))

    at(str(tmp_path / "house.db"), play)
