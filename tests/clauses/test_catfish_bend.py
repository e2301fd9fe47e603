"""Catfish Bend, clause by clause: the wagers. Dice, bonus and tokes are in `test_catfish_bend_table`."""

from tests.clauses.house import House, clause

BOOK = "catfish-bend"

POINTS = (4, 5, 6, 8, 9, 10)
EASY = {4: (3, 1), 5: (3, 2), 6: (4, 2), 8: (5, 3), 9: (5, 4), 10: (6, 4)}
TOTALS = [str(total) for total in range(2, 13)]
ON_6 = "Ann bets 10 on pass; roll 4 2; "
ON_8 = "Ann bets 10 on pass; roll 5 3; "


def lines(story: str) -> str:
    """Lines of the notation, written here with semicolons."""
    return story.replace("; ", "\n")


def is_decided_at_once(house: House, wager: str, wins: str, unit: int = 1) -> None:
    """A one-roll bet: open at all times from one chip on each unit; these totals win, all the others lose."""
    loses = " ".join(total for total in TOTALS if total not in wins.split())
    for point in (None, 6):
        assert house.takes(wager, unit, point, minimum=25)
        assert house.outcomes(wager, point) == {"win": wins, "lose": loses}


def pays_by_point(house: House, wager: str, stake: float) -> list[float]:
    """What a taking bet wins on 4, 5, 6, 8, 9, 10 with that point on."""
    return [house.won(wager.replace("*", str(n)), stake, EASY[n], n) for n in POINTS]


def pays_against_point(house: House, wager: str, stake: float) -> list[float]:
    """What a laying bet wins from a 7 against 4, 5, 6, 8, 9, 10."""
    return [house.won(wager.replace("*", str(n)), stake, (5, 2), n) for n in POINTS]


# --- Wagers: in general


@clause("Definitions: Call Bet")
def test_definitions_call_bet_no_bet_is_taken_without_chips_whoever_confirms_it(house: House) -> None:
    for story in ("", f"{ON_6}", f"{ON_6}throw; "):
        for bet in ("bets 10 on field called", "bets 6 each on inside called"):
            for said in ("", " confirmed by dealer, boxperson, stickperson, supervisor"):
                refusal = house.refuses(lines(f"{story}Ann {bet}{said}"))
                assert (refusal.code, refusal.clause) == ("called", "Definitions: Call Bet")
    house.plays(lines(f"{ON_6}Ann bets 10 on field; Ann bets 6 each on inside"))  # with chips both are taken


@clause("Wagers")
def test_wagers_no_bet_is_taken_once_the_dice_are_thrown(house: House) -> None:
    for late in (
        "bets 10 on field",
        "bets 10 on place-8 confirmed by dealer, boxperson",
        "bets 10 each on inside",
        "presses pass",
        "parlays pass",
        "tokes 5 on field",
    ):
        refusal = house.refuses(lines(f"{ON_6}throw; Ann {late}"))
        assert (refusal.code, refusal.clause) == ("closed", "Wagers")


@clause("Wagers")
def test_wagers_bets_are_open_again_after_a_no_roll(house: House) -> None:
    house.plays(lines(f"{ON_6}throw; no roll: a die left the table; Ann bets 10 on field; roll 5 4"))


@clause("Wagers")
def test_wagers_bets_are_whole_chips_of_one(house: House) -> None:
    assert house.takes("pass", 7)
    assert house.refuses("Ann bets 7.50 on pass").code == "not-chips"


# --- Wagers 1, 2: the line


@clause("Wagers 1")
def test_wagers_1_pass_is_made_before_the_come_out(house: House) -> None:
    assert house.takes("pass", 10)
    refusal = house.refuses(lines(f"{ON_6}Bob bets 10 on pass"))
    assert (refusal.code, refusal.clause) == ("not-now", "Wagers 1")


@clause("Wagers 1a", "Wagers 1a1", "Wagers 1a2")
def test_wagers_1a_pass_wins(house: House) -> None:
    assert house.outcomes("pass")["win"] == "7 11"
    assert [house.outcomes("pass", n)["win"] for n in POINTS] == ["4", "5", "6", "8", "9", "10"]


@clause("Wagers 1b", "Wagers 1b1", "Wagers 1b2")
def test_wagers_1b_pass_loses(house: House) -> None:
    assert house.outcomes("pass")["lose"] == "2 3 12"
    assert {house.outcomes("pass", n)["lose"] for n in POINTS} == {"7"}


@clause("Wagers 1c")
def test_wagers_1c_pass_grows_at_any_time(house: House) -> None:
    night = house.plays(lines("Ann bets 5 on pass; Ann bets 5 on pass; roll 4 2; Ann bets 20 on pass; roll 5 1"))
    assert night.rack() == "10030.00"


@clause("Wagers 1c")
def test_wagers_1c_pass_is_bound_once_the_point_is_set(house: House) -> None:
    for act in ("takes down pass", "reduces pass by 5"):
        refusal = house.refuses(lines(f"{ON_6}Ann {act}"))
        assert (refusal.code, refusal.clause) == ("contract", "Wagers 1c")
    night = house.plays(lines("Ann bets 10 on pass; Ann reduces pass by 5; Ann takes down pass"))
    assert night.rack() == "10000.00"


@clause("Wagers 2")
def test_wagers_2_dont_pass_is_made_before_the_come_out(house: House) -> None:
    assert house.takes("dont-pass", 10)
    assert house.refuses(lines(f"{ON_6}Bob bets 10 on dont-pass")).clause == "Wagers 2"


@clause("Wagers 2a", "Wagers 2a1", "Wagers 2a2")
def test_wagers_2a_dont_pass_wins(house: House) -> None:
    assert house.outcomes("dont-pass")["win"] == "2 3"
    assert {house.outcomes("dont-pass", n)["win"] for n in POINTS} == {"7"}


@clause("Wagers 2b", "Wagers 2b1", "Wagers 2b2")
def test_wagers_2b_dont_pass_loses(house: House) -> None:
    assert house.outcomes("dont-pass")["lose"] == "7 11"
    assert [house.outcomes("dont-pass", n)["lose"] for n in POINTS] == ["4", "5", "6", "8", "9", "10"]


@clause("Wagers 2c")
def test_wagers_2c_a_come_out_twelve_gives_dont_pass_back(house: House) -> None:
    assert house.outcomes("dont-pass")["push"] == "12"
    night = house.plays(lines("Ann bets 10 on dont-pass; roll 6 6"))
    assert (night.rack(), night.layout()) == ("10000.00", {})


@clause("Wagers 2d")
def test_wagers_2d_dont_pass_shrinks_but_never_grows_once_the_point_is_set(house: House) -> None:
    on_6 = "Ann bets 20 on dont-pass; roll 4 2; "
    assert house.plays(lines(f"{on_6}Ann reduces dont-pass by 5; Ann takes down dont-pass")).rack() == "10000.00"
    refusal = house.refuses(lines(f"{on_6}Ann bets 5 on dont-pass"))
    assert (refusal.code, refusal.clause) == ("not-now", "Wagers 2d")
    house.plays(lines("Ann bets 5 on dont-pass; Ann bets 5 on dont-pass"))


@clause("Wagers 2d")
def test_wagers_2d_odds_above_the_cap_of_a_smaller_dont_pass_go_back(house: House) -> None:
    laid = "Ann bets 20 on dont-pass; roll 3 1; Ann bets 400 on dont-pass-odds; "
    night = house.plays(lines(f"{laid}Ann reduces dont-pass by 10"))
    assert night.layout() == {"dont-pass": "10.00", "dont-pass-odds": "200.00"}
    assert night.rack() == "9790.00"
    assert house.plays(lines(f"{laid}Ann takes down dont-pass")).rack() == "10000.00"


