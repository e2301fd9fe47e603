"""Catfish Bend, clause by clause: the two lines, and the rail, which is the players' own."""

from tests.clauses.house import House, clause
from tests.clauses.voices import heard, lying, words
from tests.unit.crew.stories import as_if

BOOK = "catfish-bend"


@clause("Definitions: Line Bet", "Definitions: Front Line")
def test_definitions_line_bet_is_a_bet_on_pass_or_dont_pass_and_no_other(house: House) -> None:
    for key in ("pass", "dont-pass"):
        assert house.plays(f"Ann bets 10 on {key}\nroll 4 2").last.shooter == "Ann"
        assert lying(house, key).area in ("pass line", "don't pass")
    natural = house.plays("Ann bets 10 on pass\nroll 6 5").last
    assert dict(natural.lines) == {"pass": "win", "dont-pass": "lose"}
    for key in ("field", "place-6", "hard-8", "any-7", "big-6", "buy-4", "lay-4"):
        assert house.refuses(f"Ann bets 20 on {key}\nroll 4 2").code == "no-shooter"


@clause("Definitions: Front Line", "Definitions: Line Bet")
def test_definitions_front_line_is_the_name_by_which_the_pass_line_is_called_and_bet(house: House) -> None:
    assert house.plays("Ann bets 10 on front-line").layout() == {"pass": "10.00"}
    assert "Front line winner" in words(heard(house, "Ann bets 10 on pass; roll 6 5"))
    assert "Take the don'ts" in words(heard(house, "Ann bets 10 on dont-pass; roll 6 5"))


@clause("Definitions: Rail")
def test_definitions_rail_is_where_players_keep_chips_and_no_dealer_puts_any_there(house: House) -> None:
    bet, won = (house.plays(f"Ann bets 10 on pass{more}").rack() for more in ("", "\nroll 6 5"))
    assert float(won) - float(bet) == 20, "stake and winnings, both the player's own again"
    where = {
        "pass line": "beside the bet", "don't pass": "beside the bet", "big 6 and 8": "beside the bet",
        "field": "beside the bet", "come": "come", "don't come": "come", "come boxes": "come", "box edges": "apron",
        "behind the numbers": "where it lies", "propositions": "apron",
    }  # fmt: skip
    for spot in house.rules.spots:
        steps = as_if(house.rules, "", won={"Ann": spot.key})
        assert [step.manner.at for step in steps if step.act == "pay"] == [where[steps[-1].area]], spot.key
        assert {step.manner.at for step in steps if step.act == "return"} <= {"apron", "come"}
        assert {step.who for step in steps if step.to == "rack" and not step.manner.at} <= {"player"}
    assert house.no_roll("on the rail")[2] == "Invalid Roll 3e"
