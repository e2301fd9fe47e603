"""Who said an entry, and when: `verify` holds actors against seats, and times against running backwards."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenout.crew.dice.dice_commands import Choose
from sevenout.crew.floor.floor import ROUTINE
from sevenout.server.live.live_table import LiveTable
from sevenout.server.protocol.house_events import ClockSetBack, ServerLogEntry
from sevenout.server.tables.bots import BotRequest
from sevenout.server.verification.verifier import verify_log
from sevenout.table.commands import Bet, Leave, Sit
from tests.server.playing import a_house, come_in, opened, says
from tests.server.verification.test_cheating import lines_of

Entries = list[ServerLogEntry]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[LiveTable, Entries]:
    """Ann and Bob, both seated, bet and leave; a strategy sat with them and was sent away."""

    async def play() -> tuple[LiveTable, Entries]:
        house = await a_house(str(tmp_path_factory.mktemp("said") / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"))
        bob = await come_in(house, "Bob")
        for person in (ann, bob):
            await says(house, table, person, "sits 500", "bets 5 on field")
        seated = await house.seat_bot(table, ann, BotRequest(strategy="pass-line"))
        assert isinstance(seated, str)
        assert isinstance(await house.dismiss_bot(table, ann, seated), int)
        await says(house, table, bob, "takes down field", "leaves")
        entries = await table.entries(0)
        await house.store.close()
        return table, entries

    return asyncio.run(play())


def found(table: LiveTable, entries: Entries) -> str:
    return verify_log(table.name, lines_of(entries), table.game).fault


def test_a_log_as_it_was_written_is_sound(played: tuple[LiveTable, Entries]) -> None:
    assert found(*played) == ""


def said_by(entries: Entries, kind: type[Bet | Leave | Sit], seat: str, actor: str) -> Entries:
    """The log in which somebody else said that for a seat."""

    def theirs(entry: ServerLogEntry) -> bool:
        command = entry.command
        return isinstance(command, Bet | Leave | Sit) and isinstance(command, kind) and command.seat == seat

    return [replace(entry, actor=actor) if theirs(entry) else entry for entry in entries]


FORGED: dict[str, tuple[Callable[[Entries, str, str], Entries], str]] = {
    "Ann bets for Bob": (
        lambda log, ann, _: said_by(log, Bet, "Bob", ann),
        "«Bob bets 5 on field» can only be said by Bob, and another person said it",
    ),
    "the house bets for Bob": (lambda log, _, __: said_by(log, Bet, "Bob", "house"), "can only be said by Bob"),
    "a strategy bets for Bob": (lambda log, _, __: said_by(log, Bet, "Bob", "strategy"), "can only be said by Bob"),
    "Ann has Bob leave": (lambda log, ann, _: said_by(log, Leave, "Bob", ann), "can only be said by Bob"),
    "Ann has Bob sit down": (lambda log, ann, _: said_by(log, Sit, "Bob", ann), "was seated by another person"),
    "an entry is dated ten minutes early": (
        lambda log, _, __: [
            entry if n != 5 or entry.at is None else replace(entry, at=entry.at - timedelta(minutes=10))
            for n, entry in enumerate(log)
        ],
        "event 5 of the log: it is dated 0:",
    ),
    "the clock is said to have been set back": (
        lambda log, _, __: [*log, ServerLogEntry(0, None, ClockSetBack(log[-1].at), log[-1].at, "house")],  # type: ignore[arg-type]
        "the clock is said to have been set back, and was not",
    ),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_what_cannot_have_been_said_by_them_or_then_is_found(played: tuple[LiveTable, Entries], forgery: str) -> None:
    table, entries = played
    forge, why = FORGED[forgery]
    keys = {entry.command.seat: entry.actor for entry in entries if isinstance(entry.command, Bet)}
    assert why in found(table, forge(entries, keys["Ann"], keys["Bob"]))


def test_the_house_may_have_somebody_leave(played: tuple[LiveTable, Entries]) -> None:
    table, entries = played
    assert found(table, said_by(entries, Leave, "Bob", "house")) == ""


def test_dice_that_the_crew_had_a_shooter_choose_are_no_forgery_and_a_bet_by_the_crew_is(tmp_path: Path) -> None:
    async def play() -> tuple[LiveTable, Entries]:
        house = await a_house(str(tmp_path / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"), dice="entered")
        await says(house, table, ann, "sits 500", "bets 5 on pass", "crew: stick Kim, third base Lou", "roll 4 2")
        entries = await table.entries(0)
        await house.store.close()
        return table, entries

    table, entries = asyncio.run(play())
    routine = [entry.command for entry in entries if entry.actor == ROUTINE]
    assert Choose("Ann", (0, 1)) in routine
    assert found(table, entries) == ""
    assert "can only be said by Ann" in found(table, said_by(entries, Bet, "Ann", ROUTINE))
