"""Somebody whom nobody knows opens the house: a seat, chips and company after one click, a bet after another."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import SHIPPED
from tests.browser.visiting import PHONE, Visits, listed, shot


def test_a_guest_bets_with_the_second_click(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).first.click()
    pass_line = page.locator('so-felt [data-spot="pass"]').first
    expect(pass_line).to_have_attribute("aria-disabled", "false")
    rack = page.locator("so-bar [data-rack]")
    expect(rack).to_have_text("$1,000")
    pass_line.click()
    mine = page.locator('so-felt [data-stack="pass"].is-own:not(.is-sent)')
    expect(mine).to_have_attribute("data-cents", "500")
    expect(rack).to_have_text("$995")
    expect(page.locator("so-players .is-bot")).to_have_count(3)
    shot(page, "first-bet")


@pytest.mark.nightly
def test_a_guest_bets_with_the_second_touch(visits: Visits) -> None:
    page = visits.open(size=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).first.tap()
    pass_line = page.locator('so-felt [data-spot="pass"]').first
    expect(pass_line).to_have_attribute("aria-disabled", "false")
    pass_line.tap()
    expect(page.locator('so-felt [data-stack="pass"].is-own:not(.is-sent)')).to_have_attribute("data-cents", "500")
    shot(page, "first-bet")


@pytest.mark.nightly
@pytest.mark.parametrize("rules", SHIPPED[1:])
def test_every_house_of_the_lobby_is_one_click_away(visits: Visits, rules: str) -> None:
    page = visits.open(reduced_motion="reduce")
    page.goto("/")
    title = next(book["title"] for book in visits.house.web.get("/api/books").json() if book["name"] == rules)
    page.get_by_role("button", name=f"Play at {title}", exact=True).click()
    expect(page.locator("so-top .top-house b")).to_have_text(title)
    expect(page.locator("so-bar [data-rack]")).to_be_visible()


def test_the_page_is_kept_to_its_own_house(visits: Visits, page: Page) -> None:
    visits.allowed.append("example.org")
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"https?:|\*", policy), policy
    outside = page.evaluate("fetch('https://example.org/').then(() => 'reached', () => 'kept')")
    assert outside == "kept"


@pytest.mark.nightly
def test_who_watches_sits_down_when_they_like(visits: Visits, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).first.click()
    expect(page.locator("so-bar [data-rack]")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    other = visits.open()
    other.goto("/")
    watch = other.locator(f'a[href="/t/{table}"]', has_text="Watch")
    watch.click()
    expect(other.locator("so-bar")).to_contain_text("You are watching.")
    expect(other.locator('so-felt [data-spot="pass"]').first).to_have_attribute("aria-disabled", "true")
    other.get_by_label("Chips to start with").fill("300")
    other.get_by_role("button", name="Sit down").click()
    expect(other.locator("so-bar [data-rack]")).to_have_text("$300")
    assert any(each["table"] == table and len(each["seats"]) >= 2 for each in listed(visits.house))
