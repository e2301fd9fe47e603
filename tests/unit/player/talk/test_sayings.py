"""What is understood, held by lists that were written by hand: some three hundred sayings for each house."""

import re

import pytest

from tests.unit.player.talk.sayings import LISTS, got, sayings

HOUSES = ("catfish-bend", "crapless", "marina-bay-sands", "new-south-wales", "typical")
OF_THE_ISSUE = (
    "10 pass", "odds 20", "20 odds", "max odds", "come 10", "field 5", "10 on 6", "place 6 for 12", "5 on yo",
    "hard 8 5", "six and eight 12 each", "twelve dollar eight", "press my six", "same bet", "down on my nine",
    "all off", "horn high yo 5", "dollar hardways", "two way yo", "c and e", "any 5 for the boys",
)  # fmt: skip


@pytest.mark.parametrize("house", HOUSES)
def test_every_saying_of_a_house_comes_to_what_was_written_for_it(house: str) -> None:
    every = list(sayings(house))
    wrong = [
        f"{saying.number}: {saying.line}: wanted {saying.wanted}, got {answer}"
        for saying in every
        if (answer := got(saying)) != saying.wanted
    ]
    assert wrong == []
    assert len(every) >= 300


@pytest.mark.parametrize("house", HOUSES)
def test_a_list_is_of_many_kinds_of_sayings(house: str) -> None:
    """Not one pattern with other numbers in it: without the numbers most of them are still different lines."""
    lines = {re.sub(r"[\d.,$]+", "#", saying.line.lower()) for saying in sayings(house)}
    verbs = {re.split(r"[ ;:]", saying.wanted)[0] for saying in sayings(house)}
    assert len(lines) >= 200
    assert {"bets", "tokes", "presses", "parlays", "takes", "calls", "reduces", "undoes", "leaves", "choice"} <= verbs
    assert {"nearest", "unclear", "roll", "buys", "declines"} <= verbs


def test_what_the_issue_names_is_in_the_lists() -> None:
    said = {line.split(" => ")[0] for file in LISTS.iterdir() for line in file.read_text(encoding="utf-8").splitlines()}
    assert [line for line in OF_THE_ISSUE if line not in said] == []
