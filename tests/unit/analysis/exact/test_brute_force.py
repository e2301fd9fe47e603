"""All roll sequences to a fixed depth, settled on real positions, bound every figure from both sides."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sevenout.analysis.exact import LineWithOdds, line_with_odds, wager_edge
from sevenout.base.dice import ROLLS
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from tests.unit.analysis.exact.enumeration import Enumeration, Result, State, starts
from tests.volume import sample_by_day

EXAMPLES = Path(__file__).parents[4] / "examples"
BOOKS = (*shipped(), str(EXAMPLES / "no-puck.toml"), str(EXAMPLES / "collectors.toml"))

DEPTH, TIGHT = 100, Fraction(1, 10**6)
"""So many throws leave less than this share of all sequences undecided."""
DEPTH_OF_ALL, TIGHT_OF_ALL = 24, Fraction(1, 50)
"""The same for the wager with four thousand states."""


@cache
def table(book: str) -> Game:
    return Game.open(book)


@pytest.mark.parametrize("book", sample_by_day(BOOKS, 4), ids=lambda book: Path(book).stem)
def test_enumeration_bounds_every_figure_of_every_wager(book: str) -> None:
    game = table(book)
    for key in game.rules.by_key:
        depth, tight = (DEPTH_OF_ALL, TIGHT_OF_ALL) if key == "all" else (DEPTH, TIGHT)
        found, counted = wager_edge(game.rules, key), Enumeration(game, key, depth)
        bounds = {
            "win": (found.win, counted.chance("win")),
            "lose": (found.lose, counted.chance("lose")),
            "push": (found.push, counted.chance("push", "return")),
            "returned": (found.returned, counted.chance("return")),
            "net": (found.net, counted.net),
            "edge": (found.edge, counted.edge),
            "variance": (found.variance, counted.variance),
            "rolls": (found.rolls, counted.mean_rolls(in_all=False)),
            "rolls in all": (found.rolls_in_all, counted.mean_rolls(in_all=True)),
        }
        for name, (figure, (low, high)) in bounds.items():
            assert low <= figure <= high, (key, name)
        assert counted.left < tight, key


@pytest.mark.parametrize("book", ["catfish-bend", "new-south-wales", "crapless"])
def test_enumeration_bounds_every_line_with_one_times_odds(book: str) -> None:
    game = table(book)
    for key in ("pass", "dont-pass", "come", "dont-come"):
        if key not in game.rules.by_key:
            continue
        found = line_with_odds(game.rules, key, 1)
        assert isinstance(found, LineWithOdds)
        counted = Enumeration(game, key, DEPTH, dict(found.times))
        for figure, (low, high) in (
            (found.net, counted.net),
            (found.wagered, counted.wagered),
            (found.variance, counted.variance),
        ):
            assert low <= figure <= high, key
        assert counted.left < TIGHT


@pytest.mark.parametrize(("key", "depth"), [("pass", 4), ("come-odds-6", 3), ("hard-8", 3)])
def test_sequences_counted_together_are_counted_right(key: str, depth: int) -> None:
    game = table("catfish-bend")
    counted = Enumeration(game, key, depth)
    rows: dict[State, list[Any]] = {state: [] for state in counted.known}
    for state in rows:
        after = (counted.settled(state, roll) for roll in ROLLS)
        rows[state] += (there if len(there) == 3 else rows[there] for there in after)
    one_by_one: Counter[Result] = Counter()
    still_open = 0
    for start, ways in starts(game, counted.spot, counted.stake).items():
        for rolls in product(range(len(ROLLS)), repeat=depth):
            row = rows[start]
            for index in rolls:
                row = row[index]
                if isinstance(row, tuple):
                    one_by_one[row] += ways
                    break
            else:
                still_open += ways
    assert one_by_one == counted.decided
    assert still_open == counted.open.total()
