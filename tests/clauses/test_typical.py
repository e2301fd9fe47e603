"""What casinos generally do, clause by clause. The document gives no payouts: those under "Rules of play" are ours."""

from tests.clauses.house import House, clause

BOOK = "typical"

POINTS = (4, 5, 6, 8, 9, 10)
CRAPS_AND_ELEVEN = {2: (1, 1), 3: (1, 2), 11: (5, 6), 12: (6, 6)}
PAIRS = {4: (2, 2), 5: (2, 3), 6: (3, 3), 8: (4, 4), 9: (4, 5), 10: (5, 5), **CRAPS_AND_ELEVEN}
SEVEN = (3, 4)
ONE_ROLL = ("field", "any-7", "any-craps", "craps-2", "craps-3", "craps-12", "eleven")
HORNS = ("horn", "horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12")


def line(number: int) -> str:
    """The notation's line for a roll of a total."""
    a, b = PAIRS[number]
    return f"roll {a} {b}\n"


# --- Rules of play: the shooter


@clause("Rules of play")
def test_rules_of_play_a_bet_on_either_line_makes_a_shooter(house: House) -> None:
    for side in ("pass", "dont-pass"):
        assert house.plays(f"Bob bets 10 on {side}\nroll 3 3").last.shooter == "Bob"


@clause("Rules of play")
def test_rules_of_play_pass_is_sometimes_called_win_do_or_right(house: House) -> None:
    for name in ("win", "do", "right"):
        assert house.plays(f"Ann bets 10 on {name}").layout() == {"pass": "10.00"}


@clause("Rules of play")
def test_rules_of_play_dont_pass_is_sometimes_called_lose_dont_or_wrong(house: House) -> None:
    for name in ("lose", "dont", "wrong"):
        assert house.plays(f"Ann bets 10 on {name}").layout() == {"dont-pass": "10.00"}


@clause("Rules of play")
def test_rules_of_play_nobody_shoots_without_a_line_bet(house: House) -> None:
    refusal = house.refuses("Ann bets 10 on field\nroll 3 3")
    assert (refusal.code, refusal.clause) == ("no-shooter", "Rules of play")


@clause("Rules of play")
def test_rules_of_play_the_next_line_bettor_finishes_the_point_of_a_bet_taken_down(house: House) -> None:
    down = "Ann bets 10 on dont-pass\nroll 2 2\nAnn takes down dont-pass\nroll 1 3"
    assert (house.plays(down).last.shooter, house.plays(down).table.point) == ("Ann", None)
    assert house.plays(f"Bob bets 10 on pass\nAnn bets 10 on pass\nroll 6 6\n{down}").last.shooter == "Ann"
    assert house.plays(f"Cy bets 10 on pass\n{down}").last.shooter == "Cy"
    assert house.refuses("Ann bets 10 on field\nroll 2 2").clause == "Rules of play"


@clause("Rules of play")
def test_rules_of_play_words_alone_are_no_bet(house: House) -> None:
    for story in ("", "Ann bets 10 on pass\nthrow\n"):
        for bet in ("5 on field called", "6 each on inside called confirmed by dealer, boxperson, stickperson"):
            refusal = house.refuses(f"{story}Ann bets {bet}")
            assert (refusal.code, refusal.clause) == ("called", "Rules of play")
    assert house.plays("Ann bets 5 on field").layout() == {"field": "5.00"}


@clause("Rules of play")
def test_rules_of_play_who_accepts_the_dice_shoots(house: House) -> None:
    two = "Bob bets 10 on pass\nCy bets 10 on pass\n"
    assert house.plays(f"{two}Bob accepts the dice\nAnn bets 10 on pass\nroll 3 3").last.shooter == "Bob"
    assert house.refuses(f"{two}Ann accepts the dice").clause == "Rules of play"


# --- Rules of play: payouts


@clause("Rules of play")
def test_rules_of_play_flat_bets_pay_even_money(house: House) -> None:
    assert house.won("pass", 10, (5, 6)) == house.won("pass", 10, (2, 2), 4) == 10
    assert house.won("dont-pass", 10, (1, 2)) == house.won("dont-pass", 10, SEVEN, 4) == 10
    assert house.won("come", 10, SEVEN, 4) == house.won("dont-come", 10, (1, 1), 4) == 10
    for number in POINTS:
        assert house.won(f"come-{number}", 10, PAIRS[number]) == 10
        assert house.won(f"dont-come-{number}", 10, SEVEN) == 10


@clause("Rules of play")
def test_rules_of_play_taken_odds_and_buys_pay_two_three_to_two_and_six_to_five(house: House) -> None:
    for number, won in {4: 40, 5: 30, 6: 24, 8: 24, 9: 30, 10: 40}.items():
        assert house.won("pass-odds", 20, PAIRS[number], number) == won
        assert house.won(f"come-odds-{number}", 20, PAIRS[number], number) == won
        assert house.won(f"buy-{number}", 20, PAIRS[number], number) == won


@clause("Rules of play")
def test_rules_of_play_laid_odds_and_lays_pay_a_half_two_thirds_and_five_sixths(house: House) -> None:
    for number, won in {4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30}.items():
        assert house.won("dont-pass-odds", 60, SEVEN, number) == won
        assert house.won(f"dont-come-odds-{number}", 60, SEVEN, number) == won
        assert house.won(f"lay-{number}", 60, SEVEN, number) == won


@clause("Rules of play")
def test_rules_of_play_place_bets_pay_nine_to_five_seven_to_five_and_seven_to_six(house: House) -> None:
    for number, won in {4: 54, 5: 42, 6: 35, 8: 35, 9: 42, 10: 54}.items():
        assert house.won(f"place-{number}", 30, PAIRS[number], number) == won


