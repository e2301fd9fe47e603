"""`sevenout verify` by what it is given: a turn, a log, a store, kept words of the house, and what is none of these."""

import json
from pathlib import Path

import pytest

from sevenout.server.store.interface import Store
from tests.server.conftest import with_store
from tests.server.serving import serving
from tests.server.verification.test_key_audit import Night
from tests.unit.cli.command import run


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return Night(tmp_path_factory.mktemp("verify"))


def test_nothing_that_is_named_is_passed_over(night: Night, tmp_path: Path) -> None:
    turn, log, key = tmp_path / "turn.json", tmp_path / "night.log", "0" * 64
    turn.write_text(json.dumps(night.turn))
    log.write_bytes(b"\n".join(night.lines))
    assert [run("verify", str(one)).code for one in (turn, log, night.path)] == [0, 0, 0]
    assert run("verify", str(log), "catfish-bend").code == 0
    for words in (
        (turn, "bad.json"), (turn, "--rules", "typical"), (turn, "--checkpoints", "x", "--key", key),
        (turn, "--key", key), (night.path, "nonsense"), (night.path, "typical"), (night.path, "--rules", "typical"),
        ("postgresql://127.0.0.1:9/x", "typical"), (log, "nonsense"), (log, turn), (log, "catfish-bend", turn),
    ):  # fmt: skip
        ran = run("verify", *map(str, words))
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1), ran
    assert "'bad.json' has no place there" in run("verify", str(turn), "bad.json").err
    assert "is a store, which has the rules of its tables: 'nonsense'" in run("verify", str(night.path), "nonsense").err


def test_what_is_no_log_is_no_tampered_one(night: Night, tmp_path: Path) -> None:
    for name, content in {
        "passwd": b"root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1::/:/bin/false\n",
        "x.json": b"{}\n",
        "house.db.keys": b'{"dice":"00","signing":"00"}',
        "empty": b"",
        "bytes": bytes(range(256)) * 10,
    }.items():
        (tmp_path / name).write_bytes(content)
        ran = run("verify", str(tmp_path / name))
        assert (ran.code, ran.out) == (2, "")
        assert "is neither a log nor a store nor a turn that a house published" in ran.err
    for lines in ([b"x" + night.lines[0], *night.lines[1:]], night.lines[1:], [night.lines[0][:50]]):
        (tmp_path / "night.log").write_bytes(b"\n".join(lines))
        ran = run("verify", str(tmp_path / "night.log"))
        assert (ran.code, "event 0 of the log" in ran.err) == (1, True)


def test_an_order_in_a_turn_that_cannot_be_is_found(night: Night, tmp_path: Path) -> None:
    turn = tmp_path / "turn.json"
    turn.write_text(json.dumps({**night.turn, "entries": {"committed": 50, "mixed": 12, "revealed": 3}}))
    ran = run("verify", str(turn))
    assert ran.code == 1
    assert "it was committed to at entry 50, mixed at 12 and revealed at 3: not in this order" in ran.err
    turn.write_text(json.dumps({**night.turn, "throws": []}))
    assert run("verify", str(turn)).out == "turn 1 of t-1: it has no throws; mixed by Ann\n"


def test_a_store_without_tables_is_said_to_be_one(where: str) -> None:
    async def nothing(_: Store) -> None:
        """Nobody opens a table."""

    with_store(where, nothing)
    ran = run("verify", where)
    assert (ran.code, ran.out) == (0, f"{where}: a house without tables, in which there is nothing to check\n")
    assert run("verify", where, "--json").json == {"tables": []}


def test_a_word_of_the_house_is_checked_as_it_was_kept(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann = house.guest("Ann")
        table = house.table(ann, rules="typical")
        client = house.connect(table, ann)
        client.say("k0", "sits 500")
        kept, log = tmp_path / "kept.line", tmp_path / "night.log"
        kept.write_bytes(house.web.get(f"/api/tables/{table}/verify").content)
        address = f"{house.address}/api/tables/{table}/log"
        signed = ("--checkpoints", str(kept), "--key", json.loads(kept.read_bytes())["public_key"])
        client.say("k1", "bets 10 on pass")
        for what in (address, str(tmp_path / "house.db")):
            ran = run("verify", what, *signed)
            assert ran.code == 0, ran.err
        lines = house.web.get(f"/api/tables/{table}/log").content.splitlines()
        assert run("verify", house.address).code == 2
    log.write_bytes(b"\n".join(lines[:2]))
    ran = run("verify", str(log), *signed)
    assert (ran.code, "event 2 of the log: it is missing, for there were 3" in ran.err) == (1, True), ran.err
    other = run("verify", str(log), *signed[:3], "0" * 64)
    assert (other.code, "was not signed by this house" in other.err) == (1, True)
