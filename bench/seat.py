"""One seat with twelve wagers settled roll after roll, a rulebook loaded and compiled, and the cost of the import."""

import random
import subprocess
import sys
import time
from functools import partial

from bench.machine import additions_per_second, best
from sevenout.base.dice import ROLLS
from sevenout.engine.betting import Position, settle
from sevenout.engine.game import Game
from sevenout.engine.settlement import settle_plainly
from sevenout.rulebook import read_book, shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book

WAGERS = (
    "pass", "pass-odds", "come-5", "come-odds-5", "place-6", "place-8", "place-9", "hard-8",
    "field", "any-craps", "any-7", "horn",
)  # fmt: skip
POINT = 4
SETTLEMENTS = 20_000
AT_LEAST = 500_000


def settling() -> list[str]:
    """Settlements a second: of one layout met again and again, of ever new stakes on it, and the plain way."""
    game = Game.open("catfish-bend")
    puck = next(state.index for state in game.rules.puck.states if state.point == POINT)
    spots = sorted((game.rules.by_key[key] for key in WAGERS), key=lambda spot: spot.first)
    stakes = tuple(12 * spot.unit * game.chip for spot in spots)
    position = Position(tuple(spot.first for spot in spots), stakes)
    dice = random.Random(7)
    rolls = dice.choices(ROLLS, k=SETTLEMENTS)
    others = [
        Position(position.slots, tuple([dice.randint(2, 40) * spot.unit * game.chip for spot in spots])) for _ in rolls
    ]
    touched = [len(settle(game, position, puck, roll).results) for roll in rolls]

    def run() -> None:
        for roll in rolls:
            settle(game, position, puck, roll)

    def run_plainly() -> None:
        for other, roll in zip(others, rolls, strict=True):
            settle_plainly(game, other, puck, roll)

    def run_anew() -> None:
        for other, roll in zip(others, rolls, strict=True):
            settle(game, other, puck, roll)

    rate, plain, anew = (SETTLEMENTS / best(each) for each in (run, run_plainly, run_anew))
    ratio = additions_per_second() / rate
    return [
        f"settling {len(WAGERS)} wagers: {rate:,.0f} a second (at least {AT_LEAST:,}), by plans that are all there",
        f"  {rate / plain:.1f} times the plain way, {plain:,.0f}; with every stake drawn anew {anew / plain:.1f} times",
        f"  decided a roll: mean {sum(touched) / len(touched):.2f}, least {min(touched)}",
        f"  one settlement costs as much as {ratio:.0f} turns of an empty Python loop",
    ]


def _compile(book: str) -> CompiledBook | None:
    """What opening a book costs the first time: afterwards a process has it."""
    return check_book(read_book(book))[0]


def loading() -> list[str]:
    """Milliseconds to load and compile each shipped book."""
    times = {book: best(partial(_compile, book)) for book in shipped()}
    return [f"loading and compiling {book}: {1000 * seconds:.0f} ms (under 100)" for book, seconds in times.items()]


def importing() -> list[str]:
    """What `import sevenout` costs beyond a bare Python."""

    def start(code: str) -> float:
        times = []
        for _ in range(15):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - started)
        return min(times)

    bare, ours = start("pass"), start("import sevenout")
    return [f"import sevenout: {1000 * (ours - bare):.0f} ms more than bare Python's {1000 * bare:.0f} ms (under 60)"]
