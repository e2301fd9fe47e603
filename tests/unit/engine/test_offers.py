"""Offers, worked out by hand."""

import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.base.money import parse_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Change, Position, place, take_down
from sevenout.engine.game import Game
from sevenout.engine.offers import Offer, offer, offers
from sevenout.rulebook.compiler.puck_machine import FRESH

NO_PUCK = str(Path(__file__).parents[3] / "examples" / "no-puck.toml")
COLLECTORS = str(Path(__file__).parents[3] / "examples" / "collectors.toml")


def cents(amount: str) -> int:
    return parse_amount(amount)


def up(game: Game, **stakes: str) -> Position:
    """A layout with these stakes; `come_6` is the wager come-6."""
    lying = sorted((game.rules.by_key[key.replace("_", "-")].first, cents(stake)) for key, stake in stakes.items())
    return Position(tuple(slot for slot, _ in lying), tuple(stake for _, stake in lying))


def amounts(one: Offer) -> tuple[int, int, int]:
    assert one.refusal is None, one.refusal
    assert (one.exact_below, one.exact_step) == (None, 0)
    return one.minimum, one.maximum, one.step


def refusal(one: Offer) -> Refusal:
    assert one.refusal is not None, one
    assert (one.minimum, one.maximum, one.step) == (0, 0, 0)
    return one.refusal


@pytest.fixture(name="catfish", scope="module")
def _catfish() -> Game:
    return Game.open("catfish-bend")


@pytest.fixture(name="typical", scope="module")
def _typical() -> Game:
    return Game.open("typical")


@pytest.fixture(name="sands", scope="module")
def _sands() -> Game:
    return Game.open("marina-bay-sands")


def test_catfish_takes_5_to_500_on_the_pass_line(catfish: Game) -> None:
    one = offer(catfish, EMPTY, FRESH, cents("1000"), "pass")
    assert (one.wager, one.title, one.held) == ("pass", "Pass Line", 0)
    assert amounts(one) == (500, 50_000, 100)


def test_catfish_with_200_on_pass_takes_1_to_300_more_the_point_on_or_not(catfish: Game) -> None:
    for puck in (FRESH, catfish.puck(6)):
        one = offer(catfish, up(catfish, **{"pass": "200"}), puck, cents("1000"), "pass")
        assert one.held == 20_000
        assert amounts(one) == (100, 30_000, 100)


def test_catfish_takes_no_pass_bet_once_a_point_is_on(catfish: Game) -> None:
    assert refusal(offer(catfish, EMPTY, catfish.puck(6), cents("1000"), "pass")).code == "not-now"


def test_catfish_odds_on_4_pay_2_to_1_so_every_amount_from_a_chip_is_exact(catfish: Game) -> None:
    one = offer(catfish, up(catfish, **{"pass": "10"}), catfish.puck(4), cents("1000"), "pass-odds")
    assert amounts(one) == (100, 10_000, 100)


def test_catfish_odds_on_5_pay_3_to_2_so_below_5_only_2_and_4_are_taken(catfish: Game) -> None:
    one = offer(catfish, up(catfish, **{"pass": "10"}), catfish.puck(5), cents("1000"), "pass-odds")
    assert (one.minimum, one.maximum, one.step) == (200, 10_000, 100)
    assert (one.exact_below, one.exact_step) == (500, 200)
    assert [amount for amount in range(0, 800, 100) if one.accepts(amount)] == [200, 400, 500, 600, 700]


def test_catfish_odds_that_the_rack_covers_only_below_the_minimum_come_in_exact_steps(catfish: Game) -> None:
    one = offer(catfish, up(catfish, **{"pass": "10"}), catfish.puck(5), cents("4"), "pass-odds")
    assert amounts(one) == (200, 400, 200)


def test_catfish_odds_of_2_on_5_are_raised_by_2_or_by_3_and_more(catfish: Game) -> None:
    position = up(catfish, **{"pass": "10", "pass_odds": "2"})
    one = offer(catfish, position, catfish.puck(5), cents("1000"), "pass-odds")
    assert (one.minimum, one.exact_below, one.maximum) == (200, 300, 9800)


def test_catfish_odds_go_by_the_500_that_an_unnoticed_pass_bet_of_800_counts_as(catfish: Game) -> None:
    made = place(catfish, EMPTY, FRESH, "pass", cents("800"), cents("1000"), unnoticed=True)
    assert isinstance(made, Change)
    assert offer(catfish, made.position, catfish.puck(6), cents("9000"), "pass-odds").maximum == cents("5000")
    over = refusal(offer(catfish, made.position, catfish.puck(6), cents("9000"), "pass"))
    assert (over.code, over.maximum) == ("above-maximum", 50_000)


def test_a_buy_bet_with_a_rack_of_52_is_at_most_50_for_it_costs_2_more(catfish: Game) -> None:
    assert amounts(offer(catfish, EMPTY, catfish.puck(6), cents("52"), "buy-4")) == (500, 5000, 100)
    assert amounts(offer(catfish, EMPTY, catfish.puck(6), cents("51"), "buy-4")) == (500, 4900, 100)


