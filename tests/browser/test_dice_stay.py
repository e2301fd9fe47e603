"""Two browsers at one table: the dice stay with the shooter, who is waited for as long as the page says."""

import pytest
from playwright.sync_api import Locator, Page, expect

from sevenout.server.protocol import messages
from tests.browser.playing import Player
from tests.browser.visiting import Visits, shot

MOST = 400
"""Throws within which a pass bet is won, but for once in a lifetime of tests."""


def go(page: Page) -> Locator:
    """The one button that does what there is to do now."""
    return page.locator("so-bar .go")


def wins_a_line_bet(player: Player) -> None:
    """Throws until a pass bet was won: the dice are still this player's, and nothing lies on the layout."""
    ledger = player.ledger
    for _ in range(MOST):
        if ledger.shown.table.rolls and ledger.shown.next.why == "line-bet":
            return
        ledger.says("bets 5 on pass" if ledger.shown.next.why == "nobody" else "roll")
    raise AssertionError("nobody ever won")


def test_after_a_winner_another_seat_bets_the_line_and_cannot_throw(visits: Visits) -> None:
    ann = Player(visits, dice="fair")
    wins_a_line_bet(ann)
    bob = Player(visits, name="Bob", to=ann)
    bob.clicks("pass")
    ann.ledger.follows(bob.ledger.shown.n)
    turn = ann.ledger.shown.fair.turn if ann.ledger.shown.fair else 0
    name = ann.who.name
    expect(bob.page.locator(".call-next")).to_contain_text(f"{name} has the dice: waiting for a line bet, ")
    expect(ann.page.locator(".call-next")).to_contain_text("You have the dice: make a line bet, ")
    for player in (ann, bob):
        expect(go(player.page)).to_have_attribute("aria-disabled", "true")
    refused = bob.ledger.asks("roll")
    assert isinstance(refused, messages.RefusedMessage)
    assert refused.code == "not-shooter"
    shot(bob.page, "waiting-for-a-line-bet")
    bob.page.get_by_role("button", name="More time").click()
    assert bob.ledger.hears_of("time-asked")["seat"] == bob.who.name
    ann.ledger.follows(bob.ledger.shown.n)
    ann.clicks("dont-pass")
    expect(go(ann.page)).to_contain_text("Roll")
    go(ann.page).click()
    ann.is_heard("roll ")
    assert ann.ledger.shown.fair is not None
    assert (ann.ledger.shown.table.rolls[-1].shooter, ann.ledger.shown.fair.turn) in {(name, turn), (name, turn + 1)}


@pytest.mark.nightly
def test_when_the_time_to_bet_is_over_the_dice_go_on(visits: Visits) -> None:
    """The shortest time that a table can have: nothing lies there until Bob bets, so nobody is hurried before."""
    ann = Player(visits, dice="fair", window=2)
    wins_a_line_bet(ann)
    bob = Player(visits, name="Bob", to=ann)
    assert ann.ledger.shown.window is None
    bob.ledger.says("bets 5 on pass")
    late = bob.ledger.hears_of("passed")
    assert (late["seat"], late["late"], late["throws"]) == (ann.who.name, True, bob.who.name)
    while not any(roll.shooter == bob.who.name for roll in bob.ledger.shown.table.rolls):
        bob.ledger.hears_of("rolled")
    bob.page.get_by_role("tab", name="Log").click()
    expect(bob.page.locator("so-log")).to_contain_text("time is over")
    shot(bob.page, "time-is-over")
