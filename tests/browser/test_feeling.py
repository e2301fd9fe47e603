"""The feeling of the table: silent until somebody wants to hear it, and a moment for a long hand, gone with motion."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player
from tests.browser.visiting import PHONE, Visits, barriers, come_in, says, shot, table_of

_COUNTS = """
const start = AudioBufferSourceNode.prototype.start;
let knocks = 0;
AudioBufferSourceNode.prototype.start = function (...when) {
  document.documentElement.dataset.knocks = String(++knocks);
  return start.apply(this, when);
};
navigator.vibrate = (pattern) => {
  document.documentElement.dataset.felt = String(pattern);
  return true;
};
"""
"""Counts the knocks that a page plays, on its root element."""
_KNOCKS = re.compile(r"\d+")


def test_a_table_is_silent_until_its_menu_says_otherwise(visits: Visits) -> None:
    ann = Player(visits)
    ann.page.add_init_script(_COUNTS)
    ann.page.reload()
    ann.clicks("pass")
    root = ann.page.locator("html")
    expect(root).not_to_have_attribute("data-knocks", _KNOCKS)
    ann.page.get_by_text("Menu", exact=True).click()
    ann.page.get_by_role("button", name="Sound on").click()
    ann.clicks("field")
    expect(root).to_have_attribute("data-knocks", _KNOCKS)
    ann.page.goto("/settings")
    expect(ann.page.get_by_role("checkbox", name=re.compile("^Chips and dice"))).to_be_checked()
    assert barriers(ann.page) == []
    heard = root.get_attribute("data-knocks")
    ann.page.get_by_role("slider", name="Volume").press("ArrowRight")
    expect(root).not_to_have_attribute("data-knocks", heard or "")


def batched(lines: list[str], size: int) -> list[list[str]]:
    return [lines[at : at + size] for at in range(0, len(lines), size)]


def _long_hand(visits: Visits, page: Page, rolls: int) -> str:
    """A hand of so many rolls, of which the page sees the last; returns whose it is."""
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    says(visits.house, table, ann, "sits 3000", "bets 10 on pass", "roll 2 2")
    for some in batched(["roll 2 3"] * (rolls - 2), 10):  # more lines over one connection would be a flood
        says(visits.house, table, ann, *some)
    page.goto(f"/t/{table}")
    expect(page.locator("so-effects:defined")).to_be_attached()
    expect(page.locator(".stage[ready]")).to_be_attached()
    says(visits.house, table, ann, "roll 2 3")
    return ann.name


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_a_hand_of_twenty_rolls_is_a_moment_that_a_key_ends(visits: Visits, size: tuple[int, int]) -> None:
    page = visits.open(size=size)
    name = _long_hand(visits, page, 20)
    moment = page.locator(".moment")
    expect(moment).to_contain_text(f"20 rolls: {name}’s hand goes on")
    shot(page, "moment")
    page.keyboard.press("Shift")
    expect(moment).to_have_count(0)


@pytest.mark.nightly
def test_there_is_no_moment_and_no_vibration_with_reduced_motion(visits: Visits) -> None:
    page = visits.open(reduced_motion="reduce")
    page.add_init_script(_COUNTS)
    page.goto("/settings")
    page.get_by_role("checkbox", name=re.compile("^Vibrate")).check()
    _long_hand(visits, page, 20)
    expect(page.locator("#call")).to_contain_text("Five")
    expect(page.get_by_text("20 rolls", exact=False).first).to_be_visible()
    expect(page.locator(".moment")).to_have_count(0)
    expect(page.locator("html")).not_to_have_attribute("data-felt", re.compile("."))