def test_a_buy_bet_of_5_needs_6_with_its_commission(catfish: Game) -> None:
    assert amounts(offer(catfish, EMPTY, catfish.puck(6), cents("6"), "buy-4")) == (500, 500, 100)
    assert refusal(offer(catfish, EMPTY, catfish.puck(6), cents("5"), "buy-4")) == Refusal(
        "rack", "Buy Bet 4 needs 6.00 and the rack holds 5.00", wager="buy-4", amount=500
    )


def test_sands_lay_on_4_wins_at_most_3000_so_6000_may_be_laid(sands: Game) -> None:
    assert amounts(offer(sands, EMPTY, FRESH, cents("10000"), "lay-4")) == (2500, 600_000, 100)
    assert amounts(offer(sands, EMPTY, FRESH, cents("10000"), "lay-6")) == (2500, 360_000, 100)


def test_sands_lay_on_4_with_a_rack_of_205_is_200_and_5_of_vigorish(sands: Game) -> None:
    assert offer(sands, EMPTY, FRESH, cents("205"), "lay-4").maximum == cents("200")


def test_sands_come_bet_on_its_number_may_be_added_to(sands: Game) -> None:
    one = offer(sands, up(sands, come_6="100"), sands.puck(4), cents("10000"), "come-6")
    assert amounts(one) == (100, 290_000, 100)


def test_typical_craps_2_wins_at_most_500_at_30_to_1_so_it_is_at_most_16(typical: Game) -> None:
    assert amounts(offer(typical, EMPTY, FRESH, cents("1000"), "craps-2")) == (100, 1600, 100)


def test_a_horn_comes_in_units_of_four_chips_and_each_part_keeps_its_limit(typical: Game, catfish: Game) -> None:
    assert amounts(offer(typical, EMPTY, FRESH, cents("1000"), "horn")) == (400, 6400, 400)
    assert amounts(offer(typical, EMPTY, FRESH, cents("1000"), "horn-high-2")) == (500, 4000, 500)
    assert amounts(offer(catfish, EMPTY, FRESH, cents("1000"), "horn")) == (400, 20_000, 400)
    assert amounts(offer(catfish, EMPTY, FRESH, cents("15"), "horn")) == (400, 1200, 400)


def test_a_house_that_pays_exactly_takes_6_to_300_on_place_6_in_sixes() -> None:
    game = Game.open(NO_PUCK)
    assert amounts(offer(game, EMPTY, FRESH, cents("1000"), "place-6")) == (600, 30_000, 600)
    assert amounts(offer(game, EMPTY, FRESH, cents("20"), "place-6")) == (600, 1800, 600)
    assert amounts(offer(game, EMPTY, FRESH, cents("1000"), "place-5")) == (500, 30_000, 500)


def test_odds_need_their_flat_bet_and_a_wager_at_its_limit_takes_nothing(typical: Game) -> None:
    assert refusal(offer(typical, EMPTY, typical.puck(6), cents("1000"), "pass-odds")).code == "no-flat"
    assert (
        refusal(offer(typical, up(typical, place_6="500"), typical.puck(6), cents("1000"), "place-6")).code
        == "above-maximum"
    )


def test_new_south_wales_a_dont_pass_bet_taken_down_is_locked() -> None:
    game = Game.open("new-south-wales")
    down = take_down(game, up(game, dont_pass="10"), FRESH, "dont-pass")
    assert isinstance(down, Change)
    assert refusal(offer(game, down.position, FRESH, cents("1000"), "dont-pass")).code == "locked"


def test_a_bet_that_has_gathered_a_number_takes_nothing_more() -> None:
    game = Game.open(COLLECTORS)
    small = game.rules.by_key["small"]
    assert amounts(offer(game, Position((small.first,), (500,)), FRESH, cents("1000"), "small")) == (100, 9500, 100)
    gathered = Position((small.first + 1,), (500,))
    assert refusal(offer(game, gathered, FRESH, cents("1000"), "small")).code == "contract"


def test_an_empty_rack_is_refused_the_smallest_bet_there_is(typical: Game) -> None:
    assert refusal(offer(typical, EMPTY, FRESH, 0, "pass")).reason == "Pass needs 5.00 and the rack holds 0.00"


def test_a_wager_that_the_house_does_not_know_is_refused_by_its_name(sands: Game) -> None:
    one = offer(sands, EMPTY, FRESH, cents("1000"), "hop-3-3")
    assert (one.wager, refusal(one).code) == ("hop-3-3", "not-offered")


def test_offers_are_those_of_every_wager_in_the_books_order(catfish: Game) -> None:
    found = offers(catfish, EMPTY, FRESH, cents("1000"))
    assert [one.wager for one in found] == [wager.key for wager in catfish.rules.book]
    assert found[0] == offer(catfish, EMPTY, FRESH, cents("1000"), "pass")


@pytest.mark.parametrize(
    "first", ["import sevenout.engine.offers", "sevenout.offer", "from sevenout.engine.offers import offers"]
)
def test_sevenout_offers_is_the_module_whatever_was_imported_before(first: str) -> None:
    code = f"import sevenout; {first}; print(sevenout.offers.offers.__name__, sevenout.offer.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "offers offer\n"