@clause("Rules of play")
def test_rules_of_play_hardways_pay_seven_and_nine_to_one(house: House) -> None:
    for number, won in {4: 35, 6: 45, 8: 45, 10: 35}.items():
        assert house.won(f"hard-{number}", 5, PAIRS[number], 5) == won


@clause("Rules of play")
def test_rules_of_play_the_field_pays_even_money_and_double_on_2_and_12(house: House) -> None:
    for number, won in {2: 20, 3: 10, 4: 10, 9: 10, 10: 10, 11: 10, 12: 20}.items():
        assert house.won("field", 10, PAIRS[number]) == won


@clause("Rules of play")
def test_rules_of_play_what_the_centre_pays(house: House) -> None:
    assert house.won("any-7", 10, SEVEN) == 40
    assert [house.won("any-craps", 10, PAIRS[number]) for number in (2, 3, 12)] == [70, 70, 70]
    assert house.won("craps-2", 10, (1, 1)) == house.won("craps-12", 10, (6, 6)) == 300
    assert house.won("craps-3", 10, (1, 2)) == house.won("eleven", 10, (5, 6)) == 150


@clause("Rules of play")
def test_rules_of_play_place_bets_and_hardways_stay_up_when_they_win(house: House) -> None:
    assert house.stays_up("place-6", 6, (3, 3), 8)
    assert house.stays_up("hard-8", 5, (4, 4), 6)


@clause("Rules of play")
def test_rules_of_play_every_other_winner_comes_down(house: House) -> None:
    decided = {"pass": SEVEN, "dont-pass": (1, 2), "lay-4": SEVEN, "field": (1, 2), "any-7": SEVEN, "horn": (1, 1)}
    assert not any(house.stays_up(wager, 20, roll) for wager, roll in decided.items())
    for wager in ("pass", "pass-odds", "come-6", "come-odds-6", "buy-6"):
        assert not house.stays_up(wager, 20, (3, 3), 6)
    for wager in ("dont-pass", "dont-pass-odds", "come", "dont-come-6", "dont-come-odds-6"):
        assert not house.stays_up(wager, 20, SEVEN, 6)


@clause("Rules of play")
def test_rules_of_play_a_winning_place_bet_leaves_its_stake_on_the_felt(house: House) -> None:
    night = house.plays(
        "Ann bets 10 on pass\nroll 4 4\nAnn bets 12 on place-6\nAnn bets 20 on buy-4\nroll 3 3\nroll 2 2"
    )
    assert night.layout() == {"pass": "10.00", "place-6": "12.00"}
    assert night.rack() == "10031.00"  # 10000 - 10 - 12 - 21, then 14 for the place bet, then 20 and 40 for the buy bet


@clause("Rules of play")
def test_rules_of_play_a_payout_is_rounded_down_to_the_chip(house: House) -> None:
    assert house.won("place-6", 5, (3, 3), 8) == 5  # of 5.83
    assert house.won("pass-odds", 7, (2, 3), 5) == 10  # of 10.50
    assert house.won("place-5", 15, (2, 3), 8, chip=5) == 20  # of 21


# --- Rules of play: commission


@clause("Rules of play")
def test_rules_of_play_a_buy_costs_a_twentieth_of_its_stake(house: House) -> None:
    assert [house.commission("buy-4", stake) for stake in (20, 40, 100)] == [1, 2, 5]


@clause("Rules of play")
def test_rules_of_play_a_lay_costs_a_twentieth_of_what_it_could_win(house: House) -> None:
    assert [house.commission(wager, 120) for wager in ("lay-4", "lay-5", "lay-6")] == [3, 4, 5]  # it wins 60, 80, 100


@clause("Rules of play")
def test_rules_of_play_commission_is_rounded_down_but_at_least_a_chip(house: House) -> None:
    assert [house.commission("buy-4", stake) for stake in (5, 10, 39)] == [1, 1, 1]  # of 0.25, 0.50 and 1.95
    assert house.commission("lay-6", 47) == 1  # it wins 39
    assert house.commission("buy-4", 100, chip=5) == house.commission("buy-4", 50, chip=5) == 5


@clause("Rules of play")
def test_rules_of_play_commission_is_not_given_back(house: House) -> None:
    assert house.plays("Ann bets 20 on buy-4\nAnn takes down buy-4").rack() == "9999.00"
    assert house.plays("Ann bets 40 on lay-10\nAnn takes down lay-10").rack() == "9999.00"


@clause("Rules of play")
def test_rules_of_play_what_is_added_again_pays_commission_again(house: House) -> None:
    reduced = "Ann bets 20 on buy-4\nAnn bets 20 on buy-4\nAnn reduces buy-4 by 20\n"
    assert house.plays(reduced).rack() == "9978.00"  # 20 on the felt, 2 paid
    assert house.plays(reduced + "Ann bets 20 on buy-4").rack() == "9957.00"  # 40 on the felt, 3 paid


# --- Come-out


@clause("Come-out")
def test_come_out_a_single_die_never_counts_and_missing_the_wall_may_be_called(house: House) -> None:
    turn = "Ann bets 10 on pass\nroll 3 3\nsupervisor warns Ann: short of the wall\nthrow: "
    single = house.refuses(f"{turn}only one die was thrown\nroll 3 3")
    assert (single.code, single.clause) == ("no-roll", "Come-out")
    assert house.refuses(f"{turn}only one die was thrown\nno roll\nsupervisor overrules, roll 3 3").clause == "Come-out"
    assert house.plays(f"{turn}short of the wall\nroll 3 3").settled() == {"pass": ("win", "10.00")}  # let go by
    assert house.plays(f"{turn}short of the wall\nno roll").layout() == {"pass": "10.00"}
    named = [house.rules.book.no_roll.ground(key) for key in ("one-die", "short-of-the-wall")]
    assert [ground.call.cite.provenance for ground in named if ground] == ["stated", "stated"]


