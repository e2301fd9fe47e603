"""A hand by mouse in every house: every kind of wager that it has is bet once, and the felt is the ledger."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import HOUSES, Player
from tests.browser.visiting import Visits, shot
from tests.volume import nightly_except

ROLLS = ((1, 3), (2, 3), (3, 4))
"""Points, so that bets travel and odds can be added; then the end of the hand."""


@pytest.mark.parametrize("rules", nightly_except(HOUSES, ["catfish-bend"]))
def test_every_kind_of_wager_is_bet(visits: Visits, rules: str) -> None:
    player = Player(visits, rules, still=rules != HOUSES[0])
    page, ledger = player.page, player.ledger
    kinds = {wager["wager"]: wager["family"] for wager in ledger.book()["wagers"] if wager["made"]}
    left = set(kinds.values())
    page.get_by_role("radio").first.click()
    for roll in ROLLS:
        while now := [wager for wager in ledger.taken() if kinds.get(wager) in left]:
            player.clicks(now[0])
            left.discard(kinds[now[0]])
        page.get_by_role("button", name="Enter roll").click()
        dice = page.get_by_role("dialog", name="What do the dice show?")
        for die, face in zip(("One die", "The other die"), roll, strict=True):
            dice.get_by_role("group", name=die).get_by_role("button", name=str(face)).click()
        dice.get_by_role("button", name="roll {} {}".format(*roll)).click()
        expect(dice).to_have_count(0)
        player.is_heard("roll {} {}".format(*roll))
        if roll == ROLLS[1]:
            shot(page, f"hand-{rules}")
    assert not left, f"never offered: {left}"
