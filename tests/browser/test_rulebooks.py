"""The rulebooks in a browser: every wager with its figures and clauses, searched, opened, two houses side by side."""

import re

import pytest
from playwright.sync_api import Page, expect

from sevenout.analysis.exact import edges
from tests.browser.visiting import barriers, shot


def test_a_wager_opens_to_its_exact_edge_and_its_clauses_by_keyboard(page: Page) -> None:
    page.goto("/rules/catfish-bend")
    wager = page.get_by_role("link", name="Place Bet 6, 8")
    wager.press("Enter")
    expect(page).to_have_url(re.compile("/rules/catfish-bend/place-6$"))
    detail = page.locator(".wager-detail")
    expect(detail).to_contain_text(str(edges("catfish-bend")["place-6"].edge))
    expect(detail).to_contain_text("Wagers 6")
    expect(detail.locator("dl")).to_contain_text("5 to 600")
    place = detail.get_by_role("img", name="where Place Bet 6 lies")
    place.scroll_into_view_if_needed()
    assert place.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert barriers(page) == []
    shot(page, "rulebooks")


def test_a_search_leaves_what_it_finds_and_says_how_many(page: Page) -> None:
    page.goto("/rules/new-south-wales")
    expect(page.locator("tr.wager").first).to_be_visible()
    page.get_by_label("Search wagers, words and clauses").fill("field")
    expect(page.locator(".rulebooks [role=status]")).to_have_text(re.compile("^1 of [0-9]+ wagers$"))
    expect(page.locator("tr.wager")).to_have_count(1)


def test_two_houses_side_by_side_by_a_choice_and_by_a_link(page: Page) -> None:
    page.goto("/rules/typical")
    page.get_by_label("Another house").select_option("crapless")
    expect(page).to_have_url(re.compile(r"/rules/typical\+crapless$"))
    row = page.locator("tr", has=page.get_by_role("rowheader", name="Pass", exact=True))
    expect(row).to_contain_text("5.38 %")
    expect(row).to_contain_text("−$12.59")
    expect(page.locator("table.causes").first).to_contain_text("craps on the come-out beats pass")
    page.get_by_label("Stake of each wager in dollars").fill("25")
    page.get_by_label("Rolls an hour").click()
    expect(page).to_have_url(re.compile(r"\?stake=25$"))
    expect(row).to_contain_text("−$31.48")
    assert barriers(page) == []
    shot(page, "rulebooks-compared")
    page.go_back()
    expect(row).to_contain_text("−$12.59")
    page.go_back()
    expect(page.locator("tr.wager").first).to_be_visible()


@pytest.mark.nightly
def test_the_rules_fit_a_phone(phone: Page) -> None:
    phone.goto("/rules/catfish-bend/place-6")
    expect(phone.locator(".wager-detail")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    shot(phone, "rulebooks")
    phone.goto("/rules/typical+crapless?stake=25")
    expect(phone.locator("table.causes").first).to_be_visible()
    assert phone.locator(".rulebooks .scroll").evaluate("box => box.scrollWidth <= box.clientWidth")
    shot(phone, "rulebooks-compared")


def test_a_house_that_there_is_not_is_a_sentence(page: Page) -> None:
    page.goto("/rules/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("There is no rulebook called “nowhere” here: choose one above.")


def test_notice_layout_and_glossary_are_pages_of_the_house_linked_with_its_wagers(page: Page) -> None:
    page.goto("/rules/catfish-bend")
    pages = page.get_by_role("navigation", name="Of this house")
    pages.get_by_role("link", name="Glossary").click()
    expect(page).to_have_url(re.compile("/rules/catfish-bend/glossary$"))
    page.get_by_label("Search the glossary").fill("aces")
    expect(page.locator(".terms dt").first).to_contain_text("Aces")
    pages.get_by_role("link", name="Layout").click()
    picture = page.get_by_role("img", name=re.compile("The layout of Catfish Bend"))
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    pages.get_by_role("link", name="Posted notice").click()
    line = page.locator("tr", has=page.get_by_role("link", name="Pass Line", exact=True))
    expect(line).to_contain_text("1:1")
    assert barriers(page) == []
    shot(page, "rulebooks-notice")
    line.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/rules/catfish-bend/pass$"))
    expect(page.locator(".wager-detail")).to_be_visible()
