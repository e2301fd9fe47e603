"""The house is opened in a browser: the page comes, with its font, and nobody else is asked for anything."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import Visits, come_in, shot, table_of


def test_the_lobby_opens_at_a_desk(page: Page) -> None:
    page.goto("/")
    expect(page.locator("so-lobby")).to_be_visible()
    assert page.evaluate("document.fonts.load('16px Felt').then(found => found.length)") == 1
    shot(page, "lobby")


def test_the_lobby_opens_on_a_phone(phone: Page) -> None:
    phone.goto("/")
    expect(phone.locator("so-lobby")).to_be_visible()
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"the lobby is {wide} pixels wide on a phone of 390"
    shot(phone, "lobby")


@pytest.mark.parametrize(
    ("room", "element"), [("/new", "so-new-table"), ("/join", "so-join"), ("/settings", "so-settings")]
)
def test_every_room_opens_by_its_address(page: Page, room: str, element: str) -> None:
    page.goto(room)
    expect(page.locator(element)).to_be_visible()
    shot(page, element.removeprefix("so-"))


def test_a_table_opens_by_its_address_for_whoever_has_come_in(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    page = visits.open(ann)
    page.goto(f"/t/{table_of(visits.house, ann)}")
    expect(page.locator("so-table")).to_be_visible()
    shot(page, "table")


def test_what_must_not_happen_on_a_page_is_noticed(visits: Visits) -> None:
    page = visits.open()
    page.goto("/")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('on purpose') })")
    faults = "\n".join(visits.faults())
    assert "inline style" in faults
    assert "violates the following Content Security Policy" in faults
    assert "on purpose" in faults
    visits.allowed.append("")
