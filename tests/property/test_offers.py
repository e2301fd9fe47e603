"""An offer is what `place` takes: both ends and what lies between them, nothing beyond them, and nothing if refused."""

from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from sevenout.base.dice import ROLLS
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import (
    EMPTY,
    Change,
    LayoutFlags,
    Position,
    call,
    layout,
    place,
    reduce,
    settle,
    stake_on,
    take_down,
)
from sevenout.engine.game import Game
from sevenout.engine.offers import Offer, offer, offers
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from tests.volume import sample_by_day

EXAMPLES = Path(__file__).parents[2] / "examples"
BOOKS = (*shipped(), *sorted(str(path) for path in EXAMPLES.glob("*.toml")))
TABLES = ((500, 50_000, 100), (2500, 300_000, 100), (1000, 20_000, 500), (1500, 4500, 100), (7, 500, 1))
"""Minimum, maximum and chip in cents: usual ones, a coarse chip, hardly any room, and cents."""
DEEP = 10**12

NOT_NOW = {"not-now", "not-made", "contract", "no-flat", "locked"}
"""Refused whatever chips are put down."""

at_every_table = pytest.mark.parametrize(
    ("book", "table"),
    sample_by_day(product(BOOKS, TABLES), 9, "offers"),
    ids=lambda value: Path(value).stem if isinstance(value, str) else "",
)


@cache
def rules_of(book: str) -> CompiledBook:
    return open_book(book)


def racks(game: Game) -> tuple[int, ...]:
    """Nothing, a chip, the minimum, a few chips more, the maximum with a twentieth for commission, plenty."""
    return 0, game.chip, game.minimum, game.minimum + 7 * game.chip, game.maximum + game.maximum // 20, DEEP


def flats(game: Game, stake: int) -> Position:
    """The same stake on everything that a wager can attach to."""
    spots = [spot for spot in game.rules.spots if spot.attached]
    return Position(tuple(spot.first for spot in spots), (stake,) * len(spots))


def lifted(game: Game) -> Position:
    """Flat bets over their limit that nobody noticed: odds go by what the limit allows."""
    position = flats(game, 3 * game.maximum)
    spots = frozenset(game.rules.spot_of[slot].index for slot in position.slots)
    return Position(position.slots, position.stakes, LayoutFlags(unnoticed=spots))


def locked(game: Game) -> Position:
    """Nothing up, for all of it was taken down."""
    return Position(marks=LayoutFlags(locked=frozenset(spot.index for spot in game.rules.spots)))


def full(game: Game, held: int) -> Position:
    """So many steps on every wager at once."""
    spots = game.rules.spots
    return Position(tuple(spot.first for spot in spots), tuple(held * game.step(spot) for spot in spots))


