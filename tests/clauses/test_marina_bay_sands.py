"""Marina Bay Sands, version 2, clause by clause."""

from tests.clauses.house import House, clause

BOOK = "marina-bay-sands"

POINTS = (4, 5, 6, 8, 9, 10)
DICE = {2: (1, 1), 3: (2, 1), 4: (3, 1), 5: (4, 1), 6: (5, 1), 7: (4, 3), 8: (5, 3), 9: (5, 4), 10: (6, 4)}
DICE |= {11: (6, 5), 12: (6, 6)}
ONE_ROLL = ("field", "any-craps", "any-7", "c-and-e", "craps-2", "craps-3", "craps-12", "eleven")
HORN_HIGHS = ("horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12")
HARD = ("hard-4", "hard-6", "hard-8", "hard-10")

POINT_6 = "Ann bets 25 on pass\nroll 5 1\n"
"""Ann has 25 on the Pass Line, 9975 in the rack, and the point is 6."""


def pays_by_number(house: House, wager: str, stakes: dict[int, int], wins: dict[int, int], *, on_seven: bool) -> None:
    """Holds a family (`place-{n}`), or odds by the point, to a stake and its win on each of the six numbers."""
    for number in POINTS:
        key = wager.format(n=number)
        roll = DICE[7] if on_seven else DICE[number]
        won = house.won(key, stakes[number], roll, number)
        assert won == wins[number], f"{key}: {stakes[number]} wins {won}"


# --- 1: definitions


@clause("1.1.3", "3.3")
def test_1_1_3_a_come_point_is_any_of_six_totals_on_the_roll_after_the_wager(house: House) -> None:
    travels = {f"move come-{n}": str(n) for n in POINTS}
    assert house.outcomes("come", 6) == {"win": "7 11", "lose": "2 3 12", **travels}
    barred = {f"move dont-come-{n}": str(n) for n in POINTS}
    assert house.outcomes("dont-come", 6) == {"win": "2 3", "lose": "7 11", "push": "12", **barred}


@clause("1.1.4", "3.4.1")
def test_1_1_4_a_pass_line_wager_is_never_removed_or_reduced(house: House) -> None:
    for story in ("Ann bets 100 on pass\n", "Ann bets 100 on pass\nroll 5 1\n"):
        for touch in ("Ann takes down pass", "Ann reduces pass by 50", "Ann takes down all"):
            refusal = house.refuses(story + touch)
            assert (refusal.code, refusal.clause) == ("contract", "1.1.4")


@clause("1.1.4")
def test_1_1_4_a_pass_line_wager_is_increased_before_and_after_the_point(house: House) -> None:
    night = house.plays("Ann bets 25 on pass\nAnn bets 25 on pass\nroll 5 1\nAnn bets 100 on pass\nroll 4 2")
    assert night.settled() == {"pass": ("win", "150.00")}
    assert night.rack() == "10150.00"


@clause("1.1.4", "3.4.3")
def test_1_1_4_a_come_wager_is_never_removed_or_reduced(house: House) -> None:
    for wager, story in (("come", ""), ("come-8", "roll 5 3\n")):
        for touch in ("takes down {}", "reduces {} by 50"):
            refusal = house.refuses(f"{POINT_6}Ann bets 100 on come\n{story}Ann {touch.format(wager)}")
            assert (refusal.code, refusal.clause) == ("contract", "1.1.4")


@clause("1.1.4")
def test_1_1_4_a_come_wager_is_increased_on_its_come_point_with_the_puck_on_or_off(house: House) -> None:
    night = house.plays(
        f"{POINT_6}Ann bets 25 on come\nroll 5 3\nAnn bets 75 on come-8\nroll 4 2\n"  # the point is made: pass wins 25
        "Ann bets 50 on come-8\nAnn bets 25 on pass\nroll 4 4"
    )
    assert night.settled() == {"come-8": ("win", "150.00")}
    assert night.rack() == "10150.00"  # 10000 + 25 + 150 less 25 on the Pass Line again


@clause("1.1.5")
def test_1_1_5_a_wager_without_a_button_always_works(house: House) -> None:
    for puck in (None, 8):
        assert house.outcomes("come-6", puck) == {"win": "6", "lose": "7"}
        assert house.outcomes("dont-come-6", puck) == {"win": "7", "lose": "6"}
        assert house.outcomes("dont-come-odds-6", puck) == {"win": "7", "lose": "6"}
        assert house.outcomes("any-7", puck) == {"win": "7", "lose": "2 3 4 5 6 8 9 10 11 12"}


@clause("1.1.5")
def test_1_1_5_a_wager_without_a_button_cannot_be_called(house: House) -> None:
    for wager in ("pass", "dont-pass", *ONE_ROLL, "horn-high-2"):
        for call in ("on", "off"):
            refusal = house.refuses(f"Ann bets 25 on {wager}\nAnn calls {wager} {call}")
            assert (refusal.code, refusal.clause) == ("cannot-call", "1.1.5")
    odds = "Ann bets 25 on dont-pass\nroll 5 1\nAnn bets 30 on dont-pass-odds\n"
    assert house.refuses(f"{odds}Ann calls dont-pass-odds off").clause == "1.1.5"


@clause("1.1.5")
def test_1_1_5_calling_all_off_calls_what_has_a_button(house: House) -> None:
    night = house.plays(
        f"{POINT_6}Ann bets 50 on place-4\nAnn bets 50 on buy-5\nAnn bets 50 on lay-9\nAnn bets 25 on hard-8\n"
        "Ann calls all off\nroll 4 3"
    )
    assert night.settled() == {"pass": ("lose", "0.00")}
    assert night.layout() == {"place-4": "50.00", "buy-5": "50.00", "lay-9": "50.00", "hard-8": "25.00"}


@clause("1.1.5.1")
def test_1_1_5_1_a_wager_that_is_on_wins_stays_up_and_is_still_on(house: House) -> None:
    night = house.plays(
        "Ann bets 25 on pass\nAnn bets 30 on place-6\nAnn calls place-6 on\nroll 5 1\n"  # wins 35: rack 9980
        "roll 4 2\n"  # wins 35, and pass 25: rack 10065
        "Ann bets 25 on pass\nroll 3 3"  # another come-out: wins 35 again
    )
    assert night.settled() == {"place-6": ("win", "35.00")}
    assert night.rack() == "10075.00"


@clause("1.1.5.2")
def test_1_1_5_2_a_wager_that_is_off_sits_out_every_throw_until_called_on(house: House) -> None:
    off = "Ann bets 25 on pass\nroll 5 3\nAnn bets 30 on place-6\nAnn calls place-6 off\nroll 5 1\nroll 4 2\n"
    assert house.plays(off).rack() == "9945.00"
    assert house.plays(off + "Ann calls place-6 on\nroll 3 3").rack() == "9980.00"


