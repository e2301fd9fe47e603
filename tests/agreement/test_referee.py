"""Facts about the referee itself, every figure worked out by hand from the clauses, told in dollars."""

import pytest

from tests.agreement.referee.houses import BOOKS, House
from tests.agreement.referee.referee import Referee

RACK = 10_000


def table(book: str, *seats: str) -> Referee:
    """A table of $5 to $500 in $1 chips, each seat with a rack of $10,000."""
    referee = Referee(book, 500, 50_000, 100)
    for name in seats or ("Ann",):
        assert referee.seat(name, RACK * 100) is None
    return referee


def amounts(told: str) -> dict[str, int]:
    """`pass 5, field 10` as cents by wager."""
    pairs = (entry.split() for entry in told.split(", ") if entry)
    return {wager: int(dollars) * 100 for wager, dollars in pairs}


def bets(referee: Referee, name: str, told: str) -> None:
    for wager, amount in amounts(told).items():
        refusal = referee.bet(name, wager, amount)
        assert refusal is None, (wager, refusal)


def roll(referee: Referee, a: int, b: int) -> set[str]:
    """What a roll decided, as `pass lose` or `field win 10`."""
    rows = referee.roll(a, b)
    assert not isinstance(rows, str), rows
    return {f"{wager} {result} {won // 100}" if won else f"{wager} {result}" for _, wager, _, result, won in rows}


def rows(told: str) -> set[str]:
    return set(told.split(", "))


def rack(referee: Referee, name: str = "Ann") -> int:
    """What the seat is ahead, not counting what is on the layout, in dollars."""
    return referee.racks[name] // 100 - RACK


def up(referee: Referee, name: str = "Ann") -> str:
    return ", ".join(f"{wager} {stake // 100}" for wager, stake in sorted(referee.layouts[name].items()))


@pytest.mark.parametrize("book", BOOKS[:5])
def test_come_out(book: str) -> None:
    for dice, expected in (
        ((3, 4), "pass win 10, dont-pass lose"),
        ((6, 5), "pass win 10, dont-pass lose"),
        ((2, 1), "pass lose, dont-pass win 10"),
    ):
        referee = table(book)
        bets(referee, "Ann", "pass 10, dont-pass 10")
        assert roll(referee, *dice) == rows(expected)
        assert (rack(referee), up(referee)) == (0, "")


@pytest.mark.parametrize("book", BOOKS[:5])
def test_bar(book: str) -> None:
    bars_two = book in ("new-south-wales", "typical-bar-2")
    referee = table(book)
    bets(referee, "Ann", "dont-pass 10")
    assert roll(referee, 1, 1) == rows("dont-pass push" if bars_two else "dont-pass win 10")
    bets(referee, "Ann", "dont-pass 10")
    assert roll(referee, 6, 6) == rows("dont-pass win 10" if bars_two else "dont-pass push")
    assert rack(referee) == 10


def test_point_made_pays_flat_and_odds() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 10")
    assert roll(referee, 4, 2) == set()
    assert referee.point == 6
    bets(referee, "Ann", "pass-odds 50")
    assert roll(referee, 5, 1) == rows("pass win 10, pass-odds win 60")
    assert rack(referee) == 70
    assert referee.point is None


def test_seven_out_pays_the_dont_side() -> None:
    referee = table("marina-bay-sands")
    bets(referee, "Ann", "dont-pass 10")
    roll(referee, 6, 3)
    assert referee.bet("Ann", "dont-pass-odds", 6100) == "over the maximum"  # 2/3 of $61 is more than 4 x $10
    bets(referee, "Ann", "dont-pass-odds 60")
    assert roll(referee, 3, 4) == rows("dont-pass win 10, dont-pass-odds win 40")


def test_come_bet_travels_while_the_old_one_is_paid() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5")
    roll(referee, 4, 4)
    bets(referee, "Ann", "come 10")
    roll(referee, 5, 4)
    bets(referee, "Ann", "come-odds-9 20, come 15")
    assert roll(referee, 6, 3) == rows("come-9 win 10, come-odds-9 win 30")
    assert up(referee) == "come-9 15, pass 5"
    assert roll(referee, 6, 1) == rows("pass lose, come-9 lose")


