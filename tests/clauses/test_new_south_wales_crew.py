"""New South Wales, clause by clause: the buttons, and what the stick calls by its own names."""

from tests.clauses.house import House, clause
from tests.clauses.voices import heard, marked, sent, words

BOOK = "new-south-wales"


@clause("6.6.1", "6.6.2")
def test_6_6_1_a_button_lies_on_every_wager_that_is_called(house: House) -> None:
    made = "Ann bets 10 on place-5; Ann bets 20 on buy-4; Ann bets 10 on hard-8; "
    for call in ("on", "off"):
        laid = [entry for entry in marked(house, f"{made}Ann calls all {call}") if entry[1] in ("on", "off")]
        assert sorted(laid) == [
            ("stickperson", call, "hard-8", "6.6.1"),
            ("third base", call, "buy-4", "6.6.1"),
            ("third base", call, "place-5", "6.6.1"),
        ]


@clause("6.6.1", "6.6.2")
def test_6_6_1_a_wager_behind_the_come_has_a_button_too(house: House) -> None:
    odds = "Ann bets 10 on pass; roll 4 2; Bob bets 10 on come; roll 5 4; Bob bets 10 on come-odds-9"
    assert marked(house, f"{odds}; Bob calls come-odds-9 on") == [("third base", "on", "come-odds-9", "6.6.1")]


@clause("6.1.1", "6.1.1.1.1")
def test_6_1_1_the_win_line_is_called_by_its_name(house: House) -> None:
    assert "Win line winner" in words(heard(house, "Ann bets 10 on pass; roll 4 3"))


@clause("6.1.2.3")
def test_6_1_2_3_a_come_out_2_bars_the_dont_side(house: House) -> None:
    assert words(heard(house, "Ann bets 10 on pass; roll 1 1"))[-1] == "Bar the don'ts"
    assert words(heard(house, "Ann bets 10 on pass; roll 6 6"))[-1] == "Pay the don'ts"


@clause("6.6.1")
def test_6_6_1_on_a_come_out_the_stick_says_that_hardways_rest(house: House) -> None:
    assert "Hardways are off unless called on" in words(sent(house, "Ann bets 10 on pass"))
