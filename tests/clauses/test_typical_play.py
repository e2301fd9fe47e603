"""What casinos generally do, clause by clause: whose dice they are, and who puts which chips down."""

from sevenout.table import Rolled
from tests.clauses.house import House, clause
from tests.clauses.voices import heard

BOOK = "typical"
ALL = "Ann bets 10 on pass\nBob bets 10 on pass\nCy bets 10 on pass\n"


@clause("Rules of play")
def test_rules_of_play_the_dice_go_to_the_left_from_player_to_player(house: House) -> None:
    turn = f"{ALL}roll 3 3\nroll 3 4\n"
    assert [house.plays(turn * times + ALL + "roll 3 3").last.shooter for times in range(4)] == [
        "Ann", "Bob", "Cy", "Ann",
    ]  # fmt: skip


@clause("Rules of play")
def test_rules_of_play_a_line_bet_is_on_one_round_from_the_come_out_to_its_end(house: House) -> None:
    for round_of, events in (("roll 3 4", [""]), ("roll 3 3\nroll 4 5\nroll 4 2", ["established", "", "made"])):
        night = house.plays(f"Ann bets 10 on pass\nBob bets 10 on dont-pass\n{round_of}")
        assert [step.outcome.event for step in night.steps if isinstance(step.outcome, Rolled)] == events
        assert (night.layout("Ann"), night.layout("Bob")) == ({}, {})


@clause("Rules of play")
def test_rules_of_play_players_put_down_the_outer_bets_and_ask_dealer_or_stick_for_the_rest(house: House) -> None:
    asked: dict[str, list[str]] = {
        "pass": [],
        "field": [],
        "place-6": ["third base"],
        "hard-8": ["stickperson"],
        "any-7": ["stickperson"],
    }
    for wager, who in asked.items():
        assert [call.who for call in heard(house, f"Ann bets 10 on pass; Ann bets 12 on {wager}")] == who, wager


@clause("Come-out")
def test_come_out_the_dice_change_hands_on_a_seven_out_and_on_no_other_roll(house: House) -> None:
    for rolls in (
        "roll 1 1",
        "roll 1 2",
        "roll 6 6",
        "roll 3 4",
        "roll 5 6",
        "roll 3 3\nroll 5 1",
        "roll 3 3\nroll 1 1",
    ):
        after = house.plays(f"{ALL}{rolls}\n").table
        more = "" if after.point else ALL
        assert house.plays(f"{ALL}{rolls}\n{more}roll 5 4").last.shooter == "Ann", rolls
    assert house.plays(f"{ALL}roll 3 3\nroll 6 1\n{ALL}roll 5 4").last.shooter == "Bob"
    assert house.refuses(f"{ALL}roll 3 3\nsupervisor orders Ann to pass the dice").clause == "Come-out"


@clause("Come-out")
def test_come_out_a_throw_that_does_not_count_leaves_everything_as_it_was(house: House) -> None:
    opening = "Ann bets 10 on pass\nroll 3 3\nBob bets 5 on field\n"
    for warned, ground in (
        ("", "number of dice"),
        ("supervisor warns Ann: short of the wall\n", "short of the wall"),
        ("", "off the table"),
    ):
        night = house.plays(f"{opening}{warned}throw\nno roll: {ground}")
        assert (night.layout("Ann"), night.layout("Bob")) == ({"pass": "10.00"}, {"field": "5.00"})
        assert (night.table.point, night.table.shooter()) == (6, "Ann")
    unwarned = house.refuses(f"{opening}throw\nno roll: short of the wall")
    assert (unwarned.code, unwarned.clause) == ("no-warning", "Come-out")
    assert house.refuses(f"{opening}throw: only one die\nroll 3 3").clause == "Come-out"  # invalid whoever calls it
