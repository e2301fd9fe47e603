"""Every wager of every book is taken at its limits and refused one chip (a composite: one unit) beyond them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Change, Position, place
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager, open_book
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.rulebook.model import Limit, NumbersTable, Wager
from tests.property.games import TABLES

DEEP = 10**18

at_every_table = pytest.mark.parametrize(("book", "table"), list(product(shipped(), TABLES)))


@cache
def rules_of(book: str) -> CompiledBook:
    return open_book(book)


class Offer:
    """One wager under one puck, with the flat bet it needs: what happens if so much is put on it."""

    def __init__(self, game: Game, spot: CompiledWager, puck: int, flat: int) -> None:
        self.game, self.spot, self.puck, self.flat = game, spot, puck, flat
        self.point = game.rules.puck.states[puck].point
        first = game.rules.spots[spot.flat].first if spot.flat is not None else 0
        self.position = Position((first,), (flat,)) if flat else EMPTY
        self.step = game.chip * (sum(units for _, units in spot.wager.parts.value) if spot.wager.parts else 1)

    def __str__(self) -> str:
        return f"{self.spot.key}, point {self.point}, flat bet {self.flat}"

    def made(self, amount: int, rack: int = DEEP) -> Change | Refusal:
        return place(self.game, self.position, self.puck, self.spot.key, amount, rack)

    def code(self, amount: int) -> str:
        made = self.made(amount)
        return made.code if isinstance(made, Refusal) else ""

    def most(self) -> int:
        """The largest stake, as the refusal of a larger one tells it."""
        refused = self.made(self.step * 10**9)
        assert isinstance(refused, Refusal), f"{self} has no limit"
        assert refused.code == "above-maximum", f"{self}: {refused}"
        assert refused.maximum is not None
        return refused.maximum

    def least(self) -> int:
        """The smallest stake, as the refusal of the smallest there is tells it."""
        refused = self.made(self.step)
        if not isinstance(refused, Refusal) or refused.code == "above-maximum":
            return self.step
        assert refused.code == "below-minimum", f"{self}: {refused}"
        assert refused.minimum is not None
        return refused.minimum

    # --- the same limits, read from the book's words alone

    def allows(self, total: int) -> bool:
        """Whether no maximum of the book stands against a stake."""
        parts = self.spot.wager.parts
        units = sum(weight for _, weight in parts.value) if parts else 1
        shares = [(self.game.rules.by_key[key], weight) for key, weight in parts.value] if parts else []
        return (
            self._within(self.spot, Fraction(total))
            and all(self._within(part, Fraction(total * weight, units)) for part, weight in shares)
            and self._under_cap(total)
        )

    def _within(self, spot: CompiledWager, stake: Fraction) -> bool:
        wager = spot.wager
        most = self._amount(wager.maximum, wager)
        win = self._amount(wager.maximum_win, wager)
        wins = [stake * odds.num / odds.den for odds in spot.payouts(self.puck)]
        return (most is None or stake <= most) and (win is None or max(wins) <= win)

    def _amount(self, limit: NumbersTable[Limit], wager: Wager) -> int | None:
        (found,) = limit.at(wager.n, self.point, 0)
        if isinstance(found, int):
            return found
        return self.game.maximum if found == "table" else None

    def _under_cap(self, total: int) -> bool:
        cap = self.spot.wager.cap
        if cap is None:
            return True
        (times,) = cap.times.at(self.spot.wager.n, self.point, 0)
        if cap.by.value == "stake":
            return total <= times * self.flat
        return all(Fraction(total * odds.num, odds.den) <= times * self.flat for odds in self.spot.payouts(self.puck))


def offers(game: Game) -> Iterator[Offer]:
    """Every wager under every puck where it may be made, behind small, odd and large flat bets where it needs one."""
    for spot, state in product(game.rules.spots, game.rules.puck.states):
        if not in_season(spot.wager.made.value, state):
            continue
        flats = (0,) if spot.flat is None else (game.minimum, game.minimum + 3 * game.chip, game.maximum)
        for flat in flats:
            yield Offer(game, spot, state.index, flat)


@at_every_table
def test_taken_at_the_maximum_and_refused_beyond_it(book: str, table: tuple[int, int, int]) -> None:
    for offer in offers(Game(rules_of(book), *table)):
        most = offer.most()
        assert most % offer.step == 0, offer
        assert offer.code(most + offer.step) == "above-maximum", offer
        if most >= offer.least():
            assert offer.code(most) == "", offer
        elif most:
            assert offer.code(most) == "below-minimum", offer


@at_every_table
def test_the_maximum_is_the_largest_stake_that_the_words_allow(book: str, table: tuple[int, int, int]) -> None:
    for offer in offers(Game(rules_of(book), *table)):
        most = offer.most()
        assert offer.allows(most), offer
        assert not offer.allows(most + offer.step), offer


@at_every_table
def test_taken_at_the_minimum_and_refused_below_it(book: str, table: tuple[int, int, int]) -> None:
    for offer in offers(Game(rules_of(book), *table)):
        least, most = offer.least(), offer.most()
        if least > most:
            continue  # this table is too small for it
        assert offer.code(least) == "", offer
        below = least - offer.step
        if below <= 0:
            continue
        (rule,) = offer.spot.wager.minimum.at(offer.spot.wager.n, offer.point, 0)
        odds = offer.spot.payouts(offer.puck)
        proper = rule == "table unless exact" and all(
            below * ratio.num % (ratio.den * offer.game.chip) == 0 for ratio in odds
        )
        assert offer.code(below) == ("" if proper else "below-minimum"), offer


@at_every_table
def test_refused_in_anything_but_whole_chips_and_units(book: str, table: tuple[int, int, int]) -> None:
    for offer in offers(Game(rules_of(book), *table)):
        least = offer.least()
        if offer.game.chip > 1:
            assert offer.code(least + 1) == "not-chips", offer
        if offer.step > offer.game.chip:
            assert offer.code(least + offer.game.chip) == "not-units", offer
        assert offer.code(0) == offer.code(-least) == "no-amount", offer


@at_every_table
def test_the_rack_covers_stake_and_commission_to_the_cent(book: str, table: tuple[int, int, int]) -> None:
    for offer in offers(Game(rules_of(book), *table)):
        least = offer.least()
        made = offer.made(least)
        if isinstance(made, Refusal):
            continue  # this table is too small for it
        assert isinstance(offer.made(least, made.cost), Change), offer
        short = offer.made(least, made.cost - 1)
        assert isinstance(short, Refusal), offer
        assert short.code == "rack", offer


@pytest.mark.parametrize("book", shipped())
def test_every_wager_that_may_be_made_is_among_the_offers(book: str) -> None:
    rules = rules_of(book)
    offered = {offer.spot.key for offer in offers(Game(rules))}
    assert offered == {wager.key for wager in rules.book if wager.made.value != "never"}
    assert {"pass", "pass-odds", "come-odds-6", "place-6", "hard-8", "field", "horn"} <= offered
