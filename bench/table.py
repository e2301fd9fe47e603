"""Sixteen seats that differ in wagers and stakes: a roll with its event, the ledger and the assertion, and its log."""

import random

import msgspec
from msgspec.structs import replace

from bench.machine import additions_per_second, best
from sevenout.bots import Bot
from sevenout.dice import ROLLS, Roll, SeededDice
from sevenout.game import Game
from sevenout.offers import offers
from sevenout.position import Position
from sevenout.strategy.library import open_strategy
from sevenout.table import Recorded, Rolled, Table, decide
from sevenout.table.commands import RollDice
from sevenout.table.decided import Decided
from sevenout.table.log import read_log, write_log
from sevenout.table.state import Dice, Seat, TableState, out_of_balance

SEATS, WAGERS, POINT = 16, 12, 4
ROLLS_TIMED = 2_000
AT_LEAST = 8_000
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


def crowded_table(game: Game) -> TableState:
    """Every seat with its own twelve wagers and stakes, the first one shooting at a point."""
    dice = random.Random(16)
    seats = []
    for number in range(SEATS):
        keys = (*ALWAYS, *dice.sample(OTHERS, WAGERS - len(ALWAYS)))
        spots = sorted((game.rules.by_key[key] for key in keys), key=lambda spot: spot.first)
        stakes = tuple(dice.randint(2, 40) * spot.unit * game.chip for spot in spots)
        position = Position(tuple(spot.first for spot in spots), stakes)
        seats.append(Seat(f"P{number}", 10_000_00, position, place=number + 1))
    state = TableState(tuple(seats), point=POINT, dice=Dice(holder="P0", turn="P0"))
    return replace(state, ledger=state.ledger.plus(bank=-out_of_balance(state)))


def roll_once(game: Game, state: TableState, roll: Roll) -> Decided:
    """What a live table does for one roll."""
    decided = decide(game, state, RollDice(roll.a, roll.b))
    assert isinstance(decided, Decided)
    assert out_of_balance(decided.state) == 0
    return decided


def rolling() -> list[str]:
    """Rolls a second; nothing is cached, so there is no hit rate to print."""
    game = Game.open("catfish-bend")
    state = crowded_table(game)
    rolls = random.Random(7).choices(ROLLS, k=ROLLS_TIMED)
    encode = msgspec.json.Encoder().encode

    def run() -> None:
        for roll in rolls:
            roll_once(game, state, roll)

    def run_logged() -> None:
        for number, roll in enumerate(rolls):
            encode(Recorded(number, RollDice(roll.a, roll.b), roll_once(game, state, roll).event))

    plain, logged = best(run), best(run_logged)
    events = [roll_once(game, state, roll).event for roll in rolls]
    touched = [len(done.results) for event in events if isinstance(event, Rolled) for done in event.seats]
    size = sum(len(encode(event)) for event in events) / len(events)
    rate = ROLLS_TIMED / plain
    return [
        f"rolling for {SEATS} seats with {WAGERS} wagers each: {rate:,.0f} rolls a second (at least {AT_LEAST:,})",
        f"  decided a seat and roll: mean {sum(touched) / len(touched):.2f}, least {min(touched)}; no cache",
        f"  with the log encoded {plain / logged:.0%} of that (at least 60%), {size:,.0f} bytes a roll",
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