@clause("Come-out", "")
def test_come_out_the_stick_may_call_no_roll_and_must_when_a_die_leaves_the_table(house: House) -> None:
    no_roll = house.rules.book.no_roll
    assert (no_roll.called_by.value, no_roll.overruled_by.value) == (("stickperson",), "supervisor")
    assert no_roll.cocked.value == "natural fall, else no roll"
    calls = {ground.key: ground.call.value for ground in no_roll.grounds}
    always = ("off-the-table", "one-die")
    may = (
        *("wrong-shooter", "not-together", "on-the-bank", "in-the-bowl", "on-the-rail", "no-tumble", "no-line-bet"),
        *(
            "too-many-dice",
            "cocked",
            "outside-the-layout",
            "stopped",
            "picked-up",
            "short-of-the-wall",
            "short-of-half-way",
        ),
    )
    assert calls == {**dict.fromkeys(always, "always"), **dict.fromkeys(may, "may")}
    assert house.no_roll("a die left the table") == ("always", "stickperson", "")
    assert house.no_roll("one down outside") == ("always", "stickperson", "")


@clause("Come-out", "")
def test_come_out_a_cocked_die_that_nobody_can_read_may_be_called_and_the_supervisor_may_read_it(house: House) -> None:
    called = "Ann bets 10 on pass\nroll 3 3\nthrow\nno roll: cocked die\n"
    assert house.no_roll("cocked die") == ("may", "stickperson", "")
    assert house.plays(called).layout() == {"pass": "10.00"}
    assert house.plays(f"{called}supervisor overrules, roll 4 2").settled() == {"pass": ("win", "10.00")}


@clause("Come-out")
def test_come_out_only_a_seven_out_makes_a_shooter_give_up_the_dice(house: House) -> None:
    turn = "Ann bets 10 on pass\nBob bets 10 on pass\nroll 3 3\n"
    for order in ("supervisor orders Ann to pass the dice", "supervisor warns Ann: delay"):
        assert house.refuses(f"{turn}{order}").clause == "Come-out"
    assert house.rules.book.shooter.ordered_to_pass.value == ()
    assert house.plays(f"{turn}roll 1 1\nroll 6 6\nroll 5 6\nroll 4 5").last.shooter == "Ann"


@clause("Come-out")
def test_come_out_pass_wins_on_a_natural_and_loses_to_craps(house: House) -> None:
    assert house.outcomes("pass") == {"win": "7 11", "lose": "2 3 12"}


@clause("Come-out", "Basic wagering rules 11")
def test_come_out_dont_pass_wins_on_2_and_3_and_the_12_is_a_push(house: House) -> None:
    assert house.outcomes("dont-pass") == {"win": "2 3", "lose": "7 11", "push": "12"}


@clause("Come-out")
def test_come_out_six_numbers_become_the_point(house: House) -> None:
    for number in POINTS:
        night = house.plays("Ann bets 10 on pass\n" + line(number))
        assert (night.table.point, night.last.event) == (number, "established")


@clause("Come-out")
def test_come_out_no_other_number_becomes_the_point(house: House) -> None:
    for roll in ("1 1", "1 2", "3 4", "5 6", "6 6"):
        night = house.plays(f"Ann bets 10 on pass\nroll {roll}")
        assert (night.table.point, night.last.event) == (None, "")


@clause("Come-out")
def test_come_out_the_shooter_goes_on_after_craps(house: House) -> None:
    craps_twice = "Ann bets 10 on pass\nBob bets 10 on pass\nroll 1 1\nAnn bets 10 on pass\nroll 6 6\n"
    night = house.plays(craps_twice + "Ann bets 10 on pass\nBob bets 10 on pass\nroll 2 2")
    assert night.last.shooter == "Ann"


# --- Point


@clause("Point")
def test_point_any_combination_of_the_point_makes_it(house: House) -> None:
    for number, again in {4: "3 1", 5: "1 4", 6: "5 1", 8: "6 2", 9: "3 6", 10: "4 6"}.items():
        night = house.plays(f"Ann bets 10 on pass\n{line(number)}roll {again}")
        assert (night.table.point, night.last.event) == (None, "made")
        assert (night.rack(), night.layout()) == ("10010.00", {})


@clause("Point")
def test_point_a_seven_out_moves_the_dice_clockwise(house: House) -> None:
    seven_out = "Ann bets 10 on pass\nCy bets 10 on dont-pass\nroll 2 2\nroll 5 2\n"
    night = house.plays(seven_out)
    assert (night.table.point, night.last.event) == (None, "seven-out")
    assert (night.rack("Ann"), night.rack("Cy")) == ("9990.00", "1010.00")
    again = "Ann bets 10 on pass\nBob bets 10 on pass\nCy bets 10 on pass\nroll 2 2"
    assert house.plays(seven_out + again).last.shooter == "Bob"


@clause("Point", "Summary of rolls", "Basic wagering rules 11")
def test_point_the_line_is_decided_by_the_point_and_the_seven_alone(house: House) -> None:
    for point in POINTS:
        assert house.outcomes("pass", point) == {"win": f"{point}", "lose": "7"}
        assert house.outcomes("dont-pass", point) == {"win": "7", "lose": f"{point}"}


