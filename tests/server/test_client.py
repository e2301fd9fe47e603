"""The client in the package: a right picture, and nothing done twice or lost, whatever happens to the connection."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sevenout.server.protocol import messages
from sevenout.server.protocol.client import TableConnection, TurnedAway, Visitor
from sevenout.table.commands import Bet
from tests.server.serving import Served, serving


def visiting(served: Served, play: Callable[[Visitor], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with Visitor(served.address) as visitor:
            await visitor.come_in("Ann")
            await play(visitor)

    asyncio.run(all_of_it())


def test_a_client_plays_follows_and_keeps_a_picture(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:

        async def play(ann: Visitor) -> None:
            table = await ann.open_table(rules="catfish-bend", dice="entered", zone="")
            assert [shown["table"] for shown in await ann.tables()] == [table]
            async with ann.at(table, crew=True) as seat, ann.at(table) as second:
                assert isinstance(await seat.send_line("sits 1000"), messages.AcceptedMessage)
                assert isinstance(await seat.do(Bet("Ann", 10_00, "pass")), messages.AcceptedMessage)
                refused = await seat.send_line("bets 9999 on pass")
                assert isinstance(refused, messages.RefusedMessage)
                assert (refused.code, refused.maximum) == ("above-maximum", "500.00")
                following = asyncio.create_task(first_roll(seat))
                await asyncio.sleep(0)
                await seat.send_line("roll 6 5")
                assert "Eleven" in " ".join(call.words for call in (await following).calls)
                picture = await second.until(lambda shown: bool(shown.table.rolls))
                assert picture.seats == seat.picture.seats == {"Ann": messages.SeatMessage("1010.00", {})}
                assert seat.offers is not None
                assert seat.offers.offers[0].wager == "pass"

        visiting(served, play)


async def first_roll(seat: TableConnection) -> messages.EventMessage:
    async for message in seat.messages():
        if isinstance(message, messages.EventMessage) and message.line.startswith("roll"):
            return message
    raise AssertionError("nothing was rolled")


def test_what_was_not_answered_is_said_again_and_done_once_after_a_house_was_killed(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:

        async def play(ann: Visitor) -> None:
            table = await ann.open_table(rules="catfish-bend", dice="entered", zone="")
            async with ann.at(table) as seat, ann.at(table) as watching:
                await seat.send_line("sits 1000")
                for life in range(3):
                    said = [asyncio.create_task(seat.send_line("bets 5 on field")) for _ in range(5)]
                    await watching.until(lambda shown, n=life * 5: shown.n > n + 1)  # type: ignore[misc]
                    await asyncio.to_thread(start_again, served)
                    answers = await asyncio.gather(*said)
                    assert all(isinstance(answer, messages.AcceptedMessage) for answer in answers)
                    assert len({answer.n for answer in answers if isinstance(answer, messages.AcceptedMessage)}) == 5
                await watching.until(lambda shown: shown.n == 16)
                assert watching.picture.seats == {"Ann": messages.SeatMessage("925.00", {"field": "75.00"})}
                assert min(seat.connections, watching.connections) > 1

        visiting(served, play)


def test_a_picture_is_right_at_every_moment_also_while_a_client_hears_what_it_missed(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:

        async def play(ann: Visitor) -> None:
            table = await ann.open_table(rules="catfish-bend", dice="entered", zone="")
            async with ann.at(table) as seat, ann.at(table) as missing:
                await seat.send_line("sits 1000")
                await missing.until(lambda shown: shown.n == 1)
                seen: list[tuple[int, int]] = []
                following = asyncio.create_task(looking(missing, seen))
                assert missing._socket is not None
                missing._socket.transport.abort()
                for _ in range(3):
                    await seat.send_line("bets 5 on field")
                await following
                assert seen[-1] == (4, 3)
                assert all(bets == n - 1 for n, bets in seen)

        visiting(served, play)


async def looking(seat: TableConnection, seen: list[tuple[int, int]]) -> None:
    """After every message the number of the picture, and how many bets of 5 it shows."""
    async for _ in seat.messages():
        staked = seat.picture.seats["Ann"].layout.get("field", "0.00")
        seen.append((seat.picture.n, int(float(staked)) // 5))
        if seen[-1][0] == 4:
            return


def test_a_client_comes_back_after_a_house_closed_in_order(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:

        async def play(ann: Visitor) -> None:
            table = await ann.open_table(rules="catfish-bend", dice="entered", zone="")
            async with ann.at(table) as seat:
                await seat.send_line("sits 1000")
                await asyncio.to_thread(start_again, served, served.stop)
                assert isinstance(await seat.send_line("bets 5 on field"), messages.AcceptedMessage)
                assert seat.connections >= 2  # a house that is still closing may take the first of them

        visiting(served, play)


def start_again(served: Served, end: Callable[[], object] | None = None) -> None:
    """Ends a house, by killing it if nothing else is said, and starts it at the same address."""
    port = served.address.rpartition(":")[2]
    (end or served.kill)()
    served._order[served._order.index("--port") + 1] = port
    served.start()


def test_who_is_not_let_in_is_told_why(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:

        async def play(ann: Visitor) -> None:
            with pytest.raises(TurnedAway, match="name-taken"):
                await ann.come_in("Ann")
            with pytest.raises(TurnedAway, match="wrong-password"):
                await ann.log_in("Ann", "guess that one")
            with pytest.raises(TurnedAway, match="not-found: this house has no such table"):
                async with ann.at("t-nowhere"):
                    pass
            table = await ann.open_table(rules="typical")
            with pytest.raises(TurnedAway, match="no-token"):
                async with TableConnection(served.address, "nobody", table):
                    pass

        visiting(served, play)


def test_a_client_comes_again_after_a_house_hung_up_at_the_door() -> None:
    async def come() -> int:
        came = asyncio.Queue[None]()

        async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(1)
            writer.close()
            came.put_nowait(None)

        door = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        port = door.sockets[0].getsockname()[1]
        staying = asyncio.create_task(TableConnection(f"http://127.0.0.1:{port}", "", "t-1")._stay())
        for _ in range(3):
            await asyncio.wait_for(came.get(), 30)
        staying.cancel()
        door.close()
        return 3

    assert asyncio.run(come()) == 3


def test_a_client_mixes_every_turn_with_a_seed_that_it_draws_itself(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:

        async def play(ann: Visitor) -> None:
            table = await ann.open_table(rules="catfish-bend", dice="fair", zone="")
            async with Visitor(served.address) as bob:
                await bob.come_in("Bob")
                async with ann.at(table) as seat, bob.at(table) as other:
                    await seat.send_line("sits 900")
                    await other.send_line("sits 900")
                    for who in (seat, other):  # a shooter who leaves ends a turn
                        await who.send_line("bets 5 on dont-pass")
                        assert isinstance(await who.send_line("roll"), messages.AcceptedMessage)
                        await who.send_line("takes down dont-pass")
                        assert isinstance(await who.send_line("leaves"), messages.AcceptedMessage)
            turns = [await ann.ask("GET", f"/api/tables/{table}/turns/{turn}") for turn in (1, 2)]
            assert [sorted(one["seat"] for one in turn["given"]) for turn in turns] == [["Ann", "Bob"], ["Bob"]]
            seeds = {one["seed"] for turn in turns for one in turn["given"]}
            assert len(seeds) == 3
            assert {len(seed) for seed in seeds} == {32}

        visiting(served, play)


def test_a_client_that_is_told_not_to_mixes_nothing(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:

        async def play(ann: Visitor) -> None:
            table = await ann.open_table(rules="catfish-bend", dice="fair", zone="")
            async with ann.at(table, mix=False) as seat:
                await seat.send_line("sits 9000")
                await seat.send_line("bets 5 on pass")
                assert isinstance(await seat.send_line("roll"), messages.AcceptedMessage)
                assert seat.picture.fair is not None
                assert seat.picture.fair.given == ()

        visiting(served, play)
