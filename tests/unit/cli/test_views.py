"""Looking at the table from a seat at the terminal: why, again, offers, rules and help."""

import pytest

from sevenout.cli.play.queries import HELP
from tests.unit.cli.seat import alone, at_the_table, seed_for

pytestmark = pytest.mark.usefixtures("away")


def test_why_names_the_clause_of_a_win_in_plain_words() -> None:
    ran = alone("bet 10 on pass", "roll", "why", seed=seed_for(7))
    assert "Wagers 1a1 (stated): a come-out 7 or 11 wins for pass" in ran.out


def test_why_names_the_clause_of_a_refusal() -> None:
    ran = alone("bet 700 on field", "why")
    assert "No: Field may be at most 500.00  [Max Bets 5]" in ran.out
    assert "Max Bets 5 (stated): at most 500 in the field" in ran.out.split("> why")[1]


def test_why_of_a_refusal_that_needs_no_clause() -> None:
    ran = alone("take down place-6", "why")
    assert "No clause is needed" in ran.out


def test_again_shows_the_table_as_it_lay_and_every_clause() -> None:
    ran = alone("bet 10 on pass", "roll", "again", seed=seed_for(7))
    replayed = ran.out.split("> again")[1]
    assert "before the last roll" in replayed
    assert "PASS LINE       A10" in replayed
    assert "Ann pass 10 wins 10 [Wagers 1a1]" in replayed


def test_offers_are_what_the_table_takes() -> None:
    ran = alone("offers", "offers pass-odds", "offers pass", "offers nonsense")
    assert "5 to 500 " in ran.out
    assert "No: Pass Odds may be made only while a point is on" in ran.out
    assert "pass  5 to 500\n" in ran.out
    assert "offers no nonsense" in ran.out


def test_help_fits_a_narrow_screen() -> None:
    shown = alone("help").out
    assert "press my six       down on my nine         all off       32 across\n" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_rules_shows_a_wager_with_its_clauses() -> None:
    assert "Wagers 1a1" in alone("rules pass").out


# --- why, further back


def test_why_of_a_loss() -> None:
    ran = alone("bet 10 on pass", "", "", "why", seed=seed_for(8, 7))
    assert "pass 10 loses 10\n  Wagers 1b2 (stated): a 7 ahead of the point loses for pass" in ran.out


def test_why_of_a_bet_that_travelled() -> None:
    ran = alone("bet 10 on pass", "", "bet 10 on come", "", "why", seed=seed_for(8, 6))
    assert "come 10 goes to come-6\n  Wagers 3a2 (derived): " in ran.out


def test_why_looks_back_to_the_last_roll_that_decided_anything() -> None:
    ran = alone("bet 10 on pass", "", "bet 10 on pass", "", "", "why", seed=seed_for(11, 8, 5))
    said = ran.out.split("> why")[1]
    assert "Five. It decided none of your bets.\n2 rolls before the last: " in said
    assert "Yo, eleven.\npass 10 wins 10\n  Wagers 1a1 (stated): " in said


def test_why_of_one_wager() -> None:
    ran = alone("bet 5 on field", "bet 10 on pass", "", "why pass", "why any-7", "why yo", seed=seed_for(11))
    one, other, nickname = (part.split("> ")[0] for part in ran.out.split("> why ")[1:])
    assert "pass 10 wins 10" in one
    assert "field" not in one.split("BIG 8")[1]
    assert "No roll has decided your any-7 yet. rules any-7 says what is written about it." in other
    assert "Did you mean 'eleven'?" in nickname


def test_a_refusal_is_what_why_is_about_until_the_next_roll() -> None:
    ran = alone("bet 10 on pass", "bet 700 on field", "why", "", "why", seed=seed_for(11))
    first, second = ran.out.split("> why")[1:]
    assert "Max Bets 5 (stated)" in first
    assert "Wagers 1a1 (stated)" in second
    assert "Max Bets 5" not in second


# --- what is drawn together


def test_offers_name_the_numbers_of_a_family_together() -> None:
    assert "place-4 5 9 10, buy-4 5 6 8 9 10" in alone("offers").out


def test_rules_say_what_a_composite_nets_and_what_is_assumed() -> None:
    shown = " ".join(alone("rules horn").out.split())
    assert "nets 27:4 on 2, 12; 3:1 on 3, 11" in shown
    assert "Wagers 6 assumed as with place bets" in shown


def test_rules_of_a_family() -> None:
    assert "pays 9:5 on 4, 10; 7:5 on 5, 9; 7:6 on 6, 8" in " ".join(alone("rules place-n").out.split())


def test_why_tells_of_a_wager_that_was_off() -> None:
    ran = alone(
        "bet 10 on pass", "roll", "bet 12 on place-6", "call place-6 off", "roll", "why place-6", seed=seed_for(8, 6)
    )
    assert "place-6 was off on the last roll; working, it wins." in ran.out


def test_the_felt_speaks_the_house_s_own_words() -> None:
    drawn = at_the_table(options=("--rules", "new-south-wales", "--company", "0")).out
    assert "│ WIN LINE " in drawn
    assert "│ DON'T WIN " in drawn
    assert "PASS" not in drawn


def test_help_fits_a_narrow_terminal() -> None:
    assert max(map(len, HELP.splitlines())) <= 79