@clause("Point")
def test_point_odds_win_and_lose_with_their_line_bet(house: House) -> None:
    for point in POINTS:
        assert house.outcomes("pass-odds", point) == {"win": f"{point}", "lose": "7"}
        assert house.outcomes("dont-pass-odds", point) == {"win": "7", "lose": f"{point}"}


@clause("Point")
def test_point_each_odds_bet_backs_its_own_line_bet(house: House) -> None:
    for line_bet, other in (("pass", "dont-pass"), ("dont-pass", "pass")):
        night = house.plays(f"Ann bets 10 on {line_bet}\nroll 2 2\nAnn bets 10 on {line_bet}-odds")
        assert night.layout() == {line_bet: "10.00", f"{line_bet}-odds": "10.00"}
        refusal = house.refuses(f"Ann bets 10 on {line_bet}\nroll 2 2\nAnn bets 10 on {other}-odds")
        assert (refusal.code, refusal.clause) == ("no-flat", "Point")


@clause("Point")
def test_point_craps_and_eleven_leave_the_line_and_its_odds_alone(house: House) -> None:
    night = house.plays(
        "Ann bets 10 on pass\nroll 2 2\nAnn bets 30 on pass-odds\nroll 1 1\nroll 1 2\nroll 5 6\nroll 6 6"
    )
    assert (night.layout(), night.rack()) == ({"pass": "10.00", "pass-odds": "30.00"}, "9960.00")


@clause("Point")
def test_point_every_roll_decides_a_single_roll_bet(house: House) -> None:
    for wager in (*ONE_ROLL, *HORNS):
        for point in (None, 6):
            found = house.outcomes(wager, point)
            decided = " ".join(found.values()).split()
            assert set(found) == {"win", "lose"}
            assert sorted(map(int, decided)) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


@clause("Point")
def test_point_centre_bets_are_settled_each_by_itself(house: House) -> None:
    night = house.plays("Ann bets 10 on pass\nAnn bets 5 on eleven\nAnn bets 5 on any-7\nroll 5 6")
    assert night.settled() == {"pass": ("win", "10.00"), "eleven": ("win", "75.00"), "any-7": ("lose", "0.00")}
    assert (night.rack(), night.layout()) == ("10080.00", {})


@clause("Point")
def test_point_place_bets_and_buys_rest_on_the_come_out_unless_called_on(house: House) -> None:
    for wager in (f"{kind}-{number}" for kind in ("place", "buy") for number in POINTS):
        works = {"win": wager.split("-")[1], "lose": "7"}
        assert house.outcomes(wager) == {}
        assert house.outcomes(wager, call="on") == works
        assert house.outcomes(wager, 6) == works
        assert house.outcomes(wager, 6, call="off") == {}


@clause("Point")
def test_point_hardways_rest_on_the_come_out_unless_called_on(house: House) -> None:
    for wager, works in (("hard-4", {"win": "h4", "lose": "e4 7"}), ("hard-8", {"win": "h8", "lose": "7 e8"})):
        assert house.outcomes(wager) == {}
        assert house.outcomes(wager, call="on") == works
        assert house.outcomes(wager, 6) == works
        assert house.outcomes(wager, 6, call="off") == {}


@clause("Point")
def test_point_a_resting_place_bet_outlives_a_come_out_seven(house: House) -> None:
    placed = "Ann bets 10 on pass\nroll 4 4\nAnn bets 12 on place-6\nroll 4 4\nAnn bets 10 on pass\n"
    assert house.plays(placed + "roll 3 4").layout() == {"place-6": "12.00"}
    assert house.plays(placed + "Ann calls place-6 on\nroll 3 4").layout() == {}


@clause("Point")
def test_point_all_other_bets_work_on_every_roll(house: House) -> None:
    for point in (None, 6):
        assert house.outcomes("lay-4", point) == {"win": "7", "lose": "4"}
        assert house.outcomes("come-4", point) == {"win": "4", "lose": "7"}
        assert house.outcomes("dont-come-4", point) == {"win": "7", "lose": "4"}
        assert house.outcomes("dont-come-odds-4", point) == {"win": "7", "lose": "4"}


@clause("Point")
def test_point_a_lay_and_a_line_bet_cannot_be_called(house: House) -> None:
    for wager in ("lay-4", "pass"):
        for call in ("on", "off"):
            refusal = house.refuses(f"Ann bets 10 on {wager}\nAnn calls {wager} {call}")
            assert (refusal.code, refusal.clause) == ("cannot-call", "Point")


@clause("Point")
def test_point_who_takes_over_a_point_has_the_dice_until_the_seven_out_only(house: House) -> None:
    taken_over = "Ann bets 10 on pass\nBob bets 10 on pass\nroll 2 2\nAnn passes the dice\nroll 3 4\n"
    night = house.plays(taken_over)
    assert night.last.shooter == "Bob"
    again = "Ann bets 10 on pass\nBob bets 10 on pass\nCy bets 10 on pass\nroll 2 2"
    assert house.plays(taken_over + again).last.shooter == "Cy"


# --- Summary of rolls


@clause("Summary of rolls")
def test_summary_of_rolls_a_point_is_rolled_for_until_it_or_a_seven_comes(house: House) -> None:
    for point in POINTS:
        others = "".join(line(number) for number in PAIRS if number != point)
        night = house.plays(f"Ann bets 10 on pass\nBob bets 10 on dont-pass\n{line(point)}{others}")
        assert (night.table.point, night.last.event) == (point, "")
        assert (night.layout("Ann"), night.layout("Bob")) == ({"pass": "10.00"}, {"dont-pass": "10.00"})


