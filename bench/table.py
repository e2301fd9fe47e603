"""Sixteen seats that differ in wagers and stakes: a roll with its event, the ledger and the assertion, and its log."""

import random
import time
from itertools import cycle, islice

import msgspec
from msgspec.structs import replace

from bench.machine import additions_per_second, best
from sevenout.base.dice import ROLLS, Roll, SeededDice
from sevenout.engine.betting import Position
from sevenout.engine.game import Game
from sevenout.engine.offers import offers
from sevenout.player.bot import Bot
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.library import open_strategy
from sevenout.strategy.view import Strategy, View
from sevenout.table import LogEntry, Rolled, Table, decide_command
from sevenout.table.commands import RollDice
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.log.table_log import read_log, write_log
from sevenout.table.state import Seat, TableDice, TableState, out_of_balance

SEATS, WAGERS, POINT = 16, 12, 4
ROLLS_TIMED = 2_000
AT_LEAST, AT_LEAST_LOGGED = 18_000, 10_000
CROWDS = 200
LIVE_ROLLS, LIVE_TIMES = 1_500, 3
EVENTS = 100_000
ALWAYS = ("pass", "field", "any-7", "any-craps", "horn")
OTHERS = (
    "pass-odds", "come-5", "come-odds-5", "come-9", "come-odds-9", "place-5", "place-6", "place-8", "place-9",
    "place-10", "hard-4", "hard-6", "hard-8", "hard-10", "lay-10", "buy-8", "dont-come-6", "dont-come-odds-6", "big-8",
)  # fmt: skip
STRATEGIES = (
    "three-point-molly", "iron-cross", "place-inside", "pass-line", "quick-props", "across-regression",
    "hardway-parlay", "dont-pass", "pass-2-come", "place-6-8-press-regress",
)  # fmt: skip


def crowded_table(game: Game, seed: int = 16) -> TableState:
    """Every seat with its own twelve wagers and stakes, the first one shooting at a point."""
    dice = random.Random(seed)
    seats = []
    for number in range(SEATS):
        keys = (*ALWAYS, *dice.sample(OTHERS, WAGERS - len(ALWAYS)))
        spots = sorted((game.rules.by_key[key] for key in keys), key=lambda spot: spot.first)
        stakes = tuple(dice.randint(2, 40) * spot.unit * game.chip for spot in spots)
        position = Position(tuple(spot.first for spot in spots), stakes)
        seats.append(Seat(f"P{number}", 10_000_00, position, place=number + 1))
    state = TableState(tuple(seats), point=POINT, dice=TableDice(holder="P0", turn="P0"))
    return replace(state, ledger=state.ledger.plus(bank=-out_of_balance(state)))


def roll_once(game: Game, state: TableState, roll: Roll) -> CommandOutcome:
    """What a live table does for one roll."""
    decided = decide_command(game, state, RollDice(roll.a, roll.b))
    assert isinstance(decided, CommandOutcome)
    assert out_of_balance(decided.state) == 0
    return decided