@clause("1.1.8")
def test_1_1_8_the_point_is_a_come_out_4_5_6_8_9_or_10(house: House) -> None:
    for total, (a, b) in DICE.items():
        night = house.plays(f"Ann bets 25 on pass\nroll {a} {b}")
        assert night.table.point == (total if total in POINTS else None)


@clause("1.1.14")
def test_1_1_14_only_a_7_ahead_of_the_point_is_a_seven_out(house: House) -> None:
    events = {total: house.plays(f"{POINT_6}roll {a} {b}").last.event for total, (a, b) in DICE.items()}
    assert events == {**dict.fromkeys(DICE, ""), 6: "made", 7: "seven-out"}
    assert house.plays("Ann bets 25 on pass\nroll 4 3").last.event == ""


@clause("1.1.15")
def test_1_1_15_the_vigorish_is_taken_at_placement_and_once(house: House) -> None:
    placed = f"{POINT_6}Ann bets 100 on buy-4\n"
    assert house.plays(placed).rack() == "9870.00"
    won = house.plays(placed + "roll 3 1")
    assert (won.rack(), won.layout()) == ("10170.00", {"pass": "25.00"})


@clause("1.1.15")
def test_1_1_15_the_vigorish_is_rounded_down_to_the_chip_and_at_least_one(house: House) -> None:
    assert house.commission("buy-4", 59) == 2  # 2.95
    assert house.commission("lay-4", 119) == 2  # wins 59: 2.95
    assert house.commission("buy-4", 10, minimum=5) == 1  # 0.50
    assert house.commission("buy-4", 50, chip=5) == 5  # 2.50
    assert house.commission("lay-4", 25) == 1  # wins 12: 0.60


@clause("1.1.15")
def test_1_1_15_an_increase_pays_the_vigorish_of_the_total_less_what_is_held(house: House) -> None:
    assert house.plays("Ann bets 50 on buy-4\nAnn bets 50 on buy-4").rack() == "9895.00"  # 2, then 3


@clause("1.1.15")
def test_1_1_15_the_vigorish_is_not_given_back(house: House) -> None:
    assert house.plays("Ann bets 100 on buy-4\nAnn takes down buy-4").rack() == "9995.00"
    assert house.plays("Ann bets 200 on lay-4\nAnn takes down lay-4").rack() == "9995.00"
    assert house.plays("Ann bets 200 on buy-4\nAnn reduces buy-4 by 100").rack() == "9890.00"
    again = "Ann bets 400 on lay-4\nAnn reduces lay-4 by 200\nAnn bets 200 on lay-4"
    assert house.plays(again).rack() == "9585.00"  # 10 at first, 5 again


# --- 3.1 to 3.4: placing


@clause("3.2")
def test_3_2_every_wager_is_open_while_the_dice_roll(house: House) -> None:
    night = house.plays(
        f"{POINT_6}throw\nAnn bets 25 on field\nAnn bets 30 on place-8\nAnn bets 30 each on inside\n"
        "Ann presses place-8\nAnn bets 25 on come\nroll 5 4"
    )
    assert night.settled() == {"field": ("win", "25.00"), "place-9": ("win", "42.00")}
    assert night.layout()["place-8"] == "120.00"


@clause("3.2")
def test_3_2_wagers_on_numbers_and_single_rolls_are_made_with_the_puck_on_or_off(house: House) -> None:
    for wager in ("place-6", "buy-6", "lay-6", "c-and-e", "horn-high-2", "craps-2", "craps-3", "craps-12", "eleven"):
        assert house.takes(wager, 30)
        assert house.takes(wager, 30, 8)


@clause("3.3")
def test_3_3_a_single_number_wins_on_its_own_total(house: House) -> None:
    for wager, total in (("craps-2", "2"), ("craps-3", "3"), ("eleven", "11"), ("craps-12", "12")):
        assert house.outcomes(wager)["win"] == house.outcomes(wager, 6)["win"] == total


@clause("3.3")
def test_3_3_a_come_or_dont_come_wager_moves_to_the_box_of_its_come_point(house: House) -> None:
    moved = house.plays(f"{POINT_6}Ann bets 50 on come\nAnn bets 75 on dont-come\nroll 5 4")
    assert moved.layout() == {"pass": "25.00", "come-9": "50.00", "dont-come-9": "75.00"}
    assert moved.settled() == {}


@clause("3.4")
def test_3_4_these_are_the_wagers_and_there_are_no_others(house: House) -> None:
    lines = {"pass", "dont-pass", "come", "dont-come", "pass-odds", "dont-pass-odds", "horn", *HORN_HIGHS, *HARD}
    families = ("come", "dont-come", "come-odds", "dont-come-odds", "place", "buy", "lay")
    assert set(house.rules.by_key) == {*lines, *ONE_ROLL, *(f"{family}-{n}" for family in families for n in POINTS)}
    for absent in ("big-6", "place-lose-6", "hi-lo", "three-way", "hop-3-1"):
        assert house.refuses(f"Ann bets 25 on {absent}").code == "not-offered"


@clause("3.4")
def test_3_4_wagers_run_from_25_to_3000_unless_the_table_says_otherwise(house: House) -> None:
    for wager in ("pass", "dont-pass", "place-6", "buy-6", *HARD, *ONE_ROLL):
        assert house.within(wager, 25, 3000)
    assert house.within("come", 25, 3000, 6)
    assert house.within("dont-come", 25, 3000, 6)
    assert house.within("field", 10, 200, minimum=10, maximum=200)


@clause("3.4")
def test_3_4_horn_wagers_keep_the_same_limits_in_whole_units(house: House) -> None:
    assert house.within("horn", 28, 3000, step=4)
    for wager in HORN_HIGHS:
        assert house.within(wager, 25, 3000, step=5)


# --- 3.4.1 and 3.4.2: Pass Line and its odds


@clause("3.4.1")
def test_3_4_1_the_pass_line_is_made_before_the_come_out_roll_only(house: House) -> None:
    assert house.takes("pass", 25)
    refusal = house.refuses(f"{POINT_6}Bob bets 25 on pass")
    assert (refusal.code, refusal.clause) == ("not-now", "3.4.1")


@clause("3.4.1", "3.4.1.1", "3.4.1.2")
def test_3_4_1_what_decides_the_pass_line(house: House) -> None:
    assert house.outcomes("pass") == {"win": "7 11", "lose": "2 3 12"}
    for point in POINTS:
        assert house.outcomes("pass", point) == {"win": str(point), "lose": "7"}


@clause("3.4.1.1")
def test_3_4_1_1_the_repeated_point_and_no_other_number_ends_the_hand(house: House) -> None:
    for total in POINTS:
        a, b = DICE[total]
        assert house.plays(f"{POINT_6}roll {a} {b}").table.point == (None if total == 6 else 6)


