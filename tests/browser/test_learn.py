"""Learn: somebody who has never played is shown what to press, throws the lesson's dice, leaves and goes on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import DESK, PHONE, Visits, barriers, listed, shot


def _begins(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Never played?").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".lesson-says")).to_contain_text("Put a chip on Pass Line")


def _puts(page: Page, wager: str) -> None:
    """Chips on a spot: by the keyboard, or on a phone by a finger."""
    spot = page.locator(f'so-felt [data-spot="{wager}"]').first
    expect(spot).to_have_attribute("aria-disabled", "false")
    if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}:
        spot.tap()
    else:
        spot.focus()
        page.keyboard.press("Enter")


def _throws(page: Page, result: str) -> None:
    button = page.get_by_role("button", name=re.compile("^Roll"))
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    expect(page.locator(".lesson-result")).to_have_text(result)


def test_the_first_chapter_is_done_on_the_felt_and_left_and_gone_on_with(page: Page, visits: Visits) -> None:
    _begins(page)
    _puts(page, "pass")
    expect(page.locator(".lesson-says")).to_contain_text("7 or 11 wins at once, 2, 3 or 12 loses")
    expect(page.get_by_role("img", name="8 of 36 throws win, 4 lose, 24 set a point.")).to_be_visible()
    assert barriers(page) == []
    _throws(page, "7: Pass Line wins, 1 to 1.")
    page.get_by_role("button", name="Next: The point").click()
    expect(page.get_by_role("heading", name="The point")).to_be_focused()
    name = page.locator("so-bar [data-rack]").get_attribute("data-rack")
    assert all(name not in table["seats"] for table in listed(visits.house)), "a lesson's table is in no list"
    page.goto("/learn")
    page.get_by_role("button", name="Go on: The point").click()
    expect(page.locator(".lesson-says")).to_contain_text("A chip on Pass Line again")


@pytest.mark.nightly
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_whole_lesson_is_followed_to_a_table_that_counts(visits: Visits, size: tuple[int, int], theme: str) -> None:
    page = visits.open(size=size, color_scheme=theme)
    _begins(page)
    name = f"learn-{theme}-{'phone' if size == PHONE else 'desk'}"
    lesson = page.request.get("/api/books/catfish-bend/lesson").json()
    for chapter, following in zip(lesson["chapters"], [*lesson["chapters"][1:], None], strict=True):
        expect(page.get_by_role("heading", name=chapter["title"], exact=True)).to_be_visible()
        assert barriers(page) == []
        for number, task in enumerate(chapter["tasks"]):
            if task["dice"]:
                expect(page.locator(".lesson-says")).to_have_text(task["says"])
                shot(page, f"{name}-{chapter['name']}-{number}")
                _throws(page, task["done"])
            elif task["wagers"]:
                for wager in task["wagers"]:
                    if page.locator(".lesson-says").text_content() == task["says"]:
                        _puts(page, wager)
        if following is not None:
            page.get_by_role("button", name=f"Next: {following['title']}").click()
    expect(page.get_by_role("row", name="Pass Odds")).to_contain_text("$0")
    shot(page, f"{name}-costs")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".lesson-says")).to_contain_text("bet as you like")
    page.get_by_role("checkbox", name=re.compile("^Tips from the coach")).check()
    assert barriers(page) == []
    shot(page, f"{name}-free")
    page.get_by_role("button", name="Play at Catfish Bend").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("so-bar [data-rack]")).to_have_attribute("data-cents", "100000")


@pytest.mark.nightly
def test_a_house_that_is_not_there_is_named_and_the_way_to_one_that_is(page: Page, visits: Visits) -> None:
    visits.allowed.append("status of 404 .*/api/books/atlantis/lesson")
    page.goto("/learn/atlantis")
    expect(page.get_by_role("alert")).to_have_text("No house here is called atlantis.")
    assert barriers(page) == []
    page.get_by_role("link", name="The lesson at the first house").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


@pytest.mark.nightly
def test_another_house_teaches_in_its_own_words_and_a_chapter_can_be_begun_anew(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="New South Wales").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".lesson-says")).to_contain_text("Put a chip on Win Line")
    page.get_by_role("button", name="3: Odds").click()
    _puts(page, "pass")
    _throws(page, "8 is the point: the puck marks it.")
    page.get_by_role("button", name="Begin this again").click()
    expect(page.locator(".lesson-says")).to_have_text("Begin with a chip on Win Line.")
    expect(page.locator(".call-point")).to_have_text("Coming out, no point")
    page.go_back()
    expect(page.get_by_text("Ten minutes at Catfish Bend", exact=False)).to_be_visible()
