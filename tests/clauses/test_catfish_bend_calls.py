"""Catfish Bend, clause by clause: what the crew says, the puck, the buttons, and where chips lie."""

from sevenout.base.dice import roll
from sevenout.base.refusal import Refusal
from sevenout.crew.layout.areas import areas
from sevenout.crew.markers import Stand, bridge_odds, check_pucks, heel_odds, marks_of, points_made, puck_mark
from sevenout.crew.roll_calls import after_roll, no_roll
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Rolled
from tests.clauses.house import DOLLAR, House, clause
from tests.clauses.test_catfish_bend import EASY, ON_6, POINTS
from tests.clauses.voices import heard, lying, marked, sent, stated, words

BOOK = "catfish-bend"
COME_OUT = "Ann bets 10 on pass; "
ELSEWHERE = House(open_book("typical"))
"""A house without marks of its own, which takes them from this manual."""

# --- the dice go out


@clause("Stickperson 3", "Definitions: Come-Out Roll")
def test_stickperson_3_a_come_out_is_announced_and_no_other_roll(house: House) -> None:
    for story in (
        "Ann bets 10 on pass",
        f"{ON_6}roll 3 3; Ann bets 10 on pass",
        f"{ON_6}roll 4 3; Bob bets 10 on pass",
    ):
        assert ("Coming out", "Stickperson 3") in stated(sent(house, story))
    for story in (f"{ON_6}roll 5 4", ON_6.removesuffix("; ")):
        assert "Coming out" not in words(sent(house, story))


@clause("Stickperson 4")
def test_stickperson_4_a_shooter_on_the_dont_side_is_announced(house: House) -> None:
    for story in ("Ann bets 10 on dont-pass", "Ann bets 10 on dont-pass; roll 4 2"):
        assert ("Shooting from the don't", "Stickperson 4") in stated(sent(house, story))
    for story in ("Ann bets 10 on pass; Bob bets 10 on dont-pass", "Ann bets 10 on pass; Ann bets 10 on dont-pass"):
        assert "Shooting from the don't" not in words(sent(house, story))


@clause("Stickperson 13")
def test_stickperson_13_on_a_come_out_the_stick_says_that_hardways_work(house: House) -> None:
    said = ("All hardways are working unless called off", "Stickperson 13")
    assert said in stated(sent(house, "Ann bets 10 on pass"))
    assert said in stated(sent(house, "Ann bets 10 on pass; Bob bets 5 on hard-8; Bob calls hard off"))
    assert said not in stated(sent(house, ON_6.removesuffix("; ")))


@clause("Stickperson 16")
def test_stickperson_16_the_stick_announces_that_the_dice_are_out(house: House) -> None:
    for story in ("Ann bets 10 on pass", ON_6.removesuffix("; "), f"{ON_6}roll 5 4"):
        assert stated(sent(house, story))[-1] == ("Dice are out", "Stickperson 16")


@clause("Stickperson 3")
def test_stickperson_3_without_a_line_bet_no_dice_are_sent_out(house: House) -> None:
    assert sent(house, "Ann bets 10 on field; Bob bets 6 on place-6") == []


# --- the roll


@clause("Stickperson 6", "Definitions: Total", "Definitions: Roll", "Definitions: Stick Person")
def test_stickperson_6_the_stick_calls_every_roll_by_its_total(house: House) -> None:
    names = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"]
    for total, name in enumerate(names, start=2):
        for story in (COME_OUT, ON_6):
            first = heard(house, f"{story}roll {min(total - 1, 6)} {total - min(total - 1, 6)}")[0]
            assert (first.who, first.words, first.cite.clause) == ("stickperson", name, "Stickperson 6")


@clause("Stickperson 6")
def test_stickperson_6_dice_the_stick_cannot_see_are_called_by_a_dealer_or_the_supervisor(house: House) -> None:
    table = house.plays("Ann bets 10 on pass").table
    event = table.roll(roll(4, 3))
    assert isinstance(event, Rolled)
    for seer in ("base dealer", "supervisor"):
        first, *rest = after_roll(table.game, event, seen_by=seer)
        assert (first.who, first.words, first.cite.provenance) == ("stickperson", "Call it", "stated")
        assert {call.who for call in rest} == {seer}
        assert rest[0].words == "Seven"