def test_dont_come_travels_and_wins_on_the_come_out_with_its_odds() -> None:
    referee = table("typical-bar-2")
    bets(referee, "Ann", "pass 5")
    roll(referee, 4, 4)
    bets(referee, "Ann", "dont-come 10")
    roll(referee, 5, 1)
    assert up(referee) == "dont-come-6 10, pass 5"
    bets(referee, "Ann", "dont-come-odds-6 60")  # wins $50, 5 x $10
    assert referee.bet("Ann", "dont-come-odds-6", 100) == "over the maximum"
    assert roll(referee, 6, 2) == rows("pass win 5")
    bets(referee, "Ann", "pass 5")
    assert roll(referee, 5, 2) == rows("pass win 5, dont-come-6 win 10, dont-come-odds-6 win 50")


def come_out_with_come_odds(book: str) -> Referee:
    """Puck off, a pass bet, and $20 of odds on a come bet of $10 on the 4."""
    referee = table(book)
    bets(referee, "Ann", "pass 10")
    roll(referee, 4, 4)
    bets(referee, "Ann", "come 10")
    roll(referee, 3, 1)
    bets(referee, "Ann", "come-odds-4 20")
    roll(referee, 5, 3)
    bets(referee, "Ann", "pass 10")
    return referee


def test_come_odds_on_the_come_out() -> None:
    for book in ("catfish-bend", "new-south-wales", "typical"):
        assert roll(come_out_with_come_odds(book), 2, 2) == rows("come-4 win 10, come-odds-4 return")
    assert roll(come_out_with_come_odds("marina-bay-sands"), 2, 2) == rows("come-4 win 10, come-odds-4 win 40")


def test_come_odds_called_on_for_the_come_out() -> None:
    for book, allowed in (("new-south-wales", True), ("typical", True), ("catfish-bend", False)):
        referee = come_out_with_come_odds(book)
        assert (referee.call("Ann", "come-odds-4", True) is None) == allowed
        assert roll(referee, 3, 4) == rows(f"pass win 10, come-4 lose, come-odds-4 {'lose' if allowed else 'return'}")
    assert come_out_with_come_odds("marina-bay-sands").call("Ann", "come-odds-4", False) is not None


def test_place_stays_up_and_buy_comes_down() -> None:
    referee = table("typical")
    bets(referee, "Ann", "pass 5")
    roll(referee, 4, 4)
    bets(referee, "Ann", "place-6 12, buy-4 20")
    assert rack(referee) == -5 - 12 - 20 - 1
    assert roll(referee, 5, 1) == rows("place-6 win 14")
    assert roll(referee, 2, 2) == rows("buy-4 win 40")
    assert up(referee) == "pass 5, place-6 12"
    assert rack(referee) == -5 - 12 - 1 + 14 + 40


def test_rounding_up_in_new_south_wales_and_down_elsewhere() -> None:
    for book, won in (("new-south-wales", 6), ("catfish-bend", 5)):
        referee = table(book)
        bets(referee, "Ann", "pass 5")
        roll(referee, 4, 4)
        bets(referee, "Ann", "place-6 5")  # 7:6 on $5 is $5.83
        assert roll(referee, 3, 3) == rows(f"place-6 win {won}")


def test_wagers_against_a_number_work_on_the_come_out() -> None:
    referee = table("new-south-wales")
    bets(referee, "Ann", "pass 5, place-lose-4 11, place-lose-5 8, place-lose-8 5, lay-6 12, big-6 5")
    expected = "pass win 5, place-lose-4 win 5, place-lose-5 win 5, place-lose-8 win 4, lay-6 win 10, big-6 lose"
    assert roll(referee, 3, 4) == rows(expected)
    assert up(referee) == ""