@clause("3.4.2")
def test_3_4_2_pass_line_odds_need_a_point_and_a_pass_line_wager(house: House) -> None:
    before = house.refuses("Ann bets 25 on pass\nAnn bets 25 on pass-odds")
    assert (before.code, before.clause) == ("not-now", "3.4.2")
    without = house.refuses(f"{POINT_6}Bob bets 25 on pass-odds")
    assert (without.code, without.clause) == ("no-flat", "3.4.2")
    assert house.plays(f"{POINT_6}Ann bets 50 on pass-odds\nAnn takes down pass-odds").rack() == "9975.00"


@clause("3.4.2.1")
def test_3_4_2_1_pass_line_odds_are_at_most_3_4_or_5_times_the_flat(house: House) -> None:
    for point, times in {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}.items():
        assert house.within("pass-odds", 25, 25 * times, point, flat=25)
        assert house.within("pass-odds", 25, 3000 * times, point, flat=3000)
    refusal = house.refuses(f"{POINT_6}Ann bets 126 on pass-odds")
    assert (refusal.code, refusal.clause) == ("above-maximum", "3.4.2.1")


@clause("3.4.2", "3.4.2.2")
def test_3_4_2_2_pass_line_odds_win_and_lose_with_the_pass_line(house: House) -> None:
    for point in POINTS:
        assert house.outcomes("pass-odds", point) == house.outcomes("pass", point) == {"win": str(point), "lose": "7"}


# --- 3.4.3 and 3.4.4: Come and its odds


@clause("3.4.3")
def test_3_4_3_a_come_wager_is_made_while_a_point_is_on_and_never_on_a_number(house: House) -> None:
    refusal = house.refuses("Ann bets 25 on pass\nAnn bets 25 on come")
    assert (refusal.code, refusal.clause) == ("not-now", "3.4.3")
    refusal = house.refuses(f"{POINT_6}Ann bets 25 on come-8")
    assert (refusal.code, refusal.clause) == ("not-made", "3.4.3")
    assert house.plays(f"{POINT_6}Ann bets 25 on come\nAnn bets 25 on come").layout()["come"] == "50.00"


@clause("3.4.3.1", "3.4.3.2")
def test_3_4_3_the_roll_after_a_come_wager(house: House) -> None:
    for point in POINTS:
        found = house.outcomes("come", point)
        assert (found["win"], found["lose"]) == ("7 11", "2 3 12")


@clause("3.4.3", "3.4.3.1", "3.4.3.2")
def test_3_4_3_a_come_wager_with_a_number_wins_on_it_and_loses_on_7(house: House) -> None:
    for number in POINTS:
        assert house.outcomes(f"come-{number}") == {"win": str(number), "lose": "7"}
        assert house.outcomes(f"come-{number}", 6) == {"win": str(number), "lose": "7"}


@clause("3.4.3.1")
def test_3_4_3_1_a_new_come_wager_takes_the_place_of_the_one_that_wins(house: House) -> None:
    night = house.plays(f"{POINT_6}Ann bets 25 on come\nroll 5 3\nAnn bets 50 on come\nroll 4 4")
    assert night.settled() == {"come-8": ("win", "25.00")}
    assert night.layout() == {"pass": "25.00", "come-8": "50.00"}
    assert night.rack() == "9950.00"


@clause("3.4.4")
def test_3_4_4_come_odds_need_a_come_wager_on_that_number(house: House) -> None:
    on_8 = f"{POINT_6}Ann bets 25 on come\nroll 5 3\n"
    refusal = house.refuses(f"{on_8}Ann bets 25 on come-odds-9")
    assert (refusal.code, refusal.clause) == ("no-flat", "3.4.4")
    assert house.plays(f"{on_8}Ann bets 25 on come-odds-8").layout()["come-odds-8"] == "25.00"
    assert house.plays(f"{on_8}roll 4 2\nAnn bets 25 on come-odds-8").layout()["come-odds-8"] == "25.00"


@clause("3.4.4.1")
def test_3_4_4_1_come_odds_are_at_most_3_4_or_5_times_the_flat(house: House) -> None:
    for number, times in {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}.items():
        assert house.within(f"come-odds-{number}", 25, 25 * times, 5, flat=25)
        assert house.within(f"come-odds-{number}", 25, 3000 * times, flat=3000)


@clause("3.4.4", "3.4.4.2")
def test_3_4_4_2_come_odds_work_on_the_come_out_too(house: House) -> None:
    for number in POINTS:
        for puck in (None, 5):
            assert house.outcomes(f"come-odds-{number}", puck) == {"win": str(number), "lose": "7"}
    odds = f"{POINT_6}Ann bets 25 on come\nroll 5 3\nAnn bets 50 on come-odds-8\nroll 4 2\nAnn bets 25 on pass\n"
    assert house.plays(odds).rack() == "9925.00"
    assert house.plays(f"{odds}roll 5 3").rack() == "10085.00"  # 75 back, 25 and 60 won
    lost = house.plays(f"{odds}roll 4 3")
    assert lost.settled() == {"pass": ("win", "25.00"), "come-8": ("lose", "0.00"), "come-odds-8": ("lose", "0.00")}


@clause("3.4.4.2")
def test_3_4_4_2_come_odds_cannot_be_called_on_or_off(house: House) -> None:
    odds = f"{POINT_6}Ann bets 25 on come\nroll 5 3\nAnn bets 50 on come-odds-8\n"
    for call in ("on", "off"):
        refusal = house.refuses(f"{odds}Ann calls come-odds-8 {call}")
        assert (refusal.code, refusal.clause) == ("cannot-call", "3.4.4.2")


# --- 3.4.5 and 3.4.6: Don't Pass and its odds


@clause("3.4.5")
def test_3_4_5_dont_pass_is_made_and_increased_before_the_come_out_roll_only(house: House) -> None:
    assert house.plays("Ann bets 25 on dont-pass\nAnn bets 50 on dont-pass").layout() == {"dont-pass": "75.00"}
    for who in ("Ann", "Bob"):
        refusal = house.refuses(f"Ann bets 25 on dont-pass\nroll 5 1\n{who} bets 25 on dont-pass")
        assert (refusal.code, refusal.clause) == ("not-now", "3.4.5")


@clause("3.4.5", "3.4.5.1", "3.4.5.2", "3.4.5.3")
def test_3_4_5_what_decides_dont_pass(house: House) -> None:
    assert house.outcomes("dont-pass") == {"win": "2 3", "lose": "7 11", "push": "12"}
    for point in POINTS:
        assert house.outcomes("dont-pass", point) == {"win": "7", "lose": str(point)}


