"""A house that cheats with its dice: every known way, done to real logs that are chained anew, and each is found."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino
from sevenout.server.fairness import dice_turns
from sevenout.server.fairness.dice_turns import Turns
from sevenout.server.fairness.fair_dice import Faces, chain_seed, commitment, mix, seed_of, throw
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import verify_log
from sevenout.server.live.requests import GiveSeed
from sevenout.server.protocol.house_events import (
    SeedGiven,
    SeedRevealed,
    SeedsMixed,
    ServerLogEntry,
    TableShut,
    ThrowDeadlineSet,
    TurnOpened,
)
from sevenout.server.protocol.published_entries import EntryPublisher
from sevenout.server.store.backup import backup
from sevenout.server.store.factory import open_store
from sevenout.server.tables.bots import BotRequest
from sevenout.server.verification.published_turns import PublishedTurn, called_off, read_turn, turn_of, unfair
from sevenout.table.events import Left, Rolled
from sevenout.table.log.hash_chain import Chain
from tests.server.fairness.test_fair_dice import in_javascript_json
from tests.server.live.test_betting_window import Ahead
from tests.server.playing import KEYS, a_house, appointed, come_in, opened, says, sound, unsalted
from tests.server.serving import SOURCES, WITHIN

Entries = list[ServerLogEntry]


async def some_turns(house: Casino, turns_wanted: int = 3) -> tuple[LiveTable, Person]:
    """Ann shoots, gives a seed to every turn, and has a throw called off now and then."""
    ann = await come_in(house, "Ann")
    table, ann = await opened(house, ann)
    await says(house, table, ann, "sits 9000")
    sue = await appointed(house, table, "Sue", "supervisor")
    number = 0
    while table.turns.turn <= turns_wanted:
        number += 1
        await house.submit(table, ann, GiveSeed(f"{number:04x}"), f"seed {number}")
        await house.submit_line(table, ann, "bets 5 on pass", f"bet {number}")
        if number % 7 == 3:
            await says(house, table, ann, "throw")
            await says(house, table, sue, "no roll: a die left the table")
        if number % 7 == 5:
            await says(house, table, ann, "throw")
            await says(house, table, sue, "no roll: cocked die", "supervisor overrules, roll 1 1")
            continue
        await says(house, table, ann, "roll")
    return table, ann


def lines_of(entries: Iterable[ServerLogEntry]) -> list[bytes]:
    """A log that a house writes anew: numbered and chained as if nothing had been."""
    chain = Chain(publish=EntryPublisher().publish)
    return [chain.line(replace(entry, n=n)) for n, entry in enumerate(entries)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[LiveTable, Entries]:
    """A table of three turns, closed at the end, with a bot that never sat down to seeds."""

    async def play() -> tuple[LiveTable, Entries]:
        house = await a_house(str(tmp_path_factory.mktemp("fair") / "house.db"))
        clock = Ahead(house.store)
        house.store = clock  # type: ignore[assignment]
        table, ann = await some_turns(house)
        await says(house, table, await come_in(house, "Bob"), "sits 100")
        assert isinstance(await house.seat_bot(table, ann, BotRequest(strategy="pass-line")), str)
        await says(house, table, ann, "bets 5 on pass")
        clock.by = timedelta(minutes=1)
        while table.throw_deadline is not None and any(seat.position.slots for seat in table.floor.table.state.seats):
            assert await table.throw_if_overdue()
            clock.by += timedelta(minutes=1)
        assert isinstance(await house.close_table(table, ann), int)
        for seat in list(table.floor.table.seats):
            assert isinstance(await table.stand_up(seat), int)
        entries = await table.entries(0)
        assert entries[-1].event == TableShut()
        await house.store.close()
        return table, entries

    return asyncio.run(play())


def test_the_log_as_it_was_written_is_sound(played: tuple[LiveTable, Entries]) -> None:
    table, entries = played
    assert verify_log(table.game, lines_of(entries)) == table.chain.end


def without(entries: Entries, *kinds: type) -> Entries:
    """The log with the first of each of these left out."""
    left = list(kinds)
    kept = []
    for entry in entries:
        if type(entry.event) in left:
            left.remove(type(entry.event))
        else:
            kept.append(entry)
    return kept


def after_first(entries: Entries, kind: type, event: object, actor: str = "house") -> Entries:
    at = next(n for n, entry in enumerate(entries) if isinstance(entry.event, kind)) + 1
    put = ServerLogEntry(0, None, event, entries[at].at, actor)  # type: ignore[arg-type]
    return [*entries[:at], put, *entries[at:]]


def changed(entries: Entries, kind: type, how: Callable[..., object], which: int = 0) -> Entries:
    at = [n for n, entry in enumerate(entries) if isinstance(entry.event, kind)][which]
    return [*entries[:at], replace(entries[at], event=how(entries[at].event)), *entries[at + 1 :]]


def _seed(turn: int) -> str:
    return seed_of(KEYS.dice, "t-other", turn).hex()


ATTACKS: dict[str, tuple[Callable[[Entries], Entries], str]] = {
    "a result is withheld: the next turn opens and the last one's seed is kept back": (
        lambda log: without(log, SeedRevealed),
        "its seed was not revealed",
    ),
    "a turn that went badly for the house goes on under its seed": (
        lambda log: [
            entry for entry in log
            if not (isinstance(entry.event, SeedRevealed) and entry.event.turn == 1)
            and not (isinstance(entry.event, TurnOpened) and entry.event.turn == 2)
        ],
        "is over, and its seed was not revealed",
    ),
    "a table is shut and the last seed kept back": (
        lambda log: [
            entry for n, entry in enumerate(log)
            if n != max(at for at, each in enumerate(log) if isinstance(each.event, SeedRevealed))
        ],
        "(a seat or a seed is left|not revealed)",
    ),
    "another turn's seed is revealed": (
        lambda log: changed(log, SeedRevealed, lambda event: replace(event, seed=_seed(2))),
        "not the one that was committed to",
    ),
    "the commitment is forged after the bets": (
        lambda log: changed(log, TurnOpened, lambda event: replace(event, commitment=commitment(b"x" * 32))),
        "not the one that was committed to",
    ),
    "commitment and seed are both the house's late choice": (
        lambda log: changed(
            changed(log, TurnOpened, lambda event: replace(event, commitment=commitment(b"x" * 32))),
            SeedRevealed,
            lambda event: replace(event, seed=(b"x" * 32).hex()),
        ),
        "not of the chain that the dice were bound by",
    ),
    "a turn is opened with a seed that is not of the chain": (
        lambda log: changed(log, TurnOpened, lambda event: replace(event, salt="", anchor="", link=0), 1),
        "turn 2 leaves the chain that the dice were bound by",
    ),
    "a seed of the chain is passed over": (
        lambda log: changed(log, TurnOpened, lambda event: replace(event, link=3), 1),
        "turn 2 is not the next of the chain",
    ),
    "another chain is put in the place of this one": (
        lambda log: changed(log, TurnOpened, lambda event: replace(event, anchor="ab" * 32), 1),
        "turn 2 is not the next of the chain",
    ),
    "the next turn opens in the middle of one": (
        lambda log: after_first(log, Rolled, TurnOpened(2, commitment(b"x" * 32))),
        "the seed of turn 1 was never revealed",
    ),
    "a turn is left out": (
        lambda log: changed(log, TurnOpened, lambda event: replace(event, turn=event.turn + 1), 1),
        "does not come after turn",
    ),
    "a seat's seed is changed after the first throw was next": (
        lambda log: after_first(log, SeedsMixed, SeedGiven("Ann", "bb"), log[2].event.player),  # type: ignore[union-attr]
        "the dice of this turn are fixed",
    ),
    "the house gives a seed for a seat": (
        lambda log: after_first(log, SeedGiven, SeedGiven("Ann", "bb")),
        "a seed for Ann, which its player did not give",
    ),
    "a seed is given for a seat that nobody has": (
        lambda log: after_first(log, SeedGiven, SeedGiven("Nobody", "bb"), "p"),
        "a seed for Nobody",
    ),
    "what a seat gave is left out of the mix": (
        lambda log: changed(log, SeedsMixed, lambda event: replace(event, mixed=mix(()))),
        "not what the seats gave",
    ),
    "what a seat gave is altered afterwards": (
        lambda log: changed(log, SeedGiven, lambda event: replace(event, seed="ffff")),
        "not what the seats gave",
    ),
    "the dice are thrown before anything was fixed": (
        lambda log: without(log, SeedsMixed),
        "was not fixed before",
    ),
    "the seeds are mixed again in the middle of a turn": (
        lambda log: after_first(log, Rolled, SeedsMixed(1, mix(()))),
        "mixed once",
    ),
    "the house throws before the shooter's time is over": (
        lambda log: [
            replace(entry, event=ThrowDeadlineSet(entry.event.until + timedelta(hours=1)))
            if isinstance(entry.event, ThrowDeadlineSet) and entry.event.until is not None
            else entry
            for entry in log
        ],
        "the shooter's time was not over",
    ),
    "something is written after a table was shut": (
        lambda log: [*log, ServerLogEntry(0, None, ThrowDeadlineSet(), log[-1].at, "house")],
        "the table was shut before",
    ),
    "somebody is gone whom nobody had stand up": (
        lambda log: without(log, Left),
        "leads to something else",
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_log_that_was_written_anew_to_cheat_is_found(played: tuple[LiveTable, Entries], attack: str) -> None:
    table, entries = played
    forge, found = ATTACKS[attack]
    with pytest.raises(BadInput, match=f"event \\d+ of the log: .*{found}"):
        verify_log(table.game, lines_of(forge(entries)))


def _shifted(by: int) -> Callable[[bytes, str, Turns], Faces]:
    def faces(key: bytes, table: str, now: Turns) -> Faces:
        return throw(dice_turns.seed_now(key, table, now), now.mixed, max(now.throws + by, 0))

    return faces


@pytest.mark.parametrize(
    ("which", "how"),
    [
        ("next_faces", _shifted(1)),
        ("next_faces", _shifted(-1)),
        ("next_faces", lambda _key, _table, now: (6, 1) if now.throws % 2 else (3, 1)),
        ("last_faces", lambda _key, _table, _now: (1, 1)),
    ],
    ids=["a roll is skipped", "a nonce is used twice", "the house says what the dice show", "an overrule says so"],
)
def test_a_table_that_throws_other_dice_is_found_when_the_turn_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str, how: Callable[..., Faces]
) -> None:
    async def play() -> tuple[LiveTable, list[bytes]]:
        house = await a_house(str(tmp_path / "house.db"))
        monkeypatch.setattr(dice_turns, which, how)
        table, _ = await some_turns(house, 5)
        lines = await house.store.lines(table.name)
        await house.store.close()
        return table, lines

    table, lines = asyncio.run(play())
    with pytest.raises(BadInput, match=r"throw \d+ showed"):
        verify_log(table.game, lines)


def test_a_ruling_of_a_posted_crew_that_says_other_dice_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> tuple[LiveTable, list[bytes]]:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann)
        sue = await appointed(house, table, "Sue", "supervisor")
        await says(house, table, ann, "sits 900", "bets 5 on pass")
        await says(house, table, sue, "crew: stick Kim, third base Lou")
        await says(house, table, ann, "throw")
        await says(house, table, sue, "no roll: cocked die")
        a, b = throw(chain_seed(KEYS.dice, table.name, "", 1), table.turns.mixed, 0)
        monkeypatch.setattr(dice_turns, "last_faces", lambda *_: (1 + a % 6, b))
        await says(house, table, sue, "supervisor rules roll 1 1")
        while table.turns.turn == 1:
            await house.submit_line(table, sue, "crew works", f"w {table.n}")
            await house.submit_line(table, sue, "supervisor inspects the dice", f"i {table.n}")
            await house.submit_line(table, ann, "bets 5 on pass", f"b {table.n}")
            await says(house, table, ann, "roll")
        lines = await house.store.lines(table.name)
        await house.store.close()
        return table, lines

    table, lines = asyncio.run(play())
    with pytest.raises(BadInput, match="throw 0 showed"):
        verify_log(table.game, lines)


def test_by_a_ruling_of_a_posted_crew_nobody_chooses_dice_either(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann)
        sue = await appointed(house, table, "Sue", "supervisor")
        await says(house, table, ann, "sits 900", "bets 5 on pass")
        await says(house, table, sue, "crew: stick Kim, third base Lou")
        await says(house, table, ann, "throw")
        await says(house, table, sue, "no roll: cocked die")
        seed = chain_seed(KEYS.dice, table.name, "", 1)
        a, b = throw(seed, table.turns.mixed, 0)
        await says(house, table, sue, f"supervisor rules roll {7 - a} {b}")
        assert [(one.a, one.b) for one in table.floor.table.state.rolls] == [(a, b)]
        assert table.turns.throws == 1
        assert verify_log(table.game, await house.store.lines(table.name)) == table.chain.end
        await house.store.close()

    asyncio.run(play())


def test_a_restart_in_the_middle_of_a_turn_neither_skips_nor_repeats_a_throw(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann)
        await says(house, table, ann, "sits 9000")
        shown: dict[int, list[Faces]] = {}
        for number in range(30):
            table = LiveTable(table.name, table.terms, house.store, KEYS.dice, unsalted)
            await table.catch_up()
            await house.submit_line(table, ann, "bets 5 on pass", f"b{number}")
            turn = table.turns.turn
            await says(house, table, ann, "roll")
            last = table.floor.table.state.rolls[-1]
            shown.setdefault(turn, []).append((last.a, last.b))
        for turn, faces in shown.items():
            seed = chain_seed(KEYS.dice, table.name, "", turn)
            assert faces == [throw(seed, mix(()), k) for k in range(len(faces))]
        await house.store.close()

    asyncio.run(play())


def test_a_copy_that_is_played_on_has_other_dice_than_those_that_were_revealed_elsewhere(tmp_path: Path) -> None:
    async def revealed(where: Path, name: str) -> dict[int, str]:
        house = Casino(await open_store(str(where)), KEYS)
        ann, table = await house.people.find_by_name("Ann"), await house.table(name)
        assert ann is not None
        assert table is not None
        while table.turns.turn < 4:
            await house.submit_line(table, ann, "bets 5 on pass", f"b{table.n}")
            await says(house, table, ann, "roll")
        events = [entry.event for entry in await table.entries(0)]
        await sound(table)
        await house.store.close()
        return {event.turn: event.seed for event in events if isinstance(event, SeedRevealed)}

    async def play() -> None:
        first, copy = tmp_path / "house.db", tmp_path / "copy.db"
        house = Casino(await open_store(str(first)), KEYS)
        table, ann = await opened(house, await come_in(house, "Ann"))
        await says(house, table, ann, "sits 9000")
        await house.store.close()
        await asyncio.to_thread(backup, str(first), copy)
        known, later = await revealed(first, table.name), await revealed(copy, table.name)
        assert known[1] == later[1], "the turn that was open in the copy had been committed to"
        assert not {known[2], known[3]} & {later[2], later[3]}

    asyncio.run(play())


# --- a turn by itself


def test_every_turn_is_published_and_checked_alike_by_python_javascript_and_the_command(tmp_path: Path) -> None:
    async def play() -> list[PublishedTurn | None]:
        house = await a_house(str(tmp_path / "house.db"))
        table, _ = await some_turns(house, 4)
        found = [await turn_of(house.store, table.name, table.n + 1, turn) for turn in range(7)]
        await house.store.close()
        return found

    found = asyncio.run(play())
    assert [None if one is None else one.turn for one in found] == [None, 1, 2, 3, 4, 5, None]
    whole = [one for one in found if one is not None]
    assert [unfair(one) for one in whole] == ["", "", "", "", "its seed is not revealed: it is when the turn is over"]
    assert all(one.entries["committed"] < one.entries["mixed"] < one.entries["revealed"] for one in whole[:4])
    assert sum(len(called_off(one)) for one in whole[:4]) == sum(one.throws.count(None) for one in whole[:4]) > 0
    first = json.loads(msgspec.json.encode(whole[0]))
    forged = {**first, "throws": [[7 - first["throws"][0][0], first["throws"][0][1]], *first["throws"][1:]]}
    for record, fault in ((first, ""), (forged, "throw 0 showed")):
        path = tmp_path / "turn.json"
        path.write_text(json.dumps(record))
        assert in_javascript_json(record).startswith(fault)
        ran = subprocess.run(
            [sys.executable, "-m", "sevenout", "verify", str(path)],
            env={"PYTHONPATH": SOURCES, "PATH": ""}, capture_output=True, text=True, check=False, timeout=WITHIN,
        )  # fmt: skip
        assert ran.returncode == (1 if fault else 0), ran.stderr
        assert (fault or "all as the seeds give them") in ran.stdout + ran.stderr


def test_what_is_no_turn_is_not_taken_for_one() -> None:
    assert read_turn(b'{"entry": {"commitment": 1}}') is None
    assert read_turn(b"SQLite format 3\0") is None
    with pytest.raises(BadInput, match="the turn cannot be read"):
        read_turn(b'{"commitment": 5}')
    bad = PublishedTurn("t", 1, "00", "zz")
    assert unfair(bad).startswith("a seed is not written in hexadecimal digits")
