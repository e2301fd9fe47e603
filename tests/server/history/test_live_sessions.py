"""How a sitting stands is what the terminal tells of it, to the cent, however far the log was read before."""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sevenout.base.money import format_amount
from sevenout.player.session_stats import evening_of
from sevenout.server.history import live_sessions
from sevenout.server.history.live_sessions import NO_SITTING, TOO_LONG, LiveSessions
from sevenout.server.live.live_table import LiveTable
from sevenout.server.protocol import http_types
from sevenout.table import Table
from sevenout.table.commands import Command
from sevenout.table.log.table_log import LogEntry
from tests.server.connections.test_connections import LINES, Night, night, say
from tests.server.serving import Served, bearer, serving
from tests.unit.cli.command import run


async def offline(table: LiveTable) -> Table:
    """The same game at a table that keeps its log."""
    played = Table(table.game)
    for entry in await table.entries(0):
        if isinstance(entry.command, Command):
            played.execute(entry.command)
    return played


def same(told: http_types.SessionResponse, played: Table) -> None:
    """Everything as the terminal tells it."""
    log: list[LogEntry] = list(played.log or ())
    shown = played.snapshot()
    evening = evening_of(played.game, log, told.seat)
    stands = evening.balance(shown)
    for name in ("bought", "rack", "layout", "net", "action", "edge", "luck", "commission", "rounding"):
        assert getattr(told, name) == format_amount(getattr(stands, name)), name
    assert told.expected == format_amount(stands.expected_net)
    assert (told.rolls, told.made, told.seven_outs) == (evening.seen.rolls, evening.seen.made, evening.seen.lost)
    assert {each.wager: each.net for each in told.wagers} == {
        account.wager: format_amount(account.net) for account in evening.accounts.values()
    }


@pytest.mark.parametrize("seed", range(3))
def test_an_evening_is_what_the_terminal_tells_to_the_cent(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)

    async def play(playing: Night) -> None:
        olga, bob, ann = [await playing.come(name) for name in ("Olga", "Bob", "Ann")]
        await say(bob, "sit", "sits 5000")
        await say(bob, "b", "bets 10 on pass")
        await say(olga, "r", "roll 4 4")  # Ann sits down with a point on
        await say(ann, "sit", "sits 5000")
        kept, lines = LiveSessions(), [line for line in LINES if line not in ("leaves", "sits 300", "throw")]
        for number in range(120):
            await say(rng.choice((ann, ann, bob)), f"k{number}", rng.choice((*lines, "bets 25 on buy-4")))
            if rng.random() < 0.5:
                await say(olga, f"r{number}", f"roll {rng.randint(1, 6)} {rng.randint(1, 6)}")
            if number % 40 == 7:  # read on from where it was read
                assert isinstance(await kept.summarize(playing.table, ann.person), http_types.SessionResponse)
        told = await kept.summarize(playing.table, ann.person)
        assert isinstance(told, http_types.SessionResponse)
        assert told == await LiveSessions().summarize(playing.table, ann.person)
        assert told.n == playing.table.n
        assert told.rolls > 20
        assert len(told.nets) == told.rolls
        same(told, await offline(playing.table))
        parts = [sum(cents(getattr(each, name)) for each in told.wagers) for name in ("edge", "luck", "rounding")]
        assert sum(parts) - cents(told.commission) == sum(cents(each.net) for each in told.wagers)

    night(tmp_path, play)


def cents(amount: str) -> int:
    return round(float(amount) * 100)


def test_who_left_is_told_how_it_ended_and_who_comes_back_begins_anew(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        olga, ann = await playing.come("Olga"), await playing.come("Ann")
        kept = LiveSessions()
        assert await kept.summarize(playing.table, ann.person) == NO_SITTING
        for key, line in (("s", "sits 1000"), ("b", "bets 10 on pass")):
            await say(ann, key, line)
        await say(olga, "r1", "roll 6 5")
        await say(ann, "l", "leaves")
        ended = await kept.summarize(playing.table, ann.person)
        assert isinstance(ended, http_types.SessionResponse)
        assert (ended.left, ended.net, ended.rack, ended.nets, ended.first) == (True, "10.00", "0.00", ("10.00",), 1)
        await say(ann, "s2", "sits 300")
        for each in (kept, LiveSessions()):
            anew = await each.summarize(playing.table, ann.person)
            assert isinstance(anew, http_types.SessionResponse)
            assert (anew.left, anew.bought, anew.net, anew.rolls, anew.wagers) == (False, "300.00", "0.00", 0, ())

    night(tmp_path, play)


def test_only_the_last_points_are_told_and_no_log_is_read_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_sessions, "MOST_POINTS", 3)

    async def play(playing: Night) -> None:
        olga, ann = await playing.come("Olga"), await playing.come("Ann")
        await say(ann, "s", "sits 1000")
        for number in range(5):
            await say(ann, f"b{number}", "bets 10 on pass")
            await say(olga, f"r{number}", "roll 6 5")
        told = await LiveSessions().summarize(playing.table, ann.person)
        assert isinstance(told, http_types.SessionResponse)
        assert (told.nets, told.first, told.rolls) == (("30.00", "40.00", "50.00"), 3, 5)
        assert (told.totals, told.expected_totals["11"]) == ({"11": 5}, 0.28)
        kept = LiveSessions()
        await kept.summarize(playing.table, ann.person)
        monkeypatch.setattr(live_sessions, "MOST_READ", 4)
        assert await LiveSessions().summarize(playing.table, ann.person) == TOO_LONG
        for number in range(5):
            await say(ann, f"c{number}", "bets 10 on pass")
        assert await kept.summarize(playing.table, ann.person) == TOO_LONG

    night(tmp_path, play)