@clause("3.4.5.3")
def test_3_4_5_3_a_come_out_12_gives_dont_pass_back(house: House) -> None:
    night = house.plays("Ann bets 100 on dont-pass\nroll 6 6")
    assert night.settled() == {"dont-pass": ("push", "0.00")}
    assert (night.rack(), night.layout()) == ("10000.00", {})


@clause("3.4.6")
def test_3_4_6_dont_pass_odds_need_a_point_and_a_dont_pass_wager(house: House) -> None:
    before = house.refuses("Ann bets 25 on dont-pass\nAnn bets 30 on dont-pass-odds")
    assert (before.code, before.clause) == ("not-now", "3.4.6")
    without = house.refuses(f"{POINT_6}Ann bets 30 on dont-pass-odds")
    assert (without.code, without.clause) == ("no-flat", "3.4.6")
    assert house.takes("dont-pass-odds", 30, 6, flat=25)


@clause("3.4.6.1")
def test_3_4_6_1_dont_pass_odds_win_at_most_3_4_or_5_times_the_flat(house: House) -> None:
    for point in POINTS:  # behind 25 to win 75 on 4 and 10, 100 on 5 and 9, 125 on 6 and 8: each lays 150
        assert house.within("dont-pass-odds", 25, 150, point, flat=25)
        assert house.within("dont-pass-odds", 25, 18000, point, flat=3000)


@clause("3.4.6.1")
def test_3_4_6_1_reducing_dont_pass_gives_back_the_odds_above_its_cap(house: House) -> None:
    laid = "Ann bets 100 on dont-pass\nroll 3 1\nAnn bets 600 on dont-pass-odds\n"
    night = house.plays(f"{laid}Ann reduces dont-pass by 50")
    assert night.layout() == {"dont-pass": "50.00", "dont-pass-odds": "300.00"}
    assert night.rack() == "9650.00"


@clause("3.4.6", "3.4.6.2")
def test_3_4_6_2_dont_pass_odds_win_and_lose_with_dont_pass(house: House) -> None:
    for point in POINTS:
        assert house.outcomes("dont-pass-odds", point) == {"win": "7", "lose": str(point)}


# --- 3.4.7 and 3.4.8: Don't Come and its odds


@clause("3.4.7")
def test_3_4_7_dont_come_is_made_while_a_point_is_on_and_never_on_a_number(house: House) -> None:
    refusal = house.refuses("Ann bets 25 on pass\nAnn bets 25 on dont-come")
    assert (refusal.code, refusal.clause) == ("not-now", "3.4.7")
    refusal = house.refuses(f"{POINT_6}Ann bets 25 on dont-come-8")
    assert (refusal.code, refusal.clause) == ("not-made", "3.4.7")
    refusal = house.refuses(f"{POINT_6}Ann bets 25 on dont-come\nroll 5 3\nAnn bets 25 on dont-come-8")
    assert (refusal.code, refusal.clause) == ("contract", "3.4.7")


@clause("3.4.7.1", "3.4.7.2", "3.4.7.3")
def test_3_4_7_the_roll_after_a_dont_come_wager(house: House) -> None:
    for point in POINTS:
        found = house.outcomes("dont-come", point)
        assert (found["win"], found["lose"], found["push"]) == ("2 3", "7 11", "12")


@clause("3.4.7", "3.4.7.1", "3.4.7.2")
def test_3_4_7_dont_come_with_a_number_wins_on_7_and_loses_on_it(house: House) -> None:
    for number in POINTS:
        assert house.outcomes(f"dont-come-{number}") == {"win": "7", "lose": str(number)}
        assert house.outcomes(f"dont-come-{number}", 6) == {"win": "7", "lose": str(number)}


@clause("3.4.7.3")
def test_3_4_7_3_a_12_gives_dont_come_back(house: House) -> None:
    night = house.plays(f"{POINT_6}Ann bets 100 on dont-come\nroll 6 6")
    assert night.settled() == {"dont-come": ("push", "0.00")}
    assert night.rack() == "9975.00"


@clause("3.4.8")
def test_3_4_8_dont_come_odds_need_a_dont_come_wager_on_that_number(house: House) -> None:
    on_8 = f"{POINT_6}Ann bets 25 on dont-come\nroll 5 3\n"
    refusal = house.refuses(f"{on_8}Ann bets 30 on dont-come-odds-9")
    assert (refusal.code, refusal.clause) == ("no-flat", "3.4.8")
    assert house.plays(f"{on_8}Ann bets 30 on dont-come-odds-8").layout()["dont-come-odds-8"] == "30.00"
    assert house.takes("dont-come-odds-8", 30, flat=25)


@clause("3.4.8.1")
def test_3_4_8_1_dont_come_odds_win_at_most_3_4_or_5_times_the_flat(house: House) -> None:
    for number in POINTS:
        assert house.within(f"dont-come-odds-{number}", 25, 150, 5, flat=25)
        assert house.within(f"dont-come-odds-{number}", 25, 18000, flat=3000)


@clause("3.4.8", "3.4.8.2")
def test_3_4_8_2_dont_come_odds_win_and_lose_with_dont_come(house: House) -> None:
    for number in POINTS:
        for puck in (None, 5):
            assert house.outcomes(f"dont-come-odds-{number}", puck) == {"win": "7", "lose": str(number)}


# --- 3.4.9 to 3.4.12: Place, Buy, Lay, Hardways


@clause("3.4.9")
def test_3_4_9_place_works_with_the_puck_on_unless_called_off_and_on_the_come_out_if_called_on(house: House) -> None:
    for number in POINTS:
        works = {"win": str(number), "lose": "7"}
        assert house.outcomes(f"place-{number}", 8) == house.outcomes(f"place-{number}", None, "on") == works
        assert house.outcomes(f"place-{number}") == house.outcomes(f"place-{number}", 8, "off") == {}


@clause("3.4.9")
def test_3_4_9_a_place_wager_that_wins_stays_up(house: House) -> None:
    assert all(house.stays_up(f"place-{n}", 30, DICE[n], 8) for n in POINTS)


@clause("3.4.9")
def test_3_4_9_inside_outside_and_across_are_place_wagers_without_the_point(house: House) -> None:
    numbers = {"inside": (5, 6, 8, 9), "outside": (4, 5, 9, 10), "across": POINTS}
    for group, members in numbers.items():
        before = house.plays(f"Ann bets 30 each on {group}")
        assert before.layout() == {f"place-{n}": "30.00" for n in members}
        for point in POINTS:
            a, b = DICE[point]
            night = house.plays(f"Ann bets 25 on pass\nroll {a} {b}\nBob bets 30 each on {group}")
            assert night.layout("Bob") == {f"place-{n}": "30.00" for n in members if n != point}