@clause("Definitions: Craps", "Wagers 10c", "Wagers 10d", "Wagers 10e")
def test_definitions_craps_the_2_the_3_and_the_12_have_names(house: House) -> None:
    named = {
        "1 1": ("Craps two, aces", "Wagers 10c"),
        "2 1": ("Craps three, ace-deuce", "Wagers 10d"),
        "6 6": ("Craps twelve, boxcars", "Wagers 10e"),
    }
    for dice, name in named.items():
        for story in (COME_OUT, ON_6):
            assert name in stated(heard(house, f"{story}roll {dice}"))
    for dice in ("3 1", "4 3", "6 5"):
        assert not [call for call in words(heard(house, f"{COME_OUT}roll {dice}")) if "raps" in call]


@clause("Definitions: Easy Way", "Definitions: Hard Way")
def test_definitions_easy_way_four_numbers_are_called_hard_or_easy(house: House) -> None:
    ways = {"2 2": "Hard four", "3 1": "Easy four", "3 3": "Hard six", "5 1": "Easy six", "4 4": "Hard eight"}
    ways |= {"6 2": "Easy eight", "5 5": "Hard ten", "6 4": "Easy ten"}
    for dice, name in ways.items():
        said = heard(house, f"{COME_OUT}roll {dice}")
        assert words(said)[1] == name
        assert name not in [call for call, _ in stated(said)], "the Definitions have the word, and order no call"
    for dice in ("1 1", "6 6", "3 2", "6 3", "6 5"):
        assert not [call for call in words(heard(house, f"{COME_OUT}roll {dice}")) if call.startswith(("Hard", "Easy"))]


@clause("Definitions: Seven-Winner", "Definitions: Front Line", "Definitions: Line Bet")
def test_definitions_seven_winner_a_come_out_7_or_11_wins_for_the_front_line(house: House) -> None:
    assert words(heard(house, f"{COME_OUT}roll 4 3")) == [
        "Seven",
        "Winner seven",
        "Front line winner",
        "Take the don'ts",
    ]
    assert "Front line winner" in words(heard(house, f"{COME_OUT}roll 6 5"))
    assert "Front line winner" in words(heard(house, f"{ON_6}roll 3 3"))
    assert "Line away" in words(heard(house, f"{COME_OUT}roll 2 1"))


@clause("Definitions: Seven-Out", "Definitions: Miss Out")
def test_definitions_seven_out_is_called_with_a_point_on_only(house: House) -> None:
    assert words(heard(house, f"{ON_6}roll 4 3")) == ["Seven", "Seven out", "Line away", "Pay the don'ts"]
    assert "Seven out" not in words(heard(house, f"{COME_OUT}roll 4 3"))


@clause("Stickperson 9", "Definitions: Come-Out Point")
def test_stickperson_9_the_stick_has_both_dealers_mark_the_right_point(house: House) -> None:
    for point in POINTS:
        high, low = EASY[point]
        name = {4: "four", 5: "five", 6: "six", 8: "eight", 9: "nine", 10: "ten"}[point]
        assert words(heard(house, f"{COME_OUT}roll {high} {low}"))[-1] == f"The point is {name}, mark it"
        table = house.plays(f"Ann bets 10 on pass\nroll {high} {low}").table
        assert check_pucks(table.game, table.snapshot(), {"third base": point, "second base": point}) == ()
        wrong = check_pucks(table.game, table.snapshot(), {"third base": point, "second base": None})
        assert [(call.to, call.words) for call in wrong] == [("second base", f"Second base, mark the {point}")]
    off = house.plays("Ann bets 10 on pass").table
    (late,) = check_pucks(off.game, off.snapshot(), {"third base": 6, "second base": None})
    assert (late.to, late.words) == ("third base", "Third base, the puck is off")


# --- no roll, and dice that change hands


@clause("Stickperson 19", "Invalid Roll 2", "Definitions: Outside", "Definitions: Inside")
def test_stickperson_19_a_die_off_the_table_is_down_outside_or_inside(house: House) -> None:
    for where in ("outside", "inside"):
        called, down, told = no_roll(house.game(), "off the table", where=where)
        assert (called.words, called.cite.clause) == ("No roll", "Invalid Roll 2")
        assert (down.words, down.cite.clause, down.cite.provenance) == (f"One down {where}", "Stickperson 19", "stated")
        assert told.to == "supervisor"


