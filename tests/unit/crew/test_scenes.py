"""Whole rolls against lists written by hand from the manual: every step, in order, with its clause.

Ann and Bob stand at third base, Cy and Dee at second base; Ann stands next to third base, Dee next to second base.
Ann shoots, so second base, the end opposite her, is told first.
"""

from typing import Literal

from sevenout.rulebook.compiler.book_compiler import open_book
from tests.unit.crew import stories


def worked(story: str, book: str = "catfish-bend", dealers: Literal[1, 2] = 2) -> list[tuple[str, str]]:
    """What the crew does after the last roll of a game: each step and the clause that puts it there."""
    return [(step.sentence, step.cite.clause) for step in stories.worked(open_book(book), story, dealers)]


BROUGHT_IN = ("The stickperson brings the dice in", "Stickperson 8")


def test_a_come_out_seven_with_come_and_dont_come_bets_up() -> None:
    story = """Ann bets 10 on pass; Dee bets 10 on dont-pass; roll 4 2
    Ann bets 10 on come; Bob bets 10 on dont-come; roll 4 1
    Ann bets 20 on come-odds-5; roll 3 3
    Ann bets 10 on pass; Cy bets 10 on dont-pass; Dee bets 5 on field; Cy bets 5 on any-7; roll 4 3"""
    assert worked(story) == [
        BROUGHT_IN,
        ("Second base takes Cy's dont-pass: 10.00", "Taking and Paying 2"),
        ("Second base takes Dee's field: 5.00", "Taking and Paying 2"),
        ("Third base returns 20.00 of Ann's come-odds-5 to the apron", "Taking and Paying 2"),
        ("Third base takes Ann's come-5: 10.00", "Taking and Paying 2"),
        ("Third base pays Ann's pass: 10.00", "Taking and Paying 3"),
        ("Ann picks up 10.00 of pass", "Wagers"),
        ("Third base pays Bob's dont-come-5: 10.00", "Don't Come and Lay Bets"),
        ("Third base returns 10.00 of Bob's dont-come-5 to the apron", "Don't Come and Lay Bets"),
        ("Second base pays Cy's any-7: 20.00", "Payoffs 3"),
    ]


def test_the_point_made_with_come_and_place_bets_up() -> None:
    story = """Ann bets 10 on pass; roll 5 3
    Ann bets 20 on pass-odds; Bob bets 10 on come; roll 5 1
    Bob bets 10 on come-odds-6; Bob bets 10 on come; Bob bets 5 on hard-8
    Cy bets 12 on place-8; Cy bets 5 on field; Dee bets 20 on buy-8; Dee bets 10 on dont-come; roll 4 4"""
    assert worked(story) == [
        BROUGHT_IN,
        ("Second base takes Cy's field: 5.00", "Taking and Paying 2"),
        ("Third base pays Ann's pass-odds: 24.00", "Taking and Paying 3"),
        ("Ann picks up 20.00 of pass-odds", "Wagers"),
        ("Third base pays Ann's pass: 10.00", "Taking and Paying 3"),
        ("Ann picks up 10.00 of pass", "Wagers"),
        ("Second base moves Dee's dont-come to dont-come-8: 10.00", "Taking and Paying 1b"),
        ("Third base moves Bob's come to come-8: 10.00", "Taking and Paying 1"),
        ("Second base pays Cy's place-8: 14.00", "Taking and Paying 1a"),
        ("Second base pays Dee's buy-8: 24.00", "Taking and Paying 1a"),
        ("Second base asks Dee for the vig of buy-8: 1.00", "Buy Bets"),
        ("Second base returns 20.00 of Dee's buy-8 to the apron", "Taking and Paying 1a"),
        ("Second base takes the puck off", "Base Dealer 3"),
        ("Third base takes the puck off", "Base Dealer 3"),
        ("Third base pays Bob's hard-8: 45.00", "Payoffs 3"),
    ]


