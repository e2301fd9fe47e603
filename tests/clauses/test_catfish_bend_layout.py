"""Catfish Bend, clause by clause: the two lines, and the rail, which is the players' own."""

from sevenout.crew.sequence import Motion
from tests.clauses.house import House, clause
from tests.clauses.voices import heard, lying, words
from tests.crew.stories import as_if

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
    for spot in house.rules.spots:
        for step in as_if(house.rules, "", won={"Ann": spot.key}):
            assert step.manner.at in ("apron", "come", "where it lies") or not _gives(step), step.says
            assert "rail" not in step.says
            assert "rack" not in step.says
    assert house.no_roll("on the rail")[2] == "Invalid Roll 3e"


def _gives(step: Motion) -> bool:
    return step.act in ("pay", "return")
