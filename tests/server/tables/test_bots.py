"""Strategies at live tables: they play as anywhere, remember over a restart, and act once on however many servers."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from sevenout.base.dice import roll
from sevenout.base.refusal import Refusal
from sevenout.engine.game import open_rules
from sevenout.player.bot import STRATEGY, Bot
from sevenout.server.accounts.people import Person
from sevenout.server.casino import Casino
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import Actor, GiveSeed, SeatBot
from sevenout.server.protocol.house_events import BotEnded, BotSeated, SeedGiven
from sevenout.server.protocol.http_types import BotListed
from sevenout.server.store.interface import Append
from sevenout.server.tables.bots import BotRequest, TableBots
from sevenout.strategy.named_texts import named_text
from sevenout.table import Table
from sevenout.table.events import Left, Remembered, Rolled
from tests.server.playing import KEYS, a_house, come_in, opened, says, sound, unsalted

DICE = ("3 1", "5 4", "2 2", "6 4", "1 2", "4 3", "5 6", "2 2", "3 4", "6 6", "4 4", "1 5", "6 2", "3 3", "5 2", "4 6")
COUNTING = """count level from 1 to 20
raise level
bet a unit on field"""
"""A strategy that remembers how often it was asked: asked twice in a window, it would write it down twice."""
GROWING_BY_TURN = """on the come-out: bet a unit on pass
when fewer than 4 rolls this shooter: bet a unit on field
when at least 2 points made this session: bet a unit on any-7"""
SOLVED = f"""policy 1
house typical
digest {open_rules("typical").book.digest}
table 5 to 500 in chips of 1
goal 2000
with 470: 20 on dont-pass; odds 60
with 480: 20 on pass; 4/10: odds 20; 5/6/8/9: make it 30, odds 30
with 500: 20 on pass; odds 20
with 520: 20 on dont-pass; 4/10: take it down; 5/6/8/9: odds 30
with 540: 20 on dont-pass; no odds
"""
"""A policy, as an own text is sent."""
SOON = 10.0**9
"""Later than any pause, by the clock of the process."""


def code_of(answer: object) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


async def act(company: TableBots) -> None:
    """Everybody's time is over."""
    await company.play_due_bots(SOON, await company.table.store.now() + timedelta(hours=1))


async def bot_at(house: Casino, rules: str, strategy: str, **wanted: object) -> tuple[LiveTable, str, Person]:
    ann = await come_in(house, "Ann")
    table, ann = await opened(house, ann, rules=rules, dice="entered", pause=0, **wanted)
    await says(house, table, ann, "sits 1000")
    own = "\n" in strategy
    sent = BotRequest(text=strategy, bankroll="500") if own else BotRequest(strategy=strategy, bankroll="500")
    seat = await house.seat_bot(table, ann, sent)
    assert isinstance(seat, str), seat
    return table, seat, ann


@pytest.mark.parametrize(
    "strategy", ["three-point-molly", "pass-line", "iron-cross", "field-martingale", GROWING_BY_TURN, SOLVED]
)
def test_a_strategy_plays_live_what_it_plays_at_any_table_though_the_server_restarts_before_every_roll(
    tmp_path: Path, strategy: str
) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, seat, ann = await bot_at(house, "typical", strategy)
        plain = Table(table.game)
        plain.seat("Ann", 1000_00)
        bot = Bot(plain, "Molly", strategy, 500_00)
        for number, dice in enumerate(DICE):
            await says(house, table, ann, "bets 5 on field")
            plain.bet("Ann", "field", 5_00)
            table = LiveTable(table.name, table.terms, house.store, KEYS.dice, unsalted)
            await table.catch_up()
            company = TableBots(table)
            await act(company)
            await act(company)
            bot.act()
            line_bet = number == 0 or table.floor.table.thrower() is None
            if line_bet:
                plain.bet("Ann", "pass", 5_00)
                await says(house, table, ann, "bets 5 on pass")
            a, b = map(int, dice.split())
            plain.roll(roll(a, b))
            await says(house, table, ann, f"roll {dice}")
            if bot.ending or seat not in table.floor.table.seats:
                break
            assert table.floor.table.layout(seat) == plain.layout("Molly"), dice
            assert table.floor.table.rack(seat) == plain.rack("Molly"), dice
        await sound(table)
        await house.store.close()

    asyncio.run(play())