# --- over HTTP


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("evenings")
    with serving(str(folder / "house.db"), folder) as each:
        yield each


def test_an_evening_is_for_whoever_sits_there(served: Served) -> None:
    token, other = served.guest("Ann"), served.guest("Bob")
    table = served.table(token, rules="typical", dice="entered")
    client = served.connect(table, token)
    for key, line in (("s", "sits 500"), ("b", "bets 10 on pass"), ("r", "roll 6 5")):
        client.say(key, line)
    where = f"/api/tables/{table}/evening"
    told = msgspec.json.decode(served.web.get(where, headers=bearer(token)).content, type=http_types.SessionResponse)
    assert (told.seat, told.net, told.edge, told.luck, told.nets) == ("Ann", "10.00", "-0.14", "10.14", ("10.00",))
    assert served.web.get(where).status_code == 401
    assert served.web.get(where, headers=bearer(other)).json()["code"] == "no-seat"


def test_the_numbers_are_those_of_whoever_sits_there(served: Served) -> None:
    """Place 8 for 12 and hard 8 for 5 with the point on 6: 8 the easy way brings 14 and loses 5."""
    token, other = served.guest("Eve"), served.guest("Fay")
    table = served.table(token, rules="typical", dice="entered")
    client = served.connect(table, token)
    lines = ("sits 500", "bets 10 on pass", "roll 4 2", "bets 12 on place-8", "bets 5 on hard-8")
    for key, line in enumerate(lines):
        client.say(str(key), line)
    where = f"/api/tables/{table}/numbers"
    told = served.web.get(where, headers=bearer(token)).json()
    nets = {each["roll"]: (each["ways"], each["net"]) for each in told}
    assert sum(each["ways"] for each in told) == 36
    assert (nets["easy 8"], nets["hard 8"], nets["7"], nets["6"]) == (
        (4, "9.00"), (1, "59.00"), (6, "-27.00"), (5, "10.00"),
    )  # fmt: skip
    assert served.web.get(where).status_code == 401
    assert served.web.get(where, headers=bearer(other)).json()["code"] == "no-seat"


def test_a_live_table_is_rated_from_the_address_of_its_log(served: Served) -> None:
    token = served.guest("Gus")
    table = served.table(token, rules="typical", dice="entered")
    client = served.connect(table, token)
    for key, line in enumerate(("sits 500", "bets 10 on pass", "roll 6 5")):
        client.say(str(key), line)
    record = run("shift", f"{served.address}/api/tables/{table}/log", "--ratings", "--json").json
    assert (record["win"], record["ratings"]["players"][0]["theoretical_cents"]) == ("-10.00", "1400/99")
    assert len(record["rated_hours"]) == 1
    assert record["rated_hours"][0]["hour"]


def test_a_table_is_found_by_its_code(served: Served) -> None:
    token = served.guest("Cleo")
    table = served.table(token, rules="typical")
    listed = {each["table"]: each["code"] for each in served.web.get("/api/tables").json()}
    code = listed[table]
    assert (len(code), len(set(listed.values()))) == (4, len(listed))
    assert served.web.get(f"/api/codes/{code.upper()}").json() == {"table": table}
    assert served.web.get("/api/codes/0000").status_code == 404
    snapshot = served.connect(table, token).hear("snapshot")
    assert snapshot["terms"] == {
        "minimum": "5.00", "maximum": "500.00", "chip": "1.00", "window": 30, "undo": True, "watched": True,
        "code": code, "owner": "Cleo", "zone": served.environment["SEVENOUT_ZONE"],
    }  # fmt: skip


def test_the_past_of_a_table_that_nobody_watches_is_its_own_peoples(served: Served) -> None:
    owner, player, stranger = (served.guest(name) for name in ("Olga", "Pia", "Sam"))
    table = served.table(owner, rules="typical", watched=False, dice="entered")
    client = served.connect(table, player)
    client.say("s", "sits 500")
    for what in ("log", "transcript", "history", "history?what=hands", "bots", "roles", "roles/Olga"):
        where = f"/api/tables/{table}/{what}"
        assert served.web.get(where).status_code == 401
        assert (served.web.get(where, headers=bearer(stranger)).json()["code"]) == "not-yours"
        assert [served.web.get(where, headers=bearer(each)).status_code for each in (owner, player)] == [200, 200]
    client.say("l", "leaves")
    assert served.web.get(f"/api/tables/{table}/log", headers=bearer(player)).status_code == 200


def test_the_dice_of_a_table_that_nobody_watches_are_checked_by_whoever_has_come_in(served: Served) -> None:
    owner, stranger = served.guest("Oda"), served.guest("Sid")
    table = served.table(owner, rules="typical", watched=False)
    for what in ("turns", "turns/1"):
        where = f"/api/tables/{table}/{what}"
        assert served.web.get(where).json()["code"] == "no-token"
        assert served.web.get(where, headers=bearer(stranger)).status_code == 200