def rolling() -> list[str]:
    """Rolls a second: for one crowd again and again, whose plans are there, and for one new crowd after another."""
    game = Game.open("catfish-bend")
    state = crowded_table(game)
    crowds = [crowded_table(game, seed) for seed in range(CROWDS)]
    rolls = random.Random(7).choices(ROLLS, k=ROLLS_TIMED)
    encode = msgspec.json.Encoder().encode

    def run() -> None:
        for roll in rolls:
            roll_once(game, state, roll)

    def run_logged() -> None:
        for number, roll in enumerate(rolls):
            encode(LogEntry(number, RollDice(roll.a, roll.b), roll_once(game, state, roll).event))

    def run_crowds() -> None:
        newcomers = Game(game.rules)
        for number, roll in enumerate(rolls):
            roll_once(newcomers, crowds[number * CROWDS // ROLLS_TIMED], roll)

    plain, logged, anew = best(run), best(run_logged), best(run_crowds)
    events = [roll_once(game, state, roll).event for roll in rolls]
    touched = [len(done.results) for event in events if isinstance(event, Rolled) for done in event.seats]
    size = sum(len(encode(event)) for event in events) / len(events)
    rate = ROLLS_TIMED / plain
    return [
        f"rolling for {SEATS} seats with {WAGERS} wagers each: {rate:,.0f} rolls a second (at least {AT_LEAST:,})",
        f"  decided a seat and roll: mean {sum(touched) / len(touched):.2f}, least {min(touched)}",
        f"  with the log encoded {ROLLS_TIMED / logged:,.0f} (at least {AT_LEAST_LOGGED:,}), {size:,.0f} bytes a roll",
        f"  with other people, wagers and stakes after every {ROLLS_TIMED // CROWDS} rolls, "
        f"nothing known of them: {ROLLS_TIMED / anew:,.0f}",
        f"  one roll costs as much as {additions_per_second() / rate:,.0f} turns of an empty Python loop",
    ]


def reading() -> list[str]:
    """A log of a hundred thousand events, ten strategies at one table, read back and checked."""
    game = Game.open("catfish-bend")
    table = Table(game)
    bots = [Bot(table, f"P{at}", open_strategy(name, game), 100_000_00) for at, name in enumerate(STRATEGIES)]
    table.seat("Shooter", 1_000_000_00)
    dice = SeededDice("a long night")
    while table.log is not None and len(table.log) < EVENTS:
        for bot in bots:
            bot.act()
        table.bet("Shooter", "pass", 10_00)
        table.roll(dice.throw())
    log = table.log or []
    lines = list(write_log(log))
    seconds = best(lambda: read_log(game, lines), 3)
    size = sum(map(len, lines)) / len(lines)
    return [
        f"reading a log of {len(log):,} events: {seconds:.2f} s (at most 1.5), "
        f"as much as {additions_per_second() * seconds / len(log):,.0f} turns of an empty loop an event",
        f"  {size:,.0f} bytes an event",
    ]


def playing() -> list[str]:
    """Strategies in all sixteen seats, which bet before every roll: as they are, and asked anew at every window."""
    game = Game.open("catfish-bend")
    plans = [open_strategy(name, game) for name in islice(cycle(STRATEGIES), SEATS)]

    def night(*, anew: bool) -> tuple[Table, float]:
        table, dice = Table(game), SeededDice("sixteen")
        bots = [Bot(table, f"P{at}", _function(plan) if anew else plan, 100_000_00) for at, plan in enumerate(plans)]
        started = time.process_time()
        for _ in range(LIVE_ROLLS):
            for bot in bots:
                bot.act()
            table.roll(dice.throw())
        return table, time.process_time() - started

    nights = [(night(anew=True), night(anew=False)) for _ in range(LIVE_TIMES)]
    asked, looked_up = (min(seconds for _, seconds in each) for each in zip(*nights, strict=True))
    (table, _), (other, _) = nights[0]
    assert table.log == other.log
    return [
        f"sixteen bots live: {LIVE_ROLLS / looked_up:,.0f} rolls a second, {table.told / LIVE_ROLLS:.1f} events a roll",
        f"  {asked / looked_up:.1f} times as fast as when every strategy is asked anew, with the same log",
    ]


def _function(plan: Plan) -> Strategy:
    """A strategy as any function: it is asked at every window."""

    def asked(view: View) -> View:
        return plan(view)

    return asked


def offering() -> list[str]:
    """What every seat of a crowded table may bet."""
    game = Game.open("catfish-bend")
    state = crowded_table(game)
    racks = random.Random(5).choices((20_00, 100_00, 500_00, 5_000_00), k=SEATS)

    def run() -> None:
        for seat, rack in zip(state.seats, racks, strict=True):
            offers(game, seat.position, game.puck(POINT), rack)

    return [
        f"what one seat may bet, all {len(game.rules.spots)} wagers: {1000 * best(run) / SEATS:.2f} ms (at most 0.3)"
    ]