@clause("3.4.10")
def test_3_4_10_buy_works_with_the_puck_on_unless_called_off_and_on_the_come_out_if_called_on(house: House) -> None:
    for number in POINTS:
        works = {"win": str(number), "lose": "7"}
        assert house.outcomes(f"buy-{number}", 8) == house.outcomes(f"buy-{number}", None, "on") == works
        assert house.outcomes(f"buy-{number}") == house.outcomes(f"buy-{number}", 8, "off") == {}


@clause("3.4.10")
def test_3_4_10_buy_costs_5_per_cent_of_the_stake(house: House) -> None:
    for number in POINTS:
        assert house.commission(f"buy-{number}", 100) == 5
        assert house.commission(f"buy-{number}", 3000) == 150


@clause("3.4.11")
def test_3_4_11_lay_works_always_unless_called_off(house: House) -> None:
    for number in POINTS:
        for puck in (None, 8):
            assert house.outcomes(f"lay-{number}", puck) == {"win": "7", "lose": str(number)}
            assert house.outcomes(f"lay-{number}", puck, "off") == {}


@clause("3.4.11")
def test_3_4_11_lay_called_off_stays_and_may_be_called_on_again(house: House) -> None:
    off = "Ann bets 25 on pass\nAnn bets 200 on lay-4\nAnn calls lay-4 off\nroll 3 1\n"
    night = house.plays(off)
    assert (night.layout()["lay-4"], night.rack()) == ("200.00", "9770.00")
    assert house.plays(f"{off}Ann calls lay-4 on\nroll 4 3").rack() == "10070.00"


@clause("3.4.11")
def test_3_4_11_lay_costs_5_per_cent_of_what_it_can_win(house: House) -> None:
    for number, stake in {4: 200, 5: 150, 6: 120, 8: 120, 9: 150, 10: 200}.items():
        assert house.commission(f"lay-{number}", stake) == 5  # each wins 100


@clause("3.4.11")
def test_3_4_11_lay_may_win_up_to_the_table_maximum(house: House) -> None:
    for number, most in {4: 6000, 5: 4500, 6: 3600, 8: 3600, 9: 4500, 10: 6000}.items():
        assert house.within(f"lay-{number}", 25, most)


@clause("3.4.12")
def test_3_4_12_hardways_win_as_a_pair_and_lose_any_other_way_or_on_7(house: House) -> None:
    decided = {
        "hard-4": {"win": "h4", "lose": "e4 7"},
        "hard-6": {"win": "h6", "lose": "e6 7"},
        "hard-8": {"win": "h8", "lose": "7 e8"},
        "hard-10": {"win": "h10", "lose": "7 e10"},
    }
    for wager, outcomes in decided.items():
        assert house.outcomes(wager, 5) == house.outcomes(wager, None, "on") == outcomes


@clause("3.4.12")
def test_3_4_12_hardways_are_off_on_the_come_out_or_when_called_off(house: House) -> None:
    for wager in HARD:
        assert house.outcomes(wager) == house.outcomes(wager, 5, "off") == {}


@clause("3.4.12")
def test_3_4_12_hardways_are_made_at_any_time_and_stay_up_when_they_win(house: House) -> None:
    for wager, pair in zip(HARD, ((2, 2), (3, 3), (4, 4), (5, 5)), strict=True):
        assert house.takes(wager, 25)
        assert house.takes(wager, 25, 6)
        assert house.stays_up(wager, 25, pair, 9)


# --- 3.4.13 to 3.4.18: one roll


@clause("3.4.13")
def test_3_4_13_the_field_wins_on_seven_totals_at_any_time(house: House) -> None:
    for puck in (None, 6):
        assert house.takes("field", 25, puck)
        assert house.outcomes("field", puck) == {"win": "2 3 4 9 10 11 12", "lose": "5 6 7 8"}


@clause("3.4.14")
def test_3_4_14_the_horn_is_four_equal_wagers_of_one_roll_at_any_time(house: House) -> None:
    for puck in (None, 6):
        assert house.takes("horn", 28, puck)
        assert house.outcomes("horn", puck) == {"win": "2 3 11 12", "lose": "4 5 6 7 8 9 10"}
    refusal = house.refuses("Ann bets 30 on horn")
    assert (refusal.code, refusal.clause) == ("not-units", "3.4.14")


@clause("3.4.14")
def test_3_4_14_the_horn_is_paid_as_its_numbers_less_the_three_that_lose(house: House) -> None:
    wins = {total: house.won("horn", 28, DICE[total]) for total in (2, 3, 11, 12)}
    assert wins == {2: 7 * 30 - 21, 3: 7 * 15 - 21, 11: 7 * 15 - 21, 12: 7 * 30 - 21}


@clause("3.4.14")
def test_3_4_14_a_number_of_the_horn_loses_on_every_other_total(house: House) -> None:
    assert house.outcomes("craps-2") == {"win": "2", "lose": "3 4 5 6 7 8 9 10 11 12"}
    assert house.outcomes("craps-3") == {"win": "3", "lose": "2 4 5 6 7 8 9 10 11 12"}
    assert house.outcomes("eleven", 6) == {"win": "11", "lose": "2 3 4 5 6 7 8 9 10 12"}
    assert house.outcomes("craps-12", 6) == {"win": "12", "lose": "2 3 4 5 6 7 8 9 10 11"}


@clause("3.4.15")
def test_3_4_15_a_horn_high_pays_its_numbers_with_two_units_on_the_one_chosen(house: House) -> None:
    wins = {wager: [house.won(wager, 25, DICE[total]) for total in (2, 3, 11, 12)] for wager in HORN_HIGHS}
    assert wins == {  # 5 on each number, 10 on the one chosen
        "horn-high-2": [10 * 30 - 15, 5 * 15 - 20, 5 * 15 - 20, 5 * 30 - 20],
        "horn-high-3": [5 * 30 - 20, 10 * 15 - 15, 5 * 15 - 20, 5 * 30 - 20],
        "horn-high-11": [5 * 30 - 20, 5 * 15 - 20, 10 * 15 - 15, 5 * 30 - 20],
        "horn-high-12": [5 * 30 - 20, 5 * 15 - 20, 5 * 15 - 20, 10 * 30 - 15],
    }


@clause("3.4.15")
def test_3_4_15_a_horn_high_comes_in_units_of_five(house: House) -> None:
    for wager in HORN_HIGHS:
        refusal = house.refuses(f"Ann bets 28 on {wager}")
        assert (refusal.code, refusal.clause) == ("not-units", "3.4.15")


@clause("3.4.15.1", "3.4.15.2")
def test_3_4_15_a_horn_high_wins_on_four_totals_and_loses_on_the_rest(house: House) -> None:
    for wager in HORN_HIGHS:
        assert house.outcomes(wager) == {"win": "2 3 11 12", "lose": "4 5 6 7 8 9 10"}


