"""New South Wales, rule 6, clause by clause."""

from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Change
from tests.clauses.house import House, clause

BOOK = "new-south-wales"

POINTS = (4, 5, 6, 8, 9, 10)
EASY = {4: (1, 3), 5: (1, 4), 6: (1, 5), 8: (2, 6), 9: (3, 6), 10: (4, 6)}
HARD = {4: (2, 2), 6: (3, 3), 8: (4, 4), 10: (5, 5)}
SEVEN = (3, 4)
MAY_BE_CALLED = (
    *("wrong-shooter", "not-together", "on-the-bank", "in-the-bowl", "on-the-rail", "too-many-dice", "no-tumble"),
    *("no-line-bet", "cocked", "outside-the-layout", "stopped", "picked-up", "short-of-the-wall", "short-of-half-way"),
)


def other(n: int) -> int:
    """A point that is not n."""
    return 9 if n == 5 else 5


def on_its_number(house: House, family: str, stake: float) -> dict[int, float]:
    """What a stake wins on each number, when that number rolls with another point on."""
    return {n: house.won(f"{family}-{n}", stake, EASY[n], other(n)) for n in POINTS}


def on_a_seven(house: House, family: str, stake: float) -> dict[int, float]:
    """What a stake against each number wins on a 7."""
    return {n: house.won(f"{family}-{n}", stake, SEVEN, other(n)) for n in POINTS}


def by_number(four_ten: float, five_nine: float, six_eight: float) -> dict[int, float]:
    return {4: four_ten, 5: five_nine, 6: six_eight, 8: six_eight, 9: five_nine, 10: four_ten}


def always_open(house: House, *wagers: str, amount: float = 20) -> bool:
    """Whether wagers may be made with the puck off and on."""
    return all(house.takes(wager, amount, point) for wager in wagers for point in (None, 4, 9))


def one_roll(house: House, wager: str, win: str, lose: str) -> bool:
    """Whether every roll decides a wager, on the come-out as with a point on."""
    return all(house.outcomes(wager, point) == {"win": win, "lose": lose} for point in (None, 4, 9))


def refusal(house: House, text: str) -> tuple[str, str]:
    """Why the last line is refused: code and clause."""
    refused = house.refuses(text)
    return refused.code, refused.clause


def denial(answer: Change | Refusal) -> tuple[str, str]:
    assert isinstance(answer, Refusal), answer
    return answer.code, answer.clause


# --- 6.1 the wagers there are


@clause("6.1")
def test_6_1_these_wagers_and_no_others(house: House) -> None:
    flats = {"pass", "dont-pass", "come", "dont-come", "pass-odds", "dont-pass-odds", "big-6", "big-8", "field"}
    families = ("come", "dont-come", "come-odds", "dont-come-odds", "place", "place-lose", "buy", "lay")
    on_points = {f"{family}-{n}" for family in families for n in POINTS}
    hard = {"hard-4", "hard-6", "hard-8", "hard-10"}
    one = {"any-7", "any-craps", "craps-2", "craps-3", "craps-12", "eleven", "c-and-e", "horn"}
    high = {"horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12"}
    assert set(house.rules.by_key) == flats | on_points | hard | one | high
    for missing in ("hop-3-1", "hi-lo", "three-way"):
        assert house.refuses(f"Ann bets 6 on {missing}").code == "not-offered"


@clause("6.1")
def test_6_1_a_losing_proposition_is_not_made_good_by_a_winning_one(house: House) -> None:
    night = house.plays("""
        Ann bets 5 on pass
        Ann bets 5 on eleven
        Ann bets 5 on any-craps
        roll 5 6
    """)
    assert night.settled() == {"pass": ("win", "5.00"), "eleven": ("win", "75.00"), "any-craps": ("lose", "0.00")}
    assert (night.rack(), night.layout()) == ("10075.00", {})


@clause("6.1")
def test_6_1_no_propositions_down_and_no_unnoticed_wager(house: House) -> None:
    assert refusal(house, "Ann calls props down") == ("not-here", "6.1")
    assert refusal(house, "Ann bets 600 on pass unnoticed") == ("not-here", "6.1")


# --- 6.1.1 Win Line


@clause("6.1.1")
def test_6_1_1_the_win_line_is_made_and_grows_only_before_the_come_out(house: House) -> None:
    assert house.takes("pass", 10)
    assert denial(house.offers("pass", 10, 6)) == ("not-now", "6.1.1")
    assert house.plays("Ann bets 10 on pass\nAnn bets 5 on pass").layout() == {"pass": "15.00"}
    assert refusal(house, "Ann bets 10 on pass\nroll 2 4\nAnn bets 5 on pass") == ("not-now", "6.1.1")


@clause("6.1.1")
def test_6_1_1_the_win_line_pays_even_money(house: House) -> None:
    assert house.won("pass", 15, (5, 6)) == 15
    assert house.won("pass", 15, (4, 6), 10) == 15


@clause("6.1.1", "6.1.1.1", "6.1.1.1.1", "6.1.1.2", "6.1.1.2.1")
def test_6_1_1_the_win_line_on_the_come_out(house: House) -> None:
    assert house.outcomes("pass") == {"win": "7 11", "lose": "2 3 12"}


@clause("6.1.1", "6.1.1.1.2", "6.1.1.2.2")
def test_6_1_1_the_win_line_with_a_point_on(house: House) -> None:
    for n in POINTS:
        assert house.outcomes("pass", n) == {"win": str(n), "lose": "7"}


@clause("6.1.1.1.2")
def test_6_1_1_1_2_six_totals_become_the_point_until_thrown_again(house: House) -> None:
    for n in POINTS:
        night = house.plays(f"Ann bets 5 on pass\nroll {EASY[n][0]} {EASY[n][1]}")
        assert (night.table.point, night.last.event) == (n, "established")
    for roll in ("1 1", "1 2", "3 4", "5 6", "6 6"):
        assert house.plays(f"Ann bets 5 on pass\nroll {roll}").table.point is None
    night = house.plays("Ann bets 5 on pass\nroll 2 4\nroll 5 5\nroll 3 3")
    assert (night.last.event, night.table.point, night.rack()) == ("made", None, "10005.00")


@clause("6.1.1.2.2")
def test_6_1_1_2_2_a_7_takes_the_puck_off(house: House) -> None:
    night = house.plays("Ann bets 5 on pass\nroll 2 4\nroll 5 6\nroll 3 4")
    assert (night.last.event, night.table.point, night.rack()) == ("seven-out", None, "9995.00")


# --- 6.1.2 Don't Win