def test_one_roll_wagers_on_a_two() -> None:
    referee = table("new-south-wales")
    bets(referee, "Ann", "pass 5, field 5, any-craps 5, craps-2 5, c-and-e 5, any-7 5, eleven 5")
    bets(referee, "Ann", "horn 8, horn-high-2 10, horn-high-3 10")
    # Units of $2: the horn 30 - 3, high on the 2 2 x 30 - 3, high on the 3 30 - 4.
    assert roll(referee, 1, 1) == rows(
        "pass lose, field win 10, any-craps win 35, craps-2 win 150, c-and-e win 15, any-7 lose, eleven lose, "
        "horn win 54, horn-high-2 win 114, horn-high-3 win 52"
    )
    assert up(referee) == ""


def test_one_roll_wagers_on_an_eleven() -> None:
    referee = table("marina-bay-sands")
    bets(referee, "Ann", "pass 5, field 5, c-and-e 5, eleven 5, horn 8, horn-high-11 10, horn-high-12 10")
    # Units of $2: the horn 15 - 3, high on the 11 2 x 15 - 3, high on the 12 15 - 4.
    assert roll(referee, 5, 6) == rows(
        "pass win 5, field win 5, c-and-e win 35, eleven win 75, horn win 24, horn-high-11 win 54, horn-high-12 win 22"
    )


def test_catfish_composites_and_hops() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5, hi-lo 2, three-way 3, hop-5-1 1, hop-3-3 1")
    assert roll(referee, 6, 6) == rows("pass lose, hi-lo win 29, three-way win 28, hop-5-1 lose, hop-3-3 lose")
    bets(referee, "Ann", "pass 5")
    assert "hop-5-1 win 15" in roll(referee, 1, 5)
    assert "hop-3-3 win 30" in roll(referee, 3, 3)
    assert referee.bet("Ann", "hop-6-5", 100) == "not offered"
    assert referee.bet("Ann", "hop-1-3", 100) == "not offered"


def test_hardways_on_the_come_out() -> None:
    catfish, typical = table("catfish-bend"), table("typical")
    for referee in (catfish, typical):
        bets(referee, "Ann", "pass 5, hard-6 5, hard-4 5")
    assert roll(catfish, 3, 3) == rows("hard-6 win 45")
    assert up(catfish) == "hard-4 5, hard-6 5, pass 5"
    assert roll(catfish, 3, 1) == rows("hard-4 lose")
    assert roll(typical, 3, 3) == set()
    assert roll(typical, 2, 2) == rows("hard-4 win 35")
    assert roll(typical, 6, 1) == rows("pass lose, hard-6 lose, hard-4 lose")


@pytest.mark.parametrize(
    ("book", "wager", "point", "largest"),
    [
        ("catfish-bend", "pass-odds", 4, 100),
        ("catfish-bend", "dont-pass-odds", 4, 200),
        ("catfish-bend", "dont-pass-odds", 5, 150),
        ("catfish-bend", "dont-pass-odds", 6, 120),
        ("new-south-wales", "pass-odds", 6, 20),
        ("new-south-wales", "dont-pass-odds", 6, 24),
        ("marina-bay-sands", "pass-odds", 5, 40),
        ("typical", "dont-pass-odds", 4, 60),
        ("typical-bar-2", "dont-pass-odds", 8, 60),
        ("crapless", "pass-odds", 2, 10),
        ("crapless", "pass-odds", 11, 20),
    ],
)
def test_odds_caps_on_ten_dollars(book: str, wager: str, point: int, largest: int) -> None:
    house = House(book, 500, 50_000, 100)
    assert house.largest(house.offers[wager], point, 1000) == largest * 100