@clause("Invalid Roll 3", "Stickperson 5")
def test_invalid_roll_3_the_stick_calls_no_roll_and_its_ground(house: House) -> None:
    for ground in house.rules.book.no_roll.grounds:
        if ground.key not in ("off-the-table", "short-of-the-wall"):
            (call,) = no_roll(house.game(), ground.key)
            assert (call.who, call.words) == ("stickperson", f"No roll, {ground.key.replace('-', ' ')}")
            assert call.cite == ground.call.cite
    assert no_roll(house.game(), "short of the wall")[0].who == "supervisor"
    assert words(heard(house, f"{ON_6}throw; no roll: on the rail")) == ["No roll, on the rail"]


@clause("Stickperson 18")
def test_stickperson_18_the_next_line_bettor_is_asked_to_finish_the_point(house: House) -> None:
    lines = "Ann bets 10 on pass; Cy bets 10 on dont-pass; "
    (asked,) = heard(house, f"{lines}roll 4 2; Ann passes the dice")
    assert (asked.who, asked.to) == ("stickperson", "Cy")
    assert asked.words == "Cy, finish the point, then shoot your own hand"
    assert (asked.cite.clause, asked.cite.provenance) == ("Stickperson 18", "stated")
    assert heard(house, f"{lines}Ann passes the dice") == []


# --- payoffs


@clause("Stickperson 15", "Payoffs 4")
def test_stickperson_15_the_stick_calls_amount_bet_and_player_of_winning_propositions(house: House) -> None:
    assert stated(heard(house, f"{ON_6}Bob bets 5 on hard-8; roll 4 4"))[-1] == (
        "45 for Hardway 8, pay Bob",
        "Payoffs 4",
    )
    craps = heard(house, f"{ON_6}Cy bets 5 on any-craps; Bob bets 2 on craps-2; roll 1 1")
    assert words(craps)[-2:] == ["35 for Any Craps, pay Cy", "60 for Craps Two, pay Bob"]
    assert "pay" not in " ".join(words(heard(house, f"{ON_6}Ann bets 5 on field; roll 5 4")))


@clause("Payoffs 7")
def test_payoffs_7_what_lost_is_deducted_and_the_net_is_announced(house: House) -> None:
    mixed = heard(house, f"{ON_6}Bob bets 5 on any-craps; Bob bets 5 on eleven; roll 2 1")
    assert words(mixed)[-2:] == ["35 for Any Craps, pay Bob", "Less 5 to stay up: pay Bob 30"]
    down = heard(house, f"{ON_6}Bob bets 5 on any-craps; Bob bets 5 on eleven; Bob calls props down; roll 2 1")
    assert words(down)[-1] == "35 for Any Craps, pay Bob"


@clause("Don't Come and Lay Bets", "Lay Bets")
def test_dont_come_and_lay_bets_the_dealer_names_each_payoff_of_a_lay_from_base_to_stick(house: House) -> None:
    laid = "Bob bets 60 on lay-8; Ann bets 40 on lay-4; Cy bets 30 on lay-9; "
    paid = [call for call in heard(house, f"{ON_6}{laid}roll 4 3") if " base" in call.who]
    assert [(call.who, call.to, call.words) for call in paid] == [
        ("second base", "Cy", "20 for Lay Bet 9"),
        ("third base", "Ann", "20 for Lay Bet 4"),
        ("third base", "Bob", "50 for Lay Bet 8"),
    ]


@clause("Buy Bets")
def test_buy_bets_after_a_win_the_dealer_asks_for_the_commission_again(house: House) -> None:
    bought = "Ann bets 20 on buy-4; Bob bets 20 on buy-4; "
    asked = [call for call in heard(house, f"{ON_6}{bought}roll 3 1") if " base" in call.who]
    assert words(asked) == ["Bob, drop the vig to go again", "Ann, drop the vig to go again"]
    assert {call.cite.clause for call in asked} == {"Buy Bets"}


# --- booking


@clause("Stickperson 11")
def test_stickperson_11_the_stick_repeats_every_proposition(house: House) -> None:
    units = {"horn": 4, "hi-lo": 2, "three-way": 3, "hard-4": 5, **{f"horn-high-{n}": 5 for n in (2, 3, 11, 12)}}
    for wager in ("any-7", "any-craps", "craps-2", "eleven", "hop-3-3", *units):
        (call,) = heard(house, f"Bob bets {units.get(wager, 1)} on {wager}")
        title = house.rules.by_key[wager].wager.title
        assert (call.who, call.cite.clause) == ("stickperson", "Stickperson 11")
        assert call.words == f"{units.get(wager, 1)}, {title}, player 2 at third base"