# --- Basic wagering rules 1: when the line and the come may be bet


@clause("Basic wagering rules 1")
def test_basic_wagering_rules_1_line_bets_are_made_and_raised_only_without_a_point(house: House) -> None:
    for wager in ("pass", "dont-pass"):
        assert house.takes(wager, 10)
        assert house.takes(wager, 10, held=10)
        assert not house.takes(wager, 10, 6)
        assert not house.takes(wager, 10, 6, held=10)


@clause("Basic wagering rules 1")
def test_basic_wagering_rules_1_come_bets_are_made_and_raised_only_with_a_point(house: House) -> None:
    for wager in ("come", "dont-come"):
        assert house.takes(wager, 10, 6)
        assert house.takes(wager, 10, 6, held=10)
        assert not house.takes(wager, 10)


@clause("Basic wagering rules 1")
def test_basic_wagering_rules_1_is_the_clause_a_late_line_bet_is_refused_by(house: House) -> None:
    refusal = house.refuses("Ann bets 10 on pass\nroll 3 3\nBob bets 10 on dont-pass")
    assert (refusal.code, refusal.clause) == ("not-now", "Basic wagering rules 1")
    assert house.refuses("Ann bets 10 on come").clause == "Basic wagering rules 1"


# --- Basic wagering rules 2: all other bets at any time


@clause("Basic wagering rules 2")
def test_basic_wagering_rules_2_all_other_bets_are_made_and_raised_at_any_time(house: House) -> None:
    for point in (None, 6):
        for wager in ("place-4", "buy-5", "lay-6", "hard-8", "field", "any-7", "craps-2"):
            assert house.takes(wager, 5, point)
            assert house.takes(wager, 5, point, held=5)
        assert house.takes("come-odds-4", 10, point, flat=10)
        assert house.takes("dont-come-odds-4", 10, point, flat=10)


@clause("Basic wagering rules 2")
def test_basic_wagering_rules_2_line_odds_are_made_and_raised_once_there_is_a_point(house: House) -> None:
    for wager in ("pass-odds", "dont-pass-odds"):
        assert house.takes(wager, 10, 6, flat=10)
        assert house.takes(wager, 10, 6, flat=10, held=10)
        assert not house.takes(wager, 10, flat=10)


@clause("Basic wagering rules 2")
def test_basic_wagering_rules_2_hardways_win_on_the_pair_and_lose_easy_or_on_a_seven(house: House) -> None:
    assert house.outcomes("hard-4", 5) == {"win": "h4", "lose": "e4 7"}
    assert house.outcomes("hard-6", 5) == {"win": "h6", "lose": "e6 7"}
    assert house.outcomes("hard-8", 5) == {"win": "h8", "lose": "7 e8"}
    assert house.outcomes("hard-10", 5) == {"win": "h10", "lose": "7 e10"}


@clause("Basic wagering rules 2")
def test_basic_wagering_rules_2_inside_outside_and_across_bet_the_amount_on_each(house: House) -> None:
    for group, numbers in (("inside", (5, 6, 8, 9)), ("outside", (4, 5, 9, 10)), ("across", POINTS)):
        night = house.plays(f"Ann bets 6 each on {group}")
        assert night.layout() == {f"place-{number}": "6.00" for number in numbers}
        assert night.rack() == f"{10000 - 6 * len(numbers)}.00"


@clause("Basic wagering rules 2")
def test_basic_wagering_rules_2_groups_leave_out_the_point(house: House) -> None:
    for group, numbers in (("inside", (6, 8, 9)), ("outside", (4, 9, 10)), ("across", (4, 6, 8, 9, 10))):
        night = house.plays(f"Ann bets 10 on pass\nroll 2 3\nBob bets 6 each on {group}")
        assert night.layout("Bob") == {f"place-{number}": "6.00" for number in numbers}


@clause("Basic wagering rules 2")
def test_basic_wagering_rules_2_nothing_is_bet_while_the_dice_are_in_the_air(house: House) -> None:
    thrown = "Ann bets 10 on pass\nAnn bets 6 on place-6\nthrow\n"
    for late in ("bets 5 on field", "bets 6 each on inside", "presses place-6", "tokes 5 on field"):
        refusal = house.refuses(f"{thrown}Ann {late}")
        assert (refusal.code, refusal.clause) == ("closed", "Basic wagering rules 2")
    assert house.plays(thrown + "no roll: on the rail\nAnn bets 5 on field").layout()["field"] == "5.00"


# --- Basic wagering rules 3: reducing and taking down


@clause("Basic wagering rules 3")
def test_basic_wagering_rules_3_pass_and_come_are_never_reduced_or_taken_down(house: House) -> None:
    come = "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on come\n"
    for made, wager in (
        ("Ann bets 10 on pass\n", "pass"),
        ("Ann bets 10 on pass\nroll 2 2\n", "pass"),
        (come, "come"),
        (come + "roll 3 3\n", "come-6"),
    ):
        for act in (f"takes down {wager}", f"reduces {wager} by 5"):
            refusal = house.refuses(f"{made}Ann {act}")
            assert (refusal.code, refusal.clause) == ("contract", "Basic wagering rules 3")


