"""The table by ear: a whole game by keyboard alone, and everything that happens in a sentence of the log."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ledger import Ledger
from tests.browser.visiting import Visits, barriers, come_in, shot, table_of

MOST_TABS = 80


def tab_to(page: Page, what: str) -> None:
    """With Tab alone, as far as something that is called so."""
    name = "(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent?.trim() ?? ''"
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(name) == what:
            return
    raise AssertionError(f"Tab never came to {what}")


def test_a_game_without_sight_and_without_a_mouse(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    ledger = Ledger(visits.house, table, ann)
    page = visits.open(ann)
    page.goto(f"/t/{table}/listen")
    log, answer, keys = page.locator("#log"), page.locator("#answer"), page.keyboard
    assert log.get_attribute("role") == "log"
    keys.press("b")
    expect(answer).to_contain_text("You are not at the table")

    tab_to(page, "Chips to start with")
    keys.press("Enter")
    assert ledger.hears().startswith(f"seat {ann.name} ")
    expect(log).to_contain_text("You sit down")

    expect(page.locator("#bet-wager")).to_be_attached()  # what the seat may bet is told after that it has been taken
    page.locator("h1").focus()
    keys.press("b")
    expect(page.locator("#bet-wager")).to_be_focused()
    keys.type("Pass Line")
    keys.press("Tab")
    keys.insert_text("10")
    keys.press("Enter")
    assert ledger.hears() == f"{ann.name} bets 10 on pass"
    expect(log).to_contain_text("You bet 10 dollars on Pass Line")
    keys.press("Escape")

    tab_to(page, "First die")
    keys.type("4")
    keys.press("Tab")
    keys.type("2")
    keys.press("Tab")
    keys.press("Enter")
    assert ledger.hears() == "roll 4 2"
    expect(log).to_contain_text("The point is six, mark it")

    for key, words in (
        ("p", "point is 6"),
        ("u", "Pass Line, 10 dollars, working"),
        ("c", "990"),
        ("l", "6"),
        ("a", "Come"),
    ):
        keys.press(key)
        expect(answer).to_contain_text(words, ignore_case=True)

    keys.press("/")
    expect(page.locator("#cmd")).to_be_focused()
    for said, heard in (("20 odds", f"{ann.name} bets 20 on pass-odds"), ("roll 3 3", "roll 3 3")):
        keys.insert_text(said)
        keys.press("Enter")
        assert ledger.hears() == heard
    expect(log).to_contain_text("Pass Line wins 10 dollars")
    keys.insert_text("bets 700 on field")
    keys.press("Enter")
    expect(page.locator("#told")).to_contain_text("No: Field may be at most 500.00")
    expect(page.locator("#told")).to_contain_text("Max Bets 5")
    shot(page, "listen")


@pytest.mark.nightly
def test_letters_mean_by_ear_what_they_mean_on_the_felt_and_why_has_an_answer(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    ledger = Ledger(visits.house, table, ann)
    ledger.says("sits 1000", "bets 10 on pass")
    page = visits.open(ann)
    page.goto(f"/t/{table}/listen")
    answer, keys = page.locator("#answer"), page.keyboard
    expect(page.locator("#bet-wager")).to_be_visible()
    keys.press("d")
    assert ledger.hears() == f"{ann.name} bets 10 on pass"
    keys.press("z")
    assert ledger.hears() == f"{ann.name} undoes"
    ledger.says("roll 6 5")
    expect(page.locator("#log")).to_contain_text("Pass Line wins 10 dollars")
    keys.press("r")
    assert ledger.hears() == f"{ann.name} bets 10 on pass"
    page.locator("#bet-wager").select_option("field")
    page.locator("h1").focus()
    keys.press("w")
    expect(answer).to_contain_text("Field. ")
    expect(answer).to_contain_text("House edge 5.56 %")
    page.locator("#cmd").fill("why pass")
    keys.press("Enter")
    expect(answer).to_contain_text("Pass Line. ")
    expect(answer).to_contain_text("House edge 1.41 %")
    shot(page, "listen-why")
    page.locator("#cmd").fill("help")
    keys.press("Enter")
    expect(page.locator("#keys")).to_be_focused()
    expect(page.locator("#keys")).to_contain_text("Roll the dice, if they are yours")


@pytest.mark.nightly
def test_what_others_do_is_told_as_much_as_is_wanted(visits: Visits) -> None:
    ann, bob = come_in(visits.house, "Ann"), come_in(visits.house, "Bob")
    table = table_of(visits.house, ann)
    owner, other = Ledger(visits.house, table, ann), Ledger(visits.house, table, bob)
    owner.says("sits 1000")
    other.says("sits 1000")
    page = visits.open(ann)
    page.goto(f"/t/{table}/listen")
    log = page.locator("#log")
    expect(page.locator("#bet-wager")).to_be_visible()
    other.says("bets 5 on field")
    expect(log).to_contain_text(f"{bob.name} bets 5 dollars on Field")
    page.get_by_role("radio", name="Rolls alone").check()
    other.says("bets 10 on pass")
    owner.says("roll 1 2")
    expect(log).to_contain_text("craps", ignore_case=True)
    expect(log).not_to_contain_text("10 dollars on Pass Line")


@pytest.mark.nightly
def test_orders_the_evening_and_what_people_say_are_there_too(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    ledger = Ledger(visits.house, table, ann)
    ledger.says("sits 1000", "bets 10 on pass")
    page = visits.open(ann)
    page.goto(f"/t/{table}/listen")
    page.get_by_role("checkbox", name="Keep odds at the most").check()
    ledger.says("roll 4 2")
    expect(page.get_by_role("region", name="Your bets")).to_contain_text("Pass Odds")
    evening = page.get_by_role("region", name="Session")
    expect(evening).to_contain_text("Expected")
    expect(evening).to_contain_text("Luck")
    page.get_by_role("textbox", name="Say something to the table").fill("lucky six")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Chat")).to_contain_text(f"{ann.name} lucky six")
    assert not barriers(page)
    shot(page, "listen-evening")


@pytest.mark.nightly
def test_from_the_picture_to_the_words_and_back_by_keyboard(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    page = visits.open(ann)
    page.goto(f"/t/{table}")
    expect(page.locator("so-felt [data-spot]").first).to_be_attached()
    page.locator("so-top summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_contain_text("by ear")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("so-felt [data-spot]").first).to_be_attached()