@clause("6.1.2")
def test_6_1_2_dont_win_is_made_and_grows_only_before_the_come_out(house: House) -> None:
    assert house.takes("dont-pass", 10)
    assert denial(house.offers("dont-pass", 10, 6)) == ("not-now", "6.1.2")
    assert house.plays("Ann bets 10 on dont-pass\nAnn bets 5 on dont-pass").layout() == {"dont-pass": "15.00"}
    assert refusal(house, "Ann bets 10 on dont-pass\nroll 2 4\nAnn bets 5 on dont-pass") == ("not-now", "6.1.2")


@clause("6.1.2")
def test_6_1_2_dont_win_pays_even_money(house: House) -> None:
    assert house.won("dont-pass", 15, (6, 6)) == 15
    assert house.won("dont-pass", 15, SEVEN, 4) == 15


@clause("6.1.2", "6.1.2.1", "6.1.2.1.1", "6.1.2.2", "6.1.2.2.1", "6.1.2.3")
def test_6_1_2_dont_win_on_the_come_out(house: House) -> None:
    assert house.outcomes("dont-pass") == {"win": "3 12", "lose": "7 11", "push": "2"}


@clause("6.1.2", "6.1.2.1.2", "6.1.2.2.2")
def test_6_1_2_dont_win_with_a_point_on(house: House) -> None:
    for n in POINTS:
        assert house.outcomes("dont-pass", n) == {"win": "7", "lose": str(n)}


@clause("6.1.2.3")
def test_6_1_2_3_a_come_out_2_gives_dont_win_back(house: House) -> None:
    night = house.plays("Ann bets 10 on dont-pass\nroll 1 1")
    assert night.settled() == {"dont-pass": ("push", "0.00")}
    assert (night.rack(), night.layout()) == ("10000.00", {})


# --- 6.1.3 Come


@clause("6.1.3")
def test_6_1_3_come_is_made_after_the_come_out_roll_and_never_on_a_number(house: House) -> None:
    assert house.takes("come", 10, 6)
    assert denial(house.offers("come", 10)) == ("not-now", "6.1.3")
    assert denial(house.offers("come-6", 10, 8)) == ("not-made", "6.1.3")
    travelled = "Ann bets 5 on pass\nroll 2 2\nAnn bets 10 on come\nroll 2 4\n"
    assert refusal(house, travelled + "Ann bets 5 on come-6") == ("contract", "6.1.3")


@clause("6.1.3")
def test_6_1_3_come_pays_even_money(house: House) -> None:
    assert house.won("come", 15, (5, 6), 4) == 15
    assert on_its_number(house, "come", 15) == by_number(15, 15, 15)


@clause("6.1.3.1", "6.1.3.1.1", "6.1.3.2", "6.1.3.2.1", "6.1.3.1.2")
def test_6_1_3_come_on_its_first_roll(house: House) -> None:
    travels = {f"move come-{n}": str(n) for n in POINTS}
    for point in POINTS:
        assert house.outcomes("come", point) == {"win": "7 11", "lose": "2 3 12", **travels}


@clause("6.1.3", "6.1.3.1.2", "6.1.3.2.2")
def test_6_1_3_come_on_its_number(house: House) -> None:
    for n in POINTS:
        for point in (None, n, other(n)):
            assert house.outcomes(f"come-{n}", point) == {"win": str(n), "lose": "7"}


@clause("6.1.3.1.2")
def test_6_1_3_1_2_a_new_come_takes_the_place_of_the_one_that_wins(house: House) -> None:
    night = house.plays("""
        Ann bets 5 on pass
        roll 2 2
        Ann bets 10 on come
        roll 2 4
        Ann bets 20 on come
        roll 1 5
    """)
    assert night.settled() == {"come-6": ("win", "10.00")}
    assert (night.rack(), night.layout()) == ("9985.00", {"pass": "5.00", "come-6": "20.00"})


# --- 6.1.4 Don't Come


@clause("6.1.4")
def test_6_1_4_dont_come_is_made_after_the_come_out_roll_and_never_on_a_number(house: House) -> None:
    assert house.takes("dont-come", 10, 6)
    assert denial(house.offers("dont-come", 10)) == ("not-now", "6.1.4")
    assert denial(house.offers("dont-come-6", 10, 8)) == ("not-made", "6.1.4")
    travelled = "Ann bets 5 on pass\nroll 2 2\nAnn bets 10 on dont-come\nroll 2 4\n"
    assert refusal(house, travelled + "Ann bets 5 on dont-come-6") == ("contract", "6.1.4")


@clause("6.1.4")
def test_6_1_4_dont_come_pays_even_money(house: House) -> None:
    assert house.won("dont-come", 15, (1, 2), 4) == 15
    assert on_a_seven(house, "dont-come", 15) == by_number(15, 15, 15)


@clause("6.1.4.1", "6.1.4.1.1", "6.1.4.2", "6.1.4.2.1", "6.1.4.3", "6.1.4.1.2")
def test_6_1_4_dont_come_on_its_first_roll(house: House) -> None:
    travels = {f"move dont-come-{n}": str(n) for n in POINTS}
    for point in POINTS:
        assert house.outcomes("dont-come", point) == {"win": "3 12", "lose": "7 11", "push": "2", **travels}


@clause("6.1.4", "6.1.4.1.2", "6.1.4.2.2")
def test_6_1_4_dont_come_on_its_number(house: House) -> None:
    for n in POINTS:
        for point in (None, n, other(n)):
            assert house.outcomes(f"dont-come-{n}", point) == {"win": "7", "lose": str(n)}


@clause("6.1.4.3")
def test_6_1_4_3_a_2_on_its_first_roll_gives_dont_come_back(house: House) -> None:
    night = house.plays("Ann bets 5 on pass\nroll 2 2\nAnn bets 10 on dont-come\nroll 1 1")
    assert night.settled() == {"dont-come": ("push", "0.00")}
    assert (night.rack(), night.layout()) == ("9995.00", {"pass": "5.00"})


# --- 6.1.5 Behind the Win Line


@clause("6.1.5")
def test_6_1_5_behind_the_win_line_needs_a_win_line_wager_and_a_point(house: House) -> None:
    assert refusal(house, "Ann bets 10 on pass\nAnn bets 10 on pass-odds") == ("not-now", "6.1.5")
    assert refusal(house, "Ann bets 10 on dont-pass\nroll 2 2\nAnn bets 10 on pass-odds") == ("no-flat", "6.1.5")
    night = house.plays("Ann bets 10 on pass\nroll 2 2\nAnn bets 20 on pass-odds")
    assert night.layout() == {"pass": "10.00", "pass-odds": "20.00"}


@clause("6.1.5.1")
def test_6_1_5_1_behind_the_win_line_is_at_most_double_whatever_the_table_maximum(house: House) -> None:
    for n in POINTS:
        assert house.within("pass-odds", 5, 20, n, flat=10)
    assert denial(house.offers("pass-odds", 21, 4, flat=10)) == ("above-maximum", "6.1.5.1")
    assert house.within("pass-odds", 5, 1000, 6, flat=500)