@clause("Base Dealer 7")
def test_base_dealer_7_a_dealer_repeats_each_bet_that_he_or_she_places(house: House) -> None:
    (odds,) = heard(house, f"{ON_6}Cy bets 10 on come; roll 5 4; Cy bets 20 on come-odds-9")
    assert (odds.who, odds.words) == ("second base", "20, Come Odds 9, player 1 at second base")
    assert (odds.cite.clause, odds.cite.provenance) == ("Base Dealer 7", "stated")
    for own in ("come", "field"):
        assert heard(house, f"{ON_6}Cy bets 10 on {own}") == []


@clause("Place Bets")
def test_place_bets_are_booked_with_amount_position_number(house: House) -> None:
    (call,) = heard(house, f"{ON_6}Cy bets 12 on place-8")
    assert (call.who, call.words) == ("second base", "12, player 1 at second base, Place Bet 8")
    assert call.cite.clause == "Place Bets"


@clause("Buy Bets")
def test_buy_bets_are_booked_with_amount_number_position_vig(house: House) -> None:
    (call,) = heard(house, f"{ON_6}Bob bets 40 on buy-10")
    assert (call.words, call.cite.clause) == ("40, Buy Bet 10, player 2 at third base, 2 vig", "Buy Bets")


@clause("Lay Bets")
def test_lay_bets_are_booked_with_amount_number_position_vig(house: House) -> None:
    (call,) = heard(house, f"{ON_6}Bob bets 80 on lay-10")
    assert (call.words, call.cite.clause) == ("80, Lay Bet 10, player 2 at third base, 2 vig", "Lay Bets")


@clause("Tokes")
def test_tokes_with_a_bet_are_announced_and_others_drop_into_the_box(house: House) -> None:
    (call,) = heard(house, "Ann tokes 5 on hard-8")
    assert (call.words, call.to, call.cite.clause) == ("5 for the dealers, Hardway 8", "supervisor", "Tokes")
    assert heard(house, "Ann tokes 5") == []
    assert house.plays("Ann tokes 5").table.toke_box == 5 * DOLLAR


# --- the puck


@clause("Definitions: Marker Puck")
def test_definitions_marker_puck_is_black_when_off_and_white_when_on(house: House) -> None:
    off, on = house.plays("Ann bets 10 on pass").table, house.plays("Ann bets 10 on pass\nroll 4 2").table
    marks = [puck_mark(table.game, table.snapshot()) for table in (off, on)]
    assert [(mark.side, mark.colour) for mark in marks if mark] == [("off", "black"), ("on", "white")]


@clause("Base Dealer 3", "Definitions: Point")
def test_base_dealer_3_the_puck_marks_the_point_and_is_off_before_a_come_out(house: House) -> None:
    for point in POINTS:
        high, low = EASY[point]
        story = f"Ann bets 10 on pass\nroll {high} {low}"
        stands = [
            puck_mark(night.table.game, night.table.snapshot())
            for night in (
                house.plays(story),
                house.plays(f"{story}\nroll {low} {high}"),
                house.plays(f"{story}\nroll 4 3"),
            )
        ]
        assert [mark.number for mark in stands if mark] == [point, None, None]
        assert [mark.at for mark in stands if mark][1:] == ["the don't come"] * 2
        assert stands[0] is not None
        assert (stands[0].at, stands[0].cite.clause) == (f"the box of the {point}", "Base Dealer 3")


# --- buttons


@clause("Definitions: Button")
def test_definitions_button_buttons_tell_buy_and_lay_bets_and_calls(house: House) -> None:
    story = f"{ON_6}Ann bets 20 on buy-4; Ann bets 40 on lay-10; Bob bets 12 on place-8; Bob calls place off"
    assert [(says, wagers) for _, says, wagers, _ in marked(house, story)] == [
        ("buy", "buy-4"),
        ("lay", "lay-10"),
        ("off", "place-8"),
    ]


@clause("Place Bets", "Buy Bets", "Wagers 6", "Definitions: Box")
def test_place_bets_one_button_next_to_the_box_speaks_for_all_place_and_buy_bets(house: House) -> None:
    for name, dealer, nearest_first in (
        ("Ann", "third base", "buy-4 place-5 place-6 place-8 place-9"),
        ("Cy", "second base", "place-9 place-8 place-6 place-5 buy-4"),
    ):
        up = f"{name} bets 12 each on inside; {name} bets 20 on buy-4; {name} calls place on; {name} calls buy on"
        assert marked(house, up)[1:] == [(dealer, "on", nearest_first, "Place Bets")]


