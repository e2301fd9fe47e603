"""Settling by plans is settling plainly: any layout, under every puck and roll, however often and with any stakes."""

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.base.dice import ROLLS
from sevenout.engine import settlement, settlement_cache
from sevenout.engine.game import Game, open_rules
from sevenout.engine.position import LayoutFlags, Position
from sevenout.engine.settlement import settle, settle_plainly
from sevenout.rulebook import shipped
from tests.volume import examples

EXAMPLES = Path(__file__).parents[2] / "examples"
HOUSES = (*shipped(), str(EXAMPLES / "collectors.toml"), str(EXAMPLES / "no-puck.toml"))
in_every_house = pytest.mark.parametrize("house", HOUSES)


@cache
def game_of(house: str) -> Game:
    return Game(open_rules(house))


def some_slots(game: Game, dice: Random, most: int = 16) -> tuple[int, ...]:
    """Some wagers, each in any of its states: called on or off, with any totals gathered."""
    spots = dice.sample(game.rules.spots, dice.randint(0, min(most, len(game.rules.spots))))
    return tuple(sorted(dice.randrange(spot.first, spot.end) for spot in spots))


def some_stakes(game: Game, slots: tuple[int, ...], dice: Random) -> tuple[int, ...]:
    """Few or many chips on each, by the unit of the wager or by the cent."""
    step = dice.choice((1, game.chip))
    most = dice.choice((3, 40, 5_000))
    return tuple(dice.randint(1, most) * step * game.rules.spot_of[slot].unit for slot in slots)


@in_every_house
@settings(max_examples=examples(40))
@given(dice=st.randoms(use_true_random=False))
def test_a_plan_answers_as_the_plain_way_does(house: str, dice: Random) -> None:
    """Met for the first time, again, with other stakes, and once more with those that are known by then."""
    game = game_of(house)
    slots = some_slots(game, dice)
    held = [Position(slots, some_stakes(game, slots, dice)) for _ in range(3)]
    for puck in range(len(game.rules.cells)):
        for roll in ROLLS:
            for position in (held[0], *held, *reversed(held)):
                assert settle(game, position, puck, roll) == settle_plainly(game, position, puck, roll)


@in_every_house
def test_the_layouts_that_are_tried_touch_every_way_of_settling(house: str) -> None:
    """Some rolls leave all as it is, some decide, some move, and where a house makes losers good, some do."""
    game, dice = Game(open_rules(house)), Random(house)
    untouched = decided = moved = stayed = 0
    for _ in range(40):
        slots = some_slots(game, dice, 30)
        position = Position(slots, some_stakes(game, slots, dice))
        for puck in range(len(game.rules.cells)):
            for roll in ROLLS:
                done = settle(game, position, puck, roll)
                assert done == settle(game, position, puck, roll)
                untouched += not done.results and not done.moves
                decided += bool(done.results)
                moved += bool(done.moves)
                stayed += any(result.stays and result.result == "lose" for result in done.results)
    assert untouched
    assert decided
    assert bool(moved) == any(
        edge and edge.outcome == "move" for row in game.rules.cells for cell in row for edge in cell
    )
    assert bool(stayed) == game.makes_good


@in_every_house
def test_a_stake_that_lands_on_another_is_added_to_it(house: str) -> None:
    """No layout of these houses comes to it, so a bet that travels is laid twice: its stakes arrive as one."""
    game = Game(open_rules(house))
    landed = 0
    for puck, rolls in enumerate(game.rules.cells):
        for roll, edges in zip(ROLLS, rolls, strict=True):
            for slot, edge in enumerate(edges[:200]):
                if edge is None or edge.outcome != "move":
                    continue
                for first in (1000, 2000, 3000):
                    position = Position((slot, slot), (first, 500))
                    done = settle(game, position, puck, roll)
                    assert done == settle_plainly(game, position, puck, roll)
                    assert (done.position.slots, done.position.stakes) == ((edge.goto,), (first + 500,))
                assert game.plans.of[puck][roll.index][slot, slot] is settlement_cache.PLAIN_WAY
                landed += 1
    assert bool(landed) == (game.rules.book.puck is not None)