@clause("Shooting 3", "Shooting 4", "Shooting 5")
def test_shooting_3_to_5_what_settles_the_line(house: House) -> None:
    assert house.outcomes("pass") == {"win": "7 11", "lose": "2 3 12"}
    assert house.outcomes("dont-pass") == {"win": "2 3", "lose": "7 11", "push": "12"}
    for n in POINTS:
        assert house.outcomes("pass", n) == {"win": str(n), "lose": "7"}
        assert house.outcomes("dont-pass", n) == {"win": "7", "lose": str(n)}


@clause("Shooting 5")
def test_shooting_5_the_point_is_set_then_made(house: House) -> None:
    assert house.plays(lines(ON_6)).table.point == 6
    assert house.plays(lines(f"{ON_6}roll 5 4; roll 6 4")).table.point == 6
    assert house.plays(lines(f"{ON_6}roll 3 3")).table.point is None


@clause("Definitions: Point")
def test_definitions_point_six_totals_can_be_the_point(house: House) -> None:
    dice = ("1 1", "2 1", "3 1", "4 1", "5 1", "6 1", "6 2", "6 3", "6 4", "6 5", "6 6")
    points = [house.plays(f"Ann bets 10 on pass\nroll {pair}").table.point for pair in dice]
    assert points == [None, None, 4, 5, 6, None, 8, 9, 10, None, None]


@clause("Definitions: Seven-Out")
def test_definitions_seven_out_needs_a_point(house: House) -> None:
    night = house.plays(lines(f"{ON_6}roll 5 2"))
    assert (night.last.event, night.table.point) == ("seven-out", None)
    assert house.plays("Ann bets 10 on pass\nroll 5 2").last.event != "seven-out"


# --- Wagers 3, 4: come and don't come


@clause("Wagers 3")
def test_wagers_3_come_is_made_between_come_outs(house: House) -> None:
    assert house.takes("come", 10, 6)
    refusal = house.refuses("Ann bets 10 on come")
    assert (refusal.code, refusal.clause) == ("not-now", "Wagers 3")


@clause("Wagers 3")
def test_wagers_3_nothing_is_put_on_a_come_number_by_hand(house: House) -> None:
    fresh = house.refuses(lines(f"{ON_6}Ann bets 10 on come-8"))
    grown = house.refuses(lines(f"{ON_6}Ann bets 10 on come; roll 5 3; Ann bets 10 on come-8"))
    assert [(refusal.code, refusal.clause) for refusal in (fresh, grown)] == [
        ("not-made", "Wagers 3"),
        ("contract", "Wagers 3"),
    ]


@clause("Wagers 3a", "Wagers 3a1", "Wagers 3a2")
def test_wagers_3a_come_wins(house: House) -> None:
    assert house.outcomes("come", 6)["win"] == "7 11"
    travels = {f"move come-{n}": str(n) for n in POINTS}
    assert {move: roll for move, roll in house.outcomes("come", 6).items() if "move" in move} == travels
    for n in POINTS:
        assert house.outcomes(f"come-{n}") == house.outcomes(f"come-{n}", 6) == {"win": str(n), "lose": "7"}


@clause("Wagers 3b", "Wagers 3b1", "Wagers 3b2")
def test_wagers_3b_come_loses(house: House) -> None:
    assert house.outcomes("come", 6)["lose"] == "2 3 12"
    assert {house.outcomes(f"come-{n}", 6)["lose"] for n in POINTS} == {"7"}


@clause("Wagers 3a2")
def test_wagers_3a2_a_new_come_bet_takes_the_place_of_one_that_wins(house: House) -> None:
    night = house.plays(lines(f"{ON_6}Ann bets 10 on come; roll 5 3; Ann bets 20 on come; roll 4 4"))
    assert night.settled() == {"come-8": ("win", "10.00")}
    assert (night.layout(), night.rack()) == ({"pass": "10.00", "come-8": "20.00"}, "9980.00")


@clause("Definitions: Contract Bet")
def test_definitions_contract_bet_a_come_bet_is_bound_by_its_number(house: House) -> None:
    for act in ("takes down come-8", "reduces come-8 by 5"):
        refusal = house.refuses(lines(f"{ON_6}Ann bets 10 on come; roll 5 3; Ann {act}"))
        assert (refusal.code, refusal.clause) == ("contract", "Definitions: Contract Bet")
    night = house.plays(lines(f"{ON_6}Ann bets 10 on come; Ann reduces come by 5; Ann takes down come"))
    assert night.rack() == "9990.00"


@clause("Definitions: Contract Bet")
def test_definitions_contract_bet_all_other_bets_come_down(house: House) -> None:
    night = house.plays(
        lines(
            f"{ON_6}Ann bets 20 on pass-odds; Ann bets 10 on come; Ann bets 10 on field; Ann bets 10 on big-8; "
            "Ann bets 10 on hard-8; Ann bets 10 on any-7; Ann reduces pass-odds by 5; Ann takes down all"
        )
    )
    assert (night.layout(), night.rack()) == ({"pass": "10.00"}, "9990.00")


@clause("Wagers 4")
def test_wagers_4_dont_come_is_made_between_come_outs(house: House) -> None:
    assert house.takes("dont-come", 10, 6)
    assert house.refuses("Ann bets 10 on dont-come").clause == "Wagers 4"
    assert house.refuses(lines(f"{ON_6}Ann bets 10 on dont-come-8")).clause == "Wagers 4"


@clause("Wagers 4a", "Wagers 4a1", "Wagers 4a2")
def test_wagers_4a_dont_come_wins(house: House) -> None:
    assert house.outcomes("dont-come", 6)["win"] == "2 3"
    travels = {f"move dont-come-{n}": str(n) for n in POINTS}
    assert {move: roll for move, roll in house.outcomes("dont-come", 6).items() if "move" in move} == travels
    for n in POINTS:
        assert house.outcomes(f"dont-come-{n}") == house.outcomes(f"dont-come-{n}", 6) == {"win": "7", "lose": str(n)}


@clause("Wagers 4b", "Wagers 4b1", "Wagers 4b2")
def test_wagers_4b_dont_come_loses(house: House) -> None:
    assert house.outcomes("dont-come", 6)["lose"] == "7 11"
    assert [house.outcomes(f"dont-come-{n}", 6)["lose"] for n in POINTS] == ["4", "5", "6", "8", "9", "10"]


@clause("Wagers 4c")
def test_wagers_4c_a_twelve_gives_dont_come_back(house: House) -> None:
    assert house.outcomes("dont-come", 6)["push"] == "12"
    assert house.plays(lines(f"{ON_6}Ann bets 10 on dont-come; roll 6 6")).rack() == "9990.00"


@clause("Wagers 4d")
def test_wagers_4d_dont_come_shrinks_at_any_time_and_never_grows_behind_its_number(house: House) -> None:
    laid = f"{ON_6}Ann bets 20 on dont-come; "
    assert house.plays(lines(f"{laid}Ann reduces dont-come by 5; Ann takes down dont-come")).rack() == "9990.00"
    behind = f"{laid}roll 5 3; "
    shrunk = house.plays(lines(f"{behind}Ann reduces dont-come-8 by 5; Ann takes down dont-come-8"))
    assert shrunk.rack() == "9990.00"
    later = f"{behind}Ann reduces dont-come-8 by 5; roll 5 4; Ann reduces dont-come-8 by 5; roll 3 2; "
    assert house.plays(lines(later)).layout() == {"pass": "10.00", "dont-come-8": "10.00"}
    assert house.plays(lines(f"{later}roll 4 3")).rack() == "10000.00", "10 wins 10, the line loses 10"
    assert house.plays(lines(f"{later}Ann takes down dont-come-8; roll 4 3")).rack() == "9990.00"
    with_odds = house.plays(lines(f"{behind}Ann bets 60 on dont-come-odds-8; Ann takes down dont-come-8"))
    assert (with_odds.rack(), with_odds.layout()) == ("9990.00", {"pass": "10.00"}), "the odds go with it"
    refusal = house.refuses(lines(f"{behind}Ann bets 5 on dont-come-8"))
    assert (refusal.code, refusal.clause) == ("contract", "Wagers 4d")


