"""The house is opened in a browser: the page comes, with its font, and nobody else is asked for anything."""

import re
from http import HTTPStatus

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import Visits, come_in, listed, shot, table_of


def test_the_lobby_opens_at_a_desk(page: Page) -> None:
    page.goto("/")
    expect(page.locator("so-lobby")).to_be_visible()
    assert page.evaluate("document.fonts.load('16px Felt').then(found => found.length)") == 1
    shot(page, "lobby")


@pytest.mark.nightly
def test_the_lobby_opens_on_a_phone(phone: Page) -> None:
    phone.goto("/")
    expect(phone.locator("so-lobby")).to_be_visible()
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"the lobby is {wide} pixels wide on a phone of 390"
    shot(phone, "lobby")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("room", "element"), [("/new", "so-new-table"), ("/join", "so-join"), ("/settings", "so-settings")]
)
def test_every_room_opens_by_its_address(page: Page, room: str, element: str) -> None:
    page.goto(room)
    expect(page.locator(element)).to_be_visible()
    shot(page, element.removeprefix("so-"))


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_a_strategy_that_is_not_understood_is_mended_and_opens_one_table(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    page = visits.open(ann)
    page.goto("/new")
    before = {each["table"] for each in listed(visits.house, ann)}
    page.get_by_role("button", name="Write one of your own").click()
    text = "on the come-out: bet 10 on pass\nfoo bar baz"
    own = page.get_by_label("Your strategy, in plain sentences")
    own.fill(text)
    page.get_by_role("button", name="Add it").click()
    wrong = page.get_by_role("alert").filter(has_text="expected a heading")
    expect(wrong).to_have_count(1)
    expect(wrong).to_have_text(re.compile(r"^\s*Line 2: expected a heading[^^]*found 'foo'\.\s*$"))
    expect(own).to_have_value(text)
    expect(own).to_be_focused()
    shot(page, "strategy-unread")
    own.fill("on the come-out: bet 10 on dont-pass")
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("list", name="Who joins")).to_contain_text("mine")
    page.locator("input[name=rules][value=crapless]").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#own-fault")).to_contain_text("Line 1")
    expect(own).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text="Line 1")).to_have_count(1)
    page.locator("input[name=rules][value=catfish-bend]").check()
    own.fill("on the come-out: bet 10 on pass")
    page.get_by_role("button", name="Add it").click()
    page.get_by_role("button", name="Edit mine").click()
    expect(own).to_have_value("on the come-out: bet 10 on pass")
    page.get_by_role("button", name="Add it").click()
    assert {each["table"] for each in listed(visits.house, ann)} == before, (
        "nothing is opened for a strategy with faults"
    )
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("so-bar [data-rack]")).to_be_visible()
    (table,) = {each["table"] for each in listed(visits.house, ann)} - before
    assert page.url.endswith(table)
    expect(page.locator("so-players")).to_contain_text("mine")


@pytest.mark.nightly
def test_an_address_that_is_nowhere_says_so_and_leads_to_the_lobby(visits: Visits, page: Page) -> None:
    visits.allowed.append(r"status of 404 .*/nonsense")
    page.goto("/nonsense")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    shot(page, "nowhere")
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.locator("so-lobby")).to_be_visible()
    answer = visits.house.web.get("/nonsense")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.json()["code"] == "not-found", "whoever does not read pages is told as ever"