def test_two_houses_on_one_database_never_let_a_bot_act_twice(shared: str) -> None:
    async def play() -> None:
        houses = [await a_house(shared), await a_house(shared)]
        ann = await come_in(houses[0], "Ann")
        table, ann = await opened(houses[0], ann, pause=0)
        await says(houses[0], table, ann, "sits 1000")
        for sent in (
            BotRequest(strategy="pass-line"),
            BotRequest(strategy="three-point-molly"),
            BotRequest(text=COUNTING, name="n"),
        ):
            assert isinstance(await houses[0].seat_bot(table, ann, sent), str)
        other = await houses[1].table(table.name)
        assert other is not None
        both = [await house.bots_at(one) for house, one in zip(houses, (table, other), strict=True)]
        for _ in range(25):
            await asyncio.gather(*(act(company) for company in both))
        await table.catch_up()
        await other.catch_up()
        assert table.chain.end == other.chain.end
        entries = await table.entries(0)
        rolled, noted = 0, list[tuple[int, str]]()
        for entry in entries:
            rolled += isinstance(entry.event, Rolled)
            if isinstance(entry.event, Remembered):
                noted.append((rolled, entry.event.seat))
        assert rolled >= 5, "the bots threw"
        assert len(noted) == len(set(noted)), "a bot acts once in a window"
        assert all(entry.actor.startswith("bot ") for entry in entries if isinstance(entry.event, Rolled))
        await sound(table)
        for house in houses:
            await house.store.close()

    asyncio.run(play())


def test_a_strategy_that_ends_or_is_asked_to_or_cannot_be_played_gets_up_and_the_table_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, seat, ann = await bot_at(house, "typical", "pass-line")
        owner = Actor("p", "", ("owner",))
        company = await house.bots_at(table)
        assert isinstance(await table.submit(owner, SeatBot("Bot-bad", 100_00, "own", "fly to the moon")), int)
        await act(company)
        entries = await table.entries(0)
        ended = {entry.event.seat: entry.event.why for entry in entries if isinstance(entry.event, BotEnded)}
        assert ended["Bot-bad"].startswith("its strategy cannot be played")
        assert "Bot-bad" not in table.floor.table.seats
        assert table.floor.table.layout(seat) == {"pass": 10_00}
        await says(house, table, ann, "bets 5 on pass", "roll 2 2")
        assert isinstance(await company.dismiss(owner, seat), int)
        assert seat in table.floor.table.seats, "a contract bet is played out"
        await says(house, table, ann, "roll 5 2")
        await act(company)
        assert seat not in table.floor.table.seats
        told = [entry.event for entry in await table.entries(0) if isinstance(entry.event, Left)]
        assert {event.seat for event in told} >= {"Bot-bad", seat}
        await says(house, table, ann, "bets 5 on field")
        await sound(table)
        await house.store.close()

    asyncio.run(play())