def test_a_seven_out_with_everything_up() -> None:
    story = """Ann bets 10 on pass; Cy bets 10 on dont-pass; roll 4 2
    Ann bets 20 on pass-odds; Cy bets 12 on dont-pass-odds; Bob bets 10 on come; Cy bets 10 on dont-come; roll 4 1
    Bob bets 10 on come-odds-5; Cy bets 15 on dont-come-odds-5; Cy bets 20 on lay-10; Bob bets 10 on place-4
    Ann bets 12 on place-8; Bob bets 10 on come; Dee bets 10 on dont-come; Dee bets 5 on field; Dee bets 5 on big-8
    Dee bets 5 on any-7; Ann bets 5 on hard-6; roll 6 1"""
    assert worked(story) == [
        BROUGHT_IN,
        ("Second base takes Dee's dont-come: 10.00", "Taking and Paying 1c"),
        ("Second base takes Dee's big-8: 5.00", "Taking and Paying 1c"),
        ("Second base takes Dee's field: 5.00", "Taking and Paying 1c"),
        ("Third base takes Ann's pass-odds: 20.00", "Taking and Paying 1c"),
        ("Third base takes Ann's pass: 10.00", "Taking and Paying 1c"),
        ("Third base pushes Ann's place-8 clear: 12.00", "Don't Come and Lay Bets"),
        ("Third base pushes Bob's place-4 clear: 10.00", "Don't Come and Lay Bets"),
        ("Second base pays Cy's dont-pass-odds: 10.00", "Taking and Paying 3"),
        ("Cy picks up 12.00 of dont-pass-odds", "Wagers"),
        ("Second base pays Cy's dont-pass: 10.00", "Taking and Paying 3"),
        ("Cy picks up 10.00 of dont-pass", "Wagers"),
        ("Third base pays Bob's come: 10.00", "Come Bets"),
        ("Bob picks up 10.00 of come", "Wagers"),
        ("Second base pays Cy's lay-10: 10.00", "Don't Come and Lay Bets"),
        ("Second base asks Cy for the vig of lay-10: 1.00", "Lay Bets"),
        ("Second base pays Cy's dont-come-odds-5: 10.00", "Don't Come and Lay Bets"),
        ("Second base pays Cy's dont-come-5: 10.00", "Don't Come and Lay Bets"),
        ("Second base returns 20.00 of Cy's lay-10 to the apron", "Don't Come and Lay Bets"),
        ("Second base returns 15.00 of Cy's dont-come-odds-5 to the apron", "Don't Come and Lay Bets"),
        ("Second base returns 10.00 of Cy's dont-come-5 to the apron", "Don't Come and Lay Bets"),
        ("Third base takes Bob's come-odds-5: 10.00", "Taking and Paying 1c"),
        ("Third base takes Bob's come-5: 10.00", "Taking and Paying 1c"),
        ("Third base takes Ann's place-8: 12.00", "Taking and Paying 1c"),
        ("Third base takes Bob's place-4: 10.00", "Taking and Paying 1c"),
        ("Second base takes the puck off", "Base Dealer 3"),
        ("Third base takes the puck off", "Base Dealer 3"),
        ("The stickperson takes Ann's hard-6: 5.00", "Stickperson 14"),
        ("Second base pays Dee's any-7: 20.00", "Payoffs 3"),
    ]


def test_a_hard_way_with_mixed_propositions() -> None:
    """Ann's winner covers her losers; Dee's does not; Cy has called the propositions down."""
    story = """Ann bets 10 on pass; roll 4 2
    Ann bets 5 on hard-8; Ann bets 5 on any-craps; Ann bets 2 on eleven
    Cy bets 5 on hard-8; Cy calls props down; Dee bets 5 on hard-8; Dee bets 50 on any-7; roll 4 4"""
    assert worked(story) == [
        BROUGHT_IN,
        ("The stickperson takes Dee's any-7: 50.00", "Stickperson 14"),
        ("Second base pays Dee's hard-8: 45.00", "Payoffs 3"),
        ("Second base pays Cy's hard-8: 45.00", "Payoffs 3"),
        ("Second base returns 5.00 of Cy's hard-8 to the apron", "Payoffs 3"),
        ("The stickperson deducts 5.00 for Ann's any-craps, which stays up", "Payoffs 7"),
        ("The stickperson deducts 2.00 for Ann's eleven, which stays up", "Payoffs 7"),
        ("Third base pays Ann's hard-8: 38.00", "Payoffs 3"),
    ]


def test_one_base_dealer_alone() -> None:
    story = """Ann bets 10 on pass; Cy bets 10 on dont-pass; Cy bets 5 on field; Bob bets 5 on field
    Bob bets 5 on any-craps; roll 5 4"""
    assert worked(story, dealers=1) == [
        BROUGHT_IN,
        ("The base dealer pays Cy's field: 5.00", "Taking and Paying 2"),
        ("Cy picks up 5.00 of field", "Wagers"),
        ("The base dealer pays Bob's field: 5.00", "Taking and Paying 2"),
        ("Bob picks up 5.00 of field", "Wagers"),
        ("The base dealer puts the puck on 9 at second base", "Base Dealer 3"),
        ("The base dealer puts the puck on 9 at third base", "Base Dealer 3"),
        ("The stickperson takes Bob's any-craps: 5.00", "Stickperson 14"),
    ]


def test_a_dont_come_travels_while_a_come_bet_wins_and_another_lands_there() -> None:
    story = """Ann bets 10 on pass; roll 5 3
    Ann bets 10 on come; Cy bets 10 on dont-come; roll 5 1
    Ann bets 10 on come-odds-6; Ann bets 10 on come; Bob bets 10 on dont-come; Dee bets 12 on place-6; roll 4 2"""
    assert worked(story) == [
        BROUGHT_IN,
        ("Second base takes Cy's dont-come-6: 10.00", "Taking and Paying 2"),
        ("Third base moves Bob's dont-come to dont-come-6: 10.00", "Taking and Paying 1b"),
        ("Third base returns 10.00 of Ann's come-odds-6 to the come", "Come Bets"),
        ("Third base pays Ann's come-odds-6: 12.00", "Come Bets"),
        ("Third base returns 10.00 of Ann's come-6 to the come", "Come Bets"),
        ("Third base pays Ann's come-6: 10.00", "Come Bets"),
        ("Third base moves Ann's come to come-6: 10.00", "Taking and Paying 1"),
        ("Second base pays Dee's place-6: 14.00", "Taking and Paying 1a"),
    ]