@clause("6.1.5", "6.1.5.2", "6.1.5.3")
def test_6_1_5_behind_the_win_line_wins_and_loses_with_it_at_true_odds(house: House) -> None:
    for n in POINTS:
        assert house.outcomes("pass-odds", n) == {"win": str(n), "lose": "7"} == house.outcomes("pass", n)
    assert {n: house.won("pass-odds", 30, EASY[n], n) for n in POINTS} == by_number(60, 45, 36)


# --- 6.1.6 Behind the Don't Win


@clause("6.1.6")
def test_6_1_6_behind_the_dont_win_needs_a_dont_win_wager_and_a_point(house: House) -> None:
    early = "Ann bets 10 on dont-pass\nAnn bets 10 on dont-pass-odds"
    assert refusal(house, early) == ("not-now", "6.1.6")
    assert refusal(house, "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on dont-pass-odds") == ("no-flat", "6.1.6")
    night = house.plays("Ann bets 10 on dont-pass\nroll 2 2\nAnn bets 40 on dont-pass-odds")
    assert night.layout() == {"dont-pass": "10.00", "dont-pass-odds": "40.00"}


@clause("6.1.6.1")
def test_6_1_6_1_behind_the_dont_win_wins_at_most_double_whatever_the_table_maximum(house: House) -> None:
    for n, most in by_number(40, 30, 24).items():
        assert house.within("dont-pass-odds", 5, most, n, flat=10)
    assert denial(house.offers("dont-pass-odds", 41, 4, flat=10)) == ("above-maximum", "6.1.6.1")
    assert house.within("dont-pass-odds", 5, 2000, 4, flat=500)


@clause("6.1.6", "6.1.6.2", "6.1.6.3")
def test_6_1_6_behind_the_dont_win_wins_and_loses_with_it_at_true_odds(house: House) -> None:
    for n in POINTS:
        assert house.outcomes("dont-pass-odds", n) == {"win": "7", "lose": str(n)} == house.outcomes("dont-pass", n)
    assert {n: house.won("dont-pass-odds", 60, SEVEN, n) for n in POINTS} == by_number(30, 40, 50)


# --- 6.1.7 Behind the Come


@clause("6.1.7")
def test_6_1_7_behind_the_come_needs_a_come_wager_with_its_number_whatever_the_puck(house: House) -> None:
    in_the_box = "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on come\n"
    assert refusal(house, in_the_box + "Ann bets 10 on come-odds-6") == ("no-flat", "6.1.7")
    against = "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on dont-come\nroll 2 4\nAnn bets 10 on come-odds-6"
    assert refusal(house, against) == ("no-flat", "6.1.7")
    night = house.plays(in_the_box + "roll 2 4\nAnn bets 20 on come-odds-6")
    assert night.layout() == {"pass": "10.00", "come-6": "10.00", "come-odds-6": "20.00"}
    for n in POINTS:
        assert house.takes(f"come-odds-{n}", 20, None, flat=10)
        assert house.takes(f"come-odds-{n}", 20, other(n), flat=10)


@clause("6.1.7.1")
def test_6_1_7_1_behind_the_come_is_at_most_double(house: House) -> None:
    for n in POINTS:
        assert house.within(f"come-odds-{n}", 5, 20, 4, flat=10)
        assert house.within(f"come-odds-{n}", 5, 1000, 4, flat=500)
    assert denial(house.offers("come-odds-6", 21, 4, flat=10)) == ("above-maximum", "6.1.7.1")


@clause("6.1.7", "6.1.7.2", "6.1.7.3")
def test_6_1_7_behind_the_come_wins_and_loses_with_it_at_true_odds(house: House) -> None:
    for n in POINTS:
        assert house.outcomes(f"come-odds-{n}", other(n)) == {"win": str(n), "lose": "7"}
    assert on_its_number(house, "come-odds", 30) == by_number(60, 45, 36)


# --- 6.1.8 Behind the Don't Come


@clause("6.1.8")
def test_6_1_8_behind_the_dont_come_needs_a_dont_come_wager_with_its_number_whatever_the_puck(house: House) -> None:
    in_the_box = "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on dont-come\n"
    assert refusal(house, in_the_box + "Ann bets 12 on dont-come-odds-6") == ("no-flat", "6.1.8")
    with_it = "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on come\nroll 2 4\nAnn bets 12 on dont-come-odds-6"
    assert refusal(house, with_it) == ("no-flat", "6.1.8")
    night = house.plays(in_the_box + "roll 2 4\nAnn bets 24 on dont-come-odds-6")
    assert night.layout() == {"pass": "10.00", "dont-come-6": "10.00", "dont-come-odds-6": "24.00"}
    for n in POINTS:
        assert house.takes(f"dont-come-odds-{n}", 24, None, flat=10)
        assert house.takes(f"dont-come-odds-{n}", 24, other(n), flat=10)


@clause("6.1.8.1")
def test_6_1_8_1_behind_the_dont_come_wins_at_most_double(house: House) -> None:
    for n, most in by_number(40, 30, 24).items():
        assert house.within(f"dont-come-odds-{n}", 5, most, flat=10)
        assert house.within(f"dont-come-odds-{n}", 5, 50 * most, flat=500)
    assert denial(house.offers("dont-come-odds-6", 25, 4, flat=10)) == ("above-maximum", "6.1.8.1")


@clause("6.1.8", "6.1.8.2", "6.1.8.3")
def test_6_1_8_behind_the_dont_come_wins_and_loses_with_it_at_true_odds(house: House) -> None:
    for n in POINTS:
        for point in (None, other(n)):
            assert house.outcomes(f"dont-come-odds-{n}", point) == {"win": "7", "lose": str(n)}
    assert on_a_seven(house, "dont-come-odds", 60) == by_number(30, 40, 50)


# --- 6.1.9 Hardways


@clause("6.1.9")
def test_6_1_9_a_hardway_is_open_at_any_time_and_wins_on_its_pair_before_the_easy_way_or_a_7(house: House) -> None:
    assert always_open(house, "hard-4", "hard-6", "hard-8", "hard-10")
    for n, loses in {4: "e4 7", 6: "e6 7", 8: "7 e8", 10: "7 e10"}.items():
        assert house.outcomes(f"hard-{n}", n) == house.outcomes(f"hard-{n}", 5) == {"win": f"h{n}", "lose": loses}


@clause("6.1.9")
def test_6_1_9_hardways_pay_7_and_9_to_1_and_stay_up(house: House) -> None:
    assert {n: house.won(f"hard-{n}", 5, HARD[n], 5) for n in HARD} == {4: 35, 6: 45, 8: 45, 10: 35}
    assert all(house.stays_up(f"hard-{n}", 5, HARD[n], 5) for n in HARD)


# --- 6.1.10 Place Bet to Win


