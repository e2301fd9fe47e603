"""Catfish Bend, clause by clause: odds bridged, calls confirmed, pucks and payouts looked over, chips in the bank."""

from sevenout.crew.pit.bank import BankCounted, off_by
from sevenout.crew.pit.layout_checks import OddsStood, PayoutsVerified, PuckChecked
from tests.clauses.house import House, clause

BOOK = "catfish-bend"
CREW = "crew: stick Kim, third base Lou, second base Max, box Ned\n"
ON_4 = f"{CREW}Ann bets 25 on dont-pass\nCy bets 10 on pass\nroll 2 2\n"


@clause("Lay Bets")
def test_lay_bets_a_player_bridges_odds_that_win_the_flat_bet_in_one_colour(house: House) -> None:
    laid = f"{ON_4}Ann bets 50 on dont-pass-odds\n"
    stood = house.plays(f"{laid}Ann bridges dont-pass-odds with green").steps[-1].event
    assert isinstance(stood, OddsStood)
    assert (stood.stand.how, stood.flat, stood.odds, stood.stand.cite.clause) == ("bridged", 2500, 5000, "Lay Bets")
    for line, code, cites in (
        ("Ann bridges dont-pass-odds with green, red", "not-one-colour", "Lay Bets"),
        ("Ann bridges dont-pass-odds with black", "not-one-colour", "Lay Bets"),
        ("Cy bridges pass-odds with green", "not-laid", "Wagers 5d"),
        ("Cy bridges dont-pass-odds with green", "not-up", "Wagers 5d"),
    ):
        refusal = house.refuses(f"{laid}{line}")
        assert (refusal.code, refusal.clause) == (code, cites)
    more = house.refuses(f"{ON_4}Ann bets 100 on dont-pass-odds\nAnn bridges dont-pass-odds with green")
    assert (more.code, more.clause) == ("not-equal", "Lay Bets")


@clause("Wagers 5dA", "Wagers 5dB")
def test_wagers_5d_odds_on_a_dont_bet_are_heeled_whatever_they_win(house: House) -> None:
    dont_come = f"{ON_4}Ann bets 10 on dont-come\nroll 3 3\nAnn bets 12 on dont-come-odds-6\n"
    for laid, wager in ((f"{ON_4}Ann bets 30 on dont-pass-odds\n", "dont-pass-odds"), (dont_come, "dont-come-odds-6")):
        stood = house.plays(f"{laid}Ann heels {wager}").steps[-1].event
        assert isinstance(stood, OddsStood)
        assert stood.stand.at.startswith("heeled against the flat bet")


@clause("Stickperson 9")
def test_stickperson_9_the_stick_has_a_puck_put_right_that_stands_wrong(house: House) -> None:
    wrong = house.plays(f"{ON_4}stickperson checks the puck at second base: off").steps[-1].event
    assert isinstance(wrong, PuckChecked)
    assert [(said.who, said.words, said.to) for said in wrong.said] == [
        ("stickperson", "Second base, mark the 4", "second base")
    ]
    right = house.plays(f"{ON_4}stickperson checks the puck at third base: on 4").steps[-1].event
    assert isinstance(right, PuckChecked)
    assert right.said == ()


@clause("Boxperson 2")
def test_boxperson_2_payouts_are_verified_at_the_end_where_the_dice_did_not_land(house: House) -> None:
    paid = f"{CREW}Ann bets 10 on pass\nCy bets 20 on pass\nroll 6 5\n"
    early = house.refuses(f"{paid}boxperson verifies the payouts, dice at third base")
    assert (early.code, early.clause) == ("unfinished", "Boxperson 2")
    for landed, amount in (("third base", 2000), ("second base", 1000)):
        verified = house.plays(f"{paid}crew works\nboxperson verifies the payouts, dice at {landed}").steps[-1].event
        assert isinstance(verified, PayoutsVerified)
        assert (verified.amount, verified.cite.clause) == (amount, "Boxperson 2")
    unboxed = paid.replace(", box Ned", "")
    empty = house.refuses(f"{unboxed}crew works\nboxperson verifies the payouts, dice at third base")
    assert (empty.code, empty.clause) == ("no-post", "Boxperson")