def test_lines_and_place_bets_run_opposite_ways_along_the_rail() -> None:
    story = """Ann bets 10 on pass; Bob bets 10 on pass; Cy bets 10 on pass; Dee bets 10 on pass; roll 4 2
    Ann bets 6 on place-6; Bob bets 6 on place-6; Cy bets 6 on place-6; Dee bets 6 on place-6; roll 3 3"""
    paid = [says for says, _ in worked(story) if " pays " in says]
    assert paid == [
        "Second base pays Dee's pass: 10.00",
        "Second base pays Cy's pass: 10.00",
        "Third base pays Ann's pass: 10.00",
        "Third base pays Bob's pass: 10.00",
        "Second base pays Cy's place-6: 7.00",
        "Second base pays Dee's place-6: 7.00",
        "Third base pays Bob's place-6: 7.00",
        "Third base pays Ann's place-6: 7.00",
    ]


def test_the_barred_twelve_goes_back() -> None:
    assert worked("Ann bets 10 on dont-pass; roll 6 6") == [
        BROUGHT_IN,
        ("Ann picks up 10.00 of dont-pass", "Wagers"),
    ]


def test_bets_over_the_limit_that_nobody_noticed() -> None:
    won = "Ann bets 10 on pass; Bob bets 700 on pass unnoticed; Cy bets 650 on dont-pass unnoticed; roll 6 5"
    assert worked(won) == [
        BROUGHT_IN,
        ("Second base brings Cy's dont-pass into the come and cuts it down: 650.00", "Invalid Roll 7b"),
        ("Second base takes Cy's dont-pass: 500.00", "Taking and Paying 2"),
        ("Second base returns 150.00 of Cy's dont-pass to the apron", "Invalid Roll 7b"),
        ("Third base pays Ann's pass: 10.00", "Taking and Paying 3"),
        ("Ann picks up 10.00 of pass", "Wagers"),
        ("Third base breaks Bob's pass down: 700.00", "Invalid Roll 7a"),
        ("Third base returns 200.00 of Bob's pass to the apron", "Invalid Roll 7a"),
        ("Third base pays Bob's pass: 500.00", "Taking and Paying 3"),
        ("Bob picks up 500.00 of pass", "Wagers"),
    ]


def test_tokes_that_ride_go_to_the_toke_box_after_the_players() -> None:
    story = "Ann bets 10 on pass; Dee bets 5 on eleven; Ann tokes 5 on pass; Ann tokes 2 on eleven; roll 6 5"
    assert worked(story) == [
        BROUGHT_IN,
        ("Second base pays the crew's pass: 5.00", "Taking and Paying 3"),
        ("Second base returns 5.00 of the crew's pass to the toke box", "Taking and Paying 3"),
        ("Third base pays Ann's pass: 10.00", "Taking and Paying 3"),
        ("Ann picks up 10.00 of pass", "Wagers"),
        ("Second base pays Dee's eleven: 75.00", "Payoffs 3"),
        ("Second base pays the crew's eleven: 30.00", "Payoffs 3"),
        ("Second base returns 2.00 of the crew's eleven to the toke box", "Payoffs 3"),
    ]


def test_a_bet_that_gathers_numbers_is_marked() -> None:
    story = "Ann bets 10 on pass; Ann bets 5 on small; Cy bets 5 on tall; roll 2 2"
    assert worked(story, "examples/collectors.toml") == [
        ("The stickperson brings the dice in", "Catfish Bend: Stickperson 8"),
        ("Second base puts the puck on 4", "Catfish Bend: Base Dealer 3"),
        ("Third base puts the puck on 4", "Catfish Bend: Base Dealer 3"),
        ("The stickperson marks Ann's small", "Catfish Bend: Definitions: Button"),
    ]


def test_a_house_without_a_puck_has_none_to_move() -> None:
    story = "Ann bets 6 on place-6; Dee bets 5 on place-5; Cy bets 5 on field; roll 3 4"
    assert worked(story, "examples/no-puck.toml") == [
        ("The stickperson brings the dice in", "Catfish Bend: Stickperson 8"),
        ("Second base takes Cy's field: 5.00", "Catfish Bend: Taking and Paying 2"),
        ("Second base takes Dee's place-5: 5.00", "Catfish Bend: Taking and Paying 2"),
        ("Third base takes Ann's place-6: 6.00", "Catfish Bend: Taking and Paying 2"),
    ]
