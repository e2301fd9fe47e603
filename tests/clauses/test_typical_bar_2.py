"""The variant that bars the 2 in place of the 12. Everything else is as in `typical`, and tested there."""

from tests.clauses.house import House, clause

BOOK = "typical-bar-2"

POINTS = (4, 5, 6, 8, 9, 10)


@clause("Come-out")
def test_come_out_dont_pass_wins_on_3_and_12_and_the_2_is_a_push(house: House) -> None:
    assert house.outcomes("dont-pass") == {"win": "3 12", "lose": "7 11", "push": "2"}


@clause("Come-out")
def test_come_out_dont_come_follows_dont_pass(house: House) -> None:
    for point in POINTS:
        travels = {f"move dont-come-{number}": f"{number}" for number in POINTS}
        assert house.outcomes("dont-come", point) == {"win": "3 12", "lose": "7 11", "push": "2", **travels}


@clause("Come-out")
def test_come_out_a_barred_2_beats_pass_and_gives_dont_pass_back(house: House) -> None:
    night = house.plays("Ann bets 10 on pass\nBob bets 10 on dont-pass\nroll 1 1")
    assert (night.settled("Ann"), night.rack("Ann")) == ({"pass": ("lose", "0.00")}, "9990.00")
    assert (night.settled("Bob"), night.rack("Bob")) == ({"dont-pass": ("push", "0.00")}, "5000.00")


@clause("Come-out")
def test_come_out_a_12_pays_dont_pass_even_money(house: House) -> None:
    assert house.plays("Ann bets 10 on pass\nBob bets 10 on dont-pass\nroll 6 6").rack("Bob") == "5010.00"


@clause("Come-out")
def test_come_out_pass_loses_to_craps_as_ever(house: House) -> None:
    assert house.outcomes("pass") == {"win": "7 11", "lose": "2 3 12"}


@clause("Point")
def test_point_dont_pass_wins_on_a_seven_before_the_point(house: House) -> None:
    for point in POINTS:
        assert house.outcomes("dont-pass", point) == {"win": "7", "lose": f"{point}"}
