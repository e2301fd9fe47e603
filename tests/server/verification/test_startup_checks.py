"""What a house looks at before it opens: with a grave fault nobody comes in, and the sentence says what to do."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sevenout.base.refusal import Refusal
from sevenout.cli.admin.serve_command import print_findings
from sevenout.server.accounts.people import Welcome
from sevenout.server.casino import Casino
from sevenout.server.fairness.checkpoints import Checkpoints, checkpoint
from sevenout.server.fairness.keys import new_keys, open_keys
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.operation.settings import Settings
from sevenout.server.store.factory import open_store
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.verification import startup_checks
from sevenout.server.verification.startup_checks import Finding, self_check
from sevenout.table.log.hash_chain import End
from tests.server.serving import serving
from tests.unit.cli.command import run


class Ahead(SqliteStore):
    """A store on a machine whose clock is an hour ahead."""

    async def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(hours=1)


def opened(db: Path, store: type[SqliteStore] = SqliteStore, tables: int = 1) -> Settings:
    """A house with tables of fair dice, closed again; how it is set."""
    settings = Settings(db=str(db))

    async def play() -> None:
        house = Casino(store(db), open_keys(settings.key_file))
        await house.start()
        came = await house.people.guest("Ann")
        assert isinstance(came, Welcome)
        for _ in range(tables):
            await house.open_table(came.person, TableRequest(rules="typical"))
        await house.stop()

    asyncio.run(play())
    return settings


def checked(settings: Settings, where: str = "") -> list[Finding]:
    """What is found wrong."""

    async def look() -> list[Finding]:
        store = await open_store(where or settings.db)
        try:
            return await self_check(settings, store)
        finally:
            await store.close()

    return asyncio.run(look())


def altered(db: str, sql: str, *values: object) -> None:
    """Somebody is at the file."""
    with closing(sqlite3.connect(db)) as file, file:
        assert file.execute(sql, values).rowcount > 0
    file.close()


def test_a_house_as_it_should_be_has_nothing_to_find(tmp_path: Path) -> None:
    assert checked(opened(tmp_path / "house.db", tables=3)) == []
    ran = run("serve", "--check", "--db", str(tmp_path / "house.db"))
    assert (ran.code, ran.out.strip()) == (0, "The house is as it should be: store, chains, clock, disk and keys.")


def test_keys_of_another_house_are_found_by_the_open_commitment(tmp_path: Path) -> None:
    settings = opened(tmp_path / "house.db")
    (found,) = checked(Settings(db=settings.db, keys=str(_keys(tmp_path / "other.keys"))))
    assert found.grave
    assert "these keys did not make the dice that table t-" in found.words
    ran = run("serve", "--check", "--db", settings.db, "--keys", str(tmp_path / "other.keys"))
    assert (ran.code, "name the right file with --keys" in ran.err) == (1, True)


def test_a_house_with_tables_is_not_given_new_keys(tmp_path: Path) -> None:
    settings = opened(tmp_path / "house.db")
    settings.key_file.unlink()
    (found,) = checked(settings)
    assert found == Finding(
        f"the store has tables, and their keys are not in {settings.key_file}: bring that file, or name it with --keys"
    )
    assert not settings.key_file.exists()


def test_keys_that_others_may_read_are_refused(tmp_path: Path) -> None:
    settings = opened(tmp_path / "house.db")
    settings.key_file.chmod(0o644)
    (found,) = checked(settings)
    assert (found.grave, f"chmod 600 {settings.key_file}" in found.words) == (True, True)


def test_an_altered_end_of_a_log_is_found(tmp_path: Path) -> None:
    settings = opened(tmp_path / "house.db")
    altered(settings.db, "UPDATE lines SET line = CAST(replace(line, 'typical', 'typicaL') AS BLOB) WHERE n = 0")
    (found,) = checked(settings)
    assert (found.grave, "was altered or is damaged (event 0 of the log" in found.words) == (True, True)
    altered(settings.db, "UPDATE lines SET line = 'words' WHERE n = 1")
    (found,) = checked(settings)
    assert (found.grave, "was altered or is damaged" in found.words) == (True, True)
    assert run("serve", "--db", settings.db, "--port", "0").code == 1


def test_a_log_that_was_cut_is_found_by_its_checkpoint(tmp_path: Path) -> None:
    settings = opened(tmp_path / "house.db")
    keys, apart = open_keys(settings.key_file), tmp_path / "apart" / "checkpoints"
    apart.parent.mkdir()
    with closing(sqlite3.connect(settings.db)) as file, file:
        (table,) = file.execute("SELECT name FROM tables").fetchone()
        (line,) = file.execute("SELECT line FROM lines WHERE n = 1").fetchone()
    file.close()
    now = datetime.now(UTC)
    kept = Settings(db=settings.db, checkpoints=str(apart))
    Checkpoints(apart).add([checkpoint(keys, table, End(2, line[-66:-2].decode()), now)])
    assert checked(kept) == []
    altered(settings.db, "DELETE FROM lines WHERE n = 1")
    (found,) = checked(kept)
    assert (found.grave, f"table {table} had 2 entries on" in found.words) == (True, True)
    Checkpoints(apart).add([checkpoint(new_keys(), table, End(9, "00"), now)])
    assert any("that these keys did not sign" in found.words for found in checked(kept))


def test_a_clock_behind_the_last_entry_keeps_the_house_closed(tmp_path: Path) -> None:
    (found,) = checked(opened(tmp_path / "house.db", Ahead))
    assert (found.grave, found.words.startswith("the clock says")) == (True, True)
    assert found.words.endswith("set the clock")


def test_a_disk_that_cannot_be_written_or_is_full_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = opened(tmp_path / "house.db")
    nowhere = Settings(db="/proc/house.db", keys=str(settings.key_file))
    assert any("nothing can be written durably in /proc" in one.words for one in checked(nowhere, settings.db))
    monkeypatch.setattr(startup_checks, "LITTLE_SPACE", 2**70)
    assert [one.grave for one in checked(settings)] == [False]
    monkeypatch.setattr(startup_checks, "LEAST_SPACE", 2**70)
    assert [one.grave for one in checked(settings)] == [True]


def _plays(settings: Settings, *lines: str) -> tuple[int, int]:
    """Bob says these lines at the one table; how long its log is as found from its end, and as the table has it."""

    async def play() -> tuple[int, int]:
        house = Casino(await open_store(settings.db), open_keys(settings.key_file))
        (row,) = await house.store.tables()
        table, came = await house.table(row.table), await house.people.guest("Bob")
        assert table is not None
        assert isinstance(came, Welcome)
        for n, line in enumerate(lines):
            answer = await house.submit_line(table, came.person, line, f"k{n}")
            assert isinstance(answer, int), answer
        found = await startup_checks._length(house.store, row.table)
        await house.stop()
        return found, table.n + 1

    return asyncio.run(play())


def test_a_long_log_is_looked_at_from_its_end(tmp_path: Path) -> None:
    settings = opened(tmp_path / "house.db")
    found, there = _plays(settings, "sits 500", *("bets 5 on field", "takes down field") * 70)
    assert found == there
    assert checked(settings) == []
    (other,) = checked(Settings(db=settings.db, keys=str(_keys(tmp_path / "other.keys"))))
    assert "these keys did not make the dice" in other.words


def test_keys_at_the_end_of_a_log_without_their_answers_are_found(tmp_path: Path) -> None:
    settings = opened(tmp_path / "house.db")
    _plays(settings, "sits 500", "bets 5 on field", "bets 10 on pass")
    assert checked(settings) == []
    altered(settings.db, "UPDATE answers SET n = n - 1 WHERE key = 'k1'")
    (found,) = checked(settings)
    assert (found.grave, "the store has it as the answer to the key 'k1', which it is not" in found.words) == (
        True,
        True,
    )
    altered(settings.db, "DELETE FROM answers")
    (found,) = checked(settings)
    assert (found.grave, "the store has no answer to its key 'k0'" in found.words) == (True, True)


def _keys(path: Path) -> Path:
    open_keys(path)
    return path


def _grown(db: Path) -> Settings:
    """A house whose two tables are signed for in the file beside its keys, closed."""
    settings = Settings(db=str(db), keys=str(db.with_name("house.keys")))

    async def play() -> None:
        keys = open_keys(settings.key_file)
        house = Casino(await open_store(settings.db), keys, Checkpoints(settings.checkpoint_file))
        await house.start()
        came = await house.people.guest("Ann")
        assert isinstance(came, Welcome)
        for _ in range(2):
            table = await house.open_table(came.person, TableRequest(rules="typical"))
            assert not isinstance(table, Refusal)
            assert isinstance(await house.submit_line(table, came.person, "sits 500", "k"), int)
        await house.stop()

    asyncio.run(play())
    return settings


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM tables; DELETE FROM lines; DELETE FROM answers",
        "DELETE FROM lines WHERE tbl = 1; DELETE FROM answers WHERE tbl = 1; DELETE FROM tables WHERE id = 1",
    ],
    ids=["all of them", "one"],
)
def test_a_table_that_was_signed_for_and_is_gone_keeps_the_house_closed(tmp_path: Path, harm: str) -> None:
    settings = _grown(tmp_path / "house.db")
    assert checked(settings) == []
    with closing(sqlite3.connect(settings.db)) as file:
        gone = {name for (name,) in file.execute("SELECT name FROM tables")}
        file.executescript(harm)
        gone -= {name for (name,) in file.execute("SELECT name FROM tables")}
    found = checked(settings)
    assert [(one.grave, one.accept) for one in found] == [(True, "checkpoints")] * len(gone)
    assert {one.words.split()[1] for one in found} == gone
    assert all("the store has no such table any more" in one.words for one in found)
    assert run("serve", "--check", "--db", settings.db, "--keys", settings.keys).code == 1


def test_a_store_that_is_gone_is_not_made_anew_beside_its_checkpoints(tmp_path: Path) -> None:
    settings = _grown(tmp_path / "house.db")
    Path(settings.db).unlink()
    ran = run("serve", "--no-browser", "--port", "0", "--db", settings.db, "--keys", settings.keys)
    assert (ran.code, "the store has no such table any more" in ran.err) == (1, True)
    assert "to open all the same: --accept checkpoints" in ran.err
    assert not Path(settings.db).exists()


def test_of_25_tables_that_are_gone_ten_are_told_and_the_rest_are_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_findings([Finding(f"table t-{n} is gone") for n in range(25)])
    told = capsys.readouterr().err.splitlines()
    assert told[:10] == [f"sevenout: table t-{n} is gone" for n in range(10)]
    assert told[10:] == ["sevenout: and 15 more: `sevenout serve --check --json` lists them all"]


def test_an_older_copy_opens_beside_the_original_s_checkpoints_once_the_operator_says_so(tmp_path: Path) -> None:
    settings = _grown(tmp_path / "house.db")
    copy, keys = tmp_path / "friday.db", ("--keys", settings.keys)
    assert run("house", "backup", "--db", settings.db, str(copy)).code == 0
    with serving(settings.db, tmp_path) as house:  # the original goes on
        house.table(house.guest("Bob"), rules="typical")
        assert house.stop() == 0
    restored = Settings(db=str(tmp_path / "saturday.db"), keys=settings.keys)
    assert run("house", "restore", str(copy), "--db", restored.db, *keys).code == 0
    (found,) = checked(restored)
    assert (found.grave, found.accept) == (True, "checkpoints")
    log = tmp_path / "log"
    with serving(restored.db, tmp_path, "--accept", "checkpoints", log=log) as house:
        assert len(house.web.get("/api/tables").json()) == 2
    assert "accepted by the operator" in log.read_text()
    assert checked(restored) == [], "it was said once, signed, and holds"
    public = open_keys(settings.key_file).public
    signed = ("--checkpoints", str(settings.checkpoint_file), "--key", public)
    assert run("verify", restored.db, *signed).code == 0


def test_a_check_makes_and_alters_nothing(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    ran = run("serve", "--check", "--db", str(db))
    assert (ran.code, list(tmp_path.iterdir())) == (0, [])
    opened(db)
    with closing(sqlite3.connect(db)) as file:
        file.executescript("DROP TABLE pictures; PRAGMA user_version = 2")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    ran = run("serve", "--check", "--db", str(db))
    assert (ran.code, ran.err) == (0, "")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