@pytest.mark.parametrize(
    ("book", "told"),
    [
        ("catfish-bend", "pass 500, place-8 600, place-9 500, hard-4 200, any-7 400, any-craps 300, hop-6-4 300"),
        ("catfish-bend", "craps-2 50, craps-3 100, horn 200, horn-high-12 125, horn-high-11 250, three-way 150"),
        ("catfish-bend", "hi-lo 100, lay-4 600, buy-6 500, field 500"),
        ("new-south-wales", "pass 300, lay-5 450, horn 300, c-and-e 300, place-lose-4 300"),
        ("marina-bay-sands", "come-6 300, lay-6 360, craps-2 300"),
        ("typical", "field 150, hard-6 300, any-7 75, any-craps 42, craps-3 20, craps-2 10"),
        ("typical", "horn 40, horn-high-2 25, horn-high-3 50"),
        ("crapless", "lay-12 1800, lay-3 900, place-2 300"),
    ],
)
def test_largest_stake_at_a_table_of_three_hundred(book: str, told: str) -> None:
    house = House(book, 500, 30_000, 100)
    for wager, largest in amounts(told).items():
        assert house.largest(house.offers[wager], 0, 0) == largest, wager


def test_minimum() -> None:
    catfish, marina, typical = table("catfish-bend"), table("marina-bay-sands"), table("typical")
    assert catfish.bet("Ann", "field", 100) is None
    assert catfish.bet("Ann", "hard-4", 100) == "under the minimum"
    assert typical.bet("Ann", "eleven", 100) is None
    assert marina.bet("Ann", "eleven", 100) == "under the minimum"
    assert marina.bet("Ann", "horn", 400) == "under the minimum"
    assert marina.bet("Ann", "horn", 600) == "not in whole units"
    assert typical.bet("Ann", "pass", 550) == "not an amount in chips"


def test_catfish_odds_below_the_minimum_must_pay_exactly() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5, dont-pass 5")
    roll(referee, 6, 3)
    assert referee.bet("Ann", "pass-odds", 300) == "under the minimum"  # 3:2 on $3 is $4.50
    assert referee.bet("Ann", "pass-odds", 200) is None
    assert referee.bet("Ann", "dont-pass-odds", 400) == "under the minimum"  # 2:3 on $4 is $2.67
    assert referee.bet("Ann", "dont-pass-odds", 300) is None


def test_unnoticed_bet_plays_as_the_maximum() -> None:
    referee = table("catfish-bend")
    assert referee.bet("Ann", "pass", 60_000) == "over the maximum"
    assert referee.bet("Ann", "pass", 60_000, unnoticed=True) is None
    roll(referee, 3, 3)
    assert referee.bet("Ann", "pass-odds", 500_100) == "over the maximum"  # 10 x $500, not 10 x $600
    assert referee.bet("Ann", "place-4", 70_000, unnoticed=True) is None
    assert roll(referee, 3, 1) == rows("place-4 win 900")
    assert up(referee) == "pass 600, place-4 500"
    assert rack(referee) == -600 - 500 + 900
    roll(referee, 3, 4)
    assert rack(referee) == -500 - 500 + 900
    assert table("typical").bet("Ann", "pass", 60_000, unnoticed=True) is not None


def test_unnoticed_buy_pays_the_commission_of_the_maximum() -> None:
    referee = table("catfish-bend")
    assert referee.bet("Ann", "pass", 1_000) is None
    roll(referee, 4, 2)
    assert referee.bet("Ann", "buy-4", 70_000, unnoticed=True) is None
    assert rack(referee) == -10 - 700 - 35
    roll(referee, 3, 4)
    assert rack(referee) == -10 - 500 - 25


def test_commission() -> None:
    house = House("catfish-bend", 500, 50_000, 100)
    assert house.commission(house.offers["buy-4"], 500) == 100  # 25 cents, but at least a chip
    assert house.commission(house.offers["buy-4"], 5900) == 200  # $2.95 down to $2
    assert house.commission(house.offers["lay-4"], 8000) == 200  # 5% of $40
    south = House("new-south-wales", 500, 50_000, 100)
    # 5:6 on $47 is $39.17, paid as $40 in New South Wales, as $39 elsewhere.
    assert south.commission(south.offers["lay-6"], 4700) == 200
    assert house.commission(house.offers["lay-6"], 4700) == 100