@clause("Wagers 6", "Place Bets")
def test_wagers_6_place_bets_called_on_work_only_if_the_dealer_confirms_it(house: House) -> None:
    for posted in ("", CREW):
        up = f"{posted}Cy bets 10 on pass\nAnn bets 12 on place-6\n"
        withheld = house.refuses(f"{up}Ann calls place-6 on unconfirmed")
        assert (withheld.code, withheld.clause) == ("unconfirmed", "Place Bets")
        wrong = house.refuses(f"{up}Ann calls place-6 on confirmed by stickperson")
        assert (wrong.code, wrong.clause) == ("unconfirmed", "Place Bets")
        assert house.plays(f"{up}Ann calls place-6 on confirmed by dealer\nroll 4 3").rack() == "9988.00"
        assert house.plays(f"{up}Ann calls place-6 on\nroll 4 3").rack() == "9988.00"


@clause("Stickperson 13", "Place Bets")
def test_stickperson_13_under_one_button_no_bet_of_several_is_called_alone(house: House) -> None:
    for stem, cites in (("hard", "Stickperson 13"), ("place", "Place Bets")):
        up = f"Ann bets 12 on {stem}-6\nAnn bets 12 on {stem}-8\n"
        alone = house.refuses(f"{CREW}{up}Ann calls {stem}-6 off")
        assert (alone.code, alone.clause) == ("one-button", cites)
        house.plays(f"{CREW}{up}Ann calls {stem} off")
        house.plays(f"{up}Ann calls {stem}-6 off")
        house.plays(f"{CREW}Ann bets 12 on {stem}-6\nAnn calls {stem}-6 off")


@clause("Dead Games")
def test_dead_games_a_game_goes_dead_before_its_first_roll_whether_a_set_was_told_or_not(house: House) -> None:
    house.plays(f"{CREW}game goes dead\ngame opens again\nAnn bets 10 on pass\nroll 6 5")
    taken_off = "set 4711 brought: 5 dice of 0.7550\n"
    refusal = house.refuses(f"{CREW}{taken_off}game goes dead")
    assert (refusal.code, refusal.clause) == ("dice-out", "Dead Games")


@clause("Base Dealer 8")
def test_base_dealer_8_the_bank_pays_and_sells_no_chips_that_it_does_not_hold(house: House) -> None:
    crew = "crew: stick Kim, third base Lou\n"
    opened = f"{crew}bank opened: 20 red, 4 green, 5 black\n"
    sold = house.refuses(f"{opened}Ann buys in for 1000")
    assert (sold.code, sold.clause) == ("bank-short", "Base Dealer 8")
    paid = f"{opened}Ann bets 500 on pass\nBob bets 500 on pass\nroll 6 5\n"
    owed = house.refuses(f"{paid}crew works")
    assert owed.reason == "the bank is 300.00 short of what is to be paid: 'fill …' comes first"
    filled = house.plays(f"{paid}fill 20 black\ncrew works")
    assert (filled.rack("Ann"), filled.rack("Bob")) == ("10500.00", "5500.00")
    broken = house.plays(f"{crew}bank opened: 40 red\nAnn bets 100 on pass\nroll 6 5\ncrew works")
    assert broken.rack() == "10100.00"  # no black there: twenty reds


@clause("Definitions: Boxperson")
def test_definitions_boxperson_chips_that_players_leave_with_do_not_come_back_to_the_bank(house: House) -> None:
    crew = "crew: stick Kim, third base Lou, box Ned\n"
    night = house.plays(f"{crew}bank opened: 40 red\nAnn bets 100 on pass\nroll 6 5\ncrew works\nAnn leaves")
    counted = (
        house.plays(
            f"{crew}bank opened: 40 red\nAnn bets 100 on pass\nroll 6 5\ncrew works\nAnn leaves\n"
            "boxperson counts the bank: 20 red"
        )
        .steps[-1]
        .event
    )
    assert isinstance(counted, BankCounted)
    assert (off_by(counted), "Ann" in night.table.seats) == (0, False)