# --- Wagers 5: odds


@clause("Wagers 5")
def test_wagers_5_odds_come_and_go_once_there_is_a_number(house: House) -> None:
    night = house.plays(
        lines(f"{ON_6}Ann bets 20 on pass-odds; roll 5 4; Ann bets 10 on pass-odds; Ann reduces pass-odds by 5")
    )
    assert night.layout()["pass-odds"] == "25.00"
    for point in (None, 6):
        assert house.takes("come-odds-8", 10, point, flat=10)


@clause("Wagers 5b", "Definitions: Odds")
def test_wagers_5b_odds_go_with_their_own_flat_bet(house: House) -> None:
    for flat, other, odds in (("pass", "dont-pass", "pass-odds"), ("dont-pass", "pass", "dont-pass-odds")):
        house.plays(lines(f"Ann bets 10 on {flat}; roll 4 2; Ann bets 10 on {odds}"))
        refusal = house.refuses(lines(f"Ann bets 10 on {other}; roll 4 2; Ann bets 10 on {odds}"))
        assert (refusal.code, refusal.clause) == ("no-flat", "Wagers 5b")
    for flat, other in (("come", "dont-come"), ("dont-come", "come")):
        house.plays(lines(f"{ON_6}Ann bets 10 on {flat}; roll 5 3; Ann bets 10 on {flat}-odds-8"))
        refusal = house.refuses(lines(f"{ON_6}Ann bets 10 on {other}; roll 5 3; Ann bets 10 on {flat}-odds-8"))
        assert (refusal.code, refusal.clause) == ("no-flat", "Wagers 5b")


@clause("Wagers 5b")
def test_wagers_5b_odds_win_and_lose_with_their_flat_bet(house: House) -> None:
    for n in POINTS:
        assert house.outcomes("pass-odds", n) == house.outcomes("pass", n)
        assert house.outcomes("dont-pass-odds", n) == house.outcomes("dont-pass", n)
        assert house.outcomes(f"come-odds-{n}", 4) == {"win": str(n), "lose": "7"}
        assert house.outcomes(f"dont-come-odds-{n}", 4) == {"win": "7", "lose": str(n)}


@clause("Wagers 5a")
def test_wagers_5a_odds_under_the_minimum_must_pay_exactly(house: House) -> None:
    proper = {
        "pass-odds": {4: (1, 0), 5: (2, 3), 6: (5, 6)},
        "dont-pass-odds": {4: (2, 3), 5: (3, 4), 6: (6, 7)},
    }
    for odds, amounts in proper.items():
        for n, (exact, inexact) in amounts.items():
            assert house.takes(odds, exact, n, flat=25, minimum=25)
            assert not house.takes(odds, inexact, n, flat=25, minimum=25)
            travelled = f"{odds.replace('pass', 'come')}-{n}"
            assert house.takes(travelled, exact, 8, flat=25, minimum=25)
            assert not house.takes(travelled, inexact, 8, flat=25, minimum=25)
    assert house.takes("pass-odds", 27, 5, flat=25, minimum=25)
    refusal = house.refuses(lines(f"{ON_6}Ann bets 3 on pass-odds"))
    assert (refusal.code, refusal.clause) == ("below-minimum", "Wagers 5a")


@clause("Wagers 5c")
def test_wagers_5c_pass_odds_need_a_point(house: House) -> None:
    refusal = house.refuses(lines("Ann bets 10 on pass; Ann bets 10 on pass-odds"))
    assert (refusal.code, refusal.clause) == ("not-now", "Wagers 5c")
    assert house.takes("pass-odds", 10, 6, flat=10)


@clause("Wagers 5c")
def test_wagers_5c_come_odds_do_not_work_on_the_come_out(house: House) -> None:
    resting = f"{ON_6}Ann bets 10 on come; roll 5 3; Ann bets 20 on come-odds-8; roll 3 3; Ann bets 10 on pass; "
    seven = house.plays(lines(f"{resting}roll 5 2"))
    assert seven.settled() == {
        "pass": ("win", "10.00"),
        "come-8": ("lose", "0.00"),
        "come-odds-8": ("return", "0.00"),
    }
    assert seven.rack() == "10010.00"
    eight = house.plays(lines(f"{resting}roll 4 4"))
    assert eight.settled() == {"come-8": ("win", "10.00"), "come-odds-8": ("return", "0.00")}
    assert eight.rack() == "10010.00"


@clause("Wagers 5c")
def test_wagers_5c_come_odds_cannot_be_called(house: House) -> None:
    for now in ("on", "off"):
        refusal = house.refuses(
            lines(f"{ON_6}Ann bets 10 on come; roll 5 3; Ann bets 20 on come-odds-8; Ann calls come-odds-8 {now}")
        )
        assert (refusal.code, refusal.clause) == ("cannot-call", "Wagers 5c")


@clause("Wagers 5cA")
def test_wagers_5ca_pass_odds_pay_true_odds(house: House) -> None:
    assert pays_by_point(house, "pass-odds", 30) == [60, 45, 36, 36, 45, 60]
    assert pays_by_point(house, "pass", 30) == [30] * 6


@clause("Wagers 5cB")
def test_wagers_5cb_come_odds_pay_true_odds(house: House) -> None:
    assert pays_by_point(house, "come-odds-*", 30) == [60, 45, 36, 36, 45, 60]
    assert pays_by_point(house, "come-*", 30) == [30] * 6


@clause("Wagers 5d")
def test_wagers_5d_dont_pass_odds_need_a_point_and_dont_come_odds_never_rest(house: House) -> None:
    refusal = house.refuses(lines("Ann bets 10 on dont-pass; Ann bets 10 on dont-pass-odds"))
    assert (refusal.code, refusal.clause) == ("not-now", "Wagers 5d")
    assert house.takes("dont-pass-odds", 12, 6, flat=10)
    assert house.outcomes("dont-come-odds-8") == {"win": "7", "lose": "8"}


@clause("Wagers 5d")
def test_wagers_5d_the_most_that_is_laid_wins_ten_times_the_flat_bet(house: House) -> None:
    assert [house.won("dont-pass-odds", most, (5, 2), n) for n, most in ((4, 200), (5, 150), (6, 120))] == [100] * 3


@clause("Wagers 5dA")
def test_wagers_5da_dont_come_odds_pay_true_odds_from_any_roll_on(house: House) -> None:
    assert pays_against_point(house, "dont-come-odds-*", 60) == [30, 40, 50, 50, 40, 30]
    assert pays_against_point(house, "dont-come-*", 60) == [60] * 6
    for point in (None, 6):
        assert house.takes("dont-come-odds-8", 12, point, flat=10)


@clause("Wagers 5dB")
def test_wagers_5db_dont_pass_odds_pay_true_odds(house: House) -> None:
    assert pays_against_point(house, "dont-pass-odds", 60) == [30, 40, 50, 50, 40, 30]
    assert pays_against_point(house, "dont-pass", 60) == [60] * 6


