"""What hands do at a table beside putting chips on a spot: they buy chips, ask why, call off, double and clear."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.visiting import DESK, PHONE, Visits, barriers, come_in, shot, table_of

pytestmark = pytest.mark.nightly


def test_a_rack_that_is_gone_is_filled_at_the_rack_and_from_the_menu(visits: Visits) -> None:
    ann = Player(visits, "typical", largest_buy_in="30000.00")
    page, rack = ann.page, ann.page.locator("so-bar [data-rack]")
    expect(page.locator(".bar-yours")).to_contain_text("net $0")
    expect(page.locator(".bar-yours.is-short")).to_have_count(0)
    ann.presses("Chips")
    window = page.get_by_role("dialog", name="Buy chips")
    expect(window.get_by_label("Chips to buy")).to_have_value("1000")
    window.get_by_label("Chips to buy").fill("40000")
    window.get_by_role("button", name="Buy", exact=True).click()
    expect(window.locator(".fault")).to_contain_text("The largest buy-in at this table is 30000.00")
    assert not barriers(page, within="dialog")
    shot(page, "chips-refused")
    window.get_by_label("Chips to buy").fill("500")
    page.keyboard.press("Enter")
    expect(window).to_have_count(0)
    ann.is_heard(f"{ann.who.name} buys in for 500")
    expect(rack).to_have_text("$20,500")
    for width in (1280, 1101, 1024, 820, 701):
        page.set_viewport_size({"width": width, "height": 800})
        over = page.locator("so-bar .bar").evaluate("bar => bar.scrollWidth - bar.clientWidth")
        assert over <= 0, f"at {width} the bar is {over} too wide"
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("button", name="Buy chips").click()
    expect(window).to_be_visible()
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)


def test_who_has_lost_it_all_is_offered_chips_on_a_phone_too(visits: Visits) -> None:
    who = come_in(visits.house, "Broke")
    table = table_of(visits.house, who, "typical")
    for size in (DESK, PHONE):
        page = visits.open(who, size=size)
        page.goto(f"/t/{table}")
        if size != PHONE:
            page.get_by_label("Chips to start with").fill("10")
            page.get_by_role("button", name="Sit down").click()
            page.locator("#cmd").fill("bets 10 on pass")
            page.keyboard.press("Enter")
        buy = page.locator("so-bar").get_by_role("button", name="Buy chips")
        expect(buy).to_be_visible()
        shot(page, "rack-empty")
        buy.click()
        expect(page.get_by_role("dialog", name="Buy chips")).to_contain_text("$0 in your rack")
        shot(page, "chips")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_bet_that_lies_there_is_explained_and_called_off_by_hand(visits: Visits, size: tuple[int, int]) -> None:
    ann = Player(visits, size=size)
    page = ann.page
    ann.clicks("pass")
    ann.rolls(3, 3)
    ann.clicks("place-8")
    press = page.mouse.click if size == DESK else page.touchscreen.tap
    story = page.locator("#why")
    for wager, title in (("place-8", "Place Bet 8"), ("field", "Field")):
        ann.presses("Explain")
        ann.told("Press a spot to see its rule")
        press(*ann.at(wager))
        expect(story).to_contain_text(title)
        shot(page, f"explained-{wager}")
        if wager == "place-8":
            story.get_by_role("button", name="Turn off").click()
            ann.is_heard(f"{ann.who.name} calls place-8 off")
        page.keyboard.press("Escape")
        expect(story).to_have_count(0)
        expect(page.get_by_role("button", name="Explain")).to_have_attribute("aria-pressed", "false")
    assert "field" not in ann.ledger.shown.seats[ann.who.name].layout, "a press that asks bets nothing"
    ann.clicks("field")


def test_why_and_a_wager_is_answered_with_its_story(visits: Visits) -> None:
    ann = Player(visits)
    for said, title in (("why field", "Field"), ("why place 8", "Place Bet 8")):
        ann.page.locator("#cmd").fill(said)
        ann.page.keyboard.press("Enter")
        expect(ann.page.locator("#why")).to_contain_text(title)
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("#why")).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_number_of_a_box_takes_a_click_for_its_place_bet(visits: Visits, size: tuple[int, int]) -> None:
    ann = Player(visits, size=size)
    ann.clicks("pass")
    ann.rolls(4, 4)
    ann.invited("place-6")
    x, y, width, height = ann.page.locator('.k-number[data-part="place-6"]').first.evaluate(
        "box => { const { x, y, width, height } = box.getBoundingClientRect(); return [x, y, width, height]; }"
    )
    press = ann.page.mouse.click if size == DESK else ann.page.touchscreen.tap
    press(x + width / 2, y + height / 2)
    ann.is_heard(f"{ann.who.name} bets 6 on place-6")
    shot(ann.page, "number-clicked")


def test_g_rolls_from_the_felt_and_from_nowhere_and_says_why_it_cannot(visits: Visits) -> None:
    ann = Player(visits, dice="fair")
    ann.page.keyboard.press("g")
    ann.told("No shooter yet")
    ann.clicks("pass")
    expect(ann.page.locator(".go kbd")).to_have_text("G")
    ann.page.keyboard.press("g")  # the focus is on the spot
    ann.ledger.follows_roll()
    expect(ann.page.locator(".call-dice")).to_have_attribute("aria-label", ann.ledger.last_dice())
    if not ann.ledger.shown.seats[ann.who.name].layout:
        ann.clicks("pass")
    ann.page.locator("body").evaluate("() => document.activeElement.blur()")
    ann.page.keyboard.press("g")
    ann.ledger.follows_roll()
    expect(ann.page.locator(".call-dice")).to_have_attribute("aria-label", ann.ledger.last_dice())


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_help_opens_by_key_by_word_and_from_the_menu(visits: Visits, size: tuple[int, int]) -> None:
    ann = Player(visits, size=size)
    page, window = ann.page, ann.page.get_by_role("dialog", name="Help")
    if size == DESK:
        page.keyboard.press("?")
        expect(window).to_contain_text("Roll the dice, if they are yours")
        page.keyboard.press("Escape")
        expect(window).to_have_count(0)
        for word in ("help", "?"):
            page.locator("#cmd").fill(word)
            page.keyboard.press("Enter")
            expect(window).to_contain_text("why field")
            page.keyboard.press("Escape")
            expect(window).to_have_count(0)
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("button", name="Help").click()
    expect(window).to_be_visible()
    assert not barriers(page, within="dialog")
    shot(page, "help")


def test_a_phone_shows_all_that_the_stick_says(visits: Visits) -> None:
    ann = Player(visits, size=PHONE)
    ann.clicks("pass")
    for roll, said in (((4, 5), "Nine, the point is nine"), ((4, 3), "Seven")):
        ann.rolls(*roll)
        call = ann.page.locator("#call")
        expect(call.locator("strong")).to_contain_text(said)
        cut = call.evaluate("call => call.scrollHeight > call.clientHeight || call.scrollWidth > call.clientWidth")
        assert not cut, call.inner_text()
        shot(ann.page, f"call-{said[:4]}")