@clause("Stickperson 13")
def test_stickperson_13_one_button_of_the_stick_speaks_for_all_hardways(house: House) -> None:
    up = "Bob bets 5 on hard-4; Bob bets 5 on hard-10; "
    for call in ("off", "on"):
        expected = [("stickperson", call, "hard-4 hard-10", "Stickperson 13")]
        assert marked(house, f"{up}Bob calls hard {call}") == expected
    assert marked(house, up.removesuffix("; ")) == []


@clause("Lay Bets")
def test_lay_bets_have_no_off_button_for_they_come_down(house: House) -> None:
    assert marked(house, f"{ON_6}Ann bets 40 on lay-10; Ann calls lay-10 off") == []


@clause("Definitions: Button")
def test_definitions_button_whatever_else_is_called_has_a_button_of_its_own(house: House) -> None:
    """Assumed from this manual of other houses, where come odds can be called."""
    assert marks_of(house.game()).buttons.calls["otherwise"].provenance == "assumed"
    made = "Ann bets 10 on pass; roll 4 2; Bob bets 10 on come; roll 5 4; Bob bets 10 on come-odds-9; "
    made += "Bob bets 10 on come; roll 3 1; Bob bets 10 on come-odds-4; "
    assert [entry[:3] for entry in marked(ELSEWHERE, f"{made}Bob calls all off")] == [
        ("third base", "off", "come-odds-4"),
        ("third base", "off", "come-odds-9"),
    ]


@clause("Craps Shootout 2")
def test_craps_shootout_2_a_special_button_marks_every_point_that_was_made(house: House) -> None:
    story = "clock 2026-03-02T20:00 America/Chicago\n"
    for made, point in enumerate(POINTS, start=1):
        high, low = EASY[point]
        story += f"Ann bets 10 on pass\nroll {high} {low}\n"
        before = house.plays(story).table
        assert [mark.number for mark in points_made(before.game, before.snapshot())] == [*POINTS[: made - 1]]
        story += f"roll {high} {low}\n"
        after = house.plays(story).table
        marks = points_made(after.game, after.snapshot())
        assert [mark.number for mark in marks] == [*POINTS[:made]]
        assert (marks[-1].by, marks[-1].at) == ("dealer", f"a special button on the {point}")
        assert marks[-1].cite.clause == "Craps Shootout 2"
    once = "clock 2026-03-02T20:00 America/Chicago\nAnn bets 10 on pass\nroll 4 2\nroll 4 2\nAnn bets 10 on pass\n"
    for over in ("roll 3 1\nroll 4 3\nBob bets 10 on pass\nroll 4 4", "Bob bets 10 on pass\nAnn passes the dice"):
        table = house.plays(once + over).table
        assert points_made(table.game, table.snapshot()) == ()


# --- where chips lie


@clause("Definitions: Inside", "Definitions: Outside")
def test_definitions_inside_is_next_to_the_stick_and_outside_next_to_the_players(house: House) -> None:
    felt = [area.name for area in areas(house.game()).all]
    assert (felt[0], felt[-1]) == ("pass line", "propositions")
    assert felt.index(lying(house, "pass").area) < felt.index(lying(house, "place-6").area)
    assert felt.index(lying(house, "place-6").area) < felt.index(lying(house, "hard-6").area)


@clause("Wagers 5cA", "Wagers 5cB", "Wagers 5dA", "Wagers 5dB")
def test_wagers_5_where_odds_lie(house: House) -> None:
    where = {
        "pass-odds": ("straight behind the pass bet", "Wagers 5cA"),
        "come-odds-6": ("on the come bet, shifted off its centre", "Wagers 5cB"),
        "dont-come-odds-6": ("beside the don't come bet, away from the box", "Wagers 5dA"),
        "dont-pass-odds": ("beside the don't pass bet, towards the base dealer", "Wagers 5dB"),
    }
    for wager, (at, name) in where.items():
        assert (lying(house, wager).at, lying(house, wager).cite.clause) == (at, name)


