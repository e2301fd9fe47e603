"""Evenings are kept when somebody leaves, once, to the cent; exported, deleted, and swept with a guest."""

import asyncio
import csv
import io
from datetime import timedelta
from pathlib import Path

import pytest

from sevenout.server.casino import Casino
from sevenout.server.history import evening_archive
from sevenout.server.history.evening_archive import summarize_evenings
from sevenout.server.history.live_sessions import LiveSessions
from sevenout.server.protocol import http_types
from tests.server.playing import a_house, come_in, opened, says
from tests.server.serving import bearer, serving


def _evening(house: Casino, person: str) -> "asyncio.Task[list[http_types.EveningResponse]]":
    async def ask() -> list[http_types.EveningResponse]:
        await house.evenings.keep_ended(person)
        return await house.evenings.evenings(person)

    return asyncio.create_task(ask())


def test_an_evening_is_kept_once_with_the_figures_of_its_sitting(where: str) -> None:
    async def play() -> None:
        house = await a_house(where)
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann, dice="entered")
        await says(house, table, ann, "sits 300", "bets 10 on pass", "roll 2 2", "bets 12 on place-6", "roll 3 3")
        await says(house, table, ann, "roll 1 3", "bets 10 on pass", "roll 3 2", "roll 6 1", "leaves")
        first, second = await asyncio.gather(_evening(house, ann.key), _evening(house, ann.key))
        assert first == second
        assert len(first) == 1
        told = await LiveSessions().summarize(table, ann)
        assert isinstance(told, http_types.SessionResponse)
        kept = first[0]
        assert kept.session.net == told.net == "2.00"
        assert (kept.session.expected, kept.session.luck) == (told.expected, told.luck)
        assert kept.session.wagers == told.wagers
        assert kept.curve == ("0.00", *told.nets)
        assert [(hand.what, hand.rolls, hand.net) for hand in kept.hands] == [
            ("longest", 5, "2.00"),
            ("best", 5, "2.00"),
        ]
        assert (kept.house, kept.table) == (table.game.rules.book.title, table.name)
        known = await house.people.person(ann.key)
        assert known is not None
        assert known.limits.ended == ()
        await house.stop()

    asyncio.run(play())


def test_a_sitting_whose_server_died_before_it_was_kept_is_kept_when_its_player_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann, dice="entered")

        async def die(_: str) -> None:
            """Nobody keeps anything."""

        monkeypatch.setattr(house.evenings, "keep_soon", die)
        await says(house, table, ann, "sits 300", "bets 10 on pass", "roll 6 5", "leaves")
        assert await house.evenings.evenings(ann.key) == []
        await house.stop()
        house = await a_house(str(tmp_path / "house.db"))
        assert [each.session.net for each in await _evening(house, ann.key)] == ["10.00"]
        await house.stop()

    asyncio.run(play())


def test_all_evenings_together_add_up_and_the_oldest_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evening_archive, "MOST_KEPT", 2)

    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann, bob = await come_in(house, "Ann"), await come_in(house, "Bob")
        table, ann = await opened(house, ann, dice="entered")
        await says(house, table, bob, "sits 300")  # somebody else's evening is not Ann's
        for dice in ("6 5", "1 1", "5 6"):
            await says(house, table, ann, "sits 300", "bets 10 on pass", f"roll {dice}", "leaves")
        await says(house, table, ann, "sits 300", "leaves")  # nothing was played
        kept = await _evening(house, ann.key)
        assert [each.session.net for each in kept] == ["10.00", "-10.00"]
        told = summarize_evenings(kept)
        assert (told.net, told.action, told.rolls) == ("0.00", "20.00", 2)
        assert {total: count for total, count in told.totals.items() if count} == {"2": 1, "11": 1}
        assert told.further_off is not None
        assert await house.evenings.evenings(bob.key) == []
        assert await house.evenings.has_played(ann.key, table.name)
        assert not await house.evenings.delete(bob.key, kept[0].evening)
        assert await house.evenings.delete(ann.key, kept[0].evening)
        assert [each.session.net for each in await _evening(house, ann.key)] == ["-10.00"]
        assert await house.evenings.delete_all(ann) == 1
        assert await _evening(house, ann.key) == []
        await house.stop()

    asyncio.run(play())


def test_the_evenings_of_a_guest_who_is_gone_are_swept_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann, dice="entered")
        await says(house, table, ann, "sits 300", "bets 10 on pass", "roll 6 5", "leaves")
        assert len(await _evening(house, ann.key)) == 1
        later = await house.store.now() + timedelta(days=30)

        async def now() -> object:
            return later

        monkeypatch.setattr(house.store, "now", now)
        await house.sweep()
        assert await house.people.person(ann.key) is None
        assert await house.evenings.evenings(ann.key) == []
        await house.stop()

    asyncio.run(play())


def test_evenings_are_asked_for_exported_and_deleted_over_http(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:
        token, other = served.guest("Ann"), served.guest("Bob")
        table = served.table(token, rules="catfish-bend", dice="entered", watched=False)
        client = served.connect(table, token)
        client.hear("snapshot")
        for number, line in enumerate(("sits 300", "bets 10 on pass", "roll 6 5", "leaves")):
            assert client.say(str(number), line)["type"] == "accepted"
        client.socket.close()
        told = served.web.get("/api/me/evenings", headers=bearer(token)).json()
        assert [each["session"]["net"] for each in told["evenings"]] == ["10.00"]
        assert served.web.get("/api/me/evenings").status_code == 401
        assert served.web.get("/api/me/evenings", headers=bearer(other)).json()["evenings"] == []
        file = served.web.get("/api/me/evenings/file", headers=bearer(token))
        (row,) = csv.DictReader(io.StringIO(file.text))
        assert (row["net"], row["rolls"], row["table"]) == ("10.00", "1", table)
        as_json = served.web.get("/api/me/evenings/file?kind=json", headers=bearer(token))
        assert as_json.json() == told["evenings"]
        name = told["evenings"][0]["evening"]
        assert served.web.delete(f"/api/me/evenings/{name}", headers=bearer(other)).status_code == 404
        assert served.web.delete(f"/api/me/evenings/{name}", headers=bearer(token)).json() == {"deleted": 1}
        assert served.web.delete("/api/me/evenings", headers=bearer(token)).json() == {"deleted": 0}