def test_commission_comes_back_only_at_catfish_bend() -> None:
    for book, reduced, down in (("catfish-bend", -63, 0), ("new-south-wales", -65, -5)):
        referee = table(book)
        bets(referee, "Ann", "buy-10 40")
        bets(referee, "Ann", "buy-10 60")
        assert rack(referee) == -105
        assert referee.reduce("Ann", "buy-10", 4000) is None
        assert rack(referee) == reduced
        assert referee.take_down("Ann", "buy") is None
        assert rack(referee) == down


def test_the_rack_must_cover_the_commission() -> None:
    referee = Referee("typical", 500, 50_000, 100)
    referee.seat("Eve", 2000)
    assert referee.bet("Eve", "buy-4", 2000) == "the rack does not cover it"
    assert referee.bet_each("Eve", "inside", 600) == "the rack does not cover it"
    assert referee.racks["Eve"] == 2000
    assert referee.bet("Eve", "buy-4", 1900) is None
    assert referee.racks["Eve"] == 0


def test_pass_may_come_down_before_its_point_only() -> None:
    for book, allowed in (("catfish-bend", True), ("new-south-wales", True), ("marina-bay-sands", False)):
        referee = table(book)
        bets(referee, "Ann", "pass 10")
        assert (referee.reduce("Ann", "pass", 500) is None) == allowed
        roll(referee, 4, 4)
        assert referee.take_down("Ann", "pass") is not None
        assert referee.reduce("Ann", "pass", 500) is not None
        assert (referee.bet("Ann", "pass", 500) is None) == (book != "new-south-wales")


def test_come_point_grows_at_marina_bay_only() -> None:
    for book, allowed in (("marina-bay-sands", True), ("catfish-bend", False), ("typical", False)):
        referee = table(book)
        bets(referee, "Ann", "pass 5")
        roll(referee, 4, 4)
        bets(referee, "Ann", "come 5")
        roll(referee, 3, 3)
        assert (referee.bet("Ann", "come-6", 500) is None) == allowed
        assert referee.bet("Ann", "come-5", 500) is not None
        assert referee.take_down("Ann", "come-6") is not None


def test_reducing_a_dont_bet_trims_its_odds() -> None:
    referee = table("new-south-wales")
    bets(referee, "Ann", "dont-pass 20")
    roll(referee, 5, 1)
    bets(referee, "Ann", "dont-pass-odds 48")
    assert referee.reduce("Ann", "dont-pass", 1300) is None
    assert up(referee) == "dont-pass 7, dont-pass-odds 16"  # 2.4 x $7 is $16.80
    assert referee.take_down("Ann", "dont-pass") is None
    assert (rack(referee), up(referee)) == (0, "")


def test_new_south_wales_lock() -> None:
    referee = table("new-south-wales", "Ann", "Bob")
    bets(referee, "Bob", "pass 5")
    bets(referee, "Ann", "dont-pass 10")
    assert referee.reduce("Ann", "dont-pass", 500) is None
    assert referee.bet("Ann", "dont-pass", 500) == "may not be replaced or increased"
    roll(referee, 2, 2)
    bets(referee, "Ann", "dont-come 5")
    assert referee.take_down("Ann", "dont-come") is None
    assert referee.bet("Ann", "dont-come", 500) == "may not be replaced or increased"
    roll(referee, 5, 5)
    bets(referee, "Ann", "dont-come 5")
    roll(referee, 3, 1)
    assert referee.bet("Ann", "dont-pass", 500) is None


def test_calls() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5, place-6 6, buy-4 10, hard-8 5, lay-10 20")
    assert referee.call("Ann", "place", True) is None
    assert referee.call("Ann", "hard", False) is None
    assert referee.call("Ann", "lay-10", True) is not None
    assert roll(referee, 4, 2) == rows("place-6 win 7")
    assert roll(referee, 5, 3) == set()  # the hard 8 is still off
    before = rack(referee)
    assert referee.call("Ann", "all", False) is None
    assert up(referee) == "buy-4 10, hard-8 5, pass 5, place-6 6"
    assert rack(referee) == before + 20 + 1
    assert referee.call("Ann", "pass", False) is not None
    assert roll(referee, 3, 4) == rows("pass lose")