@clause("Basic wagering rules 3")
def test_basic_wagering_rules_3_dont_bets_come_down_before_and_after_their_point(house: House) -> None:
    dont = "Bob bets 10 on pass\nAnn bets 10 on dont-pass\n"
    come = dont + "roll 2 2\nAnn bets 10 on dont-come\n"
    for made, wager in (
        (dont, "dont-pass"),
        (come, "dont-pass"),
        (come, "dont-come"),
        (come + "roll 3 3\n", "dont-come-6"),
    ):
        assert house.plays(f"{made}Ann reduces {wager} by 5").layout()[wager] == "5.00"
        assert wager not in house.plays(f"{made}Ann takes down {wager}").layout()


@clause("Basic wagering rules 3")
def test_basic_wagering_rules_3_all_else_is_reduced_or_taken_down_at_any_time(house: House) -> None:
    point = "Bob bets 10 on pass\nAnn bets 10 on pass\nroll 2 2\n"
    for wager in ("pass-odds", "place-6", "lay-8", "hard-8", "field", "any-7", "eleven"):
        assert house.plays(f"{point}Ann bets 10 on {wager}\nAnn reduces {wager} by 5").layout()[wager] == "5.00"
        night = house.plays(f"{point}Ann bets 10 on {wager}\nAnn takes down {wager}")
        assert night.layout() == {"pass": "10.00"}


@clause("Basic wagering rules 3")
def test_basic_wagering_rules_3_take_down_all_leaves_pass(house: House) -> None:
    night = house.plays(
        "Ann bets 10 on pass\nroll 2 2\nAnn bets 30 on pass-odds\nAnn bets 5 on field\nAnn takes down all"
    )
    assert (night.layout(), night.rack()) == ({"pass": "10.00"}, "9990.00")


@clause("Basic wagering rules 3")
def test_basic_wagering_rules_3_odds_follow_a_dont_bet_that_shrinks_or_goes(house: House) -> None:
    laid = "Bob bets 10 on pass\nAnn bets 20 on dont-pass\nroll 2 2\nAnn bets 120 on dont-pass-odds\n"
    reduced = house.plays(laid + "Ann reduces dont-pass by 10")
    assert (reduced.layout(), reduced.rack()) == ({"dont-pass": "10.00", "dont-pass-odds": "60.00"}, "9930.00")
    gone = house.plays(laid + "Ann takes down dont-pass")
    assert (gone.layout(), gone.rack()) == ({}, "10000.00")


@clause("Come-out")
def test_come_out_houses_are_lenient_if_one_die_hits_the_back_wall(house: House) -> None:
    warned = "Ann bets 10 on pass\nsupervisor warns Ann: short of the wall\nthrow\n"
    assert house.plays(f"{warned}no roll: both dice were short of the wall").layout() == {"pass": "10.00"}
    for words in ("one die hit the wall, the other was short of the wall", "short of the wall, but one reached it"):
        assert house.refuses(f"{warned}no roll: {words}").code == "no-ground", words


@clause("Basic wagering rules 3")
def test_basic_wagering_rules_3_what_may_come_down_comes_down_until_the_dice_rest(house: House) -> None:
    thrown = "Ann bets 10 on dont-pass\nAnn bets 12 on place-6\nthrow\n"
    assert house.plays(f"{thrown}Ann takes down place-6\nroll 6 1").layout() == {}
    assert house.plays(f"{thrown}Ann reduces dont-pass by 5\nroll 6 5").rack() == "9983.00"
    assert house.plays(f"{thrown}Ann takes down dont-pass\nroll 6 5").rack() == "9988.00"
    assert house.refuses("Ann bets 10 on pass\nthrow\nAnn takes down pass").code == "contract"
    refusal = house.refuses(f"{thrown}Ann calls place-6 on")
    assert (refusal.code, refusal.clause) == ("closed", "Basic wagering rules 3")


@clause("Basic wagering rules 3")
def test_basic_wagering_rules_3_there_is_no_calling_of_centre_bets_down(house: House) -> None:
    refusal = house.refuses("Ann calls props down")
    assert (refusal.code, refusal.clause) == ("not-here", "Basic wagering rules 3")


# --- Basic wagering rules 5 and 6: maxima


@clause("Basic wagering rules 5")
def test_basic_wagering_rules_5_bets_go_up_to_the_table_maximum(house: House) -> None:
    for wager in ("pass", "dont-pass", "place-4", "place-6", "buy-5", "hard-8"):
        assert house.within(wager, 5, 500)
        assert house.within(wager, 25, 3000, minimum=25, maximum=3000)
    for wager in ("come", "dont-come"):
        assert house.within(wager, 5, 500, 6)
        assert house.within(wager, 25, 3000, 6, minimum=25, maximum=3000)


@clause("Basic wagering rules 5")
def test_basic_wagering_rules_5_is_the_clause_a_large_bet_is_refused_by(house: House) -> None:
    refusal = house.refuses("Ann bets 300 on pass\nAnn bets 201 on pass")
    assert (refusal.code, refusal.clause, refusal.maximum) == ("above-maximum", "Basic wagering rules 5", 50000)


@clause("Basic wagering rules 5")
def test_basic_wagering_rules_5_the_smallest_chip_is_one(house: House) -> None:
    assert house.takes("pass", 7)
    assert house.refuses("Ann bets 7.50 on pass").code == "not-chips"


@clause("Basic wagering rules 5")
def test_basic_wagering_rules_5_an_unnoticed_bet_is_no_bet(house: House) -> None:
    refusal = house.refuses("Ann bets 600 on pass unnoticed")
    assert (refusal.code, refusal.clause) == ("not-here", "Basic wagering rules 5")


@clause("Basic wagering rules 5")
def test_basic_wagering_rules_5_place_bets_and_buys_win_on_their_number_before_a_seven(house: House) -> None:
    for number in POINTS:
        for kind in ("place", "buy"):
            assert house.outcomes(f"{kind}-{number}", 4) == {"win": f"{number}", "lose": "7"}


