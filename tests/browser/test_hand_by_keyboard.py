"""A hand by keyboard in every house: arrows from spot to spot, Enter for a chip, the dice in the command line."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import HOUSES, Player, focused
from tests.browser.visiting import WALL, Visits, shot
from tests.volume import nightly_except

ROLLS = ((2, 2), (3, 6), (3, 4))
MOST_TABS = 40
_REACHED = """() => {
  const reached = new Set([document.activeElement]);
  for (const start of reached) for (const way of ["Right", "Down", "Left", "Up"]) {
    start.focus();
    start.dispatchEvent(new KeyboardEvent("keydown", { key: `Arrow${way}`, bubbles: true, cancelable: true }));
    reached.add(document.activeElement);
  }
  return [...reached].map((node) => node.dataset.spot);
}"""
"""Every spot that arrows lead to, from where the keyboard is, as fast as keys can be pressed."""


def tab_to_the_felt(page: Page) -> None:
    """From wherever the keyboard is, as far as the layout: one stop among all of the page's."""
    for _ in range(MOST_TABS):
        if focused(page):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never came to the layout")


def walk_to(page: Page, wager: str) -> None:
    """In the order of the spots; where something was added to it meanwhile, by one more."""
    order: list[str] = page.evaluate("document.querySelector('so-felt').felt.order()")
    assert wager in order, f"the keyboard never comes to {wager}"
    for _ in order:
        if (here := focused(page)) == wager:
            return
        by = order.index(wager) - order.index(here)
        for _ in range(abs(by)):
            page.keyboard.press("Control+ArrowRight" if by > 0 else "Control+ArrowLeft")
    raise AssertionError(f"the keyboard did not come to {wager}")


@pytest.mark.parametrize("rules", nightly_except(HOUSES, ["catfish-bend"]))
def test_every_kind_of_wager_is_bet(visits: Visits, rules: str) -> None:
    player = Player(visits, rules, size=WALL)
    page, ledger = player.page, player.ledger
    kinds = {wager["wager"]: wager["family"] for wager in ledger.book()["wagers"] if wager["made"]}
    left = set(kinds.values())
    tab_to_the_felt(page)
    page.keyboard.press("1")
    for roll in ROLLS:
        while now := [wager for wager in ledger.taken() if kinds.get(wager) in left]:
            player.invited(now[-1])
            walk_to(page, now[-1])
            page.keyboard.press("Enter")
            player.is_heard(f"{player.who.name} bets ")
            left.discard(kinds[now[-1]])
        player.types("roll {} {}".format(*roll))
        player.is_heard("roll {} {}".format(*roll))
        page.keyboard.press("Escape")
        assert focused(page), "Escape leads back to the layout"
        if roll == ROLLS[1]:
            shot(page, f"hand-{rules}")
    assert not left, f"never offered: {left}"


@pytest.mark.nightly
def test_arrows_come_to_every_spot_of_the_layout(visits: Visits) -> None:
    player = Player(visits)
    tab_to_the_felt(player.page)
    start = focused(player.page)
    player.page.keyboard.press("ArrowDown")  # what arrows need is fetched with the first one
    expect(player.page.locator(f"so-felt [data-spot]:not([data-spot={start}]):focus")).to_be_attached()
    spots = {wager["wager"] for wager in player.ledger.book()["wagers"] if wager["made"] and not wager["attaches_to"]}
    reached = set(player.page.evaluate(_REACHED))
    assert spots <= reached, f"no arrow leads to {spots - reached}"


@pytest.mark.nightly
def test_single_keys_do_what_the_buttons_do(visits: Visits) -> None:
    player = Player(visits)
    page, name = player.page, player.who.name
    tab_to_the_felt(page)
    page.keyboard.press("2")
    walk_to(page, "place-6")
    page.keyboard.press(" ")
    player.is_heard(f"{name} bets 6 on place-6")
    page.keyboard.press("Enter")
    player.is_heard(f"{name} bets 6 on place-6")
    page.keyboard.press("o")
    player.is_heard(f"{name} calls place-6 on")
    page.keyboard.press("Backspace")
    player.is_heard(f"{name} reduces place-6 by ")
    page.keyboard.press("z")
    player.is_heard(f"{name} undoes")
    page.keyboard.press("Delete")
    player.is_heard(f"{name} takes down place-6")
    walk_to(page, "field")
    page.keyboard.press("m")
    player.is_heard(f"{name} bets 500 on field")
    page.keyboard.press("w")
    expect(page.locator("#why")).to_be_focused()
    expect(page.locator("#why")).to_contain_text("Field")
    page.keyboard.press("Escape")
    assert focused(page) == "field", "the story leads back to where it was asked for"


@pytest.mark.nightly
def test_the_command_line_completes_asks_back_and_refuses(visits: Visits) -> None:
    player = Player(visits)
    page, name = player.page, player.who.name
    player.types("12 6")
    expect(page.locator("#cmd-list [role=option]")).to_have_count(2)
    page.keyboard.insert_text("1")
    player.is_heard(f"{name} bets 12 on place-6")
    page.keyboard.insert_text("bets 10 on pas")
    expect(page.locator("#cmd-list [role=option]").first).to_contain_text("bets 10 on pass")
    page.keyboard.press("Tab")
    expect(page.locator("#cmd")).to_have_value("bets 10 on pass")
    page.keyboard.press("Enter")
    player.is_heard(f"{name} bets 10 on pass")
    page.keyboard.insert_text("bets 700 on field")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Field may be at most 500.00")
    expect(page.locator("#told em")).to_have_text("Max Bets 5")
    page.locator("#cmd").fill("")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#cmd")).to_have_value("bets 10 on pass")
