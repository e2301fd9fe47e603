"""Limits people set themselves: counted before the table is asked, on every table and server, whatever dies between."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenout.base.refusal import Refusal
from sevenout.server.accounts import self_limits
from sevenout.server.accounts.people import Person, Welcome
from sevenout.server.accounts.self_limits import Bounds, EndedSitting, Pending, SelfLimits, Tab, set_bounds, stay_away
from sevenout.server.casino import Casino, actor_at
from sevenout.server.connections.reality_checks import notice
from sevenout.server.fairness.keys import Keys
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.spending import FORGOTTEN_AFTER
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Append, Unavailable
from sevenout.server.store.sqlite import SqliteStore
from sevenout.table.commands import Leave, Sit
from sevenout.table.events import BoughtIn, Left, Seated
from sevenout.table.state import TableDice

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
KEYS = Keys(b"d" * 32, b"s" * 32)


class ClockedStore(SqliteStore):
    """A store whose clock is told."""

    moment = NOW
    stuck = False

    async def now(self) -> datetime:
        return self.moment

    async def append(self, append: Append) -> None:
        if self.stuck:
            raise Unavailable("nothing is taken just now")
        await super().append(append)


def code_of(answer: object) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


# --- what they are


def limited(**bounds: int) -> SelfLimits:
    wanted = set_bounds(SelfLimits(), Bounds(**bounds), NOW)
    assert isinstance(wanted, SelfLimits)
    return wanted


def sat(table: str, amount: int, before: SelfLimits, n: int = 5, at: datetime = NOW) -> SelfLimits:
    entry = ServerLogEntry(n, None, Seated("Ann", 1, amount, amount, player="p"), at)
    return self_limits.count_entries(before, table, "p", [entry], at)


def left(table: str, amount: int, before: SelfLimits, n: int = 9, at: datetime = NOW) -> SelfLimits:
    return self_limits.count_entries(
        before, table, "p", [ServerLogEntry(n, None, Left("Ann", amount, 0, TableDice()), at)], at
    )


def test_nobody_buys_more_than_they_allowed_themself_to_lose() -> None:
    here = sat("t-1", 60_00, limited(loss=100_00))
    assert self_limits.refused_chips(here, 40_00, NOW) is None
    refusal = self_limits.refused_chips(here, 41_00, NOW)
    assert refusal is not None
    assert (refusal.code, refusal.maximum) == ("own-limit", 40_00)
    assert self_limits.refused_chips(left("t-1", 50_00, here), 90_00, NOW) is None
    tomorrow = NOW + timedelta(days=1)
    assert code_of(self_limits.refused_chips(here, 41_00, tomorrow)) == "own-limit"
    assert self_limits.refused_chips(left("t-1", 0, here), 100_00, tomorrow) is None


def test_time_is_counted_while_somebody_sits_and_begins_again_at_midnight() -> None:
    here = sat("t-1", 1_00, limited(minutes=10))
    assert self_limits.refused_time(here, NOW + timedelta(seconds=599)) is None
    assert code_of(self_limits.refused_time(here, NOW + timedelta(seconds=600))) == "own-limit"
    both = sat("t-2", 1_00, here, at=NOW + timedelta(minutes=2))
    assert both.seconds_played(NOW + timedelta(minutes=5)) == 300
    gone = left("t-2", 0, left("t-1", 0, both, at=NOW + timedelta(minutes=6)), at=NOW + timedelta(minutes=7))
    assert (gone.seated, gone.seconds) == (None, 420)
    assert self_limits.refused_time(here, NOW.replace(hour=0, minute=9) + timedelta(days=1)) is None
    assert self_limits.refused_time(here, NOW.replace(hour=0, minute=10) + timedelta(days=1)) is not None


def test_a_hundred_sittings_of_less_than_a_second_are_a_hundred_seconds() -> None:
    here, at = limited(minutes=1), NOW
    for n in range(0, 200, 2):
        here = left("t-1", 1_00, sat("t-1", 1_00, here, n, at), n + 1, at + timedelta(milliseconds=900))
        at += timedelta(seconds=1)
    assert here.seconds == 100
    assert code_of(self_limits.refused_time(here, at)) == "own-limit"


def test_a_limit_tightens_at_once_and_loosens_after_a_day() -> None:
    tighter = set_bounds(limited(loss=100_00, remind=30), Bounds(loss=50_00, remind=60), NOW)
    assert isinstance(tighter, SelfLimits)
    assert tighter.bounds == Bounds(loss=50_00, remind=30)
    assert tighter.at(NOW + timedelta(days=1)).bounds == Bounds(loss=50_00, remind=60)
    none = set_bounds(tighter, Bounds(), NOW)
    assert isinstance(none, SelfLimits)
    assert none.at(NOW + timedelta(hours=23)).bounds.loss == 50_00
    for wrong in (Bounds(loss=0), Bounds(minutes=-1), Bounds(remind=24 * 60 + 1)):
        assert code_of(set_bounds(tighter, wrong, NOW)) == "bad-limit"


def test_staying_away_can_be_made_longer_and_never_shorter() -> None:
    away = stay_away(SelfLimits(), NOW + timedelta(days=30), NOW)
    assert isinstance(away, SelfLimits)
    assert code_of(self_limits.refused_chips(away, 1, NOW)) == "away"
    assert code_of(stay_away(away, NOW + timedelta(days=1), NOW)) == "bad-limit"
    assert isinstance(stay_away(away, NOW + timedelta(days=60), NOW), SelfLimits)
    assert self_limits.refused_chips(away, 1, NOW + timedelta(days=30)) is None


def test_a_reality_check_comes_by_time_played_however_one_changes_tables() -> None:
    here = sat("t-1", 1_00, limited(remind=30))
    later = left("t-1", 0, here, at=NOW + timedelta(minutes=20))
    there = sat("t-2", 1_00, later, at=NOW + timedelta(minutes=50))
    assert self_limits.refused_check(there, NOW + timedelta(minutes=59)) is None
    due = NOW + timedelta(minutes=60)
    assert code_of(self_limits.refused_check(there, due)) == "reality-check"
    seen = self_limits.acknowledge_check(there, due)
    assert self_limits.refused_check(seen, due + timedelta(minutes=29)) is None
    assert self_limits.refused_check(seen, due + timedelta(minutes=30)) is not None


def test_what_a_log_says_counts_once_however_often_it_is_told() -> None:
    entries = [
        ServerLogEntry(4, None, Seated("Ann", 1, 50_00, 50_00, player="p"), NOW, "p", "k1"),
        ServerLogEntry(5, None, Seated("Bob", 2, 70_00, 70_00, player="q"), NOW, "q", "k1"),
        ServerLogEntry(6, None, BoughtIn("Ann", 10_00, 60_00), NOW, "p", "k2"),
        ServerLogEntry(7, None, BoughtIn("Bob", 10_00, 80_00), NOW, "q", "k2"),
    ]
    pending = Pending("t-1", "p", "k2", 10_00, 3, NOW)
    once = self_limits.count_entries(SelfLimits(pending=(pending,)), "t-1", "p", entries, NOW)
    assert (once.tabs, once.pending, once.at_stake) == ({"t-1": Tab(7, "Ann", 60_00, 4)}, (), 60_00)
    assert self_limits.count_entries(once, "t-1", "p", entries, NOW) == once
    entries.append(ServerLogEntry(8, None, Left("Ann", 20_00, 0, TableDice()), NOW, "p", "k3"))
    gone = self_limits.count_entries(once, "t-1", "p", entries, NOW)
    assert (gone.tabs, gone.settled, gone.at_stake) == ({"t-1": Tab(8)}, 40_00, 40_00)
    assert gone.ended == (EndedSitting("t-1", 4, 8),)
    assert self_limits.count_entries(gone, "t-1", "p", entries, NOW) == gone


Move = tuple[str, int, int, int]
moves = st.lists(
    st.tuples(st.sampled_from(["ask", "take", "refuse", "leave", "day", "tighten"]), *[st.integers(0, 3)] * 2,
              st.integers(1, 120)), max_size=60,
)  # fmt: skip


@given(moves)
def test_whatever_happens_nobody_can_lose_more_in_a_day_than_they_allowed(played: list[Move]) -> None:
    """Chips asked for at four tables at once, taken or refused in any order, days going by, limits made tighter."""
    now, bound = NOW, 100
    card = limited(loss=bound)
    asked: dict[str, Pending] = {}
    racks: dict[str, int] = {}
    ended, n = 0, 0
    for move, table, key, amount in played:
        name, words = f"t-{table}", f"{table}-{key}"
        n += 1
        if move == "ask" and words not in asked:
            answer = self_limits.reserve(card, wanted := Pending(name, "p", words, amount, 0, now), now)
            if isinstance(answer, SelfLimits):
                card, asked[words] = answer, wanted
                loss = card.bounds.loss
                assert loss is not None
                assert ended + sum(racks.values()) + sum(one.amount for one in asked.values()) <= loss
        elif move == "take" and words in asked:
            bought = asked.pop(words).amount
            event = BoughtIn("Ann", bought, 0) if name in racks else Seated("Ann", 1, bought, bought, player="p")
            racks[name] = racks.get(name, 0) + bought
            card = self_limits.count_entries(card, name, "p", [ServerLogEntry(n, None, event, now, "p", words)], now)
        elif move == "refuse" and words in asked:
            del asked[words]
            card = self_limits.given_back(card, name, "p", words)
        elif move == "leave" and name in racks:
            ended += racks.pop(name) - amount
            card = left(name, amount, card, n, now)
        elif move == "day":
            now, ended = now + timedelta(days=1), 0
        elif move == "tighten":
            tighter = set_bounds(card, Bounds(loss=max(bound - amount, 1)), now)
            assert isinstance(tighter, SelfLimits)
            card = tighter
            continue
        at_stake = ended + sum(racks.values()) + sum(one.amount for one in asked.values())
        assert card.at(now).at_stake == at_stake


# --- at tables


class Played:
    """A house with a clock that is told, and somebody in it."""

    def __init__(self, store: ClockedStore, house: Casino, ann: Person) -> None:
        self.store, self.house, self.ann = store, house, ann
        self._keys = 0

    async def open(self, **wanted: object) -> LiveTable:
        table = await self.house.open_table(self.ann, TableRequest(rules="typical", **wanted))  # type: ignore[arg-type]
        assert isinstance(table, LiveTable)
        return table

    async def say(self, table: LiveTable, line: str, key: str = "") -> int | Refusal:
        self._keys += 1
        return await self.house.submit_line(table, await self.now(), line, key or f"k{self._keys}")

    async def now(self) -> Person:
        person = await self.house.people.person(self.ann.key)
        assert person is not None
        return person

    async def bound(self, **bounds: int) -> None:
        wanted = Bounds(**bounds)
        await self.house.people.change_limits(self.ann.key, lambda it: set_bounds(it, wanted, self.store.moment))


def play(tmp_path: Path, what: Callable[[Played], Awaitable[None]]) -> None:
    async def played() -> None:
        store = ClockedStore(tmp_path / "house.db")
        house = Casino(store, KEYS)
        ann = await house.people.guest("Ann")
        assert isinstance(ann, Welcome)
        await what(Played(store, house, ann.person))
        await store.close()

    asyncio.run(played())


def test_a_loss_is_counted_over_tables_and_what_is_refused_is_given_back(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        one, two = await at.open(), await at.open()
        await at.bound(loss=100_00)
        assert code_of(await at.say(one, "sits 60.50")) == "not-chips"
        assert (await at.now()).limits.at_stake == 0
        assert isinstance(await at.say(one, "sits 60", "first"), int)
        assert code_of(await at.say(two, "sits 41")) == "own-limit"
        assert isinstance(await at.say(two, "sits 40"), int)
        assert code_of(await at.say(one, "buys in for 1")) == "own-limit"
        assert isinstance(await at.say(one, "sits 60", "first"), int), "the same key has the same answer"
        assert code_of(await at.say(one, "sits 90", "first")) == "key-used"
        assert isinstance(await at.say(two, "leaves"), int)
        assert isinstance(await at.say(one, "buys in for 40"), int)
        assert (await at.now()).limits.at_stake == 100_00
        assert (await at.now()).limits.pending == ()

    play(tmp_path, what)


def test_a_limit_that_is_tightened_stops_bets_that_could_lose_more(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        assert isinstance(await at.say(table, "sits 500"), int)
        assert isinstance(await at.say(table, "bets 20 on pass"), int)
        await at.bound(loss=30_00)
        assert code_of(await at.say(table, "bets 11 on field")) == "own-limit"
        assert code_of(await at.say(table, "tokes 11")) == "own-limit"
        assert isinstance(await at.say(table, "bets 10 on field", "last"), int)
        assert code_of(await at.say(table, "bets 5 on any-7")) == "own-limit"
        assert isinstance(await at.say(table, "bets 10 on field", "last"), int), "the same key has the same answer"

    play(tmp_path, what)


def test_bets_at_the_same_moment_keep_together_to_a_limit_that_was_tightened(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        assert isinstance(await at.say(table, "sits 1000"), int)
        await at.bound(loss=100_00)
        wagers = ("field", "pass", "any-craps", "hard-6", "hard-8", "any-7")
        said = (at.say(table, f"bets 50 on {wager}", wager) for wager in wagers)
        answers = await asyncio.gather(*said)
        assert sorted(map(code_of, answers)) == ["", "", *["own-limit"] * 4]
        assert table.floor.table.rack("Ann") == 900_00

    play(tmp_path, what)


def test_undoing_is_a_bet_where_chips_go_back_to_the_layout(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        for line in ("sits 1000", "bets 250 on field", "takes down field"):
            assert isinstance(await at.say(table, line), int)
        await at.bound(loss=100_00)
        assert code_of(await at.say(table, "undoes")) == "own-limit"
        for line in ("bets 50 on field", "undoes"):
            assert isinstance(await at.say(table, line), int)
        assert table.floor.table.rack("Ann") == 1000_00

    play(tmp_path, what)


def test_when_minutes_are_over_bets_are_refused_and_what_lies_there_is_played_out(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table, other = await at.open(), await at.open()
        await at.bound(minutes=10)
        assert isinstance(await at.say(table, "sits 500"), int)
        assert isinstance(await at.say(table, "bets 10 on pass"), int)
        at.store.moment += timedelta(minutes=10)
        assert code_of(await at.say(table, "bets 10 on field")) == "own-limit"
        assert code_of(await at.say(table, "buys in for 10")) == "own-limit"
        assert code_of(await at.say(other, "sits 100")) == "own-limit"
        told = await notice(at.house, await at.now())
        assert told is not None
        assert told.code == "own-limit"
        assert told.words.startswith("0.00 won in 10 minutes today: no more bets")
        assert isinstance(await at.say(table, "roll"), int)

    play(tmp_path, what)


def test_bets_wait_for_a_reality_check_to_be_seen(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        await at.bound(remind=30)
        assert isinstance(await at.say(table, "sits 500"), int)
        assert await notice(at.house, await at.now()) is None
        at.store.moment += timedelta(minutes=31)
        assert code_of(await at.say(table, "bets 10 on pass")) == "reality-check"
        told = await notice(at.house, await at.now())
        assert told is not None
        assert told.words.startswith("0.00 won in 31 minutes today: bets wait")
        await at.house.people.change_limits(at.ann.key, lambda it: self_limits.acknowledge_check(it, at.store.moment))
        assert await notice(at.house, await at.now()) is None
        assert isinstance(await at.say(table, "bets 10 on pass"), int)

    play(tmp_path, what)


def test_who_stays_away_neither_sits_nor_bets_and_can_leave(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table, other = await at.open(), await at.open()
        assert isinstance(await at.say(table, "sits 500"), int)
        until = NOW + timedelta(days=30)
        await at.house.people.change_limits(at.ann.key, lambda it: stay_away(it, until, NOW))
        assert code_of(await at.say(table, "bets 10 on pass")) == "away"
        assert code_of(await at.say(other, "sits 10")) == "away"
        assert isinstance(await at.say(table, "leaves"), int)

    play(tmp_path, what)


def test_a_late_bet_that_the_crew_confirms_is_held_against_the_limits_of_whose_chips_it_is(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        assert isinstance(await at.say(table, "sits 500"), int)
        await at.bound(loss=10_00)
        bob = await at.house.people.guest("Bob")
        assert isinstance(bob, Welcome)
        dealer = await at.house.people.appoint(bob.person.key, table.name, ("dealer",))
        late = "Ann bets 20 on field confirmed by dealer"
        assert code_of(await at.house.submit_line(table, dealer, late, "k")) == "own-limit"

    play(tmp_path, what)


def test_who_may_not_buy_for_another_learns_nothing_of_their_limits_and_reserves_nothing(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        assert isinstance(await at.say(table, "sits 60"), int)
        await at.bound(loss=100_00)
        bob = await at.house.people.guest("Bob")
        assert isinstance(bob, Welcome)
        for number, line in enumerate(("Ann buys in for 1000", "Ann buys in for 10")):
            assert code_of(await at.house.submit_line(table, bob.person, line, f"b{number}")) == "no-seat"
        limits = (await at.now()).limits
        assert (limits.at_stake, limits.pending) == (60_00, ())

    play(tmp_path, what)


def test_chips_that_are_asked_for_again_once_they_are_counted_are_not_reserved_for_ever(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        await at.bound(loss=100_00)
        assert isinstance(await at.say(table, "sits 60"), int)
        bought = await at.say(table, "buys in for 20", "b")
        assert isinstance(bought, int)
        for _ in range(3):
            assert await at.say(table, "buys in for 20", "b") == bought
        limits = (await at.now()).limits
        assert (limits.at_stake, limits.pending) == (80_00, ())

    play(tmp_path, what)


def test_chips_bought_by_way_of_the_crew_count_too(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open(dice="entered")
        assert isinstance(await at.say(table, "sits 60"), int)
        await at.bound(loss=100_00)
        assert isinstance(await at.say(table, "crew: stick Kim, third base Lou, box Ned"), int)
        assert code_of(await at.say(table, "changes 41")) == "own-limit"
        assert isinstance(await at.say(table, "changes 40"), int)
        before = ("dealer brings the money", "boxperson counts 40", "boxperson drops the money")
        steps = (*before, "dealer cuts the change", "boxperson verifies the change", "dealer hands the chips over")
        done = [line for line in steps if isinstance(await at.say(table, line), int)]
        assert done[-1] == steps[-1]
        assert (await at.now()).limits.tabs[table.name].bought == 100_00
        assert code_of(await at.say(table, "buys in for 1")) == "own-limit"

    play(tmp_path, what)


@pytest.mark.parametrize("committed", [True, False])
def test_chips_that_a_server_died_over_stay_counted_until_the_log_tells(tmp_path: Path, *, committed: bool) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        await at.bound(loss=100_00)
        wanted = Pending(table.name, at.ann.key, "k", 60_00, table.n, NOW)
        await at.house.people.change_limits(at.ann.key, lambda it: self_limits.reserve(it, wanted, NOW))
        if committed:
            voice = actor_at(table, at.ann)._replace(seat="Ann")
            assert isinstance(await table.submit(voice, Sit("Ann", 60_00, player=at.ann.key), "k"), int)
        assert code_of(await at.say(await at.open(), "sits 41")) == "own-limit"
        at.store.moment += FORGOTTEN_AFTER + timedelta(seconds=1)
        standing = await at.house.limits_of(await at.now())
        assert standing.pending == ()
        assert standing.at_stake == (60_00 if committed else 0)
        assert standing.sitting == committed

    play(tmp_path, what)


def test_chips_that_the_store_may_have_taken_stay_counted_and_the_same_key_asks_for_them_again(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        one, two = await at.open(), await at.open()
        await at.bound(loss=100_00)
        at.store.stuck = True
        assert code_of(await at.say(one, "sits 60", "k")) == "unavailable"
        at.store.stuck = False
        assert code_of(await at.say(two, "sits 41")) == "own-limit"
        assert isinstance(await at.say(one, "sits 60", "k"), int)
        assert ((await at.now()).limits.at_stake, (await at.now()).limits.pending) == (60_00, ())

    play(tmp_path, what)


def test_a_leaving_that_a_server_died_over_is_counted_when_somebody_looks(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        assert isinstance(await at.say(table, "sits 60"), int)
        assert isinstance(await table.submit(actor_at(table, at.ann), Leave("Ann"), "k"), int)
        assert (await at.now()).limits.at_stake == 60_00
        standing = await at.house.limits_of(await at.now())
        assert (standing.at_stake, standing.sitting, standing.seated) == (0, False, None)

    play(tmp_path, what)


def test_two_servers_and_many_tables_at_the_same_moment_keep_to_one_limit(shared: str) -> None:
    async def played() -> None:
        stores = [await open_store(shared) for _ in range(2)]
        houses = [Casino(store, KEYS) for store in stores]
        ann = await houses[0].people.guest("Ann")
        assert isinstance(ann, Welcome)
        names = []
        for _ in range(6):
            opened = await houses[0].open_table(ann.person, TableRequest(rules="typical"))
            assert isinstance(opened, LiveTable)
            names.append(opened.name)
        now = await stores[0].now()
        await houses[0].people.change_limits(ann.person.key, lambda it: set_bounds(it, Bounds(loss=100_00), now))

        async def sits(number: int, name: str) -> int | Refusal:
            house = houses[number % 2]
            table = await house.table(name)
            assert table is not None
            return await house.submit_line(table, ann.person, "sits 40", f"k-{name}")

        twice = [*enumerate(names), *enumerate(names, 1)]
        answers = await asyncio.gather(*(sits(number, name) for number, name in twice))
        seated = {name for (_, name), answer in zip(twice, answers, strict=True) if isinstance(answer, int)}
        codes = {code_of(answer) for answer in answers}
        assert len(seated) == 2
        assert codes == {"", "own-limit"}
        after = await houses[1].people.person(ann.person.key)
        assert after is not None
        standing = await houses[1].limits_of(after)
        assert (standing.at_stake, standing.pending) == (80_00, ())
        assert {name for name, tab in standing.tabs.items() if tab.seat} == seated
        for store in stores:
            await store.close()

    asyncio.run(played())


def test_one_minute_is_told_as_one(tmp_path: Path) -> None:
    async def what(at: Played) -> None:
        table = await at.open()
        await at.bound(remind=1)
        assert isinstance(await at.say(table, "sits 500"), int)
        at.store.moment += timedelta(minutes=1)
        refused = await at.say(table, "bets 10 on pass")
        assert isinstance(refused, Refusal)
        assert refused.reason.startswith("you have played 1 minute today: see how")
        told = await notice(at.house, await at.now())
        assert told is not None
        assert told.words.startswith("0.00 won in 1 minute today: bets wait")

    play(tmp_path, what)