# --- Wagers 6 and Place Bets


@clause("Definitions: Box Number")
def test_definitions_box_number_place_buy_and_lay_are_open_at_all_times(house: House) -> None:
    for n in POINTS:
        for point in (None, n, 4):
            assert all(house.takes(f"{kind}-{n}", 10, point) for kind in ("place", "buy", "lay"))


@clause("Wagers 6", "Place Bets")
def test_wagers_6_place_wins_on_its_number_and_loses_on_a_seven(house: House) -> None:
    for n in POINTS:
        assert house.takes(f"place-{n}", 10)
        assert house.takes(f"place-{n}", 10, n)
        assert house.outcomes(f"place-{n}", 6) == {"win": str(n), "lose": "7"}


@clause("Wagers 6", "Place Bets")
def test_wagers_6_place_rests_on_the_come_out_unless_called_on(house: House) -> None:
    assert house.outcomes("place-8") == {}
    assert house.outcomes("place-8", None, "on") == {"win": "8", "lose": "7"}
    assert house.outcomes("place-8", 6, "off") == {}


@clause("Wagers 6")
def test_wagers_6_the_roll_that_makes_the_point_still_pays_place(house: House) -> None:
    night = house.plays(lines(f"{ON_6}Ann bets 12 on place-6; roll 3 3"))
    assert night.settled() == {"pass": ("win", "10.00"), "place-6": ("win", "14.00")}
    assert (night.rack(), night.layout()) == ("10012.00", {"place-6": "12.00"})


@clause("Place Bets")
def test_place_bets_one_call_puts_all_of_a_players_place_bets_on(house: House) -> None:
    night = house.plays(
        lines("Ann bets 10 on pass; Ann bets 12 on place-6; Ann bets 12 on place-8; Ann calls place on; roll 5 3")
    )
    assert night.settled() == {"place-8": ("win", "14.00")}


@clause("Wagers 6")
def test_wagers_6_place_grows_shrinks_comes_down_and_rests_before_any_roll(house: House) -> None:
    up = f"{ON_6}Ann bets 12 on place-8; Ann bets 6 on place-8; "
    assert house.plays(lines(f"{up}Ann reduces place-8 by 12")).layout()["place-8"] == "6.00"
    assert house.plays(lines(f"{up}Ann takes down place-8")).rack() == "9990.00"
    assert house.plays(lines(f"{up}Ann calls place-8 off; roll 5 2")).layout() == {"place-8": "18.00"}


@clause("Wagers 6")
def test_wagers_6_other_bets_grow_as_place_bets_do(house: House) -> None:
    for wager in ("buy-8", "lay-8", "hard-8", "field", "any-7", "horn", "big-8"):
        assert house.takes(wager, 8, held=8)
        assert house.takes(wager, 8, 6, held=8)
    assert house.takes("come", 10, 6, held=10)


@clause("Wagers 6")
def test_wagers_6_nothing_is_touched_once_the_dice_are_thrown(house: House) -> None:
    for act in ("takes down place-8", "reduces place-8 by 6", "calls place-8 off", "calls props down"):
        refusal = house.refuses(lines(f"{ON_6}Ann bets 12 on place-8; throw; Ann {act}"))
        assert (refusal.code, refusal.clause) == ("closed", "Wagers 6")


@clause("Wagers 4d")
def test_wagers_4d_a_dont_come_bet_comes_down_at_any_time_so_until_the_dice_rest(house: House) -> None:
    flat = f"{ON_6}Ann bets 10 on dont-come; "
    gone = house.plays(lines(f"{flat}throw; Ann takes down dont-come; roll 5 4"))
    assert "dont-come-9" not in gone.layout()
    less = house.plays(lines(f"{flat}roll 5 4; throw; Ann reduces dont-come-9 by 5; roll 4 4"))
    assert less.layout()["dont-come-9"] == "5.00"
    for act in ("takes down dont-pass", "takes down all"):
        refusal = house.refuses(lines(f"Ann bets 10 on dont-pass; roll 4 2; throw; Ann {act}"))
        assert (refusal.code, refusal.clause) == ("closed", "Wagers 6")


@clause("Place Bets")
def test_place_bets_a_bet_made_after_a_call_on_all_of_them_is_not_called(house: House) -> None:
    up = "Ann bets 10 on pass\nroll 3 1\nAnn bets 12 on place-6\nAnn calls place off\nAnn bets 12 on place-8\n"
    assert house.plays(f"{up}roll 4 4").rack() == "9980.00"
    assert house.plays(f"{up}roll 4 2").rack() == "9966.00"
    assert house.plays(f"{up}Ann calls place off\nroll 4 4").rack() == "9966.00"


@clause("Place Bets Across")
def test_place_bets_across_inside_outside_and_across_leave_out_the_point(house: House) -> None:
    def covers(group: str, dice: str, *numbers: int) -> bool:
        night = house.plays(lines(f"Ann bets 10 on pass; {dice}Ann bets 12 each on {group}"))
        return set(night.layout()) == {"pass", *(f"place-{n}" for n in numbers)}

    assert covers("inside", "", 5, 6, 8, 9)
    assert covers("inside", "roll 4 2; ", 5, 8, 9)
    assert covers("outside", "", 4, 5, 9, 10)
    assert covers("outside", "roll 3 1; ", 5, 9, 10)
    assert covers("across", "", 4, 5, 6, 8, 9, 10)
    assert covers("across", "roll 5 4; ", 4, 5, 6, 8, 10)


@clause("Place Bets Across")
def test_place_bets_across_these_are_place_bets_of_that_amount_each(house: House) -> None:
    night = house.plays(lines(f"{ON_6}Ann bets 10 each on inside"))
    assert night.layout() == {"pass": "10.00", "place-5": "10.00", "place-8": "10.00", "place-9": "10.00"}
    assert night.rack() == "9960.00"


@clause("Place Bets Across")
def test_place_bets_across_they_stay_up_after_a_win(house: House) -> None:
    assert all(house.stays_up(f"place-{n}", 30, EASY[n], n) for n in POINTS)
    night = house.plays(lines(f"{ON_6}Ann bets 10 each on across; roll 6 3; roll 5 4"))
    assert (night.rack(), night.layout()["place-9"]) == ("9968.00", "10.00")


@clause("Place Bets Across")
def test_place_bets_across_they_are_pressed_called_off_and_taken_down_at_any_time(house: House) -> None:
    up = f"{ON_6}Ann bets 10 each on across; "
    assert house.plays(lines(f"{up}Ann presses place-9 by 5; Ann calls place off; roll 5 2")).rack() == "9935.00"
    assert house.plays(lines(f"{up}Ann takes down place")).rack() == "9990.00"


@clause("Definitions: Press the Bet", "Definitions: Parlay")
def test_definitions_press_doubles_and_parlay_lets_it_ride(house: House) -> None:
    won = f"{ON_6}Ann bets 12 on place-8; roll 5 3; "
    assert house.plays(lines(f"{won}Ann presses place-8")).layout()["place-8"] == "24.00"
    assert house.plays(lines(f"{won}Ann parlays place-8")).layout()["place-8"] == "26.00"
    assert house.plays(lines("Ann bets 10 on pass; roll 5 2; Ann parlays pass")).layout() == {"pass": "20.00"}


# --- Wagers 7 and Buy Bets


@clause("Wagers 7", "Definitions: Vigorish")
def test_wagers_7_buy_costs_five_percent_of_the_stake_when_it_is_made(house: House) -> None:
    assert {house.commission(f"buy-{n}", 100) for n in POINTS} == {5}
    assert house.plays("Ann bets 100 on buy-4").rack() == "9895.00"