@clause("6.1.10", "6.1.10.1", "6.1.10.2")
def test_6_1_10_a_place_bet_to_win_is_open_at_any_time_and_needs_its_number_before_a_7(house: House) -> None:
    assert always_open(house, *(f"place-{n}" for n in POINTS))
    for n in POINTS:
        assert house.outcomes(f"place-{n}", other(n)) == {"win": str(n), "lose": "7"}
        assert house.outcomes(f"place-{n}", n) == {"win": str(n), "lose": "7"}


@clause("6.1.10")
def test_6_1_10_place_bets_to_win_pay_9_to_5_7_to_5_and_7_to_6_and_stay_up(house: House) -> None:
    assert on_its_number(house, "place", 30) == by_number(54, 42, 35)
    assert all(house.stays_up(f"place-{n}", 30, EASY[n], other(n)) for n in POINTS)


def placed(house: House, group: str, come_out: str = "") -> list[int]:
    """The numbers on which a bet of 6 each on a group puts place bets."""
    night = house.plays(f"Bob bets 5 on pass\n{come_out}\nAnn bets 6 each on {group}")
    assert set(night.layout().values()) == {"6.00"}
    assert night.rack() == f"{10000 - 6 * len(night.layout())}.00"
    return sorted(int(wager.removeprefix("place-")) for wager in night.layout())


@clause("6.1.10")
def test_6_1_10_inside_outside_and_across_are_place_bets_on_each_number_but_the_point(house: House) -> None:
    assert placed(house, "inside") == [5, 6, 8, 9]
    assert placed(house, "outside") == [4, 5, 9, 10]
    assert placed(house, "across") == [4, 5, 6, 8, 9, 10]
    assert placed(house, "inside", "roll 1 4") == [6, 8, 9]
    assert placed(house, "outside", "roll 1 4") == [4, 9, 10]
    assert placed(house, "across", "roll 1 4") == [4, 6, 8, 9, 10]


# --- 6.1.11 Place Bet to Lose


@clause("6.1.11", "6.1.11.1", "6.1.11.2")
def test_6_1_11_a_place_bet_to_lose_needs_a_7_first_and_pays_5_to_11_5_to_8_and_4_to_5(house: House) -> None:
    assert always_open(house, *(f"place-lose-{n}" for n in POINTS))
    for n in POINTS:
        for point in (None, n, other(n)):
            assert house.outcomes(f"place-lose-{n}", point) == {"win": "7", "lose": str(n)}
    assert on_a_seven(house, "place-lose", 440) == by_number(200, 275, 352)


# --- 6.1.12 to 6.1.18 one roll


@clause("6.1.12")
def test_6_1_12_any_craps_wins_7_to_1_on_2_3_and_12(house: House) -> None:
    assert always_open(house, "any-craps")
    assert one_roll(house, "any-craps", "2 3 12", "4 5 6 7 8 9 10 11")
    assert house.won("any-craps", 5, (1, 2)) == 35


@clause("6.1.13")
def test_6_1_13_craps_two_wins_30_to_1_on_2(house: House) -> None:
    assert always_open(house, "craps-2")
    assert one_roll(house, "craps-2", "2", "3 4 5 6 7 8 9 10 11 12")
    assert house.won("craps-2", 5, (1, 1)) == 150


@clause("6.1.14")
def test_6_1_14_craps_three_wins_15_to_1_on_3(house: House) -> None:
    assert always_open(house, "craps-3")
    assert one_roll(house, "craps-3", "3", "2 4 5 6 7 8 9 10 11 12")
    assert house.won("craps-3", 5, (1, 2)) == 75


@clause("6.1.15")
def test_6_1_15_craps_twelve_wins_30_to_1_on_12(house: House) -> None:
    assert always_open(house, "craps-12")
    assert one_roll(house, "craps-12", "12", "2 3 4 5 6 7 8 9 10 11")
    assert house.won("craps-12", 5, (6, 6)) == 150


@clause("6.1.16")
def test_6_1_16_eleven_wins_15_to_1_on_11(house: House) -> None:
    assert always_open(house, "eleven")
    assert one_roll(house, "eleven", "11", "2 3 4 5 6 7 8 9 10 12")
    assert house.won("eleven", 5, (5, 6)) == 75


@clause("6.1.17")
def test_6_1_17_the_field_pays_double_on_2_and_12_and_even_money_on_3_4_9_10_and_11(house: House) -> None:
    assert always_open(house, "field")
    assert one_roll(house, "field", "2 3 4 9 10 11 12", "5 6 7 8")
    assert [house.won("field", 5, roll) for roll in ((1, 1), (6, 6))] == [10, 10]
    assert {house.won("field", 5, roll) for roll in ((1, 2), (1, 3), (2, 2), (3, 6), (4, 6), (5, 6))} == {5}


@clause("6.1.18")
def test_6_1_18_any_seven_wins_4_to_1_on_7(house: House) -> None:
    assert always_open(house, "any-7")
    assert one_roll(house, "any-7", "7", "2 3 4 5 6 8 9 10 11 12")
    assert house.won("any-7", 5, SEVEN) == 20


# --- 6.1.19 and 6.1.20 the Big 6 and the Big 8


@clause("6.1.19")
def test_6_1_19_the_big_6_wins_even_money_on_a_6_before_a_7(house: House) -> None:
    assert always_open(house, "big-6")
    for point in (None, 6, 8):
        assert house.outcomes("big-6", point) == {"win": "6", "lose": "7"}
    assert house.won("big-6", 30, (3, 3)) == 30


@clause("6.1.20")
def test_6_1_20_the_big_8_wins_even_money_on_an_8_before_a_7(house: House) -> None:
    assert always_open(house, "big-8")
    for point in (None, 6, 8):
        assert house.outcomes("big-8", point) == {"win": "8", "lose": "7"}
    assert house.won("big-8", 30, (4, 4)) == 30


# --- 6.1.21 to 6.1.23 Horn, Horn High, Crap-Eleven


def horn_wins(house: House, wager: str, stake: float) -> dict[int, float]:
    return {a + b: house.won(wager, stake, (a, b)) for a, b in ((1, 1), (1, 2), (5, 6), (6, 6))}


@clause("6.1.21", "6.1.22.1")
def test_6_1_21_a_horn_is_four_equal_parts_on_2_3_11_and_12_less_the_three_that_lose(house: House) -> None:
    assert always_open(house, "horn")
    assert one_roll(house, "horn", "2 3 11 12", "4 5 6 7 8 9 10")
    assert horn_wins(house, "horn", 8) == {2: 54, 3: 24, 11: 24, 12: 54}
    assert denial(house.offers("horn", 10)) == ("not-units", "6.1.22.1")


@clause("6.1.22", "6.1.22.2", "6.1.22.3")
def test_6_1_22_a_horn_high_wins_on_2_3_11_and_12(house: House) -> None:
    for n in (2, 3, 11, 12):
        assert always_open(house, f"horn-high-{n}")
        assert one_roll(house, f"horn-high-{n}", "2 3 11 12", "4 5 6 7 8 9 10")