@clause("3.4.16")
def test_3_4_16_any_craps_wins_on_2_3_or_12_at_any_time(house: House) -> None:
    for puck in (None, 6):
        assert house.takes("any-craps", 25, puck)
        assert house.outcomes("any-craps", puck) == {"win": "2 3 12", "lose": "4 5 6 7 8 9 10 11"}


@clause("3.4.17")
def test_3_4_17_any_seven_wins_on_7_at_any_time(house: House) -> None:
    for puck in (None, 6):
        assert house.takes("any-7", 25, puck)
        assert house.outcomes("any-7", puck) == {"win": "7", "lose": "2 3 4 5 6 8 9 10 11 12"}


@clause("3.4.18")
def test_3_4_18_craps_and_eleven_wins_on_2_3_11_or_12(house: House) -> None:
    assert house.outcomes("c-and-e") == {"win": "2 3 11 12", "lose": "4 5 6 7 8 9 10"}
    assert house.takes("c-and-e", 25)  # one wager on its whole stake, in no units


# --- 3.5 to 3.13: the dice


@clause("3.5", "3.6")
def test_3_5_the_dice_go_to_the_left_of_the_box_and_then_clockwise(house: House) -> None:
    everyone = "Ann bets 25 on pass\nBob bets 25 on pass\nCy bets 25 on pass\n"
    assert house.plays(f"{everyone}roll 5 1").last.shooter == "Ann"
    assert house.plays(f"{everyone}Ann declines the dice\nroll 5 1").last.shooter == "Bob"
    assert house.plays(f"{everyone}Ann declines the dice\nBob declines the dice\nroll 5 1").last.shooter == "Cy"


@clause("3.7")
def test_3_7_only_a_player_with_a_pass_line_or_dont_pass_wager_may_shoot(house: House) -> None:
    assert house.plays("Ann bets 25 on field\nBob bets 25 on pass\nroll 5 1").last.shooter == "Bob"
    assert house.plays("Ann bets 25 on field\nCy bets 25 on dont-pass\nroll 5 1").last.shooter == "Cy"
    refusal = house.refuses("Ann bets 25 on field\nroll 5 1")
    assert (refusal.code, refusal.clause) == ("no-shooter", "3.7")


@clause("1.1.13")
def test_1_1_13_the_shooter_is_the_player_who_rolls_the_dice(house: House) -> None:
    both = "Ann bets 25 on pass\nBob bets 25 on pass\nAnn declines the dice\n"
    assert house.plays(both).table.shooter() == "Bob"
    assert house.plays(f"{both}throw").table.state.dice.holder == "Bob"
    assert house.plays(f"{both}roll 5 1").last.shooter == "Bob"
    assert house.refuses(f"{both}roll 5 1\nAnn passes the dice").code == "not-shooter"


@clause("3.6", "3.8")
def test_3_8_in_accepting_the_dice_a_player_becomes_the_shooter(house: House) -> None:
    two = "Bob bets 25 on pass\nCy bets 25 on pass\n"
    assert house.plays(f"{two}Bob accepts the dice\nAnn bets 25 on pass\nroll 5 1").last.shooter == "Bob"
    assert house.plays(f"{two}Bob declines the dice\nCy accepts the dice\nroll 5 1").last.shooter == "Cy"
    assert house.refuses(f"{two}Cy accepts the dice").code == "not-shooter"
    assert house.refuses(f"{two}Ann accepts the dice").clause == "3.7"


@clause("3.8")
def test_3_8_who_accepts_the_dice_is_the_shooter_and_keeps_them(house: House) -> None:
    everyone = "Ann bets 25 on pass\nBob bets 25 on pass\nCy bets 25 on pass\n"
    accepted = f"{everyone}Ann declines the dice\nroll 6 5\n{everyone}"  # Bob takes them, and a natural ends the round
    for story in (accepted, f"{accepted}roll 5 1\n", f"{accepted}roll 5 1\nroll 4 2\n{everyone}"):
        night = house.plays(f"{story}throw\nroll 5 3")
        assert night.last.shooter == night.table.shooter() == "Bob"


@clause("3.10")
def test_3_10_a_wager_called_out_counts_once_one_of_the_crew_has_confirmed_it(house: House) -> None:
    for bets in (POINT_6, f"{POINT_6}throw\n"):  # until the dice rest, in the air or not
        for who in ("boxperson", "stickperson", "dealer", "supervisor, dealer"):
            night = house.plays(f"{bets}Ann bets 25 on any-7 called confirmed by {who}\nroll 4 3")
            assert night.rack() == "10075.00"
        group = house.plays(f"{bets}Ann bets 30 each on inside called confirmed by dealer")
        assert group.layout() == {"pass": "25.00", "place-5": "30.00", "place-8": "30.00", "place-9": "30.00"}


@clause("3.10")
def test_3_10_a_wager_called_out_that_nobody_confirmed_is_none(house: House) -> None:
    for bets in ("", POINT_6, f"{POINT_6}throw\n"):
        for bet in ("25 on field called", "30 each on inside called", "25 on field called confirmed by supervisor"):
            refusal = house.refuses(f"{bets}Ann bets {bet}")
            assert (refusal.code, refusal.clause) == ("unconfirmed", "3.10")
    assert house.plays(f"{POINT_6}throw\nAnn bets 25 on any-7\nroll 4 3").rack() == "10075.00"  # chips need no word


@clause("3.10")
def test_3_10_a_boxperson_who_is_not_posted_confirms_no_called_wager(house: House) -> None:
    posted = f"{POINT_6}crew: stick Kim, third base Lou\n"
    for who in ("boxperson", "boxperson, dealer"):
        refusal = house.refuses(f"{posted}Ann bets 25 on any-7 called confirmed by {who}")
        assert (refusal.code, refusal.clause) == ("no-post", "3.10")
    for who in ("dealer", "stickperson"):
        assert house.plays(f"{posted}Ann bets 25 on any-7 called confirmed by {who}\nroll 4 3").rack() == "10075.00"
    boxed = f"{posted}supervisor posts Ned in the box\nAnn bets 25 on any-7 called confirmed by boxperson"
    assert house.plays(f"{boxed}\nroll 4 3").rack() == "10075.00"


@clause("3.11", "1.1.7")
def test_3_11_a_no_roll_decides_nothing(house: House) -> None:
    for ground in ("the dice left the hand one after the other", "a die went off the table", "a die in the dice bowl"):
        night = house.plays(f"{POINT_6}Ann bets 25 on field\nthrow\nno roll: {ground}")
        assert night.layout() == {"pass": "25.00", "field": "25.00"}
        assert (night.rack(), night.table.point) == ("9950.00", 6)