@clause("Wagers 7")
def test_wagers_7_the_commission_is_cut_to_whole_chips_but_is_one_chip_at_least(house: House) -> None:
    assert [house.commission("buy-4", stake) for stake in (39, 30, 20, 19, 5)] == [1, 1, 1, 1, 1]
    assert [house.commission("buy-4", stake) for stake in (40, 59, 60)] == [2, 2, 3]
    assert house.commission("buy-4", 100, minimum=25, chip=25) == 25


@clause("Wagers 7")
def test_wagers_7_more_of_a_buy_bet_costs_only_what_the_whole_then_lacks(house: House) -> None:
    assert house.plays(lines("Ann bets 30 on buy-4; Ann bets 30 on buy-4")).rack() == "9937.00"


@clause("Buy Bets", "Definitions: Buy Bet")
def test_buy_bets_win_on_their_number_and_lose_on_a_seven(house: House) -> None:
    for n in POINTS:
        assert house.takes(f"buy-{n}", 10)
        assert house.takes(f"buy-{n}", 10, n)
        assert house.outcomes(f"buy-{n}", 6) == {"win": str(n), "lose": "7"}


@clause("Buy Bets", "Definitions: Buy Bet")
def test_buy_bets_pay_true_odds(house: House) -> None:
    assert pays_by_point(house, "buy-*", 30) == [60, 45, 36, 36, 45, 60]


@clause("Buy Bets")
def test_buy_bets_rest_on_the_come_out_unless_called_on(house: House) -> None:
    assert house.outcomes("buy-8") == {}
    assert house.outcomes("buy-8", None, "on") == {"win": "8", "lose": "7"}
    assert house.outcomes("buy-8", 6, "off") == {}


@clause("Buy Bets")
def test_buy_bets_that_come_down_bring_their_commission_back(house: House) -> None:
    assert house.plays(lines("Ann bets 100 on buy-4; Ann takes down buy-4")).rack() == "10000.00"
    assert house.plays(lines("Ann bets 100 on buy-4; Ann reduces buy-4 by 60")).rack() == "9958.00"
    assert house.plays(lines(f"{ON_6}Ann bets 100 on buy-4; roll 5 4; Ann takes down buy-4")).rack() == "9990.00"


@clause("Buy Bets")
def test_buy_bets_that_win_come_back_and_the_commission_is_spent(house: House) -> None:
    night = house.plays(lines(f"{ON_6}Ann bets 100 on buy-4; roll 3 1"))
    assert (night.rack(), night.layout()) == ("10185.00", {"pass": "10.00"})
    assert house.plays(lines(f"{ON_6}Ann bets 100 on buy-4; roll 3 1; Ann bets 100 on buy-4")).rack() == "10080.00"


# --- Wagers 8: field


@clause("Wagers 8", "Definitions: Field Bet")
def test_wagers_8_field_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "field", "2 3 4 9 10 11 12")


# --- Wagers 9 and Lay Bets


@clause("Wagers 9", "Definitions: Lay Bets")
def test_wagers_9_lay_wins_on_a_seven_and_loses_on_its_number_at_any_time(house: House) -> None:
    for n in POINTS:
        assert house.outcomes(f"lay-{n}") == house.outcomes(f"lay-{n}", 6) == {"win": "7", "lose": str(n)}


@clause("Wagers 9", "Definitions: Lay Bets")
def test_wagers_9_lay_costs_five_percent_of_what_it_can_win(house: House) -> None:
    assert [house.commission(f"lay-{n}", 120) for n in POINTS] == [3, 4, 5, 5, 4, 3]
    assert house.commission("lay-4", 5) == 1


@clause("Lay Bets")
def test_lay_bets_are_open_and_at_risk_at_all_times(house: House) -> None:
    for point in (None, 6):
        assert house.takes("lay-8", 12, point)
        assert house.outcomes("lay-8", point) == {"win": "7", "lose": "8"}


@clause("Lay Bets")
def test_lay_bets_pay_true_odds(house: House) -> None:
    assert pays_against_point(house, "lay-*", 60) == [30, 40, 50, 50, 40, 30]


@clause("Lay Bets")
def test_lay_bets_that_come_down_bring_their_commission_back(house: House) -> None:
    laid = f"{ON_6}Ann bets 200 on lay-4; "
    assert house.plays(lines(laid)).rack() == "9785.00"
    assert house.plays(lines(f"{laid}Ann takes down lay-4")).rack() == "9990.00"
    assert house.plays(lines(f"{laid}Ann reduces lay-4 by 120")).rack() == "9908.00"


@clause("Lay Bets")
def test_lay_bets_called_off_come_down_with_their_commission(house: House) -> None:
    night = house.plays(lines(f"{ON_6}Ann bets 200 on lay-4; Ann calls lay-4 off"))
    assert (night.rack(), night.layout()) == ("9990.00", {"pass": "10.00"})
    refusal = house.refuses(lines(f"{ON_6}Ann bets 200 on lay-4; Ann calls lay-4 on"))
    assert (refusal.code, refusal.clause) == ("cannot-call", "Lay Bets")


@clause("Lay Bets")
def test_lay_bets_that_win_come_back_and_the_commission_is_spent(house: House) -> None:
    night = house.plays(lines("Ann bets 10 on pass; Ann bets 200 on lay-4; roll 5 2"))
    assert (night.rack(), night.layout()) == ("10105.00", {})


@clause("Lay Bets")
def test_lay_bets_may_win_up_to_the_table_maximum(house: House) -> None:
    for n, most in ((4, 1000), (5, 750), (6, 600), (8, 600), (9, 750), (10, 1000)):
        assert house.within(f"lay-{n}", 5, most)
    assert house.within("lay-4", 5, 200, maximum=100)


@clause("Definitions: Overlay")
def test_definitions_overlay_a_full_dont_pass_may_lay_the_point_besides(house: House) -> None:
    full = "Ann bets 10 on dont-pass; roll 3 1; Ann bets 200 on dont-pass-odds; "
    assert house.refuses(lines(f"{full}Ann bets 2 on dont-pass-odds")).code == "above-maximum"
    night = house.plays(lines(f"{full}Ann bets 200 on lay-4; roll 5 2"))
    assert night.rack() == "10205.00"


# --- Wagers 10: propositions


@clause("Wagers 10a", "Definitions: Any Seven")
def test_wagers_10a_any_seven_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "any-7", "7")


@clause("Wagers 10b", "Definitions: Any Craps")
def test_wagers_10b_any_craps_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "any-craps", "2 3 12")


@clause("Definitions: Front Line")
def test_definitions_front_line_is_another_name_of_the_pass_line(house: House) -> None:
    assert house.plays("Ann bets 10 on front-line").layout() == {"pass": "10.00"}


@clause("Wagers 10c", "Definitions: Aces")
def test_wagers_10c_craps_two_is_also_called_aces_or_low(house: House) -> None:
    assert house.plays("Ann bets 1 on aces\nAnn bets 1 on low").layout() == {"craps-2": "2.00"}


@clause("Wagers 10d")
def test_wagers_10d_craps_three_is_also_called_ace_deuce(house: House) -> None:
    assert house.plays("Ann bets 1 on ace-deuce").layout() == {"craps-3": "1.00"}


@clause("Wagers 10e")
def test_wagers_10e_craps_twelve_is_also_called_high_or_boxcars(house: House) -> None:
    assert house.plays("Ann bets 1 on high\nAnn bets 1 on boxcars").layout() == {"craps-12": "2.00"}


