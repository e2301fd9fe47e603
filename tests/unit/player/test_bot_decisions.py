"""Decisions that are looked up are those that asking again would give: two tables have the same log, byte by byte.

At one table sit strategies as they are, at the other the same ones as functions, which are asked at every window.
"""

import re
from collections.abc import Callable
from random import Random

import pytest

from sevenout.base.dice import SeededDice, roll
from sevenout.engine.game import Game
from sevenout.player import bot_decisions
from sevenout.player.bot import Bot
from sevenout.player.bot_decisions import BotSituation, DecisionCache
from sevenout.rulebook import shipped
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.view import NO_PAST, Strategy, View
from sevenout.table import Table
from sevenout.table.log.table_log import write_log
from tests.unit.strategy.generated import file_of
from tests.unit.strategy.sitting import PLAYED_NOW, game_of, plan_of
from tests.volume import sample_by_day, scaled

SHOOTER = "Shooter"
HOUSES = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2")


def asked_anew(plan: Plan) -> Strategy:
    """The same strategy as any function: nobody knows what it goes by."""

    def asked(view: View) -> View:
        return plan(view)

    return asked


def as_it_is(plan: Plan) -> Strategy:
    return plan


def evening(
    game: Game, plans: dict[str, Plan], seen_as: Callable[[Plan], Strategy], seed: str, rolls: int
) -> list[str]:
    """The log of a table where everybody sits, and whoever else is there meddles, always in the same way."""
    chance, dice = Random(seed), SeededDice(seed)
    table = Table(game)
    table.seat(SHOOTER, 10**8)
    units = {name: chance.choice((6, 20, 200)) for name in plans}
    bots = {name: Bot(table, name, seen_as(plan), plan.unit * units[name]) for name, plan in plans.items()}
    for _ in range(rolls):
        if not table.layout(SHOOTER):
            table.bet(SHOOTER, "pass", game.minimum)
        for name, bot in bots.items():
            bot.act()
            meddled = chance.randint(1, 12)
            if meddled == 1:
                table.undo(name)
            elif meddled == 2:
                table.buy_in(name, 20 * game.minimum)
            elif meddled == 3:
                table.toke(name, game.chip)
        if chance.randint(1, 10) == 1:  # the house is shut, and opened again by the log
            table = Table.of_log(game, write_log(table.log or ()))
            bots = {name: Bot.resume(table, name, seen_as(plans[name])) for name in bots}
        table.roll(dice.throw())
    return list(write_log(table.log or ()))


@pytest.mark.parametrize("book", sample_by_day(shipped(), 2))
def test_named_strategies_play_as_if_they_were_asked_every_time(book: str) -> None:
    game = Game(game_of(book).rules, seats=None, undo=True)
    found = {name: plan_of(name, book) for name in PLAYED_NOW}
    plans = {f"P{number}": plan for number, plan in enumerate(found.values()) if plan is not None}
    assert evening(game, plans, as_it_is, book, 60) == evening(game, plans, asked_anew, book, 60)


@pytest.mark.parametrize("book", HOUSES)
def test_strategies_made_at_random_play_as_if_they_were_asked_every_time(book: str) -> None:
    game = Game(game_of(book).rules, seats=None, undo=True)
    numbers = range(HOUSES.index(book), scaled(200, least=60), len(HOUSES))
    plans = {f"P{number}": compile_strategy(parse(format_file(file_of(number))), game) for number in numbers}
    assert evening(game, plans, as_it_is, book, 50) == evening(game, plans, asked_anew, book, 50)


def test_little_room_for_decisions_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_decisions, "MOST_SITUATIONS", 3)
    monkeypatch.setattr(bot_decisions, "MOST_VARIANTS", 1)
    game = Game(game_of("typical").rules, seats=None, undo=True)
    found = {name: plan_of(name, "typical") for name in PLAYED_NOW}
    plans = {f"P{number}": plan for number, plan in enumerate(found.values()) if plan is not None}
    assert evening(game, plans, as_it_is, "little", 40) == evening(game, plans, asked_anew, "little", 40)


