"""Crapless craps: every number but 7 can be the point, and there is no don't side. The rest is as in `typical`."""

from tests.clauses.house import House, clause

BOOK = "crapless"

POINTS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
SEVEN = (3, 4)
TRUE_ODDS_ON_60 = {2: 360, 3: 180, 4: 120, 5: 90, 6: 72, 8: 72, 9: 90, 10: 120, 11: 180, 12: 360}


def pair(number: int) -> tuple[int, int]:
    """Two dice that make a total."""
    return number // 2, number - number // 2


# --- Points and pass


@clause("Points")
def test_points_every_number_but_7_becomes_the_point(house: House) -> None:
    for number in POINTS:
        a, b = pair(number)
        night = house.plays(f"Ann bets 10 on pass\nroll {a} {b}")
        assert (night.table.point, night.last.event) == (number, "established")
        assert night.layout() == {"pass": "10.00"}
    assert house.plays("Ann bets 10 on pass\nroll 3 4").table.point is None


@clause("Pass")
def test_pass_wins_on_a_come_out_7_and_nothing_beats_it_there(house: House) -> None:
    assert house.outcomes("pass") == {"win": "7"}


@clause("Pass")
def test_pass_is_decided_by_its_point_and_the_seven(house: House) -> None:
    for point in POINTS:
        assert house.outcomes("pass", point) == {"win": f"{point}", "lose": "7"}


@clause("Pass")
def test_pass_on_an_eleven_pays_only_when_the_eleven_comes_again(house: House) -> None:
    night = house.plays("Ann bets 10 on pass\nroll 5 6\nroll 6 6\nroll 6 5")
    assert (night.settled(), night.rack()) == ({"pass": ("win", "10.00")}, "10010.00")


@clause("Pass")
def test_pass_is_the_bet_a_shooter_needs(house: House) -> None:
    refusal = house.refuses("Ann bets 10 on field\nroll 3 3")
    assert (refusal.code, refusal.clause) == ("no-shooter", "Pass")
    assert house.plays("Bob bets 10 on pass\nroll 3 3").last.shooter == "Bob"


# --- Don't side


@clause("Don't side")
def test_dont_side_bets_are_not_offered(house: House) -> None:
    for wager in ("dont-pass", "dont-come", "dont-come-6", "dont-pass-odds", "dont-come-odds-6"):
        assert house.refuses(f"Ann bets 10 on pass\nAnn bets 10 on {wager}").code == "not-offered"


# --- Come


@clause("Come")
def test_come_wins_on_7_and_travels_to_every_other_number(house: House) -> None:
    for point in POINTS:
        travels = {f"move come-{number}": f"{number}" for number in POINTS}
        assert house.outcomes("come", point) == {"win": "7", **travels}


@clause("Come")
def test_come_bets_are_decided_by_their_own_number_and_the_seven(house: House) -> None:
    for number in POINTS:
        for point in (None, 2, 6):
            assert house.outcomes(f"come-{number}", point) == {"win": f"{number}", "lose": "7"}
        assert house.won(f"come-{number}", 10, pair(number)) == 10


# --- Odds


@clause("Odds")
def test_odds_are_one_to_five_times_the_flat_bet(house: House) -> None:
    for number, most in {2: 10, 3: 20, 4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30, 11: 20, 12: 10}.items():
        assert house.within("pass-odds", 5, most, number, flat=10)
        assert house.within(f"come-odds-{number}", 5, most, 6, flat=10)


@clause("Odds")
def test_odds_pay_six_three_two_three_to_two_and_six_to_five(house: House) -> None:
    for number, won in TRUE_ODDS_ON_60.items():
        assert house.won("pass-odds", 60, pair(number), number) == won
        assert house.won(f"come-odds-{number}", 60, pair(number), number) == won


@clause("Odds")
def test_odds_on_a_come_12_rest_on_the_come_out_unless_called_on(house: House) -> None:
    assert house.outcomes("come-odds-12") == {"return": "7 12"}
    assert house.outcomes("come-odds-12", call="on") == {"win": "12", "lose": "7"}


# --- Place


@clause("Place")
def test_place_pays_eleven_to_two_on_2_and_12_and_eleven_to_four_on_3_and_11(house: House) -> None:
    for number, won in {2: 330, 3: 165, 4: 108, 5: 84, 6: 70, 8: 70, 9: 84, 10: 108, 11: 165, 12: 330}.items():
        assert house.won(f"place-{number}", 60, pair(number), 6) == won


@clause("Place")
def test_place_bets_on_the_new_numbers_rest_on_the_come_out_and_stay_up(house: House) -> None:
    for number in (2, 3, 11, 12):
        assert house.outcomes(f"place-{number}") == {}
        assert house.outcomes(f"place-{number}", 6)["win"] == f"{number}"
        assert house.stays_up(f"place-{number}", 10, pair(number), 6)


@clause("Place")
def test_place_across_is_all_ten_numbers_without_the_point(house: House) -> None:
    night = house.plays("Ann bets 6 each on across")
    assert (night.layout(), night.rack()) == ({f"place-{number}": "6.00" for number in POINTS}, "9940.00")
    with_a_point = house.plays("Ann bets 10 on pass\nroll 1 1\nBob bets 6 each on across")
    assert with_a_point.layout("Bob") == {f"place-{number}": "6.00" for number in POINTS[1:]}


@clause("Place")
def test_place_inside_and_outside_are_as_usual(house: House) -> None:
    for group, numbers in (("inside", (5, 6, 8, 9)), ("outside", (4, 5, 9, 10))):
        assert house.plays(f"Ann bets 6 each on {group}").layout() == {f"place-{n}": "6.00" for n in numbers}


# --- Buy and lay


@clause("Buy and lay")
def test_buy_and_lay_pay_true_odds_on_all_ten_numbers(house: House) -> None:
    for number, won in TRUE_ODDS_ON_60.items():
        assert house.won(f"buy-{number}", 60, pair(number), number) == won
        assert house.won(f"lay-{number}", 60, SEVEN, number) == 3600 / won


@clause("Buy and lay")
def test_buy_and_lay_cost_a_twentieth_of_the_stake_and_of_the_win(house: House) -> None:
    assert [house.commission(f"buy-{number}", 120) for number in (2, 3, 11, 12)] == [6, 6, 6, 6]
    assert [house.commission(f"lay-{number}", 240) for number in (2, 3, 11, 12)] == [2, 4, 4, 2]


@clause("Buy and lay")
def test_buy_and_lay_a_lay_wins_at_most_the_table_maximum(house: House) -> None:
    assert house.within("lay-2", 5, 3000)
    assert house.within("lay-11", 5, 1500)


@clause("Points")
def test_points_the_7_is_the_only_natural(house: House) -> None:
    assert house.rules.book.puck is not None
    assert house.rules.book.puck.naturals.value == (7,)