@clause("Wagers 10c", "Definitions: Aces")
def test_wagers_10c_craps_two_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "craps-2", "2")


@clause("Wagers 10d")
def test_wagers_10d_craps_three_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "craps-3", "3")


@clause("Wagers 10e")
def test_wagers_10e_craps_twelve_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "craps-12", "12")


@clause("Wagers 10f")
def test_wagers_10f_eleven_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "eleven", "11")


@clause("Wagers 10g")
def test_wagers_10g_hardways_win_as_pairs_and_lose_easy_on_any_roll(house: House) -> None:
    assert [key for key in house.rules.by_key if key.startswith("hard")] == ["hard-4", "hard-6", "hard-8", "hard-10"]
    for n in (4, 10):
        for point in (None, 6):
            assert house.takes(f"hard-{n}", 10, point)
            assert house.outcomes(f"hard-{n}", point)["win"] == f"h{n}"
            assert f"e{n}" in house.outcomes(f"hard-{n}", point)["lose"]
    assert house.outcomes("hard-8", 6) == {"win": "h8", "lose": "7 e8"}


@clause("Definitions: Hard Way")
def test_definitions_hard_way_any_seven_loses(house: House) -> None:
    for point in (None, 6):
        assert house.outcomes("hard-6", point) == {"win": "h6", "lose": "e6 7"}


@clause("Stickperson 13")
def test_stickperson_13_hardways_are_called_off_and_on(house: House) -> None:
    assert house.outcomes("hard-8", None, "off") == house.outcomes("hard-8", 6, "off") == {}
    assert house.outcomes("hard-8", None, "on") == {"win": "h8", "lose": "7 e8"}
    up = f"{ON_6}Ann bets 10 on hard-8; Ann bets 10 on hard-4; Ann calls hard off; "
    assert house.plays(lines(f"{up}roll 5 3; roll 3 1")).layout()["hard-8"] == "10.00"
    assert house.plays(lines(f"{up}roll 5 3; Ann calls hard on; roll 4 4")).rack() == "10060.00"


@clause("Wagers 10h", "Definitions: Horn Bet")
def test_wagers_10h_horn_is_one_roll(house: House) -> None:
    is_decided_at_once(house, "horn", "2 3 11 12", 4)


@clause("Definitions: Horn Bet")
def test_definitions_horn_bet_each_quarter_has_its_own_odds(house: House) -> None:
    assert _wins(house, "horn", 4) == [27, 12, 12, 27]
    assert house.refuses("Ann bets 6 on horn").code == "not-units"


@clause("Definitions: Horn High Bet")
def test_definitions_horn_high_bet_doubles_one_of_five_units(house: House) -> None:
    assert _wins(house, "horn-high-2", 5) == [57, 11, 11, 26]
    assert _wins(house, "horn-high-3", 5) == [26, 27, 11, 26]
    assert _wins(house, "horn-high-11", 5) == [26, 11, 27, 26]
    assert _wins(house, "horn-high-12", 5) == [26, 11, 11, 57]
    for high in (2, 3, 11, 12):
        is_decided_at_once(house, f"horn-high-{high}", "2 3 11 12", 5)
        assert house.refuses(f"Ann bets 8 on horn-high-{high}").code == "not-units"


def _wins(house: House, wager: str, stake: int) -> list[float]:
    """What it wins on 2, 3, 11 and 12."""
    return [house.won(wager, stake, roll) for roll in ((1, 1), (2, 1), (6, 5), (6, 6))]


@clause("Definitions: Hi-Lo")
def test_definitions_hi_lo_is_half_on_two_and_half_on_twelve(house: House) -> None:
    is_decided_at_once(house, "hi-lo", "2 12", 2)
    assert [house.won("hi-lo", 2, roll) for roll in ((1, 1), (6, 6))] == [29, 29]


@clause("Definitions: Three Way Craps")
def test_definitions_three_way_craps_is_a_third_on_each_craps(house: House) -> None:
    is_decided_at_once(house, "three-way", "2 3 12", 3)
    assert [house.won("three-way", 3, roll) for roll in ((1, 1), (2, 1), (6, 6))] == [28, 13, 28]


@clause("Wagers 10i")
def test_wagers_10i_hops_are_these_and_no_others(house: House) -> None:
    hard = "2-2 3-3 4-4 5-5"
    easy = "3-1 3-2 4-1 4-2 5-1 4-3 5-2 6-1 5-3 6-2 5-4 6-3 6-4"
    offered = {key for key in house.rules.by_key if key.startswith("hop")}
    assert offered == {f"hop-{pair}" for pair in f"{hard} {easy}".split()}
    for pairs, pays in ((hard, 150), (easy, 75)):
        for pair in pairs.split():
            high, low = int(pair[0]), int(pair[2])
            assert house.won(f"hop-{pair}", 5, (high, low)) == house.won(f"hop-{pair}", 5, (low, high), 6) == pays


@clause("Wagers 10i")
def test_wagers_10i_a_hop_is_one_roll(house: House) -> None:
    for point in (None, 6):
        assert house.takes("hop-3-2", 1, point)
        assert house.outcomes("hop-3-2", point) == {"win": "3-2", "lose": "2 3 4 4-1 6 7 8 9 10 11 12"}
        assert house.outcomes("hop-2-2", point) == {"win": "h4", "lose": "2 3 e4 5 6 7 8 9 10 11 12"}


ONE_ROLL = {
    "any-7": (1, "5 2"),
    "any-craps": (1, "1 1"),
    "craps-2": (1, "1 1"),
    "craps-3": (1, "2 1"),
    "craps-12": (1, "6 6"),
    "eleven": (1, "6 5"),
    "horn": (4, "6 5"),
    "horn-high-2": (5, "6 5"),
    "horn-high-3": (5, "6 5"),
    "horn-high-11": (5, "6 5"),
    "horn-high-12": (5, "6 5"),
    "hi-lo": (2, "6 6"),
    "three-way": (3, "2 1"),
    "hop-3-1": (1, "3 1"),
}
"""The one-roll propositions: their smallest stake and a roll that wins them."""


@clause("Definitions: One Roll Bet")
def test_definitions_one_roll_bet_no_roll_leaves_one_undecided(house: House) -> None:
    for wager in (*ONE_ROLL, "field"):
        for point in (None, 6):
            decided = " ".join(house.outcomes(wager, point).values()).split()
            assert set(house.outcomes(wager, point)) == {"win", "lose"}
            assert {total for total in TOTALS if total in decided or f"e{total}" in decided} == set(TOTALS)


@clause("Wagers 10", "Definitions: Proposition Bet")
def test_definitions_proposition_bet_the_one_roll_bets_and_hardways_stand_together(house: House) -> None:
    for wager, (stake, dice) in {**ONE_ROLL, "hard-8": (5, "4 4")}.items():
        loser = "any-craps" if wager == "any-7" else "any-7"
        night = house.plays(lines(f"{ON_6}Ann bets {stake} on {wager}; Ann bets 1 on {loser}; roll {dice}"))
        assert {wager, loser} <= set(night.layout()), wager


@clause("Definitions: Proposition Bet")
def test_definitions_proposition_bet_a_losing_hardway_is_made_good_and_the_field_is_not(house: House) -> None:
    night = house.plays(lines(f"{ON_6}Ann bets 10 on hard-8; Ann bets 1 on hop-5-3; Ann bets 5 on field; roll 5 3"))
    assert night.layout() == {"pass": "10.00", "hard-8": "10.00", "hop-5-3": "1.00"}
    assert night.rack() == "9979.00"


# --- Payout Odds and Payoffs