# --- what is looked up, and when not


class Counted(Plan):
    """A strategy of the language that counts how often it is asked."""

    asked = 0

    def __call__(self, view: View) -> View:
        self.asked += 1
        return super().__call__(view)


def counted(text: str, game: Game) -> Counted:
    return Counted(parse(text, "", game.rules.glossary), game)


def test_a_situation_that_was_met_is_not_asked_about_again() -> None:
    """Over a long night one that bets on the pass line meets few: off, on each point, with and without its bet."""
    game = game_of("typical")
    table, dice = Table(game), SeededDice("night")
    line = counted("on the come-out: bet a unit on pass", game)
    ann = Bot(table, "Ann", line, 10_000_00)
    for _ in range(500):
        ann.act()
        table.roll(dice.throw())
    assert 5 <= line.asked <= 20


def test_what_the_strategy_looks_at_tells_situations_apart() -> None:
    """The same puck and layout before every window: it acts after a roll that its field bet won, and after no other."""
    game = game_of("typical")
    table = Table(game)
    ann = Bot(table, "Ann", counted("when field wins: bet a unit on any-7", game), 1000_00)
    table.bet("Ann", "pass", 10_00)
    acted = []
    for a, b in ((6, 4), (3, 1), (2, 3), (1, 2), (2, 3), (1, 2)):
        table.bet("Ann", "field", 10_00)
        acted.append(bool(ann.act().done))
        table.roll(roll(a, b))
    assert acted == [False, True, True, False, True, False]


def test_a_decision_holds_for_the_racks_that_it_was_found_for() -> None:
    """The bet is refused below its amount, made from there on, and asked about once for each."""
    game = game_of("typical")
    line = counted("on the come-out: bet 50 on pass", game)
    decide = DecisionCache(game, "Ann", line)
    refused = []
    for rack in (49_99, 50_00, 10_00, 10**9, 0, 50_01):
        decision = decide(BotSituation(100_00, rack, game.puck(), Table(game).state.crew, None, NO_PAST))
        refused.append([refusal.code for _, refusal in decision.wanted if refusal is not None])
    assert refused == [["rack"], [], ["rack"], [], ["rack"], []]
    assert line.asked == 2


class Share(Plan):
    """One that stakes a tenth of its rack: the amount itself, which no comparison tells."""

    def __call__(self, view: View) -> View:
        tenth = view.rack // 10 // self.game.chip * self.game.chip  # type: ignore[operator]
        return view.bet("field", tenth)


def test_a_strategy_that_reckons_with_its_rack_is_asked_at_every_rack() -> None:
    game = Game(game_of("typical").rules, seats=None, undo=True)
    plans: dict[str, Plan] = {"Ann": Share(parse("bet 5 on field"), game)}
    lines = evening(game, plans, as_it_is, "share", 40)
    assert lines == evening(game, plans, asked_anew, "share", 40)
    assert len(set(re.findall(r'"amount":(\d+),"wager":"field"', "\n".join(lines)))) > 5


def test_a_function_is_asked_every_time() -> None:
    """It may keep count outside its memory, or look at a clock; so it is never taken at its former word."""
    seen = []

    def restless(view: View) -> View:
        seen.append(view)
        return view if len(seen) % 2 else view.bet("field", 10_00)

    table, dice = Table("typical"), SeededDice("restless")
    table.seat(SHOOTER, 10**6)
    ann = Bot(table, "Ann", restless, 1000_00)
    done = []
    for _ in range(6):
        if not table.layout(SHOOTER):
            table.bet(SHOOTER, "pass", 10_00)
        done.append(len(ann.act().done))
        table.roll(dice.throw())
    assert done == [0, 1, 0, 1, 0, 1]
