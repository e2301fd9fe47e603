"""A house of one's own in a browser: written, checked while one types, put right, shared by link, and played on."""

import re

import pytest
from playwright.sync_api import Page, expect

from sevenout.analysis.exact import edges
from tests.browser.visiting import PHONE, Visits, barriers, shot

TEXT = """format = 1
name = "riverside"
title = "The Riverside"
extends = "typical"

[wagers.field.pays]
2 = "2:1"
12 = "3-1"
otherwise = "1:1"
clause = "House rules 1"
provenance = "stted"
says = "the field pays treble on 12"
"""


def _write(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="The rulebook’s text").fill(text)


def test_faults_are_told_and_put_right_and_a_table_opens_on_the_house(page: Page) -> None:
    page.goto("/rules/edit?base=typical")
    expect(page.locator(".verdict")).to_contain_text("every roll has its row")
    _write(page, TEXT)
    faults = page.locator(".faults li")
    expect(faults).to_have_count(2)
    expect(faults.first).to_contain_text("Line 8, 7")
    expect(page.get_by_role("button", name="2 to put right first")).to_be_disabled()
    assert barriers(page) == []
    shot(page, "house-editor-faults")
    page.get_by_role("button", name="Put it right: line 8, write 3:1").click()
    expect(faults).to_have_count(1)
    page.get_by_role("button", name="Put it right: line 11, write stated").click()
    expect(page.locator(".verdict")).to_contain_text("every roll has its row")
    field = page.locator(".changed tr", has=page.get_by_role("rowheader", name=re.compile("^Field")))
    expect(field).to_contain_text(str(edges("typical")["field"].edge))
    expect(field).to_contain_text("1/36")
    assert barriers(page) == []
    shot(page, "house-editor")
    page.get_by_role("button", name="Open a table on it").click()
    expect(page).to_have_url(re.compile("/t/[^/]+$"))
    expect(page.locator("body")).to_contain_text("The Riverside")


@pytest.mark.nightly
def test_a_link_shows_the_same_house_in_a_fresh_browser(page: Page, visits: Visits) -> None:
    page.goto("/rules/edit")
    expect(page.locator(".verdict")).to_be_visible()
    sound = TEXT.replace("3-1", "3:1").replace("stted", "stated")
    _write(page, sound)
    expect(page.get_by_role("heading", level=1)).to_have_text("The Riverside")
    expect(page.locator(".changed")).to_contain_text("1/36")
    link = page.url
    assert "#text=" in link
    other = visits.open()
    other.goto(link)
    expect(other.get_by_role("textbox", name="The rulebook’s text")).to_have_value(sound)
    expect(other.locator(".changed")).to_have_text(page.locator(".changed").inner_text(), use_inner_text=True)


@pytest.mark.nightly
def test_a_broken_link_says_so_and_begins_anew(page: Page) -> None:
    page.goto("/rules/edit#text=!!!")
    expect(page.get_by_role("textbox", name="The rulebook’s text")).to_have_value(re.compile("^# Only what differs"))


@pytest.mark.nightly
def test_the_editor_by_keyboard_alone(page: Page) -> None:
    page.goto("/rules/edit")
    box = page.get_by_role("textbox", name="The rulebook’s text")
    expect(page.locator(".verdict")).to_contain_text("every roll has its row")
    box.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("[wagers.field]\nmde = 'any'\n")
    expect(page.locator(".faults li")).to_have_count(1)
    page.keyboard.press("F8")
    assert (
        page.evaluate(
            "getSelection().toString() || document.activeElement.value.slice("
            "document.activeElement.selectionStart, document.activeElement.selectionEnd)"
        )
        == "mde"
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^Put it right"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("every roll has its row")
    page.keyboard.press("Control+z")
    expect(page.locator(".faults li")).to_have_count(1)


@pytest.mark.nightly
def test_a_wager_of_the_base_is_taken_over_and_another_base_chosen(page: Page) -> None:
    page.goto("/rules/edit?base=typical")
    page.get_by_label("Change a wager").select_option("field")
    box = page.get_by_role("textbox", name="The rulebook’s text")
    expect(box).to_have_value(re.compile(r"\[wagers\.field\]"))
    expect(page.locator(".verdict")).to_contain_text("every roll has its row")
    page.get_by_label("Stands on").select_option("crapless")
    expect(box).to_have_value(re.compile('extends = "crapless"'))
    expect(page.locator(".verdict")).to_contain_text("every roll has its row")


@pytest.mark.nightly
def test_the_editor_fits_a_phone(visits: Visits) -> None:
    phone = visits.open(size=PHONE)
    phone.goto("/rules/edit")
    expect(phone.locator(".verdict")).to_contain_text("every roll has its row")
    _write(phone, TEXT)
    expect(phone.locator(".faults li")).to_have_count(2)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert barriers(phone) == []
    shot(phone, "house-editor")