@clause("Payout Odds", "Definitions: Flat Bet")
def test_payout_odds_flat_bets_pay_even_money(house: House) -> None:
    assert house.won("pass", 15, (6, 1)) == house.won("pass", 15, (4, 2), 6) == 15
    assert house.won("dont-pass", 15, (1, 1)) == house.won("dont-pass", 15, (6, 1), 6) == 15
    assert house.won("come", 15, (6, 5), 6) == house.won("come-8", 15, (5, 3), 6) == 15
    assert house.won("dont-come", 15, (2, 1), 6) == house.won("dont-come-8", 15, (6, 1), 6) == 15


@clause("Payout Odds", "Place Bets")
def test_payout_odds_place(house: House) -> None:
    assert pays_by_point(house, "place-*", 30) == [54, 42, 35, 35, 42, 54]


@clause("Payout Odds")
def test_payout_odds_hardways(house: House) -> None:
    assert [house.won(f"hard-{n}", 5, (n // 2, n // 2)) for n in (4, 6, 8, 10)] == [35, 45, 45, 35]


@clause("Payout Odds")
def test_payout_odds_field_doubles_two_and_twelve(house: House) -> None:
    rolls = ((1, 1), (2, 1), (3, 1), (5, 4), (6, 4), (6, 5), (6, 6))
    assert [house.won("field", 5, roll) for roll in rolls] == [10, 5, 5, 5, 5, 5, 10]


@clause("Payout Odds")
def test_payout_odds_one_roll_propositions(house: House) -> None:
    assert house.won("any-7", 5, (5, 2)) == 20
    assert [house.won("any-craps", 5, roll) for roll in ((1, 1), (2, 1), (6, 6))] == [35, 35, 35]
    assert house.won("craps-2", 5, (1, 1)) == house.won("craps-12", 5, (6, 6)) == 150
    assert house.won("craps-3", 5, (2, 1)) == house.won("eleven", 5, (6, 5)) == 75


@clause("Payout Odds")
def test_payout_odds_what_cannot_be_paid_in_chips_is_cut_down(house: House) -> None:
    assert house.won("place-6", 10, (4, 2), 8) == 11
    assert house.won("place-4", 7, (3, 1), 8) == 12
    assert house.won("place-6", 30, (4, 2), 8, minimum=10, chip=10) == 30


@clause("Come Bets")
def test_come_bets_a_winning_bet_goes_back_with_its_winnings(house: House) -> None:
    assert not house.stays_up("pass", 10, (5, 2))
    assert not house.stays_up("dont-pass", 10, (1, 1))
    assert not house.stays_up("field", 10, (1, 1))
    for wager, roll in (("come-8", (5, 3)), ("come-odds-8", (5, 3)), ("dont-come-8", (5, 2)), ("big-8", (5, 3))):
        assert not house.stays_up(wager, 10, roll, 6)


@clause("Payoffs 7")
def test_payoffs_7_winning_propositions_stay_up(house: House) -> None:
    for wager, (stake, dice) in ONE_ROLL.items():
        assert house.stays_up(wager, stake, (int(dice[0]), int(dice[2])), 9)
    assert house.stays_up("hard-8", 5, (4, 4))


@clause("Payoffs 7")
def test_payoffs_7_losing_propositions_are_made_good_from_what_others_win(house: House) -> None:
    night = house.plays(lines(f"{ON_6}Ann bets 5 on craps-3; Ann bets 5 on any-7; Ann bets 5 on hop-5-1; roll 2 1"))
    assert night.settled()["craps-3"] == ("win", "75.00")
    assert night.layout() == {"pass": "10.00", "craps-3": "5.00", "any-7": "5.00", "hop-5-1": "5.00"}
    assert night.rack() == "10040.00"
    horn = house.plays(lines(f"{ON_6}Ann bets 4 on horn; Ann bets 5 on any-7; roll 6 6"))
    assert (horn.rack(), len(horn.layout())) == ("10003.00", 3)


@clause("Payoffs 7")
def test_payoffs_7_the_winnings_must_cover_the_losers(house: House) -> None:
    covered = house.plays(lines(f"{ON_6}Ann bets 5 on any-craps; Ann bets 35 on any-7; roll 1 1"))
    assert covered.layout() == {"pass": "10.00", "any-craps": "5.00", "any-7": "35.00"}
    assert covered.rack() == "9950.00"
    short = house.plays(lines(f"{ON_6}Ann bets 5 on any-craps; Ann bets 36 on any-7; roll 1 1"))
    assert (short.layout(), short.rack()) == ({"pass": "10.00", "any-craps": "5.00"}, "9984.00")


@clause("Payoffs 7")
def test_payoffs_7_a_player_may_have_the_propositions_down(house: House) -> None:
    props = f"{ON_6}Ann calls props down; Ann bets 5 on craps-3; Ann bets 5 on any-7; Ann bets 5 on hard-8; "
    night = house.plays(lines(f"{props}roll 2 1"))
    assert (night.layout(), night.rack()) == ({"pass": "10.00", "hard-8": "5.00"}, "10055.00")
    kept = house.plays(lines(f"{props}Ann calls props up; roll 2 1"))
    assert (len(kept.layout()), kept.rack()) == (4, "10045.00")


# --- Max Bets


@clause("Max Bets 1")
def test_max_bets_1_line_and_come_take_500(house: House) -> None:
    assert house.within("pass", 5, 500)
    assert house.within("come", 5, 500, 6)
    assert house.within("pass", 5, 500, maximum=100)
    assert house.refuses("Ann bets 501 on pass").clause == "Max Bets 1"
    night = house.plays(lines(f"{ON_6}Ann bets 600 on come unnoticed; roll 5 3; roll 4 4"))
    assert (night.settled(), night.rack()) == ({"come-8": ("win", "500.00")}, "10490.00")


@clause("Max Bets 1")
def test_max_bets_1_the_maximum_of_the_line_is_that_of_the_table(house: House) -> None:
    assert house.within("any-craps", 1, 500)


@clause("Max Bets 1a")
def test_max_bets_1a_pass_odds_are_ten_times_the_flat_bet_and_nothing_else_limits_them(house: House) -> None:
    for n in POINTS:
        for flat, most in ((10, 100), (500, 5000)):
            assert house.takes("pass-odds", most, n, flat=flat)
            assert not house.takes("pass-odds", most + 1, n, flat=flat)
    assert house.refuses(lines(f"{ON_6}Ann bets 101 on pass-odds")).clause == "Max Bets 1a"


@clause("Max Bets")
def test_max_bets_come_odds_are_ten_times_the_flat_bet_too(house: House) -> None:
    for n in POINTS:
        for flat, most in ((10, 100), (500, 5000)):
            assert house.takes(f"come-odds-{n}", most, 6, flat=flat)
            assert not house.takes(f"come-odds-{n}", most + 1, 6, flat=flat)


@clause("Max Bets 2")
def test_max_bets_2_dont_pass_and_dont_come_take_500(house: House) -> None:
    assert house.within("dont-pass", 5, 500)
    assert house.within("dont-come", 5, 500, 6)
    night = house.plays(lines(f"{ON_6}Ann bets 600 on dont-come unnoticed; roll 5 3; roll 5 2"))
    assert night.settled()["dont-come-8"] == ("win", "500.00")
    assert night.rack() == "10490.00"


@clause("Max Bets 2b")
def test_max_bets_2b_laid_odds_are_20_15_or_12_times_the_flat_bet(house: House) -> None:
    for n, times in ((4, 20), (5, 15), (6, 12), (8, 12), (9, 15), (10, 20)):
        for flat in (10, 500):
            for odds, point in (("dont-pass-odds", n), (f"dont-come-odds-{n}", 6)):
                assert house.takes(odds, times * flat, point, flat=flat)
                assert not house.takes(odds, times * flat + 1, point, flat=flat)


@clause("Max Bets 3")
def test_max_bets_3_place(house: House) -> None:
    for n, most in ((4, 500), (5, 500), (6, 600), (8, 600), (9, 500), (10, 500)):
        assert house.within(f"place-{n}", 5, most)


@clause("Max Bets 4")
def test_max_bets_4_buy_takes_500_at_five_percent_of_the_stake(house: House) -> None:
    assert all(house.within(f"buy-{n}", 5, 500) for n in POINTS)
    assert {house.commission(f"buy-{n}", 500) for n in POINTS} == {25}


@clause("Max Bets 5")
def test_max_bets_5_field_takes_500(house: House) -> None:
    assert house.within("field", 1, 500)
    assert house.within("field", 1, 500, maximum=100)


@clause("Max Bets 6")
def test_max_bets_6_big_6_and_8(house: House) -> None:
    assert [key for key in house.rules.by_key if key.startswith("big")] == ["big-6", "big-8"]
    for n in (6, 8):
        assert house.within(f"big-{n}", 5, 500, maximum=100)
        assert house.outcomes(f"big-{n}") == house.outcomes(f"big-{n}", 9) == {"win": str(n), "lose": "7"}
        assert house.won(f"big-{n}", 15, EASY[n]) == 15


@clause("Max Bets 7")
def test_max_bets_7_each_hardway_takes_200(house: House) -> None:
    assert all(house.within(f"hard-{n}", 5, 200) for n in (4, 6, 8, 10))
    house.plays("\n".join(f"Ann bets 200 on hard-{n}" for n in (4, 6, 8, 10)))


@clause("Max Bets 8")
def test_max_bets_8_any_seven_takes_400(house: House) -> None:
    assert house.within("any-7", 1, 400)


@clause("Max Bets 9")
def test_max_bets_9_two_and_twelve_take_50_three_and_eleven_100(house: House) -> None:
    assert house.within("craps-2", 1, 50)
    assert house.within("craps-12", 1, 50)
    assert house.within("craps-3", 1, 100)
    assert house.within("eleven", 1, 100)


@clause("Max Bets 9")
def test_max_bets_9_the_same_holds_for_each_part_of_a_composite_and_nothing_else(house: House) -> None:
    assert house.within("horn", 4, 200, step=4, maximum=50)
    assert house.within("three-way", 3, 150, step=3, maximum=50)
    assert house.within("hi-lo", 2, 100, step=2, maximum=50)
    house.plays(lines("Ann bets 50 on craps-2; Ann bets 200 on horn; Ann bets 100 on hi-lo"))


@clause("Max Bets 10")
def test_max_bets_10_each_part_of_a_horn_high_is_held_to_its_number(house: House) -> None:
    for high, most in ((2, 125), (3, 250), (11, 250), (12, 125)):
        assert house.within(f"horn-high-{high}", 5, most, step=5, maximum=50)


# --- too little, too much, seen too late


@clause("Invalid Roll 6")
def test_invalid_roll_6_less_than_the_minimum_of_five_is_not_taken(house: House) -> None:
    for wager in ("pass", "dont-pass", "place-6", "buy-6", "lay-6", "hard-6", "big-6"):
        assert house.takes(wager, 5)
        assert not house.takes(wager, 4)
    assert house.takes("come", 5, 8)
    assert not house.takes("come", 4, 8)
    refusal = house.refuses("Ann bets 4 on pass")
    assert (refusal.code, refusal.clause) == ("below-minimum", "Invalid Roll 6")
    assert house.refuses(lines("Ann bets 10 on hard-8; Ann reduces hard-8 by 6")).code == "below-minimum"


@clause("Invalid Roll 6")
def test_invalid_roll_6_a_bet_too_small_that_nobody_saw_is_paid_as_it_lies(house: House) -> None:
    assert house.plays(lines("Ann bets 3 on pass unnoticed; roll 5 2")).rack() == "10003.00"
    assert house.plays(lines("Ann bets 3 on pass unnoticed; roll 1 1")).rack() == "9997.00"


@clause("Invalid Roll 7")
def test_invalid_roll_7_a_bet_without_a_maximum_of_its_own_has_the_tables(house: House) -> None:
    for wager in ("any-craps", "hop-3-1", "hop-4-4"):
        assert house.within(wager, 1, 100, maximum=100)
    refusal = house.refuses("Ann bets 501 on any-craps")
    assert (refusal.code, refusal.clause) == ("above-maximum", "Invalid Roll 7")


@clause("Invalid Roll 7", "Invalid Roll 7a")
def test_invalid_roll_7a_a_bet_too_large_that_nobody_saw_wins_as_the_maximum(house: House) -> None:
    assert house.plays(lines("Ann bets 600 on pass unnoticed; roll 5 2")).rack() == "10500.00"
    night = house.plays(lines(f"{ON_8}Ann bets 700 on place-6 unnoticed; roll 4 2"))
    assert (night.rack(), night.layout()["place-6"]) == ("10090.00", "600.00")


@clause("Invalid Roll 7", "Invalid Roll 7b")
def test_invalid_roll_7b_a_bet_too_large_that_nobody_saw_loses_as_the_maximum(house: House) -> None:
    assert house.plays(lines("Ann bets 600 on pass unnoticed; roll 1 1")).rack() == "9500.00"
    assert house.plays(lines("Ann bets 600 on dont-pass unnoticed; roll 6 6")).rack() == "10000.00"
    seven_out = house.plays(
        lines(f"{ON_8}Ann bets 700 on place-6 unnoticed; Ann bets 600 on field unnoticed; roll 4 3")
    )
    assert seven_out.rack() == "8890.00", "10, 600 and 500 are lost; 100 and 100 come back"
    assert seven_out.layout() == {}
    assert dict(seven_out.settled())["place-6"] == ("lose", "0.00")


@clause("Invalid Roll 7", "Invalid Roll 7a", "Invalid Roll 7b")
def test_invalid_roll_7_a_buy_of_700_pays_the_commission_of_the_500_that_count(house: House) -> None:
    """Commission: 35 on 700, 25 on 500; a lay of 1500 on the ten could win 750, of 1000 it could win 500."""
    seen_late = f"{ON_8}Ann bets 700 on buy-4 unnoticed; "
    assert house.plays(lines(seen_late)).rack() == "9255.00"
    assert house.plays(lines(f"{seen_late}roll 3 1")).rack() == "10965.00", "10 on pass; +1000 - 25"
    assert house.plays(lines(f"{seen_late}roll 5 2")).rack() == "9465.00", "-10 - 500 - 25"
    assert house.plays(lines(f"{ON_8}Ann bets 500 on buy-4; roll 5 2")).rack() == "9465.00"
    counted = house.plays(lines(f"{ON_8}Ann bets 1000 on lay-10; roll 6 4")).rack()
    assert house.refuses(lines(f"{ON_8}Ann bets 1001 on lay-10")).code == "above-maximum"
    assert house.plays(lines(f"{ON_8}Ann bets 1500 on lay-10 unnoticed; roll 6 4")).rack() == counted


@clause("Invalid Roll 7")
def test_invalid_roll_7_only_the_maximum_counts_for_odds(house: House) -> None:
    on_4 = "Ann bets 600 on pass unnoticed; roll 3 1; "
    house.plays(lines(f"{on_4}Ann bets 5000 on pass-odds"))
    assert house.refuses(lines(f"{on_4}Ann bets 5001 on pass-odds")).code == "above-maximum"
