"""A live table: once and durably, by whose word, the same after a restart, on any server, with dice to be checked."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import InspectDice
from sevenout.crew.pit.pit_commands import OpenGame, RuleOnThrow, WorkCommand
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import verify_log
from sevenout.server.live.requests import Actor, GiveSeed, ThrowRequest
from sevenout.server.live.table_terms import TableRequest, encode_terms, game_of, read_terms
from sevenout.server.protocol.house_events import SeedRevealed, SeedsMixed, ThrowDeadlineSet, TurnOpened
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Append, Store, TableRow, Unavailable
from sevenout.table.commands import Bet, Leave, NoRoll, Overrule, RollDice, Sit, TakeDown, ThrowDice
from sevenout.table.events import Rolled
from tests.server.conftest import with_store
from tests.server.playing import unsalted

KEY = b"k" * 32
ANN, BOB = Actor("p-ann", "Ann"), Actor("p-bob", "Bob")


async def a_table(store: Store, rules: str = "catfish-bend", **wanted: object) -> LiveTable:
    terms, _ = read_terms(TableRequest(rules=rules, **wanted), {}, "p-owner")  # type: ignore[arg-type]
    table = LiveTable("t-1", terms, store, KEY, unsalted)
    now = await store.now()
    await store.open_table(TableRow("t-1", encode_terms(terms), now), table.opening(now))
    for voice in (ANN, BOB):
        assert await table.submit(voice, Sit(voice.seat, 1000_00, player=voice.person)) == table.n
    return table


async def again(table: LiveTable) -> LiveTable:
    """The same table, as another process reads it."""
    other = LiveTable(table.name, table.terms, table.store, KEY, unsalted)
    await other.catch_up()
    return other


def code_of(answer: object) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


async def key_of(table: LiveTable, answer: object) -> str:
    """The key of the entry that something was answered with."""
    assert isinstance(answer, int)
    (entry,) = await table.entries(answer, answer + 1)
    return entry.key


def at(where: str, play: Callable[[Store, LiveTable], Awaitable[None]], **wanted: object) -> None:
    async def played(store: Store) -> None:
        await play(store, await a_table(store, **wanted))  # type: ignore[arg-type]

    with_store(where, played)


def test_the_same_key_is_done_once_and_answered_alike(where: str) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        bet = Bet("Ann", 10_00, "pass")
        first = await table.submit(ANN, bet, "k1")
        assert [await table.submit(ANN, bet, "k1") for _ in range(3)] == [first] * 3
        assert await asyncio.gather(*(table.submit(ANN, bet, "k2") for _ in range(10))) == [table.n] * 10
        assert table.floor.snapshot.seats[0].rack == 980_00
        assert code_of(await table.submit(ANN, Bet("Ann", 20_00, "pass"), "k1")) == "key-used"
        assert await table.submit(BOB, Bet("Bob", 10_00, "pass"), "k1") == table.n
        assert await (await again(table)).submit(ANN, bet, "k1") == first
        assert table.floor.snapshot.seats[0].rack == 980_00

    at(where, play)


def test_a_key_is_answered_alike_when_the_house_would_refuse_it_by_now(where: str) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await table.submit(ANN, Bet("Ann", 10_00, "pass"), "k1")
        down = await table.submit(ANN, TakeDown("Ann", "pass"), "k2")
        assert code_of(await table.submit(ANN, TakeDown("Ann", "pass"), "k3")) not in ("", "key-used")
        assert await table.submit(ANN, TakeDown("Ann", "pass"), "k2") == down
        assert await key_of(table, down) == "k2"
        assert code_of(await table.submit(ANN, TakeDown("Ann", "field"), "k2")) == "key-used"

    at(where, play)


def test_what_is_refused_is_not_written_and_changes_nothing(where: str) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        before, lines = table.floor.snapshot, await store.lines("t-1")
        for voice, said, code in (
            (ANN, Bet("Ann", 9999_00, "pass"), "above-maximum"),
            (ANN, Bet("Bob", 10_00, "pass"), "not-yours"),
            (Actor("p-cy"), Bet("Ann", 10_00, "pass"), "no-seat"),
            (ANN, RollDice(3, 4), "not-yours"),
            (ANN, NoRoll("a die left the table"), "not-yours"),
            (ANN, ThrowRequest(), "not-shooter"),
            (ANN, GiveSeed("xyz"), "bad-seed"),
            (ANN, GiveSeed("c0 ff\tee"), "bad-seed"),
            (Actor("p-cy"), GiveSeed("00"), "no-seat"),
            (ANN, Bet("Ann", 10_00, "pass", confirmed=("dealer",)), "not-yours"),
        ):
            assert code_of(await table.submit(voice, said, f"key {said}")) == code
        assert (table.floor.snapshot, await store.lines("t-1")) == (before, lines)

    at(where, play)


def test_a_restart_goes_on_where_it_was(where: str) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await table.submit(ANN, GiveSeed("00ff"), "s")
        for number in range(60):
            await table.submit(ANN, Bet("Ann", 5_00, "pass"), f"a{number}")
            await table.submit(BOB, Bet("Bob", 5_00, "field"), f"b{number}")
            await table.submit(ANN, ThrowRequest(), f"r{number}")
        other = await again(table)
        assert other.floor.snapshot == table.floor.snapshot
        assert (other.turns, other.throw_deadline, other.chain.end) == (
            table.turns,
            table.throw_deadline,
            table.chain.end,
        )
        after = await other.submit(ANN, Bet("Ann", 5_00, "field"), "after")
        assert isinstance(after, int)
        assert [entry.key for entry in await other.entries(after)][:1] == ["after"]

    at(where, play)


def test_every_turn_is_committed_before_its_bets_mixed_before_its_throws_and_revealed_after_them(where: str) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        for number in range(80):
            await table.submit(ANN, Bet("Ann", 5_00, "pass"), f"a{number}")
            await table.submit(ANN, ThrowRequest(), f"r{number}")
        told = [entry.event for entry in await table.entries(0)]
        turns = [event for event in told if isinstance(event, TurnOpened | SeedsMixed | SeedRevealed)]
        kinds = [type(event) for event in turns]
        whole = len(kinds) // 3
        assert whole > 2
        assert kinds[: 3 * whole] == [TurnOpened, SeedsMixed, SeedRevealed] * whole
        assert verify_log(table.game, await store.lines("t-1")) == table.chain.end

    at(where, play)


def test_seeds_are_taken_until_the_first_throw_and_not_after(where: str) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await table.submit(ANN, Bet("Ann", 5_00, "pass"), "a")
        assert await table.submit(BOB, GiveSeed("aa"), "s1") == table.n
        assert await table.submit(BOB, GiveSeed("bb"), "s2") == table.n
        assert [one.seed for one in table.turns.given] == [b"\xbb"]
        await table.submit(ANN, ThrowRequest(), "r")
        assert code_of(await table.submit(BOB, GiveSeed("cc"), "s3")) == "turn-begun"

    at(where, play)


@pytest.mark.parametrize("posted", [False, True], ids=["bare", "with a crew"])
def test_a_throw_that_counts_after_all_counts_as_the_seeds_say_whatever_is_ruled(where: str, *, posted: bool) -> None:
    lee = Actor("p-lee", "", ("supervisor", "stickperson"))

    async def play(_: Store, table: LiveTable) -> None:
        assert isinstance(await table.submit(lee, Overrule(1, 1)), Refusal), "nothing was thrown yet"
        if posted:
            assert not code_of(await table.submit(lee, OpenGame("Kim", "Lou")))
        for rolled in range(30):
            await table.submit(ANN, Bet("Ann", 10_00, "pass"))
            await table.submit(lee, InspectDice())
            assert not code_of(await table.submit(lee, ThrowDice()))
            assert not code_of(await table.submit(lee, NoRoll("on the rail")))
            ruling = RuleOnThrow((1, 1)) if posted else Overrule(1, 1)
            assert not code_of(await table.submit(lee, ruling))
            await table.submit(lee, WorkCommand())
            assert len(table.floor.snapshot.rolls) == rolled + 1
        entries = await table.entries(0)
        assert any(isinstance(entry.event, SeedRevealed) for entry in entries), "and turns are checked when they end"
        assert (await again(table)).floor.snapshot == table.floor.snapshot

    at(where, play)


def test_two_servers_at_one_table_lose_and_double_nothing(shared: str) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        other_store = await open_store(shared)
        other = LiveTable("t-1", table.terms, other_store, KEY, unsalted)
        said = [(one, voice, n) for n in range(25) for one, voice in ((table, ANN), (other, BOB))]
        answers = await asyncio.gather(
            *(one.submit(voice, Bet(voice.seat, 1_00, "field"), f"{voice.seat}{n}") for one, voice, n in said)
        )
        assert [answer for answer in answers if not isinstance(answer, int)] == []
        assert len(set(answers)) == 50
        last = await again(table)
        assert [seat.layout.stakes for seat in last.floor.snapshot.seats] == [{"field": 25_00}, {"field": 25_00}]
        assert verify_log(table.game, await store.lines("t-1")) == last.chain.end
        await other_store.close()

    at(shared, play)


class Failing:
    """A store that loses the connection in an append: before it is written, or after."""

    def __init__(self, store: Store, *, written: bool) -> None:
        self._store, self._written, self.failing = store, written, False

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def append(self, append: Append) -> None:
        if self.failing:
            self.failing = False
            if self._written:
                await self._store.append(append)
            raise Unavailable("the connection is gone")
        await self._store.append(append)


@pytest.mark.parametrize("written", [False, True], ids=["not written", "written"])
def test_after_an_append_of_which_nobody_knows_the_same_key_tells_the_truth(where: str, *, written: bool) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        failing = Failing(store, written=written)
        table.store = failing  # type: ignore[assignment]
        failing.failing = True
        assert code_of(await table.submit(ANN, Bet("Ann", 10_00, "pass"), "k1")) == "unavailable"
        assert await key_of(table, await table.submit(ANN, Bet("Ann", 10_00, "pass"), "k1")) == "k1"
        assert table.floor.snapshot.seats[0].layout.stakes == {"pass": 10_00}
        assert (await again(table)).floor.snapshot == table.floor.snapshot

    at(where, play)


def test_a_shooter_who_does_not_throw_has_the_dice_thrown_by_the_deadline_of_the_log(where: str) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        await table.submit(ANN, Bet("Ann", 10_00, "pass"), "k1")
        assert table.throw_deadline is not None
        assert not await table.throw_if_overdue()
        rolled = len(table.floor.snapshot.rolls)
        late = datetime(2199, 1, 1, tzinfo=UTC)

        async def much_later() -> datetime:
            return late

        table.store = Later(store, much_later)  # type: ignore[assignment]
        assert await table.throw_if_overdue()
        assert len(table.floor.snapshot.rolls) == rolled + 1
        told = await table.entries(0)
        assert any(isinstance(entry.event, ThrowDeadlineSet) for entry in told)
        assert [entry.actor for entry in told if isinstance(entry.event, Rolled)] == ["house"]

    at(where, play)


class Later:
    """A store whose clock is ahead."""

    def __init__(self, store: Store, now: Callable[[], Awaitable[datetime]]) -> None:
        self._store, self.now = store, now

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def test_entered_dice_are_the_owner_s_to_enter(where: str) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        owner = Actor("p-owner", "", ("owner",))
        await table.submit(ANN, Bet("Ann", 10_00, "pass"), "k1")
        assert code_of(await table.submit(ANN, ThrowRequest(), "t")) == "entered"
        assert code_of(await table.submit(ANN, RollDice(6, 5), "t")) == "not-yours"
        assert code_of(await table.submit(ANN, GiveSeed("00"), "s")) == "entered"
        assert await table.submit(owner, RollDice(6, 5), "r") == table.n
        assert table.floor.snapshot.seats[0].rack == 1010_00
        assert table.throw_deadline is None
        assert table.record.state.thrown == ()  # no seed will be revealed that they belong to

    at(where, play, dice="entered")


def test_who_leaves_takes_the_chips_and_the_next_one_may_sit_there(where: str) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await table.submit(ANN, Bet("Ann", 10_00, "place-6"), "k")
        await table.submit(ANN, TakeDown("Ann", "place-6"), "d")
        assert await table.submit(ANN, Leave("Ann"), "l") == table.n
        assert [seat.name for seat in table.floor.snapshot.seats] == ["Bob"]

    at(where, play)


def test_a_log_that_was_tampered_with_is_not_opened(where: str) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        for number in range(20):
            await table.submit(ANN, Bet("Ann", 5_00, "pass"), f"a{number}")
            await table.submit(ANN, ThrowRequest(), f"r{number}")
        lines = await store.lines("t-1")
        for n in range(1, len(lines)):
            altered = [*lines[:n], lines[n].replace(b'"entry"', b'"entry "', 1), *lines[n + 1 :]]
            cut_inside = [*lines[:n], *lines[n + 1 :]]
            for bad in (altered, cut_inside) if n < len(lines) - 1 else (altered,):
                with pytest.raises(BadInput, match=f"event {n} of the log"):
                    verify_log(game_of(table.terms), bad)

    at(where, play)