@clause("3.11.3")
def test_3_11_3_is_about_a_line_wager_never_placed_not_about_one_taken_down(house: House) -> None:
    night = house.plays("Ann bets 25 on dont-pass\nroll 5 1\nAnn takes down dont-pass\nroll 4 2")
    assert (night.last.shooter, night.table.point) == ("Ann", None)
    in_the_air = house.plays("Ann bets 25 on dont-pass\nthrow\nAnn takes down dont-pass\nroll 4 2")
    assert (in_the_air.last.shooter, in_the_air.table.point) == ("Ann", 6)
    refusal = house.refuses("Ann bets 25 on field\nthrow")
    assert (refusal.code, refusal.clause) == ("no-shooter", "3.7")


ALWAYS = {
    "not-together": "3.11.1",
    "no-effort": "3.11.2",
    "no-line-bet": "3.11.3",
    "off-the-table": "3.11.4",
    "stacked": "3.11.5",
    "on-the-bank": "3.11.6",
    "in-the-bowl": "3.11.7",
    "on-the-rail": "3.11.8",
    "on-an-object": "3.11.9",
    "cocked": "3.11.10",
    "wrong-shooter": "3.11.11",
    "stopped": "3.11.12",
}
NO_LINE_BET = "Ann bets 25 on dont-pass\nthrow\nAnn takes down dont-pass\n"


@clause("3.11", *ALWAYS.values())
def test_3_11_box_or_stick_must_call_no_roll_on_twelve_grounds_and_on_no_other(house: House) -> None:
    no_roll = house.rules.book.no_roll
    assert no_roll.called_by.value == ("boxperson", "stickperson")
    assert no_roll.overruled_by.value == "nobody"
    assert {ground.key for ground in no_roll.grounds} == set(ALWAYS)
    for ground, name in ALWAYS.items():
        assert house.no_roll(ground) == ("always", "boxperson, stickperson", name)
        thrown = NO_LINE_BET if ground == "no-line-bet" else f"{POINT_6}throw\n"
        refusal = house.refuses(f"{thrown}no roll: {ground}\nsupervisor overrules, roll 4 3")
        assert (refusal.code, refusal.clause) == ("no-roll", name)
    for said, name in (
        ("a die left the table", "3.11.4"),
        ("one down", "3.11.4"),
        ("one die on top of the other", "3.11.5"),
    ):
        assert house.no_roll(said) == ("always", "boxperson, stickperson", name)


@clause("1.1.6", "3.11.10")
def test_1_1_6_a_slanted_die_is_read_by_its_natural_fall_and_where_nobody_can_it_is_no_roll(house: House) -> None:
    assert house.rules.book.no_roll.cocked.value == "natural fall, else no roll"
    assert house.plays(f"{POINT_6}throw\nroll 3 3").settled() == {"pass": ("win", "25.00")}
    assert house.no_roll("cocked die") == ("always", "boxperson, stickperson", "3.11.10")
    called = f"{POINT_6}throw\nno roll: a cocked die\n"
    assert house.plays(called).layout() == {"pass": "25.00"}
    assert house.refuses(f"{called}supervisor overrules, roll 3 3").clause == "3.11.10"


@clause("3.13")
def test_3_13_nobody_is_ordered_to_pass_the_dice(house: House) -> None:
    turn = "Ann bets 25 on pass\nBob bets 25 on pass\nroll 3 3\n"
    refusal = house.refuses(f"{turn}supervisor orders Ann to pass the dice")
    assert refusal.clause == "3.13"
    assert house.plays(f"{turn}roll 4 5\nroll 6 6\nroll 1 1\nroll 4 5").last.shooter == "Ann"
    assert house.rules.book.shooter.ordered_to_pass.value == ()


@clause("3.12")
def test_3_12_every_decided_wager_is_settled_by_itself(house: House) -> None:
    night = house.plays("Ann bets 25 on pass\nAnn bets 25 on any-7\nAnn bets 25 on eleven\nroll 4 3")
    assert night.settled() == {"pass": ("win", "25.00"), "any-7": ("win", "100.00"), "eleven": ("lose", "0.00")}
    assert (night.rack(), night.layout()) == ("10100.00", {})


@clause("3.12")
def test_3_12_no_call_brings_winning_propositions_down(house: House) -> None:
    refusal = house.refuses("Ann bets 25 on hard-8\nAnn calls props down")
    assert (refusal.code, refusal.clause) == ("not-here", "3.12")


@clause("3.13")
def test_3_13_the_shooter_keeps_the_dice_until_the_seven_out(house: House) -> None:
    story = "Bob bets 25 on pass\n" + "Ann bets 25 on pass\nroll 6 5\n" + "Ann bets 25 on pass\nroll 5 1\nroll 4 2\n"
    both = "Ann bets 25 on pass\nBob bets 25 on pass\n"
    assert house.plays(f"{story}{both}roll 5 3").last.shooter == "Ann"
    assert house.plays(f"{story}{both}roll 5 3\nroll 4 3\n{both}roll 5 3").last.shooter == "Bob"


@clause("3.13")
def test_3_13_who_takes_the_dice_over_shoots_on_to_the_seven_out_only(house: House) -> None:
    everyone = "Ann bets 25 on pass\nBob bets 25 on pass\nCy bets 25 on pass\n"
    assert house.plays(f"{everyone}Ann passes the dice\nroll 5 1").last.shooter == "Bob"
    given_up = f"{everyone}roll 5 1\nAnn passes the dice\n"
    assert house.plays(f"{given_up}roll 5 3").last.shooter == "Bob"
    assert house.plays(f"{given_up}roll 4 3\n{everyone}roll 5 3").last.shooter == "Cy"


# --- 4: settlement


@clause("4.1")
def test_4_1_line_wagers_pay_even_money(house: House) -> None:
    assert house.won("pass", 25, DICE[11]) == house.won("pass", 25, DICE[6], 6) == 25
    assert house.won("dont-pass", 25, DICE[3]) == house.won("dont-pass", 25, DICE[7], 6) == 25
    assert house.won("come", 25, DICE[7], 6) == house.won("dont-come", 25, DICE[2], 6) == 25
    for number in POINTS:
        assert house.won(f"come-{number}", 25, DICE[number], 6) == 25
        assert house.won(f"dont-come-{number}", 25, DICE[7], 6) == 25


@clause("4.1")
def test_4_1_one_roll_wagers(house: House) -> None:
    assert [house.won("any-craps", 25, DICE[total]) for total in (2, 3, 12)] == [175, 175, 175]
    assert house.won("craps-2", 25, DICE[2]) == house.won("craps-12", 25, DICE[12]) == 750
    assert house.won("craps-3", 25, DICE[3]) == house.won("eleven", 25, DICE[11]) == 375
    assert house.won("any-7", 25, DICE[7]) == 100
    assert [house.won("c-and-e", 25, DICE[total]) for total in (2, 3, 12, 11)] == [75, 75, 75, 175]