def test_a_strategy_that_leaves_by_its_own_rule_gets_up(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, _, ann = await bot_at(house, "typical", "pass-line")
        own = await house.seat_bot(table, ann, BotRequest(text="bet 5 on field\nwhen down 5: leave", name="careful"))
        assert own == "Bot-careful"
        company = await house.bots_at(table)
        await act(company)
        await says(house, table, ann, "bets 5 on pass", "roll 5 2")
        assert "Bot-careful" in table.floor.table.seats
        await act(company)
        assert "Bot-careful" not in table.floor.table.seats
        await sound(table)
        await house.store.close()

    asyncio.run(play())


def test_only_the_owner_or_a_supervisor_seats_strategies_so_many_and_no_file_is_read(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, _, ann = await bot_at(house, "typical", "pass-line", largest_buy_in="1000")
        bob = await come_in(house, "Bob")
        company = await house.bots_at(table)
        for person, sent, wanted in (
            (bob, BotRequest(strategy="pass-line"), "not-yours"),
            (ann, BotRequest(), "malformed"),
            (ann, BotRequest(strategy="pass-line", text="bet a unit on pass"), "malformed"),
            (ann, BotRequest(strategy="no-such"), "malformed"),
            (ann, BotRequest(text="/etc/passwd"), "bad-strategy"),
            (ann, BotRequest(text="fly to the moon"), "bad-strategy"),
            (ann, BotRequest(text="#" * 9_000), "too-long"),
            (ann, BotRequest(strategy="pass-line", bankroll="ten"), "malformed"),
            (ann, BotRequest(strategy="pass-line", name="x y"), "no-name"),
            (ann, BotRequest(strategy="pass-line", bankroll="500"), "seat-taken"),
            (ann, BotRequest(strategy="pass-line", name="b", bankroll="1500"), "above-maximum"),
        ):
            answer = await house.seat_bot(table, person, sent)
            assert code_of(answer) == wanted, (sent, answer)
        for number in range(7):
            answer = await house.seat_bot(table, ann, BotRequest(strategy="pass-line", name=f"n{number}"))
            assert answer == f"Bot-n{number}"
        answer = await house.seat_bot(table, ann, BotRequest(strategy="pass-line", name="one-more"))
        assert code_of(answer) == "full"
        refused = await company.dismiss(Actor(bob.key), "Bot-n1")
        assert code_of(refused) == "not-yours"
        first = next(entry for entry in await table.entries(0) if isinstance(entry.event, BotSeated))
        assert first.event == BotSeated("Bot-pass-line", "pass-line", named_text("pass-line"))
        assert first.actor == ann.key
        await house.store.close()

    asyncio.run(play())


def test_a_bot_gives_no_seed_and_nobody_gives_one_for_it(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        ann = await come_in(house, "Ann")
        table, ann = await opened(house, ann, pause=0)
        await says(house, table, ann, "sits 1000")
        seat = await house.seat_bot(table, ann, BotRequest(strategy="pass-line"))
        assert isinstance(seat, str)
        player = table.floor.table.seats[seat].player
        for person in (player, STRATEGY):
            answer = await table.submit(Actor(person, seat), GiveSeed("00"))
            assert code_of(answer) == "no-seat"
        company = await house.bots_at(table)
        for _ in range(20):
            await act(company)
        assert not any(isinstance(entry.event, SeedGiven) for entry in await table.entries(0))
        await house.store.close()

    asyncio.run(play())


def test_bots_alone_with_nobody_to_look_on_bet_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, seat, ann = await bot_at(house, "typical", "pass-line")
        await says(house, table, ann, "leaves")
        company = await house.bots_at(table)
        await act(company)
        assert not table.floor.table.seats[seat].position.slots
        table.connected["somebody"] += 1
        await act(company)
        assert table.floor.table.seats[seat].position.slots
        await house.store.close()

    asyncio.run(play())


def test_a_strategy_whose_seat_is_not_written_yet_is_not_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"))
        company, append = await house.bots_at(table), house.store.append
        looked = list[list[BotListed]]()

        async def appended(what: Append) -> None:
            await act(company)
            looked.append(company.list_bots())
            await append(what)

        monkeypatch.setattr(house.store, "append", appended)
        assert isinstance(await house.seat_bot(table, ann, BotRequest(strategy="pass-line")), str)
        assert (looked, len(company.list_bots())) == ([[]], 1)
        await house.store.close()

    asyncio.run(play())
