"""From room to room: the line above at a desk, tabs on a phone, and from everywhere the way back to one's seat."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player
from tests.browser.visiting import PHONE, Visits, barriers, come_in, says, shot, table_of


def test_a_seat_is_one_click_away_in_a_room_that_was_opened_by_its_address(visits: Visits) -> None:
    ann = Player(visits)
    page = ann.page
    page.goto("/rules")
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Play").press("Enter")
    expect(page.locator("so-lobby")).to_be_visible()
    seat = page.locator(".top-seat")
    expect(seat).to_contain_text("$20,000")
    assert barriers(page) == []
    shot(page, "home")
    seat.click()
    expect(page).to_have_url(re.compile(f"/t/{ann.table}$"))
    expect(page.locator("so-felt [data-spot]").first).to_be_attached()


def test_a_question_mark_says_what_can_be_done_in_a_room(page: Page) -> None:
    page.goto("/rules")
    expect(page.locator("tr.wager").first).to_be_visible()
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Help")
    expect(help_).to_contain_text("Two houses side by side")
    expect(help_).to_contain_text("Back to your seat")
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)


@pytest.mark.nightly
def test_the_head_says_when_the_dice_are_ones_own(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = visits.house.table(ann.token, rules="catfish-bend", dice="fair", window=3600)
    says(visits.house, table, ann, "sits 1000", "bets 10 on pass")
    page = visits.open(ann)
    page.goto("/rules")
    expect(page.locator(".top-seat.is-turn")).to_contain_text("Your roll")
    assert barriers(page) == []


@pytest.mark.nightly
def test_a_phone_has_the_rooms_as_tabs_below_and_none_at_a_table(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    phone = visits.open(ann, size=PHONE)
    phone.goto("/")
    rooms = phone.get_by_role("navigation", name="Rooms")
    box = rooms.bounding_box()
    assert box is not None
    assert (box["x"], box["y"] + box["height"], box["width"]) == (0, PHONE[1], PHONE[0])
    rooms.get_by_role("link", name="Rulebooks").tap()
    expect(phone).to_have_url(re.compile("/rules"))
    assert barriers(phone) == []
    shot(phone, "home")
    phone.goto(f"/t/{table_of(visits.house, ann)}")
    expect(phone.locator("so-felt [data-spot]").first).to_be_attached()
    expect(rooms).to_be_hidden()


@pytest.mark.nightly
def test_every_door_of_home_opens(page: Page) -> None:
    page.goto("/")
    doors = page.locator(".door")
    expect(doors.first).to_be_visible()
    addresses = [door.get_attribute("href") for door in doors.all()]
    assert "/rules" in addresses
    for address in addresses:
        page.goto("/")
        page.locator(f".door[href='{address}']").click()
        expect(page).to_have_url(re.compile(f"{address}"))
        expect(page.locator("main h1").first).to_be_visible()