@clause("Basic wagering rules 6")
def test_basic_wagering_rules_6_a_lay_wins_at_most_the_table_maximum(house: House) -> None:
    for number, most in {4: 1000, 5: 750, 6: 600, 8: 600, 9: 750, 10: 1000}.items():
        assert house.within(f"lay-{number}", 5, most)
        assert house.within(f"lay-{number}", 5, 2 * most, maximum=1000)


@clause("Basic wagering rules 6")
def test_basic_wagering_rules_6_a_lay_wins_on_a_seven_before_its_number(house: House) -> None:
    for number in POINTS:
        assert house.outcomes(f"lay-{number}") == {"win": "7", "lose": f"{number}"}


# --- Basic wagering rules 7 and 8: odds


@clause("Basic wagering rules 7")
def test_basic_wagering_rules_7_taken_odds_are_three_four_or_five_times_the_flat_bet(house: House) -> None:
    for number, most in {4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30}.items():
        assert house.within("pass-odds", 5, most, number, flat=10)
        assert house.within(f"come-odds-{number}", 5, most, 6, flat=10)


@clause("Basic wagering rules 7")
def test_basic_wagering_rules_7_taken_odds_may_pass_the_table_maximum(house: House) -> None:
    assert house.within("pass-odds", 5, 2500, 6, flat=500)
    assert house.within("come-odds-4", 5, 1500, 6, flat=500)


@clause("Basic wagering rules 7")
def test_basic_wagering_rules_7_odds_win_and_lose_with_their_come_bet(house: House) -> None:
    for number in POINTS:
        assert house.outcomes(f"come-odds-{number}", 6) == {"win": f"{number}", "lose": "7"}
        assert house.outcomes(f"dont-come-odds-{number}", 6) == {"win": "7", "lose": f"{number}"}


@clause("Basic wagering rules 7")
def test_basic_wagering_rules_7_odds_need_the_come_bet_of_their_number(house: House) -> None:
    for kind, other in (("come", "dont-come"), ("dont-come", "come")):
        travelled = f"Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on {kind}\nroll 3 3\n"
        backed = house.plays(f"{travelled}Ann bets 10 on {kind}-odds-6")
        assert backed.layout() == {"pass": "10.00", f"{kind}-6": "10.00", f"{kind}-odds-6": "10.00"}
        for odds in (f"{other}-odds-6", f"{kind}-odds-8"):
            refusal = house.refuses(f"{travelled}Ann bets 10 on {odds}")
            assert (refusal.code, refusal.clause) == ("no-flat", "Basic wagering rules 7")


@clause("Basic wagering rules 7")
def test_basic_wagering_rules_7_come_odds_rest_on_the_come_out_unless_called_on(house: House) -> None:
    assert house.outcomes("come-odds-6") == {"return": "6 7"}
    assert house.outcomes("come-odds-6", call="on") == {"win": "6", "lose": "7"}
    assert house.outcomes("come-odds-6", 4) == {"win": "6", "lose": "7"}
    assert house.outcomes("come-odds-6", 4, call="off") == {"return": "6 7"}


@clause("Basic wagering rules 7")
def test_basic_wagering_rules_7_resting_odds_go_back_when_a_seven_takes_the_come_bet(house: House) -> None:
    travelled = "Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on come\nroll 3 3\nAnn bets 50 on come-odds-6\nroll 2 2\n"
    resting = house.plays(travelled + "Ann bets 10 on pass\nroll 3 4")
    assert resting.settled() == {
        "pass": ("win", "10.00"),
        "come-6": ("lose", "0.00"),
        "come-odds-6": ("return", "0.00"),
    }
    assert resting.rack() == "10010.00"
    called_on = house.plays(travelled + "Ann calls come-odds-6 on\nAnn bets 10 on pass\nroll 3 4")
    assert called_on.rack() == "9960.00"


@clause("Basic wagering rules 8")
def test_basic_wagering_rules_8_laid_odds_win_three_four_or_five_times_the_flat_bet(house: House) -> None:
    for number in POINTS:  # 60 wins 30 on 4 and 10, 40 on 5 and 9, 50 on 6 and 8
        assert house.within("dont-pass-odds", 5, 60, number, flat=10)
        assert house.within(f"dont-come-odds-{number}", 5, 60, 6, flat=10)


@clause("Basic wagering rules 8")
def test_basic_wagering_rules_8_laid_odds_may_pass_the_table_maximum(house: House) -> None:
    assert house.within("dont-pass-odds", 5, 3000, 6, flat=500)
    assert house.within("dont-come-odds-4", 5, 3000, 6, flat=500)


# --- Basic wagering rules 9 and 10: single roll bets


@clause("Basic wagering rules 9")
def test_basic_wagering_rules_9_what_the_single_roll_bets_win_on(house: House) -> None:
    wins = ("2 3 4 9 10 11 12", "7", "2 3 12", "2", "3", "12", "11")
    assert [house.outcomes(wager, 6)["win"] for wager in ONE_ROLL] == list(wins)


@clause("Basic wagering rules 9")
def test_basic_wagering_rules_9_single_roll_bets_may_be_below_the_table_minimum(house: House) -> None:
    assert all(house.takes(wager, 1, minimum=10) for wager in ONE_ROLL)
    assert house.takes("horn", 4, minimum=10)
    assert all(house.takes(wager, 5, minimum=10) for wager in HORNS[1:])