def played(game: Game, dice: Random) -> tuple[Position, int]:
    """A layout and a puck out of random play: bets, some of them unnoticed, reductions, calls and rolls."""
    position, puck, spots = EMPTY, 0, game.rules.spots
    lines = [spot for spot in spots if spot.attached and spot.wager.made.value != "never"] or spots
    for _ in range(dice.randint(3, 60)):
        standing = [game.rules.spot_of[slot] for slot in position.slots]
        odds = [spots[index] for spot in standing for index in spot.attached]
        up = dice.choice(standing or spots).key
        spot = dice.choice([dice.choice(some) for some in (spots, lines, standing, odds) if some])
        done: Change | Refusal
        match dice.randint(1, 14):
            case 1 | 2:
                roll = dice.choice(ROLLS)
                position = settle(game, position, puck, roll).position
                puck = game.rules.puck.edges[puck][roll.index].goto
                continue
            case 3:
                done = reduce(game, position, puck, up, dice.randint(1, 6) * game.chip)
            case 4:
                done = take_down(game, position, puck, up)
            case 5:
                done = call(game, position, up, "on" if dice.randint(0, 1) else "off")
            case 6:
                amount = dice.choice((game.chip, game.maximum, 2 * game.maximum))
                done = place(game, position, puck, spot.key, amount, DEEP, unnoticed=True)
            case _:
                step = game.step(spot)
                amount = dice.choice((2, game.minimum // step + 1, 3 * game.minimum // step)) * step
                done = place(game, position, puck, spot.key, amount, DEEP)
        if isinstance(done, Change):
            position = done.position
    return position, puck


class Asked(NamedTuple):
    """One offer, and what `place` says to the seat it was made to."""

    game: Game
    position: Position
    puck: int
    rack: int
    one: Offer

    def __str__(self) -> str:
        up, marks = layout(self.game, self.position), self.position.marks
        return f"{self.one} with {up}, {marks}, puck {self.puck}, rack {self.rack}"

    def answer(self, amount: int) -> Change | Refusal:
        return place(self.game, self.position, self.puck, self.one.wager, amount, self.rack)

    def taken(self, amount: int) -> bool:
        return isinstance(self.answer(amount), Change)

    def falls_short(self, stake: int) -> bool:
        """Whether a stake wins less than its odds, one way or another."""
        spot = self.game.rules.by_key[self.one.wager]
        payouts = spot.payouts(self.puck) if spot.flat is not None else spot.payouts()
        return any(self.game.pay(odds, stake) * odds.den < stake * odds.num for odds in payouts)

    def tried(self) -> set[int]:
        """Amounts around every edge that an offer can have."""
        one, step = self.one, self.game.step(self.game.rules.by_key[self.one.wager])
        edges = (one.minimum, one.maximum, one.exact_below or 0, self.game.minimum - one.held)
        near = {edge + many * step for edge in edges for many in (-1, 0, 1)}
        return near | {2 * step, 3 * step, 5 * step, 12 * step, step + 1, self.game.maximum, 10**9 * step}


def check(game: Game, position: Position, puck: int, rack: int) -> None:
    """Every offer, held against what `place` takes."""
    found = offers(game, position, puck, rack)
    assert [one.wager for one in found] == [spot.key for spot in game.rules.spots]
    for one, spot in zip(found, game.rules.spots, strict=True):
        asked = Asked(game, position, puck, rack, one)
        assert (one.held, one.title) == (stake_on(position, spot), spot.wager.title), asked
        if one.refusal is None:
            check_ends(asked, one)
        else:
            check_refusal(asked, one, one.refusal)


def check_ends(asked: Asked, one: Offer) -> None:
    assert 0 < one.minimum <= one.maximum, asked
    assert one.step > 0, asked
    assert (one.maximum - one.minimum) % one.step == 0, asked
    assert asked.taken(one.minimum), asked
    assert asked.taken(one.maximum), asked
    assert not asked.taken(one.minimum - one.step), asked
    assert not asked.taken(one.maximum + one.step), asked
    if one.exact_below is not None:
        assert one.minimum < one.exact_below <= one.maximum, asked
        assert one.exact_step > one.step, asked
        assert asked.taken(one.exact_below), asked
    for amount in asked.tried():
        assert one.accepts(amount) == asked.taken(amount), f"{amount}: {asked}"
        if one.accepts(amount):
            short = bool(one.pays_in and (one.held + amount) % one.pays_in)
            assert asked.falls_short(one.held + amount) == short, f"{amount}: {asked}"


def check_refusal(asked: Asked, one: Offer, refusal: Refusal) -> None:
    assert one == Offer(one.wager, one.title, one.held, refusal=refusal), asked
    for amount in asked.tried():
        answer = asked.answer(amount)
        assert isinstance(answer, Refusal), f"{amount}: {asked}"
        assert not one.accepts(amount), f"{amount}: {asked}"
        if refusal.code in NOT_NOW and amount > 0 and amount % asked.game.chip == 0:
            assert replace(answer, amount=refusal.amount) == refusal, f"{amount}: {asked}"
    if refusal.code == "rack":
        deep = offer(asked.game, asked.position, asked.puck, DEEP, one.wager)
        assert refusal == asked.answer(deep.minimum), asked
    elif refusal.code == "above-maximum":
        spot = asked.game.rules.by_key[one.wager]
        beyond = asked.answer(10**9 * asked.game.exact_step(spot, asked.puck) - one.held)
        assert isinstance(beyond, Refusal), asked
        assert refusal == replace(beyond, amount=refusal.amount), asked
    else:
        assert refusal.code in NOT_NOW, asked


@at_every_table
def test_offers_on_a_bare_layout_and_behind_flat_bets(book: str, table: tuple[int, int, int]) -> None:
    game = Game(rules_of(book), *table)
    flat = [flats(game, stake) for stake in (game.chip, game.minimum, game.maximum)]
    depths = racks(game)
    for state, (turn, position) in product(
        game.rules.puck.states, enumerate([EMPTY, *flat, lifted(game), locked(game)])
    ):
        check(game, position, state.index, depths[(turn + state.index) % len(depths)])


@at_every_table
def test_offers_to_add_to_everything_at_once(book: str, table: tuple[int, int, int]) -> None:
    game = Game(rules_of(book), *table)
    depths = racks(game)
    for turn, (state, held) in enumerate(product(game.rules.puck.states, (1, 6, game.maximum // game.chip))):
        check(game, full(game, held), state.index, depths[turn % len(depths)])


@at_every_table
def test_offers_after_random_play(book: str, table: tuple[int, int, int]) -> None:
    game = Game(rules_of(book), *table)
    dice = Random(f"{Path(book).stem} {table}")
    for _ in range(10):
        position, puck = played(game, dice)
        check(game, position, puck, dice.choice(racks(game)))
        check(game, position, dice.choice(game.rules.puck.states).index, dice.choice(racks(game)))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: Path(book).stem)
def test_an_offer_takes_exactly_the_amounts_that_are_taken(book: str) -> None:
    """Every amount there is, at a table of few chips."""
    game = Game(rules_of(book), 7, 40, 1)
    for state, stake in product(game.rules.puck.states, (1, 5)):
        position = flats(game, stake)
        for rack, spot in product((3, 45), game.rules.spots):
            one = offer(game, position, state.index, rack, spot.key)
            for amount in range(-1, 50):
                made = place(game, position, state.index, spot.key, amount, rack)
                assert one.accepts(amount) == isinstance(made, Change), f"{amount}: {one}, flat bets of {stake}"


def test_every_kind_of_refusal_and_of_offer_comes_up() -> None:
    """The layouts above reach what they are meant to reach."""
    found: list[Offer] = []
    for book in BOOKS:
        game = Game(rules_of(book), *TABLES[1])
        dice = Random(book.rpartition("/")[2])
        found += offers(game, locked(game), 0, DEEP)
        for _ in range(40):
            position, puck = played(game, dice)
            found += offers(game, position, puck, dice.choice(racks(game)))
    codes = {one.refusal.code for one in found if one.refusal is not None}
    assert codes == NOT_NOW | {"rack", "above-maximum"}
    assert any(one.exact_below for one in found)
    assert any(one.pays_in for one in found)
    assert any(one.held and not one.refusal for one in found)