def test_marina_lay_called_off_does_not_work() -> None:
    referee = table("marina-bay-sands")
    bets(referee, "Ann", "pass 5, lay-10 20")
    assert referee.call("Ann", "lay-10", False) is None
    assert roll(referee, 5, 5) == set()
    assert referee.call("Ann", "all", True) is None
    assert roll(referee, 4, 3) == rows("pass lose, lay-10 win 10")


def test_losing_propositions_are_made_good() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5, eleven 2, any-7 5, hard-6 5")
    roll(referee, 4, 1)  # all one-roll wagers lose, nothing wins
    assert up(referee) == "hard-6 5, pass 5"
    bets(referee, "Ann", "eleven 2, any-7 5")
    before = rack(referee)
    assert roll(referee, 6, 5) == rows("eleven win 30, any-7 lose")
    assert rack(referee) == before + 25
    assert up(referee) == "any-7 5, eleven 2, hard-6 5, pass 5"


def test_losing_propositions_beyond_the_winnings_come_down() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5, any-7 5, hard-6 25, any-craps 5")
    assert roll(referee, 6, 1) == rows("pass win 5, any-7 win 20, hard-6 lose, any-craps lose")
    assert up(referee) == "any-7 5"


def test_winnings_equal_to_the_losers_cover_them() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5, any-7 5, hard-6 20")
    roll(referee, 6, 1)
    assert up(referee) == "any-7 5, hard-6 20"
    assert rack(referee) == 5 - 5 - 20


def test_props_down() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5, eleven 2, any-7 5, hard-6 5")
    assert referee.props("Ann", False) is None
    roll(referee, 6, 5)
    assert up(referee) == "hard-6 5"
    assert rack(referee) == 5 + 30 - 5 - 5
    assert table("typical").props("Ann", False) is not None


def test_parlay_and_press() -> None:
    referee = table("typical")
    bets(referee, "Ann", "pass 5, field 5")
    roll(referee, 5, 4)
    assert referee.parlay("Ann", "field") is None
    assert referee.layouts["Ann"]["field"] == 1000
    assert referee.parlay("Ann", "field") is not None
    bets(referee, "Ann", "place-6 6")
    roll(referee, 5, 1)
    assert referee.parlay("Ann", "place-6") is None
    assert up(referee) == "pass 5, place-6 13"
    assert referee.press("Ann", "place-6", None) is None
    assert referee.press("Ann", "place-6", 400) is None
    assert up(referee) == "pass 5, place-6 30"
    assert referee.press("Ann", "place-8", None) == "not up"


def test_each_bets_are_all_or_nothing() -> None:
    referee = table("typical")
    bets(referee, "Ann", "pass 5")
    roll(referee, 5, 1)
    bets(referee, "Ann", "place-9 499")
    assert referee.bet_each("Ann", "inside", 500) == "over the maximum"
    assert up(referee) == "pass 5, place-9 499"
    assert referee.take_down("Ann", "place") is None
    assert referee.bet_each("Ann", "across", 600) is None
    assert up(referee) == "pass 5, place-10 6, place-4 6, place-5 6, place-8 6, place-9 6"


def test_tokes() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5")
    assert referee.toke("Ann", 300, None) is None
    assert referee.toke("Ann", 500, "hard-8") is None
    assert referee.toke("Ann", 100, "eleven") is None
    assert referee.roll(4, 4) == [("crew", "hard-8", 500, "win", 4500), ("crew", "eleven", 100, "lose", 0)]
    assert referee.toke_box == 300 + 5000
    assert referee.crew == {}
    assert rack(referee) == -14
    assert referee.toke("Ann", 500, "pass") is not None  # the crew has no pass bet to add to