@clause("4.1")
def test_4_1_a_winners_stake_goes_back_with_the_winnings(house: House) -> None:
    for wager, total in (("pass", 7), ("field", 4), ("eleven", 11), ("any-7", 7), ("c-and-e", 2), ("horn-high-2", 3)):
        assert not house.stays_up(wager, 25, DICE[total])
    assert not house.stays_up("buy-4", 25, DICE[4], 6)
    assert not house.stays_up("pass-odds", 25, DICE[6], 6)


@clause("4.1")
def test_4_1_a_win_is_rounded_down_to_the_chip_of_1(house: House) -> None:
    assert house.won("place-6", 25, DICE[6], 8) == 29  # 29.17
    assert house.won("dont-pass-odds", 29, DICE[7], 5) == 19  # 19.33
    assert house.won("place-6", 25, DICE[6], 8, chip=5) == 25
    assert house.takes("field", 27)
    assert house.refuses("Ann bets 25.50 on field").code == "not-chips"


@clause("4.2")
def test_4_2_pass_line_odds_pay_true_odds(house: House) -> None:
    wins = {4: 100, 5: 75, 6: 60, 8: 60, 9: 75, 10: 100}
    pays_by_number(house, "pass-odds", dict.fromkeys(POINTS, 50), wins, on_seven=False)


@clause("4.3")
def test_4_3_dont_pass_odds_pay_true_odds(house: House) -> None:
    wins = {4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30}
    pays_by_number(house, "dont-pass-odds", dict.fromkeys(POINTS, 60), wins, on_seven=True)


@clause("4.4")
def test_4_4_come_odds_pay_true_odds(house: House) -> None:
    wins = {4: 100, 5: 75, 6: 60, 8: 60, 9: 75, 10: 100}
    pays_by_number(house, "come-odds-{n}", dict.fromkeys(POINTS, 50), wins, on_seven=False)


@clause("4.5")
def test_4_5_dont_come_odds_pay_true_odds(house: House) -> None:
    wins = {4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30}
    pays_by_number(house, "dont-come-odds-{n}", dict.fromkeys(POINTS, 60), wins, on_seven=True)


@clause("4.6")
def test_4_6_place_pays_9_to_5_7_to_5_and_7_to_6(house: House) -> None:
    stakes = {4: 50, 5: 50, 6: 60, 8: 60, 9: 50, 10: 50}
    wins = {4: 90, 5: 70, 6: 70, 8: 70, 9: 70, 10: 90}
    pays_by_number(house, "place-{n}", stakes, wins, on_seven=False)


@clause("4.7")
def test_4_7_buy_pays_true_odds_after_5_per_cent_of_the_wager(house: House) -> None:
    wins = {4: 200, 5: 150, 6: 120, 8: 120, 9: 150, 10: 200}
    pays_by_number(house, "buy-{n}", dict.fromkeys(POINTS, 100), wins, on_seven=False)
    assert house.commission("buy-4", 100) == house.commission("buy-6", 100) == 5


@clause("4.8")
def test_4_8_lay_pays_true_odds_after_5_per_cent_of_the_win(house: House) -> None:
    stakes = {4: 200, 5: 150, 6: 120, 8: 120, 9: 150, 10: 200}
    pays_by_number(house, "lay-{n}", stakes, dict.fromkeys(POINTS, 100), on_seven=True)
    assert house.commission("lay-4", 200) == house.commission("lay-6", 120) == 5


@clause("4.9")
def test_4_9_hardways_pay_7_or_9_to_1(house: House) -> None:
    wins = [house.won(f"hard-{2 * die}", 25, (die, die), 9) for die in (2, 3, 4, 5)]
    assert wins == [175, 225, 225, 175]


@clause("4.10")
def test_4_10_the_field_pays_double_on_2_and_12(house: House) -> None:
    wins = {total: house.won("field", 25, DICE[total]) for total in (2, 3, 4, 9, 10, 11, 12)}
    assert wins == {2: 50, 3: 25, 4: 25, 9: 25, 10: 25, 11: 25, 12: 50}


# --- 5: irregularities


@clause("5.1")
def test_5_1_a_wager_made_after_the_dice_lie_still_waits_for_the_next_roll(house: House) -> None:
    night = house.plays(f"{POINT_6}roll 5 4\nAnn bets 25 on field")
    assert (night.settled(), night.layout()["field"]) == ({}, "25.00")
    assert house.plays(f"{POINT_6}roll 5 4\nAnn bets 25 on field\nroll 5 3").settled() == {"field": ("lose", "0.00")}


@clause("5.1")
def test_5_1_wagers_are_increased_until_the_dice_lie_still(house: House) -> None:
    for wager in ("place-8", "buy-8", "lay-8", "hard-8", "field", "c-and-e", "eleven", "pass-odds"):
        night = house.plays(f"{POINT_6}Ann bets 30 on {wager}\nthrow\nAnn bets 30 on {wager}")
        assert night.layout()[wager] == "60.00"


@clause("5.1", "")
def test_5_1_no_wager_outside_the_limits_stands_unnoticed_which_no_clause_says(house: House) -> None:
    refusal = house.refuses("Ann bets 5000 on pass unnoticed")
    assert (refusal.code, refusal.clause, refusal.cite.provenance) == ("not-here", "", "assumed")


@clause("5.2")
def test_5_2_wagers_are_withdrawn_reduced_and_called_until_the_dice_lie_still(house: House) -> None:
    story = f"{POINT_6}Ann bets 60 on place-8\nAnn bets 25 on field\nAnn bets 50 on pass-odds\nthrow\n"
    night = house.plays(f"{story}Ann reduces place-8 by 30\nAnn takes down field\nAnn calls place-8 off\nroll 4 3")
    assert night.settled() == {"pass": ("lose", "0.00"), "pass-odds": ("lose", "0.00")}
    assert (night.rack(), night.layout()) == ("9895.00", {"place-8": "30.00"})


@clause("5.2")
def test_5_2_dont_wagers_come_down_with_their_odds_at_any_time_before_they_are_decided(house: House) -> None:
    for flat in ("dont-pass", "dont-come-8"):
        night = house.plays(
            "Ann bets 100 on dont-pass\nroll 5 1\nAnn bets 120 on dont-pass-odds\nAnn bets 100 on dont-come\nroll 5 3\n"
            f"Ann bets 120 on dont-come-odds-8\nAnn reduces {flat} by 40\nAnn takes down {flat}"
        )
        assert night.rack() == "9780.00"
        assert len(night.layout()) == 2


@clause("5.2")
def test_5_2_a_wager_that_lost_is_not_withdrawn(house: House) -> None:
    assert house.refuses(f"{POINT_6}Ann bets 30 on place-8\nroll 4 3\nAnn takes down place-8").code == "not-up"
