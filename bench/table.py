"""Sixteen seats that differ in wagers and stakes: a roll with its event, the ledger and the assertion."""

import random

from bench.machine import additions_per_second, best
from sevenout.dice import ROLLS, Roll
from sevenout.game import Game
from sevenout.position import Position
from sevenout.table.commands import RollDice
from sevenout.table.decide import decide
from sevenout.table.events import Rolled
from sevenout.table.evolve import evolve
from sevenout.table.state import Dice, Seat, TableState, out_of_balance

SEATS, WAGERS, POINT = 16, 12, 4
ROLLS_TIMED = 2_000
AT_LEAST = 8_000
ALWAYS = ("pass", "field", "any-7", "any-craps", "horn")
OTHERS = (
    "pass-odds", "come-5", "come-odds-5", "come-9", "come-odds-9", "place-5", "place-6", "place-8", "place-9",
    "place-10", "hard-4", "hard-6", "hard-8", "hard-10", "lay-10", "buy-8", "dont-come-6", "dont-come-odds-6", "big-8",
)  # fmt: skip


def crowded_table(game: Game) -> TableState:
    """Every seat with its own twelve wagers and stakes, the first one shooting at a point."""
    dice = random.Random(16)
    seats = []
    for number in range(SEATS):
        keys = (*ALWAYS, *dice.sample(OTHERS, WAGERS - len(ALWAYS)))
        spots = sorted((game.rules.by_key[key] for key in keys), key=lambda spot: spot.first)
        stakes = tuple(dice.randint(2, 40) * spot.unit * game.chip for spot in spots)
        seats.append(Seat(f"P{number}", 10_000_00, Position(tuple(spot.first for spot in spots), stakes)))
    state = TableState(tuple(seats), puck=game.puck(POINT), dice=Dice(holder="P0", turn="P0"))
    return TableState(state.seats, state.crew, state.puck, state.dice, state.ledger.plus(bank=-out_of_balance(state)))


def roll_once(game: Game, state: TableState, roll: Roll) -> Rolled:
    """What a live table does for one roll."""
    event = decide(game, state, RollDice(roll.a, roll.b))
    assert isinstance(event, Rolled)
    assert out_of_balance(evolve(state, event)) == 0
    return event


def rolling() -> list[str]:
    """Rolls a second; nothing is cached, so there is no hit rate to print."""
    game = Game.open("catfish-bend")
    state = crowded_table(game)
    rolls = random.Random(7).choices(ROLLS, k=ROLLS_TIMED)
    touched = [len(done.results) for roll in rolls for done in roll_once(game, state, roll).seats]

    def run() -> None:
        for roll in rolls:
            roll_once(game, state, roll)

    rate = ROLLS_TIMED / best(run)
    return [
        f"rolling for {SEATS} seats with {WAGERS} wagers each: {rate:,.0f} rolls a second (at least {AT_LEAST:,})",
        f"  decided a seat and roll: mean {sum(touched) / len(touched):.2f}, least {min(touched)}; no cache",
        f"  one roll costs as much as {additions_per_second() / rate:,.0f} turns of an empty Python loop",
    ]