@clause("6.1.22.1")
def test_6_1_22_1_a_horn_high_is_five_units_with_two_on_the_number_named(house: House) -> None:
    assert horn_wins(house, "horn-high-2", 5) == {2: 57, 3: 11, 11: 11, 12: 26}
    assert horn_wins(house, "horn-high-3", 5) == {2: 26, 3: 27, 11: 11, 12: 26}
    assert horn_wins(house, "horn-high-11", 5) == {2: 26, 3: 11, 11: 27, 12: 26}
    assert horn_wins(house, "horn-high-12", 5) == {2: 26, 3: 11, 11: 11, 12: 57}
    for n in (2, 3, 11, 12):
        assert house.takes(f"horn-high-{n}", 15)
        assert denial(house.offers(f"horn-high-{n}", 12)) == ("not-units", "6.1.22.1")


@clause("6.1.23")
def test_6_1_23_crap_eleven_pays_3_to_1_on_the_craps_and_7_to_1_on_11(house: House) -> None:
    assert always_open(house, "c-and-e")
    assert one_roll(house, "c-and-e", "2 3 11 12", "4 5 6 7 8 9 10")
    assert horn_wins(house, "c-and-e", 5) == {2: 15, 3: 15, 11: 35, 12: 15}
    assert house.takes("c-and-e", 7)


# --- 6.1.24 Buy


@clause("6.1.24")
def test_6_1_24_a_buy_is_a_place_bet_to_win_at_true_odds(house: House) -> None:
    assert always_open(house, *(f"buy-{n}" for n in POINTS))
    for n in POINTS:
        assert house.outcomes(f"buy-{n}", other(n)) == {"win": str(n), "lose": "7"}
    assert on_its_number(house, "buy", 30) == by_number(60, 45, 36)


@clause("6.1.24")
def test_6_1_24_a_buy_costs_5_percent_of_its_stake_when_made(house: House) -> None:
    assert {n: house.commission(f"buy-{n}", 100) for n in POINTS} == by_number(5, 5, 5)
    night = house.plays("Ann bets 5 on pass\nroll 1 4\nAnn bets 100 on buy-4\nroll 2 2")
    assert (night.rack(), night.layout()) == ("10190.00", {"pass": "5.00"})


@clause("6.1.24")
def test_6_1_24_the_commission_goes_down_to_the_chip_of_the_whole_stake_but_never_below_one(house: House) -> None:
    assert [house.commission("buy-4", stake) for stake in (59, 40, 39, 10)] == [2, 2, 1, 1]
    assert [house.commission("buy-4", stake, chip=5) for stake in (195, 50)] == [5, 5]
    night = house.plays("Ann bets 30 on buy-4\nAnn bets 30 on buy-4")
    assert (night.rack(), night.layout()) == ("9937.00", {"buy-4": "60.00"})


@clause("6.1.24")
def test_6_1_24_the_commission_is_not_given_back(house: House) -> None:
    assert house.plays("Ann bets 100 on buy-4\nAnn takes down buy-4").rack() == "9995.00"
    assert house.plays("Ann bets 100 on buy-4\nAnn reduces buy-4 by 60\nAnn bets 60 on buy-4").rack() == "9892.00"


# --- 6.1.25 Lay


@clause("6.1.25")
def test_6_1_25_a_lay_is_a_place_bet_to_lose_at_true_odds(house: House) -> None:
    assert always_open(house, *(f"lay-{n}" for n in POINTS))
    for n in POINTS:
        for point in (None, other(n)):
            assert house.outcomes(f"lay-{n}", point) == {"win": "7", "lose": str(n)}
    assert on_a_seven(house, "lay", 60) == by_number(30, 40, 50)


@clause("6.1.25")
def test_6_1_25_a_lay_costs_5_percent_of_what_the_house_would_pay_on_it(house: House) -> None:
    assert {n: house.commission(f"lay-{n}", 240) for n in POINTS} == by_number(6, 8, 10)
    night = house.plays("Ann bets 5 on pass\nroll 1 4\nAnn bets 240 on lay-4\nroll 3 4")
    assert night.rack() == "10109.00"
    assert house.won("lay-6", 47, SEVEN) == 40
    assert house.commission("lay-6", 47) == 2


@clause("6.1.25")
def test_6_1_25_a_lay_may_win_the_table_maximum_whatever_its_stake(house: House) -> None:
    for n, most in by_number(1000, 750, 600).items():
        assert house.within(f"lay-{n}", 5, most)
    assert house.within("lay-4", 5, 200, maximum=100)
    assert denial(house.offers("lay-4", 1001)) == ("above-maximum", "6.1.25")


@clause("6.1.25")
def test_6_1_25_the_commission_is_not_given_back(house: House) -> None:
    assert house.plays("Ann bets 240 on lay-4\nAnn takes down lay-4").rack() == "9994.00"
    assert house.plays("Ann bets 240 on lay-4\nAnn reduces lay-4 by 200").rack() == "9954.00"


# --- 6.2 chips on the layout


@clause("")
def test_no_clause_a_wager_is_from_5_to_500_unless_the_table_says_otherwise(house: House) -> None:
    for wager in ("pass", "dont-pass", "place-6", "place-lose-4", "buy-5", "hard-8", "big-6", "field"):
        assert house.within(wager, 5, 500)
    for wager in ("any-7", "any-craps", "craps-2", "craps-3", "craps-12", "eleven", "c-and-e"):
        assert house.within(wager, 5, 500)
    assert house.within("come", 5, 500, 4)
    assert house.within("dont-come", 5, 500, 4)
    assert house.within("horn", 8, 500, step=4)
    assert house.within("horn-high-2", 5, 500, step=5)
    assert house.within("field", 25, 1000, minimum=25, maximum=1000)
    assert house.within("pass-odds", 25, 50, 4, flat=25, minimum=25)


@clause("")
def test_no_clause_what_stays_is_held_to_the_minimum_and_the_total_to_the_maximum(house: House) -> None:
    assert refusal(house, "Ann bets 10 on place-5\nAnn reduces place-5 by 6") == ("below-minimum", "")
    assert refusal(house, "Ann bets 500 on place-5\nAnn bets 1 on place-5") == ("above-maximum", "")


@clause("6.2")
def test_6_2_words_alone_are_no_wager_before_the_throw_or_after_it(house: House) -> None:
    everybody = " confirmed by dealer, boxperson, stickperson, supervisor"
    for story in ("", "Ann bets 5 on pass\nthrow\n"):
        for bet in ("bets 5 on field called", "bets 6 each on inside called"):
            for said in ("", everybody):
                assert refusal(house, f"{story}Bob {bet}{said}") == ("called", "6.2")
        assert house.plays(f"{story}Bob bets 5 on field{everybody}").layout("Bob") == {"field": "5.00"}