def test_the_shooter_needs_a_line_bet() -> None:
    referee = table("typical", "Ann", "Bob", "Cy")
    assert referee.shooter() is None
    assert referee.roll(3, 4) == "nobody may throw"
    bets(referee, "Bob", "dont-pass 5")
    assert referee.shooter() == "Bob"
    bets(referee, "Ann", "pass 5")
    assert referee.shooter() == "Ann"
    assert referee.declines("Ann") is None
    roll(referee, 2, 2)
    assert referee.take_down("Bob", "dont-pass") is None
    assert referee.shooter() == "Ann"  # the next line bettor finishes the point
    assert referee.passes("Bob") is not None
    assert referee.passes("Ann") is not None  # and nobody else has one
    assert table_with_one_dont_taken_down().shooter() == "Ann"


def table_with_one_dont_taken_down() -> Referee:
    referee = table("typical", "Ann", "Bob")
    bets(referee, "Ann", "dont-pass 5")
    roll(referee, 2, 2)
    assert referee.take_down("Ann", "dont-pass") is None
    return referee


def test_seven_out_moves_the_dice() -> None:
    referee = table("catfish-bend", "Ann", "Bob", "Cy")
    bets(referee, "Ann", "pass 5")
    roll(referee, 2, 2)
    roll(referee, 3, 4)
    bets(referee, "Ann", "pass 5")
    assert referee.shooter() == "Ann"  # all others scanned first
    bets(referee, "Cy", "pass 5")
    assert referee.shooter() == "Cy"


def test_who_finishes_a_point_at_catfish_bend_shoots_his_own_hand() -> None:
    for book, next_up in (("catfish-bend", "Bob"), ("typical", "Cy")):
        referee = table(book, "Ann", "Bob", "Cy")
        for name in ("Ann", "Bob", "Cy"):
            bets(referee, name, "pass 5")
        roll(referee, 2, 2)
        assert referee.passes("Bob") is not None
        assert referee.passes("Ann") is None
        roll(referee, 3, 4)
        for name in ("Ann", "Bob", "Cy"):
            bets(referee, name, "pass 5")
        assert referee.shooter() == next_up


@pytest.mark.parametrize(
    ("book", "plain", "confirmed", "removed"),
    [
        ("catfish-bend", False, False, False),
        ("typical", False, False, True),
        ("new-south-wales", False, True, False),
        ("marina-bay-sands", True, True, True),
    ],
)
def test_after_the_throw(book: str, plain: bool, confirmed: bool, removed: bool) -> None:
    referee = table(book)
    assert referee.throw() is not None
    bets(referee, "Ann", "pass 5, field 5")
    assert referee.throw() is None
    assert referee.throw() is not None
    assert (referee.bet("Ann", "field", 500) is None) == plain
    assert (referee.bet("Ann", "field", 500, confirmed=("dealer", "boxperson")) is None) == confirmed
    assert (referee.bet("Ann", "field", 500, confirmed=("dealer",)) is None) == plain
    assert (referee.take_down("Ann", "field") is None) == removed
    assert referee.toke("Ann", 100, None) is None
    assert referee.passes("Ann") is not None
    assert referee.no_roll() == "no such ground"
    assert referee.no_roll("on the rails") is None
    assert referee.bet("Ann", "any-7", 500) is None


def test_crapless() -> None:
    referee = table("crapless")
    assert referee.bet("Ann", "dont-pass", 500) == "not offered"
    bets(referee, "Ann", "pass 5")
    roll(referee, 1, 1)
    assert referee.point == 2
    bets(referee, "Ann", "pass-odds 5, come 5, place-3 8, buy-12 10, lay-11 30")
    assert roll(referee, 6, 5) == rows("lay-11 lose")
    assert referee.layouts["Ann"]["come-11"] == 500
    assert roll(referee, 2, 1) == rows("place-3 win 22")
    assert roll(referee, 6, 6) == rows("buy-12 win 60")
    assert roll(referee, 1, 1) == rows("pass win 5, pass-odds win 30")


@pytest.mark.parametrize("book", ["catfish-bend", "new-south-wales", "typical"])
def test_called_bets_are_refused(book: str) -> None:
    referee = table(book)
    assert referee.bet("Ann", "field", 500, called=True, confirmed=("dealer", "boxperson")) is not None
    assert referee.bet_each("Ann", "inside", 600, called=True, confirmed=("stickperson",)) is not None
    assert rack(referee) == 0