@clause(
    "Wagers 1", "Wagers 2", "Wagers 3", "Wagers 4", "Wagers 5dA", "Wagers 6", "Wagers 7", "Wagers 9",
    "Don't Come and Lay Bets", "Definitions: Field Bet", "Max Bets 6", "Stickperson 12",
)  # fmt: skip
def test_wagers_1_where_each_bet_lies(house: House) -> None:
    where = {
        "pass": ("the pass line", "Wagers 1"),
        "dont-pass": ("the don't pass line", "Wagers 2"),
        "come": ("the come", "Wagers 3"),
        "dont-come": ("the don't come", "Wagers 4"),
        "come-6": ("the box of the 6", "Wagers 6"),
        "dont-come-6": ("behind the 6", "Wagers 5dA"),
        "place-6": ("the top edge of the box of the 6", "Wagers 6"),
        "buy-6": ("the top edge of the box of the 6", "Wagers 7"),
        "lay-6": ("behind the 6", "Don't Come and Lay Bets"),
        "field": ("the field", "Definitions: Field Bet"),
        "big-6": ("the big 6", "Max Bets 6"),
        "hard-6": ("its space in the middle, at the player's place", "Stickperson 12"),
    }
    for wager, (at, name) in where.items():
        assert (lying(house, wager).at, lying(house, wager).cite.clause) == (at, name)
    to_lose = lying(House(open_book("new-south-wales")), "place-lose-6")  # assumed of a house that has such bets
    assert (to_lose.at, to_lose.cite.clause) == ("behind the 6", "Catfish Bend: Wagers 9")


@clause("Wagers 5d", "Wagers 5dA", "Lay Bets")
def test_wagers_5d_only_odds_on_a_dont_bet_are_heeled_or_bridged(house: House) -> None:
    game = house.game()
    laid = {wager for wager in house.rules.by_key if isinstance(heel_odds(game, wager), Stand)}
    assert laid == {"dont-pass-odds", *(f"dont-come-odds-{point}" for point in POINTS)}
    leaning, across = (
        heel_odds(game, "dont-pass-odds"),
        bridge_odds(game, game.puck(4), "dont-pass-odds", 500, 1000, ["red"]),
    )
    assert isinstance(leaning, Stand)
    assert isinstance(across, Stand)
    beside = "beside the don't pass bet, towards the base dealer"
    assert (leaning.at, across.at) == (
        f"heeled against the flat bet, {beside}",
        f"bridged across the flat bet, {beside}",
    )


@clause("Wagers 6")
def test_wagers_6_place_bets_lie_on_top_or_bottom_by_the_players_place(house: House) -> None:
    assert lying(house, "place-6", "Ann").at == "the top edge of the box of the 6"
    assert lying(house, "place-6", "Bob").at == "the bottom edge of the box of the 6"
    assert lying(house, "place-6").cite.clause == "Wagers 6"


@clause("Stickperson 12")
def test_stickperson_12_propositions_lie_by_the_players_place(house: House) -> None:
    for wager in ("hard-8", "any-7", "horn", "hop-3-1"):
        places = [(lying(house, wager, seat).end, lying(house, wager, seat).place) for seat in ("Ann", "Bob", "Cy")]
        assert places == [("third base", 1), ("third base", 2), ("second base", 1)]
        assert lying(house, wager).cite.clause == "Stickperson 12"


@clause("Lay Bets", "Wagers 5dA", "Wagers 5dB")
def test_lay_bets_odds_are_bridged_only_if_they_win_the_flat_bet_in_one_colour(house: House) -> None:
    game = house.game()
    for point, odds in zip(POINTS, (50, 45, 30, 30, 45, 50), strict=True):
        flat = {50: 25, 45: 30, 30: 25}[odds]
        for wager in ("dont-pass-odds", f"dont-come-odds-{point}"):
            puck = game.puck(point)
            assert isinstance(heel_odds(game, wager), Stand)
            assert isinstance(bridge_odds(game, puck, wager, flat * DOLLAR, odds * DOLLAR, ["red"]), Stand)
            more = bridge_odds(game, puck, wager, flat * DOLLAR, 2 * odds * DOLLAR, ["red"])
            two_colours = bridge_odds(game, puck, wager, flat * DOLLAR, odds * DOLLAR, ["red", "green"])
            assert isinstance(more, Refusal)
            assert isinstance(two_colours, Refusal)
            assert (more.code, two_colours.code) == ("not-equal", "not-one-colour")
            assert more.clause == two_colours.clause == "Lay Bets"