# --- 6.3 until the dice rest; who throws them


@clause("6.3")
def test_6_3_a_wager_may_be_added_to_before_the_throw(house: House) -> None:
    night = house.plays("""
        Ann bets 10 on pass
        Ann bets 5 on field
        Ann bets 5 on field
        roll 2 4
        Ann bets 5 on pass-odds
        Ann bets 10 on pass-odds
        Ann bets 10 on come
        Ann presses come
    """)
    assert night.layout() == {"pass": "10.00", "pass-odds": "15.00", "come": "20.00"}
    assert night.rack() == "9945.00"


@clause("6.3")
def test_6_3_in_the_air_a_wager_or_a_group_needs_the_dealer_and_the_boxperson(house: House) -> None:
    air = "Ann bets 5 on pass\nthrow\nBob bets 5 on field"
    for said in ("", " confirmed by dealer", " confirmed by boxperson", " confirmed by stickperson, supervisor"):
        assert refusal(house, air + said) == ("unconfirmed", "6.3")
    night = house.plays(f"{air} confirmed by dealer, boxperson\nroll 1 1")
    assert night.settled("Bob") == {"field": ("win", "10.00")}
    air = "Ann bets 5 on pass\nthrow\nBob bets 6 each on inside"
    assert refusal(house, air) == ("unconfirmed", "6.3")
    assert house.plays(f"{air} confirmed by boxperson and dealer").rack("Bob") == "4976.00"


@clause("6.4")
def test_6_4_in_the_air_a_wager_is_neither_reduced_nor_taken_down(house: House) -> None:
    air = "Ann bets 5 on pass\nAnn bets 12 on place-6\nroll 2 2\nAnn bets 5 on pass-odds\nthrow\n"
    for action in ("reduces place-6 by 6", "takes down place-6", "takes down pass-odds", "takes down all"):
        assert refusal(house, f"{air}Ann {action}") == ("closed", "6.4")
    for action in ("presses place-6", "tokes 5 on field"):
        assert house.refuses(f"{air}Ann {action}").clause == "6.3"


@clause("6.5")
def test_6_5_a_dont_wager_comes_down_at_any_time_also_in_the_air(house: House) -> None:
    line = "Bob bets 5 on pass\nAnn bets 10 on dont-pass\n"
    assert house.plays(f"{line}throw\nAnn takes down dont-pass").rack() == "10000.00"
    assert house.plays(f"{line}roll 2 2\nthrow\nAnn reduces dont-pass by 5").layout() == {"dont-pass": "5.00"}
    come = f"{line}roll 2 2\nAnn bets 10 on dont-come\n"
    assert house.plays(f"{come}throw\nAnn takes down dont-come").layout() == {"dont-pass": "10.00"}
    assert house.plays(f"{come}roll 2 3\nthrow\nAnn takes down dont-come-5").layout() == {"dont-pass": "10.00"}
    odds = f"{line}roll 2 2\nAnn bets 10 on dont-pass-odds\nthrow\n"
    assert refusal(house, f"{odds}Ann takes down dont-pass-odds") == ("closed", "6.4")


@clause("6.6.2")
def test_6_6_2_on_and_off_are_called_at_any_time_also_in_the_air(house: House) -> None:
    up = "Ann bets 5 on pass\nAnn bets 12 on place-6\nroll 2 2\nAnn bets 5 on hard-8\n"
    off = house.plays(f"{up}throw\nAnn calls place-6 off\nAnn calls hard off\nroll 3 4")
    assert off.settled() == {"pass": ("lose", "0.00")}
    assert off.layout() == {"place-6": "12.00", "hard-8": "5.00"}


@clause("6.3")
def test_6_3_after_a_no_roll_everything_is_open_again(house: House) -> None:
    night = house.plays("Ann bets 5 on pass\nthrow\nno roll: on the rail\nBob bets 5 on field\nAnn takes down pass")
    assert (night.rack("Ann"), night.rack("Bob")) == ("10000.00", "4995.00")


@clause("")
def test_no_clause_the_shooter_needs_a_win_line_or_a_dont_win_wager_also_with_a_point_on(house: House) -> None:
    assert refusal(house, "Ann bets 5 on field\nroll 2 2") == ("no-shooter", "")
    assert house.plays("Bob bets 5 on pass\nroll 2 2").last.shooter == "Bob"
    assert house.plays("Ann bets 5 on field\nCy bets 5 on dont-pass\nroll 2 2").last.shooter == "Cy"
    gone = "Ann bets 5 on dont-pass\nCy bets 5 on pass\nroll 2 2\nAnn takes down dont-pass\nroll 3 4"
    assert house.plays(gone).last.shooter == "Cy"  # the next line bettor finishes the point
    alone = "Ann bets 5 on dont-pass\nroll 2 2\nAnn takes down dont-pass\nroll 3 4"
    assert (house.plays(alone).last.shooter, house.plays(alone).table.point) == ("Ann", None)


@clause("")
def test_no_clause_who_takes_the_dice_over_shoots_until_the_seven_out(house: House) -> None:
    three = "Ann bets 5 on pass\nBob bets 5 on pass\nCy bets 5 on pass\nroll 2 2\nAnn passes the dice\n"
    assert house.plays(three + "roll 1 4").last.shooter == "Bob"
    made = house.plays(three + "roll 1 3\nBob bets 5 on pass\nroll 2 3")
    assert made.last.shooter == "Bob"
    again = "Ann bets 5 on pass\nBob bets 5 on pass\nCy bets 5 on pass\nroll 2 3"
    assert house.plays(three + "roll 3 4\n" + again).last.shooter == "Cy"


@clause("")
def test_no_clause_the_stick_may_call_no_roll_and_must_when_a_die_leaves_the_table(house: House) -> None:
    no_roll = house.rules.book.no_roll
    assert (no_roll.called_by.value, no_roll.overruled_by.value) == (("stickperson",), "supervisor")
    assert no_roll.cocked.value == "natural fall, else no roll"
    calls = {ground.key: ground.call.value for ground in no_roll.grounds}
    assert calls == {"off-the-table": "always", "one-die": "always", **dict.fromkeys(MAY_BE_CALLED, "may")}
    assert house.no_roll("a die left the table") == ("always", "stickperson", "")
    assert house.no_roll("one down outside") == ("always", "stickperson", "")


@clause("")
def test_no_clause_a_cocked_die_that_nobody_can_read_may_be_called_and_the_supervisor_may_read_it(house: House) -> None:
    called = "Ann bets 5 on pass\nroll 2 4\nthrow\nno roll: cocked die\n"
    assert house.no_roll("cocked die") == ("may", "stickperson", "")
    assert house.plays(called).layout() == {"pass": "5.00"}
    assert house.plays(f"{called}supervisor overrules, roll 3 3").settled() == {"pass": ("win", "5.00")}