@clause("Basic wagering rules 9")
def test_basic_wagering_rules_9_all_other_bets_must_reach_the_table_minimum(house: House) -> None:
    for wager in ("pass", "dont-pass", "place-6", "buy-4", "lay-4", "hard-8"):
        assert house.takes(wager, 10, minimum=10)
        assert not house.takes(wager, 9, minimum=10)
    for wager in ("come", "dont-come", "pass-odds", "dont-pass-odds", "come-odds-4", "dont-come-odds-4"):
        assert house.takes(wager, 10, 6, flat=10, minimum=10)
        assert not house.takes(wager, 9, 6, flat=10, minimum=10)
    assert house.refuses("Ann bets 4 on hard-8").clause == "Basic wagering rules 9"


@clause("Basic wagering rules 9")
def test_basic_wagering_rules_9_a_horn_is_four_bets_in_one(house: House) -> None:
    assert [house.won("horn", 4, PAIRS[number]) for number in CRAPS_AND_ELEVEN] == [27, 12, 12, 27]
    assert house.refuses("Ann bets 6 on horn").code == "not-units"


@clause("Basic wagering rules 9")
def test_basic_wagering_rules_9_a_horn_high_has_two_parts_of_five_on_its_number(house: House) -> None:
    for high, won in {2: [57, 11, 11, 26], 3: [26, 27, 11, 26], 11: [26, 11, 27, 26], 12: [26, 11, 11, 57]}.items():
        assert [house.won(f"horn-high-{high}", 5, PAIRS[number]) for number in CRAPS_AND_ELEVEN] == won
        refusal = house.refuses(f"Ann bets 4 on horn-high-{high}")
        assert (refusal.code, refusal.clause) == ("not-units", "Basic wagering rules 9")


@clause("Basic wagering rules 10")
def test_basic_wagering_rules_10_a_single_roll_bet_wins_at_most_the_table_maximum(house: House) -> None:
    for wager, most in zip(ONE_ROLL[1:], (125, 71, 16, 33, 16, 33), strict=True):
        assert house.within(wager, 1, most)
    assert house.within("any-7", 1, 250, maximum=1000)
    assert house.refuses("Ann bets 17 on craps-12").clause == "Basic wagering rules 10"


@clause("Basic wagering rules 10")
def test_basic_wagering_rules_10_a_horn_is_limited_by_what_each_part_can_win(house: House) -> None:
    # 16 is the most on the 2 or the 12, 33 on the 3 or the 11
    for wager, most in {"horn-high-2": 40, "horn-high-3": 80, "horn-high-11": 80, "horn-high-12": 40}.items():
        assert house.within(wager, 5, most, step=5)
    assert house.within("horn", 4, 64, step=4)
    assert house.refuses("Ann bets 68 on horn").clause == "Basic wagering rules 10"


# --- Basic wagering rules 11 and 12: the bar, and the come


@clause("Basic wagering rules 11")
def test_basic_wagering_rules_11_a_barred_12_beats_pass_and_gives_dont_pass_back(house: House) -> None:
    night = house.plays("Ann bets 10 on pass\nBob bets 10 on dont-pass\nroll 6 6")
    assert (night.settled("Ann"), night.rack("Ann")) == ({"pass": ("lose", "0.00")}, "9990.00")
    assert (night.settled("Bob"), night.rack("Bob")) == ({"dont-pass": ("push", "0.00")}, "5000.00")


@clause("Basic wagering rules 12")
def test_basic_wagering_rules_12_the_next_roll_is_the_come_out_of_a_come_bet(house: House) -> None:
    for point in POINTS:
        travels = {f"move come-{number}": f"{number}" for number in POINTS}
        assert house.outcomes("come", point) == {"win": "7 11", "lose": "2 3 12", **travels}


@clause("Basic wagering rules 12")
def test_basic_wagering_rules_12_the_bar_holds_for_dont_come(house: House) -> None:
    for point in POINTS:
        travels = {f"move dont-come-{number}": f"{number}" for number in POINTS}
        assert house.outcomes("dont-come", point) == {"win": "2 3", "lose": "7 11", "push": "12", **travels}


@clause("Basic wagering rules 12")
def test_basic_wagering_rules_12_a_travelled_bet_is_decided_by_its_own_number_and_the_seven(house: House) -> None:
    for number in POINTS:
        for point in (None, *POINTS):
            assert house.outcomes(f"come-{number}", point) == {"win": f"{number}", "lose": "7"}
            assert house.outcomes(f"dont-come-{number}", point) == {"win": "7", "lose": f"{number}"}


@clause("Basic wagering rules 12")
def test_basic_wagering_rules_12_a_travelled_bet_is_never_bet_on_directly(house: House) -> None:
    for kind in ("come", "dont-come"):
        point = "Ann bets 10 on pass\nroll 2 2\n"
        made = house.refuses(f"{point}Ann bets 10 on {kind}-6")
        added = house.refuses(f"{point}Ann bets 10 on {kind}\nroll 3 3\nAnn bets 10 on {kind}-6")
        assert (made.code, added.code) == ("not-made", "contract")
        assert made.clause == added.clause == "Basic wagering rules 12"


@clause("Basic wagering rules 12")
def test_basic_wagering_rules_12_a_come_bet_takes_the_place_of_one_that_wins(house: House) -> None:
    night = house.plays("Ann bets 10 on pass\nroll 2 2\nAnn bets 10 on come\nroll 3 3\nAnn bets 20 on come\nroll 5 1")
    assert night.settled() == {"come-6": ("win", "10.00")}
    assert (night.layout(), night.rack()) == ({"pass": "10.00", "come-6": "20.00"}, "9980.00")
