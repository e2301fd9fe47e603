"""Catfish Bend, clause by clause: words that are no rule of their own, and what they mean."""

from sevenout.rulebook.glossary.terms import Term, terms
from tests.clauses.house import House, clause

BOOK = "catfish-bend"


def word(house: House, term: str) -> Term:
    return next(each for each in terms(house.rules.book) if each.term == term)


@clause("Definitions: Right Bettor")
def test_definitions_a_right_bettor_bets_with_the_dice(house: House) -> None:
    assert word(house, "Right Bettor").clause == "Definitions: Right Bettor"
    for wager in word(house, "Right Bettor").wagers:
        assert house.rules.book.wager(wager) is not None
    assert word(house, "Right Bettor").wagers == ("pass", "come")


@clause("Definitions: Wrong Bettor")
def test_definitions_a_wrong_bettor_bets_against_them(house: House) -> None:
    assert word(house, "Wrong Bettor").clause == "Definitions: Wrong Bettor"
    assert word(house, "Wrong Bettor").wagers == ("dont-pass", "dont-come")


@clause("Definitions: Working")
def test_definitions_working_is_explained(house: House) -> None:
    assert word(house, "Working").clause == "Definitions: Working"
    assert "at risk" in word(house, "Working").says


@clause("Definitions: Stick")
def test_definitions_the_stick_is_explained(house: House) -> None:
    assert word(house, "Stick").clause == "Definitions: Stick"
    assert "pushed to a player" in word(house, "Stick").says