@clause("")
def test_no_clause_the_supervisor_may_order_a_shooter_to_pass(house: House) -> None:
    turn = "Ann bets 5 on pass\nBob bets 5 on pass\nroll 2 4\n"
    ordered = house.plays(f"{turn}supervisor orders Ann to pass the dice\nroll 2 3")
    assert (ordered.last.shooter, ordered.table.point) == ("Bob", 6)
    assert house.refuses(f"{turn}supervisor orders Bob to pass the dice").code == "not-shooter"
    assert house.rules.book.shooter.ordered_to_pass.value == ("delay", "invalid-rolls", "breach")


# --- 6.4 and 6.5 removal and reduction


@clause("6.4")
def test_6_4_a_win_line_wager_goes_back_only_before_its_point(house: House) -> None:
    assert house.plays("Ann bets 10 on pass\nAnn takes down pass").rack() == "10000.00"
    assert house.plays("Ann bets 10 on pass\nAnn reduces pass by 5").layout() == {"pass": "5.00"}
    for action in ("takes down pass", "reduces pass by 5"):
        assert refusal(house, f"Ann bets 10 on pass\nroll 2 4\nAnn {action}") == ("contract", "6.4")


@clause("6.4")
def test_6_4_a_come_wager_goes_back_only_before_its_number(house: House) -> None:
    come = "Ann bets 5 on pass\nroll 2 2\nAnn bets 10 on come\n"
    assert house.plays(come + "Ann takes down come").rack() == "9995.00"
    assert house.plays(come + "Ann reduces come by 5").layout()["come"] == "5.00"
    for action in ("takes down come-6", "reduces come-6 by 5"):
        assert refusal(house, f"{come}roll 2 4\nAnn {action}") == ("contract", "6.4")
        assert refusal(house, f"{come}roll 2 4\nroll 1 3\nAnn {action}") == ("contract", "6.4")


@clause("6.4")
def test_6_4_every_other_wager_goes_back_at_any_time(house: House) -> None:
    for wager in ("place-5", "place-lose-5", "hard-8", "big-6", "field", "any-7", "horn", "c-and-e"):
        for come_out in ("", "roll 2 4"):
            night = house.plays(f"Bob bets 5 on pass\n{come_out}\nAnn bets 20 on {wager}\nAnn reduces {wager} by 12")
            assert night.layout() == {wager: "8.00"}
            night = house.plays(f"Bob bets 5 on pass\n{come_out}\nAnn bets 20 on {wager}\nAnn takes down {wager}")
            assert (night.rack(), night.layout()) == ("10000.00", {})


@clause("6.4")
def test_6_4_what_lies_behind_a_wager_goes_back_at_any_time(house: House) -> None:
    night = house.plays("""
        Ann bets 10 on pass
        roll 2 2
        Ann bets 20 on pass-odds
        Ann bets 10 on come
        roll 2 4
        Ann bets 20 on come-odds-6
        Ann reduces pass-odds by 5
        Ann takes down come-odds-6
    """)
    assert night.layout() == {"pass": "10.00", "pass-odds": "15.00", "come-6": "10.00"}
    assert night.rack() == "9965.00"


@clause("6.4")
def test_6_4_a_group_taken_down_leaves_what_must_stay(house: House) -> None:
    night = house.plays("""
        Ann bets 10 on pass
        roll 2 2
        Ann bets 20 on pass-odds
        Ann bets 12 on place-8
        Ann bets 5 on hard-8
        Ann takes down all
    """)
    assert (night.rack(), night.layout()) == ("9990.00", {"pass": "10.00"})


@clause("6.5")
def test_6_5_dont_win_goes_back_with_a_point_on_and_what_lies_behind_it_too(house: House) -> None:
    laid = "Ann bets 20 on dont-pass\nroll 2 2\nAnn bets 80 on dont-pass-odds\n"
    night = house.plays(laid + "Ann takes down dont-pass")
    assert (night.rack(), night.layout()) == ("10000.00", {})
    night = house.plays(laid + "Ann reduces dont-pass by 10")
    assert (night.rack(), night.layout()) == ("9950.00", {"dont-pass": "10.00", "dont-pass-odds": "40.00"})


@clause("6.5")
def test_6_5_dont_win_is_not_put_back_or_increased_before_its_decision(house: House) -> None:
    for action in ("takes down dont-pass", "reduces dont-pass by 10"):
        changed = f"Bob bets 5 on pass\nAnn bets 20 on dont-pass\nAnn {action}\n"
        assert refusal(house, changed + "Ann bets 10 on dont-pass") == ("locked", "6.5")
    gone = "Bob bets 5 on pass\nAnn bets 20 on dont-pass\nAnn takes down dont-pass\n"
    for decision in ("roll 1 1", "roll 5 6", "roll 2 2\nroll 1 2\nroll 1 3", "roll 2 2\nroll 3 4"):
        assert house.plays(f"{gone}{decision}\nAnn bets 10 on dont-pass").layout() == {"dont-pass": "10.00"}


@clause("6.5")
def test_6_5_dont_come_in_the_box_is_not_put_back_or_increased_before_the_next_roll(house: House) -> None:
    box = "Ann bets 5 on pass\nroll 2 2\nAnn bets 20 on dont-come\n"
    for action in ("takes down dont-come", "reduces dont-come by 10"):
        assert refusal(house, f"{box}Ann {action}\nAnn bets 10 on dont-come") == ("locked", "6.5")
        assert house.plays(f"{box}Ann {action}\nroll 2 4\nAnn bets 10 on dont-come").layout()["dont-come"] == "10.00"


@clause("6.5")
def test_6_5_dont_come_with_its_number_goes_back_and_a_new_one_is_no_replacement(house: House) -> None:
    laid = "Ann bets 5 on pass\nroll 2 2\nAnn bets 10 on dont-come\nroll 2 4\nAnn bets 24 on dont-come-odds-6\n"
    night = house.plays(laid + "Ann takes down dont-come-6\nAnn bets 10 on dont-come")
    assert (night.rack(), night.layout()) == ("9985.00", {"pass": "5.00", "dont-come": "10.00"})
    night = house.plays(laid + "Ann reduces dont-come-6 by 5")
    assert night.layout() == {"pass": "5.00", "dont-come-6": "5.00", "dont-come-odds-6": "12.00"}


# --- 6.6 what rests on the come-out


@clause("6.6")
def test_6_6_every_other_wager_works_on_the_come_out_and_with_a_point_on(house: House) -> None:
    for n in POINTS:
        against = {"win": "7", "lose": str(n)}
        for point in (None, other(n)):
            for family in ("dont-come", "dont-come-odds", "place-lose", "lay"):
                assert house.outcomes(f"{family}-{n}", point) == against
            assert house.outcomes(f"come-{n}", point) == {"win": str(n), "lose": "7"}
    assert house.outcomes("big-6") == house.outcomes("big-6", 8) == {"win": "6", "lose": "7"}