def test_called_bets_at_marina_bay_take_the_word_of_one() -> None:
    referee = table("marina-bay-sands")
    assert referee.bet("Ann", "field", 500, called=True) == "nobody confirmed the call"
    assert referee.bet("Ann", "field", 500, called=True, confirmed=("supervisor",)) == "nobody confirmed the call"
    for who in ("boxperson", "stickperson", "dealer"):
        assert referee.bet("Ann", "field", 500, called=True, confirmed=(who,)) is None
    assert up(referee) == "field 15"


def test_accepting_the_dice() -> None:
    referee = table("typical", "Ann", "Bob", "Cy")
    bets(referee, "Bob", "pass 5")
    bets(referee, "Cy", "pass 5")
    assert referee.accepts("Ann") == "no line bet"
    assert referee.accepts("Cy") == "the dice are not offered to him"
    assert referee.accepts("Bob") is None
    bets(referee, "Ann", "pass 5")
    assert referee.shooter() == "Bob"
    assert referee.declines("Bob") is None
    assert referee.accepts("Cy") is None
    assert referee.accepts("Bob") == "the dice are not offered to him"
    roll(referee, 2, 2)
    assert referee.accepts("Cy") == "the puck is on"


def test_buying_in_and_leaving() -> None:
    referee = table("catfish-bend", "Ann", "Bob")
    assert referee.buy_in("Ann", 150) is not None
    assert referee.buy_in("Ann", 10_000) is None
    bets(referee, "Ann", "pass 5, buy-4 20")
    bets(referee, "Bob", "pass 5")
    roll(referee, 2, 2)
    assert referee.leaves("Ann") == "a contract bet keeps him here"
    roll(referee, 3, 1)
    assert referee.leaves("Ann") == (RACK + 100 + 5 + 40 - 1) * 100  # the four won 40 and cost a dollar
    assert list(referee.racks) == ["Bob"]


def test_the_dice_of_who_leaves() -> None:
    for book, next_up in (("catfish-bend", "Cy"), ("typical", "Bob")):
        referee = table(book, "Ann", "Bob", "Cy")
        bets(referee, "Ann", "dont-pass 5")
        bets(referee, "Cy", "pass 5")
        roll(referee, 2, 2)
        assert referee.leaves("Ann") == RACK * 100
        assert referee.shooter() == "Cy"
        roll(referee, 3, 4)
        bets(referee, "Bob", "pass 5")
        bets(referee, "Cy", "pass 5")
        assert referee.shooter() == next_up
    referee = table("typical", "Ann", "Bob", "Cy")
    for name in ("Ann", "Bob", "Cy"):
        bets(referee, name, "dont-pass 5")
    assert referee.passes("Ann") is None
    assert referee.leaves("Bob") == RACK * 100
    assert referee.shooter() == "Cy"


def test_overruling_a_no_roll() -> None:
    referee = table("catfish-bend")
    bets(referee, "Ann", "pass 5")
    assert referee.overrules(6, 1) == "no throw was called off just now"
    assert referee.no_roll("off the table") is None
    assert referee.overrules(6, 1) == "such a throw never counts"
    assert referee.no_roll("cocked die") is None
    assert referee.bet("Ann", "come", 500) is not None  # refused: the call may still be overruled
    assert referee.overrules(6, 1) == [("Ann", "pass", 500, "win", 500)]
    bets(referee, "Ann", "pass 5")
    assert referee.no_roll("cocked die") is None
    bets(referee, "Ann", "field 5")
    assert referee.overrules(6, 1) == "no throw was called off just now"
    marina, typical = table("marina-bay-sands"), table("typical")
    for other, said in ((marina, "one die on top of the other"), (typical, "only one die was thrown")):
        bets(other, "Ann", "pass 5")
        assert other.no_roll(said) is None
        assert other.overrules(6, 1) == "such a throw never counts"