@in_every_house
def test_marks_and_tokes_go_the_plain_way(house: str) -> None:
    """A plan that is there for the same slots is not asked."""
    game, dice = Game(open_rules(house)), Random(house)
    for _ in range(30):
        slots = some_slots(game, dice)
        stakes = some_stakes(game, slots, dice)
        spots = [game.rules.spot_of[slot].index for slot in slots]
        marks = LayoutFlags(frozenset(spots[::3]), frozenset(spots[1::3]), bool(dice.randint(0, 1)))
        for puck in range(len(game.rules.cells)):
            for roll in ROLLS[::5]:
                plain, marked = Position(slots, stakes), Position(slots, stakes, marks)
                known = [settle(game, plain, puck, roll) for _ in range(3)]
                assert known[1:] == known[:-1]
                assert settle(game, marked, puck, roll) == settle_plainly(game, marked, puck, roll)
                riding = settle(game, plain, puck, roll, riding=True)
                assert riding == settle_plainly(game, plain, puck, roll, riding=True)


def test_an_answer_that_is_known_is_not_worked_out_again() -> None:
    """Of a layout whose only decided wager has a known stake, the very same results come back."""
    game = Game.open("catfish-bend")
    puck, six = game.puck(4), ROLLS[4]
    slots = tuple(sorted(game.rules.by_key[key].first for key in ("pass", "place-6", "place-8")))

    def lying(eight: int) -> Position:
        stakes = {"pass": 1000, "place-6": 1200, "place-8": eight}
        return Position(slots, tuple([stakes[game.rules.spot_of[slot].key] for slot in slots]))

    once, first, again = [settle(game, lying(eight), puck, six) for eight in (600, 1200, 1800)]
    assert [result.wager for result in once.results] == ["place-6"]
    assert again.results is first.results
    assert again.position == lying(1800)


def test_what_is_kept_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for little, all goes again and again, and the answers stay what they are."""
    monkeypatch.setattr(settlement_cache, "MOST_KEPT", 50)
    game, dice = Game.open("catfish-bend"), Random(50)
    for _ in range(400):
        slots = some_slots(game, dice)
        position = Position(slots, some_stakes(game, slots, dice))
        puck, roll = dice.randrange(len(game.rules.cells)), dice.choice(ROLLS)
        assert settle(game, position, puck, roll) == settle_plainly(game, position, puck, roll)
        assert sum(len(by_slots) for row in game.plans.of for by_slots in row) <= game.plans.size <= 50


def test_threads_that_settle_at_one_table_get_the_plain_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for little, so that plans are made, filled, given up and forgotten under each other's hands."""
    monkeypatch.setattr(settlement_cache, "MOST_KEPT", 60)
    monkeypatch.setattr(settlement, "MOST_ANSWERS", 4)
    game = Game.open("catfish-bend")
    layouts = [some_slots(game, Random(number)) for number in range(6)]

    def play(seed: int) -> int:
        dice, differing = Random(seed), 0
        for _ in range(3_000):
            slots = dice.choice(layouts)
            position = Position(slots, tuple([dice.randint(1, 2) * 600 for _ in slots]))
            puck, roll = dice.randrange(len(game.rules.cells)), dice.choice(ROLLS[:4])
            differing += settle(game, position, puck, roll) != settle_plainly(game, position, puck, roll)
        return differing

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(play, range(4))) == [0] * 4
    finally:
        sys.setswitchinterval(before)


def test_a_plan_whose_stakes_do_not_come_again_is_given_up() -> None:
    game = Game.open("catfish-bend")
    puck, seven = game.puck(4), ROLLS[5]
    slots = tuple(sorted(game.rules.by_key[key].first for key in ("pass", "pass-odds", "place-6")))
    known = game.plans.of[puck][seven.index]
    for chips in range(1, settlement_cache.MOST_ANSWERS + 3):
        position = Position(slots, (chips * 100, chips * 200, chips * 600))
        assert settle(game, position, puck, seven) == settle_plainly(game, position, puck, seven)
    assert known[slots] is settlement_cache.PLAIN_WAY
    assert game.plans.size < 5


def test_a_plan_whose_stakes_come_again_begins_anew_when_it_is_full() -> None:
    game = Game.open("catfish-bend")
    puck, seven = game.puck(4), ROLLS[5]
    slots = (game.rules.by_key["pass"].first,)
    for chips in range(1, 3 * settlement_cache.MOST_ANSWERS):
        for _ in range(3):
            position = Position(slots, (chips * 100,))
            assert settle(game, position, puck, seven) == settle_plainly(game, position, puck, seven)
            plan = game.plans.of[puck][seven.index][slots]
            assert plan is None or 0 < len(plan.answers) <= settlement_cache.MOST_ANSWERS
    assert plan is not None
    assert plan.answers[chips * 100,] is not None