@clause("6.6")
def test_6_6_no_other_wager_can_be_called(house: House) -> None:
    for wager in ("pass", "dont-pass", "lay-4", "place-lose-4", "big-8", "field"):
        for now in ("on", "off"):
            assert refusal(house, f"Ann bets 20 on {wager}\nAnn calls {wager} {now}") == ("cannot-call", "6.6")


@clause("6.6.1")
def test_6_6_1_place_bets_to_win_buys_and_hardways_rest_on_the_come_out_unless_called_on(house: House) -> None:
    for n in POINTS:
        for wager in (f"place-{n}", f"buy-{n}"):
            assert house.outcomes(wager) == {}
            assert house.outcomes(wager, other(n)) == house.outcomes(wager, n) == {"win": str(n), "lose": "7"}
    for n in HARD:
        assert house.outcomes(f"hard-{n}") == {}
        assert house.outcomes(f"hard-{n}", n)["win"] == f"h{n}"
    for n in POINTS:
        for wager in (f"place-{n}", f"buy-{n}", f"come-odds-{n}"):
            assert house.outcomes(wager, None, "on") == {"win": str(n), "lose": "7"}
    for n in HARD:
        assert house.outcomes(f"hard-{n}", None, "on") == house.outcomes(f"hard-{n}", 5)


@clause("6.6.1")
def test_6_6_1_behind_the_come_rests_on_the_come_out_and_goes_back_with_its_come_wager(house: House) -> None:
    for n in POINTS:
        assert house.outcomes(f"come-odds-{n}") == {"return": " ".join(map(str, sorted([n, 7])))}
        assert house.outcomes(f"come-odds-{n}", other(n)) == {"win": str(n), "lose": "7"}
    night = house.plays("""
        Ann bets 10 on pass
        roll 2 2
        Ann bets 10 on come
        roll 2 4
        Ann bets 20 on come-odds-6
        roll 1 3
        Ann bets 10 on pass
        roll 3 4
    """)
    assert night.settled() == {
        "pass": ("win", "10.00"),
        "come-6": ("lose", "0.00"),
        "come-odds-6": ("return", "0.00"),
    }
    assert night.rack() == "10010.00"


@clause("6.6.2")
def test_6_6_2_each_may_be_called_on_and_off_at_any_time_and_rests_when_off(house: House) -> None:
    for wager in ("place-4", "place-6", "buy-9", "hard-8", "hard-10"):
        for come_out in ("", "roll 2 3"):
            house.plays(f"Bob bets 5 on pass\n{come_out}\nAnn bets 20 on {wager}\nAnn calls {wager} on")
            house.plays(f"Bob bets 5 on pass\n{come_out}\nAnn bets 20 on {wager}\nAnn calls {wager} off")
    behind = "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on come\nroll 2 4\nAnn bets 20 on come-odds-6\n"
    house.plays(behind + "Ann calls come-odds-6 off\nAnn calls come-odds-6 on\nroll 1 3\nAnn calls come-odds-6 off")
    for wager in ("place-6", "buy-6", "hard-6"):
        assert house.outcomes(wager, 8, "off") == {}
    assert house.outcomes("come-odds-6", 8, "off") == {"return": "6 7"}


@clause("6.6.2")
def test_6_6_2_a_group_call_speaks_for_all_that_can_be_called(house: House) -> None:
    night = house.plays("""
        Ann bets 10 on pass
        roll 2 2
        Ann bets 12 on place-6
        Ann bets 12 on place-8
        Ann bets 5 on hard-8
        Ann bets 60 on lay-4
        Ann calls all off
        Ann calls hard on
        roll 3 4
    """)
    assert night.settled() == {"pass": ("lose", "0.00"), "hard-8": ("lose", "0.00"), "lay-4": ("win", "30.00")}
    assert night.layout() == {"place-6": "12.00", "place-8": "12.00"}
    assert night.rack() == "9990.00"


@clause("6.6.2")
def test_6_6_2_a_call_stands_while_the_wager_wins_and_stays_up(house: House) -> None:
    night = house.plays("""
        Ann bets 5 on pass
        Ann bets 6 on place-6
        Ann calls place-6 on
        roll 2 4
        roll 3 3
        Ann bets 5 on pass
        roll 3 4
    """)
    assert night.settled() == {"pass": ("win", "5.00"), "place-6": ("lose", "0.00")}
    assert night.rack() == "10018.00"


# --- 6.7 paying in chips


@clause("6.7")
def test_6_7_a_win_is_rounded_up_to_the_next_chip_of_the_table(house: House) -> None:
    assert house.won("place-6", 10, (1, 5), 8) == 12  # 11.67
    assert house.won("place-lose-4", 10, SEVEN) == 5  # 4.55
    assert house.won("pass-odds", 15, (1, 4), 5) == 23  # 22.50
    assert house.won("place-6", 6, (1, 5), 8) == 7  # paid exactly
    assert house.won("place-6", 30, (1, 5), 8, chip=5) == 35
    assert house.won("place-6", 35, (1, 5), 8, chip=5) == 45  # 40.83
    night = house.plays("Ann bets 5 on pass\nroll 2 2\nAnn bets 10 on place-6\nroll 1 5", "table chip 0.50")
    assert night.settled() == {"place-6": ("win", "12.00")}  # 11.67


@clause("6.7")
def test_6_7_each_wager_is_rounded_by_itself(house: House) -> None:
    night = house.plays("""
        Ann bets 5 on pass
        roll 2 2
        Ann bets 10 on place-lose-5
        Ann bets 10 on place-lose-9
        roll 3 4
    """)
    assert night.settled()["place-lose-5"] == night.settled()["place-lose-9"] == ("win", "7.00")  # 6.25 each
    assert night.rack() == "10009.00"


@clause("6.7")
def test_6_7_the_smallest_chip_is_1(house: House) -> None:
    assert house.takes("pass", 7)
    assert house.refuses("Ann bets 7.50 on pass").code == "not-chips"


@clause("6.7")
def test_6_7_a_winner_goes_back_with_its_winnings(house: House) -> None:
    assert not house.stays_up("pass", 5, (5, 6))
    assert not house.stays_up("come-6", 5, (1, 5), 8)
    assert not house.stays_up("buy-4", 20, (2, 2), 8)
    for wager in ("field", "craps-2", "horn", "any-craps", "c-and-e"):
        assert not house.stays_up(wager, 20, (1, 1))
    for wager in ("lay-4", "place-lose-4", "any-7", "dont-come-6", "dont-come-odds-6"):
        assert not house.stays_up(wager, 20, SEVEN)
    assert not house.stays_up("big-6", 5, (3, 3))
